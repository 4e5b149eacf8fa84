"""Frozen dataclasses from TOML tables and back: types checked, slips of the pen named with what was meant."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import Field, field, fields, is_dataclass, replace
from datetime import UTC, datetime, timedelta
from difflib import get_close_matches
from pathlib import Path
from types import NoneType
from typing import NamedTuple, TypeAlias, TypeVar, get_args, get_type_hints

from pbem.errors import Misconfigured

T = TypeVar("T")
Check: TypeAlias = Callable[[object], str]
"""Returns what a value should have been, or nothing where it is right."""
Table: TypeAlias = Mapping[str, object]

UNITS = {"GB": 10**9, "MB": 10**6, "kB": 10**3}
SPANS = {"d": timedelta(days=1), "h": timedelta(hours=1), "m": timedelta(minutes=1), "s": timedelta(seconds=1)}
NOT_A_KEY: Mapping[str, bool] = {"about": False}
"""Marks a field that stands in no file."""
_WIDTH = 40


class Place(NamedTuple):
    """Where a listener listens."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


class Size(int):
    """A number of octets, written as 30000000 or "30 MB"; shown to others it is a plain number."""


class Where(NamedTuple):
    """A place in a file, for the messages: the file, and the section."""

    path: Path
    section: str = ""

    def __str__(self) -> str:
        return f"[{self.section}] in {self.path}" if self.section else str(self.path)


def key(default: T, about: str, check: Check | None = None) -> T:
    """Declare a key: its default, one line of meaning, and what else a value must fulfil."""
    return field(default=default, metadata={"about": about, "check": check})


def section(kind: type[T]) -> T:
    """Declare a table inside another, with all its defaults."""
    return field(default_factory=kind)


def one_of(*values: str) -> Check:
    """Return a check for one of a few words."""

    def check(value: object) -> str:
        return "" if value in values else "one of " + ", ".join(values)

    return check


def at_least(least: int | timedelta) -> Check:
    """Return a check for a number or a span that is not too small."""

    def check(value: object) -> str:
        small = value < least  # type: ignore[operator]
        return f"at least {plain(least)}" if small else ""

    return check


def read(kind: type[T], table: Table, where: Where) -> T:
    """Return a dataclass made of a table; a key that is not there has its default.

    Raises:
        Misconfigured: for an unknown key, a wrong type or a value out of its bounds.
    """
    known = {spot.name: spot for spot in _keys(kind)}
    types = get_type_hints(kind)
    values: dict[str, object] = {}
    for name, value in table.items():
        if name not in known:
            raise _unknown(name, list(known), where)
        values[name] = _value(known[name], types[name], value, where)
    return kind(**values)


def render(config: object, path: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield the lines of a TOML file that holds a dataclass: each key, its value and its meaning."""
    tables = [spot for spot in _keys(config) if is_dataclass(getattr(config, spot.name))]
    if path:
        yield ""
        yield f"# {(type(config).__doc__ or '').strip()}"
        yield f"[{'.'.join(path)}]"
    for spot in (spot for spot in _keys(config) if spot not in tables):
        yield line(spot, getattr(config, spot.name))
    for spot in tables:
        yield from render(getattr(config, spot.name), (*path, spot.name))


def anchored(config: T, directory: Path) -> T:
    """Return a dataclass with every relative path in it made absolute from a directory."""
    changes: dict[str, object] = {}
    for spot in _keys(config):
        value = getattr(config, spot.name)
        if isinstance(value, Path):
            changes[spot.name] = directory / value.expanduser()
        elif is_dataclass(value):
            changes[spot.name] = anchored(value, directory)
    return replace(config, **changes)  # type: ignore[type-var]


def line(spot: Field[object], value: object) -> str:
    """Return one key's line."""
    return f"{spot.name} = {written(value)}".ljust(_WIDTH) + f"  # {spot.metadata['about']}"


def written(value: object) -> str:
    """Return a value as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    if isinstance(value, int) and not isinstance(value, Size):
        return str(value)
    # A JSON string is a TOML basic string too, once DEL is escaped.
    return json.dumps(plain(value), ensure_ascii=False).replace("\x7f", "\\u007f")


def plain(value: object) -> str:
    """Return a value as a person writes it."""
    if value is None:
        return ""
    if isinstance(value, Size):
        whole = (f"{value // factor} {unit}" for unit, factor in UNITS.items() if value and value % factor == 0)
        return next(whole, str(int(value)))
    if isinstance(value, timedelta):
        unit, span = next(((u, s) for u, s in SPANS.items() if u != "d" and not value % s), ("s", SPANS["s"]))
        days = value % SPANS["d"] == timedelta(0) and value > timedelta(hours=48)
        return f"{value // SPANS['d']}d" if days else f"{value // span}{unit}"
    return value.as_posix() if isinstance(value, Path) else str(value)


def _keys(config: object) -> list[Field[object]]:
    spots = fields(config)  # type: ignore[arg-type]
    return [spot for spot in spots if spot.metadata.get("about") is not False]


def _unknown(name: str, known: list[str], where: Where) -> Misconfigured:
    near = get_close_matches(name, known, n=1)
    remedy = f"Did you mean {near[0]}?" if near else f"The known keys are {', '.join(known)}."
    return Misconfigured(f"There is no key {name} at {where}.", remedy)


def _value(spot: Field[object], kind: object, value: object, where: Where) -> object:
    if isinstance(kind, type) and is_dataclass(kind):
        inner = Where(where.path, f"{where.section}.{spot.name}".strip("."))
        if not isinstance(value, dict):
            raise Misconfigured(f"{inner.section} is no table at {where}.", f"Write [{inner.section}] and its keys.")
        return read(kind, value, inner)
    if value == "" and NoneType in get_args(kind):
        return None
    reads, wanted = _READERS[_kind(kind)]
    found = reads(value)
    check = spot.metadata.get("check")
    wrong = wanted if found is None else (check(found) if check else "")
    if wrong:
        raise Misconfigured(f"{spot.name} = {value!r} at {where} cannot be: it takes {wrong}.", _meaning(spot))
    return found


def _meaning(spot: Field[object]) -> str:
    return f"It says: {spot.metadata['about']}. The default is {written(spot.default)}."


def _kind(kind: object) -> type:
    """Return the type of a value; of a type or None, the type."""
    inner = next((each for each in get_args(kind) if each is not NoneType), kind)
    if not isinstance(inner, type):
        raise TypeError(f"{kind} is no type for a key")
    return inner


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _truth(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def _number(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _size(value: object) -> Size | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return Size(value)
    match = re.fullmatch(r"(\d+) ?([a-z]+)", value.strip().lower()) if isinstance(value, str) else None
    factor = {unit.lower(): number for unit, number in UNITS.items()}.get(match[2]) if match else None
    return Size(int(match[1]) * factor) if match and factor else None


def _span(value: object) -> timedelta | None:
    match = re.fullmatch(r"(\d+) ?([dhms])", value.strip().lower()) if isinstance(value, str) else None
    return int(match[1]) * SPANS[match[2]] if match else None


def _instant(value: object) -> datetime | None:
    if not isinstance(value, datetime):
        return None
    return value.astimezone(UTC) if value.tzinfo else value.replace(tzinfo=UTC)


def _place(value: object) -> Place | None:
    match = re.fullmatch(r"(?:\[([0-9a-fA-F:.]+)\]|([^\s:\[\]]+)):(\d{1,5})", value) if isinstance(value, str) else None
    return Place(match[1] or match[2], int(match[3])) if match and int(match[3]) < 65536 else None


def _path(value: object) -> Path | None:
    return Path(value) if isinstance(value, str) and value else None


_READERS: Mapping[type, tuple[Callable[[object], object], str]] = {
    str: (_text, "a text in quotes"),
    bool: (_truth, "true or false"),
    int: (_number, "a whole number"),
    Size: (_size, 'a number of octets, or a text like "30 MB"'),
    timedelta: (_span, 'a text like "48h", "30m", "90s" or "7d"'),
    datetime: (_instant, "a date and time like 2026-11-30T18:00:00Z"),
    Place: (_place, 'a text like "127.0.0.1:2525"'),
    Path: (_path, "a path in quotes"),
}
