"""What a server's refusal means."""

from __future__ import annotations

import pytest

from pbem.transport.replies import result

TABLE = [
    # The login and what servers say of it.
    ("login", 535, "5.7.8 Username and Password not accepted", "account"),
    ("login", 534, "5.7.9 Application-specific password required", "account"),
    ("login", 454, "4.7.0 Too many login attempts", "account"),
    ("mail", 530, "5.7.0 Must issue a STARTTLS command first", "account"),
    ("rcpt", 530, "5.7.1 Authentication required", "account"),
    # Quotas and reputation, at whatever stage.
    ("mail", 550, "5.4.5 Daily user sending limit exceeded", "account"),
    ("rcpt", 550, "5.4.5 Daily user sending limit exceeded", "account"),
    ("data", 550, "5.4.5 Daily user sending limit exceeded", "account"),
    ("mail", 421, "4.7.0 Try again later, closing connection", "account"),
    ("data", 421, "4.7.28 Our system has detected an unusual rate of mail", "account"),
    ("data", 550, "5.7.26 This mail has been blocked because the sender is unauthenticated", "account"),
    ("rcpt", 550, "5.1.8 Access denied, bad outbound sender", "account"),
    ("data", 550, "5.7.708 Service unavailable, traffic not accepted from this IP", "account"),
    ("rcpt", 554, "5.7.1 <bob@example.org>: Relay access denied", "account"),
    ("rcpt", 554, "5.7.1 <ann@example.org>: Recipient address rejected: Access denied", "account"),
    ("rcpt", 550, "relay not permitted", "account"),
    ("mail", 553, "5.7.1 Sender address rejected: not owned by user", "account"),
    # One recipient, or one mail.
    ("rcpt", 550, "5.1.1 No such user", "refused"),
    ("rcpt", 550, "no such user here", "refused"),
    ("rcpt", 550, "5.4.1 Recipient address rejected: Access denied", "refused"),
    ("rcpt", 550, "5.1.1 relaynet has no such user", "refused"),
    ("rcpt", 553, "5.1.3 Malformed address", "refused"),
    ("rcpt", 552, "5.2.2 The mailbox is full", "refused"),
    ("rcpt", 550, "5.7.1 The recipient takes no mail from outside", "refused"),
    ("mail", 552, "5.3.4 Message size exceeds fixed limit", "refused"),
    ("mail", 555, "5.6.7 Non-ASCII addresses not permitted", "refused"),
    ("data", 554, "5.6.0 Message content rejected", "refused"),
    ("data", 552, "5.3.4 Message too big", "refused"),
    # What passes.
    ("rcpt", 450, "4.7.1 Greylisted, come back in 300 seconds", "later"),
    ("rcpt", 451, "4.7.1 Greylisting in action", "later"),
    ("rcpt", 452, "4.2.2 The mailbox is over quota", "later"),
    ("rcpt", 450, "4.2.1 Mailbox busy", "later"),
    ("data", 451, "4.3.0 Local error in processing", "later"),
    ("mail", 421, "4.3.2 Shutting down", "later"),
    ("mail", 421, "Too many connections", "later"),
    ("mail", 451, "4.3.0 Try again", "later"),
    ("data", -1, "", "later"),
]


@pytest.mark.parametrize(("stage", "code", "text", "expected"), TABLE)
def test_a_refusal_is_about_the_account_the_recipient_or_only_now(stage, code, text, expected):
    """RFC 5321 and RFC 3463, and the words of big providers."""
    assert expected == result(stage, code, text)
