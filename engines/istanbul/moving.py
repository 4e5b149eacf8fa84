"""Phases 1 and 2: the move, the assistant step and the payment to other merchants."""

from __future__ import annotations

from collections.abc import Sequence

from engines.api import Illegal
from engines.istanbul.board import board_of, distance
from engines.istanbul.flow import at_stage, end_turn, in_stage, out_of_stage, settle
from engines.istanbul.options import catchable, merchants_here, neutrals_here, payment_due
from engines.istanbul.order import Order
from engines.istanbul.state import (
    ACTION,
    AFTER,
    ASSISTANT,
    ENCOUNTERS,
    MOVE,
    PAY_MERCHANTS,
    State,
    Trader,
    Turn,
    mover,
    with_mover,
    with_mover_and_turn,
)
from engines.istanbul.story import Story, refusal
from engines.istanbul.terms import COLOURS, FOUNTAIN, MERCHANT_PRICE

NEUTRAL = "neutral"


def move(state: State, order: Order, story: Story) -> State:
    """Move the merchant one or two places ("Rulebook, I. Movement")."""
    if state.turn.stage != MOVE:
        raise out_of_stage(state, MOVE)
    board, place = board_of(state.layout), mover(state).place
    if order.value not in board.near[place]:
        raise _out_of_reach(state, order.value, board.near[place])
    story.tell("moved", seat=state.turn.seat, origin=place, place=order.value, card=None)
    return arrive(state, order.value, story)


def _out_of_reach(state: State, place: int, reach: Sequence[int]) -> Illegal:
    origin = mover(state).place
    if place == origin:
        return refusal("stay_needs_card", place=place, reach=reach)
    return refusal("out_of_reach", place=place, origin=origin, steps=distance(state.layout, origin, place), reach=reach)


def check_long_move(state: State, place: int) -> None:
    """Refuse a place that the card for three or four steps does not reach (facts A19).

    Raises:
        Illegal: with the steps to the place.
    """
    origin = mover(state).place
    reach = board_of(state.layout).far[origin]
    if place not in reach:
        steps = distance(state.layout, origin, place)
        raise refusal("out_of_card_reach", place=place, origin=origin, steps=steps, reach=reach)


def arrive(state: State, place: int, story: Story) -> State:
    """Put the merchant on a place and open the assistant step there."""
    turn = Turn(state.turn.seat, ASSISTANT, acting=place, yellow=state.turn.yellow)
    return settle(with_mover_and_turn(state, Trader(place, *mover(state)[1:]), turn), story)


def pick_up(state: State, order: Order, story: Story) -> State:
    """Pick the assistant up into the stack ("Rulebook, I. Movement")."""
    trader = _at_assistant_step(state)
    place = trader.place
    if place not in trader.assistants:
        raise refusal("no_assistant_here", place=place, stack=trader.stack)
    story.tell("picked_up", seat=state.turn.seat, place=place, stack=trader.stack + 1)
    lying = tuple(other for other in trader.assistants if other != place)
    return _step_taken(state, trader._replace(stack=trader.stack + 1, assistants=lying), story)


def leave(state: State, order: Order, story: Story) -> State:
    """Leave the bottom assistant behind ("Rulebook, I. Movement")."""
    trader = _at_assistant_step(state)
    place = trader.place
    if place in trader.assistants:
        raise refusal("assistant_here", place=place)
    if not trader.stack:
        raise refusal("stack_empty", place=place, assistants=trader.assistants)
    story.tell("left_assistant", seat=state.turn.seat, place=place, stack=trader.stack - 1)
    lying = tuple(sorted((*trader.assistants, place)))
    return _step_taken(state, trader._replace(stack=trader.stack - 1, assistants=lying), story)


def _at_assistant_step(state: State) -> Trader:
    if state.turn.stage != ASSISTANT:
        raise out_of_stage(state, ASSISTANT)
    return mover(state)


def _step_taken(state: State, trader: Trader, story: Story) -> State:
    turn = state.turn
    return settle(with_mover_and_turn(state, trader, Turn(turn.seat, PAY_MERCHANTS, *turn[2:])), story)


def pay_merchants(state: State, order: Order, story: Story) -> State:
    """Pay 2 Lira to every merchant here; neutral ones are rolled for ("Rulebook, II. Encounters")."""
    if state.turn.stage != PAY_MERCHANTS:
        raise out_of_stage(state, PAY_MERCHANTS)
    due, lira = payment_due(state), mover(state).lira
    if lira < due:
        raise refusal("too_dear", price=due, lira=lira)
    paid, neutrals = merchants_here(state), neutrals_here(state)
    colours = [neutral_colour(state, index) for index in neutrals]
    story.tell("paid_merchants", seat=state.turn.seat, lira=due, each=MERCHANT_PRICE, seats=paid, neutrals=colours)
    traders = tuple(
        trader._replace(lira=trader.lira + MERCHANT_PRICE) if seat in paid else trader
        for seat, trader in enumerate(with_mover(state, mover(state)._replace(lira=lira - due)).traders, 1)
    )
    work = state.turn.work._replace(neutrals=neutrals)
    turn = state.turn._replace(stage=ACTION, chance=NEUTRAL if neutrals else "", work=work)
    return settle(state._replace(traders=traders, turn=turn), story)


def neutral_colour(state: State, index: int) -> str:
    """Return the colour of a neutral merchant: those that no player took."""
    return COLOURS[len(state.traders) + index]


def place_neutral(state: State, dice: tuple[int, ...], story: Story) -> State:
    """Put the first paid neutral merchant where the dice send him; then the next is rolled for."""
    index, *rest = state.turn.work.neutrals
    neutrals, place = state.bazaar.neutrals, sum(dice)
    story.show("neutral_moved", colour=neutral_colour(state, index), dice=dice, origin=neutrals[index], place=place)
    bazaar = state.bazaar._replace(neutrals=(*neutrals[:index], place, *neutrals[index + 1 :]))
    work = state.turn.work._replace(neutrals=tuple(rest))
    turn = state.turn._replace(chance=NEUTRAL if rest else "", work=work)
    return settle(state._replace(bazaar=bazaar, turn=turn), story)


def decline_action(state: State, order: Order, story: Story) -> State:
    """Do without the place's action; at the Fountain without the assistant step too ("Rulebook, III. Action")."""
    turn = state.turn
    if turn.stage != ACTION and not (turn.stage == ASSISTANT and turn.acting == FOUNTAIN):
        in_stage(state, ACTION, "nothing_to_skip")
    story.tell("declined", seat=turn.seat, place=turn.acting)
    return at_stage(state, AFTER, story)


def end(state: State, order: Order, story: Story) -> State:
    """End the turn, giving up what it still offers; a catch is a duty ("Rulebook, IV. Encounters")."""
    stage, trader = state.turn.stage, mover(state)
    if stage == MOVE:
        raise refusal("must_move", places=board_of(state.layout).near[trader.place])
    if stage == ACTION or (stage == ASSISTANT and state.turn.acting == FOUNTAIN):
        raise refusal("action_first", place=state.turn.acting, due=0, lira=trader.lira)
    if stage not in _WHY_ENDED:
        raise out_of_stage(state, MOVE)
    due = catchable(state) if stage in (AFTER, ENCOUNTERS) else []
    if due:
        raise refusal("must_catch", place=trader.place, seats=due)
    return end_turn(state, story, _WHY_ENDED[stage])


_WHY_ENDED: dict[str, str] = {
    ASSISTANT: "assistant_declined",
    PAY_MERCHANTS: "payment_declined",
    AFTER: "ended",
    ENCOUNTERS: "ended",
}
