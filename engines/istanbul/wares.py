"""Places that fill the wheelbarrow: Wainwright, the warehouses and the Post Office."""

from __future__ import annotations

from engines.istanbul.flow import at_place, close_action, in_stage
from engines.istanbul.order import Order
from engines.istanbul.rubies import named_goods, tell_ruby
from engines.istanbul.state import AFTER, State, capacity, mover, with_good, with_mover
from engines.istanbul.story import Story, refusal
from engines.istanbul.terms import (
    EXTENSION_PRICE,
    EXTENSIONS,
    EXTRA_PRICE,
    FABRIC_WAREHOUSE,
    GOODS,
    GREEN,
    POST,
    POST_OFFICE,
    TILES,
    WAINWRIGHT,
    WAREHOUSES,
)


def extend(state: State, order: Order, story: Story) -> State:
    """Buy an extension; the third brings a ruby ("Rulebook, Places: Wainwright")."""
    at_place(state, WAINWRIGHT)
    trader, bazaar = mover(state), state.bazaar
    if trader.extensions == EXTENSIONS:
        raise refusal("wheelbarrow_complete", extensions=EXTENSIONS)
    if trader.lira < EXTENSION_PRICE:
        raise refusal("too_dear", price=EXTENSION_PRICE, lira=trader.lira)
    extensions = trader.extensions + 1
    story.tell("extended", seat=state.turn.seat, price=EXTENSION_PRICE, extensions=extensions)
    trader = trader._replace(lira=trader.lira - EXTENSION_PRICE, extensions=extensions)
    if extensions == EXTENSIONS:
        trader = tell_ruby(state, trader, WAINWRIGHT, story)
        bazaar = bazaar._replace(wainwright=bazaar.wainwright - 1)
    return close_action(with_mover(state, trader)._replace(bazaar=bazaar), story)


def fill(state: State, order: Order, story: Story) -> State:
    """Fill the warehouse's good up to capacity ("Rulebook, Places: Fabric/Spice/Fruit Warehouse")."""
    at_place(state, *WAREHOUSES)
    trader = mover(state)
    good, room = state.turn.acting - FABRIC_WAREHOUSE, capacity(trader)
    gained = room - trader.goods[good]
    story.tell("filled", seat=state.turn.seat, place=state.turn.acting, good=GOODS[good], gained=gained, held=room)
    trader = trader._replace(goods=with_good(trader, good, gained))
    return close_action(with_mover(state, trader), story, extra=GREEN in trader.tiles)


def buy_extra(state: State, order: Order, story: Story) -> State:
    """Pay 2 Lira for one more good of any kind at a warehouse ("Rulebook, Mosque Tiles: Green tile")."""
    trader = mover(state)
    if GREEN not in trader.tiles:
        raise refusal("tile_missing", tile=TILES[GREEN])
    in_stage(state, AFTER, "extra_after_filling")
    if not state.turn.extra:
        raise refusal("extra_after_filling")
    if trader.lira < EXTRA_PRICE:
        raise refusal("too_dear", price=EXTRA_PRICE, lira=trader.lira)
    goods = with_good(trader, order.value, 1)
    gained = goods[order.value] - trader.goods[order.value]
    story.tell("bought_extra", seat=state.turn.seat, good=GOODS[order.value], gained=gained, price=EXTRA_PRICE)
    trader = trader._replace(goods=goods, lira=trader.lira - EXTRA_PRICE)
    return close_action(with_mover(state, trader), story)


def collect(state: State, order: Order, story: Story) -> State:
    """Take what the Post Office's open spaces show ("Rulebook, Places: Post Office")."""
    at_place(state, POST_OFFICE)
    return collect_now(state, story)


def collect_now(state: State, story: Story) -> State:
    """Take the goods and Lira shown; then the leftmost upper indicator goes down, after the fourth all go up."""
    trader, down = mover(state), state.bazaar.post
    offered, lira = POST[down]
    room = capacity(trader)
    goods = tuple(min(held + more, room) for held, more in zip(trader.goods, offered, strict=True))
    gained = tuple(after - before for after, before in zip(goods, trader.goods, strict=True))
    following = (down + 1) % len(POST)
    story.tell(
        "collected",
        seat=state.turn.seat,
        offered=named_goods(offered),
        goods=named_goods(gained),
        lira=lira,
        down=following,
    )
    trader = trader._replace(goods=goods, lira=trader.lira + lira)
    bazaar = state.bazaar._replace(post=following)
    return close_action(with_mover(state, trader)._replace(bazaar=bazaar), story)
