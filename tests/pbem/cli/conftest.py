"""A configured folder in which commands run, with the toy game installed as an outside package would be."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.pbem.cli.shell import TOY, Shell

DISTRIBUTION = {
    "METADATA": "Metadata-Version: 2.1\nName: pebbles\nVersion: 1.0\n",
    "entry_points.txt": "[pbem.engines]\ntoy = tests.toy:ENGINE\n\n[pbem.templates]\ntoy = pebbles_templates\n",
}


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the toy game into a folder, with its entry points and templates."""
    folder = tmp_path_factory.mktemp("site")
    about = folder / "pebbles-1.0.dist-info"
    about.mkdir()
    for name, text in DISTRIBUTION.items():
        (about / name).write_text(text, encoding="utf-8")
    shutil.copytree(TOY / "templates" / "toy", folder / "pebbles_templates" / "toy")
    (folder / "pebbles_templates" / "__init__.py").touch()
    return folder


@pytest.fixture
def empty(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """Return a shell whose folder does not exist yet."""
    monkeypatch.syspath_prepend(site)
    return Shell(tmp_path / "house", site)


@pytest.fixture
def shell(empty: Shell) -> Shell:
    """Return a shell in a fresh folder; nothing listens in it."""
    empty.run("init", str(empty.folder))
    empty.set("inbound.smtp", "")
    return empty
