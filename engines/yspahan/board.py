"""What is printed: the Tower, the city, the road, the caravan, the buildings and the cards, read once from data.toml.

Places are numbered so that states stay small: Tower squares 0..5 from the bottom, shops 0..46 souk by souk, road
squares 0..28 from the centre. The names beside them are the ones that players type and read.
"""

from __future__ import annotations

from typing import NamedTuple

from engines import data

_DATA = data.read("engines.yspahan")


class Souk(NamedTuple):
    """The shops of one colour in one neighbourhood.

    Attributes:
        name: neighbourhood and number of shops ("sack4").
        square: the Tower square of its neighbourhood.
        first: the number of its first shop; the others follow.
        size: how many shops it has.
        roadside: how many of them, the first ones, touch the road.
        points: its value at the end of a week.
        colour: tells the souks of a neighbourhood apart and nothing else.
    """

    name: str
    square: int
    first: int
    size: int
    roadside: int
    points: int
    colour: str


class Building(NamedTuple):
    """A special building, its price in camels and gold, and its place in the order of the individual board."""

    name: str
    camels: int
    gold: int


WEEKS: int = _DATA["calendar"]["weeks"]
DAYS: int = _DATA["calendar"]["days"]
START_GOLD: int = _DATA["start"]["gold"]

FACES: int = _DATA["dice"]["faces"]
YELLOW_DICE: int = _DATA["dice"]["yellow"]
YELLOW_PRICE: int = _DATA["dice"]["yellow_price"]
WHITE_DICE: dict[int, int] = {int(players): dice for players, dice in _DATA["dice"]["white"].items()}

SQUARES: tuple[str, ...] = tuple(_DATA["tower"])
SQUARE: dict[str, int] = {name: number for number, name in enumerate(SQUARES)}
CAMEL = SQUARE["camel"]
GOLD = SQUARE["gold"]
CORNERS: dict[int, str] = {SQUARE[row["name"]]: row["corner"] for row in _DATA["neighbourhood"]}
NEIGHBOURHOODS: tuple[int, ...] = tuple(CORNERS)


def _souks() -> tuple[Souk, ...]:
    souks: list[Souk] = []
    first = 0
    for row in _DATA["neighbourhood"]:
        for souk in row["souks"]:
            square = SQUARE[row["name"]]
            souks.append(
                Souk(souk["name"], square, first, souk["shops"], souk["roadside"], souk["points"], souk["colour"])
            )
            first += souk["shops"]
    return tuple(souks)


SOUKS = _souks()
SOUK: dict[str, Souk] = {souk.name: souk for souk in SOUKS}
SHOP_SOUK: tuple[Souk, ...] = tuple(souk for souk in SOUKS for _ in range(souk.size))
SHOPS: tuple[str, ...] = tuple(f"{souk.name}.{'abcdef'[number]}" for souk in SOUKS for number in range(souk.size))
SHOP: dict[str, int] = {name: number for number, name in enumerate(SHOPS)}
SOUKS_OF: dict[int, tuple[Souk, ...]] = {
    square: tuple(souk for souk in SOUKS if souk.square == square) for square in NEIGHBOURHOODS
}
SPANS: dict[int, slice] = {
    square: slice(souks[0].first, souks[-1].first + souks[-1].size) for square, souks in SOUKS_OF.items()
}
"""The shops of each neighbourhood, which stand side by side."""

ARMS: dict[str, int] = _DATA["road"]["arms"]
ROAD: tuple[str, ...] = tuple(_DATA["road"]["links"])
ROAD_SQUARE: dict[str, int] = {name: number for number, name in enumerate(ROAD)}
CENTRE = ROAD_SQUARE[_DATA["start"]["supervisor"]]
LINKS: tuple[tuple[int, ...], ...] = tuple(
    tuple(SHOP[name] for name in _DATA["road"]["links"][square]) for square in ROAD
)


def _steps(square: str) -> int:
    return int(square[1:] or 0)


def _distance(one: str, other: str) -> int:
    if one[0] == other[0]:
        return abs(_steps(one) - _steps(other))
    return _steps(one) + _steps(other)


DISTANCE: tuple[tuple[int, ...], ...] = tuple(tuple(_distance(one, other) for other in ROAD) for one in ROAD)
"""Squares between two road squares: the difference on one arm, the sum across two; moves never turn back."""

CARAVAN_POINTS: tuple[int, ...] = tuple(_DATA["caravan"]["points"])
MULTIPLIERS: tuple[int, ...] = tuple(_DATA["caravan"]["multipliers"])
LINES = len(CARAVAN_POINTS)
LINE_LENGTH: dict[int, int] = {int(players): n for players, n in _DATA["caravan"]["camels_a_line"].items()}

_POWERS: dict[str, dict[str, int]] = {row["name"]: row for row in _DATA["building"]}
BUILDINGS: tuple[Building, ...] = tuple(Building(row["name"], row["camels"], row["gold"]) for row in _DATA["building"])
BUILDING: dict[str, Building] = {building.name: building for building in BUILDINGS}
BUILDING_POINTS: tuple[int, ...] = tuple(_DATA["building_points"])
PADDOCK_CAMELS = _POWERS["paddock"]["extra_camels"]
SHOP_GOLD = _POWERS["shop"]["extra_gold"]
HAMMAM_STEPS = _POWERS["hammam"]["free_steps"]
BAZAAR_POINTS = _POWERS["bazaar"]["points_per_souk"]
HOIST_CUBES = _POWERS["hoist"]["extra_cubes"]

_CARD_ROWS: dict[str, dict[str, int]] = {row["name"]: row for row in _DATA["card"]}
CARDS: tuple[str, ...] = tuple(_CARD_ROWS)
DECK: tuple[str, ...] = tuple(name for name, row in _CARD_ROWS.items() for _ in range(row["copies"]))
CARD_CAMELS = _CARD_ROWS["camels_3"]["camels"]
CARD_GOLD = _CARD_ROWS["gold_3"]["gold"]


class Sale(NamedTuple):
    """A card that turns camels or gold into points: what it takes, at most how much, and the points for each."""

    pays: str
    most: int
    points: int


SALES: dict[str, Sale] = {
    row["name"]: Sale(row["pays"], row["most"], row["points_each"]) for row in _DATA["card"] if "points_each" in row
}
WAIVERS: dict[str, str] = {row["waives"]: row["name"] for row in _DATA["card"] if "waives" in row}
"""The card that waives the camels, and the one that waives the gold, of a building."""
