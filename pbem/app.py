"""The only wiring: a configuration becomes a running service."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, BinaryIO, cast
from zoneinfo import ZoneInfo

import structlog
from filelock import FileLock, Timeout
from sqlalchemy import make_url

from engines import discover
from pbem.config import Config
from pbem.errors import Misconfigured, TryLater
from pbem.mail.address import Addresses, Keys
from pbem.mail.render import Renderer
from pbem.mail.signature import KeyLookup
from pbem.service import accept, deliver, expire, limits, process, reach, retention
from pbem.service.marks import KeptMarks
from pbem.service.office import Office
from pbem.store import mails
from pbem.store.database import FAILURES, Database
from pbem.transport.base import Clock, Listener, Received, Sink, Source, Watcher
from pbem.transport.imap_ours import Whose
from pbem.transport.maildir import MaildirSource, MaildirWatcher
from pbem.transport.maildir_out import MaildirSink

if TYPE_CHECKING:
    from pbem.transport.imap_client import Mailbox

log = structlog.get_logger()

_MESSAGE_ID_OCTETS = 10
_LOCK_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Passed:
    """What one pass did."""

    fetched: int = 0
    processed: int = 0
    expired: int = 0
    sent: int = 0
    complete: bool = True


@dataclass(slots=True)
class App:
    """The service, wired: its office, its ways in and out."""

    office: Office
    clock: Clock
    sources: Sequence[Source] = ()
    listeners: Sequence[Listener] = ()
    watchers: Sequence[Watcher] = ()
    sink: Sink | None = None
    lock: FileLock | None = None
    _closers: list[Callable[[], None]] = field(default_factory=list)

    def now(self) -> int:
        """Return the time in whole Unix seconds."""
        return int(self.clock().timestamp())

    def accept(self, received: Received) -> None:
        """Store one mail and commit."""
        accept.accept(self.office.database, received)

    def tick(self) -> Passed:
        """Make one whole pass: fetch, process, deadlines, send. Only one runs at a time, in whatever process.

        Raises:
            TryLater: where another process has been at work for too long.
        """
        if self.lock is None:
            return self._pass()
        try:
            with self.lock.acquire(timeout=_LOCK_SECONDS):
                return self._pass()
        except Timeout as waited:
            raise TryLater("Another pbem is at work on this database.", "Try again in a minute.") from waited

    def close(self) -> None:
        """Let go of the database."""
        self.office.database.close()

    def _pass(self) -> Passed:
        fetched, failures = self._fetch()
        complete = not failures
        processed = process.process(self.office, self.now())
        # A player's answer may lie in the part that could not be fetched, so nobody is found late now.
        expired = expire.expire(self.office, self.now()) if complete else 0
        limits.tell_owed(self.office, self.now())
        retention.empty(self.office, self.now())
        sent = deliver.deliver(self.office, self.sink, self.now()) if self.sink is not None else 0
        return Passed(fetched, processed, expired, sent, complete)

    def _fetch(self) -> tuple[int, list[str]]:
        """Return how many mails were fetched, and why those of some source could not be."""
        fetched, failures = 0, list[str]()
        for source in self.sources:
            name = type(source).__name__
            try:
                fetched += source.fetch(self.accept)
            except TryLater as failure:
                failures.append(failure.reason)
                log.warning("fetch failed", source=name, reason=failure.reason)
            except Exception as failure:
                # What a source stumbles over must not keep the others, and what is stored already, waiting.
                failures.append(f"{name} broke with {type(failure).__name__}; the log tells more.")
                log.exception("fetch failed", source=name)
        if self.sources:
            reach.note_fetch(self.office, failures, self.now())
        return fetched, failures


def utc_now() -> datetime:
    """Return the time; the one place where the service reads the clock."""
    return datetime.now(UTC)


def build(config: Config, clock: Clock = utc_now) -> App:
    """Wire the service that a configuration describes; nothing is opened or bound yet.

    Raises:
        Misconfigured: where keys, addresses or places cannot be used.
    """
    office = office_of(config)
    app = App(office, clock, lock=_lock(config))
    app.sink = _sink(config, clock)
    app.sources = list(_sources(config, office))
    app.listeners = list(_listeners(config, office.addresses, clock))
    app.watchers = list(_watchers(config))
    return app


def office_of(config: Config) -> Office:
    """Return the office of a configuration, for commands that neither fetch nor send."""
    kept = config.secrets()
    addresses = Addresses(config.mail.address, Keys(kept.signing_keys(), kept.current), plus=config.mail.plus)
    domain = config.mail.address.rpartition("@")[2]
    return Office(
        config=config,
        database=Database(config.database.url),
        engines=discover(),
        renderer=Renderer(),
        addresses=addresses,
        zone=UTC if config.games.zone == "UTC" else ZoneInfo(config.games.zone),
        message_id=partial(_message_id, domain),
        token=secrets.token_bytes,
        lookup=_lookup() if config.mail.check_dkim else None,
    )


def _lookup() -> KeyLookup:
    """Return the look-up of signing keys.

    Raises:
        Misconfigured: where the extra that checks signatures is not installed.
    """
    try:
        import dkim  # noqa: F401

        from pbem.transport.dns import text_record
    except ImportError as missing:
        reason = f"[mail] check_dkim needs a library that is not here: {missing}."
        raise Misconfigured(reason, "Install pbem[dkim], or set check_dkim to false.") from missing
    return text_record


def receive(config: Config, stream: BinaryIO, recipient: str | None, sender: str | None, clock: Clock = utc_now) -> int:
    """Store the mail that a stream holds and return the exit code for a mail server's pipe: 0 stored, 75 come again."""
    from pbem.transport import pipe

    database = Database(config.database.url)
    try:
        store = partial(accept.accept, database)
        return pipe.receive(stream, store, clock(), config.inbound.max_size, recipient, sender)
    finally:
        database.close()


def check_address(address: str) -> None:
    """Refuse a mailbox whose reply addresses would become too long once there are many games.

    Raises:
        Misconfigured: with the remedy.
    """
    Addresses(address, Keys({"a": bytes(32)}, "a")).reply(game=999_999, seat=9, phase=9_999)


def furnish(config: Config) -> bool:
    """Bring the tables to what this program needs; return False where nothing was to be done."""
    try:
        furnished(config)
    except Misconfigured:
        database = Database(config.database.url)
        database.create()
        database.close()
        return True
    return False


def furnished(config: Config) -> None:
    """Refuse a database that cannot be written or lacks tables.

    Raises:
        Misconfigured: with the remedy.
    """
    database = Database(config.database.url)
    try:
        with database.write():
            pass
    except FAILURES as failure:
        cause = getattr(failure, "orig", failure)
        raise Misconfigured(f"The database cannot be opened: {cause}.", "Look at [database] url.") from failure
    finally:
        database.close()


def _message_id(domain: str) -> str:
    return f"{secrets.token_hex(_MESSAGE_ID_OCTETS)}@{domain}"


def _lock(config: Config) -> FileLock:
    url = make_url(config.database.url)
    name = url.database if url.get_backend_name() == "sqlite" and url.database else str(config.directory / "pbem")
    return FileLock(f"{name}.lock")


def _sink(config: Config, clock: Clock) -> Sink | None:
    server = config.outbound.smtp
    if server.host:
        from pbem.transport.smtp_out import Security, Server, SmtpSink

        return SmtpSink(
            Server(
                host=server.host,
                port=server.port,
                security=cast(Security, server.security),
                user=server.user,
                password=config.secrets().smtp.reveal(),
                timeout=server.timeout.total_seconds(),
                ca_file=server.ca_file,
            )
        )
    return None if config.outbound.maildir is None else MaildirSink(config.outbound.maildir, clock)


def _sources(config: Config, office: Office) -> list[Source]:
    inbound, sources = config.inbound, list[Source]()
    if inbound.maildir is not None:
        sources.append(MaildirSource(inbound.maildir, inbound.max_size, config.mail.since))
    if inbound.imap.host:
        from pbem.transport.imap import ImapSource

        sources.append(
            ImapSource(_mailbox(config), KeptMarks(office.database), inbound.max_size, _whose(config, office))
        )
    return sources


def _whose(config: Config, office: Office) -> Whose:
    """Tell which mails of the mailbox are ours: all in a folder of ours, or those to our tags and in reply to ours."""
    dedicated = config.mail.dedicated
    return Whose(
        since=None if dedicated else config.mail.since,
        everything=dedicated or config.inbound.imap.folder.upper() != "INBOX",
        tagged=lambda address: office.addresses.read(address) is not None,
        sent_by_us=partial(_sent_by_us, office.database),
    )


def _sent_by_us(database: Database, message_id: str) -> bool:
    with database.read() as unit:
        return mails.sent(unit, message_id.strip("<>")) is not None


def _mailbox(config: Config) -> Mailbox:
    from pbem.transport.imap_client import Mailbox, Security

    place = config.inbound.imap
    return Mailbox(
        host=place.host,
        port=place.port,
        security=cast(Security, place.security),
        user=place.user,
        password=config.secrets().imap.reveal(),
        folder=place.folder,
        processed=place.processed,
        timeout=place.timeout.total_seconds(),
        ca_file=place.ca_file,
    )


def _listeners(config: Config, addresses: Addresses, clock: Clock) -> list[Listener]:
    inbound, listeners = config.inbound, list[Listener]()
    if inbound.smtp is not None:
        from pbem.transport.smtp import SmtpListener

        listeners.append(SmtpListener(inbound.smtp.host, inbound.smtp.port, addresses.owns, inbound.max_size, clock))
    if inbound.lmtp is not None:
        from pbem.transport.lmtp import LmtpListener

        listeners.append(LmtpListener(inbound.lmtp.host, inbound.lmtp.port, addresses.owns, inbound.max_size, clock))
    return listeners


def _watchers(config: Config) -> list[Watcher]:
    inbound, watchers = config.inbound, list[Watcher]()
    if inbound.maildir is not None:
        watchers.append(MaildirWatcher(inbound.maildir))
    if inbound.imap.host and inbound.imap.idle:
        from pbem.transport.imap_watch import ImapWatcher

        watchers.append(ImapWatcher(_mailbox(config)))
    return watchers


def stop_all(parts: Sequence[Listener | Watcher]) -> None:
    """Stop listeners and watchers; one that fails does not keep the others running."""
    for part in parts:
        with suppress(Exception):
            part.stop()
