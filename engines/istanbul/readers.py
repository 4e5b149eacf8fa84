"""The readers: for each order word, what its words mean as steps."""

from __future__ import annotations

from typing import Final

from engines.istanbul import read_cards, read_people, read_trade
from engines.istanbul.arguments import (
    Line,
    Reader,
    Steps,
    nothing_more,
    number,
    only_word,
    place_named,
    plain,
)
from engines.istanbul.order import (
    COLLECT,
    DONE,
    END,
    LEAVE,
    MOVES,
    PICK_UP,
    ROLL,
    ROLL_AGAIN,
    SKIP,
    Order,
)
from engines.istanbul.state import (
    DICE,
    LEFTOVER,
)


def _move(line: Line) -> Steps:
    return (MOVES[place_named(line, "move")],)


def _skip(line: Line) -> Steps:
    nothing_more(line)
    return (SKIP,) if SKIP in line.legal else _end(line)


def _end(line: Line) -> Steps:
    nothing_more(line.without("turn", "my"))
    turn = line.state.turn
    if turn.stage == LEFTOVER:
        return (DONE,)
    return (SKIP, END) if SKIP in line.legal and turn.stage != DICE else (END,)


def _roll(line: Line) -> Steps:
    again = bool({"again", "both"} & set(line.words)) or line.state.turn.stage == DICE
    nothing_more(line.without("again", "both", "dice"))
    return (ROLL_AGAIN if again else ROLL,)


def _turn(line: Line) -> Steps:
    line = line.without("die", "one")
    if len(line.words) == 2 and line.words[1] == "4":
        line = line._replace(words=line.words[:1])
    return (Order("turn", number(only_word(line))),)


def _announce(line: Line) -> Steps:
    return (Order("announce", number(only_word(line))),)


READERS: Final[dict[str, Reader]] = {
    "move": _move,
    "leave": plain(LEAVE, "one", "assistant", "1", "an"),
    "pick": plain(PICK_UP, "up", "one", "assistant", "1", "an"),
    "pay": read_people.pay,
    "buy": read_trade.buy,
    "fill": read_trade.fill,
    "extra": read_trade.extra,
    "collect": plain(COLLECT, "post"),
    "draw": read_cards.draw,
    "discard": read_cards.discard,
    "return": read_people.back,
    "fountain": read_people.fountain,
    "fetch": read_people.fetch,
    "gain": read_trade.gain,
    "roll": _roll,
    "turn": _turn,
    "announce": _announce,
    "sell": read_trade.sell,
    "add": read_trade.add,
    "done": plain(DONE),
    "send": read_people.send,
    "deliver": read_trade.deliver,
    "tile": read_trade.tile,
    "catch": read_people.catch,
    "reward": read_people.any_reward,
    "governor": read_people.governor,
    "smuggler": read_people.smuggler,
    "card": read_cards.card,
    "yellow": read_people.yellow,
    "skip": _skip,
    "pass": _skip,
    "end": _end,
}
"""The reader of each order word."""
