"""The greedy stand-in: it plays what promises it most points at once, weighing cards and rivals' gains roughly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engines import api
from engines.api import Seat
from engines.silkroad import actions, phases
from engines.silkroad.actions import Good
from engines.silkroad.board import Place
from engines.silkroad.choices import choices
from engines.silkroad.names import BAZAAR_GOODS, CAMEL_FIELDS, CUSTOMS_LIMIT, MARKET_FIELDS
from engines.silkroad.position import goods_of, player
from engines.silkroad.preferences import best_jewel, card_to_give, card_to_rob
from engines.silkroad.scoring import colourless_gain, gain
from engines.silkroad.state import NO_CARDS, Counts, Player, State, changed

# Rough worths in points, found by play against the stand-in that moves by chance.
_CARD = 0.8
_LAID = 0.35
_RIVAL = 0.6
_AWAY = 0.02
_PROMISE = 1.0
_RIVALS_JEWEL = 2.5


class Offer(NamedTuple):
    """One camel that comes to the market, and whether a city's jewel is paid for it."""

    good: Good
    in_city: bool


def best(state: State, seat: Seat, legal: Sequence[actions.Action]) -> actions.Action:
    """Return the most promising of the legal actions."""
    if state.phase in (phases.LAY, phases.MOVE):
        return max(legal, key=lambda step: _promise(state, seat, step))
    if state.phase in phases.DISCARDING:
        return card_to_give(state, seat)
    if state.phase == phases.SELL:
        return actions.Sell(actions.ANY)
    return _BEST[type(legal[0])](state, seat, legal)


def _promise(state: State, seat: Seat, step: actions.Action) -> float:
    """Return what the best move is worth that a step leads to."""
    if isinstance(step, actions.Move):
        return _worth(state, seat, step)
    return _best_worth(state, seat, step) if isinstance(step, actions.Lay) else 0.0


def _best_worth(state: State, seat: Seat, lay: actions.Lay) -> float:
    one = player(state, seat)
    laid = one._replace(
        hand=changed(one.hand, lay.good, -lay.number), display=changed(one.display, lay.good, lay.number)
    )
    players = (*state.players[: seat - 1], laid, *state.players[seat:])
    ready = state._replace(phase=phases.MOVE, laid=(lay.good, lay.number), players=players)
    return max(_worth(ready, seat, move) for move in choices(ready, seat) if isinstance(move, actions.Move))


def _worth(state: State, seat: Seat, move: actions.Move) -> float:
    """Return what a move is worth: cards, sales for and against the seat, and the field's action."""
    index, good = move.caravan - 1, state.laid[0]
    place = state.board.place(move.place)
    cards = 1 + (good in goods_of(state, index))
    worth = cards * _CARD - _LAID * state.laid[1]
    return worth + _field(state, seat, index, place)


def _field(state: State, seat: Seat, index: int, place: Place) -> float:
    field = state.fields[place]
    camels, goods = state.caravans[index].camels, state.board.goods
    if not field:
        return _sales(state, seat, index, [Offer(goods[camel], True) for camel in reversed(camels)])
    if field == "black_market":
        return _sales(state, seat, index, [Offer(goods[camels[-1]], False)])
    if field in MARKET_FIELDS:
        wanted = MARKET_FIELDS.index(field)
        return _sales(state, seat, index, [Offer(wanted, False)]) if wanted in goods_of(state, index) else 0.0
    if field in CAMEL_FIELDS:
        return _CARD if index <= CAMEL_FIELDS.index(field) else 0.0
    return _OTHERS[field](state, seat)


def _sales(state: State, seat: Seat, index: int, offers: Sequence[Offer]) -> float:
    """Play the sales through with everybody selling; rivals' jewels count against the seat."""
    displays = [one.display for one in state.players]
    cameleers = [one.cameleer for one in state.players]
    jewels = list(state.caravans[index].jewels)
    worth = 0.0
    for offer in offers:
        seller = _seller(displays, cameleers, offer.good)
        if seller < 0:
            continue
        cards = displays[seller][offer.good]
        displays[seller] = changed(displays[seller], offer.good, -((cards + 1) // 2))
        points = _jewel_points(state.players[seller], offer, jewels, own=seller == seat - 1)
        worth += points - _LAID * ((cards + 1) // 2) if seller == seat - 1 else -_RIVAL * points / (len(displays) - 1)
    return worth


def _seller(displays: Sequence[Counts], cameleers: list[int], good: Good) -> int:
    """Return who sells (from 0), cameleers swapped after a tie; -1 where nobody can."""
    most = max(display[good] for display in displays)
    if not most:
        return -1
    tied = sorted((seat for seat, display in enumerate(displays) if display[good] == most), key=cameleers.__getitem__)
    low, high = tied[0], tied[-1]
    cameleers[low], cameleers[high] = cameleers[high], cameleers[low]
    return high


def _jewel_points(one: Player, offer: Offer, jewels: list[int], own: bool) -> float:
    """Return what the sale brings; a rival's collection is not known, so its jewel counts as an average one."""
    if not offer.in_city:
        return float(colourless_gain(one)) if own else _RIVALS_JEWEL
    colour = max(jewels, key=lambda colour: gain(one, colour)) if own else jewels[0]
    jewels.remove(colour)
    return gain(one, colour) + _PROMISE if own else _RIVALS_JEWEL


def _robbers(state: State, seat: Seat) -> float:
    victims = sum(one.display != NO_CARDS for number, one in enumerate(state.players, 1) if number != seat)
    return _LAID * 2 if victims else _LAID


def _customs(state: State, seat: Seat) -> float:
    surplus = sum(
        max(0, sum(one.hand) - CUSTOMS_LIMIT) for number, one in enumerate(state.players, 1) if number != seat
    )
    return _LAID * surplus / (len(state.players) - 1)


def _sandstorm(state: State, seat: Seat) -> float:
    hit = sum(one.display != NO_CARDS for number, one in enumerate(state.players, 1) if number != seat)
    return _LAID * hit / (len(state.players) - 1)


def _bazaar(state: State, seat: Seat) -> float:
    one = player(state, seat)
    if sum(map(bool, one.display)) < BAZAAR_GOODS:
        return 0.0
    return colourless_gain(one) - _LAID * BAZAAR_GOODS


def _baksheesh(_state: State, _seat: Seat) -> float:
    return _AWAY


_OTHERS: dict[str, Callable[[State, Seat], float]] = {
    "robbers": _robbers,
    "customs": _customs,
    "sandstorm": _sandstorm,
    "bazaar": _bazaar,
    "baksheesh": _baksheesh,
}


def _draw(state: State, seat: Seat, legal: Sequence[api.Action]) -> actions.Draw:
    """Take the open good of which the seat holds most, if it holds some; else the unknown card."""
    one = player(state, seat)
    drawn = [draw for draw in legal if isinstance(draw, actions.Draw)]
    return max(drawn, key=lambda draw: 0.5 if draw.good == actions.PILE else _held(one, draw.good))


def _held(one: Player, good: Good) -> int:
    return one.hand[good] + one.display[good]


def _jewel(state: State, seat: Seat, _legal: Sequence[api.Action]) -> actions.Jewel:
    return actions.Jewel(best_jewel(state, seat))


def _trade(state: State, seat: Seat, legal: Sequence[api.Action]) -> api.Action:
    """Trade away the goods of which the seat has least; a colourless jewel is always worth three cards."""
    one = player(state, seat)
    trades = [trade for trade in legal if isinstance(trade, actions.Trade)]
    return min(trades, key=lambda trade: sum(one.display[good] for good in trade.goods))


def _take_baksheesh(state: State, seat: Seat, legal: Sequence[api.Action]) -> api.Action:
    return max(legal, key=lambda order: _held(player(state, seat), order.good))


def _pay(state: State, seat: Seat, legal: Sequence[api.Action]) -> api.Action:
    return min(legal, key=lambda order: _held(player(state, seat), order.good))


def _rob(state: State, seat: Seat, _legal: Sequence[api.Action]) -> api.Action:
    return card_to_rob(state, seat)


_BEST: dict[type[actions.Action], Callable[[State, Seat, Sequence[actions.Action]], actions.Action]] = {
    actions.Draw: _draw,
    actions.Jewel: _jewel,
    actions.Trade: _trade,
    actions.Baksheesh: _take_baksheesh,
    actions.Pay: _pay,
    actions.Rob: _rob,
}
