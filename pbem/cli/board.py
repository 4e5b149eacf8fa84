"""`pbem board`, `press` and `export`: one match to look at, to speak in, and to take along."""

from __future__ import annotations

from typing import Annotated

import typer

from pbem.cli import out, wiring
from pbem.cli.options import AsJson, Game


def board(
    context: typer.Context,
    game: Game,
    reader: Annotated[
        str, typer.Option("--as", metavar="PLAYER", help="What this player sees, hidden things too; a name or a seat.")
    ] = "",
    html: Annotated[bool, typer.Option("--html", help="As an HTML page.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show the board as an onlooker sees it."""
    from pbem.service import board as boards
    from pbem.service.match import load
    from pbem.service.report import find_seat

    with wiring.office(context) as office, office.database.read() as unit:
        match = load(unit, office.engines, game, wiring.now())
        seat = find_seat(list(match.seats.values()), reader).seat if reader else None
        if as_json:
            out.data(boards.view(match.engine, match.state, seat))
        else:
            draw = boards.html if html else boards.text
            out.line(draw(office.renderer, match.engine, match.state, match.names, seat).rstrip("\n"))


def register(app: typer.Typer) -> None:
    """Add the commands about the content of one match."""
    app.command(rich_help_panel="One game")(board)
