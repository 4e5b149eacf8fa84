"""Matches, their seats, their records and their press."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Table, bindparam, func, insert, select, update

from pbem.errors import NotFound, TryLater
from pbem.store import tables
from pbem.store.database import Prepared, Unit, table, where
from pbem.store.records import EntryRow, GameRow, PressRow, SeatRow

_GAME, _SEAT, _ENTRY, _PRESS = map(table, (tables.Game, tables.Seat, tables.Entry, tables.Press))


def _by_game(rows: Table) -> Prepared:
    columns = [column for column in rows.c if column.name != "snapshot"]
    key = rows.c.seat if rows is _SEAT else rows.c.number
    return Prepared(select(*columns).where(rows.c.game_id == bindparam("game")).order_by(key))


_FIND = where(_GAME, GameRow, _GAME.c.id == bindparam("game"))
_SNAPSHOT = Prepared(select(_GAME.c.snapshot).where(_GAME.c.id == bindparam("game")))
_WITH_SNAPSHOT = Prepared(
    select(*(_GAME.c[name] for name in GameRow._fields), _GAME.c.snapshot).where(_GAME.c.id == bindparam("game"))
)
_SEATS = _by_game(_SEAT)
_ENTRIES = _by_game(_ENTRY)
_ENTRIES_SINCE = Prepared(
    select(*_ENTRY.c)
    .where(_ENTRY.c.game_id == bindparam("game"), _ENTRY.c.number > bindparam("since"))
    .order_by(_ENTRY.c.number)
)
_ADD_ENTRY = Prepared(insert(_ENTRY).values({name: bindparam(name) for name in EntryRow._fields}))
_SAVED = ("state", "version", "snapshot", "last_entry", "turns", "counter", "ended", "standings")
_SAVE_GAME = Prepared(
    update(_GAME)
    .where(_GAME.c.id == bindparam("game"), _GAME.c.version == bindparam("expected"))
    .values({name: bindparam(f"new_{name}") for name in _SAVED})
)
_SAVE_SEAT = Prepared(
    update(_SEAT)
    .where(_SEAT.c.game_id == bindparam("game"), _SEAT.c.seat == bindparam("number"))
    .values({name: bindparam(f"new_{name}") for name in SeatRow._fields[2:]})
)
_OWED = Prepared(select(_SEAT.c.game_id, _SEAT.c.seat).where(_SEAT.c.owed_at <= bindparam("now")))
_PRESS_SINCE = Prepared(
    select(*_PRESS.c)
    .where(_PRESS.c.game_id == bindparam("game"), _PRESS.c.id > bindparam("since"))
    .order_by(_PRESS.c.id)
)


def add_game(unit: Unit, values: dict[str, object]) -> int:
    """Add a match and return its number."""
    return int(unit.execute(insert(_GAME).values(values).returning(_GAME.c.id)).scalar_one())


def add_seats(unit: Unit, seats: Sequence[SeatRow]) -> None:
    """Add the seats of a match."""
    unit.execute(insert(_SEAT).values([seat._asdict() for seat in seats]))


def find_game(unit: Unit, game: int) -> GameRow:
    """Return a match.

    Raises:
        NotFound: where there is none of this number.
    """
    row = unit.one(_FIND, game=game)
    if row is None:
        raise _no_game(game)
    return GameRow._make(row)


def find_with_snapshot(unit: Unit, game: int) -> tuple[GameRow, bytes]:
    """Return a match and the JSON text of its state, which is empty before it has started.

    Raises:
        NotFound: where there is none of this number.
    """
    row = unit.one(_WITH_SNAPSHOT, game=game)
    if row is None:
        raise _no_game(game)
    *values, data = row
    return GameRow._make(values), bytes(data)


def _no_game(game: int) -> NotFound:
    return NotFound(f"There is no game {game}.", "`pbem game list` shows the games there are.")


def all_games(unit: Unit, *states: str) -> list[GameRow]:
    """Return all matches in these states, or all, oldest first."""
    query = select(*(_GAME.c[name] for name in GameRow._fields)).order_by(_GAME.c.id)
    if states:
        query = query.where(_GAME.c.state.in_(states))
    return [GameRow._make(row) for row in unit.execute(query)]


def snapshot(unit: Unit, game: int) -> bytes:
    """Return the JSON text of a match's state; empty before it has started."""
    row = unit.one(_SNAPSHOT, game=game)
    return b"" if row is None else bytes(row[0])


def seats(unit: Unit, game: int) -> list[SeatRow]:
    """Return the seats of a match in order."""
    return [SeatRow._make(row) for row in unit.all(_SEATS, game=game)]


def find_seat(unit: Unit, game: int, number: int) -> SeatRow | None:
    """Return one seat of a match, or None where it has no such seat."""
    return next((seat for seat in seats(unit, game) if seat.seat == number), None)


def save_game(unit: Unit, game: GameRow, state: bytes) -> None:
    """Write a match back as the next version.

    Raises:
        TryLater: where somebody else has changed the match meanwhile.
    """
    values = {f"new_{name}": getattr(game, name, None) for name in _SAVED}
    values |= {"new_snapshot": state, "new_version": game.version + 1}
    if unit.change(_SAVE_GAME, game=game.id, expected=game.version, **values) != 1:
        raise TryLater(f"Game {game.id} was changed by somebody else at the same moment.", "Try once more.")


def set_game(unit: Unit, game: int, **values: object) -> None:
    """Change single columns of a match (its policy, its deadline, its state)."""
    unit.execute(update(_GAME).where(_GAME.c.id == game).values(version=_GAME.c.version + 1, **values))


def save_seats(unit: Unit, changed: Sequence[SeatRow]) -> None:
    """Write seats back."""
    rows = [
        {"game": seat.game_id, "number": seat.seat}
        | {f"new_{name}": getattr(seat, name) for name in SeatRow._fields[2:]}
        for seat in changed
    ]
    if rows:
        unit.change_many(_SAVE_SEAT, rows)


def add_entries(unit: Unit, entries: Sequence[EntryRow]) -> None:
    """Add lines to a match's record."""
    if entries:
        unit.change_many(_ADD_ENTRY, [entry._asdict() for entry in entries])


def entries(unit: Unit, game: int, since: int = 0) -> list[EntryRow]:
    """Return the record of a match after the given number, in order."""
    rows = unit.all(_ENTRIES_SINCE, game=game, since=since) if since else unit.all(_ENTRIES, game=game)
    return [EntryRow._make(row) for row in rows]


def ordered_after(unit: Unit, game: int, seat: int, mail: int) -> bool:
    """Tell whether a seat has given orders by a mail that came in after this one."""
    later = (_ENTRY.c.game_id == game, _ENTRY.c.seat == seat, _ENTRY.c.inbox_id > mail)
    return unit.execute(select(_ENTRY.c.number).where(*later).limit(1)).first() is not None


def seats_of_person(unit: Unit, person: int) -> list[SeatRow]:
    """Return every seat that a person holds, newest match first."""
    columns = [_SEAT.c[name] for name in SeatRow._fields]
    query = select(*columns).where(_SEAT.c.person_id == person).order_by(_SEAT.c.game_id.desc())
    return [SeatRow._make(row) for row in unit.execute(query)]


def seat_by_code(unit: Unit, code: str) -> SeatRow | None:
    """Return the open seat that an invitation's code stands for."""
    columns = [_SEAT.c[name] for name in SeatRow._fields]
    row = unit.execute(select(*columns).where(_SEAT.c.code == code, _SEAT.c.code != "")).first()
    return None if row is None else SeatRow._make(row)


def due_seats(unit: Unit, now: int) -> list[tuple[int, int]]:
    """Return (game, seat) of every deadline that has passed in a running match."""
    query = (
        select(_SEAT.c.game_id, _SEAT.c.seat)
        .join(_GAME, _GAME.c.id == _SEAT.c.game_id)
        .where(_SEAT.c.alarm <= now, _GAME.c.state == "running")
        .order_by(_SEAT.c.alarm, _SEAT.c.game_id, _SEAT.c.seat)
    )
    return [(int(game), int(seat)) for game, seat in unit.execute(query)]


def owed_seats(unit: Unit, now: int) -> list[tuple[int, int]]:
    """Return (game, seat) of every seat that is to be told of answers that were withheld."""
    return [(int(game), int(seat)) for game, seat in unit.all(_OWED, now=now)]


def add_press(unit: Unit, game: int, seat: int | None, to_seat: int | None, text: str, made: int) -> None:
    """Add a word to the match's press."""
    unit.execute(insert(_PRESS).values(game_id=game, seat=seat, to_seat=to_seat, text=text, made=made))


def press(unit: Unit, game: int, since: int = 0) -> list[PressRow]:
    """Return the press of a match after the given number."""
    return [PressRow._make(row) for row in unit.all(_PRESS_SINCE, game=game, since=since)]


def count_games(unit: Unit) -> dict[str, int]:
    """Return how many matches are in each state."""
    query = select(_GAME.c.state, func.count()).group_by(_GAME.c.state)
    return {str(state): int(number) for state, number in unit.execute(query)}
