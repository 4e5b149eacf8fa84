"""The phases of the game, and the kinds of markets."""

from __future__ import annotations

# Phases in which chance is asked.
CAMELS, TILES, CAMELEERS, JEWELS, CARDS = "camels", "tiles", "cameleers", "jewels", "cards"
RESHUFFLE = "reshuffle"
# Phases in which a seat is asked; these are the prompts.
LAY, MOVE, DRAW, EXTRA, CAMEL, EMPTY_HAND = "lay", "move", "draw", "extra", "camel", "empty_hand"
SELL, JEWEL, CUSTOMS, SANDSTORM, ROB = "sell", "jewel", "customs", "sandstorm", "rob"
BAZAAR, BAKSHEESH, PAY = "bazaar", "baksheesh", "pay"
# Phases that pass by themselves.
FIELD, OFFER, LAST_MARKET, REFILL, NEXT_TURN = "field", "offer", "last_market", "refill", "next_turn"
OVER = "over"

DRAWING = (DRAW, EXTRA, CAMEL, EMPTY_HAND)
DISCARDING = (CUSTOMS, SANDSTORM)

# Kinds of markets.
LARGE, SMALL, BLACK, LAST = "large", "small", "black", "last"
IN_CITY = (LARGE, LAST)
