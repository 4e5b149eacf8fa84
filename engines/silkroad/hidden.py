"""Deals anew what a seat cannot see; for tests that nothing leaks."""

from __future__ import annotations

from engines.api import Chooser, Seat
from engines.silkroad import phases
from engines.silkroad.names import COLOURLESS_POINTS, COLOURS, GOODS, JEWELS_OF_EACH_COLOUR
from engines.silkroad.state import (
    Counts,
    Player,
    State,
)


def resample(state: State, seat: Seat, rng: Chooser) -> State:
    """Return a state that the seat cannot tell from this one.

    Other hands, the draw pile, the bag and the jewels behind other screens are dealt anew; what is public keeps its
    number.
    """
    players, pile = _cards(state, seat, rng)
    if state.phase == phases.OVER:
        bag = list(state.bag)
        rng.shuffle(bag)
        return state._replace(players=players, pile=pile, bag=tuple(bag))
    players, bag = _jewels(state._replace(players=players), seat, rng)
    return state._replace(players=_colourless(players, seat, rng), pile=pile, bag=tuple(bag))


def _cards(state: State, seat: Seat, rng: Chooser) -> tuple[tuple[Player, ...], tuple[int, ...]]:
    others = [one for number, one in enumerate(state.players, 1) if number != seat]
    cards = [*state.pile, *(good for one in others for good in _spread(one.hand))]
    rng.shuffle(cards)
    players = []
    for number, one in enumerate(state.players, 1):
        if number != seat:
            size = sum(one.hand)
            one = one._replace(hand=_counted(cards[:size], len(GOODS)))
            del cards[:size]
        players.append(one)
    return tuple(players), tuple(cards)


def _spread(counts: Counts) -> list[int]:
    return [kind for kind, count in enumerate(counts) for _ in range(count)]


def _counted(kinds: list[int], size: int) -> Counts:
    return tuple(kinds.count(kind) for kind in range(size))


def _jewels(state: State, seat: Seat, rng: Chooser) -> tuple[tuple[Player, ...], list[int]]:
    """Deal bag, removed jewels and other collections anew; only the number in the bag is known."""
    seen = [colour for caravan in state.caravans for colour in caravan.jewels]
    seen += _spread(state.players[seat - 1].jewels)
    unseen = [colour for colour in range(len(COLOURS)) for _ in range(JEWELS_OF_EACH_COLOUR)]
    for colour in seen:
        unseen.remove(colour)
    rng.shuffle(unseen)
    bag, rest = unseen[: len(state.bag)], unseen[len(state.bag) :]
    heaps: list[list[int]] = [[] for _ in range(len(state.players) + 1)]
    for colour in rest:
        heaps[rng.randrange(len(heaps))].append(colour)
    players = tuple(
        one if number == seat else one._replace(jewels=_counted(heaps[number], len(COLOURS)))
        for number, one in enumerate(state.players, 1)
    )
    return players, bag


def _colourless(players: tuple[Player, ...], seat: Seat, rng: Chooser) -> tuple[Player, ...]:
    """Deal the colourless jewels and markers of the others anew; how many are out is known."""
    most = len(COLOURLESS_POINTS) - 1
    others = [number for number in range(1, len(players) + 1) if number != seat]
    places = [number for number in others for _ in range(most)]
    rng.shuffle(places)
    holders = places[: sum(players[number - 1].colourless for number in others)]
    markers = sum(players[number - 1].markers for number in others)
    owners = [others[rng.randrange(len(others))] for _ in range(markers)]
    return tuple(
        one if number == seat else one._replace(colourless=holders.count(number), markers=owners.count(number))
        for number, one in enumerate(players, 1)
    )
