"""The tests against real programs: a group whose program is missing is skipped by name, or fails under PBEM_REAL=1."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.programs import missing
from tests.real.folder import open_folder


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what cannot run, or fail it where everything is wanted."""
    for item in items:
        for mark in item.iter_markers("needs"):
            for group in mark.args:
                if (reason := missing(group)) and os.environ.get("PBEM_REAL") != "1":
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


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """A folder that every user may look into, as the servers want it."""
    with open_folder() as path:
        yield path
