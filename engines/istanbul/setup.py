"""The first state of a match, before its first roll."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engines.api import Illegal, Option
from engines.istanbul.board import LAYOUTS, RANDOM
from engines.istanbul.chance import SPOT, START
from engines.istanbul.state import SETUP, Bazaar, Market, State, Trader, Turn
from engines.istanbul.terms import (
    ALL_PLACES,
    ASSISTANTS,
    FOUNTAIN,
    NEUTRAL_PLACES,
    PLAYER_COUNTS,
    POLICE_STATION,
    TILES,
)

LAYOUT: Final = Option("layout", "short", (*LAYOUTS, RANDOM), "layout")


def first_state(players: Sequence[str], options: Mapping[str, str]) -> State:
    """Return the table before its first roll ("Rulebook, Setup").

    Raises:
        Illegal: for a player count or an option that the game does not have.
    """
    _check_players(players)
    option = _layout_option(options)
    trader = Trader(place=FOUNTAIN, stack=ASSISTANTS, assistants=(), family=POLICE_STATION, lira=0)
    return State(
        labels=tuple(players),
        option=option,
        layout=LAYOUTS.get(option, ALL_PLACES),
        start=1,
        round=1,
        traders=(trader,) * len(players),
        bazaar=_first_bazaar(len(players)),
        pile=(),
        discards=(),
        turn=Turn(0, SETUP, SPOT if option == RANDOM else START),
    )


def _check_players(players: Sequence[str]) -> None:
    if len(players) not in PLAYER_COUNTS:
        counts = {"players": len(players), "least": min(PLAYER_COUNTS), "most": max(PLAYER_COUNTS)}
        raise Illegal("illegal", "player_count", counts)


def _layout_option(options: Mapping[str, str]) -> str:
    for name in options:
        if name != LAYOUT.name:
            raise Illegal("illegal", "unknown_option", {"option": name, "options": [LAYOUT.name]})
    value = options.get(LAYOUT.name, LAYOUT.default)
    if value not in LAYOUT.values:
        raise Illegal("illegal", "unknown_value", {"option": LAYOUT.name, "value": value, "values": LAYOUT.values})
    return value


def _first_bazaar(players: int) -> Bazaar:
    figures = PLAYER_COUNTS[players]
    return Bazaar(
        governor=0,
        smuggler=0,
        neutrals=NEUTRAL_PLACES if players == min(PLAYER_COUNTS) else (),
        post=0,
        large=Market(),
        small=Market(),
        mosques=(tuple(figures["mosque_stack"]),) * len(TILES),
        wainwright=players,
        palace=figures["palace_rubies"],
        small_mosque=figures["mosque_rubies"],
        great_mosque=figures["mosque_rubies"],
        dealer=figures["dealer_rubies"],
    )
