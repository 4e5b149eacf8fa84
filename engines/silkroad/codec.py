"""States as JSON data and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.api import Json
from engines.silkroad import maps
from engines.silkroad.state import Caravan, Market, Player, State

SCHEMA = 1
RULES_VERSION = 1


def dump(state: State) -> Mapping[str, Json]:
    """Return the whole state as JSON data; of the map only its text is written."""
    written = {name: _plain(value) for name, value in state._asdict().items() if name != "board"}
    return {"schema": SCHEMA, "rules_version": RULES_VERSION, "map": state.board.text, **written}


def _plain(value: Json) -> Json:
    return [_plain(one) for one in value] if isinstance(value, tuple) else value


def load(data: Mapping[str, Any]) -> State:
    """Return the state that `dump` wrote.

    Raises:
        ValueError: for a schema that this version does not know.
    """
    if data["schema"] != SCHEMA:
        raise ValueError(f"unknown schema {data['schema']}")
    fields = {name: _frozen(data[name]) for name in State._fields if name != "board"}
    fields["board"] = maps.read(data["map"])
    fields["players"] = tuple(Player(*one) for one in fields["players"])
    fields["caravans"] = tuple(Caravan(*one) for one in fields["caravans"])
    fields["market"] = Market(*fields["market"])
    return State(**fields)


def _frozen(value: Any) -> Any:
    return tuple(_frozen(one) for one in value) if isinstance(value, list | tuple) else value
