"""What commands print at a terminal and elsewhere, and what a log never tells."""

from __future__ import annotations

import io
import sys

import pytest
import structlog

from pbem.cli import log, out


class Terminal(io.StringIO):
    """Somebody sits before it."""

    def isatty(self) -> bool:
        """It is one."""
        return True


def test_a_table_is_plain_columns_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    """Other programs can cut them; nothing trails."""
    out.table(("game", "title"), [(1, "Pebbles"), (12, None)])

    assert "game  title\n1     Pebbles\n12\n" == capsys.readouterr().out


def test_a_table_is_drawn_at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names are shown as they are, whatever brackets they hold."""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    out.table(("name",), [("[bold]Ann[/bold]",)])

    assert "[bold]Ann[/bold]" in terminal.getvalue()
    assert "┃" in terminal.getvalue()


def test_a_moment_is_written_for_people() -> None:
    """With its zone; none is nothing."""
    assert ("Tue 2026-12-01 12:00 UTC", "") == (out.moment("2026-12-01T12:00:00+00:00"), out.moment(None))


def test_a_log_line_is_readable_and_holds_no_address(capsys: pytest.CaptureFixture[str]) -> None:
    """Not in its words, not in its facts, not in a traceback."""
    log.configure(20)
    logger = structlog.get_logger()
    try:
        raise ValueError("no mail for ann.bell+x@example.org")
    except ValueError:
        logger.exception("failed for <bob@example.org>", to="cem@example.org", number=7)
    captured = capsys.readouterr()

    assert "" == captured.out
    assert "failed for <(an address)>" in captured.err
    assert "number=7" in captured.err
    assert "no mail for (an address)" in captured.err
    assert "@example.org" not in captured.err


def test_a_log_below_its_level_is_silent(capsys: pytest.CaptureFixture[str]) -> None:
    """Commands tell of trouble only."""
    log.configure()
    structlog.get_logger().info("mail stored")

    assert ("", "") == capsys.readouterr()
