"""How many groups the Tower has after a roll, by every roll that there is."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from math import factorial, prod

from engines.yspahan.tower import filled


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
