"""The outbox: what one recipient's refusal does, what a refusal of our account does, and how both are mended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from pbem.config import Config, Outbox
from pbem.errors import NotFound
from pbem.service import quarantine, report
from pbem.transport.base import Delivery, Parcel
from pbem.transport.memory import MemorySink
from tests.pbem.house import House, address

QUOTA = Delivery(0, "account", 550, "5.4.5 Daily user sending limit exceeded")
NOBODY = Delivery(0, "refused", 550, "5.1.1 no such user")


class Counting(MemorySink):
    """A sink that notes to whom it was asked to send, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.tried: list[str] = []

    def send(self, parcels: Sequence[Parcel]) -> Iterator[Delivery]:
        """Note and send; after a refusal of the account nothing more is tried."""
        for delivery, parcel in zip(super().send(parcels), parcels, strict=True):
            if delivery.text != QUOTA.text or self.answers.get(parcel.recipient):
                self.tried.append(parcel.recipient.partition("@")[0])
            yield delivery


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Return a house whose sink notes what it was asked."""
    house = House(tmp_path)
    house.sink = house.app.sink = Counting()
    return house


def status(house: House) -> dict[str, object]:
    """Return what the operator sees."""
    with house.office.database.read() as unit:
        return report.status(house.office, unit, house.now)


def letters(house: House) -> list[dict[str, object]]:
    """Return the dead letters."""
    with house.office.database.read() as unit:
        return quarantine.letters(unit)


def test_a_refusal_of_our_account_holds_everything_and_alarms_once(house: House) -> None:
    """Nothing is tried while it lasts; the reason is shown; the second refusal in a row rings no second bell."""
    house.sink.answers[address("Ann")] = house.sink.answers[address("Bob")] = QUOTA
    with capture_logs() as logs:
        house.new_game("Ann", "Bob", "Cem")
        house.app.tick()
        house.clock.pass_by(minutes=61)
        house.app.tick()

    assert [] == house.sink.sent
    assert "550 5.4.5 Daily user sending limit exceeded" == status(house)["outbox_held_because"]
    assert 1 == sum(entry["log_level"] == "critical" for entry in logs)


def test_after_a_hold_others_go_first(house: House) -> None:
    """One recipient misread as a refusal of our account keeps nobody else waiting for longer than one hold."""
    house.sink.answers[address("Ann")] = QUOTA
    house.new_game("Ann", "Bob", "Cem")
    assert ["ann"] == house.sink.tried
    house.clock.pass_by(minutes=60)
    house.app.tick()

    assert {address("Bob"), address("Cem")} == {parcel.recipient for parcel in house.sink.sent}
    assert None is status(house)["outbox_held_until"]


def test_a_mail_that_alone_is_refused_becomes_a_dead_letter(house: House) -> None:
    """Once others pass right after it, the refusal was about that recipient: he holds nothing up any more."""
    house.sink.answers[address("Ann")] = QUOTA
    house.new_game("Ann", "Bob", "Cem")
    house.clock.pass_by(hours=2)
    house.new_game("Ann", "Bob")

    reason = "550 5.4.5 Daily user sending limit exceeded"
    assert [("Ann", reason), ("Ann", reason)] == [(letter["to"], letter["reason"]) for letter in letters(house)]
    assert [address("Bob"), address("Cem"), address("Bob")] == [parcel.recipient for parcel in house.sink.sent]
    assert None is status(house)["outbox_held_until"]


def test_a_refused_recipient_touches_no_other(house: House) -> None:
    """His mail is a dead letter; it is listed without his address and can be sent again."""
    house.sink.answers[address("Ann")] = NOBODY
    house.new_game("Ann", "Bob", "Cem")
    (letter,) = letters(house)

    assert 2 == len(house.sink.sent)
    assert ("Ann", 1, 1, "turn") == (letter["to"], letter["game"], letter["seat"], letter["kind"])
    assert "ann@" not in str(letter)

    house.sink.answers.clear()
    with house.office.database.write() as unit:
        quarantine.retry(unit, int(str(letter["letter"])), house.now)
    house.app.tick()
    assert [1, 0] == [len(house.mails("Ann")), len(letters(house))]


def test_a_refused_recipient_keeps_no_other_batch_waiting(tmp_path: Path) -> None:
    """What one address is refused for says nothing of the next; a server that is away is left alone."""
    greylisted = Delivery(0, "later", 450, "4.7.1 Try again later")
    house = House(tmp_path, replace(Config(), outbox=Outbox(batch=1)))
    house.sink.answers |= {address("Ann"): NOBODY, address("Bob"): greylisted}
    house.new_game("Ann", "Bob", "Cem")
    house.new_game("Dia", "Ann", "Eli")
    assert [address("Cem"), address("Dia"), address("Eli")] == [parcel.recipient for parcel in house.sink.sent]

    house.sink.down = True
    house.new_game("Cem", "Dia", "Eli")
    house.sink.down = False
    house.app.tick()
    assert 5 == len(house.sink.sent)


def test_only_a_dead_letter_can_be_sent_again(house: House) -> None:
    """What was sent is not sent twice."""
    house.new_game("Ann", "Bob")
    for number in (1, 99):
        with pytest.raises(NotFound), house.office.database.write() as unit:
            quarantine.retry(unit, number, house.now)
