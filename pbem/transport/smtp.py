"""A listener that other servers, or mail programs on this machine, push mails to by SMTP (aiosmtpd)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeAlias

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from pbem.errors import Misconfigured
from pbem.transport.base import Accept, Clock, Received
from pbem.transport.trace import bare

# Real mails hold longer lines than RFC 5321 allows; a refusal would be for good, and the mail lost.
LINE_OCTETS = 100_000
# A sender that goes on far beyond the limit without a line's end would fill the memory.
_RUNAWAY = 2
_AGAIN = "451 4.3.0 The mail could not be stored now; please come again"
_FOREIGN = "550 5.1.1 No such mailbox here, and nothing is relayed"

Ours: TypeAlias = Callable[[str], bool]
"""Says whether an address is one of this service."""

_log = logging.getLogger(__name__)


class Connection(SMTP):
    """One SMTP session, patient with long lines and closed on a sender that never ends."""

    _octets = 0

    def __init__(self, handler: Handler, data_size_limit: int, **how: Any) -> None:
        # A mail whose lines end in bare line feeds is one long line here, and may be as long as any mail.
        self.line_length_limit = max(LINE_OCTETS, data_size_limit)
        super().__init__(handler, data_size_limit=data_size_limit, **how)

    def data_received(self, data: bytes) -> None:
        """Count what one mail brings, and break off far beyond the limit."""
        self._octets += len(data)
        if self.data_size_limit and self._octets > _RUNAWAY * self.data_size_limit + LINE_OCTETS:
            _log.warning("a sender went on far beyond max_size and was cut off")
            if self.transport is not None:
                self.transport.abort()  # type: ignore[attr-defined]
            return
        super().data_received(data)

    def mail_begins(self) -> None:
        """Start counting anew."""
        self._octets = 0


class Handler:
    """What the listener does with a session's commands; 250 is said only after the mail was stored."""

    def __init__(self, accept: Accept, ours: Ours, clock: Clock, source: str) -> None:
        self._accept = accept
        self._ours = ours
        self._clock = clock
        self._source = source
        # One mail at a time, as one transaction at a time; the network goes on meanwhile.
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix=f"{source}-accept")

    def close(self) -> None:
        """Wait for the mail being stored."""
        self._worker.shutdown(wait=True)

    async def handle_MAIL(
        self, server: Connection, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Note the envelope sender."""
        server.mail_begins()
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 2.1.0 OK"

    async def handle_RCPT(
        self, server: Connection, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Take our own addresses only: this is never an open relay."""
        if not self._ours(address):
            return _FOREIGN
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: Connection, session: Session, envelope: Envelope) -> str:
        """Store the mail once for each recipient; one failure, and the sender comes again with all of them."""
        answers = [await self.store(envelope, recipient) for recipient in envelope.rcpt_tos]
        return next((answer for answer in answers if not answer.startswith("250")), answers[0])

    async def handle_exception(self, error: Exception) -> str:
        """Answer for a fault of ours: never for good, so that the sender keeps the mail."""
        _log.error("a fault in a %s session: %r", self._source, error, exc_info=error)
        return _AGAIN

    async def store(self, envelope: Envelope, recipient: str) -> str:
        """Store the mail for one recipient and return the reply."""
        raw = envelope.original_content or b""
        sender = bare((envelope.mail_from or "").encode("utf-8", "replace"))
        received = Received(raw, recipient, sender, self._clock(), self._source)
        try:
            await asyncio.get_running_loop().run_in_executor(self._worker, self._accept, received)
        except Exception as error:
            return await self.handle_exception(error)
        return "250 2.6.0 Stored"


class _Door(Controller):
    """The controller of one listener; with port 0 it takes a free one and says which."""

    def __init__(self, connection: type[Connection], handler: Handler, host: str, port: int, max_size: int) -> None:
        super().__init__(
            handler, hostname=host, port=port, server_hostname="pbem", ident="pbem", data_size_limit=max_size
        )
        self._connection = connection

    def give_up(self) -> None:
        """Clean up after a start that failed."""
        if self._thread is not None:
            self._thread.join(1)
        if not self.loop.is_running():
            self.loop.close()
        self.handler.close()

    def factory(self) -> Connection:
        """Make one session."""
        return self._connection(self.handler, loop=self.loop, **self.SMTP_kwargs)

    def _trigger_server(self) -> None:
        if isinstance(self.server, asyncio.Server):
            self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()  # type: ignore[no-untyped-call]


class SmtpListener:
    """Listens for SMTP on one address.

    Args:
        host: the address to bind, as "127.0.0.1".
        port: the port; 0 for any free one.
        ours: says which recipients are taken; all others are refused.
        max_size: the limit in octets; a longer mail is refused with 552.
        clock: tells the time of acceptance.
    """

    source = "smtp"
    connection: type[Connection] = Connection
    handler: type[Handler] = Handler

    def __init__(self, host: str, port: int, ours: Ours, max_size: int, clock: Clock) -> None:
        self._host = host
        self._port = port
        self._ours = ours
        self._max_size = max_size
        self._clock = clock
        self._door: _Door | None = None

    def start(self, accept: Accept) -> int:
        """Listen from now on and return the bound port."""
        handler = self.handler(accept, self._ours, self._clock, self.source)
        door = _Door(self.connection, handler, self._host, self._port, self._max_size)
        try:
            door.start()
        except (OSError, TimeoutError) as error:
            door.give_up()
            raise Misconfigured(
                f"Nothing can listen on {self._host}:{self._port}: {error}.",
                f"Set another port at [inbound] {self.source}, or stop the program that holds this one.",
            ) from error
        self._door = door
        return int(door.port)

    def stop(self) -> None:
        """Stop listening, after the mail being stored was stored."""
        if self._door is None:
            return
        with suppress(RuntimeError):
            self._door.stop()
        self._door.handler.close()
        self._door = None
