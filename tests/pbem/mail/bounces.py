"""Bounces as mail servers really shape them, of a mail of ours to Bob."""

from __future__ import annotations

from typing import NamedTuple

from pbem.mail.bounce import Failure
from tests.pbem.mail.post import SENT_ID

BOB = ("bob@example.org",)
OURS = f"Message-ID: <{SENT_ID}>\r\nFrom: turns@play.example.org\r\nSubject: Turn 7\r\n"
COPY = f"Return-Path: <turns@play.example.org>\r\n{OURS}\r\nYou have 550 lira, 421 carpets and 5.1.1 dice.\r\n"


class Bounced(NamedTuple):
    """A bounce: the whole mail, and what it says."""

    raw: str
    says: Failure


def _report(sender: str, subject: str, status: str, *, more: str = "", copy: str = OURS) -> str:
    """Return a bounce in the form that mail servers write for each other (RFC 3464)."""
    return (
        f"Return-Path: <>\r\nFrom: {sender}\r\nSubject: {subject}\r\nMIME-Version: 1.0\r\n{more}"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n'
        "--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nSee below.\r\n"
        "--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.org\r\n\r\n"
        f"Final-Recipient: rfc822; bob@example.org\r\n{status}\r\n"
        f"--b\r\nContent-Type: text/rfc822-headers\r\n\r\n{copy}\r\n--b--\r\n"
    )


def _words(sender: str, subject: str, text: str, more: str = "") -> str:
    """Return a bounce in a server's own words."""
    return f"Return-Path: <>\r\nFrom: {sender}\r\nSubject: {subject}\r\n{more}\r\n{text}"


def _text(text: str) -> str:
    return text.replace("\n", "\r\n")


_EXIM = "Mail Delivery System <Mailer-Daemon@mx.example.org>"
_EXIM_FAILED = """This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  bob@example.org
    {}

------ This is a copy of the message, including all the headers. ------

"""
_EXIM_WAITS = """This message was created automatically by mail delivery software.
A message that you sent has not yet been delivered to one or more of its
recipients after more than 24 hours on the queue on mx.example.org.

The message identifier is:     1abcDE-000123-Xy
The date of the message is:    Tue, 01 Dec 2026 12:00:00 +0000

The address to which the message has not yet been delivered is:

  bob@example.org

No action is required on your part. Delivery attempts will continue for
some time, and this warning may be repeated at intervals.
"""
_QMAIL = """Hi. This is the qmail-send program at mx.example.org.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<bob@example.org>:
{}

--- Below this line is a copy of the message.

"""

SHAPES = {
    "postfix": Bounced(
        _report(
            "MAILER-DAEMON@mx.example.org (Mail Delivery System)",
            "Undelivered Mail Returned to Sender",
            "Original-Recipient: rfc822;bob@example.org\r\nAction: failed\r\nStatus: 5.1.1\r\n"
            "Diagnostic-Code: smtp; 550 5.1.1 <bob@example.org>: Recipient address rejected",
            more="Auto-Submitted: auto-replied\r\n",
        ),
        Failure(BOB, hard=True, message_ids=(SENT_ID,)),
    ),
    "postfix, a warning": Bounced(
        _report(
            "MAILER-DAEMON@mx.example.org",
            "Delayed Mail (still being retried)",
            "Action: delayed\r\nStatus: 4.4.1\r\nDiagnostic-Code: X-Postfix; connect to mx: Connection timed out",
        ),
        Failure(BOB, delayed=True, message_ids=(SENT_ID,)),
    ),
    "postfix, without a code of its own": Bounced(
        _report(
            "MAILER-DAEMON@mx.example.org",
            "Undelivered Mail Returned to Sender",
            "Action: failed\r\nStatus: 5.0.0\r\nDiagnostic-Code: smtp; 554\r\n 5.7.1 looks like spam, see 10.5.1.1",
        ),
        Failure(BOB, message_ids=(SENT_ID,)),
    ),
    "exchange, in Italian": Bounced(
        _report(
            "Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@corp.example.org>",
            "Non recapitabile: Turno 7",
            "Action: failed\r\nStatus: 5.1.10\r\nDiagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound",
            more=f"In-Reply-To: <{SENT_ID}>\r\nReferences: <{SENT_ID}>\r\n",
            copy="Subject: Turn 7\r\n",
        ),
        Failure(BOB, hard=True, message_ids=(SENT_ID,)),
    ),
    "gmail, an address that is full": Bounced(
        _report(
            "Mail Delivery Subsystem <mailer-daemon@googlemail.com>",
            "Delivery Status Notification (Failure)",
            "Action: failed\r\nStatus: 5.2.2\r\nDiagnostic-Code: smtp; 552-5.2.2 The inbox is out of space.",
            more=f"X-Failed-Recipients: bob@example.org\r\nIn-Reply-To: <{SENT_ID}>\r\n",
        ),
        Failure(BOB, message_ids=(SENT_ID,)),
    ),
    "a sender who is refused": Bounced(
        _report("postmaster@mx.example.org", "Undeliverable", "Action: failed\r\nStatus: 5.1.8"),
        Failure(BOB, message_ids=(SENT_ID,)),
    ),
    "exim": Bounced(
        _words(
            _EXIM,
            "Mail delivery failed: returning message to sender",
            _text(_EXIM_FAILED.format("host mx2.example.org [192.0.2.55]:\n    550 5.1.1 User unknown")) + COPY,
            "X-Failed-Recipients: bob@example.org\r\nAuto-Submitted: auto-replied\r\n",
        ),
        Failure(BOB, hard=True, message_ids=(SENT_ID,)),
    ),
    "exim, without a code": Bounced(
        _words(
            _EXIM,
            "Mail delivery failed: returning message to sender",
            _text(_EXIM_FAILED.format("Unrouteable address")) + COPY,
            "X-Failed-Recipients: bob@example.org\r\n",
        ),
        Failure(BOB, hard=True, message_ids=(SENT_ID,)),
    ),
    "exim, an address that is full": Bounced(
        _words(
            _EXIM,
            "Mail delivery failed: returning message to sender",
            _text(_EXIM_FAILED.format("mailbox is full: retry timeout exceeded")) + COPY,
        ),
        Failure(BOB, message_ids=(SENT_ID,)),
    ),
    "exim, a warning": Bounced(
        _words(_EXIM, "Warning: message 1abcDE-000123-Xy delayed 24 hours", _text(_EXIM_WAITS)),
        Failure(BOB, delayed=True),
    ),
    "qmail": Bounced(
        _words(
            "MAILER-DAEMON@mx.example.org",
            "failure notice",
            _text(_QMAIL.format("Sorry, no mailbox here by that name. (#5.1.1)")) + COPY,
        ),
        Failure(BOB, hard=True, message_ids=(SENT_ID,)),
    ),
    "qmail, of another server": Bounced(
        _words(
            "MAILER-DAEMON@mx.example.org",
            "failure notice",
            _text(_QMAIL.format("192.0.2.1_does_not_like_recipient./Remote_host_said:_550_5.1.1_User_unknown")) + COPY,
        ),
        Failure(BOB, hard=True, message_ids=(SENT_ID,)),
    ),
    "a bounce inside a warning": Bounced(
        _report(
            "MAILER-DAEMON@mx.example.org",
            "Delayed",
            "Action: delayed\r\nStatus: 4.0.0\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n"
            "Reporting-MTA: dns; old.example.org\r\n\r\nFinal-Recipient: rfc822; cem@example.org\r\n"
            "Action: failed\r\nStatus: 5.1.1",
        ),
        Failure(BOB, delayed=True, message_ids=(SENT_ID,)),
    ),
}
