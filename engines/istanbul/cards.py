"""The ten kinds of bonus cards; a played card reaches the discard pile before its effect."""

from __future__ import annotations

from engines.istanbul.flow import between_steps, next_in_window, out_of_stage, settle
from engines.istanbul.meetings import rewarded
from engines.istanbul.moving import arrive, check_long_move
from engines.istanbul.options import family_at_work
from engines.istanbul.order import Order
from engines.istanbul.people import check_assistant_at, returned
from engines.istanbul.rubies import buy_now, check_delivery, check_purchase, deliver_now
from engines.istanbul.state import (
    ACTION,
    AFTER,
    ASSISTANT,
    LEFTOVER,
    MOVE,
    SALE,
    State,
    mover,
    spent,
    with_good,
    with_mover,
    with_turn,
)
from engines.istanbul.story import Story, refusal
from engines.istanbul.terms import (
    ANYGOODS,
    ASSIST,
    DEALER,
    FAMILY,
    GEM2,
    GOOD,
    GOODS,
    LIRA5,
    LIRA_OF_CARD,
    MOVE34,
    PALACE,
    POLICE_STATION,
    POST2,
    POST_OFFICE,
    SMALL_MARKET,
    STAY,
    SULTAN2,
)
from engines.istanbul.wares import collect_now


def _check_held(state: State, card: str) -> None:
    hand = mover(state).hand
    if card not in hand:
        raise refusal("card_not_held", card=card, hand=hand)


def _check_free_card(state: State, card: str) -> None:
    _check_held(state, card)
    if state.turn.stage != LEFTOVER:
        between_steps(state)


def good(state: State, order: Order, story: Story) -> State:
    """GOOD: gain one good of choice (facts 2)."""
    _check_free_card(state, GOOD)
    state = spent(state, GOOD)
    trader, wanted = mover(state), order.value
    goods = with_good(trader, wanted, 1)
    gained = goods[wanted] - trader.goods[wanted]
    story.tell("played_good", seat=state.turn.seat, good=GOODS[wanted], gained=gained)
    return _card_done(with_mover(state, trader._replace(goods=goods)), story)


def lira(state: State, order: Order, story: Story) -> State:
    """LIRA5: take 5 Lira (facts 2)."""
    _check_free_card(state, LIRA5)
    state = spent(state, LIRA5)
    trader = mover(state)
    story.tell("played_lira", seat=state.turn.seat, lira=LIRA_OF_CARD)
    trader = trader._replace(lira=trader.lira + LIRA_OF_CARD)
    return _card_done(with_mover(state, trader), story)


def _card_done(state: State, story: Story) -> State:
    if state.turn.stage == LEFTOVER:
        return state if mover(state).hand else next_in_window(state, story)
    return settle(state, story)


def family(state: State, order: Order, story: Story) -> State:
    """FAMILY: the own family member goes back for a card or 3 Lira (facts 2)."""
    _check_held(state, FAMILY)
    between_steps(state)
    trader = mover(state)
    if trader.family == POLICE_STATION:
        raise refusal("family_at_home", place=POLICE_STATION)
    if family_at_work(state):
        raise refusal("family_at_work", place=trader.family)
    state = spent(state, FAMILY)
    story.tell("played_family", seat=state.turn.seat, origin=trader.family, reward=order.word)
    state = with_mover(state, mover(state)._replace(family=POLICE_STATION))
    return settle(rewarded(state, order.word, story), story)


def stay(state: State, order: Order, story: Story) -> State:
    """STAY: remain instead of moving; the turn goes on from here (facts A16-A18)."""
    _check_movement_card(state, STAY)
    place = mover(state).place
    story.tell("stayed", seat=state.turn.seat, place=place)
    return arrive(spent(state, STAY), place, story)


def long_move(state: State, order: Order, story: Story) -> State:
    """MOVE34: move three or four places instead of one or two (facts A19)."""
    _check_movement_card(state, MOVE34)
    check_long_move(state, order.value)
    story.tell("moved", seat=state.turn.seat, origin=mover(state).place, place=order.value, card=MOVE34)
    return arrive(spent(state, MOVE34), order.value, story)


def _check_movement_card(state: State, card: str) -> None:
    _check_held(state, card)
    if state.turn.stage != MOVE:
        raise out_of_stage(state, MOVE)


def assist(state: State, order: Order, story: Story) -> State:
    """ASSIST: return one assistant before the move, or after it before the assistant step (facts A22)."""
    _check_held(state, ASSIST)
    if state.turn.stage not in (MOVE, ASSISTANT):
        raise out_of_stage(state, ASSISTANT)
    trader = mover(state)
    check_assistant_at(trader, order.value)
    story.tell("played_assist", seat=state.turn.seat, place=order.value, stack=trader.stack + 1)
    state = spent(state, ASSIST)
    return settle(with_mover(state, returned(mover(state), order.value)), story)


def repeat_post(state: State, order: Order, story: Story) -> State:
    """POST2: collect once more at the Post Office (facts A40)."""
    _check_repeat(state, POST2, POST_OFFICE)
    return collect_now(_repeating(state, POST2, story), story)


def repeat_purchase(state: State, order: Order, story: Story) -> State:
    """GEM2: buy once more at the Gemstone Dealer (facts A40, A41)."""
    _check_repeat(state, GEM2, DEALER)
    check_purchase(state)
    return buy_now(_repeating(state, GEM2, story), story)


def repeat_delivery(state: State, order: Order, story: Story) -> State:
    """SULTAN2: deliver once more at the Sultan's Palace (facts A40, A41)."""
    _check_repeat(state, SULTAN2, PALACE)
    check_delivery(state, order.goods)
    return deliver_now(_repeating(state, SULTAN2, story), order.goods, story)


def _check_repeat(state: State, card: str, place: int) -> None:
    _check_held(state, card)
    turn = state.turn
    if turn.stage != AFTER:
        raise out_of_stage(state, AFTER)
    if turn.acting != place or not turn.acted:
        raise refusal("nothing_to_repeat", card=card, place=place)


def _repeating(state: State, card: str, story: Story) -> State:
    story.tell("played_repeat", seat=state.turn.seat, card=card)
    return spent(state, card)


def any_goods(state: State, order: Order, story: Story) -> State:
    """ANYGOODS: sell any goods at the Small Market (facts A43)."""
    _check_held(state, ANYGOODS)
    turn = state.turn
    if turn.stage != ACTION:
        raise out_of_stage(state, ACTION)
    if turn.acting != SMALL_MARKET:
        raise refusal("wrong_place", place=turn.acting, places=(SMALL_MARKET,))
    if not sum(mover(state).goods):
        raise refusal("no_goods")
    story.tell("played_any_goods", seat=turn.seat)
    work = turn.work._replace(any_goods=True)
    return with_turn(spent(state, ANYGOODS), turn._replace(stage=SALE, work=work))


def stop_leftovers(state: State, order: Order, story: Story) -> State:
    """Keep the other cards in the end window."""
    story.tell("leftovers_done", seat=state.turn.seat, cards=len(mover(state).hand))
    return next_in_window(state, story)
