"""A mailbox at a provider, as docs/hosting.md has it: on real servers, and on one with a big provider's manners."""

from __future__ import annotations

import smtplib
from pathlib import Path

import pytest

from pbem.initial import change
from tests.pbem.by_mail import clients, finished, furnish, seat, serving
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
def test_a_reply_is_answered_long_before_the_next_poll(folder, servers):
    """The server tells of it; the mailbox is asked only once a minute."""
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

    assert sorted(took)[1] < 20


ALL_AT_ONCE = Manners(labels=True, rewrites_message_ids=True, quota=15)


def at_its_manners(folder: Path, provider: Provider) -> Path:
    """Furnish a service that knows its provider's manners, as `pbem doctor --round-trip` finds them out."""
    manners = provider.manners
    found = {"mail.plus": not manners.drops_plus, "mail.reply_to": not manners.drops_reply_to}
    return at_provider(folder, provider, **found, **{"mail.message_id": not manners.rewrites_message_ids})


def test_a_whole_game_is_played_through_a_provider_with_manners(tmp_path):
    """It rewrites what it can, and where the day's quota is used up, the game goes on the next day."""
    with providing(tmp_path / "boxes", manners=ALL_AT_ONCE) as provider:
        house = at_its_manners(tmp_path / "games", provider)
        change(house / "config.toml", "outbox.hold", "5s")
        with serving(house), clients(provider.door, {"Ann": provider.folder / "ann@example.org"}):
            game = seat(house, "Ann", bots=("Bob",))
            wait_until(lambda: provider.refused, "the quota", 900)
            provider.change(quota=100_000)
            shown = finished(house, game, 1200)

    assert len(shown["standings"]) == 2
    assert "Traceback" not in (house / "serve.log").read_text()


def test_where_the_plus_part_is_dropped_replies_are_known_by_their_parent(tmp_path):
    """Five turns."""
    with providing(tmp_path / "boxes", manners=Manners(drops_plus=True)) as provider:
        house = at_its_manners(tmp_path / "games", provider)
        ann = provider.folder / "ann@example.org"
        with serving(house), clients(provider.door, {"Ann": ann}):
            seat(house, "Ann", bots=("Bob",))
            wait_until(lambda: len([*ann.glob("*/*")]) > 5, "five turns", 300)

    assert "Traceback" not in (house / "serve.log").read_text()
