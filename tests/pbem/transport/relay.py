"""A small real SMTP server that takes our mails, and refuses them as it is told."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, Session


@dataclass
class Relay:
    """The server's memory, and what it says.

    Attributes:
        mails: the envelopes that were taken.
        says: replies by address: the recipient's at RCPT, or the sender's at MAIL.
        data_says: the replies to the next mails; then 250.
        drop_after: how many mails are read and then answered with silence: the connection is cut.
        connections: how many there were.
    """

    mails: list[Envelope] = field(default_factory=list)
    says: dict[str, str] = field(default_factory=dict)
    data_says: list[str] = field(default_factory=list)
    drop_after: int = 0
    connections: int = 0
    password: str = "s3cret"
    port: int = 0

    async def handle_EHLO(self, server: SMTP, session: Session, envelope: Envelope, name: str, replies: list) -> list:
        """Count a connection."""
        session.host_name = name
        return replies

    async def handle_MAIL(self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list) -> str:
        """Take a sender, or say what is laid down for it."""
        if address in self.says:
            return self.says[address]
        envelope.mail_from = address
        envelope.mail_options = options
        return "250 OK"

    async def handle_RCPT(self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list) -> str:
        """Take a recipient, or say what is laid down for it."""
        if address in self.says:
            return self.says[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Take a mail, or do what is laid down."""
        if self.data_says:
            return self.data_says.pop(0)
        self.mails.append(envelope)
        if self.drop_after:
            self.drop_after -= 1
            server.transport.abort()
        return "250 OK"

    def login(self, server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: object) -> AuthResult:
        """Let in who knows the password."""
        return AuthResult(success=data.password == self.password.encode(), handled=False)


class _Door(Controller):
    def factory(self) -> SMTP:
        self.handler.connections += 1
        return super().factory()

    def _trigger_server(self) -> None:
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()


@contextmanager
def running(relay: Relay, **options: object) -> Iterator[Relay]:
    """Run a relay on a free port; `connections` counts from 0."""
    door = _Door(relay, hostname="127.0.0.1", port=0, server_hostname="relay.example", **options)
    door.start()
    relay.port, relay.connections = door.port, 0
    try:
        yield relay
    finally:
        door.stop()


CERTIFICATE = Path(__file__).with_name("localhost.pem")
"""A certificate for this machine and its key, for tests only."""


def context() -> ssl.SSLContext:
    """Return a server's context with that certificate."""
    found = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    found.load_cert_chain(CERTIFICATE)
    return found
