"""`pbem doctor --round-trip`: a mail to ourselves shows what the ways out and in do to our mails, and it is noted.

What is looked at: whether the plus part of the address, Reply-To and Message-ID come back as they were sent, and under
which name the receiving server writes what it thinks of the sender.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path
from typing import NamedTuple

from pbem.app import App, build
from pbem.config import Config, load
from pbem.doctor import Finding, password_remedy
from pbem.errors import PbemError
from pbem.initial import change
from pbem.mail import letter
from pbem.mail.address import Addresses, Keys, mailbox
from pbem.mail.letter import Letter
from pbem.store import mails, people
from pbem.store.records import InboxRow, OutboxRow
from pbem.transport.base import Delivery, Parcel
from pbem.transport.maildir_out import MaildirSink

WAIT_SECONDS = 120.0
_PAUSE_SECONDS = 2.0
_AUTHSERV = re.compile(r"\s*([A-Za-z0-9][A-Za-z0-9.-]*)\s*(?:\d+\s*)?;")


class _Probe(NamedTuple):
    """The mail that makes the trip.

    Attributes:
        to: our address with a plus part.
        message_id: its Message-ID; it stands in References too, so that it is known even where it was rewritten.
        after: the number of the newest mail in the inbox before it was sent.
    """

    to: str
    message_id: str
    after: int


def make(path: Path, seconds: float = WAIT_SECONDS, pause: Callable[[float], None] = time.sleep) -> Iterator[Finding]:
    """Send the mail, wait for it, yield a finding for each thing looked at, and set the keys that it decides.

    Args:
        path: the configuration; keys of it are changed.
        seconds: how long the mail is waited for.
        pause: lets time pass between two looks.
    """
    config = load(path)
    app = build(config)
    try:
        if app.sink is None or isinstance(app.sink, MaildirSink):
            remedy = "Set [outbound.smtp]; what stays on this machine needs no round trip."
            yield Finding("round trip", False, "No mail leaves this machine.", remedy)
            return
        probe = _prepared(config, app)
        sent = _sent(config, app, probe)
        yield sent
        if sent.well:
            yield from _back(path, config, app, probe, seconds, pause)
    finally:
        app.close()


def _prepared(config: Config, app: App) -> _Probe:
    """Write down that we send a mail of this Message-ID, so that an answer to it is known as ours."""
    kept, office, now = config.secrets(), app.office, app.now()
    to = Addresses(config.mail.address, Keys(kept.signing_keys(), kept.current)).join
    message_id, our = office.message_id(), config.mail.address
    with office.database.write() as unit:
        address = people.ensure_address(unit, our, mailbox(our))
        row = OutboxRow(
            message_id=message_id,
            address_id=address.id,
            kind="probe",
            game_id=None,
            seat=None,
            phase=None,
            at_entry=0,
            menu="[]",
            sender=our,
            raw=b"",
            subject=_subject(message_id),
            text="",
            inbox_id=None,
            hold_id=None,
            priority=0,
            state="sent",
            attempts=1,
            due=now,
            made=now,
            sent=now,
            error="",
        )
        mails.send(unit, row)
        return _Probe(to, message_id, mails.newest_number(unit))


def _sent(config: Config, app: App, probe: _Probe) -> Finding:
    mail = EmailMessage()
    mail["From"] = config.mail.address
    mail["To"] = mail["Reply-To"] = probe.to
    mail["Subject"] = _subject(probe.message_id)
    mail["Date"] = format_datetime(datetime.fromtimestamp(app.now(), UTC))
    mail["Message-ID"] = mail["References"] = f"<{probe.message_id}>"
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content("This mail finds out what becomes of our mails on their way. It needs no answer.\n")
    parcel = Parcel(probe.to, config.mail.address, mail.as_bytes(), 0)
    deliveries = [] if app.sink is None else [*app.sink.send([parcel])]
    return next(
        (_told(config, delivery, probe) for delivery in deliveries), Finding("sent", False, "Nothing was sent.")
    )


def _told(config: Config, delivery: Delivery, probe: _Probe) -> Finding:
    if delivery.result == "sent":
        return Finding("sent", True, f"to {probe.to}")
    words = f"{delivery.code} {delivery.text}".strip()
    if delivery.result == "account":
        return Finding("sent", False, words, password_remedy(config.outbound.smtp.host))
    return Finding("sent", False, words, "docs/hosting.md has a table of what servers say.")


def _back(
    path: Path, config: Config, app: App, probe: _Probe, seconds: float, pause: Callable[[float], None]
) -> Iterator[Finding]:
    """Wait for the mail, and yield what had become of it."""
    looks = max(1, int(seconds / _PAUSE_SECONDS))
    for _ in range(looks):
        try:
            row = _arrived(app, probe)
        except PbemError as failure:
            yield Finding("came back", False, failure.reason, failure.remedy)
            return
        if row is not None:
            yield Finding("came back", True, f"by {row.source}")
            yield from _compared(path, config, letter.read(row.raw, row.recipient or None), probe)
            return
        pause(_PAUSE_SECONDS)
    remedy = (
        "Look for it in the mailbox: in another folder, or with the spam. Does the plus part of the address arrive?"
    )
    yield Finding("came back", False, f"not within {int(seconds)} seconds", remedy)


def _arrived(app: App, probe: _Probe) -> InboxRow | None:
    """Fetch once, and return the mail where it is there; `pbem serve` may have been quicker."""
    for source in app.sources:
        source.fetch(app.accept)
    with app.office.database.write() as unit:
        row = mails.newer_with(unit, probe.after, probe.message_id.encode())
        if row is not None and row.state == "new":
            mails.mark(unit, row.id, "done", "round_trip")
        return row


def _compared(path: Path, config: Config, read: Letter, probe: _Probe) -> Iterator[Finding]:
    plus = any(recipient.casefold() == probe.to for recipient in read.recipients)
    without = "lost: only answers to our own mails are understood now"
    yield _set(path, "mail.plus", config.mail.plus, plus, "plus part", without)
    reply_to = probe.to in read.header("reply-to").casefold()
    without = "lost: the address for answers stands in From now"
    yield _set(path, "mail.reply_to", config.mail.reply_to, reply_to, "Reply-To", without)
    message_id = read.message_id == probe.message_id
    without = "another one was put in its place: References carry ours now"
    yield _set(path, "mail.message_id", config.mail.message_id, message_id, "Message-ID", without)
    yield _authserv(path, config, read)


def _set(path: Path, key: str, before: bool, found: bool, what: str, without: str) -> Finding:
    if before != found:
        change(path, key, found)
    changed = f" ({key} is {str(found).lower()} now)" if before != found else ""
    return Finding(what, True, ("arrives" if found else without) + changed)


def _authserv(path: Path, config: Config, read: Letter) -> Finding:
    """Find the name under which the receiving server vouches for senders; only its topmost field is its own."""
    what, fields = "Authentication-Results", read.headers.get("authentication-results", ())
    found = _AUTHSERV.match(fields[0]) if fields else None
    if found is None:
        return Finding(what, True, "none on a mail from ourselves; [mail] authserv_id stays as it is")
    if found[1] == config.mail.authserv_id:
        return Finding(what, True, f"by {found[1]}")
    change(path, "mail.authserv_id", found[1])
    return Finding(what, True, f"by {found[1]} (mail.authserv_id is set)")


def _subject(message_id: str) -> str:
    return f"Round trip {message_id.partition('@')[0][:8]}"
