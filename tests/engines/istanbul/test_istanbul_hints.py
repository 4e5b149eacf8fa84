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


def test_a_payment_tells_its_price_and_the_purse() -> None:
    """To merchants and to the tokens."""
    merchants = Table().trader("Ann", lira=5).trader("Bob", at=2).trader("Cem", at=2).arrives(2).do("leave")
    assert hint(merchants, "pay") == {"kind": "pay", "price": 4, "lira": 5, "stage": "pay"}

    tokens = Table().trader("Ann", lira=5, goods="1 fruit").governor(11).smuggler(11).encounters(11)
    tokens.do("smuggler blue")
    assert hint(tokens, "pay") == {"kind": "pay", "price": 2, "lira": 5, "stage": "pay_smuggler"}
    assert hint(tokens, "pay fruit") == {"kind": "pay_good", "good": "fruit", "held": 1, "room": 2}
    tokens.do("pay", [[1, 1]]).do("governor")
    assert hint(tokens, "pay") == {"kind": "pay", "price": 2, "lira": 3, "stage": "pay_governor"}


def test_people_tell_where_they_come_from() -> None:
    """Assistants fetched, with the stack as it is; the family member called home; a catch."""
    fetching = Table().trader("Ann", stack=2, assistants=[3, 9]).acts(7)
    assert hint(fetching, "fetch 9") == {"kind": "fetch", "place": 9, "stack": 2}
    assert hint(fetching.do("fetch 9"), "done") == {"kind": "done", "stage": "fetch", "goods": {}, "lira": 0}

    cards = Table().trader("Ann", stack=3, assistants=[3], family=5, hand="assist family")
    assert hint(cards, "card assist 3") == {"kind": "assist", "place": 3, "stack": 3}
    assert hint(cards, "card family lira") == {"kind": "family", "reward": "lira", "place": 5, "lira": 3}
    assert hint(cards, "card family card") == {"kind": "family", "reward": "card", "place": 5, "lira": 0}

    catching = Table().trader("Bob", family=11).encounters(11)
    assert hint(catching, "catch bob lira") == {"kind": "catch", "seat": 2, "reward": "lira", "lira": 3}
    assert hint(catching, "catch bob card") == {"kind": "catch", "seat": 2, "reward": "card", "lira": 0}


def test_cards_tell_what_they_bring() -> None:
    """A good with its room, the next price, the whole next delivery; a card at the Caravansary."""
    good = Table().trader("Ann", goods="2 spice", extensions=1, hand="good")
    assert hint(good, "card good spice") == {"kind": "good", "good": "spice", "held": 2, "room": 3}

    gem = Table().trader("Ann", lira=30, hand="gem2").acts(16).do("buy ruby")
    assert hint(gem, "card gem") == {"kind": "gem2", "price": 13, "lira": 18}

    sultan = Table().trader("Ann", goods=(3, 2, 2, 2), extensions=1, hand="sultan2").acts(13)
    goods = {"fabric": 1, "spice": 1, "fruit": 1, "jewellery": 1}
    assert hint(sultan, "deliver") == {"kind": "deliver", "goods": goods, "any": []}
    sultan.do("deliver")
    assert hint(sultan, "card sultan") == {"kind": "sultan2", "goods": {**goods, "fabric": 2}, "any": ["fabric"]}

    caravansary = Table().trader("Ann", hand="good").discards("stay").acts(6)
    assert hint(caravansary, "draw stay") == {"kind": "take", "card": "stay"}
    caravansary.do("draw; draw")
    assert hint(caravansary, "discard good") == {"kind": "discard", "card": "good"}


def test_a_sale_and_the_dice_tell_what_they_come_to() -> None:
    """The goods in the basket, the total of a turned die, and the extra good's price."""
    sale = Table().trader("Ann", goods="1 fabric 2 spice").demand(11, "1/2/1/1").acts(11).do("add spice; add spice")
    assert hint(sale, "done") == {"kind": "done", "stage": "sale", "goods": {"spice": 2}, "lira": 5}
    assert hint(sale, "add fabric") == {"kind": "add", "good": "fabric", "number": 3, "lira": 9}

    dice = Table().trader("Ann", tiles="red").acts(9).do("announce 9", [[2, 6]])
    assert hint(dice, "turn 2") == {"kind": "turn", "face": 2, "total": 10}
    assert hint(dice, "turn 6") == {"kind": "turn", "face": 6, "total": 6}

    extra = Table().trader("Ann", tiles="green", lira=2, goods="1 fruit").acts(2).do("fill")
    assert hint(extra, "extra fruit") == {"kind": "extra", "good": "fruit", "held": 1, "room": 2, "price": 2}


@pytest.mark.parametrize(
    ("place", "lines", "dice"),
    [
        (9, "announce 5", [[3, 4]]),
        (8, "gain fruit", [[3, 4]]),
        (10, "sell 1 fabric", []),
        (11, "card any; sell 1 fabric", []),
        (6, "draw; draw; discard stay", []),
    ],
)
def test_a_view_shows_no_step_that_is_over(place: int, lines: str, dice: list) -> None:
    """After the action neither goods, dice, numbers nor drawn cards are in progress."""
    table = Table().trader("Ann", goods="2 fabric", hand="stay stay anygoods").acts(place)
    turn = table.do(lines, dice).view()["turn"]

    assert (turn["stage"], turn["acted"], turn["announced"], turn["dice"], turn["drawn"]) == (
        "after",
        True,
        None,
        [],
        0,
    )
    assert (turn["any_goods"], sum(turn["sale"].values())) == (False, 0)
