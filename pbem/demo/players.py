"""The mail clients of a demo: each a process of its own that is told a port, a folder and whom it plays for."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from threading import Thread
from typing import NamedTuple

from pbem.demo import client
from pbem.demo.house import House, address

STYLES = {"Ann": "gmail", "Bob": "mutt", "Cem": "html"}


class Turn(NamedTuple):
    """One mail that a client has read: whose it was, its subject, and what was replied ("" for nothing)."""

    name: str
    subject: str
    orders: str


class Players:
    """The clients at work, and what they tell."""

    def __init__(self) -> None:
        self._turns: SimpleQueue[Turn] = SimpleQueue()

    def next_turn(self, patience: float) -> Turn | None:
        """Return the next thing that a client did, or None where none did anything for so many seconds."""
        try:
            return self._turns.get(timeout=patience)
        except Empty:
            return None

    def listen(self, process: subprocess.Popen[str]) -> None:
        """Take in what a client prints, from a thread of its own."""
        Thread(target=self._listen, args=(process,), daemon=True).start()

    def _listen(self, process: subprocess.Popen[str]) -> None:
        for line in process.stdout or ():
            name, subject, orders = line.rstrip("\n").split("\t")
            self._turns.put(Turn(name, subject, orders))


@contextmanager
def playing(house: House, names: Iterable[str]) -> Iterator[Players]:
    """Let a client play for each of these players until the block ends."""
    processes = [_started(house, name) for name in names]
    players = Players()
    try:
        for process in processes:
            players.listen(process)
        yield players
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait()
            if process.stdout:
                process.stdout.close()


def _started(house: House, name: str) -> subprocess.Popen[str]:
    command = [sys.executable, client.__file__, "--port", str(house.port), "--folder", str(house.mailbox(name))]
    command += ["--address", address(name), "--name", name, "--style", STYLES[name]]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
