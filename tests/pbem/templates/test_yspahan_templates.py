"""What only Yspahan has to say: its map of shops, its Tower, its printed figures."""

from __future__ import annotations

import re

import pytest

from engines import chance, play
from engines.api import Over
from engines.yspahan.board import BUILDING, BUILDINGS, CARDS, LINKS, ROAD, SALES, SHOPS, SOUKS
from pbem.mail.compose import Page
from tests.engines.yspahan.yspahan_table import table
from tests.pbem.templates import words
from tests.pbem.templates.words import Moment
from tests.pbem.templates.yspahan_words import NAME, PLAYERS, YSPAHAN

ENGINE = YSPAHAN.engine
MARKS = dict(enumerate("ABCD", 1))


def test_the_rules_know_the_printed_figures() -> None:
    """Souks with their points, prices of buildings, cards, and what lies beside each square of the road."""
    told = words.rules(YSPAHAN)
    assert [souk.name for souk in SOUKS if not re.search(rf"\b{souk.name} {souk.points}\b", told)] == []
    gold = [f", {one.gold} gold" if one.gold else "" for one in BUILDINGS]
    prices = [f"{one.name.capitalize()} {one.camels} camels{more}" for one, more in zip(BUILDINGS, gold, strict=True)]
    flattened = " ".join(told.split())
    assert [price for price in prices if price not in flattened] == []
    assert [card for card in CARDS if card not in told] == []
    shops = [" and ".join(SHOPS[shop] for shop in touched) for touched in LINKS]
    squares = [f"{square} {names}".strip() for square, names in zip(ROAD, shops, strict=True)]
    assert [square for square in squares if square not in flattened] == []


def test_the_shared_words_agree_with_the_engine() -> None:
    """Each card and each building is explained, with the limits that the engine keeps."""
    terms = words.renderer()._module("yspahan/terms.txt")
    assert tuple(terms.effects) == CARDS
    assert tuple(terms.powers) == tuple(BUILDING)
    assert [card for card, sale in SALES.items() if f"1 to {sale.most} {sale.pays}" not in terms.effects[card]] == []


def test_text_and_html_boards_show_the_same_figures() -> None:
    """The souks, the day and the Supervisor stand on both boards."""
    for page in words.pages(YSPAHAN, every=9):
        text, html = words.boards(YSPAHAN, page)
        squeezed = words.squeezed(html)
        for souk, points in re.findall(r"[+ ]((?:sack|barrel|chest|vase)\d) +(\d+) ", text):
            assert f"{souk} {points} point" in html
        assert words.squeezed(text.split("\n")[0]) in squeezed
        assert text.count("@") == 1 + html.count(f"{page.view['supervisor']}@") - _touching(page) == 2


def _touching(page: Page) -> int:
    """Return how many shops lie beside the Supervisor; the HTML board shows him below each of them, too."""
    return sum(len(square["shops"]) for square in page.view["road"] if square["square"] == page.view["supervisor"]) - (
        page.view["supervisor"] == "C"
    )


def map_of(state: object) -> list[str]:
    """Return the lines of the map on the board that an onlooker sees."""
    page = words.page(ENGINE, Moment(state, ()), None)
    lines = words.boards(YSPAHAN, page)[0].split("\n")
    start = next(number for number, line in enumerate(lines) if line.startswith("CHEST"))
    return lines[start : start + 16]


def test_the_map_shows_every_shop_and_who_holds_it() -> None:
    """Cubes are capitals beside their road square and in their souk; souks are marked when complete."""
    owned = table(3).cubes("A", "chest3.a", "vase1.a", "sack6.f").cubes("B", "barrel2.a", "barrel2.b")
    state = owned.cubes("C", "sack3.b").supervisor("W3").state
    assert "\n".join(map_of(state)) == (
        """\
CHEST   pts shops                   4b |N4 |     VASE    pts shops
 chest2   4 a b                        |N3 | 2a  +vase1    4 A
 chest3   6 A b c                   4a |N2 |      vase2    6 a | b
 chest4   8 a b | c d                  |N1 | 1aA  vase3   12 a b c
3aA     3b      3c      2a      2b     |   |1aA     3a      3b      3c
---------------------------------------+   +----------------------------
W10 W9  W8  W7  W6  W5  W4  W3@ W2  W1  C   E1  E2  E3  E4  E5  E6  E7
---------------------------------------+   +----------------------------
    6a      5a      5b      3a      3bC|   |2aB 2bB     4a      4b
SACK    pts shops                   3bC|S1 | 2aB BARREL  pts shops
 sack3    3 a C c                   3c |S2 |     +barrel2  3 B B
 sack4    4 a b | c d                  |S3 | 3a   barrel3  4 a | b c
 sack5    6 a b | c d e             4a |S4 |      barrel4  6 a b | c d
 sack6    8 a | b c d e A              |S5 | 5b   barrel5  8 a b | c d e
                                    4b |S6 |
                                       |S7 | 5a"""
    )


def test_the_map_is_true_on_every_board() -> None:
    """Each square of the road has beside it the shops it touches, north, south, east or west, with their owners."""
    for page in words.pages(YSPAHAN, every=9):
        text = words.boards(YSPAHAN, page)[0]
        touched = sorted(re.findall(r"\b\d[a-f][A-D]?(?=[ |\n])", text.partition("CHEST")[2].partition("@ is")[0]))
        told = [
            f"{shop['shop'][-3]}{shop['shop'][-1]}{MARKS[shop['owner']] if shop['owner'] else ''}"
            for square in page.view["road"]
            for shop in square["shops"]
        ]
        assert touched == sorted(told)


def test_the_tower_is_drawn_die_by_die() -> None:
    """Dice stand with their faces, yellow ones in brackets and explained; many of them as a number."""
    state = table(3).tower("camel 3x1 y1", "gold 11x6 y2").state
    text, html = words.boards(YSPAHAN, words.page(ENGINE, Moment(state, ()), None))
    assert re.search(r"^ camel   1 1 \(1\) +\(6\) is a yellow die.$", text, re.MULTILINE)
    assert " gold    11 dice of 6, 2 yellow" in text
    assert "(6) is a yellow die." in html


def test_the_example_is_a_whole_turn() -> None:
    """Where a turn begins, the example ends it in one line, or hands over to whoever is asked for a camel."""
    for moment, page, example in words.examples(YSPAHAN):
        if page.prompt == "choose":
            if "place" in example and "end" not in example:
                continue  # more cubes than a line can name
            state = play.play(ENGINE, moment.state, page.you, example.split("; "), chance.Stream(bytes(32))).state
            after = ENGINE.pending(state)
            assert (
                isinstance(after, Over)
                or after.prompt == "camel"
                or state.turn != moment.state.turn
                or (state.day != moment.state.day)
            ), example


def test_a_drawn_card_is_named_to_its_player_alone() -> None:
    """The seat that drew reads the card, everybody else only that one was drawn."""
    names = words.seats_of(2)
    public = {"seat": 1, "reason": "group", "square": "sack"}
    own = words.say(NAME, "news", "card_drawn", {**public, "card": "gold_3"}, names, 1, {})
    assert own == "You drew the card gold_3 (3 gold) with the group of sack."
    assert words.say(NAME, "news", "card_drawn", public, names, 2, {}) == "Ann drew a card with the group of sack."


@pytest.mark.parametrize("players", PLAYERS)
def test_a_game_of_examples_is_played_well(players: int) -> None:
    """Who copies nothing but examples has cubes sold, buildings and a loaded caravan at the end."""
    state = words.copied(YSPAHAN, players).state
    assert min(player.points for player in state.players) > 20
    assert min(len(player.buildings) for player in state.players) > 2
