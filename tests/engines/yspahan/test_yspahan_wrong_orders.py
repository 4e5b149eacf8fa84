"""Wrong orders are refused exactly, and the nearest legal orders are offered."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from engines.api import Illegal
from engines.yspahan import ENGINE
from tests.engines.yspahan.yspahan_table import Table, number, table

WRONG = tomllib.loads(Path(__file__).with_name("wrong_orders.toml").read_text(encoding="utf-8"))["wrong"]


def situation(row: dict[str, Any]) -> Table:
    """Return the table that a row describes."""
    start = table(row.get("players", 4)).tower(*row.get("tower", ()))
    for seat, shops in row.get("cubes", {}).items():
        start = start.cubes(seat, *shops)
    for seat, owned in row.get("stock", {}).items():
        start = start.stock(seat, **owned)
    start = start.turn(row.get("turn", 0))
    if row.get("supplying"):
        start = start.supplying()
    if row.get("acted"):
        start = start.acted()
    return start.do("A", row["after"]) if "after" in row else start


def test_there_are_at_least_thirty_wrong_orders() -> None:
    """Each is about something else."""
    assert len({row["about"] for row in WRONG}) == len(WRONG) >= 30


@pytest.mark.parametrize("row", WRONG, ids=lambda row: row["about"])
def test_a_wrong_order_is_refused_exactly(row: dict[str, Any]) -> None:
    """Code, reason, facts, and the orders offered, all of them legal now."""
    start, seat = situation(row), row.get("seat", "A")
    refusal = start.refusal(seat, row["text"])

    assert (refusal.code, refusal.reason) == (row["code"], row["reason"])
    assert json.loads(json.dumps(refusal.facts)) == row["facts"]
    assert set(row["offered"]) <= set(refusal.nearest)
    assert len(refusal.nearest) <= 3
    for order in refusal.nearest:
        start.do(seat, order)


@pytest.mark.parametrize(
    "prose",
    [
        "Sent from my iPhone",
        "Take care, Ann",
        "Take it easy",
        "End of message",
        "Keep well",
        "Keep in touch",
        "Pay attention",
        "First of all thank you",
        "Extra thanks to Bob",
        "Draw a line",
        "Place your bets",
        "Card games are fun",
        "Give my regards to all",
        "Build me up",
        "Roll up",
        "Aside from that",
        "Supervisor of the week",
    ],
)
@pytest.mark.parametrize("phase", ["supply", "choose", "finish"])
def test_prose_behind_an_order_word_is_unreadable(prose: str, phase: str) -> None:
    """What is no order is told apart from an order that is not allowed."""
    start = table().tower("camel 2x1", "gold 1x6").stock("A", cards="swap", gold=1).change(phase=phase)

    assert start.refusal("A", prose).code == "unreadable"


def test_the_refusal_names_the_verb_that_was_meant() -> None:
    """Shortened words are told in full."""
    start = table().tower("camel 2x1", "gold 1x6")

    assert start.refusal("A", "su W9").meant == "supervisor"
    assert start.refusal("A", "ta vase").meant == "take"
    assert start.refusal("A", "blah").meant == ""
    assert start.refusal("B", "ta gold").meant == "take"


def test_hostile_lines_are_refused_in_good_order() -> None:
    """Nothing but `Illegal` comes out, whatever is written."""
    start = table().tower("camel 2x1", "sack 2x3", "gold 1x6").stock("A", cards="swap cube_to_shop gold_to_vp", gold=2)
    phases = (start, start.do("A", "supervisor sack"), start.do("A", "place sack"), start.do("A", "card swap"))
    for now in (*phases, start.do("A", "card cube_to_shop"), start.supplying(), start.acted()):
        for text in (
            "",
            ";",
            ",",
            "take " * 999,
            "9" * 99,
            "roll " + "9" * 99,
            "roll -1",
            "give " + "9" * 12 + " gold",
            "give ² gold",
            "card",
            "card swap swap",
            "place",
            "place sack barrel",
            "place sack4.z",
            "supervisor w3 w4",
            "supervisor with with",
            "supervisor first first",
            "extra extra extra",
            "take camel extra",
            "build",
            "build shop hammam",
            "build sack",
            "é",
            "0",
        ):
            with pytest.raises(Illegal):
                ENGINE.parse(now.state, number("A"), text)
