"""Silk Road as an engine: the calls of the protocol, each handed on to its module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines import api
from engines.api import Chooser, Json, Option, OrderHelp, Pending, Question, Seat, Step
from engines.silkroad import actions, answers, choices, codec, flow, hidden, names, orders, reading, refusals, setup
from engines.silkroad import describe as hints
from engines.silkroad import stand_in as stand_ins
from engines.silkroad import view as views
from engines.silkroad.state import (
    State,
)


class SilkRoad:
    """The game of three caravans on the silk road, for two to five players."""

    name = "silkroad"
    title = names.TITLE
    seats = names.SEATS
    rules_version = codec.RULES_VERSION
    options = (
        Option("actions", setup.ACTIONS[0], setup.ACTIONS, "actions"),
        Option("map", "printed", (), "map"),
    )
    orders: tuple[OrderHelp, ...] = orders.ORDERS
    questions: tuple[Question, ...] = answers.QUESTIONS

    def setup(self, players: Sequence[str], options: Mapping[str, str]) -> State:
        """Return the first state; see `setup.setup`."""
        return setup.setup(players, options)

    def pending(self, state: State) -> Pending:
        """Return what the game waits for."""
        return flow.pending(state)

    def legal(self, state: State, seat: Seat) -> Sequence[actions.Action]:
        """Return the seat's choices; see `choices` for their order."""
        refusals.check_seat(state, seat)
        return choices.choices(state, seat)

    def parse(self, state: State, seat: Seat, text: str) -> tuple[actions.Action, ...]:
        """Read one order."""
        return reading.read(state, seat, text)

    def format(self, action: actions.Action) -> str:
        """Write an action as an order."""
        return orders.write(action)

    def describe(self, state: State, seat: Seat, action: actions.Action) -> Mapping[str, Json]:
        """Return the hint beside a choice."""
        refusals.check_seat(state, seat)
        return hints.describe(state, seat, action)

    def apply(self, state: State, seat: Seat, action: actions.Action) -> Step:
        """Carry an action out."""
        return flow.apply(state, seat, action)

    def resolve(self, state: State, outcome: Sequence[Json]) -> Step:
        """Hand in the outcome of the pending shuffle."""
        return flow.resolve(state, outcome)

    def standing(self, state: State, seat: Seat, answers_given: Mapping[str, str]) -> actions.Action | None:
        """Return what the seat's standing answers say."""
        return answers.standing(state, seat, answers_given)

    def stand_in(self, state: State, seat: Seat, level: int) -> actions.Action:
        """Choose for an absent seat."""
        return stand_ins.stand_in(state, seat, level)

    def view(self, state: State, seat: Seat | None) -> Mapping[str, Json]:
        """Return what the seat may know."""
        if seat is not None:
            refusals.check_seat(state, seat)
        return views.view(state, seat)

    def dump(self, state: State) -> Mapping[str, Json]:
        """Return the state as JSON data."""
        return codec.dump(state)

    def load(self, data: Mapping[str, api.Json]) -> State:
        """Return the state that `dump` wrote."""
        return codec.load(data)

    def resample(self, state: State, seat: Seat, rng: Chooser) -> State:
        """Deal anew what the seat cannot see."""
        refusals.check_seat(state, seat)
        return hidden.resample(state, seat, rng)
