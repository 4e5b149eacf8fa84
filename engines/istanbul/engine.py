"""The engine: the protocol's calls, each a door to one module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.api import (
    Ask,
    Chooser,
    Illegal,
    Json,
    Option,
    OrderHelp,
    Over,
    Pending,
    Question,
    Roll,
    Seat,
    Shuffle,
    Step,
)
from engines.istanbul.chance import asked, check_outcome, resolved
from engines.istanbul.codec import RULES_VERSION, dumped, loaded
from engines.istanbul.describe import described
from engines.istanbul.handlers import HANDLERS
from engines.istanbul.hidden import redealt
from engines.istanbul.leftover import LEFTOVER_QUESTION, leftover_answer
from engines.istanbul.legal import legal_orders
from engines.istanbul.order import Order
from engines.istanbul.ranking import standings
from engines.istanbul.reading import already_ended, read
from engines.istanbul.setup import LAYOUT, first_state
from engines.istanbul.stand_in import choice
from engines.istanbul.state import OVER, State
from engines.istanbul.story import Story
from engines.istanbul.terms import PLAYER_COUNTS, TITLE
from engines.istanbul.view import view_of
from engines.istanbul.wording import ORDERS, format_order


class Istanbul:
    """Istanbul, the base game for two to five players."""

    name = "istanbul"
    title = TITLE
    seats = range(min(PLAYER_COUNTS), max(PLAYER_COUNTS) + 1)
    rules_version = RULES_VERSION
    options: tuple[Option, ...] = (LAYOUT,)
    orders: tuple[OrderHelp, ...] = ORDERS
    questions: tuple[Question, ...] = (LEFTOVER_QUESTION,)

    def setup(self, players: Sequence[str], options: Mapping[str, str]) -> State:
        """Return the table before its first roll."""
        return first_state(players, options)

    def pending(self, state: State) -> Pending:
        """Return what the game waits for."""
        turn = state.turn
        if turn.chance:
            return asked(state)
        if turn.stage == OVER:
            return Over(standings(state))
        return Ask((turn.seat,), turn.stage, turn.seat)

    def legal(self, state: State, seat: Seat) -> Sequence[Order]:
        """Return every order open to the seat, in the order that the module `legal` documents."""
        turn = state.turn
        if turn.seat != seat or turn.chance or turn.stage == OVER:
            _check_seat(state, seat)
            return ()
        return legal_orders(state)

    def parse(self, state: State, seat: Seat, text: str) -> tuple[Order, ...]:
        """Read one order line; a line that only ends the turn just ended has no steps."""
        _check_seat(state, seat)
        if already_ended(state, seat, text):
            return ()
        _check_turn(state, seat)
        return read(state, seat, text, self.apply)

    def format(self, action: Order) -> str:
        """Write an order as a player would."""
        return format_order(action)

    def describe(self, state: State, seat: Seat, action: Order) -> dict[str, Json]:
        """Return the figures of the hint beside a choice."""
        _check_seat(state, seat)
        _check_turn(state, seat)
        return described(state, action)

    def apply(self, state: State, seat: Seat, action: Order) -> Step:
        """Carry out an order by the rule for its kind."""
        turn = state.turn
        if turn.seat != seat or turn.chance or turn.stage == OVER:
            _check_seat(state, seat)
            _check_turn(state, seat)
        story = Story()
        after = HANDLERS[action.kind](state, action, story)
        return Step(after, tuple(story), story.reveals)

    def resolve(self, state: State, outcome: Sequence[Json]) -> Step:
        """Hand in the outcome of the pending roll or shuffle."""
        pending = self.pending(state)
        if not isinstance(pending, Roll | Shuffle):
            raise ValueError("no roll or shuffle is pending")
        check_outcome(pending, outcome)
        story = Story()
        after = resolved(state, outcome, story)
        return Step(after, tuple(story), story.reveals)

    def standing(self, state: State, seat: Seat, answers: Mapping[str, str]) -> Order | None:
        """Return what the standing answer says in the end window."""
        _check_seat(state, seat)
        return leftover_answer(state, seat, answers)

    def stand_in(self, state: State, seat: Seat, level: int) -> Order:
        """Choose for an absent seat."""
        _check_seat(state, seat)
        _check_turn(state, seat)
        return choice(state, seat, level)

    def view(self, state: State, seat: Seat | None) -> dict[str, Json]:
        """Return all that the seat may know."""
        if seat is not None:
            _check_seat(state, seat)
        return view_of(state, seat)

    def dump(self, state: State) -> dict[str, Json]:
        """Return the whole state as JSON data."""
        return dumped(state)

    def load(self, data: Mapping[str, Json]) -> State:
        """Return the state that `dump` wrote."""
        return loaded(data)

    def resample(self, state: State, seat: Seat, rng: Chooser) -> State:
        """Re-deal what the seat cannot see now."""
        _check_seat(state, seat)
        return redealt(state, seat, rng)


def _check_seat(state: State, seat: Seat) -> None:
    if not 1 <= seat <= len(state.traders):
        raise Illegal("no_such_seat", "no_such_seat", {"seat": seat, "seats": len(state.traders)})


def _check_turn(state: State, seat: Seat) -> None:
    turn = state.turn
    if turn.stage == OVER:
        raise Illegal("not_your_turn", "game_over")
    if turn.chance or turn.seat != seat:
        raise Illegal("not_your_turn", "not_your_turn", {"seat": turn.seat or None})
