"""The mail commands, one function each; they are carried out whatever becomes of the orders beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import orjson

from engines import words
from engines.api import Illegal
from engines.play import TAKEN_BACK, UNDO, Line
from pbem.errors import present
from pbem.mail import layout
from pbem.mail.commands import COMMANDS
from pbem.mail.compose import Notice, Section
from pbem.mail.news import since
from pbem.mail.orderform import Item
from pbem.service import preferences, record
from pbem.service.desk import Desk
from pbem.service.listing import games_of
from pbem.store import games

LONGEST_SAYING = 2_000
LONGEST_NOTE = 500
HISTORY = 60
"""News shown by `history` unless it asks for more."""


def run(desk: Desk, item: Item) -> None:
    """Carry out one command; its failure is a line of the receipt."""
    _COMMANDS[item.verb](desk, item)


def _help(desk: Desk, item: Item) -> None:
    table = [
        *((row.verb, row.usage, row.about) for row in desk.match.engine.orders),
        *((row.verb, row.usage, row.about) for row in COMMANDS),
    ]
    rows = [(usage, about) for verb, usage, about in table if _wanted(verb, item.rest)]
    if not rows:
        verbs = [verb for verb, _, _ in table]
        desk.refuse(item.raw, "unknown_topic", topic=item.rest, topics=verbs)
        return
    lines = [(usage, desk.say("help", about, {})) for usage, about in rows]
    desk.sections.append(Section(item.text, desk.say("sections", "help", lines)))


def _wanted(verb: str, asked: str) -> bool:
    return not asked or verb in words.named(words.fold(asked), [verb])


def _rules(desk: Desk, item: Item) -> None:
    renderer, game = desk.office.renderer, desk.match.engine.name
    topics = renderer.topics(game)
    chosen = topics if not item.rest else words.named(words.fold(item.rest).replace(" ", "_"), topics)
    if len(chosen) != 1 and item.rest:
        desk.refuse(item.raw, "unknown_topic", topic=item.rest, topics=topics)
        return
    for topic in chosen:
        desk.sections.append(Section(f"rules {topic}".replace("_", " "), _wrapped(renderer.say(game, "rules", topic))))


def _wrapped(text: str) -> str:
    return "\n".join(layout.wrap(line) if layout.width(line) > layout.WIDTH else line for line in text.split("\n"))


def _list(desk: Desk, item: Item) -> None:
    seat = desk.match.seats[desk.seat]
    rows = games_of(desk.office, desk.match.unit, seat.person_id or 0)
    desk.sections.append(Section("your games", desk.say("sections", "list", rows)))


def _board(desk: Desk, item: Item) -> None:
    """The board stands in every answer."""


def _history(desk: Desk, item: Item) -> None:
    match = desk.match
    entries = [record.from_row(row) for row in games.entries(match.unit, match.game.id)]
    marks = layout.marks(match.names)
    told = since(entries, desk.seat)
    most = int(item.rest) if item.rest.isdecimal() else HISTORY
    lines = [
        (desk.say("news", news.kind, news.data, match.names, desk.seat, marks), news.draw) for news in told[-most:]
    ]
    desk.sections.append(Section("history", desk.say("sections", "history", lines, len(told) - len(lines))))


def _orders(desk: Desk, item: Item) -> None:
    rows = games.entries(desk.match.unit, desk.match.game.id)
    own = [row.text for row in rows if row.seat == desk.seat and row.text not in (None, UNDO, TAKEN_BACK)]
    kept = orjson.loads(desk.match.seats[desk.seat].kept)
    desk.sections.append(Section("your orders", desk.say("sections", "orders", own, kept)))


def _standing(desk: Desk, item: Item) -> None:
    questions = desk.match.engine.questions
    name, _, answer = words.fold(item.rest).partition(" ")
    found = words.named(name, [question.name for question in questions])
    answers = desk.match.standing_of(desk.seat)
    if name and (len(found) != 1 or not answer):
        names = [f"{question.name} {' | '.join(question.answers)}" for question in questions]
        desk.refuse(item.raw, "unknown_question", name=item.rest, names=names)
        return
    if name:
        try:
            desk.match.engine.standing(desk.match.state, desk.seat, {**answers, found[0]: answer})
        except Illegal as illegal:
            desk.receipt.append(Line(item.raw, "refused", illegal.refusal))
            return
        desk.match.set_standing(desk.seat, {**answers, found[0]: answer})
        desk.receipt.append(Line(item.raw, "done"))
    rows = [
        {"name": question.name, "answers": question.answers, "about": desk.say("help", question.about, {})}
        | {"answer": desk.match.standing_of(desk.seat).get(question.name, question.default)}
        for question in questions
    ]
    desk.sections.append(Section("standing answers", desk.say("sections", "standing", rows)))


def _say(desk: Desk, item: Item) -> None:
    to, text = _addressee(desk, item.rest)
    text = layout.clean(text, LONGEST_SAYING).strip()
    if not text:
        desk.refuse(item.raw, "nothing_to_say")
        return
    games.add_press(desk.match.unit, desk.match.game.id, desk.seat, to, text, desk.match.now)
    everybody = [name for number, name in desk.match.names.items() if number != desk.seat]
    names = everybody if to is None else [desk.match.names[to]]
    desk.notices.append(Notice("said", {"to": layout.listing(names), "text": text}))


def _addressee(desk: Desk, text: str) -> tuple[int | None, str]:
    """Read "to NAME words"; without a player's name behind "to" the words are for everybody."""
    first, _, rest = text.partition(" ")
    if words.fold(first) == "to":
        for number, name in desk.match.names.items():
            said = rest.lstrip()
            if words.fold(said).startswith(words.fold(name)) and number != desk.seat:
                return number, said[len(name) :].lstrip(" :,-")
    return None, text


def _note(desk: Desk, item: Item) -> None:
    desk.match.change(desk.seat, note=layout.clean(item.rest, LONGEST_NOTE).strip())
    desk.notices.append(Notice("noted"))


def _resign(desk: Desk, item: Item) -> None:
    if desk.match.game.state != "running":
        desk.refuse(item.raw, "not_running", state=desk.match.game.state)
        return
    desk.resigns = True
    desk.receipt.append(Line(item.raw, "done"))


def _set(desk: Desk, item: Item) -> None:
    office, unit, person = desk.office, desk.match.unit, present(desk.match.seats[desk.seat].person_id)
    name, _, value = item.rest.partition(" ")
    if name:
        try:
            preferences.set_one(office, unit, person, words.fold(name), value.strip(), desk.match.now)
        except preferences.Unknown as unknown:
            desk.refuse(item.raw, unknown.reason, **unknown.facts)
            return
        desk.match.readers.clear()
        desk.receipt.append(Line(item.raw, "done"))
    rows = preferences.rows(office, unit, person)
    desk.sections.append(Section("your mails", desk.say("sections", "preferences", rows)))


def _unsubscribe(desk: Desk, item: Item) -> None:
    """Mails stop, and the answer to this one says what that means."""
    person = present(desk.match.seats[desk.seat].person_id)
    preferences.set_one(desk.office, desk.match.unit, person, "mails", "off", desk.match.now)
    desk.match.readers.clear()
    desk.notices.append(Notice("unsubscribed", {"games": []}))


def _no_invitation(desk: Desk, item: Item) -> None:
    desk.refuse(item.raw, "no_invitation")


def _nothing(desk: Desk, item: Item) -> None:
    """Joining goes to the first-mail address; here the answer says how."""
    desk.notices.append(Notice("first_mails", {"address": desk.office.addresses.join}))


_COMMANDS: Mapping[str, Callable[[Desk, Item], None]] = MappingProxyType(
    {
        "help": _help,
        "rules": _rules,
        "list": _list,
        "board": _board,
        "history": _history,
        "orders": _orders,
        "standing": _standing,
        "say": _say,
        "note": _note,
        "resign": _resign,
        "set": _set,
        "unsubscribe": _unsubscribe,
        "accept": _no_invitation,
        "decline": _no_invitation,
        "join": _nothing,
    }
)
