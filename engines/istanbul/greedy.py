"""The greedy stand-in: the move that is worth most now, with a glance at the move after it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engines.istanbul.board import board_of
from engines.istanbul.legal import legal_orders
from engines.istanbul.options import payment_due
from engines.istanbul.order import (
    ANNOUNCES,
    END,
    PAY,
    ROLL_AGAIN,
    SKIP,
    Order,
)
from engines.istanbul.state import (
    ACTION,
    AFTER,
    ASSISTANT,
    DICE,
    DISCARDING,
    ENCOUNTERS,
    MOVE,
    PAY_GOVERNOR,
    PAY_SMUGGLER,
    State,
    Trader,
    capacity,
    mover,
    with_mover,
)
from engines.istanbul.terms import (
    ANYGOODS,
    ASSIST,
    DIE_FACE,
    FAMILY,
    FOUNTAIN,
    GEM2,
    GOOD,
    JEWELLERY_OF_ROLL,
    LIRA5,
    LOWEST_ANNOUNCED,
    MOVE34,
    POST2,
    RED,
    STAY,
    SULTAN2,
    TEA_HOUSE,
)
from engines.istanbul.worth import place_worths

_STUCK: Final = -100.0
_NEXT: Final = 0.35
_CARD_COST: Final = 2.0
_KEPT: Final = 4
"""The Lira that are not spent on small things."""

_CARD_WORTH: Final = {
    SULTAN2: 9, GEM2: 8, LIRA5: 7, GOOD: 6, POST2: 5, FAMILY: 4, ANYGOODS: 3, MOVE34: 2, ASSIST: 2, STAY: 1,
}  # fmt: skip
_TRIVIAL: Final = (SKIP, END)


def greediest(state: State) -> Order:
    """Return the order that looks best to the mover."""
    legal = legal_orders(state)
    if len(legal) == 1:
        return legal[0]
    trader = mover(state)
    played = _card_to_play(state, trader, legal)
    if played is not None:
        return played
    return _CHOOSERS.get(state.turn.stage, _first)(state, trader, legal)


def _first(state: State, trader: Trader, legal: Sequence[Order]) -> Order:
    return legal[0]


def _of(legal: Sequence[Order], *kinds: str) -> list[Order]:
    return [order for order in legal if order.kind in kinds]


def _scarcest(trader: Trader, orders: Sequence[Order]) -> Order:
    """Return the order for the good that the trader has least of; of equals the dearer one."""
    return min(orders, key=lambda order: (trader.goods[order.value], -order.value))


def _card_to_play(state: State, trader: Trader, legal: Sequence[Order]) -> Order | None:
    """Play what helps at once: money, a good with room, a repeat, the family member's reward."""
    if not trader.hand:
        return None
    for kind in (GEM2, SULTAN2, POST2, LIRA5):
        if found := _of(legal, kind):
            return found[0]
    roomy = [order for order in _of(legal, GOOD) if trader.goods[order.value] < capacity(trader)]
    if roomy:
        return _scarcest(trader, roomy)
    return next(iter(_of(legal, FAMILY)), None)


def _move(state: State, trader: Trader, legal: Sequence[Order]) -> Order:
    """Weigh every destination; a movement card must be worth its use."""
    worths = place_worths(state, trader)
    near = board_of(state.layout).near
    scores = {
        order: _arrival(state, trader, place, worths)
        + _NEXT * max(worths[other] for other in near[place])
        - (_CARD_COST if order.kind != "move" else 0)
        for order in _of(legal, "move", MOVE34, STAY)
        for place in (trader.place if order.kind == STAY else order.value,)
    }
    return max(scores, key=lambda order: scores[order])


def _arrival(state: State, trader: Trader, place: int, worths: Sequence[float]) -> float:
    """Return what it is worth to stand at a place: its action, less the payment, with the assistant in mind."""
    if place == FOUNTAIN:
        return worths[place] + (12.0 if not trader.stack else 0.0)
    due = payment_due(with_mover(state, trader._replace(place=place)))
    step = 2.0 if place in trader.assistants else -1.0 - 3.0 * (trader.stack == 1)
    if due > trader.lira or not (trader.stack or place in trader.assistants):
        return _STUCK
    caught = sum(3.0 for other in state.traders if other is not trader and other.family == place)
    met = (state.bazaar.governor == place) + (state.bazaar.smuggler == place)
    return worths[place] - due + step + caught + met


def _assistant(state: State, trader: Trader, legal: Sequence[Order]) -> Order:
    for order in _of(legal, "pick_up", "leave") if trader.place != FOUNTAIN else _of(legal, "return_all", "skip"):
        return order
    return next(iter(_of(legal, ASSIST, "yellow")), END)


def _pay(state: State, trader: Trader, legal: Sequence[Order]) -> Order:
    return PAY if PAY in legal else END


def _action(state: State, trader: Trader, legal: Sequence[Order]) -> Order:
    acting = state.turn.acting
    if acting == TEA_HOUSE:
        return ANNOUNCES[(8 if RED in trader.tiles else 7) - LOWEST_ANNOUNCED]
    if _of(legal, ANYGOODS) and sum(trader.goods) >= 4 and len(_of(legal, "add")) < 3:
        return _of(legal, ANYGOODS)[0]
    sendings = _of(legal, "send")
    if sendings:
        worths = place_worths(state, trader)
        return max(sendings, key=lambda order: worths[order.value])
    gains = _of(legal, "gain")
    return _scarcest(trader, gains) if gains else legal[0]


def _dice(state: State, trader: Trader, legal: Sequence[Order]) -> Order:
    """Let a good roll stand, else turn a die if that makes it one, else roll again."""
    turn = state.turn
    wanted = turn.work.announced if turn.acting == TEA_HOUSE else 7
    totals = {order: sum(turn.work.dice) - order.value + DIE_FACE for order in _of(legal, "turn")}
    totals[SKIP] = sum(turn.work.dice)
    best = max(totals, key=lambda order: (JEWELLERY_OF_ROLL[totals[order]], order == SKIP))
    if turn.acting == TEA_HOUSE:
        best = max(totals, key=lambda order: (totals[order] >= wanted, order == SKIP))
    return best if totals[best] >= wanted else ROLL_AGAIN


def _discard(state: State, trader: Trader, legal: Sequence[Order]) -> Order:
    return min(_of(legal, "discard"), key=lambda order: _CARD_WORTH[order.word])


def _meeting(state: State, trader: Trader, legal: Sequence[Order]) -> Order:
    """Catch, then meet Governor and Smuggler, then buy an extra good; money for the next ruby is kept."""
    for order in _of(legal, "catch"):
        return order
    if trader.lira >= _KEPT:
        for order in _of(legal, "governor"):
            return order
    wanted = [order for order in _of(legal, "smuggler", "extra") if trader.goods[order.value] < capacity(trader)]
    return _scarcest(trader, wanted) if wanted and trader.lira >= _KEPT else END


def _governor(state: State, trader: Trader, legal: Sequence[Order]) -> Order:
    worst = _discard(state, trader, legal)
    return PAY if PAY in legal and _CARD_WORTH[worst.word] > _CARD_COST else worst


def _smuggler(state: State, trader: Trader, legal: Sequence[Order]) -> Order:
    return PAY if PAY in legal else max(legal, key=lambda order: trader.goods[order.value])


_CHOOSERS: Final[dict[str, Callable[[State, Trader, Sequence[Order]], Order]]] = {
    MOVE: _move,
    ASSISTANT: _assistant,
    "pay": _pay,
    ACTION: _action,
    DICE: _dice,
    DISCARDING: _discard,
    AFTER: _meeting,
    ENCOUNTERS: _meeting,
    PAY_GOVERNOR: _governor,
    PAY_SMUGGLER: _smuggler,
}
