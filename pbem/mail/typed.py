"""What a person typed into a reply: no quote, no history, no signature.

Mail programs quote in a hundred ways and forty languages, so no list of phrases can find the quote. What is known for
sure is our own side: our address, our name, our subject, and the exact text that was sent. The line that introduces a
quote (here: the anchor) holds one of them, and what follows it is compared with what we sent. An order is never taken
for an anchor or a signature. All steps are linear in the length of the mail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from pbem.mail.anchors import WRAPPED_LINES, Anchors
from pbem.mail.charset import plain
from pbem.mail.replylines import ENOUGH_COVERED, ReplyLines
from pbem.mail.senttext import Follower, SentText, squeezed
from pbem.mail.senttext import Ours as Ours

_SPILLED_LINES = 4


class Typed(NamedTuple):
    """What the person typed.

    Attributes:
        lines: the typed lines that are not blank, in order, with ordinary spaces.
        sure: False where an order may have been taken for quoted text: then nothing should be played before the
            person has confirmed it.
        dropped: the lines in doubt.
    """

    lines: tuple[str, ...]
    sure: bool
    dropped: tuple[str, ...] = ()


def typed(text: str, is_order: Callable[[str], bool], sent_text: str = "", ours: Ours | None = None) -> Typed:
    """Return what the person typed into a mail.

    Args:
        text: the text of the mail.
        is_order: tells whether a line would play something or change something.
        sent_text: the mail that is answered, as text; "" where it is unknown.
        ours: what else we know of it.
    """
    ours = ours or Ours()
    reply = ReplyLines(text, is_order, SentText(sent_text), ours.twin)
    return _Sorting(reply, Anchors(reply, ours)).typed()


class _Sorting:
    """Sorts the lines of one reply into typed, dropped and doubtful ones."""

    def __init__(self, reply: ReplyLines, anchors: Anchors) -> None:
        self.reply = reply
        self.anchors = anchors
        self.doubtful: list[int] = []

    def typed(self) -> Typed:
        """Return what was typed."""
        anchor = self.anchors.first()
        if anchor is None:
            kept = self._between_marks(0)
        else:
            top, bottom = anchor
            above = [number for number in range(top) if not self.reply.quoted[number]]
            below = self._between_marks(bottom) if self.reply.marked(bottom) else self._beside_the_sent(bottom, above)
            # A signature ends where the quote begins.
            kept = [*self._unsigned(above), *below]
        return Typed(self._texts(kept), not self.doubtful, self._texts(self.doubtful))

    def _texts(self, numbers: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.reply.lines[number].strip() for number in numbers if not self.reply.blank[number])

    def _between_marks(self, start: int) -> list[int]:
        """Return the lines without ">" marks, and without what only introduces or continues a marked line."""
        kept: list[int] = []
        segment: list[int] = []
        spilled = self._spilled()
        for number in range(start, len(self.reply.lines)):
            if not self.reply.quoted[number]:
                if number not in spilled:
                    segment.append(number)
            elif segment:
                kept += self._unsigned(self._unintroduced(segment))
                segment = []
        return kept + self._unsigned(segment)

    def _spilled(self) -> set[int]:
        """Return the lines that are the rest of a quoted line which was too long for the client."""
        reply, spilled = self.reply, set[int]()
        for number in range(len(reply.lines) - 1):
            if not reply.quoted[number] or reply.quoted[number + 1] or reply.blank[number + 1]:
                continue
            rest = self._rest_of(number)
            spilled |= rest.keys()
            # A whole line was broken; where it is not whole, an order may have been typed directly below it.
            if not any(rest.values()):
                self._doubt(rest)
        return spilled

    def _rest_of(self, number: int) -> dict[int, bool]:
        """Return the lines that may continue a quoted one, and whether it ends with each."""
        reply, rest = self.reply, dict[int, bool]()
        line = squeezed(reply.lines[number].lstrip(" >"))
        for below in range(number + 1, min(number + 1 + _SPILLED_LINES, len(reply.lines))):
            if not line or reply.quoted[below] or reply.blank[below]:
                break
            line += squeezed(reply.lines[below])
            if line not in reply.sent.by_line:
                break
            rest[below] = f"{line}\n" in reply.sent.by_line
        return rest

    def _unintroduced(self, segment: list[int]) -> list[int]:
        """Leave out the line that ends in a colon directly before marked lines; a renamed sender may stand there."""
        filled = [number for number in segment if not self.reply.blank[number]]
        if not filled or self.reply.order(filled[-1]) or not plain(self.reply.lines[filled[-1]]).rstrip().endswith(":"):
            return segment
        last = filled[-1]
        if segment[-1] - last > 1:
            return segment
        top = last
        while (
            top > max(segment[0], last - WRAPPED_LINES)
            and self.anchors.wrapped(top - 1)
            and not self.reply.step(top - 1)
        ):
            top -= 1
        return [number for number in segment if number < top]

    def _beside_the_sent(self, bottom: int, above: Sequence[int]) -> list[int]:
        """Return what was typed below or within a quote that has no marks."""
        lines = self.reply.filled(bottom)
        answered = any(map(self.reply.step, above))
        source = self.reply.source(bottom)
        if self.reply.covered(bottom) < ENOUGH_COVERED:
            if source.stream or not answered:
                self._doubt(number for number in lines if not (answered and self._was_sent(number, source)))
            return []
        followed, end = self._followed(lines, source)
        kept: list[int] = []
        for number in lines:
            if number in followed or (answered and squeezed(self.reply.lines[number]).isdecimal()):
                # A number alone, where orders were typed above, has fallen out of a board.
                continue
            if self.reply.order(number) and number < end and source.holds_words(self.reply.lines[number]):
                # Changed on its way, or one of the orders that we offered, typed within the quote.
                self._doubt([number])
            else:
                kept.append(number)
        return self._unsigned(kept)

    def _followed(self, numbers: Sequence[int], source: SentText) -> tuple[set[int], int]:
        """Return the lines that were sent, and the last line that can belong to the quote.

        What is no order may be arranged anew. Behind the last line of our mail, all is typed.
        """
        follower = Follower(source)
        followed: set[int] = set()
        end = -1
        for number in numbers:
            line = squeezed(self.reply.lines[number].lstrip(" >"))
            step = self.reply.step(number)
            # A whole long line of ours, as in a menu, is not typed by hand; behind the quote it may have been copied.
            telling = not step or (end < 0 and line in source.whole)
            follows = not line or follower.follows(line, telling=telling)
            if follows and follower.ended and end < 0:
                end = number
            if follows or (not step and end < 0 and source.holds_words(self.reply.lines[number])):
                followed.add(number)
        return followed, max(followed, default=-1) if end < 0 else end

    def _was_sent(self, number: int, source: SentText) -> bool:
        return squeezed(self.reply.lines[number]) in source.stream

    def _doubt(self, numbers: Iterable[int]) -> None:
        self.doubtful += filter(self.reply.order, numbers)

    def _unsigned(self, numbers: Sequence[int]) -> list[int]:
        """Leave out a signature: what follows a line "-- "; dashes between orders only divide a mail."""
        marks = [at for at, number in enumerate(numbers) if plain(self.reply.lines[number]).rstrip() == "--"]
        if not marks:
            return list(numbers)
        last_order = next((at for at in range(len(numbers) - 1, marks[0], -1) if self.reply.order(numbers[at])), -1)
        for at in marks:
            if self.reply.lines[numbers[at]].endswith(" ") or at > last_order:
                self._doubt(numbers[at + 1 : last_order + 1])
                return list(numbers[:at])
        return list(numbers)
