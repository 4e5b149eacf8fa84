"""Where rubies come from: the Sultan's Palace, the Gemstone Dealer and the mosques."""

from __future__ import annotations

from engines.istanbul.flow import at_place, close_action
from engines.istanbul.options import delivered, deliveries, last_round
from engines.istanbul.order import Order
from engines.istanbul.state import Bazaar, State, Trader, minus, mover, plus, with_mover
from engines.istanbul.story import Story, refusal
from engines.istanbul.terms import (
    BLUE,
    DEALER,
    DEALER_PRICES,
    DELIVERIES,
    GOODS,
    GREAT_MOSQUE,
    MOSQUE_TILES,
    PALACE,
    PLAYER_COUNTS,
    SMALL_MOSQUE,
    TILE_PRICE,
    TILES,
    Goods,
)


def named_goods(goods: Goods) -> dict[str, int]:
    """Return the goods that are there, by name."""
    return {name: number for name, number in zip(GOODS, goods, strict=True) if number}


def tell_ruby(state: State, trader: Trader, place: int, story: Story) -> Trader:
    """Put a ruby from a place on the mover's wheelbarrow; the target reached first triggers the end."""
    rubies = trader.rubies + 1
    story.tell("ruby_gained", seat=state.turn.seat, place=place, rubies=rubies)
    if rubies == PLAYER_COUNTS[len(state.traders)]["target"] and not last_round(state):
        story.tell("end_triggered", seat=state.turn.seat, rubies=rubies)
    return trader._replace(rubies=rubies)


def check_delivery(state: State, free: tuple[int, ...]) -> None:
    """Refuse a delivery that the mover cannot make.

    Raises:
        Illegal: without a ruby, with a good short, or with the wrong goods for the free spaces.
    """
    trader, rubies = mover(state), state.bazaar.palace
    if not rubies:
        raise refusal("no_ruby_left", place=PALACE)
    fixed, number = DELIVERIES[rubies]
    choices = deliveries(state, trader)
    if not choices:
        held = named_goods(trader.goods)
        raise refusal("delivery_short", needs=named_goods(fixed), free=number, goods=held, held=sum(trader.goods))
    if free not in choices:
        raise refusal("free_goods_wrong", free=number, given=[GOODS[good] for good in free])


def deliver(state: State, order: Order, story: Story) -> State:
    """Deliver all open goods to the Sultan for his next ruby ("Rulebook, Places: Sultan's Palace")."""
    at_place(state, PALACE)
    check_delivery(state, order.goods)
    return deliver_now(state, order.goods, story)


def deliver_now(state: State, free: tuple[int, ...], story: Story) -> State:
    """Carry a checked delivery out."""
    trader, bazaar = mover(state), state.bazaar
    paid = delivered(state, free)
    story.tell("delivered", seat=state.turn.seat, goods=named_goods(paid), number=sum(paid))
    trader = tell_ruby(state, trader._replace(goods=minus(trader.goods, paid)), PALACE, story)
    bazaar = bazaar._replace(palace=bazaar.palace - 1)
    return close_action(with_mover(state, trader)._replace(bazaar=bazaar), story)


def check_purchase(state: State) -> None:
    """Refuse a ruby that the mover cannot buy.

    Raises:
        Illegal: without a ruby or without the money.
    """
    rubies = state.bazaar.dealer
    if not rubies:
        raise refusal("no_ruby_left", place=DEALER)
    price, lira = DEALER_PRICES[rubies], mover(state).lira
    if lira < price:
        raise refusal("too_dear", price=price, lira=lira)


def buy_ruby(state: State, order: Order, story: Story) -> State:
    """Buy the next ruby at the biggest open number ("Rulebook, Places: Gemstone Dealer")."""
    at_place(state, DEALER)
    check_purchase(state)
    return buy_now(state, story)


def buy_now(state: State, story: Story) -> State:
    """Carry a checked purchase out."""
    trader, bazaar = mover(state), state.bazaar
    price = DEALER_PRICES[bazaar.dealer]
    story.tell("bought_ruby", seat=state.turn.seat, price=price)
    trader = tell_ruby(state, trader._replace(lira=trader.lira - price), DEALER, story)
    bazaar = bazaar._replace(dealer=bazaar.dealer - 1)
    return close_action(with_mover(state, trader)._replace(bazaar=bazaar), story)


def take_tile(state: State, order: Order, story: Story) -> State:
    """Take the top tile of a stack for one of the goods it shows ("Rulebook, Places: Small/Great Mosque")."""
    tile = order.value
    mosque = SMALL_MOSQUE if tile in MOSQUE_TILES[SMALL_MOSQUE] else GREAT_MOSQUE
    at_place(state, mosque)
    _check_tile(state, tile)
    trader, bazaar = mover(state), state.bazaar
    stack = bazaar.mosques[tile]
    trader = trader._replace(goods=plus(trader.goods, tile, -TILE_PRICE), tiles=tuple(sorted((*trader.tiles, tile))))
    story.tell("took_tile", seat=state.turn.seat, place=mosque, tile=TILES[tile], needs=stack[0], paid=GOODS[tile])
    if tile == BLUE:
        trader = trader._replace(stack=trader.stack + 1)
        story.tell("fifth_assistant", seat=state.turn.seat, stack=trader.stack)
    bazaar = bazaar._replace(mosques=(*bazaar.mosques[:tile], stack[1:], *bazaar.mosques[tile + 1 :]))
    if all(other in trader.tiles for other in MOSQUE_TILES[mosque]):
        trader = tell_ruby(state, trader, mosque, story)
        bazaar = _without_ruby(bazaar, mosque)
    return close_action(with_mover(state, trader)._replace(bazaar=bazaar), story)


def _check_tile(state: State, tile: int) -> None:
    trader, stack = mover(state), state.bazaar.mosques[tile]
    if tile in trader.tiles:
        raise refusal("tile_owned", tile=TILES[tile])
    if not stack:
        raise refusal("tiles_gone", tile=TILES[tile])
    if trader.goods[tile] < stack[0]:
        raise refusal("goods_short", good=GOODS[tile], needs=stack[0], have=trader.goods[tile])


def _without_ruby(bazaar: Bazaar, mosque: int) -> Bazaar:
    if mosque == SMALL_MOSQUE:
        return bazaar._replace(small_mosque=bazaar.small_mosque - 1)
    return bazaar._replace(great_mosque=bazaar.great_mosque - 1)
