"""What we know of a mail that we sent, for finding out what of a reply was quoted from it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from pbem.mail.charset import plain, tidy

SENT_CHARACTERS = 64 * 1024
"""As much of the sent mail is compared."""

_REACH = 400
_STEP_REACH = 60
TELLING = 12
"""Characters from which on a line is hardly written twice by chance."""

_WORDS = re.compile(r"\w+")


class Ours(NamedTuple):
    """What only we know of the mail that is answered.

    Attributes:
        address: our mailbox without a tag, "turns@play.example.org".
        name: our display name.
        subject: the subject that we sent.
        twin: makes the HTML form of that mail as text, from which some clients make their quote; it takes a while, and
            is asked for only where the text form does not explain a quote.
    """

    address: str = ""
    name: str = ""
    subject: str = ""
    twin: Callable[[], str] = str


class SentText:
    """The mail that we sent, ready for comparing: without spaces, since clients wrap and indent anew.

    Attributes:
        lines: those that are not blank, squeezed.
        stream: all of them in one.
        by_line: the same, each with its line end.
        whole: the same as a set.
        words: every word and number in it.
    """

    def __init__(self, text: str) -> None:
        folded = _folded(text[:SENT_CHARACTERS])
        lines = ["".join(line.split()) for line in folded.split("\n")]
        self.lines = [line for line in lines if line]
        self.whole = frozenset(self.lines)
        self.stream = "".join(self.lines)
        self.by_line = "".join(f"{line}\n" for line in self.lines)
        self.words = frozenset(_WORDS.findall(folded))

    def holds_words(self, line: str) -> bool:
        """Tell whether every word of a line stands somewhere in the mail."""
        return self.words.issuperset(_WORDS.findall(_folded(line)))


class Follower:
    """Follows a quote through the sent text, line by line."""

    def __init__(self, sent: SentText) -> None:
        self.sent = sent
        self.at = 0

    def follows(self, line: str, *, telling: bool = True) -> bool:
        """Tell whether a squeezed line comes next, give or take; a telling one may come from anywhere.

        One that is not, an order say, must come almost at once: it may as well have been typed between sent lines.
        """
        found = self.sent.stream.find(line, self.at, self.at + len(line) + (_REACH if telling else _STEP_REACH))
        if found < 0 and telling and len(line) >= TELLING:
            found = self.sent.stream.find(line)
        if found < 0:
            return False
        self.at = found + len(line)
        return True

    @property
    def ended(self) -> bool:
        """Whether the last line of the sent text has come."""
        return 0 < self.at == len(self.sent.stream)


def squeezed(line: str) -> str:
    """Return a line without spaces and case, in plain characters."""
    return "".join(_folded(line).split())


def _folded(text: str) -> str:
    return plain(tidy(text)).casefold()
