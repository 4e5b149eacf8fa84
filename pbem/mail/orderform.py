"""Reads typed lines as orders, commands and numbers; what is none of these is kept as a remark, and stops nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from engines.words import LONGEST_WORD
from pbem.mail.charset import plain, tidy
from pbem.mail.commands import Command, Grammar
from pbem.mail.headers import bare_subject
from pbem.mail.typed import Ours, Typed, typed

Kind: TypeAlias = Literal["order", "command", "number", "unread"]

MOST_ITEMS = 200
"""No turn needs more; the rest of a longer mail counts as not read."""

_LONGEST_LINE = 400
_SHORTENED_BY = 12
_TRY = "try"
_UNDO = "undo"
# "- move 5", "* move 5", "1. move 5", "2) move 5", "(3) move 5", "a) move 5", and a menu line copied with its number.
_LIST_MARK = re.compile(r"[-*+]{1,3}\s+|[-*+](?=[^\W\d_])|\(?(?:\d{1,3}|[a-zA-Z])[.):]\)?\s+|\d{1,3}\s+(?=[^\W\d_])")
_NUMBER = re.compile(r"[#(]?\s?(\d{1,3})\s?[.)!]?")
_WORD = re.compile(r"[\"'*_(\[]{0,3}([^\W\d_]+)[\"'*_)\]]{0,3}(?=\W|\d|$)([:,]?)\s*")
_END_MARKS = " .!,*_\"')]"


class Item(NamedTuple):
    """One thing that a person wrote.

    Attributes:
        kind: what it was taken for.
        verb: the whole verb, also where it was shortened or mistyped; "" for numbers and remarks.
        text: the order or command in full, as the engine reads it ("move 5"); the number; the remark.
        raw: as it was typed.
        trailing: what stood behind a complete order or command, and was not read.
    """

    kind: Kind
    verb: str
    text: str
    raw: str
    trailing: str = ""

    @property
    def rest(self) -> str:
        """The text behind the verb."""
        return self.text[len(self.verb) :].strip()


class Form(NamedTuple):
    """A mail as it was understood.

    Attributes:
        items: in the order in which they were written.
        trial: the player only wants to know what would happen.
        sure: False where an order may have been taken for quoted text: ask before anything is played.
        doubtful: the lines in doubt.
        from_subject: True where the body was empty and the subject was read instead.
        subject_left: a subject that reads as an order, where the body holds text but nothing that could be done.
    """

    items: tuple[Item, ...] = ()
    trial: bool = False
    sure: bool = True
    doubtful: tuple[str, ...] = ()
    from_subject: bool = False
    subject_left: str = ""

    def of(self, *kinds: Kind) -> tuple[Item, ...]:
        """Return the items of these kinds."""
        return tuple(item for item in self.items if item.kind in kinds)


def lines(text: str, is_order: Callable[[str], bool], sent_text: str, ours: Ours | None = None) -> Typed:
    """Return what the person typed into a mail: no quote, no signature, no history.

    Args:
        text: the text of the mail.
        is_order: tells whether a line would play or change something.
        sent_text: the mail that is answered, as text; "" where it is unknown.
        ours: what else we know of that mail.
    """
    return typed(text, is_order, sent_text, ours)


def read(text: str, grammar: Grammar, sent_text: str = "", ours: Ours | None = None, subject: str = "") -> Form:
    """Read a whole mail.

    Args:
        text: the text of the mail.
        grammar: what its lines may begin with.
        sent_text: the mail that is answered.
        ours: our address, name and subject.
        subject: that of the mail; it is read only where it is not ours and nothing was typed into the body.
    """
    ours = ours or Ours()
    found = lines(text, lambda line: acts(line, grammar), sent_text, ours)
    own = own_subject(subject, ours.subject)
    if found.lines or found.dropped:
        items, trial = items_of(found.lines, grammar)
        idle = all(item.kind == "unread" for item in items)
        return Form(items, trial, found.sure, found.dropped, subject_left=own if idle and acts(own, grammar) else "")
    items, trial = items_of([own], grammar) if own else ((), False)
    return Form(items, trial, from_subject=bool(items))


def own_subject(subject: str, ours: str) -> str:
    """Return a subject without prefixes and tags; "" where it is the one that we sent, or holds it."""
    bare = bare_subject(subject)
    sent = bare_subject(ours).casefold()
    return "" if sent and sent in bare.casefold() else bare


def items_of(typed_lines: Sequence[str], grammar: Grammar) -> tuple[tuple[Item, ...], bool]:
    """Read typed lines, each perhaps several orders divided by ";"; also tell whether all of it is a trial."""
    items: list[Item] = []
    trial = False
    for raw in (piece for line in typed_lines for piece in _pieces(tidy(line), grammar)):
        item = _item(raw, grammar)
        if item.verb == _TRY and item.kind == "command":
            trial = True
            if item.rest:
                item = _item(item.rest, grammar)._replace(raw=item.raw)
        items.append(item)
        if len(items) == MOST_ITEMS:
            break
    return tuple(items), trial


def acts(line: str, grammar: Grammar) -> bool:
    """Tell whether a line, were it typed, would play or change something; headings such as "Board" do not."""
    items, _ = items_of([line[:_LONGEST_LINE]], grammar)
    for item in items:
        if item.kind == "order" and grammar.reads(item.text):
            return True
        if item.kind == "command" and not item.trailing:
            command = grammar.command(item.verb)
            if command and command.changes:
                return True
    return False


def completed(text: str, reads: Callable[[str], bool]) -> tuple[str, str]:
    """Split a line into the longest order at its front that can be read, and what stands behind it.

    Where nothing can be read, the whole line is the order: the engine says best what is wrong with it.
    """
    if len(text) <= _LONGEST_LINE and reads(text):
        return text, ""
    words = text[:_LONGEST_LINE].split(" ")
    for kept in range(len(words), max(0, len(words) - _SHORTENED_BY), -1):
        front = " ".join(words[:kept])
        for candidate in dict.fromkeys((front.rstrip(_END_MARKS), front.rstrip(_END_MARKS + "-"))):
            if candidate and candidate != text and reads(candidate):
                return candidate, text[len(candidate) :].strip(_END_MARKS)
    return text[:_LONGEST_LINE], text[_LONGEST_LINE:]


class _Start(NamedTuple):
    """How a line begins: the verb meant, "" where there is none; the word that was written; what follows it."""

    verb: str
    word: str
    rest: str

    @property
    def exact(self) -> bool:
        """Whether the verb was written out in full."""
        return self.verb == self.word


_NO_START = _Start("", "", "")


def _pieces(line: str, grammar: Grammar) -> Iterator[str]:
    """Divide a line at ";"; a command that takes the rest of its line is given all of it."""
    # Every character of the plain line stands where it stood, and a full-width semicolon has become a plain one.
    flat, at = plain(line), 0
    while at < len(line):
        stop = flat.find(";", at)
        start = _start(_unmarked(flat[at : stop if stop >= 0 else None]), grammar)
        command = grammar.command(start.verb)
        if stop < 0 or (start.exact and command is not None and command.rest):
            stop = len(line)
        piece = line[at:stop].strip()
        # A rule or a smile alone is not worth a remark.
        if any(map(str.isalnum, piece)):
            yield piece
        at = stop + 1


def _item(raw: str, grammar: Grammar) -> Item:
    flat = " ".join(plain(raw).split())
    if number := _NUMBER.fullmatch(flat):
        return Item("number", "", str(int(number[1])), raw)
    start = _start(_unmarked(flat), grammar)
    command = grammar.command(start.verb)
    if not start.verb or not (start.exact or _is_meant(start, command, grammar)):
        return _remark(flat, raw)
    if grammar.signs(flat) and not (start.exact and grammar.legal(start.verb)):
        return _remark(flat, raw)
    if command is not None:
        return _free_text(command, raw) if command.rest else _command(command, start.rest, raw, flat, grammar)
    order, trailing = completed(f"{start.verb} {start.rest}".strip(), grammar.reads)
    return Item("order", start.verb, order, raw, trailing)


def _start(text: str, grammar: Grammar) -> _Start:
    found = _WORD.match(text)
    if not found or len(found[1]) > LONGEST_WORD:
        return _NO_START
    word, mark = found[1].casefold(), found[2]
    rest = text[found.end() :].lstrip(" !.,")
    if word in grammar.verbs:
        # "Orders:" above a list of orders is a heading.
        return _NO_START if mark and not rest else _Start(word, word, rest)
    # "Love, Ann" and "Re: your mail" are no orders.
    return _NO_START if mark else _Start(grammar.meant(word), word, rest)


def _is_meant(start: _Start, command: Command | None, grammar: Grammar) -> bool:
    """Tell whether a shortened or mistyped verb is one: nothing follows it, or nothing but arguments."""
    rest = start.rest.rstrip(_END_MARKS)
    if command is not None:
        return not command.exact and _takes(command, rest, grammar)
    return grammar.means(start.verb, start.word, rest)


def _takes(command: Command, rest: str, grammar: Grammar) -> bool:
    if command.verb == _TRY:
        return not rest or acts(rest, grammar)
    return grammar.takes(command, rest)


def _command(command: Command, rest: str, raw: str, flat: str, grammar: Grammar) -> Item:
    if command.verb == _TRY:
        return Item("command", _TRY, f"{_TRY} {rest}".strip(), raw) if _tries(rest, grammar) else _remark(flat, raw)
    arguments, trailing = completed(rest, lambda text: grammar.takes(command, text))
    if not grammar.takes(command, arguments):
        # "help flying" is for the service to answer; behind "undo" or "board" there is only chat.
        arguments, trailing = (rest, "") if command.words else ("", rest)
    return Item("command", command.verb, f"{command.verb} {arguments}".strip(), raw, trailing)


def _tries(rest: str, grammar: Grammar) -> bool:
    """Tell whether "try" stands alone or before a step; "try again later" is a remark."""
    if not rest:
        return True
    item = _item(rest, grammar)
    return item.kind in ("order", "number") or item.verb == _UNDO


def _remark(flat: str, raw: str) -> Item:
    return Item("unread", "", flat, raw)


def _free_text(command: Command, raw: str) -> Item:
    """Keep the words of a player as he wrote them."""
    flat = plain(raw)
    at = flat.casefold().find(command.verb) + len(command.verb)
    text = raw[at:].lstrip(" :\"'*_)]\u201c\u201d")
    return Item("command", command.verb, f"{command.verb} {text}".strip(), raw)


def _unmarked(text: str) -> str:
    """Take list marks and emphasis off a line."""
    text = text.strip()
    found = _LIST_MARK.match(text)
    if found:
        text = text[found.end() :]
    return text.strip("*_` ") if text[:1] in "*_`" else text
