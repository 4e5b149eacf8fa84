"""Stores mails as they arrive; only then is their source told that we have them."""

from __future__ import annotations

import structlog

from pbem.errors import TryLater
from pbem.mail import letter
from pbem.store import mails
from pbem.store.database import FAILURES, Database
from pbem.transport.base import Received

log = structlog.get_logger()


def accept(database: Database, received: Received) -> None:
    """Store a mail and commit; the same mail for the same recipient, delivered again, is only counted.

    A mail over the size limit, of which only the beginning came in, is put into quarantine when its turn comes.

    Raises:
        TryLater: where it could not be stored; the source keeps it.
    """
    error = ""
    if received.cut_from is not None:
        error = f"The mail has {received.cut_from} octets; only its beginning was kept."
    try:
        with database.write() as unit:
            new = mails.add_mail(
                unit,
                letter.content_digest(received.raw),
                _sayable(received.recipient or "").casefold(),
                int(received.arrived.timestamp()),
                received.source,
                _traced(received),
                "new",
                error,
            )
    except FAILURES as failure:
        raise TryLater(f"The mail could not be stored: {type(failure).__name__}.", "It stays where it is.") from failure
    log.info("mail stored", source=received.source, octets=len(received.raw), new=new)


def _sayable(recipient: str) -> str:
    """Return an address as the database takes it; bytes that are no text were no address of ours anyway."""
    return recipient.encode("utf-8", "replace").decode().replace("\0", "?")


def _traced(received: Received) -> bytes:
    """Return the mail with its envelope sender in front, as the last server before us would have written it."""
    if received.sender is None or received.raw[:12].lower() == b"return-path:":
        return received.raw
    # Only what can stand in a header line goes there, whatever an envelope may hold.
    sender = "".join(c for c in received.sender if c.isascii() and c.isprintable() and c not in "<> ")
    return b"Return-Path: <%s>\r\n%s" % (sender.encode(), received.raw)
