"""The in-memory twins of all ways in and out, for tests and for trying things."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from pbem.errors import TryLater, Unreachable
from pbem.transport.base import Accept, Delivery, Mark, Parcel, Received


class MemorySource:
    """Mails waiting in a list.

    Attributes:
        waiting: what the next fetch hands over, oldest first.
        down: True while a fetch fails as if the server did not answer.
    """

    def __init__(self, waiting: Sequence[Received] = ()) -> None:
        self.waiting = list(waiting)
        self.down = False

    def fetch(self, accept: Accept) -> int:
        """Hand over all there is; a mail leaves the list only after it was accepted."""
        if self.down:
            raise Unreachable("The mail source does not answer.")
        count = 0
        while self.waiting:
            accept(self.waiting[0])
            del self.waiting[0]
            count += 1
        return count


class MemoryListener:
    """A listener without a network: `deliver` plays the sending server."""

    def __init__(self) -> None:
        self._accept: Accept | None = None

    def start(self, accept: Accept) -> int:
        """Take mails from now on; the port is 0."""
        self._accept = accept
        return 0

    def stop(self) -> None:
        """Take no more mails."""
        self._accept = None

    def deliver(self, received: Received) -> int:
        """Push one mail and return the code a sender would see: 250, or 451 where it must come again."""
        if self._accept is None:
            return 451
        try:
            self._accept(received)
        except TryLater:
            return 451
        return 250


class MemoryWatcher:
    """A watcher that is told by hand: `ring` says that mail has come."""

    def __init__(self) -> None:
        self._wake: Callable[[], None] | None = None

    def start(self, wake: Callable[[], None]) -> None:
        """Pass on each ring from now on."""
        self._wake = wake

    def stop(self) -> None:
        """Pass on nothing more."""
        self._wake = None

    def ring(self) -> None:
        """Say that mail may have come."""
        if self._wake is not None:
            self._wake()


class MemoryMarks:
    """How far each mailbox was read, in a dictionary."""

    def __init__(self) -> None:
        self.kept: dict[str, Mark] = {}

    def get(self, mailbox: str) -> Mark | None:
        """Return a mailbox's mark."""
        return self.kept.get(mailbox)

    def set(self, mailbox: str, mark: Mark) -> None:
        """Keep a mailbox's mark."""
        self.kept[mailbox] = mark


class MemorySink:
    """A list of what was sent, with answers laid down beforehand.

    Attributes:
        sent: the parcels delivered, in their order.
        answers: what the server says to an address; an address without an answer gets its mail.
        down: True while no connection can be had.
    """

    def __init__(self, answers: Mapping[str, Delivery] | None = None) -> None:
        self.sent: list[Parcel] = []
        self.answers = dict(answers or {})
        self.down = False

    def send(self, parcels: Sequence[Parcel]) -> Iterator[Delivery]:
        """Deliver the parcels as the answers say."""
        held: Delivery | None = None
        for parcel in parcels:
            if held is None:
                delivery = self._deliver(parcel)
                held = delivery if delivery.result == "account" else None
                yield delivery
            else:
                yield held._replace(key=parcel.key)

    def _deliver(self, parcel: Parcel) -> Delivery:
        if self.down:
            return Delivery(parcel.key, "later", 0, "The mail server does not answer.")
        answer = self.answers.get(parcel.recipient)
        if answer is None or answer.result == "sent":
            self.sent.append(parcel)
            return Delivery(parcel.key, "sent", 250, "OK")
        return answer._replace(key=parcel.key)
