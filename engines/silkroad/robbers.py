"""The robbers: a chain of robberies that never comes back to the mover or to anybody already robbed."""

from __future__ import annotations

from engines.api import Seat
from engines.silkroad import actions, phases
from engines.silkroad.actions import Good
from engines.silkroad.draft import Draft
from engines.silkroad.names import GOODS
from engines.silkroad.position import Position
from engines.silkroad.state import NO_CARDS, changed


def robber(position: Position) -> Seat:
    """Return who robs now: the mover first, then whoever was robbed last."""
    return position.robbed[-1] if position.robbed else position.turn


def victims(position: Position) -> tuple[Seat, ...]:
    """Return who can still be robbed: not the mover, nobody twice, nobody with an empty display."""
    return tuple(
        [
            seat
            for seat, one in enumerate(position.players, 1)
            if seat != position.turn and seat not in position.robbed and one.display != NO_CARDS
        ]
    )


def begin(draft: Draft) -> None:
    """Let the mover rob somebody (Rulebook, Robbers)."""
    draft.tell("robbers_came", seat=draft.turn)
    _go_on(draft)


def rob(draft: Draft, seat: Seat, order: actions.Rob) -> None:
    """Take a card from a display into the robber's own; then the robbed one is the robber."""
    victim, good = order
    draft.tell("robbed", seat=seat, victim=victim, good=GOODS[good])
    _give(draft, victim, good, -1)
    _give(draft, seat, good, 1)
    draft.robbed += (victim,)
    _go_on(draft)


def _give(draft: Draft, seat: Seat, good: Good, by: int) -> None:
    one = draft.players[seat - 1]
    draft.players[seat - 1] = one._replace(display=changed(one.display, good, by))


def _go_on(draft: Draft) -> None:
    if victims(draft):
        draft.phase = phases.ROB
        return
    _replace_loss(draft, robber(draft))
    draft.phase, draft.robbed = phases.REFILL, ()


def _replace_loss(draft: Draft, seat: Seat) -> None:
    """Give the last of the chain the top discard, else the top of the draw pile, into the display."""
    if draft.discards:
        good, source = draft.discards[-1], "discards"
        draft.discards = draft.discards[:-1]
    elif draft.pile:
        good, source = draft.pile[0], "pile"
        draft.pile, draft.reveals = draft.pile[1:], True
    else:
        draft.tell("unreplaced", seat=seat)
        return
    draft.tell("replaced", seat=seat, good=GOODS[good], source=source)
    _give(draft, seat, good, 1)
