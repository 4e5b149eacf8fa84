"""The engine protocol: everything that pbem may ask of a game.

A game is a value of a class with the calls of `Engine`. It is pure: it reads no clock, draws no random number and
touches no disk. Chance is asked for through `pending` and handed back through `resolve`; what a seat may not know is
filtered in `view` and by `Event.seen_by`, and nowhere else. No call returns a sentence: reasons, prompts and abouts
are keys that templates put into words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

Seat: TypeAlias = int
"""A place at the table: 1..n in the order of the players given to `setup`."""

Json: TypeAlias = "None | bool | int | float | str | Sequence[Json] | Mapping[str, Json]"
"""Plain data that goes through JSON unchanged."""

State: TypeAlias = Any
"""A game's own immutable tree (NamedTuple or frozen dataclass); only its engine looks inside."""

Action: TypeAlias = Any
"""A game's own immutable, hashable order; only its engine looks inside."""

Code: TypeAlias = Literal["unreadable", "illegal", "ambiguous", "not_your_turn", "no_such_seat"]


class Event(NamedTuple):
    """Something that happened, as data.

    Attributes:
        kind: what happened, in the past tense ("moved", "rolled").
        data: plain JSON data that a template puts into words.
        seen_by: None where everybody may see it, else the one seat that may. Where a seat learns more than the
            others, the public event comes first and the seat's own event of the same kind follows directly; that seat
            is shown only the second.
    """

    kind: str
    data: Mapping[str, Json]
    seen_by: Seat | None = None


class Step(NamedTuple):
    """What one order or one outcome of chance led to.

    Attributes:
        state: the new state.
        events: what happened, in order.
        reveals: True where some seat learned what it could not know before; nothing up to here is undone any more.
    """

    state: State
    events: tuple[Event, ...] = ()
    reveals: bool = False


class Ask(NamedTuple):
    """The game waits for an order.

    Attributes:
        seats: the seats that may give one now; several where their decisions do not depend on each other.
        prompt: a key that templates put into words.
        turn: the seat in whose turn the question comes up. Where it is not among `seats`, that seat's turn goes on
            after the answer, and the lines it has left wait.
    """

    seats: tuple[Seat, ...]
    prompt: str
    turn: Seat | None = None


class Roll(NamedTuple):
    """The game waits for `dice` dice of `sides` sides; the outcome is the list of their faces, each 1..sides."""

    dice: int
    sides: int
    purpose: str


class Shuffle(NamedTuple):
    """The game waits for `items` to be shuffled; the outcome is the list of the same items in their new order."""

    items: tuple[Json, ...]
    purpose: str


class Standing(NamedTuple):
    """One seat's final place: rank 1 is best and shared in a tie; tie_breaks in the order in which they count."""

    seat: Seat
    rank: int
    score: int
    tie_breaks: tuple[int, ...] = ()


class Over(NamedTuple):
    """The game has ended; the best standing comes first."""

    standings: tuple[Standing, ...]


Pending: TypeAlias = Ask | Roll | Shuffle | Over


class Option(NamedTuple):
    """A choice that the printed game itself offers; empty `values` mean that `setup` checks the text."""

    name: str
    default: str
    values: tuple[str, ...]
    about: str


class OrderHelp(NamedTuple):
    """One order verb: how it is written, an example, and the key of its explanation."""

    verb: str
    usage: str
    example: str
    about: str


class Question(NamedTuple):
    """A decision that a seat may answer in advance; `answers` are usage patterns such as "keep N"."""

    name: str
    answers: tuple[str, ...]
    default: str
    about: str


class Refusal(NamedTuple):
    """Why an order was not carried out, as data.

    Attributes:
        code: the family of the refusal.
        reason: a key that templates put into words with `facts`.
        facts: the numbers and names of the sentence (costs 7, have 5).
        meant: the order verb that the text was taken for, or "" where none was recognised.
        nearest: up to three orders, legal now, that come nearest to the text.
    """

    code: Code
    reason: str
    facts: Mapping[str, Json] = {}
    meant: str = ""
    nearest: tuple[str, ...] = ()


class Illegal(Exception):
    """An order that cannot be carried out; it tells nothing that the seat may not know.

    The parameters are those of `Refusal`.
    """

    def __init__(
        self,
        code: Code,
        reason: str,
        facts: Mapping[str, Json] | None = None,
        meant: str = "",
        nearest: tuple[str, ...] = (),
    ) -> None:
        super().__init__(f"{code}: {reason}")
        self.refusal = Refusal(code, reason, dict(facts or {}), meant, nearest)

    @property
    def code(self) -> Code:
        """The family of the refusal."""
        return self.refusal.code

    @property
    def reason(self) -> str:
        """The key that templates put into words."""
        return self.refusal.reason

    @property
    def facts(self) -> Mapping[str, Json]:
        """The numbers and names of the sentence."""
        return self.refusal.facts

    @property
    def meant(self) -> str:
        """The order verb that the text was taken for."""
        return self.refusal.meant

    @property
    def nearest(self) -> tuple[str, ...]:
        """Orders, legal now, that come nearest to the text."""
        return self.refusal.nearest


class Chooser(Protocol):
    """The part of `random.Random` that `resample` uses; tests hand one in."""

    def shuffle(self, x: list[Any]) -> None:
        """Shuffle the list in place."""

    def randrange(self, stop: int) -> int:
        """Return a number from 0 up to, but not including, `stop`."""


class Engine(Protocol):
    """A game. Every call is pure, and every call that takes a seat raises `Illegal("no_such_seat")` for an unknown one.

    Attributes:
        name: the identifier, also the folder of its templates.
        title: the name that players read.
        seats: the player counts that the game allows.
        rules_version: counts up whenever the same orders could lead to another state.
        options: what the printed game lets the host choose.
        orders: the table of order verbs behind help, suggestions and the reading of mails.
        questions: the decisions that a seat may answer in advance.
    """

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def seats(self) -> range: ...
    @property
    def rules_version(self) -> int: ...
    @property
    def options(self) -> tuple[Option, ...]: ...
    @property
    def orders(self) -> tuple[OrderHelp, ...]: ...
    @property
    def questions(self) -> tuple[Question, ...]: ...

    def setup(self, players: Sequence[str], options: Mapping[str, str]) -> State:
        """Return the first state for these seat labels; missing options take their defaults.

        Raises:
            Illegal: for a player count or an option that the game does not have.
        """

    def pending(self, state: State) -> Pending:
        """Return what the game waits for: the only flow control there is."""

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return every action open to the seat now, in a documented stable order; empty where it is not asked."""

    def parse(self, state: State, seat: Seat, text: str) -> tuple[Action, ...]:
        """Read one order; a compact line gives all its steps, the closing one included.

        A bare number is read only where the choices themselves are numbers.

        Raises:
            Illegal: unreadable, ambiguous, illegal or not_your_turn, with the nearest legal orders.
        """

    def format(self, action: Action) -> str:
        """Write an action so that `parse` reads it back as that one action."""

    def describe(self, state: State, seat: Seat, action: Action) -> Mapping[str, Json]:
        """Return the data of the hint beside a choice."""

    def apply(self, state: State, seat: Seat, action: Action) -> Step:
        """Carry out an action; the state given is never changed.

        Raises:
            Illegal: before anything is done.
        """

    def resolve(self, state: State, outcome: Sequence[Json]) -> Step:
        """Hand in the outcome of the pending Roll (faces) or Shuffle (items in their new order).

        Raises:
            ValueError: for an outcome that the pending Roll or Shuffle cannot have.
        """

    def standing(self, state: State, seat: Seat, answers: Mapping[str, str]) -> Action | None:
        """Return what the seat's standing answers say to the present question, or None where it must be asked.

        A question missing from `answers` takes its default. Every text is read, also those that do not matter now.

        Raises:
            Illegal: for an answer that cannot be read or a question that the game does not have.
        """

    def stand_in(self, state: State, seat: Seat, level: int) -> Action:
        """Choose for an absent seat from what it knows: 0 the mildest order, 1 by a hash of the view, 2 greedy."""

    def view(self, state: State, seat: Seat | None) -> Mapping[str, Json]:
        """Return all that the seat may know (None: an onlooker) as plain JSON data, built as an allow-list."""

    def dump(self, state: State) -> Mapping[str, Json]:
        """Return the whole state as JSON data with its schema and rules_version."""

    def load(self, data: Mapping[str, Json]) -> State:
        """Return the state that `dump` wrote; old schemas come through pure upgrade steps."""

    def resample(self, state: State, seat: Seat, rng: Chooser) -> State:
        """Re-deal what the seat cannot see now, for tests: view, legal and refusals of the seat stay equal."""
