"""The service is killed again and again while mails come in: each is played once and answered, and none is lost."""

from __future__ import annotations

import random
import smtplib
import socket
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.transport.imap_client import Mailbox
from tests.pbem.by_mail import furnish, pbem, seat, serving
from tests.pbem.transport.imap_server import PASSWORD, USER, Hand, running

pytestmark = pytest.mark.soak
MAILS, KILLS = 200, 20
QUIET = {"limits.per_sender": 100_000, "limits.per_host": 100_000, "inbound.poll": "1s"}


def mails(house: Path) -> list[EmailMessage]:
    """Return all of Ann's mails."""
    folder = house / "outbound" / "ann@example.org" / "new"
    return [message_from_bytes(path.read_bytes(), policy=policy.default) for path in folder.glob("*")]


def said(house: Path) -> Counter[str]:
    """Return what was said in the game, each text with how often it was."""
    with closing(sqlite3.connect(house / "pbem.sqlite")) as database:
        return Counter(text for (text,) in database.execute("SELECT text FROM press"))


def letters(first: EmailMessage) -> list[EmailMessage]:
    """Return 200 mails that each say something, and each tenth of them once more."""
    written = []
    for number in range(MAILS):
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = "ann@example.org", str(first["Reply-To"]), "Re: your move"
        mail["Message-ID"] = f"<kill{number}@example.org>"
        mail["In-Reply-To"] = mail["References"] = str(first["Message-ID"])
        mail.set_content(f"say word {number}")
        written.append(mail)
    return [mail for number, mail in enumerate(written) for mail in [mail] * (2 if number % 10 == 0 else 1)]


def begin(house: Path) -> EmailMessage:
    """Begin a game and return Ann's first mail."""
    seat(house, "Ann", "Bob")
    pbem(house, "tick")
    (first,) = mails(house)
    return first


def killed_while(house: Path, send: Callable[[], None]) -> None:
    """Let mails be sent while the service is killed twenty times; then let it finish its work."""
    sender = threading.Thread(target=send)
    dice = random.Random(7)
    sender.start()
    for _ in range(KILLS):
        with serving(house) as process:
            time.sleep(dice.uniform(0.2, 6.0))
            process.kill()
    with serving(house):
        sender.join()
        until = time.monotonic() + 300
        while len(said(house)) < MAILS and time.monotonic() < until:
            time.sleep(1)
    pbem(house, "tick")


def nothing_lost_nothing_twice(house: Path) -> None:
    """Check that each mail was played once and answered."""
    assert said(house) == Counter({f"word {number}": 1 for number in range(MAILS)})
    answered = {str(mail["In-Reply-To"]) for mail in mails(house)}
    assert {f"<kill{number}@example.org>" for number in range(MAILS)} <= answered


def test_mails_by_smtp_survive_twenty_kills(tmp_path):
    """The sender keeps a mail until it hears 250, as a mail server does."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    house = furnish(tmp_path / "games", {**QUIET, "inbound.smtp": f"127.0.0.1:{port}"})
    queue = letters(begin(house))

    def send() -> None:
        for mail in queue:
            while True:
                with suppress(OSError, smtplib.SMTPException), smtplib.SMTP("127.0.0.1", port, timeout=30) as server:
                    server.send_message(mail)
                    break
                time.sleep(0.1)

    killed_while(house, send)

    nothing_lost_nothing_twice(house)


def test_mails_by_imap_survive_twenty_kills(tmp_path):
    """They lie in the mailbox until they were stored and moved."""
    with running() as port:
        changes = {"inbound.maildir": None, "inbound.smtp": None, "inbound.imap.host": "127.0.0.1"}
        changes |= {"inbound.imap.port": port, "inbound.imap.security": "none", "inbound.imap.user": USER}
        house = furnish(tmp_path / "games", {**QUIET, **changes}, PASSWORD)
        queue = letters(begin(house))
        hand = Hand(Mailbox("127.0.0.1", port, "none", USER, PASSWORD))

        def send() -> None:
            for mail in queue:
                hand.put(mail.as_bytes(), datetime.now(UTC))
                time.sleep(0.2)

        killed_while(house, send)
        assert (len(hand.raws()), len(hand.raws("Processed"))) == (0, len(queue))
        hand.close()

    nothing_lost_nothing_twice(house)
