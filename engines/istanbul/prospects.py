"""What a place holds for a trader who would act there: the figures of the hints."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engines.api import Json
from engines.istanbul.markets import market_at
from engines.istanbul.options import (
    can_draw,
    deliveries,
    tile_open,
)
from engines.istanbul.rubies import named_goods
from engines.istanbul.state import (
    State,
    Trader,
    capacity,
    in_force,
    mover,
)
from engines.istanbul.terms import (
    BLACK_MARKET,
    CARAVANSARY,
    DEALER,
    DEALER_PRICES,
    DELIVERIES,
    EXTENSION_PRICE,
    EXTENSIONS,
    FABRIC_WAREHOUSE,
    FOUNTAIN,
    GOODS,
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
    TILES,
    WAINWRIGHT,
    WAREHOUSES,
)


def best_sale(state: State, trader: Trader, place: int) -> dict[str, Json]:
    """Return the largest sale that a trader could make at a market now, and what it brings."""
    wanted = in_force(market_at(state.bazaar, place))
    goods = tuple(map(min, trader.goods, wanted))
    return {"goods": named_goods(goods), "lira": PRICES[place][sum(goods)]}


def place_facts(state: State, place: int) -> dict[str, Json]:
    """Return the figures of a place's action for the mover; `possible` says whether it could be carried out."""
    return _PLACE_FACTS[place](state, mover(state), place)


def _wainwright(state: State, trader: Trader, place: int) -> dict[str, Json]:
    complete = trader.extensions == EXTENSIONS
    return {
        "possible": not complete and trader.lira >= EXTENSION_PRICE,
        "price": EXTENSION_PRICE,
        "lira": trader.lira,
        "complete": complete,
        "ruby": trader.extensions == EXTENSIONS - 1,
    }


def _warehouse(state: State, trader: Trader, place: int) -> dict[str, Json]:
    good = place - FABRIC_WAREHOUSE
    return {"possible": True, "good": GOODS[good], "gain": capacity(trader) - trader.goods[good]}


def _post(state: State, trader: Trader, place: int) -> dict[str, Json]:
    goods, lira = POST[state.bazaar.post]
    return {"possible": True, "goods": named_goods(goods), "lira": lira}


def _caravansary(state: State, trader: Trader, place: int) -> dict[str, Json]:
    top = state.discards[0] if state.discards else None
    return {"possible": can_draw(state), "pile": len(state.pile), "top": top}


def _fountain(state: State, trader: Trader, place: int) -> dict[str, Json]:
    return {"possible": bool(trader.assistants), "assistants": list(trader.assistants)}


def _dice_place(state: State, trader: Trader, place: int) -> dict[str, Json]:
    return {"possible": True}


def _market(state: State, trader: Trader, place: int) -> dict[str, Json]:
    sale = best_sale(state, trader, place)
    return {"possible": bool(sale["lira"])} | sale


def _police(state: State, trader: Trader, place: int) -> dict[str, Json]:
    return {"possible": trader.family == POLICE_STATION, "family": trader.family}


def _palace(state: State, trader: Trader, place: int) -> dict[str, Json]:
    fixed, free = DELIVERIES[state.bazaar.palace]
    return {
        "possible": bool(deliveries(state, trader)),
        "needs": named_goods(fixed),
        "any": free,
        "rubies": state.bazaar.palace,
    }


def _mosque(state: State, trader: Trader, place: int) -> dict[str, Json]:
    tiles = [TILES[tile] for tile in MOSQUE_TILES[place] if tile_open(state, trader, tile)]
    return {"possible": bool(tiles), "tiles": tiles}


def _dealer(state: State, trader: Trader, place: int) -> dict[str, Json]:
    rubies = state.bazaar.dealer
    price = DEALER_PRICES[rubies] if rubies else None
    return {"possible": price is not None and trader.lira >= price, "price": price, "lira": trader.lira}


_PLACE_FACTS: Final[dict[int, Callable[[State, Trader, int], dict[str, Json]]]] = {
    WAINWRIGHT: _wainwright,
    **dict.fromkeys(WAREHOUSES, _warehouse),
    POST_OFFICE: _post,
    CARAVANSARY: _caravansary,
    FOUNTAIN: _fountain,
    BLACK_MARKET: _dice_place,
    TEA_HOUSE: _dice_place,
    LARGE_MARKET: _market,
    SMALL_MARKET: _market,
    POLICE_STATION: _police,
    PALACE: _palace,
    SMALL_MOSQUE: _mosque,
    GREAT_MOSQUE: _mosque,
    DEALER: _dealer,
}
