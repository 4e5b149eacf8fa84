"""A state machine: good orders, junk and wrong seats, with the invariants that hold after each."""

from __future__ import annotations

import json

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engines import play
from engines.api import Ask, Over
from engines.chance import Stream
from engines.istanbul import ENGINE
from engines.istanbul.board import LAYOUTS
from tests.engines.istanbul.istanbul_books import accounts, booked, complete
from tests.engines.istanbul.istanbul_table import NAMES

JUNK = (
    "",
    "xyzzy",
    "move",
    "move 0",
    "move 17",
    "card",
    "card castle",
    "sell 9 camels",
    "sell 0 red",
    "announce 2",
    "announce 13",
    "pay 99",
    "tile purple",
    "99",
    "send family to nowhere",
    "end end",
)


class Match(RuleBasedStateMachine):
    """One match of two to five seats, played by chance and by nonsense."""

    @initialize(players=st.integers(2, 5), layout=st.sampled_from([*LAYOUTS, "random"]), seed=st.integers(0, 2**32))
    def start(self, players: int, layout: str, seed: int) -> None:
        """Set a match up."""
        self.players = NAMES[:players]
        self.options = {"layout": layout}
        self.stream = Stream(seed.to_bytes(32, "big"))
        started = play.start(ENGINE, self.players, self.options, self.stream)
        self.state = started.state
        self.entries = list(started.entries)
        self.rubies = [0] * players

    def asked(self) -> tuple[int, ...]:
        """Return the seats that are asked."""
        pending = ENGINE.pending(self.state)
        return pending.seats if isinstance(pending, Ask) else ()

    @precondition(lambda self: self.asked())
    @rule(data=st.data())
    def good_order(self, data: st.DataObject) -> None:
        """A legal order is done, and Lira, rubies, cards and goods change exactly as its events tell."""
        (seat,) = self.asked()
        order = data.draw(st.sampled_from([ENGINE.format(action) for action in ENGINE.legal(self.state, seat)]))
        self.take(seat, order)

    @precondition(lambda self: self.asked())
    @rule()
    def greedy_order(self) -> None:
        """So does the order of a stand-in, which leads to places where more can be done."""
        (seat,) = self.asked()
        self.take(seat, ENGINE.format(ENGINE.stand_in(self.state, seat, 2)))

    def take(self, seat: int, order: str) -> None:
        """Play an order and hold the books against its events."""
        before = accounts(self.state)
        self.rubies = [trader.rubies for trader in self.state.traders]
        played = play.play(ENGINE, self.state, seat, [order], self.stream)
        told = [event for entry in played.entries for event in entry.events]

        assert [line.result for line in played.lines] == ["done"], order
        assert accounts(played.state) == booked(before, told), order
        self.state = played.state
        self.entries += played.entries

    @precondition(lambda self: self.asked())
    @rule(text=st.sampled_from(JUNK))
    def junk_line(self, text: str) -> None:
        """Nonsense changes nothing."""
        (seat,) = self.asked()
        played = play.play(ENGINE, self.state, seat, [text], self.stream)

        assert [line.result for line in played.lines] == ["refused"]
        assert (played.state, played.entries) == (self.state, ())

    @precondition(lambda self: self.asked())
    @rule(data=st.data())
    def wrong_seat(self, data: st.DataObject) -> None:
        """An order of a seat that is not asked changes nothing."""
        (seat,) = self.asked()
        other = data.draw(st.sampled_from([number for number in range(1, len(self.players) + 1) if number != seat]))
        # The seat before may still write `end` behind a turn that ended by itself.
        orders = [ENGINE.format(action) for action in ENGINE.legal(self.state, seat)]
        order = data.draw(st.sampled_from([text for text in orders if text not in ("end", "skip")] or ["leave"]))
        played = play.play(ENGINE, self.state, other, [order], self.stream)

        assert played.state == self.state
        assert [(line.result, line.why.code) for line in played.lines] == [("refused", "not_your_turn")]

    @invariant()
    def replay_is_equal(self) -> None:
        """The record leads to the same state."""
        if len(self.entries) % 7 == 0:
            assert play.replay(ENGINE, self.players, self.options, self.entries) == self.state

    @invariant()
    def dump_and_load_are_equal(self) -> None:
        """Through JSON text."""
        assert ENGINE.load(json.loads(json.dumps(ENGINE.dump(self.state)))) == self.state

    @invariant()
    def everything_is_there(self) -> None:
        """Cards, rubies, tiles, assistants and demand tiles; goods within capacity; rubies never fall."""
        complete(self.state)
        now = [trader.rubies for trader in self.state.traders]
        assert all(after >= before for after, before in zip(now, self.rubies, strict=True))

    @invariant()
    def somebody_is_asked_until_the_end(self) -> None:
        """The game waits for one seat with orders, or is over with a standing for each."""
        pending = ENGINE.pending(self.state)
        assert isinstance(pending, Ask | Over)
        if isinstance(pending, Ask):
            assert pending.seats == (pending.turn,) == (self.state.turn.seat,)
            assert ENGINE.legal(self.state, pending.turn)
        else:
            assert sorted(row.seat for row in pending.standings) == list(range(1, len(self.players) + 1))


TestMatch = Match.TestCase
TestMatch.settings = settings(max_examples=15, stateful_step_count=60, deadline=None)
