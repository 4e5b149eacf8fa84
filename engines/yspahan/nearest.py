"""The legal orders that come nearest to one that was refused."""

from __future__ import annotations

from engines import words
from engines.api import Illegal, Refusal, Seat
from engines.yspahan import course
from engines.yspahan.actions import Action, CallSupervisor, OpenPlacing, PlayCard, SetAside
from engines.yspahan.board import SQUARES
from engines.yspahan.orders import format_action
from engines.yspahan.state import State

_LONGEST = 80


def with_nearest(state: State, seat: Seat, text: str, refusal: Refusal) -> Illegal:
    """Return the refusal together with up to three orders that are legal now."""
    wanted = words.fold(text[:_LONGEST])
    if refusal.meant:
        # A shortened verb would not be seen as the same verb.
        wanted = f"{refusal.meant} {wanted.partition(' ')[2]}"
    found = words.nearest(wanted, suggestions(state, seat))
    return Illegal(refusal.code, refusal.reason, refusal.facts, refusal.meant, found)


def suggestions(state: State, seat: Seat) -> list[str]:
    """Return every legal order as text; orders that only open a choice stand beside the whole lines they lead to."""
    lines: list[str] = []
    for action in course.legal(state, seat):
        lines.append(format_action(action))
        lines += _whole(state, seat, action)
    return lines


def _whole(state: State, seat: Seat, action: Action) -> list[str]:
    if not isinstance(action, CallSupervisor | OpenPlacing | PlayCard | SetAside):
        return []
    after = course.apply(state, seat, action).state
    if after.phase not in ("supervisor", "place", "amount", "shop", "construct"):
        return []
    return [_line(action, step) for step in course.legal(after, seat)]


def _line(action: Action, step: Action) -> str:
    """Return the compact line of an opening order and the step after it."""
    text = format_action(step)
    if isinstance(action, CallSupervisor | SetAside):
        joined = f"{text} {SQUARES[action.square]}" if " with " in text else f"{text} with {SQUARES[action.square]}"
        return joined
    return f"{format_action(action)} {text.partition(' ')[2]}" if isinstance(action, PlayCard) else text
