"""The migrations make the tables that the program works with."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine

from pbem.errors import Misconfigured
from pbem.store import mails, people, tables
from pbem.store.database import Database
from pbem.store.migrate import upgrade


def _differences(url: str) -> list[object]:
    engine = create_engine(url)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        found = compare_metadata(context, tables.metadata)
    engine.dispose()
    return found


def test_the_migrations_make_the_tables(tmp_path: Path) -> None:
    """No table, column, index or constraint stands in one place only."""
    url = f"sqlite:///{tmp_path / 'pbem.sqlite'}"
    Database(url).create()

    assert [] == _differences(url)


def test_an_older_database_is_brought_up_to_date(tmp_path: Path) -> None:
    """Tables of an older revision are refused with the remedy, and the remedy keeps what is in them."""
    url = f"sqlite:///{tmp_path / 'pbem.sqlite'}"
    engine = create_engine(url)
    upgrade(engine, "0001")
    with engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO setting VALUES ('kept', 'yes')")
        connection.exec_driver_sql(
            "INSERT INTO inbox (digest, recipient, arrived, source, raw, state, rule, error, repeats)"
            " VALUES ('d', 'r', 1, 'smtp', x'6869', 'done', '', '', 0)"
        )
    engine.dispose()
    database = Database(url)

    with pytest.raises(Misconfigured, match="revision 0001"), database.read():
        pass
    database.create()
    assert [] == _differences(url)
    with database.read() as unit:
        assert people.setting(unit, "kept") == "yes"
        assert mails.find_mail(unit, 1).raw == b"hi"
    database.close()
