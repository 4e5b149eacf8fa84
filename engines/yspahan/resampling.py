"""Deals again what a seat cannot see: the other hands and the deck."""

from __future__ import annotations

from engines.api import Chooser, Seat
from engines.yspahan import buildings
from engines.yspahan.cards import sorted_hand
from engines.yspahan.state import State, mover

_TRIES = 200


def resample(state: State, seat: Seat, rng: Chooser) -> State:
    """Return a state that the seat cannot tell from this one.

    Whoever gave a group up for a building has been seen to be able to pay one, so the hand dealt to that seat can, too.
    """
    for _ in range(_TRIES):
        dealt = _dealt(state, seat, rng)
        if state.phase != "construct" or buildings.options(dealt, mover(dealt)):
            return dealt
    return state


def _dealt(state: State, seat: Seat, rng: Chooser) -> State:
    others = [other for other in range(1, len(state.players) + 1) if other != seat]
    pool = [card for other in others for card in state.players[other - 1].hand]
    pool = sorted([*pool, *state.deck])
    rng.shuffle(pool)
    players = list(state.players)
    for other in others:
        size = len(players[other - 1].hand)
        hand, pool = pool[:size], pool[size:]
        players[other - 1] = players[other - 1]._replace(hand=sorted_hand(tuple(hand)))
    return state._replace(players=tuple(players), deck=tuple(pool))
