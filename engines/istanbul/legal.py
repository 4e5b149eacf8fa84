"""Every order open to the mover, in a fixed order.

First comes what the stage is about, in the order of places, goods and seats; then what declines it; then the bonus
cards in the order of `terms.CARDS`, and the yellow tile last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engines.istanbul.board import board_of
from engines.istanbul.options import (
    card_sources,
    catchable,
    deliveries,
    discards,
    encounters,
    family_at_work,
    fetches,
    payment_due,
    place_actions,
    sellable,
    yellow_ready,
    yellow_sources,
)
from engines.istanbul.order import (
    ANY_CARD,
    ASSISTS,
    DONE,
    END,
    EXTRAS,
    FAMILIES,
    GAINS,
    GEM_CARD,
    GOOD_CARDS,
    LEAVE,
    LIRA_CARD,
    PAY,
    PAY_GOODS,
    PICK_UP,
    POST_CARD,
    RETURN_ALL,
    ROLL_AGAIN,
    SKIP,
    STAY_CARD,
    TURNS,
    YELLOWS,
    Order,
)
from engines.istanbul.state import (
    ACTION,
    AFTER,
    ASSISTANT,
    DICE,
    DISCARDING,
    DRAWING,
    ENCOUNTERS,
    FETCHING,
    GAINING,
    LEFTOVER,
    MOVE,
    PAY_GOVERNOR,
    PAY_MERCHANTS,
    PAY_SMUGGLER,
    SALE,
    State,
    Trader,
    mover,
)
from engines.istanbul.terms import (
    ANYGOODS,
    ASSIST,
    BLACK_MARKET_GOODS,
    DEALER,
    DEALER_PRICES,
    DIE_FACE,
    EXTRA_PRICE,
    FAMILY,
    FOUNTAIN,
    GEM2,
    GOOD,
    LIRA5,
    MOVE34,
    PALACE,
    POLICE_STATION,
    POST2,
    POST_OFFICE,
    SMALL_MARKET,
    STAY,
    SULTAN2,
    TOKEN_PRICE,
)


def legal_orders(state: State) -> Sequence[Order]:
    """Return what the mover may do now."""
    return _STAGES[state.turn.stage](state, mover(state))


def spare_orders(state: State, trader: Trader) -> list[Order]:
    """Return the cards and the yellow tile that may be used between steps."""
    found: list[Order] = []
    for card in dict.fromkeys(trader.hand):
        found.extend(_CARDS[card](state, trader))
    if yellow_ready(state, trader):
        found.extend([YELLOWS[place] for place in yellow_sources(trader)])
    return found


def _moves(state: State, trader: Trader) -> Sequence[Order]:
    moves = board_of(state.layout).moves[trader.place]
    return [*moves, *spare_orders(state, trader)] if trader.hand or trader.tiles else moves


def _assistant_step(state: State, trader: Trader) -> Sequence[Order]:
    found: list[Order] = []
    if trader.place in trader.assistants:
        found.append(PICK_UP)
    elif trader.stack:
        found.append(LEAVE)
    if trader.place == FOUNTAIN:
        return [*found, *place_actions(state, trader), SKIP, *spare_orders(state, trader)]
    return [*found, END, *spare_orders(state, trader)]


def _payment(state: State, trader: Trader) -> Sequence[Order]:
    found = [PAY, END] if trader.lira >= payment_due(state) else [END]
    return found + spare_orders(state, trader)


def _action(state: State, trader: Trader) -> Sequence[Order]:
    return [*place_actions(state, trader), SKIP, *spare_orders(state, trader)]


def _after(state: State, trader: Trader) -> Sequence[Order]:
    found = encounters(state)
    if state.turn.extra and trader.lira >= EXTRA_PRICE:
        found = [*EXTRAS, *found]
    if not catchable(state):
        found.append(END)
    return found + spare_orders(state, trader)


def _sale(state: State, trader: Trader) -> Sequence[Order]:
    found = sellable(state, trader)
    return [*found, DONE] if any(state.turn.work.basket) else found


def _drawing(state: State, trader: Trader) -> Sequence[Order]:
    return card_sources(state, trader)


def _discarding(state: State, trader: Trader) -> Sequence[Order]:
    return discards(trader)


def _dice(state: State, trader: Trader) -> Sequence[Order]:
    turned = [TURNS[face] for face in dict.fromkeys(state.turn.work.dice) if face != DIE_FACE]
    return [SKIP, *turned, ROLL_AGAIN]


def _gaining(state: State, trader: Trader) -> Sequence[Order]:
    return [GAINS[good] for good in BLACK_MARKET_GOODS]


def _fetching(state: State, trader: Trader) -> Sequence[Order]:
    return [*fetches(trader), RETURN_ALL, DONE]


def _paying_governor(state: State, trader: Trader) -> Sequence[Order]:
    paid = [PAY] if trader.lira >= TOKEN_PRICE else []
    return paid + discards(trader)


def _paying_smuggler(state: State, trader: Trader) -> Sequence[Order]:
    paid = [PAY] if trader.lira >= TOKEN_PRICE else []
    return paid + [PAY_GOODS[good] for good, held in enumerate(trader.goods) if held]


def _leftover(state: State, trader: Trader) -> Sequence[Order]:
    found = [*GOOD_CARDS] if GOOD in trader.hand else []
    if LIRA5 in trader.hand:
        found.append(LIRA_CARD)
    return [*found, DONE]


_STAGES: dict[str, Callable[[State, Trader], Sequence[Order]]] = {
    MOVE: _moves,
    ASSISTANT: _assistant_step,
    PAY_MERCHANTS: _payment,
    ACTION: _action,
    SALE: _sale,
    DRAWING: _drawing,
    DISCARDING: _discarding,
    DICE: _dice,
    GAINING: _gaining,
    FETCHING: _fetching,
    AFTER: _after,
    ENCOUNTERS: _after,
    PAY_GOVERNOR: _paying_governor,
    PAY_SMUGGLER: _paying_smuggler,
    LEFTOVER: _leftover,
}


def _good_card(state: State, trader: Trader) -> Iterable[Order]:
    return GOOD_CARDS


def _lira_card(state: State, trader: Trader) -> Iterable[Order]:
    return (LIRA_CARD,)


def _long_moves(state: State, trader: Trader) -> Iterable[Order]:
    return board_of(state.layout).long_moves[trader.place] if state.turn.stage == MOVE else ()


def _stay(state: State, trader: Trader) -> Iterable[Order]:
    return (STAY_CARD,) if state.turn.stage == MOVE else ()


def _family(state: State, trader: Trader) -> Iterable[Order]:
    if trader.family == POLICE_STATION or family_at_work(state):
        return ()
    # The card itself lies on the discard pile before its reward is drawn, so there is one to draw.
    return FAMILIES.values()


def _assist(state: State, trader: Trader) -> Iterable[Order]:
    if state.turn.stage not in (MOVE, ASSISTANT):
        return ()
    return [ASSISTS[place] for place in trader.assistants]


def _repeatable(state: State, place: int) -> bool:
    turn = state.turn
    return turn.stage == AFTER and turn.acted and turn.acting == place


def _sultan(state: State, trader: Trader) -> Iterable[Order]:
    if not _repeatable(state, PALACE):
        return ()
    return [Order(SULTAN2, goods=free) for free in deliveries(state, trader)]


def _post(state: State, trader: Trader) -> Iterable[Order]:
    return (POST_CARD,) if _repeatable(state, POST_OFFICE) else ()


def _gem(state: State, trader: Trader) -> Iterable[Order]:
    rubies = state.bazaar.dealer
    payable = rubies and trader.lira >= DEALER_PRICES[rubies]
    return (GEM_CARD,) if payable and _repeatable(state, DEALER) else ()


def _any_goods(state: State, trader: Trader) -> Iterable[Order]:
    turn = state.turn
    fits = turn.stage == ACTION and turn.acting == SMALL_MARKET and any(trader.goods)
    return (ANY_CARD,) if fits else ()


_CARDS: dict[str, Callable[[State, Trader], Iterable[Order]]] = {
    GOOD: _good_card,
    LIRA5: _lira_card,
    MOVE34: _long_moves,
    SULTAN2: _sultan,
    POST2: _post,
    GEM2: _gem,
    FAMILY: _family,
    STAY: _stay,
    ASSIST: _assist,
    ANYGOODS: _any_goods,
}
