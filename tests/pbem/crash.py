"""Pulls the plug: one pass over one order mail is killed at every statement and every file it touches, in turn.

Run as `python -m tests.pbem.crash FOLDER`; prints one JSON line a kill. Each kill happens in a forked child, so that
nothing is cleaned up; the parent then makes an ordinary pass on what is left.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import structlog
from sqlalchemy import event
from sqlalchemy.engine import Engine

from pbem.app import App
from pbem.config import Config
from pbem.store import games, mails
from pbem.transport.maildir import MaildirSource, make
from pbem.transport.maildir_out import MaildirSink
from tests.pbem.house import House, read, reply_to

KILLED = 9
MOST_KILLS = 500
TOUCHES = {"os.rename", "os.link", "os.remove", "os.mkdir", "open"}


def house_in(folder: Path) -> House:
    """Return a house that reads and writes Maildirs in the folder."""
    house = House(folder, replace(Config(), directory=folder), first_id=secrets.randbits(64))
    make(folder / "in")
    house.app = App(
        house.office,
        house.clock,
        sources=[MaildirSource(folder / "in", 1_000_000)],
        sink=MaildirSink(folder / "out", house.clock),
    )
    return house


def delivered(folder: Path) -> list[bytes]:
    """Return every mail delivered to anybody, in a stable order."""
    return [path.read_bytes() for path in sorted(folder.glob("out/*/new/*"))]


def prepare(folder: Path) -> None:
    """Start a game and put Ann's reply into the inbound Maildir, with a word to the others."""
    house = house_in(folder)
    house.new_game("Ann", "Bob", "Cem")
    prompt = next(mail for mail in map(read, delivered(folder)) if "ann@" in str(mail["To"]))
    reply = reply_to(prompt, "ann@example.org", "lay 3\nstop\nsay once", "once@example.org")
    raw = b"Delivered-To: " + str(prompt["Reply-To"]).encode() + b"\n" + reply.as_bytes()
    (folder / "in" / "new" / "1.reply").write_bytes(raw)
    house.app.close()


def arm(folder: Path, kill_at: int) -> None:
    """Let the process die, without any clean-up, when it touches the store or a file for this many times."""
    left = [kill_at]

    def touched() -> None:
        left[0] -= 1
        if left[0] == 0:
            os._exit(KILLED)

    def audit(name: str, arguments: tuple[object, ...]) -> None:
        if name in TOUCHES and str(folder) in str(arguments[:2]):
            touched()

    # The trace tells of every statement, BEGIN and COMMIT included, before it is carried out.
    event.listen(Engine, "connect", lambda connection, _: connection.set_trace_callback(lambda _: touched()))
    sys.addaudithook(audit)


def killed_pass(folder: Path, kill_at: int) -> bool:
    """Make a pass in a child that dies at the given touch; return False where it came to its end before."""
    child = os.fork()
    if child == 0:
        house = house_in(folder)
        arm(folder, kill_at)
        house.app.tick()
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == KILLED


def outcome(folder: Path) -> dict[str, object]:
    """Make two ordinary passes, the later one after all claims are stale, and return what came of it all."""
    house = house_in(folder)
    house.app.tick()
    house.clock.pass_by(seconds=mails.STALE_CLAIM + 1)
    house.app.tick()
    with house.office.database.read() as unit:
        orders = [row.text for row in games.entries(unit, 1) if row.text is not None]
        draws = [row.draw for row in games.entries(unit, 1) if row.draw is not None]
        press = [row.text for row in games.press(unit, 1)]
        inbox = mails.inbox_counts(unit)
        outbox = mails.outbox_counts(unit)
    sent = [(str(mail["Message-ID"]), str(mail["Subject"]), str(mail["To"])) for mail in map(read, delivered(folder))]
    house.app.close()
    return {
        "orders": orders,
        "draws": draws,
        "press": press,
        "inbox": inbox,
        "outbox": outbox,
        "mails": sorted({(subject, to) for _, subject, to in sent}),
        "ids": len({identity for identity, _, _ in sent}),
        "copies": len(sent),
    }


def main(folder: Path) -> None:
    """Kill at every touch in turn and print each outcome."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    prepare(folder / "before")
    for kill_at in range(1, MOST_KILLS):
        place = folder / f"kill-{kill_at}"
        shutil.copytree(folder / "before", place)
        died = killed_pass(place, kill_at)
        sys.stdout.write(json.dumps({"kill_at": kill_at, "died": died, **outcome(place)}) + "\n")
        if not died:
            return


if __name__ == "__main__":
    main(Path(sys.argv[1]))
