"""Days, weeks and the end of the game: ledger rows YSP-241 to YSP-274."""

from __future__ import annotations

import pytest

from tests.engines.yspahan.yspahan_table import Table, shops_of, table, whole_game


def last_turn(start: Table, week: int = 1) -> Table:
    """Return A's turn as the last of a week, with the gold group to take."""
    seats = "BCDA" if len(start.state.players) == 4 else "BCA"
    return start.day(week, 7).order(seats).turn(len(seats) - 1).tower("gold 1x6")


def final(**points: int) -> Table:
    """Return the last turn of a game, which seat A ends by taking one gold."""
    start = last_turn(table(), week=3)
    for seat, score in points.items():
        start = start.stock(seat, points=score)
    return start


@pytest.mark.rule("YSP-241")
def test_at_the_end_of_a_day_the_tower_is_cleared() -> None:
    """Three of six groups are left when the third turn ends."""
    start = table(3).stock("B", gold=1).turn(2)
    start = start.tower("camel 2x1", "sack 2x2", "barrel 2x3", "gold 1x6")
    after = start.do("C", "take gold")

    assert start.dice().keys() == {"camel", "sack", "barrel", "gold"}
    assert (after.dice(), after.prompt(), after.asked()) == ({}, "supply", "B")


@pytest.mark.rule("YSP-242")
def test_the_next_day_begins_with_the_player_to_the_left() -> None:
    """Week 2, day 4, with C as first player."""
    start = table().day(2, 3).first("B").turn(3).stock("C", gold=1).tower("gold 1x6")
    after = start.do("A", "take gold")

    assert (after.state.week, after.state.day) == (2, 4)
    assert (after.asked(), after.prompt()) == ("C", "supply")
    assert after.told("day_begun") == [{"week": 2, "day": 4, "first": 3, "order": [3, 4, 1, 2]}]


@pytest.mark.rule("YSP-243")
def test_between_the_days_of_a_week_everything_stays() -> None:
    """Supervisor, city, caravan, stocks and cards."""
    start = table().day(1, 2).first("B").turn(3).supervisor("W3").cubes("A", "sack3.b").caravan("ABCD")
    start = start.stock("A", gold=3, camels=1, cards="swap").stock("C", gold=1).tower("camel 1x1")
    after = start.do("A", "draw camel; end")

    assert after.state.day == 3
    assert (after.at(), after.city(), after.loaded()) == ("W3", {"sack3.b": "A"}, "ABCD")
    assert (after.gold("A"), after.camels("A"), "swap" in after.hand("A")) == (3, 1, True)


@pytest.mark.rule("YSP-244")
@pytest.mark.parametrize(("players", "weekly"), [(4, [1, 4, 3]), (3, [1, 2, 3])])
def test_the_first_player_passes_on_from_week_to_week_without_a_break(players: int, weekly: list[int]) -> None:
    """With four players A, D, C open the weeks, with three A, B, C."""
    seed = next(seed for seed in range(1, 50) if whole_game(players, 0, seed)[1][1].data["seat"] == 1)
    _, events = whole_game(players, 0, seed)
    firsts = [event.data["first"] for event in events if event.kind == "day_begun" and event.data["day"] == 1]

    assert firsts == weekly


@pytest.mark.rule("YSP-251")
def test_the_week_is_scored_in_its_order() -> None:
    """Souks, clearing, caravan, then calendar, Supervisor and first player."""
    start = last_turn(table()).cubes("A", "vase1").caravan("A").supervisor("W3").stock("C", gold=1)
    after = start.do("A", "take gold")

    assert after.kinds() == ["gold_taken", "souks_scored", "city_cleared", "caravan_counted", "day_begun"]
    assert after.told("souks_scored")[0]["scores"][3]["points"] == 4
    assert after.told("caravan_counted")[0]["scores"][3]["points"] == 1
    assert after.told("caravan_counted")[0]["occasion"] == "week"
    assert after.points("A") == 5
    assert (after.city(), after.at()) == ({}, "C")
    assert after.told("day_begun") == [{"week": 2, "day": 1, "first": 3, "order": [3, 4, 1, 2]}]
    assert after.asked() == "C"


@pytest.mark.rule("YSP-252", "YSP-253")
def test_complete_souks_score_their_value_and_unfinished_ones_nothing() -> None:
    """6 + 4 + 4 for three complete ones; 0 for five of six and three of four."""
    whole = last_turn(table()).cubes("A", "sack5", "chest2", "vase1").do("A", "take gold")
    part = last_turn(table()).cubes("A", "sack6.a-e", "chest4.a-c").do("A", "take gold")

    assert whole.points("A") == 14
    assert part.points("A") == 0


@pytest.mark.rule("YSP-254")
def test_the_week_is_scored_in_turn_order_which_changes_no_total() -> None:
    """With C first on day 7 the news lists C, D, A, B."""
    start = table().cubes("A", "vase1").cubes("C", "sack3").caravan("ABCD").day(1, 7).tower("gold 1x6")
    after = start.order("CDAB").turn(3).do("B", "take gold")
    other = start.order("ABCD").turn(3).do("D", "take gold")

    assert [row["seat"] for row in after.told("souks_scored")[0]["scores"]] == [3, 4, 1, 2]
    assert [row["seat"] for row in after.told("caravan_counted")[0]["scores"]] == [3, 4, 1, 2]
    assert [after.points(seat) for seat in "ABCD"] == [5, 1, 4, 1]
    assert [other.points(seat) for seat in "ABCD"] == [5, 1, 4, 1]


@pytest.mark.rule("YSP-255")
def test_after_the_souks_every_cube_returns_to_its_owner() -> None:
    """All 47 shops are empty; 7 and 4 cubes go back."""
    start = last_turn(table()).cubes("A", "sack3", "sack4").cubes("B", "barrel5.a-d")
    after = start.do("A", "take gold")

    assert after.state.shops == (0,) * 47
    assert after.told("city_cleared") == [{"returned": [{"seat": 1, "cubes": 7}, {"seat": 2, "cubes": 4}]}]


@pytest.mark.rule("YSP-256", "YSP-257")
def test_the_caravan_is_counted_every_week_and_its_cubes_stay() -> None:
    """A 2 x 2 and B 3 x 1, and the same again a week later."""
    first = last_turn(table()).caravan("ABBBA").do("A", "take gold")
    second = last_turn(first, week=2).do("A", "take gold")

    assert (first.points("A"), first.points("B"), first.loaded()) == (4, 3, "ABBBA")
    assert (second.points("A"), second.points("B"), second.loaded()) == (8, 6, "ABBBA")


@pytest.mark.rule("YSP-258")
def test_the_new_week_opens_with_the_seat_left_of_the_last_first_player() -> None:
    """Three players: after A it is B."""
    start = table(3).day(1, 7).order("ABC").turn(2).stock("B", gold=1).tower("gold 1x6")
    after = start.do("C", "take gold")

    assert (after.state.week, after.state.day, after.asked()) == (2, 1, "B")
    assert after.told("day_begun")[0]["order"] == [2, 3, 1]


@pytest.mark.rule("YSP-259")
def test_the_supervisor_returns_without_striking() -> None:
    """The caravan keeps its five cubes."""
    after = last_turn(table()).supervisor("W9").cubes("B", "sack6.a").caravan("AABBC").do("A", "take gold")

    assert (after.at(), after.loaded()) == ("C", "AABBC")
    assert after.told("cube_sent") == []


@pytest.mark.rule("YSP-260")
def test_stocks_cards_buildings_and_points_are_kept_over_a_week() -> None:
    """Only the gold just taken comes on top."""
    start = last_turn(table()).stock("A", gold=3, camels=2, points=7, cards="swap gold_3", buildings="paddock")
    after = start.do("A", "take gold; end")

    assert after.state.week == 2
    assert (after.gold("A"), after.camels("A"), after.points("A")) == (4, 2, 7)
    assert (after.hand("A"), after.owned("A")) == (["gold_3", "swap"], ["paddock"])


@pytest.mark.rule("YSP-271")
def test_the_game_ends_once_the_third_week_has_been_scored() -> None:
    """Souks and caravan are scored, then nobody is asked."""
    after = final().cubes("A", "vase1").caravan("BB").do("A", "take gold")

    assert after.kinds() == ["gold_taken", "souks_scored", "city_cleared", "caravan_counted", "game_ended"]
    assert (after.points("A"), after.points("B")) == (4, 2)
    assert [after.legal(seat) for seat in "ABCD"] == [[], [], [], []]
    assert after.over().standings[0].seat == 1
    assert after.refusal("A", "take gold").reason == "game_over"
    assert after.refusal("A", "take gold").code == "not_your_turn"


@pytest.mark.rule("YSP-272")
def test_the_highest_score_wins() -> None:
    """B 91, A 88, C 70, D none."""
    standings = final(A=88, B=91, C=70).do("A", "take gold").over().standings

    assert [(row.seat, row.rank, row.score) for row in standings] == [(2, 1, 91), (1, 2, 88), (3, 3, 70), (4, 4, 0)]


@pytest.mark.rule("YSP-273")
def test_players_tied_for_the_highest_score_share_the_win() -> None:
    """Gold breaks no tie."""
    after = final(A=91, B=91, C=70).stock("A", gold=5).do("A", "take gold")

    assert [(row.seat, row.rank) for row in after.over().standings] == [(1, 1), (2, 1), (3, 3), (4, 4)]
    assert [row.tie_breaks for row in after.over().standings] == [(), (), (), ()]
    assert after.told("game_ended")[0]["standings"][:2] == [
        {"seat": 1, "rank": 1, "points": 91},
        {"seat": 2, "rank": 1, "points": 91},
    ]


@pytest.mark.rule("YSP-274")
def test_gold_and_camels_left_over_score_nothing() -> None:
    """20 gold and 9 camels do not lift A over B."""
    start = final(A=60, B=61).stock("A", gold=20, camels=9).cubes("A", *shops_of("sack3.a-b"))
    standings = start.do("A", "take gold; end").over().standings

    assert [(row.seat, row.score) for row in standings[:2]] == [(2, 61), (1, 60)]
