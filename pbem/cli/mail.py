"""`pbem mail`."""

from __future__ import annotations

import typer

app = typer.Typer(help="mail", no_args_is_help=True)


@app.command("list")
def list_all() -> None:
    """List."""


@app.command("show")
def show() -> None:
    """Show."""
