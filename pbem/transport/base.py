"""What every way in and every way out has in common: a mail handed over, a parcel sent, and what became of it.

A source hands each mail to `Accept`, which stores and commits it. Only after that returned does the source tell its
own side (a rename, a 250, a move, an exit code); so a mail may come twice after a crash, and is never lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple, Protocol, TypeAlias


@dataclass(frozen=True, slots=True)
class Received:
    """One mail as it came in.

    Attributes:
        raw: the mail's bytes, line ends as they came.
        recipient: the address it was delivered to (envelope or the delivering server's own trace); None if unknown.
        sender: the envelope sender; empty for the null sender, None if unknown.
        arrived: when the delivering server took it, an aware time.
        source: the name of the way in, for the log: "maildir", "smtp", "lmtp", "pipe", "imap".
        cut_from: the size in octets of a mail over `[inbound] max_size`, of which `raw` holds only the beginning;
            None for a whole mail.
    """

    raw: bytes
    recipient: str | None
    sender: str | None
    arrived: datetime
    source: str
    cut_from: int | None = None


Accept: TypeAlias = Callable[[Received], None]
"""Stores one mail and commits; raises TryLater if it could not, and then the source keeps the mail."""

Clock: TypeAlias = Callable[[], datetime]
"""Tells the aware time; passed in, since nothing below the command line reads the clock."""


class Source(Protocol):
    """A place that is asked for mails."""

    def fetch(self, accept: Accept) -> int:
        """Hand over all there is, oldest first, and return how many mails that were.

        Raises:
            Unreachable: where the place could not be read to its end; no deadline is judged in such a pass.
            TryLater: as raised by `accept`; the mail stays where it is.
        """


class Listener(Protocol):
    """A place where mails are pushed to us."""

    def start(self, accept: Accept) -> int:
        """Listen from now on, in threads of its own, and return the bound port.

        Raises:
            Misconfigured: where the address cannot be bound.
        """

    def stop(self) -> None:
        """Stop listening; a mail not yet answered for stays with its sender."""


class Watcher(Protocol):
    """Tells when a fetch would find something."""

    def start(self, wake: Callable[[], None]) -> None:
        """Call `wake`, from a thread of its own, whenever mail may have come."""

    def stop(self) -> None:
        """Stop watching and wait for the thread to end."""


class Mark(NamedTuple):
    """How far a folder was read: its UIDVALIDITY, and the last UID that was looked at."""

    validity: int
    uid: int


class Marks(Protocol):
    """Where marks are kept."""

    def get(self, mailbox: str) -> Mark | None:
        """Return a mailbox's mark."""

    def set(self, mailbox: str, mark: Mark) -> None:
        """Keep a mailbox's mark."""


class Parcel(NamedTuple):
    """One mail to be sent.

    Attributes:
        recipient: the address it goes to.
        sender: the envelope sender, where bounces go; empty for the null sender.
        raw: the whole mail, its Message-ID fixed.
        key: the number of its outbox row.
    """

    recipient: str
    sender: str
    raw: bytes
    key: int


Result: TypeAlias = Literal["sent", "later", "refused", "account"]


class Delivery(NamedTuple):
    """What became of one parcel.

    Attributes:
        key: the number of its outbox row.
        result: "sent"; "later" for a failure that passes; "refused" for good, about this recipient or this mail;
            "account" where the server refuses us as a whole, so that the outbox is to be held.
        code: the server's reply code; 0 where it gave none.
        text: the server's words, or ours.
    """

    key: int
    result: Result
    code: int = 0
    text: str = ""


class Sink(Protocol):
    """A place that mails are sent to."""

    def send(self, parcels: Sequence[Parcel]) -> Iterator[Delivery]:
        """Send the parcels in their order and yield one delivery each, as soon as its fate is known.

        After an account refusal the rest is not tried and is "account" too; where no connection can be had,
        the rest is "later". Nothing is raised for what a server says or fails to say.
        """
