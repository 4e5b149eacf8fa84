"""Reading of order lines: words to steps, with exact refusals.

The words are turned into steps by the reader of their order word; the steps are then tried on the state, so that a
line is refused for the same reason, with the same facts, as its step would be.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from engines.api import Illegal, Seat, Step
from engines.istanbul.arguments import Line, is_number, unreadable
from engines.istanbul.legal import legal_orders
from engines.istanbul.order import ANNOUNCES, DONE, END, Order
from engines.istanbul.readers import READERS, Steps
from engines.istanbul.state import AFTER, FETCHING, LEFTOVER, MOVE, OVER, SALE, State, Turn
from engines.istanbul.wording import VERBS, format_order
from engines.words import fold, named, nearest

Apply: TypeAlias = Callable[[State, Seat, Order], Step]

_FILLERS: Final = frozenset({"to", "the", "a", "of", "from", "with", "for", "at", "and", "my", "please"})
_CLOSED_BY_THEMSELVES: Final = ("add", "fetch")
_ENDINGS: Final = ("end", "skip", "pass")


def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a line: lower case, without punctuation, numbers parted from what follows them."""
    plain = re.sub(r"[^\w\s-]", " ", fold(text).replace("'", "").replace("\u2019", ""))
    return tuple(re.sub(r"\b(\d+)([a-z])", r"\1 \2", plain).split())


def read(state: State, seat: Seat, text: str, apply: Apply) -> Steps:
    """Return the steps of a mover's line.

    Raises:
        Illegal: with the order word it was taken for and the nearest legal orders.
    """
    legal = legal_orders(state)
    verb = ""
    try:
        words = words_of(text)
        verb = _verb(words, legal)
        arguments = words if verb == "announce" and is_number(words[0]) else words[1:]
        line = Line(state, legal, tuple(word for word in arguments if word not in _FILLERS))
        return _tried(state, seat, READERS[verb](line), verb, apply)
    except Illegal as illegal:
        orders = nearest(text, [format_order(order) for order in legal])
        raise Illegal(illegal.code, illegal.reason, illegal.facts, verb, orders) from None


def already_ended(state: State, seat: Seat, text: str) -> bool:
    """Tell whether a line only ends the turn that the seat has just ended.

    A turn may end by itself, so that an `end` written behind the last order finds nothing left to do.
    """
    turn = state.turn
    if words_of(text) not in [(word,) for word in _ENDINGS]:
        return False
    if turn.stage in (LEFTOVER, OVER):
        return seat % len(state.traders) + 1 == state.start
    return turn == Turn(turn.seat, MOVE) and seat % len(state.traders) + 1 == turn.seat


def _verb(words: Sequence[str], legal: Sequence[Order]) -> str:
    if not words:
        raise unreadable("empty_line")
    if is_number(words[0]):
        if len(words) == 1 and ANNOUNCES[0] in legal:
            return "announce"
        raise unreadable("bare_number", number=int(words[0]))
    found = named(words[0], VERBS)
    if not found:
        raise unreadable("unknown_order", word=words[0])
    if len(found) > 1:
        raise Illegal("ambiguous", "ambiguous_order", {"word": words[0], "verbs": found})
    return found[0]


def _tried(state: State, seat: Seat, steps: Steps, verb: str, apply: Apply) -> Steps:
    """Try the steps as far as they show nothing new; close what a whole line began."""
    for position, order in enumerate(steps):
        if order is END and position and state.turn.stage != AFTER:
            # Declining the action has ended the turn already.
            return steps[:position]
        step = apply(state, seat, order)
        state = step.state
        if step.reveals or state.turn.chance:
            return steps
    turn = state.turn
    begun = turn.stage == FETCHING or (turn.stage == SALE and any(turn.work.basket))
    return (*steps, DONE) if begun and verb not in _CLOSED_BY_THEMSELVES else steps
