"""Row 14: random games through the rules alone, against a well-known rules library."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from bench.measure import Row, alternated
from engines import discover
from engines.api import Ask, Engine, Over, Roll

STEPS = 4000
GOAL, STRETCH = 2.5, 6.0
WHAT = "random games of {}, orders/s through legal + apply / python-chess legal_moves + push"


def rows() -> Iterator[Row]:
    """Measure every game against chess."""
    try:
        import chess  # noqa: F401
    except ImportError:
        for engine in discover().values():
            yield Row("14", WHAT.format(engine.title), None, GOAL, STRETCH, True, "the package chess is not installed")
        return
    for engine in discover().values():
        figure = alternated(lambda engine=engine: orders_per_second(engine), chess_moves_per_second)
        yield Row("14", WHAT.format(engine.title), figure, GOAL, STRETCH, more_is_better=True)


def orders_per_second(engine: Engine, steps: int = STEPS) -> float:
    """Return how many orders of random games are found and carried out in a second; chance is resolved on the way."""
    rng = random.Random(14)
    done = 0
    began = time.perf_counter()
    while done < steps:
        done += _game(engine, rng, steps - done)
    return steps / (time.perf_counter() - began)


def _game(engine: Engine, rng: random.Random, most: int) -> int:
    """Play one random game and return its orders, at most so many."""
    players = rng.choice(engine.seats)
    state = engine.setup([str(seat) for seat in range(players)], {})
    orders = 0
    while orders < most:
        pending = engine.pending(state)
        if isinstance(pending, Ask):
            seat = pending.seats[0]
            state = engine.apply(state, seat, rng.choice(engine.legal(state, seat))).state
            orders += 1
        elif isinstance(pending, Over):
            break
        elif isinstance(pending, Roll):
            faces = [rng.randint(1, pending.sides) for _ in range(pending.dice)]
            state = engine.resolve(state, faces).state
        else:
            items = list(pending.items)
            rng.shuffle(items)
            state = engine.resolve(state, items).state
    return orders


def chess_moves_per_second(moves: int = STEPS) -> float:
    """Return how many moves of random games python-chess finds and carries out in a second."""
    import chess

    rng = random.Random(14)
    board = chess.Board()
    began = time.perf_counter()
    for _ in range(moves):
        legal = list(board.legal_moves)
        if not legal or board.halfmove_clock > 100:
            board = chess.Board()
            legal = list(board.legal_moves)
        board.push(rng.choice(legal))
    return moves / (time.perf_counter() - began)
