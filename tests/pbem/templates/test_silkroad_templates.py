"""Silk Road in words: every page of random and of stand-ins' games, on both kinds of board, for seats and onlookers."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from email.message import EmailMessage
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import pytest

from engines import chance, play
from engines.api import Ask, Illegal, Over
from engines.silkroad import phases
from engines.silkroad.names import FIELDS, GOODS
from engines.silkroad.orders import VERBS
from pbem.mail.compose import Page
from pbem.service.create import Bot
from tests.engines.silkroad.silkroad_situations import SITUATIONS
from tests.engines.silkroad.silkroad_table import Table
from tests.pbem.house import House, address, flat, read, reply_to, text_of
from tests.pbem.templates import words
from tests.pbem.templates.words import Moment

GAME = "silkroad"
ENGINE = words.engine_named(GAME)
REASONS = words.constants(GAME, {"Fault": 1, "Illegal": 1}) | {"no_such_seat", "game_over", "not_your_turn"}
EVENTS = words.constants(GAME, {"tell": 0, "whisper": 1}) - {"_came"} | {"customs_came", "sandstorm_came"}
PROMPTS = (
    *(phases.LAY, phases.MOVE, phases.DRAW, phases.EXTRA, phases.CAMEL, phases.EMPTY_HAND, phases.SELL, phases.JEWEL),
    *(phases.CUSTOMS, phases.SANDSTORM, phases.ROB, phases.BAZAAR, phases.BAKSHEESH, phases.PAY),
)
ASK_ME = {seat: dict.fromkeys(("sell", "jewel", "discard", "rob"), "ask") for seat in range(1, 6)}
LINES = (
    """
move 2 leh|move 2 leh 2 silk|move 2 leh 9 silk|move 2 leh 1 silk 1 tea|move 2 nowhere|move ka|move silk|move 1 2 leh
move 4 leh 1 silk|move 0 leh|move 1 leh 1 silk|move 1 samarkand 2 silk|move 3 lanzhou 3 silk|move herat|move otrar
move 2 amritsa|move 1 herat|move 2|move 3 termes 1 silk|move 2 samarkand 1 silk|mvoe 2 leh|move|lay|lay 2|lay 0 silk
lay 4 silk|lay 99 ivory|lay silk tea|lay 2 silc|lay 1 wool|lay 2 silk|draw|draw 4|draw pile pile pile|draw porcelain
draw wool|draw spices|draw ivory|take silk|sell|sell red|sell violet|sell pink|sell tea|sell porcelain|sell 9
jewel|jewel red|jewel green|jewel pink|jewel red blue|rob|rob 1 silk|rob 2 silk|rob 3 tea|rob 9 silk|rob dia silk
rob b silk|rob silk|rob porcelain|rob zoe tea|rob silk tea|rob a tea|rob d silk|rob b ivory|bazaar|bazaar silk
bazaar silk tea ivory|bazaar silk silk tea|bazaar porcelain tea silk|baksheesh|baksheesh silk|baksheesh spices
baksheesh tea pay ivory|baksheesh tea pay silk tea|pay|pay tea|pay silk tea|pay wool|discard|discard tea tea tea
discard wool|discard silk|discard porcelain|discard 3 silk tea|discard silk silk silk|discard ivory|pass|pass now|pa|p|b
8|dance|...
""".replace("\n", "|")
    .strip("|")
    .split("|")
)
RARE = {
    "caravan_retired": {"caravan": 3},
    "game_over": {},
    "no_such_seat": {"seat": 9, "seats": 3},
    "one_colour": {"given": 0},
    "option_value": {"option": "actions", "value": "x", "values": ["printed", "shuffled"]},
    "pile_empty": {},
    "player_count": {"players": 1, "fewest": 2, "most": 5},
    "robbed_already": {"victim": 1},
    "too_far": {"asked": 5, "most": 3},
    "unknown_answer": {"question": "sell", "answer": "perhaps", "answers": ["always", "ask"]},
    "unknown_option": {"option": "colour", "options": ["actions", "map"]},
    "unknown_question": {"question": "x", "questions": ["sell", "jewel"]},
    "which_player": {"seats": [2, 3]},
}
"""Facts of the refusals that hardly ever come up by chance."""

MAP_FAULTS = [
    {"fault": "too_long", "most": 9},
    {"fault": "no_toml", "error": "Invalid value"},
    {"fault": "schema", "schema": "2"},
    {"fault": "missing", "error": "KeyError"},
    {"fault": "action", "village": "leh", "action": "tea"},
    {"fault": "zone", "village": "leh", "zone": "sea"},
    {"fault": "city_order"},
    {"fault": "places", "villages": 1, "cities": 1},
    {"fault": "same_id"},
    {"fault": "name", "name": "Silk"},
    {"fault": "line", "start": "leh", "end": "mars"},
    {"fault": "signposts"},
    {"fault": "start"},
    {"fault": "camels", "good": "tea"},
    {"fault": "circle", "start": "Byzanz", "end": "Yspahan", "at": "Leh"},
    {"fault": "dead_end", "start": "Byzanz", "end": "Yspahan", "at": "Leh"},
]


@lru_cache
def hosts_map() -> str:
    """Return a map of a host: a ring of 11, a branch of three villages, a way beside it, long names, other order."""
    text = files("engines.silkroad").joinpath("map.toml").read_text(encoding="utf-8")
    text = re.sub(r'^  \{ id = "r12".*\n', "", text, flags=re.MULTILINE)
    text = re.sub(r'^  \{ from = "r12".*\n', "", text, flags=re.MULTILINE).replace('to = "r12"', 'to = "r01"')
    deeper = '{ id = "d_byz", name = "Edessa-on-Sea", action = "camels_2", zone = "branch" },'
    aside = '{ id = "s_amr", name = "Gilgit", action = "customs", zone = "branch" },'
    text = text.replace('  { id = "g_sam"', f'  {deeper}\n  {aside}\n  {{ id = "g_sam"')
    text = text.replace('from = "o_byz", to = "byzanz"', 'from = "d_byz", to = "byzanz"')
    links = (("o_byz", "d_byz", "false"), ("g_amr", "s_amr", "true"), ("s_amr", "o_amr", "true"))
    rows = "".join(f'  {{ from = "{start}", to = "{end}", arrow = {arrow} }},\n' for start, end, arrow in links)
    return (
        text.replace("link = [\n", f"link = [\n{rows}")
        .replace("Jiayuguan", "Konstantinopolis")
        .replace('"amritsa", "yspahan"]', '"yspahan", "amritsa"]')
    )


@lru_cache
def moments() -> tuple[Moment, ...]:
    """Return stops of games of two to five on both boards and a host's map, the situations of orders, and the ends."""
    found: list[Moment] = []
    for players, seed, level, options in (
        (2, 3, None, {}),
        (3, 4, 2, {"map": hosts_map()}),
        (4, 7, None, {"actions": "shuffled"}),
        (5, 5, 1, {"actions": "shuffled"}),
    ):
        ask = ASK_ME if players > 2 else None
        played = words.game(ENGINE, players, seed=seed, steps=240, level=level, options=options, standing=ask)
        found += list(played)[::6]
    tables = [Moment(build().ready(), ()) for build in (*SITUATIONS.values(), empty_hand)]
    return (*found, *tables, ended(2), ended(5))


def empty_hand() -> Table:
    """B has nothing in the hand and can only draw."""
    return Table("AB").hands(A="silk", B="").do("A", "move 3 lanzhou 1 silk", "draw pile", "draw pile")


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


def test_the_pages_looked_at_ask_everything() -> None:
    """Each prompt comes up among the stops that these tests look at."""
    prompts = {getattr(ENGINE.pending(moment.state), "prompt", "") for moment in moments()}
    assert prompts - {""} == set(PROMPTS)


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


def test_no_words_are_left_over() -> None:
    """Every sentence of the catalogues belongs to an event or a reason that still exists."""
    assert set(words.macros(GAME, "news")) == EVENTS
    assert set(words.macros(GAME, "errors")) <= REASONS


@pytest.mark.parametrize("verb", sorted(VERBS))
def test_every_kind_of_order_has_its_hint(verb: str) -> None:
    """The hints name each order verb that a menu can hold."""
    assert f'"{verb}"' in words.macros(GAME, "prompt")["hint"]


def test_every_about_has_its_help() -> None:
    """Orders, questions and options are explained."""
    tables = (ENGINE.orders, ENGINE.questions, ENGINE.options)
    abouts = {row.about for table in tables for row in table}
    assert set(words.macros(GAME, "help")) == abouts


def test_the_rules_use_the_words_of_the_orders_and_fields() -> None:
    """Each order word stands in the rules, but for one that only says the same in another way; so does each field."""
    told = " ".join(" ".join(words.say(GAME, "rules", topic) for topic in words.renderer().topics(GAME)).split())
    assert {verb for verb in VERBS if not re.search(rf"\b{verb}\b", told)} == set()
    terms = words.renderer()._module(f"{GAME}/terms.txt")
    fields = {terms.fields[field] for field in FIELDS if not field.startswith("small_")}
    assert [field for field in sorted(fields) if field not in told] == []


def test_rules_are_lines_of_a_mail() -> None:
    """Every topic fits into 72 columns, and every topic that another one points to is there."""
    topics = words.renderer().topics(GAME)
    told = {topic: words.say(GAME, "rules", topic) for topic in topics}
    assert [fault for topic in topics for fault in words.text_faults(told[topic])] == []
    pointed = {one for text in told.values() for one in re.findall(r'"rules\s([a-z ]+)"', text)}
    assert {one.replace(" ", "_") for one in pointed} <= set(topics)


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
    """Places with their fields, jewels and numbers of cards, caravans, and the rows of the players are on both."""
    for page in pages(9):
        text, html = boards(page)
        rows = re.findall(r"^([* ]) ([A-E] \w+)( .*)$", text, re.MULTILINE)
        assert [name for _, name, _ in rows] == [
            f"{mark} {name}" for mark, name in zip("ABCDE", page.names.values(), strict=False)
        ]
        for star, name, figures in rows:
            assert " ".join(f"{name} {star} {figures}".split()) in html
        for place, field, spans in drawn(text, page):
            counts = [f"{caravan} {span}" for caravan, span in enumerate(spans, 1) if span != "."]
            assert " ".join([place, *field.split(), *counts]) in html
        for caravan in page.view["caravans"]:
            loads = ", ".join(f"{camel['good']} {camel['number']}" for camel in caravan["camels"])
            assert loads in " ".join(text.split())
            assert loads in html


def boards(page: Page) -> tuple[str, str]:
    """Return the text board and the words of the HTML board."""
    context = {"view": page.view, "names": page.names, "you": page.you, "marks": dict(enumerate("ABCDE", 1))}
    html = words.plain(words.fill(f"{GAME}/board.html", **context)).replace("&nbsp;", " ").replace("&shy;", "")
    return words.fill(f"{GAME}/board.txt", **context), " ".join(html.split())


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
    for page in pages(7):
        text, _ = boards(page)
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
    first = next(words.game(ENGINE, 2, options={"map": hosts_map()}))
    text, html = boards(words.page(ENGINE, first, 1))
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


def test_the_example_is_legal_now() -> None:
    """Whatever is asked, the line shown as an example is played to its end, by whoever copies it."""
    whole = 0
    for number, moment in enumerate(moments()):
        pending = ENGINE.pending(moment.state)
        for seat in getattr(pending, "seats", ()):
            page = words.page(ENGINE, moment, seat)
            example = words.say(GAME, "prompt", "example", page.view, page.names, seat)
            assert 0 < len(example) < 59
            assert "\n" not in example
            stream = chance.Stream(bytes([number % 256]) * 32)
            played = play.play(ENGINE, moment.state, seat, example.split("; "), stream, standing=ASK_ME)
            assert [line for line in played.lines if line.result != "done"] == [], example
            whole += page.prompt == "lay" and "; draw" in example
    assert whole > 20


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
    assert words.say(GAME, "prompt", "example", page.view, page.names, 1) == example


def test_refusals_are_tidy_sentences() -> None:
    """Lines of all sorts in all situations, and the rare ones: each refusal there is becomes one tidy sentence."""
    facts = [*RARE.items(), *(("map_wrong", fault) for fault in MAP_FAULTS)]
    said = {(reason, words.say(GAME, "errors", reason, one, words.seats_of(3), 1)) for reason, one in facts}
    tables = [Moment(build().ready(), ()) for build in SITUATIONS.values()]
    for moment in (*tables, *moments()[:200:20]):
        names = words.seats_of(len(moment.state.players))
        for seat in (*getattr(ENGINE.pending(moment.state), "seats", ()), 1):
            refusals = [refusal for text in LINES if (refusal := _refused(moment, seat, text)) is not None]
            said |= {(one.reason, words.say(GAME, "errors", one.reason, one.facts, names, seat)) for one in refusals}
    assert [fault for _, sentence in said for fault in words.sentence_faults(sentence)] == []
    assert {reason for reason, _ in said} == REASONS


def _refused(moment: Moment, seat: int, text: str) -> Illegal | None:
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
        ("not_enough_cards", {"good": "silk", "asked": 4, "have": 3}, "You have 3 silk, not 4."),
        (
            "wrong_distance",
            {"caravan": 2, "place": "Leh", "destination": "Samarkand", "cards": 3, "needs": [1, 2]},
            "Caravan 2 needs 1 or 2 cards to Leh, not 3.",
        ),
        (
            "out_of_reach",
            {"place": "Herat", "needs": 4},
            "To Herat it takes 4 cards of one good, and you have fewer of each.",
        ),
        ("sale_size", {"asked": 3, "discards": 2}, "This sale costs 2 cards, half of yours rounded up, not 3."),
        (
            "not_your_turn",
            {"asked": [2, 3], "turn": 2},
            "It is not for you to answer now; the game waits for Bob and Cem.",
        ),
        ("not_your_turn", {}, "You are not asked for an order now."),
        ("unknown_question", {"name": "x", "names": ["sell"]}, 'There is no standing answer "x"; you can set: sell.'),
        ("unknown_player", {"name": "Zoe"}, 'Nobody called "Zoe" plays here.'),
    ],
)
def test_refusals_are_exact(reason: str, facts: dict[str, object], sentence: str) -> None:
    """A refusal names its figures; a reason that the service shares is said for both kinds of facts."""
    assert words.say(GAME, "errors", reason, facts, words.seats_of(3), 1) == sentence


def test_a_sale_names_its_price_its_jewels_and_the_swap() -> None:
    """The prompt tells half of the cards, rounded up, the jewels there, and whose cameleer comes in return."""
    table = Table("ABC").lay_out(A="3 silk", B="3 silk", C="tea").cameleers("A3 B5 C1")
    table.caravan(3, [10, 6, 3], at="byzanz", to="byzanz", jewels="blue red red").row(1, 2, 4, 5, 7, 8, 9)
    moment = Moment(table.arrived(3).act().ready(), ())
    page = words.page(ENGINE, moment, 2)
    assert words.say(GAME, "prompt", "sell", page.view, page.names, 2) == (
        "You may sell silk 10 at the large market of Byzanz, for 2 of your 3 cards of silk. It brings a jewel (blue or "
        "red). You then swap cameleers with Ann, who has as many cards. Then tea 6, ivory 3 will be on offer."
    )
    hint = words.say(GAME, "prompt", "hint", "sell red", page.choices[1].hint, page.names, 2)
    assert hint == "2 of your 3 silk for a red jewel, 1 point, and you swap cameleers with Ann"


def test_hints_of_moves_tell_what_will_be_void() -> None:
    """A market whose good the caravan lacks, and a camel field for smaller caravans, are said to bring nothing."""
    table = Table("AB").hand("A", "2 silk").caravan(2, [7, 6], at="amritsa", to="samarkand", jewels="red blue")
    page = words.page(ENGINE, Moment(table.do("A", "lay 2 silk").ready(), ()), 1)
    hints = {one.text: words.say(GAME, "prompt", "hint", one.text, one.hint, page.names, 1) for one in page.choices}
    assert hints["move 2 leh"] == "market ivory, but it carries none"


def test_hidden_cards_of_others_are_on_no_page() -> None:
    """After the hidden things were dealt anew, a seat's page is the same to the letter."""
    for number, moment in enumerate(moments()[::7]):
        if isinstance(ENGINE.pending(moment.state), Ask):
            for seat in range(1, len(moment.state.players) + 1):
                again = ENGINE.resample(moment.state, seat, random.Random(number))
                first = words.write(words.page(ENGINE, moment, seat))
                assert words.write(words.page(ENGINE, Moment(again, moment.entries), seat)) == first


def test_hands_and_jewels_of_others_are_on_no_board() -> None:
    """With 77 cards of tea in another's hand, 66 jewels and 55 markers, no board of a third reader holds these."""
    for moment in moments()[::11]:
        if isinstance(ENGINE.pending(moment.state), Ask):
            other = moment.state.players[0]
            rich = other._replace(hand=(0, 0, 0, 0, 77), jewels=(66, 0, 0, 0, 0), markers=55)
            state = moment.state._replace(players=(rich, *moment.state.players[1:]))
            for seat in words.readers(ENGINE, state)[1:]:
                text, html = boards(words.page(ENGINE, Moment(state, ()), seat))
                assert re.search(r"\b(66|55) |\b77 tea", text + html) is None
                # Only the number of cards in a hand is public.
                assert len(re.findall(r"\b77\b", text)) == 1


def test_a_drawn_card_is_named_to_its_player_alone() -> None:
    """The seat that drew reads the card, everybody else only that one was drawn; an open card is named to all."""
    names = words.seats_of(2)
    own = {"seat": 1, "source": "pile", "good": "tea"}
    assert words.say(GAME, "news", "drew", own, names, 1, {}) == "You took tea from the pile."
    hidden = {"seat": 1, "source": "pile"}
    assert words.say(GAME, "news", "drew", hidden, names, 2, {}) == "Ann took a card from the pile."
    shown = {"seat": 1, "source": "open", "good": "tea"}
    assert words.say(GAME, "news", "drew", shown, names, 2, {}) == "Ann took the open tea."


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


def test_strange_names_break_no_line() -> None:
    """Long, wide and angry names are cut in tables, wrapped in sentences and escaped in HTML; so are places."""
    names = (
        "Maximilian-Alexander Freiherr von und zu",
        "\u6771\u4eac\u90fd\u5e81\u5c71\u7530\u592a\u90ce",
        "Zo\u00eb <b>&",
    )
    strange = hosts_map().replace('"Leh"', '"Leh <b>&, a very long village name"')
    for options in ({}, {"map": strange}):
        *_, moment = words.game(ENGINE, 3, seed=2, steps=60, options=options)
        for seat in (1, 2, 3, None):
            page = words.page(ENGINE, moment, seat)
            written = words.write(page._replace(names=dict(enumerate(names, 1)), waiting=[]))
            assert [fault for fault in words.text_faults(written.text) if "columns" in fault] == []
            assert words.html_faults(written.html) == []
            assert "<b>&" not in written.html


def test_the_shared_words_agree_with_the_engine() -> None:
    """Goods and fields are those of the engine."""
    terms = words.renderer()._module(f"{GAME}/terms.txt")
    assert tuple(terms.goods) == GOODS
    assert set(terms.fields) == {*FIELDS, "large_market", ""}


def test_the_last_page_tells_how_it_came_out() -> None:
    """Winner, points, and what everybody had behind the screen stand on the last page of each reader."""
    for players in (2, 5):
        moment = ended(players)
        standings = ENGINE.pending(moment.state).standings
        for seat in words.readers(ENGINE, moment.state):
            page = words.page(ENGINE, moment, seat)
            text = words.write(page).text
            won = "You have" if standings[0].seat == seat else f"{page.names[standings[0].seat]} has"
            assert f"{won} won with {standings[0].score} points." in text
            shown = re.findall(r"; (\d+) points?$", text, re.MULTILINE)
            assert sorted(shown) == sorted(str(one.score) for one in standings)


def test_a_whole_game_by_its_own_examples(tmp_path: Path) -> None:
    """Two people who only copy the example of each mail, and a bot, come to the end without a refusal."""
    house = House(tmp_path)
    house.new_game("Ann", "Bob", engine=GAME, bots=(Bot("Robo", 1),))
    for number in range(400):
        match = house.match()
        if isinstance(ENGINE.pending(match.state), Over):
            break
        name = match.names[match.asked()[0]]
        asking = newest(house, name)
        answer = reply_to(asking, address(name), words.example_of(text_of(asking)), f"copied{number}@example.org")
        house.accept(answer.as_bytes(), str(answer["To"]))
        house.app.tick()
        assert "not done" not in flat(newest(house, name))
    winner = ENGINE.pending(house.match().state).standings[0]
    assert f"won with {winner.score} points." in flat(newest(house, "Ann"))


def newest(house: House, name: str) -> EmailMessage:
    """Return the newest mail to a player; the others are left unread, for a whole game has many."""
    return read(next(parcel.raw for parcel in reversed(house.sink.sent) if parcel.recipient == address(name)))


def test_references_are_lines_of_a_mail(tmp_path: Path) -> None:
    """Help, rules, history, orders and standing answers come in one answer, no line too long."""
    house = House(tmp_path)
    house.new_game("Ann", "Bob", engine=GAME)
    first = house.match().names[house.match().asked()[0]]
    house.reply(first, words.example_of(text_of(house.newest(first))))
    answer = text_of(house.reply(first, "help\nrules\nhistory\norders\nstanding\nrules large market"))
    assert words.text_faults(answer) == []
    assert "RULES LARGE MARKET" in answer
    assert "You laid" in answer
