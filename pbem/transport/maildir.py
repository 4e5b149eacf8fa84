"""Mails from a Maildir of our own: handed over from `new` and `cur`, then moved to its folder Processed."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from pbem.errors import Unreachable
from pbem.transport import trace
from pbem.transport.base import Accept, Received

PROCESSED = ".Processed"
# Of a mail over the limit only the beginning is kept: enough for the header and to see what it was.
BEGINNING = 256_000


class _Letter(NamedTuple):
    """A file in the Maildir; its time of change is the time of delivery."""

    delivered: float
    name: str
    path: Path
    size: int


class MaildirSource:
    """One Maildir that belongs to us.

    Args:
        path: the folder that holds `new`, `cur` and `tmp`; made where it is missing.
        max_size: the limit in octets; of a longer mail only the beginning is handed over.
        since: mails in `cur`, which a person's mail program has looked at, are taken only if delivered since then.
    """

    def __init__(self, path: Path, max_size: int, since: datetime | None = None) -> None:
        self._path = path
        self._max_size = max_size
        self._since = since.timestamp() if since else 0.0

    def fetch(self, accept: Accept) -> int:
        """Hand over all mails, in the order of their delivery; a killed fetch hands a mail over again at worst."""
        make(self._path)
        done = self._path / PROCESSED
        make(done)
        count = 0
        failure: Unreachable | None = None
        for letter in sorted(self._letters()):
            try:
                received = self._read(letter)
            except Unreachable as error:
                failure = error  # One bad file must not keep all others back.
                continue
            if received is not None:
                accept(received)
                _move(letter.path, done / "cur")
                count += 1
        if failure is not None:
            raise failure
        return count

    def waiting(self) -> bool:
        """Return whether a fetch would find something."""
        return waiting(self._path)

    def _letters(self) -> Iterator[_Letter]:
        for folder in ("new", "cur"):
            with os.scandir(self._path / folder) as found:
                for entry in found:
                    letter = _letter(entry)
                    if letter is not None and (folder == "new" or self._is_ours(letter)):
                        yield letter

    def _is_ours(self, letter: _Letter) -> bool:
        # A person may have marked a mail as trashed; then it is his, not ours.
        flags = letter.name.rpartition(":2,")[2] if ":2," in letter.name else ""
        return letter.delivered >= self._since and "T" not in flags

    def _read(self, letter: _Letter) -> Received | None:
        long = letter.size > self._max_size
        try:
            with letter.path.open("rb") as file:
                raw = file.read(BEGINNING if long else -1)
        except FileNotFoundError:
            return None  # Another process was faster.
        except OSError as error:
            raise Unreachable(f"The mail {letter.path} cannot be read: {error}.", "Check who may read it.") from error
        envelope = trace.read(raw)
        arrived = datetime.fromtimestamp(letter.delivered, UTC)
        return Received(
            raw, envelope.recipient, envelope.sender, arrived, "maildir", cut_from=letter.size if long else None
        )


class MaildirWatcher:
    """Looks into a Maildir's `new` every half second; an empty look costs one directory listing."""

    def __init__(self, path: Path, every: float = 0.5) -> None:
        self._path = path
        self._every = every
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, wake: Callable[[], None]) -> None:
        """Call `wake` whenever a mail lies there."""
        self._stopped.clear()
        self._thread = threading.Thread(target=self._watch, args=(wake,), name="maildir-watcher", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop looking."""
        self._stopped.set()
        if self._thread is not None:
            self._thread.join()

    def _watch(self, wake: Callable[[], None]) -> None:
        while not self._stopped.wait(self._every):
            if waiting(self._path):
                wake()


def waiting(path: Path) -> bool:
    """Return whether a new mail lies in a Maildir."""
    try:
        with os.scandir(path / "new") as found:
            return any(not entry.name.startswith(".") for entry in found)
    except FileNotFoundError:
        return False


def make(path: Path) -> None:
    """Make the three folders of a Maildir where they are missing.

    Raises:
        Unreachable: where that fails.
    """
    try:
        for folder in ("tmp", "new", "cur"):
            (path / folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Unreachable(f"The Maildir {path} cannot be used: {error}.", "Check the path and its owner.") from error


def _letter(entry: os.DirEntry[str]) -> _Letter | None:
    if entry.name.startswith("."):
        return None
    try:
        state = entry.stat()
    except FileNotFoundError:
        return None
    return _Letter(state.st_mtime, entry.name, Path(entry.path), state.st_size) if entry.is_file() else None


def _move(path: Path, folder: Path) -> None:
    """Move a mail, under a name without a colon that no other mail there has."""
    plain = path.name.partition(":")[0]
    target = folder / plain
    turn = 1
    while target.exists():
        turn += 1
        target = folder / f"{plain}.{turn}"
    try:
        path.rename(target)
    except FileNotFoundError:
        return  # Another process moved it.
    except OSError as error:
        raise Unreachable(f"The mail {path} cannot be moved: {error}.", "Check who may write there.") from error
