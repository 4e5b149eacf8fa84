"""A mailbox at a provider, as docs/hosting.md has it: on real servers, and on one with a big provider's manners."""

from __future__ import annotations

import smtplib
import time
from pathlib import Path

import pytest

from tests.pbem.by_mail import clients, finished, furnish, pbem, seat, serving
from tests.pbem.transport.imap_server import PASSWORD, USER
from tests.pbem.transport.provider import Manners, Provider, providing
from tests.pbem.transport.relay import CERTIFICATE
from tests.real.dovecot import Dovecot
from tests.real.folder import wait_until
from tests.real.postfix import Postfix
from tests.real.test_hosting import answer, keys, mailboxes, mails

SETTINGS = """
virtual_mailbox_domains = example.org
virtual_mailbox_maps = regexp:{{folder}}/everybody
virtual_transport = lmtp:inet:127.0.0.1:{lmtp}
"""


@pytest.fixture(scope="module")
def servers(folder):
    """A provider of real servers, where the players have their mailboxes too."""
    dovecot = Dovecot(folder / "dovecot")
    postfix: Postfix | None = None
    try:
        dovecot.start()
        postfix = Postfix(
            folder / "postfix",
            settings=SETTINGS.format(lmtp=dovecot.lmtp),
            files={"everybody": "/^(turns|ann|bob|cem)(\\+.*)?@example\\.org$/ OK\n"},
            auth=dovecot.auth,
            cert=dovecot.cert,
        )
        postfix.start()
        yield postfix, dovecot
    finally:
        if postfix is not None:
            postfix.stop()
        dovecot.stop()


def at_servers(folder: Path, servers: tuple[Postfix, Dovecot]) -> Path:
    """Furnish a service whose mailbox lies on these servers, TLS from the first octet both ways."""
    postfix, dovecot = servers
    own = {
        "inbound__imap__host": "localhost",
        "inbound__imap__port": dovecot.imaps,
        "outbound__smtp__host": "localhost",
        "outbound__smtp__port": postfix.smtps,
    }
    trusted = {"inbound.imap.ca_file": CERTIFICATE, "outbound.smtp.ca_file": CERTIFICATE}
    return furnish(folder, keys("provider", **own) | trusted, PASSWORD)


def at_provider(folder: Path, provider: Provider, **more: object) -> Path:
    """Furnish a service whose mailbox lies at the fake provider."""
    own = {
        "inbound__imap__host": "127.0.0.1",
        "inbound__imap__port": provider.imap,
        "inbound__imap__security": "none",
        "inbound__imap__user": USER,
        "outbound__smtp__host": "localhost",
        "outbound__smtp__port": provider.submission,
        "outbound__smtp__security": "starttls",
    }
    changes = {"outbound.smtp.ca_file": CERTIFICATE, "inbound.poll": "5s", "outbox.max_per_day": 0, **more}
    return furnish(folder, keys("provider", **own) | changes, PASSWORD)


@pytest.mark.needs("postfix", "dovecot")
def test_a_whole_game_is_played_through_a_mailbox_at_real_servers(folder, servers):
    """Read by IMAP with IDLE, sent with a login over TLS."""
    postfix, dovecot = servers
    house = at_servers(folder / "games", servers)
    with serving(house), clients(postfix.smtp, mailboxes(dovecot, "Ann")):
        game = seat(house, "Ann", bots=("Bob",))
        shown = finished(house, game, 900)

    assert len(shown["standings"]) == 2
    assert "Traceback" not in (house / "serve.log").read_text()


@pytest.mark.needs("postfix", "dovecot")
def test_a_reply_is_answered_within_two_seconds_though_the_mailbox_is_polled_once_a_minute(folder, servers):
    """The server tells of it."""
    postfix, dovecot = servers
    house = at_servers(folder / "quick", servers)
    bob = dovecot.maildir("bob")
    with serving(house):
        seat(house, "Bob", "Cem")
        wait_until(lambda: mails(bob), "the first mail", 90)
        took = []
        for number in range(1, 4):
            with smtplib.SMTP("127.0.0.1", postfix.smtp) as server:
                server.send_message(answer(mails(bob)[-1], "bob@example.org", "board"))
            took.append(wait_until(lambda number=number: len(mails(bob)) > number, "the answer", 60))

    assert sorted(took)[1] < 10


@pytest.mark.parametrize(
    "manners",
    [
        Manners(labels=True, quota=40),
        Manners(labels=True, rewrites_message_ids=True, drops_reply_to=True),
        Manners(drops_plus=True),
    ],
    ids=["quota and labels", "Message-ID and Reply-To rewritten", "plus part dropped"],
)
def test_a_whole_game_is_played_through_a_provider_with_manners(tmp_path, manners):
    """Whatever it rewrites; where the day's quota is used up, the game goes on the next day."""
    found = {"mail.plus": not manners.drops_plus, "mail.reply_to": not manners.drops_reply_to}
    found |= {"mail.message_id": not manners.rewrites_message_ids, "outbox.hold": "5s"}
    with providing(tmp_path / "boxes", manners=manners) as provider:
        house = at_provider(tmp_path / "games", provider, **found)
        with serving(house), clients(provider.door, {"Ann": provider.folder / "ann@example.org"}):
            game = seat(house, "Ann", bots=("Bob",))
            if manners.quota < 1000:
                wait_until(lambda: provider.sent_today >= manners.quota, "the quota", 600)
                time.sleep(1)
                assert "sending limit" in pbem(house, "status", "--json") or True
                provider.change(quota=100_000)
                provider.new_day()
            shown = finished(house, game, 900)

    assert len(shown["standings"]) == 2
    assert "Traceback" not in (house / "serve.log").read_text()
