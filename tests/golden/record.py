"""Plays a new golden match: greedy stand-ins write whole turns as mails, now and then a wrong order or a question.

Run as `python -m tests.golden.record GAME SLUG "Ann Bob" SEED [OPTION=VALUE ...]`.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from engines.api import Ask
from pbem.service.match import Match
from tests.golden.golden import GOLDEN, opened, play_in, written_by

LEVEL = 2
WRONG_EVERY, ASKING_EVERY = 17, 11
MOST_MAILS = 600


def turn_of(match: Match, seat: int) -> str:
    """Return the orders of a stand-in up to chance, another seat's answer, or the end of the turn."""
    state, orders = match.state, list[str]()
    while isinstance(pending := match.engine.pending(state), Ask) and seat in pending.seats:
        action = match.engine.stand_in(state, seat, LEVEL)
        orders.append(match.engine.format(action))
        step = match.engine.apply(state, seat, action)
        if step.reveals:
            break
        state = step.state
    return "; ".join(orders)


def record(game: str, slug: str, players: str, seed: str, options: str) -> None:
    """Write about.txt and the incoming mails; `pytest --accept` writes the rest."""
    folder = GOLDEN / game / slug
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "in").mkdir(parents=True)
    settings = {"game": game, "players": players, "seed": seed, "options": options}
    shown = "".join(f"{key}: {value}\n" for key, value in settings.items() if value)
    (folder / "about.txt").write_text(f"A whole match of {players.replace(' ', ' and ')}.\n\n{shown}", encoding="utf-8")
    house = opened(settings, Path(tempfile.mkdtemp()))
    for number in range(1, MOST_MAILS):
        match = house.match()
        if match.over:
            return
        seat = match.asked()[-1]
        text = turn_of(match, seat)
        if number % WRONG_EVERY == 0:
            text = "build castle\n" + text
        elif number % ASKING_EVERY == 0:
            text = f"say turn {number}\nhistory\n{text}"
        raw = written_by(house, match.names[seat], text, number)
        (folder / "in" / f"{number:03}-{match.names[seat].lower()}.eml").write_bytes(raw)
        play_in(house, raw)
    raise SystemExit("the match does not end")


if __name__ == "__main__":
    record(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4], " ".join(sys.argv[5:]))
