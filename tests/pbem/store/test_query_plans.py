"""No statement of a pass reads a whole table: what a mail costs must not grow with the number of games."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy import event

from pbem import probe
from pbem.config import Config, Outbox
from pbem.store.database import Unit
from tests.pbem.house import House

BOUNCE = b"From: MAILER-DAEMON@example.org\r\nSubject: failed\r\n\r\nno such user\r\n"


@contextmanager
def recorded(house: House) -> Iterator[set[str]]:
    """Collect the text of every statement that runs inside the block, however it is run."""
    found: set[str] = set()
    engine = house.office.database._opened()
    ordinary = Unit.cursor

    def cursor(unit: Unit, sql: str, parameters: Any, *, many: bool = False) -> Any:
        found.add(sql)
        return ordinary(unit, sql, parameters, many=many)

    def note(*given: Any) -> None:
        found.add(given[2])

    event.listen(engine, "before_cursor_execute", note)
    Unit.cursor = cursor  # type: ignore[method-assign]
    try:
        yield found
    finally:
        Unit.cursor = ordinary  # type: ignore[method-assign]
        event.remove(engine, "before_cursor_execute", note)


def scans(path: Path, statement: str) -> list[str]:
    """Return the steps of a statement's plan that read a whole table or index, and those that sort."""
    if statement.split()[0] not in ("SELECT", "UPDATE", "DELETE"):
        return []
    with closing(sqlite3.connect(path)) as database:
        unbound = [None] * statement.count("?")
        plan = database.execute(f"EXPLAIN QUERY PLAN {statement}", unbound or {"now": 0, "kept": 0}).fetchall()
    return [step for *_, step in plan if step.startswith("SCAN") and "CONSTANT ROW" not in step]


def test_no_statement_of_a_pass_reads_a_whole_table(tmp_path: Path) -> None:
    """Orders, questions, press, strangers, bounces, deadlines and the sending under a day's limit."""
    config = replace(Config(), outbox=replace(Outbox(), max_per_day=500))
    house = House(tmp_path, config)
    house.new_game("Ann", "Bob", deadline=3_600)
    house.app.tick()  # Once a day old mails are looked for, and that may take its time.
    with recorded(house) as statements:
        house.reply("ann@example.org", "roll\nsay hello, all\nnote mind the gap\nset zone Europe/Berlin")
        house.reply("bob@example.org", "help\nboard\nhistory\norders\nundo\nsay hello")
        elsewhere = str(house.newest("bob@example.org")["Reply-To"])
        house.write("bob@elsewhere.example.net", elsewhere, "roll")
        house.write("stranger@example.net", "turns@play.example.org", "join abc")
        house.accept(BOUNCE, "turns@play.example.org", "")
        house.clock.pass_by(hours=2)
        house.app.tick()
    path = tmp_path / "pbem.sqlite"
    assert len(statements) > 30
    assert {statement: found for statement in statements if (found := scans(path, statement))} == {}


def test_no_question_of_an_empty_tick_reads_a_whole_table(tmp_path: Path) -> None:
    """Cron asks once a minute, whether there are ten games or ten thousand."""
    House(tmp_path)
    assert [question for question in probe._QUESTIONS if scans(tmp_path / "pbem.sqlite", question)] == []
