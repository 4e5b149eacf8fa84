"""What `pbem serve` costs while nothing happens, and how soon a pushed mail is answered: `python bench/idle.py`."""

from __future__ import annotations

import json
import os
import re
import smtplib
import subprocess
import sys
import tempfile
import time
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from statistics import quantiles

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}
WATCHED_SECONDS = 60.0
MAILS = 20
_TICKS = os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Furnish a house, let it idle, push mails at it, and print what was measured beside the bars."""
    with tempfile.TemporaryDirectory() as folder:
        house = Path(folder) / "house"
        _pbem("init", str(house))
        config = house / "config.toml"
        config.write_text(config.read_text().replace("127.0.0.1:2525", "127.0.0.1:0"))
        seats = ("--player", "Ann <ann@example.org>", "--player", "Bob <bob@example.org>")
        _pbem("--config", str(config), "game", "new", "istanbul", *seats)
        _pbem("--config", str(config), "tick")
        json.dump(_measured(house, config), sys.stdout, indent=1)
        print()


def _measured(house: Path, config: Path) -> dict[str, float | str]:
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
            megabytes = _megabytes(service.pid)
        finally:
            service.terminate()
            service.wait(60)
    return {
        "idle memory, MB (bar 120)": round(megabytes, 1),
        "idle processor, % of a core (bar 0.5)": round(100 * used / WATCHED_SECONDS, 2),
        "a pushed mail answered, seconds, median": round(answers[MAILS // 2], 3),
        "a pushed mail answered, seconds, p95 (bar 2)": round(quantiles(answers, n=20)[-1], 3),
        "load of the machine meanwhile": " ".join(f"{load:.1f}" for load in os.getloadavg()),
    }


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


if __name__ == "__main__":
    main()
