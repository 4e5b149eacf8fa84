"""What may not stand in any file that is handed on: where and how it was written, and names of machines."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.source import ROOT

# Written in pieces, so that this file does not find itself.
FORBIDDEN = {
    "an issue by its number": r"\b(?:issue|ticket) " + r"#?\d+\b|\b(?:fixes|closes|resolves) #\d+\b",
    "a package registry": r"pypi\.o" + r"rg|pythonhosted\.o" + r"rg|npmjs\.(?:o" + r"rg|com)|deb\.debian\.o" + "rg",
    "a place on one machine": "|".join(["/wo" + "rk/", "/tmp/" + "(?:venv|plan)", "/ro" + "ot/", "/opt/" + "pypi"]),
    "a tool of one workplace": "|".join(["farm" + "-", r"\." + "library", "duplicates" + " --"]),
    "how it was made": "|".join(["an" + "thropic", "chat" + "gpt", "language " + "model", r"\bsub" + "agent"]),
}


def committed() -> list[Path]:
    """Return the files that git knows or would add."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    return [ROOT / name for name in names if (ROOT / name).is_file()]


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_file_names(what: str) -> None:
    """No file names it, in whatever case."""
    pattern = re.compile(FORBIDDEN[what].encode(), re.IGNORECASE)

    assert [str(path) for path in committed() if pattern.search(path.read_bytes())] == []


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("an issue by its number", "as issue " + "12 says"),
        ("a package registry", "https://pypi" + ".org/simple"),
        ("a place on one machine", "cd /wo" + "rk/main"),
        ("a tool of one workplace", "farm" + "-bench"),
        ("how it was made", "Chat" + "GPT"),
    ],
)
def test_each_pattern_finds_its_offender(what: str, text: str) -> None:
    """A pattern that finds nothing proves nothing."""
    assert re.search(FORBIDDEN[what], text, re.IGNORECASE)


def test_locks_name_every_file_by_its_hash_and_no_index() -> None:
    """A lock file works with any index, and lets nothing in that it does not know."""
    for lock in ROOT.glob("requirements*.lock"):
        text = lock.read_text(encoding="utf-8")
        releases = re.findall(r"(?m)^[a-z0-9].*==.* \\$", text)

        assert "://" not in text
        assert "--index-url" not in text
        assert len(re.findall(r"(?m)^[a-z0-9]", text)) == len(releases) > 0
        assert text.count("--hash=sha256:") >= len(releases)


def test_the_lock_holds_every_requirement() -> None:
    """Whoever adds a dependency also runs `make lock`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = {*project["dependencies"], *extras["test"], *extras["dev"], *extras["dkim"], *extras["outlook"]}
    names = {re.split(r"[<>=\[; ]", text.lower())[0].replace(".", "-") for text in wanted}
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")

    assert set() == names - set(re.findall(r"(?m)^([a-z0-9-]+)==", lock))
