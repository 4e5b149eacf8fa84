"""The structure of a mail: header fields and the leaves of its MIME tree, by offsets, in time linear in its size.

The whole mail is read once and nothing of it is copied; caps are checked on the way, so that neither a deep tree nor
an endless header costs anything. Nothing here raises but `Unreadable`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from urllib.parse import unquote

from pbem.errors import Unreadable
from pbem.mail.charset import Decoded, undo_transfer

HEADER_OCTETS = 64 * 1024
FIELD_OCTETS = 8 * 1024
DEEPEST = 20
MOST_PARTS = 100

_PARAMETER_CHARACTERS = 2_000

_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f]")
_FIELD_NAME = re.compile(rb"[!-9;-~]+[ \t]*:")
_PARAMETER_TOKENS = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|$)|;|[^";]+', re.DOTALL)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_TYPE = re.compile(r"[\w!#$&^.+-]+/[\w!#$&^.+-]+", re.ASCII)
_FIRST_DELIMITER = re.compile(rb"(?:\A|\n)--([^\r\n\s][^\r\n]{0,69})")
_DELIMITER_TAIL = re.compile(rb"(--)?[ \t]*+(?:\r*+\n|\Z)")
_MOST_DELIMITERS = 20_000
_NO_DELIMITER = b"--\0"
_LINE_END = b"\r\n"
# The separator of a mailbox file, which some tools leave on top of a mail.
_ENVELOPE = (b"From ", b">From ")


class Field(NamedTuple):
    """One header field: its name in lower case, its unfolded text, and the offset at which it begins."""

    name: str
    value: str
    start: int


class Part(NamedTuple):
    """A leaf of the MIME tree.

    Attributes:
        content_type: in lower case, "text/plain".
        parameters: those of the content type.
        encoding: the Content-Transfer-Encoding in lower case.
        disposition: "inline", "attachment", "reaction" or "".
        filename: "" where it has none.
        alternative: a number that the parts of one multipart/alternative share; 0 outside of any.
        start: where the body begins in the mail.
        end: where it ends.
    """

    content_type: str
    parameters: Mapping[str, str]
    encoding: str
    disposition: str
    filename: str
    alternative: int
    start: int
    end: int


class Structure(NamedTuple):
    """A mail taken apart.

    Attributes:
        raw: the mail; where its lines ended in CR alone, with LF.
        fields: the header fields in order.
        content_type: that of the whole mail.
        parameters: those of the content type.
        parts: the leaves in order.
        containers: the content types of all the inner nodes.
        notes: keys of what was left out or mended: "header_cut", "parts_cut", "line_ends".
    """

    raw: bytes
    fields: tuple[Field, ...]
    content_type: str
    parameters: Mapping[str, str]
    parts: tuple[Part, ...]
    containers: frozenset[str]
    notes: frozenset[str]

    def body(self, part: Part, limit: int) -> Decoded:
        """Return the body of a part without its transfer encoding, at most `limit` octets of it (encoded)."""
        return undo_transfer(self.raw[part.start : min(part.end, part.start + limit)], part.encoding)


def structure(raw: bytes) -> Structure:
    """Take a mail apart.

    Raises:
        Unreadable: for headers over `HEADER_OCTETS` or a tree deeper than `DEEPEST`.
    """
    mended = _with_line_ends(raw)
    walk = _Walk(mended)
    fields, body = walk.headers(0, len(mended))
    content_type, parameters = walk.leaves(fields, body, len(mended))
    cuts = {"header_cut": walk.cut_header, "parts_cut": walk.nodes > MOST_PARTS, "line_ends": mended is not raw}
    notes = frozenset(key for key, noted in cuts.items() if noted)
    return Structure(
        mended, tuple(fields), content_type, parameters, tuple(walk.parts), frozenset(walk.containers), notes
    )


def header_of(raw: bytes) -> tuple[bytes, list[Field]]:
    """Return a mail with its line ends mended, and the fields of its own header; what follows is not looked at.

    Raises:
        Unreadable: for headers over `HEADER_OCTETS`.
    """
    mended = _with_line_ends(raw)
    return mended, _Walk(mended).headers(0, len(mended))[0]


def _with_line_ends(raw: bytes) -> bytes:
    # An old client or a broken gateway may end its lines in CR alone; all would then be one header field.
    return raw.replace(b"\r", b"\n") if b"\r" in raw and b"\n" not in raw else raw


def parameters(value: str) -> tuple[str, dict[str, str]]:
    """Split a structured field ("text/plain; charset=utf-8") into its value in lower case and its parameters."""
    pieces = [""]
    for piece in _PARAMETER_TOKENS.findall(value[:_PARAMETER_CHARACTERS]):
        if piece == ";":
            pieces.append("")
        else:
            pieces[-1] += piece
    found: dict[str, str] = {}
    for piece in pieces[1:]:
        name, _, text = piece.partition("=")
        name, continued, _ = name.strip().casefold().partition("*")
        text = _value(text.strip(), extended=bool(continued))
        if continued:
            found[name] = found.get(name, "") + text
        else:
            found.setdefault(name, text)
    return pieces[0].partition("(")[0].strip().casefold(), found


def _value(text: str, *, extended: bool) -> str:
    if text.startswith('"'):
        return _ESCAPED.sub(r"\1", text[1:].removesuffix('"'))
    # RFC 2231: charset'language'percent-encoded
    return unquote(text.split("'", 2)[-1], errors="replace") if extended else text


class _Walk:
    """One pass over a mail; it counts what the caps are about."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        self.parts: list[Part] = []
        self.containers: set[str] = set()
        self.nodes = 0
        self.cut_header = False

    def headers(self, start: int, end: int) -> tuple[list[Field], int]:
        """Return the fields of a header block, and where its body begins."""
        found: list[tuple[str, int, list[bytes]]] = []
        body, limit = end, start + HEADER_OCTETS
        for at, line, after in self._lines(start, end):
            head = _FIELD_NAME.match(line)
            if head:
                found.append((head[0][:-1].rstrip().decode("ascii").lower(), at, [line[head.end() :]]))
            elif found and line[:1] in (b" ", b"\t") and line.strip():
                found[-1][2].append(line)
            elif not (at == 0 and line.startswith(_ENVELOPE)):
                # A blank line; where it is missing, the first line that is no field begins the body.
                body = at if line.strip() else after
                break
            if after > limit:
                raise Unreadable(f"The headers are longer than {HEADER_OCTETS} octets.")
        return [self._field(name, at, pieces) for name, at, pieces in found], body

    def leaves(
        self, fields: list[Field], start: int, end: int, depth: int = 0, alternative: int = 0
    ) -> tuple[str, dict[str, str]]:
        """Add the leaves below one node, whose header fields and body are given; return its content type."""
        if depth > DEEPEST:
            raise Unreadable(f"The mail is nested deeper than {DEEPEST} levels.")
        self.nodes += 1
        content = {field.name: field.value for field in reversed(fields) if field.name.startswith("content-")}
        content_type, found = parameters(content.get("content-type", ""))
        if not _TYPE.fullmatch(content_type):
            content_type = "text/plain"
        if content_type.startswith("multipart/"):
            if content_type == "multipart/alternative" and not alternative:
                alternative = self.nodes
            self.containers.add(content_type)
            divided = False
            for section_start, section_end in self._sections(start, end, found.get("boundary", "")):
                divided = True
                if self.nodes >= MOST_PARTS:
                    self.nodes += 1
                    break
                inner, body = self.headers(section_start, section_end)
                self.leaves(inner, body, section_end, depth + 1, alternative)
            if divided:
                return content_type, found
        self.parts.append(_part(content_type, found, content, alternative, start, end))
        return content_type, found

    def _lines(self, start: int, end: int) -> Iterator[tuple[int, bytes, int]]:
        """Yield for each line where it begins, as much of it as a field may hold, and where the next one begins."""
        while start < end:
            stop = self.raw.find(b"\n", start, end)
            after = end if stop < 0 else stop + 1
            yield start, self.raw[start : min(after, start + FIELD_OCTETS + 1)].rstrip(_LINE_END), after
            start = after

    def _field(self, name: str, at: int, pieces: list[bytes]) -> Field:
        value = b"".join(pieces)
        if len(name) + len(value) >= FIELD_OCTETS:
            value = value[:FIELD_OCTETS]
            self.cut_header = True
        return Field(name, _CONTROLS.sub("", header_text(value)).strip(), at)

    def _sections(self, start: int, end: int, boundary: str) -> Iterator[tuple[int, int]]:
        """Yield where each part of a multipart begins and ends; what stands before and behind them is left out."""
        begun = -1
        for at, after, closes in self._delimiters(start, end, self._delimiter(start, end, boundary)):
            if begun >= 0:
                yield begun, max(begun, at)
            begun = after
            if closes:
                return
        if begun >= 0:
            yield begun, end

    def _delimiters(self, start: int, end: int, delimiter: bytes) -> Iterator[tuple[int, int, bool]]:
        """Yield for each delimiter line where it begins, where the next line begins, and whether it closes."""
        # A body always begins on a new line, so that the line end before it can be searched for as well.
        needle = b"\n" + delimiter
        at = start - 1
        for _ in range(_MOST_DELIMITERS):
            at = self.raw.find(needle, at, end)
            if at < 0:
                return
            tail = at + len(needle)
            if found := _DELIMITER_TAIL.match(self.raw, tail, end):
                yield at + 1, found.end(), bool(found[1])
            at = tail
        self.nodes += MOST_PARTS

    def _delimiter(self, start: int, end: int, boundary: str) -> bytes:
        """Return what divides a multipart: its boundary, or where that is wrong, the first line that looks like one."""
        delimiter = b"--" + boundary.encode("utf-8", "replace")
        if boundary and any(True for _ in self._delimiters(start, end, delimiter)):
            return delimiter
        found = _FIRST_DELIMITER.search(self.raw[start : min(end, start + FIELD_OCTETS)])
        return b"--" + found[1].rstrip() if found else _NO_DELIMITER


def header_text(value: bytes) -> str:
    """Decode the octets of a header field: UTF-8, else Latin-1."""
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return value.decode("latin-1")


def _part(
    content_type: str, found: Mapping[str, str], content: Mapping[str, str], alternative: int, start: int, end: int
) -> Part:
    disposition, details = parameters(content.get("content-disposition", ""))
    encoding = content.get("content-transfer-encoding", "").partition(";")[0].strip().casefold()
    filename = details.get("filename") or found.get("name") or ""
    return Part(content_type, found, encoding, disposition, filename, alternative, start, end)
