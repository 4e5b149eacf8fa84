"""Choosing a group: ledger rows YSP-071 to YSP-087."""

from __future__ import annotations

import pytest

from engines.yspahan.board import DECK
from tests.engines.yspahan.yspahan_table import ALL_BUILDINGS, Table, table

SIX = ("camel 4x1", "sack 3x2", "barrel 2x3", "chest 2x4", "vase 1x5", "gold 2x6")
SQUARES = ["camel", "sack", "barrel", "chest", "vase", "gold"]


def without_cards(start: Table) -> Table:
    """Return the table with all 18 cards in hands, A holding none."""
    hands = {"B": DECK[:6], "C": DECK[6:12], "D": DECK[12:]}
    for seat, hand in hands.items():
        start = start.stock(seat, cards=" ".join(hand))
    return start


@pytest.mark.rule("YSP-071")
def test_a_group_is_taken_whole_and_its_square_is_closed_to_the_players_after() -> None:
    """B can take neither the square that A emptied nor one that never held dice."""
    start = table().tower("camel 2x1", "sack 3x2", "gold 4x6")
    after = start.do("A", "place sack3.a sack3.b sack3.c")

    assert after.dice() == {"camel": "2x1", "gold": "4x6"}
    assert after.refusal("B", "place sack4.a").reason == "square_empty"
    assert after.refusal("B", "place sack4.a").facts == {"square": "sack"}
    assert after.refusal("B", "place vase1.a").facts == {"square": "vase"}
    assert after.refusal("B", "draw sack").reason == "square_empty"
    assert after.refusal("B", "supervisor W2 with sack").reason == "square_empty"


@pytest.mark.rule("YSP-072")
def test_exactly_one_thing_is_done_with_a_group() -> None:
    """After the gold action the same group moves no Supervisor, and no other group can be used."""
    after = table().stock("A", camels=2).tower("gold 2x6", "camel 1x1").do("A", "take gold")

    assert after.gold("A") == 2
    assert after.refused("A", "supervisor W6 with gold") == "dice_action_over"
    assert after.refused("A", "supervisor W1") == "dice_action_over"
    assert after.refused("A", "draw gold") == "dice_action_over"
    assert after.refused("A", "take camel") == "dice_action_over"


@pytest.mark.rule("YSP-073")
def test_supervisor_and_card_are_open_on_all_six_squares() -> None:
    """Only the first option depends on the square."""
    start = table().tower(*SIX)

    assert start.legal("A", "supervisor") == [f"supervisor {square}" for square in SQUARES]
    assert start.legal("A", "draw") == [f"draw {square}" for square in SQUARES]
    assert start.legal("A", "take") == ["take camel", "take gold"]
    assert start.legal("A", "place") == ["place sack", "place barrel", "place chest", "place vase"]
    for square in SQUARES:
        assert start.do("A", f"supervisor {square}").legal("A", "supervisor")


@pytest.mark.rule("YSP-074")
def test_a_group_cannot_be_taken_for_nothing() -> None:
    """Neither naming the group alone nor stopping before its use is accepted; the group stays."""
    start = table().tower(*SIX)

    assert start.refused("A", "take sack") == "gives_nothing"
    assert start.refusal("A", "sack").code == "unreadable"
    for opening in ("place sack", "supervisor sack"):
        assert start.attempt("A", f"{opening}; end").state == start.state
    assert start.do("A", "place sack").refused("A", "end") == "placing_under_way"
    assert start.do("A", "supervisor sack").refused("A", "end") == "square_wanted"


@pytest.mark.rule("YSP-075")
def test_the_camel_action_gives_one_camel_a_die() -> None:
    """The value shown plays no part."""
    for group in ("camel 4x1", "camel 4x5"):
        after = table().stock("A", camels=1).tower(group, "gold 1x6").do("A", "take camel")

        assert after.camels("A") == 5
        assert after.told("camels_taken") == [{"seat": 1, "dice": 4, "extra": 0, "bonus": 0, "gained": 4}]


@pytest.mark.rule("YSP-076", "YSP-078")
@pytest.mark.parametrize(("group", "own"), [("camel 4x1", "take camel"), ("gold 2x6", "take gold")])
def test_camel_and_gold_groups_serve_no_neighbourhood(group: str, own: str) -> None:
    """Only their own action, the Supervisor and a card are offered."""
    start = table().tower(group)
    square = group.split()[0]

    assert start.legal("A") == [own, f"supervisor {square}", f"draw {square}"]
    assert start.refused("A", f"place {square}") == "no_neighbourhood"
    for shop in ("sack3.a", "barrel2.a", "chest2.a", "vase1.a"):
        assert start.refused("A", f"place {shop}") == "square_empty"


@pytest.mark.rule("YSP-077")
def test_the_gold_action_gives_one_gold_a_die() -> None:
    """Two dice give two gold whatever they show."""
    after = table().stock("A", gold=2).tower("gold 2x6", "camel 1x1").do("A", "take gold")

    assert after.gold("A") == 4
    assert after.told("gold_taken") == [{"seat": 1, "dice": 2, "extra": 0, "bonus": 0, "gained": 2}]


@pytest.mark.rule("YSP-079", "YSP-080")
def test_sack_and_barrel_groups_place_a_cube_a_die_in_their_own_shops() -> None:
    """A shop of another neighbourhood is refused."""
    sack = table().tower("sack 3x2", "gold 1x6")
    barrel = table().tower("barrel 2x3", "gold 1x6")

    assert sack.do("A", "place sack3.a sack3.b sack3.c").city() == {"sack3.a": "A", "sack3.b": "A", "sack3.c": "A"}
    assert sack.do("A", "place sack3.a sack3.b sack3.c").told("cubes_placed")[0]["completed"] == ["sack3"]
    assert sack.refused("A", "place sack3.a barrel2.a") == "other_neighbourhood"
    assert barrel.do("A", "place barrel2.a barrel2.b").city() == {"barrel2.a": "A", "barrel2.b": "A"}
    assert barrel.do("A", "place barrel2.a barrel2.b").told("cubes_placed")[0]["completed"] == ["barrel2"]
    assert barrel.refused("A", "place barrel2.a sack3.a") == "other_neighbourhood"


@pytest.mark.rule("YSP-081", "YSP-082")
def test_chest_and_vase_groups_place_a_cube_a_die_in_their_own_shops() -> None:
    """A shop of another neighbourhood is refused."""
    chest = table().tower("chest 2x4", "gold 1x6")
    vase = table().tower("vase 1x5", "gold 1x6")

    assert chest.do("A", "place chest4.c chest4.a").city() == {"chest4.a": "A", "chest4.c": "A"}
    assert chest.do("A", "place chest4.c chest4.a").told("cubes_placed")[0]["completed"] == []
    assert chest.do("A", "place chest").refused("A", "place vase1.a") == "other_neighbourhood"
    assert chest.refused("A", "place chest4.c vase1.a") == "other_neighbourhood"
    assert vase.do("A", "place vase1.a").city() == {"vase1.a": "A"}
    assert vase.do("A", "place vase1.a").told("cubes_placed")[0]["completed"] == ["vase1"]
    assert vase.do("A", "place vase").refused("A", "place chest2.a") == "other_neighbourhood"


@pytest.mark.rule("YSP-083")
def test_taking_a_card_gives_exactly_the_top_card() -> None:
    """Four dice showing 5 give one card."""
    start = table().on_top("swap", "gold_3").tower("sack 4x5", "gold 1x6")
    after = start.do("A", "draw sack")

    assert len(start.state.deck) == 18
    assert after.hand("A") == ["swap"]
    assert len(after.state.deck) == 17
    assert after.state.deck[0] == "gold_3"
    assert after.dice() == {"gold": "1x6"}
    assert after.told("card_drawn") == [{"seat": 1, "reason": "group", "square": "sack"}]


@pytest.mark.rule("YSP-084")
def test_the_card_option_is_closed_while_deck_and_discards_are_empty() -> None:
    """Gold and the Supervisor stay; a single discard opens it again."""
    start = without_cards(table()).tower("gold 2x6")

    assert start.legal("A") == ["take gold", "supervisor gold"]
    assert start.refused("A", "draw gold") == "no_card_left"
    assert start.discards("swap").legal("A") == ["take gold", "supervisor gold", "draw gold"]


@pytest.mark.rule("YSP-085")
def test_without_a_group_the_top_card_is_the_dice_action() -> None:
    """The roll made three groups, and D draws as the turn begins."""
    start = table().on_top("gold_3").tower("camel 2x1", "sack 3x2", "gold 4x3")
    after = start.do("A", "take gold").do("B", "supervisor N1").do("C", "place sack3", [])

    assert after.asked() == "C"
    after = after.do("C", "place sack3.a sack3.b")
    assert after.hand("D") == ["gold_3"]
    assert after.told("card_drawn") == [{"seat": 4, "reason": "forced", "square": None}]
    assert (after.asked(), after.prompt()) == ("D", "finish")
    assert after.legal("D") == ["card gold_3", "end"]
    assert after.dice() == {}


@pytest.mark.rule("YSP-086")
def test_after_the_forced_draw_a_building_may_be_built() -> None:
    """D pays two camels for the Paddock and keeps the card."""
    start = table().stock("D", camels=2).turn(2).tower("gold 4x3")
    after = start.do("C", "take gold").do("D", "build paddock")

    assert (after.camels("D"), after.owned("D"), len(after.hand("D"))) == (0, ["paddock"], 1)


@pytest.mark.rule("YSP-087")
def test_without_a_group_and_a_card_the_dice_action_lapses() -> None:
    """D draws nothing and may build; with nothing to build the turn passes at once."""
    hands = table().stock("A", cards=" ".join(DECK))
    start = hands.stock("D", camels=2).turn(2).tower("gold 4x3").do("C", "take gold")
    poor = hands.stock("A", gold=1).turn(2).tower("gold 4x3").do("C", "take gold")

    assert start.told("no_card_drawn") == [{"seat": 4, "reason": "forced", "square": None}]
    assert start.hand("D") == []
    assert start.legal("D") == ["build paddock", "end"]
    assert start.do("D", "build paddock").owned("D") == ["paddock"]
    assert poor.state.day == 2
    assert poor.owned("D") == []


def test_an_end_behind_a_turn_that_ended_by_itself_is_no_fault() -> None:
    """The line is done, and nobody else's "end" is; a building that cannot be paid is still named as such."""
    start = table().tower("gold 1x6", "camel 1x1")
    after = start.do("A", "take gold; end")
    refusal = after.refusal("A", "build paddock")

    assert after.mover() == "B"
    assert after.state == start.do("A", "take gold").state
    assert after.do("A", "end").state == after.state
    assert (refusal.code, refusal.reason) == ("not_your_turn", "building_too_dear")
    assert refusal.facts == {"building": "paddock", "camels": 2, "gold": 0, "have_camels": 0, "have_gold": 1}
    assert after.refused("C", "end") == "not_your_turn"
    assert after.refused("B", "end") == "dice_action_first"
    assert after.refused("A", "take camel") == "dice_action_over"
    assert after.do("B", "take camel").refused("A", "end") == "not_your_turn"


def test_the_turn_ends_by_itself_only_where_everybody_sees_that_nothing_is_left() -> None:
    """A card in hand or a building that can be paid keeps the turn open; owning all six does not."""
    start = table().tower("gold 1x6", "camel 1x1")

    assert start.do("A", "take gold").mover() == "B"
    assert start.stock("A", cards="build_no_gold").do("A", "take gold").asked() == "A"
    assert start.stock("A", camels=2).do("A", "take gold").asked() == "A"
    assert start.stock("A", camels=9, gold=9, buildings=ALL_BUILDINGS).do("A", "take gold").mover() == "B"
