"""The souk rules: where a seat may place a cube, and which souks it holds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from engines.api import Seat
from engines.yspahan.board import NEIGHBOURHOODS, SHOP_SOUK, SHOPS, SOUKS, SOUKS_OF, SPANS, Souk
from engines.yspahan.refusals import illegal
from engines.yspahan.state import State


def owner(shops: tuple[Seat, ...], souk: Souk) -> Seat:
    """Return the seat that holds the souk, 0 where it is empty; two seats never share one."""
    return max(shops[souk.first : souk.first + souk.size])


def cubes(shops: tuple[Seat, ...], souk: Souk) -> int:
    """Return how many cubes stand in the souk."""
    return souk.size - shops[souk.first : souk.first + souk.size].count(0)


def complete(shops: tuple[Seat, ...], seat: Seat) -> Iterator[Souk]:
    """Yield the souks that the seat has filled."""
    for souk in SOUKS:
        if shops[souk.first] == seat and cubes(shops, souk) == souk.size:
            yield souk


def unfinished(shops: tuple[Seat, ...], seat: Seat, square: int) -> list[Souk]:
    """Return the souks of a neighbourhood that the seat has begun and not filled."""
    return [souk for souk in SOUKS_OF[square] if owner(shops, souk) == seat and cubes(shops, souk) < souk.size]


def open_shops(shops: tuple[Seat, ...], seat: Seat, square: int) -> tuple[int, ...]:
    """Return the shops of a neighbourhood where the seat may place its next cube, in the order of the board.

    Rulebook, Placing cubes in the shops: own unfinished souks first, never a souk that holds another player's cube.
    Facts 8.10: with two unfinished souks either will do.
    """
    return _open_shops(shops[SPANS[square]], seat, square)


@lru_cache(maxsize=1 << 16)
def _open_shops(quarter: tuple[Seat, ...], seat: Seat, square: int) -> tuple[int, ...]:
    start = SPANS[square].start
    begun: tuple[int, ...] = ()
    empty: tuple[int, ...] = ()
    for _, _, first, size, *_ in SOUKS_OF[square]:
        held = quarter[first - start : first - start + size]
        free = _free(held, first)
        if len(free) == size:
            empty += free
        elif seat in held:
            begun += free
    return begun or empty


@cache
def _free(held: tuple[Seat, ...], first: int) -> tuple[int, ...]:
    return tuple(first + number for number, holder in enumerate(held) if not holder)


def open_anywhere(shops: tuple[Seat, ...], seat: Seat) -> tuple[int, ...]:
    """Return the shops of the whole city where the seat may place a cube."""
    return tuple(shop for square in NEIGHBOURHOODS for shop in open_shops(shops, seat, square))


def check_shop(state: State, seat: Seat, shop: int, meant: str) -> None:
    """Refuse a shop where the seat may not place a cube now.

    Raises:
        Illegal: the shop is filled, its souk another player's, or an own souk of the neighbourhood is unfinished.
    """
    souk = SHOP_SOUK[shop]
    if shop in open_shops(state.shops, seat, souk.square):
        return
    holder = owner(state.shops, souk)
    if state.shops[shop]:
        raise illegal("shop_taken", meant, shop=SHOPS[shop], owner=holder)
    if holder not in (0, seat):
        raise illegal("souk_of_another", meant, shop=SHOPS[shop], souk=souk.name, owner=holder)
    begun = [other.name for other in unfinished(state.shops, seat, souk.square)]
    raise illegal("unfinished_souk", meant, shop=SHOPS[shop], unfinished=begun)
