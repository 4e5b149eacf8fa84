"""The wheel holds all that pbem needs, away from the checkout."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from engines import discover
from tests.source import ROOT

PACKAGES = ("engines", "pbem", "templates")


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command and return what it printed."""
    done = subprocess.run([*map(str, command)], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel with the locked tools, from a copy of what is in the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def house(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel alone into a fresh environment that sees the locked packages, and return its bin folder."""
    folder = tmp_path_factory.mktemp("house")
    run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder)
    python = folder / "bin" / "python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", wheel, cwd=folder)
    # A path file of ours shares the packages, but not the path files among them: the checkout is not seen.
    shared = next(folder.glob("lib/python*/site-packages")) / "shared.pth"
    shared.write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return python.parent


def test_every_file_of_the_packages_is_in_the_wheel(wheel: Path) -> None:
    """Data, templates and migrations are packed, not only modules."""
    held = set(zipfile.ZipFile(wheel).namelist())
    files = [path for package in PACKAGES for path in (ROOT / package).rglob("*") if path.is_file()]
    wanted = {path.relative_to(ROOT).as_posix() for path in files if path.suffix != ".pyc"}

    assert wanted - held == set()


def test_nothing_else_is_in_the_wheel(wheel: Path) -> None:
    """Tests, documents and benchmarks stay at home."""
    held = {name.partition("/")[0] for name in zipfile.ZipFile(wheel).namelist()}

    assert {name for name in held if not name.endswith(".dist-info")} == set(PACKAGES)


def test_the_command_works_away_from_the_checkout(house: Path, tmp_path: Path) -> None:
    """`pbem --help` needs nothing but the wheel and the locked packages."""
    assert "serve" in run(house / "pbem", "--help", cwd=tmp_path)


def test_every_game_is_found_with_its_templates_away_from_the_checkout(house: Path, tmp_path: Path) -> None:
    """Games and templates come from the wheel."""
    script = (
        "import engines, templates\n"
        "from pathlib import Path\n"
        "print(engines.__file__)\n"
        "for name in engines.discover():\n"
        "    print(name, any((Path(folder) / name / 'board.txt').is_file() for folder in templates.__path__))\n"
    )
    where, *games = run(house / "python", "-I", "-c", script, cwd=tmp_path).splitlines()

    assert Path(where).is_relative_to(house.parent)
    assert games == [f"{name} True" for name in discover()]
