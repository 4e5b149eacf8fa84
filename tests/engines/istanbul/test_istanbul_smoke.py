"""The builder itself and whole turns in one line."""

from __future__ import annotations

from tests.engines.istanbul.istanbul_table import Table, set_up


def test_the_table_plays_a_whole_turn():
    """A move, an assistant left, a payment and a sale in one mail."""
    table = Table().trader("Ann", stack=2, lira=5, goods="2 spice 1 fabric").trader("Bob", at=11)
    table.demand(11, "1/2/1/1").from_beside(11).do("move 11; leave; pay; sell 2 green 1 red")

    assert table["Ann"].lira == 5 - 2 + 9
    assert table["Bob"].lira == 2
    assert table.mover == "Bob"


def test_the_setup_goes_through_its_rolls():
    """Seat 3 starts; the first cards are dealt in turn order."""
    table = set_up(4, start=[3], deal=["good", "stay", "lira5", "gem2"])

    assert table.turn_order() == ["Cem", "Dia", "Ann", "Bob"]
    assert table["Ann"].hand == ("lira5",)
