"""The grid of sixteen places: fixed layouts, random ones, and what lies within reach."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from engines.istanbul.order import LONG_MOVES, MOVES, Order
from engines.istanbul.terms import ALL_PLACES, BLACK_MARKET, DATA, FOUNTAIN, TEA_HOUSE

SIDE: Final = 4
CELLS: Final = range(SIDE * SIDE)
LAYOUTS: Final[dict[str, tuple[int, ...]]] = {name: tuple(cells) for name, cells in DATA["layouts"].items()}
RANDOM: Final = "random"

_NEAR = (1, 2)
_FAR = (3, 4)


class Board(NamedTuple):
    """What follows from a layout; every table is indexed by place number.

    Attributes:
        near: the places one or two steps away.
        far: the places three or four steps away.
        moves: the ordinary moves, in the order of `near`.
        long_moves: the moves with a card, in the order of `far`.
    """

    near: tuple[tuple[int, ...], ...]
    far: tuple[tuple[int, ...], ...]
    moves: tuple[tuple[Order, ...], ...]
    long_moves: tuple[tuple[Order, ...], ...]


def steps_between(cell: int, other: int) -> int:
    """Return the orthogonal steps from one cell to another; cells count from 0, row by row."""
    row, column = divmod(cell, SIDE)
    other_row, other_column = divmod(other, SIDE)
    return abs(row - other_row) + abs(column - other_column)


def distance(layout: tuple[int, ...], place: int, other: int) -> int:
    """Return the steps from one place to another."""
    return steps_between(layout.index(place), layout.index(other))


@lru_cache(maxsize=512)
def board_of(layout: tuple[int, ...]) -> Board:
    """Return the tables of a layout, which lists the place on each cell."""
    near = tuple(_reached(layout, place, _NEAR) for place in (0, *ALL_PLACES))
    far = tuple(_reached(layout, place, _FAR) for place in (0, *ALL_PLACES))
    moves = tuple(tuple(MOVES[place] for place in places) for places in near)
    long_moves = tuple(tuple(LONG_MOVES[place] for place in places) for places in far)
    return Board(near, far, moves, long_moves)


def fits_random(layout: tuple[int, ...]) -> bool:
    """Tell whether a layout may come up as a random board (facts 1.3)."""
    cells = (layout.index(FOUNTAIN), layout.index(BLACK_MARKET), layout.index(TEA_HOUSE))
    return _allowed(*cells)


def with_spot(spot: int) -> tuple[int, ...]:
    """Return the board with the three bound places on the cells of a spot, counted from 1, and the rest in order."""
    fixed = dict(zip(RANDOM_SPOTS[spot - 1], _BOUND, strict=True))
    rest = iter(UNBOUND)
    return tuple(fixed[cell] if cell in fixed else next(rest) for cell in CELLS)


def with_others(layout: tuple[int, ...], others: tuple[int, ...]) -> tuple[int, ...]:
    """Return a board with its thirteen unbound places laid anew, row by row."""
    rest = iter(others)
    return tuple(place if place in _BOUND else next(rest) for place in layout)


def _reached(layout: tuple[int, ...], place: int, steps: tuple[int, ...]) -> tuple[int, ...]:
    if not place:
        return ()
    return tuple(other for other in ALL_PLACES if distance(layout, place, other) in steps)


def _allowed(fountain: int, black_market: int, tea_house: int) -> bool:
    """Tell whether the Fountain lies in the centre and the two dice places far enough apart."""
    rules = DATA["random_layout"]
    if len({fountain, black_market, tea_house}) < len(_BOUND):
        return False
    return (
        fountain + 1 in rules["fountain_cells"] and steps_between(black_market, tea_house) >= rules["dice_places_apart"]
    )


_BOUND = (FOUNTAIN, BLACK_MARKET, TEA_HOUSE)
UNBOUND: Final = tuple(place for place in ALL_PLACES if place not in _BOUND)
RANDOM_SPOTS: Final = tuple(
    (fountain, black_market, tea_house)
    for fountain in CELLS
    for black_market in CELLS
    for tea_house in CELLS
    if _allowed(fountain, black_market, tea_house)
)
"""Every allowed choice of cells for Fountain, Black Market and Tea House; all are equally likely."""
