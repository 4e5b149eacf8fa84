"""What a person typed into a reply: no quote, no history, no signature.

Mail programs quote in a hundred ways and forty languages, so no list of phrases can find the quote. What is known for
sure is our own side: our address, our name, our subject, and the exact text that was sent. The line that introduces a
quote (here: the anchor) holds one of them, and what follows it is compared with what we sent. An order is never taken
for an anchor or a signature. All steps are linear in the length of the mail.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from pbem.mail.charset import NOT_A_QUOTE, plain, tidy
from pbem.mail.headers import bare_subject

SENT_CHARACTERS = 64 * 1024
"""As much of the sent mail is compared."""

_ENOUGH_COVERED = 0.3
_REACH = 400
_TELLING = 12
_RUN = 6
_RUN_SHARE = 0.6
_RUN_TRIES = 50
_WEAK_TRIES = 20
_RUN_LOOKED_AT = 40
_HEADER_LINES = 12
_GAP = 4
_LABELS = 3
_WRAPPED_LINES = 2
_SHORTEST_NAME = 4
_LABEL = re.compile(r"[\s*_|]{0,8}[^\W\d_][^:<>@]{0,30}:(?!//)")
_RULE = re.compile(r"\s*[-_=*~]{3}")
_SPACES = re.compile(r"\s+")


class Ours(NamedTuple):
    """What only we know of the mail that is answered.

    Attributes:
        address: our mailbox without a tag, "turns@play.example.org".
        name: our display name.
        subject: the subject that we sent.
    """

    address: str = ""
    name: str = ""
    subject: str = ""


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
    return _Reply(text, is_order, _Sent(sent_text), ours or Ours()).typed()


class _Sent:
    """The mail that we sent, ready for comparing: without spaces, since clients wrap and indent anew."""

    def __init__(self, text: str) -> None:
        lines = [_squeezed(line) for line in text[:SENT_CHARACTERS].split("\n")]
        self.lines = [line for line in lines if line]
        self.stream = "".join(self.lines)
        self.by_line = "\n".join(self.lines)


class _Follower:
    """Follows a quote through the sent text, line by line."""

    def __init__(self, sent: _Sent) -> None:
        self.sent = sent
        self.at = 0

    def follows(self, line: str) -> bool:
        """Tell whether a squeezed line comes next, give or take; a telling one may come from anywhere."""
        found = self.sent.stream.find(line, self.at, self.at + len(line) + _REACH)
        if found < 0 and len(line) >= _TELLING:
            found = self.sent.stream.find(line)
        if found < 0:
            return False
        self.at = found + len(line)
        return True

    def may_follow(self, line: str) -> bool:
        """Tell whether a squeezed line still comes somewhere."""
        return self.sent.stream.find(line, self.at) >= 0


class _Reply:
    """One reply under examination; lines are named by their numbers."""

    def __init__(self, text: str, is_order: Callable[[str], bool], sent: _Sent, ours: Ours) -> None:
        raw = text.split("\n")
        self.lines = [tidy(line).rstrip("\r") for line in raw]
        self.quoted = [
            line.lstrip().startswith(">") and not given.startswith(NOT_A_QUOTE)
            for line, given in zip(self.lines, raw, strict=True)
        ]
        self.blank = [not line.strip() for line in self.lines]
        self.sent = sent
        self.dropped: list[str] = []
        self._is_order = is_order
        self._known: dict[int, bool] = {}
        self._address = _address_pattern(ours.address)
        self._name = " ".join(plain(tidy(ours.name)).casefold().split())
        self._subject = bare_subject(ours.subject).casefold()

    def typed(self) -> Typed:
        """Return what was typed."""
        anchor = next(self._anchors(), None) or self._run()
        if anchor is None:
            kept = self._between_marks(0)
        else:
            top, bottom = anchor
            above = [number for number in range(top) if not self.quoted[number]]
            below = self._between_marks(bottom) if self._marked(bottom) else self._beside_the_sent(bottom, above)
            # A signature ends where the quote begins.
            kept = [*self._unsigned(above), *below]
        lines = tuple(self.lines[number].strip() for number in kept if not self.blank[number])
        return Typed(lines, not self.dropped, tuple(self.dropped))

    def order(self, number: int) -> bool:
        """Tell whether the line is an order; each line is asked about once."""
        if number not in self._known:
            line = self.lines[number].strip()
            self._known[number] = bool(line) and self._is_order(line)
        return self._known[number]

    def _anchors(self) -> Iterator[tuple[int, int]]:
        """Yield the blocks that introduce a quote: the first line of each, and the first line behind it."""
        weak = 0
        for number, line in enumerate(self.lines):
            if self.blank[number] or self.quoted[number]:
                continue
            # A line that holds our address is no order, whatever its first word; nor is the first of several labels.
            low = plain(line).casefold()
            strong = self._holds_address(number, low)
            if not strong and not self._holds_name(number, low) and not self._heads_mail(number):
                continue
            if not strong and not self._heads_labels(number, low) and self.order(number):
                continue
            block = self._above(number), self._below(number)
            if strong or self._confirmed(*block):
                yield block
            weak += 1
            if weak == _WEAK_TRIES:
                return

    def _heads_mail(self, number: int) -> bool:
        """Tell whether the fields of some mail begin here: three labels, and an address in one of them."""
        block = self.lines[number : number + _LABELS]
        return len(block) == _LABELS and all(map(_LABEL.match, block)) and any("@" in line for line in block)

    def _heads_labels(self, number: int, low: str) -> bool:
        return bool(_LABEL.match(low) and _LABEL.match(self._next(number)))

    def _holds_address(self, number: int, low: str) -> bool:
        if self._address is None or "@" not in low:
            # A client may have wrapped the line within the address itself.
            after = self._next(number)
            joined = low.rstrip() + after.lstrip()
            return bool(self._address and "@" in after and "+" in low and self._address.search(joined))
        return bool(self._address.search(low))

    def _holds_name(self, number: int, low: str) -> bool:
        if self._subject and self._subject in low and _LABEL.match(low):
            return True
        if len(self._name) < _SHORTEST_NAME:
            return False
        after = self._next(number)
        joined = " ".join(f"{low} {after}".split())
        if self._name in after and self._name not in low:
            return False
        looks = low.rstrip().endswith(":") or joined.endswith(":") or any(map(str.isdigit, joined))
        return self._name in joined and (looks or bool(_LABEL.match(low)))

    def _next(self, number: int) -> str:
        after = number + 1
        if after >= len(self.lines) or self.quoted[after]:
            return ""
        return plain(self.lines[after]).casefold()

    def _confirmed(self, top: int, bottom: int) -> bool:
        """Tell whether a block that holds only our name introduces a quote: people greet us by name, too."""
        labels = sum(bool(_LABEL.match(self.lines[number])) for number in range(top, bottom))
        if self._marked(bottom) or labels >= 2:
            return True
        return self._covered(bottom) >= _ENOUGH_COVERED

    def _above(self, number: int) -> int:
        """Return where the block of an anchor begins: labels and rules above it, or the head of a wrapped line."""
        top = number
        while top > 0:
            above = self._filled_above(top)
            if self.blank[above] or self.quoted[above] or self.order(above):
                break
            wrapped = number - above <= _WRAPPED_LINES and self._is_wrapped(above)
            if not wrapped and not self._is_rule(above) and not _LABEL.match(self.lines[above]):
                break
            top = above
        return top

    def _filled_above(self, top: int) -> int:
        """Return the line above; beyond a small gap only where a rule or a label stands there."""
        above = top - 1
        while self.blank[above] and above > max(0, top - _GAP):
            above -= 1
        if above == top - 1 or self._is_rule(above) or _LABEL.match(self.lines[above]):
            return above
        return top - 1

    def _is_wrapped(self, number: int) -> bool:
        line = self.lines[number].rstrip()
        return (
            line.endswith(("<", "("))
            or any(map(str.isdigit, line))
            or bool(self._name and self._name in plain(line).casefold())
        )

    def _below(self, number: int) -> int:
        """Return the first line behind the block of an anchor."""
        bottom = number + 1
        while bottom < len(self.lines) and bottom - number < _HEADER_LINES:
            if plain(self.lines[bottom - 1]).rstrip(" *_").endswith(":"):
                break
            if self.blank[bottom] or self.quoted[bottom] or self.order(bottom):
                break
            if bottom - number > _WRAPPED_LINES and not _LABEL.match(self.lines[bottom]):
                break
            bottom += 1
        return bottom

    def _is_rule(self, number: int) -> bool:
        return not self.quoted[number] and bool(_RULE.match(plain(self.lines[number]))) and not self.order(number)

    def _marked(self, bottom: int) -> bool:
        """Tell whether what follows is quoted with ">" marks."""
        first = next((number for number in range(bottom, len(self.lines)) if not self.blank[number]), None)
        if first is None:
            return False
        return self.quoted[first] or (any(self.quoted[bottom:]) and self._covered(bottom) < _ENOUGH_COVERED)

    def _covered(self, bottom: int) -> float:
        """Return which share of the unmarked lines from here on was sent by us; orders may be anybody's."""
        follower = _Follower(self.sent)
        lines = (number for number in range(bottom, len(self.lines)) if not self.blank[number])
        unmarked = [number for number in lines if not self.quoted[number] and not self.order(number)]
        followed = sum(follower.follows(_squeezed(self.lines[number])) for number in unmarked)
        return followed / len(unmarked) if unmarked else 0.0

    def _between_marks(self, start: int) -> list[int]:
        """Return the lines without ">" marks, and without what only introduces or continues a marked line."""
        kept: list[int] = []
        segment: list[int] = []
        for number in range(start, len(self.lines)):
            if not self.quoted[number]:
                if not self._continues_mark(number):
                    segment.append(number)
                continue
            kept += self._unsigned(self._unintroduced(segment))
            segment = []
        return kept + self._unsigned(segment)

    def _continues_mark(self, number: int) -> bool:
        """Tell whether a line is the rest of a quoted line that was too long for the client."""
        if not number or not self.quoted[number - 1] or self.blank[number]:
            return False
        before = _squeezed(self.lines[number - 1].lstrip(" >"))
        return bool(before) and before + _squeezed(self.lines[number]) in self.sent.by_line

    def _unintroduced(self, segment: list[int]) -> list[int]:
        """Leave out the line that ends in a colon directly before marked lines; a renamed sender may stand there."""
        filled = [number for number in segment if not self.blank[number]]
        if not filled or self.order(filled[-1]) or not plain(self.lines[filled[-1]]).rstrip().endswith(":"):
            return segment
        last = filled[-1]
        if segment[-1] - last > 1:
            return segment
        top = last
        while top > max(segment[0], last - _WRAPPED_LINES) and self._is_wrapped(top - 1) and not self.order(top - 1):
            top -= 1
        return [number for number in segment if number < top]

    def _beside_the_sent(self, bottom: int, above: Sequence[int]) -> list[int]:
        """Return what was typed below or within a quote that has no marks."""
        lines = [number for number in range(bottom, len(self.lines)) if not self.blank[number]]
        if self._covered(bottom) < _ENOUGH_COVERED:
            if self.sent.stream or not any(map(self.order, above)):
                self._doubt(number for number in lines if not self._was_sent(number))
            return []
        answered = any(map(self.order, above))
        follower = _Follower(self.sent)
        kept: list[int] = []
        for number in lines:
            line = _squeezed(self.lines[number].lstrip(" >"))
            if not line or follower.follows(line):
                continue
            if self.order(number) and follower.may_follow(line):
                # Either the quote was changed on its way, or it is an order that we gave as an example.
                self._doubt([number])
            elif not (answered and line.isdecimal()):
                # A number alone, where orders were typed above, has fallen out of a board.
                kept.append(number)
        return self._unsigned(kept)

    def _was_sent(self, number: int) -> bool:
        return _squeezed(self.lines[number]) in self.sent.stream

    def _doubt(self, numbers: Iterable[int]) -> None:
        self.dropped += [self.lines[number].strip() for number in numbers if self.order(number)]

    def _run(self) -> tuple[int, int] | None:
        """Return where a long run of sent lines begins, in a mail that has no anchor and no marks.

        Orders in it do not count: a player may well send again all the orders of our last mail.
        """
        enough = min(_RUN, max(2, int(_RUN_SHARE * len(self.sent.lines))))
        tries = 0
        known = set(self.sent.lines)
        for number, line in enumerate(self.lines):
            if self.quoted[number] or self.blank[number] or _squeezed(line) not in known or self.order(number):
                continue
            if self._runs(number) >= enough:
                return self._above(number), number
            tries += 1
            if tries == _RUN_TRIES:
                break
        return None

    def _runs(self, start: int) -> int:
        follower = _Follower(self.sent)
        run = 0
        for number in range(start, min(len(self.lines), start + _RUN_LOOKED_AT)):
            if self.blank[number] or self.quoted[number]:
                continue
            if not follower.follows(_squeezed(self.lines[number])):
                break
            run += not self.order(number)
        return run

    def _unsigned(self, numbers: Sequence[int]) -> list[int]:
        """Leave out a signature: what follows a line "-- "; dashes between orders only divide a mail."""
        marks = [at for at, number in enumerate(numbers) if plain(self.lines[number]).rstrip() == "--"]
        if not marks:
            return list(numbers)
        last_order = next((at for at in range(len(numbers) - 1, marks[0], -1) if self.order(numbers[at])), -1)
        for at in marks:
            if self.lines[numbers[at]].endswith(" ") or at > last_order:
                self._doubt(numbers[at + 1 : last_order + 1])
                return list(numbers[:at])
        return list(numbers)


def _address_pattern(address: str) -> re.Pattern[str] | None:
    local, at, domain = address.casefold().rpartition("@")
    if not at:
        return None
    return re.compile(rf"{re.escape(local)}(?:\+[\w.=-]{{1,64}})?@{re.escape(domain)}")


def _squeezed(line: str) -> str:
    return _SPACES.sub("", plain(tidy(line))).casefold()
