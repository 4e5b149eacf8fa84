"""Why an order does not belong to the present phase."""

from __future__ import annotations

from engines.api import Illegal, Json
from engines.yspahan.actions import Action
from engines.yspahan.board import SQUARES
from engines.yspahan.refusals import illegal
from engines.yspahan.state import Phase, State, is_variant

VERBS: dict[str, str] = {
    "roll": "roll",
    "take": "take",
    "open": "place",
    "place": "place",
    "call": "supervisor",
    "move": "supervisor",
    "first": "first",
    "draw": "draw",
    "extra": "extra",
    "card": "card",
    "give": "give",
    "aside": "aside",
    "build": "build",
    "end": "end",
}
"""The order verb of each step; an answer has two."""

_UNDER_WAY: dict[Phase, str] = {
    "extra": "extra_die_waits",
    "place": "placing_under_way",
    "shop": "shop_wanted",
    "supervisor": "square_wanted",
    "first": "first_wanted",
    "amount": "amount_wanted",
    "construct": "building_wanted",
}
_DICE_ACTIONS = frozenset({"take", "open", "place", "call", "move", "draw", "extra", "aside"})


def verb(action: Action) -> str:
    """Return the verb of an order."""
    if action.step == "answer":
        return "pay" if action.pays else "keep"
    return VERBS[action.step]


def misplaced(state: State, action: Action) -> Illegal:
    """Return why an order of this kind is not taken in the present phase."""
    meant = verb(action)
    if state.strikes:
        return illegal("camel_question_first", meant)
    if action.step == "answer":
        return illegal("nothing_to_answer", meant)
    if state.phase in _UNDER_WAY:
        return _under_way(state, meant)
    reason = {"supply": _in_supply, "choose": _in_choose, "finish": _in_finish}[state.phase](state, action.step)
    return illegal(reason, meant)


def _under_way(state: State, meant: str) -> Illegal:
    task = state.task
    facts: dict[str, Json] = {"card": task.card, "cubes": task.cubes}
    facts["square"] = SQUARES[task.square] if task.square >= 0 else ""
    return illegal(_UNDER_WAY[state.phase], meant, **facts)


def _in_supply(state: State, step: str) -> str:
    if step in ("give", "first"):
        return "nothing_under_way"
    return "roll_first"


def _in_choose(state: State, step: str) -> str:
    if step == "roll":
        return "rolled_already"
    if step == "build":
        return "group_wanted" if is_variant(state) else "dice_action_first"
    return "dice_action_first" if step == "end" else "nothing_under_way"


def _in_finish(state: State, step: str) -> str:
    if step == "roll":
        return "rolled_already"
    return "dice_action_over" if step in _DICE_ACTIONS else "nothing_under_way"
