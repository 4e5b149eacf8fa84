"""The state: an immutable tree of named tuples, places as numbers, no fact stored twice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from engines.api import Event, Seat
from engines.yspahan.board import CENTRE, LINE_LENGTH, LINES, SHOPS, SQUARES, START_GOLD

Phase: TypeAlias = Literal[
    "deck",
    "first_player",
    "supply",
    "roll",
    "choose",
    "extra",
    "place",
    "supervisor",
    "first",
    "amount",
    "shop",
    "construct",
    "finish",
    "over",
]
"""What the seat on turn is doing; struck cubes and cards that are due come before it.

deck, first_player, roll: chance decides. supply: cards and the roll. choose: cards and the dice action. extra: a card
is laid down as an extra die. place, supervisor, first: a dice action under way. amount, shop: a card under way.
construct: a group was set aside for a building (two players). finish: cards, the building, the end of the turn.
"""


class Group(NamedTuple):
    """The dice of one value on a square of the Tower."""

    value: int
    white: int
    yellow: int


class Player(NamedTuple):
    """What one seat owns; `buildings` in the order in which they were constructed."""

    gold: int
    camels: int
    points: int
    hand: tuple[str, ...]
    buildings: tuple[str, ...]

    def with_gold(self, more: int) -> Player:
        """Return the row with so much more gold, or less where it is negative."""
        return Player(self.gold + more, self.camels, self.points, self.hand, self.buildings)

    def with_camels(self, more: int) -> Player:
        """Return the row with so many more camels, or fewer where it is negative."""
        return Player(self.gold, self.camels + more, self.points, self.hand, self.buildings)

    def with_points(self, more: int) -> Player:
        """Return the row with so many more points."""
        return Player(self.gold, self.camels, self.points + more, self.hand, self.buildings)

    def with_hand(self, hand: tuple[str, ...]) -> Player:
        """Return the row with another hand."""
        return Player(self.gold, self.camels, self.points, hand, self.buildings)


class Strike(NamedTuple):
    """A cube beside the Supervisor that is still to be dealt with; `pays` is its owner's answer, None before it."""

    shop: int
    pays: bool | None = None


class Due(NamedTuple):
    """A card that a seat is about to draw, why (forced, group or caravanserai), and the square of the group given."""

    seat: Seat
    reason: str
    square: int = -1


class Passed(NamedTuple):
    """The seat whose turn has just ended by itself, and whether it had constructed a building in it."""

    seat: Seat
    built: bool


class Task(NamedTuple):
    """What is under way; the fields that its phase does not use keep their defaults.

    Attributes:
        square: the Tower square whose group is in use.
        value: the number shown by that group's dice.
        cubes: cubes left to place.
        placed: shops filled so far.
        card: the card under way or laid down as an extra die.
        back: the phase to which a card's play returns.
        yellow: yellow dice about to be rolled.
    """

    square: int = -1
    value: int = 0
    cubes: int = 0
    placed: tuple[int, ...] = ()
    card: str = ""
    back: Phase = "choose"
    yellow: int = 0


class State(NamedTuple):
    """A match.

    Attributes:
        labels: the seats' labels.
        week: 1..3.
        day: 1..7.
        order: who acts today, turn by turn; with two players the first player stands in it twice.
        turn: the position in `order`.
        phase: what the seat on turn is doing.
        tower: the groups on the six squares from the bottom.
        shops: the owner of the cube in each shop, 0 where it is empty.
        supervisor: the Supervisor's road square.
        caravan: the owners of the loaded cubes in loading order.
        players: one row a seat.
        deck: the cards to be drawn, the next one first; hidden.
        discards: the discard pile.
        used: cards used in the present turn, which no shuffle of this turn may bring back.
        built: whether a building was constructed in the present turn.
        task: what is under way.
        strikes: struck cubes in the order in which they are dealt with.
        due: a card about to be drawn.
        passed: whose turn ended by itself, until the next turn ends.
    """

    labels: tuple[str, ...]
    week: int
    day: int
    order: tuple[Seat, ...]
    turn: int
    phase: Phase
    tower: tuple[Group | None, ...]
    shops: tuple[Seat, ...]
    supervisor: int
    caravan: tuple[Seat, ...]
    players: tuple[Player, ...]
    deck: tuple[str, ...]
    discards: tuple[str, ...]
    used: tuple[str, ...]
    built: bool
    task: Task
    strikes: tuple[Strike, ...]
    due: Due | None
    passed: Passed | None


_PLACE = {name: place for place, name in enumerate(State._fields)}


def _changed(state: State, /, **fields: object) -> State:
    """Return the state with these fields changed."""
    values: list[object] = [*state]
    for name, value in fields.items():
        values[_PLACE[name]] = value
    return tuple.__new__(State, values)


# The generated method looks every field up, also those that stay; this is the call that all orders spend their time in.
State._replace = _changed  # type: ignore[method-assign,assignment]

Events: TypeAlias = list[Event]
"""Where a step collects what happened."""

NO_TASK = Task()
EMPTY_TOWER: tuple[Group | None, ...] = (None,) * len(SQUARES)
EMPTY_CITY: tuple[Seat, ...] = (0,) * len(SHOPS)


def new(labels: Sequence[str]) -> State:
    """Return the table before the deck is shuffled.

    Facts, Setup: two gold each, nothing else; the Supervisor on the centre.
    """
    players = (Player(START_GOLD, 0, 0, (), ()),) * len(labels)
    return State(
        labels=tuple(labels),
        week=1,
        day=1,
        order=(),
        turn=0,
        phase="deck",
        tower=EMPTY_TOWER,
        shops=EMPTY_CITY,
        supervisor=CENTRE,
        caravan=(),
        players=players,
        deck=(),
        discards=(),
        used=(),
        built=False,
        task=NO_TASK,
        strikes=(),
        due=None,
        passed=None,
    )


def mover(state: State) -> Seat:
    """Return the seat on turn."""
    return state.order[state.turn]


def with_player(state: State, seat: Seat, player: Player) -> tuple[Player, ...]:
    """Return the rows of all players with this seat's row changed."""
    players = state.players
    return (*players[: seat - 1], player, *players[seat:])


def caravan_size(state: State) -> int:
    """Return how many camels the caravan has (Rulebook, The Caravan; 3-player game)."""
    return LINES * LINE_LENGTH[len(state.players)]


def is_variant(state: State) -> bool:
    """Tell whether the official two-player variant is played."""
    return len(state.players) == 2
