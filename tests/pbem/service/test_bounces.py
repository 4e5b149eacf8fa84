"""Mails that come back: counted for each address, until the host is told of a player whom none reaches."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.service import report, roster
from pbem.store import people
from pbem.store.records import AddressRow
from pbem.transport.base import Delivery
from tests.pbem.house import House, configured, flat

HOST = "host@example.org"
HARD, SOFT, DELAYED = ("5.1.1", "failed"), ("4.2.2", "failed"), ("4.4.1", "delayed")


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Return a house with a moderator, and a game that waits for Ann."""
    house = House(tmp_path, configured(moderator=HOST))
    house.new_game("Ann", "Bob")
    return house


def bounce(house: House, what: tuple[str, str], *, to: str = "", original: str = "", number: int = 1) -> None:
    """Let a mail server tell that a mail to Ann failed; `number` tells the reports apart."""
    status, action = what
    to = to or house.office.addresses.bounce(address(house).id)
    raw = (
        f"Return-Path: <>\r\nFrom: mailer-daemon@mx.example.org\r\nTo: {to}\r\nSubject: failure {number}\r\n"
        f"Message-ID: <bounce{number}@mx.example.org>\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n'
        "--b\r\nContent-Type: text/plain\r\n\r\nIt did not arrive.\r\n"
        "--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.org\r\n\r\n"
        f"Final-Recipient: rfc822; ann@example.org\r\nAction: {action}\r\nStatus: {status}\r\n"
        f"--b\r\nContent-Type: text/rfc822-headers\r\n\r\n{original}\r\n--b--\r\n"
    )
    house.accept(raw.encode(), to)
    house.app.tick()


def address(house: House, of: str = "ann@example.org") -> AddressRow:
    """Return a row of the table of addresses."""
    with house.office.database.read() as unit:
        found = people.by_mailbox(unit, of)
    assert found is not None
    return found


def three_times(house: House) -> None:
    """Let three mails to Ann fail for good."""
    for number in range(3):
        bounce(house, HARD, number=number)


def test_hard_and_soft_failures_are_counted_apart(house: House) -> None:
    """A warning that a server goes on trying counts as neither."""
    for number, what in enumerate((HARD, SOFT, SOFT, DELAYED)):
        bounce(house, what, number=number)

    assert (1, 2) == (address(house).hard_bounces, address(house).soft_bounces)


def test_after_three_hard_failures_the_moderator_is_told_once(house: House) -> None:
    """The fourth brings no second word."""
    three_times(house)
    bounce(house, HARD, number=4)

    told = [mail for mail in house.mails(HOST) if "come back" in flat(mail)]
    assert 1 == len(told)
    assert "Mails to Ann (player 1)" in flat(told[0])


def test_a_failure_counts_that_came_long_ago_no_more(house: House) -> None:
    """After a week without one, mails are taken to arrive."""
    bounce(house, HARD, number=1)
    bounce(house, HARD, number=2)
    house.clock.pass_by(days=8)
    bounce(house, HARD, number=3)

    assert 1 == address(house).hard_bounces


def test_a_dead_address_stays_dead_however_seldom_it_is_written_to(house: House) -> None:
    """One more failure, weeks later, does not make it a good one."""
    three_times(house)
    house.clock.pass_by(days=30)
    bounce(house, HARD, number=4)

    assert 4 == address(house).hard_bounces


def test_whoever_is_away_is_not_taken_for_dead(house: House) -> None:
    """Automatic answers go to the envelope sender; whatever numbers stand in them, they tell of no failure."""
    to = house.office.addresses.bounce(address(house).id)
    for number in range(3):
        text = f"I am away until Monday. In urgent cases call 555 1234, extension {number}."
        house.write("ann@example.org", to, text, Subject="Re: your move", Auto_Submitted="auto-replied (vacation)")

    assert (0, 0) == (address(house).hard_bounces, address(house).soft_bounces)


def test_a_failure_without_our_bounce_address_is_known_by_the_mail_inside(house: House) -> None:
    """Servers tell it to the address in From, too; a report of a mail that is not ours counts for nobody."""
    ours = f"Message-ID: {house.newest('Ann')['Message-ID']}\r\n"
    bounce(house, HARD, to="turns@play.example.org", original=ours, number=1)
    bounce(house, HARD, to="turns@play.example.org", original="Message-ID: <not@ours.example.org>\r\n", number=2)

    assert 1 == address(house).hard_bounces


def test_a_server_that_refuses_the_recipient_at_once_counts_too(house: House) -> None:
    """A refusal of the mail itself does not."""
    counts = []
    for code, text in (
        (550, "5.1.1 no such user"),
        (550, "no such user"),
        (554, "5.7.1 looks like spam"),
        (554, "192.5.1.1 is not welcome here"),
    ):
        house.sink.answers["ann@example.org"] = Delivery(0, "refused", code, text)
        house.new_game("Ann", "Bob")
        counts.append(address(house).hard_bounces)

    assert [1, 2, 2, 2] == counts


def test_deadlines_do_not_run_out_against_whom_no_mail_reaches(house: House) -> None:
    """Nothing is played or sent, the clock stands, the moderator is told, and the reports name the player."""
    three_times(house)
    count = len(house.mails("Ann"))
    house.clock.pass_by(hours=49)
    house.app.tick()
    house.clock.pass_by(hours=49)
    house.app.tick()

    assert count == len(house.mails("Ann"))
    assert (None, None) == (house.match().seats[1].due, house.match().seats[1].alarm)
    assert 1 == sum("no mail reaches this player" in flat(mail) for mail in house.mails(HOST))
    with house.office.database.read() as unit:
        assert [{"player": 1, "name": "Ann"}] == report.status(house.office, unit, house.now)["unreachable"]
        assert [False, True] == [seat["reachable"] for seat in report.game(house.office, unit, 1)["seats"]]


def test_the_stand_in_does_not_play_for_whom_no_mail_reaches(tmp_path: Path) -> None:
    """Whatever the policy."""
    house = House(tmp_path)
    house.new_game("Ann", "Bob", policy="stand-in")
    three_times(house)
    house.clock.pass_by(hours=49)
    house.app.tick()

    assert (1,) == house.match().asked()


def test_a_mail_from_the_player_puts_all_to_rights(house: House) -> None:
    """The count begins anew, and the whole time for the move."""
    three_times(house)
    house.clock.pass_by(hours=49)
    house.app.tick()
    house.reply("Ann", "help")

    assert (0, house.now + 48 * 3600) == (address(house).hard_bounces, house.match().seats[1].due)
    assert "Your move, Ann" in flat(house.newest("Ann"))


def test_another_address_puts_all_to_rights(house: House) -> None:
    """The move is asked again there."""
    three_times(house)
    house.clock.pass_by(hours=49)
    house.app.tick()
    with house.office.database.write() as unit:
        person = roster.find(unit, "Ann")
        roster.set_address(house.office, unit, person, "ann@new.example.org", house.now, preferred=True)
    house.app.tick()

    assert "Your move, Ann" in flat(house.newest("ann@new.example.org"))
    assert house.now + 48 * 3600 == house.match().seats[1].due


def test_a_second_address_is_written_to_where_the_first_is_dead(house: House) -> None:
    """Whoever has one is reached, and no alarm is given."""
    with house.office.database.write() as unit:
        person = roster.find(unit, "Ann")
        roster.set_address(house.office, unit, person, "ann@work.example.org", house.now, preferred=False)
    three_times(house)
    house.clock.pass_by(hours=49)
    house.app.tick()

    assert "deadline for your move has passed" in flat(house.newest("ann@work.example.org"))
    assert not any("come back" in flat(mail) for mail in house.mails(HOST))
