"""The Tower: how a roll fills it, and how many dice of a group serve whom."""

from __future__ import annotations

from collections.abc import Sequence

from engines.yspahan.board import CAMEL, GOLD
from engines.yspahan.state import EMPTY_TOWER, Group, State

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


def yellow_is_closed(state: State, turn: int) -> bool:
    """Tell whether yellow dice do not serve the seat of this turn.

    Facts 7: with two players they stay all day, for the first player alone.
    """
    return turn == SECOND_TURN and len(state.players) == 2


def dice(state: State, square: int) -> int:
    """Return how many dice the group on this square counts for the seat on turn; 0 where it cannot be chosen."""
    group = state.tower[square]
    if group is None:
        return 0
    return group.white if yellow_is_closed(state, state.turn) else group.white + group.yellow


def groups(state: State, tower: tuple[Group | None, ...], turn: int) -> list[int]:
    """Return the squares of a Tower from which the seat of a turn of today may choose a group."""
    if yellow_is_closed(state, turn):
        return [square for square, group in enumerate(tower) if group and group.white]
    return [square for square, group in enumerate(tower) if group]
