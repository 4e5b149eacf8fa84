"""Hidden information: ledger rows YSP-321 to YSP-326."""

from __future__ import annotations

import json
import random

import pytest

from engines.yspahan import ENGINE
from engines.yspahan.board import CARDS
from tests.engines.yspahan.yspahan_table import number, table


@pytest.mark.rule("YSP-321")
def test_a_hand_is_seen_by_its_owner_alone_and_its_size_by_all() -> None:
    """A reads both names; B and an onlooker read the number two."""
    start = table().tower("gold 1x6").stock("A", cards="gold_3 swap")

    assert start.view("A")["hand"] == ["gold_3", "swap"]
    for reader in ("B", None):
        view = start.view(reader)
        assert view["hand"] == []
        assert view["rows"][0]["cards"] == 2
        assert not any(card in json.dumps(view) for card in CARDS)


@pytest.mark.rule("YSP-322")
def test_the_order_of_the_deck_is_hidden_and_its_size_open() -> None:
    """Four cards in hands and three discarded leave eleven."""
    start = table().stock("A", cards="gold_3 swap").stock("B", cards="swap camels_3")
    start = start.discards("gold_to_vp", "gold_to_vp", "gold_3").tower("gold 1x6")
    turned = start.change(deck=start.state.deck[::-1])

    for reader in (None, "A", "B", "C", "D"):
        assert start.view(reader)["deck"] == 11
        assert start.view(reader) == turned.view(reader)


@pytest.mark.rule("YSP-323")
def test_a_draw_names_the_card_to_the_drawer_alone() -> None:
    """The public event comes first, A's own directly behind it."""
    after = table().on_top("swap").tower("camel 1x1", "gold 1x6").do("A", "draw camel")
    public = {"seat": 1, "reason": "group", "square": "camel"}

    assert after.told("card_drawn", "A") == [public | {"card": "swap"}]
    for reader in ("B", "C", "D", None):
        assert after.told("card_drawn", reader) == [public]
    assert [(event.kind, event.seen_by) for event in after.events] == [("card_drawn", None), ("card_drawn", 1)]
    assert after.entries[0].reveals


@pytest.mark.rule("YSP-324")
def test_a_discarded_card_is_known_to_all() -> None:
    """The extra die lies among the used cards, later on the discard pile."""
    start = table().tower("camel 1x1", "gold 1x6").stock("A", cards="swap gold_3")
    used = start.do("A", "take camel extra swap")

    assert used.view("B")["used"] == ["swap"]
    assert used.do("A", "end").view("B")["discards"] == ["swap"]
    assert start.do("A", "card gold_3").view("B")["used"] == ["gold_3"]


@pytest.mark.rule("YSP-325")
def test_everything_but_hands_and_deck_is_open() -> None:
    """B's view shows A's stocks, building and score, every cube, the Tower and the Supervisor."""
    start = table().stock("A", gold=3, camels=2, points=9, buildings="paddock").cubes("A", "sack3.a").caravan("AC")
    view = start.cubes("D", "vase1.a").supervisor("S2").tower("camel 3x1 y1", "gold 1x6").view("B")
    row = view["rows"][0]
    shops = [shop for quarter in view["city"] for souk in quarter["souks"] for shop in souk["shops"]]

    assert (row["gold"], row["camels"], row["points"], row["buildings"]) == (3, 2, 9, ["paddock"])
    assert {shop["shop"]: shop["owner"] for shop in shops if shop["owner"]} == {"sack3.a": 1, "vase1.a": 4}
    assert [slot["owner"] for slot in view["caravan"]["slots"][:3]] == [1, 3, None]
    assert view["tower"][0] == {"square": "camel", "value": 1, "white": 2, "yellow": 1, "dice": 3}
    assert view["supervisor"] == "S2"
    assert view == start.cubes("D", "vase1.a").supervisor("S2").tower("camel 3x1 y1", "gold 1x6").view(None) | {
        "you": 2
    }


@pytest.mark.rule("YSP-326")
def test_what_a_seat_is_shown_does_not_depend_on_what_it_cannot_know() -> None:
    """After dealing the rest anew view, orders and refusals are the same."""
    start = table().tower("camel 1x1", "sack 2x2", "gold 1x6").stock("A", cards="swap gold_to_vp", gold=3)
    start = start.stock("B", cards="gold_3 camels_3").stock("C", cards="cube_to_shop swap")
    rng = random.Random(1)
    for seat in "ABCD":
        other = start.change(**ENGINE.resample(start.state, number(seat), rng)._asdict())

        assert other.state != start.state
        assert [len(player.hand) for player in other.state.players] == [2, 2, 2, 0]
        assert other.hand(seat) == start.hand(seat)
        assert other.view(seat) == start.view(seat)
        assert other.legal(seat) == start.legal(seat)
        for order in ("take vase", "card gold_3", "card swap 9 gold", "build hoist", "xyzzy", "end"):
            assert other.refusal(seat, order) == start.refusal(seat, order)


def test_whoever_set_a_group_aside_is_dealt_a_hand_that_can_pay_a_building() -> None:
    """With two players the others have seen that a waiving card is there."""
    start = table(2).tower("sack 1x2", "gold 1x6").stock("A", gold=2, cards="build_no_camels")
    aside = start.do("A", "aside sack")
    rng = random.Random(2)
    for _ in range(20):
        other = ENGINE.resample(aside.state, 2, rng)
        assert ENGINE.legal(other, 1)
        assert ENGINE.view(other, 2) == ENGINE.view(aside.state, 2)
