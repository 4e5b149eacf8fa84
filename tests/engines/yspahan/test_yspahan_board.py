"""The printed board and the setup: ledger rows YSP-001 to YSP-029."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from engines.api import Illegal, Roll, Shuffle
from engines.yspahan import ENGINE, board
from tests.engines.yspahan.yspahan_table import Table, new_game, shops_of, table, whole_game


def souks(square: str) -> dict[str, tuple[int, int]]:
    """Return shops and points of the souks of a neighbourhood."""
    return {souk.name: (souk.size, souk.points) for souk in board.SOUKS_OF[board.SQUARE[square]]}


def links(arm: str) -> dict[str, list[str]]:
    """Return the shops beside each square of an arm."""
    return {
        square: [board.SHOPS[shop] for shop in board.LINKS[road]]
        for road, square in enumerate(board.ROAD)
        if square[0] == arm
    }


@pytest.mark.rule("YSP-001", "YSP-002")
def test_the_sack_and_barrel_souks_have_their_printed_shops_and_points() -> None:
    """Sack has 18 shops worth 21 points, Barrel 14 worth 21."""
    assert souks("sack") == {"sack3": (3, 3), "sack4": (4, 4), "sack5": (5, 6), "sack6": (6, 8)}
    assert souks("barrel") == {"barrel2": (2, 3), "barrel3": (3, 4), "barrel4": (4, 6), "barrel5": (5, 8)}
    for square, shops, points in (("sack", 18, 21), ("barrel", 14, 21)):
        assert sum(size for size, _ in souks(square).values()) == shops
        assert sum(worth for _, worth in souks(square).values()) == points


@pytest.mark.rule("YSP-003", "YSP-004")
def test_the_chest_and_vase_souks_have_their_printed_shops_and_points() -> None:
    """Chest has 9 shops worth 18 points, Vase 6 worth 22."""
    assert souks("chest") == {"chest2": (2, 4), "chest3": (3, 6), "chest4": (4, 8)}
    assert souks("vase") == {"vase1": (1, 4), "vase2": (2, 6), "vase3": (3, 12)}
    for square, shops, points in (("chest", 9, 18), ("vase", 6, 22)):
        assert sum(size for size, _ in souks(square).values()) == shops
        assert sum(worth for _, worth in souks(square).values()) == points


@pytest.mark.rule("YSP-005")
def test_the_city_has_fourteen_souks_with_47_shops_worth_82_points() -> None:
    """Neighbourhood and size name exactly one souk."""
    sizes = [souk.size for souk in board.SOUKS]
    by_square = [sum(souk.size for souk in board.SOUKS_OF[square]) for square in board.NEIGHBOURHOODS]

    assert len(board.SOUKS) == 14
    assert by_square == [18, 14, 9, 6]
    assert sum(sizes) == len(board.SHOPS) == len(set(board.SHOPS)) == 47
    assert sum(souk.points for souk in board.SOUKS) == 82
    assert len({(souk.square, souk.size) for souk in board.SOUKS}) == 14
    assert all(souk.name == f"{board.SQUARES[souk.square]}{souk.size}" for souk in board.SOUKS)


@pytest.mark.rule("YSP-006")
def test_a_souk_never_reaches_into_another_neighbourhood() -> None:
    """Two cubes fill barrel2; one in chest2 leaves that one unfinished."""
    city = table().cubes("A", "barrel2.a", "barrel2.b", "chest2.a").view("A")["city"]
    rows = {souk["souk"]: souk for quarter in city for souk in quarter["souks"]}

    assert (rows["barrel2"]["cubes"], rows["barrel2"]["complete"]) == (2, True)
    assert (rows["chest2"]["cubes"], rows["chest2"]["complete"]) == (1, False)
    assert [name for name, souk in rows.items() if souk["owner"] == 1] == ["barrel2", "chest2"]


@pytest.mark.rule("YSP-007")
def test_colours_only_tell_the_souks_of_a_neighbourhood_apart() -> None:
    """barrel2 is white, no neighbourhood uses a colour twice, and no rule reads a colour."""
    for square in board.NEIGHBOURHOODS:
        colours = [souk.colour for souk in board.SOUKS_OF[square]]
        assert len(set(colours)) == len(colours)
    assert board.SOUK["barrel2"].colour == "white"
    assert [souk.name for souk in board.SOUKS if souk.colour == "white"] == ["barrel2"]
    sources = Path(board.__file__).parent.glob("*.py")
    assert [path.name for path in sources if ".colour" in path.read_text(encoding="utf-8")] == ["view.py"]


@pytest.mark.rule("YSP-008")
def test_the_road_is_a_cross_of_29_squares() -> None:
    """The centre has four neighbours, the four ends one, all others two."""
    neighbours = {
        square: [other for other in range(29) if board.DISTANCE[road][other] == 1]
        for road, square in enumerate(board.ROAD)
    }

    assert [len(links(arm)) for arm in "CWENS"] == [1, 10, 7, 4, 7]
    assert len(board.ROAD) == 29
    assert len(neighbours.pop("C")) == 4
    assert [len(neighbours.pop(end)) for end in ("W10", "E7", "N4", "S7")] == [1, 1, 1, 1]
    assert {len(row) for row in neighbours.values()} == {2}


@pytest.mark.rule("YSP-009", "YSP-010")
def test_the_western_and_eastern_squares_touch_their_printed_shops() -> None:
    """West: Sack on odd steps, Chest on even ones; east: Vase on odd, Barrel on even, and Barrel at E1 too."""
    assert links("W") == {
        "W1": ["sack3.b"],
        "W2": ["chest2.b"],
        "W3": ["sack3.a"],
        "W4": ["chest2.a"],
        "W5": ["sack5.b"],
        "W6": ["chest3.c"],
        "W7": ["sack5.a"],
        "W8": ["chest3.b"],
        "W9": ["sack6.a"],
        "W10": ["chest3.a"],
    }
    assert links("E") == {
        "E1": ["vase1.a", "barrel2.a"],
        "E2": ["barrel2.b"],
        "E3": ["vase3.a"],
        "E4": ["barrel4.a"],
        "E5": ["vase3.b"],
        "E6": ["barrel4.b"],
        "E7": ["vase3.c"],
    }


@pytest.mark.rule("YSP-011", "YSP-012")
def test_the_northern_and_southern_squares_touch_their_printed_shops() -> None:
    """North: Vase on odd steps, Chest on even ones; south: Barrel on odd, Sack on even, and Sack at S1 too."""
    assert links("N") == {"N1": ["vase1.a"], "N2": ["chest4.a"], "N3": ["vase2.a"], "N4": ["chest4.b"]}
    assert links("S") == {
        "S1": ["sack3.b", "barrel2.a"],
        "S2": ["sack3.c"],
        "S3": ["barrel3.a"],
        "S4": ["sack4.a"],
        "S5": ["barrel5.b"],
        "S6": ["sack4.b"],
        "S7": ["barrel5.a"],
    }


@pytest.mark.rule("YSP-013")
def test_only_e1_and_s1_touch_two_shops_and_the_centre_none() -> None:
    """Thirty links in all, one each beside the other 26 squares."""
    counts = {square: len(board.LINKS[road]) for road, square in enumerate(board.ROAD)}

    assert counts.pop("C") == 0
    assert [counts.pop("E1"), counts.pop("S1")] == [2, 2]
    assert list(counts.values()) == [1] * 26
    assert sum(map(len, board.LINKS)) == 30


@pytest.mark.rule("YSP-014", "YSP-015")
def test_three_shops_are_struck_from_two_squares_and_twenty_from_none() -> None:
    """27 shops stand at the road, and the data's count of roadside shops agrees with the links."""
    squares: dict[str, list[str]] = {}
    for road, shops in enumerate(board.LINKS):
        for shop in shops:
            squares.setdefault(board.SHOPS[shop], []).append(board.ROAD[road])
    inner = [shop for shop in board.SHOPS if shop not in squares]

    assert {shop: row for shop, row in squares.items() if len(row) > 1} == {
        "sack3.b": ["W1", "S1"],
        "barrel2.a": ["E1", "S1"],
        "vase1.a": ["E1", "N1"],
    }
    assert [len(row) for row in squares.values()].count(1) == 24
    assert inner == shops_of(
        "sack4.c-d", "sack5.c-e", "sack6.b-f", "barrel3.b-c", "barrel4.c-d", "barrel5.c-e", "chest4.c-d", "vase2.b"
    )
    assert (len(inner), len(squares)) == (20, 27)
    for souk in board.SOUKS:
        names = [board.SHOPS[souk.first + place] for place in range(souk.size)]
        assert [name for name in names if name in squares] == names[: souk.roadside]


@pytest.mark.rule("YSP-021")
def test_two_three_and_four_seats_are_accepted_one_and_five_refused() -> None:
    """The refusal tells how many there may be."""
    for seats in (2, 3, 4):
        assert len(ENGINE.setup("ABCDE"[:seats], {}).players) == seats
    for seats in (1, 5):
        with pytest.raises(Illegal) as refused:
            ENGINE.setup("ABCDE"[:seats], {})
        assert refused.value.reason == "player_count"
        assert refused.value.facts == {"players": seats, "seats": [2, 4]}


def test_an_option_is_refused_since_the_printed_game_has_none() -> None:
    """The game offers no option, so any is unknown."""
    assert ENGINE.options == ()
    with pytest.raises(Illegal) as refused:
        ENGINE.setup("ABC", {"first_player": "host"})
    assert (refused.value.reason, refused.value.facts) == ("unknown_option", {"option": "first_player"})


@pytest.mark.rule("YSP-022")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_seat_starts_with_two_gold_and_nothing_else(players: int) -> None:
    """No camels, cards, buildings or points."""
    start = new_game(players)
    for seat in "ABCD"[:players]:
        stocks = start.gold(seat), start.camels(seat), start.hand(seat), start.owned(seat), start.points(seat)
        assert stocks == (2, 0, [], [], 0)


@pytest.mark.rule("YSP-023")
@pytest.mark.parametrize(("face", "first", "order"), [(1, "A", "ABC"), (2, "B", "BCA"), (3, "C", "CAB")])
def test_a_recorded_chance_outcome_names_the_first_player(face: int, first: str, order: str) -> None:
    """A die with a face a seat is rolled after the deck is shuffled."""
    start = new_game(3, board.DECK, [face])
    (entry,) = [entry for entry in start.entries if entry.purpose == "first_player"]

    assert start.wanted == (Shuffle(board.DECK, "deck"), Roll(1, 3, "first_player"))
    assert (entry.outcome, entry.by, entry.draw) == ([face], "chance", 1)
    assert start.asked() == start.mover() == first
    assert start.told("day_begun") == [
        {"week": 1, "day": 1, "first": face, "order": [" ABC".index(seat) for seat in order]}
    ]


@pytest.mark.rule("YSP-024", "YSP-025")
def test_the_board_starts_empty_on_day_one_with_the_supervisor_in_the_centre() -> None:
    """47 empty shops, no cube in the caravan, week 1, day 1."""
    start = new_game(4)

    assert start.at() == "C"
    assert start.city() == {}
    assert len(start.state.shops) == 47
    assert start.loaded() == ""
    assert (start.state.week, start.state.day) == (1, 1)


@pytest.mark.rule("YSP-026")
@pytest.mark.parametrize(("players", "white"), [(2, 8), (3, 9), (4, 9)])
def test_nine_white_dice_eight_with_two_players_and_three_yellow(players: int, white: int) -> None:
    """The roll without yellow dice and the one with all of them."""
    start = new_game(players).stock("A", gold=3)

    assert start.do("A", "roll").wanted == (Roll(white, 6, "tower"),)
    assert start.do("A", "roll 3 yellow").wanted == (Roll(white + 3, 6, "tower"),)
    assert start.view("A")["yellow"] == {"most": 3, "price": 1}


@pytest.mark.rule("YSP-027")
def test_the_deck_has_two_cards_of_nine_kinds_in_an_order_that_no_view_reveals() -> None:
    """Views of two differently shuffled games are equal."""
    start, other = new_game(4), new_game(4, board.DECK[::-1], [1])

    assert Counter(start.state.deck) == dict.fromkeys(board.CARDS, 2)
    assert (len(start.state.deck), len(board.CARDS)) == (18, 9)
    assert start.state.deck == other.state.deck[::-1]
    for seat in (None, "A", "B", "C", "D"):
        assert start.view(seat) == other.view(seat)


@pytest.mark.rule("YSP-028")
def test_the_stock_of_gold_has_no_limit() -> None:
    """Four more are taken though the players hold all the gold of the box."""
    full = table().stock("A", gold=10).stock("B", gold=9).stock("C", gold=6).tower("gold 4x6")
    after = full.do("A", "take gold")

    assert after.gold("A") == 14
    assert sum(after.gold(seat) for seat in "ABCD") == 29


def test_the_stock_of_camels_has_no_limit() -> None:
    """Nine camels are taken though the players hold all of the box."""
    full = table().stock("A", camels=20).stock("B", camels=5).tower("camel 9x4")

    assert full.do("A", "take camel").camels("A") == 29


@pytest.mark.rule("YSP-029")
def test_three_players_play_21_days_each_being_first_player_on_seven() -> None:
    """A game of stand-ins from the first day to the end."""
    end, events = whole_game(3, level=1)
    days = [event.data for event in events if event.kind == "day_begun"]

    assert [(day["week"], day["day"]) for day in days] == [(week, day) for week in (1, 2, 3) for day in range(1, 8)]
    assert Counter(day["first"] for day in days) == {1: 7, 2: 7, 3: 7}
    assert isinstance(end, Table)
    assert end.state.phase == "over"
