"""The database: one transaction a unit of work, rolled back unless it is committed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from sqlite3 import Error as SqliteError
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine, Table, create_engine, event, make_url, select, text
from sqlalchemy.engine import CursorResult
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.sql.base import Executable
from sqlalchemy.sql.elements import ColumnElement

from pbem.errors import Misconfigured
from pbem.store import tables

REVISION = "0003"
"""The newest migration; a database at another revision is refused."""

FAILURES = (SQLAlchemyError, SqliteError, OSError)
"""What a database raises where it is locked, full, broken or gone."""

Row = TypeVar("Row", bound=NamedTuple)

_BUSY_MILLISECONDS = 30_000


class Prepared:
    """A Core statement that is compiled once, so that running it costs little more than the driver alone."""

    def __init__(self, statement: Executable) -> None:
        self._statement = statement
        self._compiled: dict[str, tuple[str, list[str] | None, dict[str, Any]]] = {}

    def for_dialect(self, connection: Connection) -> tuple[str, list[str] | None, dict[str, Any]]:
        """Return the SQL text, the order of its parameters (None where they go by name) and their fixed values."""
        name = connection.dialect.name
        if name not in self._compiled:
            compiled = self._statement.compile(dialect=connection.dialect)  # type: ignore[attr-defined]
            fixed = {key: value for key, value in compiled.params.items() if value is not None}
            order = list(compiled.positiontup) if compiled.positional else None
            self._compiled[name] = (str(compiled), order, fixed)
        return self._compiled[name]


class Unit:
    """A unit of work: everything done through it is committed together or not at all."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def all(self, prepared: Prepared, **values: object) -> list[tuple[Any, ...]]:
        """Return every row that a prepared statement finds."""
        return list(self.cursor(*self._bound(prepared, values)).fetchall())

    def one(self, prepared: Prepared, **values: object) -> tuple[Any, ...] | None:
        """Return the first row that a prepared statement finds, or None."""
        row: tuple[Any, ...] | None = self.cursor(*self._bound(prepared, values)).fetchone()
        return row

    def change(self, prepared: Prepared, **values: object) -> int:
        """Run a prepared statement that writes and return how many rows it touched."""
        return int(self.cursor(*self._bound(prepared, values)).rowcount)

    def change_many(self, prepared: Prepared, rows: Sequence[Mapping[str, object]]) -> None:
        """Run a prepared statement once for each row of parameters."""
        bound = [self._bound(prepared, row) for row in rows]
        if bound:
            self.cursor(bound[0][0], [parameters for _, parameters in bound], many=True)

    def cursor(self, sql: str, parameters: Any, *, many: bool = False) -> Any:
        """Run SQL text on the driver's own connection, inside this unit's transaction, and return its cursor."""
        cursor = self.connection.connection.cursor()
        (cursor.executemany if many else cursor.execute)(sql, parameters)
        return cursor

    def _bound(self, prepared: Prepared, values: Mapping[str, object]) -> tuple[str, Any]:
        sql, order, fixed = prepared.for_dialect(self.connection)
        merged = {**fixed, **values}
        return sql, merged if order is None else tuple([merged[name] for name in order])

    def execute(self, statement: Executable) -> CursorResult[*tuple[Any, ...]]:
        """Run any other Core statement."""
        result: CursorResult[*tuple[Any, ...]] = self.connection.execute(statement)
        return result

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        """Take back what is done inside if it raises; what was done before in the unit stays."""
        self.cursor("SAVEPOINT piece", ())
        try:
            yield
        except BaseException:
            self.cursor("ROLLBACK TO SAVEPOINT piece", ())
            self.cursor("RELEASE SAVEPOINT piece", ())
            raise
        self.cursor("RELEASE SAVEPOINT piece", ())


class Database:
    """A database by URL; it is opened at the first unit of work."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._engine: Engine | None = None

    @contextmanager
    def write(self) -> Iterator[Unit]:
        """Open a unit of work that may write; it holds the only write lock and commits at the end."""
        with self._opened().connect().execution_options(pbem_write=True) as connection, connection.begin():
            yield Unit(connection)

    @contextmanager
    def read(self) -> Iterator[Unit]:
        """Open a unit of work that only reads one consistent state."""
        with self._opened().connect() as connection, connection.begin() as transaction:
            yield Unit(connection)
            transaction.rollback()

    def create(self) -> None:
        """Create the tables by the migrations, from nothing or from an older revision."""
        from pbem.store.migrate import upgrade

        self._make_folder()
        engine = self._connect()
        try:
            upgrade(engine)
        finally:
            engine.dispose()

    def close(self) -> None:
        """Close every connection; the next unit of work opens again."""
        if self._engine is not None:
            self._engine.dispose()
            self._engine = None

    def _opened(self) -> Engine:
        if self._engine is None:
            engine = self._connect()
            try:
                _check_revision(engine)
            except BaseException:
                engine.dispose()
                raise
            self._engine = engine
        return self._engine

    def _connect(self) -> Engine:
        url = make_url(self.url)
        if url.get_backend_name() != "sqlite":
            return create_engine(url, hide_parameters=True)
        # Two connections: the listener accepts mail while a pass is at work.
        waiting = {"check_same_thread": False, "timeout": _BUSY_MILLISECONDS / 1000}
        # Whole mails and states of matches are among the parameters; an error must not carry them into a log.
        engine = create_engine(url, connect_args=waiting, hide_parameters=True)
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine

    def _make_folder(self) -> None:
        url = make_url(self.url)
        if url.get_backend_name() == "sqlite" and url.database:
            Path(url.database).parent.mkdir(parents=True, exist_ok=True)


def where(table: Table, row: type[Row], *conditions: ColumnElement[bool]) -> Prepared:
    """Return the prepared selection of a record's own columns."""
    return Prepared(select(*(table.c[name] for name in row._fields)).where(*conditions))


def table(model: type[Any]) -> Table:
    """Return the Core table of a SQLModel class."""
    return tables.metadata.tables[model.__tablename__]


def _prepare_sqlite(connection: Any, _record: object) -> None:
    # The driver's own transactions begin too late and read-only first; ours begin where we say.
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={_BUSY_MILLISECONDS}"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("pbem_write", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _check_revision(engine: Engine) -> None:
    with engine.connect() as connection:
        if not connection.dialect.has_table(connection, "alembic_version"):
            raise Misconfigured("The database holds no tables yet.", "Run `pbem init` first.")
        revision = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    if revision != REVISION:
        reason = f"The database is at revision {revision}, this program needs {REVISION}."
        raise Misconfigured(reason, "Run `pbem init` again with the newer program; it brings the tables up to date.")
