"""Sends the outbox: prompts first, with back-off, never more than a day's limit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import structlog

from pbem.config import Outbox
from pbem.service.bounce import note_refusal
from pbem.service.office import Office
from pbem.service.report import HELD_BECAUSE, HELD_UNTIL
from pbem.store import mails, people
from pbem.store.database import Unit
from pbem.store.records import WaitingRow
from pbem.transport.base import Delivery, Parcel, Sink

DAY = 86_400
UNTRIED = "not tried, since our account was refused"

log = structlog.get_logger()


def wait(outbox: Outbox, attempts: int) -> int:
    """Return the seconds to wait after so many attempts: doubled each time, up to the longest wait."""
    first, longest = outbox.retry.total_seconds(), outbox.retry_at_most.total_seconds()
    return int(min(first * 2.0 ** min(attempts - 1, 30), longest))


def deliver(office: Office, sink: Sink, now: int) -> int:
    """Send every mail that is due and return how many were sent."""
    total = 0
    while claimed := _claim(office, now):
        sent, answers = _send(office, sink, claimed, now)
        total += sent
        if not answers:
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


def _send(office: Office, sink: Sink, claimed: list[WaitingRow], now: int) -> tuple[int, bool]:
    """Send a batch; return how many were sent, and whether the server has answered for each and takes more."""
    rows = {row.id: row for row in claimed}
    done: list[int] = []
    failed: list[Delivery] = []
    for delivery in _deliveries(sink, claimed):
        if delivery.result == "sent":
            done.append(delivery.key)
        else:
            failed.append(delivery)
    with office.database.write() as unit:
        mails.settle_sent(unit, done, now)
        for delivery in failed:
            row = rows[delivery.key]
            mails.settle(unit, row.id, **_fate(office.config.outbox, delivery, row, now))
            if delivery.result == "refused":
                note_refusal(office, unit, row.address_id, delivery.code, delivery.text, now)
        _hold(office, unit, [delivery for delivery in failed if delivery.result == "account"], bool(done), now)
    _report(failed)
    return len(done), all(delivery.result == "refused" or _is_one_s_own(delivery) for delivery in failed)


def _is_one_s_own(delivery: Delivery) -> bool:
    """Tell whether a failure that passes is the recipient's matter: the server itself is there and has said so."""
    return delivery.result == "later" and delivery.code != 0


def _deliveries(sink: Sink, claimed: list[WaitingRow]) -> Iterator[Delivery]:
    """Yield one delivery each; a mail for whose sake our account was refused before may have been misunderstood.

    Where the server takes a mail to somebody else all the same, the refusal was about the one alone, and the rest goes
    out.
    """
    rows, misread = claimed, set[int]()
    while rows:
        outcome = [*sink.send([_parcel(row) for row in rows])]
        at = next((at for at, delivery in enumerate(outcome) if delivery.result == "account"), len(rows))
        yield from outcome[:at]
        if at == len(rows):
            return
        suspect, rows = rows[at], rows[at + 1 :]
        if suspect.address_id not in misread:
            other = next((row for row in rows if suspect.attempts and row.address_id != suspect.address_id), None)
            probe = None if other is None else _one(sink, other)
            if other is None or probe is None or probe.result == "account":
                yield outcome[at]
                yield from (delivery._replace(code=0, text=UNTRIED) for delivery in outcome[at + 1 :])
                return
            misread.add(suspect.address_id)
            yield probe
            rows = [row for row in rows if row is not other]
        yield outcome[at]._replace(result="refused")


def _one(sink: Sink, row: WaitingRow) -> Delivery:
    (delivery,) = sink.send([_parcel(row)])
    return delivery


def _parcel(row: WaitingRow) -> Parcel:
    return Parcel(row.address, row.sender, row.raw, row.id)


def _fate(outbox: Outbox, delivery: Delivery, row: WaitingRow, now: int) -> dict[str, object]:
    error = f"{delivery.code} {delivery.text}".strip()
    attempts = row.attempts + 1
    held = int(outbox.hold.total_seconds())
    if delivery.result == "account" and delivery.text == UNTRIED:
        return {"state": "waiting", "due": now + held}
    if delivery.result == "account":
        # The others go first when the hold is over.
        return {"state": "waiting", "attempts": attempts, "due": now + held + wait(outbox, attempts), "error": error}
    if delivery.result == "refused" or now - row.made >= outbox.give_up.total_seconds():
        return {"state": "dead", "attempts": attempts, "error": error}
    return {"state": "waiting", "attempts": attempts, "due": now + wait(outbox, attempts), "error": error}


def _hold(office: Office, unit: Unit, refused: Sequence[Delivery], sent: bool, now: int) -> None:
    """Hold the outbox where the server refuses our account; the operator is alarmed once, until something is sent."""
    if sent and people.setting(unit, HELD_BECAUSE):
        people.set_setting(unit, HELD_BECAUSE, "")
    if not refused:
        return
    until = now + int(office.config.outbox.hold.total_seconds())
    because = f"{refused[0].code} {refused[0].text}".strip()
    if not people.setting(unit, HELD_BECAUSE):
        log.critical("the mail server refuses our account; nothing is sent for now", reason=because, until=until)
    people.set_setting(unit, HELD_UNTIL, str(until))
    people.set_setting(unit, HELD_BECAUSE, because)


def _report(failed: Iterable[Delivery]) -> None:
    for delivery in failed:
        report = log.error if delivery.result in ("refused", "account") else log.warning
        report("mail not sent", outbox=delivery.key, result=delivery.result, code=delivery.code)
