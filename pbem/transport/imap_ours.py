"""Which mails of a shared mailbox are ours: all others are not read, moved, flagged or answered."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import NamedTuple

_RECIPIENTS = ("to", "cc", "delivered-to", "x-delivered-to", "x-original-to", "envelope-to")
_PARENTS = ("in-reply-to", "references")
FIELDS = (*_RECIPIENTS, *_PARENTS)
"""The header fields that tell whose a mail is; nothing else of a stranger's mail is ever fetched."""
_OCTETS = 64_000
_SEPARATORS = re.compile(r"[\s<>,;:\"()]+")
_MESSAGE_ID = re.compile(r"<[^<>\s]+>")


class Whose(NamedTuple):
    """What is ours in a mailbox.

    Attributes:
        since: mail that arrived before is not ours.
        everything: the mailbox, or the folder, is ours alone, and whatever lies in it.
        tagged: says whether an address is ours and has a plus part.
        sent_by_us: says whether a Message-ID, angle brackets included, is one of a mail that we sent.
    """

    since: datetime | None
    everything: bool
    tagged: Callable[[str], bool]
    sent_by_us: Callable[[str], bool]

    def is_ours(self, header: bytes, arrived: datetime) -> bool:
        """Return whether a mail is ours, by the fields named in `FIELDS` and the time of its arrival."""
        if self.since is not None and arrived < self.since:
            return False
        if self.everything:
            return True
        fields = list(_fields(header[:_OCTETS].decode("ascii", "replace")))
        return self._is_to_us(fields) or self._is_a_reply(fields)

    def _is_to_us(self, fields: list[tuple[str, str]]) -> bool:
        values = (value for name, value in fields if name in _RECIPIENTS)
        return any(self.tagged(word) for value in values for word in _SEPARATORS.split(value) if "@" in word)

    def _is_a_reply(self, fields: list[tuple[str, str]]) -> bool:
        values = (value for name, value in fields if name in _PARENTS)
        return any(self.sent_by_us(found) for value in values for found in _MESSAGE_ID.findall(value))


def _fields(header: str) -> Iterator[tuple[str, str]]:
    """Yield the fields with their folded lines joined."""
    unfolded = re.sub(r"\r?\n[ \t]", " ", header)
    for line in unfolded.splitlines():
        name, colon, value = line.partition(":")
        if colon:
            yield name.strip().lower(), value
