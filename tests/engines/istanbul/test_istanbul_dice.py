"""Black Market and Tea House."""

from __future__ import annotations

from itertools import product

import pytest

from engines.api import Roll
from tests.engines.istanbul.istanbul_table import Table

ROLLS = list(product(range(1, 7), repeat=2))


@pytest.mark.rule("IST-201")
def test_the_black_market_gives_a_fabric_spice_or_fruit() -> None:
    """Jewellery cannot be chosen."""
    table = Table().acts(8)
    assert table.choices() == ["gain fabric", "gain spice", "gain fruit", "roll", "skip"]
    refusal = table.refused("gain jewellery")
    assert (refusal.reason, refusal.facts) == (
        "good_not_offered",
        {"good": "jewellery", "offered": ["fabric", "spice", "fruit"]},
    )

    assert table.do("gain spice", [[1, 1]]).goods("Ann") == "1 spice"


@pytest.mark.rule("IST-202")
@pytest.mark.parametrize(
    ("dice", "jewellery"),
    [([1, 5], 0), ([3, 4], 1), ([4, 4], 1), ([4, 5], 2), ([5, 5], 2), ([5, 6], 3), ([6, 6], 3)],
)
def test_the_roll_adds_jewellery(dice: list[int], jewellery: int) -> None:
    """2-6 none, 7 or 8 one, 9 or 10 two, 11 or 12 three."""
    table = Table().trader("Ann", extensions=1).acts(8).do("gain fruit", [dice])

    assert table["Ann"].goods == (0, 0, 1, jewellery)
    assert table.asked == [Roll(2, 6, "black market")]
    assert table.told("rolled") == [{"seat": 1, "place": 8, "dice": tuple(dice), "total": sum(dice)}]
    assert table.told("gained_jewellery") == [{"seat": 1, "total": sum(dice), "number": jewellery, "gained": jewellery}]


@pytest.mark.rule("IST-203")
def test_the_good_may_be_chosen_before_the_roll_or_after_it() -> None:
    """Both ways lead to the same goods."""
    after = Table().acts(8).do("roll", [[4, 4]])
    assert (after.stage, after.choices()) == ("gain", ["gain fabric", "gain spice", "gain fruit"])
    assert after.refused("end").facts == {"step": "gain"}
    assert after.refused("gain jewellery").reason == "good_not_offered"
    after.do("gain fabric")
    before = Table().acts(8).do("gain fabric", [[4, 4]])

    assert after.goods("Ann") == before.goods("Ann") == "1 fabric 1 jewellery"
    assert after.mover == before.mover == "Bob"


def test_the_chosen_good_is_lost_without_room() -> None:
    """One that fits is told as gained, one that does not as lost."""
    table = Table().trader("Ann", goods="2 spice").acts(8).do("gain spice", [[1, 1]])
    assert table.told("gained_good") == [{"seat": 1, "good": "spice", "gained": 0}]

    fitting = Table().trader("Ann", goods="1 spice").acts(8).do("gain spice", [[1, 1]])
    assert fitting.told("gained_good") == [{"seat": 1, "good": "spice", "gained": 1}]


@pytest.mark.rule("IST-204")
def test_jewellery_without_room_is_lost() -> None:
    """Three are rolled, one fits."""
    table = Table().trader("Ann", goods="1 jewellery").acts(8).do("gain fruit", [[5, 6]])

    assert table.goods("Ann") == "1 fruit 2 jewellery"
    assert table.told("gained_jewellery") == [{"seat": 1, "total": 11, "number": 3, "gained": 1}]


@pytest.mark.rule("IST-205")
def test_the_black_market_brings_34_jewellery_in_36_visits() -> None:
    """The sum over all rolls."""
    found = [Table().trader("Ann", extensions=3).acts(8).do("gain fruit", [dice])["Ann"].goods[3] for dice in ROLLS]

    assert sum(found) == 34


@pytest.mark.rule("IST-211")
def test_a_number_from_3_to_12_is_announced() -> None:
    """2 and 13 are refused with the limits, words are unreadable."""
    table = Table().acts(9)
    assert table.choices() == [f"announce {number}" for number in range(3, 13)] + ["skip"]
    for number in (2, 13):
        refusal = table.refused(f"announce {number}")
        assert refusal.reason == "number_out_of_range"
        assert refusal.facts == {"number": number, "lowest": 3, "highest": 12}
    for text in ("announce seven", "announce", "announce 7 8", "announce 3.5"):
        assert table.refused(text).code == "unreadable"

    assert Table().acts(9).do("announce 3", [[1, 2]])["Ann"].lira == 3
    assert Table().acts(9).do("announce 12", [[6, 6]])["Ann"].lira == 12


def test_a_number_alone_announces_itself() -> None:
    """At the Tea House the choices are numbers; elsewhere a bare number is not read."""
    assert Table().acts(9).do("8", [[4, 4]])["Ann"].lira == 8
    assert Table().acts(9).refused("2").reason == "number_out_of_range"
    assert Table().refused("8").reason == "bare_number"


@pytest.mark.rule("IST-212")
def test_the_announced_number_cannot_be_changed() -> None:
    """Once rolled no announcement is legal."""
    table = Table().trader("Ann", hand="stay").acts(9).do("announce 9", [[1, 2]])
    assert table.refused("announce 3").reason == "action_over"
    with_red = Table().trader("Ann", tiles="red").acts(9).do("announce 9", [[1, 2]])

    assert with_red.refused("announce 3").facts == {"step": "dice"}
    assert not [text for text in [*table.choices(), *with_red.choices()] if text.startswith("announce")]


@pytest.mark.rule("IST-213")
@pytest.mark.parametrize(("number", "dice"), [(7, [3, 4]), (9, [6, 5])])
def test_a_roll_of_at_least_the_number_pays_the_number(number: int, dice: list[int]) -> None:
    """No more than was announced."""
    table = Table().acts(9).do(f"announce {number}", [dice])

    assert table["Ann"].lira == number
    assert table.told("tea_paid") == [{"seat": 1, "announced": number, "total": sum(dice), "lira": number, "won": True}]
    assert table.asked == [Roll(2, 6, "tea house")]


@pytest.mark.rule("IST-214")
def test_a_lower_roll_pays_2_lira() -> None:
    """8 is less than 9."""
    table = Table().acts(9).do("announce 9", [[2, 6]])

    assert table["Ann"].lira == 2
    assert table.told("tea_paid") == [{"seat": 1, "announced": 9, "total": 8, "lira": 2, "won": False}]


@pytest.mark.rule("IST-215")
def test_the_chances_at_the_tea_house() -> None:
    """Rolls of 36 that reach the number, and the mean pay, which is highest for 7."""
    ways, paid = [], []
    for number in range(3, 13):
        lira = [Table().acts(9).do(f"announce {number}", [dice])["Ann"].lira for dice in ROLLS]
        ways.append(sum(amount == number for amount in lira))
        paid.append(sum(lira))

    assert ways == [35, 33, 30, 26, 21, 15, 10, 6, 3, 1]
    assert max(paid) == paid[7 - 3] == 177
    means = [round(sum_paid / 36, 2) for sum_paid in paid]
    assert means == [2.97, 3.83, 4.5, 4.89, 4.92, 4.5, 3.94, 3.33, 2.75, 2.28]
