"""Whether a game's templates can say everything that the game may ask them to: tried out with stand-ins at play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from engines import play
from engines.api import Ask, Engine, Illegal, Over, State
from engines.chance import Stream
from pbem.mail import layout
from pbem.mail.news import seen
from pbem.mail.render import Renderer
from pbem.service import board
from pbem.service.match import labels

_NAMES = ("Ann", "Bob", "Cem", "Dia", "Eli", "Fay", "Gus", "Hal")
_STEPS = 400
_REFUSALS = 3
"""Positions a prompt in which wrong orders are tried; the same reasons come up again and again."""

_LEVELS = (1, 2)
_NONSENSE = "xyzzy 99 xyzzy"


class _Table(NamedTuple):
    """A game at play whose words are tried."""

    renderer: Renderer
    engine: Engine
    names: Mapping[int, str]
    marks: Mapping[int, str]

    def say(self, catalogue: str, key: str, *arguments: Any) -> None:
        self.renderer.say(self.engine.name, catalogue, key, *arguments)


def missing(renderer: Renderer, engine: Engine, steps: int = _STEPS) -> list[str]:
    """Return what the templates of a game cannot say, each once; empty where all is well.

    Args:
        renderer: the templates.
        engine: the game.
        steps: how many orders of each trial game are played at most.
    """
    found: dict[str, None] = {}
    for trial in _trials(renderer, engine, steps):
        try:
            trial()
        except Exception as failure:
            # Whatever a template stumbles over is what is looked for here.
            found[f"{type(failure).__name__}: {failure}".replace("\n", " ")[:300]] = None
    return list(found)


def _trials(renderer: Renderer, engine: Engine, steps: int) -> Iterator[Callable[[], None]]:
    say = renderer.say
    abouts = [row.about for row in engine.orders]
    abouts += [option.about for option in engine.options] + [question.about for question in engine.questions]
    for about in abouts:
        yield lambda about=about: say(engine.name, "help", about, {})  # type: ignore[misc]
    yield lambda: _topics(renderer, engine)
    for level, count in zip(_LEVELS, (engine.seats[0], engine.seats[-1]), strict=True):
        names = dict(enumerate(_NAMES[:count], 1))
        marks = layout.marks(names)
        yield from _game(_Table(renderer, engine, names, marks), level, steps)


def _topics(renderer: Renderer, engine: Engine) -> None:
    for topic in renderer.topics(engine.name):
        renderer.say(engine.name, "rules", topic)


def _game(table: _Table, level: int, steps: int) -> Iterator[Callable[[], None]]:
    """Yield the trials of one game, position by position."""
    engine, stream = table.engine, Stream(bytes([level]) * 32)
    played = play.start(engine, labels(len(table.names)), {}, stream)
    asked: Counter[str] = Counter()
    for _ in range(steps):
        state, entries = played.state, played.entries
        yield lambda entries=entries: _news(table, entries)  # type: ignore[misc]
        pending = engine.pending(state)
        if isinstance(pending, Over):
            yield lambda state=state: _end(table, state)  # type: ignore[misc]
            return
        if not isinstance(pending, Ask):
            return
        yield lambda state=state, pending=pending: _position(table, state, pending)  # type: ignore[misc]
        seat = pending.seats[0]
        asked[pending.prompt] += 1
        if asked[pending.prompt] <= _REFUSALS:
            yield lambda state=state, seat=seat: _refusals(table, state, seat)  # type: ignore[misc]
        order = engine.format(engine.stand_in(state, seat, level))
        played = play.play(engine, state, seat, [order], stream)


def _news(table: _Table, entries: tuple[play.Entry, ...]) -> None:
    for entry in entries:
        for reader in (None, *table.names):
            for event in seen(entry.events, reader):
                table.say("news", event.kind, event.data, table.names, reader, table.marks)


def _position(table: _Table, state: State, ask: Ask) -> None:
    engine, seat = table.engine, ask.seats[0]
    view = engine.view(state, seat)
    table.say("prompt", ask.prompt, view, table.names, seat)
    table.say("prompt", "example", view, table.names, seat)
    for action in engine.legal(state, seat):
        hint = engine.describe(state, seat, action)
        table.say("prompt", "hint", engine.format(action), hint, table.names, seat)
    for reader in (None, seat):
        board.text(table.renderer, engine, state, table.names, reader)
        board.html(table.renderer, engine, state, table.names, reader)


def _refusals(table: _Table, state: State, seat: int) -> None:
    """Give each order as in its example, without arguments, and with senseless ones."""
    for order in table.engine.orders:
        for text in (order.example, order.verb, f"{order.verb} {_NONSENSE}"):
            _refusal(table, state, seat, text)


def _refusal(table: _Table, state: State, seat: int, text: str) -> None:
    try:
        for action in table.engine.parse(state, seat, text):
            state = table.engine.apply(state, seat, action).state
    except Illegal as illegal:
        table.say("errors", illegal.reason, illegal.facts, table.names, seat)


def _end(table: _Table, state: State) -> None:
    pending = table.engine.pending(state)
    standings = pending.standings if isinstance(pending, Over) else ()
    for reader in (None, *table.names):
        table.say("final", "final", table.engine.view(state, reader), standings, table.names, reader)
