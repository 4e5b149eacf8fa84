"""What a place is worth to a trader, in Lira or thereabouts: the yardstick of the greedy stand-in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engines.istanbul.markets import market_at
from engines.istanbul.options import deliveries, tile_open
from engines.istanbul.state import State, Trader, capacity, in_force
from engines.istanbul.terms import (
    ALL_PLACES,
    BLACK_MARKET,
    CARAVANSARY,
    DEALER,
    DEALER_PRICES,
    EXTENSION_PRICE,
    EXTENSIONS,
    FABRIC_WAREHOUSE,
    FOUNTAIN,
    GREAT_MOSQUE,
    LARGE_MARKET,
    MOSQUE_TILES,
    PALACE,
    POLICE_STATION,
    POST,
    POST_OFFICE,
    PRICES,
    SMALL_MARKET,
    SMALL_MOSQUE,
    TEA_HOUSE,
    WAINWRIGHT,
    WAREHOUSES,
)

RUBY: Final = 40.0
_GOOD: Final = 2.0
_TILE: Final = 9.0
_CARD: Final = 2.5
_ASSISTANT: Final = 2.5
_BLACK_MARKET: Final = 5.0
_TEA_HOUSE: Final = 4.9
_NONE: Final = 0.0


def place_worths(state: State, trader: Trader) -> tuple[float, ...]:
    """Return the worth of every place's action to a trader, at its own number."""
    worths = [_NONE] * (len(ALL_PLACES) + 1)
    for place, worth in _WORTHS.items():
        worths[place] = worth(state, trader, place)
    if trader.family == POLICE_STATION:
        worths[POLICE_STATION] = max(worths) - 1
    return tuple(worths)


def _extension(state: State, trader: Trader, place: int) -> float:
    if trader.lira < EXTENSION_PRICE or trader.extensions == EXTENSIONS:
        return _NONE
    return RUBY if trader.extensions == EXTENSIONS - 1 else 12.0


def _warehouse(state: State, trader: Trader, place: int) -> float:
    return _GOOD * (capacity(trader) - trader.goods[place - FABRIC_WAREHOUSE])


def _post(state: State, trader: Trader, place: int) -> float:
    goods, lira = POST[state.bazaar.post]
    room = capacity(trader)
    return lira + sum(_GOOD for held, more in zip(trader.goods, goods, strict=True) if more and held < room)


def _caravansary(state: State, trader: Trader, place: int) -> float:
    return _CARD if state.pile else _NONE


def _fountain(state: State, trader: Trader, place: int) -> float:
    return _ASSISTANT * len(trader.assistants)


def _market(state: State, trader: Trader, place: int) -> float:
    number = sum(map(min, trader.goods, in_force(market_at(state.bazaar, place))))
    return PRICES[place][number] - _GOOD * number / 2


def _palace(state: State, trader: Trader, place: int) -> float:
    return RUBY if deliveries(state, trader) else _NONE


def _mosque(state: State, trader: Trader, place: int) -> float:
    tiles = MOSQUE_TILES[place]
    if not any(tile_open(state, trader, tile) for tile in tiles):
        return _NONE
    return RUBY if any(tile in trader.tiles for tile in tiles) else _TILE


def _dealer(state: State, trader: Trader, place: int) -> float:
    rubies = state.bazaar.dealer
    return RUBY if rubies and trader.lira >= DEALER_PRICES[rubies] else _NONE


def _black_market(state: State, trader: Trader, place: int) -> float:
    return _BLACK_MARKET


def _tea_house(state: State, trader: Trader, place: int) -> float:
    return _TEA_HOUSE


_WORTHS: Final[dict[int, Callable[[State, Trader, int], float]]] = {
    WAINWRIGHT: _extension,
    **dict.fromkeys(WAREHOUSES, _warehouse),
    POST_OFFICE: _post,
    CARAVANSARY: _caravansary,
    FOUNTAIN: _fountain,
    BLACK_MARKET: _black_market,
    TEA_HOUSE: _tea_house,
    LARGE_MARKET: _market,
    SMALL_MARKET: _market,
    PALACE: _palace,
    SMALL_MOSQUE: _mosque,
    GREAT_MOSQUE: _mosque,
    DEALER: _dealer,
}
