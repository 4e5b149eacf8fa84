"""Mail that belongs to no seat: from somebody who wants to join, or from a player without his game's address."""

from __future__ import annotations

from pbem.errors import present
from pbem.mail.address import mailbox
from pbem.mail.commands import COMMANDS, Grammar
from pbem.mail.compose import Notice, Section
from pbem.mail.letter import Letter
from pbem.mail.orderform import Item
from pbem.service import alarm, join, limits, post, preferences
from pbem.service.desk import form_of
from pbem.service.listing import games_of
from pbem.service.office import Office
from pbem.store import people
from pbem.store.database import Unit
from pbem.store.records import InboxRow

_MOST_TRIED = 5
"""Codes of one mail; a slip of the pen may stand above the right one."""


def first_contact(office: Office, unit: Unit, row: InboxRow, read: Letter, now: int) -> str:
    """Answer "join CODE [phrase]" with a confirming mail; return the rule for the log."""
    done = "nothing_to_join"
    wanted = [item.rest.partition(" ") for item in _items(office, unit, read) if item.verb == "join"]
    for code, _, phrase in wanted[:_MOST_TRIED]:
        done = join.ask_to_join(office, unit, read.sender, read.sender_name, code, phrase.strip(), now, row.id)
        if done != join.UNKNOWN_CODE:
            break
    return done


def answer_person(office: Office, unit: Unit, row: InboxRow, read: Letter, now: int) -> str:
    """Answer a registered player whose mail belongs to no game: help, his games, a seat; orders are not played.

    Return the rule for the log.
    """
    items = _items(office, unit, read)
    if any(item.verb == "join" for item in items):
        return first_contact(office, unit, row, read, now)
    address = present(people.by_mailbox(unit, mailbox(read.sender)))
    if any(item.verb == "unsubscribe" for item in items):
        return preferences.unsubscribe(office, unit, address.id, read.message_id, now)
    if not limits.may_answer(office, unit, limits.of(address.id, address.address), now, idle=True):
        return "answer_withheld"
    say = office.renderer.say
    usages = [(command.usage, say("common", "help", command.about, {})) for command in COMMANDS]
    sections = [
        Section("your games", say("common", "sections", "list", games_of(office, unit, present(address.person_id))))
    ]
    if any(item.verb == "help" for item in items):
        sections.append(Section("help", say("common", "sections", "help", usages)))
    told = alarm.note(office, [Notice("not_linked")], kind="answer", sections=sections)
    reply_to = office.addresses.join
    post.send(office, unit, told, address, now=now, reply_to=reply_to, in_reply_to=read.message_id)
    return "authenticated_player"


def _items(office: Office, unit: Unit, read: Letter) -> tuple[Item, ...]:
    return form_of(office, unit, read, Grammar()).of("command")
