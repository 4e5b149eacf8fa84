"""A big provider's manners: what they do to our mails, and that none of it loses or harms anything."""

from __future__ import annotations

import smtplib
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem.transport.imap import ImapSource
from pbem.transport.imap_ours import Whose
from pbem.transport.memory import MemoryMarks
from pbem.transport.smtp_out import Server, SmtpSink
from tests.pbem.transport.imap_server import PASSWORD, Hand
from tests.pbem.transport.mails import BIG, OURS, Inbox, mail, ours, parcel
from tests.pbem.transport.provider import ALL_MAIL, SENT, Manners, Provider, providing
from tests.pbem.transport.relay import CERTIFICATE

pytest.importorskip("pymap", reason="the in-memory IMAP server is not installed")


@pytest.fixture(scope="module")
def running_provider(tmp_path_factory):
    """A provider that runs as long as this file's tests."""
    with providing(tmp_path_factory.mktemp("provider")) as provider:
        yield provider


@pytest.fixture
def provider(running_provider):
    """It with the usual manners, a new day, and an empty mailbox."""
    running_provider.manners = Manners()
    running_provider.new_day()
    running_provider.log.clear()
    hand = Hand(running_provider.mailbox)
    hand.empty()
    hand.close()
    return running_provider


def sink(provider: Provider, password: str = PASSWORD) -> SmtpSink:
    """Return a sink that logs in at the provider."""
    return SmtpSink(Server("localhost", provider.submission, "starttls", "turns", password, ca_file=CERTIFICATE))


def source(provider: Provider, marks: MemoryMarks | None = None, sent: str = "") -> ImapSource:
    """Return a source that reads the service's mailbox."""
    since = datetime.now(UTC) - timedelta(minutes=1)
    whose = Whose(since, False, lambda address: ours(address) and "+" in address, lambda found: found == sent)
    return ImapSource(provider.mailbox, marks or MemoryMarks(), BIG, whose)


def write(provider: Provider, raw: bytes, recipient: str = OURS) -> None:
    """Write to the service as a player does."""
    with smtplib.SMTP("127.0.0.1", provider.door, timeout=20) as client:
        client.sendmail("ann@example.net", [recipient], raw)


def seen(provider: Provider, folder: str) -> list[bytes]:
    """Return what lies in a folder."""
    hand = Hand(provider.mailbox)
    try:
        return hand.raws(folder)
    finally:
        hand.close()


def outcome(provider: Provider, *parcels: object, **changes: object) -> list[tuple[str, int]]:
    """Send and return what became of each."""
    return [(each.result, each.code) for each in sink(provider, **changes).send(parcels)]


def newest(folder: Path) -> bytes:
    """Return the newest mail in a Maildir."""
    return max((folder / "new").iterdir(), key=lambda path: path.stat().st_mtime_ns).read_bytes()


def test_the_day_s_quota_holds_the_rest_and_the_next_day_sends_it(provider):
    """It is the account's matter, not the recipients'."""
    provider.change(quota=2)
    parcels = [parcel(1), parcel(2), parcel(3), parcel(4)]

    assert outcome(provider, *parcels) == [("sent", 250), ("sent", 250), ("account", 550), ("account", 550)]
    provider.new_day()
    assert outcome(provider, *parcels[2:]) == [("sent", 250)] * 2
    assert len(provider.log) == 4


def test_a_wrong_password_holds_everything(provider):
    """Nothing is sent."""
    assert outcome(provider, parcel(1), parcel(2), password="wrong") == [("account", 535)] * 2
    assert provider.log == []


def test_a_provider_that_wants_an_app_password_says_so(provider):
    """The words reach the operator."""
    provider.change(takes_passwords=False)
    (delivery,) = sink(provider).send([parcel(1)])

    assert (delivery.result, delivery.code) == ("account", 534)
    assert "password required" in delivery.text


def test_a_rewritten_message_id_is_what_the_players_answer_to(provider):
    """Ours is nowhere to be found in their mails."""
    provider.change(rewrites_message_ids=True)
    outcome(provider, parcel(1))

    received = newest(provider.folder / "ann@example.org")
    assert b"rewritten@provider.example" in received
    assert b"<m1@example.org>" not in received


def test_a_dropped_plus_part_leaves_the_message_id_to_know_ours_by(provider):
    """Without either, a mail in a shared mailbox is nobody's, and is left alone."""
    provider.change(drops_plus=True)
    write(provider, mail(extra="In-Reply-To: <m1@example.org>"))
    write(provider, mail("no parent"))
    inbox = Inbox()

    assert source(provider, sent="<m1@example.org>").fetch(inbox) == 1
    (kept,) = inbox.kept
    assert kept.recipient == "turns@example.org"
    assert OURS.encode() not in kept.raw
    assert len(seen(provider, "INBOX")) == 1


def test_a_mail_to_ourselves_is_read_though_it_is_marked_as_seen_and_bears_no_trace(provider):
    """The round trip of `pbem doctor` is such a mail."""
    outcome(provider, parcel(1, OURS))
    inbox = Inbox()

    assert source(provider).fetch(inbox) == 1
    assert (inbox.kept[0].recipient, inbox.kept[0].sender, inbox.raws) == (None, None, [parcel(1, OURS).raw])


def test_where_folders_are_labels_a_mail_is_read_once_and_stays_in_all_mail(provider):
    """It is moved out of the inbox only; what was sent is not read at all."""
    provider.change(labels=True)
    outcome(provider, parcel(1), parcel(2, OURS))
    write(provider, mail())
    marks, inbox = MemoryMarks(), Inbox()
    reader = source(provider, marks)

    assert [reader.fetch(inbox), reader.fetch(inbox)] == [2, 0]
    assert seen(provider, "INBOX") == []
    assert len(seen(provider, "Processed")) == 2
    assert (len(seen(provider, ALL_MAIL)), len(seen(provider, SENT))) == (3, 2)


def test_a_mail_comes_with_the_provider_s_verdict_and_trace(provider):
    """The recipient and the sender are those of the envelope."""
    write(provider, mail())
    inbox = Inbox()
    source(provider).fetch(inbox)

    assert (inbox.kept[0].recipient, inbox.kept[0].sender) == (OURS, "ann@example.net")
    assert b"Authentication-Results: mx.provider.example; dmarc=pass" in inbox.kept[0].raw
