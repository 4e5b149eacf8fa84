"""Stand-ins: mild, by chance, greedy."""

from __future__ import annotations

import random

import pytest

from engines.api import Ask, Illegal, Over, Shuffle
from engines.silkroad import ENGINE
from tests.engines.silkroad.silkroad_situations import SITUATIONS
from tests.engines.silkroad.silkroad_table import Table


def chosen(table: Table, letter: str, level: int) -> str:
    """Return the stand-in's order."""
    return ENGINE.format(ENGINE.stand_in(table.ready(), table.seat(letter), level))


MILD = {
    "start": "lay 1 silk",
    "laid": "move 1 kaschgar",
    "drawing": "draw silk",
    "second_card": "pass",
    "market": "sell",
    "jewel": "jewel blue",
    "black_market": "sell",
    "customs": "discard tea",
    "sandstorm": "discard tea",
    "robbed": "rob 3 silk",
    "bazaar": "pass",
    "baksheesh": "baksheesh ivory",
    "payment": "pay silk",
}


@pytest.mark.parametrize("situation", MILD)
def test_the_mild_stand_in_lays_little_sells_and_leaves_offers(situation: str) -> None:
    """The smallest step, a sale where one may sell, no bazaar and no second card."""
    table = SITUATIONS[situation]()

    assert chosen(table, table.asked()[0], 0) == MILD[situation]


def test_silence_to_a_question_out_of_turn_sells() -> None:
    """The answer of level 0 out of turn is what the rules do with a player who says nothing: the sale takes place."""
    table = SITUATIONS["market"]()
    assert (table.asked(), table.state.turn) == ("B", 1)

    assert chosen(table, "B", 0) == "sell"


def test_a_stand_in_for_a_seat_that_is_not_asked_is_refused() -> None:
    """Whatever the level."""
    for level in (0, 1, 2):
        with pytest.raises(Illegal) as caught:
            ENGINE.stand_in(Table("AB").ready(), 2, level)
        assert caught.value.code == "not_your_turn"


def test_chance_follows_the_view() -> None:
    """Level 1 is the same for the same view, and not always the first order."""
    picks = {chosen(Table("AB").hand("A", "3 silk, 3 tea").top(good), "A", 1) for good in ("silk", "tea", "ivory")}
    assert len(picks) == 1

    hands = [f"{one} silk, {other} tea" for one in range(1, 5) for other in range(1, 5)]
    assert len({chosen(Table("AB").hand("A", hand), "A", 1) for hand in hands}) > 4


GREEDY = {
    "draws what it holds most of": (Table("AB").hand("A", "silk, 3 tea").open("silk tea ivory"), "draw tea"),
    "draws blind rather than what it has none of": (Table("AB").hand("A", "silk").open("tea tea ivory"), "draw pile"),
}


@pytest.mark.parametrize("claim", GREEDY)
def test_the_greedy_stand_in_draws(claim: str) -> None:
    """It collects what it has."""
    table, order = GREEDY[claim]
    table.stopped(1, "khotan")

    assert chosen(table, "A", 2) == order


def test_the_greedy_stand_in_sells_to_itself_where_it_can() -> None:
    """With the tea to win the market of Yspahan it goes there; the silk alone would not win it."""
    table = Table("AB").hand("A", "silk, tea").lay_out(A="2 tea", B="2 tea").cameleers("A1 B2")
    table.caravan(1, [5], at="yazd", to="yspahan", jewels="red")

    assert chosen(table, "A", 2) == "lay 1 tea"
    assert chosen(table.do("A", "lay 1 tea"), "A", 2) == "move 1 yspahan"


def test_the_greedy_stand_in_trades_and_pays_with_what_it_has_least_of() -> None:
    """At the bazaar it keeps two silk, for baksheesh it takes what it collects and pays with the odd card."""
    assert chosen(SITUATIONS["bazaar"](), "A", 2) == "bazaar ivory spices tea"
    table = Table("AB").hand("A", "3 tea, silk").open("ivory tea ivory").stopped(1, "turfan").do("A", "draw ivory")
    assert chosen(table, "A", 2) == "baksheesh tea"
    assert chosen(table.do("A", "baksheesh tea"), "A", 2) == "pay silk"


def winner(seed: int, greedy: int) -> int:
    """Play a game of two, level 2 in the seat `greedy` against level 1, and return the winner."""
    rng = random.Random(seed)
    state = ENGINE.setup(["Ann", "Bob"], {})
    while not isinstance(pending := ENGINE.pending(state), Over):
        if isinstance(pending, Ask):
            seat = pending.seats[0]
            state = ENGINE.apply(state, seat, ENGINE.stand_in(state, seat, 2 if seat == greedy else 1)).state
        else:
            assert isinstance(pending, Shuffle)
            items = list(pending.items)
            rng.shuffle(items)
            state = ENGINE.resolve(state, items).state
    return pending.standings[0].seat


def test_the_greedy_stand_in_beats_chance() -> None:
    """Seats alternating, it wins each of ten games (of a hundred it won all when that was measured)."""
    assert [winner(seed, 1 + seed % 2) for seed in range(10)] == [1 + seed % 2 for seed in range(10)]


@pytest.mark.soak
def test_the_greedy_stand_in_wins_95_of_100() -> None:
    """The measure set for all games."""
    assert sum(winner(seed, 1 + seed % 2) == 1 + seed % 2 for seed in range(100)) >= 95
