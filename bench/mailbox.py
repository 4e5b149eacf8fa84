"""What `pbem serve` costs while it waits at a mailbox of a real server (Dovecot), and how soon it answers from there.

As in `bench.idle`, these are no ratios. Where Dovecot is not installed, or may not be started, nothing is measured.
"""

from __future__ import annotations

import os
import re
import smtplib
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles

from bench.idle import WATCHED_SECONDS, answer, furnished, megabytes, newest, processor_seconds, serving, waited_for
from bench.measure import Row
from pbem.initial import change
from pbem.secret import FILE, Secret, Secrets, load, save
from tests.programs import missing
from tests.real.dovecot import PASSWORD, Dovecot

POLL_SECONDS = 5
MAILS = 40


def rows() -> Iterator[Row]:
    """Measure a service that is told of new mail (IDLE), then one that asks for it."""
    by_idle = "a mail is answered by IMAP with IDLE, seconds, p95"
    by_poll = f"a mail is answered by IMAP, asked every {POLL_SECONDS} s, seconds, p95"
    if reason := missing("dovecot"):
        yield Row("idle", by_idle, None, 2.0, note=f"Dovecot: {reason}")
        yield Row("idle", by_poll, None, POLL_SECONDS + 2.0, note=f"Dovecot: {reason}")
        return
    with _mail_server() as (folder, server):
        house = _at_mailbox(folder / "idle", server, idle=True)
        with serving(house) as process:
            answers = _answers(house, server)
            before = processor_seconds(process)
            time.sleep(WATCHED_SECONDS)
            used, memory = processor_seconds(process) - before, megabytes(process)
        yield Row("idle", "`pbem serve` at an IMAP mailbox at rest, MB of memory", memory, 120.0)
        percent = 100 * used / WATCHED_SECONDS
        yield Row("idle", "`pbem serve` at an IMAP mailbox at rest, % of a core", percent, 0.5, note=_load())
        yield Row("idle", by_idle, quantiles(answers, n=20)[-1], 2.0, note=_load())
        house = _at_mailbox(folder / "poll", server, idle=False)
        with serving(house):
            answers = _answers(house, server)
        yield Row("idle", by_poll, quantiles(answers, n=20)[-1], POLL_SECONDS + 2.0, note=_load())


def _load() -> str:
    return f"load of the machine {os.getloadavg()[0]:.1f}"


@contextmanager
def _mail_server() -> Iterator[tuple[Path, Dovecot]]:
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        folder = Path(name)
        folder.chmod(0o755)
        server = Dovecot(folder / "dovecot")
        try:
            server.start()
            yield folder, server
        finally:
            server.stop()


def _at_mailbox(folder: Path, server: Dovecot, idle: bool) -> Path:
    """Make a house with a game whose mails come in at the server, over TLS, and go out into Maildirs."""
    house, config = furnished(folder)
    changes = {
        "inbound.maildir": "",
        "inbound.smtp": "",
        "inbound.poll": "1m" if idle else f"{POLL_SECONDS}s",
        "inbound.imap.host": "localhost",
        "inbound.imap.port": server.imaps,
        "inbound.imap.user": "turns",
        "inbound.imap.idle": idle,
        "inbound.imap.ca_file": server.cert,
    }
    for key, value in changes.items():
        change(config, key, value)
    kept = load(house / FILE)
    save(house / FILE, Secrets(kept.current, kept.keys, Secret(PASSWORD), Secret(PASSWORD)))
    return house


def _answers(house: Path, server: Dovecot) -> list[float]:
    """Return how long after its delivery to the mailbox each mail's answer lay in the player's, in ascending order."""
    _ready(house / "serve.log")
    return sorted(_answer_time(house, server, number) for number in range(MAILS))


def _ready(log: Path) -> None:
    while not re.search(r"listening", log.read_text()):
        time.sleep(0.1)
    time.sleep(2)  # It connects to the mailbox.


def _answer_time(house: Path, server: Dovecot, number: int) -> float:
    time.sleep(0.37 * (number % 7))  # So that not every mail comes right after a look.
    mail = answer(newest(house), number)
    there = len(os.listdir(house / "outbound" / "ann@example.org" / "new"))
    with smtplib.LMTP("127.0.0.1", server.lmtp) as door:
        door.sendmail("ann@example.org", [str(mail["To"])], mail.as_bytes())
    return waited_for(house, there)
