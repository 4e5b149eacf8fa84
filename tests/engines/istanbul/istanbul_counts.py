"""How many sequences of orders Istanbul has, derived by hand: for each position the counts of depth 1 and deeper."""

from __future__ import annotations

BY_HAND = {
    # Four players on the short paths; the first seat has 2 Lira, no goods and GOOD.
    #
    # Depth 1: from the Fountain ten places lie within two steps; GOOD names four goods: 14.
    # Depth 2: after a move the assistant can be left or the turn ended, or GOOD played: 6 behind each of ten. After
    # GOOD the ten moves are left, with an empty hand: 4 * 10. 60 + 40 = 100.
    # Depth 3: behind move and leave the action can be skipped or GOOD played, 5 at each of ten places, and besides
    # there is the action itself: none at 1 (7 Lira), 11 (no goods) and 14 (no goods), one at 2, 3, 4, 5 and 6, fifteen
    # errands at 12, and ten announcements at 9 with 36 rolls each: 50 + 5 + 15 + 360 = 430. Behind move and end the
    # second seat has 14 orders: 10 * 14 = 140. Behind move and GOOD, leave and end are left: 10 * 4 * 2 = 80; behind
    # GOOD and move the same: 80. 430 + 140 + 80 + 80 = 730.
    "first turn": (14, 100, 730),
    # Two players; the first seat has played GOOD and left an assistant at 9.
    #
    # Depth 1: ten announcements with 36 rolls each, and the skip: 361.
    # Depth 2: the turn ends by itself, and the second seat has ten moves and four goods for GOOD: 361 * 14 = 5054.
    "at the Tea House": (361, 5054),
    # Two players; the first seat stands at 2 with both tokens, 2 Lira, 2 fabric, 1 spice, and no card.
    #
    # Depth 1: Governor, Smuggler with each of four goods, end: 6.
    # Depth 2: the Governor's card, a GOOD, is paid with Lira or itself: 2. The Smuggler is paid with Lira or a kind
    # that is held then, fabric and spice, and the new fruit or jewellery: 3 + 3 + 4 + 4 = 14. Each payment is followed
    # by 36 rolls. Behind the end the second seat has 14 orders. 36 * (2 + 14) + 14 = 590.
    # Depth 3: with the Governor paid in Lira, four goods of the Smuggler, the end and four goods of GOOD are left: 9;
    # paid with the card 5. Behind the Smuggler the Governor and the end are left: 2, whatever was paid. A token rolled
    # back to 2 is not met again. 36 * (9 + 5 + 14 * 2) = 1512. Behind the end 10 moves of the second seat have 6 orders
    # each and 4 goods 10 moves each, as in the first turn: 100. 1512 + 100 = 1612.
    "Governor and Smuggler": (6, 590, 1612),
    # Two players; the first seat has left an assistant at 14, where a neutral merchant stands, with 2 Lira and no card.
    #
    # Depth 1: he is paid, with 36 rolls for his new place, or the turn ended: 37.
    # Depth 2: no tile can be taken, so the turn ends by itself and the second seat has 14 orders: 37 * 14 = 518.
    "a neutral merchant": (37, 518),
    # Three players; the first seat has GOOD, and has drawn the fourth GOOD from a pile that goes on with LIRA5.
    #
    # Depth 1: the draw pile, as nothing is discarded.
    # Depth 2: GOOD or LIRA5 is discarded.
    # Depth 3: with GOOD and LIRA5 left there are the end, four goods and the Lira: 6; with GOOD twice 5. 6 + 5 = 11.
    # Depth 4: GOOD and LIRA5: behind the end 14 orders of the next seat, behind each good the end and the Lira, behind
    # the Lira the end and four goods: 14 + 4 * 2 + 5 = 27. GOOD twice: 14 + 4 * 5 = 34. 27 + 34 = 61.
    "the Caravansary": (1, 2, 11, 61),
}
