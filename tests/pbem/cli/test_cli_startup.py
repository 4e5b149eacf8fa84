"""The command line comes up fast: what is large is imported where it is used."""

from __future__ import annotations

import subprocess
import sys
import time
from datetime import UTC, datetime

import pytest

from pbem import probe
from pbem.app import build
from pbem.config import load
from pbem.store import mails
from tests.pbem.cli.shell import Shell

HEAVY = {"sqlmodel", "sqlalchemy", "jinja2", "alembic", "apscheduler", "structlog", "aiosmtpd", "orjson"}
NOW = 1_800_000_000


def imported(shell: Shell, *arguments: str) -> set[str]:
    """Return the top-level packages that a command imports."""
    code = (
        f"import sys\nfrom pbem.cli.main import app\ntry:\n    app({list(arguments)!r})\nexcept SystemExit:\n    pass\n"
    )
    code += "sys.stderr.write(' '.join({name.partition('.')[0] for name in sys.modules}))"
    done = subprocess.run(
        [sys.executable, "-c", code], env=shell.environment, capture_output=True, text=True, check=True
    )
    return set(done.stderr.split())


def test_help_imports_nothing_large(shell: Shell) -> None:
    """Nor does it import a game."""
    assert imported(shell, "--help") & (HEAVY | {"engines", "pydantic"}) == set()


@pytest.mark.parametrize("command", ["game", "player", "serve"])
def test_help_of_a_command_imports_nothing_large(shell: Shell, command: str) -> None:
    """What Typer itself reads parameters with aside."""
    assert imported(shell, command, "--help") & (HEAVY | {"engines"}) == set()


def test_an_empty_tick_imports_nothing_large(shell: Shell) -> None:
    """It asks with the standard library whether anything is due."""
    assert imported(shell, "--config", str(shell.config), "tick") & (HEAVY | {"engines"}) == set()


def test_nothing_is_due_in_a_fresh_house(shell: Shell) -> None:
    """Nor in one where all mails are sent and nobody is late."""
    assert not probe.anything_due(load(shell.config), NOW)
    shell.new_game()
    assert not probe.anything_due(load(shell.config), _just_now(shell))


def _just_now(shell: Shell) -> int:
    from datetime import datetime

    return int(datetime.fromisoformat(shell.data("game", "show", "1")["started"]).timestamp())


@pytest.mark.parametrize(
    "what", ["maildir", "seen", "inbox", "outbox", "deadline", "old", "imap", "server", "missing", "damaged"]
)
def test_whatever_a_pass_could_do_is_due(shell: Shell, what: str) -> None:
    """And so is whatever cannot be told cheaply: then the pass itself says what is wrong."""
    now = NOW
    if what in ("maildir", "seen"):
        (shell.folder / "inbound" / {"maildir": "new", "seen": "cur"}[what] / "1.mail").write_text("x")
    elif what == "inbox":
        shell.run("receive", typed=b"From: ann@example.org\n\nx\n")
    elif what == "outbox":
        shell.run("game", "new", "toy", "--player", "Ann <ann@example.org>", "--bot", "B")
        now = _just_now(shell)
    elif what == "deadline":
        shell.new_game()
        now = _just_now(shell) + 48 * 3600
    elif what == "old":
        shell.run("receive", typed=b"From: ann@example.org\n\nx\n")
        shell.run("tick")
        now = int(time.time()) + 91 * 86_400
    elif what == "imap":
        shell.set("inbound.imap.host", "imap.example.org")
    elif what == "server":
        shell.set("database.url", "postgresql:///pbem")
    elif what == "missing":
        (shell.folder / "pbem.sqlite").unlink()
    else:
        (shell.folder / "inbound" / "new").rmdir()

    assert probe.anything_due(load(shell.config), now)


def test_old_mails_are_emptied_where_only_cron_ticks(shell: Shell) -> None:
    """Once they have served their time a pass is due, though no mail comes; and once a day is enough."""
    shell.run("receive", typed=b"From: ann@example.org\n\nx\n")
    shell.run("tick")
    config, now = load(shell.config), int(time.time())
    assert [False, False, True] == [probe.anything_due(config, now + days * 86_400) for days in (0, 89, 91)]

    app = build(config, lambda: datetime.fromtimestamp(now + 91 * 86_400, UTC))
    app.tick()
    with app.office.database.read() as unit:
        assert b"" == mails.find_mail(unit, 1).raw
    app.close()
    assert [False, True] == [probe.anything_due(config, now + days * 86_400) for days in (91, 93)]


def test_a_paused_game_is_never_due(shell: Shell) -> None:
    """Its deadlines stand still."""
    shell.new_game()
    shell.run("game", "pause", "1")
    shell.run("tick")

    assert not probe.anything_due(load(shell.config), int(time.time()) + 60 * 86_400)


def test_a_neighbour_is_noticed_once(shell: Shell) -> None:
    """What another process wrote is told once, and only where it is due."""
    neighbours = probe.Neighbours(load(shell.config))
    try:
        before = neighbours.wrote(NOW)
        shell.run("game", "new", "toy", "--player", "Ann <ann@example.org>", "--bot", "B")
        now = _just_now(shell)
        after = [neighbours.wrote(now), neighbours.wrote(now)]
        shell.run("tick")
        sent = neighbours.wrote(now)
    finally:
        neighbours.close()

    assert (False, [True, False], False) == (before, after, sent)


def test_a_database_elsewhere_or_missing_has_no_neighbours(shell: Shell) -> None:
    """Then the poll alone finds what is due."""
    shell.set("database.url", "postgresql:///pbem")
    assert not probe.Neighbours(load(shell.config)).wrote(NOW)
    shell.set("database.url", "sqlite:///nowhere/pbem.sqlite")
    assert not probe.Neighbours(load(shell.config)).wrote(NOW)
