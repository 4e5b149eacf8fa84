"""Brings the tables to the newest revision with Alembic."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine


def upgrade(engine: Engine, revision: str = "head") -> None:
    """Run the migrations up to a revision on this database."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with engine.connect().execution_options(pbem_write=True) as connection, connection.begin():
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
