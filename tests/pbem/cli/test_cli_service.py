"""`pbem serve`, `tick`, `receive`: mails come in and go out."""

from __future__ import annotations

import re
import signal
import smtplib
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from email import message_from_bytes

import pytest

from pbem.errors import TryLater
from tests.pbem.cli.shell import BOB, Shell, header

TRY_LATER = 75
PATIENCE = 20.0


@contextmanager
def serving(shell: Shell) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Let `pbem serve` run, and hand out its process and its first line."""
    server = shell.start("serve", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert server.stdout
    try:
        yield server, server.stdout.readline()
    finally:
        server.kill()
        server.communicate()


def eventually(happens: Callable[[], bool]) -> bool:
    """Wait until something has happened, and tell whether it did in time."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if happens():
            return True
        time.sleep(0.05)
    return False


def test_a_tick_sends_what_waits(shell: Shell) -> None:
    """And says what it did."""
    shell.run("game", "new", "toy", "--player", "Ann <ann@example.org>", "--player", BOB)
    done = shell.run("tick")

    assert (0, "0 fetched, 0 processed, 0 overdue, 2 sent\n", "") == done
    assert [1, 1] == [len(shell.mails(name)) for name in ("Ann", "Bob")]


def test_an_empty_tick_says_nothing(shell: Shell) -> None:
    """Nothing is due."""
    assert (0, "", "") == shell.run("tick")


def test_a_tick_fetches_from_the_maildir(shell: Shell) -> None:
    """A mail that lies there is played and answered in the same pass."""
    shell.new_game()
    (shell.folder / "inbound" / "new" / "1.mail").write_bytes(shell.reply("Ann", "draw"))
    done = shell.run("tick")

    assert (0, "1 fetched, 1 processed, 0 overdue, 2 sent\n", "") == done
    assert "Your move, Bob" in shell.mails("Bob")[-1]


def test_a_tick_that_cannot_fetch_says_come_again(shell: Shell) -> None:
    """And judges no deadline; the status says so until it can."""
    shell.new_game()
    (shell.folder / "inbound" / "new").rmdir()
    (shell.folder / "inbound" / "new").write_text("no folder")
    done = shell.run("tick")

    assert TRY_LATER == done.code
    assert "no deadline was judged" in done.err
    assert re.search(
        r"Mails cannot be fetched since [^:]+ \d\d:\d\d.*: The Maildir \S+ cannot be used", shell.run("status").out
    )


def test_a_busy_database_is_a_passing_failure(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reason and remedy are told, and the exit code says: try again."""

    def busy(_: object) -> object:
        raise TryLater("Another pbem is at work.", "Try again in a minute.")

    monkeypatch.setattr("pbem.app.App.tick", busy)
    shell.new_game()
    (shell.folder / "inbound" / "new" / "1.mail").write_bytes(b"x")

    assert (TRY_LATER, "", "Another pbem is at work.\nTry again in a minute.\n") == shell.run("tick")


def test_a_mail_from_a_pipe_is_stored_and_played_by_the_next_pass(shell: Shell) -> None:
    """The envelope recipient says whose it is, whatever To holds."""
    shell.new_game()
    raw = shell.reply("Ann", "draw")
    to = str(message_from_bytes(raw)["To"])
    raw = raw.replace(to.encode(), b"undisclosed-recipients:;")
    done = shell.run("receive", "--recipient", to, "--sender", "ann@example.org", typed=raw)

    assert (0, "", "") == done
    assert "1 processed" in shell.run("tick").out
    assert "Your move, Bob" in shell.mails("Bob")[-1]


def test_the_same_mail_twice_is_one(shell: Shell) -> None:
    """A server that comes again does no harm."""
    shell.new_game()
    raw = shell.reply("Ann", "draw")

    assert [0, 0] == [shell.run("receive", typed=raw).code for _ in range(2)]
    assert "1 processed" in shell.run("tick").out


@pytest.mark.parametrize("harm", ["database", "secrets", "config"])
def test_whatever_is_wrong_on_our_side_the_mail_server_keeps_the_mail(shell: Shell, harm: str) -> None:
    """Any other exit code would send it back to the player."""
    paths = {"database": "pbem.sqlite", "secrets": "secrets.toml", "config": "config.toml"}
    path = shell.folder / paths[harm]
    if harm == "database":
        path.write_bytes(b"no database at all, but long enough to be looked at" * 100)
    elif harm == "config":
        path.write_text("[mail")
    else:
        path.unlink()
    done = shell.run("receive", typed=b"From: ann@example.org\n\ndraw\n")

    # Secrets are not needed to store a mail.
    assert (0 if harm == "secrets" else TRY_LATER) == done.code
    assert "" == done.out


def test_a_damaged_database_is_refused_without_a_traceback(shell: Shell) -> None:
    """Every command names the one that looks closer."""
    (shell.folder / "pbem.sqlite").write_bytes(b"no database" * 999)
    done = shell.run("game", "list")

    assert (1, "") == (done.code, done.out)
    assert "not a database" in done.err
    assert "pbem doctor" in done.err


def test_a_locked_database_is_a_passing_failure(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else writes for too long."""
    monkeypatch.setattr("pbem.store.database._BUSY_MILLISECONDS", 50)
    with closing(sqlite3.connect(shell.folder / "pbem.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        done = shell.run("player", "add", "Dia <dia@example.org>")

    assert (TRY_LATER, "") == (done.code, done.out)
    assert "locked" in done.err
    assert [] == shell.data("player", "list")


def test_serve_tells_where_it_listens_plays_what_comes_and_stops_cleanly(shell: Shell) -> None:
    """From the line that tells the port to SIGTERM; the log goes to standard error and holds no address."""
    shell.set("inbound.smtp", "127.0.0.1:0")
    shell.new_game()
    with serving(shell) as (server, line):
        found = re.fullmatch(r"listening: smtp 127\.0\.0\.1:(\d+)\n", line)
        assert found
        with smtplib.SMTP("127.0.0.1", int(found[1])) as client:
            raw = shell.reply("Ann", "draw")
            client.sendmail("ann@example.org", [str(message_from_bytes(raw)["To"])], raw)
        assert eventually(lambda: len(shell.mails("Bob")) == 2)
        server.send_signal(signal.SIGTERM)
        out, err = server.communicate(timeout=PATIENCE)

    assert (0, "") == (server.returncode, out)
    assert "mail processed" in err
    assert "stopped" in err
    assert "@" not in err


def test_serve_notices_what_other_commands_leave(shell: Shell) -> None:
    """A new game's first mails do not wait for the next poll, nor does a mail from a pipe."""
    shell.set("inbound.poll", "1h")
    shell.set("inbound.maildir", "")
    with serving(shell) as (_, line):
        shell.run("game", "new", "toy", "--player", "Ann <ann@example.org>", "--player", BOB)
        sent = eventually(lambda: len(shell.mails("Ann")) == 1)
        shell.run("receive", typed=shell.reply("Ann", "draw"))
        played = eventually(lambda: len(shell.mails("Bob")) == 2)

    assert (True, True) == (sent, played)
    assert line == "listening: nowhere; mails are fetched\n"


def test_a_port_that_is_taken_is_refused(shell: Shell) -> None:
    """With its number, and no traceback."""
    shell.set("inbound.smtp", "127.0.0.1:0")
    with serving(shell) as (_, line):
        port = line.rpartition(":")[2].strip()
        shell.set("inbound.smtp", f"127.0.0.1:{port}")
        other = shell.start("serve", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        out, err = other.communicate(timeout=PATIENCE)

    assert (1, "") == (other.returncode, out)
    assert port in err
    assert "Traceback" not in err


def test_a_reply_carries_what_a_mail_program_would_send(shell: Shell) -> None:
    """Guards the tests above: the address replied to is the newest one."""
    shell.new_game()

    assert "+g1.s1.p1." in header(shell.mails("Ann")[-1], "Reply-To")
