"""One mail on standard input, as a mail server's pipe hands it over (`pbem receive`)."""

from __future__ import annotations

import logging
from datetime import datetime
from typing import BinaryIO

from pbem.errors import TryLater
from pbem.transport import trace
from pbem.transport.base import Accept, Received
from pbem.transport.maildir import BEGINNING

DONE = 0
TRY_LATER = 75
"""EX_TEMPFAIL: the mail server keeps the mail and comes again."""
_CHUNK = 1_000_000

_log = logging.getLogger(__name__)


def receive(
    stream: BinaryIO,
    accept: Accept,
    now: datetime,
    max_size: int,
    recipient: str | None = None,
    sender: str | None = None,
) -> int:
    """Hand over the mail that a stream holds and return the exit code: 0 stored, 75 come again.

    Args:
        stream: the mail's bytes to their end.
        accept: stores the mail.
        now: the time of acceptance.
        max_size: the limit in octets; of a longer mail only the beginning is handed over.
        recipient: the envelope recipient, where the server tells it; else the header's trace is read.
        sender: the envelope sender, likewise.
    """
    try:
        raw, size = _read(stream, max_size)
        accept(_received(raw, size, now, recipient, sender))
    except (TryLater, OSError) as error:
        _log.warning("the mail could not be stored now: %s", error)
        return TRY_LATER
    except Exception:
        # A fault of ours must not bounce a player's mail.
        _log.exception("a fault while a mail was stored; the mail server keeps it")
        return TRY_LATER
    return DONE


def _read(stream: BinaryIO, max_size: int) -> tuple[bytes, int]:
    """Return the mail and its size; of a mail over the limit only the beginning, but the stream is read to its end."""
    raw = bytearray()
    size = 0
    while chunk := stream.read(_CHUNK):
        size += len(chunk)
        raw += chunk if size <= max_size else b""
    return bytes(raw if size <= max_size else raw[:BEGINNING]), size


def _received(raw: bytes, size: int, now: datetime, recipient: str | None, sender: str | None) -> Received:
    envelope = trace.read(raw)
    to = recipient or envelope.recipient
    by = sender if sender is not None else envelope.sender
    return Received(raw, to, by, now, "pipe", cut_from=size if size > len(raw) else None)
