"""What happens while one order or outcome is carried out, told in order."""

from __future__ import annotations

from engines.api import Event, Illegal, Json, Seat


class Story(list[Event]):
    """The events so far; `reveals` turns True with the first that shows a seat what it could not know."""

    reveals = False

    def tell(self, kind: str, /, **data: Json) -> None:
        """Add an event that everybody may see."""
        self.append(Event(kind, data))

    def show(self, kind: str, /, **data: Json) -> None:
        """Add an event that shows everybody something new: dice, or a tile turned up."""
        self.append(Event(kind, data))
        self.reveals = True

    def whisper(self, seat: Seat, kind: str, /, **data: Json) -> None:
        """Add what one seat alone learns beyond the public event just told."""
        self.append(Event(kind, data, seat))
        self.reveals = True


def refusal(reason: str, **facts: Json) -> Illegal:
    """Return the refusal of an order that was understood, with the facts of its sentence."""
    return Illegal("illegal", reason, facts)
