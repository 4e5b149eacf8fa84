"""What the rules refuse, with the reason and its numbers."""

from __future__ import annotations

from collections.abc import Callable

from engines import api
from engines.api import Code, Json, Seat
from engines.silkroad import actions, phases, robbers
from engines.silkroad.actions import Good
from engines.silkroad.board import Place
from engines.silkroad.choices import farthest
from engines.silkroad.names import BAZAAR_GOODS, COLOURS, GOODS
from engines.silkroad.position import player, reach
from engines.silkroad.state import Counts, State


class Fault(Exception):
    """A refusal on its way to the player; `instead` holds the orders that it leaves to choose from, if any."""

    def __init__(self, code: Code, reason: str, instead: tuple[str, ...] = (), /, **facts: Json) -> None:
        super().__init__(reason)
        self.instead = instead
        self.code = code
        self.reason = reason
        self.facts = {name: list(fact) if isinstance(fact, tuple) else fact for name, fact in facts.items()}


TAKEN: dict[str, tuple[type[actions.Action], ...]] = {
    phases.LAY: (actions.Lay,),
    phases.MOVE: (actions.Move,),
    phases.DRAW: (actions.Draw,),
    phases.EXTRA: (actions.Draw, actions.Pass),
    phases.CAMEL: (actions.Draw, actions.Pass),
    phases.EMPTY_HAND: (actions.Draw,),
    phases.SELL: (actions.Sell, actions.Pass),
    phases.JEWEL: (actions.Jewel,),
    phases.CUSTOMS: (actions.Discard,),
    phases.SANDSTORM: (actions.Discard,),
    phases.ROB: (actions.Rob,),
    phases.BAZAAR: (actions.Trade, actions.Pass),
    phases.BAKSHEESH: (actions.Baksheesh,),
    phases.PAY: (actions.Pay,),
}
"""The kinds of actions that each phase takes."""


def check_kind(state: State, kind: type[actions.Action]) -> None:
    """Refuse a kind of action that the phase does not take."""
    if kind in TAKEN[state.phase]:
        return
    if kind is actions.Pass:
        raise Fault("illegal", "cannot_pass", asked=state.phase)
    raise Fault("illegal", "not_now", verb=verb_of(kind), asked=state.phase)


def verb_of(kind: type[actions.Action]) -> str:
    """Return the order verb of a kind of action."""
    return "bazaar" if kind is actions.Trade else kind.__name__.lower()


def check_action(state: State, seat: Seat, action: actions.Action) -> None:
    """Let an action of an asked seat pass if the rules allow it now."""
    check_kind(state, type(action))
    _CHECKED[type(action)](state, seat, action)


def check_lay(state: State, seat: Seat, good: Good, count: int) -> None:
    """Refuse cards that cannot be laid."""
    have = player(state, seat).hand[good]
    if count < 1:
        raise Fault("illegal", "nothing_laid")
    if count > have:
        raise Fault("illegal", "not_enough_cards", good=GOODS[good], asked=count, have=have)
    if count > 1 and count > (most := farthest(state)):
        raise Fault("illegal", "too_far", asked=count, most=most)


def check_move(state: State, caravan: int, place: Place, count: int) -> None:
    """Refuse a move that these many cards do not make."""
    check_caravan(state, caravan)
    ends = reach(state, caravan - 1)
    if 0 < count <= len(ends) and place in ends[count - 1]:
        return
    names = state.board.names
    counts = tuple(cards for cards, places in enumerate(ends, 1) if place in places)
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


def _lay(state: State, seat: Seat, order: actions.Lay) -> None:
    check_lay(state, seat, order.good, order.number)


def _move(state: State, _seat: Seat, order: actions.Move) -> None:
    if order.place not in state.board.tokens:
        raise Fault("unreadable", "unknown_place", word=order.place)
    check_move(state, order.caravan, state.board.place(order.place), state.laid[1])


def _draw(state: State, _seat: Seat, order: actions.Draw) -> None:
    if order.good == actions.PILE:
        check_pile(state)
    else:
        check_open(state, order.good)


def check_pile(state: State) -> None:
    """Refuse the draw pile where it cannot give a card."""
    if not state.pile and not state.discards:
        raise Fault("illegal", "pile_empty")


def check_open(state: State, good: Good) -> None:
    """Refuse a good that does not lie open."""
    if good not in state.open:
        raise Fault("illegal", "not_open", good=GOODS[good], open=tuple(GOODS[card] for card in state.open))


def _sell(state: State, _seat: Seat, order: actions.Sell) -> None:
    if order.colour != actions.ANY:
        check_jewel(state, order.colour)


def check_jewel(state: State, colour: int) -> None:
    """Refuse a jewel that does not lie in the city, or any where the market stands outside the cities."""
    if state.market.kind not in phases.IN_CITY:
        raise Fault("illegal", "no_jewels_here", colour=COLOURS[colour])
    jewels = state.caravans[state.moved].jewels
    if colour not in jewels:
        raise Fault("illegal", "no_such_jewel", colour=COLOURS[colour], jewels=tuple(COLOURS[one] for one in jewels))


def _jewel(state: State, _seat: Seat, order: actions.Jewel) -> None:
    check_jewel(state, order.colour)


def _rob(state: State, seat: Seat, order: actions.Rob) -> None:
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


def _discard(state: State, seat: Seat, order: actions.Discard) -> None:
    holder, customs = player(state, seat), state.phase == phases.CUSTOMS
    check_holds(holder.hand if customs else holder.display, order.good, in_hand=customs)


def check_holds(cards: Counts, good: Good, in_hand: bool) -> None:
    """Refuse a card that does not lie where it is given from."""
    if not cards[good]:
        raise Fault("illegal", "not_in_hand" if in_hand else "not_in_display", good=GOODS[good])


def _trade(state: State, seat: Seat, order: actions.Trade) -> None:
    check_trade(state, seat, order.goods)


def check_trade(state: State, seat: Seat, goods: tuple[Good, ...]) -> None:
    """Refuse anything but three different goods of the display."""
    for good in goods:
        check_holds(player(state, seat).display, good, in_hand=False)
    if len(set(goods)) != BAZAAR_GOODS or len(goods) != BAZAAR_GOODS:
        raise Fault("illegal", "not_three_goods", given=len(goods), different=len(set(goods)))


def _baksheesh(state: State, _seat: Seat, order: actions.Baksheesh) -> None:
    check_open(state, order.good)


def _pay(state: State, seat: Seat, order: actions.Pay) -> None:
    check_holds(player(state, seat).hand, order.good, in_hand=True)


def _pass(_state: State, _seat: Seat, _order: actions.Pass) -> None:
    """A pass that the phase takes is always legal."""


_CHECKED: dict[type[actions.Action], Callable[[State, Seat, api.Action], None]] = {
    actions.Lay: _lay,
    actions.Move: _move,
    actions.Draw: _draw,
    actions.Pass: _pass,
    actions.Sell: _sell,
    actions.Jewel: _jewel,
    actions.Rob: _rob,
    actions.Discard: _discard,
    actions.Trade: _trade,
    actions.Baksheesh: _baksheesh,
    actions.Pay: _pay,
}
