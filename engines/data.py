"""Reads a game's data file; beside the discovery of games, the only place where engines touch the disk."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def read(package: str, name: str = "data.toml") -> dict[str, Any]:
    """Return a package's TOML file as plain data; it is read once and must not be changed.

    Args:
        package: the dotted name of the game's package.
        name: the file's name inside it.
    """
    return tomllib.loads(files(package).joinpath(name).read_text(encoding="utf-8"))
