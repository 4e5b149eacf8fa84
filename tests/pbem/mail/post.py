"""A small post office for the tests of mail: our keys, a tiny game grammar, and what the gate looks up.

The samples were written for another service; `ours` puts our addresses and Message-IDs in the place of its own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection
from pathlib import Path
from typing import NamedTuple

from engines.api import OrderHelp
from pbem.errors import Unreadable
from pbem.mail import gate, letter, orderform
from pbem.mail.address import Addresses, Keys, mailbox
from pbem.mail.commands import Grammar
from pbem.mail.gate import Sent, Verdict
from pbem.mail.letter import Letter
from pbem.mail.orderform import Form
from pbem.mail.typed import Ours

SAMPLES = Path(__file__).parents[2] / "samples"
EXPECTED: dict[str, dict[str, object]] = json.loads((SAMPLES / "expected.json").read_text(encoding="utf-8"))
REPLIES: list[dict[str, object]] = json.loads((SAMPLES / "replies.json").read_text(encoding="utf-8"))

KEYS = Keys({"a": b"a secret that is long enough", "b": b"the secret of last year, too"}, "a")
ADDRESSES = Addresses("turns@play.example.org", KEYS)
NAME = "Istanbul Turn Robot"
SUBJECT = "[g42] Turn 7: your orders, please"
OURS = Ours(ADDRESSES.address, NAME, SUBJECT)
SENT_ID = "g42.s3.p7.mzxw6ytboi4dcnrt@play.example.org"
SENT_TEXT = str(REPLIES[0]["parent"])

ORDERS = tuple(
    OrderHelp(verb, usage, example, verb)
    for verb, usage, example in (
        ("move", "move PLACE", "move 5"),
        ("take", "take N GOOD", "take 1 fruit"),
        ("gift", "gift N lira to SEAT", "gift 2 lira to green"),
        ("sell", "sell [N] GOOD", "sell fruit"),
        ("end", "end", "end"),
    )
)
_ORDER = re.compile(
    r"move \d{1,2}|take \d (?:fruit|spice)|gift \d lira to \w+|sell (?:\d )?(?:fruit|spice)|end|from:? \d+ to:? \d+",
    re.IGNORECASE,
)


def reads(text: str) -> bool:
    """Tell whether the tiny game can make sense of a line."""
    return _ORDER.fullmatch(" ".join(text.split())) is not None


GRAMMAR = Grammar(ORDERS, reads, ("mosque",))
ROAD_GRAMMAR = Grammar((*ORDERS, OrderHelp("from", "from PLACE to PLACE", "from 3 to 5", "from")), reads)


class Office(NamedTuple):
    """What the gate looks up: Ayse plays seat 3 of game 42, in phase 7, and seat 1 of game 43, in phase 2."""

    authserv_id: str = "mx.play.example.org"
    requires_authentication: bool = False
    open_to_strangers: bool = False
    phases: dict[tuple[int, int], int] = {(42, 3): 7, (43, 1): 2}  # noqa: RUF012
    players: frozenset[str] = frozenset({"ayse@example.org"})
    invitations: frozenset[str] = frozenset({"k7m2"})

    @property
    def addresses(self) -> Addresses:
        """Our mailbox."""
        return ADDRESSES

    def newest_phase(self, game: int, seat: int) -> int | None:
        """Return the phase of a seat."""
        return self.phases.get((game, seat))

    def mailboxes(self, game: int, seat: int) -> Collection[str]:
        """Return the addresses of a seat; every seat is Ayse's."""
        return self.players

    def sent(self, message_id: str) -> Sent | None:
        """Return the one mail that we sent."""
        return Sent(42, 3, 7) if message_id == SENT_ID else None

    def is_player(self, address: str) -> bool:
        """Tell whether the address is registered."""
        return mailbox(address) in self.players

    def is_invitation(self, code: str) -> bool:
        """Tell whether the code is open."""
        return code.casefold() in self.invitations


class Handled(NamedTuple):
    """What became of a mail: its kind in the words of the samples, the orders applied, and the steps to it."""

    kind: str
    orders: tuple[str, ...] = ()
    verdict: Verdict | None = None
    form: Form | None = None


def ours(raw: bytes) -> bytes:
    """Return a sample with our addresses and Message-ID."""
    local = ADDRESSES.reply(42, 3, 7).partition("@")[0].encode()
    raw = raw.replace(b"turns+g42.p3.t7.aaaa", local + b"aaaa")
    raw = raw.replace(b"turns+g42.p3.t7.k9x2h5mzq7wdr3fa", local)
    raw = raw.replace(b"turns+g42.p3.t7.k9x2h5mzq7wdr3fb", local[:-1] + (b"a" if local[-1:] != b"a" else b"b"))
    raw = raw.replace(b"turns+g42.p3.t6.k9x2h5mzq7wdr3fa", ADDRESSES.reply(42, 3, 6).partition("@")[0].encode())
    raw = raw.replace(b"TURNS+G42.P3.T7.K9X2H5MZQ7WDR3FA", local.upper())
    raw = raw.replace(b"turns+g43.p1.t2.k9x2h5mzq7wdr3fa", ADDRESSES.reply(43, 1, 2).partition("@")[0].encode())
    return raw.replace(b"g42.t7.p3.1@play.example.org", SENT_ID.encode())


def sample(name: str) -> bytes:
    """Return one of the samples, made ours."""
    return ours((SAMPLES / name).read_bytes())


def handled(raw: bytes, office: Office | None = None, grammar: Grammar = GRAMMAR) -> Handled:
    """Take a mail through reading, gate and order form, as the service does."""
    try:
        found = letter.read(raw)
    except Unreadable:
        return Handled("quarantine")
    verdict = gate.judge(found, office or Office())
    kinds = {"automatic": "auto", "ignored": "ignore", "rejected": "reject", "person": "ask"}
    if verdict.kind != "seat":
        return Handled(kinds.get(verdict.kind, verdict.kind), verdict=verdict)
    return _played(found, verdict, grammar)


def _played(found: Letter, verdict: Verdict, grammar: Grammar) -> Handled:
    form = orderform.read(found.text, grammar, SENT_TEXT, OURS, found.subject)
    wanted = form.of("order", "command")
    if verdict.allows == "questions":
        wanted = tuple(item for item in wanted if (row := grammar.command(item.verb)) and row.stale)
    applied = tuple(item.text for item in wanted)
    if not applied or not form.sure:
        return Handled("ask", (), verdict, form)
    left = len(wanted) < len(form.of("order", "command"))
    more = left or any(item.trailing for item in form.items) or bool(found.unread)
    return Handled("orders+ask" if more else "orders", applied, verdict, form)


def alike(expected: str) -> Callable[[str], bool]:
    """Return a test for an expected order, in which "..." stands for any text."""
    pattern = re.escape(expected.casefold()).replace(re.escape("..."), ".+")
    return lambda given: re.fullmatch(pattern, given.casefold()) is not None


def mail(
    body: str,
    *,
    to: str = "",
    sender: str = "Ayse <ayse@example.org>",
    subject: str = f"Re: {SUBJECT}",
    more: str = "",
) -> bytes:
    """Return a plain mail, by default Ayse's answer to her newest mail."""
    to = to or ADDRESSES.reply(42, 3, 7)
    head = f"Return-Path: <ayse@example.org>\r\nDelivered-To: {to}\r\nFrom: {sender}\r\nTo: {to}\r\n"
    head += f"Subject: {subject}\r\nMessage-ID: <one@example.org>\r\n{more}"
    head += "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n"
    return f"{head}\r\n{body}".encode()
