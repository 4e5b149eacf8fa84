"""The words of one order line: what they name, and the steps found so far."""

from __future__ import annotations

from collections.abc import Iterable

from engines import words
from engines.api import Seat
from engines.yspahan import course
from engines.yspahan.actions import Action, CallSupervisor, DrawCard, OpenPlacing, SetAside, TakeStock
from engines.yspahan.board import CARDS, SHOPS, SQUARE, SQUARES
from engines.yspahan.buildings import NO_CAMELS, NO_GOLD
from engines.yspahan.orders import VERBS
from engines.yspahan.refusals import ambiguous, unreadable
from engines.yspahan.state import State

LONGEST = 400
"""Nothing behind this many characters is read."""

DOTLESS = {name.replace(".", ""): name for name in SHOPS}
"""The shops as they are written without the dot."""

_LONGEST_NUMBER = 5
_FILLERS = frozenset(
    ("with", "the", "a", "an", "to", "in", "on", "from", "of", "and", "using", "dice", "die", "group", "for", "into")
)
_ALIASES = {"camels": "camel", "centre": "c", "center": "c", "no_camels": NO_CAMELS, "no_gold": NO_GOLD}
_SQUARE_ORDERS = TakeStock | OpenPlacing | CallSupervisor | DrawCard | SetAside


def verb_of(text: str) -> str:
    """Return the order verb with which a text begins, "" where there is none; two letters tell all verbs apart."""
    found = words.named(words.fold(text[:LONGEST]).partition(" ")[0], VERBS)
    return found[0] if len(found) == 1 else ""


class Reader:
    """The working copy of one reading: the verb, the words left, the table so far, the steps found."""

    def __init__(self, state: State, seat: Seat, text: str) -> None:
        self.state = state
        self.seat = seat
        self.steps: list[Action] = []
        self.words = words.fold(text[:LONGEST]).replace(",", " ").replace("-", "_").split()
        self.verb = self._verb()
        self.words = [_ALIASES.get(word, word) for word in self.words if word not in _FILLERS]

    def _verb(self) -> str:
        word = self.words.pop(0) if self.words else ""
        verb = verb_of(word)
        if not verb:
            raise unreadable("unknown_order", word=word)
        return verb

    def do(self, action: Action) -> None:
        """Take a step and try it out; it is the same pure call that the game makes.

        Raises:
            Illegal: where it is not allowed.
        """
        self.state = course.apply(self.state, self.seat, action).state
        self.steps.append(action)

    def can(self) -> tuple[Action, ...]:
        """Return the steps open at this point of the reading."""
        return course.legal(self.state, self.seat)

    def next(self, expected: str) -> str:
        """Take the next word, or say what is missing."""
        if not self.words:
            raise unreadable("missing_word", self.verb, expected=expected)
        return self.words.pop(0)

    def finish(self) -> None:
        """Make sure that every word was read, before any step is tried: what is no order is never called illegal."""
        if self.words:
            raise unreadable("too_many_words", self.verb, word=self.words[0])

    def chosen(self, word: str, expected: str, names: Iterable[str], open_now: Iterable[str] = ()) -> str:
        """Return the name that the word is or shortens: of those open now, else of all."""
        names = tuple(names)
        if word in names:
            return word
        for choices in (tuple(open_now), names):
            found = words.named(word, choices)
            if len(found) == 1:
                return found[0]
            if found:
                raise ambiguous("ambiguous_word", self.verb, word=word, choices=[*found])
        raise unreadable("unknown_word", self.verb, word=word, expected=expected)

    def square(self, expected: str = "square") -> int:
        """Take a Tower square."""
        open_now = {SQUARES[action.square] for action in self.can() if isinstance(action, _SQUARE_ORDERS)}
        return SQUARE[self.chosen(self.next(expected), expected, SQUARES, sorted(open_now, key=SQUARE.__getitem__))]

    def card(self) -> str:
        """Take a kind of card; those in the seat's own hand come first."""
        hand = self.state.players[self.seat - 1].hand
        return self.chosen(self.next("card"), "card", CARDS, [card for card in CARDS if card in hand])

    def number(self) -> int:
        """Take a number."""
        word = self.next("number")
        if not (word.isascii() and word.isdigit() and len(word) <= _LONGEST_NUMBER):
            raise unreadable("unknown_word", self.verb, word=word, expected="number")
        return int(word)

    def extras(self) -> list[str]:
        """Take the cards behind each word "extra", wherever it stands."""
        found: list[str] = []
        while "extra" in self.words:
            place = self.words.index("extra")
            before, self.words = self.words[:place], self.words[place + 1 :]
            found.append(self.card())
            self.words = before + self.words
        return found
