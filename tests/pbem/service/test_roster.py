"""The people who play: added, given addresses, barred, forgotten."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.errors import NotFound, Refused
from pbem.service import join, roster
from pbem.service.create import Player
from pbem.store import games, mails, people
from pbem.store.records import PersonRow
from tests.pbem.house import SERVICE, House, flat, text_of

DIA = Player("Dia", "dia@example.org")


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Return a house with a running game of Ann and Bob."""
    house = House(tmp_path)
    house.new_game("Ann", "Bob")
    return house


def person(house: House, named: str) -> PersonRow:
    """Return a player."""
    with house.office.database.read() as unit:
        return roster.find(unit, named)


def moved(house: House, named: str, address: str, *, preferred: bool = True) -> None:
    """Give a player another address."""
    with house.office.database.write() as unit:
        roster.set_address(house.office, unit, roster.find(unit, named), address, house.now, preferred=preferred)
    house.app.tick()


def ended(house: House) -> None:
    """Let the game be over."""
    with house.office.database.write() as unit:
        games.set_game(unit, 1, state="over")


def test_a_player_is_found_by_number_address_or_name(house: House) -> None:
    """An address in any of its spellings."""
    assert {1} == {person(house, named).id for named in ("1", "ann", "ANN", "Ann@Example.org", "ann+x@example.org")}


@pytest.mark.parametrize("named", ["9", "Zoe", "zoe@example.org"])
def test_who_is_not_there_is_refused(house: House, named: str) -> None:
    """With the way to find those there are."""
    with pytest.raises(NotFound) as caught:
        person(house, named)
    assert "pbem player list" in caught.value.remedy


def test_two_of_one_name_need_a_number(house: House) -> None:
    """The reason says so."""
    with house.office.database.write() as unit:
        roster.add(house.office, unit, Player("Ann", "ann@example.net"), house.now)
    with pytest.raises(NotFound, match="More than one"):
        person(house, "Ann")


def test_somebody_is_registered(house: House) -> None:
    """The address counts as verified."""
    with house.office.database.write() as unit:
        number = roster.add(house.office, unit, DIA, house.now)
        (row,) = people.addresses_of(unit, number)
        told = roster.one(house.office, unit, people.find_person(unit, number))

    assert row.verified
    assert ("Dia", ["dia@example.org"], False, []) == tuple(
        told[name] for name in ("name", "addresses", "banned", "seats")
    )


@pytest.mark.parametrize(
    "newcomer",
    [
        *(Player("Dia", "ann+2@example.org"), Player("Dia", SERVICE), Player("", "dia@example.org")),
        *(Player("Dia", "dia"), Player("dia@example.org", "dia@example.org")),
    ],
)
def test_who_cannot_be_registered_is_refused(house: House, newcomer: Player) -> None:
    """For an address that somebody has, our own, a name that nobody can read, or no address, or one as a name."""
    with pytest.raises(Refused), house.office.database.write() as unit:
        roster.add(house.office, unit, newcomer, house.now)
    with house.office.database.read() as unit:
        assert 2 == len(roster.everybody(unit))


def test_mails_go_to_the_new_address_and_are_taken_from_both(house: House) -> None:
    """He is told there, and can play from there at once."""
    moved(house, "Ann", "ann@example.net")

    assert "now come to this address" in flat(house.newest("ann@example.net"))
    assert "done" in flat(house.reply("ann@example.net", "draw"))
    before = len(house.mails("Ann"))
    house.reply("Bob", "draw")
    assert before == len(house.mails("Ann"))
    assert "Your move, Ann" in flat(house.newest("ann@example.net"))


def test_an_address_beside_the_first_is_only_taken_from(house: House) -> None:
    """Mails go where they went."""
    first = house.newest("Ann")
    moved(house, "Ann", "ann@example.net", preferred=False)
    house.reply("ann@example.net", "draw", to=first)

    assert [] == house.mails("ann@example.net")
    assert "done" in flat(house.newest("Ann"))


def test_an_address_can_be_taken_away_but_not_the_last(house: House) -> None:
    """What comes from it is a stranger's then."""
    moved(house, "Ann", "ann@example.net")
    with house.office.database.write() as unit:
        roster.remove_address(unit, roster.find(unit, "Ann"), "Ann@Example.org")
    with house.office.database.write() as unit:
        ann = roster.find(unit, "Ann")
        assert ["ann@example.net"] == roster.one(house.office, unit, ann)["addresses"]
        with pytest.raises(Refused, match="only address"):
            roster.remove_address(unit, ann, "ann@example.net")
        with pytest.raises(NotFound, match="no address"):
            roster.remove_address(unit, ann, "bob@example.org")


def test_an_address_of_somebody_else_is_refused(house: House) -> None:
    """Two players cannot share a mailbox."""
    with pytest.raises(Refused, match="address of Bob"):
        moved(house, "Ann", "bob@example.org")


def test_a_banned_player_gets_no_seat_until_it_is_lifted(house: House) -> None:
    """The game at play goes on."""
    with house.office.database.write() as unit:
        roster.ban(unit, roster.find(unit, "Ann"), banned=True)
    assert "done" in flat(house.reply("Ann", "draw"))
    with pytest.raises(Refused, match="banned"):
        house.new_game("Ann", "Cem")
    with house.office.database.write() as unit:
        roster.ban(unit, roster.find(unit, "Ann"), banned=False)
    assert 2 == house.new_game("Ann", "Cem")


def test_who_still_plays_is_not_forgotten(house: House) -> None:
    """The remedy is to give the seat to somebody else."""
    with pytest.raises(Refused) as caught, house.office.database.write() as unit:
        roster.forget(unit, roster.find(unit, "Ann"))

    assert "game 1" in caught.value.reason
    assert "replace" in caught.value.remedy


def test_a_forgotten_player_is_nowhere_in_the_database(house: House) -> None:
    """No address, no name of his, no mail; the others' game is still there."""
    house.reply("Ann", "draw")
    house.write("ann@example.org", house.office.addresses.join, "help")
    ended(house)
    with house.office.database.write() as unit:
        roster.forget(unit, roster.find(unit, "Ann"))
    house.office.database.close()
    data = b"".join(
        value if isinstance(value, bytes) else str(value).encode()
        for table in ("person", "address", "seat", "inbox", "inbox_raw", "outbox", "outbox_raw")
        for row in rows(house, table)
        for value in row
    )

    assert b"ann@example.org" not in data.lower()
    assert "Player 1" == house.match().names[1]
    assert "Bob" == house.match().names[2]
    with house.office.database.write() as unit:
        number = roster.add(house.office, unit, Player("Ann", "ann@example.org"), house.now)
    assert 3 == number


def rows(house: House, table: str) -> list[tuple[object, ...]]:
    """Return all rows of a table."""
    with house.office.database.read() as unit:
        return [tuple(row) for row in unit.connection.exec_driver_sql(f"SELECT * FROM {table}")]


def test_others_mails_are_kept(house: House) -> None:
    """Only what was written to him and by him goes."""
    ended(house)
    with house.office.database.write() as unit:
        roster.forget(unit, roster.find(unit, "Ann"))
    kept = [
        row
        for row in rows(house, "outbox_raw")
        if b"bob@example.org" in b"".join(v for v in row if isinstance(v, bytes))
    ]

    assert len(house.mails("Bob")) == len(kept)
    assert "Pebbles" in text_of(house.newest("Bob"))


def test_a_banned_player_is_neither_invited_nor_let_in(tmp_path: Path) -> None:
    """By no way, and without breaking anything; a seat that was offered before stays open."""
    house = House(tmp_path)
    house.new_game("Ann", "Bob")
    house.new_game("Cem", seats=2)
    with house.office.database.write() as unit:
        join.invite(house.office, unit, 2, "ann@example.org", house.now)
        roster.ban(unit, roster.find(unit, "Ann"), banned=True)
        code = games.seats(unit, 2)[1].code
    house.app.tick()
    answer = house.reply("Ann", "accept")
    sent = len(house.sink.sent)
    house.write("ann@example.org", house.office.addresses.join, f"join {code}")

    assert "has been taken" in flat(answer)
    assert sent == len(house.sink.sent)
    with house.office.database.write() as unit:
        assert games.seats(unit, 2)[1].open
        assert [] == mails.mails_in(unit, "quarantined")
        with pytest.raises(Refused, match="is banned"):
            join.invite(house.office, unit, 2, "ann@example.org", house.now)
