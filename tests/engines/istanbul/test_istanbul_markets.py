"""The two markets."""

from __future__ import annotations

import pytest

from tests.engines.istanbul.istanbul_table import Table

FIVE_SALES = [
    "1 fabric",
    "2 fabric",
    "2 fabric 1 spice",
    "2 fabric 1 spice 1 jewellery",
    "2 fabric 1 spice 2 jewellery",
]
FIVE_SMALL_SALES = [
    "1 fabric",
    "1 fabric 1 spice",
    "1 fabric 2 spice",
    "1 fabric 2 spice 1 fruit",
    "1 fabric 2 spice 1 fruit 1 jewellery",
]


@pytest.mark.rule("IST-221")
@pytest.mark.parametrize(
    ("sale", "lira", "left"), list(zip(FIVE_SALES, [3, 7, 12, 18, 25], [4, 3, 2, 1, 0], strict=True))
)
def test_the_large_markets_prices(sale: str, lira: int, left: int) -> None:
    """One to five goods bring 3, 7, 12, 18 or 25 Lira."""
    table = Table().trader("Ann", goods="2 fabric 1 spice 2 jewellery").demand(10, "2/1/0/2").acts(10)
    table.do(f"sell {sale}")

    assert (table["Ann"].lira, sum(table["Ann"].goods)) == (lira, left)
    assert [told["lira"] for told in table.told("sold")] == [lira]
    assert table.mover == "Bob"


@pytest.mark.rule("IST-222")
def test_only_goods_on_the_tile_are_bought_once_per_picture() -> None:
    """A third fabric and a fruit are refused; two fabric are the largest sale."""
    table = Table().trader("Ann", goods="4 fabric 2 fruit", extensions=2).demand(10, "2/1/0/2").acts(10)
    demand = {"fabric": 2, "spice": 1, "jewellery": 2}

    assert table.refused("sell 3 fabric").facts == {"good": "fabric", "asked": 3, "wanted": 2, "demand": demand}
    assert table.refused("sell 1 fruit").facts == {"good": "fruit", "asked": 1, "wanted": 0, "demand": demand}
    assert table.refused("add fruit").reason == "not_in_demand"
    table.do("sell all")
    assert (table["Ann"].lira, table.goods("Ann")) == (7, "2 fabric 2 fruit")


@pytest.mark.rule("IST-223")
def test_fewer_goods_than_possible_may_be_sold() -> None:
    """One jewellery of several goods."""
    table = Table().trader("Ann", goods="1 fabric 1 spice 2 jewellery").demand(10, "1/1/0/3").acts(10).do("sell 1 blue")

    assert (table["Ann"].lira, table.goods("Ann")) == (3, "1 fabric 1 spice 1 jewellery")
    assert [entry.order for entry in table.entries] == ["add jewellery", "done"]


@pytest.mark.rule("IST-224")
@pytest.mark.parametrize("sale", ["1 fabric 1 spice 1 fruit", "1 fabric 2 jewellery"])
def test_the_kinds_of_goods_do_not_matter(sale: str) -> None:
    """Three goods bring 12 Lira."""
    table = Table().trader("Ann", goods="1 fabric 1 spice 1 fruit 2 jewellery").demand(10, "1/1/1/2").acts(10)

    assert table.do(f"sell {sale}")["Ann"].lira == 12


@pytest.mark.rule("IST-225")
def test_after_a_sale_the_tile_goes_under_its_stack() -> None:
    """After five sales the first tile is on top again."""
    table = Table().trader("Ann", goods="2 jewellery", hand="stay")
    stack = table.tiles(10)
    for sale in range(1, 6):
        table.trader("Ann", goods="2 jewellery").turn("Ann").acts(10).do("sell 1 blue")
        assert table.tiles(10) == stack[sale % 5 :] + stack[: sale % 5]
        assert table.state.bazaar.large.sales == sale

    assert table.tile(10) == stack[0]


def test_a_tile_is_news_until_all_have_been_seen() -> None:
    """The first four sales turn up what nobody knew; the fifth shows the first tile again."""
    table = Table().trader("Ann", hand="stay")
    revealing = []
    for _ in range(6):
        table.trader("Ann", goods="2 jewellery").turn("Ann").acts(10).do("add jewellery; done")
        revealing.append(table.entries[-1].reveals)

    assert revealing == [True, True, True, True, False, False]


@pytest.mark.rule("IST-226")
def test_selling_nothing_is_no_sale() -> None:
    """Declining moves no tile, and a sale of 0 goods is refused."""
    table = Table().trader("Ann", goods="1 fabric", hand="stay").acts(10)
    stack = table.tiles(10)
    for text in ("sell 0 fabric", "sell nothing", "sell 0"):
        assert table.refused(text).reason == "sale_of_nothing"
    assert table.refused("done").reason == "nothing_to_close"
    table.do("skip")

    assert (table["Ann"].lira, table.goods("Ann"), table.tiles(10)) == (0, "1 fabric", stack)
    assert table.told("sold") == []


@pytest.mark.rule("IST-231")
@pytest.mark.parametrize(
    ("sale", "lira", "left"), list(zip(FIVE_SMALL_SALES, [2, 5, 9, 14, 20], [4, 3, 2, 1, 0], strict=True))
)
def test_the_small_markets_prices(sale: str, lira: int, left: int) -> None:
    """One to five goods bring 2, 5, 9, 14 or 20 Lira."""
    table = Table().trader("Ann", goods="1 fabric 2 spice 1 fruit 1 jewellery").demand(11, "1/2/1/1").acts(11)
    table.do(f"sell {sale}")

    assert (table["Ann"].lira, sum(table["Ann"].goods)) == (lira, left)


@pytest.mark.rule("IST-232")
def test_the_small_market_obeys_the_same_limits() -> None:
    """Only goods on the tile, once per picture, and only what is held."""
    table = Table().trader("Ann", goods="2 fabric 2 spice 1 jewellery").demand(11, "1/3/1/0").acts(11)

    assert table.refused("sell 2 fabric").reason == "not_in_demand"
    assert table.refused("sell 1 jewellery").reason == "not_in_demand"
    assert table.refused("sell 3 spice").facts == {"good": "spice", "needs": 3, "have": 2}
    assert table.refused("sell 1 fruit").facts == {"good": "fruit", "needs": 1, "have": 0}
    table.do("sell all")
    assert (table["Ann"].lira, table.goods("Ann")) == (9, "1 fabric 1 jewellery")


@pytest.mark.rule("IST-233")
def test_the_two_markets_have_separate_stacks() -> None:
    """A sale at the Small Market leaves the Large Market's tile."""
    table = Table().trader("Ann", goods="1 spice").demand(10, "1/1/0/3").demand(11, "0/2/2/1").acts(11)
    table.do("sell 1 spice")

    assert (table.tile(10), table.tile(11)) == ("1/1/0/3", "1/1/2/1")
    assert table.told("demand_turned") == [
        {"place": 11, "demand": {"fabric": 1, "spice": 1, "fruit": 2, "jewellery": 1}}
    ]
    large = Table().trader("Ann", goods="1 spice").demand(10, "1/1/0/3").demand(11, "0/2/2/1").acts(10)
    large.do("sell 1 spice")
    assert (large.tile(10), large.tile(11)) == ("2/1/0/2", "0/2/2/1")


def test_a_sale_can_be_made_good_by_good() -> None:
    """The menu offers what can be added, with a closing order from the first good on."""
    table = Table().trader("Ann", goods="1 fabric 2 spice").demand(11, "1/2/1/1").acts(11)
    assert table.choices() == ["add fabric", "add spice", "skip"]
    assert table.do("add spice").choices() == ["add fabric", "add spice", "done"]
    assert table.view()["turn"]["sale"]["spice"] == 1
    assert table.refused("skip").facts == {"step": "sale"}
    assert table.do("sell 1 spice")["Ann"].lira == 5


def test_a_sale_closes_itself_where_nothing_more_can_be_sold() -> None:
    """No closing order is asked for behind the last good."""
    table = Table().trader("Ann", goods="1 fabric 2 spice").demand(11, "1/2/1/1").acts(11)

    assert table.do("add spice; add spice; add fabric")["Ann"].lira == 9


def test_no_more_of_a_good_is_offered_than_the_tile_asks_for() -> None:
    """After one of two fabric only spice can be added, and with one spice more the sale is closed."""
    table = Table().trader("Ann", goods="2 fabric 1 spice").demand(11, "1/2/1/1").acts(11).do("add fabric")
    assert table.choices() == ["add spice", "done"]
    assert table.refused("add fabric").facts["asked"] == 2
    table.do("add spice")

    assert (table.goods("Ann"), table["Ann"].lira, table.mover) == ("1 fabric", 5, "Bob")
