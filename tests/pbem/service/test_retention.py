"""Raw mails are emptied when they have served their time; what is unfinished stays."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.config import Config, Retention
from pbem.errors import Refused
from pbem.service import archive, quarantine
from pbem.store import games, mails
from pbem.transport.base import Received
from tests.pbem.house import House


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Return a house that keeps mails for ten days; Ann has sent an order, a stranger has written too."""
    house = House(tmp_path, replace(Config(), retention=Retention(days=10)))
    house.new_game("Ann", "Bob")
    house.reply("Ann", "draw")
    house.write("eve@example.org", "turns@play.example.org", "hello")
    return house


def octets(house: House, mail: int) -> int:
    """Return how much is left of a mail."""
    with house.office.database.read() as unit:
        return len(mails.find_mail(unit, mail).raw)


def end(house: House, state: str = "over") -> None:
    """End the game."""
    with house.office.database.write() as unit:
        games.set_game(unit, 1, state=state)


def test_old_mails_are_emptied_and_young_ones_kept(house: House) -> None:
    """The stranger's after ten days."""
    house.clock.pass_by(days=9)
    house.app.tick()
    assert octets(house, 2) > 0
    house.clock.pass_by(days=2)
    house.app.tick()

    assert 0 == octets(house, 2)


def test_mails_of_an_unfinished_game_are_kept(house: House) -> None:
    """However old; once it is over they go too, in and out, and its archive stays whole."""
    house.clock.pass_by(days=100)
    house.app.tick()
    assert octets(house, 1) > 0
    end(house)
    house.clock.pass_by(days=2)
    house.app.tick()

    assert 0 == octets(house, 1)
    with house.office.database.read() as unit:
        assert len(archive.build(house.office, unit, 1)) > 0
        assert [] != mails.mails_of_game(unit, 1)
        with pytest.raises(Refused, match="kept no longer"):
            quarantine.raw(unit, 1)


def test_what_waits_in_quarantine_is_kept(house: House) -> None:
    """Until the host has decided."""
    house.app.accept(Received(b"From: x\r\n\r\n", None, None, datetime(2026, 12, 1, tzinfo=UTC), "test", 99))
    house.app.tick()
    house.clock.pass_by(days=100)
    house.app.tick()

    assert octets(house, 3) > 0


def test_it_is_done_once_a_day(house: House) -> None:
    """A second pass within a day looks at nothing."""
    house.app.tick()
    house.clock.pass_by(hours=23)
    end(house)
    with house.office.database.write() as unit:
        mails.mark(unit, 2, "done", "stranger")
    house.clock.pass_by(days=11)
    house.app.tick()
    assert 0 == octets(house, 2)
    house.write("eve@example.org", "turns@play.example.org", "again")
    house.clock.pass_by(hours=1)
    house.app.tick()

    assert octets(house, 3) > 0


def test_the_same_mail_is_known_again_when_it_was_emptied(house: House) -> None:
    """Its digest stays: a server that delivers it once more changes nothing."""
    house.clock.pass_by(days=11)
    house.app.tick()
    with house.office.database.read() as unit:
        digest = mails.find_mail(unit, 2).digest
        recipient = mails.find_mail(unit, 2).recipient
    with house.office.database.write() as unit:
        assert not mails.add_mail(unit, digest, recipient, house.now, "test", b"x", "new", "")
