"""What holds for the whole suite: which groups run, and how Hypothesis looks for examples."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog
from hypothesis import HealthCheck, settings

from tests.programs import all_missing

REAL = Path(__file__).parent / "real"
LEFT_OUT = "left out here: {}"

# CI and `make test` try the same examples every time; PBEM_EXAMPLES=dev looks for new ones.
settings.register_profile("ci", derandomize=True, deadline=None, max_examples=50, database=None)
settings.register_profile("dev", deadline=None, max_examples=500, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("PBEM_EXAMPLES", "ci"))


@pytest.fixture(autouse=True)
def _log_as_before() -> Iterator[None]:
    """Take back what a command has set up for its log: the stream it writes to ends with the test."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    structlog.reset_defaults()
    root.handlers[:] = handlers
    root.setLevel(level)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take `--accept`: golden files are written as they are now, for a person to read the difference."""
    parser.addoption("--accept", action="store_true", help="write golden files anew (never in CI)")


def pytest_configure(config: pytest.Config) -> None:
    """Refuse to accept anything where nobody looks."""
    if config.getoption("--accept") and os.environ.get("CI"):
        raise pytest.UsageError("golden files are accepted by a person, not by CI")


def wanted(group: str) -> bool:
    """Tell whether the environment asks for a group that the suite leaves out."""
    return os.environ.get(f"PBEM_{group.upper()}") == "1"


def real_elsewhere() -> bool:
    """Tell whether the tests against real programs run in a step of their own: in CI, which first installs them."""
    return bool(os.environ.get("CI")) and not wanted("real")


def left_out() -> list[str]:
    """Return the groups that this run leaves out, with the command that runs each."""
    groups = [] if wanted("soak") else ["soak (make soak)"]
    if real_elsewhere():
        groups.append("real (make test-real)")
    elif programs := all_missing():
        groups.append(f"{programs} (make test-real installs them)")
    return groups


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave the tests against real mail programs to `make test-real` where that follows anyway."""
    return True if collection_path == REAL and real_elsewhere() else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the long runs to `make soak`."""
    if not wanted("soak"):
        long = [item for item in items if item.get_closest_marker("soak")]
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if not item.get_closest_marker("soak")]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name the groups that did not run."""
    if left_out():
        terminalreporter.write_line(LEFT_OUT.format(", ".join(left_out())))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a CI run that skipped a test: what is left out there is not known to work."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter and reporter.stats.get("skipped") and session.exitstatus == 0:
        reporter.write_line("CI skips no test: install what the skipped ones need.")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
