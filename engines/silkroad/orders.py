"""The order verbs, and how each action is written."""

from __future__ import annotations

from collections.abc import Callable

from engines import api
from engines.api import OrderHelp
from engines.silkroad.names import COLOURS, GOODS
from engines.silkroad.state import (
    ANY,
    PILE,
    Action,
    Baksheesh,
    Discard,
    Draw,
    Jewel,
    Lay,
    Move,
    Pass,
    Pay,
    Rob,
    Sell,
    Trade,
)

ORDERS = (
    OrderHelp("move", "move CARAVAN VILLAGE [N GOOD]", "move 2 leh 2 silk", "move"),
    OrderHelp("lay", "lay N GOOD", "lay 2 silk", "lay"),
    OrderHelp("draw", "draw GOOD|pile ...", "draw silk pile", "draw"),
    OrderHelp("sell", "sell [COLOUR]", "sell red", "sell"),
    OrderHelp("jewel", "jewel COLOUR", "jewel blue", "jewel"),
    OrderHelp("rob", "rob SEAT GOOD", "rob 2 tea", "rob"),
    OrderHelp("bazaar", "bazaar GOOD GOOD GOOD", "bazaar silk spices tea", "bazaar"),
    OrderHelp("baksheesh", "baksheesh GOOD [pay GOOD]", "baksheesh silk pay tea", "baksheesh"),
    OrderHelp("pay", "pay GOOD", "pay tea", "pay"),
    OrderHelp("discard", "discard GOOD ...", "discard silk tea", "discard"),
    OrderHelp("pass", "pass", "pass", "pass"),
)
VERBS = tuple(order.verb for order in ORDERS)


def verb(action: Action) -> str:
    """Return the order verb of an action."""
    return _VERB[type(action)]


def write(action: Action) -> str:
    """Write an action as an order that reads back as that action alone."""
    return _WRITTEN[type(action)](action)


_VERB: dict[type[Action], str] = {
    Lay: "lay",
    Move: "move",
    Draw: "draw",
    Pass: "pass",
    Sell: "sell",
    Jewel: "jewel",
    Rob: "rob",
    Discard: "discard",
    Trade: "bazaar",
    Baksheesh: "baksheesh",
    Pay: "pay",
}

_WRITTEN: dict[type[Action], Callable[[api.Action], str]] = {
    Lay: lambda order: f"lay {order.number} {GOODS[order.good]}",
    Move: lambda order: f"move {order.caravan} {order.place}",
    Draw: lambda order: "draw pile" if order.good == PILE else f"draw {GOODS[order.good]}",
    Pass: lambda _: "pass",
    Sell: lambda order: "sell" if order.colour == ANY else f"sell {COLOURS[order.colour]}",
    Jewel: lambda order: f"jewel {COLOURS[order.colour]}",
    Rob: lambda order: f"rob {order.victim} {GOODS[order.good]}",
    Discard: lambda order: f"discard {GOODS[order.good]}",
    Trade: lambda order: "bazaar " + " ".join(GOODS[good] for good in order.goods),
    Baksheesh: lambda order: f"baksheesh {GOODS[order.good]}",
    Pay: lambda order: f"pay {GOODS[order.good]}",
}
