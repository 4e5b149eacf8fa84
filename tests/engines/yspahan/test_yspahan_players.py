"""What differs with three, four and two players: ledger rows YSP-281 to YSP-315."""

from __future__ import annotations

import pytest

from tests.engines.yspahan.yspahan_table import Table, new_game, table


def send(players: int, loaded: str, seat: str = "B") -> Table:
    """Return the table after a cube of the seat was sent to a caravan with these cubes."""
    start = table(players).caravan(loaded).cubes(seat, "sack3.a").tower("sack 2x3", "gold 1x6")
    return start.do("A", "supervisor W3")


def before_day_seven(players: int, order: str, week: int, **points: int) -> Table:
    """Return the last turn of day 6, taken by the last seat of the order with the gold group."""
    start = table(players).day(week, 6).order(order).turn(len(order) - 1).tower("gold 1x6")
    for seat, score in points.items():
        start = start.stock(seat, points=score)
    return start


def day_seven(players: int, order: str, week: int = 3, **points: int) -> str:
    """Return the seats that act on day 7, turn by turn."""
    start = before_day_seven(players, order, week, **points)
    (begun,) = start.do(order[-1], "take gold").told("day_begun")
    assert (begun["week"], begun["day"], begun["first"]) == (week, 7, begun["order"][0])
    return "".join(" ABCD"[seat] for seat in begun["order"])


def two(*groups: str) -> Table:
    """Return a two-player table where A is first player and to act."""
    return table(2).tower(*groups)


# ---- Three players ------------------------------------------------------------------------------------------------


@pytest.mark.rule("YSP-281")
@pytest.mark.parametrize(("slot", "points"), [(1, 2), (3, 2), (4, 1), (6, 1), (7, 0), (9, 0)])
def test_with_three_players_the_caravan_has_three_lines_of_three(slot: int, points: int) -> None:
    """Slots 3, 4, 6, 7 and 9 give 2, 1, 1, 0 and 0 points."""
    (sent,) = send(3, "C" * (slot - 1)).told("cube_sent")

    assert (sent["slot"], sent["points"]) == (slot, points)


@pytest.mark.rule("YSP-282")
def test_with_three_players_nine_cubes_fill_the_caravan() -> None:
    """The ninth causes the count, the eighth does not."""
    full, part = send(3, "A" * 8), send(3, "A" * 7)

    assert full.told("caravan_counted")[0]["occasion"] == "full"
    assert full.loaded() == ""
    assert (part.told("caravan_counted"), part.loaded()) == ([], "AAAAAAAB")


@pytest.mark.rule("YSP-283")
def test_with_three_players_the_multipliers_follow_the_lines_of_three() -> None:
    """A on slots 1, 2 and 7 had 4 points on placing and scores 3 x 3 at the count."""
    placing = [send(3, loaded, "A").points("A") for loaded in ("", "C", "CCCCCC")]
    full = send(3, "AACCCCAC")

    assert placing == [2, 2, 0]
    assert full.points("A") == 9


@pytest.mark.rule("YSP-284")
def test_with_three_players_the_last_day_goes_by_the_rota() -> None:
    """Day 21 is C's, though A has the fewest points, and nine white dice are rolled."""
    start = before_day_seven(3, "BCA", 3, A=1, B=30, C=20).stock("C", gold=1)
    after = start.do("A", "take gold")

    assert day_seven(3, "BCA", A=1, B=30, C=20) == "CAB"
    assert after.asked() == "C"
    assert after.do("C", "roll").wanted[0].dice == 9


# ---- Four players: the last day -----------------------------------------------------------------------------------


@pytest.mark.rule("YSP-291")
def test_with_four_players_the_last_day_goes_by_rising_score() -> None:
    """A 50, B 42, C 61, D 47 gives B, D, A, C."""
    assert day_seven(4, "DABC", A=50, B=42, C=61, D=47) == "BDAC"


@pytest.mark.rule("YSP-292")
def test_on_the_last_day_the_lowest_score_rolls_and_may_add_yellow_dice() -> None:
    """B may add three; A, C and D may not."""
    start = before_day_seven(4, "DABC", 3, A=50, B=42, C=61, D=47).stock("B", gold=3).do("C", "take gold")

    assert (start.asked(), start.prompt()) == ("B", "supply")
    assert start.legal("B") == ["roll", "roll 1 yellow", "roll 2 yellow", "roll 3 yellow"]
    assert start.do("B", "roll 3 yellow").wanted[0].dice == 12
    assert [start.refusal(seat, "roll 1 yellow").code for seat in "ACD"] == ["not_your_turn"] * 3


@pytest.mark.rule("YSP-293", "YSP-294")
def test_equal_scores_act_in_reverse_of_the_clockwise_order_of_day_six() -> None:
    """With B first on day 6: A, D, B, C; with D first and all equal: C, B, A, D; with A or C first likewise."""
    assert day_seven(4, "BCDA", A=40, B=40, C=55, D=40) == "ADBC"
    assert day_seven(4, "DABC", A=40, B=40, C=40, D=40) == "CBAD"
    assert day_seven(4, "ABCD", A=40, B=40, C=40, D=40) == "DCBA"
    assert day_seven(4, "CDAB", A=40, B=40, C=40, D=40) == "BADC"
    assert day_seven(4, "ABCD", A=40, B=39, C=40, D=39) == "DBCA"


def test_facts_example_of_the_four_player_tie() -> None:
    """Seats 0 to 3 with 40, 40, 55, 40 and seat 1 first on day 6 play 0, 3, 1, 2."""
    names = dict(zip("0123", "ABCD", strict=True))

    assert day_seven(4, "BCDA", A=40, B=40, C=55, D=40) == "".join(names[seat] for seat in "0312")


@pytest.mark.rule("YSP-295")
def test_the_order_of_the_last_day_is_fixed_before_its_roll() -> None:
    """B scores 15 in the first turn, and D, A, C follow all the same."""
    start = before_day_seven(4, "DABC", 3, A=50, B=42, C=61, D=47)
    start = start.stock("B", gold=10, camels=2, cards="gold_to_vp", buildings="shop hammam").do("C", "take gold")
    day = start.do("B", "roll", [1, 1, 2, 2, 3, 3, 4, 4, 5])
    day = day.do("B", "card gold_to_vp 10; take gold; build paddock")

    assert day.points("B") == 57
    movers = [day.mover()]
    for order in ("place barrel2", "place sack3"):
        day = day.do(movers[-1], order + " " + order.split()[1])
        movers.append(day.mover())
    assert movers == ["D", "A", "C"]


@pytest.mark.rule("YSP-296")
def test_the_special_order_holds_for_that_single_day() -> None:
    """On day 7 of weeks 1 and 2 the rota goes on whatever the scores."""
    scores = {"A": 0, "B": 9, "C": 9, "D": 9}

    assert day_seven(4, "BCDA", week=1, **scores) == "CDAB"
    assert day_seven(4, "ABCD", week=2, **scores) == "BCDA"


# ---- Two players: the official variant ----------------------------------------------------------------------------


@pytest.mark.rule("YSP-301")
def test_with_two_players_eight_white_dice_are_rolled() -> None:
    """One yellow die makes nine."""
    start = new_game(2)
    after = start.do("A", "roll 1 yellow")

    assert after.wanted[0].dice == 9
    assert sum(row["white"] for row in after.view("A")["tower"]) == 8
    assert sum(row["yellow"] for row in after.view("A")["tower"]) == 1


@pytest.mark.rule("YSP-302", "YSP-303")
def test_with_two_players_the_first_player_acts_first_and_third() -> None:
    """A, B, A, then the day ends and B is first: B, A, B."""
    day = two("camel 1x1", "sack 1x2", "barrel 1x3", "gold 1x6").stock("B", gold=1)
    movers = []
    for order in ("take camel", "place sack3.a", "place barrel2.a"):
        movers.append(day.mover())
        day = day.do(day.mover(), order)

    assert movers == ["A", "B", "A"]
    assert (day.state.day, day.asked(), day.prompt()) == (2, "B", "supply")
    assert day.told("day_begun")[0]["order"] == [2, 1, 2]


@pytest.mark.rule("YSP-304")
def test_with_two_players_the_lower_score_opens_the_last_day() -> None:
    """60 to 50 it is B; tied it is A, whose day 21 is in the rota."""
    assert day_seven(2, "BAB", A=60, B=50) == "BAB"
    assert day_seven(2, "BAB", A=50, B=60) == "ABA"
    assert day_seven(2, "BAB", A=55, B=55) == "ABA"
    assert day_seven(2, "ABA", A=55, B=55) == "BAB"
    assert day_seven(2, "BAB", week=1, A=60, B=50) == "ABA"


@pytest.mark.rule("YSP-305")
def test_with_two_players_yellow_dice_stay_for_the_first_player() -> None:
    """A gains three camels with the third action."""
    day = two("camel 3x1 y1", "sack 1x2", "gold 1x6").do("A", "place sack3.a").do("B", "take gold")
    after = day.do("A", "take camel")

    assert day.dice()["camel"] == "3x1"
    assert after.camels("A") == 3


@pytest.mark.rule("YSP-306")
def test_with_two_players_yellow_dice_leave_unused_with_the_other_s_group() -> None:
    """B gains two camels, and the square is empty for the day."""
    day = two("camel 3x1 y1", "sack 1x2", "gold 1x6").do("A", "place sack3.a")
    after = day.do("B", "take camel")

    assert day.view("B")["tower"][0]["dice"] == 2
    assert after.camels("B") == 2
    assert after.dice() == {"gold": "1x6"}


@pytest.mark.rule("YSP-307")
def test_with_two_players_a_group_of_yellow_dice_is_the_first_player_s_alone() -> None:
    """B is refused; A takes it with the third action."""
    day = two("camel 1x1", "sack 1x2", "gold 1x6 y1").do("A", "place sack3.a")
    refusal = day.refusal("B", "take gold")

    assert (refusal.reason, refusal.facts) == ("only_yellow", {"square": "gold"})
    assert day.legal("B") == ["take camel", "supervisor camel", "draw camel"]
    for order in ("supervisor W6 with gold", "draw gold"):
        assert day.refused("B", order) == "only_yellow"
    assert day.do("B", "take camel").do("A", "take gold").gold("A") == 1


@pytest.mark.rule("YSP-308")
def test_with_two_players_only_yellow_groups_left_force_the_other_s_draw() -> None:
    """B draws the top card, then A may take the camel group."""
    day = two("camel 1x2 y1", "gold 8x5").on_top("swap").do("A", "take gold")
    after = day.do("B", "end")

    assert day.hand("B") == ["swap"]
    assert day.told("card_drawn") == [{"seat": 2, "reason": "forced", "square": None}]
    assert after.do("A", "take camel").camels("A") == 1


@pytest.mark.rule("YSP-309")
def test_with_two_players_a_group_is_set_aside_for_a_building() -> None:
    """Sack is empty, the two camels are paid, no cube is placed."""
    start = two("camel 1x1", "sack 3x2", "gold 1x6").stock("A", camels=2)
    after = start.do("A", "build paddock with sack")

    assert after.dice() == {"camel": "1x1", "gold": "1x6"}
    assert (after.camels("A"), after.owned("A"), after.city(), after.mover()) == (0, ["paddock"], {}, "B")
    assert after.told("built")[0]["square"] == "sack"
    aside = start.do("A", "aside sack")
    assert (aside.prompt(), aside.legal("A")) == ("construct", ["build paddock"])
    assert aside.refused("A", "end") == "building_wanted"


@pytest.mark.rule("YSP-310")
def test_with_two_players_no_building_follows_a_normal_action() -> None:
    """A needs the third action for it."""
    start = two("camel 3x1", "sack 1x2", "barrel 1x3", "gold 1x6").stock("A", cards="swap").do("A", "take camel")
    third = start.do("A", "end").do("B", "take gold")

    assert start.refused("A", "build paddock") == "building_is_an_action"
    assert start.legal("A") == ["card swap", "end"]
    assert third.do("A", "build paddock with sack").owned("A") == ["paddock"]


@pytest.mark.rule("YSP-311")
def test_with_two_players_the_first_player_can_build_twice_a_day() -> None:
    """Paddock and Shop leave nothing."""
    start = two("camel 1x1", "sack 1x2", "gold 1x6").stock("A", camels=4, gold=2)
    after = start.do("A", "build paddock with sack").do("B", "take camel").do("A", "build shop with gold")

    assert (after.owned("A"), after.camels("A"), after.gold("A")) == (["paddock", "shop"], 0, 0)


@pytest.mark.rule("YSP-312")
def test_with_two_players_waiving_cards_do_not_save_the_group() -> None:
    """Without a group the free Hoist is refused; with one it is built and the group leaves."""
    cards = "build_no_camels build_no_gold"
    start = two("camel 1x1", "sack 1x2", "gold 1x6").stock("A", cards=cards)
    after = start.do("A", f"build hoist with {cards} with sack")

    assert start.refused("A", f"build hoist with {cards}") == "group_wanted"
    assert (after.owned("A"), after.hand("A")) == (["hoist"], [])
    assert after.dice() == {"camel": "1x1", "gold": "1x6"}


@pytest.mark.rule("YSP-313")
def test_with_two_players_a_forced_draw_cannot_be_exchanged_for_a_building() -> None:
    """No group is left to set aside: B has drawn, and the Paddock is refused."""
    day = two("camel 8x4").stock("B", camels=2).on_top("swap").do("A", "take camel")

    assert day.hand("B") == ["swap"]
    assert day.refused("B", "build paddock") == "building_is_an_action"
    assert day.refused("B", "build paddock with camel") == "dice_action_over"
    assert day.legal("B") == ["card swap", "end"]


@pytest.mark.rule("YSP-314")
def test_with_two_players_each_action_is_a_turn_of_its_own() -> None:
    """An extra die in the first action and another in the third."""
    start = two("camel 2x1", "sack 1x2", "gold 2x5").stock("A", cards="swap gold_3")
    first = start.do("A", "take camel extra swap; end")
    after = first.do("B", "place sack3.a").do("A", "take gold extra gold_3")

    assert first.state.discards == ("swap",)
    assert (after.camels("A"), after.gold("A")) == (3, 3)


@pytest.mark.rule("YSP-315")
def test_with_two_players_the_caravan_has_six_camels() -> None:
    """Slots 2 to 5 give 2, 1, 1, 0; the sixth cube gives 0 and both count 3 x 3."""
    points = [send(2, "A" * (slot - 1)).told("cube_sent")[0]["points"] for slot in range(1, 7)]
    full = send(2, "ABABA")

    assert points == [2, 2, 1, 1, 0, 0]
    assert (full.points("A"), full.points("B"), full.loaded()) == (9, 9, "")


def test_with_two_players_a_building_that_cannot_be_built_keeps_the_group() -> None:
    """The refusal names the building's fault; setting a group aside for nothing is refused."""
    start = two("camel 1x1", "sack 3x2", "gold 1x6").stock("A", camels=1)

    assert start.refused("A", "build paddock with sack") == "building_too_dear"
    assert start.refused("A", "aside sack") == "no_building_affordable"
    assert start.legal("A", "aside") == []
    rich = start.stock("A", camels=2, buildings="paddock")
    assert rich.refused("A", "build paddock with sack") == "owned_already"
    assert table().tower("sack 1x2").stock("A", camels=2).refused("A", "aside sack") == "only_two_players"
