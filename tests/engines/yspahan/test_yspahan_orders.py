"""How orders are written and read, a whole turn in one mail, standing answers, and stand-ins."""

from __future__ import annotations

import random

import pytest

from engines import play
from engines.api import Ask, Illegal, Over, Roll, State
from engines.chance import Stream
from engines.yspahan import ENGINE
from engines.yspahan.actions import AnswerCamel, Give, OpenPlacing, PlaceCube, TakeStock
from engines.yspahan.board import DECK, SHOPS
from tests.engines.yspahan.yspahan_table import LETTERS, Table, number, table

MAIL_COMMANDS = "help rules list new join accept decline board history orders try undo standing say note resign away"


def read(start: Table, text: str, seat: str = "A") -> list[str]:
    """Return the steps that a text is read as."""
    return [ENGINE.format(action) for action in ENGINE.parse(start.state, number(seat), text)]


def full() -> Table:
    """Return a table where A is to act with all six groups, some gold and some cards."""
    groups = ("camel 3x1", "sack 3x2", "barrel 2x3", "chest 2x4", "vase 1x5", "gold 2x6")
    return table().tower(*groups).stock("A", gold=1, cards="swap gold_to_vp cube_to_shop gold_3")


def random_states(players: int, seed: int) -> list[State]:
    """Return the states of a random game in which a seat is asked, and the last."""
    rng, stream = random.Random(seed), Stream(seed.to_bytes(32, "big"))
    state = play.start(ENGINE, LETTERS[:players], {}, stream).state
    states = [state]
    while isinstance(pending := ENGINE.pending(state), Ask):
        seat = rng.choice(pending.seats)
        order = ENGINE.format(rng.choice(ENGINE.legal(state, seat)))
        state = play.play(ENGINE, state, seat, [order], stream).state
        states.append(state)
    assert isinstance(pending, Over)
    return states


# ---- Reading ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("take camel", ["take camel"]),
        ("TAKE  Camels", ["take camel"]),
        ("ta ca", ["take camel"]),
        ("take the gold", ["take gold"]),
        ("take gold extra swap", ["extra swap", "take gold"]),
        ("take gold with extra die gold_3", ["extra gold_3", "take gold"]),
        ("take camel swap", ["extra swap", "take camel"]),
        ("take card with chest", ["draw chest"]),
        ("draw va", ["draw vase"]),
        ("place sack", ["place sack"]),
        ("place sack4.c sack4.d sack4.a", ["place sack", "place sack4.c", "place sack4.d", "place sack4.a"]),
        ("place sack4.c, sack4d, sack4a", ["place sack", "place sack4.c", "place sack4.d", "place sack4.a"]),
        ("place sack3 sack3 sack3", ["place sack", "place sack3.c", "place sack3.b", "place sack3.a"]),
        ("pl sack3 sack3", ["place sack", "place sack3.c", "place sack3.b"]),
        ("place chest2 chest2 extra swap", ["extra swap", "place chest", "place chest2.b", "place chest2.a"]),
        ("supervisor W3", ["supervisor barrel", "supervisor W3"]),
        ("su w3", ["supervisor barrel", "supervisor W3"]),
        ("supervisor to W3 with chest", ["supervisor chest", "supervisor W3"]),
        ("supervisor chest w3", ["supervisor chest", "supervisor W3"]),
        ("supervisor sack", ["supervisor sack"]),
        ("supervisor centre with camel", ["supervisor camel", "supervisor C"]),
        ("card gold-to-vp 1", ["card gold_to_vp", "give 1 gold"]),
        ("card gold_to_vp 1 gold", ["card gold_to_vp", "give 1 gold"]),
        ("ca sw 1 gold", ["card swap", "give 1 gold"]),
        ("card cube_to_shop vase1", ["card cube_to_shop", "place vase1.a"]),
        ("card cube_to_shop", ["card cube_to_shop"]),
        ("extra swap", ["extra swap"]),
    ],
)
def test_orders_are_read_as_people_write_them(text: str, steps: list[str]) -> None:
    """Short and long, with and without small words."""
    assert read(full(), text) == steps


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("roll", "roll"),
        ("roll 2", "roll 2 yellow"),
        ("roll two", ""),
        ("roll 2 yellow dice", "roll 2 yellow"),
        ("roll with 1 yellow die", "roll 1 yellow"),
        ("ro ye 1", "roll 1 yellow"),
    ],
)
def test_the_roll_is_read_with_its_yellow_dice(text: str, step: str) -> None:
    """Numbers are written in digits."""
    start = table().supplying().stock("A", gold=2)
    if step:
        assert read(start, text) == [step]
    else:
        assert start.refusal("A", text).code == "unreadable"


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("build ham", "build hammam"),
        ("build bazaar with no_camels", "build bazaar with build_no_camels"),
        ("build hoist build_no_camels build_no_gold", "build hoist with build_no_camels build_no_gold"),
        ("bu hoist with build-no-gold and build-no-camels", "build hoist with build_no_camels build_no_gold"),
        ("end", "end"),
    ],
)
def test_buildings_are_read_with_their_cards(text: str, step: str) -> None:
    """The cards stand in any order behind the building."""
    cards = "build_no_camels build_no_gold"
    start = table().tower("gold 1x6").acted().stock("A", camels=4, gold=4, cards=cards)

    assert read(start, text) == [step]


@pytest.mark.parametrize("text", ["pay", "pay camel", "pay 1 camel", "pay camel for sack3.a", "PAY a camel"])
def test_the_camel_question_is_answered_in_a_word(text: str) -> None:
    """Naming the camel or the shop is allowed."""
    asked = table().tower("sack 2x3", "gold 1x6").cubes("B", "sack3.a").stock("B", camels=1).do("A", "supervisor W3")

    assert read(asked, text, "B") == ["pay camel"]
    assert read(asked, text.casefold().replace("pay", "keep"), "B") == ["keep camel"]


def test_an_argument_is_shortened_to_what_is_unique_among_the_legal_orders() -> None:
    """With two cards in hand "card gold" is one of them alone."""
    start = table().tower("camel 1x1").stock("A", cards="gold_3 swap")

    assert read(start, "card gold") == ["card gold_3"]
    assert start.stock("A", gold=1, cards="gold_3 gold_to_vp").refusal("A", "card gold").code == "ambiguous"


def test_no_verb_is_a_mail_command_or_a_shortening_of_one() -> None:
    """Two letters of a verb never begin a command, and the verbs differ in theirs."""
    verbs = [order.verb for order in ENGINE.orders]
    commands = MAIL_COMMANDS.split()
    shared = {
        (verb, other) for verb in verbs for other in (*verbs, *commands) if verb != other and verb[:2] == other[:2]
    }

    assert shared == set()
    assert all(order.about == order.verb for order in ENGINE.orders)


def test_orders_of_different_kinds_are_never_equal() -> None:
    """A shop and a neighbourhood of the same number are two orders."""
    assert OpenPlacing(1) != PlaceCube(1)
    assert TakeStock(0) != OpenPlacing(0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_legal_order_applies_and_no_other_does(players: int) -> None:
    """In random games `legal` and the checks of `apply` agree over all orders that there are."""
    from engines.yspahan.orders import ACTIONS

    states = random_states(players, seed=players)
    for state in states[:: max(1, len(states) // 40)]:
        pending = ENGINE.pending(state)
        for seat in range(1, players + 1):
            legal = set(ENGINE.legal(state, seat))
            assert bool(legal) == (isinstance(pending, Ask) and seat in pending.seats)
            for action in ACTIONS.values():
                if action in legal:
                    ENGINE.apply(state, seat, action)
                else:
                    with pytest.raises(Illegal):
                        ENGINE.apply(state, seat, action)


@pytest.mark.parametrize("text", ["give 1", "give 1 gold", "gi 1 go"])
def test_an_amount_is_read_after_its_card(text: str) -> None:
    """A card that takes gold alone needs no word for it."""
    assert read(full().do("A", "card gold_to_vp"), text) == ["give 1 gold"]
    assert full().do("A", "card swap").refusal("A", "give 1").reason == "camels_or_gold"


def test_naming_the_only_struck_cube_as_the_first_does_no_harm() -> None:
    """There is nothing to put in order."""
    start = full().cubes("B", "sack3.a")

    assert read(start, "supervisor W3 first sack3.a") == ["supervisor barrel", "supervisor W3"]


def test_amounts_beyond_the_usual_are_written_and_read_too() -> None:
    """Sixty gold swapped into camels."""
    start = table().tower("camel 1x1").stock("A", gold=60, cards="swap")

    assert ENGINE.format(Give(60, "gold")) == "give 60 gold"
    assert start.do("A", "card swap 60 gold").camels("A") == 60


# ---- A whole turn in one mail -------------------------------------------------------------------------------------


def test_a_whole_turn_stands_in_one_mail() -> None:
    """Card, roll, dice action, swap, building and end."""
    start = table().supplying().stock("A", gold=2, camels=2, cards="gold_3 swap")
    lines = "card gold_3; roll 2 yellow; take gold; card swap 1 gold; build shop; end"
    after = start.do("A", lines, [1, 1, 2, 2, 3, 3, 4, 5, 6, 6, 6])

    assert (after.owned("A"), after.gold("A"), after.camels("A"), after.mover()) == (["shop"], 3, 1, "B")
    assert after.state.discards == ("gold_3", "swap")


def test_a_failing_line_after_the_roll_leaves_what_was_played() -> None:
    """The dice are seen, so the roll stands and the rest is reported."""
    start = table().supplying().stock("A", gold=2)
    after = start.attempt("A", "roll; take vase", [1, 1, 2, 2, 3, 3, 4, 5, 6])

    assert [line.result for line in after.lines] == ["done", "refused"]
    assert after.prompt() == "choose"


def test_a_failing_line_before_any_reveal_takes_the_mail_back() -> None:
    """Paying for yellow dice reveals nothing, but the roll behind it does."""
    start = full()
    after = start.attempt("A", "card gold_3; place sack3.a vase1.a")

    assert [line.result for line in after.lines] == ["taken_back", "refused"]
    assert after.state == start.state


@pytest.mark.parametrize("order", ["draw camel", "supervisor W3"])
def test_a_drawn_card_is_a_reveal(order: str) -> None:
    """By a group or by the Caravanserai; a move that draws nothing is none."""
    start = full().cubes("A", "sack3.a").stock("A", buildings="caravanserai")

    assert any(entry.reveals for entry in start.do("A", order).entries)
    assert not any(entry.reveals for entry in start.do("A", "supervisor W1 with camel").entries)


def test_a_forced_draw_is_a_reveal_of_the_turn_before() -> None:
    """B's end makes C draw, so it cannot be taken back."""
    start = table().turn(1).tower("gold 1x6").stock("B", cards="swap").do("B", "take gold")

    assert not start.entries[-1].reveals
    assert start.do("B", "end").entries[-1].reveals


# ---- Standing answers ---------------------------------------------------------------------------------------------


def struck(camels: int, answer: str) -> Table:
    """Return the table after A struck B's cube, B having this many camels and this standing answer."""
    start = table().tower("sack 2x3", "gold 1x6").cubes("B", "sack3.a").stock("B", camels=camels)
    return start.standing("B", answer).do("A", "supervisor W3")


@pytest.mark.parametrize(
    ("answer", "camels", "left"),
    [
        ("never", 2, 2),
        ("always", 2, 1),
        ("Always", 1, 0),
        ("keep 2", 2, 2),
        ("keep 2", 3, 2),
        ("keep 0", 1, 0),
        (" KEEP  5 ", 4, 4),
    ],
)
def test_a_standing_answer_decides_about_the_camel(answer: str, camels: int, left: int) -> None:
    """Keeping N pays while more than N camels are there."""
    after = struck(camels, answer)

    assert after.camels("B") == left
    assert after.city() == ({"sack3.a": "B"} if left < camels else {})
    assert [entry.by for entry in after.entries if entry.seat == 2] == ["standing"]
    assert after.prompt() != "camel"


def test_the_default_is_to_ask() -> None:
    """Without an answer, or with "ask", B's mail is waited for."""
    assert struck(1, "ask").asked() == "B"
    assert ENGINE.standing(struck(1, "ask").state, 2, {}) is None
    assert [question.default for question in ENGINE.questions] == ["ask"]
    assert ENGINE.questions[0].answers == ("never", "keep N", "always", "ask")


def test_a_standing_answer_does_not_bind_the_seat_in_its_own_turn() -> None:
    """The mover's next line holds the answer."""
    start = table().tower("sack 2x3", "gold 1x6").cubes("A", "sack3.a").stock("A", camels=1).standing("A", "never")
    after = start.do("A", "supervisor W3; pay camel")

    assert after.city() == {"sack3.a": "A"}


def test_a_standing_answer_is_tried_when_it_is_set() -> None:
    """Also while nothing is asked; what cannot be read is refused."""
    start = table().tower("sack 2x3")
    assert ENGINE.standing(start.state, 2, {"camel": "keep 3"}) is None
    for answer in ("", "sometimes", "keep", "keep two", "keep -1", "keep 2 camels", "never ever", "keep ²"):
        with pytest.raises(Illegal) as refused:
            ENGINE.standing(start.state, 2, {"camel": answer})
        assert (refused.value.code, refused.value.reason) == ("unreadable", "unknown_answer")
    with pytest.raises(Illegal) as refused:
        ENGINE.standing(start.state, 2, {"jewel": "red"})
    assert (refused.value.reason, refused.value.facts) == ("unknown_question", {"question": "jewel"})


@pytest.mark.parametrize("players", [2, 3, 4])
def test_with_standing_answers_hardly_any_turn_waits(players: int) -> None:
    """At most one wait in ten turns for a seat not on turn; here there is none."""
    stream = Stream(players.to_bytes(32, "big"))
    answers = {seat: {"camel": "keep 1"} for seat in range(1, players + 1)}
    state = play.start(ENGINE, LETTERS[:players], {}, stream).state
    waits = turns = 0
    while isinstance(pending := ENGINE.pending(state), Ask):
        waits += pending.turn not in pending.seats
        seat = pending.seats[0]
        order = ENGINE.format(ENGINE.stand_in(state, seat, 1))
        turns += order == "end"
        state = play.play(ENGINE, state, seat, [order], stream, answers).state

    assert turns > 0
    assert waits / (21 * players) <= 0.1
    assert waits == 0


# ---- Stand-ins ----------------------------------------------------------------------------------------------------


def test_the_mildest_stand_in_keeps_camels_and_gold_and_strikes_nobody() -> None:
    """Silence keeps the camels; the roll goes without yellow dice; the turn just ends."""
    asked = table().tower("sack 2x3", "gold 1x6").cubes("B", "sack3.a").stock("B", camels=2).do("A", "supervisor W3")
    rolling = table().supplying().stock("A", gold=3, cards="gold_3")
    moving = table().tower("sack 2x3", "gold 1x6").cubes("B", "sack3.a").stock("A", gold=3).do("A", "supervisor sack")
    ending = table().tower("gold 1x6").acted().stock("A", camels=4, gold=4, cards="gold_3")

    def mildest(start: Table, seat: str) -> str:
        return ENGINE.format(ENGINE.stand_in(start.state, number(seat), 0))

    assert ENGINE.stand_in(asked.state, 2, 0) == AnswerCamel(False)
    assert mildest(rolling, "A") == "roll"
    assert mildest(moving, "A") == "supervisor E3"
    assert mildest(ending, "A") == "end"
    assert mildest(full(), "A") == "take camel"


def test_a_stand_in_for_a_seat_that_is_not_asked_is_refused() -> None:
    """As any order of it would be."""
    with pytest.raises(Illegal) as refused:
        ENGINE.stand_in(full().state, 2, 2)
    assert refused.value.code == "not_your_turn"


def random_game(players: int, seed: int) -> State:
    """Return the end of a random game, played by the rules alone."""
    rng = random.Random(seed)
    state = ENGINE.setup(LETTERS[:players], {})
    while not isinstance(pending := ENGINE.pending(state), Over):
        if isinstance(pending, Ask):
            seat = rng.choice(pending.seats)
            state = ENGINE.apply(state, seat, rng.choice(ENGINE.legal(state, seat))).state
        elif isinstance(pending, Roll):
            state = ENGINE.resolve(state, [rng.randint(1, pending.sides) for _ in range(pending.dice)]).state
        else:
            state = ENGINE.resolve(state, rng.sample(pending.items, len(pending.items))).state
    return state


@pytest.mark.parametrize("games", [pytest.param(200, id="200"), pytest.param(2000, id="2000", marks=pytest.mark.soak)])
def test_random_games_come_to_their_end(games: int) -> None:
    """Week 3, day 7; all cards are there, the city is empty."""
    for seed in range(games):
        end = random_game(2 + seed % 3, seed)
        hands = [card for player in end.players for card in player.hand]

        assert (end.week, end.day, end.phase) == (3, 7, "over")
        assert sorted([*hands, *end.deck, *end.discards]) == sorted(DECK)
        assert set(end.shops) == {0}


def strengths(games: int) -> int:
    """Return how many two-player games the greedy stand-in wins against the one by hash, seats alternating."""
    won = 0
    for seed in range(games):
        stream = Stream(seed.to_bytes(32, "big"))
        greedy = seed % 2 + 1
        state = play.start(ENGINE, LETTERS[:2], {}, stream).state
        while isinstance(pending := ENGINE.pending(state), Ask):
            seat = pending.seats[0]
            order = ENGINE.format(ENGINE.stand_in(state, seat, 2 if seat == greedy else 1))
            state = play.play(ENGINE, state, seat, [order], stream).state
        best = pending.standings[0] if isinstance(pending, Over) else None
        won += best is not None and best.seat == greedy and pending.standings[1].rank == 2
    return won


def test_the_greedy_stand_in_wins_against_the_one_by_hash() -> None:
    """Four of four games; a hundred in the soak."""
    assert strengths(4) == 4


@pytest.mark.soak
def test_the_greedy_stand_in_wins_95_of_100_games() -> None:
    """Two players, seats alternating."""
    assert strengths(100) >= 95


def test_every_shop_has_a_name_of_its_own_without_the_dot() -> None:
    """So that "sack4c" means sack4.c and nothing else."""
    assert len({name.replace(".", "") for name in SHOPS}) == len(SHOPS)
