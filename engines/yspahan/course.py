"""The course of the game: which orders a phase takes, and everything that happens between two decisions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from engines.api import Ask, Event, Illegal, Json, Over, Pending, Roll, Seat, Shuffle, Step
from engines.yspahan import buildings, calendar, caravan, cards, choose, placing, supervisor, supply
from engines.yspahan.actions import (
    Action,
    AddExtraDie,
    AnswerCamel,
    Build,
    CallSupervisor,
    DrawCard,
    EndTurn,
    Give,
    MoveSupervisor,
    OpenPlacing,
    PlaceCube,
    PlayCard,
    RollDice,
    SendFirst,
    SetAside,
    TakeStock,
)
from engines.yspahan.board import DECK
from engines.yspahan.phases import misplaced
from engines.yspahan.state import Events, Phase, State, is_variant, mover

_END = (EndTurn(),)


def _end(state: State, seat: Seat, action: EndTurn, events: Events) -> State:
    return calendar.end_turn(state, events)


_HANDLERS: dict[type, tuple[frozenset[Phase], Callable[..., State]]] = {
    RollDice: (frozenset({"supply"}), supply.roll),
    TakeStock: (frozenset({"choose", "extra"}), choose.take),
    OpenPlacing: (frozenset({"choose", "extra"}), choose.open_placing),
    CallSupervisor: (frozenset({"choose", "extra"}), choose.call_supervisor),
    DrawCard: (frozenset({"choose", "extra"}), choose.draw),
    SetAside: (frozenset({"choose", "extra"}), choose.set_aside),
    AddExtraDie: (frozenset({"choose", "extra"}), choose.add_extra_die),
    PlaceCube: (frozenset({"place", "shop"}), placing.place),
    MoveSupervisor: (frozenset({"supervisor"}), supervisor.move),
    SendFirst: (frozenset({"first"}), supervisor.send_first),
    PlayCard: (frozenset({"supply", "choose", "finish"}), cards.play),
    Give: (frozenset({"amount"}), cards.give),
    Build: (frozenset({"finish", "construct"}), buildings.build),
    EndTurn: (frozenset({"finish"}), _end),
}


def _supply(state: State, seat: Seat) -> tuple[Action, ...]:
    return supply.options(state.players[seat - 1]) + cards.options(state, seat)


def _choose(state: State, seat: Seat) -> tuple[Action, ...]:
    if state.players[seat - 1].hand:
        return choose.options(state, seat) + cards.options(state, seat)
    return choose.options(state, seat)


def _extra(state: State, seat: Seat) -> tuple[Action, ...]:
    return tuple(choose.own_actions(state, seat))


def _supervisor(state: State, seat: Seat) -> tuple[Action, ...]:
    return supervisor.options(state, state.players[seat - 1])


def _first(state: State, seat: Seat) -> tuple[Action, ...]:
    return supervisor.first_options(state)


def _finish(state: State, seat: Seat) -> tuple[Action, ...]:
    builds = () if state.built or is_variant(state) else buildings.options(state, seat)
    return builds + cards.options(state, seat) + _END


_OPTIONS: dict[Phase, Callable[[State, Seat], tuple[Action, ...]]] = {
    "supply": _supply,
    "choose": _choose,
    "extra": _extra,
    "place": placing.options,
    "shop": placing.card_options,
    "supervisor": _supervisor,
    "first": _first,
    "amount": cards.amounts,
    "construct": buildings.options,
    "finish": _finish,
}


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    """Return the seat's orders: the dice action going up the Tower, then cards; or the steps of what is under way."""
    if state.due is not None:
        return ()
    if state.strikes:
        return caravan.ANSWERS if caravan.question(state, seat) else ()
    options = _OPTIONS.get(state.phase)
    if options is None or seat != state.order[state.turn]:
        return ()
    return options(state, seat)


def pending(state: State) -> Pending:
    """Return what the game waits for; struck cubes and due cards come before the phase."""
    if state.due is not None:
        return Shuffle(state.discards, "discards")
    if state.strikes:
        return Ask(caravan.asked(state), "camel", mover(state))
    phase = state.phase
    if phase in _OPTIONS:
        return _ask(phase, state.order[state.turn])
    if phase == "roll":
        return supply.wanted(state)
    if phase == "deck":
        return Shuffle(DECK, "deck")
    if phase == "first_player":
        return Roll(1, len(state.players), "first_player")
    return Over(calendar.standings(state))


@cache
def _ask(phase: Phase, seat: Seat) -> Ask:
    return Ask((seat,), phase, seat)


def apply(state: State, seat: Seat, action: Action) -> Step:
    """Carry out an order and all that follows without a decision; whoever draws a card learns something.

    Raises:
        Illegal: before anything is done.
    """
    events: Events = []
    if state.strikes:
        after = _answered(state, seat, action, events)
    else:
        entry = _HANDLERS.get(type(action))
        if state.phase not in _OPTIONS or seat != state.order[state.turn]:
            raise not_asked(state)
        if entry is None or state.phase not in entry[0]:
            raise misplaced(state, action)
        after = entry[1](state, seat, action, events)
    if after.due is not None or after.strikes or after.phase == "finish":
        after = _go_on(after, events)
    return Step(after, tuple(events), after.deck is not state.deck)


def _answered(state: State, seat: Seat, action: Action, events: Events) -> State:
    struck = caravan.question(state, seat)
    if struck is None:
        raise not_asked(state)
    if type(action) is not AnswerCamel:
        raise misplaced(state, action)
    return caravan.answer(state, seat, struck, action.pays, events)


def not_asked(state: State) -> Illegal:
    """Return the refusal of an order from a seat that is not asked."""
    now = pending(state)
    if isinstance(now, Over):
        return Illegal("not_your_turn", "game_over")
    asked: list[Json] = [*now.seats] if isinstance(now, Ask) else []
    return Illegal("not_your_turn", "not_your_turn", {"asked": asked})


def _go_on(state: State, events: Events) -> State:
    """Draw due cards, deal with struck cubes and close turns that offer nothing, up to the next decision or chance."""
    while True:
        if state.due is not None:
            if cards.must_shuffle(state):
                return state
            state = cards.draw(state, state.due, events)
        elif state.strikes:
            if caravan.undecided(state, state.strikes[0]):
                return state
            state = caravan.resolve_strike(state, events)
        elif state.phase == "finish" and _is_idle(state):
            state = calendar.end_turn(state, events, by_itself=True)
        else:
            return state


def _is_idle(state: State) -> bool:
    """Tell whether everybody can see that the seat on turn has nothing left to decide."""
    player = state.players[state.order[state.turn] - 1]
    if player.hand:
        return False
    return state.built or len(state.players) == 2 or not buildings.affordable_in_public(player)


def resolve(state: State, outcome: Sequence[Json]) -> Step:
    """Hand in faces or shuffled cards.

    Raises:
        ValueError: for an outcome that the pending Roll or Shuffle cannot have.
    """
    now = pending(state)
    if isinstance(now, Roll):
        return _rolled(state, faces(now, outcome))
    if isinstance(now, Shuffle):
        return _shuffled(state, now, outcome)
    raise ValueError("no outcome of chance is pending")


def faces(roll: Roll, outcome: Sequence[Json]) -> tuple[int, ...]:
    """Return the outcome as faces.

    Raises:
        ValueError: for a wrong number of dice or a face that a die does not have.
    """
    shown = tuple(face for face in outcome if type(face) is int)
    if not len(shown) == len(outcome) == roll.dice or min(shown) < 1 or max(shown) > roll.sides:
        raise ValueError(f"{outcome!r} are not the faces of {roll.dice} dice with {roll.sides} sides")
    return shown


def _rolled(state: State, shown: tuple[int, ...]) -> Step:
    events: Events = []
    if state.phase == "first_player":
        events.append(Event("first_player_drawn", {"seat": shown[0]}))
        order = calendar.order_from(shown[0], len(state.players))
        return Step(calendar.begin_day(state, events, order, day=1), tuple(events), True)
    return Step(supply.rolled(state, mover(state), shown, events), tuple(events), True)


def _shuffled(state: State, wanted: Shuffle, outcome: Sequence[Json]) -> Step:
    """Take the new deck; a card that was due is drawn at once, and only then does anybody learn something."""
    deck = tuple(card for card in outcome if isinstance(card, str))
    if len(deck) != len(outcome) or sorted(deck) != sorted(str(item) for item in wanted.items):
        raise ValueError("the outcome does not hold the same cards")
    if state.phase == "deck":
        return Step(state._replace(deck=deck, phase="first_player"), (Event("deck_shuffled", {"cards": len(deck)}),))
    events: Events = [Event("discards_shuffled", {"cards": len(deck)})]
    return Step(_go_on(state._replace(deck=deck, discards=()), events), tuple(events), True)
