"""A strict reader of Authentication-Results (RFC 8601): anything odd counts as no result at all.

Senders control much of what stands in such a field (comments, quoted local parts), and can add fields of their own. So
only the topmost field that carries the configured authserv-id is read, by the grammar and not by searching.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

_TOKENS = re.compile(
    r'"(?P<quoted>(?:[^"\\\r\n]|\\.)*+)"'
    r"|(?P<space>[ \t]+)"
    r"|(?P<mark>[;=/()@])"
    r"|(?P<word>[^\s;=/()@\"\\]+)",
)
_ESCAPED = re.compile(r"\\(.)")
_COMMENT_MARKS = re.compile(r"\\.|[()]", re.DOTALL)
_KEYWORD = re.compile(r"[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?", re.IGNORECASE)
_METHOD = "dmarc"


class Result(NamedTuple):
    """One verdict of the receiving server: the method, its result, and what was checked ("header.from")."""

    method: str
    result: str
    properties: Mapping[str, str]


class _Malformed(Exception):
    """The field breaks the grammar."""


def passes(fields: Sequence[str], authserv_id: str, address: str) -> bool:
    """Tell whether our own server vouches for the domain of a sender's address (DMARC).

    Args:
        fields: the Authentication-Results fields of the mail, topmost first.
        authserv_id: the name under which our server writes them; "" trusts none.
        address: the sender's, local@domain.
    """
    results = trusted_results(fields, authserv_id)
    verdicts = [result for result in results if result.method == _METHOD]
    if len(verdicts) != 1 or verdicts[0].result != "pass":
        return False
    return verdicts[0].properties.get("header.from", "").casefold() == address.casefold().rpartition("@")[2]


def trusted_results(fields: Sequence[str], authserv_id: str) -> tuple[Result, ...]:
    """Return the results in the topmost field of our own server; none where it is missing or malformed."""
    if not authserv_id:
        return ()
    for field in fields:
        try:
            found = _Reader(field).field()
        except _Malformed:
            # It may be a spoilt one of ours: nothing below it is trusted instead.
            if authserv_id.casefold() in field.casefold():
                return ()
            continue
        if found[0].casefold() == authserv_id.casefold():
            return found[1]
    return ()


class _Token(NamedTuple):
    """A piece of a field: "word", "quoted", "mark" or "end"; by `start` and `end` one sees which pieces touch."""

    kind: str
    text: str
    start: int
    end: int

    def is_mark(self, mark: str) -> bool:
        """Tell whether this is the mark, and not the same character inside quotes."""
        return self.kind == "mark" and self.text == mark


class _Reader:
    """Reads one field: authserv-id [version] *( ";" method["/"version] "=" result *( name "=" value ) )."""

    def __init__(self, field: str) -> None:
        self.tokens = [*_tokens(field), _Token("end", "", -1, -1)]
        self.at = 0

    def field(self) -> tuple[str, tuple[Result, ...]]:
        """Return the authserv-id and all results.

        Raises:
            _Malformed: wherever the grammar is broken.
        """
        authserv_id = self._value().text
        if self._next.kind == "word":
            self.at += 1  # the version
        results: list[Result] = []
        while self._skipped(";"):
            if self._next.kind == "end" and results:
                break
            if self._next.kind == "word" and self._next.text.casefold() == "none" and not results:
                self.at += 1
                break
            results.append(self._result())
        if self._next.kind != "end":
            raise _Malformed
        return authserv_id, tuple(results)

    def _result(self) -> Result:
        method = self._word()
        if self._skipped("/"):
            self._value()
        self._expect("=")
        result = self._word()
        properties: dict[str, str] = {}
        while self._next.kind == "word":
            name = self._word()
            self._expect("=")
            if name in properties:
                raise _Malformed
            properties[name] = self._property_value()
        if not (_KEYWORD.fullmatch(method) and _KEYWORD.fullmatch(result)):
            raise _Malformed
        return Result(method, result, properties)

    def _property_value(self) -> str:
        """Return a value as far as it is written without spaces: a word, an address, base64."""
        first = self._next
        if first.kind == "end" or first.is_mark(";"):
            raise _Malformed
        value, end = "", first.start
        while self._next.start == end and not self._next.is_mark(";"):
            value += self._next.text
            end = self._next.end
            self.at += 1
        return value

    @property
    def _next(self) -> _Token:
        return self.tokens[self.at]

    def _skipped(self, mark: str) -> bool:
        found = self._next.is_mark(mark)
        self.at += found
        return found

    def _expect(self, mark: str) -> None:
        if not self._skipped(mark):
            raise _Malformed

    def _value(self) -> _Token:
        token = self._next
        if token.kind not in ("word", "quoted"):
            raise _Malformed
        self.at += 1
        return token

    def _word(self) -> str:
        token = self._value()
        if token.kind != "word":
            raise _Malformed
        return token.text.casefold()


def _tokens(field: str) -> Iterator[_Token]:
    """Yield the words, quoted strings and marks of a field; comments and spaces are left out."""
    at = 0
    while at < len(field):
        found = _TOKENS.match(field, at)
        if not found or found[0] == ")":
            raise _Malformed
        kind = found.lastgroup or ""
        if found[0] == "(":
            at = _comment_end(field, at)
            continue
        if kind != "space":
            yield _Token(kind, _ESCAPED.sub(r"\1", found[kind]) if kind == "quoted" else found[0], at, found.end())
        at = found.end()


def _comment_end(field: str, start: int) -> int:
    """Return where a comment, with those inside it, ends."""
    depth = 0
    for found in _COMMENT_MARKS.finditer(field, start):
        depth += {"(": 1, ")": -1}.get(found[0], 0)
        if depth == 0:
            return found.end()
    raise _Malformed
