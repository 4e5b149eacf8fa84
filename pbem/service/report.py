"""How matches stand, as plain data for the command line; nothing here is secret, and no address is in it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import orjson

from engines import words
from pbem.errors import NotFound
from pbem.service.create import commitment
from pbem.service.office import Office
from pbem.service.reach import UNREACHED_BECAUSE, UNREACHED_SINCE
from pbem.store import games, mails, people
from pbem.store.database import Unit
from pbem.store.records import GameRow, SeatRow

ENDED = ("over", "cancelled")
HELD_UNTIL = "outbox held until"
HELD_BECAUSE = "outbox held because"


def game(office: Office, unit: Unit, number: int) -> dict[str, Any]:
    """Return how one match stands.

    Raises:
        NotFound: where there is none of this number.
    """
    row, seats = games.find_game(unit, number), games.seats(unit, number)
    ended = row.state in ENDED
    return {
        **_head(office, row, seats),
        "turns": row.turns,
        "deadline_seconds": row.deadline,
        "policy": row.policy,
        "options": orjson.loads(row.options),
        "created": stamp(row.created),
        "started": stamp(row.started),
        "ended": stamp(row.ended),
        "commitment": commitment(row.seed),
        "seed": row.seed if ended else None,
        "seats": [_seat(unit, seat) for seat in seats],
        "standings": [_standing(standing, seats) for standing in orjson.loads(row.standings)],
        "acts": [
            {"made": stamp(made), "what": what, "reason": reason} for made, what, reason in people.acts(unit, number)
        ],
    }


def all_games(office: Office, unit: Unit, *states: str) -> list[dict[str, Any]]:
    """Return how the matches in these states stand, or all, in short."""
    rows = games.all_games(unit, *states)
    return [_head(office, row, games.seats(unit, row.id)) for row in rows]


def status(office: Office, unit: Unit, now: int) -> dict[str, Any]:
    """Return what an operator looks at first: the queues, what is stuck, and who is late."""
    inbox, outbox = mails.inbox_counts(unit), mails.outbox_counts(unit)
    held = people.setting(unit, HELD_UNTIL)
    is_held = held is not None and int(held) > now
    running = games.all_games(unit, "running")
    unreached = people.setting(unit, UNREACHED_BECAUSE)
    since = people.setting(unit, UNREACHED_SINCE)
    return {
        "games": games.count_games(unit),
        "inbox": {"new": inbox.get("new", 0), "held": inbox.get("held", 0)},
        "quarantine": inbox.get("quarantined", 0),
        "outbox": {"waiting": outbox.get("waiting", 0) + outbox.get("sending", 0), "dead": outbox.get("dead", 0)},
        "outbox_held_until": stamp(int(held)) if held is not None and is_held else None,
        "unreached_since": stamp(int(since)) if unreached and since else None,
        "unreached_because": unreached or None,
        "outbox_held_because": people.setting(unit, HELD_BECAUSE) if is_held else None,
        "unreachable": [{"player": person.id, "name": person.name} for person in people.unreachable(unit)],
        "overdue": [late for row in running for late in _overdue(unit, row, now)],
    }


def find_seat(seats: Sequence[SeatRow], named: str) -> SeatRow:
    """Return the seat of this number, or of the player with this name, or one that begins like it.

    Raises:
        NotFound: where there is none, or more than one.
    """
    wanted = words.fold(named)
    by_number = [seat for seat in seats if str(seat.seat) == wanted]
    exact = [seat for seat in seats if seat.name and words.fold(seat.name) == wanted]
    alike = [seat for seat in seats if seat.name and words.fold(seat.name).startswith(wanted)]
    for found in (by_number, exact, alike):
        if len(found) == 1 and wanted:
            return found[0]
    there = ", ".join(f"{seat.seat} {seat.name}".strip() for seat in seats)
    raise NotFound(f"There is no player {named!r} in this game.", f"The seats are: {there}.")


def stamp(moment: int | None) -> str | None:
    """Return a time as ISO 8601 in UTC."""
    return None if moment is None else datetime.fromtimestamp(moment, UTC).isoformat()


def _head(office: Office, row: GameRow, seats: Sequence[SeatRow]) -> dict[str, Any]:
    engine = office.engines.get(row.engine)
    return {
        "game": row.id,
        "engine": row.engine,
        "title": row.engine if engine is None else engine.title,
        "state": row.state,
        "players": [seat.name for seat in seats],
        "waiting": [] if row.state in ENDED else [_waiting(seat) for seat in seats if seat.asked],
    }


def _waiting(seat: SeatRow) -> dict[str, Any]:
    return {"seat": seat.seat, "name": seat.name, "phase": seat.phase, "due": stamp(seat.due)}


def _seat(unit: Unit, seat: SeatRow) -> dict[str, Any]:
    kind = "open" if seat.open else "stand-in" if seat.level is not None else "resigned" if seat.resigned else "player"
    reader = people.reader(unit, seat.person_id) if seat.played_by_person and seat.person_id else None
    return {
        "seat": seat.seat,
        "name": seat.name,
        "kind": kind,
        "level": seat.level,
        "player": seat.person_id,
        "reachable": reader is None or reader.hard_bounces < people.MOST_HARD,
        "mails": reader is None or reader.mails,
    }


def _standing(standing: list[Any], seats: Sequence[SeatRow]) -> dict[str, Any]:
    number, rank, score, tie_breaks = standing
    name = next(seat.name for seat in seats if seat.seat == number)
    return {"rank": rank, "seat": number, "name": name, "score": score, "tie_breaks": tie_breaks}


def _overdue(unit: Unit, row: GameRow, now: int) -> list[dict[str, Any]]:
    late = (seat for seat in games.seats(unit, row.id) if seat.asked and seat.due is not None and seat.due <= now)
    return [{"game": row.id, **_waiting(seat)} for seat in late]
