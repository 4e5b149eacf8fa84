"""The end of the game: caravans that cannot start, the last but one market and the last."""

from __future__ import annotations

import pytest

from tests.engines.silkroad.silkroad_table import Table


def arrived(letters: str, size: int, camels: list[int], bag: str, row: tuple[int, ...] = ()) -> Table:
    """Return a table whose first seat has brought in a caravan whose good nobody has, with this bag."""
    city = {1: "yspahan", 2: "samarkand", 3: "byzanz"}[size]
    table = Table(letters).caravan(size, camels, at=city, to=city)
    free = [camel for camel in range(1, 11) if camel not in camels]
    for number, place in ((1, "kaschgar"), (2, "kabul"), (3, "dunhuang")):
        if number != size:
            taken, free = free[:number], free[number:]
            table.caravan(number, taken, at=place, to={1: "yspahan", 2: "samarkand", 3: "byzanz"}[number])
    return table.row(*(row or free)).bag(bag).arrived(size)


@pytest.mark.rule("SLK-351")
def test_example_the_bag_cannot_stock_the_new_destination() -> None:
    """Rulebook, End of Game: bag 2, caravan 3 is sold off: it stays out, the 2 jewels too, 7 camels in the row."""
    table = arrived("HKSG", 3, [10, 9, 4], "red blue").act()

    assert (table.place_of(3), table.bound_for(3), table.camels(3)) == ("", "", [])
    assert table.view()["caravans"][2]["on_board"] is False
    assert table.view()["bag"] == 0
    assert len(table.state.row) == 7
    assert table.told("caravan_retired") == [{"caravan": 3, "removed": 2}]
    assert (table.asked(), table.prompt()) == ("K", "lay")
    table.hand("K", "silk").do("K", "lay 1 silk")
    assert {order.split()[1] for order in table.choices("K")} == {"1", "2"}
    assert table.refused("K", "move 3 lanzhou").facts == {"caravan": 3}


@pytest.mark.rule("SLK-352")
def test_the_camels_of_the_retired_caravan_keep_their_places_in_the_row() -> None:
    """Silk 1, ivory 3, ivory 8, spices 2 stay in front of silk 10, spices 9, porcelain 4."""
    table = arrived("AB", 3, [10, 9, 4], "red blue", row=(1, 3, 8, 2)).act()

    assert table.state.row == (1, 3, 8, 2, 10, 9, 4)


@pytest.mark.rule("SLK-353")
def test_a_caravan_of_two_needs_two_jewels_and_one_of_one_needs_one() -> None:
    """Bag 1 retires caravan 2 and its jewel, row 6; bag 0 retires caravan 1, row 5."""
    table = arrived("AB", 2, [10, 9], "red").act()
    assert (table.place_of(2), len(table.state.row), table.state.bag) == ("", 6, ())
    assert table.told("caravan_retired") == [{"caravan": 2, "removed": 1}]

    table = arrived("AB", 1, [10], "").act()
    assert (table.place_of(1), len(table.state.row), table.state.bag) == ("", 5, ())
    assert table.told("caravan_retired") == [{"caravan": 1, "removed": 0}]


@pytest.mark.rule("SLK-354")
def test_a_bag_just_big_enough_stocks_the_destination_and_the_next_arrival_finds_it_empty() -> None:
    """Bag 3: caravan 3 starts anew; then caravan 1 arrives and is retired, 2 and 3 go on."""
    table = arrived("AB", 3, [10, 9, 4], "red blue green").act()
    assert (table.place_of(3), len(table.jewels_at(3)), table.state.bag) == ("Byzanz", 3, ())
    assert "caravan_retired" not in table.kinds()

    table.caravan(1, table.camels(1), at="yspahan", to="yspahan").turn("A").arrived(1).act()
    assert (table.place_of(1), table.place_of(2), table.place_of(3)) == ("", "Kabul", "Byzanz")
    assert table.told("caravan_retired") == [{"caravan": 1, "removed": 0}]
    assert table.prompt() == "lay"


@pytest.mark.rule("SLK-355")
def test_only_the_size_of_the_caravan_that_arrived_counts() -> None:
    """Bag 2 is enough for caravan 2, whatever caravan 3 would need; the end has not begun."""
    table = arrived("AB", 2, [10, 9], "red blue").act()

    assert (table.place_of(2), sorted(table.jewels_at(2)), table.state.bag) == ("Samarkand", ["blue", "red"], ())
    assert len([caravan for caravan in table.state.caravans if caravan.place >= 0]) == 3


@pytest.mark.rule("SLK-356")
def test_small_markets_go_on_in_the_end_with_a_longer_row() -> None:
    """Caravan 3 retired, row of 7: A sells tea 5 on Merw, the front camel joins, row 7."""
    table = Table("AB").retired(3).caravan(1, [5], at="trapezunt", to="yspahan").row(1, 3, 8, 2, 10, 9, 4)
    table.lay_out(A="tea").stopped(1, "merw").act().do("A", "sell")

    assert table.colourless() == "A1 B0"
    assert (table.camels(1), table.state.row) == ([1], (3, 8, 2, 10, 9, 4, 5))
    assert len(table.state.row) == 7
    assert (table.asked(), table.prompt()) == ("B", "lay")


def last_but_one() -> Table:
    """Return the rulebook's last but one market: caravan 3 is out, Katharina brings caravan 2 in."""
    table = Table("KHSG").retired(3).caravan(1, [5], at="kaschgar", to="yspahan", jewels="green")
    table.caravan(2, [7, 6], at="samarkand", to="samarkand", jewels="red blue").row(1, 3, 8, 2, 10, 9, 4)
    table.lay_out(K="4 porcelain, 2 tea", H="4 porcelain, tea", S="porcelain", G="porcelain, 2 tea").cameleers(
        "K5 H3 G4 S1"
    )
    return table.hands(K="silk", H="tea, ivory", S="3 tea", G="tea, spices").bag("").arrived(2).act()


@pytest.mark.rule("SLK-357")
def test_example_katharina_sells_porcelain_at_the_last_but_one_market() -> None:
    """Rulebook, End of Game: she discards 2, keeps 2, takes 1 of 2 jewels and swaps with Helmut."""
    table = last_but_one()
    assert (table.asked(), table.told("market_opened")[0]["market"]) == ("K", "large")
    table.do("K", "sell red")

    assert table.display_of("K")["porcelain"] == 2
    assert table.jewels_of("K") == {"red": 1}
    assert table.jewels_at(2) == ["blue"]
    assert table.cameleers_now() == "K3 H5 S1 G4"
    assert table.state.row[-1] == 7


@pytest.mark.rule("SLK-358")
def test_example_gerd_sells_tea_with_the_swapped_cameleers() -> None:
    """Rulebook, End of Game: Gerd discards 1, keeps 1, takes the last jewel; then G3 K4; no caravan starts."""
    table = last_but_one().do("K", "sell red")
    assert table.asked() == "G"
    table.do("G", "sell")

    assert table.told("sold")[1] == {
        "seat": 4,
        "camel": 6,
        "good": "tea",
        "discarded": 1,
        "kept": 1,
        "market": "large",
    }
    assert table.jewels_of("G") == {"blue": 1}
    assert table.cameleers_now() == "K4 H5 S1 G3"
    assert table.state.row == (1, 3, 8, 2, 10, 9, 4, 7, 6)
    assert "caravan_started" not in table.kinds()
    assert table.place_of(2) == ""


@pytest.mark.rule("SLK-359")
def test_the_last_caravan_is_put_into_its_city_at_once() -> None:
    """Caravan 1 goes from Kaschgar to Yspahan and the last market starts, without a turn or a refill between."""
    table = last_but_one().do("K", "sell red").do("G", "sell")

    assert table.place_of(1) == "Yspahan"
    kinds = table.kinds()
    assert kinds[kinds.index("caravan_retired") :] == [
        "caravan_retired",
        "last_caravan_placed",
        *["hand_laid"] * 4,
        "market_opened",
    ]
    assert table.told("market_opened")[1]["market"] == "last"
    assert (table.asked(), table.prompt(), table.state.turn) == ("S", "sell", 1)
    assert len(table.told("moved")) == 0


@pytest.mark.rule("SLK-359")
def test_the_last_caravan_is_put_into_its_city_even_from_byzanz() -> None:
    """Caravan 3 has just started in Byzanz for Chang'an when caravan 2 comes in."""
    table = Table("AB").retired(1).caravan(3, [10, 3, 1], at="byzanz", to="changan", jewels="3 red")
    table.caravan(2, [7, 6], at="samarkand", to="samarkand", jewels="red blue").row(2, 4, 5, 8, 9)
    table.hands(A="silk", B="").bag("").pile("9 silk").arrived(2).act()

    assert (table.place_of(3), table.place_of(2)) == ("Chang'an", "")
    assert table.told("last_caravan_placed") == [{"caravan": 3, "place": "Chang'an"}]
    assert table.prompt() == "sell"


@pytest.mark.rule("SLK-360")
def test_all_hands_are_laid_down_before_the_last_market() -> None:
    """Hands of 4, 0, 3, 5 and 2 go to the displays; all learn them."""
    table = Table("ABCDE").retired(3).caravan(1, [5], at="kaschgar", to="yspahan", jewels="green")
    table.caravan(2, [7, 6], at="samarkand", to="samarkand", jewels="red blue").row(1, 3, 8, 2, 10, 9, 4)
    table.hands(A="3 silk", B="", C="2 silk, tea", D="5 ivory", E="2 spices").lay_out(A="spices", B="spices")
    table.bag("").open("silk silk silk").top("silk").arrived(2).act()

    assert table.hand_sizes() == "A0 B0 C0 D0 E0"
    assert table.displays() == {
        "A": {"silk": 4, "spices": 1},
        "B": {"spices": 1},
        "C": {"silk": 2, "tea": 1},
        "D": {"ivory": 5},
        "E": {"spices": 2},
    }
    assert [event["goods"] for event in table.told("hand_laid")] == [
        {"silk": 4},
        {},
        {"silk": 2, "tea": 1},
        {"ivory": 5},
        {"spices": 2},
    ]
    assert table.asked() == "C"
    assert table.reveals[-1] is True


@pytest.mark.rule("SLK-361")
def test_example_sabine_sells_the_last_tea() -> None:
    """Rulebook, End of Game: tea G2 K2 H2 S3: she discards 2, keeps 1, takes the last jewel; the game is over."""
    table = last_but_one().do("K", "sell red").do("G", "sell")
    assert table.laid_out("tea") == "K2 H2 S3 G2"
    cameleers = table.cameleers_now()
    table.do("S", "sell")

    assert table.laid_out("tea") == "K2 H2 S1 G2"
    assert table.jewels_of("S") == {"green": 1}
    assert table.cameleers_now() == cameleers
    assert (table.prompt(), table.asked()) == ("over", "")
    refusal = table.refused("K", "lay 1 silk")
    assert (refusal.code, refusal.reason) == ("not_your_turn", "game_over")


def last_market(camels: list[int], jewels: str, **displays: str) -> Table:
    """Return a game of two whose last but one market finds no customer, so that the last one follows."""
    size = len(camels)
    city = {1: "yspahan", 2: "samarkand", 3: "byzanz"}[size]
    other = 1 if size > 1 else 2
    free = [camel for camel in range(1, 11) if camel not in camels]
    table = Table("AB").hands(A="", B="").pile("10 porcelain")
    for number in (1, 2, 3):
        table.retired(number)
    table.caravan(size, camels, at="herat", to=city, jewels=jewels)
    # Both camels of the other caravan carry a good that nobody has.
    unsold = [camel for camel in free if camel in (8, 3)][:other]
    table.caravan(other, unsold, at="amritsa", to="amritsa", jewels="violet " * other)
    table.row(*(camel for camel in free if camel not in unsold)).lay_out(**displays).bag("")
    return table.arrived(other)


@pytest.mark.rule("SLK-362")
def test_the_last_caravan_holds_as_many_sales_as_it_has_camels() -> None:
    """A sells silk, discards 1, A2 B5; B sells tea, discards 2; spices finds nobody; 1 jewel leaves the game."""
    table = (
        last_market([10, 6, 2], "red blue green", A="2 silk", B="2 silk").cameleers("A5 B2").hand("B", "3 tea").act()
    )
    assert table.asked() == "A"
    table.do("A", "sell red")
    assert (table.laid_out("silk"), table.cameleers_now(), table.asked()) == ("A1 B2", "A2 B5", "B")
    table.do("B", "sell blue")

    assert table.laid_out("tea") == "A0 B1"
    assert [event["camel"] for event in table.told("unsold")][-1] == 2
    assert table.told("jewels_removed")[-1] == {"place": "Byzanz", "jewels": ["green"]}
    assert table.prompt() == "over"
    assert sorted(table.state.row) == list(range(1, 11))


@pytest.mark.rule("SLK-363")
def test_declining_stays_possible_at_the_last_market() -> None:
    """A with 3 tea declines; B sells the only tea and takes the jewel."""
    table = last_market([5], "red", A="3 tea", B="tea").act().do("A", "pass")
    assert table.asked() == "B"
    table.do("B", "sell")

    assert table.laid_out("tea") == "A3 B0"
    assert table.jewels_of("B") == {"red": 1}
    assert table.prompt() == "over"


@pytest.mark.rule("SLK-435")
def test_the_game_ends_where_nobody_can_ever_act_again() -> None:
    """All cards on display, nothing to draw: scored as it is, without a last market."""
    table = Table("AB").hands(A="silk", B="").lay_out(A="5 silk", B="8 tea").owns("A", "red, blue").owns("B", "red")
    table.open("").pile("").discards("").do("A", "move 1 otrar 1 silk", "rob B tea")

    assert table.prompt() == "over"
    assert table.standings() == [("A", 3), ("B", 1)]
    assert table.kinds()[-1] == "cards_ran_out"
    assert "market_opened" not in table.kinds()
    assert table.reveals[-1] is True


@pytest.mark.rule("SLK-435")
def test_the_game_goes_on_while_somebody_holds_a_card() -> None:
    """B has one card left: A's successor is B, nobody is passed over for ever."""
    table = Table("AB").hands(A="silk", B="silk").lay_out(A="5 silk", B="8 tea").open("").pile("").discards("")
    table.do("A", "move 1 otrar 1 silk", "rob B tea")

    assert (table.asked(), table.prompt()) == ("B", "lay")
