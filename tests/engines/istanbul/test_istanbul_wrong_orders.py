"""Wrong orders are refused exactly, and the nearest legal orders are offered."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from engines.api import Illegal
from engines.istanbul import ENGINE
from tests.engines.istanbul.istanbul_table import Table

WRONG = tomllib.loads(Path(__file__).with_name("wrong_orders.toml").read_text(encoding="utf-8"))["wrong"]


def situation(row: dict) -> Table:
    """Return the table that a row describes."""
    table = Table(row.get("players", 4))
    for name, given in row.get("traders", {}).items():
        table.trader(name, **given)
    for token in ("governor", "smuggler"):
        if token in row:
            getattr(table, token)(row[token])
    table.discards(*row.get("discards", ()))
    for way in ("arrives", "acts", "encounters", "sent"):
        if way in row:
            getattr(table, way)(row[way])
    return table.do(row["after"], row.get("outcomes", ())) if "after" in row else table


def test_there_are_thirty_wrong_orders() -> None:
    """Each is about something else."""
    assert len({row["about"] for row in WRONG}) == len(WRONG) == 30


@pytest.mark.parametrize("row", WRONG, ids=lambda row: row["about"])
def test_a_wrong_order_is_refused_exactly(row: dict) -> None:
    """Code, reason, facts and the orders offered."""
    table = situation(row)
    refusal = table.refused(row["text"])

    assert (refusal.code, refusal.reason) == (row["code"], row["reason"])
    assert json.loads(json.dumps(refusal.facts)) == row["facts"]
    assert set(row["offered"]) <= set(refusal.nearest)
    assert 1 <= len(refusal.nearest) <= 3
    assert set(refusal.nearest) <= set(table.choices())


@pytest.mark.parametrize(
    "prose",
    [
        "Sent from my iPhone",
        "Send my regards to all",
        "End of message",
        "Pass the salt",
        "Return to sender",
        "Pay attention",
        "Done for today",
        "Card games are fun",
        "Turn left",
        "Leave a message after the beep",
        "Move over",
        "Pick you up later",
        "Roll up",
        "Draw a line",
        "Sell me your camel",
        "Catch you later",
        "Fill me in",
        "Fetch!  Good dog",
        "Skip ad",
    ],
)
def test_prose_behind_an_order_word_is_unreadable(prose: str) -> None:
    """What is no order is told apart from an order that is not allowed."""
    assert Table().refused(prose).code == "unreadable"


def test_the_refusal_names_the_word_that_was_meant() -> None:
    """Shortened words are told in full."""
    assert Table().refused("mo 16").meant == "move"
    assert Table().refused("ann 5").meant == "announce"
    assert Table().refused("blah").meant == ""


def test_hostile_lines_are_refused_in_good_order() -> None:
    """Nothing but `Illegal` comes out, whatever is written."""
    table = Table().trader("Ann", hand="good", goods="1 fabric", lira=4)
    for place in (None, 9, 10, 7):
        if place:
            table.turn("Ann").acts(place)
        for text in (
            "",
            ";",
            "move " * 999,
            "9" * 99,
            "announce " + "9" * 99,
            "sell " + "9" * 12 + " red",
            "card",
            "é",
            "0",
        ):
            with pytest.raises(Illegal):
                ENGINE.parse(table.state, 1, text)
