"""`pbem game invite, pause, order ...`: what a host does with a match that is there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli import out, typed, wiring
from pbem.cli.options import Game, Reason

if TYPE_CHECKING:
    from engines.play import Line

_PANEL = "Moderate"
Player = Annotated[str, typer.Argument(metavar="PLAYER", help="A name, or the number of a seat.")]


def start(context: typer.Context, game: Game) -> None:
    """Start a game whose seats are all taken; normally it starts by itself."""
    from pbem.service import create

    with wiring.request(context, game) as request:
        create.start(request.office, request.unit, game, request.now)


def invite(
    context: typer.Context,
    game: Game,
    address: Annotated[str, typer.Argument(metavar="[ADDRESS]", help="Who is invited by mail.")] = "",
    show: Annotated[
        bool, typer.Option("--print", help="Print a text with a link instead, to paste into any chat.")
    ] = False,
) -> None:
    """Invite somebody to an open seat: by mail, or with a text for a chat, to which the friend writes first."""
    from pbem.service import invitation, join

    if show == bool(address):
        raise typer.BadParameter("Give either an address, or --print.")
    with wiring.request(context, game) as request:
        if show:
            out.line(invitation.text(request.office, request.unit, game))
        else:
            seat = join.invite(request.office, request.unit, game, typed.player(address).address, request.now)
            out.line(f"The invitation to seat {seat.seat} goes out with the next pass.")


def pause(context: typer.Context, game: Game, reason: Reason = "") -> None:
    """Stop a game: no orders are taken, and every deadline stands still."""
    from pbem.service import moderate

    with wiring.request(context, game, reason) as request:
        moderate.pause(request)


def resume(context: typer.Context, game: Game, reason: Reason = "") -> None:
    """Let a paused game go on; each deadline has what was left of it."""
    from pbem.service import moderate

    with wiring.request(context, game, reason) as request:
        moderate.resume(request)


def cancel(context: typer.Context, game: Game, reason: Reason = "") -> None:
    """Call a game off for good."""
    from pbem.service import moderate

    with wiring.request(context, game, reason) as request:
        moderate.cancel(request)


def deadline(
    context: typer.Context,
    game: Game,
    span: Annotated[str, typer.Argument(metavar="[SPAN]", help="Time for a move, as 48h, 2d or 90m.")] = "",
    player: Annotated[
        str, typer.Option("--player", metavar="PLAYER", help="Only for this player's present move.")
    ] = "",
    policy: Annotated[str, typer.Option(help="When it has passed: wait, remind or stand-in.")] = "",
    reason: Reason = "",
) -> None:
    """Give so much time from now: to all, for every later move too, or to one player."""
    from pbem.service import moderate

    if not (span or policy) or (player and not span):
        raise typer.BadParameter("Give a SPAN, or --policy, or both.")
    seconds = typed.seconds(span) if span else 0
    with wiring.request(context, game, reason) as request:
        if policy:
            moderate.policy(request, policy)
        if span:
            moderate.deadline(request, seconds, player)


def replace(
    context: typer.Context,
    game: Game,
    player: Player,
    by: Annotated[str, typer.Option("--by", metavar="'NAME <ADDRESS>'", help="Who takes the seat.")] = "",
    bot: Annotated[str, typer.Option("--bot", metavar="NAME[:LEVEL]", help="A stand-in takes the seat.")] = "",
    reason: Reason = "",
) -> None:
    """Give a seat to another person, or to a stand-in; the old player's mails are dead from then on."""
    from pbem.service import takeover

    if bool(by) == bool(bot):
        raise typer.BadParameter("Give either --by or --bot.")
    newcomer = typed.player(by) if by else typed.bot(bot)
    with wiring.request(context, game, reason) as request:
        takeover.replace(request, player, newcomer)


def order(
    context: typer.Context,
    game: Game,
    player: Player,
    text: Annotated[str, typer.Argument(metavar="ORDERS", help="As the player would write them, with ; between.")],
    reason: Reason = "",
) -> None:
    """Give orders for a player; the record says that it was you, and the player is told."""
    from pbem.service import moderate

    with wiring.request(context, game, reason) as request:
        lines = moderate.order(request, player, text)
        reasons = [moderate.reason_of(request.office, request.unit, game, line) for line in lines]
    _tell(lines, reasons)


def _tell(lines: Sequence[Line], reasons: Sequence[str]) -> None:
    from pbem.errors import Refused

    for line, reason in zip(lines, reasons, strict=True):
        out.line(f"{line.result.replace('_', ' ')}: {line.text}" + (f" ({reason})" if reason else ""))
    if any(line.result == "refused" for line in lines):
        raise Refused("Not every order could be played; what was played stands.", "`pbem board` shows the position.")


def undo(context: typer.Context, game: Game, reason: Reason = "") -> None:
    """Take back the last order of a player, even where something was revealed meanwhile."""
    from pbem.service import moderate

    with wiring.request(context, game, reason) as request:
        for taken in moderate.undo(request):
            out.line(f"taken back: {taken}")


def register(app: typer.Typer) -> None:
    """Add the moderator's commands to the group `game`."""
    for command in (start, invite, pause, resume, cancel, deadline, replace, order, undo):
        app.command(rich_help_panel=_PANEL)(command)
