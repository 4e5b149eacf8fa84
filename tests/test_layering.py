"""The arrows of the architecture, held against every module; a small offender proves that each rule catches.

cli -> app -> service -> {store, mail, transport} -> engines.play -> engines.api <- games
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeAlias

import pytest

from tests.source import ROOT, Module, calls, imports, module, modules, run_at_import, sentences

Check: TypeAlias = Callable[[Module], Iterable[str]]

GAMES = {"istanbul", "silkroad", "yspahan", *(path.parent.name for path in (ROOT / "engines").glob("*/__init__.py"))}
GAME_WORDS = {"silk road", *GAMES}

BANNED_IN_ENGINES = {
    *("random", "secrets", "uuid", "time", "datetime", "os", "pathlib", "io", "shutil", "tempfile", "glob"),
    *("socket", "ssl", "http", "urllib", "smtplib", "imaplib", "email", "asyncio", "threading", "subprocess"),
    *("logging", "sqlite3", "pickle", "copy", "locale"),
}
SEEN_BY_A_GAME = {"engines", "engines.api", "engines.words", "engines.data"}
DISK = {"importlib", "pkgutil"}
READS_THE_DISK = {"engines", "engines.data"}

# What each part of pbem may see of the others; errors and config stand below all of them.
BELOW = {"errors", "config", "tables", "secret"}
LAYERS = {
    "errors": set[str](),
    "tables": {"errors"},
    "secret": {"errors"},
    "config": {"errors", "tables", "secret"},
    "initial": BELOW,
    "mail": BELOW,
    "store": BELOW,
    "transport": BELOW,
    "service": {*BELOW, "mail", "store", "transport"},
    "probe": {*BELOW},
    "app": {*BELOW, "initial", "mail", "store", "transport", "service"},
    "schedule": {*BELOW, "app", "probe", "transport"},
    "doctor": {*BELOW, "app", "service", "transport"},
    "roundtrip": {*BELOW, "initial", "mail", "store", "transport", "app", "doctor"},
    "cli": {*BELOW, "initial", "mail", "app", "service", "schedule", "probe", "doctor", "roundtrip", "demo"},
    "demo": {*BELOW, "initial"},
    "__main__": {"cli"},
}
OPEN_TO_SERVICES = {"pbem.transport", "pbem.transport.base"}
SEEN_OF_ENGINES = {"engines", "engines.api", "engines.play", "engines.chance", "engines.words"}
ONLY_IN = {
    "sqlalchemy": {"store", "app"},
    "sqlmodel": {"store"},
    "alembic": {"store"},
    "jinja2": {"mail"},
    "apscheduler": {"schedule"},
    "aiosmtpd": {"transport"},
    "smtplib": {"transport", "demo"},
    "imapclient": {"transport"},
    "typer": {"cli"},
}
CLOCKS = {"datetime.now", "datetime.utcnow", "datetime.today", "date.today", "time.time", "time.time_ns"}
READS_THE_CLOCK = {"app", "cli", "demo"}
NOT_AT_IMPORT = {"print", "open", "connect", "create_engine", "socket", "SMTP", "SMTP_SSL", "IMAPClient", "Session"}


def inside(name: str, package: str) -> bool:
    """Tell whether a dotted name is the package or lies in it."""
    return name == package or name.startswith(f"{package}.")


def root(name: str) -> str:
    """Return the first part of a dotted name."""
    return name.partition(".")[0]


def part_of_pbem(name: str) -> str:
    """Return which part of pbem a dotted name lies in, or "" where it lies elsewhere."""
    return [*name.split("."), ""][1] if inside(name, "pbem") else ""


def game_of(name: str) -> str:
    """Return the game a dotted name lies in, or ""."""
    parts = [*name.split("."), ""]
    return parts[1] if parts[0] == "engines" and parts[1] in GAMES else ""


def modules_imported(source: Module) -> Iterator[str]:
    """Yield the imported names that are modules of ours, each once."""
    known = {each.name for each in modules("engines", "pbem")}
    yield from sorted({name for name in imports(source.tree) if name in known})


def engines_stand_alone(source: Module) -> Iterator[str]:
    """An engine imports the standard library and `engines` only, and of the library nothing that acts."""
    for name in imports(source.tree):
        if root(name) in BANNED_IN_ENGINES or root(name) not in {*sys.stdlib_module_names, "engines"}:
            yield name


def engines_touch_no_disk(source: Module) -> Iterator[str]:
    """Only the discovery and the data reader load anything; nobody opens a file, prints, or builds code from text."""
    if source.name not in READS_THE_DISK:
        yield from (name for name in imports(source.tree) if root(name) in DISK)
    yield from {"open", "print", "input", "eval", "exec", "__import__"}.intersection(calls(source.tree))


def games_do_not_meet(source: Module) -> Iterator[str]:
    """No game imports another, and the protocol and its driver import none."""
    yield from (name for name in imports(source.tree) if game_of(name) not in {"", game_of(source.name)})


def games_see_the_protocol_only(source: Module) -> Iterator[str]:
    """A game imports api, words and data beside its own modules: not the driver, not chance."""
    for name in modules_imported(source):
        if game_of(source.name) and inside(name, "engines") and not game_of(name) and name not in SEEN_BY_A_GAME:
            yield name


def engines_write_no_sentence(source: Module) -> Iterator[str]:
    """No sentence for players stands in an engine."""
    yield from sentences(source.tree)


def arrows_point_one_way(source: Module) -> Iterator[str]:
    """A part of pbem imports only the parts below it."""
    own = part_of_pbem(source.name)
    for name in imports(source.tree):
        part = part_of_pbem(name)
        if part in LAYERS and part != own and part not in LAYERS.get(own, set()):
            yield name


def games_come_through_discovery(source: Module) -> Iterator[str]:
    """pbem sees the protocol, the driver, chance and words, and finds games by `discover()`."""
    yield from (name for name in imports(source.tree) if game_of(name))
    for name in modules_imported(source):
        if inside(name, "engines") and name not in SEEN_OF_ENGINES:
            yield name


def services_know_no_concrete_transport(source: Module) -> Iterator[str]:
    """Services are handed their inboxes and outboxes; they may see the protocol of transports only."""
    for name in modules_imported(source):
        concrete = inside(name, "pbem.transport") and name not in OPEN_TO_SERVICES
        if concrete and part_of_pbem(source.name) in {"service", "schedule"}:
            yield name


def libraries_stay_in_their_part(source: Module) -> Iterator[str]:
    """Each large library is imported by the one part that it serves."""
    own = part_of_pbem(source.name)
    yield from (name for name in imports(source.tree) if own not in ONLY_IN.get(root(name), {own}))


def the_clock_is_passed_in(source: Module) -> Iterator[str]:
    """Only the wiring and the command line read the clock; all others are told what time it is."""
    if part_of_pbem(source.name) not in READS_THE_CLOCK:
        yield from (name for name in calls(source.tree) if name.removeprefix("datetime.") in CLOCKS or name in CLOCKS)


def the_environment_is_for_the_command_line(source: Module) -> Iterator[str]:
    """Only the command line reads the environment."""
    if part_of_pbem(source.name) not in {"cli", "demo"}:
        yield from (name for name in imports(source.tree) if name in {"os.environ", "os.getenv"})
        yield from (text for text in attributes(source.tree) if text in {"os.environ", "os.getenv"})


def nothing_happens_at_import(source: Module) -> Iterator[str]:
    """Importing a module prints nothing, opens nothing, connects to nothing and reads no clock."""
    for node in run_at_import(source.tree):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if called in CLOCKS or called.rpartition(".")[2] in NOT_AT_IMPORT:
                yield called


def no_game_is_named(source: Module) -> Iterator[str]:
    """Nothing in pbem names a game: in no identifier, no string, no comment."""
    lowered = f"{source.path}\n{source.text}".casefold()
    yield from sorted(word for word in GAME_WORDS if word in lowered)


def nobody_prints(source: Module) -> Iterator[str]:
    """Words go out through a mail, a log or the command line's console, never through `print`."""
    yield from (name for name in calls(source.tree) if name == "print")


def attributes(tree: ast.AST) -> Iterator[str]:
    """Yield the dotted text of every attribute."""
    yield from (ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Attribute))


class Rule(NamedTuple):
    """A check, the folder it watches over, and an offender in it that the check must catch."""

    check: Check
    folder: str
    path: str
    offender: str


GAME, OTHER = "engines/istanbul/rules.py", "engines.yspahan.state"
RULES = (
    Rule(engines_stand_alone, "engines", GAME, "import random"),
    Rule(engines_stand_alone, "engines", GAME, "from datetime import datetime"),
    Rule(engines_stand_alone, "engines", GAME, "from os import path"),
    Rule(engines_stand_alone, "engines", GAME, "def late():\n    import time"),
    Rule(engines_stand_alone, "engines", GAME, "import jinja2"),
    Rule(engines_stand_alone, "engines", GAME, "from sqlmodel import Field"),
    Rule(engines_stand_alone, "engines", GAME, "import pbem.mail.layout"),
    Rule(engines_touch_no_disk, "engines", GAME, "from importlib.resources import files"),
    Rule(engines_touch_no_disk, "engines", GAME, "def read():\n    return open('data.toml')"),
    Rule(games_do_not_meet, "engines", GAME, f"import {OTHER}"),
    Rule(games_do_not_meet, "engines", GAME, "from engines import silkroad"),
    Rule(games_do_not_meet, "engines", "engines/play.py", "from engines.istanbul import ENGINE"),
    Rule(games_see_the_protocol_only, "engines", GAME, "from engines.chance import Stream"),
    Rule(engines_write_no_sentence, "engines", GAME, "def news():\n    return 'You have moved to the Tea House.'"),
    Rule(arrows_point_one_way, "pbem", "pbem/mail/letter.py", "from pbem.store import tables"),
    Rule(arrows_point_one_way, "pbem", "pbem/store/tables.py", "from pbem.mail.letter import Letter"),
    Rule(arrows_point_one_way, "pbem", "pbem/transport/imap.py", "from pbem.service.accept import accept"),
    Rule(arrows_point_one_way, "pbem", "pbem/service/submit.py", "from pbem import app"),
    Rule(arrows_point_one_way, "pbem", "pbem/app.py", "import pbem.cli.main"),
    Rule(arrows_point_one_way, "pbem", "pbem/errors.py", "from pbem.config import Config"),
    Rule(arrows_point_one_way, "pbem", "pbem/demo/client.py", "from pbem.mail.letter import read"),
    Rule(games_come_through_discovery, "pbem", "pbem/service/submit.py", "from engines.istanbul import ENGINE"),
    Rule(games_come_through_discovery, "pbem", "pbem/service/submit.py", "from engines.data import read"),
    Rule(services_know_no_concrete_transport, "pbem", "pbem/service/fetch.py", "import pbem.transport.maildir"),
    Rule(libraries_stay_in_their_part, "pbem", "pbem/service/submit.py", "from sqlmodel import select"),
    Rule(libraries_stay_in_their_part, "pbem", "pbem/app.py", "import jinja2"),
    Rule(the_clock_is_passed_in, "pbem", "pbem/service/expire.py", "def due():\n    return datetime.now(UTC)"),
    Rule(the_clock_is_passed_in, "pbem", "pbem/mail/compose.py", "def due():\n    return time.time()"),
    Rule(the_environment_is_for_the_command_line, "pbem", "pbem/config.py", "def home():\n    return os.environ"),
    Rule(nothing_happens_at_import, "pbem", "pbem/store/tables.py", "ENGINE = sqlalchemy.create_engine('sqlite://')"),
    Rule(nothing_happens_at_import, "pbem", "pbem/app.py", "def started(now=datetime.now()):\n    return now"),
    Rule(nothing_happens_at_import, "pbem", "pbem/app.py", "class Log:\n    print('here')"),
    Rule(no_game_is_named, "pbem", "pbem/service/submit.py", "GAME = 'Istanbul'"),
    Rule(no_game_is_named, "pbem", "pbem/service/submit.py", "def yspahan_news(): ..."),
    Rule(no_game_is_named, "pbem", "pbem/mail/silkroad.py", ""),
    Rule(nobody_prints, "pbem", "pbem/service/submit.py", "def told():\n    print('done')"),
)
STAND_ALONE = {"pbem/demo/client.py"}
"""A script of its own, which happens to lie among ours: it may print."""


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule.check.__name__}: {rule.offender!r}")
def test_each_rule_catches_its_offender(rule: Rule) -> None:
    """A rule that catches nothing proves nothing."""
    assert list(rule.check(module(rule.path, rule.offender)))


WATCHED = {(rule.check, rule.folder): None for rule in RULES}


@pytest.mark.parametrize(("check", "folder"), WATCHED, ids=lambda value: getattr(value, "__name__", value))
def test_no_module_breaks_a_rule(check: Check, folder: str) -> None:
    """Every module keeps to every rule of its folder."""
    exempt = STAND_ALONE if check is nobody_prints else set()

    assert {
        source.path: found for source in modules(folder) if source.path not in exempt and (found := [*check(source)])
    } == {}


def test_every_part_of_pbem_has_its_place_among_the_arrows() -> None:
    """A new folder or module of pbem must be drawn before it is used."""
    assert set() == {source.parts[1] for source in modules("pbem") if len(source.parts) > 1} - set(LAYERS)


def test_no_file_of_pbem_names_a_game() -> None:
    """What holds for modules of pbem holds for its other files, and for the templates that all games share."""
    files = [path for folder in ("pbem", "templates/common") for path in (ROOT / folder).rglob("*.*")]
    texts = {path.name: path.read_text(encoding="utf-8").casefold() for path in files if path.suffix != ".pyc"}

    assert {name: word for name, text in texts.items() for word in GAME_WORDS if word in text} == {}
