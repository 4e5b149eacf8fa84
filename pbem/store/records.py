"""Rows as values: what the repositories hand out and take back. Times are whole Unix seconds."""

from __future__ import annotations

from typing import NamedTuple


class GameRow(NamedTuple):
    """A match without its snapshot."""

    id: int
    engine: str
    options: str
    seat_count: int
    state: str
    rules_version: int
    version: int
    last_entry: int
    turns: int
    seed: str
    key: str
    counter: int
    deadline: int
    policy: str
    created: int
    started: int | None
    ended: int | None
    standings: str
    host_id: int | None


class SeatRow(NamedTuple):
    """A seat of a match; the columns are explained at `tables.Seat`."""

    game_id: int
    seat: int
    name: str = ""
    person_id: int | None = None
    level: int | None = None
    resigned: bool = False
    code: str = ""
    phrase: str = ""
    phase: int = 0
    asked: bool = False
    due: int | None = None
    alarm: int | None = None
    left: int | None = None
    seen_entry: int = 0
    seen_press: int = 0
    lists: int = 0
    standing: str = "{}"
    kept: str = "[]"
    note: str = ""
    thread: str = ""
    owed: int = 0
    owed_at: int | None = None

    @property
    def open(self) -> bool:
        """True while nobody sits here."""
        return self.person_id is None and self.level is None

    @property
    def played_by_person(self) -> bool:
        """True where a person, and no stand-in, gives the orders."""
        return self.person_id is not None and not self.resigned and self.level is None


class EntryRow(NamedTuple):
    """One line of a match's record."""

    game_id: int
    number: int
    seat: int | None
    text: str | None
    outcome: str | None
    draw: int | None
    purpose: str | None
    by: str
    reveals: bool
    events: str
    rules_version: int
    made: int
    inbox_id: int | None


class InboxRow(NamedTuple):
    """A mail that arrived."""

    id: int
    digest: str
    recipient: str
    arrived: int
    source: str
    raw: bytes
    state: str
    rule: str = ""
    game_id: int | None = None
    seat: int | None = None
    error: str = ""
    repeats: int = 0


class OutboxRow(NamedTuple):
    """A mail to be sent, without its number."""

    message_id: str
    address_id: int
    kind: str
    game_id: int | None
    seat: int | None
    phase: int | None
    at_entry: int
    menu: str
    sender: str
    raw: bytes
    subject: str
    text: str
    inbox_id: int | None
    hold_id: int | None
    priority: int
    state: str
    attempts: int
    due: int
    made: int
    sent: int | None
    error: str


class SentRow(NamedTuple):
    """What is known of a mail of ours when an answer to it comes in."""

    message_id: str
    address_id: int
    kind: str
    game_id: int | None
    seat: int | None
    phase: int | None
    at_entry: int
    menu: str
    subject: str
    text: str
    hold_id: int | None = None


class WaitingRow(NamedTuple):
    """A mail that is due to be sent."""

    id: int
    address: str
    sender: str
    raw: bytes
    attempts: int
    made: int
    address_id: int


class AddressRow(NamedTuple):
    """An address and whose it is."""

    id: int
    person_id: int | None
    address: str
    mailbox: str
    verified: bool
    preferred: bool
    hard_bounces: int
    soft_bounces: int
    bounced: int
    confirmed_on: int


class PersonRow(NamedTuple):
    """Somebody who plays."""

    id: int
    name: str
    created: int
    banned: bool
    zone: str = ""
    threads: bool = True
    ascii: bool = False
    mails: bool = True


class ReaderRow(NamedTuple):
    """Where a person's mails go, and how he likes them."""

    address_id: int
    address: str
    hard_bounces: int
    person_id: int | None
    zone: str = ""
    threads: bool = True
    ascii: bool = False
    mails: bool = True


class DeadRow(NamedTuple):
    """A mail of ours that was given up."""

    id: int
    person_id: int | None
    kind: str
    game_id: int | None
    seat: int | None
    made: int
    attempts: int
    error: str


class PressRow(NamedTuple):
    """A word from one seat, or from the moderator, to one or to all."""

    id: int
    game_id: int
    seat: int | None
    to_seat: int | None
    text: str
    made: int


class HoldRow(NamedTuple):
    """A mail that waits for a word of its owner."""

    id: int
    kind: str
    address_id: int
    inbox_id: int | None
    game_id: int | None
    seat: int | None
    phase: int | None
    details: str
    made: int
    state: str
