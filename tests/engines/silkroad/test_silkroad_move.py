"""Moving caravans on the printed map."""

from __future__ import annotations

import pytest

from tests.engines.silkroad.silkroad_table import Table


def on_road(size: int, at: str, to: str, **others: str) -> Table:
    """Return a table with one caravan on its way and others (c1, c2, c3) out of the way or where they are put."""
    away = {1: ("tashkent", "yspahan"), 2: ("amritsa", "samarkand"), 3: ("changan", "byzanz")}
    table = Table("AB").hand("A", "6 silk, 6 ivory, 6 spices, 6 porcelain, 6 tea")
    for number, camels in ((1, [9]), (2, [7, 6]), (3, [10, 3, 1])):
        place, destination = away[number]
        place = others.get(f"c{number}", place)
        table.caravan(number, camels, *((at, to) if number == size else (place, destination)))
    return table


@pytest.mark.rule("SLK-041")
def test_each_caravan_is_bound_for_the_city_with_its_number_of_jewels_until_it_arrives() -> None:
    """At first Yspahan, Samarkand and Byzanz; caravan 1 stays bound for Yspahan while 2 and 3 arrive and start anew."""
    table = Table.fresh("AB")
    assert [table.bound_for(size) for size in (1, 2, 3)] == ["Yspahan", "Samarkand", "Byzanz"]

    table = Table("AB").hand("A", "silk").hand("B", "silk")
    table.caravan(2, [7, 6], at="termes", to="samarkand").caravan(3, [10, 3, 1], at="ankyra", to="byzanz")
    table.do("A", "move 2 samarkand 1 silk; draw pile")
    assert table.bound_for(2) != "Samarkand"
    table.do("B", "move 3 byzanz 1 silk; draw pile; pass")
    while table.prompt() == "sell":
        table.do(table.asked(), "pass")

    assert table.place_of(3) == "Byzanz"
    assert table.bound_for(3) != "Byzanz"
    assert (table.place_of(1), table.bound_for(1), table.jewels_at(1)) == ("Tashkent", "Yspahan", ["blue"])


@pytest.mark.rule("SLK-042")
def test_a_caravan_moves_with_all_its_camels() -> None:
    """Tea 6, tea 5 and silk 1 all stand on Kokand after one field from Buchara."""
    table = Table("AB").hand("A", "silk").caravan(3, [6, 5, 1], at="buchara", to="byzanz")
    table.do("A", "move 3 kokand 1 silk")

    assert (table.place_of(3), table.camels(3)) == ("Kokand", [6, 5, 1])
    assert [place["caravan"] for place in table.view()["places"] if place["name"] == "Buchara"] == [0]


@pytest.mark.rule("SLK-043")
def test_arrows_are_followed_in_their_direction_only() -> None:
    """From Kaschgar one card leads to Turfan only."""
    table = on_road(1, "kaschgar", "yspahan")

    assert table.ends(1, 1) == ["Turfan"]
    for place in ("kokand", "otrar", "jiayuguan"):
        assert table.refused("A", f"move 1 {place} 1 silk").code == "illegal"


@pytest.mark.rule("SLK-044")
def test_lines_without_an_arrow_are_used_both_ways() -> None:
    """Kerman to Yazd on the way in, Yazd to Kerman on the way out."""
    assert on_road(1, "kerman", "yspahan").ends(1, 1) == ["Yazd"]
    assert on_road(1, "yazd", "tashkent").ends(1, 1) == ["Kerman"]


@pytest.mark.rule("SLK-045", "SLK-046", "SLK-047")
def test_a_caravan_turns_off_at_its_own_signpost_and_passes_others() -> None:
    """Herat binds the caravan for Yspahan only; Palmyra binds the one for Byzanz in mid-move too."""
    assert on_road(1, "herat", "yspahan").ends(1, 1) == ["Kerman"]
    assert on_road(2, "herat", "samarkand").ends(2, 1) == ["Hamadan", "Kerman"]

    table = on_road(3, "hamadan", "byzanz")
    assert table.ends(3, 2) == ["Antiochia"]
    assert table.refused("A", "move 3 trapezunt 2 silk").reason == "no_way"


@pytest.mark.rule("SLK-048")
def test_turning_off_is_compulsory_where_the_signpost_is_skipped() -> None:
    """Caravan 2 on Trapezunt skips caravan 3 on Merw and reaches Termes only."""
    assert on_road(2, "trapezunt", "samarkand", c3="merw").ends(2, 1) == ["Termes"]


@pytest.mark.rule("SLK-049")
def test_a_caravan_that_has_turned_off_does_not_go_back() -> None:
    """From Kerman the caravan for Yspahan reaches Yazd, not Hamadan."""
    table = on_road(1, "kerman", "yspahan")

    assert table.ends(1, 1) == ["Yazd"]
    assert table.refused("A", "move 1 hamadan 1 silk").reason == "no_way"


@pytest.mark.rule("SLK-050", "SLK-422")
def test_a_caravan_enters_no_city_but_its_own() -> None:
    """From Termes the caravan for Byzanz reaches Buchara, not Samarkand; from Leh it reaches Kabul, not Lahore."""
    table = on_road(3, "termes", "byzanz")
    assert table.ends(3, 1) == ["Buchara"]
    assert table.refused("A", "move 3 samarkand 1 silk").reason == "wrong_city"
    assert on_road(3, "leh", "byzanz").ends(3, 1) == ["Kabul"]


@pytest.mark.rule("SLK-051")
def test_a_gate_village_is_a_detour_of_one_field() -> None:
    """From Herat with 2 cards: Hamadan by way of Kerman, or Palmyra; Yazd is refused."""
    table = on_road(2, "herat", "samarkand")

    assert table.ends(2, 2) == ["Hamadan", "Palmyra"]
    assert table.refused("A", "move 2 yazd 2 silk").reason == "no_way"


@pytest.mark.rule("SLK-052", "SLK-053")
def test_an_occupied_village_is_no_end_and_costs_no_field() -> None:
    """With caravan 1 on Khotan, caravan 3 on Dunhuang reaches Kabul or Leh with 1 card, and Herat with 2."""
    table = on_road(3, "dunhuang", "byzanz", c1="khotan")

    assert table.ends(3, 1) == ["Kabul", "Leh"]
    refusal = table.refused("A", "move 3 khotan 1 silk")
    assert (refusal.reason, refusal.facts["by"]) == ("occupied", 1)
    assert "Herat" in table.ends(3, 2)
    assert table.do("A", "move 3 herat 2 silk").place_of(3) == "Herat"


@pytest.mark.rule("SLK-054", "SLK-055")
def test_several_occupied_villages_are_all_stepped_over() -> None:
    """Khotan and Kabul in a row: Herat or Leh; both ways of the fork at Khotan: Herat only."""
    assert on_road(3, "dunhuang", "byzanz", c1="khotan", c2="kabul").ends(3, 1) == ["Herat", "Leh"]
    assert on_road(3, "khotan", "byzanz", c1="kabul", c2="leh").ends(3, 1) == ["Herat"]


@pytest.mark.rule("SLK-056")
def test_an_occupied_village_before_the_destination_brings_it_nearer() -> None:
    """With caravan 1 on Termes, 1 card takes caravan 2 from Merw to Samarkand; 2 are refused."""
    table = on_road(2, "merw", "samarkand", c1="termes")

    assert table.ends(2, 1) == ["Samarkand"]
    assert table.ends(2, 2) == []
    assert table.refused("A", "move 2 samarkand 2 silk").facts["needs"] == [1]
    assert table.do("A", "move 2 samarkand 1 silk").place_of(2) == "Samarkand"


@pytest.mark.rule("SLK-057")
def test_caravans_meet_on_a_branch() -> None:
    """With caravan 2 on Leh coming out, caravan 1 from Khotan reaches Lahore with 1 card and Amritsa with 2."""
    table = on_road(1, "khotan", "amritsa", c2="leh")

    assert (table.ends(1, 1), table.ends(1, 2), table.ends(1, 3)) == (["Lahore"], ["Amritsa"], [])


@pytest.mark.rule("SLK-058")
def test_only_the_end_of_a_move_gives_its_action() -> None:
    """Two cards from Tashkent: no robbers for Otrar, but the small market for silk on Kaschgar."""
    table = Table("AB").hand("A", "2 ivory").lay_out(B="2 tea").caravan(1, [10], at="tashkent", to="yspahan")
    table.do("A", "move 1 kaschgar 2 ivory; draw pile")

    assert [event["action"] for event in table.told("void")] == ["small_silk"]
    assert "robbers_came" not in table.kinds()
    table = Table("AB").hand("A", "2 silk").caravan(1, [10], at="tashkent", to="yspahan")
    table.do("A", "move 1 kaschgar 2 silk; draw pile; pass")
    assert table.told("market_opened")[0]["market"] == "small"
    assert table.told("market_opened")[0]["goods"] == ["silk"]


@pytest.mark.rule("SLK-059")
def test_example_gerd_has_one_way_for_two_silk() -> None:
    """Rulebook, Move a caravan: caravan 2 goes two villages, and there is one way only."""
    table = Table("GKHS").hand("G", "3 silk, ivory, porcelain").caravan(2, [9, 7], at="amritsa", to="samarkand")

    assert table.ends(2, 2) == ["Leh"]


@pytest.mark.rule("SLK-060")
def test_example_katharina_has_two_ways_for_three_spices() -> None:
    """Rulebook, Move a caravan: caravan 1 ends on Khotan straight on, or on Dunhuang by way of Jiayuguan."""
    table = Table("KGHS").hand("K", "4 spices, tea").caravan(1, [9], at="kaschgar", to="yspahan")

    assert table.ends(1, 3) == ["Dunhuang", "Khotan"]
    moves = [order for order in table.do("K", "lay 3 spices").choices("K") if order.startswith("move 1")]
    assert moves == ["move 1 dunhuang", "move 1 khotan"]


@pytest.mark.rule("SLK-061")
def test_several_ways_to_one_end_are_one_choice() -> None:
    """Four cards from Turfan end on Herat, Kabul or Leh, each once."""
    table = on_road(1, "turfan", "yspahan")

    assert table.ends(1, 4) == ["Herat", "Kabul", "Leh"]
    moves = table.do("A", "lay 4 silk").choices("A")
    assert [order for order in moves if order.startswith("move 1")] == ["move 1 kabul", "move 1 herat", "move 1 leh"]


@pytest.mark.rule("SLK-062")
def test_detours_let_a_city_be_hit_with_different_numbers_of_cards() -> None:
    """From Herat Byzanz is hit with 5 cards straight on or with 6 by way of Kerman."""
    reach = on_road(3, "herat", "byzanz").view()["caravans"][2]["reach"]

    assert [step["cards"] for step in reach if any(end["name"] == "Byzanz" for end in step["ends"])] == [5, 6]
