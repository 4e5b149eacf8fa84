"""Drawing cards, the refill, the reshuffle and the empty hand."""

from __future__ import annotations

import pytest

from tests.engines.silkroad.silkroad_table import Table


@pytest.mark.rule("SLK-071")
def test_one_card_is_drawn_however_many_were_laid() -> None:
    """Three silk for caravan 1 (tea 5) earn one card."""
    table = Table("AB").hand("A", "3 silk").caravan(1, [5], at="tashkent", to="yspahan").display("A", "")
    table.do("A", "move 1 turfan 3 silk; draw pile")

    assert sum(table.player("A").hand) == 1
    assert table.prompt() == "baksheesh"


@pytest.mark.rule("SLK-072")
def test_example_gerd_draws_one_card_for_silk_that_is_not_carried() -> None:
    """Rulebook, Take card(s): caravan 2 carries spices and porcelain; Gerd takes the open ivory and no more."""
    table = Table("GKHS").hand("G", "3 silk, ivory, porcelain").caravan(2, [9, 7], at="amritsa", to="samarkand")
    table.open("ivory tea tea").do("G", "move 2 leh 2 silk")

    assert table.refused("G", "draw ivory tea").facts == {"asked": 2, "allowed": 1}
    table.do("G", "draw ivory")
    assert table.hand_of("G") == {"silk": 1, "ivory": 2, "porcelain": 1}
    assert table.asked() == "K"


@pytest.mark.rule("SLK-073")
def test_example_katharina_draws_two_cards_for_spices_that_are_carried() -> None:
    """Rulebook, Take card(s): first silk from the pile, then the open tea."""
    table = Table("KGHS").hand("K", "4 spices, tea").caravan(1, [9], at="kaschgar", to="yspahan")
    table.open("tea ivory ivory").top("silk").do("K", "move 1 khotan 3 spices", "draw pile")

    assert table.hand_of("K") == {"spices": 1, "tea": 1, "silk": 1}
    assert table.prompt() == "extra"
    table.do("K", "draw tea")
    assert table.hand_of("K") == {"spices": 1, "tea": 2, "silk": 1}
    assert table.asked() == "G"


@pytest.mark.rule("SLK-074")
def test_the_additional_card_is_one_only() -> None:
    """Four tea for a caravan with two teas earn two cards in all."""
    table = Table("AB").hand("A", "4 tea").caravan(3, [6, 5, 1], at="changan", to="byzanz").open("silk silk silk")
    table.do("A", "move 3 khotan 4 tea", "draw silk", "draw silk")

    assert table.hand_of("A") == {"silk": 2}
    assert table.asked() == "B"


@pytest.mark.rule("SLK-075")
@pytest.mark.parametrize("orders", ["silk tea", "silk pile", "pile silk", "pile pile"])
def test_each_card_comes_from_the_open_cards_or_the_pile(orders: str) -> None:
    """With two draws open+open, open+pile, pile+open and pile+pile are all legal."""
    table = Table("AB").hand("A", "spices").open("silk tea ivory").top("spices, porcelain")
    table.do("A", "move 1 otrar 1 spices")
    expected = {"silk tea": {"silk": 1, "tea": 1}, "pile pile": {"spices": 1, "porcelain": 1}}
    table.do("A", f"draw {orders}")

    assert table.hand_of("A") == expected.get(orders, {"silk": 1, "spices": 1})


@pytest.mark.rule("SLK-075")
def test_the_second_choice_is_made_after_the_first_card_is_known() -> None:
    """The second card is asked for by a new question, with the same sources left."""
    table = Table("AB").hand("A", "spices").open("silk tea ivory").top("spices")
    table.do("A", "move 1 otrar 1 spices")

    assert table.choices("A") == ["draw silk", "draw ivory", "draw tea", "draw pile"]
    table.do("A", "draw pile")
    assert table.view("A")["own"]["hand"] == {"spices": 1}
    assert table.choices("A") == ["draw silk", "draw ivory", "draw tea", "draw pile", "pass"]


@pytest.mark.rule("SLK-076")
def test_the_open_cards_are_not_refilled_between_two_draws() -> None:
    """After silk only tea and ivory lie open, and one is left after the second draw."""
    table = Table("AB").hand("A", "spices").open("silk tea ivory").lay_out(B="tea")
    table.do("A", "move 1 otrar 1 spices", "draw silk")

    assert table.choices("A") == ["draw ivory", "draw tea", "draw pile", "pass"]
    assert table.refused("A", "draw silk").facts == {"good": "silk", "open": ["tea", "ivory"]}
    table.do("A", "draw tea")
    assert (table.open_cards(), table.prompt()) == (["ivory"], "rob")


@pytest.mark.rule("SLK-077")
def test_the_normal_draw_is_compulsory() -> None:
    """Skipping the draw is refused while there are cards."""
    table = Table("AB").hand("A", "silk, tea").do("A", "move 1 otrar 1 silk")
    refusal = table.refused("A", "pass")

    assert (refusal.code, refusal.reason, refusal.facts) == ("illegal", "cannot_pass", {"asked": "draw"})
    assert "pass" not in table.choices("A")


@pytest.mark.rule("SLK-078")
def test_the_additional_card_may_be_left() -> None:
    """After the first card the second, for spices carried, may be refused."""
    table = Table("AB").hand("A", "2 spices").lay_out(B="tea").open("silk tea ivory")
    table.do("A", "move 1 otrar 1 spices", "draw silk", "pass")

    assert table.hand_of("A") == {"silk": 1, "spices": 1}
    assert table.told("card_left") == [{"seat": 1}]
    assert table.prompt() == "rob"


@pytest.mark.rule("SLK-078")
def test_the_card_of_a_camel_field_may_be_left() -> None:
    """Caravan 2 on Buchara: the offer is refused, the turn ends."""
    table = Table("AB").hand("A", "tea").open("silk tea ivory").stopped(2, "buchara").do("A", "draw silk")

    assert (table.prompt(), table.choices("A")) == ("camel", ["draw ivory", "draw tea", "draw pile", "pass"])
    table.do("A", "pass")
    assert table.hand_of("A") == {"silk": 1, "tea": 1}
    assert table.asked() == "B"


@pytest.mark.rule("SLK-079")
def test_what_the_caravan_carried_when_it_was_moved_counts() -> None:
    """Silk 10 joins caravan 1 after the draw, so a silk laid earned one card only."""
    table = Table("AB").hand("A", "silk").lay_out(B="tea").caravan(1, [5], at="trapezunt", to="yspahan")
    table.row(10, 8, 4, 2).open("silk silk silk").do("A", "move 1 merw 1 silk; draw silk").do("B", "sell")

    assert table.camels(1) == [10]
    assert table.hand_of("A") == {"silk": 1}
    assert len(table.told("drew")) == 1


@pytest.mark.rule("SLK-080")
def test_cards_drawn_stay_in_hand_at_the_market_of_the_turn() -> None:
    """A lays 1 tea, draws 2 tea, and counts with the one on display only."""
    table = Table("AB").hand("A", "tea").lay_out(B="tea").cameleers("A1 B2").open("tea tea silk")
    table.caravan(1, [5], at="yazd", to="yspahan", jewels="red").do("A", "move 1 yspahan 1 tea; draw tea tea")

    assert table.hand_of("A") == {"tea": 2}
    assert table.laid_out("tea") == "A1 B1"
    assert table.asked() == "B"
    assert table.kinds() == ["laid", "moved", "drew", "drew", "market_opened"]


@pytest.mark.rule("SLK-081")
def test_with_both_piles_empty_only_open_cards_are_drawn() -> None:
    """Two open cards can be taken, and nothing else; then none is left to refill."""
    table = Table("AB").hand("A", "2 spices").lay_out(B="tea").open("silk tea").pile("").discards("")
    table.do("A", "move 1 otrar 1 spices")

    assert table.choices("A") == ["draw silk", "draw tea"]
    assert table.refused("A", "draw pile").reason == "pile_empty"
    table.do("A", "draw silk tea")
    assert table.hand_of("A") == {"silk": 1, "spices": 1, "tea": 1}
    assert (table.stocks(), table.prompt()) == ((0, 0, 0), "rob")


@pytest.mark.rule("SLK-081")
def test_without_any_source_the_draw_is_skipped() -> None:
    """No card lies anywhere: the turn goes on with the action."""
    table = Table("AB").hand("A", "2 spices").lay_out(B="tea").open("").pile("").discards("")
    table.do("A", "move 1 otrar 1 spices")

    assert (table.hand_of("A"), table.prompt()) == ({"spices": 1}, "rob")


@pytest.mark.rule("SLK-081")
def test_the_additional_card_is_skipped_where_the_first_was_the_last() -> None:
    """With one open card and no piles a mover of two draws takes one, and is not asked again."""
    table = Table("AB").hand("A", "2 spices").lay_out(B="tea").open("silk").pile("").discards("")

    assert table.do("A", "move 1 otrar 1 spices", "draw silk").prompt() == "rob"


@pytest.mark.rule("SLK-291")
def test_open_cards_are_filled_up_to_three_at_the_end_of_the_turn() -> None:
    """One open card left and 30 in the pile: 3 open, 28 in the pile."""
    table = Table("AB").hand("A", "spices").open("silk tea ivory").pile("10 silk, 10 tea, 10 ivory")
    table.caravan(1, [9], at="tashkent", to="yspahan").stopped(1, "khotan")
    table.state = table.state._replace(draws=2)
    table.do("A", "draw silk tea")

    assert table.stocks() == (3, 28, 0)
    assert table.open_cards() == ["ivory", "silk", "silk"]
    assert table.told("refilled") == [{"goods": ["silk", "silk"], "pile": 28}]


@pytest.mark.rule("SLK-292")
def test_three_open_cards_stay_as_they_are() -> None:
    """Both cards came from the pile: none is added or exchanged."""
    table = Table("AB").hand("A", "spices").open("silk tea ivory").stopped(1, "khotan")
    table.state = table.state._replace(draws=2)
    table.do("A", "draw 2")

    assert table.open_cards() == ["silk", "tea", "ivory"]
    assert "refilled" not in table.kinds()
    assert table.asked() == "B"


@pytest.mark.rule("SLK-293")
def test_the_discard_pile_is_shuffled_in_the_middle_of_a_refill() -> None:
    """Open 1, pile 1, discard 6: the refill ends with open 3, pile 5, discard 0."""
    table = Table("AB").hand("A", "spices").open("silk ivory").pile("tea").discards("6 porcelain")
    table.shuffled("6 porcelain").stopped(1, "khotan").do("A", "draw silk")

    assert table.stocks() == (3, 5, 0)
    assert table.open_cards() == ["ivory", "tea", "porcelain"]
    assert table.told("reshuffled") == [{"cards": 6}]


@pytest.mark.rule("SLK-294")
def test_open_cards_stay_short_until_there_are_cards_again() -> None:
    """Nothing to refill with after A; after B's sandstorm its three discards fill the open cards."""
    table = Table("ABCD").hands(A="spices", B="tea", C="tea", D="tea").open("silk ivory").pile("").discards("")
    table.lay_out(A="silk", B="silk", C="silk", D="silk").stopped(1, "khotan").do("A", "draw silk")
    assert (table.stocks(), table.asked()) == ((1, 0, 0), "B")

    table.caravan(3, [10, 3, 1], at="herat", to="byzanz").do("B", "move 3 hamadan 1 tea", "draw ivory")
    assert table.asked() == "CDA"
    table.do("C", "discard silk").do("D", "discard silk").do("A", "discard silk")
    assert table.stocks() == (3, 0, 0)
    assert table.asked() == "C"


@pytest.mark.rule("SLK-331")
def test_an_empty_pile_is_replaced_by_the_shuffled_discards() -> None:
    """Exactly the 12 discards are shuffled and A gets the top one: pile 11, discard 0."""
    table = Table("AB").hand("A", "spices").open("silk tea ivory").pile("").discards("6 silk, 6 tea")
    table.shuffled("tea, 6 silk, 5 tea").stopped(1, "khotan").act()

    assert table.hand_of("A") == {"spices": 1, "tea": 1}
    assert table.stocks() == (3, 11, 0)
    assert table.state.pile == (0, 0, 0, 0, 0, 0, 4, 4, 4, 4, 4)
    assert table.kinds()[:2] == ["reshuffled", "drew"]


@pytest.mark.rule("SLK-332")
def test_the_shuffle_may_come_between_two_cards_of_one_draw() -> None:
    """Pile 1, discard 5, two from the pile: the last card, a shuffle of 5, one more; pile 4."""
    table = Table("AB").hand("A", "spices").open("silk tea ivory").pile("porcelain").discards("5 tea")
    table.do("A", "move 1 otrar 1 spices", "draw 2")

    assert table.hand_of("A") == {"porcelain": 1, "tea": 1}
    assert [kind for kind in table.kinds() if kind in ("drew", "reshuffled")] == ["drew", "reshuffled", "drew"]
    # The robbers then find nobody to rob and no discard, and take the next card of the pile.
    assert table.stocks() == (3, 3, 0)


@pytest.mark.rule("SLK-332")
def test_the_shuffle_between_two_cards_leaves_four_in_the_pile() -> None:
    """As before, with a field that does nothing: pile 4, discard 0."""
    table = Table("AB").hand("A", "spices").open("silk tea ivory").pile("porcelain").discards("5 tea")
    table.stopped(1, "khotan")
    table.state = table.state._replace(draws=2)
    table.do("A", "draw pile pile")

    assert table.stocks() == (3, 4, 0)


@pytest.mark.rule("SLK-333")
def test_the_pile_is_shuffled_when_a_card_is_wanted_and_not_before() -> None:
    """A draws the last pile card and robs B, who still gets the ivory on top of the discards."""
    table = Table("AB").hand("A", "spices").lay_out(B="tea").open("silk tea ivory")
    table.pile("porcelain").discards("silk silk ivory").stopped(2, "lahore").act().do("A", "rob B tea")

    assert table.display_of("B") == {"ivory": 1}
    assert table.told("replaced") == [{"seat": 2, "good": "ivory", "source": "discards"}]
    assert table.stocks() == (3, 0, 2)
    assert "reshuffled" not in table.kinds()


@pytest.mark.rule("SLK-341")
def test_example_a_player_without_cards_only_draws_two() -> None:
    """Rulebook, Specialities: Katharina's hand is empty; she draws 2 and her turn ends."""
    table = Table("GK").hands(G="spices", K="").stopped(1, "khotan").act()

    assert (table.asked(), table.prompt()) == ("K", "empty_hand")
    assert table.told("hand_empty") == [{"seat": 2}]
    before = table.state.caravans
    table.do("K", "draw 2")
    assert sum(table.player("K").hand) == 2
    assert (table.state.caravans, table.display_of("K")) == (before, {})
    assert table.asked() == "G"
    assert not {"laid", "moved"} & set(table.kinds())


@pytest.mark.rule("SLK-342")
def test_with_an_empty_hand_each_card_may_be_open_and_the_refill_follows() -> None:
    """Two open cards: hand 2, open 1 without a refill in between, then 3; B's turn."""
    table = Table("BA").hands(B="spices", A="").open("silk tea ivory").stopped(1, "khotan").act()
    table.do("A", "draw silk")
    assert (table.open_cards(), table.prompt()) == (["tea", "ivory"], "empty_hand")
    assert table.choices("A") == ["draw ivory", "draw tea", "draw pile"]
    table.do("A", "draw tea")

    assert table.hand_of("A") == {"silk": 1, "tea": 1}
    assert len(table.open_cards()) == 3
    assert table.asked() == "B"


@pytest.mark.rule("SLK-342")
def test_both_cards_for_an_empty_hand_are_compulsory() -> None:
    """Neither the first nor the second can be left."""
    table = Table("BA").hands(B="spices", A="").stopped(1, "khotan").act()

    assert table.refused("A", "pass").facts == {"asked": "empty_hand"}
    table.do("A", "draw pile")
    assert table.refused("A", "pass").facts == {"asked": "empty_hand"}


@pytest.mark.rule("SLK-343")
def test_with_an_empty_hand_one_draws_what_there_is() -> None:
    """One open card and empty piles: hand 1, the turn ends."""
    table = Table("BA").hands(B="spices", A="").open("silk tea").pile("").discards("").stopped(1, "khotan")
    table.do("B", "draw silk").do("A", "draw tea")

    assert table.hand_of("A") == {"tea": 1}
    assert table.asked() == "B"


@pytest.mark.rule("SLK-343")
def test_with_an_empty_hand_and_no_card_anywhere_the_turn_passes() -> None:
    """A can neither lay nor draw and is passed over."""
    table = Table("BA").hands(B="spices, tea", A="").open("silk").pile("").discards("").stopped(1, "khotan")
    table.do("B", "draw silk")

    assert table.told("passed_over") == [{"seat": 2}]
    assert (table.asked(), table.prompt()) == ("B", "lay")


@pytest.mark.rule("SLK-344")
def test_laying_the_last_card_does_not_cut_the_turn_short() -> None:
    """A lays the only silk, draws 1 card, and the robbers come as usual."""
    table = Table("AB").hand("A", "silk").lay_out(B="tea").do("A", "move 1 otrar 1 silk")

    assert (table.hand_of("A"), table.prompt()) == ({}, "draw")
    table.do("A", "draw silk")
    assert (table.hand_of("A"), table.prompt()) == ({"silk": 1}, "rob")
    assert table.asked() == "A"
