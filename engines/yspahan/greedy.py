"""The greedy stand-in: it values what each order leads to, with what the seat knows."""

from __future__ import annotations

from functools import lru_cache

from engines.api import Seat
from engines.yspahan import course
from engines.yspahan.actions import Action, AddExtraDie, AnswerCamel, DrawCard, EndTurn, PlayCard, RollDice
from engines.yspahan.board import BAZAAR_POINTS, BUILDING_POINTS, DAYS, MULTIPLIERS, SOUKS, WEEKS
from engines.yspahan.caravan import line
from engines.yspahan.state import State, mover

_OPENING = frozenset({"extra", "place", "supervisor", "first", "amount", "shop", "construct"})
_CARD_WORTH = 2.0
_CAMEL_WORTH = 0.9
_GOLD_WORTH = 0.8
_LATE_WORTH = 0.05
_POWER = {"paddock": 1.2, "shop": 1.5, "hammam": 0.8, "caravanserai": 0.9, "bazaar": 2.4, "hoist": 2.2}


def choose(state: State, seat: Seat, legal: tuple[Action, ...]) -> Action:
    """Return the order of greatest value; equal ones keep their order."""
    return max(legal, key=lambda action: _worth(state, seat, action, deep=True))


def _worth(state: State, seat: Seat, action: Action, *, deep: bool) -> float:
    """Return the value of the table after the order and the best steps that complete it."""
    if isinstance(action, RollDice):
        return -0.5 * action.yellow
    if isinstance(action, DrawCard):
        return value(state, seat) + _CARD_WORTH * 0.8
    if isinstance(action, EndTurn):
        return value(state, seat)
    if isinstance(action, AnswerCamel):
        return _answer_worth(state, seat, action)
    after = course.apply(state, seat, action).state
    penalty = 1.8 if isinstance(action, AddExtraDie | PlayCard) else 0.0
    if deep and after.phase in _OPENING and not after.strikes and mover(after) == seat and after.order == state.order:
        return _best_completion(after, seat) - penalty * 0.2
    return value(after, seat) - penalty * 0.2


def _best_completion(state: State, seat: Seat) -> float:
    """Return the value after the best next steps, a placement being completed cube by cube."""
    while state.phase == "place" and mover(state) == seat:
        best = max(course.legal(state, seat), key=lambda action: _worth(state, seat, action, deep=False))
        state = course.apply(state, seat, best).state
    if state.phase not in _OPENING or state.strikes or mover(state) != seat:
        return value(state, seat)
    deep = state.phase == "extra"
    return max(_worth(state, seat, action, deep=deep) for action in course.legal(state, seat))


def _answer_worth(state: State, seat: Seat, action: AnswerCamel) -> float:
    struck = next(strike for strike in state.strikes if state.shops[strike.shop] == seat and strike.pays is None)
    if action.pays:
        return value(state, seat) - _CAMEL_WORTH
    shops = (*state.shops[: struck.shop], 0, *state.shops[struck.shop + 1 :])
    return value(state._replace(shops=shops), seat)


def value(state: State, seat: Seat) -> float:
    """Return how well the seat stands: its own worth less that of its strongest opponent."""
    days = (WEEKS - state.week) * DAYS + DAYS - state.day
    worths = [_seat_worth(state, other, days) for other in range(1, len(state.players) + 1)]
    mine = worths.pop(seat - 1)
    return mine - max(worths) * 0.6 - sum(worths) * 0.4 / len(worths)


def _seat_worth(state: State, seat: Seat, days: int) -> float:
    player = state.players[seat - 1]
    late = days / (WEEKS * DAYS)
    stock = min(1.0, _LATE_WORTH + late * 2)
    camels = player.camels
    for strike in state.strikes:
        if state.shops[strike.shop] == seat:
            camels -= 1
    worth = player.points + stock * (_CAMEL_WORTH * camels + _GOLD_WORTH * player.gold)
    worth += stock * _CARD_WORTH * len(player.hand)
    worth += sum(_POWER[name] for name in player.buildings) * late * 4
    # The next building is the nearer the more of them stand.
    worth += BUILDING_POINTS[min(len(player.buildings), 5)] * min(1.0, late * 3) * 0.6
    bazaar = BAZAAR_POINTS if "bazaar" in player.buildings else 0
    return worth + _souks_worth(state.shops, seat, bazaar, DAYS - state.day) + _caravan_worth(state, seat)


@lru_cache(maxsize=1 << 15)
def _souks_worth(shops: tuple[Seat, ...], seat: Seat, bazaar: int, days: int) -> float:
    """Return the points of complete souks and a part of those begun, smaller towards the end of the week."""
    worth = 0.0
    for souk in SOUKS:
        held = shops[souk.first : souk.first + souk.size]
        mine = held.count(seat)
        if mine == souk.size:
            worth += souk.points + bazaar
        elif mine:
            missing = souk.size - mine
            hope = max(0.0, 1.0 - 0.75 * missing / (1 + days))
            worth += (souk.points + bazaar) * (mine / souk.size) * hope * 0.8
        # Cubes at the road may be struck.
        worth -= 0.15 * held[: souk.roadside].count(seat) * souk.points / souk.size
    return worth


def _caravan_worth(state: State, seat: Seat) -> float:
    """Return what the seat's cubes in the caravan are worth at the counts to come."""
    cubes = state.caravan.count(seat)
    if not cubes:
        return 0.0
    last = max(slot for slot, owner in enumerate(state.caravan, 1) if owner == seat)
    return cubes * MULTIPLIERS[line(state, last)] * 1.2
