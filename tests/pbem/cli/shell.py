"""Runs commands of pbem in one folder."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from typer.testing import CliRunner

from pbem.cli.main import app
from pbem.initial import change
from tests.source import ROOT

TOY = ROOT / "tests" / "toy"
ANN, BOB, CEM = (f"{name} <{name.lower()}@example.org>" for name in ("Ann", "Bob", "Cem"))
SEED = "5e" * 32


class Done(NamedTuple):
    """What a command came to."""

    code: int
    out: str
    err: str


class Shell:
    """A folder with a configuration, and the commands that run there."""

    def __init__(self, folder: Path, site: Path) -> None:
        self.folder = folder
        self.site = site

    @property
    def config(self) -> Path:
        """The configuration."""
        return self.folder / "config.toml"

    def set(self, key: str, value: object) -> None:
        """Change one key of the configuration."""
        change(self.config, key, value)

    def run(self, *arguments: str, typed: bytes | str = b"") -> Done:
        """Run a command within this process."""
        result = CliRunner().invoke(app, ["--config", str(self.config), *arguments], input=typed)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Done(result.exit_code, result.stdout, result.stderr)

    def data(self, *arguments: str) -> Any:
        """Run a command that reads, and return what it tells as data."""
        done = self.run(*arguments, "--json")
        assert (0, "") == (done.code, done.err)
        return json.loads(done.out)

    def start(self, *arguments: str, **more: Any) -> subprocess.Popen[str]:
        """Start a command in a process of its own."""
        command = [sys.executable, "-m", "pbem", "--config", str(self.config), *arguments]
        return subprocess.Popen(command, env=self.environment, text=True, **more)

    @property
    def environment(self) -> dict[str, str]:
        """The environment of a process that sees the toy game."""
        return {**os.environ, "PYTHONPATH": f"{self.site}{os.pathsep}{ROOT}"}

    def new_game(self, *more: str) -> int:
        """Make a game of Ann, Bob and Cem and send its first mails."""
        seats = [part for player in (ANN, BOB, CEM) for part in ("--player", player)]
        done = self.run("game", "new", "toy", *seats, "--seed", SEED, *more)
        assert (0, "") == (done.code, done.err)
        self.run("tick")
        return int(done.out.splitlines()[-1])

    def mails(self, name: str) -> list[str]:
        """Return every mail that a player has got, oldest first."""
        folder = self.folder / "outbound" / f"{name.lower()}@example.org" / "new"
        paths = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime_ns) if folder.is_dir() else []
        return [path.read_text(encoding="utf-8") for path in paths]

    def reply(self, name: str, orders: str) -> bytes:
        """Return the bytes of a reply to the newest mail of a player."""
        newest = self.mails(name)[-1]
        to, message_id = (header(newest, wanted) for wanted in ("Reply-To", "Message-ID"))
        head = f"From: {name.lower()}@example.org\r\nTo: {to}\r\nSubject: order\r\nIn-Reply-To: {message_id}\r\n"
        return f"{head}Message-ID: <{len(self.mails(name))}.{name}@example.org>\r\n\r\n{orders}\r\n".encode()


def header(mail: str, name: str) -> str:
    """Return one header of a mail."""
    found = re.search(rf"^{name}: (.*)$", mail, re.MULTILINE)
    assert found, name
    return found[1].strip()
