"""The value of jewels and the ranking."""

from __future__ import annotations

import pytest

from engines.silkroad import ENGINE, phases
from engines.silkroad.scoring import points, sets_value
from tests.engines.silkroad.silkroad_table import Table, colours


def value(jewels: str) -> int:
    """Return the value of coloured jewels."""
    held = colours(jewels)
    return sets_value(tuple(held.count(colour) for colour in range(5)))


def total(jewels: str = "", colourless: int = 0, markers: int = 0) -> int:
    """Return the points of one collection."""
    return points(Table("AB").owns("A", jewels, colourless, markers).player("A"))


@pytest.mark.rule("SLK-371")
def test_a_set_is_worth_more_the_more_colours_it_has() -> None:
    """0, 1, 3, 6, 10, 15 for no jewel and for one each of 1 to 5 colours."""
    colour = ["blue", "yellow", "green", "red", "violet"]

    assert [value(" ".join(colour[:number])) for number in range(6)] == [0, 1, 3, 6, 10, 15]


@pytest.mark.rule("SLK-372")
def test_example_katharinas_three_sets() -> None:
    """Rulebook, Valuation: 3 blue, 1 yellow, 2 green, 1 red, 1 violet: 15 + 3 + 1 = 19."""
    assert value("3 blue, yellow, 2 green, red, violet") == 19


@pytest.mark.rule("SLK-373", "SLK-374")
def test_no_set_holds_a_colour_twice_and_the_largest_sets_come_first() -> None:
    """4 red are 4 sets of 1; 2 blue and 2 green are 3 + 3."""
    assert value("4 red") == 4
    assert value("2 blue, 2 green") == 6


@pytest.mark.rule("SLK-375")
def test_uneven_collections_make_falling_sets_and_even_ones_full_sets() -> None:
    """4 blue, 3 yellow, 2 green, 1 red: 10 + 6 + 3 + 1; all 20 jewels: 60."""
    assert value("4 blue, 3 yellow, 2 green, red") == 20
    assert value("4 blue, 4 yellow, 4 green, 4 red, 4 violet") == 60


@pytest.mark.rule("SLK-376", "SLK-377")
def test_example_colourless_jewels_and_markers() -> None:
    """Rulebook, Valuation: 0, 2 and 4 for no, one and two colourless jewels; a marker and two are 12."""
    assert [total(colourless=number) for number in range(3)] == [0, 2, 4]
    assert total(colourless=2, markers=1) == 12
    assert total(markers=1) == 8


def sold(held: int, markers: int = 0, stock_others: tuple[int, ...] = ()) -> Table:
    """Return a table where A, with so many colourless jewels, has sold at a small market."""
    table = Table("ABCDE"[: 2 + max(0, len(stock_others) - 1)]).owns("A", colourless=held, markers=markers)
    for letter, number in zip("BCDE", stock_others, strict=False):
        table.owns(letter, colourless=number)
    table.caravan(1, [5], at="trapezunt", to="yspahan").lay_out(A="tea").stopped(1, "merw").act()
    return table.do("A", "sell")


@pytest.mark.rule("SLK-378")
@pytest.mark.parametrize(
    ("held", "others", "after", "stock"),
    [(0, (2, 2, 1), (1, 0), 4), (1, (2, 2), (2, 0), 4), (2, (2, 1), (0, 1), 7)],
)
def test_a_third_colourless_jewel_becomes_a_marker(
    held: int, others: tuple[int, ...], after: tuple[int, int], stock: int
) -> None:
    """From a stock of 5: A has 1, stock 4; 2, stock 4; or none and a marker, stock 7."""
    table = sold(held, stock_others=others)
    one = table.player("A")

    assert (one.colourless, one.markers) == after
    assert table.view()["colourless"] == stock
    assert ("marker_taken" in table.kinds()) == (held == 2)
    assert table.view()["markers"] == (5 if held == 2 else 6)


@pytest.mark.rule("SLK-379")
def test_the_exchange_repeats_with_every_third_jewel() -> None:
    """Seven colourless jewels: 2 markers and 1 jewel, 18 points."""
    held, markers = 0, 0
    for _ in range(7):
        one = sold(held, markers).player("A")
        held, markers = one.colourless, one.markers

    assert (held, markers) == (1, 2)
    assert total(colourless=held, markers=markers) == 18


@pytest.mark.rule("SLK-380")
def test_the_stock_of_colourless_jewels_never_runs_dry() -> None:
    """Five players hold 2 each, stock 0: A hands back 2 and takes a marker; stock 2."""
    table = sold(2, stock_others=(2, 2, 2, 2))

    assert (table.player("A").colourless, table.player("A").markers) == (0, 1)
    assert table.view()["colourless"] == 2


@pytest.mark.rule("SLK-381")
def test_markers_beyond_the_sixth_are_kept_as_a_tally() -> None:
    """With 6 markers out A is credited a seventh, 8 points."""
    table = Table("AB").owns("A", colourless=2, markers=2).owns("B", markers=4)
    table.caravan(1, [5], at="trapezunt", to="yspahan").lay_out(A="tea").stopped(1, "merw").act()
    assert table.view()["markers"] == 0
    before = points(table.player("A"))
    table.do("A", "sell")

    assert (table.player("A").colourless, table.player("A").markers) == (0, 3)
    assert (before, points(table.player("A"))) == (20, 24)
    assert table.view()["markers"] == 0


@pytest.mark.rule("SLK-382", "SLK-383")
def test_the_result_adds_sets_colourless_jewels_and_markers() -> None:
    """A colourless jewel completes no set: 10 + 2; Katharina has 19 + 12 = 31, cards and cameleer count nothing."""
    assert total("blue, yellow, green, red", colourless=1) == 12

    table = Table("KG").owns("K", "3 blue, yellow, 2 green, red, violet", colourless=2, markers=1)
    table.display("K", "6 tea").cameleers("K5 G1")
    assert points(table.player("K")) == 31


def ranking(letters: str, cameleers: str, **jewels: tuple[str, int, int]) -> list[tuple[str, int]]:
    """Return the ranking of a game that is over."""
    table = Table(letters).cameleers(cameleers)
    for letter, owned in jewels.items():
        table.owns(letter, *owned)
    table.state = table.ready()._replace(phase=phases.OVER)
    return table.standings()


FULL, SET_OF_THREE = "blue, yellow, green, red, violet", "blue, yellow, green"


@pytest.mark.rule("SLK-384")
def test_most_points_win() -> None:
    """A 24, B 31, C 30: B."""
    order = ranking("ABC", "A5 B1 C3", A=("", 0, 3), B=(FULL, 0, 2), C=(SET_OF_THREE, 0, 3))

    assert order == [("B", 31), ("C", 30), ("A", 24)]


@pytest.mark.rule("SLK-385")
def test_equal_points_are_decided_by_the_cameleer_after_the_last_swap() -> None:
    """A 24 and B 24 after the last sale, in which A4 and B2 swapped: B wins."""
    table = Table("AB").hands(A="", B="").pile("9 porcelain").cameleers("A4 B2")
    table.retired(2).retired(3).caravan(1, [5], at="yspahan", to="yspahan", jewels="red")
    table.owns("A", "3 red", colourless=2, markers=2).owns("B", "", markers=3).lay_out(A="tea", B="tea")
    table.bag("").arrived(1).act().do("A", "sell")

    assert table.cameleers_now() == "A2 B4"
    assert table.prompt() == "over"
    assert table.standings() == [("B", 24), ("A", 24)]
    assert [one.tie_breaks for one in ENGINE.pending(table.state).standings] == [(4,), (2,)]


@pytest.mark.rule("SLK-386")
def test_the_whole_ranking_follows_points_then_cameleers() -> None:
    """A 20, B 25, C 20, D 8 with A1 B2 C5 D3: B, C, A, D, and no place is shared."""
    twenty = ("", 2, 2)
    order = ranking("ABCD", "A1 B2 C5 D3", A=twenty, B=("blue", 0, 3), C=twenty, D=("", 0, 1))
    assert order == [("B", 25), ("C", 20), ("A", 20), ("D", 8)]


def test_ranks_count_from_one_without_a_gap() -> None:
    """Four seats have ranks 1, 2, 3, 4."""
    table = Table("ABCD")
    table.state = table.ready()._replace(phase=phases.OVER)

    assert [one.rank for one in ENGINE.pending(table.state).standings] == [1, 2, 3, 4]
