"""The configuration: every key with its default and one line of meaning, read from TOML and checked.

`config.toml` in the root of the sources is this file's content in words. Only the standard library is used here, since
every command reads it.
"""

# ruff: noqa: RUF009 - `key` and `section` make dataclass fields

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

from pbem import secret
from pbem.errors import Misconfigured, NotFound
from pbem.secret import Secrets
from pbem.tables import NOT_A_KEY, SPANS, Place, Size, Where, anchored, at_least, key, one_of, read, section

FILE = "config.toml"
_ADDRESS = re.compile(r"[^\s@<>\"(),;:\\]+@[^\s@<>\"(),;:\\]+")
READER = "{reader}"
"""Stands in `unsubscribe_url` for the code of the reader."""

_SQLITE = "sqlite:///"
_SECOND = at_least(SPANS["s"])


def _our_address(value: object) -> str:
    good = _ADDRESS.fullmatch(str(value)) and "+" not in str(value)
    return "" if good else "an address like turns@example.org, without a plus part"


def _address_or_empty(value: object) -> str:
    return "" if value == "" or _ADDRESS.fullmatch(str(value)) else "an address like ann@example.org, or nothing"


def _host(value: object) -> str:
    """Check a server's name as the network will read it, so that a slip is told at once and not at each connection."""
    name = str(value)
    try:
        good = re.fullmatch(r"[^\s/@]*", name) and name.encode("idna") is not None
    except UnicodeError:
        good = False
    return "" if good else "a server's name like mail.example.org, or nothing"


def _port(value: object) -> str:
    return "" if 1 <= int(str(value)) <= 65_535 else "a number from 1 to 65535"


def _page(value: object) -> str:
    good = re.fullmatch(r"https://[^\s<>]+", str(value)) and str(value).count(READER) == 1
    return "" if value == "" or good else f"a page like https://play.example.org/leave?{READER}, or nothing"


def _zone(value: object) -> str:
    if value == "UTC":
        return ""
    from zoneinfo import ZoneInfo

    try:
        ZoneInfo(str(value))
    except (ValueError, OSError, KeyError):  # ZoneInfoNotFoundError is a KeyError
        return "a time zone like Europe/Berlin"
    return ""


@dataclass(frozen=True)
class Mail:
    """Who we are in the world of mail."""

    address: str = key(
        "turns@example.org", "where players write to; short before the @, without a plus part", _our_address
    )
    name: str = key("pbem", "the name that players see beside the address")
    moderator: str = key("", "who is told of trouble; empty: nobody, and `pbem status` shows it", _address_or_empty)
    since: datetime | None = key(None, "mail that arrived before is never touched; set by `pbem init`")
    dedicated: bool = key(False, "the IMAP mailbox is ours alone: every mail in it is read and moved")
    authserv_id: str = key("", "whose Authentication-Results are believed; empty: nobody's")
    check_dkim: bool = key(False, "check DKIM signatures ourselves as well; needs the extra `pbem[dkim]`")
    require_pass: bool = key(False, "take nothing from a sender whose domain could not be verified")
    plus: bool = key(True, "plus parts of our address arrive; if not, only answers to our mails are understood")
    reply_to: bool = key(True, "Reply-To arrives; if not, the reply address stands in From")
    message_id: bool = key(True, "our Message-IDs arrive as we set them; if not, References carry them too")
    unsubscribe_url: str = key(
        "", "a page for one-click unsubscribing, with {reader} in it; empty: by mail only", _page
    )


@dataclass(frozen=True)
class Database:
    """Where everything is kept."""

    url: str = key("sqlite:///pbem.sqlite", "an SQLAlchemy URL; a relative SQLite file lies beside this file")


@dataclass(frozen=True)
class Imap:
    """A mailbox at a provider, or on a server of one's own, that is read by IMAP."""

    host: str = key("", "the server's name; empty: no IMAP", _host)
    port: int = key(993, "993 for tls, 143 for starttls", _port)
    security: str = key("tls", "tls, starttls or none", one_of("tls", "starttls", "none"))
    user: str = key("", "the login; its password stands in secrets.toml")
    folder: str = key("INBOX", "the folder that is read; in any other than INBOX every mail is taken as ours")
    processed: str = key("Processed", "the folder that our mails are moved to once they are stored")
    idle: bool = key(True, "let the server tell of new mail at once, where it can")
    timeout: timedelta = key(timedelta(seconds=30), "how long one answer is waited for", _SECOND)
    ca_file: Path | None = key(None, "a certificate to trust beside the system's, for a server of one's own")


@dataclass(frozen=True)
class Inbound:
    """The ways in; several may be open at once."""

    maildir: Path | None = key(Path("inbound"), "a Maildir of our own; empty: none")
    smtp: Place | None = key(Place("127.0.0.1", 2525), "host:port to listen on for SMTP; 0: a free port; empty: none")
    lmtp: Place | None = key(None, "host:port to listen on for LMTP, behind a mail server; empty: none")
    max_size: Size = key(Size(30_000_000), "a longer mail is refused, or its beginning quarantined", at_least(1))
    poll: timedelta = key(timedelta(minutes=1), "how often the ways in are asked, and deadlines looked at", _SECOND)
    imap: Imap = section(Imap)


@dataclass(frozen=True)
class Smtp:
    """The server that takes our mails."""

    host: str = key("", "the server's name; where set, mails go there and to no Maildir", _host)
    port: int = key(587, "587 for starttls, 465 for tls", _port)
    security: str = key("starttls", "tls, starttls or none", one_of("tls", "starttls", "none"))
    user: str = key("", "the login; its password stands in secrets.toml; empty: none")
    timeout: timedelta = key(timedelta(seconds=30), "how long one answer is waited for", _SECOND)
    ca_file: Path | None = key(None, "a certificate to trust beside the system's, for a server of one's own")


@dataclass(frozen=True)
class Outbound:
    """The way out: an SMTP server, or a Maildir for each recipient."""

    maildir: Path | None = key(Path("outbound"), "mails are delivered to <maildir>/<address in lower case>/")
    smtp: Smtp = section(Smtp)


@dataclass(frozen=True)
class Outbox:
    """How mails wait, and for how long."""

    max_per_day: int = key(0, "how many mails are sent in 24 hours, prompts first; 0: no limit", at_least(0))
    batch: int = key(64, "how many mails go out over one connection", at_least(1))
    retry: timedelta = key(timedelta(minutes=1), "the wait after the first failure; it doubles each time", _SECOND)
    retry_at_most: timedelta = key(timedelta(hours=4), "the longest wait between two attempts", _SECOND)
    give_up: timedelta = key(timedelta(days=5), "after this long a mail goes to the dead letters", _SECOND)
    hold: timedelta = key(timedelta(hours=1), "how long all waits after the server refused our account", _SECOND)


@dataclass(frozen=True)
class Retention:
    """How long things are kept."""

    days: int = key(90, "how long raw mails are kept; longer for unfinished games, and in quarantine", at_least(1))


@dataclass(frozen=True)
class Games:
    """What a new game has unless told otherwise."""

    deadline: timedelta = key(timedelta(hours=48), "the time for one move", at_least(SPANS["m"]))
    policy: str = key("remind", "when it has passed: wait, remind or stand-in", one_of("wait", "remind", "stand-in"))
    zone: str = key("UTC", "the time zone that dates are shown in", _zone)


@dataclass(frozen=True)
class Signup:
    """Who may come."""

    open: bool = key(False, "strangers may write `new` and `join`; otherwise only invited ones")


@dataclass(frozen=True)
class Limits:
    """What one sender may cause."""

    per_sender: int = key(1000, "answers to one address in an hour; what is over is told in the next", at_least(1))
    per_host: int = key(10_000, "answers to one mail domain in an hour", at_least(1))


@dataclass(frozen=True)
class Config:
    """The whole configuration; paths are absolute once it is loaded."""

    mail: Mail = section(Mail)
    database: Database = section(Database)
    inbound: Inbound = section(Inbound)
    outbound: Outbound = section(Outbound)
    outbox: Outbox = section(Outbox)
    retention: Retention = section(Retention)
    games: Games = section(Games)
    signup: Signup = section(Signup)
    limits: Limits = section(Limits)
    directory: Path = field(default=Path(), metadata=NOT_A_KEY)

    def secrets(self) -> Secrets:
        """Return the passwords and signing keys beside the configuration.

        Raises:
            Misconfigured: where the file is missing, open to others, or not to be read.
        """
        return secret.load(self.directory / secret.FILE)


def load(path: Path) -> Config:
    """Return the configuration in a file, its paths made absolute from where the file lies.

    Raises:
        NotFound: where there is no such file.
        Misconfigured: for what cannot be used in it, with the key, its meaning and the remedy.
    """
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise NotFound(f"There is no configuration at {path}.", "Make one with: pbem init DIR") from error
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise Misconfigured(f"{path} cannot be read: {error}.", "Mend it; config.toml shows how.") from error
    directory = path.absolute().parent
    config = anchored(read(Config, table, Where(path)), directory)
    _check_vouching(config.mail)
    return replace(config, directory=directory, database=_database(directory, config.database))


def _check_vouching(mail: Mail) -> None:
    if mail.require_pass and not mail.authserv_id and not mail.check_dkim:
        reason = (
            "[mail] require_pass is true, and nothing is set that could vouch for anybody: no mail would be played."
        )
        remedy = "Set authserv_id to the name your server writes into Authentication-Results, or check_dkim = true."
        raise Misconfigured(reason, remedy)


def _database(directory: Path, database: Database) -> Database:
    path = database.url.removeprefix(_SQLITE)
    relative = path != database.url and path and not path.startswith((":", "/"))
    return replace(database, url=f"{_SQLITE}{(directory / path).as_posix()}") if relative else database
