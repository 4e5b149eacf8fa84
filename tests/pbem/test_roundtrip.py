"""`pbem doctor --round-trip`: what comes back of a mail to ourselves, and which keys it sets."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem import app as wiring
from pbem import roundtrip, secret
from pbem.config import Config, load
from pbem.doctor import Finding, password_remedy
from pbem.initial import change, for_provider, write_initial
from pbem.store import mails
from pbem.transport.base import Accept, Delivery, Parcel, Received
from tests.pbem.transport.imap_server import PASSWORD, USER
from tests.pbem.transport.provider import Manners, Provider, providing
from tests.pbem.transport.relay import CERTIFICATE

NOW = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)


class Mirror:
    """A provider in memory: what is sent to it lies in the mailbox, changed on the way."""

    def __init__(self, changed: Callable[[bytes], bytes] | None, verdict: Delivery | None = None) -> None:
        self._changed = changed
        self._verdict = verdict
        self._waiting: list[Received] = []

    def send(self, parcels: Sequence[Parcel]) -> Iterator[Delivery]:
        """Take the mails."""
        for parcel in parcels:
            if self._changed is not None:
                raw = self._changed(parcel.raw)
                self._waiting.append(Received(raw, None, parcel.sender, datetime.now(UTC), "imap"))
            yield self._verdict or Delivery(parcel.key, "sent", 250, "OK")

    def fetch(self, accept: Accept) -> int:
        """Hand over what lies there."""
        for received in self._waiting:
            accept(received)
        self._waiting = []
        return 0


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a configuration for another provider, its database made."""
    config = for_provider(Config(), "other", imap="imap.example.org", smtp="smtp.example.org")
    path = write_initial(tmp_path / "games", config, secret.fresh(), NOW)
    wiring.furnish(load(path))
    return path


def tripped(path: Path, mirror: Mirror, monkeypatch: pytest.MonkeyPatch) -> dict[str, Finding]:
    """Make the trip through a mirror and return the findings."""
    real = wiring.build

    def build(config: Config) -> wiring.App:
        app = real(config)
        app.sink, app.sources = mirror, [mirror]
        return app

    monkeypatch.setattr(roundtrip, "build", build)
    found = roundtrip.make(path, 4, lambda seconds: None)
    return {finding.what: finding for finding in found}


def keys(path: Path) -> tuple[bool, bool, bool, str]:
    """Return what the trip decides."""
    mail = load(path).mail
    return mail.plus, mail.reply_to, mail.message_id, mail.authserv_id


def test_where_all_arrives_nothing_is_changed_but_the_servers_name(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The topmost field alone counts; the others may be anybody's."""
    ours = b"Authentication-Results: mx.example.org 1; spf=pass\r\nAuthentication-Results: evil.example; dmarc=pass\r\n"
    found = tripped(path, Mirror(lambda raw: ours + raw), monkeypatch)

    assert all(finding.well for finding in found.values())
    assert (True, True, True, "mx.example.org") == keys(path)


@pytest.mark.parametrize(
    ("pattern", "by", "expected"),
    [
        (rb"(?m)^To:.*$", b"To: turns@example.org", (False, True, True, "")),
        (rb"(?m)^Reply-To:.*\n", b"", (True, False, True, "")),
        (rb"(?m)^Message-ID:.*$", b"Message-ID: <another@provider.example>", (True, True, False, "")),
    ],
)
def test_what_gets_lost_is_written_down(
    path: Path, monkeypatch: pytest.MonkeyPatch, pattern: bytes, by: bytes, expected: tuple[bool, bool, bool, str]
) -> None:
    """Plus part, Reply-To, Message-ID; and set back once it arrives again."""
    tripped(path, Mirror(lambda raw: re.sub(pattern, by, raw)), monkeypatch)
    assert expected == keys(path)

    tripped(path, Mirror(lambda raw: raw), monkeypatch)
    assert (True, True, True, "") == keys(path)


def test_a_mail_that_never_comes_back_is_a_bad_sign(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is changed then."""
    found = tripped(path, Mirror(None), monkeypatch)

    assert not found["came back"].well
    assert (True, True, True, "") == keys(path)


def test_a_refused_password_is_explained(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the words of the provider, and ours."""
    refusal = Delivery(0, "account", 534, "5.7.9 Application-specific password required")
    change(path, "outbound.smtp.host", "smtp.gmail.com")
    found = tripped(path, Mirror(None, refusal), monkeypatch)

    assert "5.7.9 Application-specific password required" in found["sent"].found
    assert "apppasswords" in found["sent"].remedy
    assert "app password" in password_remedy("smtp.example.org")


def test_the_mail_is_answered_by_nobody(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is done with once it was looked at."""
    tripped(path, Mirror(lambda raw: raw), monkeypatch)
    app = wiring.build(load(path))
    with app.office.database.read() as unit:
        assert ["round_trip"] == [row.rule for row in mails.mails_in(unit, "done")]
        assert 0 == mails.waiting(unit)
    app.close()


def test_on_a_laptop_there_is_no_way_round(tmp_path: Path) -> None:
    """Mails into Maildirs of this machine come back from nowhere."""
    path = write_initial(tmp_path / "games", Config(), secret.fresh(), NOW)
    wiring.furnish(load(path))
    (finding,) = roundtrip.make(path)

    assert not finding.well


@pytest.fixture(scope="module")
def provider(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Provider]:
    """A provider, over real SMTP with a login and real IMAP; its mailbox is not ours alone."""
    with providing(tmp_path_factory.mktemp("boxes")) as provider:
        yield provider


def at(provider: Provider, folder: Path) -> Path:
    """Return a configuration for a mailbox there."""
    config = for_provider(Config(), "other", USER, "127.0.0.1", "localhost")
    path = write_initial(folder / "games", config, secret.fresh(PASSWORD, PASSWORD), NOW)
    for key, value in {
        "mail.since": datetime(2020, 1, 1, tzinfo=UTC),
        "inbound.imap.port": provider.imap,
        "inbound.imap.security": "none",
        "outbound.smtp.port": provider.submission,
        "outbound.smtp.security": "starttls",
        "outbound.smtp.ca_file": CERTIFICATE,
    }.items():
        change(path, key, value)
    wiring.furnish(load(path))
    return path


SERVER = "mx.provider.example"
ALL = Manners(rewrites_message_ids=True, drops_plus=True, drops_reply_to=True, labels=True, vouches_for_itself=True)


@pytest.mark.parametrize(
    ("manners", "expected"),
    [
        (Manners(), (True, True, True, "")),
        (Manners(rewrites_message_ids=True), (True, True, False, "")),
        (Manners(drops_plus=True), (False, True, True, "")),
        (Manners(drops_reply_to=True), (True, False, True, "")),
        (Manners(labels=True), (True, True, True, "")),
        (Manners(vouches_for_itself=True), (True, True, True, SERVER)),
        (ALL, (False, False, False, SERVER)),
    ],
)
def test_each_manner_of_a_provider_is_found_out_and_noted(
    provider: Provider, tmp_path: Path, manners: Manners, expected: tuple[bool, bool, bool, str]
) -> None:
    """Alone and all together; what was found is said, and stands in the configuration."""
    provider.manners = manners
    path = at(provider, tmp_path)
    found = [*roundtrip.make(path, 60, lambda seconds: time.sleep(0.2))]

    assert [finding for finding in found if not finding.well] == []
    assert expected == keys(path)
    changed = [finding.what for finding in found if "is false now" in finding.found or "is set" in finding.found]
    assert sum(value in (False, SERVER) for value in expected) == len(changed)


@pytest.mark.parametrize(
    ("manners", "words"),
    [(Manners(quota=0), "550 5.4.5 Daily"), (Manners(takes_passwords=False), "534 5.7.9 Application-specific")],
)
def test_what_a_provider_refuses_is_told_with_the_remedy(
    provider: Provider, tmp_path: Path, manners: Manners, words: str
) -> None:
    """And no key is changed."""
    provider.manners = manners
    path = at(provider, tmp_path)
    *_, finding = roundtrip.make(path, 60, lambda seconds: time.sleep(0.2))

    assert (finding.what, finding.well) == ("sent", False)
    assert words in finding.found
    assert "app password" in finding.remedy
    assert "max_per_day" in finding.remedy
    assert (True, True, True, "") == keys(path)
