"""What is open and what is hidden."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

from engines.api import Illegal
from engines.istanbul import ENGINE
from engines.istanbul.terms import CARDS
from tests.engines.istanbul.istanbul_table import AS_LISTED, Table

LARGE = ["2/1/0/2", "1/1/0/3", "2/0/1/2", "1/0/1/3", "1/1/1/2"]


def goods(tile: str) -> dict[str, int]:
    """Return a demand tile as views name it."""
    return dict(zip(("fabric", "spice", "fruit", "jewellery"), map(int, tile.split("/")), strict=True))


def texts(data: Any) -> Iterator[str]:
    """Yield every text that is a value somewhere in plain data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list):
        for part in data.values() if isinstance(data, dict) else data:
            yield from texts(part)


def cards_named(view: dict) -> list[str]:
    """Return the bonus cards that a view names."""
    return sorted(set(texts(view)) & set(CARDS))


@pytest.mark.rule("IST-491")
def test_hands_are_seen_by_their_owners_only() -> None:
    """Others, and onlookers, learn the number."""
    table = Table().trader("Ann", hand="stay good").trader("Bob", hand="gem2 post2 assist")
    ann, bob, onlooker = table.view("Ann"), table.view("Bob"), table.view()

    assert (ann["hand"], bob["hand"], onlooker["hand"]) == (["good", "stay"], ["post2", "gem2", "assist"], None)
    for view in (ann, bob, onlooker):
        assert [row["cards"] for row in view["seats"]] == [2, 3, 0, 0]
    assert cards_named(ann) == ["good", "stay"]
    assert cards_named(bob) == ["assist", "gem2", "post2"]
    assert cards_named(onlooker) == []


@pytest.mark.rule("IST-492")
def test_of_the_draw_pile_only_the_size_is_open() -> None:
    """14 cards, none of them named."""
    table = Table().discards("stay").pile(size=14)
    for name in (None, *table.names):
        view = table.view(name)
        assert view["cards"] == {"pile": 14, "discards": 1, "top": "stay"}
        assert cards_named(view) == ["stay"]


@pytest.mark.rule("IST-493")
def test_of_the_discard_pile_the_top_and_the_size_are_shown() -> None:
    """LIRA5 on STAY on GOOD."""
    table = Table().discards("lira5", "stay", "good")
    for name in (None, *table.names):
        view = table.view(name)
        assert view["cards"] == {"pile": 23, "discards": 3, "top": "lira5"}
        assert cards_named(view) == ["lira5"]

    assert Table().view()["cards"] == {"pile": 26, "discards": 0, "top": None}


@pytest.mark.rule("IST-494")
def test_everything_but_the_cards_is_open() -> None:
    """An onlooker sees what every player owns and where everything stands."""
    table = Table(3).trader("Ann", at=5, stack=1, assistants=[2, 9], family=3, lira=8, goods="2 fabric 1 jewellery")
    table.trader("Ann", extensions=1, tiles="red blue", rubies=2, hand="stay").governor(4).smuggler(6)
    view = table.view()

    assert view["seats"][0] == {
        "seat": 1,
        "colour": "blue",
        "start": True,
        "lira": 8,
        "goods": {"fabric": 2, "spice": 0, "fruit": 0, "jewellery": 1},
        "capacity": 3,
        "extensions": 1,
        "rubies": 2,
        "tiles": ["red", "blue"],
        "cards": 1,
        "place": 5,
        "stack": 1,
        "assistants": [2, 9],
        "reserve": 0,
        "family": 3,
    }
    assert (view["governor"], view["smuggler"], view["neutrals"]) == (4, 6, [])
    assert [row["colour"] for row in view["seats"]] == ["blue", "green", "red"]
    assert [set(row) for row in view["seats"]] == [set(view["seats"][0])] * 3
    for name in table.names:
        assert {**table.view(name), "hand": None, "you": None, "reach": view["reach"]} == view


@pytest.mark.rule("IST-494")
def test_each_place_tells_who_is_there() -> None:
    """Merchants, neutral ones, assistants, family members and tokens."""
    table = Table(2).trader("Ann", at=5, assistants=[9], family=9).trader("Bob", at=9, assistants=[9, 2])
    places = table.neutrals(9, 16).governor(9).view()["places"]

    assert places["9"] == {
        "number": 9,
        "name": "Tea House",
        "merchants": [2],
        "neutrals": ["red"],
        "assistants": [1, 2],
        "families": [1],
        "governor": True,
        "smuggler": False,
        "rubies": None,
    }
    assert (places["5"]["merchants"], places["2"]["assistants"], places["12"]["families"]) == ([1], [2], [2])
    assert (places["16"]["neutrals"], places["16"]["rubies"], places["13"]["rubies"]) == (["yellow"], 9, 6)
    assert [int(number) for number, place in places.items() if place["rubies"]] == [1, 13, 14, 15, 16]


@pytest.mark.rule("IST-495")
def test_a_drawn_card_is_told_to_the_drawer_only() -> None:
    """Bob learns that Ann drew one."""
    table = Table().trader("Ann", lira=2).governor(11).pile("gem2", size=26).encounters(11).do("governor")

    assert table.told("drew", "Ann") == [{"seat": 1, "cards": 1, "card": "gem2"}]
    assert table.told("drew", "Bob") == table.told("drew") == [{"seat": 1, "cards": 1}]
    assert "gem2" not in set(texts([dict(event.data) for event in table.seen_by("Bob")]))


@pytest.mark.rule("IST-495")
@pytest.mark.parametrize(("place", "order"), [(6, "draw"), (11, "catch bob card"), (7, "card family card")])
def test_every_draw_is_told_to_the_drawer_only(place: int, order: str) -> None:
    """At the Caravansary, as a reward, with FAMILY, and after a reshuffle."""
    for pile, outcomes in ((("gem2",), [["stay", "good"]]), ((), [["gem2", "stay"]])):
        table = Table().trader("Ann", family=5, hand="family").trader("Bob", family=11)
        table.discards("good" if pile else "gem2", "stay").pile(*pile)
        if "family" in order:
            outcomes = [[*outcomes[0], "family"]]
        (table.encounters if "catch" in order else table.acts)(place).do(order, outcomes)

        assert [told.get("card") for told in table.told("drew", "Ann")] == ["gem2"]
        for name in ("Bob", None):
            assert [told.get("card") for told in table.told("drew", name)] == [None]
            assert "gem2" not in set(texts([dict(event.data) for event in table.seen_by(name)]))


@pytest.mark.rule("IST-496")
def test_played_discarded_and_taken_cards_are_known_to_all() -> None:
    """LIRA5 taken from the discard pile and STAY discarded."""
    table = Table().trader("Ann", hand="stay").discards("lira5", "good").pile("gem2", size=20).acts(6)
    table.do("draw lira; draw; discard stay")
    for name in ("Bob", None):
        assert table.told("took_discard", name) == [{"seat": 1, "card": "lira5"}]
        assert table.told("discarded", name) == [{"seat": 1, "card": "stay"}]

    table.do("card lira")
    assert table.told("played_lira", "Bob") == [{"seat": 1, "lira": 5}]


@pytest.mark.rule("IST-497")
def test_of_a_demand_stack_only_what_was_seen_is_shown_in_order() -> None:
    """After one sale: the tile in force, the one at the bottom, and three as a set."""
    views = []
    for rest in permutations(LARGE[2:]):
        table = Table().trader("Ann", goods="1 jewellery").demand(10, *LARGE[:2], *rest).acts(10).do("sell blue")
        views.append(table.view("Bob")["markets"]["10"])

    assert views[0]["demand"] == goods(LARGE[1])
    assert views[0]["below"] == [goods(LARGE[0])]
    assert sorted(views[0]["unseen"], key=str) == sorted((goods(tile) for tile in LARGE[2:]), key=str)
    assert views == [views[0]] * 6


@pytest.mark.rule("IST-497")
def test_a_demand_stack_is_known_once_it_has_gone_round() -> None:
    """What is seen grows with each sale; the whole order is known from the fourth on."""
    seen = []
    for sales in range(12):
        market = Table().demand(10, *LARGE, sales=sales).view()["markets"]["10"]
        assert market["demand"] == goods(LARGE[sales % 5])
        seen.append(([LARGE.index(text(tile)) + 1 for tile in market["below"]], len(market["unseen"])))

    assert seen[:6] == [([], 4), ([1], 3), ([1, 2], 2), ([1, 2, 3], 1), ([1, 2, 3, 4], 0), ([2, 3, 4, 5], 0)]
    assert seen[6:] == [([3, 4, 5, 1], 0), ([4, 5, 1, 2], 0), ([5, 1, 2, 3], 0), ([1, 2, 3, 4], 0), *seen[5:7]]


def text(tile: dict[str, int]) -> str:
    """Write a demand tile as the data does."""
    return "/".join(map(str, tile.values()))


@pytest.mark.rule("IST-498")
def test_stacks_tracks_and_indicators_are_open() -> None:
    """After one red tile was taken; the dice are told to all."""
    table = Table().trader("Ann", goods="2 fabric").acts(14).do("tile red")
    view = table.view()

    assert view["mosques"] == {
        "14": {"rubies": 4, "stacks": {"red": [3, 4, 5], "green": [2, 3, 4, 5]}},
        "15": {"rubies": 4, "stacks": {"yellow": [2, 3, 4, 5], "blue": [2, 3, 4, 5]}},
    }
    assert view["dealer"] == {"rubies": 12, "price": 12}
    assert view["palace"] == {
        "rubies": 7,
        "needs": {"fabric": 1, "spice": 1, "fruit": 1, "jewellery": 1, "any": 0, "total": 4},
    }
    assert view["post"] == {"down": 0, "goods": {"fabric": 0, "spice": 1, "fruit": 1, "jewellery": 0}, "lira": 2}
    rolled = Table().acts(9).do("announce 5", [[2, 4]])
    assert rolled.told("rolled") == [{"seat": 1, "place": 9, "dice": (2, 4), "total": 6}]


@pytest.mark.rule("IST-499")
def test_states_that_differ_in_what_is_hidden_look_the_same() -> None:
    """Bob's hand and the draw pile are dealt anew; Ann's view and choices are equal."""

    def dealt(bob: str, top: str) -> Table:
        table = Table().trader("Ann", lira=5, hand="stay family", family=5).trader("Bob", hand=bob).governor(11)
        return table.discards("good").pile(top, size=20).encounters(11)

    one, two = dealt("gem2 post2", "lira5"), dealt("lira5 assist", "gem2")

    assert one.state != two.state
    assert one.view("Ann") == two.view("Ann")
    assert one.view() == two.view()
    assert one.choices() == two.choices()
    assert one.view("Bob") != two.view("Bob")
    assert json.dumps(one.view("Cem")) == json.dumps(two.view("Cem"))


@pytest.mark.rule("IST-499")
def test_the_course_of_another_seats_turn_does_not_depend_on_hidden_kinds() -> None:
    """Whichever card Bob holds, his turn stops and goes on at the same points."""
    stages = set()
    for card in CARDS:
        table, passed = Table().turn("Bob").trader("Bob", lira=9, hand=card).trader("Cem", at=2), []
        for line in ("move 2", "leave", "pay", "fill"):
            table.do(line)
            passed.append((table.stage, table.mover, json.dumps(table.view("Ann"))))
        stages.add(tuple(passed))

    assert len(stages) == 1


def test_a_reshuffle_hides_the_order_of_the_discards() -> None:
    """All learn how many cards were shuffled."""
    table = Table().discards("stay", "gem2").pile("good").trader("Bob", family=11).encounters(11)
    table.do("catch bob card", [AS_LISTED])

    assert table.told("reshuffled", "Ann") == table.told("reshuffled") == [{"cards": 2}]
    for name in (None, *table.names):
        assert table.view(name)["cards"] == {"pile": 2, "discards": 0, "top": None}


def test_resampling_keeps_what_the_seat_knows() -> None:
    """The own hand, all sizes and the tiles already seen."""
    table = Table().trader("Ann", hand="stay").trader("Bob", hand="gem2 post2").demand(10, *LARGE, sales=2)
    for seed in range(10):
        other = ENGINE.resample(table.state, 1, random.Random(seed))
        assert (other.traders[0].hand, len(other.traders[1].hand), len(other.pile)) == (("stay",), 2, 23)
        assert other.bazaar.large.tiles[:3] == table.state.bazaar.large.tiles[:3]
        assert sorted(other.bazaar.large.tiles) == sorted(table.state.bazaar.large.tiles)


def test_a_view_can_be_made_before_the_first_roll() -> None:
    """There is no turn, no demand and no reach yet; the board and the rubies are there."""
    state = ENGINE.setup(["Ann", "Bob"], {"layout": "long"})
    for seat in (None, 1, 2):
        view = ENGINE.view(state, seat)
        assert json.loads(json.dumps(view)) == view
        assert view["grid"][0] == [16, 2, 8, 11]
        assert (view["turn"], view["over"], view["standings"]) == (None, False, None)
        assert view["markets"]["10"]["demand"] is None
        assert view["dealer"] == {"rubies": 9, "price": 15}
    assert ENGINE.view(state, None)["reach"] is None


@pytest.mark.parametrize("seat", [2, 3, 4])
def test_another_seats_order_is_refused_before_it_is_tried(seat: int) -> None:
    """By `apply` as by `parse`, naming whose turn it is; also while dice are to be rolled."""
    table = Table()
    order = ENGINE.legal(table.state, 1)[0]
    for call in (lambda: ENGINE.apply(table.state, seat, order), lambda: ENGINE.parse(table.state, seat, "move 5")):
        with pytest.raises(Illegal) as refused:
            call()
        assert (refused.value.code, refused.value.facts) == ("not_your_turn", {"seat": 1})

    rolling = table.acts(9).state
    rolling = ENGINE.apply(rolling, 1, ENGINE.parse(rolling, 1, "announce 8")[0]).state
    assert [ENGINE.legal(rolling, number) for number in (1, 2, 3, 4)] == [()] * 4
    with pytest.raises(Illegal) as refused:
        ENGINE.apply(rolling, 1, order)
    assert refused.value.code == "not_your_turn"
