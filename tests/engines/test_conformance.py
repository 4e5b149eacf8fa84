"""What the protocol promises, held against the toy and every discovered game."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache

import pytest

from engines import discover, play
from engines.api import Ask, Engine, Illegal, Over, State
from engines.chance import Stream
from tests.toy import ENGINE as TOY

ENGINES = {"toy": TOY, **discover()}
TABLES = [(name, players) for name, engine in ENGINES.items() for players in engine.seats]
LONGEST_GAME = 5_000
STEERED = 0.25

engines = pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
tables = pytest.mark.parametrize(("name", "players"), TABLES)


def labels(players: int) -> list[str]:
    """Return seat labels."""
    return ["Ann", "Bob", "Cem", "Dia", "Eli"][:players]


def random_options(engine: Engine, rng: random.Random) -> dict[str, str]:
    """Return a random choice of the game's listed options."""
    return {option.name: rng.choice(option.values) for option in engine.options if option.values}


class Game:
    """A random game: every state asked, with the record that led to it."""

    def __init__(self, engine: Engine, players: int, seed: int) -> None:
        self.engine = engine
        self.players = labels(players)
        self.rng = random.Random(seed)
        self.options = random_options(engine, self.rng)
        self.stream = Stream(seed.to_bytes(32, "big"))
        started = play.start(engine, self.players, self.options, self.stream)
        self.state: State = started.state
        self.entries = list(started.entries)

    def choice(self, seat: int) -> object:
        """Choose at random, now and then as a stand-in would, so that games without a hurry come to their end."""
        if self.rng.random() < STEERED:
            return self.engine.stand_in(self.state, seat, 2)
        return self.rng.choice(list(self.engine.legal(self.state, seat)))

    def plies(self) -> Iterator[State]:
        """Play on at random and yield each state that waits for an order, and the last."""
        for _ in range(LONGEST_GAME):
            yield self.state
            pending = self.engine.pending(self.state)
            if isinstance(pending, Over):
                return
            assert isinstance(pending, Ask)
            seat = self.rng.choice(pending.seats)
            text = self.engine.format(self.choice(seat))
            played = play.play(self.engine, self.state, seat, [text], self.stream)
            assert [line.result for line in played.lines] == ["done"], (text, played.lines)
            self.state = played.state
            self.entries += played.entries
        raise AssertionError("the game does not end")


@cache
def sampled(name: str, players: int, seed: int = 1) -> tuple[Game, tuple[State, ...]]:
    """Return one random game with all its states."""
    game = Game(ENGINES[name], players, seed)
    return game, tuple(game.plies())


@tables
def test_a_random_game_ends_with_standings_for_every_seat(name: str, players: int) -> None:
    """Random play ends; each seat has one standing, the best rank is 1 and stands first."""
    game, states = sampled(name, players)
    over = game.engine.pending(states[-1])

    assert isinstance(over, Over)
    assert sorted(s.seat for s in over.standings) == list(range(1, players + 1))
    assert [s.rank for s in over.standings] == sorted(s.rank for s in over.standings)
    assert over.standings[0].rank == 1


@tables
def test_only_the_asked_seats_have_orders(name: str, players: int) -> None:
    """A seat that is asked has at least one order, any other none; at the end nobody has one."""
    game, states = sampled(name, players)
    for state in states:
        pending = game.engine.pending(state)
        asked = pending.seats if isinstance(pending, Ask) else ()
        for seat in range(1, players + 1):
            assert bool(game.engine.legal(state, seat)) == (seat in asked)


@tables
def test_every_legal_order_parses_from_its_own_text_and_applies(name: str, players: int) -> None:
    """`parse(format(action))` is that action alone, actions are distinct, and each applies."""
    engine, states = sampled(name, players)[0].engine, sampled(name, players)[1]
    for state in states[:: max(1, len(states) // 150)]:
        pending = engine.pending(state)
        for seat in pending.seats if isinstance(pending, Ask) else ():
            legal = engine.legal(state, seat)
            texts = [engine.format(action) for action in legal]
            assert len(set(texts)) == len(texts)
            for action, text in zip(legal, texts, strict=True):
                assert engine.parse(state, seat, text) == (action,), text
                engine.apply(state, seat, action)
                json.dumps(engine.describe(state, seat, action))


@tables
def test_a_dumped_state_loads_equal(name: str, players: int) -> None:
    """`load(dump)` through JSON text gives an equal state with the same orders."""
    engine, states = sampled(name, players)[0].engine, sampled(name, players)[1]
    for state in states[:: max(1, len(states) // 100)]:
        loaded = engine.load(json.loads(json.dumps(engine.dump(state))))

        assert loaded == state
        assert engine.pending(loaded) == engine.pending(state)


@tables
def test_the_record_replays_to_the_same_state_after_every_ply(name: str, players: int) -> None:
    """Each live order of the replayed record stands before the same state as in the game, and so does the end."""
    game, states = sampled(name, players)
    timeline = play.timeline(game.engine, game.players, game.options, game.entries)
    seen = [point.before for point in timeline.points if point.entry.by == "seat"]

    assert seen == list(states[:-1])
    assert timeline.state == states[-1]


@tables
def test_apply_leaves_its_argument_untouched(name: str, players: int) -> None:
    """Neither an order nor its refusal changes the state given."""
    engine, states = sampled(name, players)[0].engine, sampled(name, players)[1]
    for state in states[:: max(1, len(states) // 60)]:
        before = engine.dump(state)
        text = json.dumps(before, sort_keys=True)
        pending = engine.pending(state)
        for seat in pending.seats if isinstance(pending, Ask) else ():
            for action in engine.legal(state, seat):
                engine.apply(state, seat, action)
            other = seat % players + 1
            if other not in pending.seats:
                with pytest.raises(Illegal) as refused:
                    engine.parse(state, other, engine.format(engine.legal(state, seat)[0]))
                assert refused.value.code == "not_your_turn"

        assert json.dumps(engine.dump(state), sort_keys=True) == text


@tables
def test_views_are_plain_json_for_every_seat_and_the_onlooker(name: str, players: int) -> None:
    """A view survives JSON unchanged."""
    engine, states = sampled(name, players)[0].engine, sampled(name, players)[1]
    for state in states[:: max(1, len(states) // 60)]:
        for seat in (None, *range(1, players + 1)):
            view = engine.view(state, seat)
            assert json.loads(json.dumps(view)) == view


@engines
def test_a_seat_that_does_not_exist_is_refused(engine: Engine) -> None:
    """Every call with a seat refuses seats 0 and n + 1."""
    players = engine.seats[0]
    state = Game(engine, players, seed=3).state
    for seat in (0, players + 1, -1):
        for call in (
            lambda s: engine.view(state, s),
            lambda s: engine.legal(state, s),
            lambda s: engine.parse(state, s, engine.orders[0].example),
            lambda s: engine.standing(state, s, {}),
            lambda s: engine.stand_in(state, s, 0),
            lambda s: engine.resample(state, s, random.Random(1)),
        ):
            with pytest.raises(Illegal) as refused:
                call(seat)
            assert refused.value.code == "no_such_seat"


@engines
def test_a_wrong_player_count_is_refused(engine: Engine) -> None:
    """One seat too few or too many cannot be set up."""
    for players in (engine.seats[0] - 1, engine.seats[-1] + 1):
        with pytest.raises(Illegal):
            engine.setup([f"P{n}" for n in range(players)], {})


@tables
def test_nothing_leaks_when_the_hidden_part_is_dealt_again(name: str, players: int) -> None:
    """After `resample` the seat's view, orders and refusals are equal, and so are events up to the first reveal."""
    engine, states = sampled(name, players)[0].engine, sampled(name, players)[1]
    rng = random.Random(4)
    for state in states[:: max(1, len(states) // 40)]:
        for seat in range(1, players + 1):
            other = engine.resample(state, seat, rng)
            assert_same_for(engine, state, other, seat)


def assert_same_for(engine: Engine, state: State, other: State, seat: int) -> None:
    """Assert that the seat cannot tell the two states apart."""
    assert engine.view(other, seat) == engine.view(state, seat)
    assert engine.view(other, None) == engine.view(state, None)
    legal = engine.legal(state, seat)
    assert engine.legal(other, seat) == legal
    for junk in ("", "xyzzy", "1", "99", *(order.example for order in engine.orders)):
        assert refusal(engine, other, seat, junk) == refusal(engine, state, seat, junk)
    for action in legal:
        seen = seen_events(engine, state, seat, action)
        assert seen_events(engine, other, seat, action) == seen
        assert engine.describe(other, seat, action) == engine.describe(state, seat, action)
    if legal:
        for level in (0, 1, 2):
            assert engine.stand_in(other, seat, level) == engine.stand_in(state, seat, level)


def refusal(engine: Engine, state: State, seat: int, text: str) -> object:
    """Return what the text is read as, or why not."""
    try:
        return engine.parse(state, seat, text)
    except Illegal as illegal:
        return illegal.refusal


def seen_events(engine: Engine, state: State, seat: int, action: object) -> object:
    """Return what the seat sees of an order that reveals nothing."""
    step = engine.apply(state, seat, action)
    if step.reveals:
        return "revealed"
    return [event for event in step.events if event.seen_by in (None, seat)]


@tables
def test_stand_ins_play_a_game_to_its_end(name: str, players: int) -> None:
    """At every level the stand-in's choice is legal, and a game of stand-ins ends."""
    engine = ENGINES[name]
    for level in (1, 2):
        game = Game(engine, players, seed=5)
        for _ in range(LONGEST_GAME):
            pending = engine.pending(game.state)
            if isinstance(pending, Over):
                break
            assert isinstance(pending, Ask)
            seat = pending.seats[0]
            action = engine.stand_in(game.state, seat, level)
            assert action in engine.legal(game.state, seat)
            game.state = play.play(engine, game.state, seat, [engine.format(action)], game.stream, by="stand-in").state
        assert isinstance(engine.pending(game.state), Over)


@engines
def test_order_verbs_are_told_apart_from_mail_commands(engine: Engine) -> None:
    """No verb is a mail command, each has its own example that begins with it, and verbs are lower-case words."""
    from pbem.mail.commands import COMMANDS

    verbs = [order.verb for order in engine.orders]
    assert len(set(verbs)) == len(verbs)
    assert not set(verbs) & {command.verb for command in COMMANDS}
    for order in engine.orders:
        assert order.example.split()[0] == order.verb
        assert order.verb == order.verb.casefold()
        assert order.verb.isalpha()
