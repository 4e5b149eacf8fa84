"""A whole house in a folder: the toy game, a real SQLite file, a clock that is set by hand, mails kept in memory."""

from __future__ import annotations

import email
import email.policy
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from functools import lru_cache
from itertools import count
from pathlib import Path

from engines import discover
from engines.api import Engine
from pbem.app import App
from pbem.config import Config, Mail
from pbem.mail.address import Addresses, Keys
from pbem.mail.render import Renderer
from pbem.service.create import Bot, Plan, Player, new_game
from pbem.service.match import Match, load
from pbem.service.office import Office
from pbem.store.database import Database
from pbem.transport.base import Received
from pbem.transport.memory import MemorySink
from tests.toy import ENGINE as TOY

START = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)
SERVICE = "turns@play.example.org"
SEED = "5e" * 32
TOY_TEMPLATES = Path(__file__).parent.parent / "toy" / "templates"


RENDERER = Renderer([TOY_TEMPLATES])
"""Shared by all houses: templates are compiled once."""


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.time = START

    def __call__(self) -> datetime:
        return self.time

    def pass_by(self, **spans: float) -> None:
        """Let time pass."""
        self.time += timedelta(**spans)


class House:
    """The service with everything real but the network."""

    def __init__(
        self, folder: Path, config: Config | None = None, engines: dict[str, Engine] | None = None, first_id: int = 1
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.clock = Clock()
        self.sink = MemorySink()
        base = config or Config()
        base = replace(base, mail=replace(base.mail, address=SERVICE), directory=folder)
        database = Database(f"sqlite:///{folder / 'pbem.sqlite'}")
        if not (folder / "pbem.sqlite").exists():
            database.create()
        numbers = count(first_id)
        tokens = count(1)
        self.office = Office(
            config=base,
            database=database,
            engines=dict(engines or {"toy": TOY}),
            renderer=RENDERER,
            addresses=Addresses(SERVICE, Keys({"k": b"k" * 32}, "k"), plus=base.mail.plus),
            zone=UTC,
            message_id=lambda: f"{next(numbers):020x}@play.example.org",
            token=lambda octets: next(tokens).to_bytes(octets, "big"),
        )
        self.app = App(self.office, self.clock, sink=self.sink)
        self._arrivals = count(1)

    @property
    def now(self) -> int:
        """The time in Unix seconds."""
        return int(self.clock().timestamp())

    def new_game(self, *names: str, engine: str = "toy", bots: tuple[Bot, ...] = (), **more: object) -> int:
        """Make a game of these players, whose addresses are <name>@example.org, and send its first mails."""
        if engine not in self.office.engines:
            self.office.engines.update(discover())
        players = [Player(name.partition("@")[0], address(name)) for name in names]
        plan = Plan(engine=engine, players=players, bots=bots, **{"seed": SEED, **more})
        with self.office.database.write() as unit:
            number = new_game(self.office, unit, plan, self.now)
        self.app.tick()
        return number

    def match(self, game: int = 1) -> Match:
        """Return a match as it stands in the store."""
        with self.office.database.read() as unit:
            return load(unit, self.office.engines, game, self.now)

    def mails(self, name: str) -> list[EmailMessage]:
        """Return every mail that a player has got, oldest first."""
        return [read(parcel.raw) for parcel in self.sink.sent if parcel.recipient == address(name)]

    def newest(self, name: str) -> EmailMessage:
        """Return the newest mail to a player."""
        return self.mails(name)[-1]

    def accept(self, raw: bytes, recipient: str | None = None, sender: str | None = None) -> None:
        """Let a mail arrive without processing it."""
        self.app.accept(Received(raw, recipient, sender, self.clock(), "test"))

    def reply(self, name: str, text: str, to: EmailMessage | None = None, **headers: str) -> EmailMessage | None:
        """Let a player reply to the newest mail, or the one given; return the answer, None where there is none."""
        before = len(self.mails(name))
        answered = to if to is not None else self.newest(name)
        mail = reply_to(answered, address(name), text, f"r{next(self._arrivals)}@example.org", **headers)
        self.accept(mail.as_bytes(), str(mail["To"]))
        self.app.tick()
        mails = self.mails(name)
        return mails[before] if len(mails) > before else None

    def write(self, sender: str, to: str, text: str, **headers: str) -> None:
        """Let a fresh mail arrive and be processed."""
        mail = EmailMessage()
        mail["From"], mail["To"] = sender, to
        mail["Subject"] = headers.pop("Subject", "hello")
        mail["Message-ID"] = f"<w{next(self._arrivals)}@example.org>"
        for header, value in headers.items():
            mail[header.replace("_", "-")] = value
        mail.set_content(text)
        self.accept(mail.as_bytes(), to)
        self.app.tick()


def address(name: str) -> str:
    """Return a player's address."""
    return name if "@" in name else f"{name.casefold()}@example.org"


@lru_cache(maxsize=4096)
def read(raw: bytes) -> EmailMessage:
    """Read a mail of ours."""
    message = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    return message


def reply_to(mail: EmailMessage, sender: str, text: str, message_id: str, **headers: str) -> EmailMessage:
    """Return the reply that a plain mail program would write: the text on top, the quote below."""
    reply = EmailMessage()
    reply["From"] = sender
    reply["To"] = str(mail["Reply-To"])
    reply["Subject"] = headers.pop("Subject", f"Re: {mail['Subject']}")
    reply["Message-ID"] = f"<{message_id}>"
    reply["In-Reply-To"] = reply["References"] = str(mail["Message-ID"])
    for header, value in headers.items():
        reply[header.replace("_", "-")] = value
    quoted = "\n".join(f"> {line}" for line in text_of(mail).splitlines())
    reply.set_content(f"{text}\n\nOn Tue, 1 Dec 2026, pbem <{mail['Reply-To']}> wrote:\n{quoted}\n")
    return reply


def text_of(mail: EmailMessage | None) -> str:
    """Return the plain text of a mail."""
    assert mail is not None, "there is no mail"
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def flat(mail: EmailMessage | None) -> str:
    """Return the plain text of a mail in one line, so that a sentence is found however it was wrapped."""
    return " ".join(text_of(mail).split())


def html_of(mail: EmailMessage) -> str:
    """Return the HTML of a mail."""
    body = mail.get_body(("html",))
    assert body is not None
    return str(body.get_content())


def configured(**mail: object) -> Config:
    """Return a configuration with these keys in [mail]."""
    return replace(Config(), mail=replace(Mail(), **mail))
