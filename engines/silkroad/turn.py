"""A turn: lay cards, move a caravan, draw, then (after the field) refill the open cards and pass the turn on."""

from __future__ import annotations

from collections.abc import Sequence

from engines.api import Json, Seat, Shuffle
from engines.silkroad.names import EMPTY_HAND_DRAWS, GOODS, OPEN_CARDS
from engines.silkroad.state import (
    CAMEL,
    DRAW,
    EMPTY_HAND,
    EXTRA,
    FIELD,
    LAY,
    MOVE,
    NEXT_TURN,
    NO_CARDS,
    OVER,
    PILE,
    REFILL,
    RESHUFFLE,
    Draw,
    Lay,
    Log,
    Move,
    Pass,
    State,
    changed,
    goods_of,
    player,
    with_caravan,
    with_player,
)


def next_turn(state: State, log: Log) -> State:
    """Begin the next seat's turn (Rulebook, Specialities: Empty card hand).

    A seat that can neither lay nor draw is passed over; where that is so for all, the game ends.
    """
    turn = state.turn % len(state.players) + 1
    if player(state, turn).hand != NO_CARDS:
        log.tell("turn_began", seat=turn)
        return state._replace(turn=turn, phase=LAY)
    if can_draw(state):
        log.tell("turn_began", seat=turn)
        log.tell("hand_empty", seat=turn)
        return state._replace(turn=turn, phase=EMPTY_HAND, draws=EMPTY_HAND_DRAWS)
    if all(one.hand == NO_CARDS for one in state.players):
        log.reveals = True
        log.tell("cards_ran_out")
        return state._replace(turn=turn, phase=OVER)
    log.tell("passed_over", seat=turn)
    return state._replace(turn=turn)


def lay(state: State, seat: Seat, order: Lay, log: Log) -> State:
    """Lay hand cards of one good into the display (Rulebook, 1. Place card(s))."""
    mover = player(state, seat)
    hand, display = changed(mover.hand, order.good, -order.number), changed(mover.display, order.good, order.number)
    log.tell("laid", seat=seat, good=GOODS[order.good], count=order.number)
    state = with_player(state, seat, mover._replace(hand=hand, display=display))
    return state._replace(phase=MOVE, laid=(order.good, order.number))


def move(state: State, seat: Seat, order: Move, log: Log) -> State:
    """Move a caravan as many fields as cards were laid (Rulebook, 2. Move a caravan).

    The mover then draws one card, and may draw a second if the caravan carries the good laid (3. Take card(s)).
    """
    index = order.caravan - 1
    caravan, place, names = state.caravans[index], state.board.place(order.place), state.board.names
    carried = state.laid[0] in goods_of(state, index)
    log.tell(
        "moved",
        seat=seat,
        caravan=order.caravan,
        start=names[caravan.place],
        place=names[place],
        fields=state.laid[1],
        action=state.fields[place],
        carried=carried,
    )
    state = with_caravan(state, index, caravan._replace(place=place))
    return state._replace(phase=DRAW if can_draw(state) else FIELD, moved=index, draws=1 + carried)


def can_draw(state: State) -> bool:
    """Tell whether any source has a card."""
    return bool(state.open or state.pile or state.discards)


def draw(state: State, seat: Seat, order: Draw, log: Log) -> State:
    """Take one open card or the top of the draw pile into the hand; an empty pile is shuffled anew first."""
    if order.good != PILE:
        shown = list(state.open)
        shown.remove(order.good)
        log.tell("drew", seat=seat, source="open", good=GOODS[order.good])
        return _into_hand(state._replace(open=tuple(shown)), order.good)
    if not state.pile:
        return state._replace(phase=RESHUFFLE, resume=state.phase)
    return _draw_blind(state, log)


def _draw_blind(state: State, log: Log) -> State:
    good = state.pile[0]
    log.reveals = True
    log.tell("drew", seat=state.turn, source="pile")
    log.whisper(state.turn, "drew", seat=state.turn, source="pile", good=GOODS[good])
    return _into_hand(state._replace(pile=state.pile[1:]), good)


def _into_hand(state: State, good: int) -> State:
    mover = player(state, state.turn)
    state = with_player(state, state.turn, mover._replace(hand=changed(mover.hand, good, 1)))
    left = state.draws - 1
    if not left or not can_draw(state):
        return state._replace(phase=_AFTER_DRAWING[state.phase], draws=0)
    return state._replace(phase=EXTRA if state.phase == DRAW else state.phase, draws=left)


_AFTER_DRAWING = {DRAW: FIELD, EXTRA: FIELD, CAMEL: REFILL, EMPTY_HAND: REFILL}


def leave_card(state: State, seat: Seat, _order: Pass, log: Log) -> State:
    """Leave the additional card, or that of a camel field."""
    log.tell("card_left", seat=seat)
    return state._replace(phase=_AFTER_DRAWING[state.phase], draws=0)


def refill(state: State, log: Log) -> State:
    """Fill the open cards up (Rulebook, 5. Replenish) and let the turn pass on."""
    turned = state.pile[: OPEN_CARDS - len(state.open)]
    if turned:
        log.reveals = True
        state = state._replace(open=state.open + turned, pile=state.pile[len(turned) :])
        log.tell("refilled", goods=tuple(GOODS[good] for good in turned), pile=len(state.pile))
    if len(state.open) < OPEN_CARDS and state.discards:
        return state._replace(phase=RESHUFFLE, resume=REFILL)
    return state._replace(phase=NEXT_TURN, moved=-1, laid=(-1, 0))


def reshuffling(state: State) -> Shuffle:
    """Return the discard pile to be shuffled (Rulebook, Specialities: Draw pile exhausted)."""
    return Shuffle(tuple(GOODS[good] for good in state.discards), RESHUFFLE)


def reshuffle(state: State, cards: Sequence[Json], log: Log) -> State:
    """Make the shuffled discards the draw pile and go on with what needed a card."""
    log.tell("reshuffled", cards=len(cards))
    pile = tuple(GOODS.index(str(card)) for card in cards)
    state = state._replace(pile=pile, discards=(), phase=state.resume, resume="")
    return state if state.phase == REFILL else _draw_blind(state, log)
