"""The SMTP listener on loopback: 250 only for what is stored, and only for our own addresses."""

from __future__ import annotations

import smtplib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from pbem.errors import Misconfigured, TryLater
from pbem.tables import Size
from pbem.transport.smtp import SmtpListener
from tests.pbem.transport.mails import NOON, OURS, Inbox, at, mail, ours

LIMIT = 2_000_000


@contextmanager
def listening(inbox: Inbox, max_size: int = LIMIT) -> Iterator[int]:
    """Run a listener on a free port."""
    listener = SmtpListener("127.0.0.1", 0, ours, max_size, at())
    try:
        yield listener.start(inbox)
    finally:
        listener.stop()


def send(port: int, raw: bytes, recipients: list[str] | None = None, sender: str = "ann@example.org") -> dict:
    """Send one mail as a mail program does."""
    with smtplib.SMTP("127.0.0.1", port, timeout=10) as client:
        return client.sendmail(sender, recipients or [OURS], raw)


def test_a_mail_is_handed_over_with_its_envelope_and_the_time_of_acceptance():
    """The raw bytes are those that were sent."""
    inbox = Inbox()
    with listening(inbox) as port:
        send(port, mail())

    (kept,) = inbox.kept
    assert (mail(), OURS, "ann@example.org", NOON, "smtp") == (
        kept.raw,
        kept.recipient,
        kept.sender,
        kept.arrived,
        kept.source,
    )


def test_eight_bit_bytes_and_lines_beginning_with_a_dot_come_through():
    """Nothing is decoded on the way."""
    raw = b"From: Ann <ann@example.org>\r\n\r\n..dots\r\n.\xfc\xff\r\nend\r\n"
    inbox = Inbox()
    with listening(inbox) as port:
        send(port, raw)

    assert [raw] == inbox.raws


def test_a_sender_that_is_no_text_does_not_keep_its_mail_away():
    """Its bytes are read as well as may be: a 451 would bring it again and again, and then lose it."""
    inbox = Inbox()
    with listening(inbox) as port, smtplib.SMTP("127.0.0.1", port, timeout=10) as client:
        client.ehlo()
        client.sock.sendall(b"MAIL FROM:<\xff@example.org> SMTPUTF8\r\n")
        assert client.getreply()[0] == 250
        client.rcpt(OURS)

        assert client.data(mail())[0] == 250
    assert [mail()] == inbox.raws
    assert inbox.kept[0].sender == "\ufffd@example.org" or "?" in inbox.kept[0].sender


def test_the_null_sender_is_empty():
    """Bounces come so."""
    inbox = Inbox()
    with listening(inbox) as port:
        send(port, mail(), sender="")

    assert inbox.kept[0].sender == ""


def test_a_mail_to_two_of_our_addresses_is_stored_for_each():
    """Each stands for a seat of its own."""
    other = "turns+join@example.org"
    inbox = Inbox()
    with listening(inbox) as port:
        send(port, mail(), [OURS, other])

    assert [OURS, other] == [kept.recipient for kept in inbox.kept]


@pytest.mark.parametrize("foreign", ["ann@example.org", "turns@example.com", "turns@example.org@evil.example"])
def test_a_foreign_recipient_is_refused_at_rcpt(foreign):
    """It is never an open relay."""
    inbox = Inbox()
    with listening(inbox) as port, smtplib.SMTP("127.0.0.1", port, timeout=10) as client:
        client.ehlo()
        client.mail("eve@example.com")

        assert client.rcpt(foreign)[0] in (550, 553)
    assert inbox.kept == []


@pytest.mark.parametrize("error", [TryLater("busy"), RuntimeError("a bug of ours"), MemoryError()])
def test_any_failure_of_ours_answers_451(error):
    """The sender keeps the mail and comes again; then it is stored."""
    inbox = Inbox(failures=1, error=error)
    with listening(inbox) as port:
        with pytest.raises(smtplib.SMTPDataError) as refused:
            send(port, mail())
        send(port, mail())

    assert refused.value.smtp_code == 451
    assert [mail()] == inbox.raws


def test_a_failure_for_one_recipient_brings_the_mail_again_for_all():
    """SMTP has one answer for the whole mail; the store knows what it has already."""
    inbox = Inbox(failures=1)
    with listening(inbox) as port:
        with pytest.raises(smtplib.SMTPDataError):
            send(port, mail(), [OURS, "turns@example.org"])
        send(port, mail(), [OURS, "turns@example.org"])

    assert [kept.recipient for kept in inbox.kept] == ["turns@example.org", OURS, "turns@example.org"]


def test_250_is_said_only_after_the_mail_was_stored():
    """While it is being stored, the sender waits."""
    stored, answered = threading.Event(), threading.Event()
    order: list[str] = []

    def accept(received: object) -> None:
        assert not answered.wait(0.3)
        order.append("stored")
        stored.set()

    with listening(accept) as port:
        send(port, mail())
        order.append("answered")
        answered.set()

    assert order == ["stored", "answered"]


def test_the_limit_is_told_in_octets_whatever_form_the_configuration_has():
    """A server that reads another number bounces every mail."""
    with listening(Inbox(), Size(30_000_000)) as port, smtplib.SMTP("127.0.0.1", port, timeout=10) as client:
        client.ehlo()

        assert client.esmtp_features["size"] == "30000000"


def test_an_announced_size_over_the_limit_is_refused_with_552():
    """The sender hears it before he has sent anything."""
    inbox = Inbox()
    with listening(inbox) as port, smtplib.SMTP("127.0.0.1", port, timeout=10) as client:
        client.ehlo()

        assert client.mail("ann@example.org", [f"SIZE={LIMIT + 1}"])[0] == 552


def test_a_mail_that_grows_over_the_limit_is_refused_with_552():
    """Also where nothing was announced; a mail just below is taken."""
    inbox = Inbox()
    body = "\r\n".join(["x" * 70] * (LIMIT // 72 - 10))
    with listening(inbox) as port:
        with smtplib.SMTP("127.0.0.1", port, timeout=10) as client:
            client.helo()
            client.mail("ann@example.org")
            client.rcpt(OURS)
            code, _ = client.data(mail("x" * 70 + "\r\n" + body * 2))
        send(port, mail(body))

    assert code == 552
    assert len(inbox.kept) == 1


def test_a_line_of_50_000_octets_is_taken():
    """A refusal would be for good, and the mail lost."""
    inbox = Inbox()
    with listening(inbox) as port:
        send(port, mail("x" * 50_000))

    assert [mail("x" * 50_000)] == inbox.raws


def test_a_mail_of_bare_line_feeds_is_taken_whole():
    """To the protocol it is one line, as long as the mail; a refusal would be for good."""
    inbox, raw = Inbox(), mail().replace(b"\r\n", b"\n") + b"and so on\n" * 100_000
    with listening(inbox) as port, smtplib.SMTP("127.0.0.1", port, timeout=20) as client:
        client.ehlo()
        client.mail("ann@example.org")
        client.rcpt(OURS)
        client.putcmd("data")
        client.getreply()
        client.send(raw + b"\r\n.\r\n")

        assert client.getreply()[0] == 250
    assert [raw + b"\r\n"] == inbox.raws


def test_a_sender_that_never_ends_a_line_is_cut_off():
    """It must not fill the memory; the listener goes on for others."""
    inbox = Inbox()
    with listening(inbox, max_size=100_000) as port:
        with smtplib.SMTP("127.0.0.1", port, timeout=10) as client:
            client.ehlo()
            client.mail("ann@example.org")
            client.rcpt(OURS)
            client.docmd("DATA")
            with pytest.raises((smtplib.SMTPServerDisconnected, OSError)):
                pour(client)
            client.close()
        send(port, mail())

    assert [mail()] == inbox.raws


def pour(client: smtplib.SMTP) -> None:
    """Send ten million octets without a line's end."""
    for _ in range(100):
        client.send(b"x" * 100_000)


def test_a_bare_line_feed_before_a_dot_ends_no_mail():
    """Otherwise a second mail could be smuggled into the first."""
    raw = b"From: Ann <ann@example.org>\r\n\r\none\n.\nMAIL FROM:<eve@example.com>\r\ntwo\r\n"
    inbox = Inbox()
    with listening(inbox) as port, socket.create_connection(("127.0.0.1", port), timeout=10) as raw_client:
        talk = raw_client.makefile("rwb")
        for line in (b"EHLO x", b"MAIL FROM:<ann@example.org>", f"RCPT TO:<{OURS}>".encode(), b"DATA"):
            talk.write(line + b"\r\n")
        talk.write(raw + b".\r\nQUIT\r\n")
        talk.flush()
        talk.read()

    assert [raw] == inbox.raws


def test_a_taken_port_is_a_misconfiguration_with_a_remedy():
    """The reason names the address, the remedy the key."""
    with listening(Inbox()) as port:
        listener = SmtpListener("127.0.0.1", port, ours, LIMIT, at())
        with pytest.raises(Misconfigured, match=r"\[inbound\] smtp") as refused:
            listener.start(Inbox())

    assert f"127.0.0.1:{port}" in refused.value.reason


def test_a_listener_can_be_stopped_twice_and_started_again():
    """The second start takes a free port anew."""
    listener = SmtpListener("127.0.0.1", 0, ours, LIMIT, at())
    inbox = Inbox()
    listener.start(inbox)
    listener.stop()
    listener.stop()
    port = listener.start(inbox)
    send(port, mail())
    listener.stop()

    assert [mail()] == inbox.raws


def test_stopping_waits_for_the_mail_being_stored():
    """A commit is not torn; an idle connection does not hold the stop up."""
    inside, go_on = threading.Event(), threading.Event()
    kept: list[object] = []

    def accept(received: object) -> None:
        inside.set()
        go_on.wait(5)
        kept.append(received)

    listener = SmtpListener("127.0.0.1", 0, ours, LIMIT, at())
    port = listener.start(accept)

    def deliver() -> None:
        with pytest.raises((smtplib.SMTPException, OSError)):
            send(port, mail())

    sender = threading.Thread(target=deliver)
    sender.start()
    assert inside.wait(5)
    threading.Timer(0.2, go_on.set).start()
    listener.stop()
    sender.join()

    assert len(kept) == 1


def test_200_mails_over_10_connections_are_each_stored_once():
    """Storing is one at a time, the network is not."""
    inbox = Inbox()
    with listening(inbox) as port:

        def client(number: int) -> None:
            with smtplib.SMTP("127.0.0.1", port, timeout=30) as connection:
                for each in range(20):
                    connection.sendmail("ann@example.org", [OURS], mail(f"{number}.{each}"))

        clients = [threading.Thread(target=client, args=(number,)) for number in range(10)]
        for each in clients:
            each.start()
        for each in clients:
            each.join()

    assert {mail(f"{number}.{each}") for number in range(10) for each in range(20)} == set(inbox.raws)
    assert len(inbox.raws) == 200
