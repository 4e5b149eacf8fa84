"""The first configuration of a folder, and later changes of single keys."""

from __future__ import annotations

import os
import stat
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from pbem import secret
from pbem.config import Config, Mail, load
from pbem.errors import Misconfigured, Refused
from pbem.initial import PROVIDERS, change, for_provider, write_initial

NOON = datetime(2026, 11, 30, 12, 0, 7, tzinfo=UTC)
HERE = Config(mail=Mail(address="turns@example.org"))


def test_a_new_folder_has_all_that_a_service_needs(tmp_path):
    """Its keys, its secrets, a place for mail, and the moment since when mail is its own."""
    path = write_initial(tmp_path / "games", HERE, secret.fresh(), NOON)
    config = load(path)

    assert tmp_path / "games" / "config.toml" == path
    assert config.mail.since == NOON
    assert len(config.secrets().signing_key()) == 32
    assert stat.S_IMODE(os.stat(tmp_path / "games" / "secrets.toml").st_mode) == 0o600
    assert sorted(os.listdir(tmp_path / "games" / "inbound")) == ["cur", "new", "tmp"]


def test_nothing_is_overwritten(tmp_path):
    """With another signing key no reply to an old mail would be understood."""
    write_initial(tmp_path, HERE, secret.fresh(), NOON)
    before = (tmp_path / "secrets.toml").read_text()

    with pytest.raises(Refused, match="already"):
        write_initial(tmp_path, HERE, secret.fresh(), NOON)

    assert before == (tmp_path / "secrets.toml").read_text()


def test_a_folder_that_cannot_be_written_is_refused(tmp_path):
    """The reason names it."""
    (tmp_path / "file").write_text("")

    with pytest.raises(Refused, match="file"):
        write_initial(tmp_path / "file", HERE, secret.fresh(), NOON)


@pytest.mark.parametrize("provider", ["gmail", "fastmail"])
def test_a_known_provider_brings_its_servers(tmp_path, provider):
    """Both ways are encrypted, IMAP is the only way in, and the login is our address."""
    config = load(write_initial(tmp_path, for_provider(HERE, provider), secret.fresh("app", "app"), NOON))

    assert f"imap.{provider}.com" == config.inbound.imap.host
    assert f"smtp.{provider}.com" == config.outbound.smtp.host
    assert (config.inbound.imap.security, config.outbound.smtp.security) == ("tls", "tls")
    assert (config.inbound.maildir, config.inbound.smtp) == (None, None)
    assert "turns@example.org" == config.inbound.imap.user == config.outbound.smtp.user
    assert config.outbox.max_per_day > 0
    assert config.secrets().imap.reveal() == "app"


def test_another_provider_needs_its_servers():
    """With them it is as good as a known one."""
    config = for_provider(HERE, "other", "ann", imap="imap.example.org", smtp="smtp.example.org")

    assert (config.inbound.imap.host, config.inbound.imap.user) == ("imap.example.org", "ann")
    with pytest.raises(Refused, match="IMAP server"):
        for_provider(HERE, "other")
    with pytest.raises(Refused, match=", ".join(PROVIDERS)):
        for_provider(HERE, "pigeon")


def test_one_key_is_changed_and_all_else_stays(tmp_path):
    """Comments, order and the operator's own lines."""
    path = write_initial(tmp_path, HERE, secret.fresh(), NOON)
    before = path.read_text().splitlines()
    change(path, "mail.plus", False)
    after = path.read_text().splitlines()

    changed = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    assert len(changed) == 1
    assert changed[0][0].partition("#")[2] == changed[0][1].partition("#")[2]
    assert not load(path).mail.plus


@pytest.mark.parametrize(
    "content", ["", "[mail]\n", "[mail]\nname = 'x'\n[games]\n", "[mail] # ours\nauthserv_id='a' # b"]
)
def test_a_key_that_is_not_there_yet_is_added(tmp_path, content):
    """In its section, which is made where it is missing."""
    path = tmp_path / "config.toml"
    path.write_text(content)
    change(path, "mail.authserv_id", 'mx.example.org#"1"')

    assert load(path).mail.authserv_id == 'mx.example.org#"1"'


def test_a_key_of_an_inner_section_is_changed_there(tmp_path):
    """Not one of the same name elsewhere."""
    path = write_initial(tmp_path, replace(HERE), secret.fresh(), NOON)
    change(path, "outbound.smtp.host", "smtp.example.org")

    config = load(path)
    assert (config.inbound.imap.host, config.outbound.smtp.host) == ("", "smtp.example.org")


def test_a_change_that_could_not_be_read_again_is_not_made(tmp_path):
    """The file stays as it was, and nothing lies beside it."""
    path = write_initial(tmp_path, HERE, secret.fresh(), NOON)
    before = path.read_text()

    with pytest.raises(Misconfigured):
        change(path, "games.policy", "hurry")

    assert before == path.read_text()
    assert sorted(os.listdir(tmp_path)) == ["config.toml", "inbound", "secrets.toml"]
