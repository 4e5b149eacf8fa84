"""The state of a game."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from engines.api import Seat
from engines.silkroad import phases
from engines.silkroad.actions import Colour, Good
from engines.silkroad.board import Board, Place
from engines.silkroad.names import COLOURS, GOODS

Counts: TypeAlias = tuple[int, ...]
"""How many of each good (cards) or of each colour (jewels)."""

NO_CARDS: Counts = (0,) * len(GOODS)
NO_JEWELS: Counts = (0,) * len(COLOURS)
OFF_BOARD = -1
"""The place and the destination of a caravan that has been retired."""


class Player(NamedTuple):
    """What lies before one seat; hand, jewels, colourless and markers are its secret."""

    hand: Counts = NO_CARDS
    display: Counts = NO_CARDS
    cameleer: int = 0
    jewels: Counts = NO_JEWELS
    colourless: int = 0
    markers: int = 0


class Caravan(NamedTuple):
    """A caravan on the road; its number of camels is its place in `State.caravans` plus one.

    Attributes:
        camels: the camels' numbers, smallest first.
        place: where it stands.
        destination: the city it is bound for.
        jewels: the colours that wait in that city.
    """

    camels: tuple[int, ...] = ()
    place: Place = OFF_BOARD
    destination: Place = OFF_BOARD
    jewels: tuple[Colour, ...] = ()


class Market(NamedTuple):
    """A market day while it lasts; the camel on offer follows from the caravan.

    Attributes:
        kind: one of the kinds of markets, "" where none is held.
        declined: the seats that have declined the present camel.
        seller: the seat that has the right to sell it, 0 while that is not settled.
        partner: the seat that will swap cameleers with the seller, 0 without a tie.
    """

    kind: str = ""
    declined: tuple[Seat, ...] = ()
    seller: Seat = 0
    partner: Seat = 0


NO_MARKET = Market()


class State(NamedTuple):
    """The whole game.

    Attributes:
        labels: the seats' labels.
        board: the road system.
        fields: the kind of action field of each place, "" for cities; empty until the tiles are laid.
        players: by seat.
        caravans: those of one, two and three camels.
        row: the camels in the caravanserai, front first.
        bag: the colours in the bag, next one first.
        pile: the draw pile, top first.
        discards: the discard pile, top last.
        open: the general display.
        turn: the seat whose turn it is.
        phase: what happens next.
        moved: the caravan (from 0) that was moved in this turn or stands at the last market, else -1.
        laid: the good and number of the cards laid in this turn, else (-1, 0).
        draws: cards still to be drawn in this drawing step.
        resume: the drawing phase, or REFILL, that goes on after the reshuffle.
        market: the market day, if one is held.
        robbed: the seats robbed in this chain, in order.
        given: cards given up for customs or a sandstorm that still wait for their order on the pile.
    """

    labels: tuple[str, ...]
    board: Board
    fields: tuple[str, ...]
    players: tuple[Player, ...]
    caravans: tuple[Caravan, ...]
    row: tuple[int, ...] = ()
    bag: tuple[Colour, ...] = ()
    pile: tuple[Good, ...] = ()
    discards: tuple[Good, ...] = ()
    open: tuple[Good, ...] = ()
    turn: Seat = 0
    phase: str = phases.CAMELS
    moved: int = -1
    laid: tuple[Good, int] = (-1, 0)
    draws: int = 0
    resume: str = ""
    market: Market = NO_MARKET
    robbed: tuple[Seat, ...] = ()
    given: tuple[tuple[Seat, Good], ...] = ()


def changed(counts: Counts, kind: int, by: int) -> Counts:
    """Return counts with more (or fewer) of one kind."""
    return (*counts[:kind], counts[kind] + by, *counts[kind + 1 :])


def from_left_of(size: int, seat: Seat) -> tuple[Seat, ...]:
    """Return the other seats of `size` clockwise, beginning with the seat's left neighbour."""
    return tuple((seat + step - 1) % size + 1 for step in range(1, size))


def good_names(counts: Counts) -> dict[str, int]:
    """Return card counts by name, without the goods that are missing."""
    return {GOODS[good]: count for good, count in enumerate(counts) if count}


def colour_names(counts: Counts) -> dict[str, int]:
    """Return jewel counts by name, without the colours that are missing."""
    return {COLOURS[colour]: count for colour, count in enumerate(counts) if count}
