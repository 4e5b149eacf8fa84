"""A seat's mail: its commands are carried out, its orders played, and exactly one answer is written."""

from __future__ import annotations

from collections.abc import Sequence

import orjson

from engines.api import Refusal
from engines.play import Line
from pbem.mail.commands import COMMANDS
from pbem.mail.compose import Notice
from pbem.mail.orderform import Item
from pbem.service import commands, limits, post
from pbem.service.desk import Desk
from pbem.service.tell import over, tell
from pbem.store import games, mails

MOST_REMARKS = 5
"""Lines that are no orders are named up to this number; a longer mail is mostly prose."""


def submit(desk: Desk) -> None:
    """Carry out a mail and put its answer, and the mails of those it concerns, into the outbox."""
    commanded = [item for item in desk.form.of("command") if item.verb not in ("undo", "try")]
    steps = [item for item in desk.form.items if _is_step(item)]
    for item in commanded:
        if desk.fresh or _allowed_late(item):
            commands.run(desk, item)
        else:
            _refuse_late(desk, [item])
    if steps:
        _steps(desk, steps)
    elif desk.form.trial:
        desk.refuse("try", "try_nothing")
    elif not commanded:
        desk.notices.append(_nothing_done(desk))
    if desk.resigns:
        _resign(desk)
    _remarks(desk)
    _finish(desk)


def _nothing_done(desk: Desk) -> Notice:
    """Say why a mail moves nothing: it is in doubt, its order stands in the subject, or it holds none."""
    if not desk.form.sure:
        return Notice("unsure")
    subject = desk.form.subject_left
    return Notice("order_in_subject", {"subject": subject}) if subject else Notice("no_orders")


def _is_step(item: Item) -> bool:
    return item.kind in ("order", "number") or (item.kind == "command" and item.verb == "undo")


def _allowed_late(item: Item) -> bool:
    return any(command.stale for command in COMMANDS if command.verb == item.verb)


def _refuse_late(desk: Desk, items: list[Item]) -> None:
    facts = {"phase": desk.phase, "newest": desk.match.seats[desk.seat].phase}
    why = Refusal("illegal", desk.late, facts)
    desk.receipt += [Line(item.raw, "refused", why) for item in items]


def _steps(desk: Desk, steps: list[Item]) -> None:
    """Play the orders, or say why none of them is played."""
    if not desk.fresh:
        desk.notices.append(Notice(desk.late))
        _refuse_late(desk, steps)
    elif desk.match.seats[desk.seat].resigned:
        desk.receipt += [Line(item.raw, "refused", Refusal("illegal", "you_resigned")) for item in steps]
    elif desk.match.game.state != "running":
        why = Refusal("illegal", "not_running", {"state": desk.match.game.state})
        desk.receipt += [Line(item.raw, "refused", why) for item in steps]
    elif not desk.form.sure:
        desk.notices.append(Notice("unsure"))
        desk.receipt += [Line(item.raw, "unread", Refusal("unreadable", "not_sure")) for item in steps]
    else:
        _play(desk, steps)


def _play(desk: Desk, steps: list[Item]) -> None:
    texts: list[str] = []
    for position, item in enumerate(steps):
        text = item.text if item.kind != "number" else _numbered(desk, item, first=position == 0)
        if isinstance(text, Refusal):
            _refuse_number(desk, steps, position, text)
            return
        texts.append(text)
    if desk.form.trial:
        _try(desk, steps, texts)
        return
    desk.match.drop_kept(desk.seat)
    played = desk.match.order(desk.seat, texts)
    desk.receipt += _as_typed(steps, texts, played)
    desk.match.advance()


def _refuse_number(desk: Desk, steps: list[Item], position: int, why: Refusal) -> None:
    desk.receipt += [Line(item.raw, "taken_back") for item in steps[:position]]
    desk.receipt.append(Line(steps[position].raw, "refused", why))
    desk.receipt += [Line(item.raw, "unread") for item in steps[position + 1 :]]


def _try(desk: Desk, steps: list[Item], texts: list[str]) -> None:
    desk.trial = desk.match.trial(desk.seat, texts)
    desk.receipt += _as_typed(steps, texts, desk.trial.lines)
    desk.notices.append(Notice("tried_stopped" if desk.trial.stopped else "tried"))


def _as_typed(steps: list[Item], texts: list[str], played: tuple[Line, ...]) -> list[Line]:
    """Return the fate of the lines with each line as the player typed it; what was read stands behind it."""
    raws = {text: _shown(item, text) for item, text in zip(reversed(steps), reversed(texts), strict=True)}
    return [line._replace(text=raws.get(line.text, line.text)) for line in played]


def _shown(item: Item, text: str) -> str:
    same = item.raw.strip().casefold() == text.casefold() or not item.raw
    return text if same else f"{item.raw.strip()}   ({text})"


def _numbered(desk: Desk, item: Item, *, first: bool) -> str | Refusal:
    """Return the order that a bare number stands for, or why it stands for none."""
    seat = desk.match.seats[desk.seat]
    if not first:
        return Refusal("illegal", "number_first")
    if desk.match.asks_numbers(desk.seat, desk.match.choices(desk.seat)):
        return item.text
    sent = desk.sent
    if sent is None:
        if seat.lists > 1:
            return Refusal("ambiguous", "which_list")
        sent = mails.newest_to_seat(desk.match.unit, desk.match.game.id, desk.seat)
    menu = [] if sent is None else orjson.loads(sent.menu)
    if sent is None or not menu or sent.at_entry != desk.match.game.last_entry:
        return Refusal("illegal", "list_outdated")
    if not 1 <= int(item.text) <= len(menu):
        return Refusal("illegal", "number_not_in_list", {"choices": len(menu)})
    return str(menu[int(item.text) - 1])


def _resign(desk: Desk) -> None:
    desk.match.resign(desk.seat)
    desk.notices.append(Notice("resigned"))
    desk.match.advance()


def _remarks(desk: Desk) -> None:
    """Name what was not read, once, and only where orders stood beside it."""
    if not desk.receipt and not desk.form.doubtful:
        return
    texts = [item.raw for item in desk.form.of("unread")]
    texts += [item.trailing for item in desk.form.items if item.trailing]
    texts += desk.match.lenient.trailing
    texts += desk.form.doubtful
    why = Refusal("unreadable", "not_read")
    desk.receipt += [Line(text[:200], "unread", why) for text in texts[:MOST_REMARKS]]
    _name_other_games(desk, texts)


def _name_other_games(desk: Desk, texts: Sequence[str]) -> None:
    """Say where lines belong that begin with an order word of another game in which the sender plays."""
    verbs = {text.split()[0].casefold() for text in texts if text.split()}
    person = desk.match.seats[desk.seat].person_id
    if not verbs or person is None:
        return
    here = desk.match.game
    for seat in games.seats_of_person(desk.match.unit, person):
        engine = desk.office.engines.get(games.find_game(desk.match.unit, seat.game_id).engine)
        if engine is None or engine.name == here.engine or verbs.isdisjoint(order.verb for order in engine.orders):
            continue
        address = desk.office.addresses.reply(seat.game_id, seat.seat, seat.phase)
        facts = {"game": here.id, "other": seat.game_id, "title": engine.title, "address": address}
        desk.notices.append(Notice("other_game", facts))


def _finish(desk: Desk) -> None:
    """Write the match, the sender's answer, and the mails of those who are asked now."""
    match, office = desk.match, desk.office
    changed = bool(match.added) or desk.resigns
    if not match.over and match.game.state == "running" and desk.fresh:
        match.settle()
        match.advance()
        changed = changed or bool(match.added)
    if changed:
        match.save(desk.inbox)
    ended = match.game.state == "over" and changed
    if ended or limits.may_answer_seat(office, match, desk.seat, idle=not (changed or _changes(desk))):
        _answer(desk, ended)
    everybody = [Notice("other_resigned", {"name": match.names[desk.seat]})] if desk.resigns else []
    if changed:
        tell(office, match, answered=[desk.seat], all_notices=everybody)
    match.save_seats()


def _changes(desk: Desk) -> bool:
    """Tell whether the mail asks for something to be kept or told, beside orders."""
    changing = {command.verb for command in COMMANDS if command.changes}
    return any(item.verb in changing for item in desk.form.of("command"))


def _answer(desk: Desk, ended: bool) -> None:
    told = post.page(
        desk.office,
        desk.match,
        desk.seat,
        "over" if ended else "answer",
        receipt=desk.receipt,
        notices=[*desk.notices, *([over(desk.match)] if ended else [])],
        sections=desk.sections,
        trial=desk.trial,
    )
    answered = desk.letter.message_id
    post.to_seat(desk.office, desk.match, told, inbox=desk.inbox, in_reply_to=answered, urgent=True)
