"""Every legal action of a phase, in a stable order: goods and colours as printed, places by number, `pass` last."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from engines.api import Seat
from engines.silkroad import fields, market, robbers
from engines.silkroad.names import BAZAAR_GOODS, CARDS_OF_EACH_GOOD, COLOURS, GOODS
from engines.silkroad.state import (
    ANY,
    BAKSHEESH,
    BAZAAR,
    CAMEL,
    CUSTOMS,
    DRAW,
    EMPTY_HAND,
    EXTRA,
    JEWEL,
    LAY,
    MOVE,
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

# Actions are values, so one of each is enough.
_LAYS = tuple(tuple(Lay(good, count) for count in range(CARDS_OF_EACH_GOOD + 1)) for good in range(len(GOODS)))
_OPEN_DRAWS = tuple(Draw(good) for good in range(len(GOODS)))
_DRAW_PILE = Draw(PILE)
_PASS = Pass()
_SELL = Sell(ANY)
_SELLS = tuple(Sell(colour) for colour in range(len(COLOURS)))
_JEWELS = tuple(Jewel(colour) for colour in range(len(COLOURS)))
_DISCARDS = tuple(Discard(good) for good in range(len(GOODS)))
_BAKSHEESH = tuple(Baksheesh(good) for good in range(len(GOODS)))
_PAYS = tuple(Pay(good) for good in range(len(GOODS)))


def asked(state: State) -> tuple[Seat, ...]:
    """Return the seats that may give an order now."""
    phase = state.phase
    if phase in (SELL, JEWEL):
        return (_selling(state),)
    if phase == ROB:
        return (robbers.robber(state),)
    if phase == CUSTOMS:
        return fields.customs_seats(state)
    if phase == SANDSTORM:
        return fields.sandstorm_seats(state)
    return (state.turn,) if phase in _CHOICES else ()


def _selling(state: State) -> Seat:
    if state.market and state.market.seller:
        return state.market.seller
    right = market.right_to_sell(state)
    return right.seller if right else 0


def choices(state: State, seat: Seat) -> Sequence[Action]:
    """Return every legal action of a seat; none for one that is not asked."""
    return _CHOICES[state.phase](state, seat) if seat in asked(state) else ()


def _held(counts: Counts) -> list[int]:
    return [good for good, count in enumerate(counts) if count]


def farthest(state: State) -> int:
    """Return the most cards with which some caravan can be moved."""
    return max(len(reach(state, index)) for index in range(len(state.caravans)))


def _lays(state: State, seat: Seat) -> Sequence[Action]:
    """Every number of every good in hand with which some caravan can be moved."""
    most = farthest(state)
    return [
        lay
        for good, count in enumerate(state.players[seat - 1].hand)
        if count
        for lay in _LAYS[good][1 : min(count, most) + 1]
    ]


def _moves(state: State, _seat: Seat) -> Sequence[Action]:
    """Every end of every caravan for the cards laid."""
    count, tokens = state.laid[1], state.board.tokens
    found: list[Action] = []
    for index in range(len(state.caravans)):
        ends = reach(state, index)
        if count <= len(ends):
            found += [Move(index + 1, tokens[place]) for place in ends[count - 1]]
    return found


def _draws(state: State, _seat: Seat) -> list[Action]:
    """Every good among the open cards, then the draw pile."""
    found: list[Action] = [_OPEN_DRAWS[good] for good in sorted(set(state.open))]
    if state.pile or state.discards:
        found.append(_DRAW_PILE)
    return found


def _optional_draws(state: State, seat: Seat) -> Sequence[Action]:
    return [*_draws(state, seat), _PASS]


def _sales(state: State, _seat: Seat) -> Sequence[Action]:
    """Each jewel that a sale can bring, the sale with the jewel left open, and `pass`."""
    return [*(_SELLS[colour] for colour in market.jewels_to_choose(state)), _SELL, _PASS]


def _jewels(state: State, _seat: Seat) -> Sequence[Action]:
    return [_JEWELS[colour] for colour in market.jewels_to_choose(state)]


def _customs(state: State, seat: Seat) -> Sequence[Action]:
    return [_DISCARDS[good] for good in _held(player(state, seat).hand)]


def _sandstorm(state: State, seat: Seat) -> Sequence[Action]:
    return [_DISCARDS[good] for good in _held(player(state, seat).display)]


def _robberies(state: State, _seat: Seat) -> Sequence[Action]:
    """Each victim by seat with each good of the display."""
    return [Rob(victim, good) for victim in robbers.victims(state) for good in _held(player(state, victim).display)]


def _trades(state: State, seat: Seat) -> Sequence[Action]:
    return [*(Trade(goods) for goods in combinations(_held(player(state, seat).display), BAZAAR_GOODS)), _PASS]


def _baksheesh(state: State, _seat: Seat) -> Sequence[Action]:
    return [_BAKSHEESH[good] for good in sorted(set(state.open))]


def _payments(state: State, seat: Seat) -> Sequence[Action]:
    return [_PAYS[good] for good in _held(player(state, seat).hand)]


_CHOICES: dict[str, Callable[[State, Seat], Sequence[Action]]] = {
    LAY: _lays,
    MOVE: _moves,
    DRAW: _draws,
    EXTRA: _optional_draws,
    CAMEL: _optional_draws,
    EMPTY_HAND: _draws,
    SELL: _sales,
    JEWEL: _jewels,
    CUSTOMS: _customs,
    SANDSTORM: _sandstorm,
    ROB: _robberies,
    BAZAAR: _trades,
    BAKSHEESH: _baksheesh,
    PAY: _payments,
}
