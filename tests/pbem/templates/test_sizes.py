"""Even the largest mails stay below the size at which Gmail cuts them."""

from __future__ import annotations

from datetime import UTC, datetime
from email import message_from_bytes
from itertools import islice

import pytest

from engines import discover
from pbem.mail.compose import LARGEST_HTML, Envelope, build
from tests.pbem.templates import words

ENGINES = discover()
EVERY = 9
"""Positions from one that is looked at to the next."""

ENVELOPE = Envelope(
    sender_name="pbem",
    sender="turns@example.org",
    recipient="ann@example.org",
    recipient_name="Ann",
    reply_to="turns@example.org",
    message_id="1@example.org",
    in_reply_to="",
    made=datetime(2026, 12, 1, tzinfo=UTC),
    automatic="auto-generated",
)


@pytest.mark.parametrize("name", sorted(ENGINES))
def test_the_largest_table_is_shown_in_html(name: str) -> None:
    """With every seat taken the HTML is there at each position looked at, and well below the limit."""
    engine = ENGINES[name]
    largest = 0
    for moment in islice(words.stops(engine, engine.seats[-1], steps=150, level=1), 0, None, EVERY):
        mail = message_from_bytes(build(words.write(words.page(engine, moment, 1)), ENVELOPE))
        kinds = [part.get_content_type() for part in mail.get_payload()]
        assert ["text/plain", "text/html"] == kinds
        largest = max(largest, len(mail.get_payload(1).get_payload()))

    assert LARGEST_HTML * 0.9 > largest
