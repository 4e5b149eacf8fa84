"""What follows a large market: a new caravan with its destination, or the end of the game."""

from __future__ import annotations

from collections.abc import Collection

from engines.silkroad.board import Place
from engines.silkroad.names import COLOURS, GOODS
from engines.silkroad.state import (
    LAST,
    NO_CARDS,
    OFF_BOARD,
    OFFER,
    OVER,
    REFILL,
    Caravan,
    Log,
    Market,
    State,
    good_names,
    with_caravan,
)


def close_large_market(state: State, log: Log) -> State:
    """Clear the city after its market and start a new caravan, unless the end has begun (Rulebook, End of Game)."""
    state = _remove_jewels(state, log)._replace(market=None)
    on_board = [index for index, caravan in enumerate(state.caravans) if caravan.place >= 0]
    if len(on_board) == 1:
        log.reveals = True
        log.tell("ended")
        return with_caravan(state, state.moved, Caravan())._replace(phase=OVER)
    if len(on_board) == len(state.caravans) and len(state.bag) > state.moved:
        return _start(state, log)._replace(phase=REFILL)
    state = _retire(state, log)
    if len(on_board) == len(state.caravans):
        return state._replace(phase=REFILL)
    return _last_market(state, log)


def _remove_jewels(state: State, log: Log) -> State:
    caravan = state.caravans[state.moved]
    if not caravan.jewels:
        return state
    log.tell(
        "jewels_removed",
        place=state.board.names[caravan.place],
        jewels=tuple(COLOURS[colour] for colour in caravan.jewels),
    )
    return with_caravan(state, state.moved, caravan._replace(jewels=()))


def _start(state: State, log: Log) -> State:
    """Form a caravan of the same size from the front of the row and stock its destination from the bag."""
    size, place = state.moved + 1, state.caravans[state.moved].place
    destination = new_destination(place, size, _taken(state), state.board.cities)
    jewels = tuple(sorted(state.bag[:size]))
    log.reveals = True
    log.tell(
        "caravan_started",
        caravan=size,
        camels=state.row[:size],
        goods=tuple(GOODS[state.board.goods[camel]] for camel in state.row[:size]),
        place=state.board.names[place],
        destination=state.board.names[destination],
        jewels=tuple(COLOURS[colour] for colour in jewels),
        bag=len(state.bag) - size,
    )
    caravan = Caravan(tuple(sorted(state.row[:size])), place, destination, jewels)
    return with_caravan(state, state.moved, caravan)._replace(row=state.row[size:], bag=state.bag[size:])


def _taken(state: State) -> set[Place]:
    """Return the cities that are not empty: a caravan stands there or jewels lie there."""
    taken = {caravan.place for caravan in state.caravans}
    return taken | {caravan.destination for caravan in state.caravans if caravan.jewels}


def new_destination(place: Place, size: int, taken: Collection[Place], cities: int) -> Place:
    """Count as many empty cities clockwise as the caravan has camels, round and round if need be.

    Args:
        place: the city where the caravan starts.
        size: its number of camels.
        taken: the cities that are not counted, its own included.
        cities: how many cities there are; they are numbered clockwise.
    """
    empty = [city % cities for city in range(place + 1, place + cities) if city % cities not in taken]
    return empty[(size - 1) % len(empty)]


def _retire(state: State, log: Log) -> State:
    """Take the caravan out; the bag's last jewels leave the game, and the camels keep their places in the row."""
    log.tell("caravan_retired", caravan=state.moved + 1, removed=len(state.bag))
    return with_caravan(state, state.moved, Caravan())._replace(bag=())


def _last_market(state: State, log: Log) -> State:
    """Put the last caravan into its city, lay all hands into the displays, and hold the last market."""
    index = next(index for index, caravan in enumerate(state.caravans) if caravan.place != OFF_BOARD)
    caravan = state.caravans[index]
    log.reveals = True
    log.tell("last_caravan_placed", caravan=index + 1, place=state.board.names[caravan.destination])
    state = with_caravan(state, index, caravan._replace(place=caravan.destination))
    state = _lay_hands(state, log)._replace(moved=index, phase=OFFER, market=Market(LAST))
    log.tell(
        "market_opened",
        seat=state.turn,
        market=LAST,
        caravan=index + 1,
        place=state.board.names[caravan.destination],
        camels=caravan.camels[::-1],
        goods=tuple(GOODS[state.board.goods[camel]] for camel in caravan.camels[::-1]),
        jewels=tuple(COLOURS[colour] for colour in caravan.jewels),
    )
    return state


def _lay_hands(state: State, log: Log) -> State:
    players = []
    for seat, one in enumerate(state.players, 1):
        display = tuple(laid + held for laid, held in zip(one.display, one.hand, strict=True))
        log.tell("hand_laid", seat=seat, goods=good_names(one.hand))
        players.append(one._replace(hand=NO_CARDS, display=display))
    return state._replace(players=tuple(players))
