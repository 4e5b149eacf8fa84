"""The recipes of docs/hosting.md, taken from there as they stand."""

from __future__ import annotations

import re
from pathlib import Path

HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"
_FILE = re.compile(r"^<!-- file: (\S+) -->\n```[a-z]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMANDS = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def recipe(name: str) -> str:
    """Return the content of a file as the document shows it."""
    return dict(_FILE.findall(HOSTING.read_text(encoding="utf-8")))[name]


def names() -> list[str]:
    """Return which files the document shows."""
    return [name for name, _ in _FILE.findall(HOSTING.read_text(encoding="utf-8"))]


def commands(heading: str) -> list[str]:
    """Return the command lines shown first below a heading."""
    below = HOSTING.read_text(encoding="utf-8").partition(f"\n## {heading}\n")[2]
    found = _COMMANDS.search(below)
    return found[1].splitlines() if found else []


def filled(text: str, **changes: object) -> str:
    """Return a recipe with places and ports of a test; each must stand in it.

    Args:
        text: the recipe.
        changes: what stands there, by a name of its own, as (old, new) pairs.
    """
    for name, (old, new) in changes.items():
        if old not in text:
            raise ValueError(f"{name}: {old!r} does not stand in the recipe")
        text = text.replace(old, str(new))
    return text
