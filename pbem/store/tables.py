"""The tables. Times are whole Unix seconds; JSON is stored as text and always assigned whole."""

from __future__ import annotations

from sqlalchemy import Column, Index, LargeBinary, MetaData, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

SQLModel.metadata.naming_convention = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

metadata: MetaData = SQLModel.metadata


def _text() -> Column[str]:
    return Column(Text, nullable=False)


def _bytes() -> Column[bytes]:
    return Column(LargeBinary, nullable=False)


class Person(SQLModel, table=True):
    """Somebody who plays; the name is what other players read."""

    id: int | None = Field(default=None, primary_key=True)
    name: str
    created: int
    banned: bool = False
    zone: str = ""
    """The time zone of the dates in mails; empty for the service's own."""
    threads: bool = True
    """Whether the mails of a game are to stand in one thread."""
    ascii: bool = False
    """Whether mails hold nothing but ASCII."""
    mails: bool = True
    """Whether mails are wanted that are no answers."""


class Address(SQLModel, table=True):
    """The only table that holds people's addresses; `mailbox` is the normal form by which they are compared."""

    id: int | None = Field(default=None, primary_key=True)
    person_id: int | None = Field(default=None, foreign_key="person.id", index=True)
    address: str
    mailbox: str = Field(unique=True)
    verified: bool = False
    preferred: bool = False
    hard_bounces: int = 0
    """Failures in a row that say that the address does not work."""
    soft_bounces: int = 0
    bounced: int = 0
    """When the last hard failure was told."""
    confirmed_on: int = 0
    """When a confirming mail last went there, so that a stranger gets at most one a day."""


class Game(SQLModel, table=True):
    """A match: its engine and options, the snapshot of its state, and its chance."""

    id: int | None = Field(default=None, primary_key=True)
    engine: str
    options: str = Field(sa_column=_text())
    seat_count: int
    state: str = Field(index=True)
    """open, running, paused, over or cancelled."""
    rules_version: int
    version: int = 0
    snapshot: bytes = Field(default=b"", sa_column=_bytes())
    last_entry: int = 0
    turns: int = 0
    seed: str
    key: str = ""
    counter: int = 0
    deadline: int
    """Seconds that a seat has for its answer."""
    policy: str
    created: int
    started: int | None = None
    ended: int | None = None
    standings: str = Field(default="[]", sa_column=_text())
    host_id: int | None = Field(default=None, foreign_key="person.id")


class Seat(SQLModel, table=True):
    """A seat of a match: who sits there, its phase, its deadline, what it has been shown."""

    __table_args__ = (Index("ix_seat_alarm", "alarm"), Index("ix_seat_owed_at", "owed_at"))

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    seat: int = Field(primary_key=True)
    name: str = ""
    person_id: int | None = Field(default=None, foreign_key="person.id", index=True)
    level: int | None = None
    """The level of the stand-in that plays; None where a person plays."""
    resigned: bool = False
    code: str = Field(default="", index=True)
    """The code of an invitation to this seat, while it is open."""
    phrase: str = ""
    phase: int = 0
    asked: bool = False
    due: int | None = None
    alarm: int | None = None
    """When the deadline is looked at next: `due` at first, later the time of the next reminder."""
    left: int | None = None
    """Seconds that were left when the clock was stopped."""
    seen_entry: int = 0
    seen_press: int = 0
    lists: int = 0
    """How many numbered lists the phase has had."""
    standing: str = Field(default="{}", sa_column=_text())
    kept: str = Field(default="[]", sa_column=_text())
    note: str = Field(default="", sa_column=_text())
    thread: str = ""
    """The Message-ID of the newest mail to the seat."""
    owed: int = 0
    """How many answers were withheld, since the sender has had so many."""
    owed_at: int | None = None
    """When they are told of together."""


class Entry(SQLModel, table=True):
    """One line of a match's record, as `engines.play.Entry`; rows are only ever added."""

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    number: int = Field(primary_key=True)
    seat: int | None = None
    text: str | None = None
    outcome: str | None = Field(default=None, sa_column=Column(Text))
    draw: int | None = None
    purpose: str | None = None
    by: str
    reveals: bool
    events: str = Field(sa_column=_text())
    rules_version: int
    made: int
    inbox_id: int | None = None


class Inbox(SQLModel, table=True):
    """A mail as it arrived. The same mail for the same recipient is one row."""

    __table_args__ = (UniqueConstraint("digest", "recipient"), Index("ix_inbox_state", "state", "id"))

    id: int | None = Field(default=None, primary_key=True)
    digest: str
    recipient: str
    arrived: int
    source: str
    state: str
    """new, done, held, quarantined or dropped."""
    rule: str = ""
    game_id: int | None = None
    seat: int | None = None
    error: str = Field(default="", sa_column=_text())
    repeats: int = 0


class InboxRaw(SQLModel, table=True):
    """The bytes of a mail as they arrived, apart from what becomes of it: to note that, nobody writes 25 MB anew."""

    __tablename__ = "inbox_raw"

    id: int = Field(foreign_key="inbox.id", primary_key=True)
    raw: bytes = Field(sa_column=_bytes())


class Outbox(SQLModel, table=True):
    """A mail to be sent; its Message-ID is fixed when the row is written."""

    __table_args__ = (Index("ix_outbox_state", "state", "priority", "id"), Index("ix_outbox_sent", "sent"))

    id: int | None = Field(default=None, primary_key=True)
    message_id: str = Field(unique=True)
    address_id: int = Field(foreign_key="address.id")
    kind: str
    game_id: int | None = Field(default=None, index=True)
    seat: int | None = None
    phase: int | None = None
    at_entry: int = 0
    menu: str = Field(default="[]", sa_column=_text())
    sender: str
    """The envelope sender, to which bounces come."""
    subject: str
    inbox_id: int | None = None
    hold_id: int | None = None
    """The question that it puts, so that the answer is known by the Message-ID alone."""
    priority: int = 1
    state: str
    """waiting, sending, sent or dead."""
    attempts: int = 0
    due: int
    made: int
    sent: int | None = None
    error: str = Field(default="", sa_column=_text())


class OutboxRaw(SQLModel, table=True):
    """The bytes of a mail to be sent, and its text, with which the quotes in answers are compared."""

    __tablename__ = "outbox_raw"

    id: int = Field(foreign_key="outbox.id", primary_key=True)
    raw: bytes = Field(sa_column=_bytes())
    text: str = Field(sa_column=_text())


class Press(SQLModel, table=True):
    """What players and moderators say to each other; shown with the news."""

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    seat: int | None = None
    """The seat that speaks; None for the moderator."""
    to_seat: int | None = None
    text: str = Field(sa_column=_text())
    made: int


class Hold(SQLModel, table=True):
    """A mail that waits for a word of its owner: orders from elsewhere, or a first contact."""

    __table_args__ = (Index("ix_hold_seat", "game_id", "seat", "address_id"),)

    id: int | None = Field(default=None, primary_key=True)
    kind: str
    """orders, join or address."""
    address_id: int = Field(foreign_key="address.id")
    """The address that wrote first."""
    inbox_id: int | None = None
    game_id: int | None = None
    seat: int | None = None
    phase: int | None = None
    details: str = Field(default="{}", sa_column=_text())
    made: int
    state: str = "open"


class Tally(SQLModel, table=True):
    """How many answers an address, or a mail domain, has had in an hour."""

    name: str = Field(primary_key=True)
    hour: int = Field(primary_key=True)
    number: int


class Act(SQLModel, table=True):
    """What moderators did, with the reason they gave."""

    id: int | None = Field(default=None, primary_key=True)
    game_id: int | None = Field(default=None, index=True)
    made: int
    what: str
    reason: str = Field(default="", sa_column=_text())


class Setting(SQLModel, table=True):
    """Small facts about the installation: when it was made, what the operator has been told."""

    name: str = Field(primary_key=True)
    value: str = Field(sa_column=_text())
