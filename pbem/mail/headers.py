"""Tolerant readers of header fields: addresses, encoded words, message identifiers, subjects. None of them raises."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from typing import NamedTuple

from pbem.mail.charset import clean, lowered, plain, text_of, tidy

LONGEST_ADDRESS = 254

_ENCODED_WORD = re.compile(r"=\?([^?\s]{1,60})\?([bBqQ])\?([^?]*)\?=")
_ADDRESS_TOKENS = re.compile(
    r'"(?:[^"\\]|\\.)*+"?'  # a quoted string, perhaps never closed
    r"|<[^<>]*+>?"  # an address in angle brackets
    r"|[(),;:]"
    r'|[^"<>(),;:]+'
    r"|>",
    re.DOTALL,
)
_ADDR_SPEC = re.compile(r"[^\s@\"(),:;<>\[\]\\\x00-\x20\x7f]+@(?:[^\W_](?:[\w-]*[^\W_])?\.)*[^\W_](?:[\w-]*[^\W_])?")
_NEEDLESS_QUOTES = re.compile(r'^"([\w.+-]+)"@')
_MESSAGE_ID = re.compile(r"<([^<>\s]{1,200})>")
_QUOTED = re.compile(r'^"(.*?)"?$', re.DOTALL)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_LINE_BREAKS = re.compile(r"[\n\t]+")
# "Re:", "AW:", "Re[2]:", "RE: FW:" ... as the clients of many countries write them; a verb of an order is none.
_PREFIXES = (
    *("re", "r", "ref", "aw", "antw", "antwort", "sv", "vs", "fw", "fwd", "wg", "wtr", "tr", "rif", "i", "odp", "pd"),
    *("ynt", "ilt", "res", "rv", "enc", "vl", "bls", "trs", "hs", "vb", "doorst", "yst", "fs", "ha", "nl", "vá", "ang"),
    *("ats", "atb", "σχετ", "απ", "πρθ", "תשובה", "رد", "отв", "пер", "回复", "回覆", "答复", "答覆", "转发", "轉寄"),
    *("返信", "転送", "회신", "답장", "전달"),
)
_REPLY_PREFIX = re.compile(
    rf"\s*(?:{'|'.join(_PREFIXES)})\s?(?:[\[(]\d{{1,3}}[\])]|[*^]\d{{1,3}})?\s?[:\uff1a]", re.IGNORECASE
)
_TAG = re.compile(r"\[[^\[\]]{1,40}\]")


class Mailbox(NamedTuple):
    """One address of a header field: the name beside it, and the address in lower case."""

    name: str
    address: str


def decoded(value: str) -> str:
    """Return the text of a header field with its encoded words (RFC 2047) read.

    Neighbours in one charset are joined before they are decoded: clients cut them in the middle of a character. A word
    that cannot be read stays as it is.
    """
    if "=?" not in value:
        return value
    pieces: list[str] = []
    run = _Run(pieces)
    at = 0
    for found in _ENCODED_WORD.finditer(value):
        between = value[at : found.start()]
        if between.strip() or (between and not run.label):
            run.end()
            pieces.append(between)
        run.add(found[1].partition("*")[0].casefold(), _word_octets(found[2], found[3]), found[0])
        at = found.end()
    run.end()
    pieces.append(value[at:])
    return _LINE_BREAKS.sub(" ", clean("".join(pieces)))


class _Run:
    """Encoded words in one charset that stand side by side."""

    def __init__(self, pieces: list[str]) -> None:
        self.pieces = pieces
        self.label = ""
        self.octets: list[bytes] = []

    def add(self, label: str, octets: bytes | None, word: str) -> None:
        if octets is None:
            self.end()
            self.pieces.append(word)
            return
        if label != self.label:
            self.end()
        self.label = label
        self.octets.append(octets)

    def end(self) -> None:
        if self.octets:
            self.pieces.append(text_of(b"".join(self.octets), self.label))
        self.label, self.octets = "", []


def _word_octets(encoding: str, text: str) -> bytes | None:
    octets = text.encode("utf-8", "replace")
    if encoding in "qQ":
        return binascii.a2b_qp(octets, header=True)
    try:
        return base64.b64decode(octets + b"=" * (-len(octets) % 4), validate=True)
    except ValueError:
        return None


def mailboxes(value: str) -> list[Mailbox]:
    """Return the usable addresses of a From, To or Cc field; names never count as addresses.

    >>> mailboxes('"ann@example.org" <Bob@Example.org>, (a comment) cem@example.org')
    [Mailbox(name='ann@example.org', address='bob@example.org'), Mailbox(name='', address='cem@example.org')]
    """
    found = []
    for words, angles in _entries(value):
        # Two addresses in one entry are a forgery or a fault: neither is taken.
        bare = "".join(words).strip()
        if len(angles) == 1:
            address, name = angles[0], bare
        else:
            address, name = bare, ""
        if not angles or len(angles) == 1:
            address = usable_address(address)
            if address:
                found.append(Mailbox(_name(name), address))
    return found


def usable_address(text: str) -> str:
    """Return a plain local@domain in lower case; "" for anything else."""
    text = _NEEDLESS_QUOTES.sub(r"\1@", lowered(text.strip().strip("<>").strip()))
    return text if len(text) <= LONGEST_ADDRESS and _ADDR_SPEC.fullmatch(text) else ""


def message_ids(value: str) -> list[str]:
    """Return the message identifiers of a field, without their brackets, in order."""
    return _MESSAGE_ID.findall(value)


def bare_subject(subject: str) -> str:
    """Return a subject without reply prefixes and [tags].

    >>> bare_subject("AW: Re[2]: [g42] Your turn")
    'Your turn'
    """
    subject = " ".join(plain(tidy(_TAG.sub(" ", _without_prefixes(subject)))).split())
    return _without_prefixes(subject).strip()


def _without_prefixes(subject: str) -> str:
    while found := _REPLY_PREFIX.match(subject):
        subject = subject[found.end() :]
    return subject


def _entries(value: str) -> Iterator[tuple[list[str], list[str]]]:
    """Yield for each entry of an address list its words and what stands in angle brackets, comments left out."""
    words: list[str] = []
    angles: list[str] = []
    depth = 0
    for piece in _ADDRESS_TOKENS.findall(value):
        if piece in ("(", ")"):
            depth = max(0, depth + (1 if piece == "(" else -1))
        elif depth:
            continue
        elif piece in (",", ";"):
            yield words, angles
            words, angles = [], []
        elif piece == ":":
            words.clear()  # the name of a group
        elif piece.startswith("<"):
            angles.append(piece.strip("<>"))
        else:
            words.append(piece)
    yield words, angles


def _name(words: str) -> str:
    quoted = _QUOTED.match(words)
    text = _ESCAPED.sub(r"\1", quoted[1]) if quoted else words
    return " ".join(tidy(decoded(text)).split())
