"""What a view and a hint hold, how a state is stored, and what the calls refuse."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from engines.api import Illegal, Shuffle
from engines.yspahan import ENGINE
from engines.yspahan.board import DECK
from tests.engines.yspahan.yspahan_table import Table, new_game, number, table


def hint(start: Table, order: str, seat: str = "A") -> dict[str, Any]:
    """Return the hint beside an order."""
    (action,) = ENGINE.parse(start.state, number(seat), order)
    return dict(ENGINE.describe(start.state, number(seat), action))


def full() -> Table:
    """Return a table where A is to act with some groups, gold and cards."""
    start = table().tower("camel 3x1 y1", "sack 2x2", "gold 2x6").cubes("B", "sack3.a").stock("B", camels=1)
    return start.stock("A", gold=2, cards="swap gold_to_vp cube_to_shop", buildings="paddock shop")


def test_hints_of_the_roll_and_the_groups() -> None:
    """What would be paid, gained or placed."""
    rolling = table().supplying().stock("A", gold=2)
    start = full()

    assert hint(rolling, "roll") == {"step": "roll", "white": 9, "yellow": 0, "gold": 0}
    assert hint(rolling, "roll 2 yellow") == {"step": "roll", "white": 9, "yellow": 2, "gold": 2}
    assert hint(start, "take camel") == {
        "step": "take",
        "square": "camel",
        "dice": 3,
        "value": 1,
        "kind": "camels",
        "gained": 4,
    }
    assert hint(start, "take gold")["gained"] == 4
    assert hint(start.do("A", "extra swap"), "take gold")["gained"] == 5
    assert hint(start.stock("A", buildings=""), "take gold")["gained"] == 2
    assert hint(start.stock("A", buildings=""), "take camel")["gained"] == 3
    assert hint(start, "place sack") == {
        "step": "open",
        "square": "sack",
        "dice": 2,
        "value": 2,
        "cubes": 2,
        "open": 15,
    }
    assert hint(start, "supervisor sack")["reach"] == ["W2", "E2", "N2", "S2"]
    assert hint(start, "draw gold") == {"step": "draw", "square": "gold", "dice": 2, "value": 6, "deck": 15}


def test_hints_of_what_is_under_way() -> None:
    """Shops, road squares, struck cubes, amounts and answers."""
    start = full()
    moving = start.tower("sack 2x3", "gold 1x6").do("A", "supervisor sack")
    asked = moving.do("A", "supervisor W3")
    two = start.cubes("C", "vase1.a", "barrel2.a").tower("camel 1x1").do("A", "supervisor E1")

    assert hint(start.do("A", "place sack"), "place sack4.c") == {
        "step": "place",
        "shop": "sack4.c",
        "souk": "sack4",
        "points": 4,
        "left": 3,
        "roadside": False,
    }
    assert hint(start.do("A", "place sack"), "place sack4.b")["roadside"] is True
    assert hint(moving, "supervisor W3") == {
        "step": "move",
        "to": "W3",
        "steps": 3,
        "gold": 0,
        "struck": [{"shop": "sack3.a", "owner": 2, "camels": 1}],
    }
    assert hint(moving, "supervisor W5")["gold"] == 2
    assert hint(asked, "pay camel", "B") == {"step": "answer", "pays": True, "shop": "sack3.a", "camels": 1}
    assert hint(two, "first barrel2.a") == {"step": "first", "shop": "barrel2.a", "owner": 3}
    assert hint(start, "extra swap") == {"step": "extra", "card": "swap"}
    assert hint(start, "card swap") == {"step": "card", "card": "swap"}
    assert hint(start.do("A", "card swap"), "give 2 gold")["points"] == 0
    assert hint(start.do("A", "card gold_to_vp"), "give 2 gold") == {
        "step": "give",
        "card": "gold_to_vp",
        "gave": "gold",
        "amount": 2,
        "points": 2,
    }


def test_hints_of_buildings_and_the_end() -> None:
    """The third building with a waiving card costs no camels and scores five points."""
    start = full().stock("A", gold=4, cards="build_no_camels").acted()
    aside = table(2).tower("sack 1x2", "gold 1x6").stock("A", camels=2)

    assert hint(start, "build bazaar with build_no_camels") == {
        "step": "build",
        "building": "bazaar",
        "camels": 0,
        "gold": 4,
        "cards": ["build_no_camels"],
        "points": 5,
    }
    assert hint(start, "end") == {"step": "end"}
    assert hint(aside, "aside sack")["square"] == "sack"


def test_a_hint_of_a_group_that_is_gone_is_empty_handed() -> None:
    """A hint is data, never a refusal."""
    (action,) = ENGINE.parse(full().state, 1, "supervisor sack")
    later = full().do("A", "place sack")

    assert ENGINE.describe(later.state, 1, action) == {
        "step": "call",
        "square": "sack",
        "dice": 0,
        "value": 0,
        "reach": [],
    }


@pytest.mark.parametrize(
    ("order", "prompt", "task"),
    [
        ("place sack4.d", "place", {"square": "sack", "cubes": 1, "placed": ["sack4.d"]}),
        ("supervisor sack", "supervisor", {"square": "sack", "value": 2}),
        ("card gold_to_vp", "amount", {"card": "gold_to_vp", "gold": 2, "camels": 0, "points_each": 1}),
        ("card swap", "amount", {"card": "swap", "gold": 2, "camels": 0, "points_each": 0}),
        ("card cube_to_shop", "shop", {"card": "cube_to_shop"}),
        ("extra swap", "extra", {"card": "swap"}),
    ],
)
def test_a_view_tells_what_is_under_way(order: str, prompt: str, task: dict[str, Any]) -> None:
    """With what its prompt needs, for every reader."""
    after = full().do("A", order)
    for reader in ("A", "B", None):
        view = after.view(reader)

        assert view["prompt"] == prompt
        assert {key: view["task"][key] for key in task} == task


def test_a_view_tells_the_choices_of_every_group() -> None:
    """Dice, value, what the Supervisor reaches, and cubes and open shops of a neighbourhood."""
    task = full().view("B")["task"]

    assert task["groups"] == [
        {"square": "camel", "dice": 3, "value": 1, "reach": ["W1", "E1", "N1", "S1"]},
        {"square": "sack", "dice": 2, "value": 2, "reach": ["W2", "E2", "N2", "S2"], "cubes": 2, "open": 15},
        {"square": "gold", "dice": 2, "value": 6, "reach": ["W6", "E6", "S6"]},
    ]
    assert (task["card"], task["yellow_closed"]) == (None, False)


def test_a_view_tells_the_struck_cubes_and_their_answers() -> None:
    """First the choice of the order, then who is asked."""
    start = table().tower("camel 1x1", "gold 1x6").cubes("B", "vase1.a").cubes("C", "barrel2.a")
    choice = start.stock("B", camels=1).stock("C", camels=2).do("A", "supervisor E1")
    asked = choice.do("A", "first vase1.a").do("C", "pay camel")

    assert choice.view("D")["task"] == {"shops": [{"shop": "vase1.a", "owner": 2}, {"shop": "barrel2.a", "owner": 3}]}
    assert asked.view("D")["struck"] == [
        {"shop": "vase1.a", "owner": 2, "camels": 1, "pays": None},
        {"shop": "barrel2.a", "owner": 3, "camels": 2, "pays": True},
    ]
    assert asked.view("D")["task"] is None
    assert (asked.view("B")["asked"], asked.view("B")["turn"]) == ([2], 1)


def test_a_view_of_two_players_tells_the_group_set_aside() -> None:
    """The building is still to be named."""
    aside = table(2).tower("sack 1x2", "gold 1x6").stock("A", camels=2, gold=1).do("A", "aside sack")

    assert aside.view("B")["task"] == {"square": "sack", "camels": 2, "gold": 1}
    assert aside.view("B")["variant"] is True


def test_a_view_of_the_end_holds_the_standings() -> None:
    """Before it the list is empty."""
    last = table().day(3, 7).order("BCDA").turn(3).tower("gold 1x6").stock("A", points=3)

    assert last.view("A")["standings"] == []
    assert last.do("A", "take gold").view(None)["standings"] == [
        {"seat": 1, "rank": 1, "points": 3},
        {"seat": 2, "rank": 2, "points": 0},
        {"seat": 3, "rank": 2, "points": 0},
        {"seat": 4, "rank": 2, "points": 0},
    ]
    assert last.do("A", "take gold").view(None)["turn"] is None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_view_shows_the_caravan_of_its_player_count(players: int) -> None:
    """Lines and points of every slot."""
    caravan = new_game(players).view(None)["caravan"]

    assert [slot["line"] for slot in caravan["slots"]] == [1] * players + [2] * players + [3] * players
    assert [slot["points"] for slot in caravan["slots"]] == [2] * players + [1] * players + [0] * players
    assert caravan["size"] == 3 * players


def test_every_state_is_stored_and_loaded_equal() -> None:
    """In the middle of a placement, of a question, of a shuffle and before the first deal."""
    start = full()
    shuffling = start.deck(0).discards("gold_3", "gold_3")
    step = ENGINE.apply(shuffling.state, 1, ENGINE.parse(shuffling.state, 1, "draw gold")[0])
    states = [
        ENGINE.setup("ABC", {}),
        start.do("A", "place sack4.d").state,
        start.tower("sack 1x3", "gold 1x6").do("A", "supervisor W3").state,
        step.state,
        table().tower("gold 1x6", "camel 1x1").do("A", "take gold").state,
    ]
    assert isinstance(ENGINE.pending(step.state), Shuffle)
    assert not step.reveals
    for state in states:
        assert ENGINE.load(json.loads(json.dumps(ENGINE.dump(state)))) == state


def test_a_state_of_an_unknown_schema_is_not_loaded() -> None:
    """The number is named."""
    data = dict(ENGINE.dump(full().state)) | {"schema": 99}
    with pytest.raises(ValueError, match="99"):
        ENGINE.load(data)


def test_nobody_is_asked_while_the_discards_are_shuffled() -> None:
    """Chance comes first."""
    start = full().deck(0).discards("gold_3")
    step = ENGINE.apply(start.state, 1, ENGINE.parse(start.state, 1, "draw gold")[0])

    assert [ENGINE.legal(step.state, seat) for seat in (1, 2, 3, 4)] == [(), (), (), ()]


@pytest.mark.parametrize(
    "outcome", [[], [1] * 8, [1] * 10, [0] + [1] * 8, [7] + [1] * 8, ["1"] * 9, [True] * 9, [1.0] * 9]
)
def test_an_impossible_roll_is_not_resolved(outcome: list[Any]) -> None:
    """Too few or too many dice, faces that no die has, and what is no number."""
    rolling = table().supplying().change(phase="roll")
    with pytest.raises(ValueError, match="faces"):
        ENGINE.resolve(rolling.state, outcome)


@pytest.mark.parametrize("outcome", [DECK[1:], (*DECK[1:], "swap", "swap"), (*DECK[1:], "joker"), (*DECK, 1)])
def test_an_impossible_shuffle_is_not_resolved(outcome: tuple[Any, ...]) -> None:
    """A card too few, too many or unknown."""
    with pytest.raises(ValueError, match="cards"):
        ENGINE.resolve(ENGINE.setup("ABC", {}), list(outcome))


def test_without_pending_chance_nothing_is_resolved() -> None:
    """A seat is asked."""
    with pytest.raises(ValueError, match="pending"):
        ENGINE.resolve(full().state, [1])


@pytest.mark.parametrize("seat", [0, 5, -1])
def test_a_seat_that_does_not_exist_is_refused_by_every_call(seat: int) -> None:
    """With the number of seats."""
    state = full().state
    (action,) = ENGINE.parse(state, 1, "take gold")
    calls = (
        lambda: ENGINE.legal(state, seat),
        lambda: ENGINE.parse(state, seat, "take gold"),
        lambda: ENGINE.describe(state, seat, action),
        lambda: ENGINE.apply(state, seat, action),
        lambda: ENGINE.standing(state, seat, {}),
        lambda: ENGINE.stand_in(state, seat, 0),
        lambda: ENGINE.view(state, seat),
        lambda: ENGINE.resample(state, seat, random.Random(1)),
    )
    for call in calls:
        with pytest.raises(Illegal) as refused:
            call()
        assert (refused.value.code, refused.value.facts) == ("no_such_seat", {"seat": seat, "seats": 4})


def test_a_hand_that_cannot_be_dealt_otherwise_stays() -> None:
    """The mover set a group aside with the only card there is."""
    start = table(2).tower("sack 1x2", "gold 1x6").stock("A", gold=2, cards="build_no_camels").deck(0)
    aside = start.do("A", "aside sack")

    class Awkward:
        """Deals nothing that fits."""

        def shuffle(self, x: list[str]) -> None:
            """Leave no card that could pay."""
            x[:] = ["swap"]

        def randrange(self, stop: int) -> int:
            """Return the first."""
            return 0

    assert ENGINE.resample(aside.state, 2, Awkward()) == aside.state


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("supervisor sack first vase1.a", "missing_word"),
        ("supervisor W2 with sack first vase1.a", "not_struck"),
        ("card cube_to_shop sack", "unknown_word"),
        ("supervisor first", "missing_word"),
        ("place sack4.c sack", "too_many_words"),
    ],
)
def test_half_orders_are_refused(text: str, reason: str) -> None:
    """Each with its own reason."""
    assert full().refused("A", text) == reason


def test_a_group_can_be_called_in_short_and_not_changed_any_more() -> None:
    """Once the Sack group is used its square alone is wanted."""
    start = full()
    called = start.do("A", "su sack")

    assert called.prompt() == "supervisor"
    assert called.refused("A", "supervisor W2 with gold") == "square_wanted"
    assert called.do("A", "supervisor W2 with sack").at() == "W2"
