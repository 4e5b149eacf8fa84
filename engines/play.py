"""The pure driver: it plays lines, settles chance and standing answers, undoes, tries, and replays records."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

from engines.api import Action, Ask, Engine, Event, Illegal, Json, Over, Refusal, Roll, Seat, Shuffle, State, Step
from engines.chance import Source

By: TypeAlias = Literal["seat", "standing", "stand-in", "moderator", "chance"]
Result: TypeAlias = Literal["done", "refused", "taken_back", "waits", "unread"]
Answers: TypeAlias = Mapping[Seat, Mapping[str, str]]

UNDO = "undo"
UNDO_ALL = "undo all"
TAKEN_BACK = "taken back"
"""The order of an entry that voids the last entries before it, draws included; its outcome holds their number."""

_NO_ANSWERS: Answers = MappingProxyType({})
# No game settles more than a few dozen steps in a row; beyond this an engine is asking in circles.
_SETTLE_LIMIT = 10_000


class Entry(NamedTuple):
    """One line of a match's record.

    Attributes:
        seat: who gave the order; None for chance.
        order: the order as `format` writes it, `UNDO` or `TAKEN_BACK`; None for an outcome of chance.
        outcome: the faces or items of chance; None for an order.
        draw: the number of the draw; None for an order.
        purpose: what the draw was for; None for an order.
        by: on whose behalf the entry was made.
        reveals: True where a seat learned something: undo stops here.
        events: what happened.
    """

    seat: Seat | None
    order: str | None
    outcome: Sequence[Json] | None = None
    draw: int | None = None
    purpose: str | None = None
    by: By = "seat"
    reveals: bool = False
    events: tuple[Event, ...] = ()


class Line(NamedTuple):
    """What became of one line; `why` says the reason where it was not carried out."""

    text: str
    result: Result
    why: Refusal | None = None


class Played(NamedTuple):
    """The result of playing lines: the state reached, new entries, each line's fate, the number of the next draw."""

    state: State
    entries: tuple[Entry, ...]
    lines: tuple[Line, ...]
    counter: int


class Trial(NamedTuple):
    """What lines would lead to; `stopped` where chance, hidden things or another seat's answer would decide."""

    state: State
    lines: tuple[Line, ...]
    stopped: bool


class Point(NamedTuple):
    """A live order, the state before it, and whether it or the chance after it revealed something."""

    before: State
    entry: Entry
    reveals: bool


class Timeline(NamedTuple):
    """A record played through: the state reached and the live orders that led to it."""

    state: State
    points: tuple[Point, ...]


def start(engine: Engine, players: Sequence[str], options: Mapping[str, str], stream: Source) -> Played:
    """Set a match up and settle its first shuffles and rolls.

    Raises:
        Illegal: for a player count or an option that the game does not have.
    """
    table = _Table(engine, engine.setup(players, options), stream, _NO_ANSWERS, ())
    table.settle()
    return Played(table.state, tuple(table.entries), (), stream.counter)


def play(
    engine: Engine,
    state: State,
    seat: Seat,
    lines: Sequence[str],
    stream: Source,
    standing: Answers = _NO_ANSWERS,
    past: Sequence[Point] = (),
    by: By = "seat",
) -> Played:
    """Play a seat's lines as far as they go.

    A line that fails before anything was revealed takes all lines back; after a reveal what was played stands. Where
    another seat must answer in the middle of the turn, the lines left wait.

    Args:
        engine: the game.
        state: the present state.
        seat: who gives the orders.
        lines: orders, `UNDO` and `UNDO_ALL`, each as text.
        stream: where draws come from; its counter moves on.
        standing: for each seat its standing answers by question.
        past: the live orders so far, which `UNDO` needs (see `timeline`).
        by: on whose behalf the seat plays.
    """
    table = _Table(engine, state, stream, standing, past)
    results: list[Line] = []
    for position, text in enumerate(lines):
        # An order may still be taken back while the other seat has not answered.
        if table.waits_for_others(seat) and text not in (UNDO, UNDO_ALL):
            results += [Line(rest, "waits") for rest in lines[position:]]
            break
        try:
            kept = table.play_line(seat, text, by)
        except Illegal as illegal:
            return _refused(table, state, lines, position, illegal.refusal, stream.counter)
        results.append(Line(text, "done"))
        results += [Line(rest, "waits") for rest in kept]
    return Played(table.state, tuple(table.entries), tuple(results), stream.counter)


def trial(engine: Engine, state: State, seat: Seat, lines: Sequence[str], past: Sequence[Point] = ()) -> Trial:
    """Play lines on a copy up to the first reveal or another seat's answer; no draw is made and nothing is kept."""
    table = _Table(engine, state, None, _NO_ANSWERS, past)
    results: list[Line] = []
    for position, text in enumerate(lines):
        rest = _unread(lines[position + 1 :])
        if table.waits_for_others(seat):
            return Trial(table.state, (*results, *_unread(lines[position:])), stopped=True)
        try:
            table.play_line(seat, text, "seat")
        except Illegal as illegal:
            return Trial(table.state, (*results, Line(text, "refused", illegal.refusal), *rest), stopped=False)
        except _Stopped:
            return Trial(table.state, (*results, Line(text, "done"), *rest), stopped=True)
        results.append(Line(text, "done"))
    return Trial(table.state, tuple(results), stopped=False)


def settle(
    engine: Engine,
    state: State,
    stream: Source,
    standing: Answers = _NO_ANSWERS,
) -> Played:
    """Settle what needs no mail: pending chance, and questions that standing answers decide."""
    table = _Table(engine, state, stream, standing, ())
    table.settle()
    return Played(table.state, tuple(table.entries), (), stream.counter)


def replay(engine: Engine, players: Sequence[str], options: Mapping[str, str], entries: Iterable[Entry]) -> State:
    """Return the state that a record leads to; recorded outcomes stand in for chance."""
    return timeline(engine, players, options, entries).state


def timeline(engine: Engine, players: Sequence[str], options: Mapping[str, str], entries: Iterable[Entry]) -> Timeline:
    """Play a record through and keep its live orders, each with the state before it.

    Raises:
        Illegal: where the record holds an order that its state does not allow.
        ValueError: where it holds an outcome that its state does not ask for.
    """
    state = engine.setup(players, options)
    points: list[Point] = []
    for entry in standing_entries(entries):
        if entry.order == UNDO:
            state = points.pop().before
        elif entry.order is None:
            state = _resolved(engine, state, entry).state
            if entry.reveals and points:
                points[-1] = points[-1]._replace(reveals=True)
        else:
            points.append(Point(state, entry, entry.reveals))
            state = _applied(engine, state, entry).state
    return Timeline(state, tuple(points))


def standing_entries(entries: Iterable[Entry]) -> list[Entry]:
    """Return the record without the entries that were taken back together with their mail."""
    kept: list[Entry] = []
    for entry in entries:
        if entry.order == TAKEN_BACK:
            del kept[len(kept) - taken_back(entry) :]
        else:
            kept.append(entry)
    return kept


def taken_back(entry: Entry) -> int:
    """Return how many entries a `TAKEN_BACK` entry voids.

    Raises:
        ValueError: where it does not say.
    """
    number = entry.outcome[0] if entry.outcome else None
    if not isinstance(number, int):
        raise ValueError("a taken-back entry does not say how many entries it voids")
    return number


def fingerprint(engine: Engine, state: State) -> str:
    """Return the SHA-256 of the dumped state, in hexadecimal: equal states, equal fingerprints."""
    canonical = json.dumps(engine.dump(state), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(canonical.encode()).hexdigest()


class _Stopped(Exception):
    """A trial has come to something that only the real game may decide."""


class _Table:
    """The working copy of one call: the state so far and the entries that led to it."""

    def __init__(
        self, engine: Engine, state: State, stream: Source | None, standing: Answers, past: Sequence[Point]
    ) -> None:
        self.engine = engine
        self.state = state
        self.stream = stream
        self.standing = standing
        self.points = list(past)
        self.entries: list[Entry] = []
        self.revealed = False

    def waits_for_others(self, seat: Seat) -> bool:
        """Tell whether the seat's turn goes on only after others have answered."""
        pending = self.engine.pending(self.state)
        return isinstance(pending, Ask) and pending.turn == seat and seat not in pending.seats

    def play_line(self, seat: Seat, text: str, by: By) -> list[str]:
        """Play one line; return its last steps where they must wait for another seat."""
        if text in (UNDO, UNDO_ALL):
            self._undo(seat, everything=text == UNDO_ALL)
            return []
        actions = self.engine.parse(self.state, seat, text)
        for position, action in enumerate(actions):
            if position and self.waits_for_others(seat):
                return [self.engine.format(left) for left in actions[position:]]
            self._apply(seat, action, by)
            # What the seat has written out itself is not answered for it by what it said in advance.
            self.settle(besides=seat if position + 1 < len(actions) else None)
        return []

    def settle(self, besides: Seat | None = None) -> None:
        """Go on until a seat must be asked by mail, or the game is over; the standing answers of `besides` stay out."""
        for _ in range(_SETTLE_LIMIT):
            pending = self.engine.pending(self.state)
            if isinstance(pending, Over):
                return
            if isinstance(pending, Ask):
                if not self._answer(pending, besides):
                    return
            else:
                self._draw(pending)
        raise RuntimeError(f"{self.engine.name} asks for chance or standing answers without end")

    def _apply(self, seat: Seat, action: Action, by: By) -> None:
        before = self.state
        step = self.engine.apply(self.state, seat, action)
        reveals = step.reveals or by == "standing"
        self._adopt(step, reveals)
        entry = Entry(seat, self.engine.format(action), by=by, reveals=reveals, events=step.events)
        self.entries.append(entry)
        self.points.append(Point(before, entry, reveals))

    def _draw(self, wanted: Roll | Shuffle) -> None:
        if self.stream is None:
            raise _Stopped
        number, outcome = self.stream.draw(wanted)
        step = self.engine.resolve(self.state, outcome)
        self._adopt(step, step.reveals)
        self.entries.append(Entry(None, None, outcome, number, wanted.purpose, "chance", step.reveals, step.events))
        if step.reveals and self.points:
            self.points[-1] = self.points[-1]._replace(reveals=True)

    def _answer(self, ask: Ask, besides: Seat | None) -> bool:
        for seat in ask.seats:
            if seat == besides:
                continue
            action = self.engine.standing(self.state, seat, self.standing.get(seat, {}))
            if action is not None:
                if self.stream is None:
                    raise _Stopped
                self._apply(seat, action, "standing")
                return True
        return False

    def _adopt(self, step: Step, reveals: bool) -> None:
        # A trial must not show what the step would reveal, so it keeps the state before.
        if reveals and self.stream is None:
            raise _Stopped
        self.state = step.state
        self.revealed |= reveals

    def _undo(self, seat: Seat, *, everything: bool) -> None:
        undone = 0
        while self.points and _undoable(self.points[-1], seat) and (everything or not undone):
            self.state = self.points.pop().before
            self.entries.append(Entry(seat, UNDO))
            undone += 1
        if not undone:
            raise Illegal("illegal", _undo_limit(self.points, seat), meant=UNDO)


def _undoable(point: Point, seat: Seat) -> bool:
    return point.entry.seat == seat and not point.reveals


def _undo_limit(points: Sequence[Point], seat: Seat) -> str:
    if points and points[-1].entry.seat == seat:
        return "undo_after_reveal"
    return "nothing_to_undo"


def _resolved(engine: Engine, state: State, entry: Entry) -> Step:
    if entry.outcome is None:
        raise ValueError("an entry holds neither an order nor an outcome")
    return engine.resolve(state, entry.outcome)


def _applied(engine: Engine, state: State, entry: Entry) -> Step:
    if entry.seat is None or entry.order is None:
        raise ValueError("an order's entry names its seat")
    (action,) = engine.parse(state, entry.seat, entry.order)
    return engine.apply(state, entry.seat, action)


def _refused(table: _Table, before: State, lines: Sequence[str], position: int, why: Refusal, counter: int) -> Played:
    """Report a failed line: all is taken back, or after a reveal what was played stands."""
    rest = (Line(lines[position], "refused", why), *_unread(lines[position + 1 :]))
    if table.revealed:
        stood = tuple(Line(text, "done") for text in lines[:position])
        return Played(table.state, tuple(table.entries), (*stood, *rest), counter)
    taken = tuple(Line(text, "taken_back") for text in lines[:position])
    return Played(before, _voided(table.entries), (*taken, *rest), counter)


def _voided(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return what a taken-back mail leaves in the record: nothing, unless draws were made, which are never hidden."""
    if all(entry.draw is None for entry in entries):
        return ()
    return (*entries, Entry(None, TAKEN_BACK, [len(entries)]))


def _unread(lines: Sequence[str]) -> tuple[Line, ...]:
    return tuple(Line(text, "unread") for text in lines)
