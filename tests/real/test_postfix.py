"""Postfix in front of us: relay in, then LMTP or a pipe to us, and our mails out through it to Dovecot's mailboxes."""

from __future__ import annotations

import json
import smtplib
import sys
from pathlib import Path

import pytest

from pbem.errors import TryLater
from pbem.transport.imap import ImapSource
from pbem.transport.imap_client import Mailbox
from pbem.transport.imap_ours import Whose
from pbem.transport.lmtp import LmtpListener
from pbem.transport.memory import MemoryMarks
from pbem.transport.smtp_out import Server, SmtpSink
from tests.pbem.transport.imap_server import Hand
from tests.pbem.transport.mails import OURS, Inbox, at, mail, ours, parcel
from tests.real.dovecot import PASSWORD, Dovecot
from tests.real.folder import open_folder, wait_until
from tests.real.postfix import Postfix

pytestmark = pytest.mark.needs("postfix", "dovecot")
BIG = 30_000_000
JOIN = "turns+join@example.org"
ROOT = Path(__file__).parents[2]


def send(server: Postfix, raw: bytes, *recipients: str) -> dict:
    """Send a mail from outside."""
    with smtplib.SMTP("127.0.0.1", server.smtp, timeout=20) as client:
        return client.sendmail("ann@example.net", recipients or [OURS], raw)


class Behind:
    """What stands behind a Postfix: our LMTP listener and what it stored."""

    def __init__(self, inbox: Inbox, max_size: int = BIG) -> None:
        self.listener = LmtpListener("127.0.0.1", 0, ours, max_size, at())
        self.inbox = inbox
        self.port = self.listener.start(inbox)


@pytest.fixture(scope="module")
def behind():
    """A listener that runs as long as this file's tests; each test has an inbox of its own."""
    current = Inbox()
    listener = Behind(lambda received: current_inbox[0](received))
    current_inbox = [current]
    listener.give = lambda inbox: current_inbox.__setitem__(0, inbox)
    yield listener
    listener.listener.stop()


SETTINGS = """
virtual_mailbox_domains = example.org
virtual_mailbox_maps = regexp:{{folder}}/ours
virtual_transport = lmtp:inet:127.0.0.1:{port}
"""


@pytest.fixture(scope="module")
def postfix(folder, behind):
    """A Postfix that hands mails to our listener by LMTP."""
    server = Postfix(
        folder / "postfix",
        settings=SETTINGS.format(port=behind.port),
        files={"ours": "/^turns(\\+.*)?@example\\.org$/ OK\n"},
    )
    try:
        server.start()
        yield server
    finally:
        server.stop()


def test_a_mail_comes_through_with_its_envelope(postfix, behind):
    """The plus part and the sender are those that the world used."""
    inbox = Inbox()
    behind.give(inbox)
    send(postfix, mail())

    wait_until(lambda: inbox.kept, "the mail's arrival")
    (kept,) = inbox.kept
    assert (kept.recipient, kept.sender, kept.source) == (OURS, "ann@example.net", "lmtp")
    assert kept.raw.endswith(b"Subject: Re: your turn\r\n\r\nmove 5\r\n") or b"\r\n\r\nmove 5\r\n" in kept.raw


def test_a_mail_to_two_seats_is_stored_once_for_each(postfix, behind):
    """And delivered once only."""
    inbox = Inbox()
    behind.give(inbox)
    send(postfix, mail(), OURS, JOIN)

    wait_until(lambda: len(inbox.kept) == 2, "both arrivals")
    assert sorted(kept.recipient for kept in inbox.kept) == sorted([OURS, JOIN])


@pytest.mark.parametrize("error", [TryLater("busy"), RuntimeError("a bug of ours")])
def test_a_mail_that_could_not_be_stored_is_kept_by_postfix_and_comes_again(postfix, behind, error):
    """Nothing is bounced and nothing is lost."""
    inbox = Inbox(failures=2, error=error)
    behind.give(inbox)
    send(postfix, mail())

    wait_until(lambda: inbox.kept, "the mail's arrival", 40)
    assert (inbox.called, len(inbox.kept)) == (3, 1)
    assert "451 4.3.0" in postfix.log()


def test_one_recipient_that_failed_is_the_only_one_that_comes_again(postfix, behind):
    """The other was stored, and is not stored twice."""
    inbox = Inbox(failures=1)
    behind.give(inbox)
    send(postfix, mail(), OURS, JOIN)

    wait_until(lambda: len(inbox.kept) == 2, "both arrivals", 40)
    assert sorted(kept.recipient for kept in inbox.kept) == sorted([OURS, JOIN])


def test_a_foreign_recipient_is_refused_at_the_door(postfix):
    """Postfix knows which addresses are ours."""
    with pytest.raises(smtplib.SMTPRecipientsRefused):
        send(postfix, mail(), "nobody@example.org")


def test_a_large_mail_comes_through(postfix, behind):
    """Ten megabytes."""
    inbox = Inbox()
    behind.give(inbox)
    send(postfix, mail("\r\n".join(["x" * 70] * 140_000)))

    wait_until(lambda: inbox.kept, "the mail's arrival", 40)
    assert len(inbox.kept[0].raw) > 10_000_000


def test_a_stopped_listener_loses_nothing(postfix, behind):
    """Postfix keeps what comes meanwhile, and comes again."""
    inbox = Inbox()
    behind.give(inbox)
    behind.listener.stop()
    for number in range(5):
        send(postfix, mail(f"move {number}"))
    behind.listener._port = behind.port
    behind.listener.start(lambda received: inbox(received))

    wait_until(lambda: len(inbox.kept) == 5, "all arrivals", 60)
    assert {number for number in range(5) for raw in inbox.raws if f"move {number}".encode() in raw} == set(range(5))


RECEIVE = """#!{python}
import json, sys
from datetime import UTC, datetime
from pathlib import Path
sys.path.insert(0, {root!r})
from pbem.errors import TryLater
from pbem.transport.pipe import receive

store = Path({store!r})

def accept(received):
    if (store / "busy").exists():
        (store / "busy").unlink()
        raise TryLater("The database is busy.")
    line = json.dumps([received.recipient, received.sender, received.raw.decode("latin-1")])
    with (store / "mails").open("a") as file:
        file.write(line + chr(10))

sys.exit(receive(sys.stdin.buffer, accept, datetime.now(UTC), 30_000_000, sys.argv[1], sys.argv[2]))
"""
PIPE = """
pbem unix - n n - 1 pipe
  flags=Rq user=mail argv={folder}/receive ${{original_recipient}} ${{sender}}
"""


def readable_python() -> str:
    """Return an interpreter that other users may run."""
    return sys.executable if Path(sys.executable).resolve().is_relative_to("/usr") else "/usr/bin/python3"


@pytest.fixture
def piped():
    """A Postfix that runs a program of ours for each mail, and the folder where that stores them."""
    with open_folder() as folder:
        store = folder / "store"
        store.mkdir(mode=0o777)
        store.chmod(0o777)
        program = folder / "receive"
        program.write_text(RECEIVE.format(python=readable_python(), root=str(ROOT), store=str(store)))
        program.chmod(0o755)
        server = Postfix(
            folder / "postfix",
            settings="\nvirtual_mailbox_domains = example.org\nvirtual_mailbox_maps = regexp:{folder}/ours\n"
            "virtual_transport = pbem\npbem_destination_recipient_limit = 1\n",
            services=PIPE.format(folder=folder),
            files={"ours": "/^turns(\\+.*)?@example\\.org$/ OK\n"},
        )
        try:
            server.start()
            yield server, store
        finally:
            server.stop()


def stored(store: Path) -> list[list[str]]:
    """Return what the program has stored."""
    path = store / "mails"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def test_a_pipe_hands_over_the_mail_with_its_envelope_and_comes_again_after_75(piped):
    """The first run says that it could not store."""
    server, store = piped
    (store / "busy").touch(mode=0o666)
    (store / "busy").chmod(0o666)
    send(server, mail(), OURS)

    wait_until(lambda: stored(store), "the mail's arrival", 40)
    ((recipient, sender, raw),) = stored(store)
    assert (recipient, sender) == (OURS, "ann@example.net")
    assert "\n\nmove 5\n" in raw.replace("\r\n", "\n")
    assert "temporary failure" in server.log()


HOSTING = """
virtual_mailbox_domains = example.org
virtual_mailbox_maps = regexp:{folder}/everybody
virtual_transport = lmtp:inet:127.0.0.1:%d
"""


@pytest.fixture(scope="module")
def provider():
    """A provider: mailboxes in a Dovecot, and a Postfix that takes mails from who logs in."""
    with open_folder() as folder:
        dovecot = Dovecot(folder / "dovecot")
        try:
            dovecot.start()
            postfix = Postfix(
                folder / "postfix",
                settings=HOSTING % dovecot.lmtp,
                files={"everybody": "/^(turns|ann|bob|cem)(\\+.*)?@example\\.org$/ OK\n"},
                auth=dovecot.auth,
                cert=dovecot.cert,
            )
            try:
                postfix.start()
                yield postfix, dovecot
            finally:
                postfix.stop()
        finally:
            dovecot.stop()


def way_out(provider: tuple[Postfix, Dovecot], **changes: object) -> SmtpSink:
    """Return a sink that logs in at the provider."""
    postfix, dovecot = provider
    server = Server("localhost", postfix.submission, "starttls", "turns", PASSWORD, ca_file=dovecot.cert)
    return SmtpSink(server._replace(**changes))


def test_our_mails_reach_the_players_mailboxes(provider):
    """Over STARTTLS and with a login; a stranger among them is refused alone."""
    _, dovecot = provider
    parcels = [parcel(1), parcel(2, "nobody@example.org"), parcel(3, "bob@example.org")]
    sent = list(way_out(provider).send(parcels))

    assert [each.result for each in sent] == ["sent", "refused", "sent"]
    ann, bob = (Hand(Mailbox("127.0.0.1", dovecot.imap, "none", user, PASSWORD)) for user in ("ann", "bob"))
    wait_until(lambda: ann.raws() and bob.raws(), "both arrivals")
    assert b"<m1@example.org>" in ann.raws()[0]
    ann.close()
    bob.close()


def test_a_wrong_password_holds_everything(provider):
    """The real server's own words are understood."""
    (delivery,) = way_out(provider, password="wrong").send([parcel(1)])

    assert (delivery.result, delivery.code) == ("account", 535)


def test_who_does_not_log_in_sends_nothing(provider):
    """It is the account's matter, not the recipient's."""
    (delivery,) = way_out(provider, user="").send([parcel(1)])

    assert delivery.result == "account"


def test_a_mail_larger_than_the_server_takes_is_refused_alone(provider):
    """The server says its limit at the beginning."""
    huge = parcel(1)._replace(raw=b"Subject: x\r\n\r\n" + b"x\r\n" * 14_000_000)
    assert [each.result for each in way_out(provider).send([huge, parcel(2)])] == ["refused", "sent"]


def test_a_player_s_reply_comes_back_to_us_through_both(provider):
    """Postfix takes it, Dovecot stores it, we read it over IMAP within two seconds of a push."""
    postfix, dovecot = provider
    send(postfix, mail("move 8"), OURS)
    mailbox = Mailbox("localhost", dovecot.imaps, "tls", "turns", PASSWORD, ca_file=dovecot.cert)
    whose = Whose(None, False, lambda address: ours(address) and "+" in address, lambda found: False)
    source, inbox = ImapSource(mailbox, MemoryMarks(), BIG, whose), Inbox()

    seconds = wait_until(lambda: source.fetch(inbox), "the reply's arrival")

    assert (inbox.kept[0].recipient, inbox.kept[0].sender) == (OURS, "ann@example.net")
    assert seconds < 2
