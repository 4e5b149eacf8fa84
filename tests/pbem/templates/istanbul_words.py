"""What the checks of every game need to know of Istanbul."""

from __future__ import annotations

from collections.abc import Iterator

from engines.istanbul import state as stages
from engines.istanbul.state import State
from engines.istanbul.wording import FORMATS
from tests.engines.istanbul.istanbul_table import Table
from tests.pbem.templates import words
from tests.pbem.templates.words import CANARY, Game, Moment, Played, References

NAME = "istanbul"
REASONS = words.constants(
    NAME,
    {"refusal": 0, "unreadable": 0, "ambiguous": 0, "Illegal": 1, "in_stage": 2},
    ("_FIRST", "_OVER"),
)
EVENTS = words.constants(NAME, {"tell": 0, "show": 0, "whisper": 1})
PROMPTS = {value for name, value in vars(stages).items() if name.isupper() and type(value) is str}
UNASKED = {"setup", "over"}
LINES = words.order_lines("""
move 99|move 7|move 16|move nowhere|move market|move|mvoe|m|leave|leave two|pick up|pay|pay 5|pay fabric|pay bob
buy|buy ruby|buy extension|buy camel|fill|fill spice|fill extra blue|extra blue|collect|collect all|draw|draw 7
draw good|draw stay discard any|discard|discard good|return|return all|return 99|fetch 3|gain blue|gain spice|roll
roll again|turn 3|turn 4|turn x|announce 2|announce 13|announce|8|99|sell|sell all|sell nothing|sell 9 red|sell 2
sell 2 3|sell 1 red 1 green 1 yellow 1 blue 1 red|sell 1 purple|add red|done|send family to 10|send family to 12
deliver|deliver red|deliver red red red|tile red|tile blue|tile|catch lira|catch blue|catch blue lira|catch
reward card|governor|governor pay|governor discard stay|smuggler|smuggler red pay 3|smuggler red pay 2|card|card good
card good f|card lira|card move3 to 2|card sultan|card post|card gem|card family card|card family|card stay
card assist 3|card any|card any 9 red|card jump|yellow 3|yellow 16|skip|pass|end|end now|e|dance
""")
RARE = (
    ("all_or_none", {"due": 4, "seats": [2, 3]}),
    ("assistant_beside_merchant", {"place": 5}),
    ("delivery_short", {"needs": {"fabric": 1, "spice": 2}, "free": 1, "goods": {}, "held": 0}),
    ("draw_first", {"left": 1}),
    ("free_goods_wrong", {"free": 1, "given": ["fabric", "fruit"]}),
    ("game_over", {}),
    ("no_assistant_on_board", {"stack": 4}),
    ("no_goods_in_demand", {}),
    ("not_on_top", {"card": "stay", "top": None}),
    ("payment_first", {"place": 5, "due": 4, "lira": 7}),
    ("token_used", {"token": "governor"}),
    ("ambiguous_order", {"word": "re", "verbs": ["return", "reward"]}),
    ("die_not_rolled", {"face": 3, "dice": [1, 6]}),
    ("die_shows_it", {"face": 4, "dice": [4, 6]}),
    ("empty_line", {}),
    ("encounters_begun", {"place": 5}),
    ("family_at_work", {"place": 5}),
    ("family_away", {"place": 5}),
    ("leftover_cards_only", {"cards": ["good", "lira5"]}),
    ("no_card_left", {}),
    ("no_goods", {}),
    ("no_ruby_left", {"place": 13}),
    ("no_such_seat", {"seat": 9, "seats": 3}),
    ("nothing_to_skip", {}),
    ("out_of_card_reach", {"place": 2, "origin": 7, "steps": 1, "reach": [8, 10]}),
    ("player_count", {"players": 1, "least": 2, "most": 5}),
    ("tile_used", {"tile": "yellow"}),
    ("tiles_gone", {"tile": "red"}),
    ("unknown_answer", {"answer": "perhaps", "answers": ["use", "keep"]}),
    ("unknown_option", {"option": "colour", "options": ["layout"]}),
    ("unknown_question", {"question": "x", "questions": ["leftover"]}),
    ("unknown_value", {"option": "layout", "value": "x", "values": ["short", "long"]}),
    ("wheelbarrow_complete", {"extensions": 3}),
    ("which_goods", {"free": 1, "choices": ["fabric", "fruit"]}),
)
"""Facts of the refusals that hardly ever come up by chance."""

EXACT = (
    ("too_dear", {"price": 7, "lira": 5}, "It costs 7 Lira, and you have 5."),
    (
        "goods_short",
        {"good": "fabric", "needs": 3, "have": 2},
        "It needs 3 fabric, and you have 2.",
    ),
    (
        "out_of_reach",
        {"place": 10, "origin": 7, "steps": 3, "reach": [2, 3]},
        "From 7 to 10 it is 3 steps, and you may go 1 or 2; within reach are 2 and 3.",
    ),
    ("not_your_turn", {"seat": 2}, "It is Bob's turn; you will get a mail when it is yours."),
    ("not_your_turn", {}, "You are not asked for an order now."),
    (
        "unknown_question",
        {"name": "x", "names": ["leftover"]},
        'There is no standing answer "x"; you can set: leftover.',
    ),
)


def situations() -> Iterator[Moment]:
    """Yield stops that hardly ever come up: dice to be turned, a tile that is owned already, cards left at the end."""
    dice = Table(2).trader("Ann", tiles="red").acts(9).do("announce 9", [[1, 2]])
    owned = Table(2).trader("Ann", tiles="red", goods="5 fabric 2 spice", extensions=3).acts(14)
    window = Table(2).trader("Ann", rubies=6, hand="good good lira5 stay").turn("Bob").do("move 2; leave; fill; end")
    for table in (dice, owned, window):
        yield Moment(table.state, table.entries)


def with_canaries(state: State, seat: int | None) -> State:
    """Return a state with canaries in every hand but the reader's, and in the draw pile."""
    return state._replace(
        traders=tuple(
            trader._replace(hand=(CANARY,) * len(trader.hand)) if number != seat else trader
            for number, trader in enumerate(state.traders, 1)
        ),
        pile=(CANARY,) * len(state.pile),
    )


ISTANBUL = Game(
    name=NAME,
    games=(
        Played(2, seed=3),
        Played(3, seed=4, level=2, options={"layout": "random"}),
        Played(5, seed=5, level=1, options={"layout": "long"}),
    ),
    every=4,
    more=situations,
    ends=(2, 5),
    reasons=frozenset(REASONS),
    events=frozenset(EVENTS),
    prompts=frozenset(PROMPTS - UNASKED),
    kinds=frozenset(FORMATS),
    lines=LINES,
    tried_every=6,
    rare=RARE,
    exact=EXACT,
    unused=frozenset({"done", "fetch", "pass"}),
    score="rubies",
    references=References("move 2; leave; fill; end", "black market", "You took 2 fabric (now 2)."),
    with_canaries=with_canaries,
)
