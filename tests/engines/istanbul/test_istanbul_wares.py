"""Wainwright, warehouses and Post Office."""

from __future__ import annotations

import pytest

from tests.engines.istanbul.istanbul_table import Table


@pytest.mark.rule("IST-111")
def test_an_extension_costs_7_lira_and_makes_room_for_one_more_of_each() -> None:
    """Room 3 each; the goods stay; one extension less in stock."""
    table = Table().trader("Ann", lira=9, goods="2 fabric").acts(1)
    assert table.view()["wainwright"]["extensions"] == 12
    table.do("buy extension")
    seat = table.view()["seats"][0]

    assert (table["Ann"].lira, seat["extensions"], seat["capacity"], table.goods("Ann")) == (2, 1, 3, "2 fabric")
    assert table.view()["wainwright"] == {"rubies": 4, "extensions": 11, "price": 7}
    assert table.told("extended") == [{"seat": 1, "price": 7, "extensions": 1}]
    filled = table.turn("Ann").acts(2).do("fill")
    assert filled.goods("Ann") == "3 fabric"


@pytest.mark.rule("IST-112")
def test_6_lira_buy_no_extension() -> None:
    """The action is not available and phase 4 follows; 7 Lira are enough."""
    table = Table().trader("Ann", lira=6).governor(1).acts(1)
    assert (table.stage, table.choices()) == ("after", ["governor", "end"])

    told = Table().trader("Ann", lira=6, hand="stay").acts(1).refused("buy extension")
    assert (told.reason, told.facts) == ("too_dear", {"price": 7, "lira": 6})
    enough = Table().trader("Ann", lira=7).acts(1).do("buy")
    assert (enough["Ann"].lira, enough["Ann"].extensions) == (0, 1)


@pytest.mark.rule("IST-113")
def test_one_visit_brings_one_extension() -> None:
    """The second purchase is refused."""
    table = Table().trader("Ann", lira=20, hand="stay").acts(1).do("buy extension")

    assert (table["Ann"].lira, table["Ann"].extensions) == (13, 1)
    assert table.refused("buy extension").reason == "action_over"
    assert "buy extension" not in table.choices()


@pytest.mark.rule("IST-114")
def test_the_third_extension_brings_a_ruby() -> None:
    """The second does not."""
    table = Table().trader("Ann", lira=14, extensions=1, rubies=1).acts(1).do("buy extension")
    assert (table["Ann"].extensions, table["Ann"].rubies, table.view()["wainwright"]["rubies"]) == (2, 1, 4)
    table.turn("Ann").acts(1).do("buy extension")

    assert (table["Ann"].lira, table["Ann"].rubies, table.view()["wainwright"]["rubies"]) == (0, 2, 3)
    assert table.view()["seats"][0]["capacity"] == 5
    assert table.told("ruby_gained") == [{"seat": 1, "place": 1, "rubies": 2}]


@pytest.mark.rule("IST-115")
def test_a_complete_wheelbarrow_cannot_be_extended() -> None:
    """Three extensions are all there are."""
    table = Table().trader("Ann", lira=30, extensions=3, hand="stay").acts(1)
    refusal = table.refused("buy extension")

    assert (refusal.reason, refusal.facts) == ("wheelbarrow_complete", {"extensions": 3})
    assert "buy extension" not in table.choices()
    assert Table().trader("Ann", lira=30, extensions=3).acts(1).mover == "Bob"


@pytest.mark.rule("IST-121")
def test_the_fabric_warehouse_fills_fabric() -> None:
    """Other goods do not change."""
    table = Table().trader("Ann", goods="1 spice").acts(2).do("fill")

    assert table.goods("Ann") == "2 fabric 1 spice"
    assert table.told("filled") == [{"seat": 1, "place": 2, "good": "fabric", "gained": 2, "held": 2}]


@pytest.mark.rule("IST-131")
def test_the_spice_warehouse_fills_spice() -> None:
    """From 1 to 3 with one extension."""
    assert Table().trader("Ann", goods="1 spice", extensions=1).acts(3).do("fill").goods("Ann") == "3 spice"


@pytest.mark.rule("IST-141")
def test_the_fruit_warehouse_fills_fruit() -> None:
    """From 2 to 5 with three extensions."""
    assert Table().trader("Ann", goods="2 fruit", extensions=3).acts(4).do("fill").goods("Ann") == "5 fruit"


@pytest.mark.rule("IST-151")
def test_a_warehouse_always_fills_completely() -> None:
    """No smaller amount is offered."""
    table = Table().trader("Ann", extensions=2).acts(3)
    assert table.choices() == ["fill", "skip"]
    assert table.refused("fill 2").code == "unreadable"

    assert table.do("fill").goods("Ann") == "4 spice"


@pytest.mark.rule("IST-152")
def test_a_full_good_gains_nothing() -> None:
    """Phase 4 follows."""
    table = Table().trader("Ann", goods="2 fabric").governor(2).acts(2).do("fill")

    assert table.goods("Ann") == "2 fabric"
    assert (table.stage, table.choices()) == ("after", ["governor", "end"])


def test_a_warehouse_has_one_good() -> None:
    """`fill fabric` is read at the Fabric Warehouse and refused at another."""
    assert Table().acts(2).do("fill fabric").goods("Ann") == "2 fabric"
    refusal = Table().acts(3).refused("fill fabric")
    assert (refusal.reason, refusal.facts) == ("other_good_here", {"good": "fabric", "here": "spice"})


@pytest.mark.rule("IST-161", "IST-162", "IST-163")
@pytest.mark.parametrize(
    ("down", "goods", "lira"),
    [(0, "1 spice 1 fruit", 3), (1, "1 fabric 1 fruit", 3), (2, "1 fabric 1 fruit", 4)],
)
def test_the_post_office_gives_what_its_open_spaces_show(down: int, goods: str, lira: int) -> None:
    """Then the next indicator goes down; with two down this is the printed example."""
    table = Table().trader("Ann", lira=1).post(down).acts(5).do("collect")

    assert (table.goods("Ann"), table["Ann"].lira, table.state.bazaar.post) == (goods, lira, down + 1)


@pytest.mark.rule("IST-163")
def test_after_the_printed_example_jewellery_is_open_and_fruit_covered() -> None:
    """With three down the spaces show fabric, jewellery and 3 Lira."""
    table = Table().post(2).acts(5).do("collect")

    assert table.view()["post"] == {
        "down": 3,
        "goods": {"fabric": 1, "spice": 0, "fruit": 0, "jewellery": 1},
        "lira": 3,
    }
    assert table.told("collected") == [
        {"seat": 1, "offered": {"fabric": 1, "fruit": 1}, "goods": {"fabric": 1, "fruit": 1}, "lira": 3, "down": 3}
    ]


@pytest.mark.rule("IST-164", "IST-165")
@pytest.mark.parametrize(("down", "lira", "then"), [(3, 4, 4), (4, 5, 0)])
def test_the_post_office_gives_jewellery_at_last(down: int, lira: int, then: int) -> None:
    """With four down 4 Lira come, and all indicators go up again."""
    table = Table().trader("Ann", lira=1).post(down).acts(5).do("collect")

    assert (table.goods("Ann"), table["Ann"].lira, table.state.bazaar.post) == ("1 fabric 1 jewellery", lira, then)


@pytest.mark.rule("IST-166")
def test_goods_without_room_are_lost() -> None:
    """The Lira and the other good come, and the indicator moves."""
    table = Table().trader("Ann", goods="1 spice 2 fruit").post(0).acts(5).do("collect")

    assert (table.goods("Ann"), table["Ann"].lira, table.state.bazaar.post) == ("2 spice 2 fruit", 2, 1)
    assert table.told("collected")[0]["goods"] == {"spice": 1}


@pytest.mark.parametrize(
    ("order", "places"), [("buy extension", (1,)), ("fill", (2, 3, 4)), ("collect", (5,)), ("buy ruby", (16,))]
)
def test_a_places_action_belongs_to_its_place(order: str, places: tuple[int, ...]) -> None:
    """At the Tea House none of these can be done."""
    refusal = Table().trader("Ann", lira=30).acts(9).refused(order)

    assert (refusal.reason, refusal.facts) == ("wrong_place", {"place": 9, "places": places})
