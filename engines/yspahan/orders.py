"""The table of orders and standing questions, and how each order is written."""

from __future__ import annotations

from engines.api import OrderHelp, Question
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
from engines.yspahan.board import BUILDINGS, CAMEL, CARDS, GOLD, NEIGHBOURHOODS, ROAD, SHOPS, SQUARES, YELLOW_DICE
from engines.yspahan.buildings import NO_CAMELS, NO_GOLD

ORDERS = (
    OrderHelp("roll", "roll [N yellow]", "roll 2 yellow", "roll"),
    OrderHelp("take", "take camel|gold [extra CARD]", "take camel", "take"),
    OrderHelp("place", "place SHOP|SOUK ... [extra CARD]", "place sack4 sack4 sack5.e", "place"),
    OrderHelp("supervisor", "supervisor ROAD [with SQUARE] [first SHOP]", "supervisor W3 with sack", "supervisor"),
    OrderHelp("draw", "draw SQUARE", "draw chest", "draw"),
    OrderHelp("extra", "extra CARD", "extra swap", "extra"),
    OrderHelp("card", "card CARD [N|N camels|N gold|SHOP]", "card gold_to_vp 4", "card"),
    OrderHelp("give", "give N camels|gold", "give 3 gold", "give"),
    OrderHelp("build", "build BUILDING [with CARD ...] [with SQUARE]", "build hammam", "build"),
    OrderHelp("aside", "aside SQUARE", "aside sack", "aside"),
    OrderHelp("first", "first SHOP", "first vase1.a", "first"),
    OrderHelp("pay", "pay camel", "pay camel", "pay"),
    OrderHelp("keep", "keep camel", "keep camel", "keep"),
    OrderHelp("end", "end", "end", "end"),
)
VERBS = tuple(order.verb for order in ORDERS)

CAMEL_QUESTION = Question("camel", ("never", "keep N", "always", "ask"), "ask", "camel")
QUESTIONS = (CAMEL_QUESTION,)

_USUAL_AMOUNTS = 40
_WAIVED = ((False, False), (True, False), (False, True), (True, True))


def format_action(action: Action) -> str:
    """Return the order as text; `parse` reads it back as that one order."""
    text = _TEXTS.get(action)
    return _written(action) if text is None else text


def _written(action: Action) -> str:
    match action:
        case RollDice(yellow=0):
            return "roll"
        case RollDice():
            return f"roll {action.yellow} yellow"
        case PlaceCube():
            return f"place {SHOPS[action.shop]}"
        case MoveSupervisor():
            return f"supervisor {ROAD[action.road]}"
        case SendFirst():
            return f"first {SHOPS[action.shop]}"
        case AddExtraDie():
            return f"extra {action.card}"
        case PlayCard():
            return f"card {action.card}"
        case Give():
            return f"give {action.amount} {action.kind.removesuffix('s') if action.amount == 1 else action.kind}"
        case Build():
            return _build_text(action)
        case AnswerCamel():
            return "pay camel" if action.pays else "keep camel"
        case EndTurn():
            return "end"
    return f"{_SQUARE_VERBS[type(action)]} {SQUARES[action.square]}"


_SQUARE_VERBS: dict[type, str] = {
    TakeStock: "take",
    OpenPlacing: "place",
    CallSupervisor: "supervisor",
    DrawCard: "draw",
    SetAside: "aside",
}


def _build_text(action: Build) -> str:
    cards = [card for card, used in ((NO_CAMELS, action.no_camels), (NO_GOLD, action.no_gold)) if used]
    return " ".join([f"build {action.building}", *(["with", *cards] if cards else [])])


def _usual_actions() -> list[Action]:
    """Return every order there is, amounts up to a size that is hardly ever passed."""
    squares = range(len(SQUARES))
    return [
        *(RollDice(yellow) for yellow in range(YELLOW_DICE + 1)),
        *(TakeStock(square) for square in (CAMEL, GOLD)),
        *(OpenPlacing(square) for square in NEIGHBOURHOODS),
        *(kind(square) for kind in (CallSupervisor, DrawCard, SetAside) for square in squares),
        *(kind(shop) for kind in (PlaceCube, SendFirst) for shop in range(len(SHOPS))),
        *(MoveSupervisor(road) for road in range(len(ROAD))),
        *(kind(card) for kind in (AddExtraDie, PlayCard) for card in CARDS),
        *(Give(amount, kind) for kind in ("camels", "gold") for amount in range(1, _USUAL_AMOUNTS)),
        *(Build(building.name, *cards) for building in BUILDINGS for cards in _WAIVED),
        *(AnswerCamel(pays) for pays in (True, False)),
        EndTurn(),
    ]


_TEXTS: dict[Action, str] = {action: _written(action) for action in _usual_actions()}
ACTIONS: dict[str, Action] = {text.casefold(): action for action, text in _TEXTS.items()}
"""Every usual order by its text in lower case."""
