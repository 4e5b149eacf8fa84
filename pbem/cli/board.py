"""`pbem board`, `press` and `export`: one match to look at, to speak in, and to take along."""

from __future__ import annotations

from pathlib import Path
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


def press(
    context: typer.Context,
    game: Game,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What you say; it stands in the players' next mails.")],
    player: Annotated[str, typer.Option("--to", metavar="PLAYER", help="Only to this player.")] = "",
) -> None:
    """Say something to the players of a game."""
    from pbem.service import moderate

    with wiring.request(context, game) as request:
        moderate.press(request, text, player)


def export(
    context: typer.Context,
    game: Game,
    target: Annotated[Path, typer.Option("--out", metavar="FILE", help="The zip file to write.")],
) -> None:
    """Write a game in full into a zip file: record, boards, mails."""
    from pbem.errors import Refused
    from pbem.service import archive
    from pbem.service.report import ENDED

    with wiring.office(context) as office, office.database.read() as unit:
        data = archive.build(office, unit, game)
        state = wiring.report(office, game)["state"]
    try:
        draft = target.with_name(f"{target.name}.new")
        draft.write_bytes(data)
        draft.replace(target)
    except OSError as failure:
        reason = f"{target} cannot be written: {failure.strerror}."
        raise Refused(reason, "Name a file in a folder that is there.") from failure
    out.line(f"Wrote {target}.")
    if state not in ENDED:
        typer.echo("The game is not over: this archive shows every hand, and is for the host alone.", err=True)


def register(app: typer.Typer) -> None:
    """Add the commands about the content of one match."""
    for command in (board, press, export):
        app.command(rich_help_panel="One game")(command)
