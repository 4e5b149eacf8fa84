"""Takes mails from the inbox and does what they ask for: a batch a transaction, each mail in a savepoint of its own."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import TypeVar

import structlog

from pbem.errors import Refused, Unreadable, present
from pbem.mail import gate, letter, signature
from pbem.mail.address import mailbox
from pbem.mail.compose import Notice
from pbem.mail.gate import Verdict
from pbem.mail.letter import Letter
from pbem.service import alarm, limits, post, preferences
from pbem.service.bounce import note_bounce, note_sign_of_life
from pbem.service.confirm import confirm
from pbem.service.desk import desk_for
from pbem.service.elsewhere import HELD, hold_orders
from pbem.service.firstcontact import answer_person, first_contact
from pbem.service.knowledge import Knowledge
from pbem.service.office import BATCH, Office
from pbem.service.submit import submit
from pbem.service.waiting_room import answer_early
from pbem.store import games, mails
from pbem.store.database import Unit
from pbem.store.records import InboxRow, SeatRow

KEPT = "quarantined"
"""The state, and the rule, of mails that broke something and wait for the host."""

T = TypeVar("T")
log = structlog.get_logger()


def process(office: Office, now: int) -> int:
    """Process every mail that has arrived and return how many there were."""
    total = 0
    while True:
        signed = _signers_ahead(office)
        with office.database.write() as unit:
            numbers = mails.new_mails(unit, BATCH)
            for number in numbers:
                handle(office, unit, mails.find_mail(unit, number), now, signed.get(number))
        total += len(numbers)
        if len(numbers) < BATCH:
            return total


def handle(office: Office, unit: Unit, row: InboxRow, now: int, signed_by: tuple[str, ...] | None = None) -> None:
    """Process one mail; whatever goes wrong with it, nothing of it is half done and the others go on.

    Args:
        office: the service's tools.
        unit: the unit of work.
        row: the mail.
        now: the time, in Unix seconds.
        signed_by: the domains that have signed it, where that was looked up already.
    """
    try:
        with unit.savepoint():
            _handle(office, unit, row, now, signed_by)
    except Exception as failure:
        log.exception("mail quarantined", mail=row.id)
        _quarantine(office, unit, row, failure, now)


def _signers_ahead(office: Office) -> dict[int, tuple[str, ...]]:
    """Look up who has signed the mails that wait, before the write lock is taken: the DNS may be slow."""
    if office.lookup is None:
        return {}
    with office.database.read() as unit:
        numbers = mails.new_mails(unit, BATCH)
    return {number: signature.signers(_raw(office, number), office.lookup) for number in numbers}


def _raw(office: Office, number: int) -> bytes:
    with office.database.read() as unit:
        return mails.find_mail(unit, number).raw


def _read(office: Office, row: InboxRow, signed_by: tuple[str, ...] | None = None) -> Letter:
    """Read a mail; where the host asks for it, its signatures are checked."""
    read = letter.read(row.raw, row.recipient or None)
    if office.lookup is None:
        return read
    return read._replace(signed_by=signature.signers(row.raw, office.lookup) if signed_by is None else signed_by)


def _handle(office: Office, unit: Unit, row: InboxRow, now: int, signed_by: tuple[str, ...] | None) -> None:
    if row.state == "new" and row.error:
        # Only the beginning of it is here; the host decides.
        raise Refused(row.error)
    read = _read(office, row, signed_by)
    knowledge = Knowledge(office, unit)
    verdict = gate.judge(read, knowledge)
    if verdict.kind in ("seat", "confirmation", "person"):
        _note_sender(unit, read, knowledge, now)
    rule = _act(office, unit, row, read, verdict, knowledge, now)
    mails.mark(unit, row.id, "held" if rule in HELD else "done", rule, verdict.game, verdict.seat)
    log.info("mail processed", mail=row.id, kind=verdict.kind, rule=rule, game=verdict.game, seat=verdict.seat)


def _note_sender(unit: Unit, read: Letter, known: Knowledge, now: int) -> None:
    """A mail from an address proves that the address lives."""
    sender = known.sender(mailbox(read.sender))
    if sender is not None and note_sign_of_life(unit, sender, now):
        known.forget_seats()


def _act(office: Office, unit: Unit, row: InboxRow, read: Letter, verdict: Verdict, known: Knowledge, now: int) -> str:
    """Do what the verdict allows and return the name of the rule for the log."""
    match verdict.kind:
        case "seat":
            if any(seat.open for seat in known.seats(verdict.game or 0)):
                return answer_early(office, unit, read, verdict, known, now)
            desk = desk_for(office, unit, row, read, verdict, known, now)
            if row.state == KEPT and games.ordered_after(unit, desk.match.game.id, desk.seat, row.id):
                desk.fresh, desk.late = False, "overtaken"
            submit(desk)
        case "held":
            return hold_orders(office, unit, row, read, verdict, known, now)
        case "confirmation":
            return confirm(office, unit, row, read, verdict, now)
        case "person":
            return answer_person(office, unit, row, read, now)
        case "first_contact":
            return first_contact(office, unit, row, read, now)
        case "bounce":
            note_bounce(office, unit, row.raw, verdict, now)
        case "unsubscription":
            return preferences.unsubscribe(office, unit, verdict.number or 0, read.message_id, now)
        case _:
            # Loops, robots and forgers are met with silence; the log names the rule.
            pass
    return verdict.rule


def _quarantine(office: Office, unit: Unit, row: InboxRow, failure: Exception, now: int) -> None:
    """Keep a mail that broke us, tell the moderator once and, where it is certain who wrote, that player too."""
    known = isinstance(failure, Unreadable | Refused)
    error = str(failure) if known else "".join(traceback.format_exception(failure))
    mails.mark(unit, row.id, KEPT, KEPT, row.game_id, row.seat, error)
    if row.state == KEPT:
        # It was let through and broke again: all have been told, and the clock stands still.
        return
    # Each step by itself: what broke the mail may well break a mail about it, too.
    reason = str(failure) if known else type(failure).__name__
    seat = _guarded(unit, row, lambda: _stop_clock(office, unit, row, error, now))
    _guarded(unit, row, lambda: _tell_moderator(office, unit, row, reason, now))
    if seat is not None:
        writer, answered = seat
        told = [Notice("kept_not_played")]
        _guarded(unit, row, lambda: post.to_person(office, unit, writer, told, now, answered))


def _guarded(unit: Unit, row: InboxRow, step: Callable[[], T]) -> T | None:
    """Take a step after a failure; one that fails as well is undone, and the queue goes on."""
    try:
        with unit.savepoint():
            return step()
    except Exception:
        log.exception("not all that a quarantined mail asks for could be done", mail=row.id)
        return None


def _tell_moderator(office: Office, unit: Unit, row: InboxRow, reason: str, now: int) -> None:
    """Mail the moderator of a mail in quarantine; nobody's mails may use up what we can send in a day."""
    left = limits.alarms_left(unit, KEPT, now)
    if left:
        alarm.tell_moderator(office, unit, KEPT, {"mail": row.id, "error": reason, "last": left == 1}, now)


def _stop_clock(office: Office, unit: Unit, row: InboxRow, error: str, now: int) -> tuple[SeatRow, str] | None:
    """Stop the deadline of a player whose mail is kept until it is replayed or dropped.

    Return his seat and the Message-ID of the mail, or None where it is not certain who wrote.
    """
    try:
        read = _read(office, row)
        verdict = gate.judge(read, Knowledge(office, unit))
    except Exception:
        # Whoever cannot be identified is not answered.
        return None
    if verdict.kind != "seat" or verdict.game is None or verdict.seat is None:
        return None
    seat = present(games.find_seat(unit, verdict.game, verdict.seat))
    mails.mark(unit, row.id, KEPT, KEPT, verdict.game, verdict.seat, error)
    if seat.due is not None:
        seat = seat._replace(left=max(0, seat.due - now), due=None, alarm=None)
        games.save_seats(unit, [seat])
    return seat, read.message_id
