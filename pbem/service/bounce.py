"""Mails of ours that did not arrive: counted for each address, and told to the moderator where they go on."""

from __future__ import annotations

from pbem.mail.gate import Verdict
from pbem.mail.letter import Letter
from pbem.service import alarm
from pbem.service.office import Office
from pbem.store import people
from pbem.store.database import Unit

MOST_HARD = 3
"""After so many hard failures in a row an address is taken for dead."""


def note_bounce(office: Office, unit: Unit, read: Letter, verdict: Verdict, now: int) -> None:
    """Count a failure that our own bounce address proves; any other is only logged."""
    if verdict.number is None:
        return
    address = people.find_address(unit, verdict.number)
    people.set_address(unit, address.id, hard_bounces=address.hard_bounces + 1)
    if address.hard_bounces + 1 == MOST_HARD and address.person_id is not None:
        name = people.find_person(unit, address.person_id).name
        alarm.tell_moderator(office, unit, "bouncing", {"name": name, "person": address.person_id}, now)
