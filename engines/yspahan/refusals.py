"""Refusals of this game: one way to make them, with plain facts."""

from __future__ import annotations

from engines.api import Illegal, Json


def illegal(reason: str, meant: str, **facts: Json) -> Illegal:
    """Return the refusal of an order that was understood but is not allowed now."""
    return Illegal("illegal", reason, facts, meant)


def unreadable(reason: str, meant: str = "", **facts: Json) -> Illegal:
    """Return the refusal of a text that is no order."""
    return Illegal("unreadable", reason, facts, meant)


def ambiguous(reason: str, meant: str, **facts: Json) -> Illegal:
    """Return the refusal of a text that could be several orders."""
    return Illegal("ambiguous", reason, facts, meant)
