"""Reading of what is bought, filled, sold and delivered."""

from __future__ import annotations

from typing import Final

from engines.istanbul.arguments import (
    Line,
    Steps,
    ambiguous,
    chosen,
    counted_goods,
    good_named,
    only_word,
    unreadable,
)
from engines.istanbul.flow import at_place
from engines.istanbul.markets import market_at
from engines.istanbul.options import deliveries
from engines.istanbul.order import (
    ADDS,
    BUY_RUBY,
    EXTEND,
    EXTRAS,
    FILL,
    GAINS,
    TILE_ORDERS,
    Order,
)
from engines.istanbul.rubies import named_goods
from engines.istanbul.state import (
    SALE,
    capacity,
    in_force,
    mover,
)
from engines.istanbul.story import refusal
from engines.istanbul.terms import (
    DEALER,
    DELIVERIES,
    FABRIC_WAREHOUSE,
    GOODS,
    LARGE_MARKET,
    MOST_SOLD,
    NO_GOODS,
    SMALL_MARKET,
    WAINWRIGHT,
    WAREHOUSES,
)
from engines.istanbul.wording import TILE_NAMES


def buy(line: Line) -> Steps:
    """Read "buy extension", "buy ruby", or "buy" alone for what the place sells."""
    if line.words:
        return (EXTEND,) if chosen(only_word(line), _PURCHASES) == WAINWRIGHT else (BUY_RUBY,)
    at_place(line.state, WAINWRIGHT, DEALER)
    return (EXTEND,) if line.state.turn.acting == WAINWRIGHT else (BUY_RUBY,)


_PURCHASES: Final = {
    "extension": WAINWRIGHT,
    "wheelbarrow": WAINWRIGHT,
    "ruby": DEALER,
    "gem": DEALER,
    "gemstone": DEALER,
}


def fill(line: Line) -> Steps:
    """Read "fill", with the warehouse's own good if it is named, or with an extra good."""
    if line.words and line.words[0] == "extra":
        return (FILL, EXTRAS[good_named(line, only_word(line.without("extra")))])
    if line.words:
        good = good_named(line, only_word(line))
        at_place(line.state, *WAREHOUSES)
        if good != line.state.turn.acting - FABRIC_WAREHOUSE:
            raise refusal("other_good_here", good=GOODS[good], here=GOODS[line.state.turn.acting - FABRIC_WAREHOUSE])
    return (FILL,)


def extra(line: Line) -> Steps:
    """Read the extra good of the green tile."""
    return (EXTRAS[good_named(line, only_word(line.without("1")), "extra")],)


def gain(line: Line) -> Steps:
    """Read the good of the Black Market."""
    return (GAINS[good_named(line, only_word(line.without("1")), "gain")],)


def add(line: Line) -> Steps:
    """Read one good of a sale."""
    return (ADDS[good_named(line, only_word(line.without("1")), "add")],)


def sell(line: Line) -> Steps:
    """Read a whole sale; the closing step is added where it is needed."""
    if not line.words:
        raise unreadable("words_missing")
    asked = None if line.words in _WHOLE_SALES else _asked(line)
    if line.state.turn.stage != SALE:
        at_place(line.state, LARGE_MARKET, SMALL_MARKET)
    wanted = _whole_sale(line) if asked is None else _checked_sale(line, asked)
    return tuple(ADDS[good] for good, count in enumerate(wanted) for _ in range(count))


def _limits(line: Line) -> tuple[int, ...]:
    """Return how many of each good may still be sold."""
    turn, trader = line.state.turn, mover(line.state)
    demand = in_force(market_at(line.state.bazaar, turn.acting))
    most = trader.goods if turn.work.any_goods else demand
    basket = turn.work.basket
    return tuple(min(held, limit) - sold for held, limit, sold in zip(trader.goods, most, basket, strict=True))


def _whole_sale(line: Line) -> tuple[int, ...]:
    limits = _limits(line)
    if sum(limits) + sum(line.state.turn.work.basket) > MOST_SOLD:
        raise refusal("most_sold", most=MOST_SOLD)
    if not sum(limits):
        raise refusal("no_goods_in_demand")
    return limits


def _asked(line: Line) -> tuple[int, ...]:
    return NO_GOODS if line.words in _NO_SALES else counted_goods(line.without("goods"), "add")


_WHOLE_SALES: Final = (("all",), ("everything",))


_NO_SALES: Final = (("nothing",), ("none",), ("0",))


def _checked_sale(line: Line, asked: tuple[int, ...]) -> tuple[int, ...]:
    turn, trader = line.state.turn, mover(line.state)
    demand = in_force(market_at(line.state.bazaar, turn.acting))
    if not sum(asked):
        raise refusal("sale_of_nothing")
    for good, count in enumerate(asked):
        count += turn.work.basket[good] if count else 0
        if count > trader.goods[good]:
            raise refusal("goods_short", good=GOODS[good], needs=count, have=trader.goods[good])
        if not turn.work.any_goods and count > demand[good]:
            raise refusal(
                "not_in_demand", good=GOODS[good], asked=count, wanted=demand[good], demand=named_goods(demand)
            )
    if sum(asked) + sum(turn.work.basket) > MOST_SOLD:
        raise refusal("most_sold", most=MOST_SOLD)
    return asked


def deliver(line: Line) -> Steps:
    """Read a delivery with the goods for its free spaces."""
    return (Order("deliver", goods=free_goods(line)),)


def free_goods(line: Line) -> tuple[int, ...]:
    """Return the goods for the free spaces; a whole delivery may be named too, or nothing where one way is left."""
    state = line.state
    if not line.words:
        ways = deliveries(state, mover(state))
        if len(ways) > 1:
            choices = sorted({GOODS[good] for way in ways for good in way})
            raise ambiguous("which_goods", free=len(ways[0]), choices=choices)
        return ways[0] if ways else ()
    named = counted_goods(line, "")
    fixed, free = DELIVERIES[state.bazaar.palace]
    if sum(named) == sum(fixed) + free and all(count >= less for count, less in zip(named, fixed, strict=True)):
        named = tuple(count - less for count, less in zip(named, fixed, strict=True))
    # More than anybody has room for is refused like one good too many.
    room = capacity(mover(state)) + 1
    return tuple(good for good, count in enumerate(named) for _ in range(min(count, room)))


def tile(line: Line) -> Steps:
    """Read the colour of a mosque tile."""
    open_now = {order.value for order in line.legal if order.kind == "tile"}
    return (TILE_ORDERS[chosen(only_word(line.without("tile")), TILE_NAMES, open_now)],)
