"""Entries of the rules as rows of the store, and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

import orjson

from engines.api import Event
from engines.play import By, Entry
from pbem.store.records import EntryRow


def to_rows(
    entries: Iterable[Entry], game: int, first: int, rules_version: int, now: int, inbox: int | None
) -> list[EntryRow]:
    """Return the rows of new entries, numbered from `first`."""
    return [
        EntryRow(
            game,
            number,
            entry.seat,
            entry.order,
            None if entry.outcome is None else orjson.dumps(entry.outcome).decode(),
            entry.draw,
            entry.purpose,
            entry.by,
            entry.reveals,
            orjson.dumps([(event.kind, event.data, event.seen_by) for event in entry.events]).decode(),
            rules_version,
            now,
            inbox,
        )
        for number, entry in enumerate(entries, first)
    ]


def from_row(row: EntryRow) -> Entry:
    """Return the entry that a row holds."""
    events = tuple(Event(kind, data, seen_by) for kind, data, seen_by in orjson.loads(row.events))
    outcome = None if row.outcome is None else orjson.loads(row.outcome)
    return Entry(row.seat, row.text, outcome, row.draw, row.purpose, cast(By, row.by), bool(row.reveals), events)
