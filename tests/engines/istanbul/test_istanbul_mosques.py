"""Small Mosque, Great Mosque and the rubies of their pairs."""

from __future__ import annotations

import pytest

from tests.engines.istanbul.istanbul_table import NAMES, Table

RED, GREEN, YELLOW, BLUE = range(4)


def mosque_rubies(table: Table) -> tuple[int, int]:
    """Return the rubies on the Small and on the Great Mosque."""
    view = table.view()
    return view["places"]["14"]["rubies"], view["places"]["15"]["rubies"]


@pytest.mark.rule("IST-261")
def test_a_red_tile_needs_fabric_and_costs_one() -> None:
    """The tile that asks for 2 leaves 1 fabric; the next one asks for 3."""
    table = Table().trader("Ann", goods="2 fabric", lira=3).acts(14)
    assert table.choices() == ["tile red", "skip"]
    table.do("tile red")

    assert (table["Ann"].tiles, table.goods("Ann"), table["Ann"].lira) == ((RED,), "1 fabric", 3)
    assert table.view()["mosques"]["14"]["stacks"] == {"red": [3, 4, 5], "green": [2, 3, 4, 5]}
    assert (table["Ann"].rubies, table["Ann"].stack, mosque_rubies(table)) == (0, 4, (4, 4))
    assert table.told("took_tile") == [{"seat": 1, "place": 14, "tile": "red", "needs": 2, "paid": "fabric"}]


@pytest.mark.rule("IST-262")
def test_a_green_tile_needs_spice_and_costs_one() -> None:
    """The tile that asks for 3 leaves 2 spice; the next one asks for 4."""
    table = Table().trader("Ann", goods="3 spice", extensions=1).mosque("green", 3, 4, 5).acts(14).do("tile green")

    assert (table["Ann"].tiles, table.goods("Ann")) == ((GREEN,), "2 spice")
    assert table.view()["mosques"]["14"]["stacks"] == {"red": [2, 3, 4, 5], "green": [4, 5]}
    assert table.told("took_tile") == [{"seat": 1, "place": 14, "tile": "green", "needs": 3, "paid": "spice"}]


@pytest.mark.rule("IST-263")
def test_the_full_number_is_needed_although_one_good_is_paid() -> None:
    """2 fabric do not do for a tile that asks for 3; 3 do."""
    few = Table().trader("Ann", goods="2 fabric", hand="stay").mosque("red", 3, 4, 5).acts(14)
    assert few.choices() == ["skip"]
    refusal = few.refused("tile red")
    assert (refusal.reason, refusal.facts) == ("goods_short", {"good": "fabric", "needs": 3, "have": 2})
    assert Table().trader("Ann", goods="2 fabric").mosque("red", 3, 4, 5).acts(14).mover == "Bob"

    enough = Table().trader("Ann", goods="3 fabric", extensions=1).mosque("red", 3, 4, 5).acts(14).do("tile red")
    assert (enough["Ann"].tiles, enough.goods("Ann")) == ((RED,), "2 fabric")


@pytest.mark.parametrize(("colour", "place", "good"), [("green", 14, "spice"), ("yellow", 15, "fruit")])
def test_other_goods_do_not_help_towards_a_tile(colour: str, place: int, good: str) -> None:
    """Five of each other good and one too few of the tile's own."""
    others = " ".join(f"5 {other}" for other in ("fabric", "spice", "fruit", "jewellery") if other != good)
    table = Table().trader("Ann", goods=f"1 {good} {others}", extensions=3, hand="stay").acts(place)

    assert f"tile {colour}" not in table.choices()
    assert table.refused(f"tile {colour}").facts == {"good": good, "needs": 2, "have": 1}


@pytest.mark.rule("IST-264")
@pytest.mark.parametrize(("had", "taken", "goods"), [("red", "green", "2 spice"), ("green", "red", "2 fabric")])
def test_red_and_green_bring_a_ruby_of_the_small_mosque(had: str, taken: str, goods: str) -> None:
    """Whichever comes second."""
    table = Table().trader("Ann", tiles=had, goods=goods).acts(14).do(f"tile {taken}")

    assert (table["Ann"].tiles, table["Ann"].rubies, mosque_rubies(table)) == ((RED, GREEN), 1, (3, 4))
    assert table.told("ruby_gained") == [{"seat": 1, "place": 14, "rubies": 1}]


@pytest.mark.rule("IST-271")
def test_a_blue_tile_needs_jewellery_and_costs_one() -> None:
    """The tile that asks for 2 leaves 1 jewellery."""
    table = Table().trader("Ann", goods="2 jewellery").acts(15)
    assert table.choices() == ["tile blue", "skip"]
    table.do("tile blue")

    assert (table["Ann"].tiles, table.goods("Ann")) == ((BLUE,), "1 jewellery")
    assert table.view()["mosques"]["15"]["stacks"] == {"yellow": [2, 3, 4, 5], "blue": [3, 4, 5]}
    assert table.told("took_tile") == [{"seat": 1, "place": 15, "tile": "blue", "needs": 2, "paid": "jewellery"}]


@pytest.mark.rule("IST-272")
def test_a_yellow_tile_needs_fruit_and_costs_one() -> None:
    """With two players the second tile asks for 4 and is the last."""
    table = Table(2)
    assert table.state.bazaar.mosques == ((2, 4),) * 4
    table.trader("Ann", goods="4 fruit", extensions=2).mosque("yellow", 4).acts(15).do("tile yellow")

    assert (table["Ann"].tiles, table.goods("Ann")) == ((YELLOW,), "3 fruit")
    assert table.view()["mosques"]["15"]["stacks"] == {"yellow": [], "blue": [2, 4]}
    assert table["Ann"].stack == 4


@pytest.mark.rule("IST-273")
@pytest.mark.parametrize(("had", "taken", "goods"), [("yellow", "blue", "2 jewellery"), ("blue", "yellow", "2 fruit")])
def test_blue_and_yellow_bring_a_ruby_of_the_great_mosque(had: str, taken: str, goods: str) -> None:
    """Whichever comes second; five players."""
    table = Table(5).trader("Ann", tiles=had, goods=goods).acts(15)
    assert mosque_rubies(table) == (4, 4)
    table.do(f"tile {taken}")

    assert (table["Ann"].tiles, table["Ann"].rubies, mosque_rubies(table)) == ((YELLOW, BLUE), 1, (4, 3))
    assert table.told("ruby_gained") == [{"seat": 1, "place": 15, "rubies": 1}]


@pytest.mark.rule("IST-281")
def test_only_the_top_tile_can_be_taken() -> None:
    """With 5 fabric it is still the tile that asks for 2."""
    table = Table().trader("Ann", goods="5 fabric", extensions=3).acts(14)
    assert table.choices() == ["tile red", "skip"]
    for text in ("tile red 5", "tile 5", "tile 5 red"):
        assert table.refused(text).code == "unreadable"
    table.do("tile red")

    assert table.told("took_tile")[0]["needs"] == 2
    assert (table.state.bazaar.mosques[RED], table.goods("Ann")) == ((3, 4, 5), "4 fabric")


@pytest.mark.rule("IST-282")
def test_nobody_owns_two_tiles_of_a_colour() -> None:
    """Only green can be offered, and only with the spice for it."""
    table = Table().trader("Ann", tiles="red", goods="5 fabric 2 spice", extensions=3).acts(14)
    assert table.choices() == ["tile green", "skip"]
    refusal = table.refused("tile red")
    assert (refusal.reason, refusal.facts) == ("tile_owned", {"tile": "red"})

    without = Table().trader("Ann", tiles="red", goods="5 fabric", extensions=3, hand="stay").acts(14)
    assert without.choices() == ["skip"]
    assert without.refused("tile red").reason == "tile_owned"


@pytest.mark.rule("IST-283")
def test_one_visit_brings_one_tile() -> None:
    """After red, green is refused; there is no ruby yet."""
    table = Table().trader("Ann", goods="2 fabric 2 spice", hand="stay").acts(14)
    assert table.choices() == ["tile red", "tile green", "skip"]
    table.do("tile red")

    assert (table.refused("tile green").reason, table.choices()) == ("action_over", ["end"])
    assert (table["Ann"].tiles, table["Ann"].rubies, mosque_rubies(table)) == ((RED,), 0, (4, 4))


@pytest.mark.rule("IST-284")
@pytest.mark.parametrize("place", [14, 15])
@pytest.mark.parametrize("small", ["red", "green"])
@pytest.mark.parametrize("great", ["yellow", "blue"])
def test_pairs_across_the_mosques_bring_no_ruby(small: str, great: str, place: int) -> None:
    """Red or green with yellow or blue, in either order."""
    had, taken = (great, small) if place == 14 else (small, great)
    table = Table().trader("Ann", tiles=had, goods=(2, 2, 2, 2), rubies=1).acts(place).do(f"tile {taken}")

    assert len(table["Ann"].tiles) == 2
    assert (table["Ann"].rubies, mosque_rubies(table), table.told("ruby_gained")) == (1, (4, 4), [])


@pytest.mark.rule("IST-285")
def test_all_four_tiles_bring_two_rubies() -> None:
    """One from each mosque, with the second and the fourth tile."""
    table, rubies = Table().trader("Ann", goods=(2, 2, 2, 2)), []
    for place, colour in ((14, "red"), (15, "blue"), (14, "green"), (15, "yellow")):
        table.turn("Ann").acts(place).do(f"tile {colour}")
        rubies.append(table["Ann"].rubies)

    assert rubies == [0, 0, 1, 2]
    assert (table["Ann"].tiles, mosque_rubies(table)) == ((RED, GREEN, YELLOW, BLUE), (3, 3))
    assert table["Ann"].goods == (1, 1, 1, 1)


@pytest.mark.rule("IST-286")
def test_a_stack_runs_out_before_the_fifth_player() -> None:
    """Four take red, the fifth finds none; green is still to be had."""
    table = Table(5)
    for name in NAMES[:4]:
        table.trader(name, goods="5 fabric", extensions=3).turn(name).acts(14).do("tile red")
    assert [told["needs"] for told in table.told("took_tile")] == [5]
    table.trader("Eli", goods="5 fabric 2 spice", extensions=3).turn("Eli").acts(14)

    assert table.choices() == ["tile green", "skip"]
    refusal = table.refused("tile red")
    assert (refusal.reason, refusal.facts) == ("tiles_gone", {"tile": "red"})
    assert table.do("tile green")["Eli"].tiles == (GREEN,)


def test_a_tile_belongs_to_its_own_mosque() -> None:
    """Blue is not to be had at the Small Mosque nor red at the Great one."""
    for place, colour, own in ((14, "blue", 15), (14, "yellow", 15), (15, "red", 14), (15, "green", 14)):
        refusal = Table().trader("Ann", goods=(2, 2, 2, 2)).acts(place).refused(f"tile {colour}")
        assert (refusal.reason, refusal.facts) == ("wrong_place", {"place": place, "places": (own,)})


def test_a_tile_may_be_declined() -> None:
    """The goods stay."""
    table = Table().trader("Ann", goods="2 fabric").acts(14).do("skip")

    assert (table["Ann"].tiles, table.goods("Ann"), table.mover) == ((), "2 fabric", "Bob")
