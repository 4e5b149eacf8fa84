"""Bounces say which address failed and whether for good; nothing in them is an order."""

from __future__ import annotations

import pytest

from pbem.mail.bounce import Failure, enhanced, read
from pbem.mail.letter import read as read_letter
from pbem.mail.machines import reports_failure
from tests.pbem.mail.bounces import SHAPES
from tests.pbem.mail.post import SENT_ID, sample


def report(status: str, action: str = "failed", recipient: str = "Bob@Example.org") -> bytes:
    """Return a bounce in the form that mail servers write for each other."""
    return (
        "From: MAILER-DAEMON@x.org\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"
        "--b\r\n\r\nIt failed.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x.org\r\n\r\n"
        f"Original-Recipient: rfc822;{recipient}\r\nFinal-Recipient: rfc822; {recipient}\r\nAction: {action}\r\n"
        f"Status: {status}\r\n--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: <one@x.org>\r\n--b--\r\n"
    ).encode()


@pytest.mark.parametrize(
    ("status", "action", "hard", "delayed"),
    [
        ("5.1.1", "failed", True, False),
        ("5.2.1", "failed", True, False),
        ("5.2.2", "failed", False, False),
        ("5.7.1", "failed", False, False),
        ("4.4.7", "failed", False, False),
        ("4.4.1", "delayed", False, True),
    ],
)
def test_a_status_tells_hard_from_soft(status: str, action: str, hard: bool, delayed: bool) -> None:
    """A full mailbox passes, a policy refuses us, a delay is only a warning; an unknown user is for good."""
    assert read(report(status, action)) == Failure(("bob@example.org",), hard, delayed, ("one@x.org",))


def test_the_sample_bounce_names_the_address_and_our_mail() -> None:
    """The mail that came back is found by its Message-ID."""
    failure = read(
        sample("79_bounce_dsn_quotes_our_report.eml").replace(b"g42.t7.p4.1@play.example.org", SENT_ID.encode())
    )

    assert failure == Failure(("bertil@example.org",), hard=True, message_ids=(SENT_ID,))


def test_a_bounce_in_a_servers_own_words_is_read() -> None:
    """As qmail writes it."""
    raw = (
        b"From: MAILER-DAEMON@x.org\r\nSubject: failure notice\r\n\r\nHi. This is the qmail-send program at x.org.\r\n"
        b"I'm afraid I wasn't able to deliver your message to the following addresses.\r\n\r\n"
        b"<bob@example.org>:\r\n550 5.1.1 no such user\r\n"
    )

    assert read(raw) == Failure(("bob@example.org",), hard=True)


@pytest.mark.parametrize("raw", [b"", b"From: x\r\n\r\nnothing to be found", sample("52_deeply_nested_multipart.eml")])
def test_where_nothing_is_said_nothing_is_known(raw: bytes) -> None:
    """Nothing is raised, and no address is blamed."""
    assert read(raw) == Failure()


@pytest.mark.parametrize("shape", SHAPES)
def test_the_bounces_of_real_servers_are_known_and_read(shape: str) -> None:
    """Each is told from a person's mail without our bounce address, and what it says is understood."""
    raw = SHAPES[shape].raw.encode()

    assert reports_failure(read_letter(raw))
    assert read(raw) == SHAPES[shape].says


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("550 5.1.1 no such user", ("5", "1", "1")),
        ("(#5.1.1)", ("5", "1", "1")),
        ("452 4.2.2", ("4", "2", "2")),
        ("550 blocked: 5.9.12.33", None),
        ("550 blocked: 192.5.1.1", None),
        ("exim 14.4.2", None),
    ],
)
def test_a_status_code_is_no_part_of_another_number(text: str, code: tuple[str, str, str] | None) -> None:
    """Addresses of servers hold numbers like it."""
    assert enhanced(text) == code
