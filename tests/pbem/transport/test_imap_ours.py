"""Which mails of a shared mailbox are ours, whatever their header holds."""

from __future__ import annotations

import time
from datetime import timedelta

import pytest

from pbem.transport.imap_ours import Whose
from tests.pbem.transport.mails import NOON, OURS

HERE = Whose(NOON, False, lambda address: address.lower() == OURS, lambda found: found == "<a@example.org>")


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        (f"To: {OURS}\r\n\r\n", True),
        (f"to: {OURS.upper()}\n", True),
        (f"To: a@example.com,\r\n <{OURS}>\r\n", True),
        (f'To: "x, {OURS} y" <b@example.com>\r\n', True),
        ("In-Reply-To: <a@example.org>\r\n", True),
        ("References: <b@example.org><a@example.org>\r\n", True),
        ("In-Reply-To: a@example.org\r\n", False),
        ("References: <b@example.org>\r\n", False),
        (f"Subject: {OURS}\r\n", False),
        (f"From: {OURS}\r\n", False),
        ("", False),
    ],
)
def test_the_header_tells_whose_a_mail_is(header, expected):
    """The recipients, or the mail it answers."""
    assert HERE.is_ours(header.encode(), NOON) == expected


def test_bytes_that_are_no_text_do_no_harm():
    """The address is found between them."""
    assert HERE.is_ours(b"To: \xff\xfe <" + OURS.encode() + b">\r\n", NOON)


def test_what_came_before_is_never_ours():
    """By the second."""
    header = f"To: {OURS}\r\n".encode()

    assert [HERE.is_ours(header, NOON - timedelta(seconds=1)), HERE.is_ours(header, NOON)] == [False, True]


@pytest.mark.parametrize("filler", ["a", "@", "<", "<@", ",", " ", "a@", "\n ", "To: ", "References: <"])
def test_a_hostile_header_costs_little(filler):
    """The work grows with the length, and the length is capped."""
    header = b"To: " + filler.encode() * 500_000
    started = time.perf_counter()

    HERE.is_ours(header, NOON)

    assert time.perf_counter() - started < 5
