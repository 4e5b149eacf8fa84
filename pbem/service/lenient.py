"""An engine that reads the orders of people: what stands behind a complete order is set aside, not refused."""

from __future__ import annotations

from typing import Any

from engines.api import Action, Engine, Illegal, Seat, State
from pbem.mail.orderform import completed


class Lenient:
    """An engine in all but its reading: of a line it takes the longest order at the front.

    Attributes:
        trailing: what stood behind orders and was not read.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.trailing: list[str] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)

    def parse(self, state: State, seat: Seat, text: str) -> tuple[Action, ...]:
        """Read one order; see `Engine.parse`.

        Raises:
            Illegal: where not even the front of the line is an order.
        """
        try:
            return self._engine.parse(state, seat, text)
        except Illegal as illegal:
            if illegal.code != "unreadable":
                raise
            order, trailing = completed(text, lambda front: self._reads(state, seat, front))
            if not trailing:
                raise
            self.trailing.append(trailing)
            return self._engine.parse(state, seat, order)

    def _reads(self, state: State, seat: Seat, text: str) -> bool:
        try:
            self._engine.parse(state, seat, text)
        except Illegal as illegal:
            return illegal.code != "unreadable"
        return True
