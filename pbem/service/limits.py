"""How many answers one sender, or one mail domain, is given in an hour; what is over is told later, in one mail.

Orders are played all the same: only the answers wait. So two machines that answer each other come to rest, and no
player loses a move.
"""

from __future__ import annotations

from typing import NamedTuple

from pbem.service import post
from pbem.service.match import Match, load
from pbem.service.office import Office
from pbem.store import games, people
from pbem.store.database import Unit

HOUR = 3600
MOST_IDLE = 30
"""Answers in an hour to mails of one address that change nothing: a machine without any mark answers ours for ever."""

MOST_QUESTIONS = 5
"""In an hour; whoever has got hold of a live address must not fill its owner's mailbox with questions."""

MOST_ALARMS = 10
"""In an hour and of one kind; strangers could else use up what we may send in a day."""


class Address(NamedTuple):
    """Whom an answer goes to: the number of the address, and its domain."""

    number: int
    domain: str


def of(number: int, address: str) -> Address:
    """Return the address as the limits count it."""
    return Address(number, address.rpartition("@")[2].casefold())


def may_answer(office: Office, unit: Unit, to: Address, now: int, *, idle: bool = False) -> bool:
    """Tell whether one more answer may go there in this hour, and count it; `idle` where the mail changed nothing."""
    limits, hour = office.config.limits, now // HOUR
    counters = [(f"address {to.number}", limits.per_sender), (f"domain {to.domain}", limits.per_host)]
    if idle:
        counters.append((f"idle {to.number}", MOST_IDLE))
    if any(people.counted(unit, name, hour) >= most for name, most in counters):
        return False
    for name, _ in counters:
        people.count(unit, name, hour)
    return True


def may_ask(unit: Unit, number: int, now: int) -> bool:
    """Tell whether an address may be asked about mails from elsewhere once more in this hour, and count it."""
    return _left(unit, f"questions {number}", MOST_QUESTIONS, now) > 0


def alarms_left(unit: Unit, key: str, now: int) -> int:
    """Return how many alarms of one kind may be mailed in this hour, the one that is asked for among them; count it."""
    return _left(unit, f"alarms {key}", MOST_ALARMS, now)


def _left(unit: Unit, name: str, most: int, now: int) -> int:
    hour = now // HOUR
    left = most - people.counted(unit, name, hour)
    if left > 0:
        people.count(unit, name, hour)
    return max(0, left)


def may_answer_seat(office: Office, match: Match, seat: int, *, idle: bool) -> bool:
    """Tell whether a seat may be answered now; where it may not, the answer is owed.

    It is told of from the next hour on; where the mail changed nothing, only with the next mail that goes out anyway,
    so that a machine finds nothing more to answer.
    """
    reader = post.reader_of(match, seat)
    if reader is None or may_answer(office, match.unit, of(reader.address_id, reader.address), match.now, idle=idle):
        return True
    row = match.seats[seat]
    later = None if idle else (match.now // HOUR + 1) * HOUR
    match.change(seat, owed=row.owed + 1, owed_at=row.owed_at or later)
    return False


def tell_owed(office: Office, now: int) -> int:
    """Tell every seat whose answers were withheld how its game stands, and return how many those were."""
    with office.database.read() as unit:
        owed = games.owed_seats(unit, now)
    for game, seat in owed:
        with office.database.write() as unit:
            match = load(unit, office.engines, game, now)
            if match.seats[seat].owed_at is not None:
                told = post.page(office, match, seat, "answer")
                post.to_seat(office, match, told, urgent=True)
                match.save_seats()
    return len(owed)
