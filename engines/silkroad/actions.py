"""The atomic orders."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from engines.api import Seat

Good: TypeAlias = int
"""A good's place in `GOODS`."""

Colour: TypeAlias = int
"""A colour's place in `COLOURS`."""


class Lay(NamedTuple):
    """Lay so many hand cards of one good into the display."""

    good: Good
    number: int


class Move(NamedTuple):
    """Move a caravan (1, 2 or 3) to a place, given by its order word, as far as cards were laid."""

    caravan: int
    place: str


class Draw(NamedTuple):
    """Take an open card of a good, or with PILE the top of the draw pile."""

    good: Good


class Pass(NamedTuple):
    """Leave a card, decline a sale, or leave the bazaar."""


class Sell(NamedTuple):
    """Sell the good on offer; the colour is the jewel wanted, ANY where it is chosen afterwards or needs no choice."""

    colour: Colour


class Jewel(NamedTuple):
    """Take a jewel of this colour for what was sold."""

    colour: Colour


class Rob(NamedTuple):
    """Take a card of a good from another seat's display."""

    victim: Seat
    good: Good


class Discard(NamedTuple):
    """Give up a card: from the hand for customs, from the display in a sandstorm."""

    good: Good


class Trade(NamedTuple):
    """Discard three different goods at the bazaar."""

    goods: tuple[Good, ...]


class Baksheesh(NamedTuple):
    """Put an open card straight into the display."""

    good: Good


class Pay(NamedTuple):
    """Discard a hand card in return."""

    good: Good


Action: TypeAlias = Lay | Move | Draw | Pass | Sell | Jewel | Rob | Discard | Trade | Baksheesh | Pay

PILE = -1
ANY = -1
