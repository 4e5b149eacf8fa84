"""The migrations make the tables that the program works with."""

from __future__ import annotations

from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine

from pbem.store import tables
from pbem.store.database import Database


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
