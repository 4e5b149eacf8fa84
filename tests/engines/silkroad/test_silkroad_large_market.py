"""Large markets: who sells, what it costs, ties, declines, and the caravan that follows."""

from __future__ import annotations

from itertools import product

import pytest

from engines.silkroad.caravans import new_destination
from tests.engines.silkroad.silkroad_table import BOARD, Table


def market(letters: str, camels: list[int], jewels: str, size: int | None = None) -> Table:
    """Return a table whose first seat has brought a caravan with these camels into its city, one card still to draw.

    The hands are empty of cards that could matter, the row holds the other camels.
    """
    size = size or len(camels)
    city = {1: "yspahan", 2: "samarkand", 3: "byzanz"}[size]
    other = {1: [9], 2: [7, 6], 3: [10, 3, 1]}
    free = [camel for camel in range(1, 11) if camel not in camels]
    table = Table(letters)
    for number in other:
        if number != size:
            taken, free = free[:number], free[number:]
            table.caravan(number, taken, at={1: "kaschgar", 2: "kabul", 3: "dunhuang"}[number], to=_BOUND[number])
    return table.caravan(size, camels, at=city, to=city, jewels=jewels).row(*free)


_BOUND = {1: "yspahan", 2: "samarkand", 3: "byzanz"}


def opened(table: Table) -> Table:
    """Let the market begin."""
    size = next(number for number in (1, 2, 3) if table.place_of(number) == table.bound_for(number))
    return table.arrived(size).act()


@pytest.mark.rule("SLK-091")
def test_a_caravan_in_its_destination_starts_a_large_market_after_the_draw() -> None:
    """A lays a silk from Yazd, draws 1 card, then tea 5 is offered for 1 jewel."""
    table = Table("AB").hand("A", "silk").lay_out(B="tea").caravan(1, [5], at="yazd", to="yspahan", jewels="red")
    table.do("A", "move 1 yspahan 1 silk")
    assert table.prompt() == "draw"
    table.do("A", "draw pile")

    assert table.told("market_opened") == [
        {
            "seat": 1,
            "market": "large",
            "caravan": 1,
            "place": "Yspahan",
            "camels": [5],
            "goods": ["tea"],
            "jewels": ["red"],
        }
    ]
    assert (table.asked(), table.prompt()) == ("B", "sell")


@pytest.mark.rule("SLK-092")
def test_example_each_camel_is_one_sale_highest_first() -> None:
    """Rulebook, Large market day: silk 10, then ivory 3, then silk 1."""
    table = market("HGK", [10, 3, 1], "3 red").lay_out(H="silk, ivory", G="2 silk").cameleers("H3 G2 K1")
    opened(table).do("G", "sell").do("H", "sell").do("H", "sell")

    assert [(event["camel"], event["good"], event["seat"]) for event in table.told("sold")] == [
        (10, "silk", 2),
        (3, "ivory", 1),
        (1, "silk", 1),
    ]


@pytest.mark.rule("SLK-093")
def test_most_cards_sell_whoever_moved() -> None:
    """Silk A1 B3 C2, A moved: B sells, discards 2 and keeps 1."""
    table = opened(market("ABC", [10], "red").lay_out(A="silk", B="3 silk", C="2 silk"))

    assert table.asked() == "B"
    table.do("B", "sell")
    assert table.laid_out("silk") == "A1 B1 C2"
    assert table.told("sold")[0] == {
        "seat": 2,
        "camel": 10,
        "good": "silk",
        "discarded": 2,
        "kept": 1,
        "market": "large",
    }
    assert table.jewels_of("B") == {"red": 1}


def example() -> Table:
    """Return the rulebook's large market of caravan 3 with Helmut, Gerd, Katharina and Sabine."""
    table = market("HGKS", [10, 3, 1], "blue red green").lay_out(H="3 silk", G="3 silk", K="3 silk")
    return opened(table.cameleers("H4 G2 K1 S3"))


@pytest.mark.rule("SLK-094")
def test_example_helmut_sells_silk_10_with_the_highest_cameleer_of_the_tie() -> None:
    """Rulebook, Large market day: Helmut discards 2, picks 1 of 3 jewels and swaps his 4 for Katharina's 1."""
    table = example()
    assert table.asked() == "H"
    table.do("H", "sell red")

    assert table.display_of("H") == {"silk": 1}
    assert table.jewels_of("H") == {"red": 1}
    assert table.jewels_at(3) == ["blue", "green"]
    assert table.cameleers_now() == "H1 G2 K4 S3"
    assert table.told("cameleers_swapped") == [
        {"seat": 1, "cameleer": 1, "partner": 3, "partner_cameleer": 4},
    ]


@pytest.mark.rule("SLK-095")
def test_example_ivory_finds_no_customer() -> None:
    """Rulebook, Large market day: nobody has ivory: no sale, 2 jewels stay, no cameleer changes hands."""
    table = example().do("H", "sell red")

    assert table.told("unsold") == [{"market": "large", "camel": 3, "good": "ivory", "declined": []}]
    assert table.jewels_at(3) == ["blue", "green"]
    assert table.cameleers_now() == "H1 G2 K4 S3"
    assert table.asked() == "K"


@pytest.mark.rule("SLK-096")
def test_example_katharina_sells_silk_1_with_the_swapped_cameleer() -> None:
    """Rulebook, Large market day: she discards 2, takes 1 of 2 jewels, swaps with Gerd; the last jewel is removed."""
    table = example().do("H", "sell red").do("K", "sell green")

    assert table.display_of("K") == {"silk": 1}
    assert table.jewels_of("K") == {"green": 1}
    assert table.cameleers_now() == "H1 G4 K2 S3"
    assert table.told("jewels_removed") == [{"place": "Byzanz", "jewels": ["blue"]}]
    assert table.laid_out("silk") == "H1 G3 K1 S0"
    assert table.asked() == "G"


@pytest.mark.rule("SLK-097")
@pytest.mark.parametrize(
    ("cards", "discarded", "kept"),
    [(1, 1, 0), (2, 1, 1), (3, 2, 1), (4, 2, 2), (5, 3, 2), (6, 3, 3), (7, 4, 3)],
)
def test_half_of_the_cards_are_discarded_rounded_up(cards: int, discarded: int, kept: int) -> None:
    """1, 1, 2, 2, 3, 3, 4 of 1 to 7 tea go, the others stay."""
    table = opened(market("AB", [5], "red").lay_out(A=f"{cards} tea")).do("A", "sell")

    assert table.display_of("A").get("tea", 0) == kept
    assert table.discarded() == ["tea"] * discarded


@pytest.mark.rule("SLK-098")
def test_sold_cards_go_to_the_discard_pile_and_others_stay() -> None:
    """A sells tea: A keeps 2 tea and 2 silk, B 3 tea; the pile of 5 has 7."""
    table = market("AB", [5], "red").lay_out(A="4 tea, 2 silk", B="3 tea").discards("5 ivory")
    opened(table).do("A", "sell")

    assert table.displays() == {"A": {"silk": 2, "tea": 2}, "B": {"tea": 3}}
    assert table.discarded() == ["ivory"] * 5 + ["tea"] * 2


@pytest.mark.rule("SLK-099")
def test_the_seller_takes_whichever_jewel_he_likes() -> None:
    """Of blue, red, red A may take blue or red; after blue B can have red only."""
    table = market("AB", [10, 6, 3], "blue red red").lay_out(A="silk", B="tea")
    opened(table)
    assert table.choices("A") == ["sell blue", "sell red", "sell", "pass"]
    table.do("A", "sell blue")

    assert table.asked() == "B"
    assert table.choices("B") == ["sell", "pass"]
    refusal = table.refused("B", "sell blue")
    assert (refusal.reason, refusal.facts) == ("no_such_jewel", {"colour": "blue", "jewels": ["red", "red"]})
    table.do("B", "sell")
    assert (table.jewels_of("A"), table.jewels_of("B")) == ({"blue": 1}, {"red": 1})


@pytest.mark.rule("SLK-099")
def test_the_jewel_may_be_chosen_after_the_sale() -> None:
    """A sale without a colour asks for it; then the swap and the camel follow."""
    table = market("AB", [10, 6], "blue red").lay_out(A="silk", B="silk").cameleers("A4 B2")
    opened(table).do("A", "sell")

    assert (table.prompt(), table.asked(), table.choices("A")) == ("jewel", "A", ["jewel blue", "jewel red"])
    assert (table.cameleers_now(), table.camels(2)) == ("A4 B2", [10, 6])
    table.do("A", "jewel red")
    assert (table.jewels_of("A"), table.cameleers_now()) == ({"red": 1}, "A2 B4")
    assert "cameleers_swapped" in table.kinds()


@pytest.mark.rule("SLK-100")
def test_a_player_without_the_good_is_not_asked() -> None:
    """Only C has tea, so only C is asked, lowest cameleer or not."""
    table = opened(market("ABC", [5], "red").lay_out(C="tea").cameleers("A5 B4 C1"))

    assert table.asked() == "C"
    table.do("C", "pass")
    assert table.told("unsold")[0]["declined"] == [3]
    assert table.prompt() == "lay"


TIES = {
    "SLK-111": ("ABC", 10, "silk", "A4 B2 C2", "A1 B3 C5", "A", 2, "A1 B3 C5"),
    "SLK-112": ("ABCD", 7, "porcelain", "A2 B4 C4 D1", "A5 B3 C2 D4", "B", 2, "A5 B2 C3 D4"),
    "SLK-113": ("ABCD", 5, "tea", "A2 B2 C2 D1", "A3 B5 C2 D1", "B", 1, "A3 B2 C5 D1"),
    "SLK-114": ("ABCD", 8, "ivory", "A3 B3 C3 D3", "A2 B5 C1 D3", "B", 2, "A2 B1 C5 D3"),
    "SLK-115": ("ABCDE", 9, "spices", "A1 B1 C1 D1 E1", "A1 B2 C3 D4 E5", "E", 1, "A5 B2 C3 D4 E1"),
    "SLK-116": ("ABCDE", 10, "silk", "A2 B2 C2 D2 E1", "A4 B3 C5 D2 E1", "C", 1, "A4 B3 C2 D5 E1"),
}


def tie(case: tuple[str, int, str, str, str, str, int, str]) -> None:
    """Assert who sells, how many cards go and who holds which cameleer afterwards."""
    letters, camel, good, cards, cameleers, seller, discarded, after = case
    table = market(letters, [camel], "red").lay_out(
        **{part[0]: f"{part[1]} {good}" for part in cards.split()},
    )
    opened(table.cameleers(cameleers))
    assert table.asked() == seller
    table.do(seller, "sell")

    assert table.discarded() == [good] * discarded
    assert table.jewels_of(seller) == {"red": 1}
    assert table.cameleers_now() == after
    held = {part[0]: int(part[1]) for part in cards.split()}
    assert {letter: table.display_of(letter).get(good, 0) for letter in letters} == {
        letter: held[letter] - (discarded if letter == seller else 0) for letter in letters
    }


@pytest.mark.rule("SLK-111")
def test_without_a_tie_for_most_cards_nobody_swaps() -> None:
    """A sells alone; those tied behind keep their cameleers."""
    tie(TIES["SLK-111"])


@pytest.mark.rule("SLK-112")
def test_two_tied_swap() -> None:
    """B sells and swaps with C; A and D keep theirs."""
    tie(TIES["SLK-112"])


@pytest.mark.rule("SLK-113")
def test_of_three_tied_the_highest_and_the_lowest_swap() -> None:
    """B and C swap, A in the middle and D outside keep theirs."""
    tie(TIES["SLK-113"])


@pytest.mark.rule("SLK-114")
def test_of_four_tied_the_highest_and_the_lowest_swap() -> None:
    """B and C swap, A and D keep theirs."""
    tie(TIES["SLK-114"])


@pytest.mark.rule("SLK-115")
def test_of_five_tied_five_and_one_change_places() -> None:
    """E and A swap."""
    tie(TIES["SLK-115"])


@pytest.mark.rule("SLK-116")
def test_a_fifth_player_outside_the_tie_keeps_the_lowest_cameleer() -> None:
    """C and D swap, E keeps the 1."""
    tie(TIES["SLK-116"])


@pytest.mark.rule("SLK-117")
def test_a_swap_can_decide_the_next_sale() -> None:
    """A sells silk and gets the 1; then B sells tea with the 2 and gives it back."""
    table = market("AB", [10, 6], "blue red").lay_out(A="silk, tea", B="silk, tea").cameleers("A2 B1")
    opened(table).do("A", "sell blue")
    assert (table.cameleers_now(), table.asked()) == ("A1 B2", "B")
    table.do("B", "sell")

    assert table.cameleers_now() == "A2 B1"
    assert [event["seat"] for event in table.told("sold")] == [1, 2]


@pytest.mark.rule("SLK-121")
def test_example_camels_return_in_the_order_of_sale_and_the_front_ones_start() -> None:
    """Rulebook, Large market day: tea 5, tea 6, porcelain 4 start; spices 9, silk 10, ivory 3, silk 1 wait."""
    table = Table("HGKS").caravan(3, [10, 3, 1], at="byzanz", to="byzanz", jewels="3 red")
    table.caravan(2, [8, 7], at="kabul", to="samarkand").caravan(1, [2], at="kaschgar", to="yspahan").row(5, 6, 4, 9)
    table.lay_out(H="3 silk", G="3 silk", K="3 silk").cameleers("H4 G2 K1 S5")
    table.arrived(3).act().do("H", "sell").do("K", "sell")

    assert (table.place_of(3), table.camels(3)) == ("Byzanz", [6, 5, 4])
    assert table.state.row == (9, 10, 3, 1)
    assert table.told("caravan_started")[0]["camels"] == [5, 6, 4]
    assert table.told("caravan_started")[0]["goods"] == ["tea", "tea", "porcelain"]


@pytest.mark.rule("SLK-122")
def test_an_unsold_camel_goes_back_in_its_place_in_the_order() -> None:
    """Nobody has silk, B sells ivory: the row is the old 4, then silk 10, then ivory 8."""
    table = market("AB", [10, 8], "blue red").lay_out(B="ivory").caravan(3, [3, 2, 1], at="dunhuang", to="byzanz")
    table.caravan(1, [4], at="kaschgar", to="yspahan").row(5, 6, 7, 9)
    opened(table)
    assert (table.state.row, table.asked()) == ((5, 6, 7, 9, 10), "B")
    table.do("B", "sell red")

    assert table.camels(2) == [6, 5]
    assert table.state.row == (7, 9, 10, 8)


@pytest.mark.rule("SLK-123")
@pytest.mark.parametrize(("size", "camels"), [(1, [10]), (2, [10, 3]), (3, [10, 3, 1])])
def test_a_camel_just_returned_never_joins_the_new_caravan(size: int, camels: list[int]) -> None:
    """The new caravan takes the first of the old four; ten camels in all, four in the row again."""
    table = market("AB", camels, "red, " * size)
    old = table.state.row
    opened(table)

    assert table.camels(size) == sorted(old[:size], reverse=True)
    assert table.state.row == (*old[size:], *camels)
    assert len(table.state.row) == 4
    assert sorted([*table.state.row, *table.camels(1), *table.camels(2), *table.camels(3)]) == list(range(1, 11))


@pytest.mark.rule("SLK-124")
def test_cities_with_jewels_are_not_empty() -> None:
    """From Yspahan Byzanz and Samarkand are passed over: Tashkent."""
    table = opened(market("AB", [10], "red"))

    assert (table.place_of(1), table.bound_for(1)) == ("Yspahan", "Tashkent")
    assert table.told("caravan_started")[0]["destination"] == "Tashkent"


@pytest.mark.rule("SLK-125")
def test_a_city_with_another_caravan_is_not_empty() -> None:
    """From Samarkand: Tashkent 1, Chang'an passed over, Amritsa 2."""
    table = market("AB", [7, 6], "red blue")
    table.caravan(3, [10, 3, 1], at="changan", to="byzanz").caravan(1, [9], at="kaschgar", to="yspahan").row(2, 4, 5, 8)

    assert opened(table).bound_for(2) == "Amritsa"


@pytest.mark.rule("SLK-126")
def test_example_the_count_goes_round_where_there_are_too_few_empty_cities() -> None:
    """Rulebook, Large market day: Chang'an, Yspahan, Chang'an."""
    table = market("HG", [10, 3, 1], "3 red")
    table.caravan(2, [7, 6], at="tashkent", to="samarkand").caravan(1, [9], at="kaschgar", to="amritsa")
    table.row(2, 4, 5, 8)

    assert opened(table).bound_for(3) == "Chang'an"


@pytest.mark.rule("SLK-127")
def test_the_new_caravans_own_city_is_not_counted() -> None:
    """Only Chang'an is empty and counts three times; Byzanz never counts."""
    table = market("AB", [10, 3, 1], "3 red")
    table.caravan(1, [9], at="tashkent", to="yspahan").caravan(2, [7, 6], at="amritsa", to="samarkand").row(2, 4, 5, 8)

    assert opened(table).bound_for(3) == "Chang'an"
    assert new_destination(0, 3, {0}, 6) == 3
    assert [new_destination(0, size, {1, 2, 4, 5}, 6) for size in (1, 2, 3)] == [3, 3, 3]


@pytest.mark.rule("SLK-128")
def test_there_is_always_an_empty_city() -> None:
    """Own city, two other caravans and two other destinations leave at least one of six, whichever they are."""
    cities = range(BOARD.cities)
    for own, *taken in product(cities, repeat=5):
        destination = new_destination(own, 3, {own, *taken}, BOARD.cities)
        assert destination not in {own, *taken}


@pytest.mark.rule("SLK-129")
def test_the_new_destination_is_stocked_from_the_bag() -> None:
    """Three jewels in the order of the bag's shuffle go to Chang'an and are public; the bag has 11."""
    table = market("AB", [10, 3, 1], "3 red").bag("violet, blue, yellow, 4 green, 4 blue, 3 yellow")
    table.caravan(2, [7, 6], at="tashkent", to="samarkand").caravan(1, [9], at="kaschgar", to="amritsa")
    table.row(2, 4, 5, 8)
    opened(table)

    assert sorted(table.jewels_at(3)) == ["blue", "violet", "yellow"]
    changan = next(place for place in table.view("B")["places"] if place["name"] == "Chang'an")
    assert sorted(changan["jewels"]) == ["blue", "violet", "yellow"]
    assert (table.view("B")["bag"], len(table.state.bag)) == (11, 11)
    assert table.told("caravan_started")[0]["bag"] == 11


@pytest.mark.rule("SLK-301")
def test_the_right_to_sell_passes_to_the_next_most_cards() -> None:
    """A declines, B sells: discards 2, keeps 1; in another game B declines too and C discards 1."""
    table = opened(market("ABC", [5], "red").lay_out(A="4 tea", B="3 tea", C="tea").cameleers("A5 B2 C3"))
    table.do("A", "pass").do("B", "sell")
    assert (table.laid_out("tea"), table.cameleers_now()) == ("A4 B1 C1", "A5 B2 C3")
    assert table.jewels_of("B") == {"red": 1}

    table = opened(market("ABC", [5], "red").lay_out(A="4 tea", B="3 tea", C="tea").cameleers("A5 B2 C3"))
    table.do("A", "pass").do("B", "pass").do("C", "sell")
    assert (table.laid_out("tea"), table.cameleers_now()) == ("A4 B3 C0", "A5 B2 C3")
    assert table.jewels_of("C") == {"red": 1}
    assert [event["seat"] for event in table.told("declined")] == [1, 2]


DECLINES = {
    "SLK-302": ("A3 B3 C1", "A5 B2 C3", "A", "B", 2, "A5 B2 C3"),
    "SLK-303": ("A2 B2 C2", "A5 B3 C1", "A", "B", 1, "A5 B1 C3"),
    "SLK-304": ("A1 B1 C1 D1", "A4 B5 C3 D2", "B", "A", 1, "A2 B5 C3 D4"),
    "SLK-305": ("A4 B2 C2", "A1 B3 C5", "A", "C", 1, "A1 B5 C3"),
}


def decline(case: tuple[str, str, str, str, int, str]) -> None:
    """Assert who sells after a decline, how many cards go and who holds which cameleer afterwards."""
    cards, cameleers, declining, seller, discarded, after = case
    letters = "".join(part[0] for part in cards.split())
    table = market(letters, [5], "red").lay_out(**{part[0]: f"{part[1]} tea" for part in cards.split()})
    opened(table.cameleers(cameleers))
    assert table.asked() == declining
    table.do(declining, "pass")
    assert table.asked() == seller
    table.do(seller, "sell")

    assert table.discarded() == ["tea"] * discarded
    assert table.cameleers_now() == after
    assert table.display_of(declining)["tea"] == int(cards.split()[letters.index(declining)][1])


@pytest.mark.rule("SLK-302")
def test_after_one_of_two_tied_declines_the_other_sells_without_a_swap() -> None:
    """B sells, discards 2; all cameleers stay."""
    decline(DECLINES["SLK-302"])


@pytest.mark.rule("SLK-303")
def test_after_one_of_three_tied_declines_the_other_two_swap() -> None:
    """B sells, discards 1, swaps with C; A stays."""
    decline(DECLINES["SLK-303"])


@pytest.mark.rule("SLK-304")
def test_after_one_of_four_tied_declines_the_outer_two_of_three_swap() -> None:
    """A sells, discards 1, swaps with D; B and C stay."""
    decline(DECLINES["SLK-304"])


@pytest.mark.rule("SLK-305")
def test_after_the_leader_declines_the_next_tied_settle_it_between_them() -> None:
    """C sells, discards 1, swaps with B; A stays."""
    decline(DECLINES["SLK-305"])


@pytest.mark.rule("SLK-306")
def test_players_are_asked_one_at_a_time_until_one_sells() -> None:
    """C declines, B sells; A and D are never asked."""
    table = market("ABCD", [5], "red").lay_out(A="2 tea", B="3 tea", C="3 tea").cameleers("A5 B1 C4 D3")
    opened(table)
    asked = table.asked()
    table.do("C", "pass")
    asked += table.asked()
    table.do("B", "sell")

    assert asked == "CB"
    assert table.prompt() == "lay"
    assert table.laid_out("tea") == "A2 B1 C3 D0"
    assert table.cameleers_now() == "A5 B1 C4 D3"


@pytest.mark.rule("SLK-307")
def test_if_all_decline_the_jewel_leaves_the_game() -> None:
    """Jewel out, tea 5 at the end of the row, cameleers and displays as before."""
    table = market("AB", [5], "red").lay_out(A="tea", B="tea").cameleers("A2 B4")
    old = table.state.row
    opened(table).do("B", "pass").do("A", "pass")

    assert table.told("jewels_removed") == [{"place": "Yspahan", "jewels": ["red"]}]
    assert (table.jewels_of("A"), table.jewels_of("B")) == ({}, {})
    assert table.state.row == (*old[1:], 5)
    assert (table.cameleers_now(), table.laid_out("tea")) == ("A2 B4", "A1 B1")
    assert table.told("unsold") == [{"market": "large", "camel": 5, "good": "tea", "declined": [2, 1]}]


@pytest.mark.rule("SLK-310")
def test_declining_one_good_does_not_stop_a_sale_of_the_next() -> None:
    """A declines silk and sells tea: discards 1, takes one of the 2 jewels."""
    table = opened(market("AB", [10, 6], "blue red").lay_out(A="2 silk, 2 tea")).do("A", "pass")
    assert (table.asked(), table.view()["market"]["good"]) == ("A", "tea")
    table.do("A", "sell red")

    assert table.display_of("A") == {"silk": 2, "tea": 1}
    assert table.jewels_of("A") == {"red": 1}
    assert table.told("jewels_removed")[0]["jewels"] == ["blue"]


@pytest.mark.rule("SLK-321")
def test_a_good_nobody_has_leaves_one_jewel_over() -> None:
    """A takes 1 jewel of his choice, the other leaves the game, both camels go to the row."""
    table = opened(market("AB", [10, 6], "blue red").lay_out(A="2 tea"))
    assert table.choices("A") == ["sell blue", "sell red", "sell", "pass"]
    table.do("A", "sell blue")

    assert table.jewels_of("A") == {"blue": 1}
    assert table.told("jewels_removed") == [{"place": "Samarkand", "jewels": ["red"]}]
    assert table.state.row[-2:] == (10, 6)
    assert table.asked() == "B"
    assert table.prompt() == "lay"


def test_jewels_drawn_for_a_new_caravan_reveal_something() -> None:
    """The sale that ends the market cannot be taken back; one that only leads to the next sale can."""
    table = opened(market("AB", [10, 6], "blue red").lay_out(B="silk, tea").open("silk silk silk"))
    table.do("B", "sell blue")
    assert table.reveals[-1] is False
    table.do("B", "sell")

    assert ("caravan_started" in table.kinds(), "refilled" in table.kinds()) == (True, False)
    assert table.reveals[-1] is True
