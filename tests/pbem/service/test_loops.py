"""Two turn processors that write to each other stop at once."""

from __future__ import annotations

import email
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.mail.address import Addresses, Keys
from pbem.service.limits import MOST_IDLE
from tests.pbem.house import SERVICE, House, read

OTHER = "games@other.example.org"


def other_house(folder: Path) -> House:
    """Return a second service, at another address, with keys of its own."""
    house = House(folder, first_id=1_000_000)
    addresses = Addresses(OTHER, Keys({"o": b"o" * 32}, "o"))
    config = house.office.config
    mail = type(config.mail)(address=OTHER, name="other")
    changes = {"addresses": addresses, "config": type(config)(mail=mail, directory=config.directory)}
    house.office = type(house.office)(**{**{n: getattr(house.office, n) for n in house.office.__slots__}, **changes})
    house.app.office = house.office
    return house


def vouched(house: House) -> House:
    """Let a house believe its own mail server's word for whoever writes."""
    config = house.office.config
    house.office = replace(house.office, config=replace(config, mail=replace(config.mail, authserv_id="mx")))
    house.app.office = house.office
    return house


def exchange(one: House, other: House, rounds: int = 5, stripped: Sequence[str] = ()) -> None:
    """Carry every mail between the two services, several times to and fro, by a relay that takes fields out."""
    seen = {id(one): 0, id(other): 0}
    for _ in range(rounds):
        for source, target in ((one, other), (other, one)):
            new = source.sink.sent[seen[id(source)] :]
            seen[id(source)] = len(source.sink.sent)
            for parcel in new:
                sender = None if "Return-Path" in stripped else parcel.sender
                target.accept(relayed(parcel.raw, stripped), parcel.recipient, sender)
            target.app.tick()


def relayed(raw: bytes, stripped: Sequence[str]) -> bytes:
    """Return a mail without some fields, and with the word of a server that vouches for its sender."""
    mail = email.message_from_bytes(raw)
    for name in stripped:
        del mail[name]
    domain = str(mail["From"]).rpartition("@")[2].strip(">")
    return f"Authentication-Results: mx; dmarc=pass header.from={domain}\r\n".encode() + mail.as_bytes()


def test_two_services_that_have_each_other_as_players_stop_after_one_mail_each(tmp_path: Path) -> None:
    """Each asks the other for its move, and takes the other's mail for what a machine has written."""
    one, other = House(tmp_path / "one"), other_house(tmp_path / "other")
    one.new_game(OTHER, "Ann")
    other.new_game("turns@play.example.org", "Bob")
    exchange(one, other)

    assert 1 == len([parcel for parcel in one.sink.sent if parcel.recipient == OTHER])
    assert 1 == len([parcel for parcel in other.sink.sent if parcel.recipient == "turns@play.example.org"])
    assert 1 == one.match().game.last_entry


MARKS = ("X-Loop", "Auto-Submitted", "X-Auto-Response-Suppress", "List-Unsubscribe", "Return-Path")


@pytest.mark.parametrize(
    "stripped",
    [
        ("X-Loop",),
        ("Auto-Submitted",),
        ("X-Loop", "Auto-Submitted"),
        MARKS,
        (*MARKS, "Reply-To"),
        ("Auto-Submitted", "Reply-To"),
    ],
)
@pytest.mark.parametrize("in_from", [False, True])
def test_they_stop_whatever_a_relay_has_taken_out(tmp_path: Path, stripped: Sequence[str], *, in_from: bool) -> None:
    """Even where each one's mail server vouches for the other's mails, and the reply address stands in From."""
    houses = [vouched(House(tmp_path / "one")), vouched(other_house(tmp_path / "other"))]
    for house in houses:
        config = house.office.config
        mail = replace(config.mail, reply_to=not in_from)
        house.office = house.app.office = replace(house.office, config=replace(config, mail=mail))
    one, other = houses
    one.new_game(OTHER, "Ann")
    other.new_game("turns@play.example.org", "Bob")
    exchange(one, other, rounds=50, stripped=stripped)

    sent = [sum(parcel.recipient == to for parcel in house.sink.sent) for house, to in ((one, OTHER), (other, SERVICE))]
    marked = "Reply-To" not in stripped or in_from
    assert max(sent) <= (1 if marked else 2 + MOST_IDLE)
    assert not marked or 1 == one.match().game.last_entry


def test_a_forwarder_that_sends_all_back_to_us_stops_at_once(tmp_path: Path) -> None:
    """Our own mail, whatever it was wrapped in on the way, is answered by nobody."""
    house = House(tmp_path)
    house.new_game("Ann", "Bob")
    for parcel in list(house.sink.sent):
        house.accept(parcel.raw, str(read(parcel.raw)["Reply-To"]), "ann@example.org")
    before = len(house.sink.sent)
    house.app.tick()

    assert before == len(house.sink.sent)
