"""The road system as boards draw it: the ring, its branches and the lines, worked out once for each map."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from engines.api import Json
from engines.silkroad.board import Board, Place


class Drawing(NamedTuple):
    """What a board is drawn from; nothing of it changes in a game.

    Attributes:
        places: for each place its name, order word, zone, signpost and coordinates.
        ring: the villages of the ring, in the direction of travel.
        branches: for each city the signpost village and the villages between it and the city.
        lines: pairs of places, and whether the line has an arrow.
    """

    places: list[Mapping[str, Json]]
    ring: list[Place]
    branches: list[Mapping[str, Json]]
    lines: list[Mapping[str, Json]]


@lru_cache(maxsize=64)
def drawing(board: Board) -> Drawing:
    """Return the drawing of a board."""
    return Drawing(
        [_place(board, place) for place in range(len(board.names))],
        _ring(board),
        [_branch(board, city) for city in range(board.cities)],
        _lines(board),
    )


def _place(board: Board, place: Place) -> Mapping[str, Json]:
    shown: dict[str, Json] = {"place": place, "name": board.names[place], "word": board.tokens[place]}
    if place < board.cities:
        city = board.roads.cities[place]
        return shown | {"zone": "city", "signpost": "", "x": city.x, "y": city.y}
    village = board.roads.villages[place - board.cities]
    signpost = next((city.name for city in board.roads.cities if city.id == village.signpost), "")
    return shown | {"zone": village.zone, "signpost": signpost, "x": village.x, "y": village.y}


def _numbers(board: Board) -> dict[str, Place]:
    return {one.id: place for place, one in enumerate(board.roads.places)}


def _on_ring(board: Board, place: Place) -> bool:
    return place >= board.cities and board.roads.villages[place - board.cities].zone == "ring"


def _ring(board: Board) -> list[Place]:
    """Follow the arrows from the first ring village; villages off that circle come last."""
    number = _numbers(board)
    onward = {number[line.start]: number[line.end] for line in board.roads.lines if _on_ring(board, number[line.end])}
    villages = [place for place in range(len(board.names)) if _on_ring(board, place)]
    ring: list[Place] = []
    here = villages[0] if villages else -1
    while here in villages and here not in ring:
        ring.append(here)
        here = onward.get(here, -1)
    return [*ring, *(place for place in villages if place not in ring)]


def _branch(board: Board, city: Place) -> Mapping[str, Json]:
    """Return the shortest way from a city's signpost to the city."""
    signposts = [village.signpost for village in board.roads.villages]
    signpost = board.cities + signposts.index(board.roads.cities[city].id)
    ways: list[tuple[Place, ...]] = [(signpost,)]
    seen = {signpost}
    while ways[0][-1] != city:
        way = ways.pop(0)
        fresh = [step for step in board.steps[city][way[-1]] if step not in seen]
        seen.update(fresh)
        ways += [(*way, step) for step in fresh]
    return {"city": city, "signpost": signpost, "villages": list(ways[0][1:-1])}


def _lines(board: Board) -> list[Mapping[str, Json]]:
    number = _numbers(board)
    return [{"start": number[line.start], "end": number[line.end], "arrow": line.arrow} for line in board.roads.lines]
