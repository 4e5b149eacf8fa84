"""The people who play: registered, given another address, barred from new seats, or forgotten."""

from __future__ import annotations

from typing import Any

from engines import words
from pbem.errors import NotFound, Refused
from pbem.mail.address import mailbox, sendable
from pbem.mail.compose import Notice
from pbem.service import create, post, report
from pbem.service.bounce import reached
from pbem.service.match import load
from pbem.service.office import Office
from pbem.store import games, mails, people
from pbem.store.database import Unit
from pbem.store.records import AddressRow, PersonRow, SeatRow

FORGOTTEN = "(forgotten)"


def find(unit: Unit, named: str) -> PersonRow:
    """Return the player with this number, address or name.

    Raises:
        NotFound: where there is none, or more than one of this name.
    """
    if named.isdecimal():
        return people.find_person(unit, int(named))
    if "@" in named:
        row = people.by_mailbox(unit, mailbox(named))
        found = [] if row is None or row.person_id is None else [people.find_person(unit, row.person_id)]
    else:
        found = [person for person in people.all_people(unit) if words.fold(person.name) == words.fold(named)]
    if len(found) != 1:
        many = "More than one player is" if found else "No player is"
        raise NotFound(f"{many} called {named!r}.", "`pbem player list` shows the players, each with a number.")
    return found[0]


def everybody(unit: Unit) -> list[dict[str, Any]]:
    """Return all players in short."""
    return [_told(unit, person) for person in people.all_people(unit)]


def one(office: Office, unit: Unit, person: PersonRow) -> dict[str, Any]:
    """Return one player with the games that he sits in."""
    rows = []
    for seat in games.seats_of_person(unit, person.id):
        game = games.find_game(unit, seat.game_id)
        engine = office.engines.get(game.engine)
        title = game.engine if engine is None else engine.title
        rows.append({"game": game.id, "title": title, "state": game.state, "seat": seat.seat, "asked": seat.asked})
    return {**_told(unit, person), "seats": rows}


def _told(unit: Unit, person: PersonRow) -> dict[str, Any]:
    return {
        "player": person.id,
        "name": person.name,
        "since": report.stamp(person.created),
        "banned": person.banned,
        "addresses": [row.address for row in people.addresses_of(unit, person.id)],
        "reachable": not people.is_unreachable(unit, person.id),
        "mails": person.mails,
        "bounces": sum(row.hard_bounces for row in people.addresses_of(unit, person.id)),
    }


def add(office: Office, unit: Unit, player: create.Player, now: int) -> int:
    """Register somebody and return the number; the address counts as verified.

    Raises:
        Refused: where the name or the address cannot be used, or somebody has the address.
    """
    create.check_name(player.name)
    _check_free(office, unit, player.address)
    return create.ensure_person(unit, player.name, player.address, now)


def set_address(office: Office, unit: Unit, person: PersonRow, address: str, now: int, *, preferred: bool) -> None:
    """Take a player's mails from one more address and, where it is preferred, write to it from now on.

    Raises:
        Refused: where the address cannot be used, or somebody else has it.
    """
    own = people.by_mailbox(unit, mailbox(address))
    if own is None or own.person_id != person.id:
        _check_free(office, unit, address)
    row = people.ensure_address(unit, sendable(address), mailbox(address))
    lost = people.is_unreachable(unit, person.id)
    reached(unit, person.id, row.id, now)
    people.set_address(unit, row.id, person_id=person.id, verified=True, address=sendable(address))
    for other in people.addresses_of(unit, person.id) if preferred else ():
        people.set_address(unit, other.id, preferred=other.id == row.id)
    if preferred or lost:
        for seat in _unfinished(unit, person):
            _write_anew(office, unit, seat, now)


def _write_anew(office: Office, unit: Unit, seat: SeatRow, now: int) -> None:
    """Tell a player at his new address how his game stands, and what he is asked."""
    notice = Notice("address_changed")
    if games.find_game(unit, seat.game_id).state == "open" or not seat.played_by_person:
        post.to_person(office, unit, seat, [notice], now)
        return
    match = load(unit, office.engines, seat.game_id, now)
    if post.wants_mail(match, seat.seat):
        kind = "turn" if seat.asked else "note"
        post.to_seat(office, match, post.page(office, match, seat.seat, kind, notices=[notice]))
        match.save_seats()


def remove_address(unit: Unit, person: PersonRow, address: str) -> None:
    """Take nothing more from one of a player's addresses.

    Raises:
        Refused: where it is none of his, or the only one.
    """
    own = people.addresses_of(unit, person.id)
    row = next((row for row in own if row.mailbox == mailbox(address)), None)
    if row is None:
        raise NotFound(f"{person.name} has no address {address}.", f"`pbem player show {person.id}` shows them.")
    if len(own) == 1:
        raise Refused(f"{address} is the only address of {person.name}.", "Give another one first.")
    people.set_address(unit, row.id, person_id=None, verified=False, preferred=False)


def ban(unit: Unit, person: PersonRow, *, banned: bool) -> None:
    """Bar a player from taking seats, or let him again; games at play go on."""
    people.set_person(unit, person.id, banned=banned)


def forget(unit: Unit, person: PersonRow) -> None:
    """Erase a player's name, addresses and mails; records of finished games stay, without him.

    Raises:
        Refused: where he still plays.
    """
    playing = _unfinished(unit, person)
    if playing:
        numbers = ", ".join(str(seat.game_id) for seat in playing)
        raise Refused(f"{person.name} still plays in game {numbers}.", "Use `pbem game replace` or `cancel` first.")
    seats = games.seats_of_person(unit, person.id)
    for seat in seats:
        mails.erase_received(unit, seat.game_id, seat.seat)
    games.save_seats(unit, [_nameless(seat) for seat in seats])
    for row in people.addresses_of(unit, person.id):
        mails.erase_sent(unit, row.id)
        mails.erase_mentions(unit, row.address)
        people.set_address(unit, row.id, **_nowhere(row))
    people.set_person(unit, person.id, name=FORGOTTEN, zone="")


def _nameless(seat: SeatRow) -> SeatRow:
    return seat._replace(name=f"Player {seat.seat}", note="", standing="{}", kept="[]")


def _nowhere(row: AddressRow) -> dict[str, object]:
    """Return what an address row holds that leads to nobody; the row stays, since mails refer to it."""
    return {"person_id": None, "address": "", "mailbox": f"forgotten {row.id}", "verified": False, "preferred": False}


def _unfinished(unit: Unit, person: PersonRow) -> list[SeatRow]:
    seats = games.seats_of_person(unit, person.id)
    return [seat for seat in seats if games.find_game(unit, seat.game_id).state not in report.ENDED]


def _check_free(office: Office, unit: Unit, address: str) -> None:
    create.check_address(office, address)
    row = people.by_mailbox(unit, mailbox(address))
    if row is not None and row.person_id is not None:
        name = people.find_person(unit, row.person_id).name
        raise Refused(f"{address} is the address of {name} already.", "`pbem player list` shows the players.")
