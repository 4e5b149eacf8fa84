"""The layout of plain text: columns are counted as a terminal draws them, and no line is wider than it may be."""

from __future__ import annotations

import textwrap

import pytest

from pbem.mail.layout import WIDTH, clip, pad, right, width, wrap

TEXTS = {
    "Chinese": "你好世界我们玩游戏吧一起去市场 " * 30,
    "one word": "東京都庁" * 100,
    "Korean": "김철수 이영희 한국어이름 " * 30,
    "accents": "Zoë Çağlar Öztürk " * 30,
    "combining": "e\u0301a\u0308 " * 200,
    "mixed": "say 王 hello 小明 everybody " * 20,
    "full width": "ｍｏｖｅ　５ " * 40,
}


@pytest.mark.parametrize(
    ("text", "columns"), [("abc", 3), ("東京", 4), ("e\u0301", 1), ("Zoë", 3), ("ｍ５", 4), ("a\u200bb", 2), ("", 0)]
)
def test_columns_are_counted_as_they_are_drawn(text: str, columns: int) -> None:
    """Wide characters take two, combining ones none."""
    assert columns == width(text)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("columns", [20, 41, WIDTH])
def test_no_line_is_too_wide_and_nothing_is_lost(text: str, columns: int) -> None:
    """Whatever script it is in, with both indents."""
    lines = wrap(text, columns, "   ", " > ").split("\n")

    assert max(map(width, lines)) <= columns
    assert "".join(text.split()) == "".join("".join(lines).removeprefix(" > ").split())
    assert all(line.startswith("   ") for line in lines[1:])


def test_what_takes_one_column_a_letter_breaks_where_ascii_would() -> None:
    """Accents change no break, and blanks inside a line stay."""
    text = "Ünal  moved a caravan;  Zoë laid silk. " * 9

    assert textwrap.wrap(text, WIDTH, break_on_hyphens=False) == wrap(text).split("\n")


def test_a_long_line_of_wide_letters_costs_no_more_than_its_length() -> None:
    """A player's line of a hundred thousand letters is broken too, and filled to the last column."""
    lines = wrap("王" * 100_000).split("\n")

    assert {WIDTH} == {width(line) for line in lines[:-1]}
    assert 100_000 == sum(map(len, lines))


@pytest.mark.parametrize("columns", range(8))
def test_a_field_has_exactly_its_columns(columns: int) -> None:
    """Also where a wide letter would be cut in two."""
    for text in ("東京都", "a東京", "abcdef", "e\u0301e\u0301e\u0301"):
        assert columns == width(pad(text, columns)) == width(right(text, columns))
        assert width(clip(text, columns)) <= columns
