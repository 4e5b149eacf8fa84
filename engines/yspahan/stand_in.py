"""Chooses for an absent seat."""

from __future__ import annotations

import hashlib
import json

from engines.api import Seat
from engines.yspahan import course, greedy
from engines.yspahan.actions import Action, AnswerCamel, MoveSupervisor
from engines.yspahan.board import DISTANCE
from engines.yspahan.state import State
from engines.yspahan.supervisor import cost, free_steps, struck
from engines.yspahan.view import view

_MILD = ("roll", "end", "take", "draw", "open", "place", "call", "move", "give", "build", "first")


def choose(state: State, seat: Seat, level: int) -> Action:
    """Return the order of the stand-in.

    Args:
        state: the table, where the seat is asked.
        seat: the absent seat.
        level: 0 the mildest order, 1 one by a hash of the seat's view, 2 a greedy one.

    Raises:
        Illegal: where the seat is not asked.
    """
    legal = course.legal(state, seat)
    if not legal:
        raise course.not_asked(state)
    if level <= 0:
        return min(legal, key=lambda action: _harm(state, seat, action))
    return _hashed(state, seat, legal) if level == 1 else greedy.choose(state, seat, legal)


def _hashed(state: State, seat: Seat, legal: tuple[Action, ...]) -> Action:
    text = json.dumps(view(state, seat), sort_keys=True)
    number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
    return legal[number % len(legal)]


def _harm(state: State, seat: Seat, action: Action) -> tuple[int, int, int]:
    """Return how far an order goes: camels are kept, nothing is spent, nobody is struck where that can be helped."""
    if isinstance(action, AnswerCamel):
        return int(action.pays), 0, 0
    if isinstance(action, MoveSupervisor):
        hit = len(struck(state, action.road))
        steps = DISTANCE[state.supervisor][action.road]
        return 0, hit, cost(state.task.value, steps, free_steps(state.players[seat - 1]))
    rank = _MILD.index(action.step) if action.step in _MILD else len(_MILD)
    return rank, 0, 0
