"""The one table of what players may write beside game orders; help, suggestions and the reading of mails use it.

No game verb may equal one of these words, and an abbreviation must be unique among them and the game's verbs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from engines.api import OrderHelp
from engines.words import named, nearly, typos

_NOTHING = re.compile(r"")
_ANYTHING = re.compile(r".+", re.DOTALL)
_WORDS = re.compile(r"[^\W\d_]+")
_SHORTEST_SLIP = 3
_PREFERENCE = re.compile(r"(?:zone|threads?|ascii|mails?)(?: \S{1,60})?", re.IGNORECASE)
_NUMBER = re.compile(r"(?:game )?[g#]?\d{1,9}", re.IGNORECASE)


class Command(NamedTuple):
    """A row of the table; the first four columns are those of a game order (`engines.api.OrderHelp`).

    Attributes:
        verb: the command word.
        usage: how it is written.
        example: a line that a player could send.
        about: the key of its explanation in the templates.
        arguments: what all of the rest of the line must be, so that a shortened or mistyped verb counts; also the part
            of the rest that belongs to the command.
        words: True where the rest may instead be a word that the caller knows (a verb, a topic, a question).
        rest: it takes the rest of its line, ";" and all.
        changes: it changes something: a line with it is never taken for a heading in a quote.
        stale: it may also come with an older address of the same seat.
        unsigned: it may also come without any signed address.
        exact: the verb must be written out: words of conversation come close to it, and what follows is free or binds.
    """

    verb: str
    usage: str
    example: str
    about: str
    arguments: re.Pattern[str] = _NOTHING
    words: bool = False
    rest: bool = False
    changes: bool = False
    stale: bool = False
    unsigned: bool = False
    exact: bool = False


COMMANDS = (
    Command("help", "help [order]", "help", "help", words=True, stale=True, unsigned=True),
    Command("rules", "rules [topic]", "rules", "rules", words=True, stale=True),
    Command("list", "list", "list", "list", unsigned=True),
    Command("join", "join CODE [phrase]", "join k7m2", "join", _ANYTHING, changes=True, unsigned=True, exact=True),
    Command("accept", "accept", "accept", "accept", changes=True),
    Command("decline", "decline", "decline", "decline", changes=True),
    Command("board", "board", "board", "board", stale=True),
    Command("history", "history [how many]", "history", "history", _NUMBER, stale=True),
    Command("orders", "orders", "orders", "orders", stale=True),
    Command("try", "try [order]", "try", "try"),
    Command("undo", "undo [all]", "undo", "undo", re.compile(r"all", re.IGNORECASE), changes=True),
    Command("standing", "standing [question answer]", "standing", "standing", words=True, changes=True),
    Command("say", "say TEXT", "say good luck, all", "say", _ANYTHING, rest=True, changes=True, stale=True, exact=True),
    Command("note", "note TEXT", "note wants blue", "note", _ANYTHING, rest=True, changes=True, exact=True),
    Command("resign", "resign", "resign", "resign", changes=True, exact=True),
    Command("set", "set [WHAT VALUE]", "set zone Europe/Berlin", "set", _PREFERENCE, changes=True, exact=True),
    Command(
        "unsubscribe",
        "unsubscribe",
        "unsubscribe",
        "unsubscribe",
        changes=True,
        stale=True,
        unsigned=True,
        exact=True,
    ),
)

CONFIRMATIONS = (
    Command("yes", "yes", "yes", "yes", changes=True, unsigned=True, exact=True),
    Command("no", "no", "no", "no", changes=True, unsigned=True, exact=True),
    Command("always", "always", "always", "always", changes=True, unsigned=True, exact=True),
)
"""Answers to a confirming mail; anywhere else they are ordinary words."""

RESERVED = ("away", "new")
"""Words that no game may take although they are no commands yet."""

_NEVER_SHORTENED = ("set", "unsubscribe")
"""Commands that are written out, and leave their first letters to the verbs of the games."""

_GREETINGS = ("hi",)
"""Never taken for a shortened word, although it begins "history"."""

VERBS = tuple(command.verb for command in COMMANDS)


class Grammar:
    """All that a line of one mail may begin with.

    Args:
        orders: the game's table; empty where the mail belongs to no game.
        reads: tells whether the engine understands a whole order line, be it legal or not.
        known: words that commands take as arguments: topics of the rules, names of questions.
        legal: tells whether the engine takes the line as it is now.
        writer: the name beside the sender's address: alone on a line it is a signature, whatever it resembles.
        confirming: True for an answer to a confirming mail.
    """

    def __init__(
        self,
        orders: Iterable[OrderHelp] = (),
        reads: Callable[[str], bool] = lambda _: False,
        known: Iterable[str] = (),
        *,
        legal: Callable[[str], bool] = lambda _: False,
        writer: str = "",
        confirming: bool = False,
    ) -> None:
        orders = tuple(orders)
        self.reads = reads
        self.legal = legal
        self.commands = (*CONFIRMATIONS, *COMMANDS) if confirming else COMMANDS
        self.verbs = (*(order.verb for order in orders), *(command.verb for command in self.commands))
        self._shortened = tuple(verb for verb in self.verbs if verb not in _NEVER_SHORTENED)
        self._by_verb = {command.verb: command for command in self.commands}
        self._known = (*known, *self.verbs)
        self._names = frozenset(_words(writer))
        self._vocabulary = frozenset(word for order in orders for word in _words(f"{order.usage} {order.example}"))

    def command(self, verb: str) -> Command | None:
        """Return the command of this name."""
        return self._by_verb.get(verb)

    def meant(self, word: str) -> str:
        """Return the verb that a word shortens or nearly is; "" where there is none, or more than one."""
        if word in _GREETINGS:
            return ""
        names = named(word, self._shortened) or nearly(word, self._shortened)
        return names[0] if len(names) == 1 else ""

    def takes(self, command: Command, rest: str) -> bool:
        """Tell whether all of the rest of a line reads as arguments of the command."""
        if not rest or command.arguments.fullmatch(rest):
            return True
        words = rest.casefold().split()
        return command.words and (command.verb == "standing" or len(words) == 1) and bool(named(words[0], self._known))

    def means(self, verb: str, word: str, rest: str) -> bool:
        """Tell whether a word was meant as an order verb that it shortens or nearly is.

        What the engine takes as it stands is meant. Before its turn the engine may refuse an order without having
        looked at all of it; then the word must begin like the verb, and half of what follows like arguments. A
        mistyped verb alone has one slip at most: "Regards", "Love" and "Bob" are no orders.
        """
        shortened = verb.startswith(word)
        if not rest and not shortened and not _is_slip(word, verb):
            return False
        line = f"{verb} {rest}".strip()
        if self.legal(line):
            return True
        return word[0] == verb[0] and self._looks_like_arguments(rest) and self.reads(line)

    def signs(self, text: str) -> bool:
        """Tell whether a line holds nothing but the writer's own name."""
        words = _words(text)
        return bool(words) and self._names.issuperset(words)

    def _looks_like_arguments(self, rest: str) -> bool:
        words = rest.casefold().split()
        return 2 * sum(map(self._is_argument, words)) >= len(words)

    def _is_argument(self, word: str) -> bool:
        return any(map(str.isdigit, word)) or bool(named(word, self._vocabulary))


def _words(text: str) -> list[str]:
    return _WORDS.findall(text.casefold())


def _is_slip(word: str, verb: str) -> bool:
    # Of three letters with one changed there are too many: Bob, Roy, Amy.
    return typos(word, verb) == 1 and (len(word) > _SHORTEST_SLIP or sorted(word) == sorted(verb))


def clashes(verbs: Iterable[str]) -> tuple[str, ...]:
    """Return the game verbs that are taken by a mail command."""
    taken = {*VERBS, *RESERVED, *(command.verb for command in CONFIRMATIONS)}
    return tuple(verb for verb in verbs if verb in taken)
