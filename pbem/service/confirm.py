"""Answers to our confirming mails: a seat is taken or left, held orders are played or not."""

from __future__ import annotations

from pbem.errors import present
from pbem.mail import gate, letter
from pbem.mail.address import mailbox
from pbem.mail.commands import Grammar
from pbem.mail.compose import Notice
from pbem.mail.gate import Verdict
from pbem.mail.letter import Letter
from pbem.mail.orderform import Item
from pbem.service import join, post
from pbem.service.bounce import reached
from pbem.service.desk import desk_for, form_of
from pbem.service.elsewhere import ELSEWHERE
from pbem.service.knowledge import Knowledge
from pbem.service.office import Office
from pbem.service.submit import submit
from pbem.store import games, mails, people
from pbem.store.database import Unit
from pbem.store.records import HoldRow, InboxRow, SeatRow

_YES, _NO, _ALWAYS = ("yes", "accept"), ("no", "decline"), "always"


def confirm(office: Office, unit: Unit, row: InboxRow, read: Letter, verdict: Verdict, now: int) -> str:
    """Act on the answer to a confirming mail and return the rule for the log."""
    hold = mails.find_hold(unit, verdict.number or 0)
    if hold is None or mailbox(read.sender) not in _asked(unit, hold):
        return "confirmation_from_elsewhere"
    if hold.state != "open":
        return "confirmation_again"
    answer = _answer(office, unit, read)
    if hold.kind == ELSEWHERE:
        return _orders(office, unit, hold, answer, read, now)
    if answer is not None and answer.verb in (*_YES, _ALWAYS):
        phrase = (answer.rest or answer.trailing) if answer.verb == "accept" else ""
        join.take_seat(office, unit, hold, read.sender_name, phrase, now, read.message_id)
        return "seat_taken"
    if answer is not None:
        join.decline(office, unit, hold, now, read.message_id)
        return "seat_declined"
    join.ask_again(office, unit, hold, now, read.message_id)
    return "confirmation_unclear"


def _asked(unit: Unit, hold: HoldRow) -> list[str]:
    """Return the mailboxes that may answer: the one that asked for a seat, or the registered ones of the seat."""
    if hold.kind != ELSEWHERE:
        return [people.find_address(unit, hold.address_id).mailbox]
    seat = _seat(unit, hold)
    return [] if seat.person_id is None else [row.mailbox for row in people.addresses_of(unit, seat.person_id)]


def _seat(unit: Unit, hold: HoldRow) -> SeatRow:
    return present(games.find_seat(unit, present(hold.game_id), present(hold.seat)))


def _answer(office: Office, unit: Unit, read: Letter) -> Item | None:
    """Return what was answered; the question itself names all the answers, and may be quoted."""
    asked = (sent for reference in read.references if (sent := mails.sent(unit, reference)) is not None)
    form = form_of(office, unit, read, Grammar(confirming=True), next(asked, None))
    words = (*_YES, *_NO, _ALWAYS)
    return next((item for item in form.of("command") if item.verb in words), None)


def _orders(office: Office, unit: Unit, hold: HoldRow, answer: Item | None, read: Letter, now: int) -> str:
    if answer is None:
        return "confirmation_unclear"
    if answer.verb in _NO:
        mails.close_hold(unit, hold.id, "refused")
        return "orders_refused"
    mails.close_hold(unit, hold.id, "accepted")
    seat = _seat(unit, hold)
    notices: list[Notice] = []
    # Only an address that belongs to nobody yet can become one more of this player's.
    if answer.verb == _ALWAYS and people.find_address(unit, hold.address_id).person_id is None:
        reached(unit, seat.person_id, hold.address_id, now)
        people.set_address(unit, hold.address_id, person_id=seat.person_id, verified=True)
        seat = _seat(unit, hold)
        notices.append(Notice("always_added"))
    if hold.phase != seat.phase:
        post.to_person(office, unit, seat, [*notices, Notice("elsewhere_late")], now, read.message_id)
        return "orders_too_late"
    _play_held(office, unit, hold, notices, read, now)
    return "orders_confirmed"


def _play_held(office: Office, unit: Unit, hold: HoldRow, notices: list[Notice], answering: Letter, now: int) -> None:
    row: InboxRow = mails.find_mail(unit, present(hold.inbox_id))
    held = letter.read(row.raw, row.recipient or None)
    verdict = gate.Verdict("seat", "confirmed", "everything", hold.game_id, hold.seat, hold.phase)
    desk = desk_for(office, unit, row, held, verdict, Knowledge(office, unit), now)
    desk.notices += [*notices, Notice("elsewhere_played")]
    desk.letter = answering
    mails.mark(unit, row.id, "done", "confirmed", hold.game_id, hold.seat)
    submit(desk)
