"""What the documents say is true: links lead somewhere, and published code does what it claims."""

from __future__ import annotations

import re
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from engines import discover
from engines.api import Roll, Shuffle
from engines.chance import Stream
from pbem.service import fairness
from tests import generated
from tests.source import ROOT

DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\[[^\]]+\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(document: Path) -> None:
    """Every relative link names a file that is there."""
    links = LINK.findall(document.read_text(encoding="utf-8"))

    assert [link for link in links if not (document.parent / link).exists()] == []


def test_the_walk_of_a_mail_meets_functions_that_are_there() -> None:
    """Every dotted name in the architecture's page can be imported."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    names = sorted(set(re.findall(r"`((?:pbem|engines)(?:\.\w+)+)`", text)))

    assert len(names) > 20
    assert [name for name in names if not name.endswith(".py") and resolve(name) is None] == []


def resolve(name: str) -> object:
    """Return the module, class or function of a dotted name, or None."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        with suppress(ModuleNotFoundError):
            found: object = import_module(".".join(parts[:length]))
            for part in parts[length:]:
                found = getattr(found, part, None)
            return found
    return None


@pytest.fixture(scope="module")
def verifier() -> dict[str, Any]:
    """Return the functions that docs/fairness.md publishes."""
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8"), re.DOTALL)
    functions: dict[str, Any] = {}
    exec(code, functions)
    return functions


@pytest.mark.parametrize("phrases", [["", "", ""], ["blue elephants", "", "cafe\u0301 ğüş"]])
def test_the_published_verifier_agrees_with_the_match(verifier: dict[str, Any], phrases: list[str]) -> None:
    """Commitment and key are those of the service."""
    seed = bytes(range(32))

    assert verifier["commitment"](seed) == fairness.commitment(seed)
    assert verifier["key"](seed, phrases) == fairness.key(seed, phrases)


@pytest.mark.parametrize("number", [0, 1, 31, 1000])
def test_the_published_verifier_draws_the_same_dice_and_cards(verifier: dict[str, Any], number: int) -> None:
    """Rolls and shuffles are those of the stream, for every draw."""
    key, items = bytes(32), tuple(range(52))
    roll, shuffle = Roll(5, 6, "tower"), Shuffle(items, "cards")

    assert verifier["roll"](key, number, "tower", 5, 6) == Stream(key, number).draw(roll).outcome
    assert verifier["shuffle"](key, number, "cards", list(items)) == Stream(key, number).draw(shuffle).outcome


def test_the_verifier_is_short() -> None:
    """Whoever wants to check the dice can read it in a minute."""
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8"), re.DOTALL)

    assert len([line for line in code.splitlines() if line.strip()]) <= 30


@pytest.mark.parametrize("document", generated.documents(), ids=lambda path: path.name)
def test_generated_parts_are_current(document: Path) -> None:
    """`make docs` would change nothing."""
    text = document.read_text(encoding="utf-8")

    assert text == generated.current(text)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_only_commands_that_there_are_are_named(document: Path) -> None:
    """Every `pbem ...` in a document is a command, or a group of them."""
    known = {tuple(name.strip("`").split()[1:]) for name in re.findall(r"`pbem [a-z ]+`", generated.cli())}
    known |= {words[:1] for words in known}
    named = re.findall(r"`pbem ([a-z]+)(?: ([a-z]+))?", document.read_text(encoding="utf-8"))

    assert [words for words in named if not {words[:1], words} & known] == []


def test_each_game_has_its_rulings() -> None:
    """The index of rulings leads to a page for each game."""
    index = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")

    assert [name for name in discover() if f"(rulings/{name}.md)" not in index] == []
