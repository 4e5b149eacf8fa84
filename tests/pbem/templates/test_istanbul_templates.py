"""What only Istanbul has to say: its board of places, its cards, its words for goods and places."""

from __future__ import annotations

import re

from engines.istanbul.terms import CARDS, COLOURS, PLACES
from engines.istanbul.wording import CARD_WORDS
from tests.pbem.templates import words
from tests.pbem.templates.istanbul_words import ISTANBUL, NAME

BOARD_WIDTH = 69


def test_the_grid_of_places_is_closed() -> None:
    """On every page the lines of the grid have one length, and borders at both ends."""
    for written in words.written(ISTANBUL):
        grid = [line for line in written.text.split("\n") if line.startswith(("+-", "|"))]
        assert [line for line in grid if len(line) != BOARD_WIDTH or not line.endswith(("+", "|"))] == []


def test_the_rules_tell_each_place() -> None:
    """The overview names the places but for those that differ by a good only."""
    overview = words.say(NAME, "rules", "places")
    assert [place for place in PLACES[5:] if place not in overview] == []


def test_text_and_html_boards_show_the_same_figures() -> None:
    """What each place asks for stands on both boards."""
    for page in words.pages(ISTANBUL, every=9):
        text, html = words.boards(ISTANBUL, page)
        for ruby in re.findall(r"rubies \d+|ruby: \d+ Lira|\d+ to draw|next \w+", text):
            assert words.squeezed(ruby) in words.squeezed(html) or ruby == "rubies 0"


def test_a_drawn_card_is_named_to_its_player_alone() -> None:
    """The seat that drew reads the card, everybody else only that one was drawn."""
    names = words.seats_of(2)
    own = {"seat": 1, "cards": 1, "card": "move34"}
    assert words.say(NAME, "news", "drew", own, names, 1, {}) == "You drew the card move3 (move 3 or 4 places)."
    assert words.say(NAME, "news", "drew", {"seat": 1, "cards": 1}, names, 2, {}) == "Ann drew a card."


def test_the_shared_words_agree_with_the_engine() -> None:
    """Cards, places and colours are called in sentences as orders call them."""
    terms = words.renderer()._module("istanbul/terms.txt")
    assert terms.cards == CARD_WORDS
    assert set(terms.effects) == set(CARDS)
    assert tuple(terms.places) == PLACES
    assert tuple(terms.player_colours) == COLOURS
