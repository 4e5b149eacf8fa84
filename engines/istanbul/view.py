"""What a seat may know, as plain data: an allow-list, built field by field."""

from __future__ import annotations

from engines.api import Json, Seat
from engines.istanbul.board import SIDE, board_of
from engines.istanbul.markets import market_at
from engines.istanbul.moving import neutral_colour
from engines.istanbul.options import (
    catchable,
    last_round,
    merchants_here,
    neutrals_here,
    payment_due,
    yellow_ready,
    yellow_sources,
)
from engines.istanbul.ranking import standings
from engines.istanbul.state import MOVE, OVER, State, Trader, capacity, in_force
from engines.istanbul.terms import (
    ALL_PLACES,
    BLUE,
    COLOURS,
    DEALER,
    DEALER_PRICES,
    DELIVERIES,
    EXTENSION_PRICE,
    EXTENSIONS,
    GOODS,
    GREAT_MOSQUE,
    LARGE_MARKET,
    MOSQUE_TILES,
    PALACE,
    PLACES,
    PLAYER_COUNTS,
    POST,
    PRICES,
    RESERVE,
    SMALL_MARKET,
    SMALL_MOSQUE,
    TILES,
    WAINWRIGHT,
    Goods,
)


def view_of(state: State, seat: Seat | None) -> dict[str, Json]:
    """Return all that a seat, or an onlooker, may know."""
    return {
        "game": "istanbul",
        "layout": state.option,
        "grid": [list(state.layout[row : row + SIDE]) for row in range(0, len(state.layout), SIDE)],
        "players": len(state.traders),
        "you": seat,
        "round": state.round,
        "start": state.start,
        "target": PLAYER_COUNTS[len(state.traders)]["target"],
        "last_round": last_round(state),
        "over": state.turn.stage == OVER,
        "turn": _turn(state),
        "seats": [_seat(state, other) for other in range(1, len(state.traders) + 1)],
        "places": {str(place): _place(state, place) for place in ALL_PLACES},
        "governor": state.bazaar.governor,
        "smuggler": state.bazaar.smuggler,
        "neutrals": [
            {"colour": neutral_colour(state, index), "place": place}
            for index, place in enumerate(state.bazaar.neutrals)
        ],
        "wainwright": _wainwright(state),
        "post": _post(state),
        "markets": {str(place): _market(state, place) for place in (LARGE_MARKET, SMALL_MARKET)},
        "mosques": {str(place): _mosque(state, place) for place in (SMALL_MOSQUE, GREAT_MOSQUE)},
        "palace": _palace(state),
        "dealer": _dealer(state),
        "cards": {
            "pile": len(state.pile),
            "discards": len(state.discards),
            "top": state.discards[0] if state.discards else None,
        },
        "hand": list(state.traders[seat - 1].hand) if seat is not None else None,
        "reach": _reach(state, seat),
        "standings": _standings(state),
    }


def all_goods(goods: Goods) -> dict[str, int]:
    """Return the number of every good by name."""
    return dict(zip(GOODS, goods, strict=True))


def _turn(state: State) -> Json:
    """Return how far the turn has come and the figures of the present question."""
    turn = state.turn
    if not turn.seat or turn.stage == OVER:
        return None
    trader, work = state.traders[turn.seat - 1], turn.work
    return {
        "seat": turn.seat,
        "stage": turn.stage,
        "chance": turn.chance or None,
        "place": trader.place,
        "acting": turn.acting or None,
        "by_family": bool(turn.acting) and turn.acting != trader.place,
        "acted": turn.acted,
        "due": payment_due(state) if turn.stage != MOVE else 0,
        "merchants": list(merchants_here(state)) if turn.stage != MOVE else [],
        "neutrals": [neutral_colour(state, index) for index in neutrals_here(state)] if turn.stage != MOVE else [],
        "to_catch": list(catchable(state)) if turn.stage != MOVE else [],
        "governor_used": turn.governor,
        "smuggler_used": turn.smuggler,
        "yellow_used": turn.yellow,
        "yellow_from": list(yellow_sources(trader)) if yellow_ready(state, trader) else [],
        "extra": turn.extra,
        "sale": all_goods(work.basket),
        "any_goods": work.any_goods,
        "announced": work.announced or None,
        "dice": list(work.dice),
        "drawn": work.drawn,
    }


def _seat(state: State, seat: Seat) -> Json:
    trader = state.traders[seat - 1]
    return {
        "seat": seat,
        "colour": COLOURS[seat - 1],
        "start": seat == state.start,
        "lira": trader.lira,
        "goods": all_goods(trader.goods),
        "capacity": capacity(trader),
        "extensions": trader.extensions,
        "rubies": trader.rubies,
        "tiles": [TILES[tile] for tile in trader.tiles],
        "cards": len(trader.hand),
        "place": trader.place,
        "stack": trader.stack,
        "assistants": list(trader.assistants),
        "reserve": reserve(trader),
        "family": trader.family,
    }


def reserve(trader: Trader) -> int:
    """Return the assistants still in the supply: the fifth, until the blue tile brings it."""
    return 0 if BLUE in trader.tiles else RESERVE


def _place(state: State, place: int) -> Json:
    seats = range(1, len(state.traders) + 1)
    traders, bazaar = state.traders, state.bazaar
    return {
        "number": place,
        "name": PLACES[place],
        "merchants": [seat for seat in seats if traders[seat - 1].place == place],
        "neutrals": [neutral_colour(state, index) for index, at in enumerate(bazaar.neutrals) if at == place],
        "assistants": [seat for seat in seats if place in traders[seat - 1].assistants],
        "families": [seat for seat in seats if traders[seat - 1].family == place],
        "governor": bazaar.governor == place,
        "smuggler": bazaar.smuggler == place,
        "rubies": rubies_at(state, place),
    }


def rubies_at(state: State, place: int) -> int | None:
    """Return the rubies on a place, or None for one that never has any."""
    bazaar = state.bazaar
    return {
        WAINWRIGHT: bazaar.wainwright,
        PALACE: bazaar.palace,
        SMALL_MOSQUE: bazaar.small_mosque,
        GREAT_MOSQUE: bazaar.great_mosque,
        DEALER: bazaar.dealer,
    }.get(place)


def _wainwright(state: State) -> Json:
    taken = sum(trader.extensions for trader in state.traders)
    return {
        "rubies": state.bazaar.wainwright,
        "extensions": EXTENSIONS * len(state.traders) - taken,
        "price": EXTENSION_PRICE,
    }


def _post(state: State) -> Json:
    goods, lira = POST[state.bazaar.post]
    return {"down": state.bazaar.post, "goods": all_goods(goods), "lira": lira}


def _market(state: State, place: int) -> Json:
    """Show the tile in force, the order already seen, and the tiles never yet on top as a set (demand_view=seen)."""
    market = market_at(state.bazaar, place)
    if not market.tiles:
        return {"demand": None, "below": [], "unseen": [], "prices": list(PRICES[place][1:])}
    seen, unseen = seen_tiles(market.tiles, market.sales)
    return {
        "demand": all_goods(in_force(market)),
        "below": [all_goods(tile) for tile in seen],
        "unseen": [all_goods(tile) for tile in sorted(unseen)],
        "prices": list(PRICES[place][1:]),
    }


def seen_tiles(tiles: tuple[Goods, ...], sales: int) -> tuple[tuple[Goods, ...], tuple[Goods, ...]]:
    """Return the tiles below the one in force whose order is known, top first, and those that never came up."""
    top = sales % len(tiles)
    if sales >= len(tiles) - 1:
        return (*tiles[top + 1 :], *tiles[:top]), ()
    return tiles[:top], tiles[top + 1 :]


def _mosque(state: State, place: int) -> Json:
    return {
        "rubies": rubies_at(state, place),
        "stacks": {TILES[tile]: list(state.bazaar.mosques[tile]) for tile in MOSQUE_TILES[place]},
    }


def _palace(state: State) -> Json:
    rubies = state.bazaar.palace
    fixed, free = DELIVERIES[rubies]
    needs = {**all_goods(fixed), "any": free, "total": sum(fixed) + free} if rubies else None
    return {"rubies": rubies, "needs": needs}


def _dealer(state: State) -> Json:
    rubies = state.bazaar.dealer
    return {"rubies": rubies, "price": DEALER_PRICES[rubies] if rubies else None}


def _reach(state: State, seat: Seat | None) -> Json:
    """Return the places one or two, and three or four, steps from the seat's merchant, or the mover's."""
    looking = seat if seat is not None else state.turn.seat
    if not looking:
        return None
    board, place = board_of(state.layout), state.traders[looking - 1].place
    return {"near": list(board.near[place]), "far": list(board.far[place])}


def _standings(state: State) -> Json:
    if state.turn.stage != OVER:
        return None
    return [
        {
            "seat": standing.seat,
            "rank": standing.rank,
            "rubies": standing.score,
            "lira": standing.tie_breaks[0],
            "goods": standing.tie_breaks[1],
            "cards": standing.tie_breaks[2],
        }
        for standing in standings(state)
    ]
