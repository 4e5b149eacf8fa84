"""The figures of the hint beside a choice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engines.api import Json
from engines.istanbul.board import distance
from engines.istanbul.moving import neutral_colour
from engines.istanbul.options import (
    can_draw,
    catchable,
    delivered,
    merchants_here,
    neutrals_here,
    payment_due,
)
from engines.istanbul.order import Order
from engines.istanbul.prospects import place_facts
from engines.istanbul.rubies import named_goods
from engines.istanbul.state import (
    ASSISTANT,
    PAY_MERCHANTS,
    State,
    Trader,
    capacity,
    mover,
    with_mover_and_turn,
    with_turn,
)
from engines.istanbul.terms import (
    CATCH_LIRA,
    DEALER_PRICES,
    DIE_FACE,
    EXTRA_PRICE,
    FAMILY,
    FOUNTAIN,
    GEM2,
    GOODS,
    LIRA_OF_CARD,
    MOSQUE_TILES,
    MOVE34,
    PRICES,
    RETURN_PRICE,
    STAY,
    SULTAN2,
    TILES,
    TOKEN_PRICE,
)


def described(state: State, order: Order) -> dict[str, Json]:
    """Return the kind of an order and the figures that matter for it."""
    facts = _FACTS.get(order.kind)
    return {"kind": order.kind} | (facts(state, order) if facts else {})


def _arrival(state: State, order: Order) -> dict[str, Json]:
    """Say what a merchant would meet at a place, what he could do there, and what becomes of his assistants."""
    trader = mover(state)
    place = trader.place if order.kind == STAY else order.value
    turn = state.turn._replace(stage=ASSISTANT, acting=place)
    there = with_mover_and_turn(state, trader._replace(place=place), turn)
    return {
        "place": place,
        "steps": distance(state.layout, trader.place, place),
        "assistant": _assistant_at(trader, place),
        "due": payment_due(there),
        "lira": trader.lira,
        "merchants": list(merchants_here(there)),
        "neutrals": [neutral_colour(state, index) for index in neutrals_here(there)],
        "families": list(catchable(there)),
        "governor": state.bazaar.governor == place and can_draw(state),
        "smuggler": state.bazaar.smuggler == place,
        "action": place_facts(there, place),
    }


def _assistant_at(trader: Trader, place: int) -> str:
    if place == FOUNTAIN:
        return "fountain"
    if place in trader.assistants:
        return "pick_up"
    return "leave" if trader.stack else "none"


def _here(state: State, order: Order) -> dict[str, Json]:
    return {"place": state.turn.acting, "action": place_facts(state, state.turn.acting)}


def _good(state: State, order: Order) -> dict[str, Json]:
    trader = mover(state)
    return {"good": GOODS[order.value], "held": trader.goods[order.value], "room": capacity(trader)}


def _extra(state: State, order: Order) -> dict[str, Json]:
    return _good(state, order) | {"price": EXTRA_PRICE}


def _from_place(state: State, order: Order) -> dict[str, Json]:
    return {"place": order.value, "stack": mover(state).stack}


def _yellow(state: State, order: Order) -> dict[str, Json]:
    return _from_place(state, order) | {"price": RETURN_PRICE, "lira": mover(state).lira}


def _all_back(state: State, order: Order) -> dict[str, Json]:
    return {"places": list(mover(state).assistants)}


def _payment(state: State, order: Order) -> dict[str, Json]:
    due = payment_due(state) if state.turn.stage == PAY_MERCHANTS else TOKEN_PRICE
    return {"price": due, "lira": mover(state).lira, "stage": state.turn.stage}


def _stage(state: State, order: Order) -> dict[str, Json]:
    return {"stage": state.turn.stage, "place": state.turn.acting}


def _sending(state: State, order: Order) -> dict[str, Json]:
    there = with_turn(state, state.turn._replace(acting=order.value))
    return {"place": order.value, "action": place_facts(there, order.value)}


def _announcement(state: State, order: Order) -> dict[str, Json]:
    ways = sum(first + second >= order.value for first in range(1, 7) for second in range(1, 7))
    return {"number": order.value, "ways": ways}


def _turned(state: State, order: Order) -> dict[str, Json]:
    dice = state.turn.work.dice
    return {"face": order.value, "total": sum(dice) - order.value + DIE_FACE}


def _sale(state: State, order: Order) -> dict[str, Json]:
    basket, place = state.turn.work.basket, state.turn.acting
    lira = PRICES[place][sum(basket)] if place in PRICES else 0
    return {"stage": state.turn.stage, "goods": named_goods(basket), "lira": lira}


def _added(state: State, order: Order) -> dict[str, Json]:
    number = sum(state.turn.work.basket) + 1
    return {"good": GOODS[order.value], "number": number, "lira": PRICES[state.turn.acting][number]}


def _delivery(state: State, order: Order) -> dict[str, Json]:
    return {"goods": named_goods(delivered(state, order.goods)), "any": [GOODS[good] for good in order.goods]}


def _tile(state: State, order: Order) -> dict[str, Json]:
    trader, stack = mover(state), state.bazaar.mosques[order.value]
    partner = next(tiles for tiles in MOSQUE_TILES.values() if order.value in tiles)
    ruby = all(tile in trader.tiles or tile == order.value for tile in partner)
    return {"tile": TILES[order.value], "needs": stack[0] if stack else None, "ruby": ruby}


def _card(state: State, order: Order) -> dict[str, Json]:
    return {"card": order.word}


def _catch(state: State, order: Order) -> dict[str, Json]:
    return {"seat": order.value, "reward": order.word, "lira": CATCH_LIRA if order.word == "lira" else 0}


def _purchase(state: State, order: Order) -> dict[str, Json]:
    rubies = state.bazaar.dealer
    return {"price": DEALER_PRICES[rubies], "lira": mover(state).lira}


def _five_lira(state: State, order: Order) -> dict[str, Json]:
    return {"lira": LIRA_OF_CARD}


def _family(state: State, order: Order) -> dict[str, Json]:
    return {"reward": order.word, "place": mover(state).family, "lira": CATCH_LIRA if order.word == "lira" else 0}


_FACTS: Final[dict[str, Callable[[State, Order], dict[str, Json]]]] = {
    "move": _arrival,
    MOVE34: _arrival,
    STAY: _arrival,
    "leave": _stage,
    "pick_up": _stage,
    "pay": _payment,
    "pay_good": _good,
    "skip": _stage,
    "end": _stage,
    "done": _sale,
    "extend": _here,
    "fill": _here,
    "collect": _here,
    "draw": _here,
    "buy_ruby": _purchase,
    GEM2: _purchase,
    "extra": _extra,
    "gain": _good,
    "smuggler": _good,
    "good": _good,
    "take": _card,
    "discard": _card,
    "fetch": _from_place,
    "assist": _from_place,
    "yellow": _yellow,
    "return_all": _all_back,
    "send": _sending,
    "announce": _announcement,
    "turn": _turned,
    "add": _added,
    "deliver": _delivery,
    SULTAN2: _delivery,
    "tile": _tile,
    "catch": _catch,
    "lira5": _five_lira,
    FAMILY: _family,
}
