"""The board of a match as one reader sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.api import Engine, Json, State
from pbem.mail import layout
from pbem.mail.render import Renderer


def text(renderer: Renderer, engine: Engine, state: State, names: Mapping[int, str], seat: int | None) -> str:
    """Return the board as plain text; `seat` None is an onlooker."""
    filled = renderer.fill(f"{engine.name}/board.txt", **context(engine, state, names, seat))
    return "\n".join(line.rstrip() for line in filled.rstrip("\n").split("\n")) + "\n"


def html(renderer: Renderer, engine: Engine, state: State, names: Mapping[int, str], seat: int | None) -> str:
    """Return the board as an HTML page."""
    board = renderer.fill(f"{engine.name}/board.html", **context(engine, state, names, seat))
    return renderer.fill("common/board.html", title=engine.title, board=board)


def view(engine: Engine, state: State, seat: int | None) -> Mapping[str, Json]:
    """Return what the reader may know, as plain data."""
    return engine.view(state, seat)


def context(engine: Engine, state: State, names: Mapping[int, str], seat: int | None) -> dict[str, Any]:
    """Return what a board's template works with."""
    marks = layout.marks(names)
    return {"view": engine.view(state, seat), "names": names, "you": seat, "marks": marks}
