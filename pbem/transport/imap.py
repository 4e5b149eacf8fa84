"""Mails from a mailbox over IMAP: only ours, each moved to a folder once it is stored, nobody else's ever touched."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from imapclient import IMAPClient
from imapclient.exceptions import IMAPClientAbortError, IMAPClientError

from pbem.errors import AccountRefused, Unreachable
from pbem.transport import trace
from pbem.transport.base import Accept, Mark, Marks, Received
from pbem.transport.imap_client import REFUSED_WAIT, Mailbox, connected, move
from pbem.transport.imap_ours import FIELDS, Whose
from pbem.transport.maildir import BEGINNING

_HEADERS = f"BODY.PEEK[HEADER.FIELDS ({' '.join(FIELDS).upper()})]"
_HEADERS_KEY = _HEADERS.replace(".PEEK", "").encode()
_WANTED = {b"RFC822.SIZE", b"INTERNALDATE", b"FLAGS"}
_AT_ONCE = 500
_MAILS_AT_ONCE = 64
_OCTETS_AT_ONCE = 16_000_000

_log = logging.getLogger(__name__)


class _Item(NamedTuple):
    """One mail in the folder, not yet fetched."""

    uid: int
    size: int
    arrived: datetime


class ImapSource:
    """One folder of a mailbox.

    Args:
        mailbox: where it is.
        marks: where it is kept how far it was read.
        max_size: the limit in octets; of a longer mail only the beginning is fetched.
        whose: what in it is ours.
        seconds: tells the seconds that have passed since some moment.
    """

    def __init__(
        self,
        mailbox: Mailbox,
        marks: Marks,
        max_size: int,
        whose: Whose,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self._mailbox = mailbox
        self._marks = marks
        self._max_size = max_size
        self._whose = whose
        self._seconds = seconds
        self._refused: tuple[float, AccountRefused] | None = None

    def fetch(self, accept: Accept) -> int:
        """Hand over all our mails that are new, oldest first, and move each batch when it is stored.

        Where the login was refused, it is not tried again for a while: the reason is only repeated.
        """
        try:
            if self._refused is not None and self._seconds() < self._refused[0]:
                raise self._refused[1]
            with connected(self._mailbox) as client:
                return self._fetch(client, accept)
        except AccountRefused as refused:
            if self._refused is None or self._refused[1] is not refused:
                self._refused = self._seconds() + REFUSED_WAIT, refused
            raise Unreachable(refused.reason, refused.remedy) from refused

    def check(self) -> None:
        """Log in and look at the folder.

        Raises:
            AccountRefused: where the server refuses the login.
            Unreachable: where it does not answer, or has no such folder.
        """
        with connected(self._mailbox) as client:
            client.select_folder(self._mailbox.folder, readonly=True)

    def _fetch(self, client: IMAPClient, accept: Accept) -> int:
        state = client.select_folder(self._mailbox.folder)
        validity, following = int(state[b"UIDVALIDITY"]), int(state.get(b"UIDNEXT", 0))
        mark = self._mark(validity)
        if following and following <= mark.uid + 1:
            return 0
        count, last = 0, max(mark.uid, following - 1)
        few = range(mark.uid + 1, following)
        for uids in _split(few if 0 < len(few) <= _AT_ONCE else self._new(client, mark), _AT_ONCE):
            for batch in _batches(self._ours(client, uids)):
                count += self._hand_over(client, batch, accept, validity)
            last = max(last, uids[-1])
        self._marks.set(self._mailbox.name, Mark(validity, last))
        return count

    def _mark(self, validity: int) -> Mark:
        mark = self._marks.get(self._mailbox.name)
        if mark is not None and mark.validity == validity:
            return mark
        # A folder made anew is read anew; the store knows by their digests what it has already.
        return Mark(validity, 0)

    def _new(self, client: IMAPClient, mark: Mark) -> list[int]:
        """Return the UIDs that were not looked at yet, in ascending order."""
        criteria: list[object] = ["UID", f"{mark.uid + 1}:*"]
        if self._whose.since is not None:
            # The server compares days in a zone of its own; the exact comparison follows.
            criteria += ["SINCE", (self._whose.since - timedelta(days=1)).date()]
        # The last mail answers to n:* even where its UID is smaller than n.
        return sorted(uid for uid in client.search(criteria) if uid > mark.uid)

    def _ours(self, client: IMAPClient, uids: Sequence[int]) -> list[_Item]:
        fetched = client.fetch(uids, ["RFC822.SIZE", "INTERNALDATE", "FLAGS", _HEADERS])
        ours = []
        # Among the answers may be news of other mails: somebody reads the same mailbox just now.
        for uid in sorted(fetched.keys() & set(uids)):
            data = fetched[uid]
            if not data.keys() >= _WANTED:
                continue  # Somebody has taken it away meanwhile.
            arrived = data[b"INTERNALDATE"].astimezone(UTC)
            deleted = b"\\Deleted" in data[b"FLAGS"]
            if not deleted and self._whose.is_ours(_header(data), arrived):
                ours.append(_Item(uid, data[b"RFC822.SIZE"], arrived))
        return ours

    def _hand_over(self, client: IMAPClient, batch: Sequence[_Item], accept: Accept, validity: int) -> int:
        """Hand over one batch, move what was stored, and keep the mark, also where the storing broke off."""
        raws = self._raws(client, batch)
        stored: list[int] = []
        try:
            for item in batch:
                if item.uid in raws:  # Else somebody has taken it away meanwhile.
                    accept(self._received(item, raws[item.uid]))
                    stored.append(item.uid)
        finally:
            if stored:
                self._tidy(client, stored)
                self._marks.set(self._mailbox.name, Mark(validity, stored[-1]))
        return len(stored)

    def _raws(self, client: IMAPClient, batch: Sequence[_Item]) -> dict[int, bytes]:
        whole = [item.uid for item in batch if item.size <= self._max_size]
        long = [item.uid for item in batch if item.size > self._max_size]
        raws = _bodies(client, whole, "BODY.PEEK[]", b"BODY[]")
        return raws | _bodies(client, long, f"BODY.PEEK[]<0.{BEGINNING}>", b"BODY[]<0>")

    def _received(self, item: _Item, raw: bytes) -> Received:
        envelope = trace.read(raw)
        cut_from = item.size if item.size > self._max_size else None
        return Received(raw, envelope.recipient, envelope.sender, item.arrived, "imap", cut_from)

    def _tidy(self, client: IMAPClient, uids: Sequence[int]) -> None:
        """Move what is stored; a server that will not is no reason to stop, since nothing is lost."""
        try:
            if not move(client, uids, self._mailbox.processed):
                _log.info("%s can move no mails; they stay where they are", self._mailbox.host)
        except IMAPClientAbortError:
            raise
        except IMAPClientError as error:
            _log.warning("stored mails could not be moved to %s: %s", self._mailbox.processed, error)


def _header(data: dict[bytes, bytes]) -> bytes:
    # Servers repeat the names of the fields in letters and order of their own.
    return next((value for key, value in data.items() if key.upper().startswith(b"BODY[HEADER")), b"")


def _bodies(client: IMAPClient, uids: Sequence[int], wanted: str, key: bytes) -> dict[int, bytes]:
    if not uids:
        return {}
    fetched = client.fetch(uids, [wanted])
    return {uid: data[key] for uid, data in fetched.items() if data.get(key) is not None}


def _split(uids: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    for start in range(0, len(uids), size):
        yield uids[start : start + size]


def _batches(items: Sequence[_Item]) -> Iterator[list[_Item]]:
    """Yield batches that are neither too many mails nor too many octets."""
    batch: list[_Item] = []
    octets = 0
    for item in items:
        if batch and (len(batch) >= _MAILS_AT_ONCE or octets + item.size > _OCTETS_AT_ONCE):
            yield batch
            batch, octets = [], 0
        batch.append(item)
        octets += item.size
    if batch:
        yield batch
