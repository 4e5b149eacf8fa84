"""Mails that broke something: looked at, let through, or given up; the player's deadline waits meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.errors import NotFound, Refused
from pbem.mail import compose
from pbem.service import process, quarantine
from pbem.store import games, mails
from pbem.store.records import SeatRow
from pbem.transport.base import Received
from tests.pbem.house import House, configured, flat

HOURS = 3600


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    """Return a house where a mail of Ann's, who is asked, broke the rules two hours after it was her move."""
    house = House(tmp_path)
    house.new_game("Ann", "Bob")
    house.clock.pass_by(hours=2)
    with monkeypatch.context() as broken:
        broken.setattr(process, "submit", _fail)
        house.reply("Ann", "draw")
    return house


def _fail(_: object) -> None:
    raise ZeroDivisionError("a fault of ours\x1b[31m")


def ann(house: House) -> SeatRow:
    """Return Ann's seat."""
    with house.office.database.read() as unit:
        return games.seats(unit, 1)[0]


def test_a_broken_mail_is_listed_with_its_reason(house: House) -> None:
    """With game and seat, and the last line of the traceback."""
    with house.office.database.read() as unit:
        (row,) = quarantine.waiting(unit)
        shown = quarantine.one(unit, 1)

    assert (1, "quarantined", 1, 1) == (row["mail"], row["state"], row["game"], row["seat"])
    assert "ZeroDivisionError: a fault of ours" in row["reason"]
    assert "draw" in shown["text"]
    assert "Traceback" in shown["error"]


def test_a_mail_is_shown_harmless_to_a_terminal(house: House) -> None:
    """Control and bidirectional characters are taken out, broken octets replaced."""
    with house.office.database.write() as unit:
        mails.add_mail(unit, "x", "", house.now, "test", b"a\x1b]0;\xffb\xe2\x80\xaec\r\nd", "quarantined", "")
    with house.office.database.read() as unit:
        assert "a]0;\ufffdbc\nd" == quarantine.one(unit, 2)["text"]


def test_the_deadline_waits_for_the_mail(house: House) -> None:
    """Nobody is late for what is our fault."""
    assert (None, 46 * HOURS) == (ann(house).due, ann(house).left)


def test_a_mail_let_through_is_played(house: House) -> None:
    """As if it came in now: its player is answered, and the game goes on."""
    with house.office.database.write() as unit:
        wrong = quarantine.replay(house.office, unit, 1, house.now)
    house.app.tick()

    assert "" == wrong
    assert "draw done" in flat(house.newest("Ann"))
    assert "Your move, Bob" in flat(house.newest("Bob"))
    assert (None, None) == (ann(house).due, ann(house).left)


def test_a_mail_that_leaves_its_player_asked_lets_his_clock_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was left is left."""
    house = House(tmp_path)
    house.new_game("Ann", "Bob")
    with monkeypatch.context() as broken:
        broken.setattr(process, "submit", _fail)
        house.reply("Ann", "help")
    house.clock.pass_by(days=5)
    with house.office.database.write() as unit:
        quarantine.replay(house.office, unit, 1, house.now)

    assert (house.now + 48 * HOURS, None) == (ann(house).due, ann(house).left)
    assert ann(house).due == ann(house).alarm


def test_a_mail_that_fails_again_stays_where_it_is(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason is returned, and the deadline still waits."""
    monkeypatch.setattr(process, "submit", _fail)
    with house.office.database.write() as unit:
        wrong = quarantine.replay(house.office, unit, 1, house.now)
    with house.office.database.read() as unit:
        assert "quarantined" == mails.find_mail(unit, 1).state

    assert "ZeroDivisionError" in wrong
    assert 46 * HOURS == ann(house).left


def test_a_mail_given_up_frees_its_player(house: House) -> None:
    """He is asked to send it again, and his deadline goes on."""
    house.clock.pass_by(hours=30)
    with house.office.database.write() as unit:
        quarantine.drop(house.office, unit, 1, house.now)
    house.app.tick()

    assert "Please send your orders once more" in flat(house.newest("Ann"))
    assert (house.now + 46 * HOURS, None) == (ann(house).due, ann(house).left)
    assert "done" in flat(house.reply("Ann", "draw", to=house.mails("Ann")[0]))


def test_a_paused_game_stays_paused(house: House) -> None:
    """Its clocks go on when the host says so."""
    with house.office.database.write() as unit:
        games.set_game(unit, 1, state="paused")
        quarantine.drop(house.office, unit, 1, house.now)

    assert (None, 46 * HOURS) == (ann(house).due, ann(house).left)


def test_a_second_mail_in_quarantine_still_holds_the_clock(house: House) -> None:
    """It runs once both are done with."""
    with house.office.database.write() as unit:
        mails.add_mail(unit, "x", "", house.now, "test", b"x", "quarantined", "")
        mails.mark(unit, 2, "quarantined", "quarantined", 1, 1, "broken")
        quarantine.drop(house.office, unit, 1, house.now)
    assert None is ann(house).due
    with house.office.database.write() as unit:
        quarantine.drop(house.office, unit, 2, house.now)
    assert house.now + 46 * HOURS == ann(house).due


def test_only_what_is_in_quarantine_can_be_let_through_or_given_up(house: House) -> None:
    """A mail that was played is not played again."""
    house.reply("Ann", "draw")
    for what in (quarantine.replay, quarantine.drop):
        with pytest.raises(Refused, match="it is done"), house.office.database.write() as unit:
            what(house.office, unit, 2, house.now)
        with pytest.raises(NotFound), house.office.database.write() as unit:
            what(house.office, unit, 9, house.now)


def test_a_mail_over_the_limit_is_kept_and_its_player_told(tmp_path: Path) -> None:
    """Its beginning tells who wrote; nothing of it is played before the host lets it, and the deadline waits."""
    house = House(tmp_path)
    house.new_game("Ann", "Bob")
    to = str(house.newest("Ann")["Reply-To"])
    raw = f"From: ann@example.org\r\nTo: {to}\r\nMessage-ID: <long@example.org>\r\n\r\ndraw\r\n".encode()
    house.app.accept(Received(raw, to, "ann@example.org", house.clock(), "test", cut_from=99_000_000))
    house.app.tick()

    with house.office.database.read() as unit:
        (row,) = quarantine.waiting(unit)
    assert "The mail has 99000000 octets; only its beginning was kept." == row["reason"]
    assert (None, 48 * HOURS) == (ann(house).due, ann(house).left)
    assert "kept, but it could not be played" in flat(house.newest("Ann"))

    with house.office.database.write() as unit:
        assert "" == quarantine.replay(house.office, unit, 1, house.now)
    assert (2,) == house.match().asked()


def test_whoever_was_told_once_is_not_told_of_a_second_failure(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The host sees it where he sits, and the player knows already."""
    monkeypatch.setattr(process, "submit", _fail)
    sent = len(house.sink.sent)
    with house.office.database.write() as unit:
        assert "a fault of ours" in quarantine.replay(house.office, unit, 1, house.now)
    house.app.tick()

    assert sent == len(house.sink.sent)
    assert (None, 46 * HOURS) == (ann(house).due, ann(house).left)


def test_orders_that_were_overtaken_are_not_played(house: House) -> None:
    """A player who has sent other orders meanwhile does not want both."""
    house.reply("Ann", "standing toll keep\ndraw")
    house.reply("Bob", "draw")
    entries = house.match().game.last_entry
    with house.office.database.write() as unit:
        assert "" == quarantine.replay(house.office, unit, 1, house.now)
    house.app.tick()

    assert entries == house.match().game.last_entry
    assert "none of this mail's is played" in flat(house.newest("Ann"))


def test_a_fault_in_the_wording_keeps_mail_and_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where not even the mail about it can be written, the seat is known and its deadline waits; others play on."""
    house = House(tmp_path, configured(moderator="host@example.org"))
    house.new_game("Ann", "Bob")
    with monkeypatch.context() as broken:
        broken.setattr(compose, "write", lambda *_: _fail(None))
        house.reply("Ann", "draw")
    with house.office.database.read() as unit:
        (row,) = quarantine.waiting(unit)

    assert (1, 1) == (row["game"], row["seat"])
    assert (None, 48 * HOURS) == (ann(house).due, ann(house).left)
    assert "draw done" in flat(house.reply("Ann", "draw"))


def test_strangers_cannot_use_up_what_we_may_send(tmp_path: Path) -> None:
    """Of mails that nobody can read ten an hour are told of, the last one says that there are more."""
    house = House(tmp_path, configured(moderator="host@example.org"))
    for number in range(30):
        head = f"From: eve@example.org\r\nSubject: {number}\r\n" + "".join(f"X: {'y' * 990}\r\n" for _ in range(70))
        house.accept(f"{head}\r\nhello".encode(), "turns@play.example.org")
    house.app.tick()

    assert 10 == len(house.mails("host@example.org"))
    assert "are not told of one by one" in flat(house.newest("host@example.org"))
    with house.office.database.read() as unit:
        assert 30 == len(quarantine.waiting(unit))


def test_a_late_fresh_mail_says_which_move_it_is_for(tmp_path: Path) -> None:
    """The address tells it, where the mail answers none of ours."""
    house = House(tmp_path)
    house.new_game("Ann", "Bob")
    old = str(house.newest("Ann")["Reply-To"])
    house.reply("Ann", "draw")
    house.reply("Bob", "draw")
    house.write("ann@example.org", old, "draw")

    assert "answers an earlier move (1; the present one is 2)" in flat(house.newest("Ann"))
