"""What only Silk Road has to say: its map, its caravans, whole turns as examples, what is behind the screens."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from engines import chance, play
from engines.silkroad.names import FIELDS, GOODS
from pbem.mail.compose import Page
from tests.engines.silkroad.silkroad_table import Table
from tests.pbem.templates import words
from tests.pbem.templates.silkroad_words import NAME, SILKROAD, hosts_map
from tests.pbem.templates.words import Moment

ENGINE = SILKROAD.engine


def test_the_orders_are_those_of_the_hints() -> None:
    """Every verb of an order is a kind that the hints tell apart."""
    assert {row.verb for row in ENGINE.orders} == SILKROAD.kinds


def test_the_rules_use_the_words_of_the_fields() -> None:
    """Each field is named in the rules as on the board."""
    told = " ".join(words.rules(SILKROAD).split())
    terms = words.renderer()._module(f"{NAME}/terms.txt")
    fields = {terms.fields[field] for field in FIELDS if not field.startswith("small_")}
    assert [field for field in sorted(fields) if field not in told] == []


def test_text_and_html_boards_show_the_same_figures() -> None:
    """Places with their fields, jewels and numbers of cards, and caravans are on both."""
    for page in words.pages(SILKROAD, every=9):
        text, html = words.boards(SILKROAD, page)
        for place, field, spans in drawn(text, page):
            counts = [f"{caravan} {span}" for caravan, span in enumerate(spans, 1) if span != "."]
            assert " ".join([place, *field.split(), *counts]) in html
        for caravan in page.view["caravans"]:
            loads = ", ".join(f"{camel['good']} {camel['number']}" for camel in caravan["camels"])
            assert loads in " ".join(text.split())
            assert loads in html


def drawn(text: str, page: Page) -> Iterator[tuple[str, str, list[str]]]:
    """Yield each place of the text board with its field and the cards that take the caravans there."""
    names = {place["name"].upper()[:15]: place["name"] for place in page.view["places"]}
    for line in text.split("\n"):
        found = re.fullmatch(r"(?:\[\d\]|   ) (?:o  |\|\) |\|\\ |\| \\|  \\) (.*?)((?: +[\d,.-]+){3})", line)
        if found:
            name = next(one for one in sorted(names, key=len, reverse=True) if found[1].strip().upper().startswith(one))
            yield names[name], found[1].strip()[len(name) :], found[2].split()


def test_every_place_is_drawn_once_with_its_reach() -> None:
    """On every map each place has its line, with the numbers of cards that the view has for it."""
    for page in words.pages(SILKROAD, every=7):
        text, _ = words.boards(SILKROAD, page)
        lines = list(drawn(text, page))
        assert sorted(name for name, _, _ in lines) == sorted(place["name"] for place in page.view["places"])
        ways = {
            (end["name"], caravan["caravan"]): step["cards"]
            for caravan in page.view["caravans"]
            for step in caravan["reach"][::-1]
            for end in step["ends"]
        }
        for name, _, spans in lines:
            for caravan, span in enumerate(spans, 1):
                assert re.split("[-,]", span)[0] == str(ways.get((name, caravan), "."))


def test_a_host_s_map_is_drawn_whole() -> None:
    """Eleven villages on the ring, three on a branch, one beside it, and cities whose order is another."""
    first = next(words.stops(ENGINE, 2, options={"map": hosts_map()}))
    text, html = words.boards(SILKROAD, words.page(ENGINE, first, 1))
    ring = re.findall(r"^(?:\[\d\]|   ) o   (\w+)", text.partition("Beside the ring")[0], re.MULTILINE)
    assert len(ring) == 11
    branch = text[text.index("Palmyra") : text.index("Trapezunt")]
    assert re.findall(r"Antiochia|Ankyra|Edessa-on-Sea|BYZANZ", branch) == [
        "Antiochia",
        "Ankyra",
        "Edessa-on-Sea",
        "BYZANZ",
    ]
    assert "Gilgit" in text.partition("Beside the ring")[2]
    order = "The cities clockwise: Byzanz, Samarkand, Tashkent, Chang'an, Yspahan, Amritsa"
    assert order in " ".join(text.split())
    assert order in html


@pytest.mark.parametrize(
    ("table", "example"),
    [
        (
            Table("AB").hand("A", "2 silk").caravan(1, [10], at="tashkent", to="yspahan"),
            "move 1 kaschgar 2 silk; draw 2; sell",
        ),
        (Table("AB").hand("A", "tea").lay_out(B="2 ivory"), "move 2 lahore 1 tea; draw 2; rob 2 ivory"),
        (
            Table("AB").hand("A", "ivory").lay_out(A="silk, tea"),
            "move 3 lanzhou 1 ivory; draw 2; bazaar silk ivory tea",
        ),
        (
            Table("AB").hand("A", "2 tea").caravan(2, [6, 5], at="merw", to="samarkand", jewels="red blue"),
            "move 2 samarkand 2 tea; draw 2; sell blue",
        ),
    ],
)
def test_the_example_is_a_whole_turn(table: Table, example: str) -> None:
    """Laying, drawing and what the field asks stand in one line, as far as they are known before."""
    page = words.page(ENGINE, Moment(table.open("ivory ivory porcelain").ready(), ()), 1)
    assert words.say(NAME, "prompt", "example", page.view, page.names, 1) == example


def test_examples_lay_and_draw_in_one_line() -> None:
    """Many of the pages that ask for cards to be laid show what to draw, too."""
    lays = [example for example in words.examples(SILKROAD) if example.page.prompt == "lay"]
    assert len([example for example in lays if "; draw" in example.line]) > 20


def test_a_sale_names_its_price_its_jewels_and_the_swap() -> None:
    """The prompt tells half of the cards, rounded up, the jewels there, and whose cameleer comes in return."""
    table = Table("ABC").lay_out(A="3 silk", B="3 silk", C="tea").cameleers("A3 B5 C1")
    table.caravan(3, [10, 6, 3], at="byzanz", to="byzanz", jewels="blue red red").row(1, 2, 4, 5, 7, 8, 9)
    moment = Moment(table.arrived(3).act().ready(), ())
    page = words.page(ENGINE, moment, 2)
    assert words.say(NAME, "prompt", "sell", page.view, page.names, 2) == (
        "You may sell silk 10 at the large market of Byzanz, for 2 of your 3 cards of silk. It brings a jewel (blue or "
        "red). You then swap cameleers with Ann, who has as many cards. Then tea 6, ivory 3 will be on offer."
    )
    hint = words.say(NAME, "prompt", "hint", "sell red", page.choices[1].hint, page.names, 2)
    assert hint == "2 of your 3 silk for a red jewel, 1 point, and you swap cameleers with Ann"


def test_hints_of_moves_tell_what_will_be_void() -> None:
    """A market whose good the caravan lacks, and a camel field for smaller caravans, are said to bring nothing."""
    table = Table("AB").hand("A", "2 silk").caravan(2, [7, 6], at="amritsa", to="samarkand", jewels="red blue")
    page = words.page(ENGINE, Moment(table.do("A", "lay 2 silk").ready(), ()), 1)
    hints = {one.text: words.say(NAME, "prompt", "hint", one.text, one.hint, page.names, 1) for one in page.choices}
    assert hints["move 2 leh"] == "market ivory, but it carries none"


def test_hands_and_jewels_of_others_are_on_no_board() -> None:
    """With 77 cards of tea in another's hand, 99 jewels and 98 markers, no board of a third reader holds these."""
    for moment in words.moments(SILKROAD)[::11]:
        if words.asked_at(ENGINE, moment.state):
            other = moment.state.players[0]
            rich = other._replace(hand=(0, 0, 0, 0, 77), jewels=(99, 0, 0, 0, 0), markers=98)
            state = moment.state._replace(players=(rich, *moment.state.players[1:]))
            for seat in words.readers(ENGINE, state)[1:]:
                text, html = words.boards(SILKROAD, words.page(ENGINE, Moment(state, ()), seat))
                assert re.search(r"\b(99|98) |\b77 tea", text + html) is None
                # Only the number of cards in a hand is public.
                assert len(re.findall(r"\b77\b", text)) == 1


def test_a_drawn_card_is_named_to_its_player_alone() -> None:
    """The seat that drew reads the card, everybody else only that one was drawn; an open card is named to all."""
    names = words.seats_of(2)
    own = {"seat": 1, "source": "pile", "good": "tea"}
    assert words.say(NAME, "news", "drew", own, names, 1, {}) == "You took tea from the pile."
    hidden = {"seat": 1, "source": "pile"}
    assert words.say(NAME, "news", "drew", hidden, names, 2, {}) == "Ann took a card from the pile."
    shown = {"seat": 1, "source": "open", "good": "tea"}
    assert words.say(NAME, "news", "drew", shown, names, 2, {}) == "Ann took the open tea."


def test_a_turn_stands_together_under_its_player() -> None:
    """What one player did in a turn is one paragraph that begins with the name."""
    table = Table("AB").hand("A", "2 silk").open("silk tea ivory").pile("tea silk ivory").bag("red")
    state = table.ready()
    played = play.play(ENGINE, state, 1, ["move 2 leh 2 silk", "draw silk"], chance.Stream(bytes(32)))
    text = words.write(words.page(ENGINE, Moment(played.state, played.entries), 2)).text
    assert " ".join(words.section(text, "SINCE YOUR LAST MAIL").split()) == (
        "Ann laid 2 silk; moved caravan 2 from Amritsa to Leh (market ivory); took the open silk; the market ivory at "
        "Leh had no effect: the caravan carries no such good; the open cards were filled up with 1 tea."
    )


def test_the_shared_words_agree_with_the_engine() -> None:
    """Goods and fields are those of the engine."""
    terms = words.renderer()._module(f"{NAME}/terms.txt")
    assert tuple(terms.goods) == GOODS
    assert set(terms.fields) == {*FIELDS, "large_market", ""}


def test_the_last_page_tells_what_was_behind_the_screens() -> None:
    """The points that everybody had stand on the last page of each reader."""
    for players in SILKROAD.ends:
        moment = words.ended(SILKROAD, players)
        standings = ENGINE.pending(moment.state).standings
        for seat in words.readers(ENGINE, moment.state):
            text = words.write(words.page(ENGINE, moment, seat)).text
            shown = re.findall(r"; (\d+) points?$", text, re.MULTILINE)
            assert sorted(shown) == sorted(str(one.score) for one in standings)
