"""Yspahan as a game of the protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.api import Chooser, Illegal, Json, Option, Pending, Seat, Step
from engines.yspahan import codec, course, hints, reading, resampling, stand_in, standing
from engines.yspahan.actions import Action
from engines.yspahan.board import WHITE_DICE
from engines.yspahan.orders import ORDERS, QUESTIONS, format_action
from engines.yspahan.state import State, new
from engines.yspahan.view import view


class Yspahan:
    """The game for three and four players, and for two with the publisher's variant."""

    name = "yspahan"
    title = "Yspahan"
    seats = range(min(WHITE_DICE), max(WHITE_DICE) + 1)
    rules_version = codec.RULES_VERSION
    options: tuple[Option, ...] = ()
    orders = ORDERS
    questions = QUESTIONS

    def setup(self, players: Sequence[str], options: Mapping[str, str]) -> State:
        """Return the table before the deck is shuffled and the first player drawn."""
        if len(players) not in self.seats:
            seats: list[Json] = [self.seats[0], self.seats[-1]]
            raise Illegal("illegal", "player_count", {"players": len(players), "seats": seats})
        for name in options:
            raise Illegal("illegal", "unknown_option", {"option": name})
        return new(players)

    def pending(self, state: State) -> Pending:
        """Return what the game waits for."""
        return course.pending(state)

    def legal(self, state: State, seat: Seat) -> tuple[Action, ...]:
        """Return the seat's orders, in the order told by `course.legal`."""
        if not 0 < seat <= len(state.players):
            raise _no_such_seat(state, seat)
        return course.legal(state, seat)

    def parse(self, state: State, seat: Seat, text: str) -> tuple[Action, ...]:
        """Read one order; a compact line gives all its steps."""
        _check(state, seat)
        return reading.parse(state, seat, text)

    def format(self, action: Action) -> str:
        """Return the order as text."""
        return format_action(action)

    def describe(self, state: State, seat: Seat, action: Action) -> dict[str, Json]:
        """Return the data of the hint beside a choice."""
        _check(state, seat)
        return hints.describe(state, seat, action)

    def apply(self, state: State, seat: Seat, action: Action) -> Step:
        """Carry out an order."""
        if not 0 < seat <= len(state.players):
            raise _no_such_seat(state, seat)
        return course.apply(state, seat, action)

    def resolve(self, state: State, outcome: Sequence[Json]) -> Step:
        """Hand in the faces or the shuffled cards that are pending."""
        return course.resolve(state, outcome)

    def standing(self, state: State, seat: Seat, answers: Mapping[str, str]) -> Action | None:
        """Return what the seat's standing answer says to the present question."""
        _check(state, seat)
        return standing.answer(state, seat, answers)

    def stand_in(self, state: State, seat: Seat, level: int) -> Action:
        """Return the order of a stand-in."""
        _check(state, seat)
        return stand_in.choose(state, seat, level)

    def view(self, state: State, seat: Seat | None) -> dict[str, Json]:
        """Return what the seat may know."""
        if seat is not None:
            _check(state, seat)
        return view(state, seat)

    def dump(self, state: State) -> dict[str, Json]:
        """Return the whole state as JSON data."""
        return codec.dump(state)

    def load(self, data: Mapping[str, Json]) -> State:
        """Return the state that `dump` wrote."""
        return codec.load(data)

    def resample(self, state: State, seat: Seat, rng: Chooser) -> State:
        """Deal again what the seat cannot see."""
        _check(state, seat)
        return resampling.resample(state, seat, rng)


def _check(state: State, seat: Seat) -> None:
    if not 0 < seat <= len(state.players):
        raise _no_such_seat(state, seat)


def _no_such_seat(state: State, seat: Seat) -> Illegal:
    return Illegal("no_such_seat", "no_such_seat", {"seat": seat, "seats": len(state.players)})
