"""Random games over all player counts and layouts: they end, nothing is lost, made or shown on the way."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import product

import pytest

from engines import play
from engines.api import Ask, Event, Over
from engines.chance import Stream
from engines.istanbul import ENGINE
from engines.istanbul.state import State
from tests.engines.istanbul.istanbul_books import accounts, booked, complete
from tests.engines.istanbul.istanbul_table import NAMES
from tests.engines.test_conformance import assert_same_for, seen_events

TABLES = list(product((2, 3, 4, 5), ("short", "long", "order", "random")))
IN_THE_SUITE = 200
IN_ALL = 2_000
LONGEST_GAME = 6_000
EVERY_PLY = 60
"""So many games are looked through for secrets at every ply, the others at each twentieth."""


class Game:
    """A random game, held against the books at every ply."""

    def __init__(self, seed: int) -> None:
        """Set it up; the seed tells the number of players, the layout, and how often a stand-in chooses."""
        self.players, self.layout = TABLES[seed * 5 % len(TABLES)]
        self.rng = random.Random(seed)
        self.steered = (0.4, 0.6, 0.8)[seed % 3]
        self.stream = Stream(seed.to_bytes(32, "big"))
        started = play.start(ENGINE, NAMES[: self.players], {"layout": self.layout}, self.stream)
        self.state: State = started.state
        self.entries = list(started.entries)
        self.states: list[State] = []

    def play(self) -> None:
        """Play to the end; events must tell what every seat gained and paid."""
        while isinstance(pending := ENGINE.pending(self.state), Ask):
            assert len(self.states) < LONGEST_GAME
            complete(self.state)
            self.states.append(self.state)
            seat = pending.seats[0]
            played = play.play(ENGINE, self.state, seat, [self.choice(seat)], self.stream)
            assert [line.result for line in played.lines] == ["done"]
            told = [event for entry in played.entries for event in entry.events]
            assert accounts(played.state) == booked(accounts(self.state), told)
            self.state = played.state
            self.entries += played.entries
        complete(self.state)

    def choice(self, seat: int) -> str:
        """Choose an order at random, or as a stand-in would."""
        steered = self.rng.random() < self.steered
        orders = ENGINE.legal(self.state, seat)
        return ENGINE.format(ENGINE.stand_in(self.state, seat, 2) if steered else self.rng.choice(orders))

    def events(self) -> list[Event]:
        """Return all public events of the record."""
        return [event for entry in self.entries for event in entry.events if event.seen_by is None]


def check_game(seed: int, every_ply: int) -> None:
    """Play the game of a seed and assert all that a record must hold."""
    game = Game(seed)
    game.play()

    timeline = play.timeline(ENGINE, NAMES[: game.players], {"layout": game.layout}, game.entries)
    assert timeline.state == game.state
    assert [point.before for point in timeline.points if point.entry.by == "seat"] == game.states
    for state in game.states[::7]:
        assert ENGINE.load(json.loads(json.dumps(ENGINE.dump(state)))) == state
    check_end(game)
    for state in game.states[:: 1 if seed < every_ply else 20]:
        for seat in range(1, game.players + 1):
            check_secrets(state, ENGINE.resample(state, seat, game.rng), seat)
    middle = game.states[len(game.states) // 2]
    assert_same_for(ENGINE, middle, ENGINE.resample(middle, middle.turn.seat, game.rng), middle.turn.seat)


def check_secrets(state: State, other: State, seat: int) -> None:
    """Assert that the seat cannot tell a state from another one that differs in what it cannot know."""
    assert ENGINE.view(other, seat) == ENGINE.view(state, seat)
    orders = ENGINE.legal(state, seat)
    assert ENGINE.legal(other, seat) == orders
    for order in orders:
        assert seen_events(ENGINE, other, seat, order) == seen_events(ENGINE, state, seat, order)


def check_end(game: Game) -> None:
    """Assert that the game ended as it must: all had equally many turns, and the ranks follow from what they own."""
    over = ENGINE.pending(game.state)
    assert isinstance(over, Over)
    turns = Counter(event.data["seat"] for event in game.events() if event.kind == "turn_began")
    assert set(turns.values()) == {game.state.round}
    triggers = [event.data["rubies"] for event in game.events() if event.kind == "end_triggered"]
    assert triggers == [6 if game.players == 2 else 5]
    worth = {
        seat: (trader.rubies, trader.lira, sum(trader.goods), len(trader.hand))
        for seat, trader in enumerate(game.state.traders, 1)
    }
    ranks = {seat: 1 + sum(other > own for other in worth.values()) for seat, own in worth.items()}
    assert {row.seat: row.rank for row in over.standings} == ranks
    assert [row.rank for row in over.standings] == sorted(ranks.values())


@pytest.mark.rule("IST-348", "IST-502")
@pytest.mark.parametrize("seed", range(IN_THE_SUITE))
def test_a_random_game_keeps_its_books_and_its_secrets(seed: int) -> None:
    """Every player count on every layout, many times over."""
    check_game(seed, EVERY_PLY)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(IN_THE_SUITE, IN_ALL))
def test_many_random_games_keep_their_books_and_their_secrets(seed: int) -> None:
    """The rest of two thousand games."""
    check_game(seed, EVERY_PLY)


def test_the_games_of_the_suite_cover_every_table() -> None:
    """All player counts on all layouts."""
    assert {TABLES[seed * 5 % len(TABLES)] for seed in range(IN_THE_SUITE)} == set(TABLES)
