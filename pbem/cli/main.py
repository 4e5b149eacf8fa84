"""The command `pbem`: its groups, and what its exit codes mean."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from pbem.cli import board, demo, game, health, mail, player, service
from pbem.errors import PbemError, TryLater

REFUSED = 1
TRY_LATER = 75
"""EX_TEMPFAIL of sysexits.h."""


class Guarded(TyperGroup):
    """Turns what we foresee into words on standard error and an exit code; only our own faults show a traceback."""

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
    """Tell of a database that is locked, full or gone; SQLAlchemy wraps what the driver says."""
    cause = getattr(failure, "orig", failure)
    if type(cause).__name__ == "OperationalError":
        typer.echo(f"The database did not do it: {cause}.", err=True)
        typer.echo("Nothing was changed; try again, and look at `pbem doctor` if it stays so.", err=True)
        raise typer.Exit(TRY_LATER) from failure


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
app.add_typer(game.app, name="game")
board.register(app)
app.add_typer(player.app, name="player")
app.add_typer(mail.app, name="mail")
app.command(rich_help_panel="See it")(demo.demo)
app.command(rich_help_panel="See it")(demo.play)


def run() -> None:
    """Run the command line and leave with its exit code."""
    app()
