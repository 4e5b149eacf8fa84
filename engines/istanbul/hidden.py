"""The re-dealing of what a seat cannot see."""

from __future__ import annotations

from engines.api import Chooser, Seat
from engines.istanbul.state import Market, State
from engines.istanbul.terms import CARD_RANK


def redealt(state: State, seat: Seat, rng: Chooser) -> State:
    """Deal the other hands, the draw pile and the unseen demand tiles anew; discards were seen by all."""
    unseen = list(state.pile)
    for other, trader in enumerate(state.traders, 1):
        unseen += trader.hand if other != seat else ()
    rng.shuffle(unseen)
    traders = []
    for other, trader in enumerate(state.traders, 1):
        if other != seat:
            dealt = [unseen.pop() for _ in trader.hand]
            trader = trader._replace(hand=tuple(sorted(dealt, key=CARD_RANK.__getitem__)))
        traders.append(trader)
    bazaar = state.bazaar._replace(large=_reordered(state.bazaar.large, rng), small=_reordered(state.bazaar.small, rng))
    return state._replace(traders=tuple(traders), pile=tuple(unseen), bazaar=bazaar)


def _reordered(market: Market, rng: Chooser) -> Market:
    """Shuffle the tiles that were never on top."""
    unseen = list(market.tiles[market.sales + 1 :])
    rng.shuffle(unseen)
    return market._replace(tiles=(*market.tiles[: market.sales + 1], *unseen))
