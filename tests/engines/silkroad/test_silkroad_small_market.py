"""Small and black markets: one sale for a colourless jewel, and the change of camels."""

from __future__ import annotations

import pytest

from tests.engines.silkroad.silkroad_table import Table

ROW = (5, 8, 4, 9)


def stop(letters: str, size: int, camels: list[int], place: str, row: tuple[int, ...] = ROW) -> Table:
    """Return a table whose first seat has stopped a caravan with these camels, one card still to draw."""
    table = Table(letters)
    to = {"lanzhou": "changan", "yazd": "yspahan", "ankyra": "byzanz"}.get(
        place, {1: "yspahan", 2: "samarkand"}.get(size)
    )
    table.caravan(size, camels, at="khotan", to=to or "byzanz").row(*row)
    return table.stopped(size, place)


def assert_void(table: Table, why: str) -> None:
    """Assert that the action changed nothing and the turn went on with the refill."""
    before = table.state
    table.act()

    assert [event["why"] for event in table.told("void")] == [why]
    assert not {"market_opened", "sold", "camels_exchanged", "cameleers_swapped"} & set(table.kinds())
    assert (table.state.row, table.state.caravans) == (before.row, before.caravans)
    assert [one.display for one in table.state.players] == [one.display for one in before.players]
    assert [one.cameleer for one in table.state.players] == [one.cameleer for one in before.players]
    assert [one.colourless for one in table.state.players] == [one.colourless for one in before.players]
    assert table.asked() == table.letters[1]
    assert table.prompt() == "lay"


@pytest.mark.rule("SLK-131")
def test_a_stop_on_the_sign_of_a_good_carried_starts_a_small_market() -> None:
    """Caravan 2 with ivory 8 on Trapezunt: ivory 8 is offered."""
    table = stop("AB", 2, [8, 6], "trapezunt", (5, 1, 4, 9)).lay_out(A="ivory").act()

    assert table.told("market_opened") == [
        {
            "seat": 1,
            "market": "small",
            "caravan": 2,
            "place": "Trapezunt",
            "camels": [8],
            "goods": ["ivory"],
            "jewels": [],
        }
    ]
    assert (table.asked(), table.view()["market"]["camel"]) == ("A", 8)
    assert table.choices("A") == ["sell", "pass"]


@pytest.mark.rule("SLK-132")
def test_only_the_higher_of_two_camels_is_offered() -> None:
    """Spices 9 and 2 on Kokand: one sale for spices 9; spices 2 stays."""
    table = stop("AB", 2, [9, 2], "kokand", (5, 8, 4, 1)).lay_out(A="4 spices").act().do("A", "sell")

    assert [event["camel"] for event in table.told("sold")] == [9]
    assert table.display_of("A") == {"spices": 2}
    assert table.camels(2) == [5, 2]
    assert table.asked() == "B"


@pytest.mark.rule("SLK-133")
def test_the_seller_gets_a_colourless_jewel() -> None:
    """A has one more, the caravanserai one less; Yspahan's jewel and the bag are untouched."""
    table = stop("AB", 1, [5], "merw", (10, 8, 4, 9)).lay_out(A="tea")
    before = table.view()
    bag = table.ready().bag
    table.act().do("A", "sell")

    assert (before["colourless"], table.view()["colourless"]) == (10, 9)
    assert table.colourless() == "A1 B0"
    assert (len(table.jewels_at(1)), table.jewels_of("A")) == (1, {})
    assert table.state.bag == bag
    assert table.told("colourless_taken") == [{"seat": 1}]


@pytest.mark.rule("SLK-134")
def test_ties_at_a_small_market_are_settled_as_at_a_large_one() -> None:
    """B sells, discards 2, gets 1 colourless and swaps with A; C keeps 5."""
    table = stop("ABC", 1, [5], "merw", (10, 8, 4, 9)).lay_out(A="3 tea", B="3 tea", C="tea").cameleers("A2 B4 C5")
    table.act()
    assert table.asked() == "B"
    table.do("B", "sell")

    assert table.laid_out("tea") == "A3 B1 C1"
    assert table.colourless() == "A0 B1 C0"
    assert table.cameleers_now() == "A4 B2 C5"


@pytest.mark.rule("SLK-135")
def test_the_sold_camel_goes_to_the_end_and_the_front_one_joins() -> None:
    """Caravan 1 has silk 10 then; the row is ivory 8, porcelain 4, spices 9, tea 5."""
    table = stop("AB", 1, [5], "merw", (10, 8, 4, 9)).lay_out(A="tea").act().do("A", "sell")

    assert table.camels(1) == [10]
    assert table.state.row == (8, 4, 9, 5)
    assert table.told("camels_exchanged") == [{"caravan": 1, "left": 5, "joined": 10}]


@pytest.mark.rule("SLK-136")
def test_sales_follow_the_numbers_whatever_the_place_in_the_caravan() -> None:
    """After spices 9 joined for ivory 3 the next large market sells spices 9, tea 5, silk 1."""
    table = stop("AB", 3, [3, 5, 1], "trapezunt", (9, 8, 4, 6)).lay_out(A="2 ivory, spices, tea, silk")
    table.act().do("A", "sell")
    assert table.camels(3) == [9, 5, 1]
    table.turn("A").hand("A", "silk").caravan(3, [9, 5, 1], at="byzanz", to="byzanz", jewels="3 red").arrived(3).act()
    table.do("A", "sell").do("A", "sell").do("A", "sell")

    assert [event["camel"] for event in table.told("sold")] == [3, 9, 5, 1]


@pytest.mark.rule("SLK-137")
def test_the_caravan_goes_on_from_the_village_with_the_new_camel() -> None:
    """From Merw B reaches Buchara or Termes, and draws 2 cards for a spices laid."""
    table = stop("AB", 3, [6, 5, 1], "merw", (9, 8, 4, 2)).lay_out(A="tea").act().do("A", "sell")
    table.hand("B", "spices").open("silk silk silk")

    assert (table.place_of(3), table.bound_for(3)) == ("Merw", "Byzanz")
    assert table.ends(3, 1) == ["Buchara", "Termes"]
    table.do("B", "move 3 termes 1 spices", "draw silk")
    assert table.prompt() == "extra"


@pytest.mark.rule("SLK-141")
def test_a_caravan_of_one_sells_its_silk_on_a_silk_village() -> None:
    """A discards 2, keeps 1, +1 colourless; tea 5 joins; silk 1 goes to the end."""
    table = stop("AB", 1, [1], "kaschgar").lay_out(A="3 silk", B="silk").act().do("A", "sell")

    assert (table.laid_out("silk"), table.colourless()) == ("A1 B1", "A1 B0")
    assert (table.camels(1), table.state.row) == ([5], (8, 4, 9, 1))
    assert table.discarded() == ["silk", "silk"]


@pytest.mark.rule("SLK-142")
def test_a_caravan_of_two_sells_silk_and_keeps_the_other_camel() -> None:
    """Tied B and C: C discards 1, +1 colourless, swaps with B; the caravan is tea 6, tea 5."""
    table = stop("ABC", 2, [10, 6], "kerman").lay_out(B="2 silk", C="2 silk").cameleers("A5 B1 C3").act()
    assert table.asked() == "C"
    table.do("C", "sell")

    assert (table.laid_out("silk"), table.colourless()) == ("A0 B2 C1", "A0 B0 C1")
    assert table.cameleers_now() == "A5 B3 C1"
    assert table.camels(2) == [6, 5]


@pytest.mark.rule("SLK-143")
def test_a_caravan_of_three_with_both_silks_sells_silk_10_only() -> None:
    """A discards 1, +1 colourless; ivory 3, silk 1 and tea 5 go on; silk 10 is at the end of the row."""
    table = stop("AB", 3, [10, 3, 1], "kaschgar").lay_out(A="2 silk").act().do("A", "sell")

    assert (table.laid_out("silk"), table.colourless()) == ("A1 B0", "A1 B0")
    assert (table.camels(3), table.state.row) == ([5, 3, 1], (8, 4, 9, 10))
    assert table.asked() == "B"


@pytest.mark.rule("SLK-151")
def test_example_porcelain_on_an_ivory_village_is_void() -> None:
    """Rulebook, Small market day: Gerd's caravan 1 (porcelain 7) on Trapezunt: nothing happens."""
    assert_void(stop("GH", 1, [7], "trapezunt").lay_out(G="3 ivory"), "not_carried")


@pytest.mark.rule("SLK-152")
def test_the_sale_on_an_ivory_village_goes_to_whoever_has_most() -> None:
    """A moved, B has 4 ivory: B discards 2, keeps 2, +1 colourless; ivory 8 goes to the end."""
    table = stop("AB", 2, [8, 6], "leh", (5, 1, 4, 9)).lay_out(B="4 ivory").act()
    assert table.asked() == "B"
    table.do("B", "sell")

    assert (table.laid_out("ivory"), table.colourless()) == ("A0 B2", "A0 B1")
    assert table.state.row == (1, 4, 9, 8)


@pytest.mark.rule("SLK-153")
def test_an_ivory_village_is_void_without_ivory_on_display() -> None:
    """Cards in hand do not count: no jewel, no swap, no exchange of camels."""
    table = stop("AB", 3, [8, 3, 2], "trapezunt", (5, 1, 4, 9)).hand("A", "2 ivory")

    assert_void(table, "no_seller")
    assert table.hand_of("A")["ivory"] >= 2


@pytest.mark.rule("SLK-161")
def test_a_caravan_of_one_sells_its_spices_on_a_spices_village() -> None:
    """A discards 1, keeps 1, +1 colourless; tea 5 joins; spices 2 goes to the end."""
    table = stop("AB", 1, [2], "kokand").lay_out(A="2 spices", B="spices").act().do("A", "sell")

    assert (table.laid_out("spices"), table.colourless()) == ("A1 B1", "A1 B0")
    assert (table.camels(1), table.state.row) == ([5], (8, 4, 9, 2))


@pytest.mark.rule("SLK-162")
def test_a_spices_village_offers_spices_though_silk_has_the_higher_number() -> None:
    """C discards the only spices, +1 colourless; silk 10 stays."""
    table = stop("ABC", 2, [10, 2], "antiochia").lay_out(C="spices", A="5 silk").act()
    assert table.asked() == "C"
    table.do("C", "sell")

    assert (table.laid_out("spices"), table.colourless()) == ("A0 B0 C0", "A0 B0 C1")
    assert table.camels(2) == [10, 5]
    assert table.laid_out("silk") == "A5 B0 C0"


@pytest.mark.rule("SLK-163")
def test_three_tied_on_a_spices_village() -> None:
    """C sells, discards 1, +1 colourless, swaps with B; A keeps 4."""
    table = stop("ABC", 3, [5, 2, 1], "kokand", (6, 8, 4, 9)).lay_out(A="2 spices", B="2 spices", C="2 spices")
    table.cameleers("A4 B3 C5").act().do("C", "sell")

    assert (table.laid_out("spices"), table.colourless()) == ("A2 B2 C1", "A0 B0 C1")
    assert table.cameleers_now() == "A4 B5 C3"


@pytest.mark.rule("SLK-171")
def test_five_porcelain_on_a_porcelain_village() -> None:
    """A discards 3 of 5, keeps 2, +1 colourless; porcelain 4 goes to the end."""
    table = stop("AB", 1, [4], "khotan", (5, 8, 7, 9)).lay_out(A="5 porcelain", B="4 porcelain").act().do("A", "sell")

    assert (table.laid_out("porcelain"), table.colourless()) == ("A2 B4", "A1 B0")
    assert table.state.row == (8, 7, 9, 4)


@pytest.mark.rule("SLK-172")
def test_a_porcelain_village_is_void_without_porcelain_in_the_caravan() -> None:
    """A3 B2 as before."""
    table = stop("AB", 2, [10, 5], "yazd", (1, 8, 4, 9)).lay_out(A="3 porcelain", B="2 porcelain")

    assert_void(table, "not_carried")
    assert table.laid_out("porcelain") == "A3 B2"


@pytest.mark.rule("SLK-173")
def test_a_caravan_of_three_with_both_porcelains_sells_porcelain_7_only() -> None:
    """B discards 2, +1 colourless; ivory 8 and porcelain 4 stay."""
    table = stop("AB", 3, [8, 7, 4], "khotan", (5, 1, 2, 9)).lay_out(B="3 porcelain").act().do("B", "sell")

    assert (table.laid_out("porcelain"), table.colourless()) == ("A0 B1", "A0 B1")
    assert table.camels(3) == [8, 5, 4]
    assert table.state.row == (1, 2, 9, 7)


@pytest.mark.rule("SLK-181")
def test_the_mover_gets_nothing_where_another_has_more_tea() -> None:
    """B discards 1, keeps 1, +1 colourless; tea 6 goes to the end."""
    table = stop("ABC", 1, [6], "jiayuguan").lay_out(A="tea", B="2 tea", C="tea").act()
    assert table.asked() == "B"
    table.do("B", "sell")

    assert (table.laid_out("tea"), table.colourless()) == ("A1 B1 C1", "A0 B1 C0")
    assert table.state.row == (8, 4, 9, 6)


@pytest.mark.rule("SLK-182")
def test_a_tea_village_offers_tea_though_silk_has_buyers() -> None:
    """A discards 1 tea, +1 colourless; B's five silk are not asked for."""
    table = stop("AB", 2, [10, 6], "merw").lay_out(A="tea", B="5 silk").act()
    assert table.asked() == "A"
    table.do("A", "sell")

    assert (table.laid_out("tea"), table.colourless()) == ("A0 B0", "A1 B0")
    assert (table.laid_out("silk"), table.camels(2)) == ("A0 B5", [10, 5])
    assert len(table.told("sold")) == 1


@pytest.mark.rule("SLK-183")
def test_example_sabine_sells_tea_6_only() -> None:
    """Rulebook, Small market day: she discards her tea, gets a colourless jewel; spices 9 joins tea 5 and silk 1."""
    table = stop("SGHK", 3, [6, 5, 1], "merw", (9, 8, 4, 2)).lay_out(S="tea").act().do("S", "sell")

    assert [event["camel"] for event in table.told("sold")] == [6]
    assert (table.display_of("S"), table.colourless()) == ({}, "S1 G0 H0 K0")
    assert (table.camels(3), table.state.row) == ([9, 5, 1], (8, 4, 2, 6))


@pytest.mark.rule("SLK-191")
def test_the_black_market_of_a_caravan_of_one() -> None:
    """A discards the spices, +1 colourless; tea 5 joins; spices 2 goes to the end."""
    table = stop("AB", 1, [2], "kabul").lay_out(A="spices").act().do("A", "sell")

    assert (table.laid_out("spices"), table.colourless()) == ("A0 B0", "A1 B0")
    assert (table.camels(1), table.state.row) == ([5], (8, 4, 9, 2))
    assert table.told("market_opened")[0]["market"] == "black"


@pytest.mark.rule("SLK-192")
def test_the_black_market_is_void_where_nobody_has_the_highest_good() -> None:
    """Nobody has silk; A keeps 3 spices, which are not offered."""
    table = stop("AB", 2, [10, 9], "ankyra", (5, 8, 4, 1)).lay_out(A="3 spices")

    assert_void(table, "no_seller")
    assert table.laid_out("spices") == "A3 B0"


@pytest.mark.rule("SLK-193")
def test_example_sabines_black_market_offers_spices_9() -> None:
    """Rulebook, Black market: Sabine discards 1 of 2 spices, +1 colourless."""
    table = stop("SGHK", 3, [9, 5, 1], "kabul", (6, 8, 4, 2)).lay_out(S="2 spices", G="spices").act()
    assert table.view()["market"]["camel"] == 9
    table.do("S", "sell")

    assert (table.laid_out("spices"), table.colourless()) == ("S1 G1 H0 K0", "S1 G0 H0 K0")


@pytest.mark.rule("SLK-194")
def test_ties_at_a_black_market_are_settled_and_swapped() -> None:
    """A discards 1, +1 colourless, swaps with B; C keeps 5."""
    table = stop("ABC", 1, [6], "kabul").lay_out(A="tea", B="tea").cameleers("A3 B1 C5").act().do("A", "sell")

    assert (table.laid_out("tea"), table.colourless()) == ("A0 B1 C0", "A1 B0 C0")
    assert table.cameleers_now() == "A1 B3 C5"


@pytest.mark.rule("SLK-308")
def test_if_all_decline_at_a_small_market_nothing_happens() -> None:
    """No jewel; caravan 1 still has tea 5, the row is unchanged."""
    table = stop("AB", 1, [5], "merw", (10, 8, 4, 9)).lay_out(A="tea", B="2 tea").act()
    table.do("B", "pass").do("A", "pass")

    assert (table.colourless(), table.laid_out("tea")) == ("A0 B0", "A1 B2")
    assert (table.camels(1), table.state.row) == ([5], (10, 8, 4, 9))
    assert table.told("unsold") == [{"market": "small", "camel": 5, "good": "tea", "declined": [2, 1]}]
    assert table.cameleers_now() == "A1 B2"
    assert table.asked() == "B"


@pytest.mark.rule("SLK-309")
def test_if_all_decline_at_a_black_market_nothing_happens() -> None:
    """No jewel; silk 10 and tea 6 go on, tea is not offered."""
    table = stop("AB", 2, [10, 6], "kabul").lay_out(A="2 silk", B="tea").act().do("A", "pass")

    assert table.colourless() == "A0 B0"
    assert (table.camels(2), table.state.row) == ([10, 6], ROW)
    assert table.laid_out("silk") == "A2 B0"
    assert (table.asked(), table.prompt()) == ("B", "lay")


@pytest.mark.rule("SLK-431")
def test_a_void_action_changes_nothing_and_the_turn_goes_on() -> None:
    """Caravan 3 on Termes: hand 3 after the draw, open 2 filled to 3, B's turn."""
    table = Table("AB").hand("A", "2 silk").lay_out(A="tea", B="tea").open("silk tea ivory").stopped(3, "termes")
    before = table.ready()
    table.do("A", "draw silk")

    assert table.hand_of("A") == {"silk": 3}
    assert (table.state.caravans, table.state.row) == (before.caravans, before.row)
    assert table.displays() == {"A": {"tea": 1}, "B": {"tea": 1}}
    assert (len(table.open_cards()), table.asked()) == (3, "B")
    assert table.told("void") == [{"seat": 1, "action": "camels_1", "place": "Termes", "why": "too_many_camels"}]


@pytest.mark.rule("SLK-433")
def test_the_action_of_a_stop_is_performed_once() -> None:
    """Tea 6 joins for tea 5 on Merw: no second small market in this turn."""
    table = stop("AB", 1, [5], "merw", (6, 8, 4, 9)).lay_out(A="4 tea").act().do("A", "sell")

    assert table.camels(1) == [6]
    assert len(table.told("market_opened")) == 1
    assert (table.asked(), table.prompt()) == ("B", "lay")


@pytest.mark.rule("SLK-434")
def test_seller_cards_jewel_swap_and_camel_follow_in_this_order() -> None:
    """A's display 1 tea, +1 colourless, A1 B4, then tea 5 leaves and the front camel joins."""
    table = stop("AB", 1, [5], "merw", (10, 8, 4, 9)).lay_out(A="2 tea", B="2 tea").cameleers("A4 B1").act()
    table.do("A", "sell")

    kinds = table.kinds()
    sale = kinds[kinds.index("sold") : kinds.index("camels_exchanged") + 1]
    assert sale == ["sold", "colourless_taken", "cameleers_swapped", "camels_exchanged"]
    assert (table.laid_out("tea"), table.colourless(), table.cameleers_now()) == ("A1 B2", "A1 B0", "A1 B4")
    assert (table.camels(1), table.state.row) == ([10], (8, 4, 9, 5))
