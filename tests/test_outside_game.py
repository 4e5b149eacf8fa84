"""A fourth game comes from another package, by entry points alone, and is played by mail as any other."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.source import ROOT
from tests.toy import ENGINE

ENTRY_POINTS = f"""[pbem.engines]
{ENGINE.name} = pebbles_by_mail:ENGINE

[pbem.templates]
{ENGINE.name} = pebbles_by_mail
"""


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Install a package that holds a game and its templates, and return the environment that sees it."""
    folder = tmp_path_factory.mktemp("outside")
    shutil.copytree(ROOT / "tests" / "toy", folder / "pebbles_by_mail", ignore=shutil.ignore_patterns("templates"))
    shutil.copytree(ROOT / "tests" / "toy" / "templates" / ENGINE.name, folder / "pebbles_by_mail" / ENGINE.name)
    about = folder / "pebbles_by_mail-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: pebbles-by-mail\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(ENTRY_POINTS, encoding="utf-8")
    return {**os.environ, "PYTHONPATH": str(folder)}


def pbem(*arguments: str, cwd: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a command of pbem in an environment of its own."""
    command = [sys.executable, "-m", "pbem", *arguments]
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)


def test_a_game_from_outside_is_played_by_mail_to_its_end(outside: dict[str, str], tmp_path: Path) -> None:
    """Three clients play it, and its own words stand in the mails."""
    done = pbem("demo", ENGINE.name, "--dir", "house", "--seed", "70" * 32, cwd=tmp_path, environment=outside)

    assert (done.returncode, done.stderr) == (0, "")
    assert "Final standings" in done.stdout


def test_without_its_package_there_is_no_such_game(tmp_path: Path) -> None:
    """The game is refused where the package is not installed."""
    done = pbem("demo", ENGINE.name, "--dir", "house", cwd=tmp_path, environment={**os.environ})

    assert done.returncode == 1
    assert f"There is no game called '{ENGINE.name}'" in done.stderr
