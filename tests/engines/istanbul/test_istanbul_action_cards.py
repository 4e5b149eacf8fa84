"""Cards that belong to an action: POST2, SULTAN2, GEM2 and ANYGOODS."""

from __future__ import annotations

import pytest

from tests.engines.istanbul.istanbul_table import Table

REPEATS = {"card post": "post2", "card sultan": "sultan2", "card gem": "gem2"}


@pytest.mark.rule("IST-361")
def test_post2_repeats_the_post_office_as_the_indicators_now_lie() -> None:
    """First spice, fruit and 2 Lira; then fabric, fruit and 2 Lira."""
    table = Table().trader("Ann", hand="post2").acts(5).do("collect")
    assert (table.goods("Ann"), table["Ann"].lira, table.state.bazaar.post) == ("1 spice 1 fruit", 2, 1)
    assert table.choices() == ["end", "card post"]
    table.do("card post")

    assert (table.goods("Ann"), table["Ann"].lira, table.state.bazaar.post) == ("1 fabric 1 spice 2 fruit", 4, 2)
    assert (table["Ann"].hand, table.state.discards) == ((), ("post2",))
    assert table.told("played_repeat") == [{"seat": 1, "card": "post2"}]
    assert table.told("collected") == [
        {"seat": 1, "offered": {"fabric": 1, "fruit": 1}, "goods": {"fabric": 1, "fruit": 1}, "lira": 2, "down": 2}
    ]


@pytest.mark.rule("IST-362")
def test_post2_runs_over_into_the_next_cycle() -> None:
    """With four down: fabric, jewellery, 4 Lira; then spice, fruit, 2 Lira."""
    table = Table().trader("Ann", hand="post2").post(4).acts(5).do("collect")
    assert (table.goods("Ann"), table["Ann"].lira, table.state.bazaar.post) == ("1 fabric 1 jewellery", 4, 0)
    table.do("card post")

    assert table["Ann"].goods == (1, 1, 1, 1)
    assert (table["Ann"].lira, table.state.bazaar.post) == (6, 1)


@pytest.mark.rule("IST-363")
def test_sultan2_repeats_a_delivery_at_the_higher_demand() -> None:
    """Four goods, then five; the next delivery takes six."""
    table = Table().trader("Ann", goods="3 fabric 2 spice 2 fruit 2 jewellery", extensions=1, hand="sultan2").acts(13)
    table.do("deliver")
    assert (table["Ann"].goods, table["Ann"].rubies) == ((2, 1, 1, 1), 1)
    assert table.choices() == ["end", "card sultan fabric"]
    table.do("card sultan fabric")

    assert (table.goods("Ann"), table["Ann"].rubies, table["Ann"].hand) == ("", 2, ())
    assert table.view()["palace"]["rubies"] == 5
    assert table.view()["palace"]["needs"]["total"] == 6
    assert table.state.discards == ("sultan2",)
    assert table.told("delivered")[0]["number"] == 5


@pytest.mark.rule("IST-364")
def test_gem2_repeats_a_purchase_at_the_higher_price() -> None:
    """12 and 13 Lira for two rubies; the next price is 14."""
    table = Table().trader("Ann", lira=25, hand="gem2").acts(16).do("buy ruby")
    assert (table["Ann"].lira, table.choices()) == (13, ["end", "card gem"])
    table.do("card gem")

    assert (table["Ann"].lira, table["Ann"].rubies, table["Ann"].hand) == (0, 2, ())
    assert table.view()["dealer"] == {"rubies": 10, "price": 14}
    assert table.told("bought_ruby") == [{"seat": 1, "price": 13}]
    assert table.state.discards == ("gem2",)


@pytest.mark.rule("IST-365")
@pytest.mark.parametrize(("place", "order"), [(5, "card post"), (13, "card sultan"), (16, "card gem")])
def test_a_repeat_card_is_refused_before_the_action(place: int, order: str) -> None:
    """And after an action that was declined."""
    hand = REPEATS[order]
    table = Table().trader("Ann", goods=(5, 5, 5, 5), extensions=3, lira=99, hand=hand).acts(place)
    assert (table.refused(order).reason, table["Ann"].hand) == ("action_first", (hand,))
    assert order not in table.choices()
    assert table.refused("move 7").reason == "already_moved"
    table.do("skip")

    refusal = table.refused(order)
    assert (refusal.reason, refusal.facts) == ("nothing_to_repeat", {"card": hand, "place": place})
    assert table.choices() == ["end"]


@pytest.mark.rule("IST-365")
@pytest.mark.parametrize(
    ("place", "action", "order"),
    [(5, "collect", "card post"), (13, "deliver", "card sultan fabric"), (16, "buy ruby", "card gem")],
)
@pytest.mark.parametrize("meeting", ["catch bob lira", "governor; pay", "smuggler red; pay"])
def test_a_repeat_card_is_refused_once_phase_4_has_begun(place: int, action: str, order: str, meeting: str) -> None:
    """Whichever encounter came first."""
    hand = REPEATS[" ".join(order.split()[:2])]
    table = Table().trader("Ann", goods=(3, 3, 3, 3), extensions=3, lira=99, hand=hand).trader("Bob", family=place)
    table.governor(place).smuggler(place).acts(place).do(action)
    assert order in table.choices()
    table.do(meeting, [] if "catch" in meeting else [[1, 1]])

    refusal = table.refused(order)
    assert (refusal.reason, refusal.facts) == ("encounters_begun", {"place": place})
    assert order not in table.choices()
    assert hand in table["Ann"].hand


@pytest.mark.rule("IST-366")
def test_repeat_cards_are_refused_at_other_places() -> None:
    """After the Tea House all three stay in hand."""
    table = Table().trader("Ann", goods=(5, 5, 5, 5), extensions=3, lira=99, hand="post2 sultan2 gem2").acts(9)
    table.do("announce 3", [[3, 4]])
    places = {"card post": 5, "card sultan": 13, "card gem": 16}

    for order, place in places.items():
        refusal = table.refused(order)
        assert (refusal.reason, refusal.facts) == ("nothing_to_repeat", {"card": REPEATS[order], "place": place})
    assert (table["Ann"].hand, table.choices()) == (("sultan2", "post2", "gem2"), ["end"])


@pytest.mark.rule("IST-367")
def test_gem2_needs_the_whole_new_price() -> None:
    """12 Lira do not pay 13."""
    table = Table().trader("Ann", lira=24, hand="gem2").acts(16).do("buy ruby")
    refusal = table.refused("card gem")

    assert (refusal.reason, refusal.facts) == ("too_dear", {"price": 13, "lira": 12})
    assert (table["Ann"].hand, table["Ann"].rubies, table.choices()) == (("gem2",), 1, ["end"])


@pytest.mark.rule("IST-367")
def test_sultan2_needs_the_whole_new_delivery() -> None:
    """After four goods the four that are left do not pay five."""
    table = Table().trader("Ann", goods="2 fabric 2 spice 2 fruit 2 jewellery", hand="sultan2").acts(13).do("deliver")
    refusal = table.refused("card sultan")

    assert (refusal.reason, refusal.facts["held"], refusal.facts["free"]) == ("delivery_short", 4, 1)
    assert (table["Ann"].hand, table["Ann"].rubies, table.choices()) == (("sultan2",), 1, ["end"])


@pytest.mark.rule("IST-368")
def test_other_cards_may_come_between_action_and_repeat() -> None:
    """LIRA5 brings 9 Lira to 14, and GEM2 leaves 1."""
    table = Table().trader("Ann", lira=21, hand="lira5 gem2").acts(16).do("buy ruby")
    assert table["Ann"].lira == 9
    table.do("card lira")
    assert table["Ann"].lira == 14
    table.do("card gem")

    assert (table["Ann"].lira, table["Ann"].rubies, table["Ann"].hand) == (1, 2, ())


@pytest.mark.rule("IST-368")
def test_good_may_come_between_delivery_and_repeat() -> None:
    """It is the fifth good of the second delivery."""
    table = Table().trader("Ann", goods="2 fabric 2 spice 2 fruit 2 jewellery", hand="good sultan2").acts(13)
    table.do("deliver; card good fruit; card sultan")

    assert (table["Ann"].rubies, table.goods("Ann")) == (2, "")


@pytest.mark.rule("IST-369")
def test_a_repeat_needs_a_ruby_that_is_still_there() -> None:
    """The last ruby is bought for 23; GEM2 is refused."""
    table = Table().trader("Ann", lira=60, hand="gem2").rubies(dealer=1).acts(16).do("buy ruby")
    refusal = table.refused("card gem")

    assert (refusal.reason, refusal.facts) == ("no_ruby_left", {"place": 16})
    assert (table["Ann"].lira, table["Ann"].rubies, table["Ann"].hand) == (37, 1, ("gem2",))
    assert table.choices() == ["end"]


@pytest.mark.rule("IST-369")
def test_sultan2_needs_a_ruby_that_is_still_there() -> None:
    """After the delivery of ten the palace has none."""
    table = Table().trader("Ann", goods=(5, 5, 5, 5), extensions=3, hand="sultan2").rubies(palace=1).acts(13)
    table.do("deliver fabric fabric")

    assert table.refused("card sultan").facts == {"place": 13}
    assert (table.refused("card sultan").reason, table.choices()) == ("no_ruby_left", ["end"])


@pytest.mark.rule("IST-370")
def test_both_copies_of_a_repeat_card_may_follow_one_action() -> None:
    """Three collections with 3, 4 and 0 indicators down."""
    table, taken = Table().trader("Ann", hand="post2 post2").post(3).acts(5), []
    for order in ("collect", "card post", "card post"):
        table.do(order)
        taken.append((table["Ann"].goods, table["Ann"].lira, table.state.bazaar.post))

    assert taken == [((1, 0, 0, 1), 3, 4), ((2, 0, 0, 2), 7, 0), ((2, 1, 1, 2), 9, 1)]
    assert (table["Ann"].hand, table.state.discards) == ((), ("post2", "post2"))


@pytest.mark.rule("IST-370")
def test_both_copies_of_gem2_may_follow_one_purchase() -> None:
    """12, 13 and 14 Lira."""
    table = Table().trader("Ann", lira=39, hand="gem2 gem2").acts(16).do("buy ruby; card gem; card gem")

    assert (table["Ann"].lira, table["Ann"].rubies) == (0, 3)


@pytest.mark.rule("IST-401")
def test_anygoods_sells_any_mix_at_the_small_market() -> None:
    """Three jewellery for 9 Lira, although the tile asks for one."""
    table = Table().trader("Ann", goods="3 jewellery", extensions=1, hand="anygoods").demand(11, "1/2/1/1").acts(11)
    assert table.choices() == ["add jewellery", "skip", "card any"]
    table.do("card any; sell 3 blue")

    assert (table["Ann"].lira, table.goods("Ann"), table["Ann"].hand) == (9, "", ())
    assert table.state.discards == ("anygoods",)
    assert table.told("sold") == [{"seat": 1, "place": 11, "goods": {"jewellery": 3}, "number": 3, "lira": 9}]


@pytest.mark.rule("IST-402")
@pytest.mark.parametrize(("number", "lira"), [(1, 2), (2, 5), (3, 9), (4, 14), (5, 20)])
def test_the_number_sold_with_anygoods_is_free(number: int, lira: int) -> None:
    """One to five of a good that the tile does not ask for."""
    table = Table().trader("Ann", goods="5 fabric", extensions=3, hand="anygoods").demand(11, "0/2/2/1").acts(11)
    table.do(f"card any; sell {number} fabric")

    assert (table["Ann"].lira, table["Ann"].goods) == (lira, (5 - number, 0, 0, 0))


@pytest.mark.rule("IST-402")
def test_anygoods_sells_not_more_than_five() -> None:
    """The sale is closed with the fifth good; the sixth stays."""
    table = Table().trader("Ann", goods="2 fabric 2 spice 2 fruit", hand="anygoods stay").acts(11).do("card any")
    assert table.refused("sell 2 fabric 2 spice 2 fruit").facts == {"most": 5}
    assert (table.refused("skip").facts, table.refused("done").reason) == ({"step": "sale"}, "sale_of_nothing")
    for order in ("add fabric", "add fabric", "add spice", "add spice", "add fruit"):
        assert table.stage == "sale"
        table.do(order)

    assert (table.stage, table["Ann"].lira, table.goods("Ann")) == ("after", 20, "1 fruit")


@pytest.mark.rule("IST-403")
def test_a_sale_with_anygoods_turns_the_tile() -> None:
    """T2 comes up and T1 goes to the bottom."""
    tiles = ["0/2/2/1", "1/1/2/1", "1/2/1/1", "1/3/1/0", "1/2/2/0"]
    table = Table().trader("Ann", goods="2 fabric", hand="anygoods").demand(11, *tiles).acts(11)
    large = table.tiles(10)
    table.do("card any; sell 2 fabric")

    assert table.tiles(11) == [*tiles[1:], tiles[0]]
    assert (table.tiles(10), table["Ann"].lira) == (large, 5)
    demand = {"fabric": 1, "spice": 1, "fruit": 2, "jewellery": 1}
    assert table.told("demand_turned") == [{"place": 11, "demand": demand}]


@pytest.mark.rule("IST-404")
def test_anygoods_does_not_work_at_the_large_market() -> None:
    """The card stays in hand."""
    table = Table().trader("Ann", goods="2 spice", hand="anygoods").demand(10, "2/1/0/2").acts(10)
    refusal = table.refused("card any")

    assert (refusal.reason, refusal.facts) == ("wrong_place", {"place": 10, "places": (11,)})
    assert (table["Ann"].hand, table.choices()) == (("anygoods",), ["add spice", "skip"])


def test_anygoods_needs_a_good_and_belongs_to_phase_3() -> None:
    """Neither with an empty wheelbarrow, nor after the sale, nor on arrival."""
    empty = Table().trader("Ann", hand="anygoods").acts(11)
    assert (empty.refused("card any").reason, empty.choices()) == ("no_goods", ["skip"])

    sold = Table().trader("Ann", goods="1 spice 2 fabric", hand="anygoods").demand(11, "1/2/1/1").acts(11)
    sold.do("sell spice")
    assert (sold.refused("card any").reason, sold.choices()) == ("action_over", ["end"])

    arrived = Table().trader("Ann", goods="1 spice", hand="anygoods").arrives(11)
    assert arrived.choices() == ["leave", "end"]


def test_anygoods_is_for_one_sale() -> None:
    """Without the card the tile's demand limits the next one again."""
    table = Table().trader("Ann", goods="2 fabric 2 jewellery", hand="anygoods stay").demand(11, "1/1/2/1", "0/2/2/1")
    table.acts(11).do("card any; sell 2 fabric").turn("Ann").acts(11)

    assert table.choices()[0] == "add jewellery"
    assert table.refused("sell 2 jewellery").reason == "not_in_demand"
