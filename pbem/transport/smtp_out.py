"""Mails out through an SMTP server: one connection a batch, TLS and login, each reply taken for what it says."""

from __future__ import annotations

import base64
import re
import smtplib
import ssl
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from pbem.errors import AccountRefused, Unreachable
from pbem.transport import replies
from pbem.transport.base import Delivery, Parcel
from pbem.transport.replies import Stage

Security: TypeAlias = Literal["tls", "starttls", "none"]

_LINE_END = re.compile(rb"\r\n|\r|\n")
_UNSAYABLE = re.compile(r"[\s<>\x00-\x1f\x7f]")
_NO_ANSWER = "The mail server did not answer, or broke off."


class Server(NamedTuple):
    """The server that takes our mails.

    Attributes:
        host: its name.
        port: 465 for TLS, 587 for STARTTLS, as a rule.
        security: "tls" from the first octet, "starttls" or "none".
        user: the login; empty for none.
        password: the password that goes with it.
        timeout: how long one answer is waited for, in seconds.
        ca_file: a certificate to trust beside the system's, for a server of one's own.
    """

    host: str
    port: int
    security: Security = "starttls"
    user: str = ""
    password: str = ""
    timeout: float = 30.0
    ca_file: Path | None = None

    def __repr__(self) -> str:
        return f"Server({self.host}:{self.port}, {self.security}, user={self.user!r})"


class _Refusal(Exception):
    """The server's reply to one step, where it was not the one hoped for."""

    def __init__(self, stage: Stage, code: int, text: str) -> None:
        super().__init__(f"{code} {text}")
        self.stage: Stage = stage
        self.code = code
        self.text = text


class SmtpSink:
    """Sends through one server.

    Args:
        server: where and how to connect.
        attempts: how often a connection is tried before the batch is put off.
    """

    def __init__(self, server: Server, attempts: int = 3) -> None:
        self._server = server
        self._attempts = attempts

    def send(self, parcels: Sequence[Parcel]) -> Iterator[Delivery]:
        """Send the parcels over one connection; a lost one is made anew once."""
        if not parcels:
            return
        batch = _Batch(self._server, self._attempts)
        try:
            for parcel in parcels:
                yield batch.deliver(parcel)
        finally:
            batch.close()

    def check(self) -> None:
        """Connect, log in and leave.

        Raises:
            AccountRefused: where the server refuses the login.
            Unreachable: where it does not answer.
        """
        try:
            _hang_up(_connected(self._server, self._attempts))
        except _Refusal as refusal:
            remedy = "Check the user and the password; many providers want an app password."
            raise AccountRefused(f"{self._server.host} refuses the login: {refusal}.", remedy) from refusal
        except (OSError, smtplib.SMTPException) as error:
            place = f"{self._server.host}:{self._server.port}"
            raise Unreachable(f"The mail server {place} does not answer: {error}.", "Check [outbound.smtp].") from error


class _Batch:
    """One batch: its connection, and the verdict on the rest once there is one."""

    def __init__(self, server: Server, attempts: int) -> None:
        self._server = server
        self._attempts = attempts
        self._losses = 0
        self._client: smtplib.SMTP | None = None
        self._rest: Delivery | None = None

    def close(self) -> None:
        """End the connection."""
        if self._client is not None:
            _hang_up(self._client)
            self._client = None

    def deliver(self, parcel: Parcel) -> Delivery:
        """Send one parcel, or give it the verdict on the rest."""
        if self._rest is not None:
            return self._rest._replace(key=parcel.key)
        try:
            self._client = self._client or _connected(self._server, self._attempts)
        except _Refusal as refusal:
            self._rest = _delivery(parcel, refusal)
            return self._rest
        except (OSError, smtplib.SMTPException) as error:
            self._rest = Delivery(parcel.key, "later", 0, f"{_NO_ANSWER} {error}")
            return self._rest
        return self._deliver(self._client, parcel)

    def _deliver(self, client: smtplib.SMTP, parcel: Parcel) -> Delivery:
        try:
            return _sent(client, parcel)
        except _Refusal as refusal:
            delivery = _delivery(parcel, refusal)
            if delivery.result == "account":
                self._rest = delivery
            if refusal.code == 421 or not _reset(client):
                self._lose()
            return delivery
        except ValueError:
            _reset(client)
            return Delivery(parcel.key, "refused", 0, f"The server takes no address like {parcel.recipient!r}.")
        except (OSError, smtplib.SMTPException) as error:
            # The mail may have gone out; it comes again under the same Message-ID.
            self._lose()
            return Delivery(parcel.key, "later", 0, f"{_NO_ANSWER} {error}")

    def _lose(self) -> None:
        self.close()
        self._losses += 1
        if self._losses > 1 and self._rest is None:
            self._rest = Delivery(0, "later", 0, _NO_ANSWER)


def _delivery(parcel: Parcel, refusal: _Refusal) -> Delivery:
    what = replies.result(refusal.stage, refusal.code, refusal.text)
    return Delivery(parcel.key, what, refusal.code, refusal.text)


def _connected(server: Server, attempts: int) -> smtplib.SMTP:
    """Return a connection, secured and logged in; a silent server is tried again, a refusal is not."""
    import stamina

    for attempt in stamina.retry_context(on=_passes, attempts=attempts, timeout=3 * server.timeout):
        with attempt:
            return _connect(server)
    raise smtplib.SMTPServerDisconnected(_NO_ANSWER)


def _passes(error: Exception) -> bool:
    # A certificate that does not fit will not fit a second later.
    passing = isinstance(error, OSError | smtplib.SMTPServerDisconnected)
    return passing and not isinstance(error, ssl.SSLCertVerificationError | smtplib.SMTPResponseException)


def _connect(server: Server) -> smtplib.SMTP:
    context = _context(server)
    client: smtplib.SMTP
    try:
        if server.security == "tls":
            client = smtplib.SMTP_SSL(server.host, server.port, timeout=server.timeout, context=context)
        else:
            client = smtplib.SMTP(server.host, server.port, timeout=server.timeout)
    except smtplib.SMTPConnectError as error:
        raise _Refusal("mail", error.smtp_code, _text(error.smtp_error)) from error
    try:
        _log_in(client, server, context)
    except BaseException:
        client.close()
        raise
    return client


def _log_in(client: smtplib.SMTP, server: Server, context: ssl.SSLContext) -> None:
    try:
        if server.security == "starttls":
            client.starttls(context=context)
        client.ehlo_or_helo_if_needed()
        if server.user:
            _authenticate(client, server)
    except smtplib.SMTPNotSupportedError as error:
        raise _Refusal("login", 502, str(error)) from error
    except smtplib.SMTPHeloError as error:
        raise _Refusal("mail", error.smtp_code, _text(error.smtp_error)) from error
    except smtplib.SMTPResponseException as error:
        raise _Refusal("login", error.smtp_code, _text(error.smtp_error)) from error


def _authenticate(client: smtplib.SMTP, server: Server) -> None:
    if (server.user + server.password).isascii():
        client.login(server.user, server.password)
        return
    # The library's login speaks ASCII alone; RFC 4616 wants UTF-8.
    said = base64.b64encode(f"\0{server.user}\0{server.password}".encode()).decode()
    code, text = client.docmd("AUTH", f"PLAIN {said}")
    if code != 235:
        raise smtplib.SMTPAuthenticationError(code, text)


def _context(server: Server) -> ssl.SSLContext:
    context = ssl.create_default_context()
    if server.ca_file is not None:
        context.load_verify_locations(server.ca_file)
    return context


def _sent(client: smtplib.SMTP, parcel: Parcel) -> Delivery:
    if _UNSAYABLE.search(parcel.recipient + parcel.sender):
        raise ValueError("an address holds what would end the command")
    options = _options(client, parcel)
    _step("mail", *client.mail(parcel.sender, options))
    _step("rcpt", *client.rcpt(parcel.recipient))
    try:
        code, text = client.data(_LINE_END.sub(b"\r\n", parcel.raw))
    except smtplib.SMTPDataError as error:
        raise _Refusal("data", error.smtp_code, _text(error.smtp_error)) from error
    _step("data", code, text)
    return Delivery(parcel.key, "sent", code, _text(text))


def _step(stage: Stage, code: int, text: bytes) -> None:
    if not 200 <= code <= 299:
        raise _Refusal(stage, code, _text(text))


def _options(client: smtplib.SMTP, parcel: Parcel) -> list[str]:
    options = [f"SIZE={len(parcel.raw)}"] if client.has_extn("size") else []
    if not parcel.raw.isascii() and client.has_extn("8bitmime"):
        options.append("BODY=8BITMIME")
    if not (parcel.recipient + parcel.sender).isascii() and client.has_extn("smtputf8"):
        options.append("SMTPUTF8")
    return options


def _reset(client: smtplib.SMTP) -> bool:
    """Return whether the connection can carry another mail."""
    try:
        code, _ = client.rset()
    except (OSError, smtplib.SMTPException):
        return False
    return code == 250


def _hang_up(client: smtplib.SMTP) -> None:
    with suppress(OSError, smtplib.SMTPException):
        client.quit()
    client.close()


def _text(words: bytes | str) -> str:
    return words.decode("utf-8", "replace") if isinstance(words, bytes) else words
