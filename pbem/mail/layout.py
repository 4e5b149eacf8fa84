"""Layout of plain text for templates: padding, wrapping, tables and grids of boxes. Pure, and no words of its own."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest

WIDTH = 72
"""The widest line of a mail, so that no client wraps it and a quote still fits into 80 columns."""

_WIDEST_ORDER = 24


# `wcwidth` is imported where a text needs it: most mails are plain ASCII and shall not pay for its tables.


def width(text: str) -> int:
    """Return how many columns the text takes: wide characters two, combining ones none."""
    if text.isascii():
        return len(text)
    import wcwidth

    return wcwidth.width(text, control_codes="ignore")


def clip(text: str, columns: int) -> str:
    """Return the text cut to so many columns; a wide character that would be cut in two gives way to a blank."""
    if text.isascii():
        return text[:columns]
    import wcwidth

    return wcwidth.clip(text, 0, columns, control_codes="ignore")


def pad(text: object, columns: int) -> str:
    """Return the text at the left of a field of so many columns, cut where it is longer."""
    cut = clip(str(text), columns)
    return cut + " " * (columns - width(cut))


def right(text: object, columns: int) -> str:
    """Return the text at the right of a field."""
    cut = clip(str(text), columns)
    return " " * (columns - width(cut)) + cut


def centre(text: object, columns: int) -> str:
    """Return the text in the middle of a field."""
    cut = clip(str(text), columns)
    left = (columns - width(cut)) // 2
    return " " * left + cut + " " * (columns - width(cut) - left)


def wrap(text: object, columns: int = WIDTH, indent: str = "", first: str | None = None) -> str:
    """Return the text broken into lines of at most so many columns; `first` indents the first line."""
    start = indent if first is None else first
    line = f"{start}{text}"
    if "\n" not in line and width(line) <= columns:
        return line.rstrip()
    kind = textwrap.TextWrapper if line.isascii() else _Wrapper
    how = kind(columns, initial_indent=start, subsequent_indent=indent, break_on_hyphens=False)
    lines = how.wrap(str(text))
    return "\n".join(lines) if lines else start.rstrip()


class _Word(str):
    """A piece of a line; it is as long as the columns that it takes."""

    __slots__ = ()

    def __len__(self) -> int:
        return width(str(self))


class _Wrapper(textwrap.TextWrapper):
    """Breaks lines by columns instead of characters, in time linear in the text: `wcwidth.wrap` is quadratic."""

    def wrap(self, text: str) -> list[str]:
        """Return the lines."""
        self.initial_indent, self.subsequent_indent = _Word(self.initial_indent), _Word(self.subsequent_indent)
        return super().wrap(text)

    def _split(self, text: str) -> list[str]:
        """Return the pieces between which a line may end: words and blanks; of a word too long, its characters."""
        import wcwidth

        pieces: list[str] = []
        for word in map(_Word, super()._split(text)):
            pieces += [word] if len(word) <= self.width else map(_Word, wcwidth.iter_graphemes(word))
        return pieces


def table(rows: Iterable[Sequence[object]], widths: Sequence[int], aligns: str = "", gap: str = " ") -> str:
    """Return rows of cells as lines; `aligns` holds l, r or c for each column, l where it is too short."""
    places = {"l": pad, "r": right, "c": centre}
    columns = [(places[align or "l"], size) for size, align in zip_longest(widths, aligns[: len(widths)])]
    return "\n".join(
        gap.join(place(cell, size) for (place, size), cell in zip(columns, row, strict=False)).rstrip() for row in rows
    )


def boxes(cells: Sequence[Sequence[object]], columns: int, size: int, lines: int | None = None) -> str:
    """Return cells, each a list of lines, as a grid of boxes `size` columns wide inside their borders.

    A row of boxes is as high as its fullest cell, or `lines` high where that is given.
    """
    border = "+" + ("-" * size + "+") * columns
    drawn = [border]
    for start in range(0, len(cells), columns):
        row = cells[start : start + columns]
        height = lines if lines is not None else max(len(cell) for cell in row)
        for line in range(height):
            texts = (cell[line] if line < len(cell) else "" for cell in row)
            drawn.append("|" + "|".join(pad(text, size) for text in texts) + "|")
        drawn.append(border)
    return "\n".join(drawn)


def beside(left: str, other: str, columns: int, gap: str = "  ") -> str:
    """Return two blocks of lines side by side, the left one so many columns wide."""
    pairs = zip_longest(left.split("\n"), other.split("\n"), fillvalue="")
    return "\n".join((pad(one, columns) + gap + two).rstrip() for one, two in pairs)


def menu(choices: Sequence[tuple[str, str]], numbered: bool) -> str:
    """Return the list of choices, each an order and its hint: numbers, a column of orders, a column of hints."""
    column = min(_WIDEST_ORDER, max((width(text) for text, _ in choices), default=0))
    lines: list[str] = []
    for number, (text, hint) in enumerate(choices, 1):
        start = (right(number, 3) if numbered else "   ") + "  "
        indent = " " * (len(start) + column + 2)
        shown = pad(text, max(column, width(text)))
        lines.append(wrap(hint, WIDTH, indent, f"{start}{shown}  ") if hint else (start + text).rstrip())
    return "\n".join(lines)


def listing(items: Iterable[object], last: str = "and") -> str:
    """Return the items as in a sentence: "a, b and c"."""
    texts = [str(item) for item in items]
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {last} {texts[-1]}"


def plural(number: int, one: str, many: str = "") -> str:
    """Return the number with its noun: "1 card", "2 cards"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def upper_first(text: object) -> str:
    """Return the text with a capital first letter."""
    words = str(text)
    return words[:1].upper() + words[1:]


def clean(text: str, longest: int = 2_000) -> str:
    """Return a player's text without control and bidirectional characters, so that it cannot disturb a mail."""
    kept = (c for c in text if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cf", "Co", "Cs", "Cn"))
    return "".join(kept)[:longest]


def marks(names: Mapping[int, str]) -> dict[int, str]:
    """Return one capital letter for each seat's name: the first of its letters that is not taken, else any free one."""
    taken: dict[int, str] = {}
    for seat, name in names.items():
        letters = [c for c in unicodedata.normalize("NFKD", name).upper() if "A" <= c <= "Z"]
        free = (c for c in [*letters, *"ABCDEFGHIJKLMNOPQRSTUVWXYZ"] if c not in taken.values())
        taken[seat] = next(free)
    return taken
