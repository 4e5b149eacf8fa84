"""The data of the hint beside each choice."""

from __future__ import annotations

from engines.api import Json, Seat
from engines.yspahan import supervisor
from engines.yspahan.actions import (
    Action,
    AddExtraDie,
    AnswerCamel,
    Build,
    CallSupervisor,
    DrawCard,
    Give,
    MoveSupervisor,
    OpenPlacing,
    PlaceCube,
    PlayCard,
    RollDice,
    SendFirst,
    SetAside,
    TakeStock,
)
from engines.yspahan.board import (
    BUILDING,
    BUILDING_POINTS,
    CAMEL,
    DISTANCE,
    PADDOCK_CAMELS,
    ROAD,
    SALES,
    SHOP_GOLD,
    SHOP_SOUK,
    SHOPS,
    SQUARES,
    WHITE_DICE,
    YELLOW_PRICE,
)
from engines.yspahan.buildings import NO_CAMELS, NO_GOLD, price
from engines.yspahan.caravan import question
from engines.yspahan.choose import cubes_for
from engines.yspahan.souks import cubes, open_shops
from engines.yspahan.state import State
from engines.yspahan.tower import dice


def describe(state: State, seat: Seat, action: Action) -> dict[str, Json]:
    """Return the data of the hint; `step` names the kind of order."""
    return {"step": action.step, **_details(state, seat, action)}


def _details(state: State, seat: Seat, action: Action) -> dict[str, Json]:
    match action:
        case RollDice():
            price_of_dice = action.yellow * YELLOW_PRICE
            return {"white": WHITE_DICE[len(state.players)], "yellow": action.yellow, "gold": price_of_dice}
        case TakeStock():
            return _group(state, action.square) | _taking(state, seat, action.square)
        case OpenPlacing():
            number = cubes_for(state, state.players[seat - 1], action.square)
            shops = len(open_shops(state.shops, seat, action.square))
            return _group(state, action.square) | {"cubes": number, "open": shops}
        case CallSupervisor():
            return _group(state, action.square) | {"reach": _reach(state, action.square)}
        case DrawCard() | SetAside():
            return _group(state, action.square) | {"deck": len(state.deck)}
        case MoveSupervisor():
            return _move(state, seat, action.road)
        case PlaceCube():
            return _placing(state, action.shop)
        case SendFirst():
            return {"shop": SHOPS[action.shop], "owner": state.shops[action.shop]}
        case AddExtraDie() | PlayCard():
            return {"card": action.card}
        case Give():
            return _giving(state, action)
        case Build():
            return _building(state, seat, action)
        case AnswerCamel():
            struck = question(state, seat)
            shop = SHOPS[struck.shop] if struck else None
            return {"pays": action.pays, "shop": shop, "camels": state.players[seat - 1].camels}
    return {}


def _group(state: State, square: int) -> dict[str, Json]:
    group = state.tower[square]
    return {"square": SQUARES[square], "dice": dice(state, square), "value": group.value if group else 0}


def _taking(state: State, seat: Seat, square: int) -> dict[str, Json]:
    owned = state.players[seat - 1].buildings
    camels = square == CAMEL
    bonus = (PADDOCK_CAMELS if "paddock" in owned else 0) if camels else (SHOP_GOLD if "shop" in owned else 0)
    gained = dice(state, square) + bonus + int(state.phase == "extra")
    return {"kind": "camels" if camels else "gold", "gained": gained}


def _reach(state: State, square: int) -> list[Json]:
    """Return the road squares that the group reaches without gold or Hammam."""
    group = state.tower[square]
    if group is None:
        return []
    return [ROAD[move.road] for move in supervisor.moves(state.supervisor, group.value, 0)]


def _move(state: State, seat: Seat, road: int) -> dict[str, Json]:
    steps = DISTANCE[state.supervisor][road]
    gold = supervisor.cost(state.task.value, steps, supervisor.free_steps(state.players[seat - 1]))
    struck: list[Json] = [
        {"shop": SHOPS[shop], "owner": state.shops[shop], "camels": state.players[state.shops[shop] - 1].camels}
        for shop in supervisor.struck(state, road)
    ]
    return {"to": ROAD[road], "steps": steps, "gold": gold, "struck": struck}


def _placing(state: State, shop: int) -> dict[str, Json]:
    souk = SHOP_SOUK[shop]
    left = souk.size - cubes(state.shops, souk) - 1
    roadside = shop - souk.first < souk.roadside
    return {"shop": SHOPS[shop], "souk": souk.name, "points": souk.points, "left": left, "roadside": roadside}


def _giving(state: State, action: Give) -> dict[str, Json]:
    sale = SALES.get(state.task.card)
    points = sale.points * action.amount if sale else 0
    return {"card": state.task.card, "gave": action.kind, "amount": action.amount, "points": points}


def _building(state: State, seat: Seat, action: Build) -> dict[str, Json]:
    camels, gold = price(BUILDING[action.building], action.no_camels, action.no_gold)
    cards: list[Json] = [card for card, used in ((NO_CAMELS, action.no_camels), (NO_GOLD, action.no_gold)) if used]
    points = BUILDING_POINTS[len(state.players[seat - 1].buildings)]
    return {"building": action.building, "camels": camels, "gold": gold, "cards": cards, "points": points}
