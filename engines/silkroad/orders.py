"""The order verbs, and how each action is written."""

from __future__ import annotations

from collections.abc import Callable

from engines import api
from engines.api import OrderHelp
from engines.silkroad import actions
from engines.silkroad.names import COLOURS, GOODS

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


def verb(action: actions.Action) -> str:
    """Return the order verb of an action."""
    return _VERB[type(action)]


def write(action: actions.Action) -> str:
    """Write an action as an order that reads back as that action alone."""
    return _WRITTEN[type(action)](action)


_VERB: dict[type[actions.Action], str] = {
    actions.Lay: "lay",
    actions.Move: "move",
    actions.Draw: "draw",
    actions.Pass: "pass",
    actions.Sell: "sell",
    actions.Jewel: "jewel",
    actions.Rob: "rob",
    actions.Discard: "discard",
    actions.Trade: "bazaar",
    actions.Baksheesh: "baksheesh",
    actions.Pay: "pay",
}

_WRITTEN: dict[type[actions.Action], Callable[[api.Action], str]] = {
    actions.Lay: lambda order: f"lay {order.number} {GOODS[order.good]}",
    actions.Move: lambda order: f"move {order.caravan} {order.place}",
    actions.Draw: lambda order: "draw pile" if order.good == actions.PILE else f"draw {GOODS[order.good]}",
    actions.Pass: lambda _: "pass",
    actions.Sell: lambda order: "sell" if order.colour == actions.ANY else f"sell {COLOURS[order.colour]}",
    actions.Jewel: lambda order: f"jewel {COLOURS[order.colour]}",
    actions.Rob: lambda order: f"rob {order.victim} {GOODS[order.good]}",
    actions.Discard: lambda order: f"discard {GOODS[order.good]}",
    actions.Trade: lambda order: "bazaar " + " ".join(GOODS[good] for good in order.goods),
    actions.Baksheesh: lambda order: f"baksheesh {GOODS[order.good]}",
    actions.Pay: lambda order: f"pay {GOODS[order.good]}",
}
