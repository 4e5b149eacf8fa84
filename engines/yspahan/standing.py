"""The standing question: whether a camel is paid for a struck cube."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engines import words
from engines.api import Seat
from engines.yspahan.actions import AnswerCamel
from engines.yspahan.caravan import question
from engines.yspahan.orders import CAMEL_QUESTION
from engines.yspahan.refusals import unreadable
from engines.yspahan.state import State, mover

_PAY = AnswerCamel(True)
_KEEP = AnswerCamel(False)


def answer(state: State, seat: Seat, answers: Mapping[str, str]) -> AnswerCamel | None:
    """Return what the seat's standing answer says to the present question.

    In its own turn a seat always decides itself, since its own lines may hold the answer.

    Raises:
        Illegal: for a question that is not asked in this game, or an answer that cannot be read.
    """
    for name in answers:
        if name != CAMEL_QUESTION.name:
            raise unreadable("unknown_question", question=name)
    decide = _read(answers.get(CAMEL_QUESTION.name, CAMEL_QUESTION.default))
    if question(state, seat) is None or seat == mover(state):
        return None
    return decide(state.players[seat - 1].camels)


def _read(text: str) -> Callable[[int], AnswerCamel | None]:
    """Return the decision, by number of camels, that the text stands for."""
    match words.fold(text).split():
        case ["never"]:
            return lambda camels: _KEEP
        case ["always"]:
            return lambda camels: _PAY
        case ["ask"]:
            return lambda camels: None
        case ["keep", number] if number.isascii() and number.isdigit() and len(number) < 6:
            kept = int(number)
            return lambda camels: _PAY if camels > kept else _KEEP
    raise unreadable("unknown_answer", question=CAMEL_QUESTION.name, answer=text[:80])
