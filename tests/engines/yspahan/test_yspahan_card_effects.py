"""What each kind of card does: ledger rows YSP-171 to YSP-194."""

from __future__ import annotations

import pytest

from engines.yspahan.board import SOUKS
from tests.engines.yspahan.yspahan_table import Table, shops_of, table


def to_act() -> Table:
    """Return a table where A is to act."""
    return table().tower("camel 2x1", "gold 2x6")


def acted() -> Table:
    """Return a table where A has done the dice action."""
    return to_act().acted()


@pytest.mark.rule("YSP-171", "YSP-172")
def test_camels_3_gives_three_camels_with_or_without_the_paddock() -> None:
    """It is not a Tower action."""
    plain = to_act().stock("A", camels=1, cards="camels_3").do("A", "card camels_3")
    paddock = to_act().stock("A", cards="camels_3", buildings="paddock").do("A", "card camels_3")

    assert (plain.camels("A"), paddock.camels("A")) == (4, 3)
    assert plain.told("card_played") == [{"seat": 1, "card": "camels_3"}]


@pytest.mark.rule("YSP-173", "YSP-174")
def test_gold_3_gives_three_gold_with_or_without_the_shop() -> None:
    """It is not a Tower action."""
    plain = to_act().stock("A", gold=2, cards="gold_3").do("A", "card gold_3")
    shop = to_act().stock("A", cards="gold_3", buildings="shop").do("A", "card gold_3")

    assert (plain.gold("A"), shop.gold("A")) == (5, 3)


@pytest.mark.rule("YSP-175")
def test_build_no_camels_waives_the_camels_of_one_building() -> None:
    """The gold of the Bazaar is still due."""
    start = acted().stock("A", gold=4, cards="build_no_camels")
    after = start.do("A", "build bazaar with build_no_camels")

    assert (after.owned("A"), after.camels("A"), after.gold("A"), after.hand("A")) == (["bazaar"], 0, 0, [])
    assert start.refused("A", "build bazaar") == "building_too_dear"
    assert start.stock("A", gold=3).refused("A", "build bazaar with build_no_camels") == "building_too_dear"


@pytest.mark.rule("YSP-176")
def test_build_no_camels_gives_no_additional_building() -> None:
    """The Shop is refused in the turn of the Paddock."""
    start = acted().stock("A", camels=2, gold=4, cards="build_no_camels").do("A", "build paddock")

    assert start.refused("A", "build shop with build_no_camels") == "built_already"
    assert start.legal("A", "build") == []


@pytest.mark.rule("YSP-177")
@pytest.mark.parametrize("card", ["build_no_camels", "build_no_gold"])
def test_a_waiving_card_is_played_only_together_with_its_building(card: str) -> None:
    """It leaves no credit, so alone it is refused and stays in the hand."""
    start = acted().stock("A", gold=4, camels=4, cards=card)

    assert start.refusal("A", f"card {card}").reason == "card_needs_building"
    assert start.refusal("A", f"card {card}").facts == {"card": card}
    assert start.legal("A", "card") == []
    assert start.attempt("A", f"card {card}").hand("A") == [card]


@pytest.mark.rule("YSP-178")
def test_build_no_gold_waives_the_gold_of_one_building() -> None:
    """The camels of the Hoist are still due."""
    start = acted().stock("A", camels=4, cards="build_no_gold")
    after = start.do("A", "build hoist with build_no_gold")

    assert (after.owned("A"), after.camels("A"), after.gold("A"), after.hand("A")) == (["hoist"], 0, 0, [])
    assert start.stock("A", camels=3).refused("A", "build hoist with build_no_gold") == "building_too_dear"


@pytest.mark.rule("YSP-179")
def test_build_no_gold_saves_nothing_on_the_paddock() -> None:
    """Two camels are needed all the same; with two the card would be wasted and is refused."""
    start = acted().stock("A", camels=1, cards="build_no_gold")
    refusal = start.refusal("A", "build paddock with build_no_gold")

    assert refusal.reason == "building_too_dear"
    assert refusal.facts == {"building": "paddock", "camels": 2, "gold": 0, "have_camels": 1, "have_gold": 0}
    rich = start.stock("A", camels=2)
    assert rich.refused("A", "build paddock with build_no_gold") == "card_saves_nothing"
    assert rich.legal("A", "build") == [
        "build paddock",
        "build shop with build_no_gold",
        "build hammam with build_no_gold",
    ]


@pytest.mark.rule("YSP-180")
def test_both_waiving_cards_make_one_building_free() -> None:
    """The third building still earns its five points."""
    cards = "build_no_camels build_no_gold"
    start = acted().stock("A", points=20, cards=cards, buildings="paddock shop")
    after = start.do("A", f"build hoist with {cards}")

    assert after.owned("A") == ["paddock", "shop", "hoist"]
    assert (after.points("A"), after.camels("A"), after.gold("A"), after.hand("A")) == (25, 0, 0, [])
    assert sorted(after.state.discards) == sorted(cards.split())
    assert after.told("built")[0]["cards"] == cards.split()


@pytest.mark.rule("YSP-181")
def test_cube_to_caravan_loads_a_cube_of_the_stock() -> None:
    """Slot 5 gives one point, and no shop changes."""
    start = to_act().caravan("BBCC").cubes("A", "sack3.a").stock("A", cards="cube_to_caravan")
    after = start.do("A", "card cube_to_caravan")

    assert (after.loaded(), after.points("A"), after.city()) == ("BBCCA", 1, {"sack3.a": "A"})
    assert after.told("cube_sent")[0]["shop"] is None


@pytest.mark.rule("YSP-182")
def test_cube_to_caravan_can_fill_the_caravan() -> None:
    """Slot 12 gives nothing, the count 3 x 3 points."""
    start = to_act().caravan("AA" + "C" * 9).stock("A", cards="cube_to_caravan")
    after = start.do("A", "card cube_to_caravan")

    assert after.told("cube_sent")[0]["points"] == 0
    assert (after.points("A"), after.points("C"), after.loaded()) == (9, 27, "")


@pytest.mark.rule("YSP-183")
def test_the_caravanserai_draws_for_cube_to_caravan() -> None:
    """One card, ten in the deck before and nine after."""
    start = to_act().stock("A", cards="cube_to_caravan", buildings="caravanserai").on_top("swap").deck(10)
    after = start.do("A", "card cube_to_caravan")

    assert (after.hand("A"), len(after.state.deck)) == (["swap"], 9)


@pytest.mark.rule("YSP-184")
def test_cube_to_shop_places_a_cube_in_any_neighbourhood() -> None:
    """After the camel action vase1 is completed."""
    start = to_act().stock("A", cards="cube_to_shop").do("A", "take camel")
    after = start.do("A", "card cube_to_shop vase1.a")

    assert after.city() == {"vase1.a": "A"}
    assert after.told("card_placed") == [{"seat": 1, "card": "cube_to_shop", "shop": "vase1.a", "completed": ["vase1"]}]


@pytest.mark.rule("YSP-185")
def test_cube_to_shop_obeys_the_souk_rules() -> None:
    """29 shops are open: A's begun souk in Sack, all but B's in Barrel, all of Chest and Vase."""
    start = to_act().cubes("A", "sack3.a").cubes("B", "barrel2.a").stock("A", cards="cube_to_shop")
    asked = start.do("A", "card cube_to_shop")
    chest, vase = shops_of("chest2", "chest3", "chest4"), shops_of("vase1", "vase2", "vase3")

    assert asked.prompt() == "shop"
    assert asked.open_to("A") == [*shops_of("sack3.b-c", "barrel3", "barrel4", "barrel5"), *chest, *vase]
    assert len(asked.open_to("A")) == 29
    assert asked.refused("A", "place sack4.a") == "unfinished_souk"
    assert asked.refused("A", "place barrel2.b") == "souk_of_another"
    assert asked.refused("A", "end") == "shop_wanted"


@pytest.mark.rule("YSP-186")
def test_without_a_legal_shop_cube_to_shop_is_only_an_extra_die() -> None:
    """Two dice and the card give three camels."""
    start = to_act().cubes("B", *(f"{souk.name}.a" for souk in SOUKS)).stock("A", cards="cube_to_shop")

    assert start.legal("A", "card") == []
    assert start.refused("A", "card cube_to_shop") == "no_open_shop_anywhere"
    assert start.do("A", "take camel extra cube_to_shop").camels("A") == 3


@pytest.mark.rule("YSP-187")
def test_the_hoist_adds_no_cube_to_cube_to_shop() -> None:
    """One cube is placed and the card is done."""
    start = to_act().stock("A", cards="cube_to_shop", buildings="hoist")
    after = start.do("A", "card cube_to_shop sack3.a")

    assert (after.city(), after.hand("A"), after.prompt()) == ({"sack3.a": "A"}, [], "choose")


@pytest.mark.rule("YSP-188")
def test_gold_to_vp_turns_up_to_ten_gold_into_points() -> None:
    """Eleven are refused; ten leave 2 gold and make 30 points."""
    start = to_act().stock("A", gold=12, points=20, cards="gold_to_vp")
    refusal = start.refusal("A", "card gold_to_vp 11")
    after = start.do("A", "card gold_to_vp 10")

    assert refusal.reason == "wrong_amount"
    assert refusal.facts == {"card": "gold_to_vp", "kind": "gold", "asked": 11, "have": 12, "limit": 10}
    assert (after.gold("A"), after.camels("A"), after.points("A"), after.hand("A")) == (2, 0, 30, [])
    assert after.told("card_exchanged")[0]["points"] == 10


@pytest.mark.rule("YSP-189")
def test_gold_to_vp_takes_at_least_one_and_no_more_than_there_is() -> None:
    """0 and 4 are refused with 3 gold."""
    start = to_act().stock("A", gold=3, cards="gold_to_vp")

    assert start.refused("A", "card gold_to_vp 0") == "wrong_amount"
    assert start.refused("A", "card gold_to_vp 4") == "wrong_amount"
    assert start.do("A", "card gold_to_vp").legal("A") == ["give 1 gold", "give 2 gold", "give 3 gold"]
    assert (start.do("A", "card gold_to_vp 3").points("A"), start.do("A", "card gold_to_vp 3").gold("A")) == (3, 0)
    assert start.stock("A", gold=0).refused("A", "card gold_to_vp 1") == "nothing_to_give"


@pytest.mark.rule("YSP-190")
def test_camels_to_vp_turns_up_to_four_camels_into_two_points_each() -> None:
    """Five are refused; four leave 1 camel and make 28 points."""
    start = to_act().stock("A", camels=5, points=20, cards="camels_to_vp")
    refusal = start.refusal("A", "card camels_to_vp 5")
    after = start.do("A", "card camels_to_vp 4")

    assert refusal.reason == "wrong_amount"
    assert refusal.facts == {"card": "camels_to_vp", "kind": "camels", "asked": 5, "have": 5, "limit": 4}
    assert (after.camels("A"), after.gold("A"), after.points("A"), after.hand("A")) == (1, 0, 28, [])


@pytest.mark.rule("YSP-191")
def test_camels_to_vp_takes_at_least_one_and_no_more_than_there_is() -> None:
    """0 and 3 are refused with 2 camels."""
    start = to_act().stock("A", camels=2, cards="camels_to_vp")

    assert start.refused("A", "card camels_to_vp 0") == "wrong_amount"
    assert start.refused("A", "card camels_to_vp 3") == "wrong_amount"
    assert start.do("A", "card camels_to_vp").legal("A") == ["give 1 camel", "give 2 camels"]
    assert (start.do("A", "card camels_to_vp 2").points("A"), start.do("A", "card camels_to_vp 2").camels("A")) == (
        4,
        0,
    )
    assert start.refused("A", "card camels_to_vp 1 gold") == "wrong_kind"


@pytest.mark.rule("YSP-192")
def test_swap_exchanges_camels_and_gold_one_for_one() -> None:
    """A turns three camels into gold, B six gold into camels."""
    start = to_act().stock("A", camels=5, gold=1, cards="swap").stock("B", gold=6, cards="swap")
    after = start.do("A", "card swap 3 camels; take camel; end").do("B", "card swap 6 gold")

    assert (start.do("A", "card swap 3 camels").camels("A"), start.do("A", "card swap 3 camels").gold("A")) == (2, 4)
    assert (after.camels("B"), after.gold("B")) == (6, 0)
    assert after.told("card_exchanged") == [{"seat": 2, "card": "swap", "gave": "gold", "amount": 6, "points": 0}]


@pytest.mark.rule("YSP-193")
def test_swap_takes_one_direction_and_an_amount_that_the_player_has() -> None:
    """0, three of two camels, and both directions at once are refused."""
    start = to_act().stock("A", camels=2, gold=2, cards="swap")
    gives = ["give 1 camel", "give 2 camels", "give 1 gold", "give 2 gold"]

    assert start.refused("A", "card swap 0 camels") == "wrong_amount"
    assert start.refused("A", "card swap 3 camels") == "wrong_amount"
    assert start.refused("A", "card swap 1 camels 1 gold") == "one_direction"
    assert start.refusal("A", "card swap 1").code == "ambiguous"
    assert start.do("A", "card swap").legal("A") == gives
    assert start.stock("A", camels=0, gold=0).refused("A", "card swap") == "nothing_to_give"


@pytest.mark.rule("YSP-194")
def test_paddock_and_shop_add_nothing_to_a_swap() -> None:
    """Four camels become four gold."""
    start = to_act().stock("A", camels=4, cards="swap", buildings="paddock shop")
    after = start.do("A", "card swap 4 camels")
    back = start.stock("A", camels=0, gold=4).do("A", "card swap 4 gold")

    assert (after.camels("A"), after.gold("A")) == (0, 4)
    assert (back.camels("A"), back.gold("A")) == (4, 0)


@pytest.mark.parametrize("phase", ["supply", "choose", "finish"])
def test_a_card_returns_to_the_phase_in_which_it_was_played(phase: str) -> None:
    """Before the roll, before the dice action and after it."""
    start = to_act().stock("A", gold=5, cards="gold_to_vp gold_3").change(phase=phase)

    assert start.do("A", "card gold_to_vp 2").prompt() == phase
    assert start.do("A", "card gold_3").prompt() == phase
    assert start.do("A", "card gold_to_vp").refused("A", "card gold_3") == "amount_wanted"


def test_a_card_that_is_not_held_is_refused() -> None:
    """The refusal names the card."""
    refusal = to_act().stock("A", cards="swap").refusal("A", "card gold_3")

    assert (refusal.reason, refusal.facts) == ("card_not_held", {"card": "gold_3"})
