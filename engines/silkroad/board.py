"""The road system: places, lines and signposts, and where a caravan can go on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

Place = int
"""A place's number: the cities come first, in clockwise order, then the villages in the order of the map."""

Caravans = tuple[Place, ...]
"""Place and destination of every caravan in turn."""

Ends = tuple[tuple[Place, ...], ...]
"""For 1, 2, 3 ... counted fields the places where a move can end, in the order of their numbers."""


class City(NamedTuple):
    """A city as the map names it; x and y are for drawing only."""

    id: str
    name: str
    x: int
    y: int


class Village(NamedTuple):
    """A village with its printed field; signpost is the id of the city it shows the way to, or ""."""

    id: str
    name: str
    action: str
    zone: str
    signpost: str
    x: int
    y: int


class Line(NamedTuple):
    """A line between two places; with an arrow it leads one way only."""

    start: str
    end: str
    arrow: bool


class Roads(NamedTuple):
    """All that a map file holds.

    Attributes:
        cities: clockwise, the order in which empty cities are counted.
        villages: in the order of the file.
        lines: every drawn line.
        starts: for caravans 1, 2 and 3 the ids of the start city and of the first destination.
        goods: the good of each camel number; goods[0] is unused.
        box: width and height of the drawing.
    """

    cities: tuple[City, ...]
    villages: tuple[Village, ...]
    lines: tuple[Line, ...]
    starts: tuple[tuple[str, str], ...]
    goods: tuple[int, ...]
    box: tuple[int, int]

    @property
    def places(self) -> tuple[City | Village, ...]:
        """Every place by its number."""
        return (*self.cities, *self.villages)


_REACHES_KEPT = 4096


def token(name: str) -> str:
    """Return a place's name as orders write it: letters only, in lower case.

    >>> token("Chang'an")
    'changan'
    """
    return "".join(letter for letter in name.casefold() if letter.isalpha())


@dataclass(frozen=True)
class Board:
    """A map made ready to play on. Two boards are equal where their map texts are ("" is the printed one)."""

    text: str
    roads: Roads = field(compare=False, repr=False)
    names: tuple[str, ...] = field(compare=False, repr=False)
    tokens: tuple[str, ...] = field(compare=False, repr=False)
    steps: tuple[tuple[tuple[Place, ...], ...], ...] = field(compare=False, repr=False)
    """steps[destination][place]: the places one line further on, for a caravan bound for that city."""
    cities: int = field(init=False, compare=False, repr=False)
    """The number of cities: places below it are cities, the others villages."""
    goods: tuple[int, ...] = field(init=False, compare=False, repr=False)
    """The good of each camel number."""
    reaches: Callable[[Caravans], tuple[Ends, ...]] = field(init=False, compare=False, repr=False)
    """Return where each caravan can stop for each number of cards (Rulebook, 2. Move a caravan).

    Its argument holds place and destination of every caravan in turn; one off the board has -1 for both.
    """
    _ends: Callable[[Place, Place, frozenset[Place]], Ends] = field(init=False, compare=False, repr=False)
    _ahead: Callable[[Place, Place], frozenset[Place]] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "cities", len(self.roads.cities))
        object.__setattr__(self, "goods", self.roads.goods)
        # A turn asks for the same reaches several times; the number kept bounds the memory of a long-lived process.
        object.__setattr__(self, "reaches", lru_cache(maxsize=_REACHES_KEPT)(self._reaches))
        object.__setattr__(self, "_ends", lru_cache(maxsize=_REACHES_KEPT)(self._layers))
        object.__setattr__(self, "_ahead", lru_cache(maxsize=_REACHES_KEPT)(self._road_ahead))

    def place(self, name: str) -> Place:
        """Return the place that an order's word stands for."""
        return self.tokens.index(name)

    def _reaches(self, caravans: Caravans) -> tuple[Ends, ...]:
        standing = frozenset(caravans[::2])
        return tuple(
            self._ends(place, destination, standing & self._ahead(place, destination)) if place >= 0 else ()
            for place, destination in zip(caravans[::2], caravans[1::2], strict=True)
        )

    def _road_ahead(self, place: Place, destination: Place) -> frozenset[Place]:
        """Return the places that a caravan may still come to; caravans elsewhere make no difference to it."""
        return frozenset(end for ends in self._ends(place, destination, frozenset()) for end in ends)

    def _layers(self, place: Place, destination: Place, standing: frozenset[Place]) -> Ends:
        layers = []
        reached = {place}
        while reached := {end for start in reached for end in self._next(start, destination, standing)}:
            layers.append(tuple(sorted(reached)))
        return tuple(layers)

    def _next(self, start: Place, destination: Place, standing: frozenset[Place]) -> Iterator[Place]:
        for step in self.steps[destination][start]:
            if step in standing:
                yield from self._next(step, destination, standing)
            else:
                yield step


def board(text: str, roads: Roads) -> Board:
    """Return the board of these roads; `text` is the map file they came from, "" for the bundled one."""
    names = tuple(place.name for place in roads.places)
    cities = range(len(roads.cities))
    lines = _neighbours(roads)
    return Board(
        text,
        roads,
        names,
        tuple(token(name) for name in names),
        tuple(_steps_to(city, roads, lines) for city in cities),
    )


def _neighbours(roads: Roads) -> tuple[tuple[Place, ...], ...]:
    """Return for each place where its lines lead, arrows obeyed."""
    number = {place.id: position for position, place in enumerate(roads.places)}
    onward: list[list[Place]] = [[] for _ in number]
    for line in roads.lines:
        onward[number[line.start]].append(number[line.end])
        if not line.arrow:
            onward[number[line.end]].append(number[line.start])
    return tuple(tuple(sorted(set(ends))) for ends in onward)


def _steps_to(destination: Place, roads: Roads, lines: tuple[tuple[Place, ...], ...]) -> tuple[tuple[Place, ...], ...]:
    """Return for each place the steps open to a caravan bound for the destination.

    A step keeps to the lines, enters no other city, leaves the ring at the destination's signpost, and never needs
    the place it came from again, so that nothing has to be remembered of the way so far.
    """
    obeyed = {start: _obeying(start, destination, roads, ends) for start, ends in enumerate(lines)}
    return tuple(
        tuple(end for end in ends if _leads_on(end, destination, obeyed, without=start))
        for start, ends in obeyed.items()
    )


def _obeying(start: Place, destination: Place, roads: Roads, ends: tuple[Place, ...]) -> tuple[Place, ...]:
    cities = len(roads.cities)
    open_ends = tuple(end for end in ends if end >= cities or end == destination)
    if start < cities or roads.villages[start - cities].signpost != roads.cities[destination].id:
        return open_ends
    return tuple(end for end in open_ends if end < cities or roads.villages[end - cities].zone != "ring")


def _leads_on(place: Place, destination: Place, onward: Mapping[Place, tuple[Place, ...]], without: Place) -> bool:
    """Tell whether the destination can be reached from the place without passing another place."""
    seen, waiting = {without, place}, [place]
    while waiting:
        here = waiting.pop()
        if here == destination:
            return True
        fresh = [end for end in onward[here] if end not in seen]
        seen.update(fresh)
        waiting += fresh
    return False
