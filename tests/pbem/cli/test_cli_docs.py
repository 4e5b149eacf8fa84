"""docs/command-line.md names every command and every option, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from typer.main import get_command

from pbem.cli.main import app
from tests.source import ROOT

PAGE = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^### (pbem [a-z ]+[a-z]).*\n((?:(?!###? ).*\n)*)", PAGE, re.MULTILINE))
SHARED = {"pbem demo": "pbem play"}
"""The table behind the second of two commands holds for both."""


def commands(command: object = None, name: str = "pbem") -> Iterator[tuple[str, object]]:
    """Yield every command with its full name."""
    command = get_command(app) if command is None else command
    parts = getattr(command, "commands", None)
    if parts is None:
        yield name, command
        return
    for part, inner in parts.items():
        yield from commands(inner, f"{name} {part}")


COMMANDS = dict(commands())


def options(command: object) -> set[str]:
    """Return the long options of a command."""
    return {text for part in command.params for text in part.opts if text.startswith("--")} - {"--help"}


def test_every_command_has_its_section() -> None:
    """And no section is of a command that there is not."""
    assert set(SECTIONS) == set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_explained_in_its_section(name: str) -> None:
    """And none that there is not; what a section says of another command's option stands in code with that command."""
    section = SECTIONS[SHARED.get(name, name)]
    named = set(re.findall(r"`(--[a-z-]+)", re.sub(r"`pbem [^`]*`", "", section)))

    assert options(COMMANDS[name]) - named == set()
    assert named - options(COMMANDS[name]) == set()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_explains_itself(name: str) -> None:
    """`--help` leaves no line empty."""
    command = COMMANDS[name]

    assert command.help
    assert [part.name for part in command.params if not getattr(part, "help", "") and part.name != "help"] == []


def test_all_that_reads_gives_data() -> None:
    """`--json` is there on each of them."""
    reads = {name for name in COMMANDS if name.split()[-1] in ("list", "show", "board", "status", "doctor")}

    assert reads == {name for name, command in COMMANDS.items() if "--json" in options(command)}


@pytest.mark.parametrize("option", ["--config", "--install-completion", "--show-completion"])
def test_what_stands_before_the_command_is_explained(option: str) -> None:
    """At the top of the page."""
    assert option in PAGE.partition("### ")[0]
