"""Stand-ins for absent seats: mild, by chance, or greedy. They look only at what the seat can see."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from engines.api import Seat
from engines.silkroad import actions, greedy, phases
from engines.silkroad.choices import choices
from engines.silkroad.preferences import best_jewel, card_to_give, card_to_rob
from engines.silkroad.refusals import check_asked
from engines.silkroad.state import (
    State,
)
from engines.silkroad.view import view

MILD, CHANCE = 0, 1


def stand_in(state: State, seat: Seat, level: int) -> actions.Action:
    """Return a legal action for an absent seat.

    Args:
        state: the position.
        seat: a seat that is asked.
        level: 0 the mildest order (a question in another seat's turn is answered as silence would be), 1 by a hash of
            the view, 2 greedy.
    """
    check_asked(state, seat)
    legal = choices(state, seat)
    if level == MILD:
        return _mild(state, seat, legal)
    if level == CHANCE:
        return legal[_hashed(state, seat) % len(legal)]
    return greedy.best(state, seat, legal)


def _mild(state: State, seat: Seat, legal: Sequence[actions.Action]) -> actions.Action:
    """Lay as little as can be, sell what may be sold, leave every other offer; else the engine's choice."""
    if state.phase == phases.SELL:
        return actions.Sell(actions.ANY)
    if state.phase == phases.JEWEL:
        return actions.Jewel(best_jewel(state, seat))
    if state.phase in phases.DISCARDING:
        return card_to_give(state, seat)
    if state.phase == phases.ROB:
        return card_to_rob(state, seat)
    # Every list begins with the smallest step, or ends with `pass` where an offer can be left.
    return legal[-1] if state.phase in ("extra", "camel", "bazaar") else legal[0]


def _hashed(state: State, seat: Seat) -> int:
    seen = json.dumps(view(state, seat), sort_keys=True).encode()
    return int.from_bytes(hashlib.sha256(seen).digest()[:8], "big")
