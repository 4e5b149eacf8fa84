"""What stands behind an order word: places, goods, cards and seats by number, name, colour or a shortening."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias, TypeVar

from engines.api import Illegal, Json, Seat
from engines.istanbul.order import REWARDS, Order
from engines.istanbul.state import State
from engines.istanbul.story import refusal
from engines.istanbul.terms import ALL_PLACES, COLOURS, PLACES
from engines.istanbul.wording import CARD_NAMES, GOOD_NAMES, PLACE_EXTRA_WORDS, PLACE_WORDS
from engines.words import nearly

Named = TypeVar("Named", int, str)

_LONGEST_NUMBER: Final = 9
_MISSPELT_FROM: Final = 4


class Line(NamedTuple):
    """An order line as its reader sees it.

    Attributes:
        state: the present state.
        legal: what the mover may do now; it decides what a shortened word means.
        words: the words behind the order word.
    """

    state: State
    legal: Sequence[Order]
    words: tuple[str, ...]

    def without(self, *ignored: str) -> Line:
        """Return the line without words that say nothing more."""
        return self._replace(words=tuple(word for word in self.words if word not in ignored))


Steps: TypeAlias = tuple[Order, ...]
Reader: TypeAlias = Callable[[Line], Steps]
"""Turns the words of a line into steps."""


def unreadable(reason: str, **facts: Json) -> Illegal:
    """Return the refusal of words that make no sense."""
    return Illegal("unreadable", reason, facts)


def ambiguous(reason: str, **facts: Json) -> Illegal:
    """Return the refusal of words that could mean several things."""
    return Illegal("ambiguous", reason, facts)


def nothing_more(line: Line) -> None:
    """Refuse words that are left over.

    Raises:
        Illegal: naming them.
    """
    if line.words:
        raise unreadable("unknown_words", words=" ".join(line.words))


def only_word(line: Line) -> str:
    """Return the one word of a line.

    Raises:
        Illegal: for none or several.
    """
    if not line.words:
        raise unreadable("words_missing")
    nothing_more(line._replace(words=line.words[1:]))
    return line.words[0]


def number(word: str) -> int:
    """Return a word as a number.

    Raises:
        Illegal: where it is none.
    """
    if not is_number(word):
        raise unreadable("number_expected", word=word)
    return int(word)


def is_number(word: str) -> bool:
    """Tell whether a word is a number of sensible length."""
    return word.isascii() and word.isdigit() and len(word) <= _LONGEST_NUMBER


def chosen(word: str, names: Mapping[str, Named], open_now: Collection[Named] = ()) -> Named:
    """Return what a word names, shortens or all but spells; among several what is open now counts.

    Raises:
        Illegal: where it names nothing, or several things.
    """
    if word in names:
        return names[word]
    found: dict[Named, None] = dict.fromkeys(names[name] for name in names if name.startswith(word))
    if not found:
        found = dict.fromkeys(names[name] for name in nearly(word, names))
    if len(found) > 1 and open_now:
        found = dict.fromkeys(value for value in found if value in open_now) or found
    if not found:
        raise unreadable("unknown_words", words=word)
    if len(found) > 1:
        raise ambiguous("ambiguous_word", word=word, names=sorted(name for name in names if names[name] in found))
    return next(iter(found))


def good_named(line: Line, word: str, kind: str = "") -> int:
    """Return the good that a word names; a shortening is read among the orders of a kind that are open."""
    return chosen(word, GOOD_NAMES, {order.value for order in line.legal if order.kind == kind})


def card_named(word: str) -> str:
    """Return the kind of card that a word names."""
    return chosen(word, CARD_NAMES)


def place_named(line: Line, kind: str) -> int:
    """Return the place that the words name, by number or by some words of its name.

    Raises:
        Illegal: where they name none, or several that an order of the kind could mean.
    """
    if not line.words:
        raise unreadable("words_missing")
    if len(line.words) == 1 and is_number(line.words[0]):
        return _numbered(int(line.words[0]))
    found = _called(line.words)
    if len(found) > 1:
        open_now = {order.value for order in line.legal if order.kind == kind}
        found = [place for place in found if place in open_now] or found
    if not found:
        raise unreadable("unknown_place", words=" ".join(line.words))
    if len(found) > 1:
        raise ambiguous("ambiguous_place", words=" ".join(line.words), places=found)
    return found[0]


def places_named(line: Line, kind: str) -> tuple[int, ...]:
    """Return all places that the words name one after the other; a name may have two words."""
    found: list[int] = []
    words = line.words
    while words:
        taken = 2 if len(words) > 1 and _called(words[:2]) else 1
        found.append(place_named(line._replace(words=words[:taken]), kind))
        words = words[taken:]
    return tuple(found)


def _numbered(value: int) -> int:
    if value not in ALL_PLACES:
        raise refusal("no_such_place", number=value, places=len(PLACES) - 1)
    return value


def _called(words: Sequence[str]) -> list[int]:
    """Return the places whose names the words shorten; only where there are none, those that they misspell."""
    shortened = [place for place in ALL_PLACES if _fits(place, words, str.startswith)]
    return shortened or [place for place in ALL_PLACES if _fits(place, words, _misspelt)]


def _fits(place: int, words: Sequence[str], alike: Callable[[str, str], bool]) -> bool:
    names = (*PLACE_WORDS[place], PLACE_EXTRA_WORDS.get(place, ""))
    return all(any(alike(name, word) for name in names) for word in words)


def _misspelt(name: str, word: str) -> bool:
    # Of short words every third one is a typo away from some place's name.
    return name.startswith(word) or (len(word) >= _MISSPELT_FROM and bool(nearly(word, [name])))


def seat_named(state: State, word: str) -> Seat:
    """Return the seat that a word names by number, colour or label."""
    seats = range(1, len(state.traders) + 1)
    names = {part: seat for seat in seats for part in state.labels[seat - 1].casefold().split()}
    # A colour is how a seat is written in an order, so no player's name may stand for another seat's colour.
    names |= {COLOURS[seat - 1]: seat for seat in seats} | {str(seat): seat for seat in seats}
    return chosen(word, names)


def counted_goods(line: Line, kind: str) -> tuple[int, ...]:
    """Return how many of each good the words name: "2 red 1 blue", "red blue"; a good without a number counts once."""
    counts = [0, 0, 0, 0]
    pending: int | None = None
    for word in line.words:
        if is_number(word):
            if pending is not None:
                raise unreadable("good_expected", word=word)
            pending = int(word)
        else:
            counts[good_named(line, word, kind)] += 1 if pending is None else pending
            pending = None
    if pending is not None:
        raise unreadable("good_missing", number=pending)
    return tuple(counts)


def plain(order: Order, *ignored: str) -> Reader:
    """Return the reader of an order that has no arguments."""

    def read(line: Line) -> Steps:
        nothing_more(line.without(*ignored))
        return (order,)

    return read


def reward_named(word: str) -> str | None:
    """Return the reward that a word names or shortens, or None."""
    found = [reward for reward in REWARDS if reward.startswith(word)]
    return found[0] if len(found) == 1 else None
