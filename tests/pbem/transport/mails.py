"""Mails and small helpers that the tests of the transport share."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from pbem.errors import TryLater
from pbem.transport.base import Parcel, Received

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
OURS = "turns+g1.s2.p3.aabcdefghijklmnop@example.org"
BIG = 30_000_000


def mail(body: str = "move 5", to: str = OURS, extra: str = "") -> bytes:
    """Return a small whole mail."""
    lines = ["From: Ann <ann@example.org>", f"To: {to}", "Subject: Re: your turn", *extra.splitlines(), "", body, ""]
    return "\r\n".join(lines).encode()


def parcel(key: int = 1, recipient: str = "ann@example.org", body: str = "It is your turn.") -> Parcel:
    """Return a small parcel from us."""
    lines = ["From: turns@example.org", f"To: {recipient}", f"Message-ID: <m{key}@example.org>", "", body, ""]
    raw = "\r\n".join(lines)
    return Parcel(recipient, "turns@example.org", raw.encode("utf-8", "surrogateescape"), key)


class Inbox:
    """An `accept` that keeps what it is given, and fails as often as it is told to."""

    def __init__(self, failures: int = 0, error: Exception | None = None) -> None:
        self.kept: list[Received] = []
        self.failures = failures
        self.error = error or TryLater("The database is busy.")
        self.called = 0

    def __call__(self, received: Received) -> None:
        self.called += 1
        if self.failures:
            self.failures -= 1
            raise self.error
        self.kept.append(received)

    @property
    def raws(self) -> list[bytes]:
        """What was kept, as bytes."""
        return [received.raw for received in self.kept]


def ours(address: str) -> bool:
    """Return whether an address is one of turns@example.org, with or without a plus part."""
    local, _, domain = address.lower().rpartition("@")
    return domain == "example.org" and local.partition("+")[0] == "turns"


def at(moment: datetime = NOON) -> Callable[[], datetime]:
    """Return a clock that stands still."""
    return lambda: moment
