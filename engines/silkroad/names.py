"""The pieces of Silk Road by name and number; in the engine a good or colour is its place in these tuples."""

from __future__ import annotations

from engines import data

_DATA = data.read("engines.silkroad")
_CARDS, _CAMELS, _JEWELS = _DATA["cards"], _DATA["camels"], _DATA["jewels"]
_SCORE, _FIELDS, _SEATS = _DATA["score"], _DATA["fields"], _DATA["seats"]

TITLE: str = _DATA["title"]
SEATS = range(_SEATS["fewest"], _SEATS["most"] + 1)

GOODS: tuple[str, ...] = tuple(_CARDS["goods"])
CARDS_OF_EACH_GOOD: int = _CARDS["of_each_good"]
CARDS_DEALT: int = _CARDS["dealt"]
OPEN_CARDS: int = _CARDS["open"]
CUSTOMS_LIMIT: int = _CARDS["customs_limit"]
BAZAAR_GOODS: int = _CARDS["bazaar_goods"]
EMPTY_HAND_DRAWS: int = _CARDS["empty_hand_draws"]

CAMEL_NUMBERS = range(1, _CAMELS["count"] + 1)
CAMELS_OF_EACH_GOOD: int = _CAMELS["of_each_good"]
CAMELEER_CARDS: tuple[int, ...] = tuple(_CAMELS["cameleers"])

COLOURS: tuple[str, ...] = tuple(_JEWELS["colours"])
JEWELS_OF_EACH_COLOUR: int = _JEWELS["of_each_colour"]
COLOURLESS: int = _JEWELS["colourless"]
MARKERS: int = _JEWELS["markers"]

SET_POINTS: tuple[int, ...] = tuple(_SCORE["sets"])
COLOURLESS_POINTS: tuple[int, ...] = tuple(_SCORE["colourless"])
MARKER_POINTS: int = _SCORE["marker"]

MARKET_FIELDS: tuple[str, ...] = tuple(_FIELDS["markets"])
"""Field n holds a small market for good n."""
CAMEL_FIELDS: tuple[str, ...] = tuple(_FIELDS["camels"])
"""Field n serves caravans of up to n + 1 camels."""
FIELDS: tuple[str, ...] = (*MARKET_FIELDS, *CAMEL_FIELDS, *_FIELDS["others"])
"""All kinds of action fields."""
