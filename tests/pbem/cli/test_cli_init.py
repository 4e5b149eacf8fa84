"""`pbem init`: a folder that works at once, whatever was given."""

from __future__ import annotations

import stat
import sys
from datetime import UTC, datetime

import pexpect
import pytest

from pbem.config import load
from tests.pbem.cli.shell import Shell


def test_without_options_a_pipe_gets_the_defaults(empty: Shell) -> None:
    """Nothing is asked; configuration, secrets, Maildir and database are there."""
    done = empty.run("init", str(empty.folder))
    config = load(empty.config)

    assert (0, "") == (done.code, done.err)
    assert str(empty.config) in done.out
    assert "turns@example.org" == config.mail.address
    assert 0o600 == stat.S_IMODE((empty.folder / "secrets.toml").stat().st_mode)
    assert (empty.folder / "inbound" / "new").is_dir()
    assert (empty.folder / "pbem.sqlite").is_file()
    assert config.mail.since is not None
    assert abs(datetime.now(UTC) - config.mail.since).total_seconds() < 60


def test_what_is_given_stands_in_the_configuration(empty: Shell) -> None:
    """Each option sets its key."""
    given = ["--address", "ink@example.net", "--name", "Ink", "--moderator", "ann@example.org"]
    done = empty.run("init", str(empty.folder), *given, "--zone", "Europe/Berlin", "--dedicated")
    config = load(empty.config)

    assert 0 == done.code
    assert ("ink@example.net", "Ink", "ann@example.org", True) == (
        config.mail.address,
        config.mail.name,
        config.mail.moderator,
        config.mail.dedicated,
    )
    assert "Europe/Berlin" == config.games.zone


def test_a_provider_brings_its_servers(empty: Shell) -> None:
    """The password is not asked in a pipe: the last step is named."""
    done = empty.run(
        "init", str(empty.folder), "--provider", "other", "--imap", "i.example.org", "--smtp", "s.example.org"
    )
    config = load(empty.config)

    assert 0 == done.code
    assert ("i.example.org", "s.example.org") == (config.inbound.imap.host, config.outbound.smtp.host)
    assert "password" in done.out
    assert "secrets.toml" in done.out


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--address", "no address"], "address"),
        (["--address", "longname@example.org"], "shorter name"),
        (["--zone", "Mars/Base"], "zone"),
        (["--moderator", "nobody"], "moderator"),
        (["--provider", "pigeon"], "gmail"),
        (["--provider", "other"], "IMAP"),
    ],
)
def test_what_cannot_be_used_is_refused_and_nothing_is_made(empty: Shell, options: list[str], told: str) -> None:
    """The reason names what was wrong, and the folder is not there."""
    done = empty.run("init", str(empty.folder), *options)

    assert (1, "") == (done.code, done.out)
    assert told in done.err
    assert not empty.folder.exists()


def test_at_a_terminal_it_asks_for_what_was_not_given(empty: Shell) -> None:
    """What was given is not asked; an empty answer is the default; a password is not shown."""
    command = ["-m", "pbem", "init", str(empty.folder), "--name", "Ink", "--provider", "fastmail"]
    terminal = pexpect.spawn(sys.executable, command, env=empty.environment, encoding="utf-8", timeout=30)
    for question, answer in (
        ("Address that players write to", "ink@example.net"),
        ("Address to tell of trouble", ""),
        ("Time zone", "Europe/Berlin"),
        ("Password of the mailbox", "hush"),
    ):
        terminal.expect(question)
        terminal.sendline(answer)
    terminal.expect(pexpect.EOF)
    terminal.close()
    config = load(empty.config)

    assert 0 == terminal.exitstatus
    assert "hush" not in str(terminal.before)
    assert ("ink@example.net", "Ink", "") == (config.mail.address, config.mail.name, config.mail.moderator)
    assert ("Europe/Berlin", "imap.fastmail.com") == (config.games.zone, config.inbound.imap.host)
    assert ("hush", "hush") == (config.secrets().imap.reveal(), config.secrets().smtp.reveal())


def test_a_second_init_is_refused_and_overwrites_nothing(shell: Shell) -> None:
    """With other keys no reply to an old mail would be understood."""
    before = (shell.folder / "secrets.toml").read_text()
    done = shell.run("init", str(shell.folder))

    assert (1, "") == (done.code, done.out)
    assert "already" in done.err
    assert before == (shell.folder / "secrets.toml").read_text()


def test_a_missing_database_is_made_anew(shell: Shell) -> None:
    """The remedy that every command names where there are no tables works."""
    for path in shell.folder.glob("pbem.sqlite*"):
        path.unlink()
    refused = shell.run("game", "list")
    done = shell.run("init", str(shell.folder))

    assert 1 == refused.code
    assert "pbem init" in refused.err
    assert 0 == done.code
    assert [] == shell.data("game", "list")


def test_a_folder_without_configuration_is_refused_with_the_remedy(empty: Shell) -> None:
    """Every command says how to make one."""
    done = empty.run("status")

    assert (1, "") == (done.code, done.out)
    assert "There is no configuration" in done.err
    assert "pbem init" in done.err
