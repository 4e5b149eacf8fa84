"""Writes a state as JSON data and reads it back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.api import Json
from engines.yspahan.state import Due, Group, Passed, Player, State, Strike, Task

SCHEMA = 1
RULES_VERSION = 1


def dump(state: State) -> dict[str, Json]:
    """Return the whole state as JSON data; places stand as their numbers, groups and rows as lists."""
    return {
        "schema": SCHEMA,
        "rules_version": RULES_VERSION,
        "labels": list(state.labels),
        "week": state.week,
        "day": state.day,
        "order": list(state.order),
        "turn": state.turn,
        "phase": state.phase,
        "tower": [list(group) if group else None for group in state.tower],
        "shops": list(state.shops),
        "supervisor": state.supervisor,
        "caravan": list(state.caravan),
        "players": [_player(player) for player in state.players],
        "deck": list(state.deck),
        "discards": list(state.discards),
        "used": list(state.used),
        "built": state.built,
        "task": {**state.task._asdict(), "placed": list(state.task.placed)},
        "strikes": [list(strike) for strike in state.strikes],
        "due": list(state.due) if state.due else None,
        "passed": list(state.passed) if state.passed else None,
    }


def _player(player: Player) -> dict[str, Json]:
    return {**player._asdict(), "hand": list(player.hand), "buildings": list(player.buildings)}


def load(data: Mapping[str, Any]) -> State:
    """Return the state that `dump` wrote.

    Raises:
        ValueError: for a schema that this version does not know.
    """
    if data["schema"] != SCHEMA:
        raise ValueError(f"Yspahan states of schema {data['schema']} are not known here")
    return State(
        labels=tuple(data["labels"]),
        week=data["week"],
        day=data["day"],
        order=tuple(data["order"]),
        turn=data["turn"],
        phase=data["phase"],
        tower=tuple(Group(*group) if group else None for group in data["tower"]),
        shops=tuple(data["shops"]),
        supervisor=data["supervisor"],
        caravan=tuple(data["caravan"]),
        players=tuple(_loaded_player(row) for row in data["players"]),
        deck=tuple(data["deck"]),
        discards=tuple(data["discards"]),
        used=tuple(data["used"]),
        built=data["built"],
        task=Task(**{**data["task"], "placed": tuple(data["task"]["placed"])}),
        strikes=tuple(Strike(*strike) for strike in data["strikes"]),
        due=Due(*data["due"]) if data["due"] else None,
        passed=Passed(*data["passed"]) if data["passed"] else None,
    )


def _loaded_player(row: Mapping[str, Any]) -> Player:
    return Player(row["gold"], row["camels"], row["points"], tuple(row["hand"]), tuple(row["buildings"]))
