"""The flow of the game: what is waited for, what an order or an outcome leads to, and what passes by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engines import api
from engines.api import Ask, Json, Over, Pending, Seat, Shuffle, Step
from engines.silkroad import fields, market, refusals, robbers, setup, turn
from engines.silkroad.choices import asked
from engines.silkroad.scoring import standings
from engines.silkroad.state import (
    BAZAAR,
    CAMELEERS,
    CAMELS,
    CARDS,
    FIELD,
    JEWELS,
    NEXT_TURN,
    OFFER,
    OVER,
    REFILL,
    RESHUFFLE,
    SELL,
    TILES,
    Action,
    Baksheesh,
    Discard,
    Draw,
    Jewel,
    Lay,
    Log,
    Move,
    Pass,
    Pay,
    Rob,
    Sell,
    State,
    Trade,
)


def pending(state: State) -> Ask | Shuffle | Over:
    """Return what the game waits for."""
    phase = state.phase
    if phase == OVER:
        return Over(standings(state))
    if phase == RESHUFFLE:
        return turn.reshuffling(state)
    if phase in _RESOLVED:
        return setup.shuffle(state)
    return Ask(asked(state), phase, state.turn)


def apply(state: State, seat: Seat, action: Action) -> Step:
    """Carry an action out, and all that follows from it without another decision.

    Raises:
        Illegal: where the seat is not asked, or the action is not among its choices.
    """
    refusals.check(state, seat, action)
    log = Log()
    return _passed(_APPLIED[type(action)](state, seat, action, log), log)


def resolve(state: State, outcome: Sequence[Json]) -> Step:
    """Hand in the outcome of the pending shuffle.

    Raises:
        ValueError: where no shuffle is pending, or the outcome is not a new order of its items.
    """
    wanted: Pending = pending(state)
    if not isinstance(wanted, Shuffle):
        raise ValueError("no shuffle is pending")
    if sorted(outcome, key=str) != sorted(wanted.items, key=str):
        raise ValueError(f"not a shuffle of the items of {wanted.purpose}")
    log = Log()
    # Of the shuffles only that of the cards in mid-game shows nobody anything by itself.
    log.reveals = state.phase != RESHUFFLE
    return _passed(_RESOLVED[state.phase](state, outcome, log), log)


def _passed(state: State, log: Log) -> Step:
    """Go through the phases that pass by themselves."""
    while (go_on := _AUTOMATIC.get(state.phase)) is not None:
        state = go_on(state, log)
    return Step(state, tuple(log.events), log.reveals)


_AUTOMATIC: dict[str, Callable[[State, Log], State]] = {
    FIELD: fields.perform,
    OFFER: market.offer,
    REFILL: turn.refill,
    NEXT_TURN: turn.next_turn,
}

_RESOLVED: dict[str, Callable[[State, Sequence[Json], Log], State]] = {
    TILES: setup.lay_tiles,
    CAMELS: setup.deal_camels,
    CAMELEERS: setup.deal_cameleers,
    JEWELS: setup.place_jewels,
    CARDS: setup.deal_cards,
    RESHUFFLE: turn.reshuffle,
}


def _pass(state: State, seat: Seat, order: Pass, log: Log) -> State:
    if state.phase == SELL:
        return market.decline(state, seat, order, log)
    if state.phase == BAZAAR:
        return fields.leave_bazaar(state, seat, order, log)
    return turn.leave_card(state, seat, order, log)


_APPLIED: dict[type[Action], Callable[[State, Seat, api.Action, Log], State]] = {
    Lay: turn.lay,
    Move: turn.move,
    Draw: turn.draw,
    Pass: _pass,
    Sell: market.sell,
    Jewel: market.choose_jewel,
    Rob: robbers.rob,
    Discard: fields.discard,
    Trade: fields.trade,
    Baksheesh: fields.take_baksheesh,
    Pay: fields.pay,
}
