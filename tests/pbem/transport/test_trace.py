"""The envelope as the delivering server wrote it into the header."""

from __future__ import annotations

import time

import pytest

from pbem.transport.trace import header_end, read


@pytest.mark.parametrize(
    ("raw", "recipient", "sender"),
    [
        (b"Delivered-To: a@example.org\r\n\r\n", "a@example.org", None),
        (b"delivered-TO:   <a@example.org>  \n\n", "a@example.org", None),
        (b"X-Original-To: a+b@example.org\nDelivered-To: a@example.org\n\n", "a+b@example.org", None),
        (b"Envelope-To: a@example.org\nReturn-Path: <b@example.org>\n\n", "a@example.org", "b@example.org"),
        (b"Return-Path: <>\n\n", None, ""),
        (b"Subject: x\n Delivered-To: folded@example.org\n\n", None, None),
        (b"\nDelivered-To: body@example.org\n", None, None),
        (b"Delivered-To:\n\n", None, None),
        (b"no header at all", None, None),
        (b"", None, None),
    ],
)
def test_the_topmost_trace_field_tells_the_envelope(raw, recipient, sender):
    """What stands in the body, or folded into another field, tells nothing."""
    assert (recipient, sender) == read(raw)


def test_the_header_ends_at_the_first_empty_line():
    """Whatever form the line's end has."""
    assert [header_end(raw) for raw in (b"A: b\n\nx\r\n\r\n", b"A: \r\n\r\n", b"a:b")] == [6, 7, 3]


@pytest.mark.parametrize("raw", [b"A: b\n" * 200_000, b"x" * 5_000_000, b"\n" * 5_000_000, b":" * 5_000_000])
def test_a_hostile_header_costs_little(raw):
    """Only the beginning is looked at."""
    started = time.perf_counter()

    read(raw)

    assert time.perf_counter() - started < 5
