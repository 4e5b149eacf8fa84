"""Words from templates: every sentence that a player reads is looked up here by its key."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import entry_points
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, StrictUndefined, TemplateNotFound, select_autoescape

from pbem.mail import layout

COMMON = "common"

_GROUP = "pbem.templates"
_HELPERS = (
    *("width", "pad", "right", "centre", "wrap", "table", "boxes", "beside", "menu"),
    *("listing", "plural", "upper_first"),
)


class Renderer:
    """Renders the templates of every game; a game's own words come before the common ones.

    Args:
        extra: more template folders, searched first; each holds one folder a game.
    """

    def __init__(self, extra: Sequence[Path] = ()) -> None:
        folders = [*map(str, extra), *_entry_point_folders(), str(files("templates"))]
        self._environment = Environment(
            loader=ChoiceLoader([FileSystemLoader(folder) for folder in folders]),
            undefined=StrictUndefined,
            autoescape=select_autoescape(["html"], default=False),
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            auto_reload=False,
            cache_size=-1,
        )
        self._modules: dict[str, Any] = {}
        self._environment.globals.update({name: getattr(layout, name) for name in _HELPERS})

    def fill(self, name: str, **context: Any) -> str:
        """Return a template filled in."""
        return self._environment.get_template(name).render(context)

    def say(self, game: str, catalogue: str, key: str, *arguments: Any) -> str:
        """Return the sentence that a key stands for in a game's catalogue ("errors"), else in the common one.

        Raises:
            KeyError: where neither has the key; a sentence that is missing is a fault of ours.
        """
        for folder in (game, COMMON):
            macro = getattr(self._module(f"{folder}/{catalogue}.txt"), key, None)
            if macro is not None:
                return str(macro(*arguments)).strip()
        raise KeyError(f"no template says {key!r} in {catalogue}.txt for {game}")

    def has(self, game: str, catalogue: str, key: str) -> bool:
        """Tell whether a game's own catalogue has the key."""
        return getattr(self._module(f"{game}/{catalogue}.txt"), key, None) is not None

    def topics(self, game: str) -> list[str]:
        """Return the topics of a game's rules, in order.

        Raises:
            KeyError: where the game has no rules in words.
        """
        module = self._module(f"{game}/rules.txt")
        if module is None:
            raise KeyError(f"there is no rules.txt for {game}")
        return list(module.topics)

    def _module(self, name: str) -> Any:
        """Return the macros of a template; none where a game has no such catalogue of its own."""
        if name not in self._modules:
            try:
                self._modules[name] = self._environment.get_template(name).module
            except TemplateNotFound:
                self._modules[name] = None
        return self._modules[name]


def _entry_point_folders() -> list[str]:
    return [str(files(point.value)) for point in entry_points(group=_GROUP)]
