"""Worked examples of the rule text and the facts sheet, each by its name."""

from __future__ import annotations

import pytest

from engines.yspahan.board import ROAD, ROAD_SQUARE
from engines.yspahan.supervisor import moves
from tests.engines.yspahan.yspahan_table import Table, table


@pytest.mark.parametrize(
    ("start", "steps", "targets"),
    [
        ("C", 3, "W3 E3 N3 S3"),
        ("C", 6, "W6 E6 S6"),
        ("N4", 1, "N3"),
        ("N4", 4, "C"),
        ("N4", 5, "W1 E1 S1"),
        ("N2", 3, "W1 E1 S1"),
        ("W10", 6, "W4"),
        ("E1", 2, "E3 W1 N1 S1"),
        ("E1", 6, "E7 W5 S5"),
        ("S7", 6, "S1"),
    ],
)
def test_facts_examples_of_supervisor_targets(start: str, steps: int, targets: str) -> None:
    """Start and distance name their squares exactly."""
    reached = {ROAD[move.road] for move in moves(ROAD_SQUARE[start], steps, 0)}

    assert reached == set(targets.split())


def rolled(*faces: int) -> dict[str, str]:
    """Return the Tower that the first player's roll of nine white dice fills."""
    return table().supplying().stock("A", gold=1).do("A", "roll", faces).dice()


def test_rulebook_example_2s_go_to_camel_and_5s_to_gold() -> None:
    """Only some 2s and some 5s after the dice cast."""
    assert rolled(2, 5, 2, 5, 2, 5, 2, 5, 2) == {"camel": "5x2", "gold": "4x5"}


def test_rulebook_example_all_dice_of_one_value_go_to_camel() -> None:
    """A slight chance, but it can happen."""
    assert rolled(*[6] * 9) == {"camel": "9x6"}


def test_facts_example_four_different_values() -> None:
    """1 1 1 2 2 3 3 3 6."""
    assert rolled(1, 1, 1, 2, 2, 3, 3, 3, 6) == {"camel": "3x1", "sack": "2x2", "barrel": "3x3", "gold": "1x6"}


def test_facts_example_six_different_values_fill_all_squares() -> None:
    """Whatever their order."""
    assert list(rolled(6, 5, 4, 3, 2, 1, 1, 1, 1)) == ["camel", "sack", "barrel", "chest", "vase", "gold"]


def test_facts_example_three_players_in_slots_1_2_and_7() -> None:
    """Four points on placing, then 3 x 3 = 9."""
    start = table(3).cubes("A", "sack3.a").tower("sack 2x3", "gold 1x6")
    placed = [start.caravan(loaded).do("A", "supervisor W3").points("A") for loaded in ("", "A", "AABBBB")]
    counted = start.caravan("AABBBBAB").cubes("B", "sack3.a").do("A", "supervisor W3")

    assert placed == [2, 2, 0]
    assert counted.points("A") == 9


def weekly(start: Table) -> Table:
    """Return the table after the last turn of a week, in which A takes one gold."""
    return start.order("BCDA").turn(3).tower("gold 1x6").do("A", "take gold")


def test_facts_example_slots_1_and_5_score_4_and_4_again() -> None:
    """2 x 2 at each week's end, the cubes stay."""
    first = weekly(table().day(1, 7).caravan("ABBBA"))
    second = weekly(first.day(2, 7))

    assert (first.points("A"), second.points("A"), second.loaded()) == (4, 8, "ABBBA")


def test_facts_example_vase3_and_vase1_with_the_bazaar() -> None:
    """(12 + 2) + (4 + 2) = 20."""
    after = weekly(table().day(1, 7).cubes("A", "vase3", "vase1").stock("A", buildings="bazaar"))

    assert after.points("A") == 20


def test_facts_example_six_buildings_give_25_points() -> None:
    """0, 0, 5, 5, 5 and 10."""
    now = table().acted().stock("A", camels=99, gold=99, cards="swap")
    for building in ("paddock", "shop", "hammam", "caravanserai", "bazaar", "hoist"):
        now = now.change(built=False).do("A", f"build {building}")

    assert now.points("A") == 25
