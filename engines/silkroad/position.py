"""What can be asked of a position, whether it lies still or is just being changed."""

from __future__ import annotations

from typing import TypeAlias

from engines.api import Seat
from engines.silkroad.actions import Good
from engines.silkroad.board import Ends
from engines.silkroad.draft import Draft
from engines.silkroad.state import Player, State

Position: TypeAlias = State | Draft


def player(position: Position, seat: Seat) -> Player:
    """Return what lies before a seat."""
    return position.players[seat - 1]


def reaches(position: Position) -> tuple[Ends, ...]:
    """Return for every caravan where it could stop for 1, 2, 3 ... cards; nothing for one that is off the board."""
    one, two, three = position.caravans
    return position.board.reaches(
        (one.place, one.destination, two.place, two.destination, three.place, three.destination)
    )


def reach(position: Position, index: int) -> Ends:
    """Return where one caravan could stop for 1, 2, 3 ... cards."""
    return reaches(position)[index]


def goods_of(position: Position, index: int) -> tuple[Good, ...]:
    """Return the goods a caravan carries, in the order of its camels, the lowest first."""
    goods = position.board.goods
    return tuple([goods[camel] for camel in position.caravans[index].camels])


def can_draw(position: Position) -> bool:
    """Tell whether any source has a card."""
    return bool(position.open or position.pile or position.discards)
