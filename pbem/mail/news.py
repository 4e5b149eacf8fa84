"""What a seat is told of the record: the live entries since its last mail, each event as that seat may see it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from engines.api import Event, Json, Seat
from engines.play import TAKEN_BACK, UNDO, Entry, taken_back


class News(NamedTuple):
    """One thing to tell: an event's kind and data, and the number of the draw that decided it."""

    kind: str
    data: Mapping[str, Json]
    draw: int | None = None


def seen(events: Sequence[Event], seat: Seat | None) -> Iterator[Event]:
    """Yield the events that the seat may see; where its own says more, the public one before it is left out."""
    for position, event in enumerate(events):
        if event.seen_by is None:
            if not _told_better(events, position, seat):
                yield event
        elif event.seen_by == seat:
            yield event


def _told_better(events: Sequence[Event], position: int, seat: Seat | None) -> bool:
    kind = events[position].kind
    for event in events[position + 1 :]:
        if event.kind != kind or event.seen_by is None:
            return False
        if event.seen_by == seat:
            return True
    return False


def since(entries: Iterable[Entry], seat: Seat | None) -> list[News]:
    """Return the news in a stretch of a record; what was undone within the stretch is left out."""
    return [item for group in _live(entries) for item in _told(group, seat)]


def _told(group: Sequence[Entry], seat: Seat | None) -> Iterator[News]:
    for entry in group:
        if entry.order == UNDO:
            yield News("took_back", {"seat": entry.seat, "by": entry.by})
        for event in seen(entry.events, seat):
            yield News(event.kind, event.data, entry.draw)


def _live(entries: Iterable[Entry]) -> list[list[Entry]]:
    """Return the entries in groups, an order with the chance after it, without those that were taken back."""
    kept: list[Entry] = []
    for entry in entries:
        if entry.order == TAKEN_BACK:
            kept = kept[: max(0, len(kept) - taken_back(entry))]
        else:
            kept.append(entry)
    groups: list[list[Entry]] = []
    for entry in kept:
        if entry.order == UNDO and groups and groups[-1][0].order not in (None, UNDO):
            groups.pop()
        elif entry.order is None and groups and groups[-1][0].order != UNDO:
            groups[-1].append(entry)
        else:
            groups.append([entry])
    return groups
