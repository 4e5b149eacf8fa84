"""A state machine: good orders, junk and wrong seats, with the invariants that hold after each."""

from __future__ import annotations

import json
from collections import Counter

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engines import play
from engines.api import Ask, Json, Over
from engines.chance import Stream
from engines.yspahan import ENGINE
from engines.yspahan.board import BUILDING_POINTS, DECK
from engines.yspahan.state import caravan_size
from tests.engines.yspahan.yspahan_table import LETTERS

JUNK = (
    "",
    "xyzzy",
    "take",
    "place sack9",
    "supervisor Q1",
    "card",
    "build castle",
    "roll 99",
    "give 0 gold",
    "9",
    "end end",
)


class Match(RuleBasedStateMachine):
    """One match of two to four seats, played by chance and by nonsense."""

    @initialize(players=st.integers(2, 4), seed=st.integers(0, 2**32))
    def start(self, players: int, seed: int) -> None:
        """Set a match up."""
        self.players = LETTERS[:players]
        self.stream = Stream(seed.to_bytes(32, "big"))
        started = play.start(ENGINE, self.players, {}, self.stream)
        self.state = started.state
        self.entries = list(started.entries)
        self.points = [0] * players

    def asked(self) -> tuple[int, ...]:
        """Return the seats that are asked."""
        pending = ENGINE.pending(self.state)
        return pending.seats if isinstance(pending, Ask) else ()

    def take(self, played: play.Played) -> None:
        """Go on from what was played."""
        self.state = played.state
        self.entries += played.entries

    @precondition(lambda self: self.asked())
    @rule(data=st.data())
    def good_order(self, data: st.DataObject) -> None:
        """A legal order is done, and camels, gold and cards change exactly as its events tell."""
        seat = data.draw(st.sampled_from(self.asked()))
        order = data.draw(st.sampled_from([ENGINE.format(action) for action in ENGINE.legal(self.state, seat)]))
        before = [(row.gold, row.camels, row.points) for row in self.state.players]
        played = play.play(ENGINE, self.state, seat, [order], self.stream)

        assert [line.result for line in played.lines] == ["done"]
        told = Counter[tuple[int, str]]()
        for entry in played.entries:
            for event in entry.events:
                if event.seen_by is None:
                    account(told, event.kind, event.data)
        after = [(row.gold, row.camels, row.points) for row in played.state.players]
        self.points = [row.points for row in played.state.players]
        pending = under_way(ENGINE.view(played.state, None))
        for number, (old, new) in enumerate(zip(before, after, strict=True), 1):
            expected = tuple(
                had + told[number, kind] for had, kind in zip(old, ("gold", "camels", "points"), strict=True)
            )
            assert new == expected, (order, pending)
        self.take(played)

    @precondition(lambda self: self.asked())
    @rule(text=st.sampled_from(JUNK), data=st.data())
    def junk_line(self, text: str, data: st.DataObject) -> None:
        """Nonsense changes nothing."""
        seat = data.draw(st.sampled_from(self.asked()))
        played = play.play(ENGINE, self.state, seat, [text], self.stream)

        assert [line.result for line in played.lines] == ["refused"]
        assert (played.state, played.entries) == (self.state, ())

    @precondition(lambda self: self.asked())
    @rule(data=st.data())
    def wrong_seat(self, data: st.DataObject) -> None:
        """An order of a seat that is not asked changes nothing."""
        others = [seat for seat in range(1, len(self.players) + 1) if seat not in self.asked()]
        if not others:
            return
        order = ENGINE.format(ENGINE.legal(self.state, self.asked()[0])[0])
        played = play.play(ENGINE, self.state, data.draw(st.sampled_from(others)), [order], self.stream)

        assert played.state == self.state
        assert played.lines[0].result in ("refused", "waits")

    @invariant()
    def replay_is_equal(self) -> None:
        """The record leads to the same state."""
        if len(self.entries) % 7 == 0:
            assert play.replay(ENGINE, self.players, {}, self.entries) == self.state

    @invariant()
    def dump_and_load_are_equal(self) -> None:
        """Through JSON text."""
        assert ENGINE.load(json.loads(json.dumps(ENGINE.dump(self.state)))) == self.state

    @invariant()
    def cards_are_conserved(self) -> None:
        """Eighteen cards lie in hands, deck, discards and among the used ones."""
        hands = [card for player in self.state.players for card in player.hand]

        assert Counter([*hands, *self.state.deck, *self.state.discards, *self.state.used]) == Counter(DECK)

    @invariant()
    def stocks_and_places_are_possible(self) -> None:
        """Nothing is negative, the caravan is never full, no souk is shared, no building stands twice."""
        state = self.state
        assert len(state.caravan) < caravan_size(state)
        for player in state.players:
            assert min(player.gold, player.camels, player.points) >= 0
            assert len(set(player.buildings)) == len(player.buildings) <= len(BUILDING_POINTS)
        for quarter in ENGINE.view(state, None)["city"]:
            for souk in quarter["souks"]:
                owners = {shop["owner"] for shop in souk["shops"]} - {None}
                assert len(owners) <= 1

    @invariant()
    def somebody_is_asked_until_the_end(self) -> None:
        """The game waits for a seat with orders, or is over with points that never fell."""
        pending = ENGINE.pending(self.state)
        assert isinstance(pending, Ask | Over)
        if isinstance(pending, Ask):
            assert all(ENGINE.legal(self.state, seat) for seat in pending.seats)
        assert all(new >= old for new, old in zip((row.points for row in self.state.players), self.points, strict=True))


def account(told: Counter[tuple[int, str]], kind: str, data: dict[str, Json]) -> None:
    """Add to each seat's gold, camels and points what an event says of them."""
    seat = data.get("seat", 0)
    if kind in ("camels_taken", "gold_taken"):
        told[seat, kind.removesuffix("_taken")] += data["gained"]
    elif kind == "yellow_bought" or kind == "supervisor_moved":
        told[seat, "gold"] -= data["gold"]
    elif kind == "built":
        told[seat, "gold"] -= data["gold"]
        told[seat, "camels"] -= data["camels"]
        told[seat, "points"] += data["points"]
    elif kind == "card_played" and data["card"] in ("camels_3", "gold_3"):
        told[seat, data["card"].removesuffix("_3")] += 3
    elif kind == "card_exchanged":
        told[seat, data["gave"]] -= data["amount"]
        told[seat, "points"] += data["points"]
        if data["card"] == "swap":
            told[seat, "camels" if data["gave"] == "gold" else "gold"] += data["amount"]
    elif kind == "cube_sent":
        told[seat, "points"] += data["points"]
        told[seat, "camels"] -= data["paid_camel"]
    elif kind in ("caravan_counted", "souks_scored"):
        for row in data["scores"]:
            told[row["seat"], "points"] += row["points"]


def under_way(view: dict[str, Json]) -> str:
    """Return what the table waits for, for the message of a failure."""
    return f"{view['phase']} {view['prompt']}"


TestMatch = Match.TestCase
TestMatch.settings = settings(max_examples=20, stateful_step_count=60, deadline=None)
