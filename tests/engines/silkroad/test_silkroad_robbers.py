"""The robbers: the chain, its end, and what it leaves alone."""

from __future__ import annotations

import pytest

from tests.engines.silkroad.silkroad_table import Table


def robbers(letters: str, top: str = "", **displays: str) -> Table:
    """Return a table whose first seat has come to the robbers, with these displays and this top discard."""
    table = Table(letters).lay_out(**displays).discards(f"porcelain, {top}" if top else "")
    return table.stopped(2, "lahore").act()


@pytest.mark.rule("SLK-251")
def test_example_a_chain_passes_over_an_empty_display() -> None:
    """Rulebook, Robbers: Sabine robs Gerd, Gerd Katharina, Helmut has nothing, Katharina gets the top discard."""
    table = robbers("SGKH", top="ivory", S="2 porcelain", G="porcelain", K="porcelain")
    assert table.asked() == "S"
    table.do("S", "rob Gerd porcelain")
    assert (table.asked(), table.choices("G")) == ("G", ["rob 3 porcelain"])
    table.do("G", "rob Katharina porcelain")

    assert table.displays() == {"S": {"porcelain": 3}, "G": {"porcelain": 1}, "K": {"ivory": 1}, "H": {}}
    assert table.discarded() == ["porcelain"]
    assert table.told("robbed") == [
        {"seat": 1, "victim": 2, "good": "porcelain"},
        {"seat": 2, "victim": 3, "good": "porcelain"},
    ]
    assert (table.asked(), table.prompt()) == ("G", "lay")


@pytest.mark.rule("SLK-252")
def test_example_without_a_victim_or_discards_the_pile_gives_its_top_card() -> None:
    """Rulebook, Robbers: first turn, Sabine lays a spices, draws 2, and the robbers bring a silk to her display."""
    table = Table("SGKH").hand("S", "spices, silk, ivory, tea").caravan(1, [9], at="tashkent", to="yspahan")
    table.open("tea tea tea").top("porcelain, ivory, silk").do("S", "move 1 otrar 1 spices", "draw pile pile")

    assert table.display_of("S") == {"silk": 1, "spices": 1}
    assert sum(table.player("S").hand) == 5
    assert table.told("replaced") == [{"seat": 1, "good": "silk", "source": "pile"}]
    assert table.asked() == "G"


@pytest.mark.rule("SLK-253")
def test_without_a_victim_the_mover_takes_the_top_discard() -> None:
    """B0 C0 D0: A's display +1 tea, discard pile -1."""
    table = robbers("ABCD", top="tea", A="silk")

    assert table.display_of("A") == {"silk": 1, "tea": 1}
    assert table.discarded() == ["porcelain"]
    assert (table.asked(), table.prompt()) == ("B", "lay")


@pytest.mark.rule("SLK-254")
def test_in_a_match_of_two_the_other_player_takes_the_top_discard() -> None:
    """A 1 silk, 1 tea; B 1 tea, 1 ivory."""
    table = robbers("AB", top="ivory", A="silk", B="2 tea").do("A", "rob 2 tea")

    assert table.displays() == {"A": {"silk": 1, "tea": 1}, "B": {"ivory": 1, "tea": 1}}


@pytest.mark.rule("SLK-255")
def test_who_loses_the_last_card_still_robs() -> None:
    """A robs B of the only silk, B robs C of the tea, C gets the ivory."""
    table = robbers("ABC", top="ivory", B="silk", C="tea").do("A", "rob B silk").do("B", "rob C tea")

    assert table.displays() == {"A": {"silk": 1}, "B": {"tea": 1}, "C": {"ivory": 1}}


@pytest.mark.rule("SLK-256")
def test_a_robbed_player_chooses_freely_among_the_victims_left() -> None:
    """B may rob C or D and takes D; D then robs C."""
    table = robbers("ABCD", top="ivory", B="silk", C="tea", D="spices").do("A", "rob B silk")
    assert table.choices("B") == ["rob 3 tea", "rob 4 spices"]
    table.do("B", "rob D spices").do("D", "rob C tea")

    assert table.displays() == {"A": {"silk": 1}, "B": {"spices": 1}, "C": {"ivory": 1}, "D": {"tea": 1}}


@pytest.mark.rule("SLK-257")
def test_in_a_match_of_five_the_chain_runs_through_all_four() -> None:
    """A robs C, C robs E, E robs B, B robs D; D gets the porcelain."""
    table = robbers("ABCDE", top="porcelain", B="silk", C="tea", D="spices", E="ivory")
    table.do("A", "rob C tea").do("C", "rob E ivory").do("E", "rob B silk").do("B", "rob D spices")

    assert table.displays() == {
        "A": {"tea": 1},
        "B": {"spices": 1},
        "C": {"ivory": 1},
        "D": {"porcelain": 1},
        "E": {"silk": 1},
    }


@pytest.mark.rule("SLK-258")
def test_an_empty_display_can_neither_be_robbed_nor_rob() -> None:
    """The chain ends at B, who takes the silk; C has nothing to do with it."""
    table = robbers("ABC", top="silk", B="2 tea")
    refusal = table.refused("A", "rob C tea")
    assert (refusal.reason, refusal.facts) == ("nothing_to_rob", {"victim": 3})
    table.do("A", "rob B tea")

    assert table.displays() == {"A": {"tea": 1}, "B": {"silk": 1, "tea": 1}, "C": {}}
    assert (table.asked(), table.prompt()) == ("B", "lay")


@pytest.mark.rule("SLK-259")
def test_nobody_is_robbed_twice() -> None:
    """After A robbed B and B robbed C, C may rob neither and takes the top discard."""
    table = robbers("ABC", top="ivory", A="2 spices", B="5 tea", C="silk").do("A", "rob B tea")
    assert table.choices("B") == ["rob 3 silk"]
    assert table.refused("B", "rob A spices").reason == "rob_mover"
    table.do("B", "rob C silk")

    assert table.displays() == {"A": {"spices": 2, "tea": 1}, "B": {"silk": 1, "tea": 4}, "C": {"ivory": 1}}
    assert (table.asked(), table.prompt()) == ("B", "lay")


def test_robbed_players_are_named_in_the_refusal() -> None:
    """C may not rob B, who was robbed already, while D is still there."""
    table = robbers("ABCD", top="ivory", B="5 tea", C="2 silk", D="ivory").do("A", "rob B tea").do("B", "rob C silk")
    refusal = table.refused("C", "rob B tea")

    assert (refusal.reason, refusal.facts, refusal.nearest[0]) == ("robbed_already", {"victim": 2}, "rob 4 ivory")


@pytest.mark.rule("SLK-260")
def test_any_card_may_be_chosen_and_taking_is_not_optional() -> None:
    """Silk or tea from B; passing is refused."""
    table = robbers("ABC", top="ivory", B="2 silk, tea")

    assert table.choices("A") == ["rob 2 silk", "rob 2 tea"]
    assert table.refused("A", "pass").facts == {"asked": "rob"}


@pytest.mark.rule("SLK-261")
def test_stolen_cards_never_enter_a_hand() -> None:
    """Hands A4 B4 C4 before and after the chain."""
    table = Table("ABC").hands(A="3 tea", B="4 tea", C="4 tea").lay_out(B="silk", C="ivory").discards("spices")
    table.stopped(2, "lahore").act()
    assert table.hand_sizes() == "A4 B4 C4"
    table.do("A", "rob B silk").do("B", "rob C ivory")

    assert table.hand_sizes() == "A4 B4 C4"
    assert table.displays() == {"A": {"silk": 1}, "B": {"ivory": 1}, "C": {"spices": 1}}


@pytest.mark.rule("SLK-262")
def test_without_any_card_left_the_last_of_the_chain_gets_nothing() -> None:
    """Both piles are empty: A +1 tea, B's display 0."""
    table = Table("AB").lay_out(B="tea").open("silk silk silk ivory").pile("").discards("").stopped(2, "lahore")
    table.do("A", "draw ivory", "rob B tea")

    assert table.displays() == {"A": {"tea": 1}, "B": {}}
    assert table.told("unreplaced") == [{"seat": 2}]


def test_a_replacement_from_the_discards_reveals_nothing_but_one_from_the_pile_does() -> None:
    """The last robbery may be undone only where no hidden card was turned up."""
    table = robbers("AB", top="ivory", B="2 tea").open("silk silk silk").do("A", "rob B tea")
    assert table.reveals[-1] is False

    table = robbers("AB", B="2 tea").open("silk silk silk").do("A", "rob B tea")
    assert table.reveals[-1] is True
