"""The engine's own taste, for seats that leave a choice to it: it looks only at what the seat itself can see."""

from __future__ import annotations

from engines.api import Seat
from engines.silkroad import actions, market, phases
from engines.silkroad.actions import Colour, Good
from engines.silkroad.choices import choices
from engines.silkroad.position import player
from engines.silkroad.scoring import gain
from engines.silkroad.state import Player, State


def best_jewel(state: State, seat: Seat) -> Colour:
    """Return the colour in the city that brings the seat most points; of equals the one it has least of."""
    one = player(state, seat)
    there = market.jewels_to_choose(state) or state.caravans[state.moved].jewels
    return max(there, key=lambda colour: (gain(one, colour), -one.jewels[colour], -colour))


def card_to_give(state: State, seat: Seat, wanted: tuple[Good, ...] = ()) -> actions.Discard:
    """Return the first card wanted that can be given up, else the one that is missed least."""
    one = player(state, seat)
    cards = one.hand if state.phase == phases.CUSTOMS else one.display
    held = [good for good, count in enumerate(cards) if count]
    listed = [good for good in wanted if good in held]
    return actions.Discard(listed[0] if listed else min(held, key=lambda good: (_total(one, good), good)))


def _total(one: Player, good: Good) -> int:
    return one.hand[good] + one.display[good]


def card_to_rob(state: State, seat: Seat, wanted: tuple[Good, ...] = ()) -> actions.Rob:
    """Return a robbery of the first good wanted that somebody has, else of the good the seat has most of."""
    one = player(state, seat)
    robberies = [rob for rob in choices(state, seat) if isinstance(rob, actions.Rob)]
    order = {good: -place for place, good in enumerate(wanted)}

    def worth(rob: actions.Rob) -> tuple[int, int, int]:
        theirs = player(state, rob.victim).display[rob.good]
        return (order.get(rob.good, -len(order) - 1), one.display[rob.good], theirs)

    return max(robberies, key=worth)
