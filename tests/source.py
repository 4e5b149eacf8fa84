"""Reads the project's own source, for the tests that watch over its shape."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

ROOT = Path(__file__).resolve().parent.parent
Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


class Module(NamedTuple):
    """One module: its path inside the project ("pbem/mail/letter.py"), its text and its tree."""

    path: str
    text: str
    tree: ast.Module

    @property
    def parts(self) -> tuple[str, ...]:
        """The folders and the bare file name, without an __init__."""
        parts = self.path.removesuffix(".py").split("/")
        return tuple(parts[:-1] if parts[-1] == "__init__" else parts)

    @property
    def name(self) -> str:
        """The dotted name by which it is imported."""
        return ".".join(self.parts)


def module(path: str, text: str) -> Module:
    """Return a module that need not exist."""
    return Module(path, text, ast.parse(text))


@cache
def modules(*folders: str) -> tuple[Module, ...]:
    """Return every module below these folders of the project, in order of their paths."""
    paths = sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    return tuple(module(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")) for path in paths)


def imports(tree: ast.AST) -> Iterator[str]:
    """Yield the dotted name of everything imported anywhere in the tree; of `from a import b`, both a and a.b."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def functions(tree: ast.AST) -> Iterator[Function]:
    """Yield every function, methods and inner functions too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def calls(tree: ast.AST) -> Iterator[str]:
    """Yield the dotted text of everything that is called anywhere in the tree."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func)


def run_at_import(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield every node that is executed when the module is imported: all but the bodies of functions."""
    waiting: list[ast.AST] = list(tree.body)
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            waiting += [*node.decorator_list, *node.args.defaults, *filter(None, node.args.kw_defaults)]
        elif not isinstance(node, ast.Lambda):
            waiting += ast.iter_child_nodes(node)


def sentences(tree: ast.AST) -> Iterator[str]:
    """Yield strings that read as a sentence, docstrings and the words of exceptions left out."""
    if isinstance(tree, ast.Raise) or _is_docstring(tree):
        return
    if isinstance(tree, ast.Constant) and isinstance(tree.value, str) and _reads_as_sentence(tree.value):
        yield tree.value
    for child in ast.iter_child_nodes(tree):
        yield from sentences(child)


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _reads_as_sentence(text: str) -> bool:
    text = text.strip()
    return text[:1].isupper() and text.count(" ") >= 3 and text[-1:] in ".!?:"
