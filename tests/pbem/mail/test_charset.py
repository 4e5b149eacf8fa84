"""Text comes through whatever its label says, and orders are the same in every charset."""

from __future__ import annotations

import pytest

from pbem.mail.charset import plain, text_of, tidy, undo_transfer

LABELS = [
    "utf-8",
    "us-ascii",
    "",
    "cp-850",
    "iso-8859-8-i",
    "uft-8",
    "utf\0-8",
    "x-klingon",
    "zlib",
    "idna",
    "undefined",
]
NO_CHARSETS = ["punycode", "hex", "unicode_escape", "base64", "raw_unicode_escape", "../../etc", "8bit", "quopri"]


@pytest.mark.parametrize("label", LABELS + NO_CHARSETS)
def test_orders_survive_every_label(label: str) -> None:
    """ASCII is read as ASCII, also where the label is unknown, wrong or no charset at all."""
    assert text_of(b"move 5\r\n\\x41+AE0-\r\n", label) == "move 5\n\\x41+AE0-\n"


@pytest.mark.parametrize(
    ("data", "label", "text"),
    [
        ("café".encode(), "utf-8", "café"),
        ("café".encode(), "us-ascii", "café"),
        ("café".encode("cp1252"), "us-ascii", "café"),
        ("café".encode("cp1252"), "utf-8", "café"),
        ("café".encode("cp850"), "cp-850", "café"),
        ("“é”".encode("cp1252"), "iso-8859-1", "“é”"),
        ("שלום".encode("iso8859-8"), "iso-8859-8-i", "שלום"),
        ("ход".encode("koi8-r"), "KOI8-R", "ход"),
        ("手".encode("gb18030"), "gb2312", "手"),
        ("手".encode("cp932"), "shift_jis", "手"),
        (b"caf+AOk-", "unicode-1-1-utf-7", "café"),
        (b"+2AA-", "utf-7", "\ufffd"),
    ],
)
def test_accents_survive_where_they_can(data: bytes, label: str, text: str) -> None:
    """The label is followed, then UTF-8, then Windows-1252; no lone surrogate comes out."""
    assert text_of(data, label) == text


def test_one_broken_character_spoils_no_text() -> None:
    """The rest of a multi-byte text is still read by its own charset."""
    assert text_of("手".encode("cp932") + b"\xff\x80" + b" move 5", "shift_jis").startswith("手")


def test_line_ends_become_one_and_controls_go() -> None:
    """Whatever a client takes for a line end is one."""
    assert text_of("a\r\nb\rc\x0bd\u2028e\x00f\x1b".encode(), "utf-8") == "a\nb\nc\nd\nef"


def test_typographic_characters_become_those_of_the_keyboard() -> None:
    """No-break spaces, zero-width characters, curly quotes, dashes and full-width digits."""
    line = tidy("\ufeff\u201cMOVE\u201d\u00a0\uff15\u200b \u2013 please\u2026")

    assert plain(line) == '"MOVE" 5 - please.'
    assert len(plain(line)) == len(line)


def test_an_unknown_transfer_encoding_is_none() -> None:
    """The text behind it is shown as it came."""
    assert undo_transfer(b"move 5", "x-unknown") == (b"move 5", True)
    assert undo_transfer(b"move=\r\n 5=3D", "quoted-printable") == (b"move 5=", True)
