"""Answers to our confirming mails: a seat is taken or left, held orders are played or not."""

from __future__ import annotations

import orjson

from pbem.errors import present
from pbem.mail import gate, letter
from pbem.mail.address import mailbox
from pbem.mail.commands import Grammar
from pbem.mail.compose import Notice
from pbem.mail.gate import Verdict
from pbem.mail.letter import Letter
from pbem.mail.orderform import Item
from pbem.service import alarm, join, limits, post
from pbem.service.bounce import reached
from pbem.service.desk import desk_for, form_of
from pbem.service.elsewhere import ELSEWHERE, let_others_in, settle
from pbem.service.knowledge import Knowledge
from pbem.service.office import Office
from pbem.service.submit import submit
from pbem.store import games, mails, people
from pbem.store.database import Unit
from pbem.store.records import HoldRow, InboxRow, SeatRow

_YES, _NO, _ALWAYS = ("yes", "accept"), ("no", "decline"), "always"
ADDRESS = "address"
"""The question to an address that a player has called his own; silence is a yes."""


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
    if hold.kind == ADDRESS:
        return _leave(unit, hold, answer)
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
        return _ask_again(office, unit, hold, read, now)
    if answer.verb in _NO:
        return _refuse(office, unit, hold, read, now)
    notices = _add_address(office, unit, hold, now) if answer.verb == _ALWAYS else []
    seat = _seat(unit, hold)
    if hold.phase != seat.phase:
        settle(unit, hold, "late", "orders_too_late")
        post.to_person(office, unit, seat, [*notices, Notice("elsewhere_late")], now, read.message_id)
        return "orders_too_late"
    mails.close_hold(unit, hold.id, "accepted")
    let_others_in(unit, hold)
    _play_held(office, unit, hold, notices, read, now)
    return "orders_confirmed"


def _ask_again(office: Office, unit: Unit, hold: HoldRow, read: Letter, now: int) -> str:
    """Answer a mail that says neither yes nor no."""
    address = people.addresses_of(unit, present(_seat(unit, hold).person_id))[0]
    if limits.may_answer(office, unit, limits.of(address.id, address.address), now, idle=True):
        told, reply_to = alarm.note(office, [Notice("yes_no_or_always")]), office.addresses.confirm(hold.id)
        answered = read.message_id
        post.send(office, unit, told, address, now=now, reply_to=reply_to, in_reply_to=answered, hold=hold.id)
    return "confirmation_unclear"


def _refuse(office: Office, unit: Unit, hold: HoldRow, read: Letter, now: int) -> str:
    settle(unit, hold, "refused", "orders_refused")
    post.to_person(office, unit, _seat(unit, hold), [Notice("elsewhere_refused")], now, read.message_id)
    return "orders_refused"


def _add_address(office: Office, unit: Unit, hold: HoldRow, now: int) -> list[Notice]:
    """Take the orders of a seat's player from one more address; return what he is told."""
    seat, address = _seat(unit, hold), people.find_address(unit, hold.address_id)
    if address.person_id is not None:
        # It is somebody's already; whose, is nobody's business.
        return [Notice("always_not_added")] if address.person_id != seat.person_id else []
    reached(unit, seat.person_id, address.id, now)
    people.set_address(unit, address.id, person_id=seat.person_id, verified=True)
    details = orjson.dumps({"person": seat.person_id}).decode()
    asked = mails.add_hold(unit, kind=ADDRESS, address_id=address.id, details=details, made=now)
    told = alarm.note(office, [Notice("address_claimed", {"name": seat.name})], kind="confirm")
    reply_to = office.addresses.confirm(asked)
    # Whoever has called a stranger's address his own must not keep it from him in silence.
    post.send(office, unit, told, address, now=now, reply_to=reply_to, hold=asked)
    return [Notice("always_added")]


def _leave(unit: Unit, hold: HoldRow, answer: Item | None) -> str:
    """Take an address from the player who has called it his own, where its owner says that it is not."""
    if answer is None or answer.verb not in _NO:
        return "address_kept"
    mails.close_hold(unit, hold.id, "refused")
    if people.find_address(unit, hold.address_id).person_id == orjson.loads(hold.details)["person"]:
        people.set_address(unit, hold.address_id, person_id=None, verified=False, preferred=False)
    return "address_left"


def _play_held(office: Office, unit: Unit, hold: HoldRow, notices: list[Notice], answering: Letter, now: int) -> None:
    row: InboxRow = mails.find_mail(unit, present(hold.inbox_id))
    held = letter.read(row.raw, row.recipient or None)
    verdict = gate.Verdict("seat", "confirmed", "everything", hold.game_id, hold.seat, hold.phase)
    desk = desk_for(office, unit, row, held, verdict, Knowledge(office, unit), now)
    desk.notices += [*notices, Notice("elsewhere_played")]
    desk.letter = answering
    mails.mark(unit, row.id, "done", "confirmed", hold.game_id, hold.seat)
    submit(desk)
