"""Whether a pass would find anything to do: asked of the database and the Maildir before anything large is imported."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from pbem.config import Config

_SQLITE = "sqlite:///"
_QUESTIONS = (
    "SELECT 1 FROM inbox WHERE state = 'new' LIMIT 1",
    "SELECT 1 FROM outbox WHERE state IN ('waiting', 'sending') AND due <= :now LIMIT 1",
    "SELECT 1 FROM seat WHERE owed_at <= :now LIMIT 1",
    "SELECT 1 FROM seat JOIN game ON game.id = seat.game_id"
    " WHERE seat.alarm <= :now AND game.state = 'running' LIMIT 1",
    # Once a day, where the oldest mail has served its time, old raw mails are emptied.
    "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM setting WHERE name = 'emptied' AND CAST(value AS INTEGER) > :now - 86400)"
    " AND min(ifnull((SELECT arrived FROM inbox WHERE id = (SELECT min(id) FROM inbox)), :now),"
    " ifnull((SELECT made FROM outbox WHERE id = (SELECT min(id) FROM outbox)), :now)) < :now - :kept",
)


def anything_due(config: Config, now: int) -> bool:
    """Tell whether a pass would do anything; where that cannot be told cheaply, it would."""
    asked_elsewhere = bool(config.inbound.imap.host) or not config.database.url.startswith(_SQLITE)
    return asked_elsewhere or _mail_waits(config.inbound.maildir) or _rows_wait(config, now)


def _mail_waits(maildir: Path | None) -> bool:
    if maildir is None:
        return False
    try:
        return any(name[0] != "." for folder in ("new", "cur") for name in os.listdir(maildir / folder))
    except OSError:
        # What is wrong with it, the pass itself says best.
        return True


def _rows_wait(config: Config, now: int) -> bool:
    try:
        with closing(_opened(config)) as database:
            return _due(database, config, now)
    except sqlite3.Error:
        return True


def _opened(config: Config) -> sqlite3.Connection:
    path = Path(config.database.url.removeprefix(_SQLITE))
    return sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, check_same_thread=False)


def _due(database: sqlite3.Connection, config: Config, now: int) -> bool:
    facts = {"now": now, "kept": config.retention.days * 86_400}
    return any(database.execute(question, facts).fetchone() for question in _QUESTIONS)


class Neighbours:
    """Notices what other processes write into the database: a new game, a mail from a pipe, an act of the host."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._database: sqlite3.Connection | None = None
        self._version: int | None = None

    def wrote(self, now: int) -> bool:
        """Tell whether something is due that was not when it was last asked; False where that cannot be told."""
        if not self._config.database.url.startswith(_SQLITE):
            return False
        try:
            self._database = self._database or _opened(self._config)
            before, self._version = self._version, self._database.execute("PRAGMA data_version").fetchone()[0]
            return before != self._version and _due(self._database, self._config, now)
        except sqlite3.Error:
            return False

    def close(self) -> None:
        """Let go of the database."""
        if self._database is not None:
            self._database.close()
            self._database = None
