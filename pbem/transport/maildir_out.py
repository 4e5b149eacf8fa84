"""Mails to a Maildir for each recipient: the embedded default, for a laptop, for tests and for `make demo`."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator, Sequence
from pathlib import Path

from pbem.errors import Unreachable
from pbem.transport.base import Clock, Delivery, Parcel
from pbem.transport.maildir import make

# What a file system, or another system's, does not take in a name; percent first, so that no two addresses meet.
_UNFIT = str.maketrans({char: f"%{ord(char):02X}" for char in '%/\\:*?"<>|' + "".join(map(chr, range(32)))})


class MaildirSink:
    """One Maildir a recipient, `<directory>/<address in lower case>/`.

    Args:
        directory: the folder that holds them all; made where it is missing.
        clock: tells the time that names begin with.
    """

    def __init__(self, directory: Path, clock: Clock) -> None:
        self._directory = directory
        self._clock = clock
        self._host = socket.gethostname().translate(_UNFIT)

    def send(self, parcels: Sequence[Parcel]) -> Iterator[Delivery]:
        """Write each mail to the disk before it is said to be sent."""
        for parcel in parcels:
            yield self._deliver(parcel)

    def _deliver(self, parcel: Parcel) -> Delivery:
        name = mailbox_name(parcel.recipient)
        if name is None:
            return Delivery(parcel.key, "refused", 0, f"No folder can be named {parcel.recipient!r}.")
        try:
            self._write(self._directory / name, parcel)
        except (OSError, Unreachable) as error:
            return Delivery(parcel.key, "later", 0, f"The mail cannot be written: {error}")
        return Delivery(parcel.key, "sent", 250, name)

    def _write(self, maildir: Path, parcel: Parcel) -> None:
        make(maildir)
        now = self._clock()
        # No colon: some systems refuse it in a name.
        name = f"{int(now.timestamp())}.M{now.microsecond:06}P{os.getpid()}Q{parcel.key}.{self._host}"
        draft = maildir / "tmp" / name
        with draft.open("wb") as file:
            file.write(parcel.raw.replace(b"\r\n", b"\n"))
            file.flush()
            os.fsync(file.fileno())
        draft.rename(maildir / "new" / name)
        _sync(maildir / "new")


def mailbox_name(address: str) -> str | None:
    """Return the folder's name for an address, or None where there can be none."""
    name = address.strip().lower().translate(_UNFIT)
    fits = bool(name) and not name.startswith(".") and len(name.encode("utf-8", "replace")) <= 255
    return name if fits else None


def _sync(folder: Path) -> None:
    """Make a rename durable, where the system can open a folder."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
