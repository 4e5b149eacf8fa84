"""What each seat may see, and what it may not."""

from __future__ import annotations

import json
import random

import pytest

from engines.silkroad import ENGINE, phases
from tests.engines.silkroad.silkroad_table import Table


@pytest.mark.rule("SLK-391", "SLK-392")
def test_a_hand_is_known_to_its_owner_and_its_size_to_all() -> None:
    """A sees silk, two tea and ivory; B and an onlooker see 4 cards; A sees that B has 6."""
    table = Table("AB").hands(A="silk, 2 tea, ivory", B="6 spices")

    assert table.view("A")["own"]["hand"] == {"silk": 1, "ivory": 1, "tea": 2}
    for reader in ("B", None):
        assert table.view(reader)["players"][0] == {"seat": 1, "cameleer": 1, "hand": 4, "display": {}}
    assert table.view("A")["players"][1]["hand"] == 6
    assert table.view(None)["own"] is None
    assert table.view("B")["own"]["hand"] == {"spices": 6}


@pytest.mark.rule("SLK-393")
def test_jewels_behind_a_screen_are_known_to_their_owner_only() -> None:
    """B sees 2 red, 1 colourless, 1 marker and 12 points; A's view names no jewel of B and no total."""
    table = Table("AB").owns("B", "2 red", colourless=1, markers=1)

    assert table.view("B")["own"] == {
        "hand": table.hand_of("B"),
        "jewels": {"red": 2},
        "colourless": 1,
        "markers": 1,
        "points": 12,
    }
    for reader in ("A", None):
        assert set(table.view(reader)["players"][1]) == {"seat", "cameleer", "hand", "display"}
    assert table.view("A")["own"]["points"] == 0


@pytest.mark.rule("SLK-394")
def test_what_lies_on_the_table_is_public() -> None:
    """Displays, cameleers, open cards, caravans, row, places, destinations and the cities' jewels, in full."""
    table = Table("AB").lay_out(A="2 silk", B="tea").cameleers("A5 B2").open("silk tea ivory")
    table.caravan(2, [7, 6], at="kabul", to="samarkand", jewels="red violet").row(5, 8, 4, 2)
    view = table.view()
    caravan = view["caravans"][1]

    assert [one["display"] for one in view["players"]] == [{"silk": 2}, {"tea": 1}]
    assert [one["cameleer"] for one in view["players"]] == [5, 2]
    assert view["open"] == ["silk", "tea", "ivory"]
    assert view["row"] == [
        {"number": 5, "good": "tea"},
        {"number": 8, "good": "ivory"},
        {"number": 4, "good": "porcelain"},
        {"number": 2, "good": "spices"},
    ]
    assert (caravan["name"], caravan["destination_name"]) == ("Kabul", "Samarkand")
    assert caravan["jewels"] == ["red", "violet"]
    assert caravan["camels"] == [{"number": 7, "good": "porcelain"}, {"number": 6, "good": "tea"}]
    assert next(place for place in view["places"] if place["name"] == "Kabul")["caravan"] == 2
    assert next(place for place in view["places"] if place["name"] == "Samarkand")["jewels"] == ["red", "violet"]


@pytest.mark.rule("SLK-395", "SLK-396")
def test_of_pile_and_bag_only_the_numbers_are_public() -> None:
    """Bag 11 and pile 47 in each view, also in another seat's turn; their order changes no view."""
    table = Table("AB").bag("3 red, 3 blue, 3 green, 2 violet").pile("20 silk, 20 tea, 7 ivory")
    state = table.ready()
    for reader in (None, 1, 2):
        view = ENGINE.view(state, reader)
        turned = ENGINE.view(state._replace(pile=state.pile[::-1], bag=state.bag[::-1]), reader)
        assert (view["bag"], view["pile"]) == (11, 47)
        assert turned == view
    table.do("A", "lay 1 silk")
    assert table.view("B")["bag"] == 11
    assert not {"bag_colours", "pile_cards"} & set(table.view("A"))


@pytest.mark.rule("SLK-397")
def test_a_card_from_the_pile_is_shown_to_its_drawer_only() -> None:
    """B learns that A drew one card from the pile and took tea; A sees the silk."""
    table = Table("AB").hand("A", "spices").open("tea ivory ivory").top("silk").caravan(1, [9], "kaschgar", "yspahan")
    table.do("A", "move 1 turfan 1 spices", "draw pile tea")

    for reader in ("B", None):
        assert table.told("drew", reader) == [
            {"seat": 1, "source": "pile"},
            {"seat": 1, "source": "open", "good": "tea"},
        ]
    assert table.told("drew", "A")[0] == {"seat": 1, "source": "pile", "good": "silk"}
    assert table.reveals[2] is True


@pytest.mark.rule("SLK-398")
def test_discards_are_seen_by_all() -> None:
    """B gives silk and tea to customs: C's news and view name both."""
    table = Table("ABC").hands(A="silk", B="3 silk, 3 tea", C="tea").stopped(1, "dunhuang").act()
    table.do("B", "discard silk tea")

    assert [event["good"] for event in table.told("discarded", "C")] == ["silk", "tea"]
    assert table.view("C")["discards"] == ["silk", "tea"]


@pytest.mark.rule("SLK-399")
def test_a_card_that_robbers_bring_from_the_pile_is_seen_by_all() -> None:
    """B's news name the silk."""
    table = Table("AB").top("tea, silk").stopped(2, "lahore").act()

    assert table.told("replaced", "B") == [{"seat": 1, "good": "silk", "source": "pile"}]
    assert table.view("B")["players"][0]["display"] == {"silk": 1}


@pytest.mark.rule("SLK-400")
def test_a_jewel_is_seen_when_it_is_taken_and_hidden_afterwards() -> None:
    """B's news say blue, the city shows red and red, B's view does not list A's jewels."""
    table = Table("AB").lay_out(A="silk, tea").caravan(3, [10, 6, 3], at="byzanz", to="byzanz", jewels="blue red red")
    table.row(1, 2, 4, 5, 7, 8, 9).arrived(3).act().do("A", "sell blue")

    assert table.told("jewel_taken", "B") == [{"seat": 1, "colour": "blue", "place": "Byzanz", "left": 2}]
    assert next(place for place in table.view("B")["places"] if place["name"] == "Byzanz")["jewels"] == ["red", "red"]
    assert "blue" not in json.dumps(table.view("B")["players"])


@pytest.mark.rule("SLK-401")
def test_at_the_end_all_jewels_and_points_are_shown() -> None:
    """Every view shows every player's jewels, colourless jewels, markers and points, and the ranking."""
    table = Table("AB").hands(A="", B="").owns("A", "red", 1, 1).owns("B", "2 blue").cameleers("A4 B2").pile("9 tea")
    table.retired(2).retired(3).caravan(1, [5], at="yspahan", to="yspahan", jewels="red").bag("").arrived(1).act()

    for reader in ("A", "B", None):
        view = table.view(reader)
        assert view["over"] is True
        first, second = view["players"]
        assert (first["jewels"], first["colourless"], first["markers"], first["points"]) == ({"red": 1}, 1, 1, 11)
        assert (second["jewels"], second["colourless"], second["markers"], second["points"]) == ({"blue": 2}, 0, 0, 2)
        assert view["standings"] == [
            {"seat": 1, "rank": 1, "score": 11, "cameleer": 4},
            {"seat": 2, "rank": 2, "score": 2, "cameleer": 2},
        ]
    assert table.reveals[-1] is True


def test_resampling_deals_everything_hidden_anew() -> None:
    """Other hands, pile, bag and jewels change; the own ones and all numbers stay."""
    table = Table("ABC").hands(A="4 silk", B="5 tea", C="2 ivory").owns("A", "red", 1, 1).owns("B", "2 blue", 2, 1)
    state = table.ready()
    others = [ENGINE.resample(state, 1, random.Random(seed)) for seed in range(20)]

    assert all(other.players[0] == state.players[0] for other in others)
    assert all([sum(one.hand) for one in other.players] == [4, 5, 2] for other in others)
    assert any(other.players[1].hand != state.players[1].hand for other in others)
    assert any(other.players[1].jewels != state.players[1].jewels for other in others)
    assert any(sum(other.players[1].jewels) != 2 for other in others)
    assert any(other.players[2].colourless for other in others)
    assert any(other.players[2].markers for other in others)
    for other in others:
        lying = [*other.bag, *(colour for caravan in other.caravans for colour in caravan.jewels)]
        held = [sum(one.jewels[colour] for one in other.players) for colour in range(5)]
        assert all(lying.count(colour) + held[colour] <= 4 for colour in range(5))
    assert any(other.bag != state.bag for other in others)
    assert any(other.pile != state.pile for other in others)
    assert {len(other.bag) for other in others} == {len(state.bag)}
    assert all(sum(one.colourless for one in other.players) == 3 for other in others)


def test_resampling_an_ended_game_keeps_what_is_shown() -> None:
    """At the end jewels are public and stay; only pile and bag are dealt anew."""
    table = Table("AB").hands(A="", B="").owns("A", "red", 1, 1).owns("B", "2 blue", 2)
    state = table.ready()._replace(phase=phases.OVER)
    other = ENGINE.resample(state, 1, random.Random(1))

    assert other.players == state.players
    assert (other.pile != state.pile, other.bag != state.bag) == (True, True)
    assert sorted(other.bag) == sorted(state.bag)
