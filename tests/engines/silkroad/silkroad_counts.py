"""How many sequences of orders Silk Road has, derived by hand: for each position the counts of depth 1 and deeper."""

from __future__ import annotations

BY_HAND = {
    # Seat 1 holds 4 silk, seat 2 too, and three silk lie open; camel 1 (silk) is caravan 1, spices 2 and ivory 3 are
    # caravan 2, porcelain 4, tea 5 and tea 6 caravan 3.
    #
    # Depth 1: 1, 2, 3 or 4 silk = 4.
    # Depth 2: 1 silk: Otrar, Lahore, Lanzhou; 2: Kaschgar, Leh, Jiayuguan; 3: Turfan, Kabul, Dunhuang; 4: Dunhuang or
    # Jiayuguan for caravan 1 (the fork at Turfan), Herat (Kabul leads on without a fork), Khotan: 3 + 3 + 3 + 4 = 13.
    # Depth 3: the open cards are all silk, so each draw is silk or pile: 13 * 2 = 26.
    # Depth 4: the 5 moves of caravan 1, which carries silk, are followed by silk, pile or pass: 5 * 2 * 3 = 30. Caravan
    # 2 on Herat offers the card of the camel field: 2 * 3 = 6. On Lahore the robbers find nobody, on Leh and Kabul
    # nobody has ivory, and caravan 3 meets a bazaar with one good, two markets without a seller and customs with hands
    # of 4: all of these 7 moves pass the turn to seat 2, who lays 1 to 4 silk: 7 * 2 * 4 = 56. 30 + 6 + 56 = 92.
    "opening": (4, 13, 26, 92),
    # Seat 3 has brought caravan 2 (ivory, porcelain) to the robbers on Lahore with a spices and draws one card.
    # Displays: seat 1 one silk, seat 2 two tea. Open lie tea, ivory and porcelain (seat 1 took the silk, a porcelain
    # followed).
    #
    # Depth 1: tea, ivory, porcelain or pile = 4.
    # Depth 2: seat 3 robs the silk of seat 1 or a tea of seat 2: 4 * 2 = 8.
    # Depth 3: seat 1 robs a tea of seat 2, or seat 2 the silk of seat 1: one way each: 8.
    # Depth 4: the chain is at its end, seat 1 follows with 4 silk in hand (3 left and 1 drawn): 8 * 4 = 32.
    "robbers": (4, 8, 8, 32),
    # Seat 3 has brought caravan 1 (tea 6) into Yspahan, where one jewel lies; tea displays are 4, 0 and 2. Seat 1 holds
    # one card, the porcelain drawn; spices, porcelain and ivory lie open.
    #
    # Depth 1: seat 1 sells or passes = 2.
    # Depth 2: after the sale it is seat 1's turn with one card to lay (1); after the pass seat 3 sells or passes (2):
    # 3.
    # Depth 3: in the first case one card moves caravan 1 to Yazd, 2 to Lahore or 3 to Lanzhou (3); in the other two
    # seat 1 lays its card (1 each): 5.
    # Depth 4: the three moves are followed by one of three open goods or the pile: 3 * 4 = 12; the two others by three
    # moves each: 6; 12 + 6 = 18.
    "large-market": (2, 3, 5, 18),
}
