"""Who wins: the final order and its tie-breaks."""

from __future__ import annotations

from engines.api import Seat, Standing
from engines.istanbul.state import State


def standings(state: State) -> tuple[Standing, ...]:
    """Rank by rubies, Lira, goods, bonus cards; equals in all four share a rank ("Rulebook, End of the game")."""
    scores = {seat: _score(state, seat) for seat in range(1, len(state.traders) + 1)}
    ranked = sorted(scores, key=lambda seat: scores[seat], reverse=True)
    return tuple(
        Standing(seat, 1 + sum(other > scores[seat] for other in scores.values()), scores[seat][0], scores[seat][1:])
        for seat in ranked
    )


def winners(state: State) -> tuple[Seat, ...]:
    """Return the seats that share the first rank."""
    return tuple(standing.seat for standing in standings(state) if standing.rank == 1)


def _score(state: State, seat: Seat) -> tuple[int, ...]:
    trader = state.traders[seat - 1]
    return trader.rubies, trader.lira, sum(trader.goods), len(trader.hand)
