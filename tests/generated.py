"""The parts of the documents that are made from the program itself: `make docs` writes them, a test compares them.

A part stands between `<!-- NAME -->` and `<!-- end -->`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from engines import discover
from engines.api import Engine
from pbem.mail.commands import COMMANDS
from pbem.mail.gate import RULES
from pbem.mail.render import COMMON, Renderer
from tests.source import ROOT

PART = re.compile(r"<!-- (?!end)([a-z]+) -->\n.*?<!-- end -->", re.DOTALL)
WIDTH = 120


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """Return a table in Markdown."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines) + "\n"


def commands() -> str:
    """Return the table of mail commands."""
    say = Renderer().say
    rows = ((f"`{each.usage}`", say(COMMON, "help", each.about, {}), f"`{each.example}`") for each in COMMANDS)
    return table(("write", "for", "example"), rows)


def orders() -> str:
    """Return each game's orders and the questions that can be answered in advance."""
    return "\n".join(part for engine in discover().values() for part in _of_game(engine))


def _of_game(engine: Engine) -> Iterator[str]:
    say = Renderer().say
    yield f"### {engine.title}\n"
    rows = (
        (f"`{each.usage}`", say(engine.name, "help", each.about, {}), f"`{each.example}`") for each in engine.orders
    )
    yield table(("write", "for", "example"), rows)
    if engine.questions:
        asked = (
            (
                " or ".join(f"`standing {each.name} {answer}`" for answer in each.answers),
                say(engine.name, "help", each.about, {}),
                f"`{each.default}`",
            )
            for each in engine.questions
        )
        yield table(("answer in advance", "for", "unless you do"), asked)


def cli() -> str:
    """Return every command of the command line with its one line of help."""
    from typer.main import get_command

    from pbem.cli.main import app

    return table(("command", "does"), _commands(get_command(app), "pbem"))


def _commands(command: object, name: str) -> Iterator[tuple[str, str]]:
    parts = getattr(command, "commands", None)
    if parts is None:
        summary = (getattr(command, "help", None) or "").strip().partition("\n")[0]
        yield f"`{name}`", summary
        return
    for part in parts.values():
        yield from _commands(part, f"{name} {part.name}")


def gate() -> str:
    """Return the rules by which a mail is judged, in their order."""
    rows = ((f"`{rule.__name__}`", " ".join((rule.__doc__ or "").split())) for rule in RULES)
    return table(("rule", "hits where"), rows)


MAKERS: dict[str, Callable[[], str]] = {"commands": commands, "orders": orders, "cli": cli, "gate": gate}


def current(text: str) -> str:
    """Return a document's text with every generated part made anew."""
    return PART.sub(lambda found: f"<!-- {found[1]} -->\n{MAKERS[found[1]]()}<!-- end -->", text)


def documents() -> list[Path]:
    """Return the documents that hold generated parts."""
    found = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [path for path in found if PART.search(path.read_text(encoding="utf-8"))]


def main() -> None:
    """Write every generated part."""
    for path in documents():
        path.write_text(current(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
