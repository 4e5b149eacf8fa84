"""Why an action is refused: exact reasons, and the orders that come nearest to what was meant."""

from __future__ import annotations

from collections.abc import Callable

from engines import api, words
from engines.api import Code, Illegal, Json, Seat
from engines.silkroad import robbers
from engines.silkroad.board import Place
from engines.silkroad.choices import asked, choices, farthest
from engines.silkroad.names import BAZAAR_GOODS, COLOURS, GOODS
from engines.silkroad.orders import verb, write
from engines.silkroad.state import (
    BAKSHEESH,
    BAZAAR,
    CAMEL,
    CUSTOMS,
    DRAW,
    EMPTY_HAND,
    EXTRA,
    IN_CITY,
    JEWEL,
    LAY,
    MOVE,
    OVER,
    PAY,
    PILE,
    ROB,
    SANDSTORM,
    SELL,
    Action,
    Baksheesh,
    Counts,
    Discard,
    Draw,
    Good,
    Jewel,
    Lay,
    Move,
    Pass,
    Pay,
    Rob,
    Sell,
    State,
    Trade,
    player,
    reach,
)


class Fault(Exception):
    """A refusal on its way to the player, before it is known what comes nearest."""

    def __init__(self, code: Code, reason: str, **facts: Json) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.facts = {name: list(fact) if isinstance(fact, tuple) else fact for name, fact in facts.items()}


TAKEN: dict[str, tuple[type[Action], ...]] = {
    LAY: (Lay,),
    MOVE: (Move,),
    DRAW: (Draw,),
    EXTRA: (Draw, Pass),
    CAMEL: (Draw, Pass),
    EMPTY_HAND: (Draw,),
    SELL: (Sell, Pass),
    JEWEL: (Jewel,),
    CUSTOMS: (Discard,),
    SANDSTORM: (Discard,),
    ROB: (Rob,),
    BAZAAR: (Trade, Pass),
    BAKSHEESH: (Baksheesh,),
    PAY: (Pay,),
}
"""The kinds of actions that each phase takes."""


def check(state: State, seat: Seat, action: Action) -> None:
    """Let a legal action pass.

    Raises:
        Illegal: for any other.
    """
    check_asked(state, seat)
    if type(action) in TAKEN[state.phase] and action in choices(state, seat):
        return
    try:
        check_kind(state, type(action))
        _FAULTS[type(action)](state, seat, action)
        raise Fault("illegal", "not_now", verb=verb(action), asked=state.phase)
    except Fault as fault:
        raise refused(state, seat, fault, verb(action), write(action)) from fault


def check_seat(state: State, seat: Seat) -> None:
    """Refuse a seat that does not exist."""
    if not 1 <= seat <= len(state.players):
        raise Illegal("no_such_seat", "no_such_seat", {"seat": seat, "seats": len(state.players)})


def check_asked(state: State, seat: Seat) -> None:
    """Refuse a seat that is not asked now."""
    check_seat(state, seat)
    if state.phase == OVER:
        raise Illegal("not_your_turn", "game_over")
    seats = asked(state)
    if seat not in seats:
        raise Illegal("not_your_turn", "not_your_turn", {"asked": list(seats), "turn": state.turn})


def check_kind(state: State, kind: type[Action]) -> None:
    """Refuse a kind of action that the phase does not take."""
    if kind in TAKEN[state.phase]:
        return
    if kind is Pass:
        raise Fault("illegal", "cannot_pass", asked=state.phase)
    raise Fault("illegal", "not_now", verb=verb_of(kind), asked=state.phase)


def verb_of(kind: type[Action]) -> str:
    """Return the order verb of a kind of action."""
    return "bazaar" if kind is Trade else kind.__name__.lower()


def refused(state: State, seat: Seat, fault: Fault, meant: str, text: str) -> Illegal:
    """Return the refusal of a text, with the legal orders that come nearest to it."""
    return Illegal(fault.code, fault.reason, fault.facts, meant, words.nearest(text, menu(state, seat)))


def menu(state: State, seat: Seat) -> list[str]:
    """Return the legal orders of a seat as texts; before cards are laid, each with its whole move too."""
    texts = [write(action) for action in choices(state, seat)]
    if state.phase == LAY:
        texts += [f"{write(move)} {lay.number} {GOODS[lay.good]}" for lay, move in whole_moves(state, seat)]
    return texts


def whole_moves(state: State, seat: Seat) -> list[tuple[Lay, Move]]:
    """Return every way to lay cards and move with them."""
    return [
        (lay, move)
        for lay in choices(state, seat)
        if isinstance(lay, Lay)
        for move in choices(state._replace(phase=MOVE, laid=(lay.good, lay.number)), seat)
        if isinstance(move, Move)
    ]


def check_lay(state: State, seat: Seat, good: Good, count: int) -> None:
    """Refuse cards that cannot be laid."""
    have = player(state, seat).hand[good]
    if count < 1:
        raise Fault("illegal", "nothing_laid")
    if count > have:
        raise Fault("illegal", "not_enough_cards", good=GOODS[good], asked=count, have=have)
    if count > farthest(state):
        raise Fault("illegal", "too_far", asked=count, most=farthest(state))


def check_move(state: State, caravan: int, place: Place, count: int) -> None:
    """Refuse a move that these many cards (0: any number) do not make."""
    check_caravan(state, caravan)
    names = state.board.names
    counts = tuple(cards for cards, ends in enumerate(reach(state, caravan - 1), 1) if place in ends)
    if count in counts or (counts and not count):
        return
    moved = state.caravans[caravan - 1]
    facts: dict[str, Json] = {"caravan": caravan, "place": names[place], "destination": names[moved.destination]}
    if counts:
        raise Fault("illegal", "wrong_distance", **facts, cards=count, needs=counts)
    if place == moved.place:
        raise Fault("illegal", "already_there", **facts)
    standing = [number for number, other in enumerate(state.caravans, 1) if other.place == place]
    if standing:
        raise Fault("illegal", "occupied", **facts, by=standing[0])
    raise Fault("illegal", "wrong_city" if place < state.board.cities else "no_way", **facts)


def check_caravan(state: State, caravan: int) -> None:
    """Refuse a caravan that is not on the board."""
    if not 1 <= caravan <= len(state.caravans):
        raise Fault("illegal", "no_such_caravan", caravan=caravan, caravans=len(state.caravans))
    if state.caravans[caravan - 1].place < 0:
        raise Fault("illegal", "caravan_retired", caravan=caravan)


def _lay(state: State, seat: Seat, order: Lay) -> None:
    check_lay(state, seat, order.good, order.number)


def _move(state: State, _seat: Seat, order: Move) -> None:
    if order.place not in state.board.tokens:
        raise Fault("unreadable", "unknown_place", word=order.place)
    check_move(state, order.caravan, state.board.place(order.place), state.laid[1])


def _draw(state: State, _seat: Seat, order: Draw) -> None:
    if order.good == PILE:
        raise Fault("illegal", "pile_empty")
    _check_open(state, order.good)


def _check_open(state: State, good: Good) -> None:
    if good not in state.open:
        raise Fault("illegal", "not_open", good=GOODS[good], open=tuple(GOODS[card] for card in state.open))


def _sell(state: State, _seat: Seat, order: Sell) -> None:
    check_jewel(state, order.colour)


def check_jewel(state: State, colour: int) -> None:
    """Refuse a jewel that does not lie in the city, or any where the market stands outside the cities."""
    if state.market is None or state.market.kind not in IN_CITY:
        raise Fault("illegal", "no_jewels_here", colour=COLOURS[colour])
    jewels = state.caravans[state.moved].jewels
    if colour not in jewels:
        raise Fault("illegal", "no_such_jewel", colour=COLOURS[colour], jewels=tuple(COLOURS[one] for one in jewels))


def _jewel(state: State, _seat: Seat, order: Jewel) -> None:
    check_jewel(state, order.colour)


def _rob(state: State, seat: Seat, order: Rob) -> None:
    check_victim(state, seat, order.victim)
    if not player(state, order.victim).display[order.good]:
        raise Fault("illegal", "victim_lacks", victim=order.victim, good=GOODS[order.good])


def check_victim(state: State, seat: Seat, victim: Seat) -> None:
    """Refuse a seat that cannot be robbed."""
    if not 1 <= victim <= len(state.players):
        raise Fault("illegal", "no_such_victim", victim=victim, seats=len(state.players))
    if victim == seat:
        raise Fault("illegal", "rob_yourself")
    if victim == state.turn:
        raise Fault("illegal", "rob_mover", victim=victim)
    if victim in state.robbed:
        raise Fault("illegal", "robbed_already", victim=victim)
    if victim not in robbers.victims(state):
        raise Fault("illegal", "nothing_to_rob", victim=victim)


def _discard(state: State, seat: Seat, order: Discard) -> None:
    holder = player(state, seat)
    check_holds(holder.hand if state.phase == CUSTOMS else holder.display, order.good, state.phase == CUSTOMS)


def check_holds(cards: Counts, good: Good, in_hand: bool) -> None:
    """Refuse a card that does not lie where it is given from."""
    if not cards[good]:
        raise Fault("illegal", "not_in_hand" if in_hand else "not_in_display", good=GOODS[good])


def _trade(state: State, seat: Seat, order: Trade) -> None:
    for good in order.goods:
        check_holds(player(state, seat).display, good, in_hand=False)
    if len(set(order.goods)) != BAZAAR_GOODS or len(order.goods) != BAZAAR_GOODS:
        raise Fault("illegal", "not_three_goods", given=len(order.goods), different=len(set(order.goods)))


def _baksheesh(state: State, _seat: Seat, order: Baksheesh) -> None:
    _check_open(state, order.good)


def _pay(state: State, seat: Seat, order: Pay) -> None:
    check_holds(player(state, seat).hand, order.good, in_hand=True)


def _pass(_state: State, _seat: Seat, _order: Pass) -> None:
    """A pass that the phase takes is always legal."""


_FAULTS: dict[type[Action], Callable[[State, Seat, api.Action], None]] = {
    Lay: _lay,
    Move: _move,
    Draw: _draw,
    Pass: _pass,
    Sell: _sell,
    Jewel: _jewel,
    Rob: _rob,
    Discard: _discard,
    Trade: _trade,
    Baksheesh: _baksheesh,
    Pay: _pay,
}
