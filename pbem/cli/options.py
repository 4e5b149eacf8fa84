"""Arguments and options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

Game = Annotated[int, typer.Argument(metavar="GAME", help="The game's number.")]
AsJson = Annotated[bool, typer.Option("--json", help="As data, for programs.")]
Reason = Annotated[str, typer.Option(metavar="TEXT", help="Why; the players read it.")]
