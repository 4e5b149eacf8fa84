"""The figures beside the choices, and what a view says of the moment."""

from __future__ import annotations

import pytest

from engines.istanbul import ENGINE
from tests.engines.istanbul.istanbul_table import Table


def hint(table: Table, text: str) -> dict:
    """Return the hint of the one step that a line means."""
    seat = table.state.turn.seat
    (step,) = ENGINE.parse(table.state, seat, text)
    return dict(ENGINE.describe(table.state, seat, step))


def test_a_move_tells_whom_the_merchant_meets() -> None:
    """Merchants, families and tokens at the place, what is due, and what becomes of the assistants."""
    table = Table().trader("Ann", lira=3, stack=1, goods="2 spice").trader("Bob", at=11).trader("Cem", family=11)
    table.governor(11).demand(11, "1/2/1/1")

    assert hint(table, "move 11") == {
        "kind": "move",
        "place": 11,
        "steps": 1,
        "assistant": "leave",
        "due": 2,
        "lira": 3,
        "merchants": [2],
        "neutrals": [],
        "families": [3],
        "governor": True,
        "smuggler": False,
        "action": {"possible": True, "goods": {"spice": 2}, "lira": 5},
    }


@pytest.mark.parametrize(
    ("stack", "lying", "place", "expected"),
    [(1, (), 2, "leave"), (1, (2,), 2, "pick_up"), (0, (), 2, "none"), (0, (), 7, "fountain")],
)
def test_a_move_tells_what_becomes_of_the_assistants(
    stack: int, lying: tuple[int, ...], place: int, expected: str
) -> None:
    """Pick up, leave, none, or the Fountain."""
    table = Table().trader("Ann", at=12, stack=stack, assistants=lying)

    assert hint(table, f"move {place}")["assistant"] == expected


@pytest.mark.parametrize(
    ("place", "action"),
    [
        (1, {"possible": True, "price": 7, "lira": 12, "complete": False, "ruby": True}),
        (2, {"possible": True, "good": "fabric", "gain": 3}),
        (5, {"possible": True, "goods": {"spice": 1, "fruit": 1}, "lira": 2}),
        (6, {"possible": True, "pile": 25, "top": "stay"}),
        (7, {"possible": True, "assistants": [3]}),
        (8, {"possible": True}),
        (9, {"possible": True}),
        (10, {"possible": True, "goods": {"fabric": 1, "jewellery": 2}, "lira": 12}),
        (12, {"possible": True, "family": 12}),
        (
            13,
            {"possible": False, "needs": {"fabric": 1, "spice": 1, "fruit": 1, "jewellery": 1}, "any": 0, "rubies": 7},
        ),
        (14, {"possible": False, "tiles": []}),
        (15, {"possible": True, "tiles": ["blue"]}),
        (16, {"possible": True, "price": 12, "lira": 12}),
    ],
)
def test_a_place_tells_what_could_be_done_there(place: int, action: dict) -> None:
    """The figures of each place for the trader who would act there."""
    table = Table().trader("Ann", lira=12, goods="1 fabric 3 jewellery", extensions=2, assistants=[3])
    table.discards("stay").demand(10, "2/1/0/2").from_beside(place)

    assert hint(table, f"move {place}")["action"] == action


@pytest.mark.parametrize(
    ("place", "text", "expected"),
    [
        (9, "announce 7", {"kind": "announce", "number": 7, "ways": 21}),
        (9, "announce 12", {"kind": "announce", "number": 12, "ways": 1}),
        (10, "add blue", {"kind": "add", "good": "jewellery", "number": 1, "lira": 3}),
        (15, "tile blue", {"kind": "tile", "tile": "blue", "needs": 2, "ruby": True}),
        (16, "buy ruby", {"kind": "buy_ruby", "price": 12, "lira": 12}),
        (7, "return all", {"kind": "return_all", "places": [3]}),
        (7, "yellow 3", {"kind": "yellow", "place": 3, "stack": 4, "price": 2, "lira": 12}),
        (8, "gain red", {"kind": "gain", "good": "fabric", "held": 1, "room": 4}),
        (8, "card lira", {"kind": "lira5", "lira": 5}),
        (8, "skip", {"kind": "skip", "stage": "action", "place": 8}),
        (12, "send 2", {"kind": "send", "place": 2, "action": {"possible": True, "good": "fabric", "gain": 3}}),
    ],
)
def test_choices_tell_their_figures(place: int, text: str, expected: dict) -> None:
    """Odds, prices, revenue and room."""
    table = Table().trader("Ann", lira=12, goods="1 fabric 3 jewellery", extensions=2, assistants=[3])
    table.trader("Ann", hand="lira5", tiles="yellow").demand(10, "2/1/0/2").acts(place)

    assert hint(table, text) == expected


def test_a_view_shows_the_step_in_progress() -> None:
    """The dice that can be changed, and the number announced."""
    turn = Table().trader("Ann", tiles="red").acts(9).do("announce 9", [[2, 5]]).view()["turn"]

    assert (turn["stage"], turn["acting"], turn["announced"], turn["dice"]) == ("dice", 9, 9, [2, 5])


def test_a_view_shows_what_is_due() -> None:
    """Merchants to be paid and family members to be caught."""
    table = Table().trader("Ann", lira=9).trader("Bob", at=11).trader("Cem", family=11).arrives(11).do("leave")
    turn = table.view("Bob")["turn"]

    assert (turn["seat"], turn["stage"], turn["due"], turn["merchants"], turn["to_catch"]) == (1, "pay", 2, [2], [3])


def test_a_view_shows_the_family_members_errand() -> None:
    """The merchant is at the Police Station and the action is elsewhere."""
    turn = Table().sent(9).view()["turn"]

    assert (turn["place"], turn["acting"], turn["by_family"]) == (12, 9, True)


def test_a_view_shows_what_lies_within_reach() -> None:
    """One or two steps, and three or four."""
    view = Table().view("Ann")

    assert view["reach"] == {"near": [1, 2, 3, 4, 5, 6, 9, 11, 12, 14], "far": [8, 10, 13, 15, 16]}
    assert Table().trader("Bob", at=15).view("Bob")["reach"]["near"] == [2, 4, 5, 8, 12]


def test_the_final_view_ranks_the_seats() -> None:
    """Rubies and the tie-breaks."""
    table = Table(2).trader("Ann", rubies=6, lira=3).trader("Bob", rubies=2).turn("Bob").do("move 2; leave; fill; end")
    view = table.view()

    assert view["over"] is True
    assert view["turn"] is None
    assert view["standings"] == [
        {"seat": 1, "rank": 1, "rubies": 6, "lira": 3, "goods": 0, "cards": 0},
        {"seat": 2, "rank": 2, "rubies": 2, "lira": 0, "goods": 2, "cards": 0},
    ]
