"""Whoever is not the player plays nothing, whatever he knows of a game; and an old mail is only ever answered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.mail.address import Addresses, Keys
from tests.pbem.house import SERVICE, House, configured, flat, reply_to
from tests.pbem.test_house import take_turns

ANN, BOB, EVE = "ann@example.org", "bob@example.org", "eve@evil.example.org"
PASS = "mx.play.example.org; dmarc=pass header.from=example.org"
BARE = SERVICE


def live(house: House) -> str:
    """Return the newest address of Ann's seat, who is asked."""
    return house.office.addresses.reply(1, 1, house.match().seats[1].phase)


def old(house: House) -> str:
    """Return an address of Ann's seat for a move that has passed."""
    return house.office.addresses.reply(1, 1, house.match().seats[1].phase - 1)


def signed_with(house: House, key_id: str, secret: bytes) -> str:
    """Return the newest address of Ann's seat as another key signs it."""
    return Addresses(SERVICE, Keys({key_id: secret}, key_id)).reply(1, 1, house.match().seats[1].phase)


def truncated(address: str) -> str:
    """Return an address without the last letter of its signature."""
    local, _, domain = address.partition("@")
    return f"{local[:-1]}@{domain}"


def answering(house: House) -> str:
    """Return the Message-ID of the mail that asks Ann."""
    return str(house.newest("Ann")["Message-ID"])


FORGERIES: dict[str, Callable[[House], dict[str, str]]] = {
    "forged From": lambda _: {"sender": ANN, "to": BARE},
    "forged results of another server": lambda _: {
        "sender": ANN,
        "to": BARE,
        "Authentication_Results": "mx.evil.example.org; dmarc=pass header.from=example.org",
    },
    "forged results in a comment": lambda _: {
        "sender": ANN,
        "to": BARE,
        "Authentication_Results": 'mx.play.example.org; spf=pass (x "a) dmarc=pass header.from=example.org (b"@evil)',
    },
    "a pass for another domain": lambda _: {"sender": EVE, "to": BARE, "Authentication_Results": PASS},
    "a guessed Message-ID": lambda _: {
        "sender": ANN,
        "to": BARE,
        "In_Reply_To": "<00000000000000ffffff@play.example.org>",
    },
    "a Message-ID known to somebody else": lambda house: {
        "sender": EVE,
        "to": BARE,
        "In_Reply_To": answering(house),
    },
    "the number in the subject": lambda _: {"sender": ANN, "to": BARE, "Subject": "Re: [g1] Pebbles: your move 2"},
    "an old address from elsewhere": lambda house: {"sender": EVE, "to": old(house)},
    "a truncated signature": lambda house: {"sender": ANN, "to": truncated(live(house))},
    "a signature of other letters": lambda house: {"sender": ANN, "to": f"turns+g1.s1.p2.k{'a' * 16}@play.example.org"},
    "an unknown key": lambda house: {"sender": ANN, "to": signed_with(house, "z", b"k" * 32)},
    "another key under our key's name": lambda house: {"sender": ANN, "to": signed_with(house, "k", b"x" * 32)},
    "the signature of another seat": lambda house: {
        "sender": ANN,
        "to": house.office.addresses.reply(1, 2, 2).replace(".s2.", ".s1."),
    },
    "the signature of another game": lambda house: {
        "sender": ANN,
        "to": house.office.addresses.reply(2, 1, 2).replace("+g2.", "+g1."),
    },
    "a bounce address for a seat's": lambda house: {
        "sender": ANN,
        "to": house.office.addresses.bounce(1).replace("+b1", "+g1.s1.p2"),
    },
    "a seat that there is not": lambda house: {"sender": ANN, "to": house.office.addresses.reply(1, 7, 2)},
    "a game that there is not": lambda house: {"sender": ANN, "to": house.office.addresses.reply(9, 1, 2)},
}


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Return a house where it is Ann's second move, that believes its own mail server."""
    house = House(tmp_path, configured(authserv_id="mx.play.example.org"))
    house.new_game("Ann", "Bob")
    house.reply("Ann", "draw")
    house.reply("Bob", "draw")
    return house


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forged_mail_plays_nothing_and_nobody_hears_of_it(house: House, forgery: str) -> None:
    """The same silence for every reason: no mail to anybody, nothing played, no seat touched."""
    before, sent = house.match(), len(house.sink.sent)
    how = FORGERIES[forgery](house)
    house.write(how.pop("sender"), how.pop("to"), "draw\nsay I am a fool\nresign", **how)

    assert sent == len(house.sink.sent)
    assert before.game == house.match().game
    assert before.seats == house.match().seats


def test_a_live_address_from_another_seat_is_only_asked_about(house: House) -> None:
    """Its owner is asked, and the one who wrote hears nothing."""
    bobs = len(house.mails("Bob"))
    house.write(BOB, live(house), "draw")

    assert (1,) == house.match().asked()
    assert bobs == len(house.mails("Bob"))
    assert "came from another address" in flat(house.newest("Ann"))


def test_an_address_in_capitals_plays(house: House) -> None:
    """Clients change the case; that is no forgery."""
    house.write(ANN.upper(), live(house).upper(), "draw")

    assert (2,) == house.match().asked()


def test_addresses_of_a_key_that_was_changed_still_play(house: House) -> None:
    """As long as it is kept; then they are forged."""
    address = live(house)
    office = house.office
    newer = Keys({"k": b"k" * 32, "n": b"n" * 32}, "n")
    house.office = house.app.office = replace(office, addresses=Addresses(SERVICE, newer))
    house.write(ANN, address, "draw")
    assert (2,) == house.match().asked()

    house.office = house.app.office = replace(office, addresses=Addresses(SERVICE, Keys({"n": b"n" * 32}, "n")))
    sent = len(house.sink.sent)
    house.write(ANN, address, "board")
    assert sent == len(house.sink.sent)


def test_of_a_finished_game_every_earlier_mail_is_answered_and_none_played(tmp_path: Path) -> None:
    """With the board as it stands; by its address, and by its Message-ID where the tag got lost."""
    house = House(tmp_path)
    house.new_game("Ann", "Bob")
    take_turns(house)
    end = house.match()
    for name in ("Ann", "Bob"):
        for mail in house.mails(name):
            assert "The game is over" in flat(house.reply(name, "draw", to=mail))
            house.clock.pass_by(hours=1)
            untagged = reply_to(mail, f"{name.lower()}@example.org", "draw", f"{mail['Message-ID'][1:20]}@example.org")
            untagged.replace_header("To", SERVICE)
            count = len(house.mails(name))
            house.accept(untagged.as_bytes(), SERVICE)
            house.app.tick()
            assert count + 1 == len(house.mails(name))

    assert end.game.last_entry == house.match().game.last_entry
    assert end.game.standings == house.match().game.standings


def test_addresses_that_look_alike_are_different_people(tmp_path: Path) -> None:
    """Letters that folding would make one, and a domain in both of its spellings, which is one."""
    house = House(tmp_path)
    house.new_game("straße@example.org", "ann@bücher.example.org")
    to = house.office.addresses.reply(1, 1, 1)
    house.accept(f"From: strasse@example.org\r\nTo: {to}\r\n\r\ndraw\r\n".encode(), to)
    house.app.tick()
    assert (1,) == house.match().asked()
    house.accept(f"From: Straße <Straße@Example.org>\r\nTo: {to}\r\n\r\ndraw\r\n".encode(), to)
    house.app.tick()
    assert (2,) == house.match().asked()
    to = house.office.addresses.reply(1, 2, 1)
    house.accept(f"From: ann@BÜCHER.example.org\r\nTo: {to}\r\n\r\ndraw\r\n".encode(), to)
    house.app.tick()

    assert (1,) == house.match().asked()
    recipients = {parcel.recipient for parcel in house.sink.sent}
    assert {"straße@example.org", "ann@xn--bcher-kva.example.org"} == recipients
    first = next(parcel.raw for parcel in house.sink.sent if parcel.recipient == "straße@example.org")
    assert "<straße@example.org>" in first.decode()
