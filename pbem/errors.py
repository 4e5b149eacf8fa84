"""The one tree of errors.

PbemError
├── Refused             a request cannot be carried out: the reason, and the remedy
│   ├── NotFound        there is no such game, player, mail ...
│   └── Misconfigured   the configuration cannot be used
├── TryLater            a failure that passes: nothing was lost, the caller may come again
│   └── Unreachable     a mail server did not answer or broke off
├── AccountRefused      a server refuses us, not one mail: login, quota, reputation
└── Unreadable          a mail that no reader can make sense of

A refusal of a player's order is `engines.api.Illegal`: it is a value of the rules, not a failure of ours.
"""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


class PbemError(Exception):
    """The root: everything that pbem raises on purpose.

    Args:
        reason: what is wrong, as a whole sentence for an operator.
        remedy: what he can do about it, as a whole sentence; may be empty.
    """

    def __init__(self, reason: str, remedy: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.reason} {self.remedy}".strip()


class Refused(PbemError):
    """A request cannot be carried out; nothing was changed."""


class NotFound(Refused):
    """What was named does not exist."""


class Misconfigured(Refused):
    """The configuration cannot be used as it stands."""


class TryLater(PbemError):
    """A failure that passes; nothing was lost and the same call may succeed later."""


class Unreachable(TryLater):
    """A mail server did not answer, or broke off."""


class AccountRefused(PbemError):
    """A server refuses us as a whole: login, quota or reputation; the outbox is held."""


class Unreadable(PbemError):
    """A mail that no reader can make sense of; it is kept for the moderator."""


def present(value: T | None) -> T:
    """Return a value that must be there; that it is missing can only be a fault of ours.

    Raises:
        RuntimeError: where it is None.
    """
    if value is None:
        raise RuntimeError("a value is missing that must be there")
    return value
