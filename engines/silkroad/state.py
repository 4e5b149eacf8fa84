"""The state of a game, the actions on it, and the log of one step."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from engines.api import Event, Json, Seat
from engines.silkroad.board import Board, Place
from engines.silkroad.names import COLOURS, GOODS

Good: TypeAlias = int
"""A good's place in `GOODS`."""

Colour: TypeAlias = int
"""A colour's place in `COLOURS`."""

Counts: TypeAlias = tuple[int, ...]
"""How many of each good (cards) or of each colour (jewels)."""

NO_CARDS: Counts = (0,) * len(GOODS)
NO_JEWELS: Counts = (0,) * len(COLOURS)
OFF_BOARD = -1
"""The place and the destination of a caravan that has been retired."""

# Phases in which chance is asked.
CAMELS, TILES, CAMELEERS, JEWELS, CARDS = "camels", "tiles", "cameleers", "jewels", "cards"
RESHUFFLE = "reshuffle"
# Phases in which a seat is asked; these are the prompts.
LAY, MOVE, DRAW, EXTRA, CAMEL, EMPTY_HAND = "lay", "move", "draw", "extra", "camel", "empty_hand"
SELL, JEWEL, CUSTOMS, SANDSTORM, ROB = "sell", "jewel", "customs", "sandstorm", "rob"
BAZAAR, BAKSHEESH, PAY = "bazaar", "baksheesh", "pay"
# Phases that pass by themselves.
FIELD, OFFER, REFILL, NEXT_TURN = "field", "offer", "refill", "next_turn"
OVER = "over"

DRAWING = (DRAW, EXTRA, CAMEL, EMPTY_HAND)
DISCARDING = (CUSTOMS, SANDSTORM)

# Kinds of markets.
LARGE, SMALL, BLACK, LAST = "large", "small", "black", "last"
IN_CITY = (LARGE, LAST)


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
        kind: LARGE, SMALL, BLACK or LAST.
        declined: the seats that have declined the present camel.
        seller: the seat that has sold and still chooses its jewel, else 0.
        partner: the seat that will swap cameleers with that seller, else 0.
    """

    kind: str
    declined: tuple[Seat, ...] = ()
    seller: Seat = 0
    partner: Seat = 0


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
    phase: str = CAMELS
    moved: int = -1
    laid: tuple[Good, int] = (-1, 0)
    draws: int = 0
    resume: str = ""
    market: Market | None = None
    robbed: tuple[Seat, ...] = ()
    given: tuple[tuple[Seat, Good], ...] = ()


class Lay(NamedTuple):
    """Lay so many hand cards of one good into the display."""

    good: Good
    number: int


class Move(NamedTuple):
    """Move a caravan (1, 2 or 3) to a place, given by its order word, as far as cards were laid."""

    caravan: int
    place: str


class Draw(NamedTuple):
    """Take an open card of a good, or with PILE the top of the draw pile."""

    good: Good


class Pass(NamedTuple):
    """Leave a card, decline a sale, or leave the bazaar."""


class Sell(NamedTuple):
    """Sell the good on offer; the colour is the jewel wanted, ANY where it is chosen afterwards or needs no choice."""

    colour: Colour


class Jewel(NamedTuple):
    """Take a jewel of this colour for what was sold."""

    colour: Colour


class Rob(NamedTuple):
    """Take a card of a good from another seat's display."""

    victim: Seat
    good: Good


class Discard(NamedTuple):
    """Give up a card: from the hand for customs, from the display in a sandstorm."""

    good: Good


class Trade(NamedTuple):
    """Discard three different goods at the bazaar."""

    goods: tuple[Good, ...]


class Baksheesh(NamedTuple):
    """Put an open card straight into the display."""

    good: Good


class Pay(NamedTuple):
    """Discard a hand card in return."""

    good: Good


Action: TypeAlias = Lay | Move | Draw | Pass | Sell | Jewel | Rob | Discard | Trade | Baksheesh | Pay

PILE = -1
ANY = -1


class Log:
    """What one step said and whether it revealed something; it lives as long as the step."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.reveals = False

    def tell(self, kind: str, **data: Json) -> None:
        """Note something that everybody sees."""
        self.events.append(Event(kind, _plain(data)))

    def whisper(self, seen_by: Seat, kind: str, **data: Json) -> None:
        """Note what one seat sees in place of the public event before."""
        self.events.append(Event(kind, _plain(data), seen_by))


def _plain(data: dict[str, Json]) -> dict[str, Json]:
    """Return data that comes through JSON unchanged: lists where the rules use tuples."""
    for key, value in data.items():
        if isinstance(value, tuple):
            data[key] = list(value)
    return data


def player(state: State, seat: Seat) -> Player:
    """Return what lies before a seat."""
    return state.players[seat - 1]


def with_player(state: State, seat: Seat, new: Player) -> State:
    """Return the state with one seat's things replaced."""
    players = state.players
    return state._replace(players=(*players[: seat - 1], new, *players[seat:]))


def with_caravan(state: State, index: int, new: Caravan) -> State:
    """Return the state with one caravan replaced."""
    caravans = state.caravans
    return state._replace(caravans=(*caravans[:index], new, *caravans[index + 1 :]))


def changed(counts: Counts, kind: int, by: int) -> Counts:
    """Return counts with more (or fewer) of one kind."""
    return (*counts[:kind], counts[kind] + by, *counts[kind + 1 :])


def from_left_of(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return the other seats clockwise, beginning with the seat's left neighbour."""
    size = len(state.players)
    return tuple((seat + step - 1) % size + 1 for step in range(1, size))


def others_places(state: State, index: int) -> tuple[Place, ...]:
    """Return where the caravans other than this one stand."""
    caravans = state.caravans
    return (caravans[index - 2].place, caravans[index - 1].place)


def reach(state: State, index: int) -> tuple[tuple[Place, ...], ...]:
    """Return where a caravan could stop for 1, 2, 3 ... cards; nothing for one that is off the board."""
    caravan = state.caravans[index]
    if caravan.place < 0:
        return ()
    return state.board.ends(caravan.place, caravan.destination, others_places(state, index))


def goods_of(state: State, index: int) -> tuple[Good, ...]:
    """Return the goods a caravan carries, in the order of its camels."""
    goods = state.board.goods
    return tuple(goods[camel] for camel in state.caravans[index].camels)


def good_names(counts: Counts) -> dict[str, int]:
    """Return card counts by name, without the goods that are missing."""
    return {GOODS[good]: count for good, count in enumerate(counts) if count}


def colour_names(counts: Counts) -> dict[str, int]:
    """Return jewel counts by name, without the colours that are missing."""
    return {COLOURS[colour]: count for colour, count in enumerate(counts) if count}
