"""Rows 10 to 13: what a mail costs does not depend on how many games, moves and mails there were before it."""

from __future__ import annotations

import random
import resource
import tempfile
from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import text

from bench.measure import ROUNDS, Row, alternated, seconds
from bench.pipeline import NOW, House, work
from bench.steps import copied
from pbem.app import App
from pbem.cli import log
from pbem.service.match import load
from pbem.service.office import BATCH
from pbem.service.tell import tell
from pbem.store.database import Database, Unit

GAMES, ENTRIES = 10_000, 1_000_000
EARLY, LATE = 10, 1_000
FEW, MANY = 4, 40
"""Batches of mails, for a tenth and the whole of a long run."""

_NUMBERS = "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < {most})"


def rows() -> Iterator[Row]:
    """Measure small and large houses side by side."""
    log.configure()
    with tempfile.TemporaryDirectory() as folder:
        yield from _crowded(Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        yield from _long_match(Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        yield from _many_mails(Path(folder))


def _crowded(folder: Path) -> Iterator[Row]:
    small, large = House(folder / "small"), House(folder / "large")
    with large.office.database.write() as unit:
        _crowd(unit)
    rounds = iter(range(4 * (ROUNDS + 1)))
    figure = alternated(lambda: _batch(large, next(rounds)), lambda: _batch(small, next(rounds)))
    what = f"a mail among {GAMES:,} games with {ENTRIES:,} entries / among {BATCH}"
    yield Row("10", what, figure, 1.25, 1.1)
    idle = alternated(lambda: _idle(large), lambda: _idle(small), rounds=30)
    yield Row("11", f"a pass with nothing to do among {GAMES:,} games / among {BATCH}", idle, 1.1)
    for house in (small, large):
        house.office.database.close()


def _crowd(unit: Unit) -> None:
    """Copy the first game, its seats and a line of its record, until the tables are as full as after years."""
    copies = {
        "game": (GAMES, {"id": f"{BATCH} + i"}),
        "seat": (GAMES, {"game_id": f"{BATCH} + i", "alarm": "alarm + 1000000", "due": "due + 1000000"}),
        "entry": (ENTRIES, {"game_id": f"{BATCH} + 1 + i % {GAMES}", "number": f"1 + i / {GAMES}"}),
        "outbox": (GAMES, {"id": "100000 + i", "message_id": "'copy' || i", "state": "'sent'", "sent": "1"}),
        "inbox": (GAMES, {"id": "100000 + i", "digest": "'copy' || i"}),
    }
    for name, (most, changed) in copies.items():
        _copy(unit, name, most, changed)
    unit.execute(text("ANALYZE"))


def _copy(unit: Unit, name: str, most: int, changed: dict[str, str]) -> None:
    columns = [str(row[1]) for row in unit.execute(text(f"PRAGMA table_info({name})"))]
    first = (
        "id = (SELECT min(id) FROM {0})" if "id" in columns else "game_id = 1 AND rowid = (SELECT min(rowid) FROM {0})"
    )
    values = ", ".join(changed.get(column, f'{name}."{column}"') for column in columns)
    unit.execute(
        text(
            f"INSERT INTO {name} {_NUMBERS.format(most=most)} SELECT {values} FROM {name}, n WHERE {first.format(name)}"
        )
    )


def _batch(house: House, number: int) -> float:
    raws = house.replies()
    return seconds(lambda: work(house.office, raws, number))


def _idle(house: House) -> float:
    app = App(house.office, lambda: datetime.fromtimestamp(NOW, UTC))
    return seconds(app.tick)


def _long_match(folder: Path) -> Iterator[Row]:
    """Compare matches with twins in the same position, of whose record only the end is left."""
    long = House(folder)
    with long.office.database.write() as unit:
        for game in range(1, BATCH + 1):
            _play_on(long, unit, game)
    short = copy(long)
    twin = Database(f"sqlite:///{copied(folder / 'house' / 'pbem.sqlite', folder / 'short.sqlite')}")
    short.office = replace(long.office, database=twin)
    with twin.write() as unit:
        unit.execute(text(f"DELETE FROM entry WHERE number <= {LATE - EARLY}"))
    rounds = iter(range(4 * (ROUNDS + 1)))
    figure = alternated(lambda: _batch(long, next(rounds)), lambda: _batch(short, next(rounds)))
    yield Row("12", f"a mail in a match of {LATE:,} entries / of {EARLY}, in the same position", figure, 1.1)
    for house in (long, short):
        house.office.database.close()


def _play_on(house: House, unit: Unit, game: int) -> None:
    """Let a match go on by any legal orders until its record is so long, and mail whoever is asked then."""
    match = load(unit, house.office.engines, game, NOW)
    rng = random.Random(game)
    while match.game.last_entry + len(match.added) < LATE:
        (seat, *_) = match.asked()
        match.order(seat, [rng.choice(match.choices(seat))])
    match.save()
    for number in match.seats:
        # Nobody's next mail is to tell of a thousand moves.
        match.change(number, seen_entry=match.game.last_entry)
    tell(house.office, match)
    match.save_seats()


def _many_mails(folder: Path) -> Iterator[Row]:
    house = House(folder)
    first = sum(_batch(house, number) for number in range(FEW))
    before = _resident()
    rest = sum(_batch(house, number) for number in range(FEW, MANY))
    growth = (_resident() - before) / 1e6
    yield Row("12", f"{MANY * BATCH:,} mails / {FEW * BATCH} mails", (first + rest) / first, 10.5)
    yield Row("13", f"memory after {MANY * BATCH:,} mails minus after {FEW * BATCH}, MB", growth, 2.0, 0.0)
    house.office.database.close()


def _resident() -> int:
    """Return the octets of memory that this process holds now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize()
