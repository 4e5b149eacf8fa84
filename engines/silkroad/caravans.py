"""What follows a large market: a new caravan with its destination, or the end of the game."""

from __future__ import annotations

from collections.abc import Collection

from engines.silkroad import phases
from engines.silkroad.board import Place
from engines.silkroad.draft import Draft
from engines.silkroad.names import COLOURS, GOODS
from engines.silkroad.position import Position
from engines.silkroad.state import NO_CARDS, NO_MARKET, Caravan, good_names


def close_large_market(draft: Draft) -> None:
    """Clear the city after its market and start a new caravan, unless the end has begun (Rulebook, End of Game)."""
    _remove_jewels(draft)
    draft.market = NO_MARKET
    on_board = sum(caravan.place >= 0 for caravan in draft.caravans)
    if on_board == 1:
        _end(draft)
    elif on_board < len(draft.caravans):
        _retire(draft)
        _place_last(draft)
    elif len(draft.bag) > draft.moved:
        _start(draft)
    else:
        _retire(draft)
        draft.phase = phases.REFILL


def _remove_jewels(draft: Draft) -> None:
    caravan = draft.caravans[draft.moved]
    if caravan.jewels:
        left = [COLOURS[colour] for colour in caravan.jewels]
        draft.tell("jewels_removed", place=draft.board.names[caravan.place], jewels=left)
        draft.caravans[draft.moved] = caravan._replace(jewels=())


def _end(draft: Draft) -> None:
    draft.tell("ended")
    draft.caravans[draft.moved] = Caravan()
    draft.phase, draft.reveals = phases.OVER, True


def _start(draft: Draft) -> None:
    """Form a caravan of the same size from the front of the row and stock its destination from the bag."""
    size, place, names = draft.moved + 1, draft.caravans[draft.moved].place, draft.board.names
    destination = new_destination(place, size, cities_taken(draft), draft.board.cities)
    camels, draft.row = draft.row[:size], draft.row[size:]
    jewels, draft.bag = tuple(sorted(draft.bag[:size])), draft.bag[size:]
    draft.tell(
        "caravan_started",
        caravan=size,
        camels=list(camels),
        goods=[GOODS[draft.board.goods[camel]] for camel in camels],
        place=names[place],
        destination=names[destination],
        jewels=[COLOURS[colour] for colour in jewels],
        bag=len(draft.bag),
    )
    draft.caravans[draft.moved] = Caravan(tuple(sorted(camels)), place, destination, jewels)
    draft.phase, draft.reveals = phases.REFILL, True


def cities_taken(position: Position) -> set[Place]:
    """Return the places that are not empty: a caravan stands there or jewels lie there."""
    taken = {caravan.place for caravan in position.caravans}
    return taken | {caravan.destination for caravan in position.caravans if caravan.jewels}


def new_destination(place: Place, size: int, taken: Collection[Place], cities: int) -> Place:
    """Count as many empty cities clockwise as the caravan has camels, round and round if need be.

    Args:
        place: the city where the caravan starts.
        size: its number of camels.
        taken: the cities that are not counted; the start city never is.
        cities: how many cities there are; they are numbered clockwise.
    """
    empty = [city % cities for city in range(place + 1, place + cities) if city % cities not in taken]
    return empty[(size - 1) % len(empty)]


def _retire(draft: Draft) -> None:
    """Take the caravan out; the bag's last jewels leave the game, and the camels keep their places in the row."""
    draft.tell("caravan_retired", caravan=draft.moved + 1, removed=len(draft.bag))
    draft.caravans[draft.moved] = Caravan()
    draft.bag = ()


def _place_last(draft: Draft) -> None:
    """Put the last caravan into its city and lay all hands into the displays for the last market."""
    index = next(index for index, caravan in enumerate(draft.caravans) if caravan.place >= 0)
    caravan = draft.caravans[index]
    draft.tell("last_caravan_placed", caravan=index + 1, place=draft.board.names[caravan.destination])
    draft.caravans[index] = caravan._replace(place=caravan.destination)
    for seat, one in enumerate(draft.players, 1):
        display = tuple(laid + held for laid, held in zip(one.display, one.hand, strict=True))
        draft.tell("hand_laid", seat=seat, goods=good_names(one.hand))
        draft.players[seat - 1] = one._replace(hand=NO_CARDS, display=display)
    draft.moved, draft.phase, draft.reveals = index, phases.LAST_MARKET, True
