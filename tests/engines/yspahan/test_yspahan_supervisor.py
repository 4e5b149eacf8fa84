"""The Supervisor: ledger rows YSP-111 to YSP-126."""

from __future__ import annotations

import pytest

from engines.yspahan.board import DISTANCE, ROAD, ROAD_SQUARE
from engines.yspahan.supervisor import moves
from tests.engines.yspahan.yspahan_table import Table, table


def ready(value: int, gold: int = 0, at: str = "C", buildings: str = "") -> Table:
    """Return a table where A can take a group of this value on Sack, with a group of another square left."""
    start = table().stock("A", gold=gold, buildings=buildings).supervisor(at)
    return start.tower(f"sack 2x{value}", "camel 1x7")


def targets(start: Table) -> list[str]:
    """Return the road squares that A's Sack group reaches with the gold at hand."""
    return start.do("A", "supervisor sack").open_to("A")


def free(at: str, steps: int) -> list[str]:
    """Return the road squares at a distance."""
    return [ROAD[move.road] for move in moves(ROAD_SQUARE[at], steps, 0)]


@pytest.mark.rule("YSP-111")
def test_the_supervisor_moves_as_far_as_the_dice_show() -> None:
    """From the centre all four arms are open."""
    assert targets(ready(3)) == ["W3", "E3", "N3", "S3"]


@pytest.mark.rule("YSP-112")
def test_number_and_colour_of_the_dice_do_not_change_the_distance() -> None:
    """Five 3s, two of them yellow, move three squares."""
    start = table().tower("sack 5x3 y2", "gold 1x6")

    assert targets(start) == ["W3", "E3", "N3", "S3"]


@pytest.mark.rule("YSP-113")
@pytest.mark.parametrize("square", ["W5", "E5", "S5", "W1", "E1", "N1", "S1"])
def test_each_gold_lengthens_or_shortens_the_move_by_one(square: str) -> None:
    """With 2 gold and a 3 one to five squares are reached, six are not."""
    start = ready(3, gold=2)
    after = start.do("A", f"supervisor {square} with sack")
    refusal = start.refusal("A", "supervisor W6 with sack")

    assert (after.at(), after.gold("A")) == (square, 0)
    assert {DISTANCE[0][ROAD_SQUARE[name]] for name in targets(start)} == {1, 2, 3, 4, 5}
    assert [name for name in targets(start) if name[1:] == "5"] == ["W5", "E5", "S5"]
    assert [name for name in targets(start) if name[1:] == "1"] == ["W1", "E1", "N1", "S1"]
    assert (refusal.reason, refusal.facts) == ("too_far", {"to": "W6", "steps": 6, "value": 3, "cost": 3, "have": 2})


@pytest.mark.rule("YSP-114")
def test_the_price_is_the_difference_and_no_more() -> None:
    """Four squares with a 3 cost one gold of four."""
    after = ready(3, gold=4).do("A", "supervisor N4 with sack")

    assert after.gold("A") == 3
    assert after.told("supervisor_moved")[0]["gold"] == 1


@pytest.mark.rule("YSP-115")
def test_the_movement_is_reduced_to_zero_but_not_below() -> None:
    """Staying on W8 with a 2 costs two gold; no order pays a third to go lower."""
    start = ready(2, gold=4, at="W8")
    after = start.do("A", "supervisor W8 with sack")

    assert (after.at(), after.gold("A")) == ("W8", 2)
    assert start.refusal("A", "supervisor W8 3 with sack").code == "unreadable"
    assert targets(start).count("W8") == 1
    assert min(DISTANCE[ROAD_SQUARE["W8"]][ROAD_SQUARE[name]] for name in targets(start)) == 0


@pytest.mark.rule("YSP-116")
def test_standing_still_strikes_again() -> None:
    """B's cube placed since on sack3.a goes when A stays on W3."""
    start = ready(2, gold=2, at="W3").cubes("B", "sack3.a")
    after = start.do("A", "supervisor W3 with sack")

    assert (after.city(), after.loaded(), after.gold("A")) == ({}, "B", 0)


@pytest.mark.rule("YSP-117")
def test_the_supervisor_does_not_turn_back_on_itself() -> None:
    """From W5 two squares lead to W3 and W7, not back to W5."""
    assert targets(ready(2, at="W5")) == ["W3", "W7"]


@pytest.mark.rule("YSP-118")
def test_passing_the_centre_the_supervisor_goes_straight_on_or_turns() -> None:
    """From N2 three squares lead into each of the other arms."""
    assert targets(ready(3, at="N2")) == ["W1", "E1", "S1"]


@pytest.mark.rule("YSP-119")
def test_arms_end_blind() -> None:
    """The short north arm offers no target for 6, and N4 none beyond its end."""
    assert targets(ready(6)) == ["W6", "E6", "S6"]
    assert targets(ready(1, at="N4")) == ["N3"]
    assert targets(ready(4, at="N4")) == ["C"]
    assert targets(ready(5, at="N4")) == ["W1", "E1", "S1"]


@pytest.mark.rule("YSP-120")
def test_a_square_is_a_target_exactly_at_its_road_distance() -> None:
    """Difference on one arm, sum across two."""
    assert set(targets(ready(2, at="E1"))) == {"E3", "W1", "N1", "S1"}
    assert set(targets(ready(6, at="E1"))) == {"E7", "W5", "S5"}
    assert targets(ready(6, at="W10")) == ["W4"]
    assert targets(ready(6, at="S7")) == ["S1"]


@pytest.mark.rule("YSP-121")
def test_every_square_has_a_target_for_each_distance_from_0_to_9() -> None:
    """290 of 290 cases."""
    reached = [bool(free(square, steps)) for square in ROAD for steps in range(10)]

    assert reached.count(True) == len(reached) == 290


@pytest.mark.rule("YSP-122")
def test_seventeen_squares_is_the_longest_move() -> None:
    """From W10 to E7 or S7 for 8 gold; nothing lies eleven squares from the centre."""
    far = ready(6, gold=8, at="W10", buildings="hammam")
    centre = ready(6, gold=8, buildings="hammam")

    assert max(map(max, DISTANCE)) == 17
    for square in ("E7", "S7"):
        assert far.do("A", f"supervisor {square} with sack").gold("A") == 0
    assert [name for name in targets(far) if DISTANCE[ROAD_SQUARE["W10"]][ROAD_SQUARE[name]] == 17] == ["E7", "S7"]
    assert free("C", 11) == []
    assert centre.refusal("A", "supervisor W11").facts == {"square": "W11", "end": "W10"}
    assert ready(6, gold=7, at="W10", buildings="hammam").refused("A", "supervisor E7 with sack") == "too_far"


@pytest.mark.rule("YSP-123")
def test_only_the_square_where_the_move_ends_matters() -> None:
    """The cube passed over at W1 stays."""
    after = ready(3).cubes("B", "sack3.a-b").do("A", "supervisor W3")

    assert (after.city(), after.loaded()) == ({"sack3.b": "B"}, "B")


@pytest.mark.rule("YSP-124")
def test_a_cube_beside_the_final_square_goes_whoever_owns_it() -> None:
    """A's own cube takes slot 1 for two points."""
    after = ready(3).cubes("A", "sack3.a").do("A", "supervisor W3")

    assert (after.city(), after.loaded(), after.points("A")) == ({}, "A", 2)
    assert after.told("cube_sent") == [
        {"seat": 1, "shop": "sack3.a", "paid_camel": False, "slot": 1, "line": 1, "points": 2}
    ]


@pytest.mark.rule("YSP-125")
def test_the_mover_decides_which_of_two_cubes_goes_first() -> None:
    """C's cube takes the last slot of the bottom line, B's the first of the middle one."""
    start = ready(1).caravan("DDD").cubes("B", "vase1.a").cubes("C", "barrel2.a")
    asked = start.do("A", "supervisor E1")
    after = asked.do("A", "first barrel2.a")
    other = start.do("A", "supervisor E1 first vase1.a")

    assert (asked.asked(), asked.prompt()) == ("A", "first")
    assert asked.legal("A") == ["first vase1.a", "first barrel2.a"]
    assert (after.loaded(), after.points("C"), after.points("B")) == ("DDDCB", 2, 1)
    assert (other.loaded(), other.points("C"), other.points("B")) == ("DDDBC", 1, 2)
    assert after.told("order_chosen") == [{"seat": 1, "shops": ["barrel2.a", "vase1.a"]}]
    assert asked.refused("A", "first sack3.b") == "not_struck"


@pytest.mark.rule("YSP-126")
def test_ending_beside_empty_shops_or_on_the_centre_does_nothing() -> None:
    """A filled vase1.a is passed over on the way to the centre."""
    start = ready(3, at="N3").cubes("B", "vase1.a")
    centre = start.do("A", "supervisor C")
    empty = ready(2).cubes("B", "vase1.a").do("A", "supervisor S2")

    assert (centre.at(), centre.city(), centre.loaded()) == ("C", {"vase1.a": "B"}, "")
    assert (empty.at(), empty.city(), empty.loaded()) == ("S2", {"vase1.a": "B"}, "")


def test_a_square_named_alone_is_reached_with_the_group_of_least_gold() -> None:
    """The exact value costs nothing; of two equally near values one must be named."""
    start = table().stock("A", gold=1).tower("camel 1x2", "sack 1x3", "gold 1x5")
    refusal = start.refusal("A", "supervisor W4")

    assert start.do("A", "supervisor W3").dice() == {"camel": "1x2", "gold": "1x5"}
    assert start.do("A", "supervisor W6").told("supervisor_moved")[0]["square"] == "gold"
    assert (refusal.code, refusal.reason) == ("ambiguous", "several_groups")
    assert refusal.facts == {"to": "W4", "squares": ["sack", "gold"]}
    assert refusal.nearest[:2] == ("supervisor W4 with sack", "supervisor W4 with gold")


def test_with_the_hammam_the_nearest_value_counts_among_groups_that_cost_nothing() -> None:
    """A 3 is preferred to a 2 and a 5 for three squares, though all are free."""
    start = table().stock("A", buildings="hammam").tower("camel 1x2", "sack 1x3", "gold 1x5")

    assert start.do("A", "supervisor W3").told("supervisor_moved")[0]["square"] == "sack"
    assert start.refused("A", "supervisor W4") == "several_groups"
    assert start.stock("A", buildings="").stock("D", buildings="hammam").refused("A", "supervisor W4") == "too_far"
