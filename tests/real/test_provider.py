"""A mailbox at a provider, as docs/hosting.md has it: on real servers, and on one with a big provider's manners."""

from __future__ import annotations

import json
import smtplib
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.initial import change
from tests.pbem.by_mail import ENVIRONMENT, clients, finished, furnish, pbem, seat, serving
from tests.pbem.recipes import commands, filled
from tests.pbem.transport.imap_server import PASSWORD, USER, Hand
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
def test_the_commands_of_the_recipe_make_a_service_that_answers(folder, servers):
    """As they stand there, with these servers in the place of Gmail's and the password on standard input."""
    postfix, dovecot = servers
    first, into, *checks, last = commands("A mailbox at a provider")
    assert (into, checks, last) == ("cd games", ["pbem doctor --round-trip"], "pbem serve")
    home = folder / "recipe"
    home.mkdir()
    ours = "--provider other --imap localhost --smtp localhost --password-stdin"
    init = filled(first, provider=("--provider gmail", ours), folder=("init games", f"init {home / 'games'}"))
    done = subprocess.run(
        [sys.executable, "-m", *init.split()], env=ENVIRONMENT, input=f"{PASSWORD}\n", capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    house = home / "games"
    ports = {"inbound.imap.port": dovecot.imaps, "outbound.smtp.port": postfix.smtps}
    trusted = {"inbound.imap.ca_file": CERTIFICATE, "outbound.smtp.ca_file": CERTIFICATE}
    for key, value in (ports | trusted).items():
        change(house / "config.toml", key, value)

    told = pbem(house, *checks[0].split()[1:])

    assert "BAD" not in told
    assert [what for what in ("plus part", "Reply-To", "Message-ID") if f"ok   {what}: arrives" not in told] == []
    cem = dovecot.maildir("cem")
    with serving(house):
        seat(house, "Cem", "Ann")
        wait_until(lambda: mails(cem), "the first mail", 90)


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


ALL_TOGETHER = Manners(
    labels=True, rewrites_message_ids=True, drops_plus=True, drops_reply_to=True, vouches_for_itself=True
)


def test_a_whole_game_is_played_through_a_provider_with_every_manner(tmp_path):
    """The round trip finds them out first; on the way the account is refused once for the quota, once for a password.

    The mailbox holds a stranger's mail to its owner, too, which nobody touches.
    """
    with providing(tmp_path / "boxes", manners=ALL_TOGETHER) as provider:
        house = at_provider(tmp_path / "games", provider, **{"outbox.hold": "3s"})
        pbem(house, "doctor", "--round-trip")
        write(provider, b"From: eve@example.net\r\nTo: turns@example.org\r\n\r\nhello\r\n")
        with serving(house), clients(provider.door, {"Ann": provider.folder / "ann@example.org"}):
            provider.change(quota=provider.sent_today + 5)
            game = seat(house, "Ann", bots=("Bob",))
            wait_until(lambda: provider.refused, "the quota", 300)
            provider.change(quota=100_000, takes_passwords=False)
            wait_until(lambda: provider.logins_refused, "the refused password", 300)
            provider.change(takes_passwords=True)
            shown = finished(house, game, 1200)
        assert [raw for raw in inbox(provider) if b"eve@example.net" in raw] != []

    assert len(shown["standings"]) == 2
    assert "Traceback" not in (house / "serve.log").read_text()
    assert json.loads(pbem(house, "status", "--json"))["outbox"].get("dead", 0) == 0


def write(provider: Provider, raw: bytes) -> None:
    """Write to the mailbox's owner as a stranger does."""
    with smtplib.SMTP("127.0.0.1", provider.door, timeout=20) as client:
        client.sendmail("eve@example.net", [provider.address], raw)


def inbox(provider: Provider) -> list[bytes]:
    """Return what lies in the inbox."""
    hand = Hand(provider.mailbox)
    try:
        return hand.raws()
    finally:
        hand.close()
