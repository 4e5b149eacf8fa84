"""The command `pbem`: its groups, and what its exit codes mean."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from pbem.cli import board, demo, health, later, service
from pbem.errors import PbemError, TryLater

REFUSED = 1
TRY_LATER = 75
"""EX_TEMPFAIL of sysexits.h."""

GROUPS = {
    "game": "Make games, look at them, moderate them.",
    "player": "Who plays, and at which addresses.",
    "mail": "Mails that wait for you: look, let through, give up.",
}


class Guarded(TyperGroup):
    """The root: the groups, and what we foresee in words and an exit code; only our own faults show a traceback."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        for name, about in GROUPS.items():
            self.add_command(later.group(name, about, "Games, players, mails"))

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except PbemError as failure:
            typer.echo(failure.reason, err=True)
            if failure.remedy:
                typer.echo(failure.remedy, err=True)
            raise typer.Exit(TRY_LATER if isinstance(failure, TryLater) else REFUSED) from failure
        except Exception as failure:
            _database_failed(failure)
            raise


def _database_failed(failure: Exception) -> None:
    """Tell of a database that is locked, full, damaged or gone; SQLAlchemy wraps what the driver says."""
    cause = getattr(failure, "orig", failure)
    if type(cause).__name__ not in ("OperationalError", "DatabaseError"):
        return
    busy = "locked" in str(cause) or "busy" in str(cause)
    typer.echo(f"The database does not do it: {cause}.", err=True)
    typer.echo("Nothing was changed. " + ("Try again." if busy else "`pbem doctor` looks closer."), err=True)
    raise typer.Exit(TRY_LATER if busy else REFUSED) from failure


app = typer.Typer(
    name="pbem",
    cls=Guarded,
    help="Board games by e-mail: reads the players' mails, applies the rules, writes to whoever is next.",
    epilog="Exit codes: 0 done, 1 refused (the reason stands on standard error), 2 usage, 75 try again later.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


@app.callback()
def main(
    context: typer.Context,
    config: Annotated[
        Path, typer.Option("--config", metavar="FILE", help="The configuration; paths in it are relative to it.")
    ] = Path("config.toml"),
) -> None:
    """Board games by e-mail: reads the players' mails, applies the rules, writes to whoever is next."""
    context.obj = config


service.register(app)
health.register(app)
board.register(app)
app.command(rich_help_panel="See it")(demo.demo)
app.command(rich_help_panel="See it")(demo.play)


def run() -> None:
    """Run the command line and leave with its exit code."""
    app()
