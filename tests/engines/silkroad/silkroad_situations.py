"""Positions in which orders are tried, by name."""

from __future__ import annotations

from collections.abc import Callable

from tests.engines.silkroad.silkroad_table import Table


def start() -> Table:
    """The first turn of three: A holds silk, tea and ivory; the caravans stand in their start cities."""
    return Table("ABC").hand("A", "3 silk, 2 tea, ivory").open("silk tea ivory")


def on_the_road() -> Table:
    """Caravan 1 on Herat, caravan 2 on Merw behind caravan 3 on Termes."""
    table = start().caravan(1, [9], at="herat", to="yspahan").caravan(2, [7, 6], at="merw", to="samarkand")
    return table.caravan(3, [10, 3, 1], at="termes", to="byzanz")


def laid() -> Table:
    """A has laid two silk."""
    return start().do("A", "lay 2 silk")


def drawing() -> Table:
    """A has moved with a good that is not carried, and draws one card."""
    return start().do("A", "move 2 leh 2 silk")


def second_card() -> Table:
    """A has drawn one card and may take a second."""
    return (
        start().lay_out(B="tea").caravan(1, [10], at="tashkent", to="yspahan").do("A", "move 1 otrar 1 silk; draw tea")
    )


def market() -> Table:
    """B may sell silk in Byzanz for blue or red; A moved."""
    table = Table("ABC").lay_out(B="3 silk", C="tea")
    table.caravan(3, [10, 6, 3], at="byzanz", to="byzanz", jewels="blue red red")
    return table.row(1, 2, 4, 5, 7, 8, 9).arrived(3).act()


def jewel() -> Table:
    """B has sold and chooses the jewel."""
    return market().do("B", "sell")


def black_market() -> Table:
    """A may sell spices at the black market."""
    return Table("AB").lay_out(A="3 spices").stopped(1, "kabul").act()


def customs() -> Table:
    """B has to give two of 4 silk and 2 tea, C one of 5 ivory."""
    return Table("ABC").hands(A="silk", B="4 silk, 2 tea", C="5 ivory").stopped(1, "dunhuang").act()


def sandstorm() -> Table:
    """B has to give a silk or a tea."""
    return Table("AB").lay_out(B="2 silk, tea").stopped(1, "hamadan").act()


def robbers() -> Table:
    """A robs B or C; D has nothing."""
    return Table("ABCD").lay_out(A="tea", B="2 silk", C="tea, silk").discards("ivory").stopped(2, "lahore").act()


def robbed() -> Table:
    """B, who was robbed by A, robs C."""
    return robbers().do("A", "rob B silk")


def bazaar() -> Table:
    """A may trade three of silk, tea, ivory and spices."""
    return Table("AB").lay_out(A="2 silk, tea, ivory, spices").stopped(1, "palmyra").act()


def baksheesh() -> Table:
    """A takes an open ivory or tea."""
    return Table("AB").hand("A", "silk").open("silk ivory tea").stopped(1, "turfan").do("A", "draw silk")


def payment() -> Table:
    """A pays for the baksheesh with a silk."""
    return baksheesh().do("A", "baksheesh tea")


def end_phase() -> Table:
    """Caravan 3 is off the board."""
    return start().retired(3)


SITUATIONS: dict[str, Callable[[], Table]] = {
    builder.__name__: builder
    for builder in (
        start,
        on_the_road,
        laid,
        drawing,
        second_card,
        market,
        jewel,
        black_market,
        customs,
        sandstorm,
        robbers,
        robbed,
        bazaar,
        baksheesh,
        payment,
        end_phase,
    )
}
