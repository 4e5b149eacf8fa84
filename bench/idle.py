"""What `pbem serve` costs while nothing happens, and how soon a mail that is pushed to it is answered.

These are no ratios: they hold on the machine that they were measured on, whose load is told with them.
"""

from __future__ import annotations

import os
import re
import smtplib
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage, Message
from pathlib import Path
from statistics import quantiles
from typing import NamedTuple

from bench.measure import Row

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}
WATCHED_SECONDS = 60.0
MAILS = 20
_TICKS = os.sysconf("SC_CLK_TCK")


class _Figures(NamedTuple):
    """What was measured: megabytes, percent of a core, and the seconds of each answer, in ascending order."""

    megabytes: float
    percent: float
    answers: list[float]


def rows() -> Iterator[Row]:
    """Let a service answer mails that are pushed at it, then let it idle."""
    with tempfile.TemporaryDirectory() as folder:
        house, _ = furnished(Path(folder))
        found = _measured(house)
    load = f"load of the machine {os.getloadavg()[0]:.1f}"
    median = f"median {found.answers[MAILS // 2]:.2f} s; {load}"
    yield Row("idle", "`pbem serve` at rest, MB of memory", found.megabytes, 120.0)
    yield Row("idle", "`pbem serve` at rest, % of a core", found.percent, 0.5, note=load)
    yield Row("idle", "a pushed mail is answered, seconds, p95", quantiles(found.answers, n=20)[-1], 2.0, note=median)


def furnished(folder: Path) -> tuple[Path, Path]:
    """Make a house with a game and return its folder and configuration."""
    house = folder / "house"
    _pbem("init", str(house))
    config = house / "config.toml"
    config.write_text(config.read_text().replace("127.0.0.1:2525", "127.0.0.1:0"))
    seats = ("--player", "Ann <ann@example.org>", "--player", "Bob <bob@example.org>")
    _pbem("--config", str(config), "game", "new", "istanbul", *seats)
    _pbem("--config", str(config), "tick")
    return house, config


@contextmanager
def serving(house: Path) -> Iterator[int]:
    """Run a house's service, what it says going to `serve.log`, and yield the number of its process."""
    with (house / "serve.log").open("wb") as out:
        command = [sys.executable, "-m", "pbem", "--config", str(house / "config.toml"), "serve"]
        service = subprocess.Popen(command, env=ENVIRONMENT, stdout=out, stderr=out)
        try:
            yield service.pid
        finally:
            service.terminate()
            service.wait(60)


def _measured(house: Path) -> _Figures:
    with serving(house) as process:
        port = _port(house / "serve.log")
        answers = sorted(_answer_time(house, port, number) for number in range(MAILS))
        before = processor_seconds(process)
        time.sleep(WATCHED_SECONDS)
        used = processor_seconds(process) - before
        return _Figures(megabytes(process), 100 * used / WATCHED_SECONDS, answers)


def _pbem(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "pbem", *arguments], env=ENVIRONMENT, check=True, capture_output=True)


def _port(log: Path) -> int:
    while not (found := re.search(r"listening: smtp 127\.0\.0\.1:(\d+)", log.read_text())):
        time.sleep(0.1)
    return int(found[1])


def _answer_time(house: Path, port: int, number: int) -> float:
    """Return how long after its 250 a mail's answer lies in the player's mailbox."""
    mail = answer(newest(house), number)
    there = len(os.listdir(_mailbox(house)))
    with smtplib.SMTP("127.0.0.1", port) as server:
        server.send_message(mail)
    return waited_for(house, there)


def _mailbox(house: Path) -> Path:
    return house / "outbound" / "ann@example.org" / "new"


def newest(house: Path) -> Message:
    """Return the player's newest mail."""
    path = max(_mailbox(house).iterdir(), key=lambda path: path.stat().st_mtime_ns)
    return message_from_bytes(path.read_bytes(), policy=policy.default)


def answer(ours: Message, number: int) -> EmailMessage:
    """Return a player's answer to a mail."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "ann@example.org", str(ours["Reply-To"]), f"Re: {ours['Subject']}"
    mail["Message-ID"], mail["In-Reply-To"] = f"<idle{number}@example.org>", str(ours["Message-ID"])
    # A mail that changes something: of others, only so many an hour are answered.
    mail.set_content(f"board\nnote {number}")
    return mail


def waited_for(house: Path, there: int) -> float:
    """Return after how many seconds there are more mails than so many in the player's mailbox."""
    began = time.perf_counter()
    while len(os.listdir(_mailbox(house))) == there:
        time.sleep(0.005)
    return time.perf_counter() - began


def processor_seconds(process: int) -> float:
    """Return how long a process has had a processor."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def megabytes(process: int) -> float:
    """Return how much memory a process holds."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    return int(found[1]) / 1024 if found else float("nan")
