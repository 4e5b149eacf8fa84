"""The Caravansary: two cards from either pile, then one discard."""

from __future__ import annotations

from engines.istanbul.flow import at_place, close_action, draw_card, settle
from engines.istanbul.options import can_draw
from engines.istanbul.order import Order
from engines.istanbul.state import DISCARDING, DRAWING, State, mover, spent, with_card, with_mover, with_turn
from engines.istanbul.story import Story, refusal
from engines.istanbul.terms import CARAVANSARY, CARAVANSARY_CARDS


def draw(state: State, order: Order, story: Story) -> State:
    """Take the next card from the draw pile ("Rulebook, Places: Caravansary")."""
    _at_drawing(state)
    if not can_draw(state):
        raise refusal("no_card_left")
    return settle(draw_card(_counted(state), story), story)


def take(state: State, order: Order, story: Story) -> State:
    """Take the top card of the discard pile ("Rulebook, Places: Caravansary")."""
    _at_drawing(state)
    top = state.discards[0] if state.discards else None
    if order.word != top:
        raise refusal("not_on_top", card=order.word, top=top)
    trader = mover(state)
    story.tell("took_discard", seat=state.turn.seat, card=order.word)
    state = with_mover(state, trader._replace(hand=with_card(trader.hand, order.word)))
    return settle(_counted(state._replace(discards=state.discards[1:])), story)


def discard(state: State, order: Order, story: Story) -> State:
    """Discard one card at the end ("Rulebook, Places: Caravansary")."""
    if state.turn.stage != DISCARDING:
        _at_drawing(state)
        if can_draw(state):
            raise refusal("draw_first", left=CARAVANSARY_CARDS - state.turn.work.drawn)
    return close_action(discarded(state, order.word, story), story)


def discarded(state: State, card: str, story: Story) -> State:
    """Put a card of the mover's hand on top of the discard pile.

    Raises:
        Illegal: where the mover does not hold it.
    """
    trader = mover(state)
    if card not in trader.hand:
        raise refusal("card_not_held", card=card, hand=trader.hand)
    story.tell("discarded", seat=state.turn.seat, card=card)
    return spent(state, card)


def _at_drawing(state: State) -> None:
    if state.turn.stage == DISCARDING:
        raise refusal("discard_now", cards=mover(state).hand)
    if state.turn.stage != DRAWING:
        at_place(state, CARAVANSARY)


def _counted(state: State) -> State:
    work = state.turn.work
    return with_turn(state, state.turn._replace(stage=DRAWING, work=work._replace(drawn=work.drawn + 1)))
