"""The flow of the game: what is waited for, what an order or an outcome leads to, and what passes by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engines import api
from engines.api import Ask, Json, Over, Seat, Shuffle, Step
from engines.silkroad import actions, fields, market, phases, refusals, robbers, setup, turn
from engines.silkroad.choices import asked
from engines.silkroad.draft import Draft
from engines.silkroad.scoring import standings
from engines.silkroad.state import State


def pending(state: State) -> Ask | Shuffle | Over:
    """Return what the game waits for."""
    phase = state.phase
    seats = asked(state)
    if seats:
        return Ask(seats, phase, state.turn)
    if phase == phases.OVER:
        return Over(standings(state))
    return turn.reshuffling(state) if phase == phases.RESHUFFLE else setup.shuffle(state)


def apply(state: State, seat: Seat, action: actions.Action) -> Step:
    """Carry an action out, and all that follows from it without another decision.

    Raises:
        Illegal: where the seat is not asked, or the rules do not allow the action.
    """
    refusals.check(state, seat, action)
    draft = Draft(state)
    _APPLIED[type(action)](draft, seat, action)
    return _passed(draft)


def resolve(state: State, outcome: Sequence[Json]) -> Step:
    """Hand in the outcome of the pending shuffle.

    Raises:
        ValueError: where no shuffle is pending, or the outcome is not a new order of its items.
    """
    wanted = pending(state)
    if not isinstance(wanted, Shuffle):
        raise ValueError("no shuffle is pending")
    if sorted(outcome, key=str) != sorted(wanted.items, key=str):
        raise ValueError(f"not a shuffle of the items of {wanted.purpose}")
    draft = Draft(state)
    # Of the shuffles only that of the cards in mid-game shows nobody anything by itself.
    draft.reveals = state.phase != phases.RESHUFFLE
    _RESOLVED[state.phase](draft, outcome)
    return _passed(draft)


def _passed(draft: Draft) -> Step:
    """Go through the phases that pass by themselves."""
    while (go_on := _AUTOMATIC.get(draft.phase)) is not None:
        go_on(draft)
    return draft.step()


_AUTOMATIC: dict[str, Callable[[Draft], None]] = {
    phases.FIELD: fields.perform,
    phases.OFFER: market.offer,
    phases.LAST_MARKET: market.open_last,
    phases.REFILL: turn.refill,
    phases.NEXT_TURN: turn.next_turn,
}

_RESOLVED: dict[str, Callable[[Draft, Sequence[Json]], None]] = {
    phases.TILES: setup.lay_tiles,
    phases.CAMELS: setup.deal_camels,
    phases.CAMELEERS: setup.deal_cameleers,
    phases.JEWELS: setup.place_jewels,
    phases.CARDS: setup.deal_cards,
    phases.RESHUFFLE: turn.reshuffle,
}


def _pass(draft: Draft, seat: Seat, _order: actions.Pass) -> None:
    if draft.phase == phases.SELL:
        market.decline(draft, seat)
    elif draft.phase == phases.BAZAAR:
        fields.leave_bazaar(draft, seat)
    else:
        turn.leave_card(draft, seat)


_APPLIED: dict[type[actions.Action], Callable[[Draft, Seat, api.Action], None]] = {
    actions.Lay: turn.lay,
    actions.Move: turn.move,
    actions.Draw: turn.draw,
    actions.Pass: _pass,
    actions.Sell: market.sell,
    actions.Jewel: market.choose_jewel,
    actions.Rob: robbers.rob,
    actions.Discard: fields.discard,
    actions.Trade: fields.trade,
    actions.Baksheesh: fields.take_baksheesh,
    actions.Pay: fields.pay,
}
