"""Setup: players, stocks, caravans, cards and cameleers."""

from __future__ import annotations

import pytest

from engines.api import Illegal, Shuffle
from engines.silkroad import ENGINE
from engines.silkroad.board import token
from engines.silkroad.caravans import new_destination
from engines.silkroad.names import COLOURS, GOODS
from tests.engines.silkroad.silkroad_table import BOARD, Table

JEWELS = ["red", "blue", "blue", "green", "violet", "yellow"]


def other_jewels(first: list[str]) -> list[str]:
    """Return a shuffle of the whole bag that begins with these jewels."""
    rest = [colour for colour in COLOURS for _ in range(4)]
    for colour in first:
        rest.remove(colour)
    return [*first, *rest]


@pytest.mark.rule("SLK-001")
@pytest.mark.parametrize("names", [["Ann"], ["Ann", "Bob", "Cem", "Dia", "Eli", "Fay"]])
def test_a_match_of_one_or_six_is_refused(names: list[str]) -> None:
    """Only two to five players can play."""
    with pytest.raises(Illegal) as caught:
        ENGINE.setup(names, {})

    assert caught.value.reason == "player_count"
    assert caught.value.facts == {"players": len(names), "fewest": 2, "most": 5}


@pytest.mark.rule("SLK-001")
@pytest.mark.parametrize("letters", ["AB", "ABC", "ABCD", "ABCDE"])
def test_a_match_of_two_to_five_is_accepted(letters: str) -> None:
    """Two, three, four and five names are accepted, and seats say so."""
    assert len(Table.fresh(letters).state.players) == len(letters)
    assert ENGINE.seats == range(2, 6)


@pytest.mark.rule("SLK-002")
@pytest.mark.parametrize("letters", ["AB", "ABCDE"])
def test_there_are_fourteen_cards_of_each_good(letters: str) -> None:
    """Hands, open cards and pile hold 70 cards, 14 of each of the five goods."""
    state = Table.fresh(letters).state
    lying = [*state.open, *state.pile, *state.discards]
    totals = [lying.count(good) + sum(one.hand[good] + one.display[good] for one in state.players) for good in range(5)]

    assert totals == [14, 14, 14, 14, 14]
    assert GOODS == ("silk", "ivory", "spices", "porcelain", "tea")


@pytest.mark.rule("SLK-003")
def test_every_good_has_two_camels_whose_numbers_add_up_to_eleven() -> None:
    """Silk 10 and 1, spices 9 and 2, ivory 8 and 3, porcelain 7 and 4, tea 6 and 5."""
    table = {
        good: [camel for camel in range(1, 11) if BOARD.goods[camel] == number] for number, good in enumerate(GOODS)
    }

    assert table == {"silk": [1, 10], "ivory": [3, 8], "spices": [2, 9], "porcelain": [4, 7], "tea": [5, 6]}
    assert {sum(camels) for camels in table.values()} == {11}


@pytest.mark.rule("SLK-005")
def test_the_bag_holds_twenty_jewels_before_the_first_is_drawn() -> None:
    """20 jewels in the bag's shuffle, 4 of each colour; 10 colourless jewels, 6 markers; nobody owns any."""
    state = ENGINE.setup(["Ann", "Bob"], {})
    for outcome in (list(range(1, 11)), [1, 2, 3, 4, 5]):
        state = ENGINE.resolve(state, outcome).state
    wanted = ENGINE.pending(state)
    view = ENGINE.view(state, None)

    assert isinstance(wanted, Shuffle)
    assert wanted.purpose == "jewels"
    assert {colour: wanted.items.count(colour) for colour in wanted.items} == dict.fromkeys(
        ("blue", "yellow", "green", "red", "violet"), 4
    )
    assert (view["colourless"], view["markers"]) == (10, 6)
    assert all(one.jewels == (0,) * 5 and one.colourless == one.markers == 0 for one in state.players)


@pytest.mark.rule("SLK-006")
def test_camels_are_dealt_one_two_three_and_four_wait_in_a_row() -> None:
    """The shuffled camels go to Tashkent, Amritsa and Chang'an in turn; the next one is the front of the row."""
    table = Table.fresh("AB", camels=[9, 7, 6, 10, 3, 1, 5, 8, 4, 2])

    assert [(table.place_of(size), table.camels(size)) for size in (1, 2, 3)] == [
        ("Tashkent", [9]),
        ("Amritsa", [7, 6]),
        ("Chang'an", [10, 3, 1]),
    ]
    assert table.state.row == (5, 8, 4, 2)
    assert [table.board.goods[camel] for camel in (9, 7, 6, 10, 3, 1)] == [2, 3, 4, 0, 1, 0]
    assert [table.board.goods[camel] for camel in (5, 8, 4, 2)] == [4, 1, 3, 2]
    assert table.told("camels_dealt")[0]["row"] == [5, 8, 4, 2]


@pytest.mark.rule("SLK-007")
def test_the_first_destinations_are_fixed() -> None:
    """Yspahan has 1 jewel, Samarkand 2, Byzanz 3, the other cities none."""
    cities = [place for place in Table.fresh("AB").view()["places"] if place["zone"] == "city"]

    assert {city["name"]: len(city["jewels"]) for city in cities} == {
        "Byzanz": 3,
        "Samarkand": 2,
        "Tashkent": 0,
        "Chang'an": 0,
        "Amritsa": 0,
        "Yspahan": 1,
    }


@pytest.mark.rule("SLK-008")
def test_the_first_jewels_follow_the_shuffle() -> None:
    """Different shuffles put different colours on the board; 14 jewels stay in the bag."""
    one = Table.fresh("AB", jewels=other_jewels(JEWELS))
    two = Table.fresh("AB", jewels=other_jewels(JEWELS[::-1]))

    assert [one.jewels_at(size) for size in (1, 2, 3)] == [["red"], ["blue", "blue"], ["yellow", "green", "violet"]]
    assert [two.jewels_at(size) for size in (1, 2, 3)] == [["yellow"], ["green", "violet"], ["blue", "blue", "red"]]
    assert (len(one.state.bag), len(two.state.bag)) == (14, 14)


@pytest.mark.rule("SLK-009")
def test_the_first_destinations_are_what_counting_empty_cities_gives() -> None:
    """1, 2 and 3 empty cities clockwise from Tashkent, Amritsa and Chang'an give Yspahan, Samarkand and Byzanz."""
    starts = [BOARD.place(name) for name in ("tashkent", "amritsa", "changan")]
    taken, found = set(starts), []
    for size, start in enumerate(starts, 1):
        found.append(new_destination(start, size, taken, BOARD.cities))
        taken.add(found[-1])

    assert [BOARD.names[city] for city in found] == ["Yspahan", "Samarkand", "Byzanz"]


@pytest.mark.rule("SLK-010", "SLK-011")
@pytest.mark.parametrize(("letters", "pile"), [("AB", 59), ("ABC", 55), ("ABCD", 51), ("ABCDE", 47)])
def test_four_cards_a_hand_three_open_and_the_rest_is_the_pile(letters: str, pile: int) -> None:
    """4 cards in each hand, 3 open; displays and discard pile are empty."""
    table = Table.fresh(letters)

    assert [sum(one.hand) for one in table.state.players] == [4] * len(letters)
    assert table.stocks() == (3, pile, 0)
    assert table.displays() == {letter: {} for letter in letters}


@pytest.mark.rule("SLK-010")
def test_cards_are_dealt_from_the_top_of_the_shuffle() -> None:
    """The first four cards are seat 1's, four more seat 2's, then three lie open, and the next is the pile's top."""
    first = ["silk"] * 4 + ["tea"] * 4 + ["ivory", "spices", "porcelain"] + ["tea"]
    rest = [good for good in GOODS for _ in range(14)]
    for good in first:
        rest.remove(good)
    table = Table.fresh("AB", cards=first + rest)

    assert (table.hand_of("A"), table.hand_of("B")) == ({"silk": 4}, {"tea": 4})
    assert table.open_cards() == ["ivory", "spices", "porcelain"]
    assert GOODS[table.state.pile[0]] == "tea"
    assert table.told("cards_dealt", "A") == [
        {"seat": 1, "count": 4, "hand": {"silk": 4}},
        {"seat": 2, "count": 4},
    ]


@pytest.mark.rule("SLK-012")
@pytest.mark.parametrize(
    ("letters", "dealt"),
    [("AB", "A5 B3"), ("ABC", "A5 B3 C1"), ("ABCD", "A5 B3 C1 D2"), ("ABCDE", "A5 B3 C1 D2 E4")],
)
def test_all_five_cameleers_are_shuffled_whatever_the_number_of_players(letters: str, dealt: str) -> None:
    """Each player gets one of five; 3, 2, 1 or 0 are left out, and a match of 2 can hold a 5."""
    table = Table.fresh(letters, cameleers=[5, 3, 1, 2, 4])

    assert table.cameleers_now() == dealt
    assert len(table.state.players) == len(letters)


@pytest.mark.rule("SLK-013")
def test_the_lowest_cameleer_begins() -> None:
    """With A3 B5 C2 D4 the first turn is C's."""
    table = Table.fresh("ABCD", cameleers=[3, 5, 2, 4, 1])

    assert (table.asked(), table.prompt()) == ("C", "lay")


@pytest.mark.rule("SLK-014")
@pytest.mark.parametrize("letters", ["AB", "ABCDE"])
def test_the_board_is_set_up_alike_for_two_and_five(letters: str) -> None:
    """6 jewels on the board, 14 in the bag, caravans of 1, 2 and 3, a row of 4 and 3 open cards."""
    view = Table.fresh(letters).view()

    assert sum(len(place["jewels"]) for place in view["places"]) == 6
    assert view["bag"] == 14
    assert [len(caravan["camels"]) for caravan in view["caravans"]] == [1, 2, 3]
    assert (len(view["row"]), len(view["open"])) == (4, 3)


@pytest.mark.rule("SLK-015")
def test_the_printed_actions_are_used_without_options() -> None:
    """Otrar has robbers, Turfan baksheesh, Dunhuang customs."""
    actions = {place["name"]: place["action"] for place in Table.fresh("AB").view()["places"]}

    assert (actions["Otrar"], actions["Turfan"], actions["Dunhuang"]) == ("robbers", "baksheesh", "customs")
    assert Table.fresh("AB", {"actions": "printed"}).state == Table.fresh("AB").state
    assert ENGINE.options[0].default == "printed"


def tiles(first: str) -> list[str]:
    """Return the 22 tiles in an order that lays `first` on Otrar."""
    printed = [village.action for village in BOARD.roads.villages]
    otrar = BOARD.place("otrar") - BOARD.cities
    other = printed.index(first)
    printed[otrar], printed[other] = printed[other], printed[otrar]
    return printed


@pytest.mark.rule("SLK-016")
def test_shuffled_tiles_lie_one_on_each_village() -> None:
    """22 tiles: two each of the small markets, black market, bazaar and robbers, one each of the other kinds."""
    state = ENGINE.setup(["Ann", "Bob"], {"actions": "shuffled"})
    wanted = ENGINE.pending(state)
    table = Table.fresh("AB", {"actions": "shuffled"}, tiles=tiles("customs"))
    places = table.view()["places"]
    laid = [place["action"] for place in places if place["zone"] != "city"]
    twice = ["small_silk", "small_ivory", "small_spices", "small_porcelain", "small_tea", "black_market", "bazaar"]
    once = ["camels_1", "camels_2", "camels_3", "customs", "sandstorm", "baksheesh"]

    assert isinstance(wanted, Shuffle)
    assert (wanted.purpose, len(wanted.items)) == ("tiles", 22)
    assert len(laid) == 22
    assert laid == tiles("customs")
    assert {kind: laid.count(kind) for kind in laid} == {
        **dict.fromkeys([*twice, "robbers"], 2),
        **dict.fromkeys(once, 1),
    }
    assert table.told("tiles_laid")[0]["tiles"][15] == {"place": "Otrar", "action": "customs"}


@pytest.mark.rule("SLK-017")
def test_shuffled_tiles_change_nothing_but_the_actions() -> None:
    """With the customs tile on Otrar, customs is performed there; distances and signposts stay."""
    table = Table.fresh("AB", {"actions": "shuffled"}, tiles=tiles("customs"))
    reach = table.view()["caravans"][0]["reach"]
    arrivals = [step["cards"] for step in reach if any(end["name"] == "Yspahan" for end in step["ends"])]
    merw = next(place for place in table.view()["places"] if place["name"] == "Merw")
    mover = table.asked()
    table.do(mover, f"move 1 otrar 1 {next(iter(table.hand_of(mover)))}", "draw pile")
    if table.prompt() == "extra":
        table.do(mover, "pass")

    assert (min(arrivals), max(arrivals)) == (10, 12)
    assert merw["signpost"] == "Samarkand"
    assert [event["action"] for event in table.told("moved")] == ["customs"]
    assert [event["action"] for event in table.told("void")] == ["customs"]
    assert "robbers_came" not in table.kinds()


@pytest.mark.parametrize(
    ("options", "reason", "facts"),
    [
        ({"colour": "red"}, "unknown_option", {"option": "colour", "options": ["actions", "map"]}),
        (
            {"actions": "mixed"},
            "option_value",
            {"option": "actions", "value": "mixed", "values": ["printed", "shuffled"]},
        ),
    ],
)
def test_an_option_that_is_not_printed_is_refused(options: dict[str, str], reason: str, facts: object) -> None:
    """Only `actions` and `map` exist, and `actions` has two values."""
    with pytest.raises(Illegal) as caught:
        ENGINE.setup(["Ann", "Bob"], options)

    assert (caught.value.reason, caught.value.facts) == (reason, facts)


def test_place_words_are_letters_only() -> None:
    """Orders write Chang'an as changan."""
    assert token("Chang'an") == "changan"
