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
from email import message_from_bytes, policy
from email.message import EmailMessage
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
        found = _measured(*_furnished(Path(folder)))
    load = f"load of the machine {os.getloadavg()[0]:.1f}"
    median = f"median {found.answers[MAILS // 2]:.2f} s; {load}"
    yield Row("idle", "`pbem serve` at rest, MB of memory", found.megabytes, 120.0)
    yield Row("idle", "`pbem serve` at rest, % of a core", found.percent, 0.5, note=load)
    yield Row("idle", "a pushed mail is answered, seconds, p95", quantiles(found.answers, n=20)[-1], 2.0, note=median)


def _furnished(folder: Path) -> tuple[Path, Path]:
    """Make a house with a game and return its folder and configuration."""
    house = folder / "house"
    _pbem("init", str(house))
    config = house / "config.toml"
    config.write_text(config.read_text().replace("127.0.0.1:2525", "127.0.0.1:0"))
    seats = ("--player", "Ann <ann@example.org>", "--player", "Bob <bob@example.org>")
    _pbem("--config", str(config), "game", "new", "istanbul", *seats)
    _pbem("--config", str(config), "tick")
    return house, config


def _measured(house: Path, config: Path) -> _Figures:
    log = house / "serve.log"
    with log.open("wb") as out:
        command = [sys.executable, "-m", "pbem", "--config", str(config), "serve"]
        service = subprocess.Popen(command, env=ENVIRONMENT, stdout=out, stderr=out)
        try:
            port = _port(log)
            answers = sorted(_answer_time(house, port, number) for number in range(MAILS))
            before = _processor_seconds(service.pid)
            time.sleep(WATCHED_SECONDS)
            used = _processor_seconds(service.pid) - before
            return _Figures(_megabytes(service.pid), 100 * used / WATCHED_SECONDS, answers)
        finally:
            service.terminate()
            service.wait(60)


def _pbem(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "pbem", *arguments], env=ENVIRONMENT, check=True, capture_output=True)


def _port(log: Path) -> int:
    while not (found := re.search(r"listening: smtp 127\.0\.0\.1:(\d+)", log.read_text())):
        time.sleep(0.1)
    return int(found[1])


def _answer_time(house: Path, port: int, number: int) -> float:
    """Return how long after its 250 a mail's answer lies in the player's mailbox."""
    folder = house / "outbound" / "ann@example.org" / "new"
    there = len(os.listdir(folder))
    newest = max(folder.iterdir(), key=lambda path: path.stat().st_mtime_ns)
    ours = message_from_bytes(newest.read_bytes(), policy=policy.default)
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "ann@example.org", str(ours["Reply-To"]), f"Re: {ours['Subject']}"
    mail["Message-ID"], mail["In-Reply-To"] = f"<idle{number}@example.org>", str(ours["Message-ID"])
    mail.set_content("board")
    with smtplib.SMTP("127.0.0.1", port) as server:
        server.send_message(mail)
    began = time.perf_counter()
    while len(os.listdir(folder)) == there:
        time.sleep(0.005)
    return time.perf_counter() - began


def _processor_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def _megabytes(process: int) -> float:
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    return int(found[1]) / 1024 if found else float("nan")
