"""Supplying: the first player's yellow dice and the roll."""

from __future__ import annotations

from collections.abc import Sequence

from engines.api import Event, Json, Roll, Seat
from engines.yspahan.actions import RollDice
from engines.yspahan.board import FACES, SQUARES, WHITE_DICE, YELLOW_DICE, YELLOW_PRICE
from engines.yspahan.refusals import illegal
from engines.yspahan.state import NO_TASK, Events, Player, State, Task, with_player
from engines.yspahan.tower import filled

_ROLLS = tuple(RollDice(yellow) for yellow in range(YELLOW_DICE + 1))


def options(player: Player) -> tuple[RollDice, ...]:
    """Return the rolls that the player can pay, the one without yellow dice first."""
    return _ROLLS[: player.gold // YELLOW_PRICE + 1]


def roll(state: State, seat: Seat, action: RollDice, events: Events) -> State:
    """Pay for yellow dice and let chance roll (Rulebook, Supplying: one gold for each yellow die).

    Raises:
        Illegal: for more dice than there are, or than the seat can pay.
    """
    player = state.players[seat - 1]
    price = action.yellow * YELLOW_PRICE
    if not 0 <= action.yellow <= YELLOW_DICE:
        raise illegal("too_many_yellow", "roll", asked=action.yellow, most=YELLOW_DICE)
    if price > player.gold:
        raise illegal("yellow_too_dear", "roll", dice=action.yellow, cost=price, have=player.gold)
    if price:
        events.append(Event("yellow_bought", {"seat": seat, "dice": action.yellow, "gold": price}))
    players = with_player(state, seat, player.with_gold(-price))
    return state._replace(phase="roll", players=players, task=Task(yellow=action.yellow))


def wanted(state: State) -> Roll:
    """Return the roll that is due: the white dice first, then the yellow ones."""
    return Roll(WHITE_DICE[len(state.players)] + state.task.yellow, FACES, "tower")


def rolled(state: State, seat: Seat, faces: Sequence[int], events: Events) -> State:
    """Fill the Tower with the dice rolled; the first player chooses."""
    white = WHITE_DICE[len(state.players)]
    tower = filled(faces[:white], faces[white:])
    groups: list[Json] = [
        {"square": SQUARES[square], "value": group.value, "white": group.white, "yellow": group.yellow}
        for square, group in enumerate(tower)
        if group
    ]
    data: dict[str, Json] = {"seat": seat, "white": list(faces[:white]), "yellow": list(faces[white:]), "tower": groups}
    events.append(Event("rolled", data))
    return state._replace(tower=tower, task=NO_TASK, phase="choose")
