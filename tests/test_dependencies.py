"""What is imported is declared, and what is declared is imported: an installed pbem needs nothing that only we have."""

from __future__ import annotations

import re
import sys
import tomllib

from tests.source import ROOT, imports, modules

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OURS = {"engines", "pbem", "templates"}
IMPORTED_AS = {
    "compressed-rtf": "compressed_rtf",
    "dkimpy": "dkim",
    "dnspython": "dns",
    "flufl.bounce": "flufl",
    "pynacl": "nacl",
}
NOT_IMPORTED_BY_NAME = {"tzdata"}
"""Found by `zoneinfo` where the system has no time zones."""


def declared(requirements: list[str]) -> set[str]:
    """Return the names under which requirements are imported."""
    names = [re.split(r"[<>=\[; ]", requirement)[0].lower() for requirement in requirements]
    return {IMPORTED_AS.get(name, name) for name in names}


def imported(*folders: str) -> set[str]:
    """Return the roots of all that is imported and neither ours nor the standard library's."""
    names = {name.partition(".")[0] for source in modules(*folders) for name in imports(source.tree)}
    return names - OURS - set(sys.stdlib_module_names)


def test_all_that_is_imported_is_declared() -> None:
    """No module needs a package that only the tests bring, or that comes along by chance."""
    extras = PROJECT["optional-dependencies"]
    allowed = declared([*PROJECT["dependencies"], *extras["dkim"], *extras["outlook"]])

    assert imported("engines", "pbem", "templates") - allowed == set()


def test_all_that_is_declared_is_imported() -> None:
    """No package is installed for nothing."""
    assert declared(PROJECT["dependencies"]) - NOT_IMPORTED_BY_NAME - imported("pbem") == set()
