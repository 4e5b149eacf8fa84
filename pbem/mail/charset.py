"""From bytes to clean text: tolerant charsets and transfer encodings, and the characters that phones put in.

Orders are ASCII, so a wrong guess may cost an accent in a remark, never an order. Nothing here raises.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import re
from typing import NamedTuple

NOT_A_QUOTE = "\u2060"
"""Stands before a line that begins with ">" although the mail says that it quotes nothing (space-stuffed text)."""

# Labels seen in real mail that Python does not know, or knows as something narrower than what is meant; without
# punctuation, so that "cp-850", "CP_850" and "utf\0-8" are found as well.
_ALIASES = {
    "8bit": "utf_8",
    "ansi": "cp1252",
    "ansix341968": "utf_8",
    "ascii": "utf_8",
    "cp936": "gb18030",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "iso2022jpesc": "iso2022_jp",
    "iso88591": "cp1252",
    "iso88596e": "iso8859_6",
    "iso88596i": "iso8859_6",
    "iso88598e": "iso8859_8",
    "iso88598i": "iso8859_8",
    "ksc56011987": "cp949",
    "latin1": "cp1252",
    "shiftjis": "cp932",
    "unicode": "utf_8",
    "unicode11utf7": "utf_7",
    "unicode11utf8": "utf_8",
    "uft8": "utf_8",
    "unknown8bit": "utf_8",
    "usascii": "utf_8",
    "utf8mb4": "utf_8",
    "windows1252": "cp1252",
    "windows874": "cp874",
    "xgbk": "gb18030",
    "xsjis": "cp932",
}
# Python has codecs that are no charsets (zlib, punycode, unicode_escape ...); some of them are slow or change orders.
_CHARSET = re.compile(
    r"utf_?(7|8|16|32)(_?[bl]e|_sig)?|cp\d+|iso8859_\d+|koi8_[rtu]|iso2022_(jp|kr)\w*|euc_?(jp|kr)\w*|shift_?jis\w*"
    r"|big5\w*|gb2312|gb18030|gbk|hz|johab|tis_620|mac_\w+|kz1048|ptcp154|ascii|latin_1"
)
# Only such labels are looked up: Python remembers every label that it was ever asked for.
_LOOKED_UP = re.compile(
    r"(utf|cp|iso|windows|koi8|euc|shift|big5|gb|hz|johab|tis|mac|kz|ptcp|ascii|latin|ks)[a-z0-9_-]*"
)
_PUNCTUATION = re.compile(r"[^a-z0-9]")
_LONGEST_LABEL = 40
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f\x80-\x84\x86-\x9f]")
_RARE_LINE_ENDS = str.maketrans(dict.fromkeys("\x0b\x0c\x85\u2028\u2029", "\n"))
_ODD = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_SURROGATES = re.compile("[\ud800-\udfff]")
_BASE64 = re.compile(rb"[A-Za-z0-9+/\s]*")
_SPACE = re.compile(rb"\s+")

_INVISIBLE = (
    "\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063"
    "\u2064\u2066\u2067\u2068\u2069\ufeff\ufe0e\ufe0f"
)
_SPACES = "\t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\u2800"
_TIDY = str.maketrans(dict.fromkeys(_INVISIBLE, "") | dict.fromkeys(_SPACES, " "))
_FULL_WIDTH = {0xFF01 + offset: 0x21 + offset for offset in range(0x5E)}
_PLAIN = _FULL_WIDTH | str.maketrans(
    dict.fromkeys("\u2018\u2019\u201a\u201b\u2039\u203a\u2032\u00b4\u0060", "'")
    | dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\u300c\u300d", '"')
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\ufe58\ufe63", "-")
    | dict.fromkeys("\u2022\u2023\u25cf\u25e6\u25aa\u00b7\u2219", "*")
    | {"\u2026": "."}
)


class Decoded(NamedTuple):
    """The bytes of a body, and whether they came through whole."""

    data: bytes
    whole: bool


def undo_transfer(data: bytes, encoding: str) -> Decoded:
    """Undo a Content-Transfer-Encoding; an unknown one counts as none."""
    match encoding:
        case "base64":
            return _from_base64(data)
        case "quoted-printable":
            return Decoded(binascii.a2b_qp(data), whole=True)
    return Decoded(data, whole=True)


def text_of(data: bytes, label: str) -> str:
    """Decode text by its charset label: the label's codec, else UTF-8, else Windows-1252 with replacements.

    The result has "\\n" for every kind of line end, no control characters and no lone surrogates.
    """
    codec = _codec(label)
    for candidate in (codec, "utf_8"):
        try:
            return clean(data.decode(candidate))
        except (UnicodeError, ValueError):
            continue
    # A multi-byte text with one broken character is still best read by its own codec.
    return clean(data.decode("cp1252" if codec == "utf_8" else codec, "replace"))


def clean(text: str) -> str:
    """Return the text with plain line ends and without control characters and lone surrogates."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not _ODD.search(text):
        return text
    text = _CONTROLS.sub("", text.translate(_RARE_LINE_ENDS))
    return _SURROGATES.sub("\ufffd", text)


def tidy(text: str) -> str:
    """Return a line, or several, with ordinary spaces only and without characters that nobody sees."""
    return text.replace("\t", " ") if text.isascii() else text.translate(_TIDY)


def plain(line: str) -> str:
    """Return a tidy line with ASCII quotes, dashes, bullets and digits; each character keeps its place.

    >>> plain("\u201cmove\u201d \uff15 \u2013 please")
    '"move" 5 - please'
    """
    return line if line.isascii() else line.translate(_PLAIN)


def unflowed(text: str, *, delete_space: bool) -> str:
    """Join the lines that a format=flowed mail broke (RFC 3676), quotes kept apart by their depth.

    Args:
        text: the decoded body.
        delete_space: the mail says delsp=yes: the space that marks a soft break goes away with it.
    """
    lines: list[str] = []
    pending: list[str] = []
    pending_depth = 0
    for line in text.split("\n"):
        depth, content = _unquoted(line)
        if pending and depth != pending_depth:
            lines.append(_quoted(pending_depth, "".join(pending)))
            pending = []
        pending_depth = depth
        soft = content.endswith(" ") and content != "-- "
        pending.append(content[:-1] if soft and delete_space else content)
        if not soft:
            lines.append(_quoted(depth, "".join(pending)))
            pending = []
    if pending:
        lines.append(_quoted(pending_depth, "".join(pending)))
    return "\n".join(lines)


def _unquoted(line: str) -> tuple[int, str]:
    content = line.lstrip(">")
    return len(line) - len(content), content[1:] if content.startswith(" ") else content


def _quoted(depth: int, content: str) -> str:
    if depth:
        return f"{'>' * depth} {content}"
    return NOT_A_QUOTE + content if content.startswith(">") else content


def _codec(label: str) -> str:
    label = label.casefold()[:_LONGEST_LABEL].strip()
    squeezed = _PUNCTUATION.sub("", label)
    for candidate in (_ALIASES.get(squeezed, ""), label.removeprefix("x-"), squeezed):
        if _LOOKED_UP.fullmatch(candidate):
            try:
                name = codecs.lookup(candidate).name.replace("-", "_")
            except LookupError:
                continue
            return name if _CHARSET.fullmatch(name) else "utf_8"
    return "utf_8"


def _from_base64(data: bytes) -> Decoded:
    """Decode what is base64 up to the first character that is not; padding may be missing."""
    found = _BASE64.match(data)
    body = _SPACE.sub(b"", found[0]) if found else b""
    rest = data[len(found[0]) :].strip(b"=\r\n \t") if found else data
    # One character left over means that octets are missing in between: what follows the gap is not trusted, and an
    # order cut short may be another order.
    missing = len(body) % 4 == 1
    padded = body[: len(body) - missing]
    padded += b"=" * (-len(padded) % 4)
    return Decoded(base64.b64decode(padded), whole=not missing and not rest)


def lowered(text: str) -> str:
    """Return a text in lower case in which no two letters become one, and none a letter of ASCII.

    Folding makes "straße" and "strasse" the same, and the sign for Kelvin a "k": as addresses they are two people.
    """
    if text.isascii():
        return text.lower()
    small = ((letter, letter.lower()) for letter in text)
    return "".join(low if letter.isascii() or not low.isascii() else letter for letter, low in small)
