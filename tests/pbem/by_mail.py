"""A whole service driven through its command line, and mail clients that play a game against it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from pbem.initial import change
from pbem.secret import FILE, Secret, Secrets, load, save

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}
STYLES = {"Ann": "gmail", "Bob": "mutt", "Cem": "html"}


def pbem(folder: Path, *arguments: str) -> str:
    """Run a command on a folder's configuration and return what it printed."""
    command = [sys.executable, "-m", "pbem", "--config", str(folder / "config.toml"), *arguments]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, timeout=120, check=False)
    if done.returncode:
        raise RuntimeError(f"pbem {' '.join(arguments)}: {done.stderr}")
    return done.stdout


def furnish(folder: Path, changes: Mapping[str, object], password: str = "") -> Path:
    """Make a folder with some keys of its configuration changed, and return it."""
    command = [sys.executable, "-m", "pbem", "init", str(folder)]
    subprocess.run(command, env=ENVIRONMENT, capture_output=True, timeout=120, check=True)
    for key, value in changes.items():
        change(folder / "config.toml", key, value)
    kept = load(folder / FILE)
    save(folder / FILE, Secrets(kept.current, kept.keys, Secret(password), Secret(password)))
    return folder


def seat(folder: Path, *names: str, bots: tuple[str, ...] = ()) -> int:
    """Begin a game and return its number."""
    people = [part for name in names for part in ("--player", f"{name} <{name.lower()}@example.org>")]
    machines = [part for name in bots for part in ("--bot", name)]
    return int(pbem(folder, "game", "new", "istanbul", *people, *machines, "--seed", "5e" * 32).split()[-1])


@contextmanager
def serving(folder: Path, log_name: str = "serve.log") -> Iterator[subprocess.Popen[bytes]]:
    """Run the service; what it says goes to a file in the folder."""
    command = [sys.executable, "-m", "pbem", "--config", str(folder / "config.toml"), "serve"]
    with (folder / log_name).open("wb") as log:
        process = subprocess.Popen(command, env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            yield process
        finally:
            process.terminate()
            process.wait(60)


@contextmanager
def clients(port: int, folders: Mapping[str, Path]) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Let a mail client play for each name: it reads its Maildir and sends to a port of this machine."""
    processes = []
    for name, folder in folders.items():
        who = ["--address", f"{name.lower()}@example.org", "--name", name, "--style", STYLES[name]]
        where = ["--port", str(port), "--folder", str(folder), "--patience", "600"]
        command = [sys.executable, str(ROOT / "pbem" / "demo" / "client.py"), *who, *where]
        processes.append(subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL))
    try:
        yield processes
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait(20)


def finished(folder: Path, game: int, seconds: float) -> dict[str, object]:
    """Wait until a game is over and return how it stands; where it stops, the end of the log is told."""
    until = time.monotonic() + seconds
    while True:
        shown = json.loads(pbem(folder, "game", "show", str(game), "--json"))
        if shown["state"] == "over":
            return shown
        if time.monotonic() > until:
            raise TimeoutError(f"{shown}\n{(folder / 'serve.log').read_text()[-3000:]}")
        time.sleep(2)
