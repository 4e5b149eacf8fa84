"""Orders for an absent seat, chosen from what it knows: the mildest, by a hash of the view, or greedy."""

from __future__ import annotations

import hashlib
import json

from engines.api import Seat
from engines.istanbul.greedy import greediest
from engines.istanbul.leftover import helpful_card
from engines.istanbul.legal import legal_orders
from engines.istanbul.order import END, SKIP, Order
from engines.istanbul.state import LEFTOVER, State
from engines.istanbul.view import view_of


def choice(state: State, seat: Seat, level: int) -> Order:
    """Return the order of a stand-in: 0 the mildest, 1 by a hash of the view, 2 greedy."""
    if state.turn.stage == LEFTOVER and level != 1:
        return helpful_card(state, seat)
    if level == 0:
        return _mildest(state)
    return _hashed(state, seat) if level == 1 else greediest(state)


def _mildest(state: State) -> Order:
    """Give up whatever may be given up."""
    legal = legal_orders(state)
    return next((order for order in (END, SKIP) if order in legal), legal[0])


def _hashed(state: State, seat: Seat) -> Order:
    legal = legal_orders(state)
    seen = json.dumps(view_of(state, seat), sort_keys=True, separators=(",", ":"))
    return legal[int.from_bytes(hashlib.sha256(seen.encode()).digest()[:8], "big") % len(legal)]
