"""Reads what is typed behind options: players, bots, spans of time, and the options of a game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from pbem.service.create import Bot, Player

DEFAULT_LEVEL = 2
_LEVELS = ("0", "1", "2")
_SECONDS = {"d": 86_400, "h": 3_600, "m": 60, "s": 1}


def player(text: str) -> Player:
    """Read "Ann <ann@example.org>"; of a bare address the part before the @ is the name.

    Raises:
        typer.BadParameter: where there is no address in it.
    """
    from email.utils import parseaddr

    from pbem.service.create import Player

    name, address = parseaddr(text)
    local, at, domain = address.rpartition("@")
    if not (local and at and domain) or " " in address:
        raise typer.BadParameter(f'{text!r} names no player; write "Ann <ann@example.org>".')
    return Player(name.strip() or local.capitalize(), address)


def bot(text: str) -> Bot:
    """Read NAME or NAME:LEVEL.

    Raises:
        typer.BadParameter: for a level that there is not.
    """
    from pbem.service.create import Bot

    name, colon, level = text.partition(":")
    if colon and level not in _LEVELS:
        raise typer.BadParameter(f"{text!r} has no level; write NAME:0, NAME:1 or NAME:2.")
    return Bot(name.strip(), int(level) if colon else DEFAULT_LEVEL)


def seconds(text: str) -> int:
    """Read a span of time like 48h, 2d or 90m.

    Raises:
        typer.BadParameter: for anything else.
    """
    found = re.fullmatch(r"(\d{1,6})\s*([dhms])", text.strip().lower(), re.ASCII)
    if found is None:
        raise typer.BadParameter(f"{text!r} is no span of time; write 48h, 2d or 90m.")
    return int(found[1]) * _SECONDS[found[2]]


def options(texts: list[str]) -> dict[str, str]:
    """Read K=V, and K=@FILE, which takes the text of a file.

    Raises:
        typer.BadParameter: where there is no "=", the file cannot be read, or an option comes twice.
    """
    read: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name or name in read:
            raise typer.BadParameter(f"{text!r} is no option of its own; write NAME=VALUE, each name once.")
        read[name] = _file(value[1:]) if value.startswith("@") else value
    return read


def _file(name: str) -> str:
    try:
        return Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise typer.BadParameter(f"{name} cannot be read: {getattr(error, 'strerror', error)}.") from error
