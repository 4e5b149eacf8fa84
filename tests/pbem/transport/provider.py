"""A fake provider with a big provider's manners: what it refuses, rewrites and leaves out, over real SMTP and IMAP."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, Session

from pbem.transport.base import Parcel
from pbem.transport.imap_client import Mailbox
from pbem.transport.maildir_out import MaildirSink
from tests.pbem.transport.imap_server import PASSWORD, USER, Hand, running
from tests.pbem.transport.relay import context

ALL_MAIL = "[Gmail]/All Mail"
SENT = "[Gmail]/Sent Mail"


@dataclass(frozen=True)
class Manners:
    """What the provider does, as one or another big one does.

    Attributes:
        quota: how many mails an account may send in a day; then 550 5.4.5.
        takes_passwords: False where only app passwords are taken, and a person's own is refused with 534.
        rewrites_message_ids: every mail sent gets a Message-ID of the provider's.
        drops_plus: the plus part is gone from every recipient of a mail that comes in.
        drops_reply_to: Reply-To is gone from every mail sent.
        vouches_for_itself: a mail to oneself has Authentication-Results too.
        labels: folders are labels: what is moved stays in "All Mail", and so does what is sent.
    """

    quota: int = 10_000
    takes_passwords: bool = True
    rewrites_message_ids: bool = False
    drops_plus: bool = False
    drops_reply_to: bool = False
    vouches_for_itself: bool = False
    labels: bool = False


@dataclass
class Provider:
    """A running provider.

    Attributes:
        address: the account of the service.
        folder: where the mailboxes of all others lie, each a Maildir by its address in lower case.
        manners: what it does; may be changed while it runs.
        submission: the port that takes mails from who logs in, with STARTTLS.
        door: the port that takes mails for its accounts from everybody, as a stranger's server or a player's.
        sent_today: how many mails the service has sent since `new_day`.
        refused: how many it was not let send.
        logins_refused: how often it was not let in.
    """

    address: str
    folder: Path
    manners: Manners = field(default_factory=Manners)
    submission: int = 0
    door: int = 0
    imap: int = 0
    sent_today: int = 0
    refused: int = 0
    logins_refused: int = 0
    log: list[str] = field(default_factory=list)
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))
    _hand: Hand | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def mailbox(self) -> Mailbox:
        """The service's mailbox."""
        return Mailbox("127.0.0.1", self.imap, "none", USER, PASSWORD, timeout=20)

    def new_day(self) -> None:
        """Begin a new day: the quota is whole again."""
        self.sent_today = 0

    def change(self, **manners: object) -> None:
        """Change some of its manners."""
        self.manners = replace(self.manners, **manners)

    def login(self, server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: object) -> AuthResult:
        """Let in who knows the password, where passwords are taken."""
        if not self.manners.takes_passwords:
            self.logins_refused += 1
            return AuthResult(success=False, handled=False, message="534 5.7.9 Application-specific password required")
        if data.password != PASSWORD.encode():
            return AuthResult(success=False, handled=False, message="535 5.7.8 Username and Password not accepted")
        return AuthResult(success=True)

    def submit(self, envelope: Envelope) -> str:
        """Take a mail of the service, or say that the day's quota is used up."""
        if self.sent_today >= self.manners.quota:
            self.refused += 1
            return "550 5.4.5 Daily user sending limit exceeded"
        self.sent_today += 1
        raw = self._outgoing(bytes(envelope.content))
        if self.manners.labels:
            self._put(raw, SENT, (b"\\Seen",))
            self._put(raw, ALL_MAIL, (b"\\Seen",))
        for recipient in envelope.rcpt_tos:
            self._deliver(raw, envelope.mail_from, recipient, from_us=True)
        return "250 2.0.0 OK"

    def take(self, envelope: Envelope) -> str:
        """Take a mail from the world."""
        for recipient in envelope.rcpt_tos:
            self._deliver(bytes(envelope.content), envelope.mail_from, recipient, from_us=False)
        return "250 2.0.0 OK"

    def _deliver(self, raw: bytes, sender: str, recipient: str, from_us: bool) -> None:
        if not self._is_account(recipient):
            self.log.append(recipient)
            sink = MaildirSink(self.folder, lambda: datetime.now(UTC))
            list(sink.send([Parcel(recipient, sender, raw, next(self._numbers))]))
            return
        # A mail to oneself is the one just sent, shown in the inbox too: no server has written its trace on top of it.
        arriving = self._to_itself(raw) if from_us else self._incoming(raw, sender, recipient)
        flags = (b"\\Seen",) if from_us else ()
        self._put(arriving, "INBOX", flags)
        if self.manners.labels and not from_us:
            self._put(arriving, ALL_MAIL, flags)

    def _outgoing(self, raw: bytes) -> bytes:
        if self.manners.rewrites_message_ids:
            fresh = b"Message-ID: <%d.rewritten@provider.example>" % next(self._numbers)
            raw = re.sub(rb"(?im)^message-id:[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*", fresh, raw, count=1)
        if self.manners.drops_reply_to:
            raw = re.sub(rb"(?im)^reply-to:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*", b"", raw, count=1)
        return raw

    def _incoming(self, raw: bytes, sender: str, recipient: str) -> bytes:
        to = self.address if self.manners.drops_plus else recipient
        trace = f"Delivered-To: {to}\r\nReturn-Path: <{sender}>\r\n{_verdict(sender)}\r\n"
        return trace.encode() + self._without_plus(raw)

    def _to_itself(self, raw: bytes) -> bytes:
        verdict = f"{_verdict(self.address)}\r\n" if self.manners.vouches_for_itself else ""
        return verdict.encode() + self._without_plus(raw)

    def _without_plus(self, raw: bytes) -> bytes:
        """Return a mail as it comes in: where plus parts get lost, without them in its recipients."""
        if not self.manners.drops_plus:
            return raw
        local, _, domain = self.address.partition("@")
        ours = rb"%s\+[^@\s<>]*@%s" % (re.escape(local).encode(), re.escape(domain).encode())
        head, gap, body = raw.partition(b"\r\n\r\n")
        recipients = re.compile(rb"(?im)^(?:to|cc):[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*")
        plain = recipients.sub(lambda field: re.sub(rb"(?i)" + ours, self.address.encode(), field[0]), head)
        return plain + gap + body

    def _put(self, raw: bytes, folder: str, flags: tuple[bytes, ...]) -> None:
        with self._lock:
            self._hand = self._hand or Hand(self.mailbox)
            if not self._hand.client.folder_exists(folder):
                self._hand.client.create_folder(folder)
            self._hand.put(raw, datetime.now(UTC), folder, flags)

    def close(self) -> None:
        """Let go of the mailbox."""
        if self._hand is not None:
            self._hand.close()
            self._hand = None

    def _is_account(self, address: str) -> bool:
        local, _, domain = address.casefold().rpartition("@")
        return f"{local.partition('+')[0]}@{domain}" == self.address.casefold()


def _verdict(sender: str) -> str:
    return f"Authentication-Results: mx.provider.example; dmarc=pass header.from={sender.rpartition('@')[2]}"


class _Counter:
    """The commands of one of the provider's two ports."""

    def __init__(self, provider: Provider, submission: bool) -> None:
        self._take = provider.submit if submission else provider.take

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Hand the mail on; delivering takes a moment, and the port goes on meanwhile."""
        return await server.loop.run_in_executor(None, self._take, envelope)


class _Door(Controller):
    def _trigger_server(self) -> None:
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()


@contextmanager
def providing(folder: Path, address: str = "turns@example.org", manners: Manners | None = None) -> Iterator[Provider]:
    """Run a provider."""
    provider = Provider(address, folder, manners or Manners())
    wants = {"tls_context": context(), "require_starttls": True, "auth_required": True}
    ends = {"hostname": "127.0.0.1", "port": 0, "server_hostname": "mx.provider.example"}
    submission = _Door(_Counter(provider, submission=True), authenticator=provider.login, **wants, **ends)
    door = _Door(_Counter(provider, submission=False), **ends)
    with running() as provider.imap:
        for each in (submission, door):
            each.start()
        provider.submission, provider.door = submission.port, door.port
        try:
            yield provider
        finally:
            for each in (submission, door):
                each.stop()
            provider.close()
