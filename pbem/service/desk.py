"""One mail at work: the match it belongs to, what it asks for, and the answer as it grows."""

from __future__ import annotations

from dataclasses import dataclass, field

from engines.api import Code, Illegal, Json, Refusal
from engines.play import Line, Trial
from pbem.errors import present
from pbem.mail import letter, orderform
from pbem.mail.commands import Grammar
from pbem.mail.compose import Notice, Section
from pbem.mail.gate import Verdict
from pbem.mail.letter import Letter
from pbem.mail.orderform import Form
from pbem.mail.typed import Ours
from pbem.service.knowledge import Knowledge
from pbem.service.match import Match, load
from pbem.service.office import Office
from pbem.store import mails
from pbem.store.database import Unit
from pbem.store.records import InboxRow, SentRow

_MENDED = ("header_cut", "line_ends")
"""Faults of a mail that cost no text."""

_BESIDE = (*_MENDED, "attachment", "html", "winmail")
"""What stands beside the orders in many a mail and holds no others."""


@dataclass(slots=True)
class Desk:
    """A seat's mail and the answer to it.

    Attributes:
        office: the service's tools.
        match: the match, loaded for this unit of work.
        seat: who wrote.
        letter: the mail.
        form: what was read in it.
        sent: the mail of ours that it answers, where it names one.
        fresh: True where it came with the seat's newest address.
        phase: the phase that it answers.
        late: why its orders are not played where it is not fresh; a key of notices and errors.
        inbox: its number.
    """

    office: Office
    match: Match
    seat: int
    letter: Letter
    form: Form
    sent: SentRow | None
    fresh: bool
    inbox: int | None
    phase: int | None = None
    late: str = "old_mail"
    receipt: list[Line] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)
    trial: Trial | None = None
    resigns: bool = False

    def refuse(self, text: str, reason: str, code: Code = "illegal", **facts: Json) -> None:
        """Add a line that was not carried out, with the reason."""
        self.receipt.append(Line(text, "refused", Refusal(code, reason, facts)))

    def say(self, catalogue: str, key: str, *arguments: object) -> str:
        """Return a sentence in the words of this game."""
        return self.office.renderer.say(self.match.engine.name, catalogue, key, *arguments)


def desk_for(
    office: Office, unit: Unit, row: InboxRow, read: Letter, verdict: Verdict, known: Knowledge, now: int
) -> Desk:
    """Return the desk for a seat's mail: its match loaded, its lines read."""
    game, seat = present(verdict.game), present(verdict.seat)
    match = load(unit, office.engines, game, now, known.seats(game))
    sent = answered(known, read, game, seat)
    quoted = sent or mails.newest_to_seat(unit, game, seat)
    form = form_of(office, unit, read, grammar(office, match, seat, read.sender_name), quoted)
    desk = Desk(
        office=office,
        match=match,
        seat=seat,
        letter=read,
        form=form,
        sent=sent,
        fresh=verdict.allows == "everything",
        inbox=row.id,
        phase=verdict.phase,
    )
    if verdict.by_message_id and office.addresses.plus:
        desk.notices.append(Notice("short_address"))
    desk.notices += _unread(read, form)
    return desk


def _unread(read: Letter, form: Form) -> list[Notice]:
    """Say what could not be read: all of it where nothing was understood, else what may have held more orders."""
    understood = bool(form.of("order", "number", "command"))
    reasons = [reason for reason in read.unread if reason not in (_BESIDE if understood else _MENDED)]
    key = "partly_unread" if understood else "unreadable"
    return [Notice(key, {"reasons": reasons})] if reasons else []


def answered(known: Knowledge, read: Letter, game: int, seat: int) -> SentRow | None:
    """Return the mail of ours to this seat that is answered, by In-Reply-To or References."""
    for reference in read.references:
        sent = known.mail(reference)
        if sent is not None and (sent.game_id, sent.seat) == (game, seat):
            return sent
    return None


def form_of(office: Office, unit: Unit, read: Letter, words: Grammar, sent: SentRow | None = None) -> Form:
    """Return what was typed into a mail, as this grammar reads it; `sent` is the mail of ours that it answers."""
    subject, text = ("", "") if sent is None else (sent.subject, sent.text)

    def twin() -> str:
        return "" if sent is None else letter.html_form(mails.raw_sent(unit, sent.message_id))

    ours = Ours(office.addresses.address, office.config.mail.name, subject, twin)
    return orderform.read(read.text, words, text, ours, read.subject)


def grammar(office: Office, match: Match, seat: int, writer: str = "") -> Grammar:
    """Return what the lines of this seat's mail may begin with; `writer` is the name beside the sender's address."""
    engine = match.engine
    topics = office.renderer.topics(engine.name)
    known = frozenset((*topics, *(question.name for question in engine.questions)))
    codes: dict[str, Code | None] = {}

    def code(text: str) -> Code | None:
        if text not in codes:
            codes[text] = _refused(match, seat, text)
        return codes[text]

    # Whoever is not asked can write any order in full, but nothing vague is taken for one.
    return Grammar(
        engine.orders,
        lambda text: code(text) not in ("unreadable", "not_your_turn"),
        known,
        legal=lambda text: code(text) is None,
        writer=writer,
    )


def _refused(match: Match, seat: int, text: str) -> Code | None:
    try:
        match.engine.parse(match.state, seat, text)
    except Illegal as illegal:
        return illegal.code
    return None
