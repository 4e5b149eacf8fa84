"""How much one sender may cause: every order is played, and answers over the limit are told of together, later."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pbem.config import Config, Limits
from pbem.service.limits import MOST_IDLE
from tests.pbem.house import House, flat, text_of


def limited(folder: Path, **limits: int) -> House:
    """Return a house with these limits, at the beginning of an hour."""
    return House(folder, replace(Config(), limits=Limits(**limits)))


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Return a house that answers one address twice an hour."""
    house = limited(tmp_path, per_sender=2)
    house.new_game("Ann", "Bob", "Cem")
    return house


def test_orders_over_the_limit_are_played_and_not_answered(house: House) -> None:
    """The next player is asked as ever."""
    prompt = house.newest("Ann")
    for _ in range(2):
        assert house.reply("Ann", "help", to=prompt) is not None

    assert None is house.reply("Ann", "draw", to=prompt)
    assert "Your move, Bob" in flat(house.newest("Bob"))


def test_withheld_answers_are_told_of_in_the_next_hour(house: House) -> None:
    """In one mail, with the news and the board, and once."""
    prompt = house.newest("Ann")
    for text in ("help", "help", "draw", "board", "board"):
        house.reply("Ann", text, to=prompt)
    count = len(house.mails("Ann"))
    house.clock.pass_by(minutes=61)
    house.app.tick()
    house.app.tick()

    assert count + 1 == len(house.mails("Ann"))
    assert "3 more mails of yours were not answered" in flat(house.newest("Ann"))
    assert "SINCE YOUR LAST MAIL" in text_of(house.newest("Ann"))


def test_a_turn_mail_meanwhile_tells_of_them_too(house: House) -> None:
    """Then no other mail follows."""
    prompt = house.newest("Ann")
    for text in ("help", "help", "draw"):
        house.reply("Ann", text, to=prompt)
    house.reply("Bob", "draw")
    house.reply("Cem", "draw")
    assert "1 more mail of yours was not answered" in flat(house.newest("Ann"))
    count = len(house.mails("Ann"))
    house.clock.pass_by(minutes=61)
    house.app.tick()

    assert count == len(house.mails("Ann"))


def test_in_the_next_hour_mails_are_answered_again(house: House) -> None:
    """The limit is one of an hour."""
    prompt = house.newest("Ann")
    for _ in range(3):
        house.reply("Ann", "help", to=prompt)
    house.clock.pass_by(minutes=61)

    assert house.reply("Ann", "help") is not None


def test_a_mail_domain_has_a_limit_of_its_own(tmp_path: Path) -> None:
    """Whichever of its players writes."""
    house = limited(tmp_path, per_host=2)
    house.new_game("Ann", "Bob", "zoe@example.net")

    answers = [house.reply(name, "help") is not None for name in ("Ann", "Bob", "Ann", "zoe@example.net")]
    assert [True, True, False, True] == answers


def test_a_machine_that_answers_everything_comes_to_rest(house: House) -> None:
    """An automatic answer that does not say what it is, to every mail of ours: two an hour, no more."""
    for _ in range(12):
        house.reply("Ann", "I am on holiday, your mail is not read")

    assert 3 == len(house.mails("Ann"))


def test_a_stolen_address_does_not_fill_its_owners_mailbox(tmp_path: Path) -> None:
    """Five questions an hour, from however many addresses; the player's own mails are answered as ever."""
    house = House(tmp_path)
    house.new_game("Ann", "Bob")
    prompt = house.newest("Ann")
    for number in range(8):
        house.write(f"eve{number}@example.net", str(prompt["Reply-To"]), "draw")
    assert 1 + 5 == len(house.mails("Ann"))

    assert "draw done" in flat(house.reply("Ann", "draw", to=prompt))


def test_a_machine_without_any_mark_comes_to_rest(tmp_path: Path) -> None:
    """Mails that change nothing are answered so often and no more; a person is told of it with his next mail."""
    house = House(tmp_path)
    house.new_game("Ann", "Bob")
    answers = [house.reply("Ann", f"We have received your mail, ticket AB-{number}.") for number in range(40)]
    house.clock.pass_by(hours=2)
    house.app.tick()

    assert [True] * MOST_IDLE + [False] * (40 - MOST_IDLE) == [answer is not None for answer in answers]
    assert MOST_IDLE + 1 == len(house.mails("Ann"))
    assert "10 more mails of yours were not answered" in flat(house.reply("Ann", "draw"))
