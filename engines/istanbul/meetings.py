"""Phase 4: other players' family members, the Governor and the Smuggler."""

from __future__ import annotations

from typing import Final

from engines.istanbul.caravansary import discarded
from engines.istanbul.flow import draw_card, in_stage, out_of_stage, settle
from engines.istanbul.options import can_draw, catchable
from engines.istanbul.order import Order
from engines.istanbul.state import (
    AFTER,
    ENCOUNTERS,
    PAY_GOVERNOR,
    PAY_SMUGGLER,
    State,
    mover,
    plus,
    with_good,
    with_mover,
    with_mover_and_turn,
    with_turn,
)
from engines.istanbul.story import Story, refusal
from engines.istanbul.terms import CATCH_LIRA, GOODS, POLICE_STATION, TOKEN_PRICE

GOVERNOR: Final = "governor"
SMUGGLER: Final = "smuggler"


def catch(state: State, order: Order, story: Story) -> State:
    """Catch a family member and take the reward ("Rulebook, IV. Encounters: other Family members")."""
    _at_encounters(state)
    victim = order.value
    due = catchable(state)
    if victim not in due:
        raise refusal("nobody_to_catch", seat=victim, place=mover(state).place, seats=due)
    story.tell("caught", seat=state.turn.seat, victim=victim, place=mover(state).place, reward=order.word)
    caught = state.traders[victim - 1]._replace(family=POLICE_STATION)
    traders = (*state.traders[: victim - 1], caught, *state.traders[victim:])
    return settle(rewarded(_begun(state._replace(traders=traders)), order.word, story), story)


def rewarded(state: State, reward: str, story: Story) -> State:
    """Give the mover a bonus card or 3 Lira.

    Raises:
        Illegal: for a card where none is left.
    """
    if reward == "card":
        if not can_draw(state):
            raise refusal("no_card_left")
        return draw_card(state, story)
    trader = mover(state)
    return with_mover(state, trader._replace(lira=trader.lira + CATCH_LIRA))


def meet_governor(state: State, order: Order, story: Story) -> State:
    """Draw a card at the Governor; the payment follows ("Rulebook, IV. Encounters: the Governor")."""
    _at_encounters(state)
    _check_token(state, GOVERNOR, state.bazaar.governor, used=state.turn.governor)
    if not can_draw(state):
        raise refusal("no_card_left")
    story.tell("met_governor", seat=state.turn.seat)
    turn = state.turn._replace(stage=PAY_GOVERNOR, governor=True, extra=False)
    return settle(draw_card(with_turn(state, turn), story), story)


def meet_smuggler(state: State, order: Order, story: Story) -> State:
    """Gain a good at the Smuggler; the payment follows ("Rulebook, IV. Encounters: the Smuggler")."""
    _at_encounters(state)
    _check_token(state, SMUGGLER, state.bazaar.smuggler, used=state.turn.smuggler)
    trader, good = mover(state), order.value
    goods = with_good(trader, good, 1)
    story.tell("met_smuggler", seat=state.turn.seat, good=GOODS[good], gained=goods[good] - trader.goods[good])
    turn = state.turn._replace(stage=PAY_SMUGGLER, smuggler=True, extra=False)
    return with_mover_and_turn(state, trader._replace(goods=goods), turn)


def _check_token(state: State, token: str, at: int, *, used: bool) -> None:
    if used:
        raise refusal("token_used", token=token)
    if at != mover(state).place:
        raise refusal("token_elsewhere", token=token, at=at, place=mover(state).place)


def pay_token(state: State, order: Order, story: Story) -> State:
    """Pay 2 Lira for the Governor's card or the Smuggler's good; then the token is rolled for."""
    trader, token = mover(state), _token(state)
    if trader.lira < TOKEN_PRICE:
        raise refusal("too_dear", price=TOKEN_PRICE, lira=trader.lira)
    story.tell("paid_token", seat=state.turn.seat, token=token, lira=TOKEN_PRICE, good=None)
    return _to_roll(with_mover(state, trader._replace(lira=trader.lira - TOKEN_PRICE)), token)


def pay_by_card(state: State, order: Order, story: Story) -> State:
    """Discard a card, the drawn one too, for the Governor's card; then he is rolled for."""
    return _to_roll(discarded(state, order.word, story), GOVERNOR)


def pay_by_good(state: State, order: Order, story: Story) -> State:
    """Pay a good, the gained one too, for the Smuggler's good; then he is rolled for."""
    in_stage(state, PAY_SMUGGLER, "no_good_due")
    trader, good = mover(state), order.value
    if not trader.goods[good]:
        raise refusal("goods_short", good=GOODS[good], needs=1, have=0)
    story.tell("paid_token", seat=state.turn.seat, token=SMUGGLER, lira=0, good=GOODS[good])
    trader = trader._replace(goods=plus(trader.goods, good, -1))
    return _to_roll(with_mover(state, trader), SMUGGLER)


def place_token(state: State, dice: tuple[int, ...], story: Story) -> State:
    """Put the used token on the place with the number of the roll ("Rulebook, IV. Encounters")."""
    token, place = state.turn.chance, sum(dice)
    story.show("token_moved", token=token, dice=dice, place=place)
    bazaar = state.bazaar
    bazaar = bazaar._replace(governor=place) if token == GOVERNOR else bazaar._replace(smuggler=place)
    turn = state.turn._replace(stage=ENCOUNTERS, chance="")
    return settle(state._replace(bazaar=bazaar, turn=turn), story)


def _token(state: State) -> str:
    return GOVERNOR if state.turn.stage == PAY_GOVERNOR else SMUGGLER


def _to_roll(state: State, token: str) -> State:
    return with_turn(state, state.turn._replace(stage=ENCOUNTERS, chance=token))


def _at_encounters(state: State) -> None:
    if state.turn.stage not in (AFTER, ENCOUNTERS):
        raise out_of_stage(state, AFTER)


def _begun(state: State) -> State:
    return with_turn(state, state.turn._replace(stage=ENCOUNTERS, extra=False))
