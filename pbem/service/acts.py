"""What every act of a moderator has in common: it is written down, and those it concerns are told of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pbem.errors import Refused
from pbem.mail.compose import Notice
from pbem.mail.render import COMMON
from pbem.service.match import Match, load
from pbem.service.office import Office
from pbem.service.tell import tell
from pbem.store import games, people
from pbem.store.database import Unit


class Request(NamedTuple):
    """Who is at work on which match, when and why."""

    office: Office
    unit: Unit
    game: int
    now: int
    reason: str = ""


def begin(request: Request, *states: str) -> Match:
    """Load the match of a request.

    Raises:
        Refused: where it is in none of these states.
    """
    game = games.find_game(request.unit, request.game)
    if game.state not in states:
        raise wrong_state(request.game, game.state)
    return load(request.unit, request.office.engines, request.game, request.now)


def wrong_state(game: int, state: str) -> Refused:
    """Return the refusal of an act that a match in this state does not allow."""
    words = {"open": "has not begun", "running": "is running", "paused": "is paused"}
    said = words.get(state, "is over" if state == "over" else "was called off")
    return Refused(f"Game {game} {said}.", f"`pbem game show {game}` tells how it stands.")


def show(request: Request, notice: Notice) -> None:
    """Let everybody read it with his next mail, as a word of the host."""
    said = request.office.renderer.say(COMMON, "notices", notice.key, notice.facts)
    games.add_press(request.unit, request.game, None, None, said, request.now)


def finish(request: Request, match: Match, what: str, told: Mapping[int, Sequence[Notice]]) -> None:
    """Write the match, mail those who are told or newly asked, and write the act down."""
    if match.game.state == "paused":
        _stop_clocks(match)
    match.save()
    tell(request.office, match, also=told)
    match.save_seats()
    write_down(request, what)


def _stop_clocks(match: Match) -> None:
    for number, seat in match.seats.items():
        if seat.due is not None:
            match.change(number, left=max(0, seat.due - match.now), due=None, alarm=None)


def write_down(request: Request, what: str) -> None:
    """Put an act into the audit."""
    people.add_act(request.unit, request.game, request.now, what, request.reason)
