"""Refusals as the player gets them: the reason, and the orders that come nearest to what was meant."""

from __future__ import annotations

from engines import words
from engines.api import Illegal, Seat
from engines.silkroad import actions, phases
from engines.silkroad.choices import asked, choices
from engines.silkroad.faults import Fault, check_action
from engines.silkroad.names import GOODS
from engines.silkroad.orders import verb, write
from engines.silkroad.state import State

_MOST_OFFERED = 3


def check(state: State, seat: Seat, action: actions.Action) -> None:
    """Let a legal action pass.

    Raises:
        Illegal: for any other.
    """
    check_asked(state, seat)
    try:
        check_action(state, seat, action)
    except Fault as fault:
        raise refused(state, seat, fault, verb(action), write(action)) from fault


def check_seat(state: State, seat: Seat) -> None:
    """Refuse a seat that does not exist."""
    if not 1 <= seat <= len(state.players):
        raise Illegal("no_such_seat", "no_such_seat", {"seat": seat, "seats": len(state.players)})


def check_asked(state: State, seat: Seat) -> None:
    """Refuse a seat that is not asked now."""
    check_seat(state, seat)
    if state.phase == phases.OVER:
        raise Illegal("not_your_turn", "game_over")
    seats = asked(state)
    if seat not in seats:
        raise Illegal("not_your_turn", "not_your_turn", {"asked": list(seats), "turn": state.turn})


def refused(state: State, seat: Seat, fault: Fault, meant: str, text: str) -> Illegal:
    """Return the refusal of a text, with the legal orders that come nearest to it."""
    nearest = fault.instead[:_MOST_OFFERED] or words.nearest(text, menu(state, seat), _MOST_OFFERED)
    return Illegal(fault.code, fault.reason, fault.facts, meant, nearest)


def menu(state: State, seat: Seat) -> list[str]:
    """Return the legal orders of a seat as texts; before cards are laid, each with its whole move too."""
    texts = [write(action) for action in choices(state, seat)]
    if state.phase == phases.LAY:
        texts += [f"{write(move)} {lay.number} {GOODS[lay.good]}" for lay, move in whole_moves(state, seat)]
    return texts


def whole_moves(state: State, seat: Seat) -> list[tuple[actions.Lay, actions.Move]]:
    """Return every way to lay cards and move with them."""
    return [
        (lay, move)
        for lay in choices(state, seat)
        if isinstance(lay, actions.Lay)
        for move in choices(state._replace(phase=phases.MOVE, laid=(lay.good, lay.number)), seat)
        if isinstance(move, actions.Move)
    ]
