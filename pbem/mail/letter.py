"""A mail as the rest of pbem sees it: who wrote it, to which of our addresses, in answer to what, and its text."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from pbem.errors import Unreadable
from pbem.mail import mime, winmail
from pbem.mail.charset import clean, text_of, unflowed
from pbem.mail.headers import Mailbox, bare_subject, decoded, mailboxes, message_ids, usable_address
from pbem.mail.html import html_text
from pbem.mail.mime import Field, Part, Structure

TEXT_OCTETS = 256 * 1024
TEXT_LINES = 2_000
HTML_OCTETS = 128 * 1024
"""Of one HTML part; what was typed stands at its top."""

_CHUNK = 1024 * 1024
_CALENDAR_OCTETS = 8 * 1024
_METHOD = re.compile(rb"^METHOD:([A-Za-z]{1,20})\s*$", re.IGNORECASE | re.MULTILINE)
_DELIVERED_TO = ("delivered-to", "x-original-to", "envelope-to", "x-delivered-to", "x-envelope-to")
_TRACE = {
    *("return-path", "received", "x-received", "received-spf", "authentication-results", "status", "x-status", "x-uid"),
    *("arc-seal", "arc-message-signature", "arc-authentication-results", "x-mailfrom", "x-mozilla-status"),
    *("x-mozilla-status2", "x-mozilla-keys", "x-apparently-to", "old-return-path", "x-sieve", "x-virus-scanned"),
    *_DELIVERED_TO,
}
_TRACE_PREFIXES = ("x-spam", "x-google-", "x-gm-", "x-ms-exchange-", "x-rspamd", "x-forwarded-", "x-fm-")
_OPAQUE = {
    "application/pkcs7-mime": "smime",
    "application/x-pkcs7-mime": "smime",
    "application/pgp-encrypted": "encrypted",
}
_WINMAIL = {"application/ms-tnef", "application/vnd.ms-tnef"}
_REACTIONS = {"text/vnd.google.email-reaction+json"}


class Letter(NamedTuple):
    """A mail, read.

    Attributes:
        envelope_recipient: as given by the transport, else "".
        sender: the one usable address of the one From field, in lower case; "" where there is none or more than one.
        sender_name: the name beside it.
        from_fields: how many From fields there are.
        reply_to: the first usable Reply-To address, else "".
        return_path: the envelope sender, usable or not; "" for the null sender; None where the mail does not tell.
        recipients: envelope recipient, Delivered-To and the like, To, Cc, in this order.
        subject: decoded.
        bare_subject: without reply prefixes and [tags].
        message_id: without brackets; "" where it has none.
        references: those of In-Reply-To first, then those of References from the last to the first.
        headers: every field by its name in lower case, in order, unfolded but not decoded.
        content_type: that of the whole mail.
        parameters: those of the content type.
        types: the content types of all parts.
        calendar_method: the METHOD of a calendar part in lower case, else "".
        reaction: True for an emoji sent as a reaction.
        text: what can be read, lines ending in "\\n".
        unread: keys of what could not be read: winmail, smime, encrypted, base64, html, cut, header_cut, parts_cut,
            attachment; and line_ends, where they were broken and had to be mended.
        signed_by: the domains whose signatures we have checked ourselves (`signature.signers`); filled in by whoever
            does that.
    """

    envelope_recipient: str
    sender: str
    sender_name: str
    from_fields: int
    reply_to: str
    return_path: str | None
    recipients: tuple[str, ...]
    subject: str
    bare_subject: str
    message_id: str
    references: tuple[str, ...]
    headers: Mapping[str, tuple[str, ...]]
    content_type: str
    parameters: Mapping[str, str]
    types: frozenset[str]
    calendar_method: str
    reaction: bool
    text: str
    unread: tuple[str, ...]
    signed_by: tuple[str, ...] = ()

    def header(self, name: str) -> str:
        """Return the first field of this name (in lower case), else ""."""
        return self.headers.get(name, ("",))[0]


def read(raw: bytes, envelope_recipient: str | None = None) -> Letter:
    """Read a mail of any shape.

    Args:
        raw: the mail as it arrived.
        envelope_recipient: to whom the transport delivered it, where it knows.

    Raises:
        Unreadable: and nothing else, whatever the bytes are.
    """
    try:
        return _letter(mime.structure(raw), envelope_recipient or "")
    except Unreadable:
        raise
    except (Exception, RecursionError) as fault:
        raise Unreadable(f"The mail cannot be read: {type(fault).__name__}.") from fault


def content_digest(raw: bytes) -> str:
    """Return the SHA-256, in hexadecimal, of all from the first header on that a delivery does not add.

    Two deliveries of one mail differ in their trace headers and perhaps in their line ends, never in this digest.
    """
    try:
        mended, fields = mime.header_of(raw)
    except Unreadable:
        return _digest(raw, 0)
    return _digest(mended, _content_start(fields))


def html_form(raw: bytes) -> str:
    """Return the HTML of a mail as text; "" where it has none, or cannot be read."""
    try:
        found = mime.structure(raw)
    except Unreadable:
        return ""
    part = next((part for part in found.parts if part.content_type == "text/html"), None)
    if part is None:
        return ""
    return html_text(text_of(found.body(part, 3 * HTML_OCTETS).data[:HTML_OCTETS], part.parameters.get("charset", "")))


def _letter(found: Structure, envelope_recipient: str) -> Letter:
    headers: dict[str, tuple[str, ...]] = {}
    for field in found.fields:
        headers[field.name] = (*headers.get(field.name, ()), field.value)
    sender = _sender(headers)
    subject = decoded(headers.get("subject", ("",))[0])
    reading = _Reading(found)
    return Letter(
        envelope_recipient=envelope_recipient,
        sender=sender.address,
        sender_name=sender.name,
        from_fields=len(headers.get("from", ())),
        reply_to=next((box.address for value in headers.get("reply-to", ()) for box in mailboxes(value)), ""),
        return_path=_return_path(headers),
        recipients=tuple(dict.fromkeys(_recipients(headers, envelope_recipient))),
        subject=subject,
        bare_subject=bare_subject(subject),
        message_id=next(iter(message_ids(headers.get("message-id", ("",))[0])), ""),
        references=tuple(dict.fromkeys(_references(headers))),
        headers=headers,
        content_type=found.content_type,
        parameters=found.parameters,
        types=found.containers | {part.content_type for part in found.parts},
        calendar_method=_calendar_method(found),
        reaction=any(part.disposition == "reaction" or part.content_type in _REACTIONS for part in found.parts),
        text=reading.text(),
        unread=reading.unread(),
    )


def _sender(headers: Mapping[str, tuple[str, ...]]) -> Mailbox:
    values = headers.get("from", ())
    boxes = mailboxes(values[0]) if len(values) == 1 else []
    return boxes[0] if len(boxes) == 1 else Mailbox("", "")


def _return_path(headers: Mapping[str, tuple[str, ...]]) -> str | None:
    values = headers.get("return-path")
    if not values:
        return None
    sender = values[0].strip().strip("<>").strip()
    # A user of this machine has no domain, and another's address may be one that we could not write to: only nothing
    # at all is the null sender, and the name that some servers put in its place.
    return "" if sender.casefold() in ("", "mailer-daemon") else usable_address(sender) or sender


def _recipients(headers: Mapping[str, tuple[str, ...]], envelope_recipient: str) -> Iterator[str]:
    if envelope := usable_address(envelope_recipient):
        yield envelope
    for name in (*_DELIVERED_TO, "to", "cc"):
        for value in headers.get(name, ()):
            yield from (box.address for box in mailboxes(value))


def _references(headers: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    for value in headers.get("in-reply-to", ()):
        yield from message_ids(value)
    for value in headers.get("references", ()):
        yield from reversed(message_ids(value))


def _calendar_method(found: Structure) -> str:
    """Return what a calendar part is for: some programs say it in the calendar alone."""
    for part in found.parts:
        if part.content_type == "text/calendar":
            inside = _METHOD.search(found.body(part, _CALENDAR_OCTETS).data)
            return part.parameters.get("method", inside[1].decode() if inside else "").casefold()
    return ""


def _content_start(fields: Iterable[Field]) -> int:
    for field in fields:
        if field.name not in _TRACE and not field.name.startswith(_TRACE_PREFIXES):
            return field.start
    return 0


def _digest(raw: bytes, start: int) -> str:
    digest = hashlib.sha256()
    for at in range(start, len(raw), _CHUNK):
        digest.update(raw[at : min(at + _CHUNK, len(raw))].replace(b"\r", b""))
    return digest.hexdigest()


def _is_winmail(part: Part) -> bool:
    return part.content_type in _WINMAIL or part.filename.casefold() == "winmail.dat"


class _Reading:
    """The text of a mail, put together from its parts, and a note of what could not be read."""

    def __init__(self, found: Structure) -> None:
        self.found = found
        self.notes = set(found.notes)
        self.left = TEXT_OCTETS
        self.pieces = self._pieces()

    def text(self) -> str:
        """Return the text, within its caps."""
        lines = "\n".join(self.pieces).split("\n")
        if len(lines) > TEXT_LINES:
            self.notes.add("cut")
        return "\n".join(lines[:TEXT_LINES])

    def unread(self) -> tuple[str, ...]:
        """Return the keys of what could not be read."""
        return tuple(sorted(self.notes))

    def _pieces(self) -> list[str]:
        """Return the text of each part that counts: where plain text and HTML say the same, the plain text."""
        plain: dict[int, list[str]] = {}
        waiting: list[tuple[int, Part]] = []
        order: list[tuple[int, str]] = []
        for part in self.found.parts:
            if not self._is_shown(part):
                continue
            if part.content_type == "text/html" or _is_winmail(part):
                waiting.append((len(order), part))
                order.append((part.alternative, ""))
            else:
                text = self._text(part)
                plain.setdefault(part.alternative, []).append(text)
                order.append((part.alternative, text))
        for place, part in waiting:
            # Outside of an alternative only the plain text before an HTML part can be its twin: what follows may be
            # the footer of a mailing list.
            twins = plain.get(part.alternative, []) if part.alternative else [text for _, text in order[:place]]
            if not "".join(twins).strip():
                order[place] = (part.alternative, self._winmail(part) if _is_winmail(part) else self._html(part))
            elif _is_winmail(part):
                self.notes.add("winmail")
        return [text for _, text in order if text]

    def _is_shown(self, part: Part) -> bool:
        if _is_winmail(part):
            return True
        if part.content_type in _OPAQUE:
            self.notes.add(_OPAQUE[part.content_type])
            return False
        if part.content_type == "message/rfc822":
            # A forwarded mail: whatever it says was written to somebody else.
            self.notes.add("attachment")
        if part.content_type not in ("text/plain", "text/html"):
            return part.content_type.startswith("multipart/")
        if part.disposition == "attachment" or (part.disposition and part.filename):
            self.notes.add("attachment")
            return False
        return part.disposition != "reaction"

    def _text(self, part: Part) -> str:
        text = self._decoded(part)
        if part.parameters.get("format", "").casefold() == "flowed":
            return unflowed(text, delete_space=part.parameters.get("delsp", "").casefold() == "yes")
        return text

    def _html(self, part: Part) -> str:
        html = self._decoded(part, HTML_OCTETS)
        text = html_text(html) if html.strip() else ""
        if html.strip() and not text.strip():
            self.notes.add("html")
        return text

    def _winmail(self, part: Part) -> str:
        """Return the text in an Outlook file; only the first of a mail is opened, which takes a process."""
        data = self.found.body(part, 2 * winmail.MOST_OCTETS).data if "winmail" not in self.notes else b""
        self.notes.add("winmail")
        kind, text = winmail.winmail_text(data) if data else ("", "")
        text = clean(html_text(text[:HTML_OCTETS]) if kind == "html" and text.strip() else text)[: self.left]
        if text.strip():
            self.notes.discard("winmail")
        self.left -= len(text)
        return text

    def _decoded(self, part: Part, most: int = TEXT_OCTETS) -> str:
        # An encoding makes a text up to three times as long.
        most = min(most, self.left)
        decoded_body = self.found.body(part, 3 * most)
        if not decoded_body.whole:
            self.notes.add("base64")
            return ""
        data = decoded_body.data
        if len(data) > most:
            self.notes.add("cut")
            data = data[:most]
        self.left -= len(data)
        return text_of(data, part.parameters.get("charset", ""))
