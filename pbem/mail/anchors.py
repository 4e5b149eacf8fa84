"""Finds what introduces the quote in a reply: the anchor.

It holds our address, or our name or subject with the look of an introduction, or the fields of some mail; or it is
missing, and a run of lines that we sent shows where the quote begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pbem.mail.charset import plain, tidy
from pbem.mail.headers import bare_subject
from pbem.mail.replylines import ENOUGH_COVERED, ReplyLines
from pbem.mail.senttext import TELLING, Follower, Ours, SentText, squeezed

WRAPPED_LINES = 2
"""As many lines may stand above the last one of an introduction that a client has wrapped."""

_RUN = 6
_RUN_SHARE = 0.6
_RUN_TRIES = 50
_RUN_LOOKED_AT = 40
_WEAK_TRIES = 20
_HEADER_LINES = 12
_GAP = 4
_LABELS = 3
_SHORTEST_NAME = 4


class Anchor(NamedTuple):
    """A block that introduces a quote: its first line, and the first line behind it."""

    top: int
    bottom: int


class Anchors:
    """The search for the anchor of one reply."""

    def __init__(self, reply: ReplyLines, ours: Ours) -> None:
        self.reply = reply
        self._address = _address_pattern(ours.address)
        self._name = " ".join(plain(tidy(ours.name)).casefold().split())
        self._subject = bare_subject(ours.subject).casefold()

    def first(self) -> Anchor | None:
        """Return the first anchor, or where a run of sent lines begins; None where nothing seems quoted."""
        return next(self._introductions(), None) or self._run()

    def wrapped(self, number: int) -> bool:
        """Tell whether a line looks like the head of an introduction that a client has wrapped."""
        line = self.reply.low(number).rstrip()
        return line.endswith(("<", "(")) or any(map(str.isdigit, line)) or bool(self._name and self._name in line)

    def _introductions(self) -> Iterator[Anchor]:
        """Yield the blocks that introduce a quote: the first line of each, and the first line behind it."""
        reply, weak = self.reply, 0
        for number in reply.filled():
            if reply.quoted[number]:
                continue
            # A line that holds our address is no order, whatever its first word; nor is the first of several labels.
            low = reply.low(number)
            strong = self._holds_address(number, low)
            if not strong and not self._holds_name(number, low) and not self._heads_mail(number):
                continue
            if not strong and not self._heads_labels(number) and self.reply.order(number):
                continue
            block = Anchor(self._above(number), self._below(number))
            if strong or self._confirmed(block):
                yield block
            weak += 1
            if weak == _WEAK_TRIES:
                return

    def _heads_mail(self, number: int) -> bool:
        """Tell whether the fields of some mail begin here: three labels, and an address in one of them."""
        block = range(number, min(number + _LABELS, len(self.reply.lines)))
        if len(block) < _LABELS or not all(map(self.reply.label, block)):
            return False
        return any("@" in self.reply.lines[line] for line in block)

    def _heads_labels(self, number: int) -> bool:
        return self.reply.label(number) and number + 1 < len(self.reply.lines) and self.reply.label(number + 1)

    def _holds_address(self, number: int, low: str) -> bool:
        if self._address is None or "@" not in low:
            # A client may have wrapped the line within the address itself.
            after = self.reply.low(number + 1)
            joined = low.rstrip() + after.lstrip()
            return bool(self._address and "@" in after and "+" in low and self._address.search(joined))
        return bool(self._address.search(low))

    def _holds_name(self, number: int, low: str) -> bool:
        if self._subject and self._subject in low and self.reply.label(number):
            return True
        if len(self._name) < _SHORTEST_NAME:
            return False
        after = self.reply.low(number + 1)
        joined = " ".join(f"{low} {after}".split())
        if self._name in after and self._name not in low:
            return False
        looks = low.rstrip().endswith(":") or joined.endswith(":") or any(map(str.isdigit, joined))
        return self._name in joined and (looks or self.reply.label(number))

    def _confirmed(self, block: Anchor) -> bool:
        """Tell whether a block that holds only our name introduces a quote: people greet us by name, too."""
        labels = sum(self.reply.label(number) for number in range(*block))
        if self.reply.marked(block.bottom) or labels >= 2:
            return True
        return self.reply.covered(block.bottom) >= ENOUGH_COVERED

    def _above(self, number: int) -> int:
        """Return where the block of an anchor begins: labels and rules above it, or the head of a wrapped line."""
        top = number
        while top > 0:
            above = self._filled_above(top)
            if self.reply.blank[above] or self.reply.quoted[above] or self.reply.step(above):
                break
            wrapped = number - above <= WRAPPED_LINES and self.wrapped(above)
            if not wrapped and not self.reply.rule(above) and not self.reply.label(above):
                break
            top = above
        return top

    def _filled_above(self, top: int) -> int:
        """Return the line above; beyond a small gap only where a rule or a label stands there."""
        above = top - 1
        while self.reply.blank[above] and above > max(0, top - _GAP):
            above -= 1
        if above == top - 1 or self.reply.rule(above) or self.reply.label(above):
            return above
        return top - 1

    def _below(self, number: int) -> int:
        """Return the first line behind the block of an anchor."""
        bottom = number + 1
        while bottom < len(self.reply.lines) and bottom - number < _HEADER_LINES:
            if plain(self.reply.lines[bottom - 1]).rstrip(" *_").endswith(":"):
                break
            if self.reply.blank[bottom] or self.reply.quoted[bottom] or self.reply.step(bottom):
                break
            if bottom - number > WRAPPED_LINES and not self.reply.label(bottom):
                break
            bottom += 1
        return bottom

    def _run(self) -> Anchor | None:
        """Return where sent lines begin, in a mail that has no anchor and no marks.

        Orders among them do not count: a player may well send again all the orders of our last mail.
        """
        told = (
            number for number in self.reply.filled() if not self.reply.quoted[number] and not self.reply.order(number)
        )
        numbers = list(told)
        found = self._run_of(self.reply.sent, numbers)
        if found is None and len(numbers) >= _RUN:
            found = self._run_of(self.reply.twin, numbers)
        return None if found is None else Anchor(self._above(found), found)

    def _run_of(self, sent: SentText, numbers: Sequence[int]) -> int | None:
        """Return the line where a long run of sent lines begins, or else the first of many that stand about."""
        enough = min(_RUN, max(2, int(_RUN_SHARE * len(sent.lines))))
        known = [number for number in numbers if squeezed(self.reply.lines[number]) in sent.whole]
        run = next((number for number in known[:_RUN_TRIES] if self._runs(number, sent) >= enough), None)
        long = [number for number in known if len(squeezed(self.reply.lines[number])) >= TELLING]
        return run if run is not None or len(long) < _RUN else long[0]

    def _runs(self, start: int, sent: SentText) -> int:
        follower = Follower(sent)
        run = 0
        for number in range(start, min(len(self.reply.lines), start + _RUN_LOOKED_AT)):
            if self.reply.blank[number] or self.reply.quoted[number]:
                continue
            if not follower.follows(squeezed(self.reply.lines[number])):
                break
            run += not self.reply.order(number)
        return run


def _address_pattern(address: str) -> re.Pattern[str] | None:
    local, at, domain = address.casefold().rpartition("@")
    if not at:
        return None
    return re.compile(rf"{re.escape(local)}(?:\+[\w.=-]{{1,64}})?@{re.escape(domain)}")
