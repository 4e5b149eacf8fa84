"""What the commands share: the configuration they were given, the office made of it, and the clock."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from pbem.cli import log

if TYPE_CHECKING:
    from pbem.app import App
    from pbem.config import Config
    from pbem.service.acts import Request
    from pbem.service.office import Office


def configured(context: typer.Context) -> Config:
    """Return the configuration that the command line names.

    Raises:
        Refused: where there is none, or it cannot be used.
    """
    from pbem.config import load

    path: Path = context.obj
    return load(path)


def now() -> int:
    """Return the time in whole Unix seconds."""
    return int(time.time())


@contextmanager
def office(context: typer.Context) -> Iterator[Office]:
    """Open the office of a configuration, for a command that neither fetches nor sends."""
    from pbem.app import office_of

    log.configure()
    opened = office_of(configured(context))
    try:
        yield opened
    finally:
        opened.database.close()


@contextmanager
def request(context: typer.Context, game: int, reason: str = "") -> Iterator[Request]:
    """Open a unit of work for an act of the host on one match; it is committed at the end, or nothing of it."""
    from pbem.service.acts import Request

    with office(context) as opened, opened.database.write() as unit:
        yield Request(opened, unit, game, now(), reason)


@contextmanager
def application(config: Config, level: int = logging.WARNING) -> Iterator[App]:
    """Wire the whole service, for a command that fetches and sends."""
    from pbem.app import build

    log.configure(level)
    built = build(config)
    try:
        yield built
    finally:
        built.close()


def report(office: Office, game: int) -> dict[str, Any]:
    """Return how a match stands.

    Raises:
        NotFound: where there is none of this number.
    """
    from pbem.service import report

    with office.database.read() as unit:
        return report.game(office, unit, game)
