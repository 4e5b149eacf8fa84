"""The six buildings: prices, cards that waive a part of them, and the points for building."""

from __future__ import annotations

from functools import lru_cache

from engines.api import Event, Json, Seat
from engines.yspahan import cards
from engines.yspahan.actions import Build
from engines.yspahan.board import BUILDING, BUILDING_POINTS, BUILDINGS, SQUARES, WAIVERS, Building
from engines.yspahan.refusals import illegal
from engines.yspahan.state import NO_TASK, Events, Player, State, is_variant, with_player

NO_CAMELS = WAIVERS["camels"]
NO_GOLD = WAIVERS["gold"]


def price(building: Building, no_camels: bool, no_gold: bool) -> tuple[int, int]:
    """Return the camels and gold due with these waiving cards."""
    return 0 if no_camels else building.camels, 0 if no_gold else building.gold


def _builds(building: Building) -> tuple[tuple[Build, int, int, frozenset[str]], ...]:
    """Return every way to pay a building: the order, its camels and gold, and the cards it takes."""
    ways = []
    for no_gold in (False, True) if building.gold else (False,):
        for no_camels in (False, True):
            needs = [card for card, used in ((NO_CAMELS, no_camels), (NO_GOLD, no_gold)) if used]
            order = Build(building.name, no_camels, no_gold)
            ways.append((order, *price(building, no_camels, no_gold), frozenset(needs)))
    return tuple(sorted(ways, key=lambda way: len(way[3])))


_NO_WAIVERS = (False, False)
_DEAREST = max(max(building.camels, building.gold) for building in BUILDINGS)
_FEWEST_CAMELS = min(building.camels for building in BUILDINGS)
_WAYS = {building.name: _builds(building) for building in BUILDINGS}


def options(state: State, seat: Seat) -> tuple[Build, ...]:
    """Return every building that the seat can pay, in the order of the individual board, without cards first."""
    player = state.players[seat - 1]
    hand = player.hand
    if not hand and player.camels < _FEWEST_CAMELS:
        return ()
    waivers = (NO_CAMELS in hand, NO_GOLD in hand) if hand else _NO_WAIVERS
    return _affordable(player.buildings, min(player.camels, _DEAREST), min(player.gold, _DEAREST), waivers)


@lru_cache(maxsize=1 << 14)
def _affordable(owned: tuple[str, ...], camels: int, gold: int, waivers: tuple[bool, bool]) -> tuple[Build, ...]:
    held = {card for card, has in zip((NO_CAMELS, NO_GOLD), waivers, strict=True) if has}
    return tuple(
        order
        for name, ways in _WAYS.items()
        if name not in owned
        for order, needs_camels, needs_gold, needed in ways
        if needs_camels <= camels and needs_gold <= gold and needed <= held
    )


def affordable_in_public(player: Player) -> bool:
    """Tell whether the player could pay a building without cards."""
    if player.camels < _FEWEST_CAMELS:
        return False
    camels, gold = min(player.camels, _DEAREST), min(player.gold, _DEAREST)
    return bool(_affordable(player.buildings, camels, gold, _NO_WAIVERS))


def build(state: State, seat: Seat, action: Build, events: Events) -> State:
    """Construct a building: pay, discard the waiving cards, score (Rulebook, Construct a building).

    Raises:
        Illegal: for a second building in a turn, one owned already, a card that saves nothing, or too little to pay.
    """
    building = BUILDING[action.building]
    player = state.players[seat - 1]
    if state.phase == "finish" and is_variant(state):
        # Facts 7: with two players a building takes the place of the dice action.
        raise illegal("building_is_an_action", "build", building=building.name)
    if state.built:
        raise illegal("built_already", "build", building=building.name)
    if building.name in player.buildings:
        raise illegal("owned_already", "build", building=building.name)
    waiving = [card for card, used in ((NO_CAMELS, action.no_camels), (NO_GOLD, action.no_gold)) if used]
    for card in waiving:
        player = cards.without(player, card, "build")
    camels, gold = price(building, action.no_camels, action.no_gold)
    if camels > player.camels or gold > player.gold:
        facts: dict[str, Json] = {"camels": camels, "gold": gold}
        have: dict[str, Json] = {"have_camels": player.camels, "have_gold": player.gold}
        raise illegal("building_too_dear", "build", building=building.name, **facts, **have)
    if action.no_gold and not building.gold:
        raise illegal("card_saves_nothing", "build", building=building.name, card=NO_GOLD)
    return _constructed(state, seat, player, building, waiving, camels, gold, events)


def _constructed(
    state: State,
    seat: Seat,
    player: Player,
    building: Building,
    waiving: list[str],
    camels: int,
    gold: int,
    events: Events,
) -> State:
    points = BUILDING_POINTS[len(player.buildings)]
    owned = (*player.buildings, building.name)
    player = Player(player.gold - gold, player.camels - camels, player.points + points, player.hand, owned)
    square = SQUARES[state.task.square] if is_variant(state) else None
    data: dict[str, Json] = {"seat": seat, "building": building.name, "camels": camels, "gold": gold}
    named: list[Json] = [*waiving]
    more: dict[str, Json] = {"cards": named, "points": points, "number": len(owned), "square": square}
    events.append(Event("built", data | more))
    return state._replace(
        players=with_player(state, seat, player),
        used=(*state.used, *waiving),
        built=True,
        phase="finish",
        task=NO_TASK,
    )
