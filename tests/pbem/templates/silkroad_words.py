"""What the checks of every game need to know of Silk Road."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files

from engines.silkroad import phases
from engines.silkroad.orders import VERBS
from tests.engines.silkroad.silkroad_situations import SITUATIONS
from tests.engines.silkroad.silkroad_table import Table
from tests.pbem.templates import words
from tests.pbem.templates.words import Game, Moment, Played, References

NAME = "silkroad"
REASONS = words.constants(NAME, {"Fault": 1, "Illegal": 1}) | {"no_such_seat", "game_over", "not_your_turn"}
EVENTS = words.constants(NAME, {"tell": 0, "whisper": 1}) - {"_came"} | {"customs_came", "sandstorm_came"}
PROMPTS = {
    *(phases.LAY, phases.MOVE, phases.DRAW, phases.EXTRA, phases.CAMEL, phases.EMPTY_HAND, phases.SELL, phases.JEWEL),
    *(phases.CUSTOMS, phases.SANDSTORM, phases.ROB, phases.BAZAAR, phases.BAKSHEESH, phases.PAY),
}
ASK_ME = {seat: dict.fromkeys(("sell", "jewel", "discard", "rob"), "ask") for seat in range(1, 6)}
LINES = words.order_lines("""
move 2 leh|move 2 leh 2 silk|move 2 leh 9 silk|move 2 leh 1 silk 1 tea|move 2 nowhere|move ka|move silk|move 1 2 leh
move 4 leh 1 silk|move 0 leh|move 1 leh 1 silk|move 1 samarkand 2 silk|move 3 lanzhou 3 silk|move herat|move otrar
move 2 amritsa|move 1 herat|move 2|move 3 termes 1 silk|move 2 samarkand 1 silk|mvoe 2 leh|move|lay|lay 2|lay 0 silk
lay 4 silk|lay 99 ivory|lay silk tea|lay 2 silc|lay 1 wool|lay 2 silk|draw|draw 4|draw pile pile pile|draw porcelain
draw wool|draw spices|draw ivory|take silk|sell|sell red|sell violet|sell pink|sell tea|sell porcelain|sell 9
jewel|jewel red|jewel green|jewel pink|jewel red blue|rob|rob 1 silk|rob 2 silk|rob 3 tea|rob 9 silk|rob dia silk
rob b silk|rob silk|rob porcelain|rob zoe tea|rob silk tea|rob a tea|rob d silk|rob b ivory|bazaar|bazaar silk
bazaar silk tea ivory|bazaar silk silk tea|bazaar porcelain tea silk|baksheesh|baksheesh silk|baksheesh spices
baksheesh tea pay ivory|baksheesh tea pay silk tea|pay|pay tea|pay silk tea|pay wool|discard|discard tea tea tea
discard wool|discard silk|discard porcelain|discard 3 silk tea|discard silk silk silk|discard ivory|pass|pass now|pa|p|b
8|dance|...
""")
RARE = (
    ("caravan_retired", {"caravan": 3}),
    ("game_over", {}),
    ("no_such_seat", {"seat": 9, "seats": 3}),
    ("one_colour", {"given": 0}),
    ("option_value", {"option": "actions", "value": "x", "values": ["printed", "shuffled"]}),
    ("pile_empty", {}),
    ("player_count", {"players": 1, "fewest": 2, "most": 5}),
    ("robbed_already", {"victim": 1}),
    ("too_far", {"asked": 5, "most": 3}),
    ("unknown_answer", {"question": "sell", "answer": "perhaps", "answers": ["always", "ask"]}),
    ("unknown_option", {"option": "colour", "options": ["actions", "map"]}),
    ("unknown_question", {"question": "x", "questions": ["sell", "jewel"]}),
    ("which_player", {"seats": [2, 3]}),
)
"""Facts of the refusals that hardly ever come up by chance."""

MAP_FAULTS = [
    {"fault": "too_long", "most": 9},
    {"fault": "no_toml", "error": "Invalid value"},
    {"fault": "schema", "schema": "2"},
    {"fault": "missing", "error": "KeyError"},
    {"fault": "action", "village": "leh", "action": "tea"},
    {"fault": "zone", "village": "leh", "zone": "sea"},
    {"fault": "city_order"},
    {"fault": "places", "villages": 1, "cities": 1},
    {"fault": "same_id"},
    {"fault": "name", "name": "Silk"},
    {"fault": "line", "start": "leh", "end": "mars"},
    {"fault": "signposts"},
    {"fault": "start"},
    {"fault": "camels", "good": "tea"},
    {"fault": "circle", "start": "Byzanz", "end": "Yspahan", "at": "Leh"},
    {"fault": "dead_end", "start": "Byzanz", "end": "Yspahan", "at": "Leh"},
]

EXACT = (
    ("not_enough_cards", {"good": "silk", "asked": 4, "have": 3}, "You have 3 silk, not 4."),
    (
        "wrong_distance",
        {"caravan": 2, "place": "Leh", "destination": "Samarkand", "cards": 3, "needs": [1, 2]},
        "Caravan 2 needs 1 or 2 cards to Leh, not 3.",
    ),
    (
        "out_of_reach",
        {"place": "Herat", "needs": 4},
        "To Herat it takes 4 cards of one good, and you have fewer of each.",
    ),
    ("sale_size", {"asked": 3, "discards": 2}, "This sale costs 2 cards, half of yours rounded up, not 3."),
    (
        "not_your_turn",
        {"asked": [2, 3], "turn": 2},
        "It is not for you to answer now; the game waits for Bob and Cem.",
    ),
    ("not_your_turn", {}, "You are not asked for an order now."),
    ("unknown_question", {"name": "x", "names": ["sell"]}, 'There is no standing answer "x"; you can set: sell.'),
    ("unknown_player", {"name": "Zoe"}, 'Nobody called "Zoe" plays here.'),
)


@lru_cache
def hosts_map() -> str:
    """Return a map of a host: a ring of 11, a branch of three villages, a way beside it, long names, other order."""
    text = files("engines.silkroad").joinpath("map.toml").read_text(encoding="utf-8")
    text = re.sub(r'^  \{ id = "r12".*\n', "", text, flags=re.MULTILINE)
    text = re.sub(r'^  \{ from = "r12".*\n', "", text, flags=re.MULTILINE).replace('to = "r12"', 'to = "r01"')
    deeper = '{ id = "d_byz", name = "Edessa-on-Sea", action = "camels_2", zone = "branch" },'
    aside = '{ id = "s_amr", name = "Gilgit", action = "customs", zone = "branch" },'
    text = text.replace('  { id = "g_sam"', f'  {deeper}\n  {aside}\n  {{ id = "g_sam"')
    text = text.replace('from = "o_byz", to = "byzanz"', 'from = "d_byz", to = "byzanz"')
    links = (("o_byz", "d_byz", "false"), ("g_amr", "s_amr", "true"), ("s_amr", "o_amr", "true"))
    rows = "".join(f'  {{ from = "{start}", to = "{end}", arrow = {arrow} }},\n' for start, end, arrow in links)
    return (
        text.replace("link = [\n", f"link = [\n{rows}")
        .replace("Jiayuguan", "Konstantinopolis")
        .replace('"amritsa", "yspahan"]', '"yspahan", "amritsa"]')
    )


def situations() -> Iterator[Moment]:
    """Yield the situations of orders, and one in which B has nothing in the hand and can only draw."""
    empty = Table("AB").hands(A="silk", B="").do("A", "move 3 lanzhou 1 silk", "draw pile", "draw pile")
    for table in (*(build() for build in SITUATIONS.values()), empty):
        yield Moment(table.ready(), ())


SILKROAD = Game(
    name=NAME,
    games=(
        Played(2, seed=3),
        Played(3, seed=4, level=2, options={"map": hosts_map()}, standing=ASK_ME),
        Played(4, seed=7, options={"actions": "shuffled"}, standing=ASK_ME),
        Played(5, seed=5, level=1, options={"actions": "shuffled"}, standing=ASK_ME),
    ),
    every=6,
    more=situations,
    ends=(2, 5),
    reasons=frozenset(REASONS),
    events=frozenset(EVENTS),
    prompts=frozenset(PROMPTS),
    kinds=frozenset(VERBS),
    lines=LINES,
    tried_every=20,
    rare=(*RARE, *(("map_wrong", fault) for fault in MAP_FAULTS)),
    exact=EXACT,
    impersonal=frozenset({"market_opened", "void"}),
    standing=ASK_ME,
    strange_options=({"map": hosts_map().replace('"Leh"', '"Leh <b>&, a very long village name"')},),
    references=References("", "large market", "You laid"),
)
