"""Dump and load: the whole state as JSON data and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engines.api import Json
from engines.istanbul.state import Bazaar, Market, State, Trader, Turn, Work

SCHEMA: Final = 1
RULES_VERSION: Final = 1

# What stands inside what; every other field is plain data.
_PARTS: Final[dict[str, Any]] = {"bazaar": Bazaar, "large": Market, "small": Market, "turn": Turn, "work": Work}


def dumped(state: State) -> dict[str, Json]:
    """Return the state as JSON data with its schema and the version of the rules."""
    return {"schema": SCHEMA, "rules_version": RULES_VERSION} | _fields(state)


def loaded(data: Mapping[str, Json]) -> State:
    """Return the state that was dumped.

    Raises:
        ValueError: for data of another schema.
    """
    if data.get("schema") != SCHEMA:
        raise ValueError(f"a state of schema {data.get('schema')!r}, but this engine reads {SCHEMA}")
    made = _made(State, {key: value for key, value in data.items() if key != "traders"} | {"traders": ()})
    traders = tuple(_made(Trader, row) for row in data["traders"])  # type: ignore[union-attr]
    state: State = made._replace(traders=traders)
    return state


def _fields(part: Any) -> dict[str, Json]:
    return {name: _thawed(value) for name, value in part._asdict().items()}


def _thawed(value: Any) -> Json:
    if hasattr(value, "_asdict"):
        return _fields(value)
    return [_thawed(item) for item in value] if isinstance(value, tuple) else value


def _made(kind: Any, row: Any) -> Any:
    return kind(*[_made(_PARTS[name], row[name]) if name in _PARTS else _frozen(row[name]) for name in kind._fields])


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, (list, tuple)) else value
