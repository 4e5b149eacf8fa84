"""Rows of the bench, and the fair comparison of two ways of doing a thing."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import NamedTuple

ROUNDS = 9


class Row(NamedTuple):
    """One bar.

    Attributes:
        number: its number in docs/performance.md.
        what: what is compared with what.
        figure: the ratio that was measured; None where it could not be.
        goal: the bar.
        stretch: what would be splendid; None where nothing is said.
        more_is_better: True where the figure should be above the goal.
        note: what else there is to know.
    """

    number: str
    what: str
    figure: float | None
    goal: float
    stretch: float | None = None
    more_is_better: bool = False
    note: str = ""

    @property
    def verdict(self) -> str:
        """Tell whether the bar holds."""
        if self.figure is None:
            return "not measured"
        good = self.figure >= self.goal if self.more_is_better else self.figure <= self.goal
        return "holds" if good else "short"


def seconds(work: Callable[[], object]) -> float:
    """Return how long a piece of work takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def alternated(one: Callable[[], float], other: Callable[[], float], rounds: int = ROUNDS) -> float:
    """Return the median of the ratios one / other of as many rounds, after a round to warm up.

    The two take turns at going first, so that neither always meets the warmer machine.
    """
    ratios = []
    for number in range(rounds + 1):
        if number % 2:
            first = one()
            second = other()
        else:
            second = other()
            first = one()
        ratios.append(first / second)
    return median(ratios[1:])
