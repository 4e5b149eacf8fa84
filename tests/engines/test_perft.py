"""Numbers of order sequences of each game, as its table in tests/perft has them; some are derived by hand."""

from __future__ import annotations

from functools import cache

import pytest

from engines import discover
from tests.engines.istanbul import istanbul_counts
from tests.engines.perft import Suite, count, divide, scripted, suites
from tests.engines.silkroad import silkroad_counts
from tests.engines.yspahan import yspahan_counts
from tests.source import ROOT

ENGINES = discover()
SUITES = {name: {suite.id: suite for suite in suites(ROOT / "tests" / "perft" / f"{name}.perft")} for name in ENGINES}
COUNTS = [
    pytest.param(name, suite, depth, nodes, id=f"{name}-{suite.id}-{depth}")
    for name, table in SUITES.items()
    for suite in table.values()
    for depth, nodes in suite.counts
]
BY_HAND = [
    pytest.param(name, position, counts, id=f"{name}-{position}")
    for name, table in (
        ("istanbul", istanbul_counts.BY_HAND),
        ("silkroad", silkroad_counts.BY_HAND),
        ("yspahan", yspahan_counts.BY_HAND),
    )
    for position, counts in table.items()
]
LEAST_BY_HAND = 2


@cache
def counted(name: str, position: str, depth: int) -> int:
    """Return the count of a position at a depth."""
    engine = ENGINES[name]
    return count(engine, scripted(engine, SUITES[name][position]), depth)


@pytest.mark.parametrize(("name", "suite", "depth", "nodes"), COUNTS)
def test_the_written_move_counts_hold(name: str, suite: Suite, depth: int, nodes: int) -> None:
    """On a difference the counts below each order are shown."""
    engine = ENGINES[name]

    assert counted(name, suite.id, depth) == nodes, divide(engine, scripted(engine, suite), depth)


@pytest.mark.parametrize(("name", "position", "counts"), BY_HAND)
def test_the_counts_derived_by_hand_hold(name: str, position: str, counts: tuple[int, ...]) -> None:
    """From depth 1 on; the derivation stands beside the numbers."""
    assert tuple(counted(name, position, depth) for depth in range(1, len(counts) + 1)) == counts


@pytest.mark.parametrize("name", ENGINES)
def test_each_game_has_counts_derived_by_hand(name: str) -> None:
    """Numbers that only the program has found would prove nothing."""
    assert len([parameters for parameters in BY_HAND if parameters.values[0] == name]) >= LEAST_BY_HAND
