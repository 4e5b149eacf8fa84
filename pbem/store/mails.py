"""Mails in and out: the inbox, the outbox, and what waits for somebody's word."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Select, Table, bindparam, func, insert, or_, select, update

from pbem.errors import NotFound, present
from pbem.store import tables
from pbem.store.database import Prepared, Unit, table
from pbem.store.records import DeadRow, HoldRow, InboxRow, OutboxRow, SentRow, WaitingRow

_INBOX, _OUTBOX, _ADDRESS, _HOLD = map(table, (tables.Inbox, tables.Outbox, tables.Address, tables.Hold))
_INBOX_RAW, _OUTBOX_RAW, _GAME = map(table, (tables.InboxRaw, tables.OutboxRaw, tables.Game))

STALE_CLAIM = 600
"""Seconds after which a mail claimed by a process that died is offered again; its Message-ID stays the same."""

_ERASED = {"error": "", "recipient": "", "state": "dropped"}
_REVIVABLE = (_OUTBOX.c.state == "dead", _OUTBOX.c.id.in_(select(_OUTBOX_RAW.c.id).where(_OUTBOX_RAW.c.raw != b"")))
_ADDED = ("digest", "recipient", "arrived", "source", "state", "error")
_ADD = Prepared(
    insert(_INBOX)
    .values({name: bindparam(name) for name in _ADDED} | {"rule": "", "repeats": 0})
    .returning(_INBOX.c.id)
)
_ADD_RAW = Prepared(insert(_INBOX_RAW).values(id=bindparam("mail"), raw=bindparam("raw")))
_SAME = Prepared(
    select(_INBOX.c.id).where(_INBOX.c.digest == bindparam("digest"), _INBOX.c.recipient == bindparam("recipient"))
)
_COUNT_REPEAT = Prepared(update(_INBOX).where(_INBOX.c.id == bindparam("mail")).values(repeats=_INBOX.c.repeats + 1))
_NEW = Prepared(select(_INBOX.c.id).where(_INBOX.c.state == "new").order_by(_INBOX.c.id).limit(bindparam("most")))
_RECEIVED = select(*((_INBOX_RAW if name == "raw" else _INBOX).c[name] for name in InboxRow._fields)).join(
    _INBOX_RAW, _INBOX_RAW.c.id == _INBOX.c.id
)
_FIND = Prepared(_RECEIVED.where(_INBOX.c.id == bindparam("mail")))
_MARK = Prepared(
    update(_INBOX)
    .where(_INBOX.c.id == bindparam("mail"))
    .values({name: bindparam(f"new_{name}") for name in ("state", "rule", "game_id", "seat", "error")})
)
_KEPT_APART = ("raw", "text")
_SEND = Prepared(
    insert(_OUTBOX)
    .values({name: bindparam(name) for name in OutboxRow._fields if name not in _KEPT_APART})
    .returning(_OUTBOX.c.id)
)
_SEND_RAW = Prepared(insert(_OUTBOX_RAW).values(id=bindparam("mail"), raw=bindparam("raw"), text=bindparam("text")))
_OURS = select(*((_OUTBOX_RAW if name == "text" else _OUTBOX).c[name] for name in SentRow._fields)).join(
    _OUTBOX_RAW, _OUTBOX_RAW.c.id == _OUTBOX.c.id
)
_SENT = Prepared(_OURS.where(_OUTBOX.c.message_id == bindparam("wanted")))
_NEWEST = Prepared(
    _OURS.where(_OUTBOX.c.game_id == bindparam("game"), _OUTBOX.c.seat == bindparam("number"))
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
    values = {"digest": digest, "recipient": recipient, "arrived": arrived, "source": source}
    (number,) = present(unit.one(_ADD, **values, state=state, error=error))
    unit.change(_ADD_RAW, mail=number, raw=raw)
    return True


def new_mails(unit: Unit, most: int) -> list[int]:
    """Return the numbers of the oldest mails that have not been processed; their bytes are read one by one."""
    return [int(row[0]) for row in unit.all(_NEW, most=most)]


def find_mail(unit: Unit, mail: int) -> InboxRow:
    """Return a mail by its number.

    Raises:
        NotFound: where there is none.
    """
    row = unit.one(_FIND, mail=mail)
    if row is None:
        raise NotFound(f"There is no mail {mail}.", "`pbem mail list` shows the mails that wait for you.")
    return InboxRow._make(row)


def mails_in(unit: Unit, state: str) -> list[InboxRow]:
    """Return all mails in a state, oldest first."""
    return [InboxRow._make(row) for row in unit.execute(_RECEIVED.where(_INBOX.c.state == state).order_by(_INBOX.c.id))]


def newest_number(unit: Unit) -> int:
    """Return the number of the newest mail that has arrived; 0 where there is none."""
    return int(unit.execute(select(func.coalesce(func.max(_INBOX.c.id), 0))).scalar_one())


def newer_with(unit: Unit, after: int, wanted: bytes) -> InboxRow | None:
    """Return the first mail with a greater number whose bytes hold these."""
    rows = unit.execute(_RECEIVED.where(_INBOX.c.id > after).order_by(_INBOX.c.id))
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
    values = row._asdict()
    apart = {name: values.pop(name) for name in _KEPT_APART}
    (number,) = present(unit.one(_SEND, **values))
    unit.change(_SEND_RAW, mail=number, **apart)


def sent(unit: Unit, message_id: str) -> SentRow | None:
    """Return the mail of ours that has this Message-ID."""
    row = unit.one(_SENT, wanted=message_id)
    return None if row is None else SentRow._make(row)


def raw_sent(unit: Unit, message_id: str) -> bytes:
    """Return a mail of ours as it was sent; empty where it is no longer kept."""
    same = _OUTBOX.c.message_id == message_id
    found = unit.execute(select(_OUTBOX_RAW.c.raw).join(_OUTBOX, _OUTBOX.c.id == _OUTBOX_RAW.c.id).where(same)).scalar()
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
            _OUTBOX.c.sender,
            _OUTBOX_RAW.c.raw,
            *(_OUTBOX.c[name] for name in ("attempts", "made", "address_id")),
        )
        .join(_ADDRESS, _ADDRESS.c.id == _OUTBOX.c.address_id)
        .join(_OUTBOX_RAW, _OUTBOX_RAW.c.id == _OUTBOX.c.id)
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
    query = select(_OUTBOX.c.id, _OUTBOX.c.seat, _OUTBOX.c.kind, _OUTBOX_RAW.c.text)
    ours = query.join(_OUTBOX_RAW, _OUTBOX_RAW.c.id == _OUTBOX.c.id).where(_OUTBOX.c.game_id == game)
    return [tuple(row) for row in unit.execute(ours.order_by(_OUTBOX.c.id))]


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


def empty_old(unit: Unit, before: int, ended: Sequence[str]) -> int:
    """Empty the mails that are older, save those in quarantine and of matches that have not ended; return how many.

    Mails that wait for their player's word are given up then.
    """
    total = 0
    unfinished = select(_GAME.c.id).where(_GAME.c.state.not_in(ended))
    free = or_(_INBOX.c.game_id.is_(None), _INBOX.c.game_id.not_in(unfinished))
    unit.execute(
        update(_INBOX).where(_INBOX.c.arrived < before, _INBOX.c.state == "held", free).values(state="dropped")
    )
    for rows, raws, states, age in (
        (_INBOX, _INBOX_RAW, ("done", "dropped"), _INBOX.c.arrived),
        (_OUTBOX, _OUTBOX_RAW, ("sent",), _OUTBOX.c.made),
    ):
        free = or_(rows.c.game_id.is_(None), rows.c.game_id.not_in(unfinished))
        old = select(rows.c.id).where(age < before, rows.c.state.in_(states), free)
        total += unit.execute(update(raws).where(raws.c.id.in_(old), raws.c.raw != b"").values(raw=b"")).rowcount
    return total


def erase_received(unit: Unit, game: int, seat: int) -> None:
    """Erase the content of every mail that a seat has sent; what is still open is dropped."""
    _erase(unit, select(_INBOX.c.id).where(_INBOX.c.game_id == game, _INBOX.c.seat == seat))


def erase_mentions(unit: Unit, address: str) -> None:
    """Erase the content of every mail that came in and holds this address."""
    wanted = address.casefold().encode()
    rows = unit.execute(select(_INBOX_RAW.c.id, _INBOX_RAW.c.raw))
    found = [int(row[0]) for row in rows if wanted in bytes(row[1]).lower()]
    if found:
        _erase(unit, found)


def _erase(unit: Unit, chosen: Select[tuple[int]] | Sequence[int]) -> None:
    unit.execute(update(_INBOX_RAW).where(_INBOX_RAW.c.id.in_(chosen)).values(raw=b""))
    unit.execute(update(_INBOX).where(_INBOX.c.id.in_(chosen)).values(**_ERASED))


def erase_sent(unit: Unit, address: int) -> None:
    """Erase the content of every mail to an address; what waits is not sent any more."""
    ours = _OUTBOX.c.address_id == address
    erased = _OUTBOX_RAW.c.id.in_(select(_OUTBOX.c.id).where(ours))
    unit.execute(update(_OUTBOX_RAW).where(erased).values(raw=b"", text=""))
    unit.execute(update(_OUTBOX).where(ours, _OUTBOX.c.state != "sent").values(state="dead", error="forgotten"))
