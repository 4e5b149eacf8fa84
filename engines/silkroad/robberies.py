"""Reads a robbery: the victim by name or seat, the good, or whichever of them says enough."""

from __future__ import annotations

from collections.abc import Sequence

from engines import words
from engines.api import Seat
from engines.silkroad import actions, faults, robbers, spoken
from engines.silkroad.board import token
from engines.silkroad.choices import choices
from engines.silkroad.faults import Fault
from engines.silkroad.names import GOODS
from engines.silkroad.orders import write
from engines.silkroad.state import State


def read_rob(state: State, seat: Seat, given: list[str]) -> tuple[actions.Action, ...]:
    """Read "rob 2 silk" or "rob silk from Bob"; what only one thing can mean may be left out."""
    faults.check_kind(state, actions.Rob)
    goods = [good for word in given if (good := spoken.good(word)) is not None and not _seat_named(state, [word])]
    names = [word for word in given if spoken.good(word) is None or _seat_named(state, [word])]
    if len(goods) > 1:
        raise Fault("illegal", "one_card", given=len(goods))
    victim = _victim(state, seat, names) if names else None
    found = [
        rob
        for rob in choices(state, seat)
        if isinstance(rob, actions.Rob) and victim in (None, rob.victim) and rob.good in (goods or range(len(GOODS)))
    ]
    if not found and victim is not None:
        raise Fault("illegal", "victim_lacks", victim=victim, good=GOODS[goods[0]])
    if not found:
        raise Fault("illegal", "nobody_has", good=GOODS[goods[0]])
    if len(found) > 1:
        texts = tuple(write(rob) for rob in found)
        raise Fault("ambiguous", "which_card", texts, cards=texts)
    return (found[0],)


def _victim(state: State, seat: Seat, names: Sequence[str]) -> Seat:
    named = _seat_named(state, names)
    if not named and len(names) == 1 and spoken.is_number(names[0]):
        named = (spoken.number(names[0]),)
    if not named:
        raise Fault("unreadable", "unknown_player", word=spoken.shown(" ".join(names)))
    legal = [victim for victim in named if victim in robbers.victims(state)]
    if len(legal or named) > 1:
        raise Fault("ambiguous", "which_player", seats=tuple(legal or named))
    faults.check_victim(state, seat, (legal or named)[0])
    return (legal or named)[0]


def _seat_named(state: State, names: Sequence[str]) -> tuple[Seat, ...]:
    """Return the seats whose label the words are, or shorten, be it to the initial."""
    labels = [token(label) for label in state.labels]
    word = "".join(names)
    found = words.named(word, dict.fromkeys(labels)) or tuple(label for label in labels if label[:1] == word)
    return tuple(seat for seat, label in enumerate(labels, 1) if label in found and label)
