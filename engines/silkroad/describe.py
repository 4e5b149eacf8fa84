"""The hint beside a choice: what an order would lead to, as far as its seat can know."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engines import api
from engines.api import Json, Seat
from engines.silkroad import actions, market, phases
from engines.silkroad.names import COLOURS, GOODS
from engines.silkroad.orders import verb
from engines.silkroad.position import goods_of, player, reach
from engines.silkroad.scoring import colourless_gain, gain
from engines.silkroad.state import State
from engines.silkroad.view import end_drawn


def describe(state: State, seat: Seat, action: actions.Action) -> Mapping[str, Json]:
    """Return the hint's data; "verb" tells which keys are there."""
    return {"verb": verb(action), **_DESCRIBED[type(action)](state, seat, action)}


def _lay(state: State, seat: Seat, order: actions.Lay) -> dict[str, Json]:
    """Tell for each caravan where these cards take it, and whether they earn a second card."""
    before = player(state, seat)
    return {
        "good": GOODS[order.good],
        "count": order.number,
        "left": before.hand[order.good] - order.number,
        "display": before.display[order.good] + order.number,
        "moves": [
            {
                "caravan": index + 1,
                "carried": order.good in goods_of(state, index),
                "ends": [end_drawn(state, place) for place in reach(state, index)[order.number - 1]],
            }
            for index in range(len(state.caravans))
            if len(reach(state, index)) >= order.number
        ],
    }


def _move(state: State, _seat: Seat, order: actions.Move) -> dict[str, Json]:
    index = order.caravan - 1
    place = state.board.place(order.place)
    return {
        "caravan": order.caravan,
        **end_drawn(state, place),
        "carried": state.laid[0] in goods_of(state, index),
        "goods": [GOODS[good] for good in goods_of(state, index)[::-1]],
    }


def _draw(state: State, seat: Seat, order: actions.Draw) -> dict[str, Json]:
    if order.good == actions.PILE:
        return {"source": "pile", "pile": len(state.pile), "discards": len(state.discards)}
    one = player(state, seat)
    return {
        "source": "open",
        "good": GOODS[order.good],
        "hand": one.hand[order.good],
        "display": one.display[order.good],
    }


def _pass(state: State, seat: Seat, _order: actions.Pass) -> dict[str, Json]:
    if state.phase == phases.SELL:
        return {"what": "sale", "good": GOODS[market.good_offered(state)]}
    return {"what": "bazaar" if state.phase == phases.BAZAAR else "card"}


def _sell(state: State, seat: Seat, order: actions.Sell) -> dict[str, Json]:
    """Tell what is given up, which jewel comes in and what it is worth to this seat, and who would swap."""
    one, good = player(state, seat), market.good_offered(state)
    hint: dict[str, Json] = {
        "good": GOODS[good],
        "camel": market.offered(state),
        "cards": one.display[good],
        "discards": (one.display[good] + 1) // 2,
        "swaps_with": state.market.partner,
        "colour": "",
        "gain": 0,
    }
    if state.market.kind not in phases.IN_CITY:
        return hint | {"gain": colourless_gain(one)}
    colours = set(state.caravans[state.moved].jewels) if order.colour == actions.ANY else {order.colour}
    if len(colours) > 1:
        return hint | {"gain": max(gain(one, colour) for colour in colours)}
    return hint | {"colour": COLOURS[min(colours)], "gain": gain(one, min(colours))}


def _jewel(state: State, seat: Seat, order: actions.Jewel) -> dict[str, Json]:
    one = player(state, seat)
    return {"colour": COLOURS[order.colour], "gain": gain(one, order.colour), "have": one.jewels[order.colour]}


def _rob(state: State, seat: Seat, order: actions.Rob) -> dict[str, Json]:
    return {
        "victim": order.victim,
        "good": GOODS[order.good],
        "theirs": player(state, order.victim).display[order.good],
        "yours": player(state, seat).display[order.good],
    }


def _discard(state: State, seat: Seat, order: actions.Discard) -> dict[str, Json]:
    one = player(state, seat)
    return {
        "good": GOODS[order.good],
        "action": state.phase,
        "have": (one.hand if state.phase == phases.CUSTOMS else one.display)[order.good],
    }


def _trade(state: State, seat: Seat, order: actions.Trade) -> dict[str, Json]:
    one = player(state, seat)
    return {
        "goods": [GOODS[good] for good in order.goods],
        "left": [one.display[good] - 1 for good in order.goods],
        "gain": colourless_gain(one),
    }


def _baksheesh(state: State, seat: Seat, order: actions.Baksheesh) -> dict[str, Json]:
    return {"good": GOODS[order.good], "display": player(state, seat).display[order.good]}


def _pay(state: State, seat: Seat, order: actions.Pay) -> dict[str, Json]:
    return {"good": GOODS[order.good], "have": player(state, seat).hand[order.good]}


_DESCRIBED: dict[type[actions.Action], Callable[[State, Seat, api.Action], dict[str, Json]]] = {
    actions.Lay: _lay,
    actions.Move: _move,
    actions.Draw: _draw,
    actions.Pass: _pass,
    actions.Sell: _sell,
    actions.Jewel: _jewel,
    actions.Rob: _rob,
    actions.Discard: _discard,
    actions.Trade: _trade,
    actions.Baksheesh: _baksheesh,
    actions.Pay: _pay,
}
