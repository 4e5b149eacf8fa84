"""Reads an order: exact texts at once, everything else word by word with the steps tried out as they are read."""

from __future__ import annotations

from engines import words
from engines.api import Illegal, Seat
from engines.yspahan import course
from engines.yspahan.actions import Action
from engines.yspahan.nearest import with_nearest
from engines.yspahan.orders import ACTIONS
from engines.yspahan.reader import LONGEST, Reader, verb_of
from engines.yspahan.state import State
from engines.yspahan.verbs import READERS

_ENDS = frozenset({"en", "end"})


def parse(state: State, seat: Seat, text: str) -> tuple[Action, ...]:
    """Read one order; a compact line gives all its steps, and an "end" behind a turn that ended by itself gives none.

    Raises:
        Illegal: with the nearest legal orders.
    """
    action = ACTIONS.get(text.casefold())
    legal = course.legal(state, seat)
    if action is not None and action in legal:
        return (action,)
    if _has_passed(state, seat) and words.fold(text[:LONGEST]) in _ENDS:
        return ()
    if not legal:
        raise _not_asked(state, seat, text)
    try:
        return tuple(_steps(state, seat, text))
    except Illegal as refused:
        raise with_nearest(state, seat, text, refused.refusal) from None


def _steps(state: State, seat: Seat, text: str) -> list[Action]:
    reader = Reader(state, seat, text)
    READERS[reader.verb](reader)
    return reader.steps


def _has_passed(state: State, seat: Seat) -> bool:
    """Tell whether the seat's turn ended by itself and the seat on turn, if any, cannot end its own yet."""
    return state.passed is not None and state.passed.seat == seat and state.phase != "finish"


def _not_asked(state: State, seat: Seat, text: str) -> Illegal:
    """Return why a seat that is not asked gives no order; whose turn has just passed hears what is wrong with it."""
    refusal = course.not_asked(state).refusal
    if state.passed is not None and _has_passed(state, seat) and state.phase != "over":
        before = state._replace(order=(seat,), turn=0, phase="finish", built=state.passed.built, strikes=(), due=None)
        try:
            _steps(before, seat, text)
        except Illegal as refused:
            return Illegal(refusal.code, refused.reason, refused.facts, refused.meant)
    return Illegal(refusal.code, refusal.reason, refusal.facts, verb_of(text))
