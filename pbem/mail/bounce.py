"""Reads what a bounce says: which address failed, which of our mails it was, and whether it is worth trying again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import message_from_bytes
from itertools import islice
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
_DIAGNOSTIC = re.compile(r"^diagnostic-code:(.*(?:\n[ \t].*)*)", re.IGNORECASE | re.MULTILINE)
_ENHANCED = re.compile(r"(?<![\d.])([45])\.(\d{1,3})\.(\d{1,3})(?!\.?\d)")
_REPLY_CODE = re.compile(r"(?<![\w.:])([45])[0-5]\d(?=[ -])")
_MESSAGE_ID = re.compile(r"^message-id:\s*(<[^<>\s]{1,200}>)", re.IGNORECASE | re.MULTILINE)
_MOST_IDS = 20
# Where a server gives no code, only what stands here speaks against an address that is gone.
_MAY_PASS = re.compile(
    r"\b(?:full|quota|space|time[d ]?out|tempor\w+|spam|polic\w+|block\w*|reputation)\b", re.IGNORECASE
)
# What follows is our own mail, whose numbers are no codes.
_COPY = re.compile(r"^(?:-{2,}.*\b(?:copy|original|below)\b|(?:return-path|received):)", re.IGNORECASE | re.MULTILINE)
_RETURNED = ("message/rfc822", "text/rfc822-headers", "message/rfc822-headers", "message/global")
# A full mailbox passes; a sender's address, a policy or a content filter refuses us, not the address.
_PASSING = {("1", "7"), ("1", "8"), ("2", "2"), ("2", "3"), ("3", "4")}
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
    returned = tuple(islice(dict.fromkeys(_returned_ids(found)), _MOST_IDS))
    # Inside a bounce that has come back there is another one, of an older failure.
    report = next(_texts(found, "message/delivery-status", "message/global-delivery-status"), "")
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
    hard = _is_hard_status(report, failed="failed" in actions)
    return Failure(_distinct(addresses), hard and not delayed, delayed)


def _is_hard_status(report: str, *, failed: bool) -> bool:
    """Tell a hard failure by its status; where that says nothing more, by what the refusing server said."""
    status = _STATUS.search(report)
    diagnosis = _DIAGNOSTIC.search(report)
    closer = enhanced(diagnosis[1]) if diagnosis else None
    if status and (status.groups()[1:] != ("0", "0") or closer is None):
        return is_hard(*status.groups())
    return failed if closer is None else is_hard(*closer)


def _by_wording(found: Structure) -> Failure:
    """Read a bounce in a server's own words."""
    # Many formats of many servers: the library knows them. It is used only on what is known to be a bounce, and it
    # has raised on broken fields.
    from flufl.bounce import all_failures

    try:
        passing, final = all_failures(message_from_bytes(found.raw[:_WHOLE_OCTETS]))
    except Exception:
        passing = final = frozenset()
    addresses = _distinct(usable_address(address.decode("ascii", "replace")) for address in sorted(final or passing))
    if passing and not final:
        return Failure(addresses, delayed=True)
    return Failure(addresses, _is_hard_text("\n".join(_texts(found, "text/plain")), known=bool(final)))


def _is_hard_text(text: str, *, known: bool) -> bool:
    """Tell a hard failure by a server's own words; `known` where their form is that of a final failure."""
    copy = _COPY.search(text)
    # One server writes its remarks with underscores.
    said = text[: copy.start() if copy else None].replace("_", " ")
    if code := enhanced(said):
        return is_hard(*code)
    reply = _REPLY_CODE.search(said)
    return reply[1] == "5" if reply else known and not _MAY_PASS.search(said)


def enhanced(text: str) -> tuple[str, str, str] | None:
    """Return the first enhanced status code (RFC 3463) of a failure in a text; parts of other numbers are none."""
    found = _ENHANCED.search(text)
    return None if found is None else (found[1], found[2], found[3])


def is_hard(family: str, subject: str, detail: str) -> bool:
    """Tell whether an enhanced status code (RFC 3463) says that the address itself will never work."""
    return family == "5" and subject not in _ABOUT_US and (subject, detail) not in _PASSING


def _returned_ids(found: Structure) -> Iterator[str]:
    """Yield the Message-IDs of what came back, as a part of its own or below the words, and of what is answered."""
    for text in _texts(found, *_RETURNED):
        yield from _ids(text.partition("\n\n")[0])
    for text in _texts(found, "text/plain"):
        yield from _ids(text)
    for field in found.fields:
        if field.name in ("in-reply-to", "references"):
            yield from message_ids(field.value)


def _ids(text: str) -> Iterator[str]:
    for field in _MESSAGE_ID.findall(text):
        yield from message_ids(field)


def _texts(found: Structure, *content_types: str) -> Iterator[str]:
    for part in found.parts:
        if part.content_type in content_types:
            yield _text(found, part)


def _text(found: Structure, part: Part) -> str:
    return text_of(found.body(part, _REPORT_OCTETS).data, part.parameters.get("charset", ""))


def _distinct(addresses: Iterator[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(address for address in addresses if address))
