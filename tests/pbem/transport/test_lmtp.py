"""The LMTP listener: one answer for each recipient, whatever the answer is."""

from __future__ import annotations

import smtplib
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from pbem.transport.lmtp import LmtpListener
from tests.pbem.transport.mails import OURS, Inbox, at, mail, ours

OTHER = "turns+join@example.org"


@contextmanager
def listening(inbox: Inbox, max_size: int = 2_000_000) -> Iterator[int]:
    """Run a listener on a free port."""
    listener = LmtpListener("127.0.0.1", 0, ours, max_size, at())
    try:
        yield listener.start(inbox)
    finally:
        listener.stop()


def talk(port: int, recipients: list[str], raw: bytes, after: bytes = b"QUIT\r\n") -> list[str]:
    """Speak LMTP and return all reply lines that follow the mail."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        stream = connection.makefile("rwb")
        stream.readline()
        stream.write(b"LHLO client.example\r\n")
        stream.flush()
        while not stream.readline().startswith(b"250 "):
            pass
        for command in ["MAIL FROM:<ann@example.org>", *(f"RCPT TO:<{each}>" for each in recipients), "DATA"]:
            stream.write(command.encode() + b"\r\n")
            stream.flush()
            stream.readline()
        stream.write(raw + b".\r\n" + after)
        stream.flush()
        return stream.read().decode().splitlines()


def test_a_mail_to_one_recipient_has_one_answer():
    """Then the session goes on."""
    inbox = Inbox()
    with listening(inbox) as port:
        replies = talk(port, [OURS], mail())

    assert [reply[:3] for reply in replies] == ["250", "221"]
    assert (mail(), OURS, "lmtp") == (inbox.kept[0].raw, inbox.kept[0].recipient, inbox.kept[0].source)


def test_each_recipient_has_an_answer_of_its_own():
    """One failure concerns one recipient, and the server comes again for that one only."""
    inbox = Inbox(failures=1)
    with listening(inbox) as port:
        replies = talk(port, [OURS, OTHER, "turns@example.org"], mail())

    assert [reply[:3] for reply in replies] == ["451", "250", "250", "221"]
    assert [kept.recipient for kept in inbox.kept] == [OTHER, "turns@example.org"]


def test_a_bug_of_ours_is_451_for_each():
    """No mail is bounced for it."""
    inbox = Inbox(failures=2, error=RuntimeError("a bug"))
    with listening(inbox) as port:
        replies = talk(port, [OURS, OTHER], mail())

    assert [reply[:3] for reply in replies] == ["451", "451", "221"]


def test_a_mail_over_the_limit_is_refused_for_each():
    """Otherwise the server would wait for the answers that are owed."""
    inbox = Inbox()
    with listening(inbox, max_size=10_000) as port:
        replies = talk(port, [OURS, OTHER], mail("x\r\n" * 6_000))

    assert [reply[:3] for reply in replies] == ["552", "552", "221"]


def test_a_second_mail_over_one_connection_has_its_own_answers():
    """What was owed for the first mail is forgotten."""
    inbox = Inbox()
    after = f"MAIL FROM:<ann@example.org>\r\nRCPT TO:<{OURS}>\r\nDATA\r\n".encode() + mail("two") + b".\r\nQUIT\r\n"
    with listening(inbox) as port:
        replies = talk(port, [OURS, OTHER], mail("one"), after)

    assert [reply[:3] for reply in replies] == ["250", "250", "250", "250", "354", "250", "221"]
    assert len(inbox.kept) == 3


def test_a_foreign_recipient_is_refused_and_owes_no_answer():
    """It is not among those the mail is stored for."""
    inbox = Inbox()
    with listening(inbox) as port:
        replies = talk(port, ["ann@example.org", OURS], mail())

    assert [reply[:3] for reply in replies] == ["250", "221"]


def test_data_without_any_recipient_has_one_answer():
    """There is no mail to answer for."""
    with listening(Inbox()) as port, smtplib.LMTP("127.0.0.1", port) as client:
        client.ehlo("client.example")
        client.mail("ann@example.org")

        assert client.docmd("DATA")[0] == 503
        assert client.rset()[0] == 250


@pytest.mark.parametrize("greeting", ["HELO x", "EHLO x"])
def test_smtp_is_not_spoken_here(greeting):
    """RFC 2033 has LHLO only."""
    with listening(Inbox()) as port, smtplib.LMTP("127.0.0.1", port) as client:
        assert client.docmd(greeting)[0] == 500
