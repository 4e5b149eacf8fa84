"""`pbem demo`: three mail clients play a whole game against a real processor, while you watch."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from pbem.demo.house import PLAYERS, House, furnish, seat_players
from pbem.demo.players import Players, Turn, playing
from pbem.errors import TryLater

QUIET_SECONDS = 0.4
"""Clients that have done nothing for so long wait for something: perhaps the game is over."""

LONGEST_SILENCE = 10.0
PLAIN_EVERY = 25
"""Where nobody sees a progress bar, one mail in so many is told in a line."""


def demo(engine: str, folder: Path, console: Console, *, seed: str = "", limit: float = 300.0) -> None:
    """Let three clients play a game to its end.

    Args:
        engine: the game's name.
        folder: a folder that does not exist yet; the house stays there afterwards.
        console: where progress and the outcome are shown.
        seed: 64 hex digits, or nothing for a game of its own.
        limit: seconds after which the demo gives up.

    Raises:
        TryLater: where the game did not come to its end.
        Refused: where the house could not be set up.
    """
    began = time.monotonic()
    house = furnish(folder)
    game = seat_players(house, engine, seed)
    with house.serving(), playing(house, PLAYERS) as players:
        mails, shown = watch(house, game, players, console, began + limit)
    console.print(f"{mails} mails in {time.monotonic() - began:.0f} seconds.")
    show_outcome(house, shown, console)


def watch(house: House, game: int, players: Players, console: Console, until: float) -> tuple[int, dict[str, Any]]:
    """Show each mail as it is answered until the game is over; return how many there were, and how it ended.

    Raises:
        TryLater: where the game stands still, or the time is up.
    """
    mails, quiet = 0, QUIET_SECONDS
    columns = (SpinnerColumn(), TextColumn("{task.completed:>4} mails  {task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("the first mails go out")
        while time.monotonic() < until:
            turn = players.next_turn(quiet)
            if turn is not None:
                mails, quiet = mails + 1, QUIET_SECONDS
                progress.update(task, advance=1, description=f"{turn.name}: {turn.orders or turn.subject}")
                _tell_plainly(console, mails, turn)
            elif is_over(shown := house.show(game)):
                return mails, shown
            elif quiet > LONGEST_SILENCE:
                raise TryLater("Nobody has moved for a while.", f"{house.folder / 'serve.log'} may tell why.")
            else:
                # Asking how the game stands takes the machine's time, so it is done less and less often.
                quiet *= 2
    raise TryLater("The game did not end in time.", f"It is kept in {house.folder}.")


def is_over(shown: dict[str, Any]) -> bool:
    """Tell whether a game has come to its proper end: it has final standings and waits for nobody."""
    return shown["state"] == "over" and bool(shown["standings"]) and not shown["waiting"]


def show_outcome(house: House, shown: dict[str, Any], console: Console) -> None:
    """Show the last board, the standings, and where everything lies; the archive is made on the way."""
    game = shown["game"]
    archive = house.folder / f"game-{game}.zip"
    house.run("export", str(game), "--out", str(archive))
    console.print(house.run("board", str(game)), markup=False, highlight=False)
    console.print(standings_table(shown))
    console.print(f"Mailboxes: {house.folder / 'outbound'}", soft_wrap=True, highlight=False)
    console.print(f"Archive:   {archive}", soft_wrap=True, highlight=False)


def standings_table(shown: dict[str, Any]) -> Table:
    """Return the final standings as a table."""
    table = Table("rank", "player", "score", title="Final standings", title_justify="left")
    for standing in shown["standings"]:
        name = standing.get("name") or PLAYERS[standing["seat"] - 1]
        table.add_row(str(standing["rank"]), name, str(standing["score"]))
    return table


def _tell_plainly(console: Console, mails: int, turn: Turn) -> None:
    if not console.is_terminal and mails % PLAIN_EVERY == 0:
        console.print(f"{mails:>4} mails  {turn.name}: {turn.orders}", markup=False, highlight=False)
