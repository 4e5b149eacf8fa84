"""One match in full as a zip file: its record, boards and mails, and what is needed to check its dice.

The same match gives the same bytes. No player's address is in it, and no reply address either.
"""

from __future__ import annotations

import hashlib
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import orjson

from engines import play
from engines.api import Ask, State
from engines.play import Entry, Point
from pbem.mail import layout
from pbem.mail.news import seen
from pbem.mail.render import COMMON
from pbem.service import board, record, report
from pbem.service.match import Match, labels, load
from pbem.service.office import Office
from pbem.store import games, mails
from pbem.store.database import Unit
from pbem.store.records import EntryRow, PressRow

MANIFEST = "SHA256SUMS"
_ADDRESS = re.compile(r"[^\s@<>\"'(),;:]+@[^\s@<>\"'(),;:]+")
_HIDDEN = "(an address)"
_EARLIEST = (1980, 1, 1, 0, 0, 0)
_FILE_MODE = 0o100644 << 16
_UNIX = 3


class _Scene(NamedTuple):
    """A state worth a picture: the number of the last entry before it, and whose turn it is, None at the end."""

    entry: int
    turn: int | None
    state: State


def build(office: Office, unit: Unit, game: int) -> bytes:
    """Return the archive of a match. Of one that is not over it is for the host alone, and says so.

    Raises:
        NotFound: where there is no such match.
        Refused: where it has not started.
    """
    match = load(unit, office.engines, game, 0)
    rows = games.entries(unit, game)
    files = {
        "README.txt": _readme(office, match),
        "game.json": _json(_facts(office, unit, match)),
        "entries.jsonl": _lines(_entries(match, rows)),
        "entries.txt": _told(office, match, rows),
        "press.jsonl": _lines(_press(match, games.press(unit, game))),
    }
    files |= _boards(office, match, _scenes(match, rows))
    files |= _mails(unit, match)
    return _zipped({name: _ADDRESS.sub(_HIDDEN, text).encode() for name, text in files.items()})


def is_open(match: Match) -> bool:
    """Tell whether the archive holds secrets that still matter."""
    return match.game.state not in report.ENDED


def undone(entries: Sequence[Entry]) -> set[int]:
    """Return the positions of the entries that count no more: taken back with their mail, or undone."""
    kept: list[int] = []
    gone: set[int] = set()
    for position, entry in enumerate(entries):
        if entry.order == play.TAKEN_BACK:
            left = len(kept) - int(str((entry.outcome or [0])[0]))
            gone.update(kept[left:])
            del kept[left:]
        else:
            kept.append(position)
    return gone | _withdrawn(entries, kept)


def _withdrawn(entries: Sequence[Entry], kept: Iterable[int]) -> set[int]:
    """Return the positions of the orders that were undone, each with the draws after it."""
    groups: list[list[int]] = []
    gone: set[int] = set()
    for position in kept:
        if entries[position].order == play.UNDO:
            gone.update(groups.pop())
        elif entries[position].order is not None:
            groups.append([position])
        elif groups:
            groups[-1].append(position)
    return gone


def _facts(office: Office, unit: Unit, match: Match) -> dict[str, Any]:
    shown = report.game(office, unit, match.game.id)
    private = {"waiting", "turns", "players"}
    kept = {name: value for name, value in shown.items() if name not in private}
    seats = [
        {"seat": seat.seat, "name": seat.name, "kind": facts["kind"], "phrase": seat.phrase}
        for seat, facts in zip(match.seats.values(), shown["seats"], strict=True)
    ]
    return {
        **kept,
        "seats": seats,
        "rules_version": match.game.rules_version,
        "draws": match.game.counter,
        "fingerprint": play.fingerprint(match.engine, match.state),
    }


def _entries(match: Match, rows: Sequence[EntryRow]) -> Iterator[dict[str, Any]]:
    entries = [record.from_row(row) for row in rows]
    gone = undone(entries)
    for position, (row, entry) in enumerate(zip(rows, entries, strict=True)):
        yield {
            "number": row.number,
            "seat": entry.seat,
            "player": None if entry.seat is None else match.names[entry.seat],
            "order": entry.order,
            "outcome": entry.outcome,
            "draw": entry.draw,
            "purpose": entry.purpose,
            "by": entry.by,
            "reveals": entry.reveals,
            "undone": position in gone,
            "events": [event._asdict() for event in entry.events],
            "rules_version": row.rules_version,
            "made": report.stamp(row.made),
        }


def _told(office: Office, match: Match, rows: Sequence[EntryRow]) -> str:
    """Return the record for people: each order and each draw, and the news that everybody had of it."""
    entries = [record.from_row(row) for row in rows]
    gone = undone(entries)
    marks = layout.marks(match.names)
    lines: list[str] = []
    for position, entry in enumerate(entries):
        struck = "  [undone]" if position in gone else ""
        lines.append(f"{rows[position].number:>5}  {_headline(match, entry)}{struck}")
        for event in seen(entry.events, None):
            said = office.renderer.say(match.engine.name, "news", event.kind, event.data, match.names, None, marks)
            if said:
                lines.append(layout.wrap(said, indent=" " * 9))
    return "\n".join(lines) + "\n"


def _headline(match: Match, entry: Entry) -> str:
    if entry.order == play.TAKEN_BACK:
        return entry.order
    if entry.seat is None or entry.order is None:
        return f"draw {entry.draw} ({entry.purpose}): {', '.join(map(str, entry.outcome or ()))}"
    on_behalf = "" if entry.by == "seat" else f"  ({entry.by})"
    return f"{match.names[entry.seat]}: {entry.order}{on_behalf}"


def _press(match: Match, rows: Iterable[PressRow]) -> Iterator[dict[str, Any]]:
    """Yield what was said to all; words between two are theirs."""
    for row in rows:
        if row.to_seat is None:
            speaker = None if row.seat is None else match.names[row.seat]
            yield {"player": speaker, "text": row.text, "made": report.stamp(row.made)}


def _scenes(match: Match, rows: Sequence[EntryRow]) -> list[_Scene]:
    """Return the state at the beginning of each turn that counts, and the last one."""
    entries = [record.from_row(row) for row in rows]
    options = orjson.loads(match.game.options)
    points = play.timeline(match.engine, labels(len(match.seats)), options, entries).points
    gone = undone(entries)
    numbers = [
        row.number
        for position, row in enumerate(rows)
        if row.text not in (None, play.UNDO, play.TAKEN_BACK) and position not in gone
    ]
    scenes: list[_Scene] = []
    for number, point in zip(numbers, points, strict=True):
        turn = _turn(match, point)
        if not scenes or scenes[-1].turn != turn:
            scenes.append(_Scene(number - 1, turn, point.before))
    return [*scenes, _Scene(match.game.last_entry, None, match.state)]


def _turn(match: Match, point: Point) -> int | None:
    pending = match.engine.pending(point.before)
    return pending.turn if isinstance(pending, Ask) else None


def _boards(office: Office, match: Match, scenes: Sequence[_Scene]) -> dict[str, str]:
    """Return for each reader, the onlooker first, all boards as text and all views as data."""
    files: dict[str, str] = {}
    for seat in (None, *match.seats):
        name = "boards/onlooker" if seat is None else f"boards/seat-{seat}"
        pictures = [
            f"{_heading(match, scene)}\n\n" + board.text(office.renderer, match.engine, scene.state, match.names, seat)
            for scene in scenes
        ]
        views = ({"entry": scene.entry, "view": match.engine.view(scene.state, seat)} for scene in scenes)
        files[f"{name}.txt"] = "\n\n".join(pictures)
        files[f"{name}.jsonl"] = _lines(views)
    return files


def _heading(match: Match, scene: _Scene) -> str:
    turn = "" if scene.turn is None else f", {match.names[scene.turn]}"
    heading = f"after entry {scene.entry}{turn}"
    return f"{heading}\n{'=' * layout.width(heading)}"


def _mails(unit: Unit, match: Match) -> dict[str, str]:
    rows = mails.mails_of_game(unit, match.game.id)
    return {
        f"mails/{position:04}-seat-{seat}-{kind}.txt": text
        for position, (_, seat, kind, text) in enumerate(rows, 1)
        if seat is not None
    }


def _readme(office: Office, match: Match) -> str:
    facts = {"title": match.engine.title, "game": match.game.id, "state": match.game.state, "secret": is_open(match)}
    return office.renderer.say(COMMON, "archive", "readme", facts) + "\n"


def _json(value: object) -> str:
    return orjson.dumps(value, option=orjson.OPT_INDENT_2).decode() + "\n"


def _lines(values: Iterable[object]) -> str:
    return "".join(orjson.dumps(value).decode() + "\n" for value in values)


def _zipped(files: dict[str, bytes]) -> bytes:
    """Return the files as a zip with their check sums; nothing in it tells when or where it was made."""
    sums = (f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(files.items()))
    held = {**files, MANIFEST: "".join(sums).encode()}
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, data in sorted(held.items()):
            entry = zipfile.ZipInfo(name, _EARLIEST)
            entry.external_attr, entry.create_system = _FILE_MODE, _UNIX
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED, 9)
    return target.getvalue()
