"""The Small and the Large Market: a sale good by good."""

from __future__ import annotations

from engines.istanbul.flow import at_place, close_action, in_stage
from engines.istanbul.options import sellable
from engines.istanbul.order import Order
from engines.istanbul.rubies import named_goods
from engines.istanbul.state import SALE, Bazaar, Market, State, in_force, minus, mover, plus, with_mover, with_turn
from engines.istanbul.story import Story, refusal
from engines.istanbul.terms import GOODS, LARGE_MARKET, PRICES, SMALL_MARKET


def market_at(bazaar: Bazaar, place: int) -> Market:
    """Return the demand stack of a market."""
    return bazaar.large if place == LARGE_MARKET else bazaar.small


def add(state: State, order: Order, story: Story) -> State:
    """Add one good to the sale; where nothing more can be added it is closed ("Rulebook, Places: Markets")."""
    if state.turn.stage != SALE:
        at_place(state, LARGE_MARKET, SMALL_MARKET)
    _check_added(state, order.value)
    turn = state.turn
    work = turn.work._replace(basket=plus(turn.work.basket, order.value, 1))
    state = with_turn(state, turn._replace(stage=SALE, work=work))
    return state if sellable(state, mover(state)) else _sold(state, story)


def _check_added(state: State, good: int) -> None:
    turn, trader = state.turn, mover(state)
    basket, held = turn.work.basket, trader.goods[good]
    if basket[good] == held:
        raise refusal("goods_short", good=GOODS[good], needs=held + 1, have=held)
    wanted = in_force(market_at(state.bazaar, turn.acting))
    if not turn.work.any_goods and basket[good] == wanted[good]:
        asked = basket[good] + 1
        raise refusal("not_in_demand", good=GOODS[good], asked=asked, wanted=wanted[good], demand=named_goods(wanted))


def close_sale(state: State, order: Order, story: Story) -> State:
    """Sell what was added."""
    in_stage(state, SALE, "nothing_to_close")
    if not sum(state.turn.work.basket):
        raise refusal("sale_of_nothing")
    return _sold(state, story)


def _sold(state: State, story: Story) -> State:
    """Take the revenue and turn the demand tile ("Rulebook, Places: Small/Large Market")."""
    turn, trader = state.turn, mover(state)
    place, basket = turn.acting, turn.work.basket
    lira = PRICES[place][sum(basket)]
    story.tell("sold", seat=turn.seat, place=place, goods=named_goods(basket), number=sum(basket), lira=lira)
    trader = trader._replace(goods=minus(trader.goods, basket), lira=trader.lira + lira)
    market = market_at(state.bazaar, place)
    market = market._replace(sales=market.sales + 1)
    # The tile now in force was never seen before in the first round through the stack.
    tell = story.show if market.sales < len(market.tiles) else story.tell
    tell("demand_turned", place=place, demand=named_goods(in_force(market)))
    bazaar = state.bazaar._replace(large=market) if place == LARGE_MARKET else state.bazaar._replace(small=market)
    return close_action(with_mover(state, trader)._replace(bazaar=bazaar), story)
