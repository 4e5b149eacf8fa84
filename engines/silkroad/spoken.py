"""The words of orders: numbers, goods, colours and several cards at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engines import words
from engines.silkroad.actions import Colour, Good
from engines.silkroad.board import token
from engines.silkroad.faults import Fault
from engines.silkroad.names import COLOURS, GOODS

ONE_OF_THEM = "a"
"""Says nothing before a good."""

LARGEST_NUMBER = 9999
"""Greater numbers are read as this one; no pile holds as many cards."""

_WORD = re.compile(r"\d+|[^\W\d_]+(?:['\u2019`-][^\W\d_]+)*")
_TIMES = re.compile(r"(\d)x(?=\s*[^\W\d_])")
_NUMBERS = dict(zip(("one", "two", "three", "four", "five", "six", "seven", "eight"), "12345678", strict=True))
_ARTICLES = ("an", "the")
_LINKS = ("and", "by", "for", "from", "in", "into", "of", "to", "with", "x")
# "a" stays: it may be the initial of a player who is robbed.
_KINDS = ("caravan", "card", "cards", "seat")
_FILLERS = frozenset((*_ARTICLES, *_LINKS, *_KINDS))

NO_PLACES = _FILLERS | _NUMBERS.keys() | {"lay", "move"}
"""Words of orders that no place can have for its name."""


def spoken_words(text: str) -> list[str]:
    """Return the numbers and words of a text in lower case, without words that carry no meaning."""
    found = _WORD.findall(_TIMES.sub(r"\1 ", text.casefold()))
    spoken = [_NUMBERS.get(word) or token(word) or word for word in found]
    return spoken[:1] + [word for word in spoken[1:] if word not in _FILLERS]


def shown(word: str) -> str:
    """Return a word short enough to be shown in a refusal."""
    return word[: words.LONGEST_WORD]


class Cards(NamedTuple):
    """Cards as named in an order: goods one by one; `counted` where a number or a repetition says how many."""

    goods: tuple[Good, ...]
    counted: bool


def number(word: str) -> int:
    """Return the number that a word of digits stands for."""
    return int(word) if len(word) <= len(str(LARGEST_NUMBER)) else LARGEST_NUMBER


def is_number(word: str) -> bool:
    """Tell whether a word is a number."""
    return word.isdecimal()


def good(word: str) -> Good | None:
    """Return the good that a word names or shortens."""
    found = words.named(word, GOODS)
    return GOODS.index(found[0]) if len(found) == 1 else None


def read_cards(spoken: Iterable[str]) -> Cards:
    """Read "2 silk tea" as two silk and a tea; every word has to belong to it."""
    goods: list[Good] = []
    times: int | None = None
    counted = False
    for word in spoken:
        if word == ONE_OF_THEM:
            continue
        if is_number(word) and times is None:
            times, counted = number(word), True
            continue
        named = good(word)
        if named is None:
            raise Fault("unreadable", "unknown_good", word=shown(word))
        goods += [named] * (1 if times is None else times)
        times = None
        if len(goods) > LARGEST_NUMBER:
            raise Fault("unreadable", "extra_words", words=word)
    if times is not None:
        raise Fault("unreadable", "which_good", number=times)
    return Cards(tuple(goods), counted or len(goods) > 1)


def one_good(goods: Sequence[Good]) -> Good:
    """Return the good of cards that all have to show the same (Rulebook, 1. Place card(s))."""
    if len(set(goods)) > 1:
        raise Fault("illegal", "mixed_goods", goods=tuple(GOODS[good] for good in sorted(set(goods))))
    return goods[0]


def colour(word: str) -> Colour:
    """Return the colour that a word names or shortens."""
    found = words.named(word, COLOURS)
    if not found:
        raise Fault("unreadable", "unknown_colour", word=shown(word))
    return COLOURS.index(found[0])
