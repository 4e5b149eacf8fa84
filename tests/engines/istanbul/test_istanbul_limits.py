"""Rules that hold everywhere: capacity, and who gets the money."""

from __future__ import annotations

import pytest

from tests.engines.istanbul.istanbul_table import Table


def full(**more) -> Table:
    """Return a table where Ann's jewellery is 2 of 2."""
    return Table().trader("Ann", goods="2 jewellery", **more)


@pytest.mark.rule("IST-501")
def test_jewellery_beyond_capacity_is_lost_at_the_post_office() -> None:
    """Fabric and 3 Lira come, and the indicator moves."""
    table = full().post(3).acts(5).do("collect")

    assert (table.goods("Ann"), table["Ann"].lira, table.state.bazaar.post) == ("1 fabric 2 jewellery", 3, 4)


@pytest.mark.rule("IST-501")
def test_jewellery_beyond_capacity_is_lost_at_the_black_market() -> None:
    """The fruit comes; the roll is 3+4."""
    table = full().acts(8).do("gain fruit", [[3, 4]])

    assert table.goods("Ann") == "1 fruit 2 jewellery"


@pytest.mark.rule("IST-501")
@pytest.mark.parametrize(("pay", "lira", "left"), [("pay", 1, "2 jewellery"), ("pay blue", 3, "1 jewellery")])
def test_jewellery_beyond_capacity_is_lost_at_the_smuggler(pay: str, lira: int, left: str) -> None:
    """He is paid and rolled for."""
    table = full(lira=3).smuggler(11).encounters(11).do(f"smuggler blue; {pay}", [[1, 2]])

    assert (table.goods("Ann"), table["Ann"].lira, table.state.bazaar.smuggler) == (left, lira, 3)


@pytest.mark.rule("IST-501")
def test_jewellery_beyond_capacity_is_lost_with_good() -> None:
    """The card is spent."""
    table = full(hand="good").do("card good jewellery")

    assert (table.goods("Ann"), table["Ann"].hand, table.state.discards) == ("2 jewellery", (), ("good",))
    assert table.told("played_good") == [{"seat": 1, "good": "jewellery", "gained": 0}]


@pytest.mark.rule("IST-501")
def test_jewellery_beyond_capacity_is_lost_with_the_green_tile() -> None:
    """2 Lira are paid."""
    table = full(tiles="green", lira=3).acts(2).do("fill; extra jewellery")

    assert (table.goods("Ann"), table["Ann"].lira) == ("2 fabric 2 jewellery", 1)
    assert table.told("bought_extra") == [{"seat": 1, "good": "jewellery", "gained": 0, "price": 2}]


@pytest.mark.parametrize(("extensions", "room"), [(0, 2), (1, 3), (2, 4), (3, 5)])
def test_room_for_each_good_grows_with_the_extensions(extensions: int, room: int) -> None:
    """2, 3, 4 or 5 of every kind."""
    table = Table().trader("Ann", goods=(room - 1,) * 4, extensions=extensions, hand="good good good good lira5")
    for good in ("fabric", "spice", "fruit", "jewellery"):
        table.do(f"card good {good}")
    assert table["Ann"].goods == (room,) * 4

    table.trader("Ann", hand="good").do("card good fruit")
    assert table["Ann"].goods == (room,) * 4
    assert table.view()["seats"][0]["capacity"] == room


@pytest.mark.rule("IST-504")
@pytest.mark.parametrize(
    ("place", "lines", "owns", "paid"),
    [
        (1, "buy extension", {}, 7),
        (16, "buy ruby", {}, 12),
        (2, "fill; extra fruit", {"tiles": "green"}, 2),
        (2, "fill; yellow 3", {"tiles": "yellow", "stack": 3, "assistants": [3]}, 2),
        (4, "skip; governor; pay", {}, 2),
        (6, "skip; smuggler red; pay", {}, 2),
    ],
)
def test_payments_go_to_the_supply(place: int, lines: str, owns: dict, paid: int) -> None:
    """No other player gains by them, not even one who stands there."""
    table = Table().trader("Ann", lira=20, **owns).governor(4).smuggler(6)
    for name in ("Bob", "Cem", "Dia"):
        table.trader(name, at=place, lira=3)
    table.acts(place).do(lines, [[1, 1]])

    assert table["Ann"].lira == 20 - paid
    assert [table[name].lira for name in ("Bob", "Cem", "Dia")] == [3, 3, 3]


@pytest.mark.rule("IST-504")
def test_only_merchants_of_players_gain_by_payments() -> None:
    """2 Lira for Bob at 11, none for whoever is elsewhere, and none for a neutral merchant's owner."""
    table = Table(3).trader("Ann", lira=9).trader("Bob", at=11, lira=3).trader("Cem", at=5, lira=3)
    table.arrives(11).do("leave; pay")
    assert [table[name].lira for name in table.names] == [7, 5, 3]

    neutral = Table(2).trader("Ann", lira=9).trader("Bob", at=5, lira=3).neutrals(11).arrives(11)
    neutral.do("leave; pay", [[1, 1]])
    assert [neutral[name].lira for name in neutral.names] == [7, 3]
