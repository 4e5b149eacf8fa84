"""Market days: who may sell, the sale, the swap of cameleers and the change of camels."""

from __future__ import annotations

from typing import NamedTuple

from engines.api import Seat
from engines.silkroad import caravans
from engines.silkroad.names import COLOURS, GOODS, MARKET_FIELDS
from engines.silkroad.scoring import with_colourless
from engines.silkroad.state import (
    ANY,
    IN_CITY,
    JEWEL,
    OFFER,
    REFILL,
    SELL,
    SMALL,
    Colour,
    Good,
    Jewel,
    Log,
    Market,
    Pass,
    Sell,
    State,
    changed,
    player,
    with_caravan,
    with_player,
)


class Right(NamedTuple):
    """Who may sell now, and the tied seat that would swap cameleers with him (0 without a tie)."""

    seller: Seat
    partner: Seat


def open_market(state: State, kind: str, log: Log) -> State:
    """Begin a market day of the caravan that has just been moved."""
    caravan = state.caravans[state.moved]
    state = state._replace(phase=OFFER, market=Market(kind))
    offers = caravan.camels[::-1] if kind in IN_CITY else (offered(state),)
    log.tell(
        "market_opened",
        seat=state.turn,
        market=kind,
        caravan=state.moved + 1,
        place=state.board.names[caravan.place],
        camels=offers,
        goods=tuple(GOODS[state.board.goods[camel]] for camel in offers),
        jewels=tuple(COLOURS[colour] for colour in caravan.jewels) if kind in IN_CITY else (),
    )
    return state


def offered(state: State) -> int:
    """Return the camel on offer: the highest one, at a small market the highest with the field's good."""
    caravan, market = state.caravans[state.moved], state.market
    if market is None or market.kind != SMALL:
        return caravan.camels[-1]
    good = MARKET_FIELDS.index(state.fields[caravan.place])
    return max(camel for camel in caravan.camels if state.board.goods[camel] == good)


def good_offered(state: State) -> Good:
    """Return the good on offer."""
    return state.board.goods[offered(state)]


def right_to_sell(state: State) -> Right | None:
    """Return who may sell: most cards, then the higher cameleer, those who declined left out.

    Of several with equally many cards the lowest cameleer is the partner of the swap (Rulebook, Large market day).
    """
    declined = state.market.declined if state.market else ()
    good = good_offered(state)
    able = [seat for seat in range(1, len(state.players) + 1) if seat not in declined]
    most = max((player(state, seat).display[good] for seat in able), default=0)
    if not most:
        return None
    tied = [seat for seat in able if player(state, seat).display[good] == most]
    tied.sort(key=lambda seat: player(state, seat).cameleer)
    return Right(tied[-1], tied[0] if len(tied) > 1 else 0)


def offer(state: State, log: Log) -> State:
    """Ask whoever may sell the next camel; without a customer go on."""
    if not state.caravans[state.moved].camels:
        return caravans.close_large_market(state, log)
    if right_to_sell(state):
        return state._replace(phase=SELL)
    return _unsold(state, log)


def _unsold(state: State, log: Log) -> State:
    """Leave the camel unsold: in a city it goes to the row, elsewhere nothing happens."""
    market, camel = _held(state), offered(state)
    log.tell(
        "unsold",
        market=market.kind,
        camel=camel,
        good=GOODS[state.board.goods[camel]],
        declined=market.declined,
    )
    if market.kind in IN_CITY:
        return _camel_to_row(state, camel)._replace(phase=OFFER, market=Market(market.kind))
    return state._replace(phase=REFILL, market=None)


def _held(state: State) -> Market:
    if state.market is None:
        raise ValueError("no market day is held")
    return state.market


def jewels_to_choose(state: State) -> tuple[Colour, ...]:
    """Return the colours a seller can choose from: none where there is only one kind, or no city."""
    if state.market is None or state.market.kind not in IN_CITY:
        return ()
    colours = tuple(sorted(set(state.caravans[state.moved].jewels)))
    return colours if len(colours) > 1 else ()


def decline(state: State, seat: Seat, _order: Pass, log: Log) -> State:
    """Pass the right to sell on (Rulebook, Specialities: A player does not want to sell merchandise)."""
    market, camel = _held(state), offered(state)
    log.tell("declined", seat=seat, camel=camel, good=GOODS[state.board.goods[camel]])
    return state._replace(phase=OFFER, market=market._replace(declined=(*market.declined, seat)))


def sell(state: State, seat: Seat, order: Sell, log: Log) -> State:
    """Discard half of the good's cards, rounded up, and take a jewel for it."""
    right, good, camel = right_to_sell(state), good_offered(state), offered(state)
    market, seller = _held(state), player(state, seat)
    if right is None:
        raise ValueError("nobody may sell")
    sold = (seller.display[good] + 1) // 2
    log.tell(
        "sold",
        seat=seat,
        camel=camel,
        good=GOODS[good],
        discarded=sold,
        kept=seller.display[good] - sold,
        market=market.kind,
    )
    state = with_player(state, seat, seller._replace(display=changed(seller.display, good, -sold)))
    state = state._replace(discards=state.discards + (good,) * sold, market=market._replace(declined=()))
    if market.kind not in IN_CITY:
        return _finish_sale(take_colourless(state, seat, log), right, log)
    if order.colour == ANY and jewels_to_choose(state):
        return state._replace(phase=JEWEL, market=Market(market.kind, (), *right))
    colour = state.caravans[state.moved].jewels[0] if order.colour == ANY else order.colour
    return _finish_sale(_take_jewel(state, seat, colour, log), right, log)


def choose_jewel(state: State, seat: Seat, order: Jewel, log: Log) -> State:
    """Take the jewel chosen after the sale."""
    market = _held(state)
    state = _take_jewel(state, seat, order.colour, log)
    right = Right(seat, market.partner)
    return _finish_sale(state._replace(market=Market(market.kind)), right, log)


def _take_jewel(state: State, seat: Seat, colour: Colour, log: Log) -> State:
    caravan, seller = state.caravans[state.moved], player(state, seat)
    left = list(caravan.jewels)
    left.remove(colour)
    log.tell("jewel_taken", seat=seat, colour=COLOURS[colour], place=state.board.names[caravan.place], left=len(left))
    state = with_caravan(state, state.moved, caravan._replace(jewels=tuple(left)))
    return with_player(state, seat, seller._replace(jewels=changed(seller.jewels, colour, 1)))


def take_colourless(state: State, seat: Seat, log: Log) -> State:
    """Give a colourless jewel; instead of a third one, two are handed back for a marker (Rulebook, Valuation)."""
    before = player(state, seat)
    after = with_colourless(before)
    log.tell("marker_taken" if after.markers > before.markers else "colourless_taken", seat=seat)
    return with_player(state, seat, after)


def _finish_sale(state: State, right: Right, log: Log) -> State:
    """Swap cameleers after a tie, then send the camel to the row; outside cities the front camel takes its place."""
    if right.partner:
        state = _swap(state, right, log)
    camel, market = offered(state), _held(state)
    state = _camel_to_row(state, camel)
    if market.kind in IN_CITY:
        return state._replace(phase=OFFER)
    caravan, joining = state.caravans[state.moved], state.row[0]
    log.tell("camels_exchanged", caravan=state.moved + 1, left=camel, joined=joining)
    state = with_caravan(state, state.moved, caravan._replace(camels=tuple(sorted((*caravan.camels, joining)))))
    return state._replace(row=state.row[1:], phase=REFILL, market=None)


def _swap(state: State, right: Right, log: Log) -> State:
    seller, partner = player(state, right.seller), player(state, right.partner)
    log.tell(
        "cameleers_swapped",
        seat=right.seller,
        cameleer=partner.cameleer,
        partner=right.partner,
        partner_cameleer=seller.cameleer,
    )
    state = with_player(state, right.seller, seller._replace(cameleer=partner.cameleer))
    return with_player(state, right.partner, partner._replace(cameleer=seller.cameleer))


def _camel_to_row(state: State, camel: int) -> State:
    caravan = state.caravans[state.moved]
    left = tuple(other for other in caravan.camels if other != camel)
    return with_caravan(state, state.moved, caravan._replace(camels=left))._replace(row=(*state.row, camel))
