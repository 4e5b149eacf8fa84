"""Pure rules engines: immutable states, no I/O, no clock, no randomness of their own."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules

from engines.api import Engine

_GROUP = "pbem.engines"


@cache
def _bundled() -> dict[str, Engine]:
    found: dict[str, Engine] = {}
    for module in iter_modules(__path__):
        if module.ispkg:
            engine: Engine | None = getattr(import_module(f"{__name__}.{module.name}"), "ENGINE", None)
            if engine is not None:
                found[engine.name] = engine
    return found


def discover() -> dict[str, Engine]:
    """Return every game by name: the sub-packages that have ENGINE, and the entry points of "pbem.engines"."""
    found = dict(_bundled())
    for point in entry_points(group=_GROUP):
        engine: Engine = point.load()
        found[engine.name] = engine
    return dict(sorted(found.items()))
