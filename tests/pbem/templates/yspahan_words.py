"""What the checks of every game need to know of Yspahan."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from engines.yspahan import course
from engines.yspahan.actions import Action
from engines.yspahan.state import State
from tests.engines.yspahan.yspahan_table import table
from tests.pbem.templates import words
from tests.pbem.templates.words import CANARY, Game, Moment, Played, References

NAME = "yspahan"
PLAYERS = (2, 3, 4)
REASONS = words.constants(
    NAME,
    {"illegal": 0, "unreadable": 0, "ambiguous": 0, "Illegal": 1},
    ("_UNDER_WAY",),
    ("_in_supply", "_in_choose", "_in_finish"),
)
EVENTS = words.constants(NAME, {"Event": 0})
STEPS = {kind._field_defaults["step"] for kind in get_args(Action)}
LINES = words.order_lines("""
roll|roll 2 yellow|roll 9|roll x|roll 3|take camel|take gold|take sack|take|take jade|take camel extra swap
take gold extra gold_3 extra swap|take camel extra camels_3|take card vase|place sack|place vase|place gold|place
place sack4|place sack4.d sack4.c sack3.a|place vase1 vase1 vase1 vase1|place barrel2 barrel2 barrel2 barrel2 barrel2
place sack3 barrel3|place sack3.z|place chest2.a|place sack6.f|place chest3 chest3 chest3 chest3 chest3 chest3 chest3
place vase2 vase3|place barrel5.a|place camel sack|supervisor W3|supervisor W11|supervisor E7|supervisor N4
supervisor S7 with gold|supervisor C with camel|supervisor E1 with camel first vase1.a|supervisor W3 first vase1.a
supervisor|supervisor sack|supervisor vase|supervisor W3 E1|supervisor S1|supervisor W1|draw sack|draw|draw vase
draw card|extra swap|extra gold_3|extra|extra cube_to_shop|card camels_3|card gold_3|card gold_to_vp 11|card gold_to_vp
card gold_to_vp 2 camels|card camels_to_vp 9|card camels_to_vp 1|card swap 2|card swap 2 gold|card swap 2 gold 2 camels
card swap 50 camels|card cube_to_shop vase1|card cube_to_shop sack|card cube_to_shop|card cube_to_caravan
card build_no_gold|card build_no_camels|card|card joker|give 3 gold|give 3|give 99 camels|give|give 1 camel 1 gold
build paddock|build hammam|build shop|build caravanserai|build bazaar|build hoist|build hoist with build_no_gold
build paddock with build_no_gold|build paddock with sack|build paddock with camel|build|build palace|build p s|build h
build paddock hammam|aside sack|aside camel|aside|first vase1.a|first sack3.b|first|pay camel|keep camel
pay camel sack3.a|keep camel vase3.c|end|end now|e|dance||c
""")
RARE = (
    ("only_two_players", {}),
    ("owned_already", {"building": "bazaar"}),
    ("shop_taken", {"shop": "sack3.a", "owner": 1}),
    ("souk_of_another", {"shop": "sack3.b", "souk": "sack3", "owner": 2}),
    ("amount_wanted", {"card": "swap", "cubes": 0, "square": ""}),
    ("wrong_amount", {"card": "swap", "kind": "gold", "asked": 3, "have": 1, "limit": None}),
    ("ambiguous_word", {"word": "b", "choices": ["barrel", "bazaar"]}),
    ("built_already", {"building": "hammam"}),
    ("card_saves_nothing", {"building": "paddock", "card": "build_no_gold"}),
    ("game_over", {}),
    ("no_building_affordable", {}),
    ("no_card_left", {}),
    ("no_open_shop", {"square": "vase"}),
    ("no_open_shop_anywhere", {"card": "cube_to_shop"}),
    ("no_such_seat", {"seat": 9, "seats": 3}),
    ("not_your_turn", {"asked": [2, 3]}),
    ("only_yellow", {"square": "sack"}),
    ("other_shop_asked", {"shop": "vase1.a", "asked": "sack3.a"}),
    ("player_count", {"players": 1, "seats": [2, 4]}),
    ("rolled_already", {}),
    ("unknown_answer", {"question": "camel", "answer": "perhaps"}),
    ("unknown_option", {"option": "colour"}),
    ("unknown_question", {"question": "x"}),
    ("extra_serves_nothing", {"card": "swap"}),
    ("nothing_to_give", {"card": "swap"}),
    ("nothing_to_answer", {}),
    ("souk_full", {"souk": "vase1", "owner": 2}),
    ("several_groups", {"to": "W3", "squares": ["sack", "vase"]}),
    ("yellow_too_dear", {"dice": 2, "cost": 2, "have": 1}),
    ("roll_first", {}),
    ("one_direction", {}),
    ("wrong_kind", {"card": "gold_to_vp", "kind": "gold"}),
    ("first_wanted", {"card": "", "cubes": 0, "square": ""}),
    ("not_struck", {"shop": "vase1.a", "shops": []}),
    ("shop_wanted", {"card": "cube_to_shop", "cubes": 0, "square": ""}),
    ("building_wanted", {"card": "", "cubes": 0, "square": "sack"}),
    ("camel_question_first", {}),
)
"""Facts of the refusals that do not come up in every handful of games."""

EXACT = (
    (
        "building_too_dear",
        {"building": "hoist", "camels": 4, "gold": 4, "have_camels": 1, "have_gold": 7},
        "The Hoist costs 4 camels and 4 gold; you have 1 camel and 7 gold.",
    ),
    (
        "too_far",
        {"to": "E7", "steps": 7, "value": 3, "cost": 4, "have": 2},
        "E7 is 7 squares away; with dice of 3 that costs 4 gold, and you have 2.",
    ),
    (
        "wrong_amount",
        {"card": "gold_to_vp", "kind": "gold", "asked": 11, "have": 12, "limit": 10},
        "You cannot give 11 gold for the card gold_to_vp; it can be 1 to 10.",
    ),
    (
        "wrong_amount",
        {"card": "swap", "kind": "camels", "asked": 4, "have": 3, "limit": None},
        "You cannot give 4 camels for the card swap; it can be 1 to 3, as you have 3.",
    ),
    (
        "wrong_amount",
        {"card": "swap", "kind": "camels", "asked": 4, "have": 0, "limit": None},
        "You cannot give 4 camels for the card swap; you have none.",
    ),
    ("shop_taken", {"shop": "vase1.a", "owner": 1}, "In vase1.a there is a cube of yours already."),
    ("shop_taken", {"shop": "vase1.a", "owner": 2}, "In vase1.a there is a cube of Bob already."),
    ("not_your_turn", {"asked": [2, 3]}, "It is not your turn; the game waits for Bob and Cem."),
    ("not_your_turn", {}, "You are not asked for an order now."),
)


def two_struck() -> Iterator[Moment]:
    """Yield the question which of two struck cubes goes first, and what follows, in games of two to four."""
    for players in PLAYERS:
        laid = table(players).cubes("A", "vase1.a", "sack3.b").cubes("B", "barrel2.a").stock("B", camels=2)
        yield Moment((asked := laid.tower("camel 2x1").do("A", "supervisor E1 with camel")).state, asked.entries)
        yield Moment((after := asked.do("A", "first barrel2.a")).state, after.entries)


def with_canaries(state: State, seat: int | None) -> State:
    """Return a state with canaries in every hand but the reader's, and in the deck."""
    return state._replace(
        players=tuple(
            player.with_hand((CANARY,) * len(player.hand)) if number != seat else player
            for number, player in enumerate(state.players, 1)
        ),
        deck=(CANARY,) * len(state.deck),
    )


YSPAHAN = Game(
    name=NAME,
    games=(Played(2, seed=3), Played(3, seed=4, level=2), Played(4, seed=5)),
    every=4,
    more=two_struck,
    ends=PLAYERS,
    reasons=frozenset(REASONS),
    events=frozenset(EVENTS),
    prompts=frozenset({*course._OPTIONS, "camel"}),
    kinds=frozenset(STEPS),
    lines=LINES,
    tried_every=90,
    rare=RARE,
    exact=EXACT,
    unused=frozenset({"give"}),
    parts=frozenset({"gift", "why"}),
    results=frozenset({"done", "waits"}),
    references=References("roll; take camel", "caravan", "You rolled"),
    with_canaries=with_canaries,
)
