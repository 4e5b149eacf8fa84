"""Builds any position of Silk Road in a few words, plays orders on it and tells what happened.

    table = (
        Table("ABC")
        .display("A", "3 silk").display("B", "2 silk")
        .cameleers("A4 B2 C1")
        .caravan(1, [10], at="yazd", to="yspahan", jewels="red")
        .hand("A", "1 tea")
    )
    table.do("A", "move 1 yspahan 1 tea; draw pile; sell")
    assert table.displays() == {"A": {"silk": 1, "tea": 1}, "B": {"silk": 2}, "C": {}}

Seats go by the first letters of their names, clockwise. Where nothing else is said: the printed map and start places,
A (the first seat) to move with one hand card of each good, empty displays, cameleers 1, 2, 3 ... in seat order, the
open cards silk, ivory, spices, and a pile of all cards that lie nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

import pytest

from engines.api import Ask, Event, Illegal, Json, Over, Refusal, Roll, Seat, Shuffle
from engines.silkroad import ENGINE, maps, phases
from engines.silkroad.names import COLOURS, GOODS
from engines.silkroad.state import NO_CARDS, Caravan, Player, State

NAMES = {"A": "Ann", "B": "Bob", "C": "Cem", "D": "Dia", "E": "Eli"} | {
    "G": "Gerd",
    "K": "Katharina",
    "H": "Helmut",
    "S": "Sabine",
}
BOARD = maps.read("")
_START = {1: ("tashkent", "yspahan", [9]), 2: ("amritsa", "samarkand", [7, 6]), 3: ("changan", "byzanz", [10, 3, 1])}


def cards(text: str) -> list[int]:
    """Read "2 silk, tea" as goods in this order."""
    return [
        GOODS.index(good) for number, good in re.findall(r"(\d*)\s*([a-z]+)", text) for _ in range(int(number or 1))
    ]


def counts(text: str) -> tuple[int, ...]:
    """Read "2 silk, tea" as card counts."""
    return tuple(cards(text).count(good) for good in range(len(GOODS)))


def colours(text: str) -> list[int]:
    """Read "2 red, blue" as colours in this order."""
    found = re.findall(r"(\d*)\s*([a-z]+)", text)
    return [COLOURS.index(colour) for number, colour in found for _ in range(int(number or 1))]


class Table:
    """A position and what has happened on it; builders and orders return the table itself."""

    def __init__(self, letters: str = "AB", actions: Mapping[str, str] | None = None, map_text: str = "") -> None:
        self.letters = letters
        self.board = maps.read(map_text)
        printed = tuple(village.action for village in self.board.roads.villages)
        fields = ("",) * self.board.cities + printed
        for village, action in (actions or {}).items():
            place = self.board.place(village)
            fields = (*fields[:place], action, *fields[place + 1 :])
        hand = counts("silk ivory spices porcelain tea")
        players = tuple(Player(hand, NO_CARDS, number) for number in range(1, len(letters) + 1))
        caravans = (Caravan(), Caravan(), Caravan())
        labels = tuple(NAMES[letter] for letter in letters)
        self.state = State(labels, self.board, fields, players, caravans, turn=1, phase=phases.LAY)
        self.state = self.state._replace(open=tuple(cards("silk ivory spices")), row=(5, 8, 4, 2))
        self.events: list[Event] = []
        self.reveals: list[bool] = []
        self.shuffles: list[list[str]] = []
        self._pile: list[int] | None = None
        self._top: list[int] = []
        self._bag: list[int] | None = None
        self._made = False
        for size, (at, to, camels) in _START.items():
            self.caravan(size, camels, at=at, to=to)

    @classmethod
    def fresh(
        cls,
        letters: str = "AB",
        options: Mapping[str, str] | None = None,
        **outcomes: Sequence[Json],
    ) -> Table:
        """Set a game up; shuffles by purpose (camels, cameleers, jewels, cards, tiles) take the given outcomes.

        A shuffle without an outcome keeps its order.
        """
        table = cls(letters)
        table.state = ENGINE.setup([NAMES[letter] for letter in letters], options or {})
        table.board = table.state.board
        while isinstance(wanted := ENGINE.pending(table.state), Shuffle):
            table._take(ENGINE.resolve(table.state, list(outcomes.get(wanted.purpose, wanted.items))))
        return table

    # Building.

    def seat(self, letter: str) -> Seat:
        """Return the seat of a letter."""
        return self.letters.index(letter) + 1

    def player(self, letter: str) -> Player:
        """Return what lies before a seat."""
        return self.state.players[self.seat(letter) - 1]

    def _set(self, letter: str, **changes: object) -> Table:
        players = list(self.state.players)
        players[self.seat(letter) - 1] = self.player(letter)._replace(**changes)
        self.state = self.state._replace(players=tuple(players))
        return self

    def hand(self, letter: str, text: str) -> Table:
        """Give a seat exactly these hand cards."""
        return self._set(letter, hand=counts(text))

    def hands(self, **texts: str) -> Table:
        """Give several seats their hand cards."""
        for letter, text in texts.items():
            self.hand(letter, text)
        return self

    def display(self, letter: str, text: str) -> Table:
        """Lay exactly these cards into a seat's display."""
        return self._set(letter, display=counts(text))

    def lay_out(self, **texts: str) -> Table:
        """Lay cards into several displays."""
        for letter, text in texts.items():
            self.display(letter, text)
        return self

    def cameleers(self, text: str) -> Table:
        """Give cameleers, as in "A5 B2 C3"."""
        for letter, number in re.findall(r"([A-Z])\s*(\d)", text):
            self._set(letter, cameleer=int(number))
        return self

    def owns(self, letter: str, jewels: str = "", colourless: int = 0, markers: int = 0) -> Table:
        """Put jewels behind a seat's screen."""
        held = tuple(colours(jewels).count(colour) for colour in range(len(COLOURS)))
        return self._set(letter, jewels=held, colourless=colourless, markers=markers)

    def caravan(self, size: int, camels: Iterable[int], at: str, to: str, jewels: str | None = None) -> Table:
        """Put a caravan with these camels on the road; the row keeps the camels that are on no caravan."""
        given = colours(jewels) if jewels is not None else list(range(size))
        made = Caravan(tuple(sorted(camels)), self.board.place(at), self.board.place(to), tuple(sorted(given)))
        return self._put(size, made)

    def retired(self, size: int) -> Table:
        """Take a caravan off the board; its camels wait at the end of the row."""
        return self._put(size, Caravan())

    def _put(self, size: int, caravan: Caravan) -> Table:
        caravans = list(self.state.caravans)
        caravans[size - 1] = caravan
        on_road = {camel for one in caravans for camel in one.camels}
        row = [camel for camel in self.state.row if camel not in on_road]
        row += [camel for camel in range(1, 11) if camel not in on_road and camel not in row]
        self.state = self.state._replace(caravans=tuple(caravans), row=tuple(row))
        return self

    def row(self, *camels: int) -> Table:
        """Let exactly these camels wait, front first; build the caravans before."""
        self.state = self.state._replace(row=camels)
        return self

    def open(self, text: str) -> Table:
        """Turn up exactly these open cards."""
        self.state = self.state._replace(open=tuple(cards(text)))
        return self

    def pile(self, text: str) -> Table:
        """Make this the whole draw pile, top first."""
        self._pile = cards(text)
        return self

    def top(self, text: str) -> Table:
        """Put these cards on top of the draw pile."""
        self._top = cards(text)
        return self

    def discards(self, text: str) -> Table:
        """Make this the discard pile, top last."""
        self.state = self.state._replace(discards=tuple(cards(text)))
        return self

    def bag(self, text: str) -> Table:
        """Make this the whole bag, the next jewel first."""
        self._bag = colours(text)
        return self

    def turn(self, letter: str) -> Table:
        """Give the turn to a seat."""
        self.state = self.state._replace(turn=self.seat(letter))
        return self

    def shuffled(self, text: str) -> Table:
        """Script the outcome of the next shuffle of the discard pile, top first; else it keeps its order."""
        self.shuffles.append([GOODS[good] for good in cards(text)])
        return self

    def stopped(self, size: int, place: str, laid: str = "") -> Table:
        """Let the seat on turn have just moved a caravan here, with one card still to draw before the action.

        Args:
            size: the caravan.
            place: where it has stopped.
            laid: the cards laid for it, for the record; they are not put into the display.
        """
        caravan = self.state.caravans[size - 1]._replace(place=self.board.place(place))
        good, number = (cards(laid) or [0])[0], len(cards(laid)) or 1
        caravans = (*self.state.caravans[: size - 1], caravan, *self.state.caravans[size:])
        self.state = self.state._replace(caravans=caravans, phase=phases.DRAW, moved=size - 1)
        self.state = self.state._replace(draws=1, laid=(good, number))
        return self

    def arrived(self, size: int, laid: str = "") -> Table:
        """Let the seat on turn have just brought a caravan into its destination."""
        return self.stopped(size, self.board.tokens[self.state.caravans[size - 1].destination], laid)

    # Playing.

    def ready(self) -> State:
        """Return the position with draw pile and bag made up."""
        if self._pile is not None or not self._made:
            self.state = self.state._replace(pile=tuple(self._made_pile()))
            self._pile, self._top = None, []
        if self._bag is not None or not self._made:
            self.state = self.state._replace(bag=tuple(self._made_bag()))
            self._bag = None
        self._made = True
        return self.state

    def _made_pile(self) -> list[int]:
        if self._pile is not None:
            return self._pile
        left = [14] * len(GOODS)
        lying = [*self.state.open, *self.state.discards, *self._top]
        for one in self.state.players:
            lying += [good for good in range(len(GOODS)) for _ in range(one.hand[good] + one.display[good])]
        for good in lying:
            left[good] -= 1
        return self._top + [good for round_ in range(14) for good in range(len(GOODS)) if left[good] > round_]

    def _made_bag(self) -> list[int]:
        if self._bag is not None:
            return self._bag
        left = [4] * len(COLOURS)
        for caravan in self.state.caravans:
            for colour in caravan.jewels:
                left[colour] -= 1
        for one in self.state.players:
            for colour, number in enumerate(one.jewels):
                left[colour] -= number
        return [colour for round_ in range(4) for colour in range(len(COLOURS)) if left[colour] > round_]

    def do(self, letter: str, *lines: str) -> Table:
        """Let a seat give orders, one a string or parted by ";"; shuffles are settled on the way."""
        for line in lines:
            for order in line.split(";"):
                for action in ENGINE.parse(self.ready(), self.seat(letter), order):
                    self._step(self.seat(letter), action)
        return self

    def _step(self, seat: Seat, action: object) -> None:
        step = ENGINE.apply(self.state, seat, action)
        self._take(step)
        while isinstance(wanted := ENGINE.pending(self.state), Shuffle | Roll):
            assert isinstance(wanted, Shuffle)
            self._take(ENGINE.resolve(self.state, self.shuffles.pop(0) if self.shuffles else list(wanted.items)))

    def _take(self, step: object) -> None:
        self.state, events, reveals = step
        self._made = True
        self.events += events
        self.reveals.append(reveals)

    def act(self) -> Table:
        """Let the seat on turn draw its last card from the pile, so that the action begins."""
        return self.do(self.letters[self.state.turn - 1], "draw pile")

    def refused(self, letter: str, order: str) -> Refusal:
        """Return why an order is refused."""
        before = self.ready()
        with pytest.raises(Illegal) as caught:
            self.do(letter, order)
        assert self.state == before
        return caught.value.refusal

    # Looking.

    def choices(self, letter: str) -> list[str]:
        """Return the legal orders of a seat as texts."""
        return [ENGINE.format(action) for action in ENGINE.legal(self.ready(), self.seat(letter))]

    def ends(self, size: int, number: int) -> list[str]:
        """Return the names of the places where a caravan can stop with this number of cards."""
        reach = ENGINE.view(self.ready(), None)["caravans"][size - 1]["reach"]
        return sorted(end["name"] for step in reach if step["cards"] == number for end in step["ends"])

    def asked(self) -> str:
        """Return the letters of the seats that are asked, "" at the end."""
        pending = ENGINE.pending(self.ready())
        return "".join(self.letters[seat - 1] for seat in pending.seats) if isinstance(pending, Ask) else ""

    def prompt(self) -> str:
        """Return the prompt, "over" at the end."""
        pending = ENGINE.pending(self.ready())
        return pending.prompt if isinstance(pending, Ask) else "over"

    def view(self, letter: str | None = None) -> Mapping[str, object]:
        """Return the view of a seat, or of an onlooker."""
        return ENGINE.view(self.ready(), None if letter is None else self.seat(letter))

    def hand_of(self, letter: str) -> dict[str, int]:
        """Return a hand by goods."""
        return {GOODS[good]: number for good, number in enumerate(self.player(letter).hand) if number}

    def hand_sizes(self) -> str:
        """Return the hands' sizes, as in "A4 B6"."""
        return " ".join(f"{letter}{sum(self.player(letter).hand)}" for letter in self.letters)

    def display_of(self, letter: str) -> dict[str, int]:
        """Return a display by goods."""
        return {GOODS[good]: number for good, number in enumerate(self.player(letter).display) if number}

    def displays(self) -> dict[str, dict[str, int]]:
        """Return all displays."""
        return {letter: self.display_of(letter) for letter in self.letters}

    def laid_out(self, good: str) -> str:
        """Return how many cards of a good each display has, as in "A3 B1"."""
        return " ".join(f"{letter}{self.display_of(letter).get(good, 0)}" for letter in self.letters)

    def cameleers_now(self) -> str:
        """Return the cameleers, as in "A5 B2"."""
        return " ".join(f"{letter}{self.player(letter).cameleer}" for letter in self.letters)

    def colourless(self) -> str:
        """Return the colourless jewels, as in "A1 B0"."""
        return " ".join(f"{letter}{self.player(letter).colourless}" for letter in self.letters)

    def jewels_of(self, letter: str) -> dict[str, int]:
        """Return a seat's coloured jewels."""
        return {COLOURS[colour]: number for colour, number in enumerate(self.player(letter).jewels) if number}

    def camels(self, size: int) -> list[int]:
        """Return a caravan's camels, highest first."""
        return sorted(self.state.caravans[size - 1].camels, reverse=True)

    def place_of(self, size: int) -> str:
        """Return where a caravan stands, "" off the board."""
        place = self.state.caravans[size - 1].place
        return self.board.names[place] if place >= 0 else ""

    def bound_for(self, size: int) -> str:
        """Return the city a caravan is bound for, "" off the board."""
        place = self.state.caravans[size - 1].destination
        return self.board.names[place] if place >= 0 else ""

    def jewels_at(self, size: int) -> list[str]:
        """Return the jewels that wait for a caravan."""
        return [COLOURS[colour] for colour in self.state.caravans[size - 1].jewels]

    def open_cards(self) -> list[str]:
        """Return the open cards."""
        return [GOODS[good] for good in self.state.open]

    def discarded(self) -> list[str]:
        """Return the discard pile, top last."""
        return [GOODS[good] for good in self.state.discards]

    def stocks(self) -> tuple[int, int, int]:
        """Return the sizes of open cards, draw pile and discard pile."""
        state = self.ready()
        return len(state.open), len(state.pile), len(state.discards)

    def kinds(self) -> list[str]:
        """Return the kinds of the public events so far."""
        return [event.kind for event in self.events if event.seen_by is None]

    def told(self, kind: str, letter: str | None = None) -> list[dict[str, object]]:
        """Return the data of all events of a kind as a seat (or an onlooker) sees them."""
        seat = None if letter is None else self.seat(letter)
        return [data for event, data in self.news(seat) if event == kind]

    def news(self, seat: Seat | None) -> list[tuple[str, dict[str, object]]]:
        """Return the events that a seat is shown: its own in place of the public one before."""
        shown: list[tuple[str, dict[str, object]]] = []
        for event in self.events:
            if event.seen_by is None:
                shown.append((event.kind, dict(event.data)))
            elif event.seen_by == seat:
                shown[-1] = (event.kind, dict(event.data))
        return shown

    def standings(self) -> list[tuple[str, int]]:
        """Return the final ranking, best first, with the points."""
        pending = ENGINE.pending(self.ready())
        assert isinstance(pending, Over)
        return [(self.letters[one.seat - 1], one.score) for one in pending.standings]
