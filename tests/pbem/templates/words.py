"""Renders a game's words as mails do, for every seat and at every stage, and names what is wrong with a page."""

from __future__ import annotations

import ast
import binascii
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, NamedTuple

from engines import chance, discover, play
from engines.api import Ask, Engine, Json, Over, State
from engines.play import Entry
from pbem.mail import compose, layout
from pbem.mail.compose import Choice, Page, Written
from pbem.mail.news import since
from pbem.mail.render import Renderer

ROOT = Path(__file__).parents[3]
PLAYERS = ("Ann", "Bob", "Cem", "Dia", "Eli", "Fay")
LARGEST_HTML = 80_000
"""Beyond this, quoted-printable included, a mail program would cut the page."""

_EMPTY_TAGS = frozenset({"br", "meta", "img", "hr"})


class Moment(NamedTuple):
    """A stop of a game: the state, and the entries since the stop before."""

    state: State
    entries: tuple[Entry, ...]


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


def game(
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
    for entity, character in (("&#39;", "'"), ("&#34;", '"'), ("&gt;", ">"), ("&lt;", "<"), ("&amp;", "&")):
        words = words.replace(entity, character)
    return " ".join(words.split())


def squeezed(text: str) -> str:
    """Return a text without any blanks, to compare what was laid out in different ways."""
    return re.sub(r"\s", "", text)


def section(text: str, heading: str) -> str:
    """Return what stands under a heading of a plain text, up to the next empty line."""
    return text.partition(f"\n{heading}")[2].partition("\n")[2].partition("\n\n")[0]


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
    for path in sorted((ROOT / "engines" / package).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
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
