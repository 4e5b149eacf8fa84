"""The reading of order words, shared by every game and by the reading of mails: exact, shortened, or nearly right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from functools import lru_cache

SHORTEST_ABBREVIATION = 2
LONGEST_WORD = 40
"""No order word is longer; longer words are never compared, so that no mail can make the comparison slow."""

_TWO_TYPOS_FROM = 6
_COMPARED = 80
_REMEMBERED = 4096


def fold(text: str) -> str:
    """Return the text in lower case with single spaces, as orders are compared."""
    return " ".join(text.casefold().split())


def named(word: str, names: Iterable[str]) -> tuple[str, ...]:
    """Return the names that the word is, or that it shortens to two or more letters; an exact name wins alone."""
    names = tuple(names)
    if word in names:
        return (word,)
    if len(word) < SHORTEST_ABBREVIATION:
        return ()
    return tuple(name for name in names if name.startswith(word))


def nearly(word: str, names: Iterable[str]) -> tuple[str, ...]:
    """Return the names one typo away (two for words of six letters and more), the closest ones only.

    >>> nearly("mvoe", ["move", "leave"])
    ('move',)
    """
    if not SHORTEST_ABBREVIATION <= len(word) <= LONGEST_WORD:
        return ()
    return _nearly(word, tuple(names))


# "Sent from my phone" stands below every other mail, and each of its words is held against every name of the game.
@lru_cache(maxsize=_REMEMBERED)
def _nearly(word: str, names: tuple[str, ...]) -> tuple[str, ...]:
    allowed = 2 if len(word) >= _TWO_TYPOS_FROM else 1
    distances = {name: typos(word, name) for name in names if abs(len(name) - len(word)) <= allowed}
    best = min(distances.values(), default=allowed + 1)
    return tuple(name for name, distance in distances.items() if distance == best <= allowed)


def typos(one: str, other: str) -> int:
    """Return how many letters must be put in, left out, changed or swapped with a neighbour to make one the other."""
    before: list[int] = []
    above = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        row = [i]
        for j, b in enumerate(other, 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before, above = above, row
    return above[-1]


def nearest(text: str, choices: Sequence[str], limit: int = 3) -> tuple[str, ...]:
    """Return the choices that look most like the text, best first; equally good ones keep their order.

    A choice that begins with the same word counts as closer than any other.
    """
    wanted = fold(text)[:_COMPARED]
    first = wanted.partition(" ")[0]

    def likeness(choice: str) -> float:
        verb = choice.partition(" ")[0]
        same_verb = first == verb or verb in nearly(first, [verb])
        return same_verb + SequenceMatcher(None, wanted, choice, autojunk=False).ratio()

    return tuple(sorted(choices, key=likeness, reverse=True)[:limit])
