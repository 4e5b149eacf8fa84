"""Groups of commands that are imported only when one of them is asked for, so that the others come up fast."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from functools import cached_property
from importlib import import_module
from typing import Any

from typer.core import TyperGroup


class Commands(MutableMapping[str, Any]):
    """The commands of a Typer app in a module of ours, by name.

    Args:
        module: the module's dotted name; it holds the app as `app`.
    """

    def __init__(self, module: str) -> None:
        self._module = module

    def __getitem__(self, name: str) -> Any:
        return self._loaded[name]

    def __setitem__(self, name: str, command: Any) -> None:
        self._loaded[name] = command

    def __delitem__(self, name: str) -> None:
        del self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._loaded)

    def __len__(self) -> int:
        return len(self._loaded)

    @cached_property
    def _loaded(self) -> MutableMapping[str, Any]:
        from typer.main import get_group

        commands: MutableMapping[str, Any] = get_group(import_module(self._module).app).commands
        return commands


def group(name: str, about: str, panel: str) -> TyperGroup:
    """Return a group whose commands stand in `pbem.cli.NAME`."""
    commands: Any = Commands(f"pbem.cli.{name}")
    return TyperGroup(name=name, commands=commands, help=about, no_args_is_help=True, rich_help_panel=panel)
