"""A processor in a folder of its own, driven through its command line as any host would drive it."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from pbem.errors import Refused, TryLater
from pbem.initial import change

PLAYERS = ("Ann", "Bob", "Cem")
START_SECONDS = 20.0
STOP_SECONDS = 10.0
_HOST = "127.0.0.1"


class House(NamedTuple):
    """A configured folder, and the port that its processor listens on."""

    folder: Path
    port: int

    def command(self, *arguments: str) -> list[str]:
        """Return the command line that runs pbem in this house."""
        return [*_PBEM, "--config", str(self.folder / "config.toml"), *arguments]

    def run(self, *arguments: str) -> str:
        """Run a command of pbem and return what it printed.

        Raises:
            Refused: where it did not succeed, in its own words.
        """
        return _run(self.command(*arguments))

    def show(self, game: int) -> dict[str, Any]:
        """Return what `pbem game show` tells of a game."""
        shown: dict[str, Any] = json.loads(self.run("game", "show", str(game), "--json"))
        return shown

    def mailbox(self, name: str) -> Path:
        """Return the Maildir that a player's mails come to."""
        return self.folder / "outbound" / address(name)

    @contextmanager
    def serving(self) -> Iterator[None]:
        """Run the processor, from the moment it listens until it has stopped cleanly."""
        with (self.folder / "serve.log").open("wb") as log:
            server = subprocess.Popen(self.command("serve"), stdout=log, stderr=log, stdin=subprocess.DEVNULL)
            try:
                _wait_until_open(self.port, server)
                yield
            finally:
                server.terminate()
                server.wait(STOP_SECONDS)


_PBEM = (sys.executable, "-m", "pbem")


def furnish(folder: Path) -> House:
    """Make a fresh house in a folder that does not exist yet, with a free port of its own."""
    _run([*_PBEM, "init", str(folder)])
    port = _free_port()
    change(folder / "config.toml", "inbound.smtp", f"{_HOST}:{port}")
    return House(folder, port)


def seat_players(house: House, engine: str, seed: str = "") -> int:
    """Start a game of three players, whose seats are filled at once, and return its number."""
    seats = [part for name in PLAYERS for part in ("--player", f"{name} <{address(name)}>")]
    seeded = ["--seed", seed] if seed else []
    return int(house.run("game", "new", engine, *seats, *seeded).split()[-1])


def address(name: str) -> str:
    """Return a player's address."""
    return f"{name.lower()}@example.org"


def _run(command: Sequence[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    if done.returncode:
        raise Refused(f"{' '.join(command[2:])} did not succeed: {done.stderr.strip()}")
    return done.stdout


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((_HOST, 0))
        return int(probe.getsockname()[1])


def _wait_until_open(port: int, server: subprocess.Popen[bytes]) -> None:
    """Wait until somebody listens.

    Raises:
        TryLater: where nobody does in time.
    """
    until = time.monotonic() + START_SECONDS
    while server.poll() is None and time.monotonic() < until:
        with socket.socket() as probe:
            if probe.connect_ex((_HOST, port)) == 0:
                return
        time.sleep(0.05)
    raise TryLater("The processor did not come up.", "Its log, serve.log, tells why.")
