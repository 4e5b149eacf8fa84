"""Mails in and out: the inbox, the outbox, and what waits for somebody's word."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Table, bindparam, func, insert, or_, select, update

from pbem.errors import NotFound
from pbem.store import tables
from pbem.store.database import Prepared, Unit, table, where
from pbem.store.records import DeadRow, HoldRow, InboxRow, OutboxRow, SentRow, WaitingRow

_INBOX, _OUTBOX, _ADDRESS, _HOLD = map(table, (tables.Inbox, tables.Outbox, tables.Address, tables.Hold))

STALE_CLAIM = 600
"""Seconds after which a mail claimed by a process that died is offered again; its Message-ID stays the same."""

_ERASED = {"raw": b"", "error": "", "recipient": "", "state": "dropped"}
_REVIVABLE = (_OUTBOX.c.state == "dead", _OUTBOX.c.raw != b"")
_ADDED = ("digest", "recipient", "arrived", "source", "raw", "state", "error")
_ADD = Prepared(insert(_INBOX).values({name: bindparam(name) for name in _ADDED} | {"rule": "", "repeats": 0}))
_SAME = Prepared(
    select(_INBOX.c.id).where(_INBOX.c.digest == bindparam("digest"), _INBOX.c.recipient == bindparam("recipient"))
)
_COUNT_REPEAT = Prepared(update(_INBOX).where(_INBOX.c.id == bindparam("mail")).values(repeats=_INBOX.c.repeats + 1))
_NEW = Prepared(
    select(*(_INBOX.c[name] for name in InboxRow._fields))
    .where(_INBOX.c.state == bindparam("wanted"))
    .order_by(_INBOX.c.id)
    .limit(bindparam("most"))
)
_MARK = Prepared(
    update(_INBOX)
    .where(_INBOX.c.id == bindparam("mail"))
    .values({name: bindparam(f"new_{name}") for name in ("state", "rule", "game_id", "seat", "error")})
)
_SEND = Prepared(insert(_OUTBOX).values({name: bindparam(name) for name in OutboxRow._fields}))
_SENT = where(_OUTBOX, SentRow, _OUTBOX.c.message_id == bindparam("wanted"))
_NEWEST = Prepared(
    select(*(_OUTBOX.c[name] for name in SentRow._fields))
    .where(_OUTBOX.c.game_id == bindparam("game"), _OUTBOX.c.seat == bindparam("number"))
    .order_by(_OUTBOX.c.id.desc())
    .limit(1)
)


def add_mail(
    unit: Unit, digest: str, recipient: str, arrived: int, source: str, raw: bytes, state: str, error: str
) -> bool:
    """Store a mail that has arrived; return False for one that is stored already, which is only counted."""
    same = unit.one(_SAME, digest=digest, recipient=recipient)
    if same is not None:
        unit.change(_COUNT_REPEAT, mail=same[0])
        return False
    unit.change(
        _ADD, digest=digest, recipient=recipient, arrived=arrived, source=source, raw=raw, state=state, error=error
    )
    return True


def new_mails(unit: Unit, most: int) -> list[InboxRow]:
    """Return the oldest mails that have not been processed."""
    return [InboxRow._make(row) for row in unit.all(_NEW, wanted="new", most=most)]


def find_mail(unit: Unit, mail: int) -> InboxRow:
    """Return a mail by its number.

    Raises:
        NotFound: where there is none.
    """
    query = select(*(_INBOX.c[name] for name in InboxRow._fields)).where(_INBOX.c.id == mail)
    row = unit.execute(query).first()
    if row is None:
        raise NotFound(f"There is no mail {mail}.", "`pbem mail list` shows the mails that wait for you.")
    return InboxRow._make(row)


def mails_in(unit: Unit, state: str) -> list[InboxRow]:
    """Return all mails in a state, oldest first."""
    return [InboxRow._make(row) for row in unit.all(_NEW, wanted=state, most=10_000)]


def newest_number(unit: Unit) -> int:
    """Return the number of the newest mail that has arrived; 0 where there is none."""
    return int(unit.execute(select(func.coalesce(func.max(_INBOX.c.id), 0))).scalar_one())


def newer_with(unit: Unit, after: int, wanted: bytes) -> InboxRow | None:
    """Return the first mail with a greater number whose bytes hold these."""
    columns = [_INBOX.c[name] for name in InboxRow._fields]
    rows = unit.execute(select(*columns).where(_INBOX.c.id > after).order_by(_INBOX.c.id))
    return next((InboxRow._make(row) for row in rows if wanted in bytes(row.raw)), None)


def quarantined(unit: Unit, game: int, seat: int) -> bool:
    """Tell whether a mail of this seat waits for the moderator."""
    stuck = (_INBOX.c.state == "quarantined", _INBOX.c.game_id == game, _INBOX.c.seat == seat)
    return unit.execute(select(_INBOX.c.id).where(*stuck).limit(1)).first() is not None


def mark(
    unit: Unit, mail: int, state: str, rule: str, game: int | None = None, seat: int | None = None, error: str = ""
) -> None:
    """Write down what became of a mail."""
    unit.change(_MARK, mail=mail, new_state=state, new_rule=rule, new_game_id=game, new_seat=seat, new_error=error)


def renew(unit: Unit, game: int, seat: int, rule: str) -> None:
    """Let held mails of a seat, those by this rule, be processed anew."""
    waiting = (_INBOX.c.state == "held", _INBOX.c.rule == rule, _INBOX.c.game_id == game, _INBOX.c.seat == seat)
    unit.execute(update(_INBOX).where(*waiting).values(state="new", rule=""))


def send(unit: Unit, row: OutboxRow) -> None:
    """Put a mail into the outbox."""
    unit.change(_SEND, **row._asdict())


def sent(unit: Unit, message_id: str) -> SentRow | None:
    """Return the mail of ours that has this Message-ID."""
    row = unit.one(_SENT, wanted=message_id)
    return None if row is None else SentRow._make(row)


def raw_sent(unit: Unit, message_id: str) -> bytes:
    """Return a mail of ours as it was sent; empty where it is no longer kept."""
    found = unit.execute(select(_OUTBOX.c.raw).where(_OUTBOX.c.message_id == message_id)).scalar()
    return bytes(found or b"")


def newest_to_seat(unit: Unit, game: int, seat: int) -> SentRow | None:
    """Return the newest mail to a seat."""
    row = unit.one(_NEWEST, game=game, number=seat)
    return None if row is None else SentRow._make(row)


def claim(unit: Unit, now: int, most: int) -> list[WaitingRow]:
    """Claim the mails that are due, prompts first, so that no other process sends them too."""
    due = or_(_OUTBOX.c.state == "waiting", (_OUTBOX.c.state == "sending") & (_OUTBOX.c.due <= now - STALE_CLAIM))
    query = (
        select(
            _OUTBOX.c.id,
            _ADDRESS.c.address,
            *(_OUTBOX.c[name] for name in ("sender", "raw", "attempts", "made", "address_id")),
        )
        .join(_ADDRESS, _ADDRESS.c.id == _OUTBOX.c.address_id)
        .where(due, _OUTBOX.c.due <= now)
        .order_by(_OUTBOX.c.priority, _OUTBOX.c.id)
        .limit(most)
    )
    rows = [WaitingRow._make(row) for row in unit.execute(query)]
    if rows:
        chosen = _OUTBOX.c.id.in_([row.id for row in rows])
        unit.execute(update(_OUTBOX).where(chosen).values(state="sending", due=now))
    return rows


def settle(unit: Unit, mail: int, **values: object) -> None:
    """Write down what became of a mail that was to be sent."""
    unit.execute(update(_OUTBOX).where(_OUTBOX.c.id == mail).values(**values))


def settle_sent(unit: Unit, mails: Sequence[int], now: int) -> None:
    """Write down that mails were sent."""
    if mails:
        unit.execute(update(_OUTBOX).where(_OUTBOX.c.id.in_(mails)).values(state="sent", sent=now, error=""))


def dead(unit: Unit) -> list[DeadRow]:
    """Return the mails that were given up and can be tried again, oldest first."""
    columns = [_ADDRESS.c.person_id if name == "person_id" else _OUTBOX.c[name] for name in DeadRow._fields]
    query = select(*columns).join(_ADDRESS, _ADDRESS.c.id == _OUTBOX.c.address_id).order_by(_OUTBOX.c.id)
    return [DeadRow._make(row) for row in unit.execute(query.where(*_REVIVABLE))]


def revive(unit: Unit, mail: int, now: int) -> bool:
    """Let a mail that was given up be tried again; return False where there is no such mail."""
    fresh = {"state": "waiting", "due": now, "made": now, "attempts": 0}
    return unit.execute(update(_OUTBOX).where(_OUTBOX.c.id == mail, *_REVIVABLE).values(**fresh)).rowcount == 1


def waiting(unit: Unit) -> int:
    """Return how many mails wait to be sent."""
    query = select(func.count()).select_from(_OUTBOX).where(_OUTBOX.c.state.in_(("waiting", "sending")))
    return int(unit.execute(query).scalar_one())


def sent_since(unit: Unit, since: int) -> int:
    """Return how many mails were sent since then."""
    query = select(func.count()).select_from(_OUTBOX).where(_OUTBOX.c.sent >= since)
    return int(unit.execute(query).scalar_one())


def outbox_counts(unit: Unit) -> dict[str, int]:
    """Return how many mails are in each state of the outbox."""
    return _counts(unit, _OUTBOX)


def inbox_counts(unit: Unit) -> dict[str, int]:
    """Return how many mails are in each state of the inbox."""
    return _counts(unit, _INBOX)


def _counts(unit: Unit, rows: Table) -> dict[str, int]:
    query = select(rows.c.state, func.count()).group_by(rows.c.state)
    return {str(row[0]): int(row[1]) for row in unit.execute(query)}


def mails_of_game(unit: Unit, game: int) -> list[tuple[int, int | None, str, str]]:
    """Return (number, seat, kind, text) of every mail of a match."""
    query = select(_OUTBOX.c.id, _OUTBOX.c.seat, _OUTBOX.c.kind, _OUTBOX.c.text).where(_OUTBOX.c.game_id == game)
    return [tuple(row) for row in unit.execute(query.order_by(_OUTBOX.c.id))]


def add_hold(unit: Unit, **values: object) -> int:
    """Keep something until its owner's word comes; return its number."""
    return int(unit.execute(insert(_HOLD).values(state="open", **values).returning(_HOLD.c.id)).scalar_one())


def find_hold(unit: Unit, hold: int) -> HoldRow | None:
    """Return what is kept under a number."""
    columns = [_HOLD.c[name] for name in HoldRow._fields]
    row = unit.execute(select(*columns).where(_HOLD.c.id == hold)).first()
    return None if row is None else HoldRow._make(row)


def last_hold(unit: Unit, game: int, seat: int, address: int) -> HoldRow | None:
    """Return what was held last for a seat from an address."""
    columns = [_HOLD.c[name] for name in HoldRow._fields]
    same = (_HOLD.c.game_id == game, _HOLD.c.seat == seat, _HOLD.c.address_id == address)
    row = unit.execute(select(*columns).where(*same, _HOLD.c.phase.is_not(None)).order_by(_HOLD.c.id.desc())).first()
    return None if row is None else HoldRow._make(row)


def close_hold(unit: Unit, hold: int, state: str) -> None:
    """Write down what became of what was kept."""
    unit.execute(update(_HOLD).where(_HOLD.c.id == hold).values(state=state))


def empty_old(unit: Unit, before: int, unfinished: Sequence[int]) -> int:
    """Empty the mails that are older, save those of unfinished matches and in quarantine; return how many.

    Mails that wait for their player's word are given up then.
    """
    total = 0
    free = or_(_INBOX.c.game_id.is_(None), _INBOX.c.game_id.not_in(unfinished))
    unit.execute(
        update(_INBOX).where(_INBOX.c.arrived < before, _INBOX.c.state == "held", free).values(state="dropped")
    )
    for rows, states, age in ((_INBOX, ("done", "dropped"), _INBOX.c.arrived), (_OUTBOX, ("sent",), _OUTBOX.c.made)):
        old = (age < before, rows.c.state.in_(states), rows.c.raw != b"")
        free = or_(rows.c.game_id.is_(None), rows.c.game_id.not_in(unfinished))
        total += unit.execute(update(rows).where(*old, free).values(raw=b"")).rowcount
    return total


def erase_received(unit: Unit, game: int, seat: int) -> None:
    """Erase the content of every mail that a seat has sent; what is still open is dropped."""
    unit.execute(update(_INBOX).where(_INBOX.c.game_id == game, _INBOX.c.seat == seat).values(**_ERASED))


def erase_mentions(unit: Unit, address: str) -> None:
    """Erase the content of every mail that came in and holds this address."""
    wanted = address.casefold().encode()
    rows = unit.execute(select(_INBOX.c.id, _INBOX.c.raw))
    found = [int(row[0]) for row in rows if wanted in bytes(row[1]).lower()]
    if found:
        unit.execute(update(_INBOX).where(_INBOX.c.id.in_(found)).values(**_ERASED))


def erase_sent(unit: Unit, address: int) -> None:
    """Erase the content of every mail to an address; what waits is not sent any more."""
    ours = _OUTBOX.c.address_id == address
    unit.execute(update(_OUTBOX).where(ours).values(raw=b"", text=""))
    unit.execute(update(_OUTBOX).where(ours, _OUTBOX.c.state != "sent").values(state="dead", error="forgotten"))
