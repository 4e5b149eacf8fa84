"""The legal orders that come nearest to a refused line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engines.api import Illegal
from engines.istanbul.board import distance
from engines.istanbul.order import END, SKIP, Order
from engines.istanbul.state import State
from engines.istanbul.terms import GOODS, MOVE34
from engines.istanbul.wording import GOOD_NAMES, format_order
from engines.words import fold, nearest

_MOST: Final = 3
_UNREACHED: Final = ("out_of_reach", "stay_needs_card", "out_of_card_reach")
_NOT_YET: Final = ("assistant_step_first", "payment_first", "action_first", "finish_first", "draw_first")
# Words of whole lines, and the word of the step that they are made of.
_STEPS: Final = {"sell": "add", "return": "fetch", "reward": "catch", "fountain": "return", "pass": "skip"}


def suggested(state: State, legal: Sequence[Order], text: str, illegal: Illegal) -> tuple[str, ...]:
    """Return up to three legal orders that the player may have meant or must give first."""
    if illegal.reason in _UNREACHED:
        found = _moves_towards(state, legal, illegal)
    elif illegal.reason == "number_out_of_range":
        found = _numbers_towards(legal, illegal)
    elif illegal.reason in _NOT_YET:
        found = _due_now(legal)
    else:
        return nearest(_in_steps(text), [format_order(order) for order in legal], _MOST)
    return tuple(format_order(order) for order in found[:_MOST])


def _moves_towards(state: State, legal: Sequence[Order], illegal: Illegal) -> list[Order]:
    """Return the moves of the meant kind, those that end nearest to the wanted place first."""
    wanted = illegal.facts["place"]
    kind = MOVE34 if illegal.reason == "out_of_card_reach" else "move"
    moves = [order for order in legal if order.kind == kind]
    return sorted(
        moves, key=lambda order: distance(state.layout, order.value, wanted) if isinstance(wanted, int) else 0
    )


def _numbers_towards(legal: Sequence[Order], illegal: Illegal) -> list[Order]:
    wanted = illegal.facts["number"]
    numbers = [order for order in legal if order.kind == "announce"]
    return sorted(numbers, key=lambda order: abs(order.value - wanted) if isinstance(wanted, int) else 0)


def _due_now(legal: Sequence[Order]) -> list[Order]:
    """Return what the stage is about, with the order that declines it."""
    declining = [order for order in legal if order in (SKIP, END)]
    about = [order for order in legal if order not in declining]
    return about[: _MOST - len(declining)] + declining


def _in_steps(text: str) -> str:
    """Return a line with its words as the single steps use them."""
    verb, *words = fold(text).split() or [""]
    named = [GOODS[GOOD_NAMES[word]] if word in GOOD_NAMES else word for word in words]
    return " ".join([_STEPS.get(verb, verb), *named])
