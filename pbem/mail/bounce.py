"""Reads what a bounce says: which address failed, which of our mails it was, and whether it is worth trying again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import message_from_bytes
from typing import NamedTuple

from pbem.errors import Unreadable
from pbem.mail import mime
from pbem.mail.charset import text_of
from pbem.mail.headers import message_ids, usable_address
from pbem.mail.mime import Part, Structure

_REPORT_OCTETS = 64 * 1024
_WHOLE_OCTETS = 64 * 1024
_RECIPIENT = re.compile(r"^(?:final|original)-recipient:\s*[\w-]+;\s*<?([^\s<>]+)>?", re.IGNORECASE | re.MULTILINE)
_ACTION = re.compile(r"^action:\s*([a-z]+)", re.IGNORECASE | re.MULTILINE)
_STATUS = re.compile(r"^status:\s*([245])\.(\d{1,3})\.(\d{1,3})", re.IGNORECASE | re.MULTILINE)
_REPLY_CODE = re.compile(r"\b([45])\d\d[ -](?:([45])\.(\d{1,3})\.(\d{1,3}))?")
_MESSAGE_ID = re.compile(r"^message-id:\s*(<[^<>\s]{1,200}>)", re.IGNORECASE | re.MULTILINE)
_RETURNED = ("message/rfc822", "text/rfc822-headers", "message/rfc822-headers", "message/global")
# A full mailbox passes, and a policy or a content filter refuses us, not the address.
_PASSING = {("2", "2"), ("2", "3"), ("3", "4")}
_ABOUT_US = {"6", "7"}


class Failure(NamedTuple):
    """What a bounce tells.

    Attributes:
        addresses: those that failed, in lower case; empty where it does not say.
        hard: the address does not work; otherwise the failure may pass.
        delayed: only a warning: the server goes on trying.
        message_ids: those of the mails that came back.
    """

    addresses: tuple[str, ...] = ()
    hard: bool = False
    delayed: bool = False
    message_ids: tuple[str, ...] = ()


def read(raw: bytes) -> Failure:
    """Return what a bounce tells; an empty failure where nothing can be made of it. Nothing is raised."""
    try:
        found = mime.structure(raw)
    except Unreadable:
        return Failure()
    returned = tuple(dict.fromkeys(_returned_ids(found)))
    report = "\n".join(_texts(found, "message/delivery-status", "message/global-delivery-status"))
    if report:
        return _from_report(report)._replace(message_ids=returned)
    if found.notes:
        # What broke the caps is not given to a parser that has none.
        return Failure(message_ids=returned)
    return _by_wording(found)._replace(message_ids=returned)


def _from_report(report: str) -> Failure:
    """Read the part that mail servers write for each other (RFC 3464)."""
    addresses = (usable_address(text) for text in _RECIPIENT.findall(report))
    actions = {action.casefold() for action in _ACTION.findall(report)}
    delayed = bool(actions) and "failed" not in actions
    status = _STATUS.search(report)
    hard = is_hard(*status.groups()) if status else "failed" in actions
    return Failure(_distinct(addresses), hard and not delayed, delayed)


def _by_wording(found: Structure) -> Failure:
    """Read a bounce in a server's own words."""
    # Many formats of many servers: the library knows them. It is used only on what is known to be a bounce, and it
    # has raised on broken fields.
    from flufl.bounce import scan_message

    text = "\n".join(_texts(found, "text/plain"))
    try:
        failed = scan_message(message_from_bytes(found.raw[:_WHOLE_OCTETS]))
        addresses = _distinct(usable_address(address.decode("ascii", "replace")) for address in failed)
    except Exception:
        addresses = ()
    code = _REPLY_CODE.search(text)
    hard = code is not None and (is_hard(*code.groups()[1:]) if code[2] else code[1] == "5")
    return Failure(addresses, hard)


def is_hard(family: str, subject: str, detail: str) -> bool:
    """Tell whether an enhanced status code (RFC 3463) says that the address itself will never work."""
    return family == "5" and subject not in _ABOUT_US and (subject, detail) not in _PASSING


def _returned_ids(found: Structure) -> Iterator[str]:
    for text in _texts(found, *_RETURNED):
        for field in _MESSAGE_ID.findall(text.partition("\n\n")[0]):
            yield from message_ids(field)


def _texts(found: Structure, *content_types: str) -> Iterator[str]:
    for part in found.parts:
        if part.content_type in content_types:
            yield _text(found, part)


def _text(found: Structure, part: Part) -> str:
    return text_of(found.body(part, _REPORT_OCTETS).data, part.parameters.get("charset", ""))


def _distinct(addresses: Iterator[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(address for address in addresses if address))
