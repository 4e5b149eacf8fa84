"""Every legal action of a phase, in a stable order: goods and colours as printed, places by number, `pass` last."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations

from engines.api import Seat
from engines.silkroad import actions, fields, market, phases, robbers
from engines.silkroad.names import BAZAAR_GOODS, CARDS_OF_EACH_GOOD, COLOURS, GOODS
from engines.silkroad.position import player, reaches
from engines.silkroad.state import Counts, State

# Actions are values, so one of each is enough.
_LAYS = tuple(tuple(actions.Lay(good, count) for count in range(CARDS_OF_EACH_GOOD + 1)) for good in range(len(GOODS)))
_OPEN_DRAWS = tuple(actions.Draw(good) for good in range(len(GOODS)))
_DRAW_PILE = actions.Draw(actions.PILE)
_PASS = actions.Pass()
_SELL = actions.Sell(actions.ANY)
_SELLS = tuple(actions.Sell(colour) for colour in range(len(COLOURS)))
_JEWELS = tuple(actions.Jewel(colour) for colour in range(len(COLOURS)))
_DISCARDS = tuple(actions.Discard(good) for good in range(len(GOODS)))
_BAKSHEESH = tuple(actions.Baksheesh(good) for good in range(len(GOODS)))
_PAYS = tuple(actions.Pay(good) for good in range(len(GOODS)))


@lru_cache(maxsize=512)
def _move(caravan: int, place: str) -> actions.Move:
    return actions.Move(caravan, place)


def asked(state: State) -> tuple[Seat, ...]:
    """Return the seats that may give an order now."""
    phase = state.phase
    if phase in _CHOICES:
        asking = _ASKED.get(phase)
        return (state.turn,) if asking is None else asking(state)
    return ()


def _seller(state: State) -> tuple[Seat, ...]:
    return (state.market.seller,)


def _robber(state: State) -> tuple[Seat, ...]:
    return (robbers.robber(state),)


_ASKED: dict[str, Callable[[State], tuple[Seat, ...]]] = {
    phases.SELL: _seller,
    phases.JEWEL: _seller,
    phases.ROB: _robber,
    phases.CUSTOMS: fields.customs_seats,
    phases.SANDSTORM: fields.sandstorm_seats,
}
"""Who is asked where that is not the seat whose turn it is."""


def choices(state: State, seat: Seat) -> Sequence[actions.Action]:
    """Return every legal action of a seat; none for one that is not asked."""
    return _CHOICES[state.phase](state, seat) if seat in asked(state) else ()


def _held(counts: Counts) -> list[int]:
    return [good for good, count in enumerate(counts) if count]


def farthest(state: State) -> int:
    """Return the most cards with which some caravan can be moved."""
    return max(map(len, reaches(state)))


def _lays(state: State, seat: Seat) -> Sequence[actions.Action]:
    """Every number of every good in hand with which some caravan can be moved."""
    most = farthest(state)
    return [
        lay
        for good, count in enumerate(state.players[seat - 1].hand)
        if count
        for lay in _LAYS[good][1 : min(count, most) + 1]
    ]


def _moves(state: State, _seat: Seat) -> Sequence[actions.Action]:
    """Every end of every caravan for the cards laid."""
    count, tokens = state.laid[1], state.board.tokens
    found: list[actions.Action] = []
    for caravan, ends in enumerate(reaches(state), 1):
        if count <= len(ends):
            found += [_move(caravan, tokens[place]) for place in ends[count - 1]]
    return found


def _draws(state: State, _seat: Seat) -> list[actions.Action]:
    """Every good among the open cards, then the draw pile."""
    found: list[actions.Action] = [_OPEN_DRAWS[good] for good in sorted(set(state.open))]
    if state.pile or state.discards:
        found.append(_DRAW_PILE)
    return found


def _optional_draws(state: State, seat: Seat) -> Sequence[actions.Action]:
    return [*_draws(state, seat), _PASS]


def _sales(state: State, _seat: Seat) -> Sequence[actions.Action]:
    """Each jewel that a sale can bring, the sale with the jewel left open, and `pass`."""
    return [*(_SELLS[colour] for colour in market.jewels_to_choose(state)), _SELL, _PASS]


def _jewels(state: State, _seat: Seat) -> Sequence[actions.Action]:
    return [_JEWELS[colour] for colour in market.jewels_to_choose(state)]


def _customs(state: State, seat: Seat) -> Sequence[actions.Action]:
    return [_DISCARDS[good] for good in _held(player(state, seat).hand)]


def _sandstorm(state: State, seat: Seat) -> Sequence[actions.Action]:
    return [_DISCARDS[good] for good in _held(player(state, seat).display)]


def _robberies(state: State, _seat: Seat) -> Sequence[actions.Action]:
    """Each victim by seat with each good of the display."""
    return [
        actions.Rob(victim, good) for victim in robbers.victims(state) for good in _held(player(state, victim).display)
    ]


def _trades(state: State, seat: Seat) -> Sequence[actions.Action]:
    return [*(actions.Trade(goods) for goods in combinations(_held(player(state, seat).display), BAZAAR_GOODS)), _PASS]


def _baksheesh(state: State, _seat: Seat) -> Sequence[actions.Action]:
    return [_BAKSHEESH[good] for good in sorted(set(state.open))]


def _payments(state: State, seat: Seat) -> Sequence[actions.Action]:
    return [_PAYS[good] for good in _held(player(state, seat).hand)]


_CHOICES: dict[str, Callable[[State, Seat], Sequence[actions.Action]]] = {
    phases.LAY: _lays,
    phases.MOVE: _moves,
    phases.DRAW: _draws,
    phases.EXTRA: _optional_draws,
    phases.CAMEL: _optional_draws,
    phases.EMPTY_HAND: _draws,
    phases.SELL: _sales,
    phases.JEWEL: _jewels,
    phases.CUSTOMS: _customs,
    phases.SANDSTORM: _sandstorm,
    phases.ROB: _robberies,
    phases.BAZAAR: _trades,
    phases.BAKSHEESH: _baksheesh,
    phases.PAY: _payments,
}
