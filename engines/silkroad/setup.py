"""Setting a game up: options, then the shuffles one by one (rules of the setup are own rulings, see docs)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.api import Illegal, Json, Shuffle
from engines.silkroad import maps
from engines.silkroad.board import Board
from engines.silkroad.names import (
    CAMELEERS as CAMELEER_CARDS,
)
from engines.silkroad.names import (
    CAMELS as CAMEL_NUMBERS,
)
from engines.silkroad.names import (
    CARDS_DEALT,
    CARDS_OF_EACH_GOOD,
    COLOURS,
    GOODS,
    JEWELS_OF_EACH_COLOUR,
    OPEN_CARDS,
    SEATS,
)
from engines.silkroad.state import (
    CAMELEERS,
    CAMELS,
    CARDS,
    JEWELS,
    NEXT_TURN,
    TILES,
    Caravan,
    Log,
    Player,
    State,
    good_names,
)

ACTIONS = ("printed", "shuffled")
_OPTIONS = ("actions", "map")


def setup(players: Sequence[str], options: Mapping[str, str]) -> State:
    """Return a game before its first shuffle.

    Raises:
        Illegal: for a player count or an option that the game does not have.
    """
    if len(players) not in SEATS:
        raise Illegal("illegal", "player_count", {"players": len(players), "fewest": SEATS[0], "most": SEATS[-1]})
    for name in options:
        if name not in _OPTIONS:
            raise Illegal("illegal", "unknown_option", {"option": name, "options": _OPTIONS})
    actions = options.get("actions", ACTIONS[0])
    if actions not in ACTIONS:
        raise Illegal("illegal", "option_value", {"option": "actions", "value": actions, "values": ACTIONS})
    board = maps.read(options.get("map", ""))
    printed = tuple(village.action for village in board.roads.villages)
    fields = (*("" for _ in board.roads.cities), *printed) if actions == "printed" else ()
    phase = CAMELS if fields else TILES
    starts = tuple(Caravan(place=_city(board.roads.starts[i][0], board)) for i in range(len(board.roads.starts)))
    return State(tuple(players), board, fields, (Player(),) * len(players), starts, phase=phase)


def _city(name: str, board: Board) -> int:
    return [city.id for city in board.roads.cities].index(name)


def shuffle(state: State) -> Shuffle:
    """Return what is shuffled in this phase of the setup."""
    if state.phase == TILES:
        return Shuffle(tuple(village.action for village in state.board.roads.villages), TILES)
    return Shuffle(_ITEMS[state.phase], state.phase)


_ITEMS: dict[str, tuple[Json, ...]] = {
    CAMELS: tuple(CAMEL_NUMBERS),
    CAMELEERS: CAMELEER_CARDS,
    JEWELS: tuple(colour for colour in COLOURS for _ in range(JEWELS_OF_EACH_COLOUR)),
    CARDS: tuple(good for good in GOODS for _ in range(CARDS_OF_EACH_GOOD)),
}


def lay_tiles(state: State, tiles: Sequence[Json], log: Log) -> State:
    """Lay a shuffled action tile on each village."""
    board = state.board
    fields = (*("" for _ in range(board.cities)), *(str(tile) for tile in tiles))
    villages = range(board.cities, len(fields))
    laid: list[Json] = [{"place": board.names[place], "action": fields[place]} for place in villages]
    log.tell("tiles_laid", tiles=laid)
    return state._replace(fields=fields, phase=CAMELS)


def deal_camels(state: State, camels: Sequence[Json], log: Log) -> State:
    """Form the caravans of one, two and three camels; the others wait in the caravanserai, the first in front."""
    numbers = [camel for camel in camels if isinstance(camel, int)]
    caravans = []
    for size, caravan in enumerate(state.caravans, 1):
        caravans.append(caravan._replace(camels=tuple(sorted(numbers[:size]))))
        del numbers[:size]
    dealt: list[Json] = [
        {"caravan": size, "camels": list(caravan.camels[::-1]), "place": state.board.names[caravan.place]}
        for size, caravan in enumerate(caravans, 1)
    ]
    log.tell("camels_dealt", caravans=dealt, row=tuple(numbers))
    return state._replace(caravans=tuple(caravans), row=tuple(numbers), phase=CAMELEERS)


def deal_cameleers(state: State, cameleers: Sequence[Json], log: Log) -> State:
    """Give each player one of the five cameleers; the rest leaves the game."""
    drawn = [card for card in cameleers if isinstance(card, int)][: len(state.players)]
    players = tuple(one._replace(cameleer=card) for one, card in zip(state.players, drawn, strict=True))
    dealt: list[Json] = [{"seat": seat, "cameleer": card} for seat, card in enumerate(drawn, 1)]
    log.tell("cameleers_dealt", cameleers=dealt)
    return state._replace(players=players, phase=JEWELS)


def place_jewels(state: State, jewels: Sequence[Json], log: Log) -> State:
    """Stock the first destinations from the shuffled bag, that of caravan 1 first."""
    bag = [COLOURS.index(str(jewel)) for jewel in jewels]
    caravans = []
    for size, caravan in enumerate(state.caravans, 1):
        destination = _city(state.board.roads.starts[size - 1][1], state.board)
        caravans.append(caravan._replace(destination=destination, jewels=tuple(sorted(bag[:size]))))
        del bag[:size]
    placed: list[Json] = [
        {
            "caravan": size,
            "place": state.board.names[caravan.destination],
            "jewels": [COLOURS[colour] for colour in caravan.jewels],
        }
        for size, caravan in enumerate(caravans, 1)
    ]
    log.tell("jewels_placed", destinations=placed, bag=len(bag))
    return state._replace(caravans=tuple(caravans), bag=tuple(bag), phase=CARDS)


def deal_cards(state: State, cards: Sequence[Json], log: Log) -> State:
    """Deal the hands seat by seat, turn the open cards up, and let the lowest cameleer begin."""
    pile = [GOODS.index(str(card)) for card in cards]
    players = []
    for seat, one in enumerate(state.players, 1):
        hand = tuple(pile[:CARDS_DEALT].count(good) for good in range(len(GOODS)))
        del pile[:CARDS_DEALT]
        players.append(one._replace(hand=hand))
        log.tell("cards_dealt", seat=seat, count=CARDS_DEALT)
        log.whisper(seat, "cards_dealt", seat=seat, count=CARDS_DEALT, hand=good_names(hand))
    shown = tuple(pile[:OPEN_CARDS])
    log.tell("open_cards_turned", open=tuple(GOODS[good] for good in shown), pile=len(pile) - OPEN_CARDS)
    first = min(range(1, len(players) + 1), key=lambda seat: players[seat - 1].cameleer)
    before = (first - 2) % len(players) + 1
    return state._replace(
        players=tuple(players), open=shown, pile=tuple(pile[OPEN_CARDS:]), turn=before, phase=NEXT_TURN
    )
