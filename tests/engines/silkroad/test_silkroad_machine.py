"""A state machine: good orders, junk and wrong seats in any order, with what must hold after each."""

from __future__ import annotations

import json

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engines import play
from engines.api import Ask, Over
from engines.chance import Stream
from engines.silkroad import ENGINE
from engines.silkroad.names import COLOURS, GOODS
from engines.silkroad.scoring import points

LABELS = ["Ann", "Bob", "Cem", "Dia", "Eli"]
WORDS = (
    "lay",
    "move",
    "draw",
    "sell",
    "rob",
    "pay",
    "pass",
    "discard",
    "silk",
    "tea",
    "red",
    "2",
    "9",
    "leh",
    "bob",
    ";",
)


class Game(RuleBasedStateMachine):
    """One game by mail, with its record."""

    @initialize(players=st.integers(2, 5), actions=st.sampled_from(["printed", "shuffled"]), seed=st.binary(min_size=4))
    def begin(self, players: int, actions: str, seed: bytes) -> None:
        """Set a game up."""
        self.players = LABELS[:players]
        self.options = {"actions": actions}
        self.stream = Stream(seed)
        started = play.start(ENGINE, self.players, self.options, self.stream)
        self.state = started.state
        self.entries = list(started.entries)
        self.points = [0] * players

    def ask(self) -> Ask | None:
        """Return the question, None at the end."""
        pending = ENGINE.pending(self.state)
        return pending if isinstance(pending, Ask) else None

    def running(self) -> bool:
        """Tell whether somebody is asked."""
        return hasattr(self, "state") and self.ask() is not None

    @precondition(running)
    @rule(data=st.data())
    def good_order(self, data: st.DataObject) -> None:
        """A legal order of an asked seat is done."""
        seat = data.draw(st.sampled_from(self.ask().seats))
        action = data.draw(st.sampled_from(list(ENGINE.legal(self.state, seat))))
        played = play.play(ENGINE, self.state, seat, [ENGINE.format(action)], self.stream)

        assert [line.result for line in played.lines] == ["done"]
        self.state = played.state
        self.entries += played.entries

    @precondition(running)
    @rule(level=st.integers(0, 2))
    def stand_in(self, level: int) -> None:
        """A stand-in's order is done; several in a row bring the game on."""
        for _ in range(10):
            ask = self.ask()
            if ask is None:
                return
            seat = ask.seats[0]
            order = ENGINE.format(ENGINE.stand_in(self.state, seat, level))
            played = play.play(ENGINE, self.state, seat, [order], self.stream, by="stand-in")
            self.state = played.state
            self.entries += played.entries

    @precondition(running)
    @rule(text=st.one_of(st.text(max_size=40), st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)))
    def junk_line(self, text: str) -> None:
        """Any text is done or refused with a known code, never anything else."""
        seat = self.ask().seats[0]
        before = self.state
        played = play.play(ENGINE, self.state, seat, [text], self.stream)
        (line, *_) = played.lines

        assert line.result in ("done", "refused")
        if line.result == "refused":
            assert played.state == before
            assert line.why.code in ("unreadable", "illegal", "ambiguous")
        self.state = played.state
        self.entries += played.entries

    @precondition(running)
    @rule(data=st.data())
    def wrong_seat(self, data: st.DataObject) -> None:
        """A seat that is not asked, or does not exist, changes nothing; the mover's own line waits."""
        seats = [seat for seat in range(len(self.players) + 2) if seat not in self.ask().seats]
        played = play.play(ENGINE, self.state, data.draw(st.sampled_from(seats)), ["lay 1 silk"], self.stream)

        (line,) = played.lines
        assert line.result == "waits" or line.why.code in ("not_your_turn", "no_such_seat")
        assert played.state == self.state

    @invariant()
    def replays_equal(self) -> None:
        """The record leads to the state."""
        if hasattr(self, "state"):
            assert play.replay(ENGINE, self.players, self.options, self.entries) == self.state

    @invariant()
    def loads_equal(self) -> None:
        """The state comes through JSON."""
        if hasattr(self, "state"):
            assert ENGINE.load(json.loads(json.dumps(ENGINE.dump(self.state)))) == self.state

    @invariant()
    def conserves(self) -> None:
        """14 cards of each good, ten camels, at most 4 jewels a colour and 10 colourless ones."""
        if not hasattr(self, "state"):
            return
        state = self.state
        lying = [*state.pile, *state.discards, *state.open, *(good for _, good in state.given)]
        for good in range(len(GOODS)):
            assert lying.count(good) + sum(one.hand[good] + one.display[good] for one in state.players) == 14
        camels = [*state.row, *(camel for caravan in state.caravans for camel in caravan.camels)]
        assert sorted(camels) == list(range(1, 11))
        left = [*state.bag, *(jewel for caravan in state.caravans for jewel in caravan.jewels)]
        for colour in range(len(COLOURS)):
            assert left.count(colour) + sum(one.jewels[colour] for one in state.players) <= 4
        assert sum(one.colourless for one in state.players) <= 10
        assert sorted(one.cameleer for one in state.players) == sorted({one.cameleer for one in state.players})
        assert min(count for one in state.players for count in (*one.hand, *one.display, *one.jewels)) >= 0

    @invariant()
    def scores_never_fall(self) -> None:
        """Jewels are only ever won."""
        if hasattr(self, "state"):
            now = [points(one) for one in self.state.players]
            assert all(after >= before for before, after in zip(self.points, now, strict=True))
            self.points = now

    @invariant()
    def ends_with_standings(self) -> None:
        """At the end every seat has its place."""
        if hasattr(self, "state") and isinstance(over := ENGINE.pending(self.state), Over):
            assert sorted(one.seat for one in over.standings) == list(range(1, len(self.players) + 1))


TestGame = Game.TestCase
TestGame.settings = settings(max_examples=25, stateful_step_count=25, deadline=None)
