"""Pebbles, a toy game for trying the house: a hidden hand, a die, a question to another seat, a two-step order.

On turn a seat draws a card, or lays one: the next seat then gives a pebble or keeps it, and the mover rolls a die for
more pebbles or stops. The first to fifteen pebbles wins; so does the richest once all cards are gone.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engines import words
from engines.api import (
    Ask,
    Chooser,
    Event,
    Illegal,
    Json,
    Option,
    OrderHelp,
    Over,
    Pending,
    Question,
    Roll,
    Seat,
    Shuffle,
    Standing,
    Step,
)

GOAL = 15


class State(NamedTuple):
    """Seat n stands at index n - 1 of each tuple; `phase` is what the game waits for."""

    deck: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    pebbles: tuple[int, ...]
    turn: Seat
    phase: str


class Act(NamedTuple):
    """One step: a verb and, for `lay`, the card."""

    verb: str
    card: int = 0


def _put(values: tuple[Any, ...], seat: Seat, value: Any) -> tuple[Any, ...]:
    return (*values[: seat - 1], value, *values[seat:])


class Pebbles:
    """The toy engine."""

    name = "toy"
    title = "Pebbles"
    seats = range(2, 5)
    rules_version = 1
    options = (Option("deck", "short", ("short", "long"), "option_deck"),)
    orders = (
        OrderHelp("draw", "draw", "draw", "order_draw"),
        OrderHelp("lay", "lay CARD [roll | stop]", "lay 3 roll", "order_lay"),
        OrderHelp("roll", "roll", "roll", "order_roll"),
        OrderHelp("stop", "stop", "stop", "order_stop"),
        OrderHelp("give", "give", "give", "order_give"),
        OrderHelp("keep", "keep", "keep", "order_keep"),
    )
    questions = (Question("toll", ("give", "keep", "ask"), "ask", "question_toll"),)

    def setup(self, players: Sequence[str], options: Mapping[str, str]) -> State:
        if len(players) not in self.seats:
            raise Illegal("illegal", "player_count", {"players": len(players)})
        deck = tuple(range(1, 10 if options.get("deck") == "long" else 7)) * 2
        seats = len(players)
        return State(deck, ((),) * seats, (0,) * seats, 1, "deal")

    def pending(self, state: State) -> Pending:
        if state.phase == "deal":
            return Shuffle(state.deck, "deal")
        if state.phase == "dice":
            return Roll(1, 6, "pebbles")
        if state.phase == "over":
            return Over(self._standings(state))
        seat = self._next(state) if state.phase == "toll" else state.turn
        return Ask((seat,), state.phase, state.turn)

    def _standings(self, state: State) -> tuple[Standing, ...]:
        rows = [Standing(i, 1 + sum(p > own for p in state.pebbles), own) for i, own in enumerate(state.pebbles, 1)]
        return tuple(sorted(rows, key=lambda row: row.rank))

    def _next(self, state: State) -> Seat:
        return state.turn % len(state.hands) + 1

    def _known(self, state: State, seat: Seat) -> None:
        if not 1 <= seat <= len(state.hands):
            raise Illegal("no_such_seat", "no_such_seat", {"seat": seat})

    def legal(self, state: State, seat: Seat) -> Sequence[Act]:
        self._known(state, seat)
        pending = self.pending(state)
        if not isinstance(pending, Ask) or seat not in pending.seats:
            return ()
        if state.phase == "toll":
            return (Act("give"), Act("keep")) if state.pebbles[seat - 1] else (Act("keep"),)
        if state.phase == "luck":
            return (Act("roll"), Act("stop"))
        draws = (Act("draw"),) if state.deck else ()
        return draws + tuple(Act("lay", card) for card in sorted(set(state.hands[seat - 1])))

    def parse(self, state: State, seat: Seat, text: str) -> tuple[Act, ...]:
        legal = self.legal(state, seat)
        if not legal:
            raise Illegal("not_your_turn", "not_your_turn")
        menu = [self.format(action) for action in legal]
        near = words.nearest(text, menu)
        first, *rest = words.fold(text).split() or [""]
        verbs = words.named(first, [order.verb for order in self.orders])
        if len(verbs) != 1:
            raise Illegal("ambiguous" if verbs else "unreadable", "unknown_order", {"text": text}, "", near)
        acts = self._steps(verbs[0], rest, near)
        if acts[0] not in legal:
            raise Illegal("illegal", "not_now", {"order": self.format(acts[0])}, verbs[0], near)
        return acts

    def _steps(self, verb: str, rest: list[str], near: tuple[str, ...]) -> tuple[Act, ...]:
        if verb != "lay" and not rest:
            return (Act(verb),)
        if verb == "lay" and rest and rest[0].isdigit() and rest[1:] in ([], ["roll"], ["stop"]):
            return (Act("lay", int(rest[0])), *map(Act, rest[1:]))
        raise Illegal("unreadable", "usage", {"verb": verb}, verb, near)

    def format(self, action: Act) -> str:
        return f"lay {action.card}" if action.verb == "lay" else action.verb

    def describe(self, state: State, seat: Seat, action: Act) -> Mapping[str, Json]:
        self._known(state, seat)
        return {"verb": action.verb, "pebbles": action.card}

    def apply(self, state: State, seat: Seat, action: Act) -> Step:
        if action not in self.legal(state, seat):
            raise Illegal("illegal", "not_now", {"order": self.format(action)}, action.verb)
        return getattr(self, f"_{action.verb}")(state, seat, action)

    def _draw(self, state: State, seat: Seat, action: Act) -> Step:
        card, hand = state.deck[0], state.hands[seat - 1]
        state = state._replace(deck=state.deck[1:], hands=_put(state.hands, seat, (*hand, card)))
        events = (Event("drew", {"seat": seat}), Event("drew", {"seat": seat, "card": card}, seat))
        return Step(self._pass_on(state), events, reveals=True)

    def _lay(self, state: State, seat: Seat, action: Act) -> Step:
        hand = list(state.hands[seat - 1])
        hand.remove(action.card)
        state = self._gain(state._replace(hands=_put(state.hands, seat, tuple(hand))), seat, action.card)
        return Step(state._replace(phase="toll"), (Event("laid", {"seat": seat, "card": action.card}),))

    def _give(self, state: State, seat: Seat, action: Act) -> Step:
        state = self._gain(self._gain(state, seat, -1), state.turn, 1)
        return Step(state._replace(phase="luck"), (Event("gave", {"seat": seat, "to": state.turn}),))

    def _keep(self, state: State, seat: Seat, action: Act) -> Step:
        return Step(state._replace(phase="luck"), (Event("kept", {"seat": seat}),))

    def _roll(self, state: State, seat: Seat, action: Act) -> Step:
        return Step(state._replace(phase="dice"), (Event("shook", {"seat": seat}),))

    def _stop(self, state: State, seat: Seat, action: Act) -> Step:
        return Step(self._pass_on(state), (Event("stopped", {"seat": seat}),))

    def _gain(self, state: State, seat: Seat, pebbles: int) -> State:
        return state._replace(pebbles=_put(state.pebbles, seat, state.pebbles[seat - 1] + pebbles))

    def _pass_on(self, state: State) -> State:
        if max(state.pebbles) >= GOAL or not (state.deck or any(state.hands)):
            return state._replace(phase="over")
        state = state._replace(turn=self._next(state), phase="turn")
        return state if state.deck or state.hands[state.turn - 1] else self._pass_on(state)

    def resolve(self, state: State, outcome: Sequence[Json]) -> Step:
        if state.phase == "dice":
            face = int(outcome[0])  # type: ignore[arg-type]
            state = self._pass_on(self._gain(state, state.turn, face))
            return Step(state, (Event("rolled", {"face": face}),), reveals=True)
        hands = tuple((int(card),) for card in outcome[: len(state.hands)])  # type: ignore[arg-type]
        return Step(state._replace(deck=tuple(outcome[len(hands) :]), hands=hands, phase="turn"), (), reveals=True)

    def standing(self, state: State, seat: Seat, answers: Mapping[str, str]) -> Act | None:
        self._known(state, seat)
        answer = words.fold({"toll": "ask", **answers}["toll"])
        if set(answers) - {"toll"} or answer not in ("give", "keep", "ask"):
            raise Illegal("unreadable", "standing", {"answer": answer})
        legal = self.legal(state, seat) if state.phase == "toll" else ()
        return next((act for act in legal if act.verb == answer), None)

    def stand_in(self, state: State, seat: Seat, level: int) -> Act:
        legal = self.legal(state, seat)
        if level == 1:
            digest = hashlib.sha256(json.dumps(self.view(state, seat), sort_keys=True).encode()).digest()
            return legal[digest[0] % len(legal)]
        return legal[-1] if state.phase != "luck" or level == 0 else Act("roll")

    def view(self, state: State, seat: Seat | None) -> Mapping[str, Json]:
        if seat is not None:
            self._known(state, seat)
        own = None if seat is None else sorted(state.hands[seat - 1])
        rows = [
            {"seat": i, "cards": len(hand), "pebbles": state.pebbles[i - 1]} for i, hand in enumerate(state.hands, 1)
        ]
        return {"turn": state.turn, "phase": state.phase, "deck": len(state.deck), "seats": rows, "hand": own}

    def dump(self, state: State) -> Mapping[str, Json]:
        return {"schema": 1, "rules_version": self.rules_version, **state._asdict()}

    def load(self, data: Mapping[str, Any]) -> State:
        hands = tuple(tuple(hand) for hand in data["hands"])
        return State(tuple(data["deck"]), hands, tuple(data["pebbles"]), data["turn"], data["phase"])

    def resample(self, state: State, seat: Seat, rng: Chooser) -> State:
        self._known(state, seat)
        hidden = [card for i, hand in enumerate(state.hands, 1) if i != seat for card in hand] + list(state.deck)
        rng.shuffle(hidden)
        hands = [hand if i == seat else tuple(hidden.pop() for _ in hand) for i, hand in enumerate(state.hands, 1)]
        return state._replace(hands=tuple(hands), deck=tuple(hidden))


ENGINE = Pebbles()
