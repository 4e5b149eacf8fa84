"""A turn: lay cards, move a caravan, draw, then (after the field) refill the open cards and pass the turn on."""

from __future__ import annotations

from collections.abc import Sequence

from engines.api import Json, Seat, Shuffle
from engines.silkroad import actions, phases
from engines.silkroad.draft import Draft
from engines.silkroad.names import EMPTY_HAND_DRAWS, GOODS, OPEN_CARDS
from engines.silkroad.position import Position, can_draw, goods_of
from engines.silkroad.state import NO_CARDS, changed

NOTHING_LAID = (-1, 0)


def next_turn(draft: Draft) -> None:
    """Begin the next seat's turn (Rulebook, Specialities: Empty card hand).

    A seat that can neither lay nor draw is passed over; where that is so for all, the game ends.
    """
    turn = draft.turn = draft.turn % len(draft.players) + 1
    if draft.players[turn - 1].hand != NO_CARDS:
        draft.tell("turn_began", seat=turn)
        draft.phase = phases.LAY
    elif can_draw(draft):
        draft.tell("turn_began", seat=turn)
        draft.tell("hand_empty", seat=turn)
        draft.phase, draft.draws = phases.EMPTY_HAND, EMPTY_HAND_DRAWS
    elif all(one.hand == NO_CARDS for one in draft.players):
        draft.tell("cards_ran_out")
        draft.phase, draft.reveals = phases.OVER, True
    else:
        draft.tell("passed_over", seat=turn)


def lay(draft: Draft, seat: Seat, order: actions.Lay) -> None:
    """Lay hand cards of one good into the display (Rulebook, 1. Place card(s))."""
    good, number = order
    mover = draft.players[seat - 1]
    draft.players[seat - 1] = mover._replace(
        hand=changed(mover.hand, good, -number), display=changed(mover.display, good, number)
    )
    draft.tell("laid", seat=seat, good=GOODS[good], count=number)
    draft.phase, draft.laid = phases.MOVE, (good, number)


def move(draft: Draft, seat: Seat, order: actions.Move) -> None:
    """Move a caravan as many fields as cards were laid (Rulebook, 2. Move a caravan).

    The mover then draws one card, and may draw a second if the caravan carries the good laid (3. Take card(s)).
    """
    index = order.caravan - 1
    caravan, place, names = draft.caravans[index], draft.board.place(order.place), draft.board.names
    good, number = draft.laid
    carried = good in goods_of(draft, index)
    draft.tell(
        "moved",
        seat=seat,
        caravan=order.caravan,
        start=names[caravan.place],
        place=names[place],
        fields=number,
        action=draft.fields[place],
        carried=carried,
    )
    draft.caravans[index] = caravan._replace(place=place)
    draft.moved, draft.draws = index, 1 + carried
    draft.phase = phases.DRAW if can_draw(draft) else phases.FIELD


def draw(draft: Draft, seat: Seat, order: actions.Draw) -> None:
    """Take one open card or the top of the draw pile into the hand; an empty pile is shuffled anew first."""
    good = order.good
    if good != actions.PILE:
        place = draft.open.index(good)
        draft.open = draft.open[:place] + draft.open[place + 1 :]
        draft.tell("drew", seat=seat, source="open", good=GOODS[good])
        _into_hand(draft, seat, good)
    elif draft.pile:
        _draw_blind(draft, seat)
    else:
        draft.phase, draft.resume = phases.RESHUFFLE, draft.phase


def _draw_blind(draft: Draft, seat: Seat) -> None:
    good = draft.pile[0]
    draft.pile = draft.pile[1:]
    draft.reveals = True
    draft.tell("drew", seat=seat, source="pile")
    draft.whisper(seat, "drew", seat=seat, source="pile", good=GOODS[good])
    _into_hand(draft, seat, good)


def _into_hand(draft: Draft, seat: Seat, good: int) -> None:
    drawer = draft.players[seat - 1]
    draft.players[seat - 1] = drawer._replace(hand=changed(drawer.hand, good, 1))
    draft.draws -= 1
    if not draft.draws or not can_draw(draft):
        _end_drawing(draft)
    elif draft.phase == phases.DRAW:
        draft.phase = phases.EXTRA


def _end_drawing(draft: Draft) -> None:
    draft.phase, draft.draws = _AFTER_DRAWING[draft.phase], 0


_AFTER_DRAWING = {
    phases.DRAW: phases.FIELD,
    phases.EXTRA: phases.FIELD,
    phases.CAMEL: phases.REFILL,
    phases.EMPTY_HAND: phases.REFILL,
}


def leave_card(draft: Draft, seat: Seat) -> None:
    """Leave the additional card, or that of a camel field."""
    draft.tell("card_left", seat=seat)
    _end_drawing(draft)


def refill(draft: Draft) -> None:
    """Fill the open cards up (Rulebook, 5. Replenish) and let the turn pass on."""
    missing = OPEN_CARDS - len(draft.open)
    if missing and draft.pile:
        turned, draft.pile = draft.pile[:missing], draft.pile[missing:]
        draft.open += turned
        draft.reveals = True
        draft.tell("refilled", goods=[GOODS[good] for good in turned], pile=len(draft.pile))
        missing -= len(turned)
    if missing and draft.discards:
        draft.phase, draft.resume = phases.RESHUFFLE, phases.REFILL
    else:
        draft.phase, draft.moved, draft.laid = phases.NEXT_TURN, -1, NOTHING_LAID


def reshuffling(position: Position) -> Shuffle:
    """Return the discard pile to be shuffled (Rulebook, Specialities: Draw pile exhausted)."""
    return Shuffle(tuple(GOODS[good] for good in position.discards), phases.RESHUFFLE)


def reshuffle(draft: Draft, cards: Sequence[Json]) -> None:
    """Make the shuffled discards the draw pile and go on with what needed a card."""
    draft.tell("reshuffled", cards=len(cards))
    draft.pile, draft.discards = tuple(GOODS.index(str(card)) for card in cards), ()
    draft.phase, draft.resume = draft.resume, ""
    if draft.phase != phases.REFILL:
        _draw_blind(draft, draft.turn)
