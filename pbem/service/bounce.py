"""Mails of ours that did not arrive: counted for each address, until a player whom none reaches is a case for the host.

Deadlines do not run out against such a player in silence; a mail from him, or another address, puts all to rights.
"""

from __future__ import annotations

from pbem.mail import bounce
from pbem.mail.gate import Verdict
from pbem.service import alarm
from pbem.service.office import Office
from pbem.store import games, mails, people
from pbem.store.database import Unit
from pbem.store.people import MOST_HARD
from pbem.store.records import AddressRow

STALE = 7 * 86_400
"""Seconds without a failure after which mails are taken to arrive again."""

_NO_SUCH_MAILBOX = (550, 551, 553)


def note_bounce(office: Office, unit: Unit, raw: bytes, verdict: Verdict, now: int) -> None:
    """Count a failure of which we can prove that a mail of ours had it; any other is only logged."""
    failure = bounce.read(raw)
    number = verdict.number or _returned(unit, failure.message_ids)
    if number is None or failure.delayed:
        return
    address = people.find_address(unit, number)
    if failure.hard:
        note_hard(office, unit, address, now)
    else:
        people.set_address(unit, address.id, soft_bounces=address.soft_bounces + 1)


def note_refusal(office: Office, unit: Unit, number: int, code: int, text: str, now: int) -> None:
    """Count what a server said at once about an address, where it says that the address does not work."""
    found = bounce.enhanced(text)
    if bounce.is_hard(*found) if found else code in _NO_SUCH_MAILBOX:
        note_hard(office, unit, people.find_address(unit, number), now)


def note_hard(office: Office, unit: Unit, address: AddressRow, now: int) -> None:
    """Count a hard failure, and tell the moderator once when no mail reaches the player any more."""
    # An address that is dead stays so until a mail comes from there, however seldom it is written to.
    counts_on = now - address.bounced <= STALE or address.hard_bounces >= MOST_HARD
    in_a_row = address.hard_bounces + 1 if counts_on else 1
    people.set_address(unit, address.id, hard_bounces=in_a_row, bounced=now)
    if in_a_row == MOST_HARD and address.person_id is not None and people.is_unreachable(unit, address.person_id):
        name = people.find_person(unit, address.person_id).name
        alarm.tell_moderator(office, unit, "bouncing", {"name": name, "person": address.person_id}, now)


def note_sign_of_life(unit: Unit, address: AddressRow, now: int) -> bool:
    """Forget the failures of an address from which a mail has come; return whether seats were changed by it."""
    if not (address.hard_bounces or address.soft_bounces):
        return False
    return reached(unit, address.person_id, address.id, now)


def reached(unit: Unit, person: int | None, address: int, now: int) -> bool:
    """Take an address for a good one; a player who could not be reached has the whole time for his moves again."""
    lost = person is not None and people.is_unreachable(unit, person)
    people.set_address(unit, address, hard_bounces=0, soft_bounces=0, bounced=0)
    if person is None or not lost:
        return False
    asked = [seat for seat in games.seats_of_person(unit, person) if seat.asked and seat.played_by_person]
    running = [(seat, game) for seat in asked if (game := games.find_game(unit, seat.game_id)).state == "running"]
    free = [pair for pair in running if not mails.quarantined(unit, pair[1].id, pair[0].seat)]
    dues = [(seat, now + game.deadline) for seat, game in free]
    games.save_seats(unit, [seat._replace(due=due, alarm=due, left=None) for seat, due in dues])
    return bool(dues)


def _returned(unit: Unit, message_ids: tuple[str, ...]) -> int | None:
    """Return the address that the mail of ours went to which comes back inside the bounce."""
    sent = (mails.sent(unit, message_id) for message_id in message_ids)
    return next((row.address_id for row in sent if row is not None), None)
