"""Which rule carries out which order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engines.istanbul import caravansary, cards, dice, markets, meetings, moving, people, rubies, wares
from engines.istanbul.flow import Handler
from engines.istanbul.order import Order
from engines.istanbul.state import DICE, LEFTOVER, PAY_GOVERNOR, PAY_SMUGGLER, SALE, State
from engines.istanbul.story import Story


def _by_stage(stages: Mapping[str, Handler], otherwise: Handler) -> Handler:
    """Return the handler of a word that means something else in some stages."""

    def handle(state: State, order: Order, story: Story) -> State:
        return stages.get(state.turn.stage, otherwise)(state, order, story)

    return handle


HANDLERS: Final[dict[str, Handler]] = {
    "move": moving.move,
    "leave": moving.leave,
    "pick_up": moving.pick_up,
    "pay": _by_stage(
        {PAY_GOVERNOR: meetings.pay_token, PAY_SMUGGLER: meetings.pay_token},
        moving.pay_merchants,
    ),
    "pay_good": meetings.pay_by_good,
    "skip": _by_stage({DICE: dice.keep_dice}, moving.decline_action),
    "end": moving.end,
    "done": _by_stage({SALE: markets.close_sale, LEFTOVER: cards.stop_leftovers}, people.stop_fetching),
    "extend": wares.extend,
    "fill": wares.fill,
    "extra": wares.buy_extra,
    "collect": wares.collect,
    "draw": caravansary.draw,
    "take": caravansary.take,
    "discard": _by_stage({PAY_GOVERNOR: meetings.pay_by_card}, caravansary.discard),
    "fetch": people.fetch,
    "return_all": people.return_all,
    "send": people.send,
    "yellow": people.use_yellow,
    "announce": dice.announce,
    "roll": dice.roll,
    "gain": dice.gain,
    "turn": dice.turn_die,
    "roll_again": dice.roll_again,
    "add": markets.add,
    "deliver": rubies.deliver,
    "tile": rubies.take_tile,
    "buy_ruby": rubies.buy_ruby,
    "catch": meetings.catch,
    "governor": meetings.meet_governor,
    "smuggler": meetings.meet_smuggler,
    "good": cards.good,
    "lira5": cards.lira,
    "move34": cards.long_move,
    "sultan2": cards.repeat_delivery,
    "post2": cards.repeat_post,
    "gem2": cards.repeat_purchase,
    "family": cards.family,
    "stay": cards.stay,
    "assist": cards.assist,
    "anygoods": cards.any_goods,
}
"""The rule for each kind of order."""
