"""Rows 1 and 2: an order mail from its bytes to the answer in the outbox."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from email import message_from_bytes, policy
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from bench.floor import Floor
from bench.measure import ROUNDS, Row, seconds
from bench.steps import again, copied, recording
from engines.api import Engine
from pbem.app import furnish, office_of
from pbem.cli import log
from pbem.config import Config, load
from pbem.demo import client
from pbem.initial import write_initial
from pbem.mail.render import Renderer
from pbem.secret import fresh
from pbem.service import accept, process
from pbem.service.create import Plan, Player, new_game
from pbem.service.office import BATCH, Office
from pbem.store import games, mails
from pbem.store.database import Database, Unit
from pbem.transport.base import Received

NOW = 1_800_000_000
OCTETS = 10_000
OLDER = b"> > " + b"what was said in an older mail of this thread" + b"\n"
NEWEST = """SELECT outbox_raw.raw, address.address FROM outbox JOIN outbox_raw ON outbox_raw.id = outbox.id
JOIN address ON address.id = outbox.address_id
WHERE game_id = ? AND seat = ? ORDER BY outbox.id DESC LIMIT 1"""


class Round(NamedTuple):
    """The seconds of one batch: the service, the floor, and the service's steps carried out again."""

    whole: float
    floor: float
    calls: float
    statements: float


def rows() -> Iterator[Row]:
    """Measure batches of mails."""
    log.configure()
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        rounds = [house.round(number) for number in range(ROUNDS + 1)][1:]
        house.office.database.close()
    note = f"{_per_mail(r.whole for r in rounds)} microseconds a mail; {house.engine.title}"
    steps = median(r.whole / (r.calls + r.statements) for r in rounds)
    yield Row("1", "whole pipeline / sum of its steps", steps, 1.5, 1.3)
    yield Row("2", "whole pipeline / floor", median(r.whole / r.floor for r in rounds), 5.0, 3.0, note=note)


def _per_mail(times: Iterable[float]) -> int:
    return round(median(times) * 1e6 / BATCH)


class House:
    """A service with as many running games as a batch has mails, and a floor with as many rows.

    Args:
        folder: where both keep their databases.
        engine: the game; by default the first whose templates are there.
        words: more template folders.
    """

    def __init__(self, folder: Path, engine: Engine | None = None, words: Sequence[Path] = ()) -> None:
        self.folder = folder
        path = write_initial(folder / "house", Config(), fresh(), datetime.fromtimestamp(NOW, UTC))
        furnish(load(path))
        office = office_of(load(path))
        self.engine = engine or next(iter(office.engines.values()))
        self.office = replace(office, engines={self.engine.name: self.engine}, renderer=Renderer(words))
        with self.office.database.write() as unit:
            for number in range(1, BATCH + 1):
                new_game(self.office, unit, self._plan(number), NOW)
            snapshot = games.snapshot(unit, 1)
            self._waiting = round(mails.waiting(unit) / BATCH)
        self.floor = Floor(folder / "floor.sqlite", BATCH, snapshot)

    def _plan(self, number: int) -> Plan:
        names = ("Ann", "Bob", "Cem")[: self.engine.seats[0]]
        players = [Player(name, f"{name.lower()}{number}@example.org") for name in names]
        return Plan(self.engine.name, players, seed=f"{number:064x}")

    def round(self, number: int) -> Round:
        """Measure one batch."""
        raws = self.replies()
        database = self.folder / "house" / "pbem.sqlite"
        one, other = (copied(database, self.folder / name) for name in ("one.sqlite", "other.sqlite"))
        twin = replace(self.office, database=Database(f"sqlite:///{one}"))
        with recording(twin) as steps:
            work(twin, raws, number)
        with twin.database.read() as unit:
            answers = round(mails.waiting(unit) / BATCH) - self._waiting
        twin.database.close()
        self._waiting += answers
        calls, statements = again(steps, other)
        floor = seconds(lambda: self.floor.work(raws, answers))
        return Round(seconds(lambda: work(self.office, raws, number)), floor, calls, statements)

    def newest(self) -> bytes:
        """Return the newest mail to anybody."""
        with self.office.database.read() as unit:
            return bytes(
                unit.connection.exec_driver_sql("SELECT raw FROM outbox_raw ORDER BY id DESC LIMIT 1").scalar_one()
            )

    def replies(self) -> list[bytes]:
        """Return a reply to the newest mail of one asked seat of every game."""
        with self.office.database.read() as unit:
            asked = [next(seat for seat in games.seats(unit, game) if seat.asked) for game in range(1, BATCH + 1)]
            return [_reply(unit, seat.game_id, seat.seat, seat.name) for seat in asked]


def _reply(unit: Unit, game: int, seat: int, name: str) -> bytes:
    """Return what a player's program would send: the first choice of the list, above a quote, about 10 KB in all."""
    raw, address = unit.connection.exec_driver_sql(NEWEST, (game, seat)).one()
    ours: Any = message_from_bytes(raw, policy=policy.default)
    offered = client.offer(client.plain_text(ours))
    orders = offered.choices[0][0] if offered.choices else offered.example
    answer = client.reply(client.Writer(name, address, "gmail"), ours, orders).as_bytes()
    return answer + OLDER * max(0, (OCTETS - len(answer)) // len(OLDER))


def work(office: Office, raws: Sequence[bytes], number: int) -> None:
    """Take a batch in and process it."""
    taken_in(office, raws, number)
    if process.process(office, NOW + number) != len(raws):
        raise RuntimeError("not every mail of the batch was processed")


def taken_in(office: Office, raws: Sequence[bytes], number: int) -> None:
    """Store a batch, as it is stored when it comes in."""
    arrived = datetime.fromtimestamp(NOW + number, UTC)
    for raw in raws:
        accept.accept(office.database, Received(raw, None, "somebody@example.org", arrived, "smtp"))
