"""The lines of a reply, and what can be told of each: quoted, blank, an order, a label, a rule, sent by us."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property

from pbem.mail.charset import NOT_A_QUOTE, plain, tidy
from pbem.mail.senttext import Follower, SentText, squeezed

ENOUGH_COVERED = 0.3
"""The share of sent lines from which on a text counts as a quote of what we sent."""

_WHOLLY_COVERED = 0.9

_LABEL = re.compile(r"[\s*_|]{0,8}[^\W\d_][^:<>@]{0,30}:(?!//)")
_RULE = re.compile(r"\s*[-_=*~]{3}")
_NUMBER = re.compile(r"[#(]?\d{1,3}[.)]?")


class ReplyLines:
    """One reply under examination; a line is named by its number.

    Args:
        text: the text of the mail.
        is_order: tells whether a line would play or change something.
        sent: the mail that is answered.
        twin: makes its HTML form as text.
    """

    def __init__(
        self, text: str, is_order: Callable[[str], bool], sent: SentText, twin: Callable[[], str] = str
    ) -> None:
        raw = text.split("\n")
        self.lines = [line.rstrip("\r") for line in tidy(text).split("\n")]
        self.quoted = [
            line.lstrip().startswith(">") and not given.startswith(NOT_A_QUOTE)
            for line, given in zip(self.lines, raw, strict=True)
        ]
        self.blank = [not line.strip() for line in self.lines]
        self.sent = sent
        self._is_order = is_order
        self._make_twin = twin
        self._known: dict[int, bool] = {}

    def filled(self, start: int = 0) -> list[int]:
        """Return the lines from here on that are not blank."""
        return [number for number in range(start, len(self.lines)) if not self.blank[number]]

    def order(self, number: int) -> bool:
        """Tell whether the line is an order; each line is asked about once."""
        if number not in self._known:
            line = self.lines[number].strip()
            self._known[number] = bool(line) and self._is_order(line)
        return self._known[number]

    def step(self, number: int) -> bool:
        """Tell whether the line is an order, or a number that may choose one."""
        return bool(_NUMBER.fullmatch(self.lines[number].strip())) or self.order(number)

    def label(self, number: int) -> bool:
        """Tell whether the line begins like a field ("Gesendet: ...")."""
        return bool(_LABEL.match(self.lines[number]))

    def rule(self, number: int) -> bool:
        """Tell whether the line begins with a rule ("----- Original message -----")."""
        return not self.quoted[number] and bool(_RULE.match(plain(self.lines[number]))) and not self.order(number)

    def low(self, number: int) -> str:
        """Return the line in plain characters without case; "" for a quoted line, or behind the last one."""
        if number >= len(self.lines) or self.quoted[number]:
            return ""
        return plain(self.lines[number]).casefold()

    def marked(self, bottom: int) -> bool:
        """Tell whether what follows is quoted with ">" marks."""
        first = next((number for number in range(bottom, len(self.lines)) if not self.blank[number]), None)
        if first is None:
            return False
        return self.quoted[first] or (any(self.quoted[bottom:]) and self.covered(bottom) < ENOUGH_COVERED)

    def covered(self, bottom: int) -> float:
        """Return which share of the unmarked lines from here on was sent by us."""
        return self._share(bottom, self.source(bottom))

    def source(self, bottom: int) -> SentText:
        """Return the form of our mail from which a quote below was made: its text, or else its HTML."""
        if self._share(bottom, self.sent) >= _WHOLLY_COVERED:
            return self.sent
        return max(self.sent, self.twin, key=lambda form: self._share(bottom, form))

    @cached_property
    def twin(self) -> SentText:
        """The HTML form of our mail."""
        return SentText(self._make_twin())

    def _share(self, bottom: int, form: SentText) -> float:
        """Return which share of the lines from here on stands in this form of our mail; orders may be anybody's."""
        follower = Follower(form)
        unmarked = [number for number in self.filled(bottom) if not self.quoted[number] and not self.order(number)]
        followed = sum(follower.follows(squeezed(self.lines[number])) for number in unmarked)
        return followed / len(unmarked) if unmarked else 0.0
