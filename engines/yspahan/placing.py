"""Placing cubes one by one, with a group of dice or with the card cube_to_shop."""

from __future__ import annotations

from functools import lru_cache

from engines.api import Event, Json, Seat
from engines.yspahan.actions import PlaceCube
from engines.yspahan.board import SHOP_SOUK, SHOPS, SQUARES
from engines.yspahan.refusals import illegal
from engines.yspahan.souks import check_shop, cubes, open_anywhere, open_shops
from engines.yspahan.state import NO_TASK, Events, State, Task

_PLACES = tuple(PlaceCube(shop) for shop in range(len(SHOPS)))


def options(state: State, seat: Seat) -> tuple[PlaceCube, ...]:
    """Return the shops open to the next cube of the placement under way, in the order of the board."""
    return _places(open_shops(state.shops, seat, state.task.square))


def card_options(state: State, seat: Seat) -> tuple[PlaceCube, ...]:
    """Return the shops open to the card cube_to_shop, in the order of the board."""
    return _places(open_anywhere(state.shops, seat))


@lru_cache(maxsize=1 << 14)
def _places(shops: tuple[int, ...]) -> tuple[PlaceCube, ...]:
    return tuple(_PLACES[shop] for shop in shops)


def place(state: State, seat: Seat, action: PlaceCube, events: Events) -> State:
    """Place one cube; the placement ends with its last cube or with the last open shop.

    Rulebook, Placing cubes in the shops; facts 8.6: as many as legal are placed, only then the excess is lost.

    Raises:
        Illegal: for a shop of another neighbourhood, or one that the souk rules close.
    """
    if state.phase == "shop":
        return _place_by_card(state, seat, action.shop, events)
    task = state.task
    square = SHOP_SOUK[action.shop].square
    if square != task.square:
        raise illegal("other_neighbourhood", "place", shop=SHOPS[action.shop], square=SQUARES[task.square])
    check_shop(state, seat, action.shop, "place")
    shops = _filled(state, seat, action.shop)
    placed, left = (*task.placed, action.shop), task.cubes - 1
    if left and open_shops(shops, seat, square):
        return state._replace(shops=shops, task=Task(square, task.value, left, placed))
    names: list[Json] = [SHOPS[shop] for shop in placed]
    data: dict[str, Json] = {"seat": seat, "square": SQUARES[square], "shops": names, "lost": left}
    events.append(Event("cubes_placed", {**data, "completed": _completed(shops, placed)}))
    return state._replace(shops=shops, phase="finish", task=NO_TASK)


def _place_by_card(state: State, seat: Seat, shop: int, events: Events) -> State:
    check_shop(state, seat, shop, "place")
    shops = _filled(state, seat, shop)
    data: dict[str, Json] = {"seat": seat, "card": state.task.card, "shop": SHOPS[shop]}
    events.append(Event("card_placed", {**data, "completed": _completed(shops, (shop,))}))
    return state._replace(shops=shops, phase=state.task.back, task=NO_TASK)


def _filled(state: State, seat: Seat, shop: int) -> tuple[Seat, ...]:
    return (*state.shops[:shop], seat, *state.shops[shop + 1 :])


def _completed(shops: tuple[Seat, ...], placed: tuple[int, ...]) -> list[Json]:
    """Return the names of the souks that these cubes filled."""
    souks = dict.fromkeys(SHOP_SOUK[shop] for shop in placed)
    return [souk.name for souk in souks if cubes(shops, souk) == souk.size]
