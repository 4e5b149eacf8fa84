"""Tells the moderator what needs his eyes, once each."""

from __future__ import annotations

from typing import Any

import structlog

from pbem.mail.address import mailbox, sendable
from pbem.mail.compose import Notice, Page
from pbem.mail.render import COMMON
from pbem.service import post
from pbem.service.office import Office
from pbem.store import people
from pbem.store.database import Unit

log = structlog.get_logger()


def tell_moderator(office: Office, unit: Unit, key: str, facts: dict[str, Any], now: int) -> None:
    """Log an alarm and, where the operator has named a moderator, mail it to him.

    Args:
        office: the service's tools.
        unit: the unit of work in which the alarm is made.
        key: a key of common/notices.txt.
        facts: the numbers and names of the sentence.
        now: the time, in Unix seconds.
    """
    log.warning("moderator alarmed", alarm=key, **facts)
    if office.config.mail.moderator:
        moderator = office.config.mail.moderator
        address = people.ensure_address(unit, sendable(moderator), mailbox(moderator))
        told = note(office, [Notice(key, facts)], kind="alarm")
        post.send(office, unit, told, address, now=now, reply_to=office.addresses.address)


def note(office: Office, notices: list[Notice], kind: str = "note", **more: Any) -> Page:
    """Return a page of the service itself, which belongs to no match."""
    return Page(
        kind=kind,
        engine=COMMON,
        title=office.config.mail.name,
        game=0,
        move=0,
        names={},
        you=None,
        notices=notices,
        **more,
    )
