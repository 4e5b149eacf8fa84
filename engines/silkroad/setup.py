"""Setting a game up: options, then the shuffles one by one (rules of the setup are own rulings, see docs)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.api import Illegal, Json, Shuffle
from engines.silkroad import maps, phases
from engines.silkroad.board import Board
from engines.silkroad.draft import Draft
from engines.silkroad.names import (
    CAMEL_NUMBERS,
    CAMELEER_CARDS,
    CARDS_DEALT,
    CARDS_OF_EACH_GOOD,
    COLOURS,
    GOODS,
    JEWELS_OF_EACH_COLOUR,
    OPEN_CARDS,
    SEATS,
)
from engines.silkroad.state import Caravan, Player, State, good_names

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
            raise Illegal("illegal", "unknown_option", {"option": name, "options": list(_OPTIONS)})
    actions = options.get("actions", ACTIONS[0])
    if actions not in ACTIONS:
        raise Illegal("illegal", "option_value", {"option": "actions", "value": actions, "values": list(ACTIONS)})
    board = maps.read(options.get("map", ""))
    printed = tuple(village.action for village in board.roads.villages)
    fields = (*("" for _ in board.roads.cities), *printed) if actions == "printed" else ()
    phase = phases.CAMELS if fields else phases.TILES
    starts = tuple(Caravan(place=_city(board.roads.starts[i][0], board)) for i in range(len(board.roads.starts)))
    return State(tuple(players), board, fields, (Player(),) * len(players), starts, phase=phase)


def _city(name: str, board: Board) -> int:
    return [city.id for city in board.roads.cities].index(name)


def shuffle(state: State) -> Shuffle:
    """Return what is shuffled in this phase of the setup."""
    if state.phase == phases.TILES:
        return Shuffle(tuple(village.action for village in state.board.roads.villages), phases.TILES)
    return Shuffle(_ITEMS[state.phase], state.phase)


_ITEMS: dict[str, tuple[Json, ...]] = {
    phases.CAMELS: tuple(CAMEL_NUMBERS),
    phases.CAMELEERS: CAMELEER_CARDS,
    phases.JEWELS: tuple(colour for colour in COLOURS for _ in range(JEWELS_OF_EACH_COLOUR)),
    phases.CARDS: tuple(good for good in GOODS for _ in range(CARDS_OF_EACH_GOOD)),
}


def lay_tiles(draft: Draft, tiles: Sequence[Json]) -> None:
    """Lay a shuffled action tile on each village."""
    names, cities = draft.board.names, draft.board.cities
    draft.fields = (*("" for _ in range(cities)), *(str(tile) for tile in tiles))
    laid: list[Json] = [{"place": name, "action": action} for name, action in zip(names[cities:], tiles, strict=True)]
    draft.tell("tiles_laid", tiles=laid)
    draft.phase = phases.CAMELS


def deal_camels(draft: Draft, camels: Sequence[Json]) -> None:
    """Form the caravans of one, two and three camels; the others wait in the caravanserai, the first in front."""
    numbers = [camel for camel in camels if isinstance(camel, int)]
    dealt: list[Json] = []
    for index, caravan in enumerate(draft.caravans):
        size = index + 1
        led, numbers = sorted(numbers[:size]), numbers[size:]
        draft.caravans[index] = caravan._replace(camels=tuple(led))
        dealt.append({"caravan": size, "camels": led[::-1], "place": draft.board.names[caravan.place]})
    draft.tell("camels_dealt", caravans=dealt, row=numbers)
    draft.row, draft.phase = tuple(numbers), phases.CAMELEERS


def deal_cameleers(draft: Draft, cameleers: Sequence[Json]) -> None:
    """Give each player one of the five cameleers; the rest leaves the game."""
    drawn = [card for card in cameleers if isinstance(card, int)][: len(draft.players)]
    draft.players = [one._replace(cameleer=card) for one, card in zip(draft.players, drawn, strict=True)]
    dealt: list[Json] = [{"seat": seat, "cameleer": card} for seat, card in enumerate(drawn, 1)]
    draft.tell("cameleers_dealt", cameleers=dealt)
    draft.phase = phases.JEWELS


def place_jewels(draft: Draft, jewels: Sequence[Json]) -> None:
    """Stock the first destinations from the shuffled bag, that of caravan 1 first."""
    bag = [COLOURS.index(str(jewel)) for jewel in jewels]
    placed: list[Json] = []
    for index, caravan in enumerate(draft.caravans):
        size = index + 1
        destination = _city(draft.board.roads.starts[index][1], draft.board)
        drawn, bag = sorted(bag[:size]), bag[size:]
        draft.caravans[index] = caravan._replace(destination=destination, jewels=tuple(drawn))
        colours = [COLOURS[colour] for colour in drawn]
        placed.append({"caravan": size, "place": draft.board.names[destination], "jewels": colours})
    draft.tell("jewels_placed", destinations=placed, bag=len(bag))
    draft.bag, draft.phase = tuple(bag), phases.CARDS


def deal_cards(draft: Draft, cards: Sequence[Json]) -> None:
    """Deal the hands seat by seat, turn the open cards up, and let the lowest cameleer begin."""
    pile = [GOODS.index(str(card)) for card in cards]
    for seat, one in enumerate(draft.players, 1):
        dealt, pile = pile[:CARDS_DEALT], pile[CARDS_DEALT:]
        hand = tuple(dealt.count(good) for good in range(len(GOODS)))
        draft.players[seat - 1] = one._replace(hand=hand)
        draft.tell("cards_dealt", seat=seat, count=CARDS_DEALT)
        draft.whisper(seat, "cards_dealt", seat=seat, count=CARDS_DEALT, hand=good_names(hand))
    draft.open, draft.pile = tuple(pile[:OPEN_CARDS]), tuple(pile[OPEN_CARDS:])
    draft.tell("open_cards_turned", open=[GOODS[good] for good in draft.open], pile=len(draft.pile))
    lowest = min(one.cameleer for one in draft.players)
    # The turn passes on to the first player as it does later from one to the next.
    draft.turn = next(seat for seat, one in enumerate(draft.players) if one.cameleer == lowest)
    draft.phase = phases.NEXT_TURN
