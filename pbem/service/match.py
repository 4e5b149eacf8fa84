"""A match at work in one unit: it plays lines, lets whatever needs no mail follow, and keeps time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, cast

import orjson

from engines import play
from engines.api import Ask, Engine, Illegal, Over, Standing, State
from engines.chance import Stream
from engines.play import By, Entry, Line
from pbem.errors import Refused
from pbem.service import record
from pbem.service.lenient import Lenient
from pbem.store import games
from pbem.store.database import Unit
from pbem.store.records import GameRow, PressRow, ReaderRow, SeatRow

RESIGNED_LEVEL = 2
DEADLINE_LEVEL = 0
ALONE_LEVEL = 2
"""The level at which a match plays on that no person is left in."""

_LONGEST_ADVANCE = 20_000
_FEWEST_NUMBERS = 3


class Match:
    """A match loaded from the store; nothing is written before `save`."""

    def __init__(self, unit: Unit, engine: Engine, game: GameRow, seats: Sequence[SeatRow], now: int) -> None:
        self.unit = unit
        self.engine = engine
        self.game = game
        self.seats = {seat.seat: seat for seat in seats}
        self.loaded = dict(self.seats)
        self.now = now
        self.state: State = None
        self.added: list[Entry] = []
        self.failed: dict[int, tuple[Line, ...]] = {}
        """By seat, what became of kept lines that could not be played or were given up."""
        self.stream = Stream(bytes.fromhex(game.key), game.counter)
        self.lenient = Lenient(engine)
        self.readers: dict[int, ReaderRow | None] = {}
        """By person, what was looked up of them for their mails."""
        self._turn: int | None = None
        self._told: tuple[int, list[Entry]] | None = None
        self._heard: tuple[int, list[PressRow]] | None = None

    @property
    def names(self) -> dict[int, str]:
        """The players' names by seat."""
        return {seat.seat: seat.name for seat in self.seats.values()}

    @property
    def over(self) -> bool:
        """True once the game has ended."""
        return isinstance(self.engine.pending(self.state), Over)

    def asked(self) -> tuple[int, ...]:
        """Return the seats that are asked now."""
        pending = self.engine.pending(self.state)
        return pending.seats if isinstance(pending, Ask) else ()

    def choices(self, seat: int) -> list[str]:
        """Return the texts of the orders open to a seat, in the order of its numbered list."""
        return [self.engine.format(action) for action in self.engine.legal(self.state, seat)]

    def asks_numbers(self, seat: int, choices: Sequence[str]) -> bool:
        """Tell whether a bare number is itself one of the seat's choices, as in the announcement of a sum."""
        orders = [text.split() for text in choices]
        verbs = Counter(words[0] for words in orders if words[-1].isdecimal())
        # A single number among other choices (a place, say) is never read bare, so the engine is not even asked.
        if not verbs or max(verbs.values()) < _FEWEST_NUMBERS:
            return False
        verb = verbs.most_common(1)[0][0]
        number = next(words[-1] for words in orders if words[0] == verb and words[-1].isdecimal())
        try:
            return bool(self.engine.parse(self.state, seat, number))
        except Illegal:
            return False

    def order(self, seat: int, lines: Sequence[str], by: By = "seat") -> tuple[Line, ...]:
        """Play a seat's lines; those that wait for another seat are kept."""
        asked = self.asked()
        engine = cast(Engine, self.lenient)
        played = play.play(engine, self.state, seat, lines, self.stream, self._standing(), self._past_for(lines), by)
        self._adopt(played)
        self._follow(asked)
        kept = [line.text for line in played.lines if line.result == "waits"]
        self.change(seat, kept=orjson.dumps(kept).decode())
        return played.lines

    def trial(self, seat: int, lines: Sequence[str]) -> play.Trial:
        """Return what a seat's lines would lead to; nothing is changed."""
        return play.trial(cast(Engine, self.lenient), self.state, seat, lines, self._past_for(lines))

    def drop_kept(self, seat: int) -> None:
        """Give up the lines that a seat had kept, since it sends new ones; its next mail says so."""
        kept = orjson.loads(self.seats[seat].kept)
        if kept:
            self.failed[seat] = tuple(Line(text, "unread") for text in kept)
            self.change(seat, kept="[]")

    def advance(self) -> None:
        """Let everything follow that needs no mail: standing answers, kept lines, stand-ins."""
        for _ in range(_LONGEST_ADVANCE):
            if not (self._play_kept() or self._play_stand_in()):
                return
        raise RuntimeError(f"game {self.game.id} plays on by itself without end")

    def settle(self) -> None:
        """Let standing answers that were just set decide what is asked now."""
        asked = self.asked()
        self._adopt(play.settle(self.engine, self.state, self.stream, self._standing()))
        self._follow(asked)

    def past(self) -> tuple[play.Point, ...]:
        """Return the live orders of the whole record."""
        rows = games.entries(self.unit, self.game.id)
        entries = [*map(record.from_row, rows), *self.added]
        options = orjson.loads(self.game.options)
        return play.timeline(self.engine, labels(len(self.seats)), options, entries).points

    def take_back(self) -> list[tuple[int, str]]:
        """Take back the last order of a person's seat, beyond a reveal too, and all that followed it by itself.

        Every phase ends, so that no mail about the old position is played. Return what was taken back, as seats and
        orders, newest first; nothing where no person has given an order.
        """
        points = list(self.past())
        if not any(self._by_person(point) for point in points):
            return []
        taken: list[tuple[int, str]] = []
        while points:
            point = points.pop()
            seat, order = cast(int, point.entry.seat), cast(str, point.entry.order)
            self.state = point.before
            self.added.append(Entry(seat, play.UNDO, by="moderator"))
            taken.append((seat, order))
            if self._by_person(point):
                break
        for number in self.seats:
            self.change(number, asked=False, due=None, alarm=None, left=None, kept="[]")
        self._follow(())
        return taken

    def record_since(self, number: int) -> list[Entry]:
        """Return the stored record after a number; asked for several seats, the store is read once."""
        if self._told is None or self._told[0] > number:
            rows = games.entries(self.unit, self.game.id, number)
            self._told = number, [record.from_row(row) for row in rows]
        first, entries = self._told
        return entries[number - first :]

    def press_since(self, number: int) -> list[PressRow]:
        """Return the press after a number, as `record_since` does."""
        if self._heard is None or self._heard[0] > number:
            self._heard = number, games.press(self.unit, self.game.id, number)
        return [row for row in self._heard[1] if row.id > number]

    def resign(self, seat: int) -> None:
        """Hand a seat over to a stand-in for good."""
        self.change(seat, resigned=True, due=None, alarm=None, left=None, kept="[]")

    def set_standing(self, seat: int, answers: Mapping[str, str]) -> None:
        """Store a seat's standing answers."""
        self.change(seat, standing=orjson.dumps(answers).decode())

    def standing_of(self, seat: int) -> dict[str, str]:
        """Return a seat's standing answers."""
        answers: dict[str, str] = orjson.loads(self.seats[seat].standing)
        return answers

    def save(self, inbox: int | None = None) -> None:
        """Write the match, its new entries and its changed seats."""
        game = self.game
        first = game.last_entry + 1
        rows = record.to_rows(self.added, game.id, first, self.engine.rules_version, self.now, inbox)
        games.add_entries(self.unit, rows)
        self._told = None
        self.game = game._replace(last_entry=game.last_entry + len(rows), counter=self.stream.counter)
        games.save_game(self.unit, self.game, orjson.dumps(self.engine.dump(self.state)))
        self.game = self.game._replace(version=self.game.version + 1)
        self.added = []

    def save_seats(self) -> None:
        """Write the seats that have changed since they were loaded."""
        changed = [seat for number, seat in self.seats.items() if seat != self.loaded[number]]
        games.save_seats(self.unit, changed)

    def newly_asked(self) -> list[int]:
        """Return the seats of people that are in a phase which they were not in when the match was loaded."""
        return [
            number
            for number, seat in self.seats.items()
            if seat.asked and seat.played_by_person and seat.phase != self.loaded[number].phase
        ]

    def withdrawn(self) -> list[int]:
        """Return the seats of people whose prompt no longer stands."""
        return [
            number
            for number, seat in self.seats.items()
            if self.loaded[number].asked and not seat.asked and seat.played_by_person
        ]

    def standings(self) -> list[Standing]:
        """Return the final standings; seats that were resigned rank last, among themselves as they stand."""
        pending = self.engine.pending(self.state)
        if not isinstance(pending, Over):
            return []
        stayed = [s for s in pending.standings if not self.seats[s.seat].resigned]
        left = [s for s in pending.standings if self.seats[s.seat].resigned]
        return [*_ranked(stayed, 1), *_ranked(left, 1 + len(stayed))]

    def _by_person(self, point: play.Point) -> bool:
        """Tell whether an order would not simply be given again at once, as a stand-in's or a standing answer."""
        seat = self.seats[cast(int, point.entry.seat)]
        return point.entry.by != "standing" and seat.played_by_person

    def _past_for(self, lines: Sequence[str]) -> tuple[play.Point, ...]:
        return self.past() if any(line in (play.UNDO, play.UNDO_ALL) for line in lines) else ()

    def _play_kept(self) -> bool:
        for number in self.asked():
            lines = orjson.loads(self.seats[number].kept)
            if lines:
                played = self.order(number, lines)
                if any(line.result == "refused" for line in played):
                    self.failed[number] = played
                return True
        return False

    def _play_stand_in(self) -> bool:
        for number in self.asked():
            seat = self.seats[number]
            if not seat.played_by_person:
                action = self.engine.stand_in(self.state, number, self._level(seat))
                self.order(number, [self.engine.format(action)], by="stand-in")
                return True
        return False

    def _level(self, seat: SeatRow) -> int:
        if not any(other.played_by_person for other in self.seats.values()):
            return ALONE_LEVEL
        return RESIGNED_LEVEL if seat.level is None else seat.level

    def _standing(self) -> dict[int, dict[str, str]]:
        return {number: orjson.loads(seat.standing) for number, seat in self.seats.items() if seat.standing != "{}"}

    def _adopt(self, played: play.Played) -> None:
        self.state = played.state
        self.added += played.entries

    def _follow(self, before: tuple[int, ...]) -> None:
        """Open and close phases after an order of a seat that was asked together with `before`.

        A phase ends when its seat is no longer asked, and when a seat that was not asked together with it gave an
        order; its number is never used again.
        """
        pending = self.engine.pending(self.state)
        asked = pending.seats if isinstance(pending, Ask) else ()
        for number, seat in self.seats.items():
            if number in asked and not (seat.asked and number in before):
                self._open(seat)
            elif number not in asked and seat.asked:
                self.change(number, asked=False, due=None, alarm=None, left=None)
        if isinstance(pending, Ask) and pending.turn != self._turn:
            self._turn = pending.turn
            self.game = self.game._replace(turns=self.game.turns + 1)
        if isinstance(pending, Over) and self.game.state != "over":
            self._end()

    def _open(self, seat: SeatRow) -> None:
        due = self.now + self.game.deadline if seat.played_by_person else None
        self.change(seat.seat, asked=True, phase=seat.phase + 1, due=due, alarm=due, left=None, lists=0)

    def _end(self) -> None:
        standings = orjson.dumps([list(standing) for standing in self.standings()]).decode()
        self.game = self.game._replace(state="over", ended=self.now, standings=standings)

    def change(self, number: int, **values: Any) -> None:
        """Change single facts of a seat."""
        self.seats[number] = self.seats[number]._replace(**values)


def load(
    unit: Unit, engines: Mapping[str, Engine], number: int, now: int, seats: Sequence[SeatRow] | None = None
) -> Match:
    """Load a match that has been started; its seats may be given where they are at hand.

    Raises:
        NotFound: where there is no such match.
        Refused: where its game is not installed, or it has not started.
    """
    game, data = games.find_with_snapshot(unit, number)
    match = Match(unit, engine_of(engines, game.engine), game, seats or games.seats(unit, number), now)
    if not data:
        raise Refused(f"Game {number} has not started yet.", "It starts when every seat is taken.")
    match.state = match.engine.load(orjson.loads(data))
    pending = match.engine.pending(match.state)
    match._turn = pending.turn if isinstance(pending, Ask) else None
    return match


def labels(count: int) -> list[str]:
    """Return the seat labels of a match, fixed whoever sits there."""
    return [f"seat {number}" for number in range(1, count + 1)]


def engine_of(engines: Mapping[str, Engine], name: str) -> Engine:
    """Return the engine of this name.

    Raises:
        Refused: where no such game is installed.
    """
    if name not in engines:
        raise Refused(f"There is no game called {name!r} here.", f"Installed are: {', '.join(sorted(engines))}.")
    return engines[name]


def _ranked(standings: Sequence[Standing], first: int) -> list[Standing]:
    """Return the standings with ranks counted anew from `first`; ties stay ties."""
    ranks = [standing.rank for standing in standings]
    return [s._replace(rank=first + sum(rank < s.rank for rank in ranks)) for s in standings]
