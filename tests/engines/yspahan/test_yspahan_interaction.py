"""Rules that meet: ledger rows YSP-331 to YSP-347."""

from __future__ import annotations

import pytest

from engines.api import Shuffle
from tests.engines.yspahan.yspahan_table import Table, shops_of, table


def move(square: str, *groups: str) -> Table:
    """Return a table where a Sack group of the right value takes the Supervisor from the centre to a square."""
    return table().tower(f"sack 2x{square[1:]}", "gold 1x6", *groups)


@pytest.mark.rule("YSP-331")
def test_the_first_cube_is_resolved_completely_before_the_second() -> None:
    """B is asked, B's slot is scored, B draws a card, and only then C's cube is sent."""
    start = move("S1").cubes("B", "sack3.b").stock("B", camels=1, buildings="caravanserai").cubes("C", "barrel2.a")
    asked = start.do("A", "supervisor S1 first sack3.b")
    after = asked.do("B", "pay camel")

    assert (asked.asked(), asked.loaded()) == ("B", "")
    assert after.kinds()[:4] == ["camel_answered", "cube_sent", "card_drawn", "cube_sent"]
    assert [row["seat"] for row in after.told("cube_sent")] == [2, 3]
    assert (after.loaded(), after.points("B"), after.points("C"), len(after.hand("B"))) == ("BC", 2, 2, 1)


@pytest.mark.rule("YSP-332")
def test_a_caravan_filled_by_the_first_cube_is_counted_before_the_second() -> None:
    """The first takes slot 12 and counts, the second slot 1 of the new caravan."""
    start = table().turn(2).tower("sack 2x1", "gold 1x6").caravan("D" * 11)
    start = start.cubes("A", "sack3.b").cubes("B", "barrel2.a")
    a_first = start.do("C", "supervisor S1 first sack3.b")
    b_first = start.do("C", "supervisor S1 first barrel2.a")

    assert a_first.kinds()[2:6] == ["cube_sent", "caravan_counted", "caravan_emptied", "cube_sent"]
    assert (a_first.loaded(), a_first.points("A"), a_first.points("B")) == ("B", 3, 2)
    assert (b_first.loaded(), b_first.points("B"), b_first.points("A")) == ("A", 3, 2)
    assert a_first.points("D") == b_first.points("D") == 33


def test_facts_example_of_a_full_caravan_at_s1() -> None:
    """A takes slot 12 for nothing, the count and the emptying follow, B takes slot 1 for two points."""
    start = table().turn(2).tower("sack 2x1", "gold 1x6").caravan("D" * 11)
    after = start.cubes("A", "sack3.b").cubes("B", "barrel2.a").do("C", "supervisor S1 first sack3.b")

    assert [(row["seat"], row["slot"], row["points"]) for row in after.told("cube_sent")] == [(1, 12, 0), (2, 1, 2)]


@pytest.mark.rule("YSP-333")
def test_no_card_is_played_to_find_a_camel_for_a_struck_cube() -> None:
    """B has camels_3 but no camel: refused, and the cube is gone."""
    start = move("W3").cubes("B", "sack3.a").stock("B", cards="camels_3").stock("A", camels=2)
    after = start.do("A", "supervisor W3")

    assert (after.city(), after.loaded(), after.asked()) == ({}, "B", "A")
    assert after.refusal("B", "card camels_3").code == "not_your_turn"


@pytest.mark.rule("YSP-334")
def test_gold_for_extra_steps_must_be_in_hand_before_the_move() -> None:
    """Four squares with a 3 are refused, and accepted after gold_3."""
    start = table().tower("sack 2x3", "camel 1x6").stock("A", cards="gold_3")
    after = start.do("A", "card gold_3; supervisor W4 with sack")

    assert start.refused("A", "supervisor W4 with sack") == "too_far"
    assert start.do("A", "supervisor sack").refused("A", "card gold_3") == "square_wanted"
    assert (after.at(), after.gold("A")) == ("W4", 2)


@pytest.mark.rule("YSP-335")
def test_cubes_are_dice_and_one_for_the_hoist_and_one_for_a_card() -> None:
    """2 + 1 + 1 fill chest4."""
    start = table().tower("chest 2x4 y1", "gold 1x6").stock("A", cards="swap", buildings="hoist")
    after = start.do("A", "place chest4 chest4 chest4 chest4 extra swap")

    assert after.city() == dict.fromkeys(shops_of("chest4"), "A")
    assert start.do("A", "extra swap; place chest").view("A")["task"]["cubes"] == 4


@pytest.mark.rule("YSP-336", "YSP-337")
def test_camels_and_gold_are_dice_and_the_building_and_a_card() -> None:
    """3 + 1 + 1 camels, 2 + 2 + 1 gold."""
    start = table().tower("camel 3x1", "gold 2x6").stock("A", cards="swap", buildings="paddock shop")
    camels, gold = start.do("A", "take camel extra swap"), start.do("A", "take gold extra swap")

    assert camels.camels("A") == 5
    assert gold.gold("A") == 5
    assert camels.told("camels_taken") == [{"seat": 1, "dice": 3, "extra": 1, "bonus": 1, "gained": 5}]
    assert gold.told("gold_taken") == [{"seat": 1, "dice": 2, "extra": 1, "bonus": 2, "gained": 5}]


@pytest.mark.rule("YSP-338")
def test_taking_the_only_white_group_leaves_the_others_without_one() -> None:
    """The yellow group vanishes; B, C and D draw a card each in their turns."""
    start = table().tower("camel 1x2 y1", "gold 9x4")
    after_a = start.do("A", "take gold")
    after_b = after_a.do("B", "end")
    after_c = after_b.do("C", "end")

    assert after_a.dice() == {}
    assert [len(after_a.hand(seat)) for seat in "BCD"] == [1, 0, 0]
    assert [len(after_b.hand(seat)) for seat in "BCD"] == [1, 1, 0]
    assert [len(after_c.hand(seat)) for seat in "BCD"] == [1, 1, 1]
    assert after_c.told("card_drawn")[0]["reason"] == "forced"


@pytest.mark.rule("YSP-339")
def test_a_later_player_gets_only_the_white_dice_of_a_mixed_group() -> None:
    """One cube for B."""
    start = table().tower("camel 1x1", "sack 3x3 y2", "gold 1x6").do("A", "take camel")
    after = start.do("B", "place sack3.a")

    assert after.city() == {"sack3.a": "B"}
    assert after.mover() == "C"
    assert start.refused("B", "place sack3.a sack3.b") == "too_many_cubes"


@pytest.mark.rule("YSP-340")
def test_a_caravanserai_card_is_drawn_from_the_reshuffled_discards() -> None:
    """Four cards are shuffled, B draws one, three stay."""
    start = move("W3").cubes("B", "sack3.a").stock("B", buildings="caravanserai").deck(0)
    start = start.discards("swap", "swap", "gold_3", "gold_3")
    after = start.do("A", "supervisor W3", ["gold_3", "swap", "swap", "gold_3"])

    assert after.wanted == (Shuffle(("swap", "swap", "gold_3", "gold_3"), "discards"),)
    assert (after.hand("B"), after.state.deck) == (["gold_3"], ("swap", "swap", "gold_3"))
    assert after.kinds()[:4] == ["supervisor_moved", "cube_sent", "discards_shuffled", "card_drawn"]


@pytest.mark.rule("YSP-341")
def test_a_card_gained_in_another_s_turn_can_be_played_in_the_next_own_turn() -> None:
    """B plays gold_3 before choosing dice."""
    start = move("W3", "camel 1x1").cubes("B", "sack3.a").stock("B", buildings="caravanserai").on_top("gold_3")
    after = start.do("A", "supervisor W3").do("B", "card gold_3")

    assert (after.gold("B"), after.prompt()) == (3, "choose")


@pytest.mark.rule("YSP-342")
def test_a_souk_protected_by_a_camel_scores_and_a_broken_one_does_not() -> None:
    """Paid: 2 + 12 + 1 points; declined: 2 + 0 + 1."""
    start = table().day(1, 7).order("BCDA").turn(3).tower("sack 2x3").cubes("A", "vase3").stock("A", camels=1)
    struck = start.do("A", "supervisor E3")

    assert struck.do("A", "pay camel").points("A") == 15
    assert struck.do("A", "keep camel").points("A") == 3


@pytest.mark.rule("YSP-343")
def test_a_cube_protected_once_can_be_struck_again_by_a_later_move() -> None:
    """C pays a gold to stay on E1, and B is asked again."""
    start = table().tower("camel 1x1", "sack 1x1", "gold 1x6").cubes("B", "vase1.a").stock("B", camels=2)
    first = start.stock("C", gold=1).do("A", "supervisor E1 with camel").do("B", "pay camel")
    second = first.turn(2).do("C", "supervisor E1 with sack")

    assert (first.camels("B"), first.city()) == (1, {"vase1.a": "B"})
    assert (second.asked(), second.prompt(), second.gold("C")) == ("B", "camel", 0)
    assert second.do("B", "pay camel").loaded() == "BB"


@pytest.mark.rule("YSP-344")
def test_a_shop_is_struck_from_either_square_and_its_souk_is_open_at_once() -> None:
    """From E1 two squares lead to N1; the emptied vase1 takes B's card."""
    start = table().turn(1).supervisor("E1").cubes("C", "vase1.a").stock("B", cards="cube_to_shop")
    start = start.tower("sack 1x2", "gold 1x6")
    after = start.do("B", "supervisor N1; card cube_to_shop vase1.a")

    assert after.told("supervisor_moved")[0]["steps"] == 2
    assert (after.loaded(), after.city()) == ("C", {"vase1.a": "B"})


@pytest.mark.rule("YSP-345")
def test_a_caravan_filled_on_day_seven_is_empty_for_the_weekly_count() -> None:
    """The full count is scored once."""
    start = table().day(1, 7).order("BCDA").turn(3).tower("sack 2x3").cubes("B", "sack3.a").caravan("C" * 11)
    after = start.do("A", "supervisor W3")
    full, weekly = after.told("caravan_counted")

    assert (full["occasion"], weekly["occasion"]) == ("full", "week")
    assert [row["points"] for row in weekly["scores"]] == [0, 0, 0, 0]
    assert [after.points(seat) for seat in "ABCD"] == [0, 3, 33, 0]


@pytest.mark.rule("YSP-346")
def test_a_caravanserai_just_built_already_draws_for_cube_to_caravan() -> None:
    """The card is played after the building, and one is drawn."""
    start = table().acted().stock("A", camels=3, gold=3, cards="cube_to_caravan").on_top("swap").tower("gold 1x6")
    after = start.acted().do("A", "build caravanserai; card cube_to_caravan")

    assert (after.hand("A"), after.loaded()) == (["swap"], "A")


@pytest.mark.rule("YSP-347")
def test_cube_to_shop_before_the_dice_action_can_open_the_neighbourhood() -> None:
    """sack3 is finished by the card, so the first cube may begin any other souk."""
    start = table().cubes("A", "sack3.a-b").stock("A", cards="cube_to_shop").tower("sack 2x2", "gold 1x6")
    after = start.do("A", "card cube_to_shop sack3.c; place sack")

    assert start.refused("A", "place sack4.a") == "unfinished_souk"
    assert after.open_to("A") == shops_of("sack4", "sack5", "sack6")
