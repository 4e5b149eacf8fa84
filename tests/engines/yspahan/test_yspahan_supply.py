"""The course of a day, the roll and the Tower: ledger rows YSP-031 to YSP-060."""

from __future__ import annotations

import pytest

from tests.engines.yspahan.yspahan_table import Table, new_game, table

SIX = ("camel 3x1", "sack 2x2", "barrel 2x3", "chest 1x4", "vase 1x5", "gold 1x6")


def supplying(gold: int) -> Table:
    """Return a table where A is first player, has this gold, and nothing has been rolled."""
    return table().supplying().stock("A", gold=gold)


def rolled(*faces: int) -> dict[str, str]:
    """Return the Tower after nine white faces and yellow ones behind them."""
    yellow = len(faces) - 9
    return supplying(3).do("A", f"roll {yellow} yellow", faces).dice()


@pytest.mark.rule("YSP-031")
def test_before_the_roll_only_the_first_player_is_asked() -> None:
    """B cannot choose a group; A is asked for yellow dice and the roll."""
    start = new_game(4)

    assert start.refusal("B", "take gold").code == "not_your_turn"
    assert start.refusal("B", "take gold").facts == {"asked": [1]}
    assert (start.asked(), start.prompt()) == ("A", "supply")
    assert start.legal("A") == ["roll", "roll 1 yellow", "roll 2 yellow"]
    assert start.refused("A", "take gold") == "roll_first"


@pytest.mark.rule("YSP-032")
def test_the_turns_go_clockwise_from_the_first_player() -> None:
    """With C first the order is C, D, A, B, one turn each."""
    day = table().first("C").tower(*SIX)
    movers = []
    for order in ("take gold", "place barrel2.a barrel2.b", "place sack3.a sack3.b", "place vase1.a"):
        movers.append(day.mover())
        assert day.asked() == day.mover()
        day = day.do(day.mover(), order)

    assert movers == ["C", "D", "A", "B"]
    assert day.state.day == 2


@pytest.mark.rule("YSP-033")
def test_the_dice_action_is_compulsory_and_the_building_is_not() -> None:
    """Ending at once is refused; after the gold action the turn ends without a building."""
    start = table().stock("A", camels=2).tower("gold 2x6", "camel 1x1")
    after = start.do("A", "take gold; end")

    assert start.refused("A", "end") == "dice_action_first"
    assert (after.camels("A"), after.gold("A"), after.owned("A"), after.mover()) == (2, 2, [], "B")


@pytest.mark.rule("YSP-034")
def test_building_comes_after_the_dice_action() -> None:
    """The same order is refused before it and accepted after it."""
    start = table().stock("A", camels=2).tower("gold 2x6", "camel 1x1")

    assert start.refused("A", "build paddock") == "dice_action_first"
    assert start.do("A", "take gold; build paddock").owned("A") == ["paddock"]


@pytest.mark.rule("YSP-041")
def test_the_first_player_rolls_the_white_dice_for_everybody() -> None:
    """Nine dice lie on the Tower, the gold stays, and nobody else is asked to roll."""
    after = supplying(3).do("A", "roll", [1, 1, 2, 2, 3, 3, 4, 5, 6])
    squares = after.view("A")["tower"]

    assert after.wanted[0].dice == sum(row["white"] for row in squares) == 9
    assert sum(row["yellow"] for row in squares) == 0
    assert after.gold("A") == 3
    assert (after.asked(), after.prompt()) == ("A", "choose")
    assert all(not after.legal(seat) for seat in "BCD")


@pytest.mark.rule("YSP-042")
def test_each_yellow_die_costs_one_gold_before_the_roll() -> None:
    """With 2 gold three are refused and nothing is rolled; two cost all of it."""
    start = supplying(2)
    refusal = start.refusal("A", "roll 3 yellow")
    after = start.do("A", "roll 2 yellow")

    assert (refusal.reason, refusal.facts) == ("yellow_too_dear", {"dice": 3, "cost": 3, "have": 2})
    assert start.attempt("A", "roll 3 yellow").state == start.state
    assert (after.gold("A"), after.wanted[0].dice) == (0, 11)
    assert after.told("yellow_bought") == [{"seat": 1, "dice": 2, "gold": 2}]


@pytest.mark.rule("YSP-043")
def test_at_most_three_yellow_dice_are_added() -> None:
    """Four are refused with 5 gold; three leave 2 gold and twelve dice."""
    start = supplying(5)
    refusal = start.refusal("A", "roll 4 yellow")
    after = start.do("A", "roll 3 yellow")

    assert (refusal.reason, refusal.facts) == ("too_many_yellow", {"asked": 4, "most": 3})
    assert start.legal("A") == ["roll", "roll 1 yellow", "roll 2 yellow", "roll 3 yellow"]
    assert (after.gold("A"), after.wanted[0].dice) == (2, 12)


@pytest.mark.rule("YSP-044")
def test_after_the_roll_it_is_too_late_for_yellow_dice() -> None:
    """Tower and gold stay as they are."""
    after = supplying(3).do("A", "roll")

    assert after.refused("A", "roll 1 yellow") == "rolled_already"
    assert after.attempt("A", "roll 1 yellow").state == after.state
    assert after.gold("A") == 3


@pytest.mark.rule("YSP-045")
def test_nobody_but_the_first_player_adds_yellow_dice() -> None:
    """B is refused in B's own turn, and while A has not rolled."""
    later = table().stock("B", gold=5).tower(*SIX).turn(1)

    assert later.refused("B", "roll 1 yellow") == "rolled_already"
    assert supplying(0).stock("B", gold=5).refusal("B", "roll 1 yellow").code == "not_your_turn"


@pytest.mark.rule("YSP-046")
def test_white_and_yellow_dice_are_sorted_together() -> None:
    """The three 1s are one group of two white dice and a yellow one."""
    after = supplying(1).do("A", "roll 1 yellow", [1, 1, 2, 2, 3, 3, 4, 5, 6, 1])
    squares = after.view("A")["tower"]

    assert [row["value"] for row in squares] == [1, 2, 3, 4, 5, 6]
    assert (squares[0]["white"], squares[0]["yellow"], squares[0]["dice"]) == (2, 1, 3)
    assert [row["yellow"] for row in squares[1:]] == [0, 0, 0, 0, 0]


@pytest.mark.rule("YSP-047")
def test_a_card_before_the_roll_can_pay_for_yellow_dice() -> None:
    """gold_3 gives the three gold that three yellow dice cost."""
    after = supplying(0).stock("A", cards="gold_3").do("A", "card gold_3; roll 3 yellow")

    assert (after.gold("A"), after.wanted[0].dice) == (0, 12)


@pytest.mark.rule("YSP-051")
def test_the_tower_squares_from_the_bottom() -> None:
    """Camel, Sack, Barrel, Chest, Vase, Gold."""
    squares = [row["square"] for row in table().view(None)["tower"]]

    assert squares == ["camel", "sack", "barrel", "chest", "vase", "gold"]


@pytest.mark.rule("YSP-052")
def test_groups_rise_with_their_value_and_the_highest_lies_on_gold() -> None:
    """Four values leave chest and vase empty."""
    assert rolled(1, 1, 1, 2, 2, 3, 3, 3, 6) == {"camel": "3x1", "sack": "2x2", "barrel": "3x3", "gold": "1x6"}


@pytest.mark.rule("YSP-053")
def test_three_five_and_six_values_fill_the_tower_without_a_gap() -> None:
    """The middle groups stand side by side from Sack upwards."""
    assert rolled(1, 1, 1, 4, 4, 4, 6, 6, 6) == {"camel": "3x1", "sack": "3x4", "gold": "3x6"}
    assert rolled(1, 1, 2, 2, 3, 3, 4, 4, 6) == {
        "camel": "2x1",
        "sack": "2x2",
        "barrel": "2x3",
        "chest": "2x4",
        "gold": "1x6",
    }
    assert rolled(1, 1, 2, 2, 3, 3, 4, 5, 6) == {
        "camel": "2x1",
        "sack": "2x2",
        "barrel": "2x3",
        "chest": "1x4",
        "vase": "1x5",
        "gold": "1x6",
    }


@pytest.mark.rule("YSP-054")
def test_rulebook_example_only_some_2s_and_some_5s() -> None:
    """The 2s go to Camel and the 5s to Gold, the neighbourhoods stay empty."""
    assert rolled(2, 2, 2, 2, 5, 5, 5, 5, 5) == {"camel": "4x2", "gold": "5x5"}


@pytest.mark.rule("YSP-055")
def test_rulebook_example_nine_dice_with_the_same_value() -> None:
    """All dice go to Camel, also to the exclusion of Gold."""
    assert rolled(4, 4, 4, 4, 4, 4, 4, 4, 4) == {"camel": "9x4"}


@pytest.mark.rule("YSP-056")
def test_yellow_dice_decide_which_groups_are_lowest_and_highest() -> None:
    """A yellow 1 takes Camel and a yellow 6 takes Gold from the white groups."""
    assert rolled(2, 2, 2, 3, 3, 3, 4, 4, 4, 1, 6) == {
        "camel": "1x1",
        "sack": "3x2",
        "barrel": "3x3",
        "chest": "3x4",
        "gold": "1x6",
    }


@pytest.mark.rule("YSP-057")
def test_yellow_dice_count_in_full_for_the_first_player() -> None:
    """Two white and one yellow die give three camels."""
    after = table().tower("camel 3x1 y1", "gold 1x6").do("A", "take camel")

    assert after.camels("A") == 3


@pytest.mark.rule("YSP-058", "YSP-059")
def test_yellow_dice_leave_when_the_first_player_has_acted() -> None:
    """A mixed group keeps its white dice, a yellow one disappears and cannot be chosen."""
    full = table().tower("camel 3x1 y1", "sack 2x2", "barrel 2x3", "chest 2x4", "vase 1x5", "gold 1x6 y1")
    after = full.do("A", "place sack3.a sack3.b")
    other = full.do("A", "place barrel2.a barrel2.b")

    assert after.dice() == {"camel": "2x1", "barrel": "2x3", "chest": "2x4", "vase": "1x5"}
    assert after.told("yellow_removed") == [{"dice": 2}]
    assert other.refusal("B", "take gold").reason == "square_empty"
    assert "gold" not in other.dice()
    assert other.do("B", "take camel").camels("B") == 2


@pytest.mark.parametrize("players", [3, 4])
def test_yellow_dice_leave_after_the_first_turn_of_three_and_four_players(players: int) -> None:
    """With two they stay for the first player."""
    groups = ("camel 3x1 y1", "sack 1x2", "gold 1x6 y1")

    assert table(players).tower(*groups).do("A", "place sack3.a").dice() == {"camel": "2x1"}
    assert table(2).tower(*groups).do("A", "place sack3.a").dice() == {"camel": "3x1", "gold": "1x6"}


def test_yellow_dice_leave_after_the_first_turn_alone() -> None:
    """Nothing is told of them where there are none, and later turns take none away."""
    start = table().tower("camel 3x1", "sack 1x2", "gold 1x6")

    assert start.do("A", "place sack3.a").told("yellow_removed") == []
    assert start.do("A", "place sack3.a").dice() == {"camel": "3x1", "gold": "1x6"}


def test_a_first_player_without_gold_and_cards_is_not_asked_before_the_roll() -> None:
    """Nothing is left to decide, so the roll follows at once."""
    day = table().order("DABC").turn(3).tower("gold 1x6").do("C", "take gold")

    assert day.wanted[0].dice == 9
    assert (day.asked(), day.prompt(), day.state.day) == ("A", "choose", 2)


@pytest.mark.rule("YSP-060")
def test_squares_emptied_later_are_not_refilled() -> None:
    """The 2s stay on Sack when the yellow 1 leaves Camel."""
    start = table().tower("camel 1x1 y1", "sack 3x2", "barrel 3x3", "gold 3x5")
    after = start.do("A", "place barrel2 barrel2 barrel3")

    assert after.dice() == {"sack": "3x2", "gold": "3x5"}
    assert after.refusal("B", "take camel").reason == "square_empty"
