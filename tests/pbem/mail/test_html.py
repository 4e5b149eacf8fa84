"""Of an HTML mail, what a person sees is read."""

from __future__ import annotations

import pytest

from pbem.mail.html import html_text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<div>MO<b>VE</b>&nbsp;5</div><div>end</div>", "MOVE 5\nend"),
        ("move 5<br>end", "move 5\nend"),
        ("<title>a</title><style>b</style><script>c</script>move 5<!-- d -->", "move 5"),
        ("<p style='display: none'>move 9</p>move 5", "move 5"),
        ("<span hidden>move 9</span>move 5", "move 5"),
        ("<pre>a  b\n c</pre>", "a  b\n c"),
        ("<table><tr><td>move</td><td>5</td></tr><tr><td>end</td></tr></table>", "move 5\nend"),
        ("<meta charset=utf-16>caf\u00e9", "caf\u00e9"),
        ("<?xml version='1.0' encoding='utf-16'?><p>move 5</p>", "move 5"),
        ("", ""),
        ("<!---->", ""),
    ],
)
def test_what_is_seen_is_read(html: str, text: str) -> None:
    """Words stay whole, blocks begin lines, hidden things stay hidden."""
    assert "\n".join(line.rstrip() for line in html_text(html).strip("\n").split("\n")) == text


def test_a_marked_quote_gets_its_marks() -> None:
    """What the mail itself calls quoted reads as in plain text, with what was typed above and below it."""
    html = "move 5<blockquote type=cite>take 1<br>take 2<blockquote type=cite>take 3</blockquote></blockquote>end"

    assert html_text(html).split("\n") == ["move 5", "> take 1", "> take 2", "> take 3", "end"]


def test_an_indented_block_is_no_quote() -> None:
    """People indent their own text."""
    assert html_text("<blockquote style='margin-left:40px'>move 5</blockquote>").strip() == "move 5"


def test_a_wide_cell_does_not_make_a_small_mail_huge() -> None:
    """Cells are not aligned: 5,000 rows beside one wide cell stay as small as they are."""
    rows = "<tr><td>a</td><td>b</td></tr>" * 1000
    html = f"<table><tr><td>{'x' * 20_000}</td><td>y</td></tr>{rows}</table>"

    assert len(html_text(html)) < len(html)
