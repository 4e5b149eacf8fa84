"""`pbem play`: the demo's game with you as Ann. Her mails appear here, and what you type goes out as a real mail."""

from __future__ import annotations

import time
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, TextIO

from rich.console import Console
from rich.text import Text

from pbem.demo import client
from pbem.demo.house import PLAYERS, House, address, furnish, seat_players
from pbem.demo.players import STYLES, playing
from pbem.demo.show import is_over, show_outcome

YOU, *OTHERS = PLAYERS
LEAVE = "quit"
POLL_SECONDS = 0.05
CHECK_SECONDS = 2.0
ANSWER_SECONDS = 10.0
"""So long what was typed waits for a mail to answer; then it goes out as a second answer to the last one."""

HELP = f"""You are {YOU}. Type your orders, then an empty line to send them; {LEAVE} leaves.
{" and ".join(OTHERS)} are mail clients that answer by themselves."""


def play(engine: str, folder: Path, console: Console, typed: TextIO, *, seed: str = "") -> None:
    """Play a game against two clients until it is over or the player leaves.

    Args:
        engine: the game's name.
        folder: a folder that does not exist yet; the house stays there afterwards.
        console: where the mails are shown.
        typed: where the orders are read; a pipe will do.
        seed: 64 hex digits, or nothing for a game of its own.

    Raises:
        Refused: where the house could not be set up.
    """
    house = furnish(folder)
    console.print(HELP, highlight=False)
    game = seat_players(house, engine, seed)
    with house.serving(), playing(house, OTHERS):
        ended = _Seat(house, game, console).play(typed)
    if ended is None:
        console.print(f"You left. The game and its mails are kept in {house.folder}.", highlight=False)
    else:
        show_outcome(house, ended, console)


class _Seat:
    """You at the table: the mails not yet answered, and what you have typed."""

    def __init__(self, house: House, game: int, console: Console) -> None:
        self._house = house
        self._game = game
        self._console = console
        self._writer = client.Writer(YOU, address(YOU), STYLES[YOU])
        self._newest: EmailMessage | None = None
        self._unanswered = False
        self._last = time.monotonic()

    def play(self, typed: TextIO) -> dict[str, Any] | None:
        """Go on until the game is over, and return how it ended; None where nothing more is typed before."""
        queue = _taken_down(typed)
        waiting: str | None = None
        while True:
            self._show_new_mails()
            if waiting is None:
                waiting = _next(queue)
            if waiting is not None and not self._must_wait():
                if waiting == LEAVE:
                    return None
                self._send(waiting)
                waiting = None
            if (ended := self._ended()) is not None:
                return ended
            time.sleep(POLL_SECONDS)

    def _show_new_mails(self) -> None:
        for mail in client.unread(self._house.mailbox(YOU)):
            self._console.rule(Text(str(mail["Subject"])))
            self._console.print(client.plain_text(mail), markup=False, highlight=False)
            self._newest, self._unanswered, self._last = mail, True, time.monotonic()

    def _must_wait(self) -> bool:
        """Tell whether what was typed should wait for the answer to the mail before."""
        patient = self._newest is None or time.monotonic() - self._last < ANSWER_SECONDS
        return not self._unanswered and patient

    def _send(self, orders: str) -> None:
        if self._newest is not None:
            client.send(client.reply(self._writer, self._newest, orders), self._house.port)
            self._unanswered, self._last = False, time.monotonic()

    def _ended(self) -> dict[str, Any] | None:
        """Ask now and then, and only where the newest mail asks for nothing, whether the game is over."""
        asked = self._newest is None or client.offer(client.plain_text(self._newest)) != client.NOTHING
        if asked or time.monotonic() - self._last < CHECK_SECONDS:
            return None
        self._last = time.monotonic()
        shown = self._house.show(self._game)
        return shown if is_over(shown) else None


def _taken_down(typed: TextIO) -> SimpleQueue[str]:
    """Read what is typed in a thread of its own; the queue gets each letter, and `LEAVE` at the end."""
    queue: SimpleQueue[str] = SimpleQueue()

    def take_down() -> None:
        for letter in letters(typed):
            queue.put(letter)

    Thread(target=take_down, daemon=True).start()
    return queue


def letters(typed: TextIO) -> Iterator[str]:
    """Yield what stands between empty lines, and `LEAVE` once nothing more comes."""
    lines: list[str] = []
    for line in typed:
        if line.strip() == LEAVE:
            break
        if line.strip():
            lines.append(line.rstrip())
        elif lines:
            yield "\n".join(lines)
            lines = []
    if lines:
        yield "\n".join(lines)
    yield LEAVE


def _next(queue: SimpleQueue[str]) -> str | None:
    try:
        return queue.get_nowait()
    except Empty:
        return None
