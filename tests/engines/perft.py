"""Move counts: how many ways a game can go on, the standard check of a move generator.

A node is a sequence of orders. Dice are enumerated face by face; shuffles take the outcomes of the script in turn,
or keep their order where the script has ended.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

from engines.api import Ask, Engine, Json, Over, Roll, State


class Suite(NamedTuple):
    """One position of a .perft file: how it is set up and the counts by depth."""

    id: str
    players: int
    options: dict[str, str]
    script: tuple[str, ...]
    counts: tuple[tuple[int, int], ...]


def count(engine: Engine, state: State, depth: int) -> int:
    """Return the number of order sequences of this depth; chance is not a ply, and an ended game is a leaf."""
    total = 0
    for settled in settled_states(engine, state):
        pending = engine.pending(settled)
        if depth == 0 or isinstance(pending, Over):
            total += 1
            continue
        total += sum(divide(engine, settled, depth).values())
    return total


def divide(engine: Engine, state: State, depth: int) -> dict[str, int]:
    """Return the count below each order of a settled state, to find where two counts part."""
    pending = engine.pending(state)
    assert isinstance(pending, Ask)
    seat = pending.seats[0]
    return {
        f"{seat}: {engine.format(action)}": count(engine, engine.apply(state, seat, action).state, depth - 1)
        for action in engine.legal(state, seat)
    }


def settled_states(engine: Engine, state: State) -> Iterator[State]:
    """Yield every state that pending chance can lead to; a shuffle keeps its order."""
    pending = engine.pending(state)
    if isinstance(pending, Roll):
        for faces in product(range(1, pending.sides + 1), repeat=pending.dice):
            yield from settled_states(engine, engine.resolve(state, list(faces)).state)
    elif isinstance(pending, Ask | Over):
        yield state
    else:
        yield from settled_states(engine, engine.resolve(state, list(pending.items)).state)


def scripted(engine: Engine, suite: Suite) -> State:
    """Return the suite's position: setup with shuffles in printed order and dice of ones, then the script's orders."""
    state = _settle(engine, engine.setup([f"P{n}" for n in range(1, suite.players + 1)], suite.options), suite.script)
    for line in suite.script:
        kind, _, text = line.partition(" ")
        if kind == "order":
            seat, _, order = text.partition(" ")
            for action in engine.parse(state, int(seat), order):
                state = _settle(engine, engine.apply(state, int(seat), action).state, suite.script)
    return state


def _settle(engine: Engine, state: State, script: Sequence[str]) -> State:
    while not isinstance(pending := engine.pending(state), Ask | Over):
        outcome: list[Json] = [1] * pending.dice if isinstance(pending, Roll) else list(pending.items)
        for line in script:
            purpose, _, faces = line.removeprefix("draw ").partition(" ")
            if line.startswith("draw ") and purpose == pending.purpose:
                outcome = [int(face) if face.isdigit() else face for face in faces.split()]
        state = engine.resolve(state, outcome).state
    return state


def suites(path: Path) -> list[Suite]:
    """Read a .perft file.

    A block has lines `id`, `setup PLAYERS [K=V ...]`, `order SEAT TEXT`, `draw PURPOSE FACES`, `perft DEPTH NODES`.
    """
    blocks = [block.splitlines() for block in path.read_text(encoding="utf-8").split("\n\n") if block.strip()]
    return [_suite([line for line in block if line and not line.startswith("#")]) for block in blocks]


def _suite(lines: list[str]) -> Suite:
    fields = [line.split(" ", 1) for line in lines]
    players, *options = next(text for key, text in fields if key == "setup").split()
    return Suite(
        next(text for key, text in fields if key == "id"),
        int(players),
        dict(option.split("=", 1) for option in options),
        tuple(line for line in lines if line.startswith(("order ", "draw "))),
        tuple((int(depth), int(nodes)) for key, text in fields if key == "perft" for depth, nodes in [text.split()]),
    )
