"""`pbem serve` as a sender sees it: quickly answered, and two of them on one database play each mail once."""

from __future__ import annotations

import re
import smtplib
import time
from collections import Counter
from contextlib import ExitStack
from email.message import EmailMessage
from pathlib import Path

from tests.pbem.by_mail import furnish, serving
from tests.pbem.test_kills import MAILS, begin, letters, mails, said

FREE = {"inbound.smtp": "127.0.0.1:0"}
PATIENCE = 120.0


def port_of(log: Path) -> int:
    """Wait until a service says where it listens."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        found = re.search(r"listening: smtp 127\.0\.0\.1:(\d+)", log.read_text())
        if found:
            return int(found[1])
        time.sleep(0.1)
    raise TimeoutError(log.read_text())


def test_a_pushed_mail_is_answered_at_once(tmp_path: Path) -> None:
    """Within two seconds on a machine at rest, which the bench measures; here only far below the minute of a poll."""
    house = furnish(tmp_path / "games", FREE)
    first = begin(house)
    took = []
    with serving(house):
        port = port_of(house / "serve.log")
        for number in range(3):
            with smtplib.SMTP("127.0.0.1", port, timeout=30) as server:
                server.send_message(board(first, number))
            began = time.monotonic()
            while len(mails(house)) < number + 2 and time.monotonic() < began + PATIENCE:
                time.sleep(0.05)
            took.append(time.monotonic() - began)

    assert sorted(took)[1] < 20


def board(first: EmailMessage, number: int) -> EmailMessage:
    """Return a mail that asks for the board."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "ann@example.org", str(first["Reply-To"]), "Re: your move"
    mail["Message-ID"] = f"<push{number}@example.org>"
    mail["In-Reply-To"] = str(first["Message-ID"])
    mail.set_content("board")
    return mail


def test_two_services_on_one_database_play_each_mail_once(tmp_path: Path) -> None:
    """Both take mails in, a tenth of them twice, one at each door; every word is said once and answered once."""
    house = furnish(tmp_path / "games", FREE)
    queue = letters(begin(house))
    with ExitStack() as stack:
        ports = []
        for name in ("one.log", "other.log"):
            stack.enter_context(serving(house, name))
            ports.append(port_of(house / name))
        senders = [stack.enter_context(smtplib.SMTP("127.0.0.1", port, timeout=60)) for port in ports]
        for number, mail in enumerate(queue):
            senders[number % 2].send_message(mail)
        until = time.monotonic() + PATIENCE
        while (len(said(house)) < MAILS or len(mails(house)) < MAILS + 1) and time.monotonic() < until:
            time.sleep(0.2)

    assert Counter(f"word {number}" for number in range(MAILS)) == said(house)
    answered = Counter(str(mail["In-Reply-To"]) for mail in mails(house) if mail["Auto-Submitted"] == "auto-replied")
    assert Counter(f"<kill{number}@example.org>" for number in range(MAILS)) == answered
