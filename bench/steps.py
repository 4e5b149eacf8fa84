"""The steps of a batch of mails, recorded while the service works and then carried out again, kind by kind."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from sqlalchemy import event

from bench.measure import seconds
from engines import play
from pbem.mail import compose, letter, orderform
from pbem.service.office import Office
from pbem.store.database import Unit

PURE: tuple[tuple[Any, str], ...] = (
    (letter, "read"),
    (letter, "content_digest"),
    (orderform, "read"),
    (play, "play"),
    (play, "settle"),
    (compose, "write"),
    (compose, "build"),
)
"""Steps without effects; `gate.judge` asks the store and counts with its statements."""


class Steps(NamedTuple):
    """What a batch came down to: calls of pure functions, and SQL statements (None: a commit)."""

    calls: list[Callable[[], object]]
    statements: list[tuple[str, Any, bool] | None]


@contextmanager
def recording(office: Office) -> Iterator[Steps]:
    """Record every step that the service takes inside the block."""
    steps = Steps([], [])
    with office.database.read():
        pass  # opens the engine
    engine = office.database._engine
    assert engine is not None
    event.listen(
        engine, "before_cursor_execute", lambda *given: steps.statements.append((given[2], given[3], given[5]))
    )
    event.listen(engine, "commit", lambda _: steps.statements.append(None))
    patches = [patch.object(module, name, _recorded(getattr(module, name), steps.calls)) for module, name in PURE]
    patches.append(patch.object(Unit, "cursor", _noted(Unit.cursor, steps.statements)))
    for each in patches:
        each.start()
    try:
        yield steps
    finally:
        for each in patches:
            each.stop()


def _recorded(function: Callable[..., Any], calls: list[Callable[[], object]]) -> Callable[..., Any]:
    def call(*arguments: Any, **named: Any) -> Any:
        calls.append(lambda: function(*arguments, **named))
        return function(*arguments, **named)

    return call


def _noted(function: Callable[..., Any], statements: list[tuple[str, Any, bool] | None]) -> Callable[..., Any]:
    def cursor(unit: Unit, sql: str, parameters: Any, *, many: bool = False) -> Any:
        statements.append((sql, parameters, many))
        return function(unit, sql, parameters, many=many)

    return cursor


def again(steps: Steps, twin: Path) -> tuple[float, float]:
    """Carry the steps out again and return the seconds of the pure calls, and of the statements on a twin database."""
    return seconds(lambda: [call() for call in steps.calls]), seconds(lambda: _run(steps.statements, twin))


def _run(statements: Sequence[tuple[str, Any, bool] | None], twin: Path) -> None:
    database = sqlite3.connect(twin, isolation_level=None)
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        database.execute(f"PRAGMA {pragma}")
    for statement in statements:
        if statement is None:
            database.execute("COMMIT")
            continue
        text, parameters, many = statement
        if many:
            database.executemany(text, parameters)
        else:
            database.execute(text, parameters).fetchall()
    database.close()


def copied(path: Path, to: Path) -> Path:
    """Return a twin of a SQLite database."""
    to.unlink(missing_ok=True)
    with sqlite3.connect(path) as source, sqlite3.connect(to) as twin:
        source.backup(twin)
    source.close()
    twin.close()
    return to
