"""The action fields: what a stop on a village leads to (Rulebook, Actions)."""

from __future__ import annotations

from collections.abc import Callable

from engines.api import Seat
from engines.silkroad import actions, phases, robbers
from engines.silkroad.actions import Good
from engines.silkroad.draft import Draft
from engines.silkroad.market import open_market, right_to_sell, take_colourless
from engines.silkroad.names import BAZAAR_GOODS, CAMEL_FIELDS, CUSTOMS_LIMIT, GOODS, MARKET_FIELDS
from engines.silkroad.position import Position, can_draw, goods_of
from engines.silkroad.state import NO_CARDS, changed, from_left_of


def perform(draft: Draft) -> None:
    """Perform the action of the place where the caravan has stopped; in its city that is the large market."""
    field = draft.fields[draft.caravans[draft.moved].place]
    if field:
        _PERFORMED[field](draft, field)
    else:
        open_market(draft, phases.LARGE)


def void(draft: Draft, field: str, why: str) -> None:
    """Leave everything as it is."""
    place = draft.board.names[draft.caravans[draft.moved].place]
    draft.tell("void", seat=draft.turn, action=field, place=place, why=why)
    draft.phase = phases.REFILL


def _small_market(draft: Draft, field: str) -> None:
    good = MARKET_FIELDS.index(field)
    if good in goods_of(draft, draft.moved):
        _hold_outside_city(draft, field, phases.SMALL, good)
    else:
        void(draft, field, "not_carried")


def _black_market(draft: Draft, field: str) -> None:
    _hold_outside_city(draft, field, phases.BLACK, goods_of(draft, draft.moved)[-1])


def _hold_outside_city(draft: Draft, field: str, kind: str, good: Good) -> None:
    if right_to_sell(draft.players, good):
        open_market(draft, kind)
    else:
        void(draft, field, "no_seller")


def _camels(draft: Draft, field: str) -> None:
    """Offer another card where the caravan is no larger than the field's number of camels."""
    if draft.moved > CAMEL_FIELDS.index(field):
        void(draft, field, "too_many_camels")
    elif not can_draw(draft):
        void(draft, field, "no_cards")
    else:
        draft.phase, draft.draws = phases.CAMEL, 1


def draws_to_come(position: Position) -> int:
    """Return how many cards can still be drawn in a row: those of this step, and that of a camel field behind it."""
    if position.phase not in (phases.DRAW, phases.EXTRA):
        return position.draws
    field = position.fields[position.caravans[position.moved].place]
    serves = field in CAMEL_FIELDS and position.moved <= CAMEL_FIELDS.index(field)
    return position.draws + serves


def customs_seats(position: Position) -> tuple[Seat, ...]:
    """Return who still holds too many cards: everybody but the mover, clockwise."""
    players = position.players
    clockwise = from_left_of(len(players), position.turn)
    return tuple([seat for seat in clockwise if sum(players[seat - 1].hand) > CUSTOMS_LIMIT])


def sandstorm_seats(position: Position) -> tuple[Seat, ...]:
    """Return who still has to give a card of the display: everybody but the mover, clockwise."""
    players, gave = position.players, {seat for seat, _ in position.given}
    clockwise = from_left_of(len(players), position.turn)
    return tuple([seat for seat in clockwise if seat not in gave and players[seat - 1].display != NO_CARDS])


def _customs(draft: Draft, field: str) -> None:
    _let_discard(draft, field, phases.CUSTOMS, customs_seats(draft))


def _sandstorm(draft: Draft, field: str) -> None:
    _let_discard(draft, field, phases.SANDSTORM, sandstorm_seats(draft))


def _let_discard(draft: Draft, field: str, phase: str, seats: tuple[Seat, ...]) -> None:
    if seats:
        draft.tell(f"{field}_came", seat=draft.turn, seats=list(seats))
        draft.phase = phase
    else:
        void(draft, field, "nobody")


def discard(draft: Draft, seat: Seat, order: actions.Discard) -> None:
    """Give up a card; when all have, the cards go to the pile clockwise, each seat's in the order it named them."""
    good, giver, customs = order.good, draft.players[seat - 1], draft.phase == phases.CUSTOMS
    if customs:
        draft.players[seat - 1] = giver._replace(hand=changed(giver.hand, good, -1))
    else:
        draft.players[seat - 1] = giver._replace(display=changed(giver.display, good, -1))
    draft.tell("discarded", seat=seat, good=GOODS[good], action=draft.phase)
    draft.given += ((seat, good),)
    if not (customs_seats(draft) if customs else sandstorm_seats(draft)):
        clockwise = from_left_of(len(draft.players), draft.turn)
        ordered = sorted(draft.given, key=lambda card: clockwise.index(card[0]))
        draft.discards += tuple(good for _, good in ordered)
        draft.given, draft.phase = (), phases.REFILL


def _robbers(draft: Draft, _field: str) -> None:
    robbers.begin(draft)


def _bazaar(draft: Draft, field: str) -> None:
    if sum(map(bool, draft.players[draft.turn - 1].display)) < BAZAAR_GOODS:
        void(draft, field, "too_few_goods")
    else:
        draft.phase = phases.BAZAAR


def trade(draft: Draft, seat: Seat, order: actions.Trade) -> None:
    """Discard three different goods of the display, the last one on top, for a colourless jewel."""
    trader = draft.players[seat - 1]
    display = trader.display
    for good in order.goods:
        display = changed(display, good, -1)
    draft.tell("traded", seat=seat, goods=[GOODS[good] for good in order.goods])
    draft.players[seat - 1] = trader._replace(display=display)
    draft.discards += order.goods
    take_colourless(draft, seat)
    draft.phase = phases.REFILL


def leave_bazaar(draft: Draft, seat: Seat) -> None:
    """Leave the bazaar without a trade."""
    draft.tell("bazaar_left", seat=seat)
    draft.phase = phases.REFILL


def _baksheesh(draft: Draft, field: str) -> None:
    if not draft.open:
        void(draft, field, "no_open_card")
    elif draft.players[draft.turn - 1].hand == NO_CARDS:
        void(draft, field, "no_hand_card")
    else:
        draft.phase = phases.BAKSHEESH


def take_baksheesh(draft: Draft, seat: Seat, order: actions.Baksheesh) -> None:
    """Put an open card straight into the display."""
    taker, place = draft.players[seat - 1], draft.open.index(order.good)
    draft.open = draft.open[:place] + draft.open[place + 1 :]
    draft.tell("baksheesh_taken", seat=seat, good=GOODS[order.good])
    draft.players[seat - 1] = taker._replace(display=changed(taker.display, order.good, 1))
    draft.phase = phases.PAY


def pay(draft: Draft, seat: Seat, order: actions.Pay) -> None:
    """Discard a hand card for the baksheesh."""
    payer = draft.players[seat - 1]
    draft.tell("paid", seat=seat, good=GOODS[order.good])
    draft.players[seat - 1] = payer._replace(hand=changed(payer.hand, order.good, -1))
    draft.discards += (order.good,)
    draft.phase = phases.REFILL


_PERFORMED: dict[str, Callable[[Draft, str], None]] = {
    **dict.fromkeys(MARKET_FIELDS, _small_market),
    **dict.fromkeys(CAMEL_FIELDS, _camels),
    "black_market": _black_market,
    "customs": _customs,
    "sandstorm": _sandstorm,
    "robbers": _robbers,
    "bazaar": _bazaar,
    "baksheesh": _baksheesh,
}
