"""The value of jewels and the final ranking (Rulebook, Valuation)."""

from __future__ import annotations

from engines.api import Standing
from engines.silkroad.actions import Colour
from engines.silkroad.names import COLOURLESS_POINTS, JEWELS_OF_EACH_COLOUR, MARKER_POINTS, SET_POINTS
from engines.silkroad.state import Counts, Player, State, changed


def sets_value(jewels: Counts) -> int:
    """Return the points of coloured jewels, split into sets of different colours with the largest sets first."""
    return sum(SET_POINTS[_colours_with(jewels, copies)] for copies in range(1, JEWELS_OF_EACH_COLOUR + 1))


def _colours_with(jewels: Counts, copies: int) -> int:
    return sum(count >= copies for count in jewels)


def points(player: Player) -> int:
    """Return a player's points: sets, colourless jewels and markers."""
    return sets_value(player.jewels) + COLOURLESS_POINTS[player.colourless] + MARKER_POINTS * player.markers


def gain(player: Player, colour: Colour) -> int:
    """Return the points that one more jewel of this colour would bring."""
    return sets_value(changed(player.jewels, colour, 1)) - sets_value(player.jewels)


def colourless_gain(player: Player) -> int:
    """Return the points that one more colourless jewel would bring."""
    return points(with_colourless(player)) - points(player)


def with_colourless(player: Player) -> Player:
    """Return the player with one more colourless jewel; a third one becomes a marker (Rulebook, Valuation)."""
    if player.colourless + 1 < len(COLOURLESS_POINTS):
        return player._replace(colourless=player.colourless + 1)
    return player._replace(colourless=0, markers=player.markers + 1)


def standings(state: State) -> tuple[Standing, ...]:
    """Return the ranking: most points, then the higher cameleer, so that no place is shared."""
    scores = [(points(one), one.cameleer, seat) for seat, one in enumerate(state.players, 1)]
    return tuple(
        Standing(seat, rank, score, (cameleer,))
        for rank, (score, cameleer, seat) in enumerate(sorted(scores, reverse=True), 1)
    )
