"""How many sequences of orders Yspahan has, derived by hand: for each position the counts of depth 1 and deeper."""

from __future__ import annotations

BY_HAND = {
    # Two players, A first with 2 gold and nothing else; camel 4x2, gold 4x5.
    #
    # Depth 1: each group gives its own action, the Supervisor and a card: 2 * 3 = 6. No building can be paid.
    # Depth 2: take camel or take gold leaves B the other group: 3 each. The Supervisor with value 2 and up to 2 gold
    # goes 0 to 4 squares from the centre: 1 + 4 + 4 + 4 + 4 = 17; with value 5, 3 to 7 squares: 4 + 4 + 3 + 3 + 3 = 17.
    # After a card A may play camels_3 or end: 2 each. 2 * 3 + 2 * 17 + 2 * 2 = 44.
    # Depth 3: after both groups are taken A draws the forced card, plays it or ends: 2; B's Supervisor has 17 squares;
    # B's card 2: 21 behind each of the two takes. Behind each of the 34 moves B has the other group: 34 * 3 = 102.
    # Behind each of the two draws both orders end the turn (with two players no building follows): 2 * 2 * 3 = 12. 2 *
    # 21 + 102 + 12 = 156.
    "camel and gold": (6, 44, 156),
    # Depth 1: any of the 18 Sack shops.
    # Depth 2: a souk begun must go on: 3 * 2 + 4 * 3 + 5 * 4 + 6 * 5 = 68.
    # Depth 3: A's turn ends by itself, B has the camel and the gold group with three uses each: 68 * 6 = 408.
    "two cubes in Sack": (18, 68, 408),
    # Three players, A with 2 gold; camel 3x1, sack 2x2, barrel 3x3, gold 1x6.
    #
    # Depth 1: four groups with three uses each = 12.
    # Depth 2: take camel gives 3 camels, so Paddock, Shop, Hammam or the end: 4. Take gold gives nothing to build: B
    # has three groups: 9. Sack has 18 shops, Barrel 14. The Supervisor with 2 gold: value 1 goes 0 to 3 squares, 1 + 4
    # + 4 + 4 = 13; value 2 17; value 3 goes 1 to 5, 4 + 4 + 4 + 4 + 3 = 19; value 6 goes 4 to 8, 4 + 3 + 3 + 3 + 1 =
    # 14. Each of four cards is followed by camels_3 or the end: 8. 4 + 9 + 18 + 14 + 13 + 17 + 19 + 14 + 8 = 116.
    "four groups": (12, 116),
}
