"""Placing cubes: ledger rows YSP-091 to YSP-107."""

from __future__ import annotations

import pytest

from tests.engines.yspahan.yspahan_table import Table, shops_of, table


def sack(cubes: int, *, gold: bool = True) -> Table:
    """Return a table whose Sack square holds this many dice, with a group left for the others."""
    return table().tower(f"sack {cubes}x2", *(["gold 1x6"] if gold else []))


def last_turn(start: Table) -> Table:
    """Return the table in A's turn, the last one of a week."""
    return start.day(1, 7).order("BCDA").turn(3)


@pytest.mark.rule("YSP-091")
def test_a_shop_holds_one_cube_only() -> None:
    """An own cube closes its shop like any other."""
    start = sack(2).cubes("A", "sack3.a")
    refusal = start.refusal("A", "place sack3.a")

    assert (refusal.reason, refusal.facts) == ("shop_taken", {"shop": "sack3.a", "owner": 1})
    assert start.do("A", "place sack").open_to("A") == ["sack3.b", "sack3.c"]


@pytest.mark.rule("YSP-092")
def test_a_souk_of_another_player_is_closed_and_the_others_are_not() -> None:
    """B's single cube in sack4 leaves the 14 shops of the other three souks."""
    start = sack(2).cubes("B", "sack4.a")
    refusal = start.refusal("A", "place sack4.b")

    assert (refusal.reason, refusal.facts) == ("souk_of_another", {"shop": "sack4.b", "souk": "sack4", "owner": 2})
    assert start.do("A", "place sack").open_to("A") == shops_of("sack3", "sack5", "sack6")
    assert len(start.do("A", "place sack").open_to("A")) == 14


@pytest.mark.rule("YSP-093")
def test_an_unfinished_souk_closes_the_other_souks_of_its_neighbourhood() -> None:
    """Both cubes go to sack3, which A has begun."""
    start = sack(2).cubes("A", "sack3.a")
    refusal = start.refusal("A", "place sack5.a")

    assert (refusal.reason, refusal.facts) == ("unfinished_souk", {"shop": "sack5.a", "unfinished": ["sack3"]})
    assert start.do("A", "place sack3.b sack3.c").city() == {"sack3.a": "A", "sack3.b": "A", "sack3.c": "A"}


@pytest.mark.rule("YSP-094")
def test_a_souk_just_begun_is_finished_before_the_next() -> None:
    """The rule holds within one placement too."""
    begun = sack(3).do("A", "place sack4.a")

    assert begun.refused("A", "place sack5.a") == "unfinished_souk"
    assert begun.open_to("A") == ["sack4.b", "sack4.c", "sack4.d"]
    assert begun.do("A", "place sack4.d sack4.b").told("cubes_placed")[0]["shops"] == ["sack4.a", "sack4.d", "sack4.b"]


@pytest.mark.rule("YSP-095")
def test_an_unfinished_souk_restricts_only_its_own_neighbourhood() -> None:
    """A's begun sack3 does not matter in Barrel."""
    start = table().tower("barrel 2x3", "gold 1x6").cubes("A", "sack3.a")

    assert start.do("A", "place barrel2.a barrel2.b").city() == {"sack3.a": "A", "barrel2.a": "A", "barrel2.b": "A"}


@pytest.mark.rule("YSP-096")
def test_a_souk_may_be_left_unfinished() -> None:
    """Two cubes lie in vase3 when the turn ends."""
    after = table().tower("vase 2x5", "gold 1x6").do("A", "place vase3.a vase3.b")

    assert after.city() == {"vase3.a": "A", "vase3.b": "A"}
    assert after.mover() == "B"


@pytest.mark.rule("YSP-097")
def test_several_souks_may_be_finished_and_the_next_begun_in_one_turn() -> None:
    """Five cubes finish barrel2 and barrel3 and begin barrel5."""
    start = table().tower("barrel 5x3", "gold 1x6").cubes("A", "barrel2.a")
    after = start.do("A", "place barrel2.b barrel3.a barrel3.b barrel3.c barrel5.e")

    assert list(after.city()) == shops_of("barrel2", "barrel3", "barrel5.e")
    assert set(after.city().values()) == {"A"}
    assert after.told("cubes_placed")[0]["completed"] == ["barrel2", "barrel3"]


@pytest.mark.rule("YSP-098")
def test_inside_a_souk_the_shops_are_filled_in_any_order() -> None:
    """The roadside shop need not come first."""
    assert sack(1).do("A", "place sack6.f").city() == {"sack6.f": "A"}


@pytest.mark.rule("YSP-099")
def test_cubes_without_a_legal_shop_are_lost() -> None:
    """B's vase3.a leaves three shops for five cubes."""
    start = table().tower("vase 5x5", "gold 1x6").cubes("B", "vase3.a")
    after = start.do("A", "place vase1.a vase2.a vase2.b")

    assert after.city() == {"vase1.a": "A", "vase2.a": "A", "vase2.b": "A", "vase3.a": "B"}
    assert after.told("cubes_placed")[0]["lost"] == 2
    assert after.mover() == "B"


@pytest.mark.rule("YSP-100")
def test_as_many_cubes_as_legal_must_be_placed() -> None:
    """Stopping after two of three is refused; the third goes to sack6."""
    begun = sack(3).do("A", "place sack6.a sack6.b")
    refusal = begun.refusal("A", "end")

    assert (refusal.reason, refusal.facts["cubes"]) == ("placing_under_way", 1)
    assert begun.open_to("A") == shops_of("sack6.c-f")
    assert begun.do("A", "place sack6.c").city() == dict.fromkeys(shops_of("sack6.a-c"), "A")


@pytest.mark.rule("YSP-101")
def test_placing_cannot_be_chosen_where_no_shop_is_open() -> None:
    """The whole of Vase is filled or in souks of others."""
    start = table().tower("vase 1x5", "gold 1x6").cubes("A", "vase1.a").cubes("B", "vase2.a").cubes("C", "vase3.a")

    assert start.legal("A") == ["take gold", "supervisor vase", "supervisor gold", "draw vase", "draw gold"]
    refusal = start.refusal("A", "place vase")
    assert (refusal.reason, refusal.facts) == ("no_open_shop", {"square": "vase"})


@pytest.mark.rule("YSP-102")
def test_a_group_of_a_closed_neighbourhood_still_moves_the_supervisor_or_takes_a_card() -> None:
    """All nine Chest shops are filled."""
    start = table().tower("chest 2x4", "gold 1x6").cubes("B", "chest2", "chest3", "chest4")
    after = start.do("A", "supervisor chest")

    assert after.open_to("A") == ["W4", "E4", "N4", "S4"]
    assert after.do("A", "supervisor E4").at() == "E4"
    assert start.do("A", "supervisor S4 with chest").at() == "S4"
    assert len(start.do("A", "draw chest").hand("A")) == 1


@pytest.mark.rule("YSP-103")
def test_a_complete_souk_that_loses_a_cube_is_unfinished_again() -> None:
    """The Supervisor takes sack3.c; A must put it back before another souk is begun."""
    whole = table().cubes("A", "sack3").turn(3).tower("camel 1x2").do("D", "supervisor S2")
    start = whole.order("ABCD").tower("sack 2x2", "gold 1x6")

    assert start.city() == {"sack3.a": "A", "sack3.b": "A"}
    assert start.refused("A", "place sack4.a") == "unfinished_souk"
    assert start.do("A", "place sack3.c").open_to("A") == shops_of("sack4", "sack5", "sack6")


@pytest.mark.rule("YSP-104")
def test_a_broken_souk_stays_its_owners_and_can_be_filled_again() -> None:
    """B is refused; A fills it and scores 3 at the end of the week."""
    broken = table().cubes("A", "sack3.a-b").tower("sack 1x2", "gold 1x6")

    assert broken.turn(1).refused("B", "place sack3.c") == "souk_of_another"
    assert last_turn(broken).do("A", "place sack3.c").points("A") == 3


@pytest.mark.rule("YSP-105")
def test_a_souk_that_lost_its_last_cube_is_free_for_everybody() -> None:
    """A's only Vase cube goes to the caravan, then B takes its shop."""
    start = table().cubes("A", "vase1.a").tower("camel 1x1", "vase 1x5", "gold 1x6")
    after = start.do("A", "supervisor N1")

    assert (after.city(), after.loaded()) == ({}, "A")
    assert after.do("B", "place vase1.a").city() == {"vase1.a": "B"}


@pytest.mark.rule("YSP-106")
def test_with_two_unfinished_souks_cubes_go_to_either() -> None:
    """sack3 was broken after sack4 had been begun."""
    start = sack(2).cubes("A", "sack3.a-b", "sack4.a")

    assert start.do("A", "place sack").open_to("A") == ["sack3.c", "sack4.b", "sack4.c", "sack4.d"]


@pytest.mark.rule("YSP-107")
def test_a_third_souk_stays_closed_until_both_unfinished_ones_are_complete() -> None:
    """sack5 opens only after sack3 and sack4 are filled."""
    start = sack(3).cubes("A", "sack3.a-b", "sack4.a-c")
    refusal = start.refusal("A", "place sack3.c sack5.a")

    assert (refusal.reason, refusal.facts) == ("unfinished_souk", {"shop": "sack5.a", "unfinished": ["sack4"]})
    assert start.do("A", "place sack3.c sack4.d sack5.a").city()["sack5.a"] == "A"


def test_a_souk_named_without_a_shop_fills_from_the_shop_farthest_from_the_road() -> None:
    """The inner shops come first, the roadside ones last."""
    start = sack(5)

    assert list(start.do("A", "place sack4 sack4 sack4 sack4 sack5").city()) == [*shops_of("sack4"), "sack5.e"]
    assert list(sack(2).do("A", "place sack4 sack4").city()) == ["sack4.c", "sack4.d"]
    assert list(sack(3).do("A", "place sack4 sack4 sack4").city()) == ["sack4.b", "sack4.c", "sack4.d"]


def test_a_line_with_fewer_cubes_than_dice_leaves_the_rest_to_be_placed() -> None:
    """The same seat is asked for the cubes that are left, and a line with too many is refused."""
    begun = sack(3).do("A", "place sack4.c sack4.d")
    refusal = sack(1).refusal("A", "place sack4.c sack4.d")

    assert (begun.asked(), begun.prompt(), begun.view("A")["task"]["cubes"]) == ("A", "place", 1)
    assert (refusal.reason, refusal.facts) == ("too_many_cubes", {"named": 2, "cubes": 1})


def test_a_full_souk_named_without_a_shop_is_refused() -> None:
    """The refusal names the souk and its owner."""
    refusal = sack(1).cubes("B", "sack3").refusal("A", "place sack3")

    assert (refusal.reason, refusal.facts) == ("souk_full", {"souk": "sack3", "owner": 2})
