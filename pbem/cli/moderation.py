"""`pbem game invite, pause, ...`: what a host does with a match that is there."""

from __future__ import annotations

import typer


def register(app: typer.Typer) -> None:
    """Add the moderator's commands to the group `game`."""
