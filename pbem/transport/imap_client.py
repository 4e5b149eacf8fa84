"""A connection to an IMAP server: always with a timeout, its faults told as ours, its folders made where missing."""

from __future__ import annotations

import re
import ssl
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from imapclient import IMAPClient
from imapclient.exceptions import IMAPClientAbortError, IMAPClientError, LoginError

from pbem.errors import AccountRefused, Unreachable

Security: TypeAlias = Literal["tls", "starttls", "none"]

REFUSED_WAIT = 600.0
"""Seconds until a refused login is tried again: many in a row make a provider lock the account."""

# RFC 5530: with these a login fails for now, whatever the password is.
_PASSING = re.compile(r"\[(?:UNAVAILABLE|LIMIT|INUSE|SERVERBUG)\]", re.IGNORECASE)


class Mailbox(NamedTuple):
    """A mailbox on a server, and the folders in it that concern us.

    Attributes:
        host: the server's name.
        port: 993 for TLS, 143 for STARTTLS, as a rule.
        security: "tls" from the first octet, "starttls" or "none".
        user: the login.
        password: the password that goes with it.
        folder: the folder that is read.
        processed: the folder that our mails are moved to.
        timeout: how long one answer is waited for, in seconds.
        ca_file: a certificate to trust beside the system's, for a server of one's own.
    """

    host: str
    port: int
    security: Security
    user: str
    password: str
    folder: str = "INBOX"
    processed: str = "Processed"
    timeout: float = 30.0
    ca_file: Path | None = None

    def __repr__(self) -> str:
        return f"Mailbox({self.name}, port {self.port}, {self.security})"

    @property
    def name(self) -> str:
        """The name under which its mark is kept."""
        return f"{self.user}@{self.host}/{self.folder}"


@contextmanager
def connected(mailbox: Mailbox) -> Iterator[IMAPClient]:
    """Log in and, at the end, out again.

    Raises:
        AccountRefused: where the server refuses the login.
        Unreachable: where it does not answer, breaks off, or refuses what is asked of it.
    """
    with _told(mailbox):
        client = _connect(mailbox)
        try:
            _log_in(client, mailbox)
            yield client
        except (OSError, IMAPClientError):
            # A peer that has failed once is asked for nothing more, not even a farewell.
            _hang_up(client)
            raise
        except BaseException:
            _log_out(client)
            raise
        _log_out(client)


def move(client: IMAPClient, uids: Sequence[int], folder: str) -> bool:
    """Move mails to a folder and return whether that could be done.

    Where the server cannot MOVE, they are copied and exactly they are expunged; where it cannot do that either,
    they stay: a plain EXPUNGE would take away what a person has only marked as deleted.
    """
    try:
        return _move(client, uids, folder)
    except IMAPClientAbortError:
        raise
    except IMAPClientError:
        # As a rule there is no such folder yet, or names begin otherwise here; asking first would cost every pass.
        return _move(client, uids, _folder(client, folder))


def _move(client: IMAPClient, uids: Sequence[int], folder: str) -> bool:
    if client.has_capability("MOVE"):
        client.move(uids, folder)
        return True
    if client.has_capability("UIDPLUS"):
        client.copy(uids, folder)
        client.delete_messages(uids, silent=True)
        client.uid_expunge(uids)
        return True
    return False


@contextmanager
def _told(mailbox: Mailbox) -> Iterator[None]:
    """Tell a fault of the library as one of ours."""
    try:
        yield
    except LoginError as error:
        if isinstance(error.__context__, IMAPClientAbortError) or _PASSING.search(str(error)):
            place = f"{mailbox.host}:{mailbox.port}"
            raise Unreachable(f"The mailbox at {place} takes no login now: {_words(error)}.", "Wait.") from error
        remedy = "Check the user and the password; many providers want an app password, and IMAP switched on."
        raise AccountRefused(f"{mailbox.host} refuses the login: {_words(error)}.", remedy) from error
    except (OSError, IMAPClientError) as error:
        place = f"{mailbox.host}:{mailbox.port}"
        raise Unreachable(
            f"The mailbox at {place} cannot be read: {_words(error)}.", "Check [inbound.imap]."
        ) from error


def _connect(mailbox: Mailbox) -> IMAPClient:
    context = ssl.create_default_context()
    if mailbox.ca_file is not None:
        context.load_verify_locations(mailbox.ca_file)
    tls = mailbox.security == "tls"
    client = IMAPClient(
        mailbox.host, mailbox.port, ssl=tls, ssl_context=context if tls else None, timeout=mailbox.timeout
    )
    client.normalise_times = False
    if mailbox.security == "starttls":
        try:
            client.starttls(context)
        except BaseException:
            _hang_up(client)
            raise
    return client


def _log_in(client: IMAPClient, mailbox: Mailbox) -> None:
    # The LOGIN command speaks ASCII alone; RFC 4616 wants UTF-8.
    login = client.login if (mailbox.user + mailbox.password).isascii() else client.plain_login
    login(mailbox.user, mailbox.password)
    # What a server can do, it tells a stranger only in part.
    client._cached_capabilities = None
    client.capabilities()


def _log_out(client: IMAPClient) -> None:
    try:
        client.logout()
    except (OSError, IMAPClientError):
        _hang_up(client)


def _hang_up(client: IMAPClient) -> None:
    with suppress(OSError, IMAPClientError):
        client.shutdown()


def _folder(client: IMAPClient, folder: str) -> str:
    """Return the folder's name on this server; it is made where it is missing."""
    if client.folder_exists(folder):
        return folder
    name = _prefix(client) + folder
    if name == folder or not client.folder_exists(name):
        client.create_folder(name)
        client.subscribe_folder(name)
    return name


def _prefix(client: IMAPClient) -> str:
    """Return what the names of a person's own folders begin with: nothing, or "INBOX." on some servers."""
    if not client.has_capability("NAMESPACE"):
        return ""
    personal = client.namespace().personal
    return str(personal[0][0]) if personal else ""


def _words(error: Exception) -> str:
    text = str(error) or type(error).__name__
    return text.rstrip(".")
