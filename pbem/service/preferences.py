"""What a person wants of our mails: zone, threads, plain ASCII, or none but answers; set by mail, for all games."""

from __future__ import annotations

from typing import Any
from zoneinfo import available_timezones

from engines import words
from pbem.errors import Refused
from pbem.mail.compose import Notice
from pbem.service import alarm, post
from pbem.service.office import Office
from pbem.service.report import ENDED
from pbem.store import games, people
from pbem.store.database import Unit
from pbem.store.records import PersonRow

SWITCHES = ("threads", "ascii", "mails")
_ON_OR_OFF = {"on": True, "yes": True, "off": False, "no": False}


class Unknown(Exception):
    """A preference, or a value of one, that there is not.

    Args:
        reason: a key of common/errors.txt.
        facts: the facts of its sentence.
    """

    def __init__(self, reason: str, **facts: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts = facts


def set_one(office: Office, unit: Unit, person: int, name: str, value: str, now: int) -> None:
    """Set one preference.

    Raises:
        Unknown: for a preference or a value that there is not.
    """
    folded = words.fold(value)
    if name.startswith("zone"):
        people.set_person(unit, person, zone=_zone(folded))
        return
    chosen = next((switch for switch in SWITCHES if switch.startswith(name)), "")
    if not chosen or folded not in _ON_OR_OFF:
        raise Unknown("unknown_preference", name=name, value=value)
    before = people.find_person(unit, person)
    people.set_person(unit, person, **{chosen: _ON_OR_OFF[folded]})
    if chosen == "mails":
        _tell_of_silence(office, unit, before, _ON_OR_OFF[folded], now)


def rows(office: Office, unit: Unit, person: int) -> list[tuple[str, str]]:
    """Return the preferences as they stand, each with its value."""
    row = people.find_person(unit, person)
    switches = [(name, "on" if getattr(row, name) else "off") for name in SWITCHES]
    return [("zone", row.zone or office.config.games.zone), *switches]


def unsubscribe(office: Office, unit: Unit, address: int, in_reply_to: str, now: int) -> str:
    """Send no mails but answers from now on, and say so once; return the rule for the log."""
    person = people.find_address(unit, address).person_id
    if person is None:
        return "unsubscribed_nobody"
    before = people.find_person(unit, person)
    if not before.mails:
        return "unsubscribed_before"
    playing = [seat for seat in games.seats_of_person(unit, person) if not _is_over(unit, seat.game_id)]
    notice = Notice("unsubscribed", {"games": [seat.game_id for seat in playing]})
    if playing:
        post.to_person(office, unit, playing[0], [notice], now, in_reply_to)
    else:
        told = alarm.note(office, [notice])
        reader = people.find_address(unit, address)
        post.send(office, unit, told, reader, now=now, reply_to=office.addresses.join, in_reply_to=in_reply_to)
    people.set_person(unit, person, mails=False)
    _tell_of_silence(office, unit, before, False, now)
    return "unsubscribed"


def unsubscribe_by_code(office: Office, unit: Unit, code: str, now: int) -> None:
    """Send no mails but answers to the reader whose code a page was given.

    Raises:
        Refused: where it is no code of ours.
    """
    address = office.addresses.who_leaves(code)
    if address is None:
        raise Refused(f"{code!r} is no reader's code.", "It stands in [mail] unsubscribe_url where {reader} is.")
    unsubscribe(office, unit, address, "", now)


def _is_over(unit: Unit, game: int) -> bool:
    return games.find_game(unit, game).state in ENDED


def _tell_of_silence(office: Office, unit: Unit, before: PersonRow, wanted: bool, now: int) -> None:
    """Tell the moderator of a player who is not written to any more: his games may need another one."""
    if before.mails and not wanted:
        alarm.tell_moderator(office, unit, "wants_no_mails", {"name": before.name, "person": before.id}, now)


def _zone(folded: str) -> str:
    known = {zone.casefold(): zone for zone in available_timezones()}
    if folded in known:
        return known[folded]
    raise Unknown("unknown_zone", zone=folded, nearest=[known[near] for near in words.nearest(folded, list(known), 3)])
