"""How a turn goes on: from one decision to the next, over phases that find nothing to do, to the next seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from engines.api import Illegal
from engines.istanbul.options import (
    can_draw,
    encounters,
    has_spare,
    last_round,
    payment_due,
    place_actions,
)
from engines.istanbul.order import Order
from engines.istanbul.ranking import winners
from engines.istanbul.state import (
    ACTION,
    AFTER,
    ASSISTANT,
    DISCARDING,
    DRAWING,
    ENCOUNTERS,
    LEFTOVER,
    MOVE,
    NO_WORK,
    OVER,
    PAY_MERCHANTS,
    State,
    Turn,
    mover,
    with_card,
    with_mover,
    with_stage,
    with_turn,
)
from engines.istanbul.story import Story, refusal
from engines.istanbul.terms import CARAVANSARY_CARDS, EXTRA_PRICE, FOUNTAIN, LEFTOVER_CARDS

Handler: TypeAlias = Callable[[State, Order, Story], State]
"""Carries out one kind of order, or raises `Illegal` before anything is told."""

FREE_STAGES: Final = (MOVE, ASSISTANT, PAY_MERCHANTS, ACTION, AFTER, ENCOUNTERS)
"""Where no step is in progress, so that cards and the yellow tile may be used (facts A51)."""

_RANK = {MOVE: 0, ASSISTANT: 1, PAY_MERCHANTS: 2, ACTION: 3, AFTER: 4, ENCOUNTERS: 4}
_FIRST = {
    MOVE: "move_first",
    ASSISTANT: "assistant_step_first",
    PAY_MERCHANTS: "payment_first",
    ACTION: "action_first",
}
_OVER = {
    MOVE: "already_moved",
    ASSISTANT: "assistant_step_over",
    PAY_MERCHANTS: "nothing_to_pay",
    ACTION: "action_over",
    AFTER: "encounters_begun",
}

RESHUFFLE: Final = "reshuffle"
RESHUFFLE_AND_DRAW: Final = "reshuffle and draw"


def out_of_stage(state: State, wanted: str) -> Illegal:
    """Return why an order of the wanted stage cannot be given at the present one."""
    turn = state.turn
    if turn.stage == LEFTOVER:
        return refusal("leftover_cards_only", cards=LEFTOVER_CARDS)
    if turn.stage not in _RANK:
        return refusal("finish_first", step=turn.stage)
    trader = mover(state)
    if _RANK[turn.stage] < _RANK[wanted]:
        return refusal(_FIRST[turn.stage], place=trader.place, due=payment_due(state), lira=trader.lira)
    return refusal(_OVER[wanted], place=trader.place)


def between_steps(state: State) -> None:
    """Refuse what belongs between steps while one is in progress.

    Raises:
        Illegal: inside a step, and in the end window.
    """
    if state.turn.stage not in FREE_STAGES:
        raise out_of_stage(state, MOVE)


def at_place(state: State, *places: int) -> None:
    """Refuse a place's action anywhere else and outside phase 3.

    Raises:
        Illegal: before or after the action, or where another place's action is meant.
    """
    turn = state.turn
    at_fountain = turn.stage == ASSISTANT and turn.acting == FOUNTAIN
    if turn.stage != ACTION and not at_fountain:
        raise out_of_stage(state, ACTION)
    if turn.acting not in places:
        raise refusal("wrong_place", place=turn.acting, places=places)


def in_stage(state: State, stage: str, reason: str) -> None:
    """Refuse an order that continues a step where that step is not in progress.

    Raises:
        Illegal: in every other stage.
    """
    if state.turn.stage != stage:
        if state.turn.stage not in _RANK:
            raise out_of_stage(state, MOVE)
        raise refusal(reason)


def settle(state: State, story: Story) -> State:
    """Go on over everything that asks the mover for no decision."""
    while not state.turn.chance:
        settler = _SETTLERS.get(state.turn.stage)
        if settler is None:
            break
        after = settler(state, story)
        if after is state:
            break
        state = after
    return state


def at_stage(state: State, stage: str, story: Story) -> State:
    """Return the state at a stage of the same turn, gone on as far as nothing is to decide."""
    return settle(with_stage(state, stage), story)


def close_action(state: State, story: Story, *, extra: bool = False) -> State:
    """Finish a place's action; cards that repeat it and phase 4 come next."""
    turn = state.turn._replace(stage=AFTER, acted=True, extra=extra, work=NO_WORK)
    return settle(with_turn(state, turn), story)


def end_turn(state: State, story: Story, why: str) -> State:
    """End the turn and begin the next one, the end window, or nothing more."""
    seat = state.turn.seat
    story.tell("turn_ended", seat=seat, why=why)
    following = seat % len(state.traders) + 1
    number = state.round
    if following == state.start:
        if last_round(state):
            story.tell("last_round_ended", round=number)
            return open_window(state, story)
        number += 1
        state = state._replace(round=number)
    story.tell("turn_began", seat=following, round=number)
    return with_turn(state, Turn(following, MOVE))


def open_window(state: State, story: Story) -> State:
    """Begin the end window with the start player ("Rulebook, End of the game")."""
    return _ask_leftover(with_turn(state, Turn(state.start, LEFTOVER)), story)


def next_in_window(state: State, story: Story) -> State:
    """Let the next seat use its leftover cards; after the last one the game is over."""
    following = state.turn.seat % len(state.traders) + 1
    if following == state.start:
        return game_over(state, story)
    return _ask_leftover(with_turn(state, Turn(following, LEFTOVER)), story)


def game_over(state: State, story: Story) -> State:
    """End the game."""
    story.tell("game_ended", winners=winners(state))
    return with_turn(state, Turn(state.turn.seat, OVER))


def _ask_leftover(state: State, story: Story) -> State:
    # An empty hand is open to all, so passing over it tells nothing.
    return state if mover(state).hand else next_in_window(state, story)


def draw_card(state: State, story: Story) -> State:
    """Let the mover draw the top card; the discards are shuffled as soon as the pile runs out (facts A45)."""
    if not state.pile:
        return with_turn(state, state.turn._replace(chance=RESHUFFLE_AND_DRAW))
    seat, trader, card = state.turn.seat, mover(state), state.pile[0]
    story.tell("drew", seat=seat, cards=1)
    story.whisper(seat, "drew", seat=seat, cards=1, card=card)
    state = with_mover(state, trader._replace(hand=with_card(trader.hand, card)))._replace(pile=state.pile[1:])
    if not state.pile and state.discards:
        return with_turn(state, state.turn._replace(chance=RESHUFFLE))
    return state


def _settle_assistant(state: State, story: Story) -> State:
    trader = mover(state)
    if trader.stack or trader.place == FOUNTAIN or trader.place in trader.assistants or has_spare(state, trader):
        return state
    return end_turn(state, story, "no_assistant")


def _settle_payment(state: State, story: Story) -> State:
    trader = mover(state)
    due = payment_due(state)
    if not due:
        return with_stage(state, ACTION)
    if trader.lira >= due or has_spare(state, trader):
        return state
    return end_turn(state, story, "cannot_pay")


def _settle_action(state: State, story: Story) -> State:
    trader = mover(state)
    if has_spare(state, trader) or place_actions(state, trader):
        return state
    return with_stage(state, AFTER)


def _settle_after(state: State, story: Story) -> State:
    trader = mover(state)
    if has_spare(state, trader) or (state.turn.extra and trader.lira >= EXTRA_PRICE) or encounters(state):
        return state
    return end_turn(state, story, "all_done")


def _settle_drawing(state: State, story: Story) -> State:
    turn = state.turn
    if turn.work.drawn < CARAVANSARY_CARDS and can_draw(state):
        return state
    return with_stage(state, DISCARDING)


_SETTLERS: dict[str, Callable[[State, Story], State]] = {
    ASSISTANT: _settle_assistant,
    PAY_MERCHANTS: _settle_payment,
    ACTION: _settle_action,
    AFTER: _settle_after,
    ENCOUNTERS: _settle_after,
    DRAWING: _settle_drawing,
}
