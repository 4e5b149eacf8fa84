"""A thousand broken mails among real orders, through the whole service; and no secret of it in the log."""

from __future__ import annotations

import random
from io import StringIO
from pathlib import Path

import pytest
import structlog

from pbem.cli.log import configure
from pbem.service import process, quarantine
from tests.pbem.house import House, reply_to
from tests.pbem.mail.post import SAMPLES
from tests.pbem.mail.test_hostile import mutated
from tests.pbem.test_house import take_turns

BROKEN = 1_000
AT_ONCE = 60
CORPUS = [*sorted(SAMPLES.glob("*.eml")), *sorted((SAMPLES.parent / "hostile").glob("*.eml"))]


def test_a_thousand_broken_mails_do_no_harm_to_real_orders(tmp_path: Path) -> None:
    """Every real order is played; the rest is silent or kept; a tenth of it goes to the player's live address."""
    rng, house = random.Random(20_261_201), House(tmp_path)
    house.new_game("Ann", "Bob", "Cem")
    corpus = [path.read_bytes() for path in CORPUS]
    orders = 0
    while not house.match().over:
        (seat, *_) = house.match().asked()
        name = house.match().names[seat]
        for number in range(AT_ONCE):
            to = str(house.newest(name)["Reply-To"]) if number % 10 == 0 else "turns@play.example.org"
            house.accept(mutated(rng.choice(corpus)[:20_000], rng), to, rng.choice((None, "", "eve@example.net")))
        before = house.match().game.last_entry
        take_turns_once(house)
        orders += 1
        assert house.match().game.last_entry > before

    assert orders * AT_ONCE >= BROKEN
    with house.office.database.read() as unit:
        kept = [row["reason"] for row in quarantine.waiting(unit, "quarantined")]
    assert [] == [reason for reason in kept if not reason.startswith("The mail")]


def take_turns_once(house: House) -> None:
    """Let whoever is asked give one order."""
    with pytest.raises(AssertionError, match="does not end"):
        take_turns(house, 1)


def test_no_secret_stands_in_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole game with faults: neither addresses, nor signatures, seeds, Message-IDs or words of players."""
    written = StringIO()
    monkeypatch.setattr("sys.stderr", written)
    configure(0)
    try:
        house = House(tmp_path)
        house.new_game("Ann", "Bob")
        house.accept(reply_to(house.newest("Bob"), "bob@example.org", "say abracadabra", "b@example.org").as_bytes())
        take_turns(house)
        house.reply("eve@example.org", "draw", to=house.newest("Ann"))
        monkeypatch.setattr(process, "submit", lambda desk: {}[desk.letter.recipients[0]])
        house.reply("Ann", "board", to=house.mails("Ann")[0])
    finally:
        structlog.reset_defaults()
    log = written.getvalue()
    signed = {str(mail["Reply-To"]).partition("@")[0].rpartition(".")[2] for mail in house.mails("Ann")}
    ids = {str(mail["Message-ID"]).strip("<>").partition("@")[0] for mail in house.mails("Ann")}

    assert "mail processed" in log
    assert "KeyError" in log
    assert [] == [word for word in (*signed, *ids, "5e" * 32, "@", "abracadabra") if word in log]
