"""Dovecot's mailbox: delivered by LMTP, read by IMAP, and nobody else's mail harmed."""

from __future__ import annotations

import smtplib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest

from pbem.errors import AccountRefused, Unreachable
from pbem.transport.imap import ImapSource
from pbem.transport.imap_client import Mailbox, connected, move
from pbem.transport.imap_ours import Whose
from pbem.transport.imap_watch import ImapWatcher
from pbem.transport.memory import MemoryMarks
from tests.pbem.transport.imap_server import Hand
from tests.pbem.transport.mails import OURS, Inbox, mail, ours
from tests.real.dovecot import PASSWORD, Dovecot
from tests.real.folder import open_folder

pytestmark = pytest.mark.needs("dovecot")
BIG = 30_000_000


@pytest.fixture(scope="module")
def server(folder):
    """A Dovecot that runs as long as this file's tests."""
    dovecot = Dovecot(folder / "dovecot")
    try:
        dovecot.start()
        yield dovecot
    finally:
        dovecot.stop()


@pytest.fixture
def hand(server):
    """A person at the service's mailbox, which is empty."""
    person = Hand(Mailbox("127.0.0.1", server.imap, "none", "turns", PASSWORD))
    person.empty()
    yield person
    person.close()


def deliver(server: Dovecot, raw: bytes, recipient: str = OURS) -> None:
    """Deliver a mail as a mail server does."""
    with smtplib.LMTP("127.0.0.1", server.lmtp) as client:
        client.sendmail("ann@example.org", [recipient], raw)


def source(server: Dovecot, marks: MemoryMarks | None = None, **changes: object) -> ImapSource:
    """Return a source that reads the service's mailbox over TLS."""
    mailbox = Mailbox("localhost", server.imaps, "tls", "turns", PASSWORD, ca_file=server.cert)._replace(**changes)
    since = datetime.now(UTC) - timedelta(minutes=1)
    whose = Whose(since, False, lambda address: ours(address) and "+" in address, lambda found: False)
    return ImapSource(mailbox, marks or MemoryMarks(), BIG, whose)


def test_a_delivered_mail_is_read_with_its_plus_address_and_its_envelope_sender(server, hand):
    """Dovecot writes both above the mail, and tells the time of delivery."""
    deliver(server, mail(to="undisclosed-recipients:;"))
    inbox = Inbox()

    assert source(server).fetch(inbox) == 1
    (kept,) = inbox.kept
    assert (kept.recipient, kept.sender) == (OURS, "ann@example.org")
    assert kept.raw.endswith(mail(to="undisclosed-recipients:;"))
    assert abs(datetime.now(UTC) - kept.arrived) < timedelta(seconds=10)
    assert (hand.raws(), hand.raws("Processed")) == ([], [kept.raw])


def test_nobody_else_s_mail_is_touched(server, hand):
    """Neither read, nor moved, nor expunged where a person has only marked it as deleted."""
    deliver(server, mail(to="turns@example.org"), "turns@example.org")
    hand.put(mail("deleted by hand"), datetime.now(UTC), flags=(b"\\Deleted",))
    before = hand.see()
    deliver(server, mail("ours"))

    assert source(server).fetch(Inbox()) == 1
    assert hand.see() == before


def test_a_server_without_move_expunges_exactly_what_was_copied(server, hand):
    """UID EXPUNGE takes ours, and leaves what a person has marked."""
    hand.put(mail("deleted by hand"), datetime.now(UTC), flags=(b"\\Deleted",))
    deliver(server, mail("ours"))

    class WithoutMove:
        """The client of a server that cannot move."""

        def __init__(self, client: object) -> None:
            self._client = client

        def has_capability(self, name: str) -> bool:
            return name != "MOVE" and self._client.has_capability(name)

        def __getattr__(self, name: str) -> object:
            return getattr(self._client, name)

    with connected(hand.mailbox) as client:
        client.select_folder("INBOX")
        assert move(WithoutMove(client), [max(client.search("ALL"))], "Processed")

    assert hand.raws() == [mail("deleted by hand")]
    assert len(hand.raws("Processed")) == 1


def test_64_mails_take_one_login_and_three_commands_after_the_folder_was_selected(server, hand):
    """What they are, what they say, and the move: for all at once."""
    for number in range(64):
        hand.put(mail(f"move {number}"), datetime.now(UTC))
    hand.client.create_folder("Processed")
    inbox = Inbox()
    with listened_to(server.imap) as (port, lines):
        assert source(server, port=port, security="none").fetch(inbox) == 64

    commands = [line.split()[1:3] for line in lines]
    assert sum(command[0] == b"LOGIN" for command in commands) == 1
    selected = next(number for number, command in enumerate(commands) if command[0] == b"SELECT")
    assert commands[selected + 1 :] == [[b"UID", b"FETCH"], [b"UID", b"FETCH"], [b"UID", b"MOVE"], [b"LOGOUT"]]
    assert inbox.raws == [mail(f"move {number}") for number in range(64)]


@contextmanager
def listened_to(port: int) -> Iterator[tuple[int, list[bytes]]]:
    """Stand between a client and a server, and note the lines that the client says."""
    lines: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as gate:

        def carry() -> None:
            front, _ = gate.accept()
            with front, socket.create_connection(("127.0.0.1", port)) as back:
                answers = threading.Thread(target=pour, args=(back, front))
                answers.start()
                for line in front.makefile("rb"):
                    lines.append(line)
                    back.sendall(line)
                answers.join()

        carrier = threading.Thread(target=carry)
        carrier.start()
        yield gate.getsockname()[1], lines
        carrier.join()


def pour(source: socket.socket, target: socket.socket) -> None:
    """Carry bytes until the source ends."""
    while data := source.recv(65536):
        target.sendall(data)
    target.shutdown(socket.SHUT_WR)


def test_a_mail_is_told_of_within_two_seconds(server, hand):
    """By IDLE."""
    woken = threading.Semaphore(0)
    watcher = ImapWatcher(hand.mailbox)
    watcher.start(woken.release)
    assert woken.acquire(timeout=10)

    deliver(server, mail())

    assert woken.acquire(timeout=2)
    watcher.stop()


def test_idle_said_anew_loses_no_mail(server, hand):
    """Each time between two IDLEs something may come."""
    woken = threading.Semaphore(0)
    watcher = ImapWatcher(hand.mailbox, reissue=1)
    watcher.start(woken.release)
    assert woken.acquire(timeout=10)

    for number in range(6):
        threading.Event().wait(0.45)
        deliver(server, mail(f"{number}"))
        assert woken.acquire(timeout=3)
    watcher.stop()


def test_starttls_is_spoken_too(server, hand):
    """On the port that begins in the clear."""
    deliver(server, mail())

    assert source(server, port=server.imap, security="starttls").fetch(Inbox()) == 1


def test_a_certificate_that_nobody_vouches_for_is_refused(server):
    """Before a password is sent."""
    before = server.log().count("auth failed")
    with pytest.raises(Unreachable, match="certificate"):
        source(server, ca_file=None).fetch(Inbox())
    assert server.log().count("auth failed") == before


def test_a_wrong_password_is_refused_with_the_remedy(server):
    """The server says so after a while."""
    with pytest.raises(AccountRefused, match="app password"):
        source(server, password="wrong").check()


def test_a_folder_made_anew_is_read_anew(server, hand):
    """Dovecot gives it another UIDVALIDITY."""
    marks = MemoryMarks()
    hand.client.create_folder("Games")
    games = {"folder": "Games", "port": server.imap, "security": "none"}
    for body in ("one", "two"):
        hand.put(mail(body), datetime.now(UTC), "Games")
    assert source(server, marks, **games).fetch(Inbox()) == 2

    hand.client.delete_folder("Games")
    threading.Event().wait(1.1)  # The number is a time in seconds.
    hand.client.create_folder("Games")
    hand.put(mail("three"), datetime.now(UTC), "Games")
    inbox = Inbox()

    assert (source(server, marks, **games).fetch(inbox), inbox.raws) == (1, [mail("three")])


def test_a_server_that_keeps_folders_below_the_inbox_gets_them_there():
    """Its names begin with a prefix that it tells."""
    with open_folder() as folder:
        dovecot = Dovecot(folder / "dovecot", prefix="INBOX.")
        try:
            dovecot.start()
            deliver(dovecot, mail())
            assert source(dovecot).fetch(Inbox()) == 1
            person = Hand(Mailbox("127.0.0.1", dovecot.imap, "none", "turns", PASSWORD))
            assert len(person.raws("INBOX.Processed")) == 1
            person.close()
        finally:
            dovecot.stop()
