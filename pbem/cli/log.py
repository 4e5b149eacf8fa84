"""The log of a command: lines for people, on standard error, with no secret and no address in them."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import MutableMapping
from typing import Any

_ADDRESS = re.compile(r"[^\s@<>\"'(),;:=]+@[^\s@<>\"'(),;:]+")
_HIDDEN = "(an address)"


def configure(level: int = logging.WARNING) -> None:
    """Let structlog and the standard library's log write readable lines from this level on."""
    import structlog

    colours = sys.stderr.isatty()
    structlog.configure(
        processors=[
            structlog.stdlib.add_log_level,
            structlog.processors.TimeStamper(fmt="%Y-%m-%d %H:%M:%S", utc=False),
            structlog.processors.format_exc_info,
            without_addresses,
            structlog.dev.ConsoleRenderer(colors=colours, pad_event_to=24),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    logging.basicConfig(level=max(level, logging.WARNING), stream=sys.stderr, format="%(message)s", force=True)


def without_addresses(_: object, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Hide whatever looks like a mail address, in tracebacks too: a log may be shown to anybody."""
    for name, value in event.items():
        if isinstance(value, str) and "@" in value:
            event[name] = _ADDRESS.sub(_HIDDEN, value)
    return event
