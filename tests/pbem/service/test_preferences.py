"""How a player likes the mails: zone, threads, ASCII, or none but answers."""

from __future__ import annotations

import re
from email.utils import parsedate_to_datetime
from pathlib import Path
from urllib.parse import unquote

import pytest

from pbem.errors import Refused
from pbem.service import preferences, report
from pbem.service.create import Bot
from tests.pbem.house import House, configured, flat, html_of, text_of

HOST = "host@example.org"


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Return a house with a moderator and a game that waits for Ann."""
    house = House(tmp_path, configured(moderator=HOST))
    house.new_game("Ann", "Bob", "Cem")
    return house


def round_of(house: House) -> None:
    """Let everybody draw, so that Ann is asked anew."""
    for name in ("Ann", "Bob", "Cem"):
        house.reply(name, "draw")


def unsubscribe(house: House, name: str, sender: str = "", text: str = "unsubscribe") -> None:
    """Use the address in List-Unsubscribe of a player's newest mail, as a mail program does."""
    header = str(house.newest(name)["List-Unsubscribe"])
    to = header.rpartition("mailto:")[2].rstrip(">")
    house.write(sender or f"{name.casefold()}@example.org", to, text, Subject="unsubscribe")


def test_dates_are_shown_in_the_readers_zone(house: House) -> None:
    """In the header and in the deadline; each reader has a zone of his own."""
    answer = house.reply("Ann", "set zone europe/berlin")
    assert "set zone Europe/Berlin" in text_of(answer)
    assert "By Thu 3 Dec 13:00 CET" in flat(answer)
    assert 3600 == parsedate_to_datetime(str(answer["Date"])).utcoffset().total_seconds()

    round_of(house)
    assert "13:00 CET" in flat(house.newest("Ann"))
    house.reply("Bob", "help")
    assert 0 == parsedate_to_datetime(str(house.newest("Bob")["Date"])).utcoffset().total_seconds()


def test_an_unknown_zone_is_refused_with_the_nearest(house: House) -> None:
    """Nothing is changed."""
    answer = house.reply("Ann", "set zone europe/berlim")

    assert "Europe/Berlin" in flat(answer)
    assert "12:00 UTC" in flat(answer)


def test_what_there_is_to_set_is_told(house: House) -> None:
    """By `set` alone, and where somebody sets what there is not."""
    assert "set threads on" in text_of(house.reply("Ann", "set"))
    assert "set ascii on" in flat(house.reply("Ann", "set ascii perhaps"))


def test_mails_of_a_game_stand_in_one_thread(house: House) -> None:
    """Each names the one before it; an answer names the player's own mail."""
    first = house.newest("Ann")
    answer = house.reply("Ann", "draw")
    house.reply("Bob", "draw")
    house.reply("Cem", "draw")
    turn = house.newest("Ann")

    assert str(first["Message-ID"]) in str(answer["References"])
    assert "@example.org>" in str(answer["In-Reply-To"])
    assert str(answer["Message-ID"]) == str(turn["In-Reply-To"]) == str(turn["References"])
    assert "auto-generated" == str(turn["Auto-Submitted"])


def test_threads_can_be_turned_off(house: House) -> None:
    """Then each turn begins a thread."""
    house.reply("Ann", "set threads off")
    round_of(house)

    assert None is house.newest("Ann")["In-Reply-To"]


def test_mails_can_be_had_in_plain_ascii(tmp_path: Path) -> None:
    """Names in the headers and in both twins; no letter is lost without a trace."""
    house = House(tmp_path)
    house.new_game("Ann", bots=(Bot("Zoë Ørsted ŝ你", 1),))
    answer = house.reply("Ann", "set ascii on; say Grüße – „schön“")
    raw = next(parcel.raw for parcel in reversed(house.sink.sent) if parcel.recipient == "ann@example.org")

    assert raw.isascii()
    assert {"us-ascii"} == {part.get_content_charset() for part in answer.iter_parts()}
    assert "Zoe Orsted s?" in text_of(answer)
    assert "Zo&#235;" in html_of(answer)


def test_unsubscribing_stops_everything_but_answers(house: House) -> None:
    """It is confirmed once with what it means; turns and reminders stop, answers do not."""
    unsubscribe(house, "Ann")
    unsubscribe(house, "Ann")
    assert "You get no more mails from here, except answers" in flat(house.newest("Ann"))
    count = len(house.mails("Ann"))
    round_of(house)
    house.clock.pass_by(hours=49)
    house.app.tick()

    assert count + 1 == len(house.mails("Ann"))
    assert house.reply("Ann", "board") is not None
    assert 1 == sum("wants no more mails" in flat(mail) for mail in house.mails(HOST))


def test_unsubscribing_resigns_nothing_and_can_be_taken_back(house: House) -> None:
    """The game still counts on the player, who gets the next turn again after "set mails on"."""
    unsubscribe(house, "Ann")
    assert not house.match().seats[1].resigned
    with house.office.database.read() as unit:
        assert [False, True, True] == [seat["mails"] for seat in report.game(house.office, unit, 1)["seats"]]
    house.reply("Ann", "set mails on")
    round_of(house)

    assert "Your move, Ann" in flat(house.newest("Ann"))


def test_the_word_alone_unsubscribes_too(house: House) -> None:
    """Also in answer to an old mail."""
    old = house.newest("Ann")
    round_of(house)
    answer = house.reply("Ann", "unsubscribe", to=old)

    assert "You get no more mails from here, except answers" in flat(answer)
    assert "answers an earlier move" not in flat(answer)


def test_the_mail_of_a_mail_program_may_say_anything(house: House) -> None:
    """Some write a sentence of their own; from wherever it comes, only the registered address hears of it."""
    unsubscribe(house, "Ann", "ann@phone.example.org", "This message was automatically generated by your mail program.")

    assert "You get no more mails" in flat(house.newest("Ann"))
    assert [] == house.mails("ann@phone.example.org")


def test_every_mail_to_a_player_says_how_to_leave(house: House) -> None:
    """By mail; with one click only where the host has a page for it. The moderator's alarms are no such mails."""
    for parcel_mail in house.mails("Ann"):
        assert str(parcel_mail["List-Unsubscribe"]).startswith("<mailto:turns+u")
        assert None is parcel_mail["List-Unsubscribe-Post"]


def test_one_click_needs_a_page(tmp_path: Path) -> None:
    """RFC 8058: its address names the reader by a signed code of his own, and does not fold or encode it."""
    house = House(tmp_path, configured(unsubscribe_url="https://play.example.org/leave?{reader}"))
    house.new_game("Ann", "Bob")
    ways = [str(house.newest(name)["List-Unsubscribe"]) for name in ("Ann", "Bob")]

    pattern = r"<https://play\.example\.org/leave\?(u\d\.k[a-z2-7]{16})>, <mailto:turns\+\1@play\.example\.org>"
    codes = {found[1] for way in ways if (found := re.fullmatch(pattern, way))}
    assert 2 == len(codes)
    assert "List-Unsubscribe=One-Click" == str(house.newest("Ann")["List-Unsubscribe-Post"])


def test_the_page_hands_the_code_back(house: House) -> None:
    """It names one reader and nothing else; a forged one is refused."""
    code = house.office.addresses.leaving_code(1)
    with house.office.database.write() as unit:
        preferences.unsubscribe_by_code(house.office, unit, code.upper(), house.now)
    house.app.tick()
    assert "You get no more mails" in flat(house.newest("Ann"))

    others = [
        house.office.addresses.reply(1, 1, 1),
        house.office.addresses.bounce(1),
        code.replace("u1", "u2"),
        "",
        "@",
    ]
    for wrong in (other.partition("+")[2].partition("@")[0] or other for other in others):
        with pytest.raises(Refused), house.office.database.write() as unit:
            preferences.unsubscribe_by_code(house.office, unit, wrong, house.now)


def test_without_plus_parts_the_subject_names_the_reader(tmp_path: Path) -> None:
    """By the same signed code; the word alone, from anybody, does nothing."""
    house = House(tmp_path, configured(plus=False))
    house.new_game("Ann", "Bob")
    to, subject = str(house.newest("Ann")["List-Unsubscribe"]).strip("<>").removeprefix("mailto:").split("?subject=")
    house.write("ann@example.org", to, "", Subject="unsubscribe")
    assert 1 == len(house.mails("Ann"))
    house.write("ann@phone.example.org", to, "", Subject=unquote(subject))

    assert "You get no more mails" in flat(house.newest("Ann"))
    assert 1 == len(house.mails("Bob"))


def test_a_forged_unsubscription_does_nothing(house: House) -> None:
    """Its address is signed like all others."""
    count = len(house.mails("Ann"))
    house.write("ann@example.org", "turns+u1.kaaaaaaaaaaaaaaaa@play.example.org", "unsubscribe")
    assert count == len(house.mails("Ann"))

    house.reply("Ann", "draw")
    assert count + 1 == len(house.mails("Ann"))
