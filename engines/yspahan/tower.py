"""The Tower: how a roll fills it, and how many dice of a group serve whom."""

from __future__ import annotations

from collections.abc import Sequence

from engines.yspahan.board import CAMEL, GOLD, SQUARES
from engines.yspahan.state import EMPTY_TOWER, Group, State, is_variant

SECOND_TURN = 1
"""The place in a two-player day of the one turn that is not the first player's."""


def filled(white: Sequence[int], yellow: Sequence[int]) -> tuple[Group | None, ...]:
    """Return the Tower for these faces.

    Rulebook, Supplying: from the lowest value upwards square by square, yellow dice sorted with the white ones; the
    highest value always lies on Gold. A single value goes to Camel.
    """
    groups = [Group(value, white.count(value), yellow.count(value)) for value in sorted({*white, *yellow})]
    tower = list(EMPTY_TOWER)
    tower[CAMEL] = groups.pop(0)
    if groups:
        tower[GOLD] = groups.pop()
    tower[CAMEL + 1 : CAMEL + 1 + len(groups)] = groups
    return tuple(tower)


def without(tower: tuple[Group | None, ...], square: int) -> tuple[Group | None, ...]:
    """Return the Tower without the group on this square."""
    return (*tower[:square], None, *tower[square + 1 :])


def white_only(tower: tuple[Group | None, ...]) -> tuple[Group | None, ...]:
    """Return the Tower without its yellow dice; groups of yellow dice alone vanish, nothing moves up.

    Rulebook, Yellow dice; facts 8.16 and 8.17.
    """
    return tuple(group._replace(yellow=0) if group and group.white else None for group in tower)


def yellow_count(tower: tuple[Group | None, ...]) -> int:
    """Return how many yellow dice lie on the Tower."""
    return sum(group.yellow for group in tower if group)


def yellow_is_closed(state: State) -> bool:
    """Tell whether yellow dice do not serve the seat on turn.

    Facts 7: with two players they stay all day, for the first player alone.
    """
    return state.turn == SECOND_TURN and is_variant(state)


def dice(state: State, square: int) -> int:
    """Return how many dice the group on this square counts for the seat on turn; 0 where it cannot be chosen."""
    group = state.tower[square]
    if group is None:
        return 0
    return group.white if yellow_is_closed(state) else group.white + group.yellow


def groups(state: State) -> list[int]:
    """Return the squares from which the seat on turn may choose a group."""
    if yellow_is_closed(state):
        return [square for square, group in enumerate(state.tower) if group and group.white]
    return [square for square, group in enumerate(state.tower) if group]


def name(square: int) -> str:
    """Return the name of a Tower square."""
    return SQUARES[square]
