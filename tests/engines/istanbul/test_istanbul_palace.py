"""The Sultan's Palace."""

from __future__ import annotations

import pytest

from tests.engines.istanbul.istanbul_table import Table

ONE_OF_EACH = "1 fabric 1 spice 1 fruit 1 jewellery"


@pytest.mark.rule("IST-251")
def test_a_delivery_pays_all_open_goods_for_a_ruby() -> None:
    """Four goods, the first delivery with four players."""
    table = Table().trader("Ann", goods=ONE_OF_EACH).acts(13).do("deliver")

    assert (table.goods("Ann"), table["Ann"].rubies, table.view()["palace"]["rubies"]) == ("", 1, 6)
    goods = {"fabric": 1, "spice": 1, "fruit": 1, "jewellery": 1}
    assert table.told("delivered") == [{"seat": 1, "goods": goods, "number": 4}]
    assert table.told("ruby_gained") == [{"seat": 1, "place": 13, "rubies": 1}]


@pytest.mark.rule("IST-252")
def test_each_delivery_asks_for_one_good_more() -> None:
    """Read as jewellery, fabric, spice, fruit, any."""
    table, asked = Table(), []
    for _ in range(7):
        table.trader("Ann", goods=(5, 5, 5, 5), extensions=3, rubies=0).turn("Ann").acts(13)
        needs = table.view()["palace"]["needs"]
        asked.append([needs[name] for name in ("jewellery", "fabric", "spice", "fruit", "any")])
        table.do("deliver" + " fabric" * needs["any"])
        assert sum(table["Ann"].goods) == 20 - needs["total"]

    assert asked == [
        [1, 1, 1, 1, 0],
        [1, 1, 1, 1, 1],
        [2, 1, 1, 1, 1],
        [2, 2, 1, 1, 1],
        [2, 2, 2, 1, 1],
        [2, 2, 2, 2, 1],
        [2, 2, 2, 2, 2],
    ]


@pytest.mark.rule("IST-253")
@pytest.mark.parametrize("players", [2, 3])
def test_with_few_players_the_series_begins_at_five_goods(players: int) -> None:
    """Four goods are too few; with a fifth the ruby is had."""
    few = Table(players).trader("Ann", goods=ONE_OF_EACH, hand="stay").acts(13)
    assert few.choices() == ["skip"]
    assert few.refused("deliver").facts == {
        "needs": {"fabric": 1, "spice": 1, "fruit": 1, "jewellery": 1},
        "free": 1,
        "goods": {"fabric": 1, "spice": 1, "fruit": 1, "jewellery": 1},
        "held": 4,
    }

    table = Table(players).trader("Ann", goods="2 fabric 1 spice 1 fruit 1 jewellery").acts(13).do("deliver")
    assert (table["Ann"].rubies, table.goods("Ann")) == (1, "")


@pytest.mark.rule("IST-254")
def test_the_player_chooses_what_pays_the_free_space() -> None:
    """Two ways with a second fabric and a second spice."""
    table = Table().trader("Ann", goods="2 fabric 2 spice 1 fruit 1 jewellery").rubies(palace=6).acts(13)
    assert table.choices() == ["deliver fabric", "deliver spice", "skip"]
    refusal = table.refused("deliver")
    assert (refusal.code, refusal.reason) == ("ambiguous", "which_goods")
    assert refusal.facts == {"free": 1, "choices": ["fabric", "spice"]}
    assert table.refused("deliver fruit").facts == {"free": 1, "given": ["fruit"]}

    assert table.do("deliver fabric").goods("Ann") == "1 spice"
    other = Table().trader("Ann", goods="2 fabric 2 spice 1 fruit 1 jewellery").rubies(palace=6).acts(13)
    assert other.do("deliver 1 fabric 2 spice 1 fruit 1 jewellery").goods("Ann") == "1 fabric"


@pytest.mark.rule("IST-255")
def test_one_missing_good_prevents_the_delivery() -> None:
    """Without jewellery nothing can be delivered."""
    assert Table().trader("Ann", goods="2 fabric 2 spice 2 fruit").acts(13).mover == "Bob"
    refusal = Table().trader("Ann", goods="2 fabric 2 spice 2 fruit", hand="stay").acts(13).refused("deliver")

    assert refusal.reason == "delivery_short"
    assert refusal.facts["goods"] == {"fabric": 2, "spice": 2, "fruit": 2}


@pytest.mark.rule("IST-256")
def test_one_visit_brings_one_delivery() -> None:
    """Goods beyond it stay, and a second delivery is refused."""
    table = Table().trader("Ann", goods=(3, 3, 3, 3), extensions=1, hand="stay").acts(13).do("deliver")

    assert (table["Ann"].goods, table["Ann"].rubies) == ((2, 2, 2, 2), 1)
    assert table.refused("deliver fabric").reason == "action_over"


@pytest.mark.rule("IST-257")
def test_room_for_two_of_each_is_enough_up_to_eight_goods() -> None:
    """Two of each pay a delivery of 8, not one of 9."""
    eight = Table().trader("Ann", goods=(2, 2, 2, 2)).rubies(palace=3).acts(13)
    assert eight.view()["palace"]["needs"]["total"] == 8
    assert eight.do("deliver").goods("Ann") == ""

    nine = Table().trader("Ann", goods=(2, 2, 2, 2), hand="stay").rubies(palace=2).acts(13)
    assert nine.view()["palace"]["needs"]["total"] == 9
    assert nine.choices() == ["skip"]
    assert nine.refused("deliver").reason == "delivery_short"


@pytest.mark.rule("IST-258")
def test_without_a_ruby_the_palace_has_no_action() -> None:
    """After the delivery of ten goods phase 4 follows at once."""
    last = Table().trader("Ann", goods=(5, 5, 5, 5), extensions=3).rubies(palace=1).acts(13)
    assert last.view()["palace"]["needs"]["total"] == 10
    last.do("deliver fruit fruit")
    assert (last["Ann"].goods, last["Ann"].rubies, last.view()["palace"]["needs"]) == ((3, 3, 1, 3), 1, None)

    table = Table().trader("Ann", goods=(5, 5, 5, 5), extensions=3).rubies(palace=0).governor(13).acts(13)
    assert (table.stage, table.choices()) == ("after", ["governor", "end"])
    refusal = Table().trader("Ann", goods=(5, 5, 5, 5), hand="stay").rubies(palace=0).acts(13).refused("deliver")
    assert (refusal.reason, refusal.facts) == ("no_ruby_left", {"place": 13})
