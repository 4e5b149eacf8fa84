"""What commands print: tables, JSON, and lines; plain where nobody sits before a terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import typer


def line(text: str) -> None:
    """Print a line."""
    typer.echo(text)


def data(value: object) -> None:
    """Print a value as JSON."""
    import json

    typer.echo(json.dumps(value, indent=2, ensure_ascii=False))


def table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print rows: drawn at a terminal, else in columns that other programs can cut."""
    texts = [["" if cell is None else str(cell) for cell in row] for row in rows]
    if sys.stdout.isatty():
        _drawn(heads, texts)
        return
    widths = [max(map(len, column)) for column in zip(heads, *texts, strict=True)]
    for row in (heads, *texts):
        typer.echo("  ".join(cell.ljust(size) for cell, size in zip(row, widths, strict=True)).rstrip())


def _drawn(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    drawn = Table(*heads)
    for row in rows:
        drawn.add_row(*map(Text, row))
    Console().print(drawn)


def moment(stamp: str | None) -> str:
    """Return a time of a report, which is ISO 8601 in UTC, as people read it."""
    if stamp is None:
        return ""
    from datetime import datetime

    return f"{datetime.fromisoformat(stamp):%a %Y-%m-%d %H:%M %Z}"
