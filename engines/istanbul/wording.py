"""The words of the orders: how each one is written, and the names that people use for things."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engines.api import OrderHelp
from engines.istanbul.order import Order
from engines.istanbul.terms import COLOURS, GOODS, PLACES, TILES

CARD_WORDS: Final[dict[str, str]] = {
    "good": "good",
    "lira5": "lira",
    "move34": "move3",
    "sultan2": "sultan",
    "post2": "post",
    "gem2": "gem",
    "family": "family",
    "stay": "stay",
    "assist": "assist",
    "anygoods": "any",
}
"""How each card is called in an order."""

CARD_NAMES: Final[dict[str, str]] = {
    **{word: card for card, word in CARD_WORDS.items()},
    **{card: card for card in CARD_WORDS},
    "goods": "good",
    "move": "move34",
    "move4": "move34",
    "move3-4": "move34",
    "palace": "sultan2",
    "dealer": "gem2",
    "ruby": "gem2",
    "assistant": "assist",
}
"""Every name of a card that an order may use."""

GOOD_NAMES: Final[dict[str, int]] = {name: good for names in (GOODS, TILES) for good, name in enumerate(names)}
"""A good by its own name and by its colour."""

TILE_NAMES: Final[dict[str, int]] = {colour: tile for tile, colour in enumerate(TILES)} | {
    name: tile for tile, name in enumerate(GOODS)
}
PLACE_WORDS: Final = tuple(name.casefold().replace("'", "").split() for name in PLACES)
"""The words of each place's name at its own number."""

_STORES = {2: "store", 3: "store", 4: "store", 13: "palace", 16: "gem"}
PLACE_EXTRA_WORDS: Final = _STORES
"""A further word that people use for a place."""


def _number(verb: str) -> Callable[[Order], str]:
    return lambda order: f"{verb} {order.value}"


def _good(verb: str) -> Callable[[Order], str]:
    return lambda order: f"{verb} {GOODS[order.value]}"


def _card(verb: str) -> Callable[[Order], str]:
    return lambda order: f"{verb} {CARD_WORDS[order.word]}"


def _goods(verb: str) -> Callable[[Order], str]:
    return lambda order: " ".join([verb, *(GOODS[good] for good in order.goods)])


def _fixed(text: str) -> Callable[[Order], str]:
    return lambda order: text


FORMATS: Final[dict[str, Callable[[Order], str]]] = {
    "move": _number("move"),
    "leave": _fixed("leave"),
    "pick_up": _fixed("pick up"),
    "pay": _fixed("pay"),
    "pay_good": _good("pay"),
    "skip": _fixed("skip"),
    "end": _fixed("end"),
    "done": _fixed("done"),
    "extend": _fixed("buy extension"),
    "buy_ruby": _fixed("buy ruby"),
    "fill": _fixed("fill"),
    "extra": _good("extra"),
    "collect": _fixed("collect"),
    "draw": _fixed("draw"),
    "take": _card("draw"),
    "discard": _card("discard"),
    "fetch": _number("fetch"),
    "return_all": _fixed("return all"),
    "send": _number("send family to"),
    "yellow": _number("yellow"),
    "announce": _number("announce"),
    "roll": _fixed("roll"),
    "roll_again": _fixed("roll again"),
    "gain": _good("gain"),
    "turn": lambda order: f"turn {order.value} to 4",
    "add": _good("add"),
    "deliver": _goods("deliver"),
    "tile": lambda order: f"tile {TILES[order.value]}",
    "catch": lambda order: f"catch {COLOURS[order.value - 1]} {order.word}",
    "governor": _fixed("governor"),
    "smuggler": _good("smuggler"),
    "good": _good("card good"),
    "lira5": _fixed("card lira"),
    "move34": _number("card move3 to"),
    "sultan2": _goods("card sultan"),
    "post2": _fixed("card post"),
    "gem2": _fixed("card gem"),
    "family": lambda order: f"card family {order.word}",
    "stay": _fixed("card stay"),
    "assist": _number("card assist"),
    "anygoods": _fixed("card any"),
}
"""How each kind of order is written."""


def format_order(order: Order) -> str:
    """Write an order as a player would."""
    return FORMATS[order.kind](order)


ORDERS: Final = (
    OrderHelp("move", "move PLACE", "move 5", "move"),
    OrderHelp("leave", "leave", "leave", "leave"),
    OrderHelp("pick", "pick up", "pick up", "pick"),
    OrderHelp("pay", "pay [2 | GOOD]", "pay", "pay"),
    OrderHelp("buy", "buy extension | ruby", "buy ruby", "buy"),
    OrderHelp("fill", "fill [extra GOOD]", "fill", "fill"),
    OrderHelp("extra", "extra GOOD", "extra jewellery", "extra"),
    OrderHelp("collect", "collect", "collect", "collect"),
    OrderHelp("draw", "draw [CARD | 2] [discard CARD]", "draw 2", "draw"),
    OrderHelp("discard", "discard CARD", "discard stay", "discard"),
    OrderHelp("return", "return all | PLACE ...", "return 3 5", "return"),
    OrderHelp("fountain", "fountain", "fountain", "return"),
    OrderHelp("fetch", "fetch PLACE", "fetch 3", "fetch"),
    OrderHelp("gain", "gain fabric | spice | fruit", "gain spice", "gain"),
    OrderHelp("roll", "roll [again]", "roll", "roll"),
    OrderHelp("turn", "turn FACE [to 4]", "turn 3", "turn"),
    OrderHelp("announce", "announce 3-12", "announce 8", "announce"),
    OrderHelp("sell", "sell NUMBER GOOD ... | all", "sell 2 red 1 blue", "sell"),
    OrderHelp("add", "add GOOD", "add red", "add"),
    OrderHelp("done", "done", "done", "done"),
    OrderHelp("send", "send family to PLACE", "send family to 10", "send"),
    OrderHelp("deliver", "deliver [GOOD ...]", "deliver fabric", "deliver"),
    OrderHelp("tile", "tile COLOUR", "tile red", "tile"),
    OrderHelp("catch", "catch [WHO] lira | card", "catch green lira", "catch"),
    OrderHelp("reward", "reward lira | card", "reward card", "catch"),
    OrderHelp("governor", "governor [pay | discard CARD]", "governor pay", "governor"),
    OrderHelp("smuggler", "smuggler GOOD [pay 2 | pay GOOD]", "smuggler blue pay 2", "smuggler"),
    OrderHelp("card", "card NAME [...]", "card good jewellery", "card"),
    OrderHelp("yellow", "yellow PLACE", "yellow 16", "yellow"),
    OrderHelp("skip", "skip", "skip", "skip"),
    OrderHelp("pass", "pass", "pass", "skip"),
    OrderHelp("end", "end", "end", "end"),
)
"""The table of order words."""

VERBS: Final = tuple(row.verb for row in ORDERS)
