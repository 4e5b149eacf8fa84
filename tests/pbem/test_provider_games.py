"""Whole games through a provider that changes mails: each of its manners alone, all together, and its refusals."""

from __future__ import annotations

import email.policy
import smtplib
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem import roundtrip, secret
from pbem.app import App, build, furnish
from pbem.config import Config, load
from pbem.initial import change, for_provider, write_initial
from pbem.service import report
from pbem.service.create import Bot, Plan, Player, new_game
from pbem.service.match import Match
from pbem.service.match import load as load_match
from tests.pbem.house import RENDERER, SEED, read, reply_to
from tests.pbem.transport.imap_server import PASSWORD, USER, Hand
from tests.pbem.transport.provider import Manners, Provider, providing
from tests.pbem.transport.relay import CERTIFICATE
from tests.toy import ENGINE as TOY

pytest.importorskip("pymap", reason="the in-memory IMAP server is not installed")

ANN = "ann@example.net"
STRANGER = b"From: eve@example.net\r\nTo: turns@example.org\r\nSubject: Lunch?\r\n\r\ndraw\r\n"
EACH = {
    "none of them": Manners(),
    "labels": Manners(labels=True),
    "other Message-IDs": Manners(rewrites_message_ids=True),
    "no plus parts": Manners(drops_plus=True),
    "no Reply-To": Manners(drops_reply_to=True),
    "a verdict on its own mails": Manners(vouches_for_itself=True),
    "all together": Manners(
        labels=True, rewrites_message_ids=True, drops_plus=True, drops_reply_to=True, vouches_for_itself=True
    ),
}


class Table:
    """A service whose mailbox lies at the provider, a clock that is set by hand, and Ann, who plays against a bot."""

    def __init__(self, folder: Path, provider: Provider) -> None:
        self.provider = provider
        self.late = timedelta()
        path = self._configured(folder / "games")
        self.told = [*roundtrip.make(path, 60, lambda seconds: None)]
        self.app: App = build(load(path), lambda: datetime.now(UTC) + self.late)
        self.app.office = replace(self.app.office, engines={"toy": TOY}, renderer=RENDERER)
        with self.app.office.database.write() as unit:
            plan = Plan(engine="toy", players=[Player("Ann", ANN)], bots=[Bot("Bob", 1)], seed=SEED)
            self.game = new_game(self.app.office, unit, plan, self.app.now())

    def _configured(self, folder: Path) -> Path:
        config = for_provider(Config(), "other", USER, "127.0.0.1", "localhost")
        path = write_initial(folder, config, secret.fresh(PASSWORD, PASSWORD), datetime.now(UTC) - timedelta(days=1))
        for key, value in {
            "inbound.imap.port": self.provider.imap,
            "inbound.imap.security": "none",
            "outbound.smtp.port": self.provider.submission,
            "outbound.smtp.security": "starttls",
            "outbound.smtp.ca_file": CERTIFICATE,
        }.items():
            change(path, key, value)
        furnish(load(path))
        return path

    def match(self) -> Match:
        """Return the match as it stands in the store."""
        with self.app.office.database.read() as unit:
            return load_match(unit, self.app.office.engines, self.game, self.app.now())

    def mails(self) -> list[EmailMessage]:
        """Return Ann's mails, oldest first."""
        paths = (self.provider.folder / ANN / "new").glob("*")
        return [read(path.read_bytes()) for path in sorted(paths, key=lambda path: path.stat().st_mtime_ns)]

    def answer(self, mail: EmailMessage, orders: str, number: int) -> None:
        """Let Ann answer a mail as her program does: to Reply-To, where there is one."""
        if mail["Reply-To"] is None:
            mail["Reply-To"] = str(mail["From"].addresses[0].addr_spec)
        reply = reply_to(mail, ANN, orders, f"ann{number}@example.net")
        references = " ".join(str(mail[name]) for name in ("References", "Message-ID") if mail[name])
        reply.replace_header("References", " ".join(references.split()))
        self.send(reply.as_bytes(policy=email.policy.SMTP), ANN, str(reply["To"]))

    def send(self, raw: bytes, sender: str, to: str) -> None:
        """Let a mail go to the provider's door."""
        with smtplib.SMTP("127.0.0.1", self.provider.door, timeout=20) as client:
            client.sendmail(sender, [to], raw)

    def status(self) -> dict[str, object]:
        """Return what the operator sees."""
        with self.app.office.database.read() as unit:
            return report.status(self.app.office, unit, self.app.now())


@pytest.fixture(params=EACH.values(), ids=EACH)
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Table]:
    """Return the table; the round trip has found out the provider's manners, and a stranger has written."""
    with providing(tmp_path / "boxes", manners=request.param) as provider:
        table = Table(tmp_path, provider)
        table.send(STRANGER, "eve@example.net", "turns@example.org")
        yield table
        table.app.close()


def refused_once(table: Table, manners: dict[str, object], words: str) -> None:
    """Let the provider refuse the account until the outbox is held; an hour later all is well again."""
    table.provider.change(**manners)
    table.app.tick()
    assert words in str(table.status()["outbox_held_because"])
    table.provider.change(quota=100_000, takes_passwords=True)
    table.late += timedelta(hours=3)
    table.app.tick()
    assert table.status()["outbox_held_until"] is None


def test_a_whole_game_is_played(table: Table) -> None:
    """Each answer of Ann's is known for hers; two refusals of the account lose nothing; a stranger's mail is left."""
    assert [finding for finding in table.told if not finding.well] == []
    table.app.tick()
    number = 0
    while table.match().asked():
        number += 1
        match, mails = table.match(), table.mails()
        orders = match.engine.format(match.engine.stand_in(match.state, 1, 1))
        table.answer(mails[-1], orders, number)
        if number == 2:
            refused_once(table, {"quota": 0}, "550 5.4.5")
        elif number == 4:
            refused_once(table, {"takes_passwords": False}, "534 5.7.9")
        table.app.tick()
        assert len(table.mails()) > len(mails), f"answer {number} came to nothing"

    assert number > 4
    assert (0, 0) == (table.status()["quarantine"], table.status()["outbox"]["dead"])
    hand = Hand(table.provider.mailbox)
    assert [STRANGER.split(b"\r\n\r\n")[1]] == [raw.split(b"\r\n\r\n")[1] for raw in hand.raws()]
    hand.close()
