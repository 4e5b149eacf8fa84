"""How far each mailbox was read, kept in the database."""

from __future__ import annotations

from pbem.store import people
from pbem.store.database import Database
from pbem.transport.base import Mark


class KeptMarks:
    """The marks of mailboxes, each a setting of its own."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, mailbox: str) -> Mark | None:
        """Return a mailbox's mark, or None where it was never read."""
        with self._database.read() as unit:
            kept = people.setting(unit, _name(mailbox))
        return None if kept is None else Mark(*map(int, kept.split()))

    def set(self, mailbox: str, mark: Mark) -> None:
        """Keep a mailbox's mark; one that has not changed writes nothing."""
        if self.get(mailbox) != mark:
            with self._database.write() as unit:
                people.set_setting(unit, _name(mailbox), f"{mark.validity} {mark.uid}")


def _name(mailbox: str) -> str:
    return f"read up to {mailbox}"
