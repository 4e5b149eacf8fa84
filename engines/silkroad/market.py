"""Market days: who may sell, the sale, the swap of cameleers and the change of camels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engines.api import Seat
from engines.silkroad import actions, caravans, phases
from engines.silkroad.actions import Colour, Good
from engines.silkroad.draft import Draft
from engines.silkroad.names import COLOURS, GOODS, MARKET_FIELDS
from engines.silkroad.position import Position
from engines.silkroad.scoring import with_colourless
from engines.silkroad.state import NO_MARKET, Market, Player, changed


class Right(NamedTuple):
    """Who may sell now, and the tied seat that would swap cameleers with him (0 without a tie)."""

    seller: Seat
    partner: Seat


def open_market(draft: Draft, kind: str) -> None:
    """Begin a market day of the caravan that has just been moved or put into its city."""
    caravan, goods = draft.caravans[draft.moved], draft.board.goods
    draft.phase, draft.market = phases.OFFER, Market(kind)
    in_city = kind in phases.IN_CITY
    offers = caravan.camels[::-1] if in_city else (offered(draft),)
    draft.tell(
        "market_opened",
        seat=draft.turn,
        market=kind,
        caravan=draft.moved + 1,
        place=draft.board.names[caravan.place],
        camels=list(offers),
        goods=[GOODS[goods[camel]] for camel in offers],
        jewels=[COLOURS[colour] for colour in caravan.jewels] if in_city else [],
    )


def open_last(draft: Draft) -> None:
    """Begin the last market day of the game (Rulebook, End of Game)."""
    open_market(draft, phases.LAST)


def offered(position: Position) -> int:
    """Return the camel on offer: the highest one, at a small market the highest with the field's good."""
    caravan = position.caravans[position.moved]
    if position.market.kind != phases.SMALL:
        return caravan.camels[-1]
    good, goods = MARKET_FIELDS.index(position.fields[caravan.place]), position.board.goods
    return max(camel for camel in caravan.camels if goods[camel] == good)


def good_offered(position: Position) -> Good:
    """Return the good on offer."""
    return position.board.goods[offered(position)]


def right_to_sell(players: Sequence[Player], good: Good, declined: Sequence[Seat] = ()) -> Right | None:
    """Return who may sell: most cards, then the higher cameleer, those who declined left out.

    Of several with equally many cards the lowest cameleer is the partner of the swap (Rulebook, Large market day).
    """
    most = 1
    tied: list[tuple[int, Seat]] = []
    for seat, one in enumerate(players, 1):
        count = one.display[good]
        if count >= most and seat not in declined:
            if count > most:
                most, tied = count, []
            tied.append((one.cameleer, seat))
    if not tied:
        return None
    return Right(max(tied)[1], min(tied)[1] if len(tied) > 1 else 0)


def offer(draft: Draft) -> None:
    """Ask whoever may sell the next camel; without a customer go on."""
    if not draft.caravans[draft.moved].camels:
        caravans.close_large_market(draft)
        return
    kind, declined = draft.market.kind, draft.market.declined
    right = right_to_sell(draft.players, good_offered(draft), declined)
    if right:
        draft.phase, draft.market = phases.SELL, Market(kind, declined, *right)
    else:
        _leave_unsold(draft)


def _leave_unsold(draft: Draft) -> None:
    """Leave the camel unsold: in a city it goes to the row, elsewhere nothing happens."""
    market, camel = draft.market, offered(draft)
    good = GOODS[draft.board.goods[camel]]
    draft.tell("unsold", market=market.kind, camel=camel, good=good, declined=list(market.declined))
    if market.kind in phases.IN_CITY:
        _camel_to_row(draft, camel)
        draft.phase, draft.market = phases.OFFER, Market(market.kind)
    else:
        draft.phase, draft.market = phases.REFILL, NO_MARKET


def jewels_to_choose(position: Position) -> tuple[Colour, ...]:
    """Return the colours a seller can choose from: none where there is only one kind, or no city."""
    if position.market.kind not in phases.IN_CITY:
        return ()
    colours = tuple(sorted(set(position.caravans[position.moved].jewels)))
    return colours if len(colours) > 1 else ()


def decline(draft: Draft, seat: Seat) -> None:
    """Pass the right to sell on (Rulebook, Specialities: A player does not want to sell merchandise)."""
    market, camel = draft.market, offered(draft)
    draft.tell("declined", seat=seat, camel=camel, good=GOODS[draft.board.goods[camel]])
    draft.phase, draft.market = phases.OFFER, Market(market.kind, (*market.declined, seat))


def sell(draft: Draft, seat: Seat, order: actions.Sell) -> None:
    """Discard half of the good's cards, rounded up, and take a jewel for it."""
    camel, kind, seller = offered(draft), draft.market.kind, draft.players[seat - 1]
    good = draft.board.goods[camel]
    have = seller.display[good]
    sold = (have + 1) // 2
    draft.tell("sold", seat=seat, camel=camel, good=GOODS[good], discarded=sold, kept=have - sold, market=kind)
    draft.players[seat - 1] = seller._replace(display=changed(seller.display, good, -sold))
    draft.discards += (good,) * sold
    if kind not in phases.IN_CITY:
        take_colourless(draft, seat)
        _finish_sale(draft)
    elif order.colour == actions.ANY and jewels_to_choose(draft):
        draft.phase = phases.JEWEL
    else:
        jewels = draft.caravans[draft.moved].jewels
        _take_jewel(draft, seat, jewels[0] if order.colour == actions.ANY else order.colour)


def choose_jewel(draft: Draft, seat: Seat, order: actions.Jewel) -> None:
    """Take the jewel chosen after the sale."""
    _take_jewel(draft, seat, order.colour)


def _take_jewel(draft: Draft, seat: Seat, colour: Colour) -> None:
    caravan, seller = draft.caravans[draft.moved], draft.players[seat - 1]
    left = list(caravan.jewels)
    left.remove(colour)
    city = draft.board.names[caravan.place]
    draft.tell("jewel_taken", seat=seat, colour=COLOURS[colour], place=city, left=len(left))
    draft.caravans[draft.moved] = caravan._replace(jewels=tuple(left))
    draft.players[seat - 1] = seller._replace(jewels=changed(seller.jewels, colour, 1))
    _finish_sale(draft)


def take_colourless(draft: Draft, seat: Seat) -> None:
    """Give a colourless jewel; instead of a third one, two are handed back for a marker (Rulebook, Valuation)."""
    before = draft.players[seat - 1]
    after = draft.players[seat - 1] = with_colourless(before)
    draft.tell("marker_taken" if after.markers > before.markers else "colourless_taken", seat=seat)


def _finish_sale(draft: Draft) -> None:
    """Swap cameleers after a tie, then send the camel to the row; outside cities the front camel takes its place."""
    market, camel = draft.market, offered(draft)
    if market.partner:
        _swap_cameleers(draft, market.seller, market.partner)
    _camel_to_row(draft, camel)
    if market.kind in phases.IN_CITY:
        draft.phase, draft.market = phases.OFFER, Market(market.kind)
        return
    caravan, joining = draft.caravans[draft.moved], draft.row[0]
    draft.tell("camels_exchanged", caravan=draft.moved + 1, left=camel, joined=joining)
    draft.caravans[draft.moved] = caravan._replace(camels=tuple(sorted((*caravan.camels, joining))))
    draft.row, draft.phase, draft.market = draft.row[1:], phases.REFILL, NO_MARKET


def _swap_cameleers(draft: Draft, seat: Seat, other: Seat) -> None:
    seller, partner = draft.players[seat - 1], draft.players[other - 1]
    draft.tell(
        "cameleers_swapped",
        seat=seat,
        cameleer=partner.cameleer,
        partner=other,
        partner_cameleer=seller.cameleer,
    )
    draft.players[seat - 1] = seller._replace(cameleer=partner.cameleer)
    draft.players[other - 1] = partner._replace(cameleer=seller.cameleer)


def _camel_to_row(draft: Draft, camel: int) -> None:
    caravan = draft.caravans[draft.moved]
    left = tuple([other for other in caravan.camels if other != camel])
    draft.caravans[draft.moved] = caravan._replace(camels=left)
    draft.row += (camel,)
