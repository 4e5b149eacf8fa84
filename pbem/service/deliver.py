"""Sends the outbox: prompts first, with back-off, never more than a day's limit."""

from __future__ import annotations

from collections.abc import Iterable

import structlog

from pbem.config import Outbox
from pbem.service.office import Office
from pbem.store import mails, people
from pbem.store.records import WaitingRow
from pbem.transport.base import Delivery, Parcel, Sink

DAY = 86_400
HELD_UNTIL = "outbox held until"

log = structlog.get_logger()


def wait(outbox: Outbox, attempts: int) -> int:
    """Return the seconds to wait after so many attempts: doubled each time, up to the longest wait."""
    first, longest = outbox.retry.total_seconds(), outbox.retry_at_most.total_seconds()
    return int(min(first * 2.0 ** min(attempts - 1, 30), longest))


def deliver(office: Office, sink: Sink, now: int) -> int:
    """Send every mail that is due and return how many were sent."""
    total = 0
    while claimed := _claim(office, now):
        sent = _send(office, sink, claimed, now)
        total += sent
        if sent < len(claimed):
            break
    return total


def _claim(office: Office, now: int) -> list[WaitingRow]:
    with office.database.write() as unit:
        held = people.setting(unit, HELD_UNTIL)
        if held is not None and int(held) > now:
            return []
        outbox = office.config.outbox
        most = outbox.batch
        if outbox.max_per_day:
            most = min(most, outbox.max_per_day - mails.sent_since(unit, now - DAY))
        return mails.claim(unit, now, most) if most > 0 else []


def _send(office: Office, sink: Sink, claimed: list[WaitingRow], now: int) -> int:
    parcels = [Parcel(row.address, row.sender, row.raw, row.id) for row in claimed]
    rows = {row.id: row for row in claimed}
    done: list[int] = []
    failed: list[Delivery] = []
    for delivery in sink.send(parcels):
        if delivery.result == "sent":
            done.append(delivery.key)
        else:
            failed.append(delivery)
    with office.database.write() as unit:
        mails.settle_sent(unit, done, now)
        for delivery in failed:
            mails.settle(unit, delivery.key, **_fate(office.config.outbox, delivery, rows[delivery.key], now))
        if any(delivery.result == "account" for delivery in failed):
            people.set_setting(unit, HELD_UNTIL, str(now + int(office.config.outbox.hold.total_seconds())))
    _report(failed)
    return len(done)


def _fate(outbox: Outbox, delivery: Delivery, row: WaitingRow, now: int) -> dict[str, object]:
    error = f"{delivery.code} {delivery.text}".strip()
    attempts = row.attempts + 1
    if delivery.result == "account":
        return {"state": "waiting", "due": now + int(outbox.hold.total_seconds()), "error": error}
    if delivery.result == "refused" or now - row.made >= outbox.give_up.total_seconds():
        return {"state": "dead", "attempts": attempts, "error": error}
    return {"state": "waiting", "attempts": attempts, "due": now + wait(outbox, attempts), "error": error}


def _report(failed: Iterable[Delivery]) -> None:
    for delivery in failed:
        report = log.error if delivery.result in ("refused", "account") else log.warning
        report("mail not sent", outbox=delivery.key, result=delivery.result, code=delivery.code)
