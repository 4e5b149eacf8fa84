"""The orders: one immutable value for each atomic step, made once and shared."""

from __future__ import annotations

from typing import Final, NamedTuple

from engines.istanbul.terms import ALL_PLACES, CARDS, COLOURS, GOODS, HIGHEST_ANNOUNCED, LOWEST_ANNOUNCED


class Order(NamedTuple):
    """One atomic step of a turn.

    Attributes:
        kind: what is done; a played card has the card's kind.
        value: the place, good, tile colour, number, face or seat that the kind needs.
        word: the card of a draw or discard, or the reward of a catch ("lira" or "card").
        goods: the goods that pay the free spaces of a delivery, ascending.
    """

    kind: str
    value: int = 0
    word: str = ""
    goods: tuple[int, ...] = ()


def _by_number(kind: str, numbers: range) -> tuple[Order, ...]:
    """Return a table with the order for each number at that index."""
    return tuple(Order(kind, number) for number in range(numbers.stop))


_PLACES = range(1, len(ALL_PLACES) + 1)
_GOODS = range(len(GOODS))

MOVES: Final = _by_number("move", _PLACES)
LONG_MOVES: Final = _by_number("move34", _PLACES)
ASSISTS: Final = _by_number("assist", _PLACES)
YELLOWS: Final = _by_number("yellow", _PLACES)
FETCHES: Final = _by_number("fetch", _PLACES)
SENDS: Final = _by_number("send", _PLACES)

GOOD_CARDS: Final = _by_number("good", _GOODS)
EXTRAS: Final = _by_number("extra", _GOODS)
GAINS: Final = _by_number("gain", _GOODS)
ADDS: Final = _by_number("add", _GOODS)
SMUGGLES: Final = _by_number("smuggler", _GOODS)
PAY_GOODS: Final = _by_number("pay_good", _GOODS)
TILE_ORDERS: Final = _by_number("tile", _GOODS)

ANNOUNCES: Final = tuple(Order("announce", number) for number in range(LOWEST_ANNOUNCED, HIGHEST_ANNOUNCED + 1))
TURNS: Final = _by_number("turn", range(1, 7))

DISCARDS: Final = {card: Order("discard", word=card) for card in CARDS}
TAKES: Final = {card: Order("take", word=card) for card in CARDS}

REWARDS: Final = ("lira", "card")
CATCHES: Final = {
    (seat, reward): Order("catch", seat, reward) for seat in range(1, len(COLOURS) + 1) for reward in REWARDS
}
FAMILIES: Final = {reward: Order("family", word=reward) for reward in REWARDS}

LEAVE: Final = Order("leave")
PICK_UP: Final = Order("pick_up")
PAY: Final = Order("pay")
SKIP: Final = Order("skip")
END: Final = Order("end")
DONE: Final = Order("done")
EXTEND: Final = Order("extend")
BUY_RUBY: Final = Order("buy_ruby")
FILL: Final = Order("fill")
COLLECT: Final = Order("collect")
DRAW: Final = Order("draw")
ROLL: Final = Order("roll")
ROLL_AGAIN: Final = Order("roll_again")
RETURN_ALL: Final = Order("return_all")
GOVERNOR: Final = Order("governor")
LIRA_CARD: Final = Order("lira5")
STAY_CARD: Final = Order("stay")
POST_CARD: Final = Order("post2")
GEM_CARD: Final = Order("gem2")
ANY_CARD: Final = Order("anygoods")
