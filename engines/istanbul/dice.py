"""The two dice places, Black Market and Tea House, and the red tile that changes their rolls."""

from __future__ import annotations

from typing import Final

from engines.istanbul.flow import at_place, close_action, in_stage
from engines.istanbul.order import Order
from engines.istanbul.state import DICE, GAINING, State, mover, with_good, with_mover, with_stage, with_turn
from engines.istanbul.story import Story, refusal
from engines.istanbul.terms import (
    BLACK_MARKET,
    BLACK_MARKET_GOODS,
    CONSOLATION,
    DIE_FACE,
    GOODS,
    HIGHEST_ANNOUNCED,
    JEWELLERY,
    JEWELLERY_OF_ROLL,
    LOWEST_ANNOUNCED,
    RED,
    TEA_HOUSE,
    TILES,
)

ROLLS: Final = {BLACK_MARKET: "black market", TEA_HOUSE: "tea house"}
"""The purpose of the roll at each dice place."""


def announce(state: State, order: Order, story: Story) -> State:
    """Announce a number, then roll ("Rulebook, Places: Tea House")."""
    at_place(state, TEA_HOUSE)
    if not LOWEST_ANNOUNCED <= order.value <= HIGHEST_ANNOUNCED:
        raise refusal("number_out_of_range", number=order.value, lowest=LOWEST_ANNOUNCED, highest=HIGHEST_ANNOUNCED)
    story.tell("announced", seat=state.turn.seat, number=order.value)
    return _to_roll(state, order.value, gained=False)


def roll(state: State, order: Order, story: Story) -> State:
    """Roll at the Black Market before choosing the good ("Rulebook, Places: Black Market")."""
    at_place(state, BLACK_MARKET)
    return _to_roll(state, 0, gained=False)


def gain(state: State, order: Order, story: Story) -> State:
    """Gain a fabric, spice or fruit, before the roll or after it ("Rulebook, Places: Black Market")."""
    if state.turn.stage != GAINING:
        at_place(state, BLACK_MARKET)
    good = order.value
    if good not in BLACK_MARKET_GOODS:
        raise refusal("good_not_offered", good=GOODS[good], offered=[GOODS[other] for other in BLACK_MARKET_GOODS])
    trader = mover(state)
    goods = with_good(trader, good, 1)
    story.tell("gained_good", seat=state.turn.seat, good=GOODS[good], gained=goods[good] - trader.goods[good])
    after = with_mover(state, trader._replace(goods=goods))
    if state.turn.stage == GAINING:
        return close_action(after, story)
    return _to_roll(after, 0, gained=True)


def _to_roll(state: State, announced: int, *, gained: bool) -> State:
    turn = state.turn
    work = turn.work._replace(announced=announced, gained=gained)
    return with_turn(state, turn._replace(stage=DICE, chance=ROLLS[turn.acting], work=work))


def rolled(state: State, dice: tuple[int, ...], story: Story) -> State:
    """Take a roll at a dice place; the red tile may change it where that could help."""
    turn = state.turn._replace(chance="")
    story.show("rolled", seat=turn.seat, place=turn.acting, dice=dice, total=sum(dice))
    final = bool(turn.work.dice) or RED not in mover(state).tiles
    state = with_turn(state, turn._replace(work=turn.work._replace(dice=dice)))
    return _pay_out(state, story) if final else state


def turn_die(state: State, order: Order, story: Story) -> State:
    """Turn one die to 4 ("Rulebook, Mosque Tiles: Red tile")."""
    _at_dice(state)
    dice = list(state.turn.work.dice)
    if order.value not in dice:
        raise refusal("die_not_rolled", face=order.value, dice=dice)
    if order.value == DIE_FACE:
        raise refusal("die_shows_it", face=order.value, dice=dice)
    dice[dice.index(order.value)] = DIE_FACE
    story.tell("turned_die", seat=state.turn.seat, face=order.value, dice=dice, total=sum(dice))
    work = state.turn.work._replace(dice=tuple(dice))
    return _pay_out(with_turn(state, state.turn._replace(work=work)), story)


def roll_again(state: State, order: Order, story: Story) -> State:
    """Roll both dice once more; the new roll stands ("Rulebook, Mosque Tiles: Red tile")."""
    _at_dice(state)
    story.tell("rolls_again", seat=state.turn.seat, place=state.turn.acting)
    return with_turn(state, state.turn._replace(chance=ROLLS[state.turn.acting]))


def keep_dice(state: State, order: Order, story: Story) -> State:
    """Let the roll stand."""
    story.tell("kept_dice", seat=state.turn.seat, dice=state.turn.work.dice)
    return _pay_out(state, story)


def _at_dice(state: State) -> None:
    if state.turn.stage != DICE and RED not in mover(state).tiles:
        raise refusal("tile_missing", tile=TILES[RED])
    in_stage(state, DICE, "no_dice_to_change")


def _pay_out(state: State, story: Story) -> State:
    if state.turn.acting == TEA_HOUSE:
        return _tea_paid(state, story)
    return _jewellery_paid(state, story)


def _tea_paid(state: State, story: Story) -> State:
    trader, work = mover(state), state.turn.work
    won = sum(work.dice) >= work.announced
    lira = work.announced if won else CONSOLATION
    story.tell("tea_paid", seat=state.turn.seat, announced=work.announced, total=sum(work.dice), lira=lira, won=won)
    return close_action(with_mover(state, trader._replace(lira=trader.lira + lira)), story)


def _jewellery_paid(state: State, story: Story) -> State:
    trader, turn = mover(state), state.turn
    number = JEWELLERY_OF_ROLL[sum(turn.work.dice)]
    goods = with_good(trader, JEWELLERY, number)
    gained = goods[JEWELLERY] - trader.goods[JEWELLERY]
    story.tell("gained_jewellery", seat=turn.seat, total=sum(turn.work.dice), number=number, gained=gained)
    state = with_mover(state, trader._replace(goods=goods))
    if turn.work.gained:
        return close_action(state, story)
    return with_stage(state, GAINING)
