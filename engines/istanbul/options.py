"""What the mover could do, as pure questions about a state; the order of every answer is fixed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement

from engines.api import Seat
from engines.istanbul.order import (
    ADDS,
    ANNOUNCES,
    BUY_RUBY,
    CATCHES,
    COLLECT,
    DISCARDS,
    DRAW,
    EXTEND,
    FETCHES,
    FILL,
    GAINS,
    GOVERNOR,
    RETURN_ALL,
    ROLL,
    SENDS,
    SMUGGLES,
    TAKES,
    TILE_ORDERS,
    Order,
)
from engines.istanbul.state import ACTION, State, Trader, in_force, plus, seats_from
from engines.istanbul.terms import (
    ALL_PLACES,
    BLACK_MARKET,
    BLACK_MARKET_GOODS,
    CARAVANSARY,
    DEALER,
    DEALER_PRICES,
    DELIVERIES,
    EXTENSION_PRICE,
    EXTENSIONS,
    FABRIC_WAREHOUSE,
    FOUNTAIN,
    FRUIT_WAREHOUSE,
    GREAT_MOSQUE,
    LARGE_MARKET,
    MERCHANT_PRICE,
    MOSQUE_TILES,
    MOST_SOLD,
    PALACE,
    PLAYER_COUNTS,
    POLICE_STATION,
    POST_OFFICE,
    RETURN_PRICE,
    SMALL_MARKET,
    SMALL_MOSQUE,
    SPICE_WAREHOUSE,
    TEA_HOUSE,
    WAINWRIGHT,
    YELLOW,
    Goods,
)


def can_draw(state: State) -> bool:
    """Tell whether a card can come from the draw pile, if need be after a shuffle of the discards."""
    return bool(state.pile or state.discards)


def yellow_sources(trader: Trader) -> tuple[int, ...]:
    """Return the places that the yellow tile can fetch an assistant from ("Rulebook, Movement": another place)."""
    return tuple(place for place in trader.assistants if place != trader.place)


def yellow_ready(state: State, trader: Trader) -> bool:
    """Tell whether the mover could use the yellow tile now."""
    return (
        YELLOW in trader.tiles
        and not state.turn.yellow
        and trader.lira >= RETURN_PRICE
        and any(place != trader.place for place in trader.assistants)
    )


def has_spare(state: State, trader: Trader) -> bool:
    """Tell whether the seat, as far as others can see, might still play a card or the yellow tile.

    Any card counts, not only one that fits now: a turn that ended or went on by the kinds of cards in the hand would
    tell the others what they are.
    """
    return bool(trader.hand) or yellow_ready(state, trader)


def merchants_here(state: State) -> list[Seat]:
    """Return the other players whose merchants stand where the mover's stands, in turn order."""
    seat, place = state.turn.seat, state.traders[state.turn.seat - 1].place
    return [other for other in seats_from(state, seat)[1:] if state.traders[other - 1].place == place]


def neutrals_here(state: State) -> tuple[int, ...]:
    """Return the neutral merchants, by index, where the mover's merchant stands."""
    place = state.traders[state.turn.seat - 1].place
    return tuple(index for index, at in enumerate(state.bazaar.neutrals) if at == place)


def payment_due(state: State) -> int:
    """Return what the mover owes to the merchants at his place; nothing at the Fountain."""
    turn = state.turn
    place = state.traders[turn.seat - 1].place
    if place == FOUNTAIN:
        return 0
    # The mover's own merchant is among those counted here.
    merchants = [trader.place for trader in state.traders].count(place) - 1
    return MERCHANT_PRICE * (merchants + state.bazaar.neutrals.count(place))


def catchable(state: State) -> list[Seat]:
    """Return the seats whose family members must be caught, in turn order ("Rulebook, IV. Encounters")."""
    seat, traders = state.turn.seat, state.traders
    place = traders[seat - 1].place
    if place == POLICE_STATION or place not in [trader.family for trader in traders]:
        return []
    return [other for other in seats_from(state, seat)[1:] if traders[other - 1].family == place]


def encounters(state: State) -> list[Order]:
    """Return the encounters of phase 4 that are open: catches, then Governor, then Smuggler."""
    rewards = ("lira", "card") if can_draw(state) else ("lira",)
    found = [CATCHES[seat, reward] for seat in catchable(state) for reward in rewards]
    turn, bazaar = state.turn, state.bazaar
    place = state.traders[turn.seat - 1].place
    if bazaar.governor == place and not turn.governor and can_draw(state):
        found.append(GOVERNOR)
    if bazaar.smuggler == place and not turn.smuggler:
        found.extend(SMUGGLES)
    return found


def family_at_work(state: State) -> bool:
    """Tell whether the family member was just sent out and its action is still open."""
    turn = state.turn
    return turn.stage == ACTION and turn.acting != state.traders[turn.seat - 1].place


def deliveries(state: State, trader: Trader) -> list[tuple[int, ...]]:
    """Return every choice of goods for the free spaces with which the trader can deliver now."""
    fixed, free = DELIVERIES[state.bazaar.palace]
    if not state.bazaar.palace or any(held < needed for held, needed in zip(trader.goods, fixed, strict=True)):
        return []
    left = [held - needed for held, needed in zip(trader.goods, fixed, strict=True)]
    return [
        choice
        for choice in combinations_with_replacement(range(len(left)), free)
        if all(choice.count(good) <= left[good] for good in choice)
    ]


def delivered(state: State, free: tuple[int, ...]) -> Goods:
    """Return all goods of a delivery whose free spaces are paid with these."""
    goods = DELIVERIES[state.bazaar.palace][0]
    for good in free:
        goods = plus(goods, good, 1)
    return goods


def tile_open(state: State, trader: Trader, tile: int) -> bool:
    """Tell whether the trader could take the top tile of a stack ("Rulebook, Places: Small/Great Mosque")."""
    stack = state.bazaar.mosques[tile]
    return bool(stack) and tile not in trader.tiles and trader.goods[tile] >= stack[0]


def sellable(state: State, trader: Trader) -> list[Order]:
    """Return the goods that can be added to the sale."""
    work, goods = state.turn.work, trader.goods
    basket = work.basket
    if work.any_goods:
        if sum(basket) == MOST_SOLD:
            return []
        return [ADDS[good] for good, held in enumerate(goods) if held > basket[good]]
    market = state.bazaar.large if state.turn.acting == LARGE_MARKET else state.bazaar.small
    wanted = in_force(market)
    return [ADDS[good] for good, held in enumerate(goods) if held > basket[good] < wanted[good]]


def _extension(state: State, trader: Trader) -> Sequence[Order]:
    open_now = trader.lira >= EXTENSION_PRICE and trader.extensions < EXTENSIONS
    return (EXTEND,) if open_now else ()


def _filling(state: State, trader: Trader) -> Sequence[Order]:
    return (FILL,)


def _collection(state: State, trader: Trader) -> Sequence[Order]:
    return (COLLECT,)


def card_sources(state: State, trader: Trader) -> Sequence[Order]:
    """Return where the next card of the Caravansary can come from; with no card left only a discard remains."""
    if state.discards:
        return (DRAW, TAKES[state.discards[0]])
    return (DRAW,) if state.pile else discards(trader)


def discards(trader: Trader) -> list[Order]:
    """Return a discard for each kind of card in the hand."""
    return [DISCARDS[card] for card in dict.fromkeys(trader.hand)]


def _returns(state: State, trader: Trader) -> Sequence[Order]:
    if not trader.assistants:
        return ()
    return [RETURN_ALL, *fetches(trader)]


def fetches(trader: Trader) -> list[Order]:
    """Return the assistants that the Fountain can bring back one by one."""
    return [FETCHES[place] for place in trader.assistants]


def _black_market(state: State, trader: Trader) -> Sequence[Order]:
    return _BLACK_MARKET


def _announcements(state: State, trader: Trader) -> Sequence[Order]:
    return ANNOUNCES


def _sendings(state: State, trader: Trader) -> Sequence[Order]:
    return _SENDINGS if trader.family == POLICE_STATION else ()


def _deliveries(state: State, trader: Trader) -> Sequence[Order]:
    return [Order("deliver", goods=free) for free in deliveries(state, trader)]


def _tiles(state: State, trader: Trader) -> Sequence[Order]:
    return [TILE_ORDERS[tile] for tile in MOSQUE_TILES[state.turn.acting] if tile_open(state, trader, tile)]


def _ruby(state: State, trader: Trader) -> Sequence[Order]:
    rubies = state.bazaar.dealer
    return (BUY_RUBY,) if rubies and trader.lira >= DEALER_PRICES[rubies] else ()


_BLACK_MARKET = (*(GAINS[good] for good in BLACK_MARKET_GOODS), ROLL)
_SENDINGS = tuple(SENDS[place] for place in ALL_PLACES if place != POLICE_STATION)

_ACTIONS: dict[int, Callable[[State, Trader], Sequence[Order]]] = {
    WAINWRIGHT: _extension,
    FABRIC_WAREHOUSE: _filling,
    SPICE_WAREHOUSE: _filling,
    FRUIT_WAREHOUSE: _filling,
    POST_OFFICE: _collection,
    CARAVANSARY: card_sources,
    FOUNTAIN: _returns,
    BLACK_MARKET: _black_market,
    TEA_HOUSE: _announcements,
    LARGE_MARKET: sellable,
    SMALL_MARKET: sellable,
    POLICE_STATION: _sendings,
    PALACE: _deliveries,
    SMALL_MOSQUE: _tiles,
    GREAT_MOSQUE: _tiles,
    DEALER: _ruby,
}


def place_actions(state: State, trader: Trader) -> Sequence[Order]:
    """Return the ways to carry out the action of the place that is meant."""
    return _ACTIONS[state.turn.acting](state, trader)


def last_round(state: State) -> bool:
    """Tell whether somebody has the rubies that trigger the end ("Rulebook, End of the game")."""
    target: int = PLAYER_COUNTS[len(state.traders)]["target"]
    return max([trader.rubies for trader in state.traders]) >= target
