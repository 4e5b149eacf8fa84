"""The caravan: loading cubes, the camel that an owner may pay instead, and the count."""

from __future__ import annotations

from typing import NamedTuple

from engines.api import Event, Json, Seat
from engines.yspahan.actions import AnswerCamel
from engines.yspahan.board import CARAVAN_POINTS, LINE_LENGTH, MULTIPLIERS, SHOPS
from engines.yspahan.state import Due, Events, Player, State, Strike, caravan_size, with_player

ANSWERS = (AnswerCamel(True), AnswerCamel(False))


def line(state: State, slot: int) -> int:
    """Return the line, 0 at the bottom, of a slot counted from 1 in loading order."""
    return (slot - 1) // LINE_LENGTH[len(state.players)]


def count(state: State, seat: Seat) -> tuple[int, int, int]:
    """Return the seat's cubes in the caravan, its highest line (1..3, 0 without a cube) and its points at a count.

    Rulebook, End of the week, Caravan: cubes times the highest line that holds one of them.
    """
    cubes = state.caravan.count(seat)
    if not cubes:
        return 0, 0, 0
    last = max(slot for slot, owner in enumerate(state.caravan, 1) if owner == seat)
    highest = line(state, last)
    return cubes, highest + 1, cubes * MULTIPLIERS[highest]


def counted(state: State, events: Events, occasion: str) -> State:
    """Score a count for all seats, in the order in which they play today."""
    players = state.players
    scores: list[Json] = []
    for seat in dict.fromkeys(state.order):
        cubes, highest, points = count(state, seat)
        player = players[seat - 1]
        players = (*players[: seat - 1], player.with_points(points), *players[seat:])
        scores.append({"seat": seat, "cubes": cubes, "line": highest, "points": points})
    events.append(Event("caravan_counted", {"occasion": occasion, "scores": scores}))
    return state._replace(players=players)


class Cube(NamedTuple):
    """A cube on its way to the caravan: its owner with the row as it is by now, its shop, and whether a camel was paid.

    Without a shop it comes from a card; where a camel was paid the cube in the shop has stayed.
    """

    seat: Seat
    player: Player
    shop: int | None = None
    paid_camel: bool = False


def load(state: State, events: Events, cube: Cube) -> State:
    """Load a cube: points at once, a count where the caravan is full, then a card for the owner of a Caravanserai.

    Rulebook, The Caravan; Buildings, Caravanserai. Where no camel was paid the cube leaves its shop.
    """
    seat, player, shop, paid = cube
    slot = len(state.caravan) + 1
    row = line(state, slot)
    points = CARAVAN_POINTS[row]
    name = None if shop is None else SHOPS[shop]
    data = {"seat": seat, "shop": name, "paid_camel": paid, "slot": slot, "line": row + 1, "points": points}
    events.append(Event("cube_sent", data))
    shops = state.shops if shop is None or paid else (*state.shops[:shop], 0, *state.shops[shop + 1 :])
    state = state._replace(
        shops=shops,
        caravan=(*state.caravan, seat),
        players=with_player(state, seat, player.with_points(points)),
        strikes=state.strikes[1:],
        due=Due(seat, "caravanserai") if "caravanserai" in player.buildings else None,
    )
    return emptied(state, events) if slot == caravan_size(state) else state


def emptied(state: State, events: Events) -> State:
    """Count the full caravan and empty it; its cubes go back to their owners (Rulebook, The Caravan)."""
    state = counted(state, events, "full")
    returned: list[Json] = [{"seat": seat, "cubes": state.caravan.count(seat)} for seat in sorted(set(state.caravan))]
    events.append(Event("caravan_emptied", {"returned": returned}))
    return state._replace(caravan=())


def undecided(state: State, strike: Strike) -> bool:
    """Tell whether the owner of a struck cube has a camel and has not said yet whether to pay it."""
    return strike.pays is None and state.players[state.shops[strike.shop] - 1].camels > 0


def asked(state: State) -> tuple[Seat, ...]:
    """Return the owners who must say whether they pay a camel, in the order of their cubes."""
    owners = [state.shops[strike.shop] for strike in state.strikes if undecided(state, strike)]
    return tuple(dict.fromkeys(owners))


def question(state: State, seat: Seat) -> Strike | None:
    """Return the struck cube about which the seat is asked, None where it is not asked."""
    for strike in state.strikes:
        if state.shops[strike.shop] == seat and undecided(state, strike):
            return strike
    return None


def answer(state: State, seat: Seat, struck: Strike, pays: bool, events: Events) -> State:
    """Note the owner's answer about a struck cube; the cubes are dealt with in their order."""
    events.append(Event("camel_answered", {"seat": seat, "shop": SHOPS[struck.shop], "paid": pays}))
    strikes = tuple(Strike(strike.shop, pays) if strike is struck else strike for strike in state.strikes)
    return state._replace(strikes=strikes)


def resolve_strike(state: State, events: Events) -> State:
    """Deal with the first struck cube: a paid camel keeps it in its shop and a cube from stock travels.

    Rulebook, Move the Supervisor: the owner may discard a camel instead.
    """
    strike = state.strikes[0]
    seat = state.shops[strike.shop]
    player = state.players[seat - 1]
    paid = bool(strike.pays)
    return load(state, events, Cube(seat, player.with_camels(-1) if paid else player, strike.shop, paid))
