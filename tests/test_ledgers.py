"""Every rule of every game has a test that names it."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.source import ROOT, modules

LEDGERS = sorted((ROOT / "tests" / "engines").glob("*_ledger.toml"))
MOST_IDS = 3
ledgers = pytest.mark.parametrize("ledger", LEDGERS, ids=lambda path: path.stem)


def ids(ledger: Path) -> list[str]:
    """Return the ids of a ledger's rows."""
    return [row["id"] for row in tomllib.loads(ledger.read_text(encoding="utf-8"))["rule"]]


def rule_marks(tree: ast.AST) -> Iterator[tuple[str, ...]]:
    """Yield the ids of each `pytest.mark.rule(...)`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            yield tuple(ast.literal_eval(argument) for argument in node.args)


def all_marks() -> list[tuple[str, tuple[str, ...]]]:
    """Return the ids of every rule mark with the path of its test."""
    return [(source.path, marked) for source in modules("tests") for marked in rule_marks(source.tree)]


@ledgers
def test_ids_are_unique(ledger: Path) -> None:
    """No two rows share an id."""
    assert len(ids(ledger)) == len(set(ids(ledger)))


@ledgers
def test_every_row_has_a_test(ledger: Path) -> None:
    """Each row of the ledger is named by a test."""
    assert set() == set(ids(ledger)) - {name for _, marked in all_marks() for name in marked}


def test_every_named_row_exists() -> None:
    """No test names a row that no ledger has."""
    known = {name for ledger in LEDGERS for name in ids(ledger)}

    assert [(path, name) for path, marked in all_marks() for name in marked if name not in known] == []


def test_no_test_names_many_rows() -> None:
    """A test that names more than three rows asserts none of them well."""
    assert [(path, marked) for path, marked in all_marks() if not 1 <= len(marked) <= MOST_IDS] == []


def test_rule_marks_are_found() -> None:
    """Marks count as decorators and on parameters."""
    text = '@pytest.mark.rule("A-1", "A-2")\ndef test(): pytest.param(1, marks=pytest.mark.rule("A-3"))'

    assert {("A-1", "A-2"), ("A-3",)} == set(rule_marks(ast.parse(text)))
