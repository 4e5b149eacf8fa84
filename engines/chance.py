"""Chance that anyone can check: keyed draws, and scripted outcomes for tests."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from engines.api import Json, Roll, Shuffle

_SPAN = 2**64


class Draw(NamedTuple):
    """One draw: its number in the match and its outcome (faces of dice, or items in their new order)."""

    number: int
    outcome: list[Json]


class Source(Protocol):
    """Where outcomes come from; `counter` is the number of the next draw."""

    @property
    def counter(self) -> int: ...

    def draw(self, wanted: Roll | Shuffle) -> Draw:
        """Return the outcome of the next draw and count it."""


class Stream:
    """Keyed draws, the one mutable object among the engines.

    Part i of draw n is the first 8 bytes, big-endian, of HMAC-SHA256(key, "n|purpose|i|k") for the first try k whose
    value lies below the greatest multiple of m, taken mod m. Numbers are decimal and count from 0.
    """

    def __init__(self, key: bytes, counter: int = 0) -> None:
        self._key = key
        self.counter = counter

    def draw(self, wanted: Roll | Shuffle) -> Draw:
        """Return the outcome of the next draw and count it.

        Die i shows 1 + value. A shuffle is Fisher-Yates: for i from the last item to 1, item i is swapped with the
        item at (part i mod i + 1).
        """
        number = self.counter
        self.counter += 1
        if isinstance(wanted, Roll):
            faces = [1 + self._part(number, wanted.purpose, die, wanted.sides) for die in range(wanted.dice)]
            return Draw(number, list[Json](faces))
        return Draw(number, self._shuffled(number, wanted))

    def _shuffled(self, number: int, wanted: Shuffle) -> list[Json]:
        items = list(wanted.items)
        for i in range(len(items) - 1, 0, -1):
            j = self._part(number, wanted.purpose, i, i + 1)
            items[i], items[j] = items[j], items[i]
        return items

    def _part(self, number: int, purpose: str, part: int, modulus: int) -> int:
        limit = _SPAN - _SPAN % modulus
        attempt = 0
        while True:
            message = f"{number}|{purpose}|{part}|{attempt}".encode()
            value = int.from_bytes(hmac.digest(self._key, message, "sha256")[:8], "big")
            # Values at the ragged end of the range would make the small faces more likely.
            if value < limit:
                return value % modulus
            attempt += 1


class Script:
    """Outcomes written down beforehand, for tests and worked examples."""

    def __init__(self, outcomes: Iterable[Sequence[Json]], counter: int = 0) -> None:
        self._outcomes = iter(outcomes)
        self.counter = counter

    def draw(self, wanted: Roll | Shuffle) -> Draw:
        """Return the next outcome of the script.

        Raises:
            ValueError: where the script has ended.
        """
        outcome = next(self._outcomes, None)
        if outcome is None:
            raise ValueError(f"the script has no outcome left for {wanted.purpose}")
        number = self.counter
        self.counter += 1
        return Draw(number, list(outcome))
