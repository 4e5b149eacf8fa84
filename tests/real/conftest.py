"""The tests against real programs: a group whose program is missing is skipped by name, or fails under PBEM_REAL=1."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.real.folder import open_folder

SBIN = "/usr/sbin:/sbin"
PROGRAMS = {
    "dovecot": ("dovecot",),
    "postfix": ("postfix", "postmap"),
    "mutt": ("mutt",),
    "chromium": ("chromium",),
}
_missing: dict[str, str] = {}


def program(name: str) -> str | None:
    """Return where a program lies, administrators' folders included."""
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:{SBIN}")


def missing(group: str) -> str:
    """Return why a group cannot run, or nothing."""
    absent = [name for name in PROGRAMS[group] if program(name) is None]
    if absent:
        return f"{', '.join(absent)} is not installed"
    return (
        "" if group == "mutt" or group == "chromium" or os.geteuid() == 0 else "the servers want to be started by root"
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what cannot run, or fail it where everything is wanted."""
    for item in items:
        for mark in item.iter_markers("needs"):
            for group in mark.args:
                if reason := missing(group):
                    _missing[group] = reason
                    if os.environ.get("PBEM_REAL") != "1":
                        item.add_marker(pytest.mark.skip(reason=f"{group}: {reason}"))


@pytest.fixture(autouse=True)
def _all_that_is_wanted(request: pytest.FixtureRequest) -> None:
    """Fail a test whose program is missing."""
    for mark in request.node.iter_markers("needs"):
        for group in mark.args:
            if reason := missing(group):
                pytest.fail(f"{group}: {reason}")


def pytest_configure(config: pytest.Config) -> None:
    """Name the mark."""
    config.addinivalue_line("markers", "needs(*groups): the real programs that a test starts")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name the groups that were left out, on one line."""
    if _missing:
        terminalreporter.write_line("missing: " + "; ".join(f"{name} ({why})" for name, why in _missing.items()))


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """A folder that every user may look into, as the servers want it."""
    with open_folder() as path:
        yield path
