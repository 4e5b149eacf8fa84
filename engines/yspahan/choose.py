"""The dice action: a group is chosen and put to one of its uses."""

from __future__ import annotations

from functools import lru_cache

from engines.api import Event, Seat
from engines.yspahan import buildings, cards
from engines.yspahan.actions import (
    Action,
    AddExtraDie,
    CallSupervisor,
    DrawCard,
    OpenPlacing,
    SetAside,
    TakeStock,
)
from engines.yspahan.board import CAMEL, CARDS, GOLD, HOIST_CUBES, NEIGHBOURHOODS, PADDOCK_CAMELS, SHOP_GOLD, SQUARES
from engines.yspahan.refusals import illegal
from engines.yspahan.souks import open_shops
from engines.yspahan.state import NO_TASK, Due, Events, Group, Player, State, Task, is_variant, with_player
from engines.yspahan.tower import dice, groups, without, yellow_is_closed

_OWN: tuple[TakeStock | OpenPlacing, ...] = tuple(
    OpenPlacing(square) if square in NEIGHBOURHOODS else TakeStock(square) for square in range(len(SQUARES))
)
_STOCKS = (CAMEL, GOLD)
_CALLS = tuple(CallSupervisor(square) for square in range(len(SQUARES)))
_DRAWS = tuple(DrawCard(square) for square in range(len(SQUARES)))
_ASIDES = tuple(SetAside(square) for square in range(len(SQUARES)))
_EXTRAS = {card: AddExtraDie(card) for card in CARDS}


def options(state: State, seat: Seat) -> tuple[Action, ...]:
    """Return what can be done with the groups: own actions, Supervisor, cards, buildings of the variant, extra dice.

    Each part goes up the Tower.
    """
    choices = groups(state, state.tower, state.turn)
    aside = len(state.players) == 2 and bool(buildings.options(state, seat))
    cards_left = bool(state.deck or state.discards)
    own = _own_squares(state, seat, choices)
    return _menu(tuple(choices), tuple(own), cards_left, aside, state.players[seat - 1].hand)


@lru_cache(maxsize=1 << 14)
def _menu(
    choices: tuple[int, ...], own: tuple[int, ...], cards_left: bool, aside: bool, hand: tuple[str, ...]
) -> tuple[Action, ...]:
    menu: list[Action] = [_OWN[square] for square in own]
    menu += [_CALLS[square] for square in choices]
    if cards_left:
        menu += [_DRAWS[square] for square in choices]
    if aside:
        menu += [_ASIDES[square] for square in choices]
    if own:
        menu += [_EXTRAS[card] for card in cards.kinds(hand)]
    return tuple(menu)


def own_actions(state: State, seat: Seat) -> tuple[TakeStock | OpenPlacing, ...]:
    """Return the actions that belong to the squares themselves: camels, gold, cubes."""
    choices = groups(state, state.tower, state.turn)
    return tuple(_OWN[square] for square in _own_squares(state, seat, choices))


def _own_squares(state: State, seat: Seat, choices: list[int]) -> list[int]:
    shops = state.shops
    return [square for square in choices if square in _STOCKS or open_shops(shops, seat, square)]


def take(state: State, seat: Seat, action: TakeStock, events: Events) -> State:
    """Take a camel or a gold for each die, and the bonus of Paddock or Shop (Rulebook, Take Camels, Take Gold).

    Raises:
        Illegal: for a square that holds no dice for this seat, or that gives neither camels nor gold.
    """
    square = action.square
    if square not in _STOCKS:
        raise illegal("gives_nothing", "take", square=SQUARES[square])
    _group(state, square, "take")
    player = state.players[seat - 1]
    number, extra = dice(state, square), int(state.phase == "extra")
    if square == CAMEL:
        bonus = PADDOCK_CAMELS if "paddock" in player.buildings else 0
        player = player.with_camels(number + extra + bonus)
    else:
        bonus = SHOP_GOLD if "shop" in player.buildings else 0
        player = player.with_gold(number + extra + bonus)
    events.append(
        Event(
            "camels_taken" if square == CAMEL else "gold_taken",
            {"seat": seat, "dice": number, "extra": extra, "bonus": bonus, "gained": number + extra + bonus},
        )
    )
    tower = without(state.tower, square)
    return state._replace(tower=tower, players=with_player(state, seat, player), phase="finish", task=NO_TASK)


def open_placing(state: State, seat: Seat, action: OpenPlacing, events: Events) -> State:
    """Take the cubes of a neighbourhood's group: its dice, one for the Hoist, one for a discarded card (facts 8.8).

    Raises:
        Illegal: for a square without dice, or a neighbourhood where no shop is open to the seat.
    """
    square = action.square
    if square not in NEIGHBOURHOODS:
        raise illegal("no_neighbourhood", "place", square=SQUARES[square])
    _group(state, square, "place")
    if not open_shops(state.shops, seat, square):
        raise illegal("no_open_shop", "place", square=SQUARES[square])
    cubes = cubes_for(state, state.players[seat - 1], square)
    task = Task(square, 0, cubes)
    return state._replace(tower=without(state.tower, square), phase="place", task=task)


def cubes_for(state: State, player: Player, square: int) -> int:
    """Return how many cubes the player places with a neighbourhood's group."""
    hoist = HOIST_CUBES if "hoist" in player.buildings else 0
    return dice(state, square) + hoist + int(state.phase == "extra")


def call_supervisor(state: State, seat: Seat, action: CallSupervisor, events: Events) -> State:
    """Give a group for a move of the Supervisor.

    Raises:
        Illegal: for a square without dice, or while a card lies down as an extra die.
    """
    group = _unextended_group(state, action.square, "supervisor")
    task = Task(action.square, group.value)
    return state._replace(tower=without(state.tower, action.square), phase="supervisor", task=task)


def draw(state: State, seat: Seat, action: DrawCard, events: Events) -> State:
    """Give a group for one card (Rulebook, Take a card).

    Raises:
        Illegal: for a square without dice, with an extra die, or where no card is left.
    """
    _unextended_group(state, action.square, "draw")
    if not (state.deck or state.discards):
        raise illegal("no_card_left", "draw")
    tower = without(state.tower, action.square)
    return state._replace(tower=tower, phase="finish", due=Due(seat, "group", action.square))


def set_aside(state: State, seat: Seat, action: SetAside, events: Events) -> State:
    """Give a group up for a building (facts 7).

    Raises:
        Illegal: with three or four players, for a square without dice, or where no building can be paid.
    """
    if not is_variant(state):
        raise illegal("only_two_players", "aside")
    _unextended_group(state, action.square, "aside")
    if not buildings.options(state, seat):
        raise illegal("no_building_affordable", "aside")
    tower = without(state.tower, action.square)
    return state._replace(tower=tower, phase="construct", task=Task(action.square))


def add_extra_die(state: State, seat: Seat, action: AddExtraDie, events: Events) -> State:
    """Discard a card so that the camels, gold or cubes taken next count one die more (facts 4.2).

    Raises:
        Illegal: for a second card, one not held, or where no group offers camels, gold or cubes.
    """
    if state.phase == "extra":
        raise illegal("one_extra_die", "extra", card=state.task.card)
    player = cards.without(state.players[seat - 1], action.card, "extra")
    if not own_actions(state, seat):
        raise illegal("extra_serves_nothing", "extra", card=action.card)
    events.append(Event("extra_die_added", {"seat": seat, "card": action.card}))
    return state._replace(
        players=with_player(state, seat, player),
        used=(*state.used, action.card),
        phase="extra",
        task=Task(card=action.card),
    )


def _group(state: State, square: int, meant: str) -> Group:
    """Return the group on a square, or refuse: no dice there, or yellow ones for the first player alone."""
    group = state.tower[square]
    if group is None:
        raise illegal("square_empty", meant, square=SQUARES[square])
    if not group.white and yellow_is_closed(state, state.turn):
        raise illegal("only_yellow", meant, square=SQUARES[square])
    return group


def _unextended_group(state: State, square: int, meant: str) -> Group:
    if state.phase == "extra":
        raise illegal("extra_die_waits", meant, card=state.task.card)
    return _group(state, square, meant)
