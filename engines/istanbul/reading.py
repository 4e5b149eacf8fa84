"""Reading of order lines: words to steps, with exact refusals.

The words are turned into steps by the reader of their order word; the steps are then tried on the state, so that a
line is refused for the same reason, with the same facts, as its step would be.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from engines.api import Illegal, Seat, Step
from engines.istanbul.arguments import Line, Steps, is_number, unreadable
from engines.istanbul.legal import legal_orders
from engines.istanbul.order import ANNOUNCES, DONE, END, LEAVE, PAY, PICK_UP, Order
from engines.istanbul.readers import READERS
from engines.istanbul.state import AFTER, FETCHING, LEFTOVER, MOVE, OVER, SALE, State, Turn, with_turn
from engines.istanbul.suggest import suggested
from engines.istanbul.wording import VERBS
from engines.words import fold, named

Apply: TypeAlias = Callable[[State, Seat, Order], Step]

_FILLERS: Final = frozenset({"to", "the", "a", "of", "from", "with", "for", "at", "and", "my", "please"})
_CLOSED_BY_THEMSELVES: Final = ("add", "fetch")
_ENDINGS: Final = ("end", "skip", "pass")


def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a line: lower case, without punctuation, numbers parted from what follows them."""
    plain = re.sub(r"[^\w\s-]|(?<!\d)-|-(?!\d)", " ", fold(text).replace("'", "").replace("\u2019", ""))
    return tuple(re.sub(r"\b(\d+)([a-z])", r"\1 \2", plain).split())


def read(state: State, seat: Seat, text: str, apply: Apply) -> Steps:
    """Return the steps of a mover's line.

    A line that needs the assistant step or the payment to be over implies them: without them the turn would end.

    Raises:
        Illegal: with the order word it was taken for and the nearest legal orders.
    """
    legal = legal_orders(state)
    try:
        return _read_now(state, seat, text, legal, apply)
    except Illegal as illegal:
        steps, why = _read_after_implied(state, seat, text, illegal, apply)
        if steps:
            return steps
        orders = suggested(state, legal, text, why)
        raise Illegal(why.code, why.reason, why.facts, why.meant, orders) from None


def _read_now(state: State, seat: Seat, text: str, legal: Sequence[Order], apply: Apply) -> Steps:
    verb = ""
    try:
        words = words_of(text)
        verb = _verb(words, legal)
        arguments = words if verb == "announce" and is_number(words[0]) else words[1:]
        line = Line(state, legal, tuple(word for word in arguments if word not in _FILLERS))
        return _tried(state, seat, READERS[verb](line), verb, apply)
    except Illegal as illegal:
        raise Illegal(illegal.code, illegal.reason, illegal.facts, verb) from None


def _read_after_implied(state: State, seat: Seat, text: str, illegal: Illegal, apply: Apply) -> tuple[Steps, Illegal]:
    """Read a line refused for a step that is still to be taken as if that step came first; else say why not."""
    implied = _implied(state, illegal)
    if implied is None:
        return (), illegal
    ahead = apply(state, seat, implied).state
    # A neutral merchant is rolled for before the action, but his new place plays no part in it.
    ahead = with_turn(ahead, ahead.turn._replace(chance=""))
    if ahead.turn.seat != seat or ahead.turn.stage == MOVE:
        return (), illegal
    try:
        return (implied, *_read_now(ahead, seat, text, legal_orders(ahead), apply)), illegal
    except Illegal as later:
        steps, why = _read_after_implied(ahead, seat, text, later, apply)
        return (implied, *steps) if steps else (), why


def _implied(state: State, illegal: Illegal) -> Order | None:
    if illegal.reason not in ("assistant_step_first", "payment_first"):
        return None
    return next((order for order in legal_orders(state) if order in (PICK_UP, LEAVE, PAY)), None)


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
