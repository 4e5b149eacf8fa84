"""The Supervisor: how far it can go, what that costs, and which cubes it strikes."""

from __future__ import annotations

from functools import lru_cache

from engines.api import Event, Illegal, Json, Seat
from engines.yspahan.actions import MoveSupervisor, SendFirst
from engines.yspahan.board import DISTANCE, HAMMAM_STEPS, LINKS, ROAD, SHOPS, SQUARES
from engines.yspahan.refusals import illegal
from engines.yspahan.state import NO_TASK, Events, Player, State, Strike, with_player
from engines.yspahan.tower import groups

_MOVES = tuple(MoveSupervisor(road) for road in range(len(ROAD)))
_FIRST = tuple(SendFirst(shop) for shop in range(len(SHOPS)))


def free_steps(player: Player) -> int:
    """Return by how many squares the player may change a move for nothing (Rulebook, Buildings, Hammam)."""
    return HAMMAM_STEPS if "hammam" in player.buildings else 0


def cost(value: int, steps: int, free: int) -> int:
    """Return the gold for a move of `steps` with dice showing `value`: one a square of difference beyond `free`."""
    return max(0, abs(steps - value) - free)


@lru_cache(maxsize=1 << 14)
def moves(start: int, value: int, reach: int) -> tuple[MoveSupervisor, ...]:
    """Return the moves from a road square whose length differs by at most `reach` from the value, nearest value first.

    Every square has one distance, since a move never turns back on itself (Rulebook, Move the Supervisor).
    """
    distance = DISTANCE[start]
    within = [road for road in range(len(ROAD)) if abs(distance[road] - value) <= reach]
    return tuple(_MOVES[road] for road in sorted(within, key=lambda road: abs(distance[road] - value)))


def options(state: State, player: Player) -> tuple[MoveSupervisor, ...]:
    """Return the moves that the player can pay with the group in use."""
    return moves(state.supervisor, state.task.value, free_steps(player) + player.gold)


def best_groups(state: State, seat: Seat, road: int) -> tuple[int, list[int]]:
    """Return the least gold for which a group reaches a road square, and the squares of the groups that do it.

    Of equally dear groups the one nearest in value counts; two can be equally near.
    """
    free = free_steps(state.players[seat - 1])
    steps = DISTANCE[state.supervisor][road]
    ranked: dict[tuple[int, int], list[int]] = {}
    for square in groups(state, state.tower, state.turn):
        group = state.tower[square]
        value = group.value if group else 0
        ranked.setdefault((cost(value, steps, free), abs(steps - value)), []).append(square)
    best = min(ranked)
    return best[0], ranked[best]


def struck(state: State, road: int) -> tuple[int, ...]:
    """Return the shops beside a road square that hold a cube."""
    return tuple(shop for shop in LINKS[road] if state.shops[shop])


def move(state: State, seat: Seat, action: MoveSupervisor, events: Events) -> State:
    """Move the Supervisor; where two cubes are struck the mover is asked which goes first.

    Raises:
        Illegal: for a square that is too dear to reach.
    """
    player = state.players[seat - 1]
    free = free_steps(player)
    steps = DISTANCE[state.supervisor][action.road]
    gold = cost(state.task.value, steps, free)
    if gold > player.gold:
        raise too_dear(state, player, action.road)
    hit = struck(state, action.road)
    shops: list[Json] = [SHOPS[shop] for shop in hit]
    data: dict[str, Json] = {
        "seat": seat,
        "square": SQUARES[state.task.square],
        "value": state.task.value,
        "from": ROAD[state.supervisor],
        "to": ROAD[action.road],
        "steps": steps,
        "gold": gold,
        "shops": shops,
    }
    events.append(Event("supervisor_moved", data))
    return state._replace(
        supervisor=action.road,
        players=with_player(state, seat, player.with_gold(-gold)) if gold else state.players,
        phase="first" if len(hit) > 1 else "finish",
        strikes=tuple(Strike(shop) for shop in hit) if len(hit) == 1 else (),
        task=NO_TASK,
    )


def too_dear(state: State, player: Player, road: int) -> Illegal:
    """Return the refusal of a road square that the player cannot pay to reach."""
    steps = DISTANCE[state.supervisor][road]
    value = state.task.value
    return illegal(
        "too_far",
        "supervisor",
        to=ROAD[road],
        steps=steps,
        value=value,
        cost=cost(value, steps, free_steps(player)),
        have=player.gold,
    )


def first_options(state: State) -> tuple[SendFirst, ...]:
    """Return the struck cubes among which the mover chooses the first."""
    return tuple(_FIRST[shop] for shop in struck(state, state.supervisor))


def send_first(state: State, seat: Seat, action: SendFirst, events: Events) -> State:
    """Deal with this cube first and the other one after it (Rulebook: in the order chosen by the mover).

    Raises:
        Illegal: for a shop that is not struck.
    """
    hit = struck(state, state.supervisor)
    if action.shop not in hit:
        raise illegal("not_struck", "first", shop=SHOPS[action.shop], shops=[SHOPS[shop] for shop in hit])
    order = sorted(hit, key=lambda shop: shop != action.shop)
    events.append(Event("order_chosen", {"seat": seat, "shops": [SHOPS[shop] for shop in order]}))
    return state._replace(phase="finish", strikes=tuple(Strike(shop) for shop in order))
