"""The position while a step is carried out."""

from __future__ import annotations

from engines.api import Event, Json, Seat, Step
from engines.silkroad.state import State


class Draft:
    """A copy of a state that one step may change, together with what the step tells; it lives as long as the step.

    Attributes are those of `State`; beside them stand the events so far, and whether the step revealed something.
    """

    __slots__ = (*State._fields, "events", "reveals")

    def __init__(self, state: State) -> None:
        (
            self.labels,
            self.board,
            self.fields,
            players,
            caravans,
            self.row,
            self.bag,
            self.pile,
            self.discards,
            self.open,
            self.turn,
            self.phase,
            self.moved,
            self.laid,
            self.draws,
            self.resume,
            self.market,
            self.robbed,
            self.given,
        ) = state
        self.players = list(players)
        self.caravans = list(caravans)
        self.events: list[Event] = []
        self.reveals = False

    def tell(self, kind: str, **data: Json) -> None:
        """Note something that everybody sees."""
        self.events.append(Event(kind, data))

    def whisper(self, seen_by: Seat, kind: str, **data: Json) -> None:
        """Note what one seat sees in place of the public event before."""
        self.events.append(Event(kind, data, seen_by))

    def step(self) -> Step:
        """Return the step with its new state."""
        state = State(
            self.labels,
            self.board,
            self.fields,
            tuple(self.players),
            tuple(self.caravans),
            self.row,
            self.bag,
            self.pile,
            self.discards,
            self.open,
            self.turn,
            self.phase,
            self.moved,
            self.laid,
            self.draws,
            self.resume,
            self.market,
            self.robbed,
            self.given,
        )
        return Step(state, tuple(self.events), self.reveals)
