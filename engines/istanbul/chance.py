"""Rolls and shuffles: what is asked for, what it leads to, and the setup that is made of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engines.api import Json, Roll, Shuffle
from engines.istanbul.board import RANDOM_SPOTS, UNBOUND, with_others, with_spot
from engines.istanbul.dice import rolled
from engines.istanbul.flow import RESHUFFLE, RESHUFFLE_AND_DRAW, draw_card, settle
from engines.istanbul.meetings import place_token
from engines.istanbul.moving import place_neutral
from engines.istanbul.rubies import named_goods
from engines.istanbul.state import MOVE, Market, State, Turn, in_force, seats_from, with_turn
from engines.istanbul.story import Story
from engines.istanbul.terms import (
    DECK,
    DEMAND_ITEMS,
    FIRST_LIRA,
    LARGE_MARKET,
    SMALL_MARKET,
    demand,
)

SPOT: Final = "fountain and dice places"
OTHERS: Final = "other places"
START: Final = "start player"
DEAL: Final = "bonus cards"
LARGE: Final = "large market"
SMALL: Final = "small market"
GOVERNOR_START: Final = "governor start"
SMUGGLER_START: Final = "smuggler start"


def asked(state: State) -> Roll | Shuffle:
    """Return the roll or shuffle that must come first."""
    purpose = state.turn.chance
    if purpose in _SHUFFLED:
        return Shuffle(_SHUFFLED[purpose], purpose)
    if purpose in (RESHUFFLE, RESHUFFLE_AND_DRAW):
        return Shuffle(tuple(sorted(state.discards)), purpose)
    if purpose == SPOT:
        return Roll(1, len(RANDOM_SPOTS), purpose)
    if purpose == START:
        return Roll(1, len(state.traders), purpose)
    return Roll(2, 6, purpose)


def check_outcome(wanted: Roll | Shuffle, outcome: Sequence[Json]) -> None:
    """Refuse what the roll or shuffle cannot give.

    Raises:
        ValueError: for other dice or items.
    """
    if isinstance(wanted, Roll):
        faces = [face for face in outcome if type(face) is int and 1 <= face <= wanted.sides]
        if not len(faces) == len(outcome) == wanted.dice:
            raise ValueError(f"{wanted.purpose}: not {wanted.dice} dice of {wanted.sides} sides")
    elif sorted(map(str, outcome)) != sorted(map(str, wanted.items)):
        raise ValueError(f"{wanted.purpose}: not the items that were to be shuffled")


def resolved(state: State, outcome: Sequence[Json], story: Story) -> State:
    """Carry out what the pending roll or shuffle leads to."""
    return _RESOLVERS[state.turn.chance](state, outcome, story)


def _next_chance(state: State, purpose: str) -> State:
    return with_turn(state, state.turn._replace(chance=purpose))


def _faces(outcome: Sequence[Json]) -> tuple[int, ...]:
    return tuple(face for face in outcome if isinstance(face, int))


def _words(outcome: Sequence[Json]) -> tuple[str, ...]:
    return tuple(str(item) for item in outcome)


def _spot(state: State, outcome: Sequence[Json], story: Story) -> State:
    return _next_chance(state._replace(layout=with_spot(_faces(outcome)[0])), OTHERS)


def _others(state: State, outcome: Sequence[Json], story: Story) -> State:
    layout = with_others(state.layout, _faces(outcome))
    story.show("laid_out", option=state.option, layout=layout)
    return _next_chance(state._replace(layout=layout), START)


def _start(state: State, outcome: Sequence[Json], story: Story) -> State:
    """Choose the start player; each later seat gets 1 Lira more ("Rulebook, Setup")."""
    start = _faces(outcome)[0]
    order = seats_from(state, start)
    traders = tuple(
        trader._replace(lira=FIRST_LIRA + order.index(seat)) for seat, trader in enumerate(state.traders, 1)
    )
    story.show("start_player_chosen", seat=start, lira=[trader.lira for trader in traders])
    return _next_chance(state._replace(start=start, traders=traders), DEAL)


def _deal(state: State, outcome: Sequence[Json], story: Story) -> State:
    """Deal one card to each seat in turn order; the rest is the draw pile ("Rulebook, Setup")."""
    deck, order = _words(outcome), seats_from(state, state.start)
    dealt = dict(zip(order, deck, strict=False))
    for seat in order:
        story.tell("drew", seat=seat, cards=1)
        story.whisper(seat, "drew", seat=seat, cards=1, card=dealt[seat])
    traders = tuple(trader._replace(hand=(dealt[seat],)) for seat, trader in enumerate(state.traders, 1))
    return _next_chance(state._replace(traders=traders, pile=deck[len(order) :]), LARGE)


def _large(state: State, outcome: Sequence[Json], story: Story) -> State:
    market = _stacked(outcome, LARGE_MARKET, story)
    return _next_chance(state._replace(bazaar=state.bazaar._replace(large=market)), SMALL)


def _small(state: State, outcome: Sequence[Json], story: Story) -> State:
    market = _stacked(outcome, SMALL_MARKET, story)
    return _next_chance(state._replace(bazaar=state.bazaar._replace(small=market)), GOVERNOR_START)


def _stacked(outcome: Sequence[Json], place: int, story: Story) -> Market:
    market = Market(tuple(demand(item) for item in _words(outcome)))
    story.show("demand_turned", place=place, demand=named_goods(in_force(market)))
    return market


def _governor_start(state: State, outcome: Sequence[Json], story: Story) -> State:
    return _next_chance(_token_start(state, "governor", _faces(outcome), story), SMUGGLER_START)


def _smuggler_start(state: State, outcome: Sequence[Json], story: Story) -> State:
    """Place the second token; the setup is complete and the start player begins."""
    state = _token_start(state, "smuggler", _faces(outcome), story)
    story.tell("turn_began", seat=state.start, round=1)
    return with_turn(state, Turn(state.start, MOVE))


def _token_start(state: State, token: str, dice: tuple[int, ...], story: Story) -> State:
    story.show("token_moved", token=token, dice=dice, place=sum(dice))
    bazaar = state.bazaar
    bazaar = bazaar._replace(governor=sum(dice)) if token == "governor" else bazaar._replace(smuggler=sum(dice))
    return state._replace(bazaar=bazaar)


def _neutral(state: State, outcome: Sequence[Json], story: Story) -> State:
    return place_neutral(state, _faces(outcome), story)


def _token(state: State, outcome: Sequence[Json], story: Story) -> State:
    return place_token(state, _faces(outcome), story)


def _dice(state: State, outcome: Sequence[Json], story: Story) -> State:
    return rolled(state, _faces(outcome), story)


def _reshuffle(state: State, outcome: Sequence[Json], story: Story) -> State:
    return settle(_reshuffled(state, outcome, story), story)


def _reshuffle_and_draw(state: State, outcome: Sequence[Json], story: Story) -> State:
    return settle(draw_card(_reshuffled(state, outcome, story), story), story)


def _reshuffled(state: State, outcome: Sequence[Json], story: Story) -> State:
    """Make the discards the new draw pile ("Rulebook, Bonus Cards")."""
    story.tell("reshuffled", cards=len(outcome))
    return _next_chance(state._replace(pile=_words(outcome), discards=()), "")


_SHUFFLED: dict[str, tuple[Json, ...]] = {
    OTHERS: UNBOUND,
    DEAL: DECK,
    LARGE: DEMAND_ITEMS[LARGE_MARKET],
    SMALL: DEMAND_ITEMS[SMALL_MARKET],
}

_RESOLVERS: dict[str, Callable[[State, Sequence[Json], Story], State]] = {
    SPOT: _spot,
    OTHERS: _others,
    START: _start,
    DEAL: _deal,
    LARGE: _large,
    SMALL: _small,
    GOVERNOR_START: _governor_start,
    SMUGGLER_START: _smuggler_start,
    "neutral": _neutral,
    "governor": _token,
    "smuggler": _token,
    "black market": _dice,
    "tea house": _dice,
    RESHUFFLE: _reshuffle,
    RESHUFFLE_AND_DRAW: _reshuffle_and_draw,
}
