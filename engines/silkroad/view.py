"""What a seat may know of the game, as plain data for boards and prompts."""

from __future__ import annotations

from collections.abc import Mapping

from engines.api import Json, Seat
from engines.silkroad import fields, market, phases, robbers
from engines.silkroad.board import Place
from engines.silkroad.choices import asked
from engines.silkroad.drawing import drawing
from engines.silkroad.names import COLOURLESS, COLOURS, CUSTOMS_LIMIT, GOODS, MARKERS
from engines.silkroad.position import player, reach
from engines.silkroad.scoring import points, standings
from engines.silkroad.state import Player, State, colour_names, good_names


def view(state: State, seat: Seat | None) -> Mapping[str, Json]:
    """Return all that a seat (None: an onlooker) may know, built as an allow-list."""
    return {
        "phase": state.phase,
        "turn": state.turn,
        "asked": list(asked(state)),
        "over": state.phase == phases.OVER,
        "seat": seat,
        "box": list(state.board.roads.box),
        "places": _places(state),
        "ring": drawing(state.board).ring,
        "branches": drawing(state.board).branches,
        "lines": drawing(state.board).lines,
        "caravans": [_caravan(state, index) for index in range(len(state.caravans))],
        "row": [_camel(state, camel) for camel in state.row],
        "open": [GOODS[good] for good in state.open],
        "pile": len(state.pile),
        "discards": [GOODS[good] for good in state.discards],
        "bag": len(state.bag),
        "colourless": COLOURLESS - sum(one.colourless for one in state.players),
        "markers": max(0, MARKERS - sum(one.markers for one in state.players)),
        "players": [_player(state, one) for one in range(1, len(state.players) + 1)],
        "own": None if seat is None else _own(player(state, seat)),
        "laid": {"good": GOODS[state.laid[0]], "count": state.laid[1]} if state.laid[1] else None,
        "moved": state.moved + 1,
        "draws": state.draws,
        "market": _market(state),
        "robbed": list(state.robbed),
        "victims": list(robbers.victims(state)) if state.phase == phases.ROB else [],
        "given": [{"seat": giver, "good": GOODS[good]} for giver, good in state.given],
        "owed": _owed(state),
        "standings": _standings(state),
    }


def _places(state: State) -> list[Json]:
    jewels = {caravan.destination: caravan.jewels for caravan in state.caravans}
    standing = {caravan.place: size for size, caravan in enumerate(state.caravans, 1)}
    return [
        {
            **place,
            "action": state.fields[number] if state.fields else "",
            "caravan": standing.get(number, 0),
            "jewels": [COLOURS[colour] for colour in jewels.get(number, ())],
        }
        for number, place in enumerate(drawing(state.board).places)
    ]


def _camel(state: State, camel: int) -> Mapping[str, Json]:
    return {"number": camel, "good": GOODS[state.board.goods[camel]]}


def _caravan(state: State, index: int) -> Mapping[str, Json]:
    caravan, names = state.caravans[index], state.board.names
    on_board = caravan.place >= 0
    return {
        "caravan": index + 1,
        "on_board": on_board,
        "camels": [_camel(state, camel) for camel in caravan.camels[::-1]],
        "place": caravan.place,
        "name": names[caravan.place] if on_board else "",
        "destination": caravan.destination,
        "destination_name": names[caravan.destination] if caravan.destination >= 0 else "",
        "jewels": [COLOURS[colour] for colour in caravan.jewels],
        "reach": reach_drawn(state, index),
    }


def reach_drawn(state: State, index: int) -> list[Json]:
    """Return for 1, 2, 3 ... cards the places where a caravan can stop, with their actions."""
    if state.caravans[index].destination < 0:
        return []
    return [
        {"cards": cards, "ends": [end_drawn(state, place) for place in ends]}
        for cards, ends in enumerate(reach(state, index), 1)
    ]


def end_drawn(state: State, place: Place) -> Mapping[str, Json]:
    """Return a place as the end of a move; in a city the action is "large_market"."""
    board = state.board
    return {
        "place": place,
        "name": board.names[place],
        "word": board.tokens[place],
        "action": state.fields[place] or "large_market",
    }


def _player(state: State, seat: Seat) -> Mapping[str, Json]:
    """Return the public side of a seat; at the end all is shown (Rulebook, Valuation)."""
    one = player(state, seat)
    shown: dict[str, Json] = {
        "seat": seat,
        "cameleer": one.cameleer,
        "hand": sum(one.hand),
        "display": good_names(one.display),
    }
    if state.phase == phases.OVER:
        shown |= _jewels(one)
    return shown


def _own(one: Player) -> Mapping[str, Json]:
    return {"hand": good_names(one.hand), **_jewels(one)}


def _jewels(one: Player) -> dict[str, Json]:
    return {
        "jewels": colour_names(one.jewels),
        "colourless": one.colourless,
        "markers": one.markers,
        "points": points(one),
    }


def _market(state: State) -> Mapping[str, Json] | None:
    """Return the market day with the camel on offer and what the one who may sell it would give up."""
    held = state.market
    if not held.kind:
        return None
    caravan, camel = state.caravans[state.moved], market.offered(state)
    good, in_city = state.board.goods[camel], held.kind in phases.IN_CITY
    count = player(state, held.seller).display[good] if held.seller else 0
    return {
        "kind": held.kind,
        "place": state.board.names[caravan.place],
        "camel": camel,
        "good": GOODS[good],
        "declined": list(held.declined),
        "seller": held.seller,
        "partner": held.partner,
        "cards": count,
        "discards": (count + 1) // 2,
        "jewels": [COLOURS[colour] for colour in caravan.jewels] if in_city else [],
        "to_come": [_camel(state, one) for one in caravan.camels[-2::-1]] if in_city else [],
    }


def _owed(state: State) -> list[Json]:
    """Return how many cards each asked seat has to give up."""
    if state.phase == phases.CUSTOMS:
        seats = fields.customs_seats(state)
        return [{"seat": seat, "count": sum(player(state, seat).hand) - CUSTOMS_LIMIT} for seat in seats]
    if state.phase == phases.SANDSTORM:
        return [{"seat": seat, "count": 1} for seat in fields.sandstorm_seats(state)]
    return []


def _standings(state: State) -> list[Json]:
    if state.phase != phases.OVER:
        return []
    return [
        {"seat": one.seat, "rank": one.rank, "score": one.score, "cameleer": one.tie_breaks[0]}
        for one in standings(state)
    ]
