"""Mails that cannot be fetched: the host sees why and since when, until they can be again."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.errors import Unreachable
from pbem.service import report
from pbem.transport.base import Accept
from pbem.transport.memory import MemorySource
from tests.pbem.house import House


class Mailbox(MemorySource):
    """A source that fails while it has a fault."""

    def __init__(self, fault: Exception | None = None) -> None:
        super().__init__()
        self.fault = fault

    def fetch(self, accept: Accept) -> int:
        """Fetch, or fail."""
        if self.fault is not None:
            raise self.fault
        return super().fetch(accept)


def unreached(house: House) -> tuple[object, object]:
    """Return what the operator sees: since when, and why."""
    with house.office.database.read() as unit:
        found = report.status(house.office, unit, house.now)
    return found["unreached_since"], found["unreached_because"]


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Return a house whose mailbox refuses the login."""
    house = House(tmp_path)
    house.app.sources = [Mailbox(Unreachable("imap.example.org refuses the login.", "Check the password."))]
    house.app.tick()
    return house


def test_the_host_sees_since_when_no_mail_is_fetched(house: House) -> None:
    """The first failure counts, whatever the later ones are."""
    house.clock.pass_by(hours=2)
    house.app.tick()
    assert unreached(house) == ("2026-12-01T12:00:00+00:00", "imap.example.org refuses the login.")

    house.app.sources = [Mailbox(KeyError("odd")), *house.app.sources]
    house.app.tick()
    since, because = unreached(house)
    assert since == "2026-12-01T12:00:00+00:00"
    assert because == "Mailbox broke with KeyError; the log tells more.; imap.example.org refuses the login."


def test_the_note_goes_when_mails_come_again(house: House) -> None:
    """And a later failure begins anew."""
    house.app.sources = [Mailbox()]
    house.app.tick()
    assert unreached(house) == (None, None)

    house.clock.pass_by(hours=1)
    house.app.sources = [Mailbox(Unreachable("It does not answer.", "Wait."))]
    house.app.tick()
    assert unreached(house) == ("2026-12-01T13:00:00+00:00", "It does not answer.")
