"""Places that move wooden people: the Fountain and the Police Station, and the yellow tile."""

from __future__ import annotations

from engines.istanbul.flow import at_place, between_steps, close_action, in_stage, settle
from engines.istanbul.options import yellow_sources
from engines.istanbul.order import Order
from engines.istanbul.state import (
    FETCHING,
    State,
    Trader,
    mover,
    with_mover,
    with_mover_and_turn,
    with_stage,
)
from engines.istanbul.story import Story, refusal
from engines.istanbul.terms import FOUNTAIN, POLICE_STATION, RETURN_PRICE, TILES, YELLOW


def returned(trader: Trader, place: int) -> Trader:
    """Bring the assistant from a place back to the stack."""
    lying = tuple(other for other in trader.assistants if other != place)
    return trader._replace(stack=trader.stack + 1, assistants=lying)


def check_assistant_at(trader: Trader, place: int) -> None:
    """Refuse a place where none of the trader's assistants lies.

    Raises:
        Illegal: with the places where some do.
    """
    if not trader.assistants:
        raise refusal("no_assistant_on_board", stack=trader.stack)
    if place not in trader.assistants:
        raise refusal("no_assistant_there", place=place, assistants=trader.assistants)


def fetch(state: State, order: Order, story: Story) -> State:
    """Return one assistant by the Fountain; more may follow ("Rulebook, Places: Fountain")."""
    if state.turn.stage != FETCHING:
        at_place(state, FOUNTAIN)
    trader = mover(state)
    check_assistant_at(trader, order.value)
    story.tell("returned", seat=state.turn.seat, places=[order.value], stack=trader.stack + 1)
    trader = returned(trader, order.value)
    state = with_mover(state, trader)
    if not trader.assistants:
        return close_action(state, story)
    return with_stage(state, FETCHING)


def return_all(state: State, order: Order, story: Story) -> State:
    """Return all assistants by the Fountain ("Rulebook, Places: Fountain")."""
    if state.turn.stage != FETCHING:
        at_place(state, FOUNTAIN)
    trader = mover(state)
    if not trader.assistants:
        raise refusal("no_assistant_on_board", stack=trader.stack)
    stack = trader.stack + len(trader.assistants)
    story.tell("returned", seat=state.turn.seat, places=trader.assistants, stack=stack)
    trader = trader._replace(stack=stack, assistants=())
    return close_action(with_mover(state, trader), story)


def stop_fetching(state: State, order: Order, story: Story) -> State:
    """Leave the other assistants where they are."""
    in_stage(state, FETCHING, "nothing_to_close")
    return close_action(state, story)


def send(state: State, order: Order, story: Story) -> State:
    """Free the family member and send it to another place ("Rulebook, Places: Police Station")."""
    at_place(state, POLICE_STATION)
    trader = mover(state)
    if trader.family != POLICE_STATION:
        raise refusal("family_away", place=trader.family)
    if order.value == POLICE_STATION:
        raise refusal("family_there_already", place=POLICE_STATION)
    story.tell("sent_family", seat=state.turn.seat, place=order.value)
    turn = state.turn._replace(acting=order.value)
    return settle(with_mover_and_turn(state, trader._replace(family=order.value), turn), story)


def use_yellow(state: State, order: Order, story: Story) -> State:
    """Pay 2 Lira once a turn to return an assistant from another place ("Rulebook, Mosque Tiles: Yellow tile")."""
    trader = mover(state)
    between_steps(state)
    if YELLOW not in trader.tiles:
        raise refusal("tile_missing", tile=TILES[YELLOW])
    if state.turn.yellow:
        raise refusal("tile_used", tile=TILES[YELLOW])
    check_assistant_at(trader, order.value)
    if order.value not in yellow_sources(trader):
        raise refusal("assistant_beside_merchant", place=order.value)
    if trader.lira < RETURN_PRICE:
        raise refusal("too_dear", price=RETURN_PRICE, lira=trader.lira)
    story.tell("used_yellow", seat=state.turn.seat, place=order.value, price=RETURN_PRICE, stack=trader.stack + 1)
    trader = returned(trader, order.value)._replace(lira=trader.lira - RETURN_PRICE)
    turn = state.turn._replace(yellow=True)
    return settle(with_mover_and_turn(state, trader, turn), story)
