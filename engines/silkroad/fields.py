"""The action fields: what a stop on a village leads to (Rulebook, Actions)."""

from __future__ import annotations

from collections.abc import Callable

from engines.api import Seat
from engines.silkroad import robbers
from engines.silkroad.market import open_market, right_to_sell, take_colourless
from engines.silkroad.names import BAZAAR_GOODS, CAMEL_FIELDS, CUSTOMS_LIMIT, GOODS, MARKET_FIELDS
from engines.silkroad.state import (
    BAKSHEESH,
    BAZAAR,
    BLACK,
    CAMEL,
    CUSTOMS,
    DRAW,
    EXTRA,
    LARGE,
    NO_CARDS,
    PAY,
    REFILL,
    SANDSTORM,
    SMALL,
    Baksheesh,
    Discard,
    Log,
    Market,
    Pass,
    Pay,
    State,
    Trade,
    changed,
    from_left_of,
    goods_of,
    player,
    with_player,
)
from engines.silkroad.turn import can_draw


def perform(state: State, log: Log) -> State:
    """Perform the action of the place where the caravan has stopped; in its city that is the large market."""
    field = state.fields[state.caravans[state.moved].place]
    if not field:
        return open_market(state, LARGE, log)
    return _PERFORMED[field](state, field, log)


def void(state: State, field: str, why: str, log: Log) -> State:
    """Leave everything as it is."""
    place = state.caravans[state.moved].place
    log.tell("void", seat=state.turn, action=field, place=state.board.names[place], why=why)
    return state._replace(phase=REFILL)


def _small_market(state: State, field: str, log: Log) -> State:
    if MARKET_FIELDS.index(field) not in goods_of(state, state.moved):
        return void(state, field, "not_carried", log)
    return _outside_city(state, field, SMALL, log)


def _black_market(state: State, field: str, log: Log) -> State:
    return _outside_city(state, field, BLACK, log)


def _outside_city(state: State, field: str, kind: str, log: Log) -> State:
    if right_to_sell(state._replace(market=Market(kind))) is None:
        return void(state, field, "no_seller", log)
    return open_market(state, kind, log)


def _camels(state: State, field: str, log: Log) -> State:
    """Offer another card where the caravan is no larger than the field's number of camels."""
    if state.moved > CAMEL_FIELDS.index(field):
        return void(state, field, "too_many_camels", log)
    if not can_draw(state):
        return void(state, field, "no_cards", log)
    return state._replace(phase=CAMEL, draws=1)


def customs_seats(state: State) -> tuple[Seat, ...]:
    """Return who still holds too many cards: everybody but the mover, clockwise."""
    return tuple(s for s in from_left_of(state, state.turn) if sum(player(state, s).hand) > CUSTOMS_LIMIT)


def sandstorm_seats(state: State) -> tuple[Seat, ...]:
    """Return who still has to give a card of the display: everybody but the mover, clockwise."""
    gave = {seat for seat, _ in state.given}
    return tuple(
        seat
        for seat in from_left_of(state, state.turn)
        if seat not in gave and player(state, seat).display != NO_CARDS
    )


def _customs(state: State, field: str, log: Log) -> State:
    return _all_discard(state, field, CUSTOMS, customs_seats(state), log)


def _sandstorm(state: State, field: str, log: Log) -> State:
    return _all_discard(state, field, SANDSTORM, sandstorm_seats(state), log)


def _all_discard(state: State, field: str, phase: str, seats: tuple[Seat, ...], log: Log) -> State:
    if not seats:
        return void(state, field, "nobody", log)
    log.tell(f"{field}_came", seat=state.turn, seats=seats)
    return state._replace(phase=phase)


def discard(state: State, seat: Seat, order: Discard, log: Log) -> State:
    """Give up a card; when all have, the cards go to the pile clockwise, each seat's in the order it named them."""
    giver = player(state, seat)
    if state.phase == CUSTOMS:
        giver = giver._replace(hand=changed(giver.hand, order.good, -1))
    else:
        giver = giver._replace(display=changed(giver.display, order.good, -1))
    log.tell("discarded", seat=seat, good=GOODS[order.good], action=state.phase)
    state = with_player(state, seat, giver)._replace(given=(*state.given, (seat, order.good)))
    if customs_seats(state) if state.phase == CUSTOMS else sandstorm_seats(state):
        return state
    clockwise = from_left_of(state, state.turn)
    cards = tuple(good for seat, good in sorted(state.given, key=lambda card: clockwise.index(card[0])))
    return state._replace(discards=state.discards + cards, given=(), phase=REFILL)


def _robbers(state: State, _field: str, log: Log) -> State:
    return robbers.begin(state, log)


def _bazaar(state: State, field: str, log: Log) -> State:
    if sum(map(bool, player(state, state.turn).display)) < BAZAAR_GOODS:
        return void(state, field, "too_few_goods", log)
    return state._replace(phase=BAZAAR)


def trade(state: State, seat: Seat, order: Trade, log: Log) -> State:
    """Discard three different goods of the display for a colourless jewel."""
    mover = player(state, seat)
    display = mover.display
    for good in order.goods:
        display = changed(display, good, -1)
    log.tell("traded", seat=seat, goods=tuple(GOODS[good] for good in order.goods))
    state = with_player(state, seat, mover._replace(display=display))
    state = take_colourless(state, seat, log)
    return state._replace(discards=state.discards + order.goods, phase=REFILL)


def leave_bazaar(state: State, seat: Seat, _order: Pass, log: Log) -> State:
    """Leave the bazaar without a trade."""
    log.tell("bazaar_left", seat=seat)
    return state._replace(phase=REFILL)


def _baksheesh(state: State, field: str, log: Log) -> State:
    if not state.open:
        return void(state, field, "no_open_card", log)
    if player(state, state.turn).hand == NO_CARDS:
        return void(state, field, "no_hand_card", log)
    return state._replace(phase=BAKSHEESH)


def take_baksheesh(state: State, seat: Seat, order: Baksheesh, log: Log) -> State:
    """Put an open card straight into the display."""
    mover, shown = player(state, seat), list(state.open)
    shown.remove(order.good)
    log.tell("baksheesh_taken", seat=seat, good=GOODS[order.good])
    state = with_player(state, seat, mover._replace(display=changed(mover.display, order.good, 1)))
    return state._replace(open=tuple(shown), phase=PAY)


def pay(state: State, seat: Seat, order: Pay, log: Log) -> State:
    """Discard a hand card for the baksheesh."""
    mover = player(state, seat)
    log.tell("paid", seat=seat, good=GOODS[order.good])
    state = with_player(state, seat, mover._replace(hand=changed(mover.hand, order.good, -1)))
    return state._replace(discards=(*state.discards, order.good), phase=REFILL)


_PERFORMED: dict[str, Callable[[State, str, Log], State]] = {
    **dict.fromkeys(MARKET_FIELDS, _small_market),
    **dict.fromkeys(CAMEL_FIELDS, _camels),
    "black_market": _black_market,
    "customs": _customs,
    "sandstorm": _sandstorm,
    "robbers": _robbers,
    "bazaar": _bazaar,
    "baksheesh": _baksheesh,
}


def draws_to_come(state: State) -> int:
    """Return how many cards can still be drawn in a row: those of this step, and that of a camel field behind it."""
    if state.phase not in (DRAW, EXTRA):
        return state.draws
    field = state.fields[state.caravans[state.moved].place]
    serves = field in CAMEL_FIELDS and state.moved <= CAMEL_FIELDS.index(field)
    return state.draws + serves
