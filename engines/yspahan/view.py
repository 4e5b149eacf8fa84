"""What a seat may know, as plain data: everything but the others' hands and the order of the deck."""

from __future__ import annotations

from engines.api import Ask, Json, Over, Seat
from engines.yspahan import caravan, cards, course, supervisor
from engines.yspahan.board import (
    BUILDING_POINTS,
    BUILDINGS,
    CARAVAN_POINTS,
    CORNERS,
    DAYS,
    DISTANCE,
    LINKS,
    MULTIPLIERS,
    NEIGHBOURHOODS,
    ROAD,
    SALES,
    SHOPS,
    SOUKS_OF,
    SQUARES,
    WEEKS,
    YELLOW_DICE,
    YELLOW_PRICE,
    Souk,
)
from engines.yspahan.calendar import standings
from engines.yspahan.choose import cubes_for
from engines.yspahan.souks import complete, cubes, open_anywhere, open_shops, owner
from engines.yspahan.state import Player, State, caravan_size, is_variant, mover
from engines.yspahan.tower import dice, yellow_is_closed


def view(state: State, seat: Seat | None) -> dict[str, Json]:
    """Return all that the seat may know (None: an onlooker)."""
    hand = state.players[seat - 1].hand if seat else ()
    return {
        "players": list(state.labels),
        "you": seat,
        "variant": is_variant(state),
        **_calendar(state),
        "tower": [_square(state, square) for square in range(len(SQUARES))],
        "city": [_neighbourhood(state, square) for square in NEIGHBOURHOODS],
        "supervisor": ROAD[state.supervisor],
        "road": [_road_square(state, road) for road in range(len(ROAD))],
        "caravan": _caravan(state),
        "rows": [_row(state, other) for other in range(1, len(state.players) + 1)],
        "hand": list(hand),
        "deck": len(state.deck),
        "discards": list(state.discards),
        "used": list(state.used),
        "prices": [_price(number) for number in range(len(BUILDINGS))],
        "building_points": list(BUILDING_POINTS),
        "yellow": {"most": YELLOW_DICE, "price": YELLOW_PRICE},
        "task": _task(state),
        "struck": [_strike(state, number) for number in range(len(state.strikes))],
        "standings": _standings(state),
    }


def _calendar(state: State) -> dict[str, Json]:
    now = course.pending(state)
    asked: list[Json] = [*now.seats] if isinstance(now, Ask) else []
    return {
        "week": state.week,
        "weeks": WEEKS,
        "day": state.day,
        "days": DAYS,
        "phase": state.phase,
        "prompt": now.prompt if isinstance(now, Ask) else None,
        "asked": asked,
        "turn": mover(state) if state.order and state.phase != "over" else None,
        "first": state.order[0] if state.order else None,
        "order": list(state.order),
        "position": state.turn,
        "built": state.built,
    }


def _square(state: State, square: int) -> dict[str, Json]:
    """Return a Tower square, with the dice that it counts for the seat on turn."""
    group = state.tower[square]
    row: dict[str, Json] = {"square": SQUARES[square], "value": None, "white": 0, "yellow": 0, "dice": 0}
    if group is None:
        return row
    return row | {
        "value": group.value,
        "white": group.white,
        "yellow": group.yellow,
        "dice": dice(state, square),
    }


def _neighbourhood(state: State, square: int) -> dict[str, Json]:
    return {
        "neighbourhood": SQUARES[square],
        "corner": CORNERS[square],
        "souks": [_souk(state, souk) for souk in SOUKS_OF[square]],
    }


def _souk(state: State, souk: Souk) -> dict[str, Json]:
    shops: list[Json] = [
        {
            "shop": SHOPS[souk.first + number],
            "letter": SHOPS[souk.first + number][-1],
            "owner": state.shops[souk.first + number] or None,
            "roadside": number < souk.roadside,
        }
        for number in range(souk.size)
    ]
    filled = cubes(state.shops, souk)
    return {
        "souk": souk.name,
        "points": souk.points,
        "colour": souk.colour,
        "owner": owner(state.shops, souk) or None,
        "cubes": filled,
        "complete": filled == souk.size,
        "shops": shops,
    }


def _road_square(state: State, road: int) -> dict[str, Json]:
    shops: list[Json] = [{"shop": SHOPS[shop], "owner": state.shops[shop] or None} for shop in LINKS[road]]
    return {"square": ROAD[road], "steps": DISTANCE[state.supervisor][road], "shops": shops}


def _caravan(state: State) -> dict[str, Json]:
    slots: list[Json] = []
    for slot in range(1, caravan_size(state) + 1):
        line = caravan.line(state, slot)
        owner_of_slot = state.caravan[slot - 1] if slot <= len(state.caravan) else None
        slots.append({"slot": slot, "line": line + 1, "points": CARAVAN_POINTS[line], "owner": owner_of_slot})
    return {"size": caravan_size(state), "cubes": len(state.caravan), "multipliers": list(MULTIPLIERS), "slots": slots}


def _row(state: State, seat: Seat) -> dict[str, Json]:
    player = state.players[seat - 1]
    loaded, line, worth = caravan.count(state, seat)
    number = len(player.buildings)
    return {
        "seat": seat,
        "gold": player.gold,
        "camels": player.camels,
        "points": player.points,
        "cards": len(player.hand),
        "buildings": list(player.buildings),
        "next_building_points": BUILDING_POINTS[number] if number < len(BUILDING_POINTS) else None,
        "city_cubes": state.shops.count(seat),
        "complete_souks": [souk.name for souk in complete(state.shops, seat)],
        "caravan_cubes": loaded,
        "caravan_line": line,
        "caravan_points": worth,
    }


def _price(number: int) -> dict[str, Json]:
    return dict(BUILDINGS[number]._asdict())


def _task(state: State) -> dict[str, Json] | None:
    """Return what is under way, with what its prompt needs; all of it is open."""
    build = _TASKS.get(state.phase)
    if build is None or state.strikes:
        return None
    seat = mover(state)
    return build(state, seat, state.players[seat - 1])


def _choose_task(state: State, seat: Seat, player: Player) -> dict[str, Json]:
    groups: list[Json] = []
    for square in range(len(SQUARES)):
        group = state.tower[square]
        if group is None or not dice(state, square):
            continue
        row: dict[str, Json] = {"square": SQUARES[square], "value": group.value, "dice": dice(state, square)}
        reach: list[Json] = [ROAD[move.road] for move in supervisor.moves(state.supervisor, group.value, 0)]
        row["reach"] = reach
        if square in NEIGHBOURHOODS:
            row["cubes"] = cubes_for(state, player, square)
            row["open"] = len(open_shops(state.shops, seat, square))
        groups.append(row)
    return {"groups": groups, "card": state.task.card or None, "yellow_closed": yellow_is_closed(state, state.turn)}


def _place_task(state: State, seat: Seat, player: Player) -> dict[str, Json]:
    return {
        "square": SQUARES[state.task.square],
        "cubes": state.task.cubes,
        "placed": [SHOPS[shop] for shop in state.task.placed],
        "open": [SHOPS[shop] for shop in open_shops(state.shops, seat, state.task.square)],
    }


def _shop_task(state: State, seat: Seat, player: Player) -> dict[str, Json]:
    return {"card": state.task.card, "open": [SHOPS[shop] for shop in open_anywhere(state.shops, seat)]}


def _supervisor_task(state: State, seat: Seat, player: Player) -> dict[str, Json]:
    reach: list[Json] = []
    for move in supervisor.options(state, player):
        steps = DISTANCE[state.supervisor][move.road]
        gold = supervisor.cost(state.task.value, steps, supervisor.free_steps(player))
        struck: list[Json] = [SHOPS[shop] for shop in supervisor.struck(state, move.road)]
        reach.append({"to": ROAD[move.road], "steps": steps, "gold": gold, "shops": struck})
    return {"square": SQUARES[state.task.square], "value": state.task.value, "reach": reach}


def _first_task(state: State, seat: Seat, player: Player) -> dict[str, Json]:
    shops = supervisor.struck(state, state.supervisor)
    return {"shops": [{"shop": SHOPS[shop], "owner": state.shops[shop]} for shop in shops]}


def _amount_task(state: State, seat: Seat, player: Player) -> dict[str, Json]:
    card = state.task.card
    sale = SALES.get(card)
    if sale is None:
        return {"card": card, "camels": player.camels, "gold": player.gold, "points_each": 0}
    most = min(sale.most, cards.stock(player, sale.pays))
    row: dict[str, Json] = {"card": card, "camels": 0, "gold": 0, "points_each": sale.points}
    return row | {sale.pays: most}


def _construct_task(state: State, seat: Seat, player: Player) -> dict[str, Json]:
    return {"square": SQUARES[state.task.square], "camels": player.camels, "gold": player.gold}


_TASKS = {
    "choose": _choose_task,
    "extra": _choose_task,
    "place": _place_task,
    "shop": _shop_task,
    "supervisor": _supervisor_task,
    "first": _first_task,
    "amount": _amount_task,
    "construct": _construct_task,
}


def _strike(state: State, number: int) -> dict[str, Json]:
    strike = state.strikes[number]
    seat = state.shops[strike.shop]
    camels = state.players[seat - 1].camels
    return {"shop": SHOPS[strike.shop], "owner": seat, "camels": camels, "pays": strike.pays}


def _standings(state: State) -> list[Json]:
    if not isinstance(course.pending(state), Over):
        return []
    return [{"seat": row.seat, "rank": row.rank, "points": row.score} for row in standings(state)]
