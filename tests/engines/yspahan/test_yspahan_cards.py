"""The cards in general, and as an extra die: ledger rows YSP-151 to YSP-170."""

from __future__ import annotations

from collections import Counter

import pytest

from engines.api import Shuffle
from engines.yspahan.board import CARDS, DECK
from tests.engines.yspahan.yspahan_table import Table, table

FIVE = ("swap", "swap", "camels_3", "camels_3", "gold_3")


def to_act(*groups: str) -> Table:
    """Return a table where A is to act with these groups, gold being left for the others."""
    return table().tower(*groups, "gold 2x6")


@pytest.mark.rule("YSP-151")
def test_there_are_nine_kinds_of_card_two_of_each() -> None:
    """Eighteen cards by their names."""
    assert CARDS == (
        "camels_3",
        "gold_3",
        "build_no_camels",
        "build_no_gold",
        "cube_to_caravan",
        "cube_to_shop",
        "gold_to_vp",
        "camels_to_vp",
        "swap",
    )
    assert Counter(DECK) == dict.fromkeys(CARDS, 2)
    assert len(DECK) == 18


@pytest.mark.rule("YSP-152")
def test_cards_are_played_only_in_ones_own_turn() -> None:
    """B is refused in A's turn and keeps the card."""
    start = to_act("camel 1x1").stock("B", cards="gold_3")

    assert start.refusal("B", "card gold_3").code == "not_your_turn"
    assert start.attempt("B", "card gold_3").hand("B") == ["gold_3"]


@pytest.mark.rule("YSP-153")
def test_a_card_may_be_played_before_choosing_dice() -> None:
    """B has three camels more and then takes a group."""
    start = to_act("camel 1x1").turn(1).stock("B", cards="camels_3")
    after = start.do("B", "card camels_3")

    assert (after.camels("B"), after.asked(), after.prompt()) == (3, "B", "choose")
    assert after.do("B", "take camel").camels("B") == 4


@pytest.mark.rule("YSP-154")
def test_a_card_may_be_played_between_dice_action_and_building() -> None:
    """gold_3 pays for the Shop."""
    start = to_act().turn(1).acted().stock("B", camels=2, cards="gold_3")
    after = start.do("B", "card gold_3; build shop")

    assert (after.gold("B"), after.camels("B"), after.owned("B")) == (1, 0, ["shop"])


@pytest.mark.rule("YSP-155")
def test_cards_may_be_played_after_building_until_the_turn_is_ended() -> None:
    """The turn stays open for the card, and ends after it by itself."""
    built = to_act().acted().stock("A", camels=2, cards="gold_3").do("A", "build paddock")
    after = built.do("A", "card gold_3")

    assert built.legal("A") == ["card gold_3", "end"]
    assert after.gold("A") == 3
    assert after.mover() == "B"


@pytest.mark.rule("YSP-156")
def test_any_number_of_cards_is_played_in_a_turn() -> None:
    """Three cards before choosing dice give six camels and three gold."""
    start = to_act("camel 1x1").stock("A", cards="camels_3 camels_3 gold_3")
    after = start.do("A", "card camels_3; card gold_3; card camels_3")

    assert (after.camels("A"), after.gold("A"), after.hand("A"), after.prompt()) == (6, 3, [], "choose")


@pytest.mark.rule("YSP-157")
def test_there_is_no_hand_limit() -> None:
    """A ninth card is drawn and nothing discarded."""
    start = to_act("camel 1x1").stock("A", cards=" ".join(DECK[:8])).on_top("swap")
    after = start.do("A", "draw camel")

    assert len(after.hand("A")) == 9
    assert (after.state.discards, after.state.used) == ((), ())


@pytest.mark.rule("YSP-158")
def test_a_played_card_lies_on_the_discard_pile() -> None:
    """From the end of the turn B sees it there, and A's hand is one card smaller."""
    start = to_act("camel 1x1").stock("A", cards="gold_3 swap")
    after = start.do("A", "card gold_3; take camel; end")

    assert after.view("B")["discards"] == ["gold_3"]
    assert after.view("B")["rows"][0]["cards"] == 1
    assert after.hand("A") == ["swap"]


@pytest.mark.rule("YSP-159")
def test_the_discards_are_shuffled_into_a_new_deck_when_a_card_is_due() -> None:
    """A recorded shuffle of five cards, then one is drawn."""
    start = to_act("camel 1x1").deck(0).discards(*FIVE)
    shuffled = ["gold_3", "camels_3", "swap", "swap", "camels_3"]
    after = start.do("A", "draw camel", shuffled)
    (entry,) = [entry for entry in after.entries if entry.by == "chance"]

    assert after.wanted == (Shuffle(FIVE, "discards"),)
    assert (entry.purpose, entry.outcome) == ("discards", shuffled)
    assert after.hand("A") == ["gold_3"]
    assert after.state.deck == tuple(shuffled[1:])
    assert after.state.discards == ()
    assert after.kinds() == ["discards_shuffled", "card_drawn"]


@pytest.mark.rule("YSP-160")
def test_the_discards_are_not_shuffled_before_a_card_is_due() -> None:
    """A draws the last card, B plays gold_3, and C's draw shuffles six cards with it among them."""
    discarded = ("swap", "swap", "camels_3", "camels_3", "gold_to_vp")
    start = table().tower("camel 1x1", "sack 1x2", "barrel 1x3", "gold 1x6").stock("B", cards="gold_3")
    start = start.discards(*discarded).on_top("build_no_gold").deck(1)
    first = start.do("A", "draw camel")
    second = first.do("A", "end").do("B", "card gold_3; place sack3.a; end")
    third = second.do("C", "draw barrel")

    assert (first.state.deck, len(first.state.discards), first.wanted) == ((), 5, ())
    assert len(second.state.discards) == 6
    assert [shuffle.purpose for shuffle in third.wanted] == ["discards"]
    assert sorted(third.wanted[0].items) == sorted([*discarded, "gold_3"])
    assert len(third.state.deck) == 5


@pytest.mark.rule("YSP-161")
def test_cards_used_in_a_turn_are_left_out_of_a_shuffle_in_it() -> None:
    """The Caravanserai finds no card for the cube that cube_to_caravan sent."""
    start = to_act("camel 1x1").stock("A", cards="cube_to_caravan", buildings="caravanserai").deck(0)
    after = start.do("A", "card cube_to_caravan")
    ended = after.do("A", "take camel")

    assert (after.hand("A"), after.wanted, after.state.deck) == ([], (), ())
    assert after.kinds() == ["card_played", "cube_sent", "no_card_drawn"]
    assert (after.state.used, after.state.discards) == (("cube_to_caravan",), ())
    assert (ended.state.used, ended.state.discards) == ((), ("cube_to_caravan",))


@pytest.mark.rule("YSP-162")
def test_without_deck_and_discards_a_due_card_is_not_drawn() -> None:
    """Points and caravan are as usual."""
    start = (
        to_act("sack 1x3").cubes("B", "sack3.a").stock("B", buildings="caravanserai").stock("C", cards=" ".join(DECK))
    )
    after = start.do("A", "supervisor W3")

    assert (after.hand("B"), after.points("B"), after.loaded(), after.city()) == ([], 2, "B", {})
    assert after.told("no_card_drawn") == [{"seat": 2, "reason": "caravanserai", "square": None}]


@pytest.mark.rule("YSP-163")
def test_a_card_just_drawn_may_be_used_later_in_the_turn() -> None:
    """camels_3 from the deck pays for the Paddock."""
    after = to_act("camel 1x1").on_top("camels_3").do("A", "draw camel; card camels_3; build paddock")

    assert (after.camels("A"), after.owned("A")) == (1, ["paddock"])


@pytest.mark.rule("YSP-164")
def test_no_card_is_played_inside_a_placement_or_a_supervisor_move() -> None:
    """Both run to their end first."""
    start = to_act("sack 3x2").stock("A", cards="gold_3").cubes("B", "vase1.a").cubes("C", "barrel2.a")
    placing = start.do("A", "place sack3.a")

    assert placing.refused("A", "card gold_3") == "placing_under_way"
    assert placing.do("A", "place sack3.b sack3.c; card gold_3").gold("A") == 3
    assert start.do("A", "supervisor sack").refused("A", "card gold_3") == "square_wanted"
    two = start.tower("sack 1x1", "gold 1x6").do("A", "supervisor E1")
    assert two.refused("A", "card gold_3") == "first_wanted"


@pytest.mark.rule("YSP-165")
def test_cards_left_in_hand_are_worth_nothing_at_the_end() -> None:
    """B wins 81 to 80 against six cards."""
    last = table().day(3, 7).order("CDBA").turn(3).tower("gold 1x6")
    start = last.stock("A", points=80, cards=" ".join(DECK[:6])).stock("B", points=81)
    standings = start.do("A", "take gold; end").over().standings

    assert [(row.seat, row.score) for row in standings] == [(2, 81), (1, 80), (3, 0), (4, 0)]


@pytest.mark.rule("YSP-166")
def test_a_discarded_card_counts_one_more_die_for_camels_or_gold() -> None:
    """Four camels or three gold, and nothing is swapped."""
    start = table().tower("camel 3x1", "gold 2x6").stock("A", cards="swap")
    camels, gold = start.do("A", "take camel extra swap"), start.do("A", "take gold swap")

    assert (camels.camels("A"), camels.gold("A"), camels.hand("A")) == (4, 0, [])
    assert (gold.camels("A"), gold.gold("A"), gold.hand("A")) == (0, 3, [])
    assert camels.told("extra_die_added") == [{"seat": 1, "card": "swap"}]
    assert camels.told("camels_taken")[0]["extra"] == 1


@pytest.mark.rule("YSP-167")
def test_a_discarded_card_is_one_more_cube_in_a_neighbourhood() -> None:
    """gold_3 completes chest2 and gives no gold."""
    start = to_act("chest 1x4").stock("A", cards="gold_3")
    after = start.do("A", "place chest2.a chest2.b extra gold_3")

    assert (after.city(), after.gold("A"), after.hand("A")) == ({"chest2.a": "A", "chest2.b": "A"}, 0, [])


@pytest.mark.rule("YSP-168")
def test_the_extra_cube_belongs_to_the_same_placement() -> None:
    """It can be neither left out nor placed elsewhere."""
    begun = to_act("sack 1x2").stock("A", cards="swap").do("A", "place sack3.a extra swap")

    assert begun.refused("A", "end") == "placing_under_way"
    assert begun.refused("A", "place barrel2.a") == "other_neighbourhood"
    assert begun.open_to("A") == ["sack3.b", "sack3.c"]


@pytest.mark.rule("YSP-169")
def test_one_card_a_turn_may_be_an_extra_die() -> None:
    """A second one is refused; one gives four camels."""
    start = to_act("camel 3x1").stock("A", cards="swap gold_3 camels_3")

    assert start.refused("A", "take camel extra swap extra gold_3") == "one_extra_die"
    assert start.do("A", "extra swap").refused("A", "extra gold_3") == "one_extra_die"
    assert start.do("A", "take camel extra swap").camels("A") == 4


@pytest.mark.rule("YSP-170")
def test_there_is_no_extra_die_for_supervisor_card_or_without_a_group() -> None:
    """Refused all three times; they go on as without it."""
    start = to_act("sack 2x3").stock("A", cards="gold_3")
    forced = table().turn(2).tower("gold 1x6").stock("D", cards="gold_3").do("C", "take gold")

    assert start.refused("A", "supervisor W3 extra gold_3") == "extra_die_waits"
    assert start.refused("A", "draw sack extra gold_3") == "extra_die_waits"
    assert start.do("A", "extra gold_3").legal("A") == ["place sack", "take gold"]
    assert forced.refused("D", "extra gold_3") == "dice_action_over"
    assert start.do("A", "supervisor W3").told("supervisor_moved")[0]["steps"] == 3
    assert len(start.do("A", "draw sack").hand("A")) == 2
    assert len(forced.hand("D")) == 2


def test_an_extra_die_needs_a_group_that_it_can_serve() -> None:
    """With a closed neighbourhood alone on the Tower no card can be laid down."""
    closed = table().tower("vase 1x5").cubes("B", "vase1", "vase2", "vase3").stock("A", cards="swap")

    assert closed.refused("A", "extra swap") == "extra_serves_nothing"
    assert closed.legal("A", "extra") == []
    assert closed.refused("A", "extra gold_3") == "card_not_held"
