"""`pbem mail list --dead`, `retry`, `show --raw`, and what `init` and `status` say of providers and dead addresses."""

from __future__ import annotations

import subprocess
import sys

import pexpect
import pytest

from pbem.config import load
from pbem.transport.base import Delivery
from pbem.transport.maildir_out import MaildirSink
from tests.pbem.cli.shell import Shell


def refusing(shell: Shell, monkeypatch: pytest.MonkeyPatch, answer: Delivery) -> None:
    """Begin a game while the server says this to everything."""
    with monkeypatch.context() as broken:
        broken.setattr(MaildirSink, "send", lambda self, parcels: (answer._replace(key=each.key) for each in parcels))
        shell.new_game()


def test_dead_letters_are_listed_and_sent_again(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without an address; the list of mails points at them."""
    refusing(shell, monkeypatch, Delivery(0, "refused", 550, "5.1.1 no such user"))
    letters = shell.data("mail", "list", "--dead")

    assert [(1, "Ann", 1), (2, "Bob", 1), (3, "Cem", 1)] == [(row["letter"], row["to"], row["game"]) for row in letters]
    assert "example.org" not in str(letters)
    assert "550 5.1.1 no such user" in shell.run("mail", "list", "--dead").out
    assert "Could not be sent: 3" in shell.run("mail", "list").out

    assert 0 == shell.run("mail", "retry", "1").code
    shell.run("tick")
    assert 1 == len(shell.mails("Ann"))
    assert "There is no letter 1" in shell.run("mail", "retry", "1").err


def test_a_held_outbox_is_shown_with_the_servers_words(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until when, and why."""
    refusing(shell, monkeypatch, Delivery(0, "account", 535, "5.7.8 Bad credentials"))

    assert "535 5.7.8 Bad credentials" in shell.run("status").out


def test_the_bytes_of_a_mail_can_be_had(shell: Shell) -> None:
    """As they came in, for whoever mends the fault."""
    raw = b"From: x@example.org\r\nSubject: \xff\r\n\r\nhello\x00\r\n"
    shell.run("receive", typed=raw)
    command = [sys.executable, "-m", "pbem", "--config", str(shell.config), "mail", "show", "1", "--raw"]
    done = subprocess.run(command, env=shell.environment, capture_output=True, check=True)

    assert raw == done.stdout


def test_a_mail_over_the_limit_is_listed(shell: Shell) -> None:
    """With its size; nothing of it is played."""
    shell.set("inbound.max_size", "1 kB")
    shell.run("receive", typed=b"From: x@example.org\r\nSubject: long\r\n\r\n" + b"x" * 400_000)
    shell.run("tick")
    (row,) = shell.data("mail", "list")

    assert "quarantined" == row["state"]
    assert "octets; only its beginning was kept" in row["reason"]


def test_the_password_can_come_from_standard_input(empty: Shell) -> None:
    """It stands in no history of a shell, and is not told."""
    given = ["--provider", "fastmail", "--password-stdin"]
    done = empty.run("init", str(empty.folder), *given, typed="hush\n")

    assert 0 == done.code
    assert "hush" not in done.out + done.err + empty.config.read_text()
    assert ("hush", "hush") == (
        load(empty.config).secrets().imap.reveal(),
        load(empty.config).secrets().smtp.reveal(),
    )


def test_the_service_cannot_be_its_own_moderator(empty: Shell) -> None:
    """Nor play: its mails would come back as orders."""
    done = empty.run("init", str(empty.folder), "--address", "ink@example.org", "--moderator", "ink+me@example.org")

    assert (1, "") == (done.code, done.out)
    assert "the address of the service itself" in done.err


def test_an_empty_password_is_not_asked_twice(empty: Shell) -> None:
    """It can be written into the file later."""
    command = ["-m", "pbem", "init", str(empty.folder), "--name", "Ink", "--provider", "fastmail", "--zone", "UTC"]
    terminal = pexpect.spawn(sys.executable, command, env=empty.environment, encoding="utf-8", timeout=60)
    for question in ("Address that players write to", "Address to tell of trouble", "Password of the mailbox"):
        terminal.expect(question)
        terminal.sendline("")
    terminal.expect("secrets.toml")
    terminal.expect(pexpect.EOF)
    terminal.close()

    assert 0 == terminal.exitstatus
