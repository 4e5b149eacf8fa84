"""Renders a game's words as mails do, for every seat and at every stage, and names what is wrong with a page."""

from __future__ import annotations

import ast
import binascii
import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from html.parser import HTMLParser
from typing import Any, NamedTuple

from engines import chance, discover, play
from engines.api import Ask, Engine, Json, Over, State
from engines.play import Entry
from pbem.mail import compose, layout
from pbem.mail.compose import Choice, Page, Written
from pbem.mail.news import since
from pbem.mail.render import Renderer
from tests.source import ROOT, modules

PLAYERS = ("Ann", "Bob", "Cem", "Dia", "Eli", "Fay")
LARGEST_HTML = 80_000
"""Beyond this, quoted-printable included, a mail program would cut the page."""

CANARY = "zzcanary"
"""The name of no card: where a page holds it, something hidden was told."""

LONGEST_GAME = 3_000
EVERYBODY = 20
"""Stops from one whose page every reader is shown to the next; at the others only those who are asked."""

ENTITIES = (
    *(("&nbsp;", " "), ("&shy;", ""), ("&#39;", "'"), ("&#34;", '"')),
    *(("&gt;", ">"), ("&lt;", "<"), ("&amp;", "&")),
)
_EMPTY_TAGS = frozenset({"br", "meta", "img", "hr"})


class Moment(NamedTuple):
    """A stop of a game: the state, and the entries since the stop before."""

    state: State
    entries: tuple[Entry, ...]


class Played(NamedTuple):
    """A game that is looked at.

    Attributes:
        level: of the stand-ins that play; None lets every seat choose any legal order, by a generator of this seed.
        standing: for each seat its standing answers.
    """

    players: int
    seed: int
    level: int | None = None
    options: Mapping[str, str] | None = None
    standing: Mapping[int, Mapping[str, str]] | None = None


class References(NamedTuple):
    """How help, rules and history are asked for by mail.

    Attributes:
        orders: of the first player, before; where there are none, the example is copied.
        topic: of the rules.
        told: what the history then says.
    """

    orders: str
    topic: str
    told: str


Facts = Mapping[str, Json]


@dataclass(frozen=True, eq=False, kw_only=True)
class Game:
    """What the checks of every game need to know of one; it is equal to itself alone, so what it leads to is cached.

    Attributes:
        games: those that are looked at, with every how many-th of their stops.
        more: stops that hardly ever come up in games.
        ends: for how many players the end of a game is looked at.
        reasons: all that the engine's source gives for refusals.
        events: all kinds that the engine's source tells.
        prompts: all at which a seat is asked.
        kinds: of orders, as the hints tell them apart.
        lines: orders of all sorts that are tried, for their refusals, at every how many-th stop looked at.
        rare: reasons with facts of the refusals that hardly ever come up by chance.
        exact: reasons with facts and the sentence that they become.
        unused: verbs that the rules do without, as they only say the same in another way.
        parts: macros of the news that are no events but parts of their sentences.
        impersonal: events of a seat whose sentences are about something else.
        standing: answers with which nothing is answered in advance.
        results: what may become of the parts of an example.
        score: what the winner has.
        strange_options: with which strange names are tried, too.
        with_canaries: puts canaries for all cards that are hidden from a seat; None where cards have no names.
    """

    name: str
    games: Sequence[Played]
    every: int
    more: Callable[[], Iterable[Moment]] = tuple
    ends: Sequence[int]
    reasons: frozenset[str]
    events: frozenset[str]
    prompts: frozenset[str]
    kinds: frozenset[str]
    lines: Sequence[str]
    tried_every: int
    rare: Sequence[tuple[str, Facts]]
    exact: Sequence[tuple[str, Facts, str]]
    unused: frozenset[str] = frozenset()
    parts: frozenset[str] = frozenset()
    impersonal: frozenset[str] = frozenset()
    standing: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    results: frozenset[str] = frozenset({"done"})
    score: str = "points"
    strange_options: Sequence[Mapping[str, str]] = ()
    references: References
    with_canaries: Callable[[State, int | None], State] | None = None

    @property
    def engine(self) -> Engine:
        """The game's engine."""
        return engine_named(self.name)


@lru_cache
def engine_named(name: str) -> Engine:
    """Return a game's engine."""
    return discover()[name]


@lru_cache
def renderer() -> Renderer:
    """Return the renderer of the real templates."""
    return Renderer()


def seats_of(players: int) -> dict[int, str]:
    """Return the names by seat."""
    return dict(enumerate(PLAYERS[:players], 1))


def stops(
    engine: Engine,
    players: int,
    *,
    seed: int = 1,
    steps: int = 300,
    level: int | None = None,
    options: Mapping[str, str] | None = None,
    standing: Mapping[int, Mapping[str, str]] | None = None,
) -> Iterator[Moment]:
    """Play a game and yield every position at which a seat is asked, and the end.

    Args:
        level: of the stand-ins that play; None lets every seat choose any legal order, by a generator of this seed.
        standing: for each seat its standing answers.
    """
    rng, stream = random.Random(seed), chance.Stream(seed.to_bytes(32, "big"))
    labels = [f"seat {seat}" for seat in range(1, players + 1)]
    played = play.start(engine, labels, options or {}, stream)
    yield Moment(played.state, played.entries)
    for _ in range(steps):
        state = played.state
        pending = engine.pending(state)
        if isinstance(pending, Over):
            return
        assert isinstance(pending, Ask)
        seat = rng.choice(pending.seats)
        chosen = rng.choice(engine.legal(state, seat)) if level is None else engine.stand_in(state, seat, level)
        played = play.play(engine, state, seat, [engine.format(chosen)], stream, standing=standing or {})
        assert [line.result for line in played.lines] == ["done"], played.lines
        yield Moment(played.state, played.entries)


def asked_at(engine: Engine, state: State) -> tuple[int, ...]:
    """Return the seats that are asked, none at the end."""
    pending = engine.pending(state)
    return pending.seats if isinstance(pending, Ask) else ()


@cache
def moments(game: Game) -> tuple[Moment, ...]:
    """Return the stops of a game's games that are looked at: common ones, one of each prompt, rare ones, the ends."""
    found: list[Moment] = []
    for players, seed, level, options, standing in game.games:
        found += stops(game.engine, players, seed=seed, steps=240, level=level, options=options, standing=standing)
    ends = [ended(game, players) for players in game.ends]
    return (*found[:: game.every], *one_of_each_prompt(game, found), *game.more(), *ends)


def one_of_each_prompt(game: Game, among: Iterable[Moment]) -> list[Moment]:
    """Return the first stop of each prompt."""
    first: dict[str, Moment] = {}
    for moment in among:
        if isinstance(pending := game.engine.pending(moment.state), Ask):
            first.setdefault(pending.prompt, moment)
    return list(first.values())


@cache
def ended(game: Game, players: int) -> Moment:
    """Return the end of a game of good stand-ins."""
    *_, last = stops(game.engine, players, seed=6, steps=LONGEST_GAME, level=2)
    assert isinstance(game.engine.pending(last.state), Over)
    return last


def pages(game: Game, every: int = 1) -> list[Page]:
    """Return the pages of every how many-th stop: of whoever is asked there, and at some stops of everybody."""
    return [page_at(game, number, seat) for number, seat in shown(game, every)]


def written(game: Game, every: int = 1) -> list[Written]:
    """Return the same pages, put into words."""
    return [written_at(game, number, seat) for number, seat in shown(game, every)]


@cache
def shown(game: Game, every: int) -> tuple[tuple[int, int | None], ...]:
    """Return the stops, by number, and readers whose pages are looked at."""
    numbered = list(enumerate(moments(game)))[::every]
    return tuple(
        (number, seat)
        for place, (number, moment) in enumerate(numbered)
        for seat in readers(game.engine, moment.state)
        if seat in asked_at(game.engine, moment.state) or place % EVERYBODY == 0
    )


@cache
def page_at(game: Game, number: int, seat: int | None) -> Page:
    """Return the page of a reader at a stop."""
    return page(game.engine, moments(game)[number], seat)


@cache
def written_at(game: Game, number: int, seat: int | None) -> Written:
    """Return the same in words."""
    return write(page_at(game, number, seat))


class Example(NamedTuple):
    """The example that a page shows to a seat that is asked."""

    moment: Moment
    page: Page
    line: str


@cache
def examples(game: Game) -> tuple[Example, ...]:
    """Return the example of every seat that is asked at the stops looked at."""
    asked = [
        (moment, page_at(game, number, seat))
        for number, moment in enumerate(moments(game))
        for seat in asked_at(game.engine, moment.state)
    ]
    return tuple(
        Example(moment, told, say(game.name, "prompt", "example", told.view, told.names, told.you))
        for moment, told in asked
    )


class Copied(NamedTuple):
    """A game of people who copy examples: where it ends, and each example with what became of its parts."""

    state: State
    results: tuple[tuple[str, frozenset[str]], ...]


@cache
def copied(game: Game, players: int) -> Copied:
    """Play a game in which everybody copies the example."""
    stream, names = chance.Stream(bytes([players]) * 32), seats_of(players)
    state = play.start(game.engine, list(names.values()), {}, stream).state
    results: list[tuple[str, frozenset[str]]] = []
    while (asked := asked_at(game.engine, state)) and len(results) < LONGEST_GAME:
        example = say(game.name, "prompt", "example", game.engine.view(state, asked[0]), names, asked[0])
        played = play.play(game.engine, state, asked[0], example.split("; "), stream)
        results.append((example, frozenset(line.result for line in played.lines)))
        state = played.state
    return Copied(state, tuple(results))


def page(engine: Engine, moment: Moment, seat: int | None, **more: Any) -> Page:
    """Return the page that a seat, or an onlooker, would be told at this moment."""
    state, entries = moment
    pending = engine.pending(state)
    asked = isinstance(pending, Ask) and seat in pending.seats
    choices: list[Choice] = []
    if seat is not None and asked:
        legal = engine.legal(state, seat)
        choices = [Choice(engine.format(order), engine.describe(state, seat, order)) for order in legal]
    view = engine.view(state, seat)
    return Page(
        kind="turn",
        engine=engine.name,
        title=engine.title,
        game=12,
        move=17,
        names=seats_of(players_in(view)),
        you=seat,
        view=view,
        news=since(entries, seat),
        prompt=pending.prompt if isinstance(pending, Ask) and asked else None,
        choices=choices,
        standings=pending.standings if isinstance(pending, Over) else (),
        waiting=[] if asked or not isinstance(pending, Ask) else [PLAYERS[other - 1] for other in pending.seats],
        reply_to="turns+g12.s1.p17.kaaaaaaaaaaaaaaaa@play.example.org",
    )._replace(**more)


def readers(engine: Engine, state: State) -> list[int | None]:
    """Return everybody who may look at a match: each seat, and None for an onlooker."""
    return [*range(1, players_in(engine.view(state, None)) + 1), None]


def players_in(view: Mapping[str, Any]) -> int:
    """Return how many play, from the rows that a game's view has for them."""
    return len(view["seats"] if "seats" in view else view["players"])


def write(told: Page) -> Written:
    """Put a page into words with the real templates."""
    return compose.write(renderer(), told)


def boards(game: Game, told: Page) -> tuple[str, str]:
    """Return the board of a page as text, and the words of its HTML twin."""
    context = {"view": told.view, "names": told.names, "you": told.you, "marks": dict(enumerate("ABCDE", 1))}
    return fill(f"{game.name}/board.txt", **context), plain(fill(f"{game.name}/board.html", **context))


def rules(game: Game) -> str:
    """Return all topics of a game's rules."""
    return " ".join(say(game.name, "rules", topic) for topic in renderer().topics(game.name))


def order_lines(text: str) -> list[str]:
    """Return orders that stand one behind the other, with bars between."""
    return text.strip("\n").replace("\n", "|").split("|")


def text_faults(text: str) -> list[str]:
    """Return what is wrong with a plain text: lines over 72 columns, trailing blanks, tabs, more than ASCII art."""
    faults = [f"{layout.width(line)} columns: {line}" for line in text.split("\n") if layout.width(line) > layout.WIDTH]
    faults += [f"trailing blank: {line!r}" for line in text.split("\n") if line != line.rstrip()]
    faults += [f"not plain: {line!r}" for line in text.split("\n") if not line.isascii() or "\t" in line]
    return faults


def sentence_faults(sentence: str) -> list[str]:
    """Return what is wrong with a sentence: breaks inside it, doubled blanks or marks, a small first letter, no end."""
    faults = []
    if re.search(r"\n|  |\.\.|,,| [.,;:]|None|True|False|\{|\[\]|Undefined", sentence):
        faults.append(f"untidy: {sentence!r}")
    if sentence and not re.fullmatch(r"[\"A-Z0-9].*[.?!\"]", sentence, re.DOTALL):
        faults.append(f"no sentence: {sentence!r}")
    return faults


class _Tags(HTMLParser):
    """Follows the tags of a page, and the styles of its elements."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        style = dict(attrs).get("style") or ""
        coloured = re.search(r"(?<!-)color:", style) is not None
        if coloured != ("background-color:" in style):
            self.faults.append(f"colour without background or the other way round: {style}")
        if tag not in _EMPTY_TAGS:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing")


def html_faults(html: str) -> list[str]:
    """Return what is wrong with a page: tags that do not match, a colour set alone, script, or too many octets."""
    tags = _Tags()
    tags.feed(html)
    tags.close()
    faults = tags.faults + [f"<{tag}> is never closed" for tag in tags.open]
    octets = len(quoted(html))
    if octets > LARGEST_HTML:
        faults.append(f"{octets} octets")
    if re.search(r"<script|<img|http://|https://", html):
        faults.append("it loads something")
    return faults


def quoted(text: str) -> bytes:
    """Return a text as it goes over the wire."""
    return binascii.b2a_qp(text.encode(), istext=True)


def plain(html: str) -> str:
    """Return the words of a page in one line."""
    body = re.sub(r"<style.*?</style>", " ", html, flags=re.DOTALL)
    words = re.sub(r"<[^>]*>", " ", body)
    for entity, character in ENTITIES:
        words = words.replace(entity, character)
    return " ".join(words.split())


def squeezed(text: str) -> str:
    """Return a text without any blanks, to compare what was laid out in different ways."""
    return re.sub(r"\s", "", text)


def section(text: str, heading: str) -> str:
    """Return what stands under a heading of a plain text, up to the next empty line."""
    return text.partition(f"\n{heading}")[2].partition("\n")[2].partition("\n\n")[0]


@cache
def macros(game_name: str, catalogue: str) -> dict[str, str]:
    """Return the macros of a game's catalogue with their source."""
    source = (ROOT / "templates" / game_name / f"{catalogue}.txt").read_text(encoding="utf-8")
    found = re.findall(r"\{%-?\s*macro (\w+)\((.*?)\)\s*-?%\}(.*?)\{%-?\s*endmacro", source, re.DOTALL)
    return {name: body for name, _, body in found}


def constants(
    package: str, calls: Mapping[str, int], tables: Sequence[str] = (), functions: Sequence[str] = ()
) -> set[str]:
    """Return the string constants that an engine's source hands to some calls at a position, or keeps in tables.

    Args:
        package: the engine's name.
        calls: by function or method name, the position of the argument wanted.
        tables: names of dict constants whose values count, too.
        functions: names of functions whose returned strings count, too.
    """
    found: set[str] = set()
    for source in modules(f"engines/{package}"):
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Call):
                found |= _argument(node, calls)
            elif isinstance(node, ast.FunctionDef) and node.name in functions:
                returned = [part.value for part in ast.walk(node) if isinstance(part, ast.Return) and part.value]
                found |= {value for item in returned for value in _strings(item)}
            elif isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Dict):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                if any(isinstance(target, ast.Name) and target.id in tables for target in targets):
                    found |= {value for item in node.value.values for value in _strings(item)}
    return found


def _argument(node: ast.Call, calls: Mapping[str, int]) -> set[str]:
    name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
    if name not in calls or len(node.args) <= calls[name]:
        return set()
    return _strings(node.args[calls[name]])


def _strings(node: ast.expr) -> set[str]:
    if isinstance(node, ast.IfExp):
        return _strings(node.body) | _strings(node.orelse)
    return {part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)}


def knows(game_name: str, catalogue: str, key: str) -> bool:
    """Tell whether a game, or the common templates, have words for a key."""
    return renderer().has(game_name, catalogue, key) or renderer().has("common", catalogue, key)


def say(game_name: str, catalogue: str, key: str, *arguments: Any) -> str:
    """Return the words for a key."""
    return renderer().say(game_name, catalogue, key, *arguments)


def fill(name: str, **context: Json) -> str:
    """Return a template filled in."""
    return renderer().fill(name, **context)


def example_of(text: str) -> str:
    """Return the example line of a mail, or nothing."""
    found = re.search(r"^For example:  (.*)$", text, re.MULTILINE)
    return found[1] if found else ""
