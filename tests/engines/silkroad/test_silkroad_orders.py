"""Orders: how they may be written, what is refused and what is offered instead."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from engines.api import Illegal
from engines.silkroad import ENGINE, actions, phases
from engines.silkroad.faults import TAKEN
from engines.silkroad.names import COLOURS, GOODS
from tests.engines.silkroad.silkroad_situations import SITUATIONS
from tests.engines.silkroad.silkroad_table import BOARD, Table

WRONG = tomllib.loads(Path(__file__).with_name("wrong_orders.toml").read_text(encoding="utf-8"))["wrong"]
MAIL_COMMANDS = "help rules list new join accept decline board history orders try undo standing say note resign away"


def read(table: Table, letter: str, text: str) -> list[str]:
    """Return the steps of an order as texts."""
    return [ENGINE.format(action) for action in ENGINE.parse(table.ready(), table.seat(letter), text)]


@pytest.mark.parametrize("row", WRONG, ids=lambda row: f"{row['situation']}: {row['text']}")
def test_a_wrong_order_is_refused_exactly_and_a_near_one_is_offered(row: dict[str, str]) -> None:
    """Code and reason are as written down; the nearest order is offered, and everything offered is legal."""
    table = SITUATIONS[row["situation"]]()
    state, seat = table.ready(), table.seat(row["seat"])
    with pytest.raises(Illegal) as caught:
        ENGINE.parse(state, seat, row["text"])

    refusal = caught.value.refusal
    assert (refusal.code, refusal.reason) == (row["code"], row["reason"])
    assert row["nearest"] in (*refusal.nearest, "")
    assert bool(refusal.nearest) == (refusal.code != "not_your_turn")
    assert len(refusal.nearest) <= 3
    for text in refusal.nearest:
        first, *_ = ENGINE.parse(state, seat, text)
        assert first in ENGINE.legal(state, seat)


def test_there_are_at_least_thirty_wrong_orders() -> None:
    """And they cover all five kinds of codes that an asked table can give."""
    assert len(WRONG) >= 30
    assert {row["code"] for row in WRONG} == {"unreadable", "illegal", "ambiguous", "not_your_turn"}
    assert {row["situation"] for row in WRONG} == set(SITUATIONS)


FACTS = {
    ("start", "A", "lay 4 silk"): {"good": "silk", "asked": 4, "have": 3},
    ("start", "A", "move 2 leh 3 silk"): {
        "caravan": 2,
        "place": "Leh",
        "destination": "Samarkand",
        "cards": 3,
        "needs": [2],
    },
    ("start", "A", "move 1 samarkand 2 silk"): {"caravan": 1, "place": "Samarkand", "destination": "Yspahan"},
    ("start", "A", "move 2 herat"): {"place": "Herat", "needs": 4},
    ("start", "A", "move 4 leh 2 silk"): {"caravan": 4, "caravans": 3},
    ("start", "A", "move otrar"): {"cards": ["1 silk", "1 ivory", "1 tea"]},
    ("start", "A", "move ka"): {"places": ["Kabul", "Kaschgar"]},
    ("start", "A", "pa"): {"word": "pa", "orders": ["pay", "pass"]},
    ("start", "A", "lay 2 silc"): {"word": "silc"},
    ("start", "A", "lay 2"): {"number": 2},
    ("start", "A", "lay"): {},
    ("start", "A", "move 1 2 leh"): {"words": "2"},
    ("start", "A", "move silk"): {"moves": ["move 1 otrar", "move 2 lahore", "move 3 lanzhou"]},
    ("start", "A", "move 2 silk"): {"moves": ["move 1 kaschgar", "move 2 leh", "move 3 jiayuguan"]},
    ("customs", "B", "discard wool"): {"word": "wool"},
    ("customs", "B", "discard tea 2"): {"number": 2},
    ("start", "A", "move 2 atlantis 2 silk"): {"word": "atlantis"},
    ("on_the_road", "A", "move 2 termes 1 silk"): {
        "caravan": 2,
        "place": "Termes",
        "destination": "Samarkand",
        "by": 3,
    },
    ("on_the_road", "A", "move 2 merw 1 silk"): {"caravan": 2, "place": "Merw", "destination": "Samarkand"},
    ("on_the_road", "A", "move 2 1 silk 2 silk"): {"asked": 3, "most": 1},
    ("laid", "A", "move 2 leh 3 silk"): {"good": "silk", "count": 2},
    ("drawing", "A", "draw silk tea"): {"asked": 2, "allowed": 1},
    ("market", "B", "sell green"): {"colour": "green", "jewels": ["blue", "red", "red"]},
    ("market", "B", "sell 3 silk"): {"asked": 3, "discards": 2},
    ("market", "B", "sell tea"): {"good": "tea", "offered": "silk"},
    ("market", "B", "sell pink"): {"word": "pink"},
    ("customs", "B", "discard 3 silk"): {"asked": 3, "owed": 2},
    ("customs", "B", "discard 3 tea"): {"good": "tea", "asked": 3, "have": 2},
    ("robbers", "A", "rob C"): {"cards": ["rob 3 silk", "rob 3 tea"]},
    ("robbers", "A", "rob 9 silk"): {"victim": 9, "seats": 4},
    ("robbers", "A", "rob B tea"): {"victim": 2, "good": "tea"},
    ("robbers", "A", "rob B silk tea"): {"given": 2},
    ("bazaar", "A", "bazaar silk silk tea"): {"given": 3, "different": 2},
    ("baksheesh", "A", "baksheesh ivory tea silk"): {"given": 3},
    ("payment", "A", "pay silk silk"): {"given": 2},
    ("second_card", "A", "pass please"): {"words": "please"},
}


@pytest.mark.parametrize(("case", "facts"), FACTS.items(), ids=lambda part: part[2] if isinstance(part, tuple) else "")
def test_a_refusal_tells_the_numbers_and_names(case: tuple[str, str, str], facts: dict[str, object]) -> None:
    """The facts of the sentence, and nothing more."""
    situation, letter, text = case

    assert SITUATIONS[situation]().refused(letter, text).facts == facts


READ = {
    ("start", "A", "move 2 leh 2 silk"): ["lay 2 silk", "move 2 leh"],
    ("start", "A", "MOVE  2  LEH  2  SILK"): ["lay 2 silk", "move 2 leh"],
    ("start", "A", "move caravan 2 to Leh with two silk cards"): ["lay 2 silk", "move 2 leh"],
    ("start", "A", "move 2 leh silk silk"): ["lay 2 silk", "move 2 leh"],
    ("start", "A", "move leh 2xsilk"): ["lay 2 silk", "move 2 leh"],
    ("start", "A", "mo le 2 si"): ["lay 2 silk", "move 2 leh"],
    ("start", "A", "lay 2 silk 2 leh"): ["lay 2 silk", "move 2 leh"],
    ("start", "A", "lay 2 silk and move 2 to leh"): ["lay 2 silk", "move 2 leh"],
    ("start", "A", "move 1 kaschgar 2 tea"): ["lay 2 tea", "move 1 kaschgar"],
    ("start", "A", "move 3 jiayu 2 te"): ["lay 2 tea", "move 3 jiayuguan"],
    ("start", "A", "move 3 dunhuang"): ["lay 3 silk", "move 3 dunhuang"],
    ("start", "A", "move 3 dunhuang silk"): ["lay 3 silk", "move 3 dunhuang"],
    ("start", "A", "lay te te"): ["lay 2 tea"],
    ("start", "A", "lay a silk"): ["lay 1 silk"],
    ("start", "A", "move otrar with an ivory"): ["lay 1 ivory", "move 1 otrar"],
    ("laid", "A", "move leh"): ["move 2 leh"],
    ("laid", "A", "move 2"): ["move 2 leh"],
    ("laid", "A", "move 2 leh 2 silk"): ["move 2 leh"],
    ("laid", "A", "move 2 leh silk"): ["move 2 leh"],
    ("drawing", "A", "draw"): ["draw pile"],
    ("drawing", "A", "take silk"): ["draw silk"],
    ("drawing", "A", "dr deck"): ["draw pile"],
    ("second_card", "A", "draw 1"): ["draw pile"],
    ("second_card", "A", "pass"): ["pass"],
    ("market", "B", "sell red"): ["sell red"],
    ("market", "B", "sell 2 silk for the red jewel"): ["sell red"],
    ("market", "B", "sell silk"): ["sell"],
    ("jewel", "B", "jewel re"): ["jewel red"],
    ("black_market", "A", "sell 2 spices"): ["sell"],
    ("customs", "B", "discard silk tea"): ["discard silk", "discard tea"],
    ("customs", "B", "discard 2 silk"): ["discard silk", "discard silk"],
    ("customs", "C", "discard ivory"): ["discard ivory"],
    ("customs", "B", "discard a silk and a tea"): ["discard silk", "discard tea"],
    ("sandstorm", "B", "disc te"): ["discard tea"],
    ("robbers", "A", "rob Bob silk"): ["rob 2 silk"],
    ("robbers", "A", "rob B"): ["rob 2 silk"],
    ("robbers", "A", "rob a silk from Cem"): [],
    ("robbers", "A", "rob silk from Cem"): ["rob 3 silk"],
    ("robbers", "A", "rob 2"): ["rob 2 silk"],
    ("robbers", "A", "rob tea"): ["rob 3 tea"],
    ("bazaar", "A", "bazaar tea, ivory and spices"): ["bazaar tea ivory spices"],
    ("bazaar", "A", "baz silk ivory tea"): ["bazaar silk ivory tea"],
    ("baksheesh", "A", "baksheesh tea pay silk"): ["baksheesh tea", "pay silk"],
    ("baksheesh", "A", "baksheesh tea silk"): ["baksheesh tea", "pay silk"],
    ("baksheesh", "A", "bak ivory"): ["baksheesh ivory"],
    ("payment", "A", "pay si"): ["pay silk"],
}


@pytest.mark.parametrize(("case", "steps"), READ.items(), ids=lambda part: part[2] if isinstance(part, tuple) else "")
def test_an_order_may_be_written_in_many_ways(case: tuple[str, str, str], steps: list[str]) -> None:
    """Case, spacing, filler words, shortened words, what only one thing can mean, several steps in one line."""
    situation, letter, text = case
    table = SITUATIONS[situation]()
    if steps:
        assert read(table, letter, text) == steps
    else:
        assert table.refused(letter, text).code in ("unreadable", "ambiguous")


def test_no_verb_is_a_mail_command_or_begins_another_word_of_order() -> None:
    """Verbs differ from each other and from the mail commands, and none is the beginning of another word."""
    verbs = [order.verb for order in ENGINE.orders]
    everything = [*verbs, *MAIL_COMMANDS.split()]

    assert len(set(everything)) == len(everything)
    assert not [(one, other) for one in verbs for other in everything if one != other and other.startswith(one)]
    assert not [(one, other) for one in MAIL_COMMANDS.split() for other in verbs if other.startswith(one)]


def test_each_verb_has_its_usage_and_an_example_that_begins_with_it() -> None:
    """Usage and example begin with the verb; the about key is the verb's."""
    for order in ENGINE.orders:
        assert order.usage.split()[0] == order.example.split()[0] == order.verb == order.about


def test_an_example_of_every_verb_can_be_played() -> None:
    """Each verb's example, in a position that fits it, is read."""
    positions = {
        "move": start_with("2 silk"),
        "lay": start_with("2 silk"),
        "draw": Table("AB").hand("A", "spices").open("silk tea ivory").do("A", "move 1 otrar 1 spices"),
        "sell": SITUATIONS["market"](),
        "jewel": SITUATIONS["jewel"](),
        "rob": Table("AB").lay_out(B="tea, silk").stopped(2, "lahore").act(),
        "bazaar": SITUATIONS["bazaar"](),
        "baksheesh": Table("AB").hand("A", "tea").open("silk ivory").stopped(1, "turfan").do("A", "draw ivory"),
        "pay": Table("AB").hand("A", "tea").open("silk tea").stopped(1, "turfan").do("A", "draw tea", "baksheesh silk"),
        "discard": SITUATIONS["customs"](),
        "pass": SITUATIONS["second_card"](),
    }
    for order in ENGINE.orders:
        table = positions[order.verb]
        assert ENGINE.parse(table.ready(), table.seat(table.asked()[0]), order.example)


def start_with(hand: str) -> Table:
    """Return the first turn with this hand."""
    return Table("AB").hand("A", hand)


def every_action() -> list[actions.Action]:
    """Return every action that could be thought of, and a few that could not."""
    goods, colours = range(-1, len(GOODS)), range(-1, len(COLOURS))
    found: list[actions.Action] = [actions.Pass()]
    found += [actions.Lay(good, number) for good in range(len(GOODS)) for number in range(8)]
    found += [actions.Move(caravan, place) for caravan in range(5) for place in (*BOARD.tokens, "atlantis")]
    found += [actions.Draw(good) for good in goods]
    found += [actions.Sell(colour) for colour in colours]
    found += [actions.Jewel(colour) for colour in range(len(COLOURS))]
    found += [actions.Rob(victim, good) for victim in range(6) for good in range(len(GOODS))]
    found += [actions.Trade((one, two, three)) for one in range(5) for two in range(one, 5) for three in range(two, 5)]
    for kind in (actions.Discard, actions.Baksheesh, actions.Pay):
        found += [kind(good) for good in range(len(GOODS))]
    return found


@pytest.mark.parametrize("situation", SITUATIONS)
def test_apply_accepts_exactly_what_legal_lists(situation: str) -> None:
    """Every other action is refused before anything is done."""
    state = SITUATIONS[situation]().ready()
    before = ENGINE.dump(state)
    for seat in ENGINE.pending(state).seats:
        legal = [(type(action), action) for action in ENGINE.legal(state, seat)]
        for action in every_action():
            if (type(action), action) in legal:
                ENGINE.apply(state, seat, action)
            else:
                with pytest.raises(Illegal):
                    ENGINE.apply(state, seat, action)
    assert ENGINE.dump(state) == before


def test_every_phase_that_asks_says_which_orders_it_takes() -> None:
    """Each prompt has its kinds of actions."""
    asked = {SITUATIONS[name]().prompt() for name in SITUATIONS} | {phases.CAMEL, phases.EMPTY_HAND}

    assert asked == set(TAKEN)


def test_a_number_as_long_as_a_mail_is_read_as_too_many() -> None:
    """Huge numbers and endless lists neither fail nor take long."""
    table = start_with("2 silk")

    assert table.refused("A", "lay " + "9" * 5000 + " silk").facts == {"good": "silk", "asked": 9999, "have": 2}
    assert table.refused("A", "lay " + "9999 silk " * 300).reason == "extra_words"
    assert table.refused("A", "move " + "x" * 5000).facts == {"word": "x" * 40}
    table.do("A", "move 2 leh 2 silk")
    assert table.refused("A", "draw 9999").facts == {"asked": 9999, "allowed": 1}


def test_a_name_that_two_players_could_have_is_ambiguous() -> None:
    """Bob and Bobby: "bo" could be either, "bob" is Bob; a number is always one seat."""
    table = Table("ABC").lay_out(B="silk", C="silk").stopped(2, "lahore").act()
    table.state = table.state._replace(labels=("Ann", "Bob", "Bobby"))

    assert table.refused("A", "rob bo silk").facts == {"seats": [2, 3]}
    assert read(table, "A", "rob bob silk") == ["rob 2 silk"]
    assert read(table, "A", "rob 3 silk") == ["rob 3 silk"]
    table.display("B", "")
    assert read(table, "A", "rob bo silk") == ["rob 3 silk"]
