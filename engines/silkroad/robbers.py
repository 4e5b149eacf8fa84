"""The robbers: a chain of robberies that never comes back to the mover or to anybody already robbed."""

from __future__ import annotations

from engines.api import Seat
from engines.silkroad.names import GOODS
from engines.silkroad.state import NO_CARDS, REFILL, ROB, Good, Log, Rob, State, changed, player, with_player


def robber(state: State) -> Seat:
    """Return who robs now: the mover first, then whoever was robbed last."""
    return state.robbed[-1] if state.robbed else state.turn


def victims(state: State) -> tuple[Seat, ...]:
    """Return who can still be robbed: not the mover, nobody twice, nobody with an empty display."""
    return tuple(
        seat
        for seat in range(1, len(state.players) + 1)
        if seat != state.turn and seat not in state.robbed and player(state, seat).display != NO_CARDS
    )


def begin(state: State, log: Log) -> State:
    """Let the mover rob somebody (Rulebook, Robbers)."""
    log.tell("robbers_came", seat=state.turn)
    return _go_on(state, log)


def rob(state: State, seat: Seat, order: Rob, log: Log) -> State:
    """Take a card from a display into the robber's own; then the robbed one is the robber."""
    good = order.good
    log.tell("robbed", seat=seat, victim=order.victim, good=GOODS[good])
    state = _give(state, order.victim, good, -1)
    return _go_on(_give(state, seat, good, 1)._replace(robbed=(*state.robbed, order.victim)), log)


def _give(state: State, seat: Seat, good: Good, by: int) -> State:
    one = player(state, seat)
    return with_player(state, seat, one._replace(display=changed(one.display, good, by)))


def _go_on(state: State, log: Log) -> State:
    if victims(state):
        return state._replace(phase=ROB)
    return _replacement(state, robber(state), log)._replace(phase=REFILL, robbed=())


def _replacement(state: State, seat: Seat, log: Log) -> State:
    """Give the last of the chain the top discard, else the top of the draw pile, into the display."""
    if state.discards:
        good, source = state.discards[-1], "discards"
        state = state._replace(discards=state.discards[:-1])
    elif state.pile:
        good, source = state.pile[0], "pile"
        state = state._replace(pile=state.pile[1:])
        log.reveals = True
    else:
        log.tell("unreplaced", seat=seat)
        return state
    log.tell("replaced", seat=seat, good=GOODS[good], source=source)
    return _give(state, seat, good, 1)
