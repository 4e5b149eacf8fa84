"""What holds for the words of any game: every page of its games, for every seat and an onlooker."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from engines import chance, discover, play
from engines.api import Illegal, Over
from pbem.service.create import Bot
from tests.pbem.house import House, flat, text_of
from tests.pbem.templates import words
from tests.pbem.templates.istanbul_words import ISTANBUL
from tests.pbem.templates.silkroad_words import SILKROAD
from tests.pbem.templates.words import CANARY, Game, Moment
from tests.pbem.templates.yspahan_words import YSPAHAN

GAMES = (ISTANBUL, SILKROAD, YSPAHAN)
STRANGE = {
    1: "Maximilian-Alexander Freiherr von und zu",
    2: "\u6771\u4eac\u90fd\u5e81\u5c71\u7530\u592a\u90ce",
    3: "Zo\u00eb <b>&",
}


def of_each(games: Iterable[Game]) -> pytest.MarkDecorator:
    """Return the mark of a check of these games; all checks of one follow each other, as they share its stops."""
    return pytest.mark.parametrize("game", games, ids=lambda game: game.name, scope="module")


def keys(of: Callable[[Game], Iterable[object]]) -> list[object]:
    """Return parameters: every game with each of its keys."""
    return [pytest.param(game, key, id=f"{game.name}-{key}") for game in GAMES for key in sorted(of(game), key=str)]


every_game = of_each(GAMES)


def test_every_game_is_looked_at() -> None:
    """A game that is found but not listed here would go unchecked."""
    assert [game.name for game in GAMES] == sorted(discover())


@every_game
def test_every_page_keeps_to_plain_text_and_small_sound_html(game: Game) -> None:
    """No line over 72 columns, no blank at its end; tags match, colours come in pairs, nothing is loaded."""
    faults: list[str] = []
    for written in words.written(game):
        faults += words.text_faults(written.text) + words.html_faults(written.html)
    assert faults == []


@every_game
def test_every_sentence_is_one(game: Game) -> None:
    """News, prompts and hints hold no break, no doubled blank, and end as sentences do."""
    faults: list[str] = []
    for page in words.pages(game):
        for item in page.news:
            faults += words.sentence_faults(
                words.say(game.name, "news", item.kind, item.data, page.names, page.you, {})
            )
        if page.prompt is not None:
            faults += words.sentence_faults(
                words.say(game.name, "prompt", page.prompt, page.view, page.names, page.you)
            )
        for choice in page.choices:
            hint = words.say(game.name, "prompt", "hint", choice.text, choice.hint, page.names, page.you)
            faults += [repr(hint)] if not hint or re.search(r"\n|  |None|-\d", hint) else []
    assert faults == []


@every_game
def test_every_prompt_comes_up_in_these_pages(game: Game) -> None:
    """What is tested here of pages is tested of each prompt."""
    assert {page.prompt for page in words.pages(game) if page.prompt} == game.prompts


@every_game
def test_news_of_one_person_stand_together(game: Game) -> None:
    """Every sentence about a seat begins with its name, so that the mail says the name once."""
    for page in words.pages(game):
        for item in page.news:
            seat = item.data.get("seat")
            sentence = words.say(game.name, "news", item.kind, item.data, page.names, page.you, {})
            if seat is not None and sentence and item.kind not in game.impersonal:
                assert sentence.startswith("You " if seat == page.you else f"{page.names[seat]} ")


@pytest.mark.parametrize(("game", "kind"), keys(lambda game: game.events))
def test_every_event_has_its_sentence(game: Game, kind: str) -> None:
    """Each kind of event that the engine's source tells has words of the game's own."""
    assert words.renderer().has(game.name, "news", kind)


@pytest.mark.parametrize(("game", "reason"), keys(lambda game: game.reasons))
def test_every_refusal_has_its_sentence(game: Game, reason: str) -> None:
    """Each reason that the engine's source gives has words."""
    assert words.knows(game.name, "errors", reason)


@pytest.mark.parametrize(("game", "prompt"), keys(lambda game: game.prompts))
def test_every_prompt_has_its_sentence(game: Game, prompt: str) -> None:
    """Each prompt at which a seat is asked is put into words."""
    assert words.renderer().has(game.name, "prompt", prompt)


@pytest.mark.parametrize(("game", "kind"), keys(lambda game: game.kinds))
def test_every_kind_of_order_has_its_hint(game: Game, kind: str) -> None:
    """The hints name each kind of order that a menu can hold."""
    assert f'"{kind}"' in words.macros(game.name, "prompt")["hint"]


@every_game
def test_no_words_are_left_over(game: Game) -> None:
    """Every sentence of the catalogues belongs to an event or a reason that still exists."""
    assert set(words.macros(game.name, "news")) - game.parts == game.events
    assert set(words.macros(game.name, "errors")) <= game.reasons


@every_game
def test_every_about_has_its_help(game: Game) -> None:
    """Orders, questions and options are explained, and nothing else."""
    tables = (game.engine.orders, game.engine.questions, game.engine.options)
    assert set(words.macros(game.name, "help")) == {row.about for table in tables for row in table}


@every_game
def test_the_rules_use_the_words_of_the_orders(game: Game) -> None:
    """Each order word stands in the rules, but for those that only say the same in another way."""
    told = words.rules(game)
    assert {row.verb for row in game.engine.orders if not re.search(rf"\b{row.verb}\b", told)} == game.unused


@every_game
def test_rules_are_lines_of_a_mail(game: Game) -> None:
    """Every topic fits into 72 columns and is listed, and every topic that another one points to is there."""
    topics = words.renderer().topics(game.name)
    assert topics == list(words.macros(game.name, "rules"))
    assert [fault for topic in topics for fault in words.text_faults(words.say(game.name, "rules", topic))] == []
    pointed = re.findall(r'"rules ([\w ]+)"', " ".join(words.rules(game).split()))
    assert {topic.replace(" ", "_") for topic in pointed} <= set(topics)


@every_game
def test_text_and_html_say_the_same(game: Game) -> None:
    """News, prompt, choices, hints and example of the two parts have the same words in the same order."""
    for written in words.written(game, every=4):
        html = words.squeezed(words.plain(written.html))
        for heading in ("SINCE YOUR LAST MAIL", "YOU CAN NOW"):
            for line in words.section(written.text, heading).split("\n"):
                if not line.startswith("For example:"):
                    assert words.squeezed(line) in html
        assert words.squeezed(words.example_of(written.text)) in html


@every_game
def test_text_and_html_boards_show_the_same_rows(game: Game) -> None:
    """Every player has a row with the same mark, name and figures on both boards."""
    for page in words.pages(game, every=9):
        text, html = words.boards(game, page)
        rows = re.findall(r"^([* ]) ([A-E] \w+)( .*)$", text, re.MULTILINE)
        assert [name for _, name, _ in rows] == [
            f"{mark} {name}" for mark, name in zip("ABCDE", page.names.values(), strict=False)
        ]
        for star, name, figures in rows:
            assert " ".join(f"{name} {star} {figures}".split()) in html


@every_game
def test_the_example_is_legal_now(game: Game) -> None:
    """Whatever is asked, the line shown as an example is played to its end, by whoever copies it.

    Where somebody else may be asked in the middle, the rest of it waits.
    """
    for number, (moment, page, line) in enumerate(words.examples(game)):
        assert 0 < len(line) < 59
        assert "\n" not in line
        stream = chance.Stream(bytes([number % 256]) * 32)
        played = play.play(game.engine, moment.state, page.you, line.split("; "), stream, standing=game.standing)
        assert played.lines[0].result == "done", line
        assert {part.result for part in played.lines} <= game.results, line


@every_game
def test_refusals_are_tidy_sentences(game: Game) -> None:
    """Lines of all sorts at all stages, and the rare ones: each refusal there is becomes one tidy sentence."""
    names = words.seats_of(3)
    said = {(reason, words.say(game.name, "errors", reason, facts, names, 1)) for reason, facts in game.rare}
    looked_at = words.moments(game)
    for moment in (*looked_at[:: game.tried_every], *words.one_of_each_prompt(game, looked_at), *game.more()):
        said |= set(_refusals(game, moment))
    assert [fault for _, sentence in said for fault in words.sentence_faults(sentence)] == []
    assert {reason for reason, _ in said} == game.reasons


def _refusals(game: Game, moment: Moment) -> Iterator[tuple[str, str]]:
    """Yield reason and sentence of the lines refused to a seat that is asked and to the first one, told to both."""
    names = words.seats_of(words.players_in(game.engine.view(moment.state, None)))
    for seat in {1, *words.asked_at(game.engine, moment.state)}:
        for refusal in filter(None, [_refused(game, moment, seat, text) for text in game.lines]):
            for reader in {1, seat}:
                yield refusal.reason, words.say(game.name, "errors", refusal.reason, refusal.facts, names, reader)


def _refused(game: Game, moment: Moment, seat: int, text: str) -> Illegal | None:
    try:
        steps = game.engine.parse(moment.state, seat, text)
        if steps:
            game.engine.apply(moment.state, seat, steps[0])
    except Illegal as illegal:
        return illegal
    return None


@pytest.mark.parametrize(
    ("game", "reason", "facts", "sentence"),
    [pytest.param(game, *exact, id=f"{game.name}-{exact[0]}") for game in GAMES for exact in game.exact],
)
def test_refusals_are_exact(game: Game, reason: str, facts: words.Facts, sentence: str) -> None:
    """A refusal names its figures; a reason that the service shares is said for both kinds of facts."""
    assert words.say(game.name, "errors", reason, facts, words.seats_of(3), 1) == sentence


@of_each([game for game in GAMES if game.with_canaries])
def test_hidden_cards_of_others_are_on_no_page(game: Game) -> None:
    """With a card of an impossible name in all hidden places, no page of a reader holds that name."""
    for moment in words.moments(game)[::5]:
        for seat in words.readers(game.engine, moment.state):
            state = game.with_canaries(moment.state, seat)
            written = words.write(words.page(game.engine, Moment(state, moment.entries), seat))
            assert CANARY not in written.text + written.html


@every_game
def test_pages_are_the_same_whatever_is_hidden(game: Game) -> None:
    """After the hidden things were dealt anew, a seat's page is the same to the letter."""
    numbered = list(enumerate(words.moments(game)))[::7]
    for place, (number, moment) in enumerate(numbered):
        if words.asked_at(game.engine, moment.state):
            for seat in words.page_at(game, number, None).names:
                again = game.engine.resample(moment.state, seat, random.Random(place))
                first = words.written_at(game, number, seat)
                assert words.write(words.page(game.engine, Moment(again, moment.entries), seat)) == first


@every_game
def test_strange_names_break_no_line(game: Game) -> None:
    """Long, wide and angry names are cut in tables, wrapped in sentences and escaped in HTML."""
    for moment in _with_strange_names(game):
        for seat in words.readers(game.engine, moment.state):
            page = words.page(game.engine, moment, seat)
            written = words.write(page._replace(names=STRANGE, waiting=[]))
            assert [fault for fault in words.text_faults(written.text) if "columns" in fault] == []
            assert words.html_faults(written.html) == []
            assert "<b>&" not in written.html


def _with_strange_names(game: Game) -> Iterator[Moment]:
    """Yield a stop of a game of as many as there are strange names, the same with strange options, and an end."""
    for options in ({}, *game.strange_options):
        *_, moment = words.stops(game.engine, len(STRANGE), seed=2, steps=60, options=options)
        yield moment
    yield words.ended(game, len(STRANGE))


@every_game
def test_the_last_page_tells_how_it_came_out(game: Game) -> None:
    """The winner and what he has stand on the last page of each reader."""
    for players in game.ends:
        moment = words.ended(game, players)
        winner = game.engine.pending(moment.state).standings[0]
        for seat in words.readers(game.engine, moment.state):
            page = words.page(game.engine, moment, seat)
            won = "You have" if winner.seat == seat else f"{page.names[winner.seat]} has"
            assert f"{won} won with {winner.score} {game.score}." in words.write(page).text


@pytest.mark.parametrize(
    ("game", "players"),
    keys(lambda game: game.engine.seats),
)
def test_a_whole_game_by_its_own_examples(game: Game, players: int) -> None:
    """Who copies nothing but examples comes to the end of the game."""
    copied = words.copied(game, players)
    assert [(example, results) for example, results in copied.results if not results <= game.results] == []
    assert isinstance(game.engine.pending(copied.state), Over)


@every_game
def test_a_whole_game_by_mails_that_copy_examples(game: Game, tmp_path: Path) -> None:
    """Two people who only copy the example of each mail, and a bot, come to the end of the game without a refusal."""
    house = House(tmp_path)
    house.new_game("Ann", "Bob", engine=game.name, bots=(Bot("Robo", 2),))
    while asked := (match := house.match()).asked():
        name = match.names[asked[0]]
        answer = flat(house.reply(name, words.example_of(text_of(house.newest(name)))))
        assert "not done" not in answer
        assert "taken back" not in answer
    assert match.over
    winner = game.engine.pending(match.state).standings[0]
    assert f"won with {winner.score} {game.score}." in flat(house.newest("Ann"))


@every_game
def test_references_are_lines_of_a_mail(game: Game, tmp_path: Path) -> None:
    """Help, rules, history, orders and standing answers come in one answer, no line too long."""
    orders, topic, told = game.references
    house = House(tmp_path)
    house.new_game("Ann", "Bob", engine=game.name)
    first = house.match().names[house.match().asked()[0]]
    house.reply(first, orders or words.example_of(text_of(house.newest(first))))
    answer = text_of(house.reply(first, f"help\nrules\nhistory\norders\nstanding\nrules {topic}"))
    assert words.text_faults(answer) == []
    assert f"RULES {topic.upper()}" in answer
    assert told in answer
