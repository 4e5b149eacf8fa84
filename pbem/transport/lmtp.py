"""A listener for LMTP, behind a mail server of one's own: one answer for each recipient, as RFC 2033 wants it."""

from __future__ import annotations

from typing import AnyStr

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import Envelope, Session

from pbem.transport.smtp import Connection, Handler, SmtpListener


class LmtpConnection(LMTP, Connection):
    """One LMTP session. The base class answers once for all recipients, which makes servers deliver again."""

    _recipients = 0
    """How many answers are owed for the mail just sent; 0 outside of DATA."""

    async def smtp_DATA(self, arg: str) -> None:
        """Read the mail and answer once for each recipient."""
        try:
            await super().smtp_DATA(arg)
        finally:
            self._recipients = 0

    async def push(self, status: AnyStr) -> None:
        """Send a reply; one that concerns the whole mail is said once for each recipient."""
        text = status if isinstance(status, str) else status.decode()
        if self._recipients:
            owed, self._recipients = self._recipients, 0
            text = text if "\r\n" in text else "\r\n".join([text] * owed)
        if text.startswith("354") and self.envelope is not None:
            self._recipients = len(self.envelope.rcpt_tos)
        await super().push(text)


class LmtpHandler(Handler):
    """Answers for each recipient on its own."""

    async def handle_DATA(self, server: Connection, session: Session, envelope: Envelope) -> str:
        """Store the mail for each recipient; the server comes again only for those that failed."""
        return "\r\n".join([await self.store(envelope, recipient) for recipient in envelope.rcpt_tos])


class LmtpListener(SmtpListener):
    """Listens for LMTP on one address; otherwise as `SmtpListener`."""

    source = "lmtp"
    connection = LmtpConnection
    handler = LmtpHandler
