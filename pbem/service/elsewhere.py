"""Orders that come to a live address from somewhere else: held until the registered player says that they are his."""

from __future__ import annotations

import orjson

from pbem.errors import present
from pbem.mail.address import mailbox
from pbem.mail.compose import Notice, Page
from pbem.mail.gate import Verdict
from pbem.mail.letter import Letter
from pbem.service import limits, post
from pbem.service.desk import answered, form_of, grammar
from pbem.service.knowledge import Knowledge
from pbem.service.match import load
from pbem.service.office import Office
from pbem.store import mails, people
from pbem.store.database import Unit
from pbem.store.records import InboxRow

ELSEWHERE = "elsewhere"
MOST_SHOWN = 12


def hold_orders(
    office: Office, unit: Unit, row: InboxRow, read: Letter, verdict: Verdict, known: Knowledge, now: int
) -> str:
    """Hold the mail and ask the registered address once; the sender hears nothing. Return the rule for the log."""
    game, number = present(verdict.game), present(verdict.seat)
    match = load(unit, office.engines, game, now)
    seat = match.seats[number]
    address = people.ensure_address(unit, read.sender, mailbox(read.sender))
    if seat.person_id is None or mails.open_hold(unit, game, number, address.id) is not None:
        return "held_already_asked"
    quoted = answered(known, read, game, number) or mails.newest_to_seat(unit, game, number)
    form = form_of(office, unit, read, grammar(office, match, number, read.sender_name), quoted)
    orders = [item.text for item in form.of("order", "number", "command")][:MOST_SHOWN]
    if not orders:
        return "held_without_orders"
    registered = people.addresses_of(unit, seat.person_id)[0]
    if not limits.may_ask(unit, registered.id, now):
        return "held_not_asked"
    hold = mails.add_hold(
        unit,
        kind=ELSEWHERE,
        address_id=address.id,
        inbox_id=row.id,
        game_id=game,
        seat=number,
        phase=verdict.phase,
        details=orjson.dumps({"orders": orders}).decode(),
        made=now,
    )
    told = Page(
        kind="confirm",
        engine=match.engine.name,
        title=match.engine.title,
        game=match.game.id,
        move=match.game.turns,
        names=match.names,
        you=number,
        notices=[Notice("elsewhere", {"orders": orders})],
    )
    reply_to = office.addresses.confirm(hold)
    name = seat.name
    post.send(office, unit, told, registered, now=now, reply_to=reply_to, recipient_name=name, hold=hold, urgent=True)
    return verdict.rule
