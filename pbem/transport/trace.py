"""What the delivering server wrote on top of a mail: to whom it was delivered, and from whom."""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple

# Servers write their trace at the very top; what lies deeper is somebody else's.
_HEADER_OCTETS = 64_000
_HEADER_LINES = 400
_DELIVERED = (b"delivered-to", b"x-original-to", b"envelope-to")


class Trace(NamedTuple):
    """The envelope as far as the header tells it: None where it says nothing, an empty sender for the null sender."""

    recipient: str | None
    sender: str | None


def read(raw: bytes) -> Trace:
    """Return the envelope of a mail that came without one, from the topmost trace fields of its header."""
    recipient: str | None = None
    sender: str | None = None
    for name, value in islice(_fields(raw[:_HEADER_OCTETS]), _HEADER_LINES):
        if recipient is None and name in _DELIVERED:
            recipient = bare(value) or None
        elif sender is None and name == b"return-path":
            sender = bare(value)
    return Trace(recipient, sender)


def bare(value: bytes) -> str:
    """Return an address without angle brackets and spaces."""
    return value.decode("utf-8", "replace").strip().strip("<>").strip()


def header_end(raw: bytes) -> int:
    """Return the offset behind the header's empty line; the whole length where there is none."""
    if raw.startswith((b"\n", b"\r\n")):
        return raw.index(b"\n") + 1
    ends = [at + len(gap) for gap in (b"\n\n", b"\r\n\r\n") if (at := raw.find(gap)) >= 0]
    return min(ends, default=len(raw))


def _fields(raw: bytes) -> list[tuple[bytes, bytes]]:
    head = raw[: header_end(raw)]
    pairs = (line.partition(b":") for line in head.splitlines() if not line.startswith((b" ", b"\t")))
    return [(name.strip().lower(), value.strip()) for name, colon, value in pairs if colon]
