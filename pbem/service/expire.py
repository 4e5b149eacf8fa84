"""What happens when a deadline has passed: a word to the moderator, a reminder, or a stand-in."""

from __future__ import annotations

from engines.api import Ask
from pbem.errors import present
from pbem.mail.compose import Notice
from pbem.service import alarm, post
from pbem.service.match import DEADLINE_LEVEL, Match, load
from pbem.service.office import Office
from pbem.service.tell import tell
from pbem.store import games, people

DAY = 86_400
_LONGEST_TURN = 1_000


def expire(office: Office, now: int) -> int:
    """Act on every deadline that has passed, each in a unit of its own, and return how many there were."""
    with office.database.read() as unit:
        due = games.due_seats(unit, now)
    for game, seat in due:
        with office.database.write() as unit:
            match = load(unit, office.engines, game, now)
            row = match.seats[seat]
            if match.game.state == "running" and row.asked and row.alarm is not None and row.alarm <= now:
                _act(office, match, seat)
    return len(due)


def _act(office: Office, match: Match, seat: int) -> None:
    pending = match.engine.pending(match.state)
    if isinstance(pending, Ask) and pending.turn != seat:
        _answer(office, match, seat)
    elif people.is_unreachable(match.unit, present(match.seats[seat].person_id)):
        _stop_clock(office, match, seat)
    elif match.game.policy == "stand-in":
        _stand_in(office, match, seat)
    elif match.game.policy == "remind":
        _remind(office, match, seat)
    else:
        match.change(seat, alarm=None)
        match.save_seats()
        alarm.tell_moderator(office, match.unit, "overdue", _who(match, seat), match.now)


def _stop_clock(office: Office, match: Match, seat: int) -> None:
    """Play nothing for somebody who cannot have read that he is asked; the host decides."""
    match.change(seat, left=0, due=None, alarm=None)
    match.save_seats()
    alarm.tell_moderator(office, match.unit, "overdue_unreachable", _who(match, seat), match.now)


def _who(match: Match, seat: int) -> dict[str, object]:
    return {"game": match.game.id, "name": match.names[seat]}


def _remind(office: Office, match: Match, seat: int) -> None:
    first = match.seats[seat].alarm == match.seats[seat].due
    match.change(seat, alarm=match.now + DAY)
    if post.wants_mail(match, seat):
        told = post.page(office, match, seat, "reminder", notices=[Notice("reminder")])
        post.to_seat(office, match, told, urgent=True)
    match.save_seats()
    if first:
        alarm.tell_moderator(office, match.unit, "overdue", _who(match, seat), match.now)


def _answer(office: Office, match: Match, seat: int) -> None:
    """Give a question out of turn its default: the answer of silence."""
    order = _mildest(match, seat)
    match.order(seat, [order], by="stand-in")
    match.advance()
    match.save()
    tell(office, match, also={seat: [Notice("reminder_default", {"order": order})]})
    match.save_seats()


def _stand_in(office: Office, match: Match, seat: int) -> None:
    """Let the stand-in play until the seat is asked no more."""
    phase, orders = match.seats[seat].phase, list[str]()
    for _ in range(_LONGEST_TURN):
        row = match.seats[seat]
        if not row.asked or row.phase != phase:
            break
        orders.append(_mildest(match, seat))
        match.order(seat, orders[-1:], by="stand-in")
    match.advance()
    match.save()
    tell(office, match, also={seat: [Notice("stood_in", {"orders": orders})]})
    match.save_seats()


def _mildest(match: Match, seat: int) -> str:
    return match.engine.format(match.engine.stand_in(match.state, seat, DEADLINE_LEVEL))
