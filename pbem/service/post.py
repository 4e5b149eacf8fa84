"""Pages for seats, and mails into the outbox."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, tzinfo
from zoneinfo import ZoneInfo

import orjson

from engines.api import Ask
from engines.play import Line, Trial
from pbem.config import READER
from pbem.errors import present
from pbem.mail import compose
from pbem.mail.compose import Choice, Envelope, Notice, Page, Section, Word
from pbem.mail.news import since
from pbem.mail.render import COMMON
from pbem.service.match import Match
from pbem.service.office import Office
from pbem.store import mails, people
from pbem.store.database import Unit
from pbem.store.records import AddressRow, OutboxRow, PressRow, ReaderRow, SeatRow

URGENT = 0
ORDINARY = 1


def page(
    office: Office,
    match: Match,
    number: int,
    kind: str,
    *,
    receipt: Sequence[Line] = (),
    notices: Sequence[Notice] = (),
    sections: Sequence[Section] = (),
    trial: Trial | None = None,
) -> Page:
    """Return what a seat is told now: its lines, the news since its last mail, the board, and what it is asked.

    The seat counts as having been told; the match must have been saved, so that its news are in the store.
    """
    seat, engine = match.seats[number], match.engine
    prompt, choices, numbered = "", list[Choice](), True
    if seat.asked and match.game.state == "running":
        prompt, choices, numbered = _asked(match, number)
    state = match.state if trial is None else trial.state
    press = match.press_since(seat.seen_press)
    result = Page(
        kind=kind,
        engine=engine.name,
        title=engine.title,
        game=match.game.id,
        move=match.game.turns,
        names=match.names,
        you=number,
        view=engine.view(state, number),
        receipt=receipt,
        notices=[*notices, *_kept_notices(match, seat), *_owed_notices(seat)],
        news=since(match.record_since(seat.seen_entry), number),
        press=_heard(press, number),
        prompt=prompt or None,
        choices=choices,
        numbered=numbered,
        due=None if seat.due is None else compose.due(seat.due, match.now, _zone(office, reader_of(match, number))),
        sections=sections,
        standings=match.standings(),
        trial=trial is not None,
        waiting=[match.names[other] for other in match.asked() if other != number and match.game.state == "running"],
        note=seat.note,
        reply_to=office.addresses.reply(match.game.id, number, seat.phase),
    )
    seen_press = press[-1].id if press else seat.seen_press
    match.change(number, seen_entry=match.game.last_entry, seen_press=seen_press, owed=0, owed_at=None)
    match.failed.pop(number, None)
    return result


def _asked(match: Match, number: int) -> tuple[str, list[Choice], bool]:
    engine, state = match.engine, match.state
    pending = engine.pending(state)
    prompt = pending.prompt if isinstance(pending, Ask) else ""
    legal = engine.legal(state, number)
    choices = [Choice(engine.format(action), engine.describe(state, number, action)) for action in legal]
    return prompt, choices, not match.asks_numbers(number, [choice.text for choice in choices])


def _kept_notices(match: Match, seat: SeatRow) -> list[Notice]:
    notices: list[Notice] = []
    kept = orjson.loads(seat.kept)
    if kept:
        names = [match.names[other] for other in match.asked()]
        notices.append(Notice("waiting_lines", {"names": names, "lines": kept}))
    failed = match.failed.get(seat.seat)
    if failed:
        notices.append(Notice("kept_dropped", {"lines": [line.text for line in failed]}))
    return notices


def _owed_notices(seat: SeatRow) -> list[Notice]:
    return [Notice("answers_withheld", {"count": seat.owed})] if seat.owed else []


def _heard(press: Sequence[PressRow], number: int) -> list[Word]:
    heard = (row for row in press if row.seat != number and row.to_seat in (None, number))
    return [Word(row.seat, row.to_seat, row.text) for row in heard]


def to_seat(
    office: Office, match: Match, told: Page, *, inbox: int | None = None, in_reply_to: str = "", urgent: bool = False
) -> None:
    """Put a page for a seat into the outbox, with the seat's newest address as Reply-To."""
    number = present(told.you)
    seat, reader = match.seats[number], reader_of(match, number)
    if reader is None:
        return
    row = send(
        office,
        match.unit,
        told,
        reader,
        now=match.now,
        seat=seat,
        recipient_name=seat.name,
        reply_to=told.reply_to,
        inbox=inbox,
        in_reply_to=in_reply_to,
        at_entry=match.game.last_entry,
        urgent=urgent or told.prompt is not None,
    )
    listed = told.numbered and bool(told.choices)
    match.change(number, thread=row.message_id, lists=seat.lists + listed)


def to_person(
    office: Office, unit: Unit, seat: SeatRow, notices: Sequence[Notice], now: int, in_reply_to: str = ""
) -> None:
    """Tell the player of a seat something about his mail, without touching the match."""
    reader = None if seat.person_id is None else people.reader(unit, seat.person_id)
    if reader is None or not (reader.mails or in_reply_to):
        return
    reply_to = office.addresses.reply(seat.game_id, seat.seat, seat.phase)
    told = Page(
        kind="note",
        engine=COMMON,
        title=office.config.mail.name,
        game=seat.game_id,
        move=0,
        names={seat.seat: seat.name},
        you=seat.seat,
        notices=notices,
    )
    send(office, unit, told, reader, now=now, reply_to=reply_to, seat=seat, in_reply_to=in_reply_to)


def send(
    office: Office,
    unit: Unit,
    told: Page,
    address: AddressRow | ReaderRow,
    *,
    now: int,
    reply_to: str,
    recipient_name: str = "",
    seat: SeatRow | None = None,
    inbox: int | None = None,
    in_reply_to: str = "",
    at_entry: int = 0,
    hold: int | None = None,
    urgent: bool = False,
) -> OutboxRow:
    """Write a page, make a mail of it and put it into the outbox."""
    reader = address if isinstance(address, ReaderRow) else _reader(unit, address)
    written = compose.write(office.renderer, told._replace(reply_only=not office.addresses.plus))
    envelope = _envelope(office, reader, told.kind, seat, now)._replace(
        recipient_name=recipient_name,
        reply_to=reply_to,
        automatic="auto-replied" if in_reply_to else "auto-generated",
    )
    if not office.config.mail.reply_to:
        envelope = envelope._replace(sender=reply_to)
    if in_reply_to:
        envelope = envelope._replace(in_reply_to=in_reply_to)
    row = OutboxRow(
        message_id=envelope.message_id,
        address_id=reader.address_id,
        kind=told.kind,
        game_id=told.game or None,
        seat=None if seat is None else seat.seat,
        phase=None if seat is None else seat.phase,
        at_entry=at_entry,
        menu=orjson.dumps([choice.text for choice in told.choices] if told.numbered else []).decode(),
        sender=office.addresses.bounce(reader.address_id),
        raw=compose.build(written, envelope),
        subject=written.subject,
        text=written.text,
        inbox_id=inbox,
        hold_id=hold,
        priority=URGENT if urgent else ORDINARY,
        state="waiting",
        attempts=0,
        due=now,
        made=now,
        sent=None,
        error="",
    )
    mails.send(unit, row)
    return row


def reader_of(match: Match, number: int) -> ReaderRow | None:
    """Return where a seat's mails go, and how its player likes them; None where no person sits there."""
    person = match.seats[number].person_id
    if person is None:
        return None
    if person not in match.readers:
        match.readers[person] = people.reader(match.unit, person)
    return match.readers[person]


def wants_mail(match: Match, number: int) -> bool:
    """Tell whether a seat's player wants mails that answer none of his own."""
    reader = reader_of(match, number)
    return reader is not None and reader.mails


def _envelope(office: Office, reader: ReaderRow, kind: str, seat: SeatRow | None, now: int) -> Envelope:
    """Return the envelope of a mail to this reader, as yet without the address that he answers to."""
    message_id, mail = office.message_id(), office.config.mail
    thread = seat.thread if seat is not None and reader.threads else ""
    leaving = reader.person_id is not None and kind != "alarm"
    code = office.addresses.leaving_code(reader.address_id)
    return Envelope(
        sender_name=mail.name,
        sender=office.addresses.address,
        recipient=reader.address,
        recipient_name="",
        reply_to="",
        message_id=message_id,
        in_reply_to=thread,
        made=datetime.fromtimestamp(now, _zone(office, reader)),
        automatic="auto-generated",
        loop=office.addresses.address,
        # Where a provider puts an id of its own in the place of ours, ours still comes back with each answer.
        references=(thread,) if mail.message_id else (thread, message_id),
        unsubscribe=office.addresses.unsubscribe(reader.address_id) if leaving else "",
        unsubscribe_code=code,
        unsubscribe_url=mail.unsubscribe_url.replace(READER, code),
        ascii=reader.ascii,
    )


def _reader(unit: Unit, address: AddressRow) -> ReaderRow:
    """Return an address as a reader, with the preferences of the person that it belongs to."""
    bare = ReaderRow(address.id, address.address, address.hard_bounces, address.person_id)
    liked = None if address.person_id is None else people.reader(unit, address.person_id)
    return bare if liked is None else liked._replace(address_id=address.id, address=address.address)


def _zone(office: Office, reader: ReaderRow | None) -> tzinfo:
    return ZoneInfo(reader.zone) if reader is not None and reader.zone else office.zone
