"""Yspahan in words: every page of random and of stand-ins' games of two to four, for every seat and an onlooker."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import get_args

import pytest

from engines import chance, play
from engines.api import Ask, Illegal, Over
from engines.yspahan import course
from engines.yspahan.actions import Action
from engines.yspahan.board import BUILDING, BUILDINGS, CARDS, LINKS, ROAD, SALES, SHOPS, SOUKS
from pbem.mail.compose import Page
from pbem.service.create import Bot
from tests.engines.yspahan.yspahan_table import table
from tests.pbem.house import House, flat, text_of
from tests.pbem.templates import words
from tests.pbem.templates.words import Moment

GAME = "yspahan"
ENGINE = words.engine_named(GAME)
PLAYERS = (2, 3, 4)
MARKS = dict(enumerate("ABCD", 1))
REASONS = words.constants(
    GAME,
    {"illegal": 0, "unreadable": 0, "ambiguous": 0, "Illegal": 1},
    ("_UNDER_WAY",),
    ("_in_supply", "_in_choose", "_in_finish"),
)
EVENTS = words.constants(GAME, {"Event": 0})
PROMPTS = sorted({*course._OPTIONS, "camel"})
STEPS = sorted({kind._field_defaults["step"] for kind in get_args(Action)})
LINES = (
    """
roll|roll 2 yellow|roll 9|roll x|roll 3|take camel|take gold|take sack|take|take jade|take camel extra swap
take gold extra gold_3 extra swap|take camel extra camels_3|take card vase|place sack|place vase|place gold|place
place sack4|place sack4.d sack4.c sack3.a|place vase1 vase1 vase1 vase1|place barrel2 barrel2 barrel2 barrel2 barrel2
place sack3 barrel3|place sack3.z|place chest2.a|place sack6.f|place chest3 chest3 chest3 chest3 chest3 chest3 chest3
place vase2 vase3|place barrel5.a|place camel sack|supervisor W3|supervisor W11|supervisor E7|supervisor N4
supervisor S7 with gold|supervisor C with camel|supervisor E1 with camel first vase1.a|supervisor W3 first vase1.a
supervisor|supervisor sack|supervisor vase|supervisor W3 E1|supervisor S1|supervisor W1|draw sack|draw|draw vase
draw card|extra swap|extra gold_3|extra|extra cube_to_shop|card camels_3|card gold_3|card gold_to_vp 11|card gold_to_vp
card gold_to_vp 2 camels|card camels_to_vp 9|card camels_to_vp 1|card swap 2|card swap 2 gold|card swap 2 gold 2 camels
card swap 50 camels|card cube_to_shop vase1|card cube_to_shop sack|card cube_to_shop|card cube_to_caravan
card build_no_gold|card build_no_camels|card|card joker|give 3 gold|give 3|give 99 camels|give|give 1 camel 1 gold
build paddock|build hammam|build shop|build caravanserai|build bazaar|build hoist|build hoist with build_no_gold
build paddock with build_no_gold|build paddock with sack|build paddock with camel|build|build palace|build p s|build h
build paddock hammam|aside sack|aside camel|aside|first vase1.a|first sack3.b|first|pay camel|keep camel
pay camel sack3.a|keep camel vase3.c|end|end now|e|dance||c
""".replace("\n", "|")
    .strip("|")
    .split("|")
)
RARE = {
    "only_two_players": {},
    "owned_already": {"building": "bazaar"},
    "shop_taken": {"shop": "sack3.a", "owner": 1},
    "souk_of_another": {"shop": "sack3.b", "souk": "sack3", "owner": 2},
    "amount_wanted": {"card": "swap", "cubes": 0, "square": ""},
    "wrong_amount": {"card": "swap", "kind": "gold", "asked": 3, "have": 1, "limit": None},
    "ambiguous_word": {"word": "b", "choices": ["barrel", "bazaar"]},
    "built_already": {"building": "hammam"},
    "card_saves_nothing": {"building": "paddock", "card": "build_no_gold"},
    "game_over": {},
    "no_building_affordable": {},
    "no_card_left": {},
    "no_open_shop": {"square": "vase"},
    "no_open_shop_anywhere": {"card": "cube_to_shop"},
    "no_such_seat": {"seat": 9, "seats": 3},
    "not_your_turn": {"asked": [2, 3]},
    "only_yellow": {"square": "sack"},
    "other_shop_asked": {"shop": "vase1.a", "asked": "sack3.a"},
    "player_count": {"players": 1, "seats": [2, 4]},
    "rolled_already": {},
    "unknown_answer": {"question": "camel", "answer": "perhaps"},
    "unknown_option": {"option": "colour"},
    "unknown_question": {"question": "x"},
    "extra_serves_nothing": {"card": "swap"},
    "nothing_to_give": {"card": "swap"},
    "nothing_to_answer": {},
    "souk_full": {"souk": "vase1", "owner": 2},
    "several_groups": {"to": "W3", "squares": ["sack", "vase"]},
    "yellow_too_dear": {"dice": 2, "cost": 2, "have": 1},
    "roll_first": {},
    "one_direction": {},
    "wrong_kind": {"card": "gold_to_vp", "kind": "gold"},
    "first_wanted": {"card": "", "cubes": 0, "square": ""},
    "not_struck": {"shop": "vase1.a", "shops": []},
    "shop_wanted": {"card": "cube_to_shop", "cubes": 0, "square": ""},
    "building_wanted": {"card": "", "cubes": 0, "square": "sack"},
    "camel_question_first": {},
}
"""Facts of the refusals that do not come up in every handful of games."""


@lru_cache
def moments() -> tuple[Moment, ...]:
    """Return stops of games of two, three and four: wild ones, stand-ins' ones, rare prompts, and the ends."""
    found: list[Moment] = []
    for players, seed, level in ((2, 3, None), (3, 4, 2), (4, 5, None)):
        found += words.game(ENGINE, players, seed=seed, steps=240, level=level)
    return (*found[::4], *rare_prompts(found), *two_struck(), *map(ended, PLAYERS))


def two_struck() -> Iterator[Moment]:
    """Yield the question which of two struck cubes goes first, and what follows, in games of two to four."""
    for players in PLAYERS:
        laid = table(players).cubes("A", "vase1.a", "sack3.b").cubes("B", "barrel2.a").stock("B", camels=2)
        yield Moment((asked := laid.tower("camel 2x1").do("A", "supervisor E1 with camel")).state, asked.entries)
        yield Moment((after := asked.do("A", "first barrel2.a")).state, after.entries)


def rare_prompts(stops: Sequence[Moment]) -> Iterator[Moment]:
    """Yield a stop of each prompt that is found among these."""
    seen: set[str] = set()
    for moment in stops:
        pending = ENGINE.pending(moment.state)
        if isinstance(pending, Ask) and pending.prompt not in seen:
            seen.add(pending.prompt)
            yield moment


@lru_cache
def ended(players: int) -> Moment:
    """Return the end of a game of good stand-ins."""
    *_, last = words.game(ENGINE, players, seed=6, steps=3_000, level=2)
    assert isinstance(ENGINE.pending(last.state), Over)
    return last


def asked_at(moment: Moment) -> tuple[int, ...]:
    """Return the seats that are asked, none at the end."""
    pending = ENGINE.pending(moment.state)
    return pending.seats if isinstance(pending, Ask) else ()


def pages(every: int = 1) -> Iterator[Page]:
    """Yield the page of whoever is asked at each stop, and at some of them those of all others."""
    for number, moment in enumerate(moments()[::every]):
        for seat in words.readers(ENGINE, moment.state):
            if seat in asked_at(moment) or number % 20 == 0:
                yield words.page(ENGINE, moment, seat)


def boards(page: Page) -> tuple[str, str]:
    """Return the board of a page as text, and the words of its HTML twin."""
    context = {"view": page.view, "names": page.names, "you": page.you, "marks": MARKS}
    return words.fill(f"{GAME}/board.txt", **context), words.plain(words.fill(f"{GAME}/board.html", **context))


def test_every_page_keeps_to_plain_text_and_small_sound_html() -> None:
    """No line over 72 columns, no blank at its end; tags match, colours come in pairs, nothing is loaded."""
    faults: list[str] = []
    for page in pages():
        written = words.write(page)
        faults += words.text_faults(written.text) + words.html_faults(written.html)
    assert faults == []


def test_every_sentence_is_one() -> None:
    """News, prompts and hints hold no break, no doubled blank, and end as sentences do."""
    faults: list[str] = []
    for page in pages():
        for item in page.news:
            faults += words.sentence_faults(words.say(GAME, "news", item.kind, item.data, page.names, page.you, {}))
        if page.prompt is not None:
            faults += words.sentence_faults(words.say(GAME, "prompt", page.prompt, page.view, page.names, page.you))
        for choice in page.choices:
            hint = words.say(GAME, "prompt", "hint", choice.text, choice.hint, page.names, page.you)
            faults += [repr(hint)] if not hint or re.search(r"\n|  |None|-\d", hint) else []
    assert faults == []


@pytest.mark.parametrize("kind", sorted(EVENTS))
def test_every_event_has_its_sentence(kind: str) -> None:
    """Each kind of event that the engine's source tells has words of the game's own."""
    assert words.renderer().has(GAME, "news", kind)


@pytest.mark.parametrize("reason", sorted(REASONS))
def test_every_refusal_has_its_sentence(reason: str) -> None:
    """Each reason that the engine's source gives has words."""
    assert words.knows(GAME, "errors", reason)


@pytest.mark.parametrize("prompt", PROMPTS)
def test_every_phase_has_its_prompt(prompt: str) -> None:
    """Each phase in which a seat is asked is put into words."""
    assert words.renderer().has(GAME, "prompt", prompt)


@pytest.mark.parametrize("step", STEPS)
def test_every_kind_of_order_has_its_hint(step: str) -> None:
    """The hints name each kind of order that a menu can hold."""
    assert f'"{step}"' in words.macros(GAME, "prompt")["hint"]


def test_no_words_are_left_over() -> None:
    """Every sentence of the catalogues belongs to an event or a reason that still exists."""
    assert set(words.macros(GAME, "news")) - {"gift", "why"} == EVENTS
    assert set(words.macros(GAME, "errors")) <= REASONS


def test_every_prompt_comes_up_in_these_pages() -> None:
    """What is tested here of pages is tested of each prompt."""
    assert {page.prompt for page in pages() if page.prompt} == set(PROMPTS)


def test_every_about_has_its_help() -> None:
    """Orders, questions and options are explained, and nothing else."""
    tables = (ENGINE.orders, ENGINE.questions, ENGINE.options)
    assert set(words.macros(GAME, "help")) == {row.about for table in tables for row in table}


def rules() -> str:
    """Return all topics of the rules."""
    return " ".join(words.say(GAME, "rules", topic) for topic in words.renderer().topics(GAME))


def test_the_rules_use_the_words_of_the_orders() -> None:
    """Each order word stands in the rules, but for the one that only answers a card's question."""
    assert {row.verb for row in ENGINE.orders if not re.search(rf"\b{row.verb}\b", rules())} == {"give"}


def test_rules_are_lines_of_a_mail() -> None:
    """Every topic fits into 72 columns, and every topic named in the rules exists."""
    topics = words.renderer().topics(GAME)
    assert [fault for topic in topics for fault in words.text_faults(words.say(GAME, "rules", topic))] == []
    assert set(re.findall(r'"rules (\w+)"', rules())) <= set(topics)
    assert topics == list(words.macros(GAME, "rules"))


def test_the_rules_know_the_printed_figures() -> None:
    """Souks with their points, prices of buildings, cards, and what lies beside each square of the road."""
    told = rules()
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


def test_text_and_html_say_the_same() -> None:
    """News, choices, hints and example of the two parts have the same words in the same order."""
    for page in pages(4):
        written = words.write(page)
        html = words.squeezed(words.plain(written.html))
        for heading in ("SINCE YOUR LAST MAIL", "YOU CAN NOW"):
            for line in words.section(written.text, heading).split("\n"):
                if line and not line.startswith("For example:"):
                    assert words.squeezed(line) in html
        assert words.squeezed(words.example_of(written.text)) in html


def test_text_and_html_boards_show_the_same_figures() -> None:
    """The rows of the players and the souks, the day and the Supervisor stand on both boards."""
    for page in pages(9):
        text, html = boards(page)
        squeezed = words.squeezed(html)
        rows = re.findall(r"^([* ]) ([A-D] \w+) ( .*)$", text, re.MULTILINE)
        assert [name for _, name, _ in rows] == [f"{MARKS[seat]} {name}" for seat, name in page.names.items()]
        for star, name, figures in rows:
            assert " ".join(f"{name} {star} {figures}".split()) in html
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
    lines = boards(page)[0].split("\n")
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
    for page in pages(9):
        text = boards(page)[0]
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
    text, html = boards(words.page(ENGINE, Moment(state, ()), None))
    assert re.search(r"^ camel   1 1 \(1\) +\(6\) is a yellow die.$", text, re.MULTILINE)
    assert " gold    11 dice of 6, 2 yellow" in text
    assert "(6) is a yellow die." in html


def test_the_example_is_legal_now() -> None:
    """Whatever is asked, whoever copies the example has it played, as far as nobody else is asked in the middle."""
    for number, moment in enumerate(moments()):
        for seat in asked_at(moment):
            page = words.page(ENGINE, moment, seat)
            example = words.say(GAME, "prompt", "example", page.view, page.names, seat)
            assert example
            assert len(example) < 59
            assert "\n" not in example
            stream = chance.Stream(bytes([number % 256]) * 32)
            played = play.play(ENGINE, moment.state, seat, example.split("; "), stream)
            assert played.lines[0].result == "done", example
            assert {line.result for line in played.lines} <= {"done", "waits"}, example


def test_the_example_is_a_whole_turn() -> None:
    """Where a turn begins, the example ends it in one line, or hands over to whoever is asked for a camel."""
    for moment in moments():
        pending = ENGINE.pending(moment.state)
        if isinstance(pending, Ask) and pending.prompt == "choose":
            page = words.page(ENGINE, moment, pending.turn)
            example = words.say(GAME, "prompt", "example", page.view, page.names, page.you)
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


def test_refusals_are_tidy_sentences() -> None:
    """Lines of all sorts at all stages, and the rare ones: each refusal there is becomes one tidy sentence."""
    said = {(reason, words.say(GAME, "errors", reason, facts, words.seats_of(3), 1)) for reason, facts in RARE.items()}
    for moment in rare_prompts(moments()):
        names = words.seats_of(len(moment.state.players))
        refusals = [refusal for text in LINES if (refusal := _refused(moment, text)) is not None]
        said |= {(one.reason, words.say(GAME, "errors", one.reason, one.facts, names, 1)) for one in refusals}
    assert [fault for _, sentence in said for fault in words.sentence_faults(sentence)] == []
    assert {reason for reason, _ in said} == REASONS


def _refused(moment: Moment, text: str) -> Illegal | None:
    seat = getattr(ENGINE.pending(moment.state), "seats", (1,))[0]
    try:
        steps = ENGINE.parse(moment.state, seat, text)
        if steps:
            ENGINE.apply(moment.state, seat, steps[0])
    except Illegal as illegal:
        return illegal
    return None


@pytest.mark.parametrize(
    ("reason", "facts", "sentence"),
    [
        (
            "building_too_dear",
            {"building": "hoist", "camels": 4, "gold": 4, "have_camels": 1, "have_gold": 7},
            "The Hoist costs 4 camels and 4 gold; you have 1 camel and 7 gold.",
        ),
        (
            "too_far",
            {"to": "E7", "steps": 7, "value": 3, "cost": 4, "have": 2},
            "E7 is 7 squares away; with dice of 3 that costs 4 gold, and you have 2.",
        ),
        (
            "wrong_amount",
            {"card": "gold_to_vp", "kind": "gold", "asked": 11, "have": 12, "limit": 10},
            "You cannot give 11 gold for the card gold_to_vp; it can be 1 to 10.",
        ),
        (
            "wrong_amount",
            {"card": "swap", "kind": "camels", "asked": 4, "have": 3, "limit": None},
            "You cannot give 4 camels for the card swap; it can be 1 to 3, as you have 3.",
        ),
        (
            "wrong_amount",
            {"card": "swap", "kind": "camels", "asked": 4, "have": 0, "limit": None},
            "You cannot give 4 camels for the card swap; you have none.",
        ),
        ("shop_taken", {"shop": "vase1.a", "owner": 1}, "In vase1.a there is a cube of yours already."),
        ("shop_taken", {"shop": "vase1.a", "owner": 2}, "In vase1.a there is a cube of Bob already."),
        ("not_your_turn", {"asked": [2, 3]}, "It is not your turn; the game waits for Bob and Cem."),
        ("not_your_turn", {}, "You are not asked for an order now."),
    ],
)
def test_refusals_are_exact(reason: str, facts: dict[str, object], sentence: str) -> None:
    """A refusal names its figures; a reason that the service shares is said for both kinds of facts."""
    assert words.say(GAME, "errors", reason, facts, words.seats_of(3), 1) == sentence


def test_hidden_cards_of_others_are_on_no_page() -> None:
    """With a card of an impossible name in every other hand and in the deck, no page of a reader holds that name."""
    for moment in moments()[::5]:
        for seat in words.readers(ENGINE, moment.state):
            state = moment.state._replace(
                players=tuple(
                    player.with_hand(("zzcanary",) * len(player.hand)) if number != seat else player
                    for number, player in enumerate(moment.state.players, 1)
                ),
                deck=("zzcanary",) * len(moment.state.deck),
            )
            written = words.write(words.page(ENGINE, Moment(state, moment.entries), seat))
            assert "zzcanary" not in written.text + written.html


def test_pages_are_the_same_whatever_is_hidden() -> None:
    """After the hidden things were dealt anew, a seat's page is the same to the letter."""
    for number, moment in enumerate(moments()[::7]):
        if asked_at(moment):
            for seat in range(1, len(moment.state.players) + 1):
                again = ENGINE.resample(moment.state, seat, random.Random(number))
                first = words.write(words.page(ENGINE, moment, seat))
                assert words.write(words.page(ENGINE, Moment(again, moment.entries), seat)) == first


def test_a_drawn_card_is_named_to_its_player_alone() -> None:
    """The seat that drew reads the card, everybody else only that one was drawn."""
    names = words.seats_of(2)
    public = {"seat": 1, "reason": "group", "square": "sack"}
    own = words.say(GAME, "news", "card_drawn", {**public, "card": "gold_3"}, names, 1, {})
    assert own == "You drew the card gold_3 (3 gold) with the group of sack."
    assert words.say(GAME, "news", "card_drawn", public, names, 2, {}) == "Ann drew a card with the group of sack."


def test_news_of_one_person_stand_together() -> None:
    """Every sentence about a seat begins with its name, so that the mail says the name once."""
    for page in pages():
        for item in page.news:
            if (seat := item.data.get("seat")) is not None:
                sentence = words.say(GAME, "news", item.kind, item.data, page.names, page.you, {})
                assert sentence.startswith("You " if seat == page.you else f"{page.names[seat]} ")


def test_strange_names_break_no_line() -> None:
    """Long, wide and angry names are cut in tables, wrapped in sentences and escaped in HTML."""
    names = (
        "Maximilian-Alexander Freiherr von und zu",
        "\u6771\u4eac\u90fd\u5e81\u5c71\u7530\u592a\u90ce",
        "Zo\u00eb <b>&",
    )
    *_, moment = words.game(ENGINE, 3, seed=2, steps=60)
    for one in (moment, ended(3)._replace(entries=())):
        for seat in (1, 2, 3, None):
            page = words.page(ENGINE, one, seat)
            written = words.write(page._replace(names=dict(enumerate(names, 1)), waiting=[]))
            assert [fault for fault in words.text_faults(written.text) if "columns" in fault] == []
            assert words.html_faults(written.html) == []
            assert "<b>&" not in written.html


@pytest.mark.parametrize("players", PLAYERS)
def test_a_whole_game_by_its_own_examples(players: int) -> None:
    """Who copies nothing but examples comes to the end of the game, with cubes sold, buildings and a loaded caravan."""
    stream, names = chance.Stream(bytes([players]) * 32), words.seats_of(players)
    state = play.start(ENGINE, list(names.values()), {}, stream).state
    while isinstance(pending := ENGINE.pending(state), Ask):
        seat = pending.seats[0]
        example = words.say(GAME, "prompt", "example", ENGINE.view(state, seat), names, seat)
        played = play.play(ENGINE, state, seat, example.split("; "), stream)
        assert {line.result for line in played.lines} <= {"done", "waits"}, example
        state = played.state
    assert isinstance(pending, Over)
    assert min(player.points for player in state.players) > 20
    assert min(len(player.buildings) for player in state.players) > 2


def test_a_whole_game_by_mails_that_copy_examples(tmp_path: Path) -> None:
    """Two people who only copy the example of each mail, and a bot, come to the end of the game without a refusal."""
    house = House(tmp_path)
    house.new_game("Ann", "Bob", engine=GAME, bots=(Bot("Robo", 2),))
    while asked := (match := house.match()).asked():
        name = match.names[asked[0]]
        del house.sink.sent[:-8]  # reading every mail of the game again for each reply would take minutes
        answer = flat(house.reply(name, words.example_of(text_of(house.newest(name)))))
        assert "not done" not in answer
        assert "taken back" not in answer
    assert match.over
    assert "won with" in flat(house.newest("Ann"))


def test_references_are_lines_of_a_mail(tmp_path: Path) -> None:
    """Help, rules, history, orders and standing answers come in one answer, no line too long."""
    house = House(tmp_path)
    house.new_game("Ann", "Bob", engine=GAME)
    first = house.match().names[house.match().asked()[0]]
    house.reply(first, "roll; take camel")
    answer = text_of(house.reply(first, "help\nrules\nhistory\norders\nstanding\nrules caravan"))
    assert words.text_faults(answer) == []
    assert "RULES CARAVAN" in answer
    assert "You rolled" in answer
