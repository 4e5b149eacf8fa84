"""Builds any position of Yspahan in a few words, plays orders on it, and tells what came of them.

Seats are A, B, C, D. Every call returns a new table, so that one position can be played on in several ways:

    start = table(4).tower("sack 3x2").cubes("A", "sack3.a")
    after = start.do("A", "place sack3.b sack3.c")
    assert after.points("A") == 0
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engines import play
from engines.api import Ask, Event, Illegal, Over, Refusal, Roll, Shuffle
from engines.chance import Draw, Stream
from engines.yspahan import ENGINE
from engines.yspahan.board import BUILDINGS, DECK, ROAD_SQUARE, SHOP, SOUK, SQUARE
from engines.yspahan.calendar import order_from
from engines.yspahan.cards import sorted_hand
from engines.yspahan.state import Group, State, new

LETTERS = "ABCD"
USUAL_FACES = [1, 1, 2, 2, 3, 3, 4, 5, 6]
ALL_BUILDINGS = tuple(building.name for building in BUILDINGS)


def number(seat: str) -> int:
    """Return the seat's number: A is 1."""
    return LETTERS.index(seat) + 1


def shops_of(*names: str) -> list[str]:
    """Return shop names; "sack3" stands for all its shops and "sack6.b-f" for five."""
    found: list[str] = []
    for name in names:
        souk, _, letters = name.partition(".")
        first, _, last = letters.partition("-")
        every = "abcdef"[: SOUK[souk].size]
        wanted = every if not letters else every[every.index(first) : every.index(last or first) + 1]
        found += [f"{souk}.{letter}" for letter in wanted]
    return found


class Chance:
    """Outcomes in the order in which they are wanted; then six values on the dice, and shuffles that keep order."""

    def __init__(self, outcomes: Iterable[Sequence[Any]]) -> None:
        self.outcomes = list(outcomes)
        self.counter = 0
        self.wanted: list[Roll | Shuffle] = []

    def draw(self, wanted: Roll | Shuffle) -> Draw:
        """Return the next outcome."""
        self.wanted.append(wanted)
        self.counter += 1
        if self.outcomes:
            return Draw(self.counter - 1, list(self.outcomes.pop(0)))
        if isinstance(wanted, Shuffle):
            return Draw(self.counter - 1, list(wanted.items))
        return Draw(
            self.counter - 1, [face % wanted.sides or wanted.sides for face in (USUAL_FACES * 2)[: wanted.dice]]
        )


@dataclass(frozen=True)
class Table:
    """A position, the events that led to it in the last `do`, and what chance was asked for."""

    state: State
    events: tuple[Event, ...] = ()
    entries: tuple[play.Entry, ...] = ()
    wanted: tuple[Roll | Shuffle, ...] = ()
    lines: tuple[play.Line, ...] = ()
    answers: Mapping[int, Mapping[str, str]] = field(default_factory=dict)

    # ---- the position -----------------------------------------------------------------------------------------

    def change(self, **fields: Any) -> Table:
        """Change fields of the state."""
        return replace(self, state=self.state._replace(**fields))

    def tower(self, *groups: str) -> Table:
        """Lay groups on the Tower: "sack 3x2" is three dice showing 2, "sack 3x2 y1" with one yellow among them."""
        tower: list[Group | None] = [None] * 6
        for text in groups:
            square, dice, *yellow = text.split()
            count, value = map(int, dice.split("x"))
            of_them = int(yellow[0][1:]) if yellow else 0
            tower[SQUARE[square]] = Group(value, count - of_them, of_them)
        return self.change(tower=tuple(tower), phase="choose")

    def cubes(self, seat: str, *names: str) -> Table:
        """Put the seat's cubes in shops; "sack3" fills the souk, "sack6.b-f" five shops of one."""
        shops = list(self.state.shops)
        for name in shops_of(*names):
            shops[SHOP[name]] = number(seat)
        return self.change(shops=tuple(shops))

    def stock(
        self,
        seat: str,
        *,
        gold: int | None = None,
        camels: int | None = None,
        points: int | None = None,
        cards: str | None = None,
        buildings: str | Sequence[str] | None = None,
    ) -> Table:
        """Set what a seat owns; cards are taken out of the deck."""
        player = self.state.players[number(seat) - 1]
        deck = list(self.state.deck)
        if cards is not None:
            deck += player.hand
            for card in cards.split():
                deck.remove(card)
            player = player._replace(hand=sorted_hand(tuple(cards.split())))
        if buildings is not None:
            names = buildings.split() if isinstance(buildings, str) else buildings
            player = player._replace(buildings=tuple(names))
        given = {"gold": gold, "camels": camels, "points": points}
        player = player._replace(**{key: value for key, value in given.items() if value is not None})
        players = list(self.state.players)
        players[number(seat) - 1] = player
        return self.change(players=tuple(players), deck=tuple(deck))

    def supervisor(self, square: str) -> Table:
        """Put the Supervisor on a road square."""
        return self.change(supervisor=ROAD_SQUARE[square])

    def caravan(self, owners: str) -> Table:
        """Load the caravan: "AABC" has A on slots 1 and 2."""
        return self.change(caravan=tuple(number(seat) for seat in owners.replace(" ", "")))

    def deck(self, size: int) -> Table:
        """Leave this many cards in the deck."""
        return self.change(deck=self.state.deck[:size])

    def on_top(self, *cards: str) -> Table:
        """Put these cards on top of the deck, the first one uppermost."""
        rest = list(self.state.deck)
        for card in cards:
            rest.remove(card)
        return self.change(deck=(*cards, *rest))

    def discards(self, *cards: str) -> Table:
        """Make these the discard pile; they are taken out of the deck where it has them."""
        rest = list(self.state.deck)
        for card in cards:
            if card in rest:
                rest.remove(card)
        return self.change(discards=tuple(cards), deck=tuple(rest))

    def day(self, week: int, day: int) -> Table:
        """Set the calendar."""
        return self.change(week=week, day=day)

    def first(self, seat: str) -> Table:
        """Make a seat first player of a normal day."""
        return self.change(order=order_from(number(seat), len(self.state.players)), turn=0)

    def order(self, seats: str) -> Table:
        """Set who acts today, turn by turn."""
        return self.change(order=tuple(number(seat) for seat in seats), turn=0)

    def turn(self, position: int) -> Table:
        """Let the turn at this position of the day be the present one, counted from 0."""
        return self.change(turn=position)

    def supplying(self) -> Table:
        """Go back to the first player's supplying: nothing has been rolled."""
        return self.change(phase="supply", turn=0, tower=(None,) * 6)

    def acted(self) -> Table:
        """Let the dice action of the present turn be done."""
        return self.change(phase="finish")

    def standing(self, seat: str, camel: str) -> Table:
        """Set a standing answer to the camel question."""
        return replace(self, answers={**self.answers, number(seat): {"camel": camel}})

    # ---- playing ----------------------------------------------------------------------------------------------

    def do(self, seat: str, orders: str, *outcomes: Sequence[Any]) -> Table:
        """Play orders, `;` between them; each must be done."""
        after = self.attempt(seat, orders, *outcomes)
        assert [line.result for line in after.lines] == ["done"] * len(after.lines), after.lines
        return after

    def attempt(self, seat: str, orders: str, *outcomes: Sequence[Any]) -> Table:
        """Play orders, `;` between them, whatever comes of them."""
        chance = Chance(outcomes)
        lines = [line.strip() for line in orders.split(";")]
        played = play.play(ENGINE, self.state, number(seat), lines, chance, self.answers)
        return self._after(played, chance)

    def settle(self, *outcomes: Sequence[Any]) -> Table:
        """Let pending chance and standing answers go their way."""
        chance = Chance(outcomes)
        return self._after(play.settle(ENGINE, self.state, chance, self.answers), chance)

    def _after(self, played: play.Played, chance: Chance) -> Table:
        events = tuple(event for entry in played.entries for event in entry.events)
        return replace(
            self,
            state=played.state,
            events=events,
            entries=played.entries,
            wanted=tuple(chance.wanted),
            lines=played.lines,
        )

    def refusal(self, seat: str, order: str) -> Refusal:
        """Return why an order is refused; it must be, and nothing may change."""
        before = ENGINE.dump(self.state)
        try:
            actions = ENGINE.parse(self.state, number(seat), order)
        except Illegal as illegal:
            assert ENGINE.dump(self.state) == before
            return illegal.refusal
        raise AssertionError(f"{order!r} was read as {[ENGINE.format(action) for action in actions]}")

    def refused(self, seat: str, order: str) -> str:
        """Return the reason for which an order is refused."""
        return self.refusal(seat, order).reason

    # ---- what came of it --------------------------------------------------------------------------------------

    def legal(self, seat: str, verb: str = "") -> list[str]:
        """Return the seat's orders as text, of one verb where it is given."""
        texts = [ENGINE.format(action) for action in ENGINE.legal(self.state, number(seat))]
        return [text for text in texts if not verb or text.split()[0] == verb]

    def open_to(self, seat: str) -> list[str]:
        """Return the shops, road squares or whatever else the seat's orders name in their second word."""
        return [text.split()[1] for text in self.legal(seat)]

    def asked(self) -> str:
        """Return the seats that are asked."""
        pending = ENGINE.pending(self.state)
        return "".join(LETTERS[seat - 1] for seat in pending.seats) if isinstance(pending, Ask) else ""

    def prompt(self) -> str:
        """Return the key of what is asked, "" where nothing is."""
        pending = ENGINE.pending(self.state)
        return pending.prompt if isinstance(pending, Ask) else ""

    def over(self) -> Over:
        """Return the end of the game, which must have come."""
        pending = ENGINE.pending(self.state)
        assert isinstance(pending, Over)
        return pending

    def told(self, kind: str, seat: str | None = None) -> list[Mapping[str, Any]]:
        """Return the data of the last events of a kind, as a seat is shown them (None: an onlooker)."""
        return [event.data for event in self.news(seat) if event.kind == kind]

    def news(self, seat: str | None = None) -> list[Event]:
        """Return the last events as a seat is shown them: its own version in place of the public one."""
        shown: list[Event] = []
        for event in self.events:
            if event.seen_by is None:
                shown.append(event)
            elif seat is not None and event.seen_by == number(seat):
                assert shown[-1].kind == event.kind
                shown[-1] = event
        return shown

    def kinds(self) -> list[str]:
        """Return the kinds of the last public events, in order."""
        return [event.kind for event in self.events if event.seen_by is None]

    def view(self, seat: str | None) -> Any:
        """Return a seat's view (None: an onlooker's)."""
        return ENGINE.view(self.state, number(seat) if seat else None)

    def gold(self, seat: str) -> int:
        """Return the seat's gold."""
        return self.state.players[number(seat) - 1].gold

    def camels(self, seat: str) -> int:
        """Return the seat's camels."""
        return self.state.players[number(seat) - 1].camels

    def points(self, seat: str) -> int:
        """Return the seat's points."""
        return self.state.players[number(seat) - 1].points

    def hand(self, seat: str) -> list[str]:
        """Return the seat's cards."""
        return list(self.state.players[number(seat) - 1].hand)

    def owned(self, seat: str) -> list[str]:
        """Return the seat's buildings, in the order in which they were constructed."""
        return list(self.state.players[number(seat) - 1].buildings)

    def city(self) -> dict[str, str]:
        """Return the owner of every cube in a shop."""
        return {name: LETTERS[owner - 1] for name, shop in SHOP.items() if (owner := self.state.shops[shop])}

    def loaded(self) -> str:
        """Return the owners of the cubes in the caravan, slot by slot."""
        return "".join(LETTERS[seat - 1] for seat in self.state.caravan)

    def dice(self) -> dict[str, str]:
        """Return the Tower: "3x2" on a square for three dice showing 2."""
        squares = self.view(None)["tower"]
        return {row["square"]: f"{row['white'] + row['yellow']}x{row['value']}" for row in squares if row["value"]}

    def at(self) -> str:
        """Return the Supervisor's road square."""
        return str(self.view(None)["supervisor"])

    def mover(self) -> str:
        """Return the seat on turn."""
        return LETTERS[self.state.order[self.state.turn] - 1]


def whole_game(players: int, level: int, seed: int = 1) -> tuple[Table, list[Event]]:
    """Return the end of a game among stand-ins, and everything that happened in it."""
    stream = Stream(seed.to_bytes(32, "big"))
    played = play.start(ENGINE, LETTERS[:players], {}, stream)
    events: list[Event] = []
    while True:
        events += [event for entry in played.entries for event in entry.events]
        pending = ENGINE.pending(played.state)
        if isinstance(pending, Over):
            return Table(played.state), events
        assert isinstance(pending, Ask)
        seat = pending.seats[0]
        order = ENGINE.format(ENGINE.stand_in(played.state, seat, level))
        played = play.play(ENGINE, played.state, seat, [order], stream)


def table(players: int = 4) -> Table:
    """Return a table where A is first player and to act, the Tower is empty, and nobody owns gold, camels or cards."""
    state = new(LETTERS[:players])
    empty = state.players[0]._replace(gold=0)
    fresh = Table(state._replace(players=(empty,) * players, deck=DECK))
    return fresh.first("A").change(phase="choose")


def new_game(players: int, *outcomes: Sequence[Any]) -> Table:
    """Return a game as it is set up; without outcomes the deck keeps its order and A begins."""
    start = Table(ENGINE.setup(LETTERS[:players], {}))
    return start.settle(*(outcomes or (DECK, [1])))
