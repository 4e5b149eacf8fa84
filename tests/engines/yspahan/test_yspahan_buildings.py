"""The buildings: ledger rows YSP-201 to YSP-230."""

from __future__ import annotations

import pytest

from engines.yspahan.board import DISTANCE, ROAD_SQUARE
from tests.engines.yspahan.yspahan_table import ALL_BUILDINGS, Table, shops_of, table


def acted(seat: str = "A") -> Table:
    """Return a table where this seat has done its dice action, with a group left for the others."""
    return table().tower("gold 1x6", "camel 1x1").turn("ABCD".index(seat)).acted()


def distances(start: Table, seat: str = "A") -> set[int]:
    """Return the distances that the seat reaches with its Sack group from where the Supervisor stands."""
    here = DISTANCE[ROAD_SQUARE[start.at()]]
    return {here[ROAD_SQUARE[name]] for name in start.do(seat, "supervisor sack").open_to(seat)}


def last_turn(start: Table) -> Table:
    """Return A's turn as the last of a week, with the gold group to take."""
    return start.day(1, 7).order("BCDA").turn(3).tower("gold 1x6")


@pytest.mark.rule("YSP-201")
@pytest.mark.parametrize(
    ("building", "camels", "gold"),
    [("paddock", 3, 5), ("shop", 3, 3), ("hammam", 3, 3), ("caravanserai", 2, 2), ("bazaar", 1, 1), ("hoist", 1, 1)],
)
def test_the_six_buildings_cost_their_printed_camels_and_gold(building: str, camels: int, gold: int) -> None:
    """What is left of five and five; a camel or a gold less than the price is not enough."""
    start = acted().stock("A", camels=5, gold=5)
    after = start.do("A", f"build {building}")
    few = start.stock("A", camels=4 - camels).refusal("A", f"build {building}")

    assert (after.camels("A"), after.gold("A"), after.owned("A")) == (camels, gold, [building])
    assert after.told("built")[0]["camels"] == 5 - camels
    assert after.told("built")[0]["gold"] == 5 - gold
    assert few.facts == {
        "building": building,
        "camels": 5 - camels,
        "gold": 5 - gold,
        "have_camels": 4 - camels,
        "have_gold": 5,
    }
    if gold < 5:
        assert start.stock("A", gold=4 - gold).refused("A", f"build {building}") == "building_too_dear"
    assert start.stock("A", camels=5 - camels, gold=5 - gold).do("A", f"build {building}").owned("A") == [building]


@pytest.mark.rule("YSP-202")
def test_a_building_that_cannot_be_paid_cannot_be_built() -> None:
    """With 3 camels and 2 gold Paddock, Shop and Hammam are offered in place of the Caravanserai."""
    start = acted().stock("A", camels=3, gold=2)
    refusal = start.refusal("A", "build caravanserai")

    assert refusal.reason == "building_too_dear"
    assert (refusal.facts["gold"], refusal.facts["have_gold"]) == (3, 2)
    assert start.legal("A") == ["build paddock", "build shop", "build hammam", "end"]
    assert set(refusal.nearest) == {"build paddock", "build shop", "build hammam"}


@pytest.mark.rule("YSP-203")
def test_each_kind_is_built_once_by_a_player_and_by_several_players() -> None:
    """A owns the Paddock and is refused; B builds one too."""
    start = acted().stock("A", camels=2, buildings="paddock").stock("B", camels=2)

    assert start.refused("A", "build paddock") == "owned_already"
    assert start.legal("A", "build") == []
    assert start.turn(1).do("B", "build paddock").owned("B") == ["paddock"]


@pytest.mark.rule("YSP-204")
def test_buildings_are_built_in_any_order() -> None:
    """The Hoist comes first."""
    assert acted().stock("A", camels=4, gold=4).do("A", "build hoist").owned("A") == ["hoist"]


@pytest.mark.rule("YSP-205")
def test_one_building_is_built_in_a_turn() -> None:
    """The Shop is refused until A's next turn, a day later."""
    start = acted().stock("A", camels=8, gold=6, cards="swap").do("A", "build paddock")
    again = start.do("A", "end").order("ABCD").tower("gold 1x6", "camel 1x1").do("A", "take camel")

    assert (start.camels("A"), start.gold("A")) == (6, 6)
    assert start.refused("A", "build shop") == "built_already"
    assert again.do("A", "build shop").owned("A") == ["paddock", "shop"]


@pytest.mark.rule("YSP-206")
def test_the_first_two_buildings_give_nothing_the_next_three_five_points_each() -> None:
    """Whichever kinds they are: 10, 10, 15, 20, 25."""
    now, scores, points = acted().stock("A", points=10, camels=99, gold=99, cards="swap"), [], []
    for building in ("paddock", "hammam", "shop", "hoist", "bazaar"):
        now = now.change(built=False).do("A", f"build {building}")
        scores.append(now.points("A"))
        points.append(now.told("built")[0]["points"])

    assert scores == [10, 10, 15, 20, 25]
    assert points == [0, 0, 5, 5, 5]


@pytest.mark.rule("YSP-207")
def test_the_sixth_building_gives_ten_points() -> None:
    """A full set is worth 25."""
    start = acted().stock("A", points=25, camels=3, gold=3, buildings="paddock shop hammam bazaar hoist")
    after = start.do("A", "build caravanserai")

    assert after.points("A") == 35
    assert sorted(after.owned("A")) == sorted(ALL_BUILDINGS)
    assert after.view("A")["building_points"] == [0, 0, 5, 5, 5, 10]
    assert sum(after.view("A")["building_points"]) == 25


@pytest.mark.rule("YSP-208")
def test_points_for_a_building_are_scored_at_once() -> None:
    """A has 35 points while the turn is still A's."""
    start = acted().stock("A", points=30, camels=2, gold=2, cards="swap", buildings="paddock hammam")
    after = start.do("A", "build shop")

    assert (after.points("A"), after.asked()) == (35, "A")


@pytest.mark.rule("YSP-209")
def test_a_building_works_until_the_end_of_the_game() -> None:
    """A Paddock of week 1 gives its camel in week 3."""
    built = last_turn(table()).stock("A", camels=2, gold=1).do("A", "take gold; build paddock")
    later = built.day(3, 2).first("A").tower("camel 2x1", "gold 1x6")

    assert (built.state.week, built.owned("A")) == (2, ["paddock"])
    assert later.do("A", "take camel").camels("A") == 3


@pytest.mark.rule("YSP-210")
def test_a_building_does_not_serve_the_dice_action_already_done() -> None:
    """Three camels less two make one; the next camel action gives one more."""
    after = table().tower("camel 3x1", "gold 1x6").do("A", "take camel; build paddock")
    again = after.first("A").tower("camel 3x1", "gold 1x6").change(built=False)

    assert after.camels("A") == 1
    assert again.do("A", "take camel").camels("A") == 5


@pytest.mark.rule("YSP-211")
def test_what_is_gained_after_the_dice_action_may_pay_for_the_building() -> None:
    """Two camels swapped into gold pay for the Hammam."""
    after = acted().stock("A", camels=4, cards="swap").do("A", "card swap 2 camels; build hammam")

    assert (after.owned("A"), after.camels("A"), after.gold("A")) == (["hammam"], 0, 0)


@pytest.mark.rule("YSP-212", "YSP-213")
def test_the_paddock_adds_a_camel_to_the_camel_action_alone() -> None:
    """Four camels of three dice; none for a card; no camel action on an empty square."""
    start = table().stock("A", buildings="paddock").tower("camel 3x1", "gold 1x6")
    card = start.do("A", "draw camel")

    assert start.do("A", "take camel").camels("A") == 4
    assert start.do("A", "take camel").told("camels_taken")[0]["bonus"] == 1
    assert (card.camels("A"), len(card.hand("A"))) == (0, 1)
    assert start.do("A", "supervisor W1").camels("A") == 0
    assert start.do("A", "take gold").camels("A") == 0
    empty = start.tower("gold 1x6")
    assert "take camel" not in empty.legal("A")
    assert empty.refused("A", "take camel") == "square_empty"


@pytest.mark.rule("YSP-214", "YSP-215")
def test_the_shop_adds_two_gold_to_the_gold_action_alone() -> None:
    """Four gold of two dice; none for a card; no gold action on an empty square."""
    start = table().stock("A", buildings="shop").tower("camel 3x1", "gold 2x6")
    nines = start.tower("camel 9x4")
    camels = nines.do("A", "take camel")

    assert start.do("A", "take gold").gold("A") == 4
    assert start.do("A", "take gold").told("gold_taken")[0]["bonus"] == 2
    assert start.do("A", "draw gold").gold("A") == 0
    assert nines.legal("A", "take") == ["take camel"]
    assert nines.refused("A", "take gold") == "square_empty"
    assert (camels.camels("A"), camels.gold("A")) == (9, 0)


@pytest.mark.rule("YSP-216")
def test_the_hammam_changes_a_move_by_up_to_three_squares_for_nothing() -> None:
    """With a 4 one to seven squares from the centre."""
    start = table().stock("A", buildings="hammam").tower("sack 2x4", "gold 1x6")

    assert distances(start) == {1, 2, 3, 4, 5, 6, 7}
    assert start.do("A", "supervisor W7 with sack").gold("A") == 0
    assert start.refused("A", "supervisor W8 with sack") == "too_far"


@pytest.mark.rule("YSP-217")
def test_beyond_three_squares_the_hammam_owner_pays() -> None:
    """Eleven squares with a 6 cost two gold from W10."""
    start = table().stock("A", gold=2, buildings="hammam").supervisor("W10").tower("sack 2x6", "gold 1x5")
    here = DISTANCE[ROAD_SQUARE["W10"]]
    eleven = [name for name in start.do("A", "supervisor sack").open_to("A") if here[ROAD_SQUARE[name]] == 11]

    assert sorted(eleven) == ["E1", "N1", "S1"]
    assert max(distances(start)) == 11
    for square in eleven:
        assert start.do("A", f"supervisor {square} with sack").gold("A") == 0


@pytest.mark.rule("YSP-218")
def test_the_hammam_can_bring_the_movement_down_to_zero() -> None:
    """Free with a 3, two gold with a 5."""
    start = table().stock("A", gold=2, buildings="hammam").supervisor("N2")

    assert start.tower("sack 2x3", "gold 1x6").do("A", "supervisor N2 with sack").gold("A") == 2
    assert start.tower("sack 2x5", "gold 1x6").do("A", "supervisor N2 with sack").gold("A") == 0
    assert start.stock("A", gold=1).tower("sack 2x5").refused("A", "supervisor N2") == "too_far"


@pytest.mark.rule("YSP-219")
def test_the_hammam_serves_only_its_owner() -> None:
    """B moves exactly four squares."""
    start = table().stock("A", buildings="hammam").turn(1).tower("sack 2x4", "gold 1x6")

    assert distances(start, "B") == {4}


@pytest.mark.rule("YSP-220")
def test_the_caravanserai_draws_a_card_for_an_own_good() -> None:
    """Nine cards stay in the deck."""
    start = table().stock("A", buildings="caravanserai").cubes("A", "sack3.a").deck(10).tower("sack 2x3", "gold 1x6")
    after = start.do("A", "supervisor W3")

    assert (len(after.hand("A")), len(after.state.deck)) == (1, 9)
    assert after.told("card_drawn") == [{"seat": 1, "reason": "caravanserai", "square": None}]


@pytest.mark.rule("YSP-221")
def test_the_caravanserai_draws_a_card_for_each_good() -> None:
    """Two cubes at E1 bring two cards."""
    start = table().stock("B", buildings="caravanserai").cubes("B", "vase1.a", "barrel2.a").deck(10)
    after = start.tower("sack 2x1", "gold 1x6").do("A", "supervisor E1 first vase1.a")

    assert (len(after.hand("B")), len(after.state.deck)) == (2, 8)


@pytest.mark.rule("YSP-222")
def test_the_caravanserai_draws_in_an_opponent_s_turn_too() -> None:
    """B draws, A does not."""
    start = table().stock("B", buildings="caravanserai").cubes("B", "sack3.a").tower("sack 2x3", "gold 1x6")
    after = start.do("A", "supervisor W3")

    assert (len(after.hand("B")), len(after.hand("A"))) == (1, 0)


@pytest.mark.rule("YSP-223")
def test_the_caravanserai_draws_also_when_a_camel_was_paid() -> None:
    """The cube stays and B draws."""
    start = table().stock("B", camels=1, buildings="caravanserai").cubes("B", "sack3.a")
    after = start.tower("sack 2x3", "gold 1x6").do("A", "supervisor W3").do("B", "pay camel")

    assert (after.city(), len(after.hand("B"))) == ({"sack3.a": "B"}, 1)


@pytest.mark.rule("YSP-224")
def test_goods_of_others_give_the_caravanserai_owner_nothing() -> None:
    """C's cube brings A no card."""
    start = table().stock("A", buildings="caravanserai").cubes("C", "sack3.a").tower("sack 2x3", "gold 1x6")
    after = start.do("A", "supervisor W3")

    assert (after.hand("A"), after.hand("C"), len(after.state.deck)) == ([], [], 18)


@pytest.mark.rule("YSP-225", "YSP-226")
def test_the_bazaar_adds_two_points_for_each_complete_souk() -> None:
    """(12 + 2) + (4 + 2); nothing for an unfinished souk or the caravan."""
    start = last_turn(table()).stock("A", buildings="bazaar")
    whole = start.cubes("A", "vase3", "vase1").do("A", "take gold")
    part = start.cubes("A", "vase3.a-b").caravan("A").do("A", "take gold")

    assert whole.points("A") == 20
    assert whole.told("souks_scored")[0]["scores"][3] == {
        "seat": 1,
        "souks": [{"souk": "vase1", "points": 4}, {"souk": "vase3", "points": 12}],
        "bazaar": 4,
        "points": 20,
    }
    assert part.points("A") == 1


@pytest.mark.rule("YSP-227")
def test_a_bazaar_built_on_day_seven_counts_that_evening() -> None:
    """3 + 2 for sack3."""
    start = last_turn(table()).stock("A", camels=4, gold=3).cubes("A", "sack3")

    assert start.do("A", "take gold; build bazaar").points("A") == 5
    assert start.do("A", "take gold; end").points("A") == 3


@pytest.mark.rule("YSP-228")
def test_the_hoist_places_one_cube_more() -> None:
    """Two dice fill chest3."""
    start = table().stock("A", buildings="hoist").tower("chest 2x4", "gold 1x6")
    after = start.do("A", "place chest3.a chest3.b chest3.c")

    assert after.city() == dict.fromkeys(shops_of("chest3"), "A")
    assert after.mover() == "B"
    assert start.refused("A", "place chest4.a chest4.b chest4.c chest4.d") == "too_many_cubes"


@pytest.mark.rule("YSP-229")
def test_the_hoist_s_cube_obeys_the_rules_of_the_placement() -> None:
    """It is lost where no shop is left, and goes to no other neighbourhood."""
    start = table().stock("A", buildings="hoist").cubes("B", "vase2.a", "vase3.a").tower("vase 1x5", "gold 1x6")
    after = start.do("A", "place vase1.a")

    assert after.city() == {"vase1.a": "A", "vase2.a": "B", "vase3.a": "B"}
    assert after.told("cubes_placed")[0]["lost"] == 1
    assert start.refusal("A", "place vase1.a chest2.a").code == "illegal"


@pytest.mark.rule("YSP-230")
def test_the_hoist_does_not_work_on_an_empty_square() -> None:
    """No single cube can be placed in Vase."""
    start = table().stock("A", buildings="hoist").tower("camel 1x1", "gold 1x6")

    assert start.refused("A", "place vase1.a") == "square_empty"
    assert start.legal("A", "place") == []
