"""Numbers of order sequences, some of them derived by hand."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from math import factorial, prod
from pathlib import Path

import pytest

from engines.yspahan import ENGINE
from engines.yspahan.tower import filled
from tests.engines.perft import Suite, count, divide, scripted, suites

SUITES = suites(Path(__file__).parents[2] / "perft" / "yspahan.perft")


@pytest.mark.parametrize("suite", SUITES, ids=lambda suite: suite.id)
def test_the_written_move_counts_hold(suite: Suite) -> None:
    """On a difference the counts below each order are shown."""
    state = scripted(ENGINE, suite)
    for depth, nodes in suite.counts:
        assert count(ENGINE, state, depth) == nodes, divide(ENGINE, state, depth)


def counted(position: str, *depths: int) -> list[int]:
    """Return the counts of a position at these depths."""
    state = scripted(ENGINE, next(suite for suite in SUITES if suite.id == position))
    return [count(ENGINE, state, depth) for depth in depths]


def test_two_groups_counted_by_hand() -> None:
    """6, 44 and 156 sequences.

    Two players, A first with 2 gold and nothing else; camel 4x2, gold 4x5.

    Depth 1: each group gives its own action, the Supervisor and a card: 2 * 3 = 6. No building can be paid.
    Depth 2: take camel or take gold leaves B the other group: 3 each. The Supervisor with value 2 and up to 2 gold
    goes 0 to 4 squares from the centre: 1 + 4 + 4 + 4 + 4 = 17; with value 5, 3 to 7 squares: 4 + 4 + 3 + 3 + 3 = 17.
    After a card A may play camels_3 or end: 2 each. 2 * 3 + 2 * 17 + 2 * 2 = 44.
    Depth 3: after both groups are taken A draws the forced card, plays it or ends: 2; B's Supervisor has 17 squares;
    B's card 2: 21 behind each of the two takes. Behind each of the 34 moves B has the other group: 34 * 3 = 102.
    Behind each of the two draws both orders end the turn (with two players no building follows): 2 * 2 * 3 = 12.
    2 * 21 + 102 + 12 = 156.
    """
    assert counted("camel and gold", 1, 2, 3) == [6, 44, 156]


def test_two_cubes_in_sack_counted_by_hand() -> None:
    """18, 68 and 408 sequences.

    Depth 1: any of the 18 Sack shops.
    Depth 2: a souk begun must go on: 3 * 2 + 4 * 3 + 5 * 4 + 6 * 5 = 68.
    Depth 3: A's turn ends by itself, B has the camel and the gold group with three uses each: 68 * 6 = 408.
    """
    assert counted("two cubes in Sack", 1, 2, 3) == [18, 68, 408]


def test_four_groups_counted_by_hand() -> None:
    """12 and 116 sequences.

    Three players, A with 2 gold; camel 3x1, sack 2x2, barrel 3x3, gold 1x6.

    Depth 1: four groups with three uses each = 12.
    Depth 2: take camel gives 3 camels, so Paddock, Shop, Hammam or the end: 4. Take gold gives nothing to build: B
    has three groups: 9. Sack has 18 shops, Barrel 14. The Supervisor with 2 gold: value 1 goes 0 to 3 squares, 1 + 4 +
    4 + 4 = 13; value 2 17; value 3 goes 1 to 5, 4 + 4 + 4 + 4 + 3 = 19; value 6 goes 4 to 8, 4 + 3 + 3 + 3 + 1 = 14.
    Each of four cards is followed by camels_3 or the end: 8. 4 + 9 + 18 + 14 + 13 + 17 + 19 + 14 + 8 = 116.
    """
    assert counted("four groups", 1, 2) == [12, 116]


def different_values(dice: int) -> dict[int, float]:
    """Return the percentage of rolls by the number of groups on the Tower, every multiset of faces weighed."""
    weights: Counter[int] = Counter()
    for faces in combinations_with_replacement(range(1, 7), dice):
        groups = sum(group is not None for group in filled(faces, ()))
        weights[groups] += factorial(dice) // prod(factorial(faces.count(face)) for face in range(1, 7))
    return {groups: round(100 * weight / 6**dice, 3) for groups, weight in sorted(weights.items())}


def test_facts_example_number_of_groups_of_nine_eight_and_twelve_dice() -> None:
    """With nine dice six values come in 18.904 of 100 rolls, and three or fewer in 3.68."""
    nine = different_values(9)

    assert nine == {1: 0.0, 2: 0.076, 3: 3.602, 4: 27.756, 5: 49.661, 6: 18.904}
    assert round(nine[1] + nine[2] + nine[3], 2) == 3.68
    assert different_values(8)[6] == 11.403
    assert different_values(12)[6] == 43.782
