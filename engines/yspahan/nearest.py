"""The legal orders that come nearest to one that was refused."""

from __future__ import annotations

from engines import words
from engines.api import Illegal, Refusal, Seat
from engines.yspahan import course
from engines.yspahan.actions import Action, AddExtraDie, CallSupervisor, MoveSupervisor, OpenPlacing, PlayCard, SetAside
from engines.yspahan.board import DISTANCE, ROAD_SQUARE, SALES, SQUARES
from engines.yspahan.orders import format_action
from engines.yspahan.reader import verb_of
from engines.yspahan.state import State
from engines.yspahan.supervisor import best_groups, options

_LONGEST = 80
_OFFERED = 3
_ROAD_FACTS = {"too_far": "to", "road_ends": "end"}
"""The refusals about a road square, with the fact that names the square closest to what was wanted."""


def with_nearest(state: State, seat: Seat, text: str, refusal: Refusal) -> Illegal:
    """Return the refusal together with up to three orders that are legal now."""
    wanted = words.fold(text[:_LONGEST])
    meant = verb_of(text) or refusal.meant
    if meant:
        # A shortened verb would not be seen as the same verb.
        wanted = f"{meant} {wanted.partition(' ')[2]}"
    lines = suggestions(state, seat)
    if refusal.reason in _ROAD_FACTS:
        lines = _by_road(lines, str(refusal.facts[_ROAD_FACTS[refusal.reason]]))
    # Road squares are written in capitals, orders are compared without.
    by_folded = {words.fold(line): line for line in lines}
    completing = [line for line in by_folded if line.startswith(f"{wanted.strip()} ")]
    found = dict.fromkeys((*completing[:_OFFERED], *words.nearest(wanted, list(by_folded), _OFFERED)))
    best = tuple(by_folded[line] for line in found)[:_OFFERED]
    return Illegal(refusal.code, refusal.reason, refusal.facts, meant, best)


def _by_road(lines: list[str], wanted: str) -> list[str]:
    """Return the lines with Supervisor moves in order of how near they come to the square that was wanted."""
    distance = DISTANCE[ROAD_SQUARE[wanted]]

    def away(line: str) -> int:
        named = [ROAD_SQUARE[word] for word in line.split() if word in ROAD_SQUARE]
        return distance[named[0]] if named else len(ROAD_SQUARE)

    return sorted(lines, key=away)


def suggestions(state: State, seat: Seat) -> list[str]:
    """Return every legal order as text; orders that only open a choice stand beside the whole lines they lead to."""
    lines: list[str] = []
    for action in course.legal(state, seat):
        lines.append(format_action(action))
        lines += _whole(state, seat, action)
    return lines


def _whole(state: State, seat: Seat, action: Action) -> list[str]:
    if not isinstance(action, CallSupervisor | OpenPlacing | AddExtraDie | PlayCard | SetAside):
        return []
    after = course.apply(state, seat, action).state
    if after.phase not in ("extra", "supervisor", "place", "amount", "shop", "construct"):
        return []
    if isinstance(action, CallSupervisor):
        moves = options(after, after.players[seat - 1])
        return [line for move in moves for line in _moves(state, seat, action, move)]
    return [_line(action, step) for step in course.legal(after, seat)]


def _moves(state: State, seat: Seat, action: CallSupervisor, move: MoveSupervisor) -> list[str]:
    """Return the line that names the group, and before it the short one where that means the same group."""
    whole = _line(action, move)
    _, squares = best_groups(state, seat, move.road)
    return [format_action(move), whole] if squares == [action.square] else [whole]


def _line(action: Action, step: Action) -> str:
    """Return the compact line of an opening order and the step after it."""
    text = format_action(step)
    if isinstance(action, CallSupervisor | SetAside):
        joined = f"{text} {SQUARES[action.square]}" if " with " in text else f"{text} with {SQUARES[action.square]}"
        return joined
    if isinstance(action, AddExtraDie):
        return f"{text} {format_action(action)}"
    if not isinstance(action, PlayCard):
        return text
    named = text.partition(" ")[2]
    # A card that takes one kind only needs no word for it.
    return f"{format_action(action)} {named.partition(' ')[0] if action.card in SALES else named}"
