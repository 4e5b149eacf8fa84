"""What providers do to mails, and the keys that make good for it: Reply-To, plus parts, Message-IDs; signatures."""

from __future__ import annotations

from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem import app
from pbem.config import Config, Mail
from pbem.errors import Misconfigured
from pbem.mail.address import mailbox
from pbem.service import process
from pbem.store import games, people
from tests.pbem.house import SERVICE, House, configured, flat, html_of


def answering(house: House, mail: EmailMessage, text: str, sender: str = "ann@example.org") -> None:
    """Answer a mail by its Message-ID alone: to the plain address, as where plus parts get lost."""
    house.write(sender, SERVICE, text, In_Reply_To=str(mail["Message-ID"]), Subject=f"Re: {mail['Subject']}")


def drew(house: House) -> bool:
    """Tell whether Ann's card is drawn."""
    return house.match().asked() == (2,)


def test_without_reply_to_the_reply_address_stands_in_from(tmp_path: Path) -> None:
    """So that "reply" goes there; an answer to it is no loop."""
    house = House(tmp_path, configured(reply_to=False))
    house.new_game("Ann", "Bob")
    mail = house.newest("Ann")
    assert mail["From"].addresses[0].addr_spec == str(mail["Reply-To"])

    house.write("ann@example.org", mail["From"].addresses[0].addr_spec, "draw")
    assert drew(house)


def test_without_plus_parts_play_goes_on_by_message_id(tmp_path: Path) -> None:
    """The mails use the plain address, hold no links to new mails, and say that only a reply is understood."""
    house = House(tmp_path, configured(plus=False))
    house.new_game("Ann", "Bob")
    mail = house.newest("Ann")
    assert SERVICE == str(mail["Reply-To"])
    assert 'Please answer this very mail ("reply")' in flat(mail)
    assert "mailto:" not in html_of(mail)

    answering(house, mail, "draw")
    assert drew(house)
    assert "tag of the address was lost" not in flat(house.newest("Ann"))


def test_where_plus_parts_arrive_nothing_is_said_of_it(tmp_path: Path) -> None:
    """The menu's links write to the seat's address."""
    house = House(tmp_path)
    house.new_game("Ann", "Bob")

    assert "this very mail" not in flat(house.newest("Ann"))
    assert "mailto:turns%2Bg1" in html_of(house.newest("Ann"))


def test_an_invitation_is_accepted_by_message_id(tmp_path: Path) -> None:
    """Where the plus part is lost, the question is known by the mail that put it."""
    house = House(tmp_path, configured(plus=False))
    game = house.new_game("Ann", seats=2)
    with house.office.database.read() as unit:
        code = games.seats(unit, game)[1].code
    house.write("Zoe <zoe@example.org>", SERVICE, f"join {code}")
    answering(house, house.newest("zoe@example.org"), "accept", "Zoe <zoe@example.org>")

    assert {1: "Ann", 2: "Zoe"} == house.match(game).names


def test_held_orders_are_confirmed_by_message_id(tmp_path: Path) -> None:
    """By the registered player alone."""
    house = House(tmp_path)
    house.new_game("Ann", "Bob")
    house.write("ann@work.example.org", str(house.newest("Ann")["Reply-To"]), "draw")
    question = house.newest("Ann")
    answering(house, question, "yes", "eve@example.org")
    assert not drew(house)

    answering(house, question, "yes")
    assert drew(house)


def test_a_rewritten_message_id_still_leads_to_our_mail(tmp_path: Path) -> None:
    """References carry ours: a reply names the provider's as its parent, and ours before it."""
    house = House(tmp_path, configured(message_id=False, plus=False))
    house.new_game("Ann", "Bob")
    mail = house.newest("Ann")
    assert str(mail["References"]).endswith(str(mail["Message-ID"]))

    foreign = "<rewritten@provider.example>"
    references = f"{mail['References']} {foreign}"
    house.write("ann@example.org", SERVICE, "draw", In_Reply_To=foreign, References=references)
    assert drew(house)


@pytest.fixture
def strict(tmp_path: Path) -> House:
    """Return a house that takes nothing but signed mail, and checks the signatures itself."""
    house = House(tmp_path, replace(Config(), mail=Mail(check_dkim=True, require_pass=True)))
    house.office = replace(house.office, lookup=lambda name: None)
    house.app.office = house.office
    house.new_game("Ann", "Bob")
    return house


def test_orders_without_a_good_signature_are_held(strict: House) -> None:
    """Where the DNS says nothing, nobody is vouched for: fail closed, and the registered address is asked."""
    strict.reply("Ann", "draw")

    assert not drew(strict)
    assert "came from another address: draw" in flat(strict.newest("Ann"))


def test_orders_with_a_good_signature_are_played(strict: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The signature is looked up once a mail, before the write lock is taken."""
    asked: list[bytes] = []

    def signers(raw: bytes, lookup: object) -> tuple[str, ...]:
        asked.append(raw)
        return ("example.org",)

    monkeypatch.setattr(process.signature, "signers", signers)
    strict.reply("Ann", "draw")

    assert drew(strict)
    assert 1 == len(asked)


def test_checking_signatures_needs_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the library the service does not start, instead of letting everybody in or nobody."""
    monkeypatch.setitem(__import__("sys").modules, "dkim", None)
    with pytest.raises(Misconfigured, match="check_dkim"):
        app._lookup()


def test_no_mail_is_checked_where_nobody_asks_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The DNS is asked nothing."""
    house = House(tmp_path)
    house.new_game("Ann", "Bob")
    monkeypatch.setattr(process.signature, "signers", lambda raw, lookup: pytest.fail("looked up"))
    house.reply("Ann", "draw")
    with house.office.database.read() as unit:
        assert people.by_mailbox(unit, mailbox("ann@example.org")) is not None

    assert drew(house)
