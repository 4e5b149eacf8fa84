"""The end window answered in advance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engines.api import Illegal, Question, Seat
from engines.istanbul.order import DONE, GOOD_CARDS, LIRA_CARD, Order
from engines.istanbul.state import LEFTOVER, State, capacity
from engines.istanbul.terms import GOOD, LIRA5
from engines.words import fold, named

USE: Final = "use"
KEEP: Final = "keep"
ASK: Final = "ask"
LEFTOVER_QUESTION: Final = Question("leftover", (USE, KEEP, ASK), USE, "leftover")


def leftover_answer(state: State, seat: Seat, answers: Mapping[str, str]) -> Order | None:
    """Return what the answer says in the seat's end window, else None.

    Raises:
        Illegal: for another question or an answer that cannot be read.
    """
    for name in answers:
        if name != LEFTOVER_QUESTION.name:
            raise Illegal("unreadable", "unknown_question", {"question": name, "questions": [LEFTOVER_QUESTION.name]})
    answer = _answer(answers.get(LEFTOVER_QUESTION.name, LEFTOVER_QUESTION.default))
    if state.turn.stage != LEFTOVER or state.turn.seat != seat or answer == ASK:
        return None
    return DONE if answer == KEEP else helpful_card(state, seat)


def helpful_card(state: State, seat: Seat) -> Order:
    """Return the next card that improves the seat's tie-breaks, or the order to stop."""
    trader = state.traders[seat - 1]
    if LIRA5 in trader.hand:
        return LIRA_CARD
    room = capacity(trader)
    if GOOD in trader.hand:
        # A good that is lost would only cost the card, which is a tie-break itself.
        for good, held in enumerate(trader.goods):
            if held < room:
                return GOOD_CARDS[good]
    return DONE


def _answer(text: str) -> str:
    found = named(fold(text), LEFTOVER_QUESTION.answers)
    if len(found) != 1:
        raise Illegal("unreadable", "unknown_answer", {"answer": text, "answers": LEFTOVER_QUESTION.answers})
    return found[0]
