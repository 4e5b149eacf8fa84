"""Orders that come to a live address from somewhere else: held until the registered player says that they are his."""

from __future__ import annotations

import orjson

from pbem.errors import present
from pbem.mail.address import mailbox, sendable
from pbem.mail.compose import Notice, Page
from pbem.mail.gate import Verdict
from pbem.mail.letter import Letter
from pbem.service import limits, post
from pbem.service.desk import answered, form_of, grammar
from pbem.service.knowledge import Knowledge
from pbem.service.match import load
from pbem.service.office import Office
from pbem.store import games, mails, people
from pbem.store.database import Unit
from pbem.store.records import HoldRow, InboxRow

ELSEWHERE = "elsewhere"
WAITS = "held_behind_another"
"""The rule of a mail that waits until the question about an earlier one is answered."""

HELD = ("live_from_elsewhere", "live_not_authenticated", WAITS)
"""The rules of mails that wait for their player's word; any other mail from elsewhere is done with."""

MOST_SHOWN = 40
"""Lines; what is not shown could not be said yes to, so a longer mail is not asked about."""


def hold_orders(
    office: Office, unit: Unit, row: InboxRow, read: Letter, verdict: Verdict, known: Knowledge, now: int
) -> str:
    """Hold the mail and ask the registered address once; the sender hears nothing. Return the rule for the log."""
    game, number = present(verdict.game), present(verdict.seat)
    if games.find_game(unit, game).state == "open":
        return "held_before_the_game"
    match = load(unit, office.engines, game, now)
    seat = match.seats[number]
    quoted = answered(known, read, game, number) or mails.newest_to_seat(unit, game, number)
    form = form_of(office, unit, read, grammar(office, match, number, read.sender_name), quoted)
    orders = [item.text for item in form.of("order", "number", "command")]
    if seat.person_id is None or not 0 < len(orders) <= MOST_SHOWN:
        return "held_without_orders" if len(orders) <= MOST_SHOWN else "held_too_long"
    address = people.ensure_address(unit, sendable(read.sender), mailbox(read.sender))
    earlier = _earlier(unit, game, number, address.id, verdict.phase)
    if earlier:
        return earlier
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


def _earlier(unit: Unit, game: int, seat: int, address: int, phase: int | None) -> str:
    """Return the rule for a mail from where another one came in the same phase; "" where it is to be asked about."""
    last = mails.last_hold(unit, game, seat, address)
    if last is None:
        return ""
    if last.phase == phase:
        return {"open": WAITS, "refused": "held_refused_before"}.get(last.state, "")
    if last.state == "open":
        settle(unit, last, "late", "orders_too_late")
    return ""


def settle(unit: Unit, hold: HoldRow, state: str, rule: str) -> None:
    """Write down what became of held orders that are not played; mails that came behind them are looked at anew."""
    mails.close_hold(unit, hold.id, state)
    mails.mark(unit, present(hold.inbox_id), "done", rule, hold.game_id, hold.seat)
    let_others_in(unit, hold)


def let_others_in(unit: Unit, hold: HoldRow) -> None:
    """Let the mails be judged anew that came while a question was open."""
    mails.renew(unit, present(hold.game_id), present(hold.seat), WAITS)
