"""Reads and checks map files: the bundled one, or the text that a host hands over."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from engines import data
from engines.api import Illegal
from engines.silkroad.board import Board, City, Line, Place, Roads, Village, board, token
from engines.silkroad.names import CAMEL_NUMBERS, CAMELS_OF_EACH_GOOD, COLOURS, FIELDS, GOODS
from engines.silkroad.spoken import NO_PLACES

PRINTED = ("", "printed")
"""The option's texts that mean the bundled map."""

LONGEST_TEXT = 100_000
MOST_VILLAGES = 60
MOST_CITIES = 12
FEWEST_CITIES = 6
"""A new caravan's own city, two other caravans and two other destinations leave one empty city."""

_SIZES = (1, 2, 3)
_Item = TypeVar("_Item")


@lru_cache(maxsize=64)
def read(text: str) -> Board:
    """Return the board of a map text; "" and "printed" mean the bundled map.

    Raises:
        Illegal: where the text is no map on which every journey comes to its end.
    """
    if text in PRINTED:
        return board("", _roads(data.read("engines.silkroad", "map.toml")))
    if len(text) > LONGEST_TEXT:
        raise _wrong("too_long", most=LONGEST_TEXT)
    try:
        table = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise _wrong("no_toml", error=str(error)[:200]) from error
    roads = _roads(table)
    _check_names(roads)
    _check_lines(roads)
    _check_start(roads)
    _check_camels(roads)
    made = board(text, roads)
    _check_journeys(made)
    return made


def _wrong(fault: str, **facts: str | int) -> Illegal:
    return Illegal("illegal", "map_wrong", {"fault": fault, **facts})


def _roads(table: Mapping[str, Any]) -> Roads:
    """Build the roads from a file's table; whatever is missing or of the wrong type is refused."""
    try:
        if table["schema"] != 1:
            raise _wrong("schema", schema=str(table["schema"])[:40])
        villages = _each(table["village"], _village)
        cities = {city.id: city for city in _each(table["city"], _city)}
        order = [_text(city) for city in table["city_order"]]
        if sorted(order) != sorted(cities):
            raise _wrong("city_order")
        return Roads(
            tuple(cities[city] for city in order),
            villages,
            _each(table["link"], _line),
            tuple((_text(start["from"]), _text(start["to"])) for start in _starts(table)),
            _goods(table["camel"]),
            _box(table.get("coordinate_box", [1000, 700])),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _wrong("missing", error=str(error)[:80]) from error


def _each(rows: Iterable[Mapping[str, Any]], made: Callable[[Mapping[str, Any]], _Item]) -> tuple[_Item, ...]:
    return tuple(made(row) for row in rows)


def _text(value: object) -> str:
    if not isinstance(value, str) or not 1 <= len(value) <= 40 or not value.isprintable():
        raise TypeError(f"no name: {value!r}")
    return value


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise TypeError(f"no whole number: {value!r}")
    return int(value)


def _city(row: Mapping[str, Any]) -> City:
    return City(_text(row["id"]), _text(row["name"]), _number(row.get("x", 0)), _number(row.get("y", 0)))


def _village(row: Mapping[str, Any]) -> Village:
    action, zone = _text(row["action"]), _text(row["zone"])
    if action not in FIELDS:
        raise _wrong("action", village=_text(row["id"]), action=action)
    if zone not in ("ring", "branch"):
        raise _wrong("zone", village=_text(row["id"]), zone=zone)
    signpost = _text(row["signpost"]) if "signpost" in row else ""
    place = (_number(row.get("x", 0)), _number(row.get("y", 0)))
    return Village(_text(row["id"]), _text(row["name"]), action, zone, signpost, *place)


def _line(row: Mapping[str, Any]) -> Line:
    if not isinstance(row["arrow"], bool):
        raise TypeError(f"no arrow: {row['arrow']!r}")
    return Line(_text(row["from"]), _text(row["to"]), row["arrow"])


def _starts(table: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [table["start"][f"caravan_{size}"] for size in _SIZES]


def _box(pair: Iterable[object]) -> tuple[int, int]:
    width, height = (_number(side) for side in pair)
    return width, height


def _goods(rows: Iterable[Mapping[str, Any]]) -> tuple[int, ...]:
    carried = {_number(row["number"]): GOODS.index(_text(row["good"])) for row in rows}
    return (-1, *(carried[number] for number in CAMEL_NUMBERS))


def _check_names(roads: Roads) -> None:
    """Every id and every name is there once, and a name makes one order word."""
    places = roads.places
    if not 1 <= len(roads.villages) <= MOST_VILLAGES or not FEWEST_CITIES <= len(roads.cities) <= MOST_CITIES:
        raise _wrong("places", villages=len(roads.villages), cities=len(roads.cities))
    if len({place.id for place in places}) < len(places):
        raise _wrong("same_id")
    words = [token(place.name) for place in places]
    for place, word in zip(places, words, strict=True):
        if words.count(word) > 1 or len(word) < 2 or word in (*GOODS, *COLOURS, *NO_PLACES):
            raise _wrong("name", name=place.name)


def _check_lines(roads: Roads) -> None:
    """Lines join places of the map, and each city has one signpost."""
    ids = {place.id for place in roads.places}
    for line in roads.lines:
        if not {line.start, line.end} <= ids or line.start == line.end:
            raise _wrong("line", start=line.start, end=line.end)
    signposts = [village.signpost for village in roads.villages if village.signpost]
    if sorted(signposts) != sorted(city.id for city in roads.cities):
        raise _wrong("signposts")


def _check_start(roads: Roads) -> None:
    """The three caravans start in three cities and are bound for three others."""
    cities = {city.id for city in roads.cities}
    named = {city for start in roads.starts for city in start}
    if len(named) != 2 * len(_SIZES) or not named <= cities:
        raise _wrong("start")


def _check_camels(roads: Roads) -> None:
    """Every good has its number of camels."""
    for good, name in enumerate(GOODS):
        if roads.goods.count(good) != CAMELS_OF_EACH_GOOD:
            raise _wrong("camels", good=name)


def _check_journeys(made: Board) -> None:
    """From every city every other one is reached, whichever way is taken, and no way runs in a circle."""
    for destination in range(made.cities):
        for start in range(made.cities):
            if start != destination:
                _check_way(made, start, destination)


def _check_way(made: Board, start: Place, destination: Place) -> None:
    facts = {"start": made.names[start], "end": made.names[destination]}
    finished: set[Place] = set()
    path: list[Place] = []

    def walk(place: Place) -> None:
        if place in path:
            raise _wrong("circle", at=made.names[place], **facts)
        if place == destination or place in finished:
            return
        if not made.steps[destination][place]:
            raise _wrong("dead_end", at=made.names[place], **facts)
        path.append(place)
        for step in made.steps[destination][place]:
            walk(step)
        finished.add(path.pop())

    walk(start)
