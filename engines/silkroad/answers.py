"""Standing answers: what a seat has settled in advance for questions in other seats' turns."""

from __future__ import annotations

from collections.abc import Mapping

from engines import words
from engines.api import Illegal, Question, Seat
from engines.silkroad import actions, market, phases
from engines.silkroad.choices import asked, choices
from engines.silkroad.names import COLOURS, GOODS
from engines.silkroad.preferences import best_jewel, card_to_give, card_to_rob
from engines.silkroad.refusals import check_seat
from engines.silkroad.state import (
    State,
)

ENGINES_CHOICE = "any"
ASK = "ask"
ALWAYS = "always"

QUESTIONS = (
    Question("jewel", ("COLOUR ...", ENGINES_CHOICE, ASK), ENGINES_CHOICE, "jewel"),
    Question("sell", (ALWAYS, ASK), ASK, "sell"),
    Question("discard", ("GOOD ...", ENGINES_CHOICE, ASK), ENGINES_CHOICE, "discard"),
    Question("rob", ("GOOD ...", ENGINES_CHOICE, ASK), ENGINES_CHOICE, "rob"),
)


def standing(state: State, seat: Seat, answers: Mapping[str, str]) -> actions.Action | None:
    """Return what the seat's answers say to a question in another seat's turn, or None where it must be asked.

    Raises:
        Illegal: for an answer that cannot be read or a question that there is not.
    """
    check_seat(state, seat)
    settled = {question.name: _settled(question.name, question.default) for question in QUESTIONS}
    settled |= {name: _settled(name, text) for name, text in answers.items()}
    if seat == state.turn or seat not in asked(state):
        return None
    legal = choices(state, seat)
    if state.phase == phases.SELL:
        return _sale(state, seat, settled)
    question = "discard" if state.phase in phases.DISCARDING else state.phase
    # Where only one thing can be done nobody needs to be asked.
    if len(legal) == 1:
        return legal[0]
    wanted = settled[question]
    if wanted == (ASK,):
        return None
    if state.phase == phases.JEWEL:
        return actions.Jewel(_jewel(state, seat, wanted))
    if state.phase == phases.ROB:
        return card_to_rob(state, seat, _goods(wanted))
    return card_to_give(state, seat, _goods(wanted))


def _sale(state: State, seat: Seat, settled: Mapping[str, tuple[str, ...]]) -> actions.Action | None:
    if settled["sell"] == (ASK,):
        return None
    if settled["jewel"] == (ASK,) or not market.jewels_to_choose(state):
        return actions.Sell(actions.ANY)
    return actions.Sell(_jewel(state, seat, settled["jewel"]))


def _jewel(state: State, seat: Seat, wanted: tuple[str, ...]) -> int:
    """Return the first colour wanted that lies in the city, else the one worth most to the seat."""
    there = market.jewels_to_choose(state)
    listed = (COLOURS.index(colour) for colour in wanted if colour in COLOURS)
    return next((colour for colour in listed if colour in there), best_jewel(state, seat))


def _goods(wanted: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(GOODS.index(good) for good in wanted if good in GOODS)


_WORDS = {
    "jewel": (*COLOURS, ENGINES_CHOICE, ASK),
    "sell": (ALWAYS, ASK),
    "discard": (*GOODS, ENGINES_CHOICE, ASK),
    "rob": (*GOODS, ENGINES_CHOICE, ASK),
}


def _settled(name: str, text: str) -> tuple[str, ...]:
    """Read an answer: one word, or colours or goods in order of preference."""
    known = _WORDS.get(name)
    if known is None:
        raise Illegal("unreadable", "unknown_question", {"question": name[:40], "questions": list(_WORDS)}, "standing")
    found = [words.named(word, known) for word in words.fold(text.replace(",", " ")).split()]
    settled = tuple(one[0] for one in found if len(one) == 1)
    listed = all(word in (*COLOURS, *GOODS) for word in settled)
    if not settled or len(settled) < len(found) or (len(settled) > 1 and not listed):
        facts = {"question": name, "answer": text[:80], "answers": list(known)}
        raise Illegal("unreadable", "unknown_answer", facts, "standing")
    return settled
