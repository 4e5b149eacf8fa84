"""Rows 14 and 15: random games through the rules alone, and their records played again."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from statistics import median

from bench.measure import ROUNDS, Row, alternated, seconds
from engines import discover, play
from engines.api import Ask, Engine, Over, Roll
from engines.chance import Stream

STEPS = 4000
GOAL, STRETCH = 2.5, 6.0
WHAT = "random games of {}, orders/s through legal + apply / python-chess legal_moves + push"


def rows() -> Iterator[Row]:
    """Measure every game."""
    yield from _against_chess()
    for engine in discover().values():
        what = f"replay of recorded games of {engine.title}, orders/s / random play through the driver"
        yield Row("15", what, replayed(engine), 1.0, 2.0, more_is_better=True)


def replayed(engine: Engine) -> float:
    """Return how much faster a record is played again than it was made."""
    ratios = []
    for seed in range(ROUNDS):
        players, entries, orders, made = _recorded(engine, seed)
        again = seconds(lambda players=players, entries=entries: play.replay(engine, players, {}, entries))
        ratios.append(made / again if orders else 1.0)
    return median(ratios)


def _recorded(engine: Engine, seed: int) -> tuple[list[str], list[play.Entry], int, float]:
    rng = random.Random(seed)
    stream = Stream(seed.to_bytes(32, "big"))
    players = [str(seat) for seat in range(rng.choice(engine.seats))]
    began = time.perf_counter()
    played = play.start(engine, players, {}, stream)
    entries, orders = list(played.entries), 0
    while isinstance(pending := engine.pending(played.state), Ask):
        seat = pending.seats[0]
        text = engine.format(rng.choice(engine.legal(played.state, seat)))
        played = play.play(engine, played.state, seat, [text], stream)
        entries += played.entries
        orders += 1
    return players, entries, orders, time.perf_counter() - began


def _against_chess() -> Iterator[Row]:
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
