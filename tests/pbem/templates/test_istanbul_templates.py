"""Istanbul in words: every page of random and of stand-ins' games, for every seat and an onlooker."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

from engines import chance, play
from engines.api import Ask, Illegal, Over
from engines.istanbul import state as stages
from engines.istanbul.terms import CARDS, COLOURS, PLACES
from engines.istanbul.wording import CARD_WORDS, FORMATS
from pbem.mail.compose import Page
from pbem.service.create import Bot
from tests.pbem.house import House, flat, text_of
from tests.pbem.templates import words
from tests.pbem.templates.words import Moment

GAME = "istanbul"
ENGINE = words.engine_named(GAME)
BOARD_WIDTH = 69
REASONS = words.constants(
    GAME,
    {"refusal": 0, "unreadable": 0, "ambiguous": 0, "Illegal": 1, "in_stage": 2},
    ("_FIRST", "_OVER"),
)
EVENTS = words.constants(GAME, {"tell": 0, "show": 0, "whisper": 1})
PROMPTS = sorted({value for name, value in vars(stages).items() if name.isupper() and type(value) is str})
UNASKED = ("setup", "over")
LINES = (
    """
move 99|move 7|move 16|move nowhere|move market|move|mvoe|m|leave|leave two|pick up|pay|pay 5|pay fabric|pay bob
buy|buy ruby|buy extension|buy camel|fill|fill spice|fill extra blue|extra blue|collect|collect all|draw|draw 7
draw good|draw stay discard any|discard|discard good|return|return all|return 99|fetch 3|gain blue|gain spice|roll
roll again|turn 3|turn 4|turn x|announce 2|announce 13|announce|8|99|sell|sell all|sell nothing|sell 9 red|sell 2
sell 2 3|sell 1 red 1 green 1 yellow 1 blue 1 red|sell 1 purple|add red|done|send family to 10|send family to 12
deliver|deliver red|deliver red red red|tile red|tile blue|tile|catch lira|catch blue|catch blue lira|catch
reward card|governor|governor pay|governor discard stay|smuggler|smuggler red pay 3|smuggler red pay 2|card|card good
card good f|card lira|card move3 to 2|card sultan|card post|card gem|card family card|card family|card stay
card assist 3|card any|card any 9 red|card jump|yellow 3|yellow 16|skip|pass|end|end now|e|dance
""".replace("\n", "|")
    .strip("|")
    .split("|")
)

RARE = {
    "all_or_none": {"due": 4, "seats": [2, 3]},
    "assistant_beside_merchant": {"place": 5},
    "delivery_short": {"needs": {"fabric": 1, "spice": 2}, "free": 1, "goods": {}, "held": 0},
    "draw_first": {"left": 1},
    "free_goods_wrong": {"free": 1, "given": ["fabric", "fruit"]},
    "game_over": {},
    "no_assistant_on_board": {"stack": 4},
    "no_goods_in_demand": {},
    "not_on_top": {"card": "stay", "top": None},
    "payment_first": {"place": 5, "due": 4, "lira": 7},
    "token_used": {"token": "governor"},
    "ambiguous_order": {"word": "re", "verbs": ["return", "reward"]},
    "die_not_rolled": {"face": 3, "dice": [1, 6]},
    "die_shows_it": {"face": 4, "dice": [4, 6]},
    "empty_line": {},
    "encounters_begun": {"place": 5},
    "family_at_work": {"place": 5},
    "family_away": {"place": 5},
    "leftover_cards_only": {"cards": ["good", "lira5"]},
    "no_card_left": {},
    "no_goods": {},
    "no_ruby_left": {"place": 13},
    "no_such_seat": {"seat": 9, "seats": 3},
    "nothing_to_skip": {},
    "out_of_card_reach": {"place": 2, "origin": 7, "steps": 1, "reach": [8, 10]},
    "player_count": {"players": 1, "least": 2, "most": 5},
    "tile_used": {"tile": "yellow"},
    "tiles_gone": {"tile": "red"},
    "unknown_answer": {"answer": "perhaps", "answers": ["use", "keep"]},
    "unknown_option": {"option": "colour", "options": ["layout"]},
    "unknown_question": {"question": "x", "questions": ["leftover"]},
    "unknown_value": {"option": "layout", "value": "x", "values": ["short", "long"]},
    "wheelbarrow_complete": {"extensions": 3},
    "which_goods": {"free": 1, "choices": ["fabric", "fruit"]},
}
"""Facts of the refusals that hardly ever come up by chance."""


@lru_cache
def moments() -> tuple[Moment, ...]:
    """Return stops of games of two, three and five: wild ones, stand-ins' ones, and the ends."""
    found: list[Moment] = []
    for players, seed, level, options in (
        (2, 3, None, {}),
        (3, 4, 2, {"layout": "random"}),
        (5, 5, 1, {"layout": "long"}),
    ):
        found += words.game(ENGINE, players, seed=seed, steps=220, level=level, options=options)
    return (*found[::4], ended(2), ended(5))


@lru_cache
def ended(players: int) -> Moment:
    """Return the end of a game of good stand-ins."""
    *_, last = words.game(ENGINE, players, seed=6, steps=3_000, level=2)
    assert isinstance(ENGINE.pending(last.state), Over)
    return last


def pages(every: int = 1) -> Iterator[Page]:
    """Yield the page of whoever is asked at each stop, and at some of them those of all others."""
    for number, moment in enumerate(moments()[::every]):
        asked = getattr(ENGINE.pending(moment.state), "seats", ())
        for seat in words.readers(ENGINE, moment.state):
            if seat in asked or number % 20 == 0:
                yield words.page(ENGINE, moment, seat)


def test_every_page_keeps_to_plain_text_and_small_sound_html() -> None:
    """No line over 72 columns, no blank at its end; tags match, colours come in pairs, nothing is loaded."""
    faults: list[str] = []
    for page in pages():
        written = words.write(page)
        faults += words.text_faults(written.text) + words.html_faults(written.html)
        grid = [line for line in written.text.split("\n") if line.startswith(("+-", "|"))]
        faults += [line for line in grid if len(line) != BOARD_WIDTH or not line.endswith(("+", "|"))]
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


@pytest.mark.parametrize("prompt", [prompt for prompt in PROMPTS if prompt not in UNASKED])
def test_every_stage_has_its_prompt(prompt: str) -> None:
    """Each stage at which a seat is asked is put into words."""
    assert words.renderer().has(GAME, "prompt", prompt)


def test_no_words_are_left_over() -> None:
    """Every sentence of the catalogues belongs to an event or a reason that still exists."""
    assert set(words.macros(GAME, "news")) == EVENTS
    assert set(words.macros(GAME, "errors")) <= REASONS


@pytest.mark.parametrize("kind", sorted(FORMATS))
def test_every_kind_of_order_has_its_hint(kind: str) -> None:
    """The hints name each kind of order that a menu can hold."""
    assert f'"{kind}"' in words.macros(GAME, "prompt")["hint"]


def test_every_about_has_its_help() -> None:
    """Orders, questions and options are explained."""
    tables = (ENGINE.orders, ENGINE.questions, ENGINE.options)
    abouts = {row.about for table in tables for row in table}
    assert set(words.macros(GAME, "help")) == abouts


def test_the_rules_use_the_words_of_the_orders() -> None:
    """Each order word stands in the rules, but for those that only say the same in another way."""
    told = " ".join(words.say(GAME, "rules", topic) for topic in words.renderer().topics(GAME))
    unused = {row.verb for row in ENGINE.orders if not re.search(rf"\b{row.verb}\b", told)}
    assert unused == {"done", "fetch", "pass"}


def test_rules_are_lines_of_a_mail() -> None:
    """Every topic fits into 72 columns and is about all that the book tells: each place by its number."""
    topics = words.renderer().topics(GAME)
    assert [fault for topic in topics for fault in words.text_faults(words.say(GAME, "rules", topic))] == []
    overview = words.say(GAME, "rules", "places")
    assert [place for place in PLACES[5:] if place not in overview] == []


def test_text_and_html_say_the_same() -> None:
    """News, prompt, choices, hints and example of the two parts have the same words in the same order."""
    for page in pages(4):
        written = words.write(page)
        html = words.squeezed(words.plain(written.html))
        for heading in ("SINCE YOUR LAST MAIL", "YOU CAN NOW"):
            for line in words.section(written.text, heading).split("\n"):
                if line.startswith("For example:") or not line:
                    continue
                assert words.squeezed(line) in html
        assert words.squeezed(words.example_of(written.text)) in html


def test_text_and_html_boards_show_the_same_figures() -> None:
    """Names, rubies and Lira of every player, and what each place asks for, stand on both boards."""
    for page in pages(9):
        context = {"view": page.view, "names": page.names, "you": page.you, "marks": dict(enumerate("ABCDE", 1))}
        text = words.fill(f"{GAME}/board.txt", **context)
        html = words.plain(words.fill(f"{GAME}/board.html", **context))
        rows = re.findall(r"^([* ]) ([A-E] \w+) ( .*)$", text, re.MULTILINE)
        assert [name for _, name, _ in rows] == [
            f"{mark} {name}" for mark, name in zip("ABCDE", page.names.values(), strict=False)
        ]
        for star, name, figures in rows:
            assert " ".join(f"{name} {star} {figures}".split()) in html
        for ruby in re.findall(r"rubies \d+|ruby: \d+ Lira|\d+ to draw|next \w+", text):
            assert words.squeezed(ruby) in words.squeezed(html) or ruby == "rubies 0"


def test_the_example_is_legal_now() -> None:
    """Whatever is asked, the line shown as an example is played to its end, by whoever copies it."""
    for number, moment in enumerate(moments()):
        pending = ENGINE.pending(moment.state)
        if isinstance(pending, Ask):
            seat = pending.seats[0]
            page = words.page(ENGINE, moment, seat)
            example = words.say(GAME, "prompt", "example", page.view, page.names, seat)
            assert "\n" not in example
            stream = chance.Stream(bytes([number % 256]) * 32)
            played = play.play(ENGINE, moment.state, seat, example.split("; "), stream)
            assert [line for line in played.lines if line.result != "done"] == [], example


def test_refusals_are_tidy_sentences() -> None:
    """Lines of all sorts at all stages, and the rare ones: each refusal there is becomes one tidy sentence."""
    said = {(reason, words.say(GAME, "errors", reason, facts, words.seats_of(3), 1)) for reason, facts in RARE.items()}
    for moment in moments()[::3]:
        names = words.seats_of(len(moment.state.traders))
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
        ("too_dear", {"price": 7, "lira": 5}, "It costs 7 Lira, and you have 5."),
        (
            "goods_short",
            {"good": "fabric", "needs": 3, "have": 2},
            "It needs 3 fabric, and you have 2.",
        ),
        (
            "out_of_reach",
            {"place": 10, "origin": 7, "steps": 3, "reach": [2, 3]},
            "From 7 to 10 it is 3 steps, and you may go 1 or 2; within reach are 2 and 3.",
        ),
        ("not_your_turn", {"seat": 2}, "It is Bob's turn; you will get a mail when it is yours."),
        ("not_your_turn", {}, "You are not asked for an order now."),
        (
            "unknown_question",
            {"name": "x", "names": ["leftover"]},
            'There is no standing answer "x"; you can set: leftover.',
        ),
    ],
)
def test_refusals_are_exact(reason: str, facts: dict[str, object], sentence: str) -> None:
    """A refusal names its figures; a reason that the service shares is said for both kinds of facts."""
    assert words.say(GAME, "errors", reason, facts, words.seats_of(3), 1) == sentence


def test_hidden_cards_of_others_are_on_no_page() -> None:
    """With a card of an impossible name in every other hand and on the pile, no page of a reader holds that name."""
    for moment in moments()[::5]:
        for seat in words.readers(ENGINE, moment.state):
            if isinstance(ENGINE.pending(moment.state), Ask):
                state = moment.state._replace(
                    traders=tuple(
                        trader._replace(hand=("zzcanary",) * len(trader.hand)) if number != seat else trader
                        for number, trader in enumerate(moment.state.traders, 1)
                    ),
                    pile=("zzcanary",) * len(moment.state.pile),
                )
                page = words.page(ENGINE, Moment(state, moment.entries), seat)
                written = words.write(page)
                assert "zzcanary" not in written.text + written.html


def test_pages_are_the_same_whatever_is_hidden() -> None:
    """After the hidden things were dealt anew, a seat's page is the same to the letter."""
    for number, moment in enumerate(moments()[::7]):
        if isinstance(ENGINE.pending(moment.state), Ask):
            for seat in range(1, len(moment.state.traders) + 1):
                again = ENGINE.resample(moment.state, seat, random.Random(number))
                first = words.write(words.page(ENGINE, moment, seat))
                assert words.write(words.page(ENGINE, Moment(again, moment.entries), seat)) == first


def test_a_drawn_card_is_named_to_its_player_alone() -> None:
    """The seat that drew reads the card, everybody else only that one was drawn."""
    names = words.seats_of(2)
    own = {"seat": 1, "cards": 1, "card": "move34"}
    assert words.say(GAME, "news", "drew", own, names, 1, {}) == "You drew the card move3 (move 3 or 4 places)."
    assert words.say(GAME, "news", "drew", {"seat": 1, "cards": 1}, names, 2, {}) == "Ann drew a card."


def test_strange_names_break_no_line() -> None:
    """Long, wide and angry names are cut in tables, wrapped in sentences and escaped in HTML."""
    names = (
        "Maximilian-Alexander Freiherr von und zu",
        "\u6771\u4eac\u90fd\u5e81\u5c71\u7530\u592a\u90ce",
        "Zo\u00eb <b>&",
    )
    *_, moment = words.game(ENGINE, 3, seed=2, steps=60)
    for seat in (1, 2, 3, None):
        page = words.page(ENGINE, moment, seat)
        written = words.write(page._replace(names=dict(enumerate(names, 1)), waiting=[]))
        assert [fault for fault in words.text_faults(written.text) if "columns" in fault] == []
        assert words.html_faults(written.html) == []
        assert "<b>&" not in written.html


def test_the_shared_words_agree_with_the_engine() -> None:
    """Cards, places and colours are called in sentences as orders call them."""
    terms = words.renderer()._module("istanbul/terms.txt")
    assert terms.cards == CARD_WORDS
    assert set(terms.effects) == set(CARDS)
    assert tuple(terms.places) == PLACES
    assert tuple(terms.player_colours) == COLOURS


def test_a_game_by_its_own_examples(tmp_path: Path) -> None:
    """Two people who only copy the example of each mail, and a bot, come through rounds without a refusal."""
    house = House(tmp_path)
    house.new_game("Ann", "Bob", engine=GAME, bots=(Bot("Robo", 1),))
    for _ in range(9):
        match = house.match()
        name = match.names[match.asked()[0]]
        answer = house.reply(name, words.example_of(text_of(house.newest(name))))
        assert "not done" not in flat(answer)
    assert house.match().state.round > 3


def test_references_are_lines_of_a_mail(tmp_path: Path) -> None:
    """Help, rules, history, orders and standing answers come in one answer, no line too long."""
    house = House(tmp_path)
    house.new_game("Ann", "Bob", engine=GAME)
    first = house.match().names[house.match().asked()[0]]
    house.reply(first, "move 2; leave; fill; end")
    answer = text_of(house.reply(first, "help\nrules\nhistory\norders\nstanding\nrules black market"))
    assert words.text_faults(answer) == []
    assert "RULES BLACK MARKET" in answer
    assert "You took 2 fabric (now 2)." in answer
