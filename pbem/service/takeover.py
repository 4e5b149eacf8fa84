"""A seat changes hands: another person, or a stand-in, plays on from where the old player stood."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Refused
from pbem.mail.compose import Notice
from pbem.service import create, post
from pbem.service.acts import Request, begin, finish, show, write_down, wrong_state
from pbem.service.match import Match
from pbem.service.report import ENDED, find_seat
from pbem.store import games
from pbem.store.records import SeatRow


def replace(request: Request, player: str, by: create.Player | create.Bot) -> None:
    """Give a seat to another person, or to a stand-in; mails to the old one's addresses are dead from now on.

    Raises:
        Refused: where the match has ended, or the new player cannot sit here.
    """
    game = games.find_game(request.unit, request.game)
    seats = games.seats(request.unit, request.game)
    old = find_seat(seats, player)
    if game.state in ENDED:
        raise wrong_state(request.game, game.state)
    new = _newcomer(request, seats, old, by)
    what = f"replaced {old.name or f'open seat {old.seat}'} by {new.name}"
    if game.state == "open":
        _seat_before_start(request, new, others_open=any(s.open for s in seats if s.seat != old.seat))
        write_down(request, what)
    else:
        match = begin(request, "running", "paused")
        _hand_over(match, new)
        match.advance()
        facts = {"title": match.engine.title, "game": request.game, "seat": new.seat, "old": old.name}
        show(request, Notice("replaced", {"old": old.name, "new": new.name, "reason": request.reason}))
        finish(request, match, what, {new.seat: [Notice("took_over", facts)]} if new.person_id else {})
    if old.person_id is not None and old.person_id != new.person_id:
        _farewell(request, old, new)


def _newcomer(request: Request, seats: Sequence[SeatRow], old: SeatRow, by: create.Player | create.Bot) -> SeatRow:
    """Return the seat as it will be, empty of all that was the old player's own."""
    create.check_name(by.name)
    others = [seat for seat in seats if seat.seat != old.seat]
    if any(seat.name.casefold() == by.name.casefold() for seat in others):
        raise Refused(f"Somebody in this game is called {by.name} already.", "Give another name.")
    fresh = SeatRow(old.game_id, old.seat, by.name, phase=old.phase + 1, asked=old.asked, phrase=old.phrase)
    if isinstance(by, create.Bot):
        return fresh._replace(level=by.level)
    create.check_address(request.office, by.address)
    person = create.ensure_person(request.unit, by.name, by.address, request.now)
    if any(seat.person_id == person for seat in others):
        raise Refused(f"{by.address} has a seat in this game already.", "Give another address.")
    return fresh._replace(person_id=person)


def _seat_before_start(request: Request, new: SeatRow, *, others_open: bool) -> None:
    games.save_seats(request.unit, [new])
    if not others_open:
        create.start(request.office, request.unit, request.game, request.now)


def _hand_over(match: Match, new: SeatRow) -> None:
    """Seat the newcomer, who is asked anew where the old player was asked, and is told no old news."""
    press = games.press(match.unit, match.game.id)
    due = match.now + match.game.deadline if new.asked and new.played_by_person else None
    match.seats[new.seat] = new._replace(
        seen_entry=match.game.last_entry, seen_press=press[-1].id if press else 0, due=due, alarm=due
    )


def _farewell(request: Request, old: SeatRow, new: SeatRow) -> None:
    game = games.find_game(request.unit, request.game)
    title = request.office.engines[game.engine].title
    facts = {"title": title, "game": request.game, "new": new.name, "reason": request.reason}
    post.to_person(request.office, request.unit, old, [Notice("replaced_you", facts)], request.now)
