"""The Gemstone Dealer."""

from __future__ import annotations

from itertools import cycle

import pytest

from tests.engines.istanbul.istanbul_table import Table


@pytest.mark.rule("IST-291")
def test_a_ruby_costs_the_largest_open_number() -> None:
    """Of 13 Lira one is left; rubies at 16 go from 12 to 11; nobody gets the money."""
    table = Table().trader("Ann", lira=13).acts(16)
    assert table.view()["dealer"] == {"rubies": 12, "price": 12}
    assert table.choices() == ["buy ruby", "skip"]
    table.do("buy ruby")

    assert (table["Ann"].lira, table["Ann"].rubies) == (1, 1)
    assert table.view()["dealer"] == {"rubies": 11, "price": 13}
    assert [table[name].lira for name in ("Bob", "Cem", "Dia")] == [0, 0, 0]
    assert table.told("bought_ruby") == [{"seat": 1, "price": 12}]
    assert table.told("ruby_gained") == [{"seat": 1, "place": 16, "rubies": 1}]


@pytest.mark.rule("IST-292")
@pytest.mark.parametrize(("players", "first"), [(2, 15), (3, 14), (4, 12), (5, 12)])
def test_each_ruby_raises_the_price_by_one(players: int, first: int) -> None:
    """For everybody, up to 23 for the last of nine, ten or twelve."""
    table, prices = Table(players), []
    for name in cycle(table.names):
        if not table.state.bazaar.dealer:
            break
        table.trader(name, lira=99, rubies=0).turn(name).acts(16)
        shown = table.view()["dealer"]["price"]
        table.do("buy ruby")
        assert (99 - table[name].lira, table[name].rubies) == (shown, 1)
        prices.append(shown)

    assert prices == list(range(first, 24))
    assert len(prices) == {2: 9, 3: 10, 4: 12, 5: 12}[players]


@pytest.mark.rule("IST-292")
def test_printed_example_a_price_of_15() -> None:
    """In a fresh game of two the biggest open number is 15, and then it is 16."""
    table = Table(2).trader("Ann", lira=15).acts(16).do("buy ruby")

    assert (table["Ann"].lira, table["Ann"].rubies) == (0, 1)
    assert table.view()["dealer"] == {"rubies": 8, "price": 16}


@pytest.mark.rule("IST-293")
def test_the_full_price_is_needed() -> None:
    """14 Lira do not buy a ruby for 15."""
    assert Table(2).trader("Ann", lira=14).acts(16).mover == "Bob"

    table = Table(2).trader("Ann", lira=14, hand="stay").acts(16)
    refusal = table.refused("buy ruby")
    assert (table.choices(), refusal.reason, refusal.facts) == (["skip"], "too_dear", {"price": 15, "lira": 14})
    assert (table["Ann"].lira, table["Ann"].rubies, table.state.bazaar.dealer) == (14, 0, 9)


@pytest.mark.rule("IST-294")
def test_one_visit_brings_one_ruby() -> None:
    """28 of 40 Lira are left, and a second purchase is refused."""
    table = Table().trader("Ann", lira=40, hand="stay").acts(16).do("buy ruby")

    assert (table["Ann"].lira, table["Ann"].rubies) == (28, 1)
    assert (table.refused("buy ruby").reason, table.choices()) == ("action_over", ["end"])


@pytest.mark.rule("IST-295")
def test_the_last_ruby_costs_23_and_then_nothing_is_left() -> None:
    """Ann pays 23; next round Bob with 50 Lira has no action."""
    table = Table().trader("Ann", lira=50).rubies(dealer=1).acts(16).do("buy ruby")
    assert (table["Ann"].lira, table["Ann"].rubies, table.view()["dealer"]) == (27, 1, {"rubies": 0, "price": None})

    table.trader("Bob", lira=50, hand="stay").turn("Bob", round_number=2).acts(16)
    refusal = table.refused("buy ruby")
    assert (table.choices(), refusal.reason, refusal.facts) == (["skip"], "no_ruby_left", {"place": 16})
    assert Table().trader("Bob", lira=50).rubies(dealer=0).turn("Bob").acts(16).mover == "Cem"
