"""`pbem demo` and `pbem play`: a game by mail on this machine alone."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

Game = Annotated[str, typer.Argument(help="The game's name; the first there is where none is given.")]
Folder = Annotated[Path | None, typer.Option("--dir", help="A folder to make; by default a temporary one.")]
Seed = Annotated[str, typer.Option(help="64 hex digits, to see the same dice again.")]


def demo(game: Game = "", folder: Folder = None, seed: Seed = "") -> None:
    """Watch three mail clients play a whole game against a real processor."""
    from rich.console import Console

    from pbem.demo import show

    show.demo(game or _first_game(), folder or _fresh_folder(), Console(), seed=seed)


def play(game: Game = "", folder: Folder = None, seed: Seed = "") -> None:
    """Play a game by mail against two mail clients: you are Ann."""
    from rich.console import Console

    from pbem.demo import seat

    seat.play(game or _first_game(), folder or _fresh_folder(), Console(), sys.stdin, seed=seed)


def _first_game() -> str:
    from engines import discover

    return next(iter(discover()))


def _fresh_folder() -> Path:
    import tempfile

    return Path(tempfile.mkdtemp(prefix="pbem-")) / "house"
