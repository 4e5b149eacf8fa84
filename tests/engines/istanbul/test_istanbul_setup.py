"""The setup: board, players, cards, rubies, markets and tokens."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from engines.api import Illegal, Roll, Shuffle
from engines.chance import Stream
from engines.istanbul import ENGINE
from engines.istanbul.board import LAYOUTS, RANDOM_SPOTS, distance, fits_random
from engines.istanbul.state import State
from engines.istanbul.terms import DECK
from engines.play import start
from tests.engines.istanbul.istanbul_table import NAMES, Table, set_up

EVERY_LAYOUT = ("short", "long", "order", "random")
FEW, MANY = (2, 3), (4, 5)


def grid(layout: str | None) -> list[list[int]]:
    """Return the rows of a board once its setup is complete."""
    return set_up(4, layout).view()["grid"]


@pytest.mark.rule("IST-001")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_two_to_five_seats_can_play(players: int) -> None:
    """Each allowed player count leads to a game with that many seats."""
    assert len(set_up(players).state.traders) == players


@pytest.mark.rule("IST-001")
@pytest.mark.parametrize("players", [0, 1, 6])
def test_no_other_number_of_seats_can_play(players: int) -> None:
    """One seat and six seats are refused with the limits."""
    with pytest.raises(Illegal) as refused:
        ENGINE.setup([*NAMES, "Fay"][:players], {})

    assert refused.value.reason == "player_count"
    assert refused.value.facts == {"players": players, "least": 2, "most": 5}


@pytest.mark.parametrize(
    ("options", "reason"), [({"layout": "round"}, "unknown_value"), ({"weather": "fine"}, "unknown_option")]
)
def test_other_options_are_refused(options: dict[str, str], reason: str) -> None:
    """Only the layouts of the printed game can be chosen, and nothing else."""
    with pytest.raises(Illegal) as refused:
        ENGINE.setup(NAMES[:2], options)

    assert refused.value.reason == reason


def test_the_layout_is_the_only_option() -> None:
    """No uncertain ruling can be switched."""
    (option,) = ENGINE.options

    assert (option.name, option.default, option.values) == ("layout", "short", EVERY_LAYOUT)


@pytest.mark.rule("IST-002")
@pytest.mark.parametrize("layout", EVERY_LAYOUT)
def test_a_board_holds_every_place_once_in_four_rows(layout: str) -> None:
    """Cells count row by row: 1 and 4 are the upper corners, 5 lies under 1, 16 is the lower right corner."""
    table = set_up(2, layout)
    rows, cells = table.view()["grid"], table.state.layout

    assert [len(row) for row in rows] == [4, 4, 4, 4]
    assert sorted(cells) == list(range(1, 17))
    assert (rows[0][0], rows[0][3], rows[1][0], rows[3][3]) == (cells[0], cells[3], cells[4], cells[15])
    assert distance(cells, cells[0], cells[4]) == 1


@pytest.mark.rule("IST-003")
@pytest.mark.parametrize("layout", EVERY_LAYOUT)
def test_every_place_keeps_its_number(layout: str) -> None:
    """Names and numbers belong together on every board."""
    places = set_up(3, layout).view()["places"]

    assert [places[str(number)]["name"] for number in range(1, 17)] == [
        "Wainwright",
        "Fabric Warehouse",
        "Spice Warehouse",
        "Fruit Warehouse",
        "Post Office",
        "Caravansary",
        "Fountain",
        "Black Market",
        "Tea House",
        "Large Market",
        "Small Market",
        "Police Station",
        "Sultan's Palace",
        "Small Mosque",
        "Great Mosque",
        "Gemstone Dealer",
    ]
    assert [places[str(number)]["number"] for number in range(1, 17)] == list(range(1, 17))


@pytest.mark.rule("IST-004")
def test_the_short_paths_board() -> None:
    """Blue numbers."""
    assert grid("short") == [[15, 5, 2, 14], [4, 12, 7, 3], [8, 6, 11, 9], [13, 10, 1, 16]]


@pytest.mark.rule("IST-005")
def test_the_long_paths_board() -> None:
    """Green numbers."""
    assert grid("long") == [[16, 2, 8, 11], [15, 7, 6, 4], [3, 5, 12, 1], [10, 9, 14, 13]]


@pytest.mark.rule("IST-006")
def test_the_board_in_order() -> None:
    """Place n on cell n."""
    assert grid("order") == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]]


@pytest.mark.rule("IST-007")
def test_short_paths_is_the_layout_where_none_is_named() -> None:
    """Without an option the beginners' board is laid."""
    assert grid(None) == grid("short")
    assert (grid(None)[0][0], grid(None)[3][3]) == (15, 16)


def random_boards(count: int) -> list[State]:
    """Return games on random boards from as many keys."""
    keys = [bytes([number % 251, number // 251]) for number in range(count)]
    return [start(ENGINE, NAMES[:2], {"layout": "random"}, Stream(key)).state for key in keys]


@pytest.mark.rule("IST-008", "IST-009")
def test_random_boards_keep_both_conditions() -> None:
    """A thousand boards have the Fountain in the centre and the dice places three steps or more apart."""
    boards = [state.layout for state in random_boards(1000)]

    assert {board.index(7) + 1 for board in boards} == {6, 7, 10, 11}
    assert min(distance(board, 8, 9) for board in boards) == 3
    assert max(distance(board, 8, 9) for board in boards) == 6
    assert all(fits_random(board) for board in boards)
    assert len(set(boards)) == 1000


@pytest.mark.rule("IST-008")
def test_a_board_with_the_fountain_in_a_corner_is_rejected() -> None:
    """Place 7 on cell 1 is no random board; the same board with 7 in the centre is one."""
    assert not fits_random((7, 2, 3, 4, 8, 1, 5, 6, 10, 11, 12, 9, 13, 14, 15, 16))
    assert fits_random((1, 2, 3, 4, 8, 7, 5, 6, 10, 11, 12, 9, 13, 14, 15, 16))


@pytest.mark.rule("IST-009")
def test_the_dice_places_of_the_fixed_boards() -> None:
    """Three steps on the short board, four on the two others; two steps are rejected."""
    assert {name: distance(layout, 8, 9) for name, layout in LAYOUTS.items()} == {"short": 3, "long": 4, "order": 4}
    assert not fits_random((1, 2, 3, 4, 8, 7, 9, 6, 10, 11, 12, 5, 13, 14, 15, 16))


@pytest.mark.rule("IST-010")
def test_every_random_board_can_come_up_and_no_other() -> None:
    """114 pairs of cells for each centre cell, each with all orders of the thirteen other places."""
    assert Counter(fountain + 1 for fountain, _, _ in RANDOM_SPOTS) == {6: 114, 7: 114, 10: 114, 11: 114}
    assert len(set(RANDOM_SPOTS)) == 456
    assert 456 * 6_227_020_800 == 2_839_521_484_800
    spot = ENGINE.setup(NAMES[:2], {"layout": "random"})
    assert ENGINE.pending(spot) == Roll(1, 456, "fountain and dice places")
    rest = ENGINE.pending(ENGINE.resolve(spot, [1]).state)
    assert isinstance(rest, Shuffle)
    assert len(rest.items) == 13


def test_a_random_board_is_laid_as_its_outcomes_say() -> None:
    """The spot fixes three places, the shuffle the thirteen others row by row."""
    others = [16, 15, 14, 13, 12, 11, 10, 6, 5, 4, 3, 2, 1]
    number = RANDOM_SPOTS.index((5, 0, 15)) + 1
    table = set_up(2, "random", spot=[number], others=others)

    assert table.view()["grid"] == [[8, 16, 15, 14], [13, 7, 12, 11], [10, 6, 5, 4], [3, 2, 1, 9]]


@pytest.mark.rule("IST-011")
def test_the_start_player_is_drawn_and_the_others_follow_clockwise() -> None:
    """Seat 3 drawn: 3, 4, 1, 2."""
    state = ENGINE.setup(NAMES[:4], {})
    assert ENGINE.pending(state) == Roll(1, 4, "start player")
    table = set_up(4, start=[3])
    order = []
    for _ in range(5):
        order.append(table.mover)
        table.pass_turns()

    assert order == ["Cem", "Dia", "Ann", "Bob", "Cem"]
    assert table.view()["start"] == 3


@pytest.mark.rule("IST-012")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_each_later_seat_begins_with_one_lira_more(players: int) -> None:
    """In turn order 2, 3, 4, 5, 6 Lira."""
    assert [trader.lira for trader in set_up(players).state.traders] == [2, 3, 4, 5, 6][:players]
    table = set_up(players, start=[2])
    assert [table[name].lira for name in table.turn_order()] == [2, 3, 4, 5, 6][:players]


@pytest.mark.rule("IST-013")
def test_the_start_player_stays_the_same() -> None:
    """After two rounds Ann has the marker and begins the third."""
    table = set_up(4).pass_turns(8)

    assert table.state.start == 1
    assert (table.mover, table.state.round) == ("Ann", 3)
    assert [seat["start"] for seat in table.view()["seats"]] == [True, False, False, False]


@pytest.mark.rule("IST-014")
@pytest.mark.parametrize("players", [2, 5])
def test_the_deck_has_26_cards_of_ten_kinds(players: int) -> None:
    """Every card lies in a hand or in the pile."""
    assert Counter(set_up(players).cards()) == {
        "good": 4,
        "lira5": 4,
        "move34": 4,
        "sultan2": 2,
        "post2": 2,
        "gem2": 2,
        "family": 2,
        "stay": 2,
        "assist": 2,
        "anygoods": 2,
    }
    assert len(DECK) == 26


@pytest.mark.rule("IST-015")
def test_the_deck_is_shuffled_before_a_card_is_dealt() -> None:
    """All 26 cards go into the shuffle while every hand is empty, and its outcome decides the hands."""
    state = ENGINE.resolve(ENGINE.setup(NAMES[:4], {}), [1]).state
    wanted = ENGINE.pending(state)

    assert isinstance(wanted, Shuffle)
    assert (wanted.purpose, Counter(wanted.items)) == ("bonus cards", Counter(DECK))
    assert [trader.hand for trader in state.traders] == [()] * 4
    one, other = set_up(2, deal=["stay", "gem2"]), set_up(2, deal=["good", "assist"])
    assert (one["Ann"].hand, other["Ann"].hand) == (("stay",), ("good",))


@pytest.mark.rule("IST-016")
@pytest.mark.parametrize(("players", "pile"), [(2, 24), (3, 23), (4, 22), (5, 21)])
def test_each_seat_is_dealt_the_top_card_in_turn_order(players: int, pile: int) -> None:
    """The rest is the draw pile, and nothing is discarded yet."""
    deck = ["good", "stay", "lira5", "gem2", "post2"]
    table = set_up(players, deal=deck)

    assert [trader.hand for trader in table.state.traders] == [(card,) for card in deck[:players]]
    assert (len(table.state.pile), len(table.state.discards)) == (pile, 0)
    assert table.state.pile[: 5 - players] == tuple(deck[players:])
    from_second = set_up(players, start=[2], deal=deck)
    assert (from_second["Bob"].hand, from_second["Ann"].hand) == (("good",), (deck[players - 1],))


def test_first_cards_are_shown_to_their_owners_alone() -> None:
    """Bob is told that Ann was dealt a card, not which; Ann is told the card."""
    table = set_up(2, deal=["stay", "gem2"])

    assert table.told("drew", "Ann") == [{"seat": 1, "cards": 1, "card": "stay"}, {"seat": 2, "cards": 1}]
    assert table.told("drew", "Bob") == [{"seat": 1, "cards": 1}, {"seat": 2, "cards": 1, "card": "gem2"}]
    assert table.told("drew") == [{"seat": 1, "cards": 1}, {"seat": 2, "cards": 1}]


@pytest.mark.rule("IST-017")
def test_every_player_has_a_colour_and_its_pieces() -> None:
    """Five colours, each with one merchant, five assistants, one family member and four goods indicators."""
    seats = set_up(5).view()["seats"]

    assert [seat["colour"] for seat in seats] == ["blue", "green", "red", "yellow", "white"]
    assert [seat["stack"] + len(seat["assistants"]) + seat["reserve"] for seat in seats] == [5] * 5
    assert [(seat["place"], seat["family"]) for seat in seats] == [(7, 12)] * 5
    assert [list(seat["goods"]) for seat in seats] == [["fabric", "spice", "fruit", "jewellery"]] * 5


@pytest.mark.rule("IST-018")
def test_merchants_start_at_the_fountain_on_four_assistants() -> None:
    """Nothing lies on the board; the fifth assistant waits."""
    seats = set_up(4).view()["seats"]
    found = [(seat["place"], seat["stack"], seat["assistants"], seat["reserve"]) for seat in seats]

    assert found == [(7, 4, [], 1)] * 4


@pytest.mark.rule("IST-019")
def test_family_members_start_at_the_police_station() -> None:
    """All three at 12."""
    assert set_up(3).view()["places"]["12"]["families"] == [1, 2, 3]


@pytest.mark.rule("IST-020")
def test_wheelbarrows_start_empty() -> None:
    """No goods, no extensions, room for two each, no rubies, no tiles."""
    for seat in set_up(3).view()["seats"]:
        assert seat["goods"] == {"fabric": 0, "spice": 0, "fruit": 0, "jewellery": 0}
        assert (seat["capacity"], seat["extensions"], seat["rubies"], seat["tiles"]) == (2, 0, 0, [])


@pytest.mark.rule("IST-021", "IST-022")
@pytest.mark.parametrize(("players", "stack"), [(2, [2, 4]), (3, [2, 3, 4]), (4, [2, 3, 4, 5]), (5, [2, 3, 4, 5])])
def test_each_mosque_has_two_stacks_with_the_cheapest_tile_on_top(players: int, stack: list[int]) -> None:
    """Red and green in the Small Mosque, blue and yellow in the Great one; 8, 12, 16 and 16 tiles."""
    mosques = set_up(players).view()["mosques"]

    assert mosques["14"]["stacks"] == {"red": stack, "green": stack}
    assert mosques["15"]["stacks"] == {"blue": stack, "yellow": stack}


@pytest.mark.rule("IST-023", "IST-024")
@pytest.mark.parametrize(("players", "rubies"), [(2, 2), (3, 3), (4, 4), (5, 4)])
def test_mosque_rubies_follow_the_player_count(players: int, rubies: int) -> None:
    """One for each player, but four with five players."""
    places = set_up(players).view()["places"]

    assert (places["14"]["rubies"], places["15"]["rubies"]) == (rubies, rubies)


@pytest.mark.rule("IST-025")
@pytest.mark.parametrize(("players", "extensions"), [(2, 6), (3, 9), (4, 12), (5, 15)])
def test_the_wainwright_has_a_ruby_and_three_extensions_for_each_player(players: int, extensions: int) -> None:
    """Rubies 2 to 5, extensions 6 to 15."""
    assert set_up(players).view()["wainwright"] == {"rubies": players, "extensions": extensions, "price": 7}


@pytest.mark.rule("IST-026")
@pytest.mark.parametrize(("players", "rubies", "price"), [(2, 9, 15), (3, 10, 14), (4, 12, 12), (5, 12, 12)])
def test_the_dealers_track_is_covered_from_its_end(players: int, rubies: int, price: int) -> None:
    """The first open number follows from the player count."""
    assert set_up(players).view()["dealer"] == {"rubies": rubies, "price": price}


@pytest.mark.rule("IST-027")
@pytest.mark.parametrize(("players", "rubies", "free"), [(2, 6, 1), (3, 6, 1), (4, 7, 0), (5, 7, 0)])
def test_the_sultans_track_is_covered_from_its_end(players: int, rubies: int, free: int) -> None:
    """The first delivery is one of each good, and one of any kind with two or three players."""
    needs = {"fabric": 1, "spice": 1, "fruit": 1, "jewellery": 1, "any": free, "total": 4 + free}

    assert set_up(players).view()["palace"] == {"rubies": rubies, "needs": needs}


@pytest.mark.rule("IST-028")
@pytest.mark.parametrize(("players", "rubies"), [(2, 21), (3, 25), (4, 31), (5, 32)])
def test_the_rubies_in_play(players: int, rubies: int) -> None:
    """All rubies on the board."""
    assert sum(place["rubies"] or 0 for place in set_up(players).view()["places"].values()) == rubies


@pytest.mark.rule("IST-029")
def test_the_mail_indicators_start_in_the_upper_row() -> None:
    """None is down; spice, fruit and two single Lira are open."""
    post = set_up(4).view()["post"]

    assert post == {"down": 0, "goods": {"fabric": 0, "spice": 1, "fruit": 1, "jewellery": 0}, "lira": 2}


def demand_tiles(place: str) -> set[str]:
    """Return all demand tiles of a market, in force or not yet seen."""
    market = set_up(4).view()["markets"][place]
    return {"/".join(map(str, tile.values())) for tile in (market["demand"], *market["unseen"])}


@pytest.mark.rule("IST-030", "IST-031")
def test_each_market_has_five_demand_tiles_of_five_goods() -> None:
    """Dark tiles at the Large Market, light ones at the Small Market."""
    assert demand_tiles("10") == {"2/1/0/2", "1/1/0/3", "2/0/1/2", "1/0/1/3", "1/1/1/2"}
    assert demand_tiles("11") == {"1/1/2/1", "1/2/1/1", "1/3/1/0", "1/2/2/0", "0/2/2/1"}
    assert {sum(map(int, tile.split("/"))) for tile in demand_tiles("10") | demand_tiles("11")} == {5}


@pytest.mark.rule("IST-032")
def test_the_demand_tiles_are_shuffled_for_each_market() -> None:
    """The first of each outcome is in force, four lie below."""
    table = set_up(4, large=["1/1/1/2"], small=["0/2/2/1"])
    markets = table.view()["markets"]

    assert markets["10"]["demand"] == {"fabric": 1, "spice": 1, "fruit": 1, "jewellery": 2}
    assert markets["11"]["demand"] == {"fabric": 0, "spice": 2, "fruit": 2, "jewellery": 1}
    assert [len(markets[place]["unseen"]) for place in ("10", "11")] == [4, 4]
    assert [len(market["below"]) for market in markets.values()] == [0, 0]


@pytest.mark.rule("IST-041")
def test_governor_and_smuggler_are_rolled_for_separately() -> None:
    """2+3 puts the Governor on 5, 6+4 the Smuggler on 10."""
    view = set_up(4, governor=[2, 3], smuggler=[6, 4]).view()

    assert (view["governor"], view["smuggler"]) == (5, 10)


@pytest.mark.rule("IST-042")
def test_both_tokens_may_start_on_one_place() -> None:
    """Equal rolls put both on the Fountain."""
    place = set_up(4, governor=[3, 4], smuggler=[3, 4]).view()["places"]["7"]

    assert (place["governor"], place["smuggler"]) == (True, True)


@pytest.mark.rule("IST-043")
@pytest.mark.parametrize(("layout", "cell"), [("short", 2), ("long", 10)])
def test_a_roll_means_the_place_with_that_number(layout: str, cell: int) -> None:
    """1+4 is place 5, on cell 2 of the short board and on cell 10 of the long one."""
    table = set_up(4, layout, governor=[1, 4])

    assert table.state.bazaar.governor == 5
    assert table.state.layout.index(5) + 1 == cell


@pytest.mark.rule("IST-044")
def test_a_roll_never_leads_to_places_1_and_13_to_16() -> None:
    """All 36 rolls of the Governor, counted by the place that they lead to."""
    targets = Counter(
        set_up(2, governor=[first, second]).state.bazaar.governor for first, second in product(range(1, 7), repeat=2)
    )

    assert targets == {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}


@pytest.mark.rule("IST-045")
def test_two_players_meet_three_neutral_merchants() -> None:
    """One each at both mosques and the Dealer, in the colours that nobody took; with more players none."""
    view = set_up(2).view()

    assert view["neutrals"] == [
        {"colour": "red", "place": 14},
        {"colour": "yellow", "place": 15},
        {"colour": "white", "place": 16},
    ]
    assert [seat["colour"] for seat in view["seats"]] == ["blue", "green"]
    assert [view["places"][place]["neutrals"] for place in ("14", "15", "16")] == [["red"], ["yellow"], ["white"]]
    assert [set_up(players).view()["neutrals"] for players in (3, 4, 5)] == [[], [], []]


@pytest.mark.rule("IST-046", "IST-503")
def test_neutral_merchants_have_neither_assistants_nor_family() -> None:
    """Two stacks and two family members, all of the players' colours; no option brings more."""
    view = set_up(2).view()

    assert [seat["stack"] for seat in view["seats"]] == [4, 4]
    assert [place["families"] for place in view["places"].values() if place["families"]] == [[1, 2]]
    assert [place["assistants"] for place in view["places"].values() if place["assistants"]] == []
    assert [option.name for option in ENGINE.options] == ["layout"]


@pytest.mark.rule("IST-047")
def test_the_ruby_target_is_six_for_two_and_five_for_more() -> None:
    """6, 5, 5, 5."""
    assert [set_up(players).view()["target"] for players in (2, 3, 4, 5)] == [6, 5, 5, 5]


@pytest.mark.rule("IST-048")
def test_the_coins_never_run_out() -> None:
    """Ann is paid 25 Lira although the players hold the 225 of the box."""
    table = Table().trader("Ann", goods="2 fabric 1 spice 2 jewellery", lira=25).demand(10, "2/1/0/2")
    table.trader("Bob", lira=100).trader("Cem", lira=100).acts(10).do("sell 2 fabric 1 spice 2 jewellery")

    assert table["Ann"].lira == 50


def test_outcomes_that_cannot_be_are_not_accepted() -> None:
    """A die shows 1 to its sides, and a shuffle keeps its items."""
    state = ENGINE.setup(NAMES[:4], {})
    for outcome in ([5], [0], [1, 1], [], ["1"], [True]):
        with pytest.raises(ValueError, match="start player"):
            ENGINE.resolve(state, outcome)
    dealing = ENGINE.resolve(state, [1]).state
    with pytest.raises(ValueError, match="bonus cards"):
        ENGINE.resolve(dealing, [*DECK[:-1], "good"])
    with pytest.raises(ValueError, match="pending"):
        ENGINE.resolve(Table().state, [1])


def test_nobody_is_asked_during_the_setup() -> None:
    """Before the last roll no seat has orders."""
    state = ENGINE.setup(NAMES[:2], {})

    assert [list(ENGINE.legal(state, seat)) for seat in (1, 2)] == [[], []]
    with pytest.raises(Illegal) as refused:
        ENGINE.parse(state, 1, "move 5")
    assert (refused.value.code, refused.value.facts) == ("not_your_turn", {"seat": None})
