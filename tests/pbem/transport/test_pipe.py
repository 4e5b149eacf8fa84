"""`pbem receive`: one mail on standard input, and the exit code that a mail server understands."""

from __future__ import annotations

import io

import pytest

from pbem.errors import TryLater
from pbem.transport.maildir import BEGINNING
from pbem.transport.pipe import receive
from tests.pbem.transport.mails import BIG, NOON, OURS, Inbox, mail


def test_a_stored_mail_is_exit_code_0():
    """The bytes are handed over as they came."""
    inbox = Inbox()

    assert receive(io.BytesIO(mail()), inbox, NOON, BIG, OURS, "ann@example.org") == 0
    assert (mail(), OURS, "ann@example.org", NOON, "pipe", None) == (
        inbox.kept[0].raw,
        inbox.kept[0].recipient,
        inbox.kept[0].sender,
        inbox.kept[0].arrived,
        inbox.kept[0].source,
        inbox.kept[0].cut_from,
    )


@pytest.mark.parametrize("error", [TryLater("busy"), RuntimeError("a bug of ours"), OSError("no space")])
def test_any_failure_is_exit_code_75(error):
    """The mail server keeps the mail and comes again; a fault of ours bounces nothing."""
    assert receive(io.BytesIO(mail()), Inbox(failures=1, error=error), NOON, BIG) == 75


def test_without_an_envelope_the_trace_is_read():
    """Servers write Delivered-To and Return-Path when asked to."""
    inbox = Inbox()
    raw = b"Return-Path: <ann@example.org>\r\nDelivered-To: " + OURS.encode() + b"\r\n" + mail()

    receive(io.BytesIO(raw), inbox, NOON, BIG)

    assert (inbox.kept[0].recipient, inbox.kept[0].sender) == (OURS, "ann@example.org")


def test_the_null_sender_is_known_and_empty():
    """It is not the same as an unknown one."""
    inbox = Inbox()

    receive(io.BytesIO(b"Return-Path: <ann@example.org>\r\n" + mail()), inbox, NOON, BIG, OURS, "")

    assert inbox.kept[0].sender == ""


def test_of_a_mail_over_the_limit_only_the_beginning_is_kept():
    """The stream is read to its end all the same, or the server would take it for a failure."""
    raw = mail("x" * 3_000_000)
    stream, inbox = io.BytesIO(raw), Inbox()

    assert receive(stream, inbox, NOON, max_size=1_000_000) == 0
    assert (raw[:BEGINNING], len(raw), b"") == (inbox.kept[0].raw, inbox.kept[0].cut_from, stream.read())
