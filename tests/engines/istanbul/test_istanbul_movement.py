"""Phase 1: distances and the assistant step."""

from __future__ import annotations

from collections import Counter

import pytest

from engines.chance import Stream
from engines.istanbul import ENGINE
from engines.istanbul.board import LAYOUTS, board_of, distance
from engines.play import start
from tests.engines.istanbul.istanbul_table import NAMES, Table


def reached(table: Table) -> set[int]:
    """Return the places that the mover can move to."""
    return {int(text.split()[1]) for text in table.choices() if text.startswith("move ")}


@pytest.mark.rule("IST-061")
def test_a_merchant_moves_one_or_two_steps() -> None:
    """From the Fountain four places lie one step away and six lie two steps away."""
    table = Table()

    assert reached(table) == {2, 3, 11, 12} | {1, 4, 5, 6, 9, 14}
    assert {place for place in reached(table) if distance(table.state.layout, 7, place) == 1} == {2, 3, 11, 12}


@pytest.mark.rule("IST-062")
def test_a_move_must_end_on_another_place() -> None:
    """Staying needs a card."""
    refusal = Table().trader("Ann", at=12).refused("move 12")

    assert (refusal.reason, refusal.facts["place"]) == ("stay_needs_card", 12)
    assert 12 not in reached(Table().trader("Ann", at=12))


@pytest.mark.rule("IST-063")
def test_a_diagonal_neighbour_is_two_steps_away() -> None:
    """6 can be reached round the corner, 10 lies three steps away."""
    table = Table()
    refusal = table.refused("move 10")

    assert refusal.reason == "out_of_reach"
    assert refusal.facts == {"place": 10, "origin": 7, "steps": 3, "reach": (1, 2, 3, 4, 5, 6, 9, 11, 12, 14)}
    assert table.do("move 6")["Ann"].place == 6


@pytest.mark.rule("IST-064")
def test_the_edges_are_not_joined() -> None:
    """From the upper left corner five places are within reach."""
    table = Table().trader("Ann", at=15)

    assert reached(table) == {2, 4, 5, 8, 12}
    assert [table.refused(f"move {place}").facts["steps"] for place in (14, 13)] == [3, 3]


@pytest.mark.rule("IST-065")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_moves_of_a_whole_board(layout: str) -> None:
    """116 ordinary moves and 104 with a card; 20 pairs of places lie farther apart."""
    board = board_of(LAYOUTS[layout])
    steps = Counter(distance(LAYOUTS[layout], place, other) for place in range(1, 17) for other in range(1, 17))

    assert (sum(map(len, board.near)), sum(map(len, board.far))) == (116, 104)
    assert steps[1] + steps[2] == 116
    assert steps[3] + steps[4] == 104
    assert (steps[0], steps[5] + steps[6]) == (16, 20)


@pytest.mark.rule("IST-066")
def test_a_place_passed_on_the_way_has_no_effect() -> None:
    """From 7 through 12 to 4 nothing at 12 is touched."""
    table = Table().trader("Ann", stack=2, assistants=[12], lira=4).trader("Bob", at=12).governor(12)
    table.do("move 4; leave")

    assert (table["Ann"].lira, table["Bob"].lira) == (4, 0)
    assert 12 in table["Ann"].assistants
    assert (table.stage, table.choices()) == ("action", ["fill", "skip"])


@pytest.mark.rule("IST-067")
def test_the_stack_travels_and_what_lies_beside_stays() -> None:
    """On arrival at 5 the stack is still 3 and one assistant lies at 12."""
    table = Table().trader("Ann", at=12, stack=3, assistants=[12]).do("move 5")

    assert (table["Ann"].place, table["Ann"].stack, table["Ann"].assistants) == (5, 3, (12,))


@pytest.mark.rule("IST-068")
def test_a_merchant_may_go_where_the_turn_ends_at_once() -> None:
    """The move stands and the turn is over."""
    table = Table().trader("Ann", stack=0, lira=0).trader("Bob", at=11).do("move 11")

    assert (table["Ann"].place, table.mover, table["Ann"].lira) == (11, "Bob", 0)
    assert table.told("turn_ended") == [{"seat": 1, "why": "no_assistant"}]


@pytest.mark.rule("IST-071")
def test_an_assistant_at_the_target_may_be_picked_up() -> None:
    """Stack 2 becomes 3, none lies at 11, the turn goes on."""
    table = Table().trader("Ann", stack=2, assistants=[11], goods="1 spice").arrives(11).do("pick up")

    assert (table["Ann"].stack, table["Ann"].assistants) == (3, ())
    assert (table.mover, table.stage) == ("Ann", "action")
    assert table.told("picked_up") == [{"seat": 1, "place": 11, "stack": 3}]


@pytest.mark.rule("IST-072")
def test_an_assistant_may_be_left_where_none_lies() -> None:
    """Stack 4 becomes 3, one lies at 11, the turn goes on."""
    table = Table().trader("Ann", goods="1 spice").arrives(11).do("leave")

    assert (table["Ann"].stack, table["Ann"].assistants) == (3, (11,))
    assert (table.mover, table.stage) == ("Ann", "action")
    assert table.told("left_assistant") == [{"seat": 1, "place": 11, "stack": 3}]


@pytest.mark.rule("IST-073")
def test_a_second_assistant_cannot_be_left() -> None:
    """Where one lies, only picking up and giving the turn up are offered."""
    table = Table().trader("Ann", stack=2, assistants=[11]).arrives(11)

    assert table.choices() == ["pick up", "end"]
    assert (table.refused("leave").reason, table.refused("leave").facts) == ("assistant_here", {"place": 11})


@pytest.mark.rule("IST-074")
def test_without_an_assistant_the_turn_ends_at_once() -> None:
    """Stack empty and none at 11: no sale, Bob's turn."""
    table = Table().trader("Ann", stack=0, goods="1 spice").arrives(11)

    assert (table.mover, table["Ann"].goods, table["Ann"].lira) == ("Bob", (0, 1, 0, 0), 0)


@pytest.mark.rule("IST-075")
@pytest.mark.parametrize(("stack", "lying"), [(3, ()), (1, (11,))])
def test_the_assistant_step_may_be_declined(stack: int, lying: tuple[int, ...]) -> None:
    """Nothing moves and the turn is over."""
    for word in ("end", "skip", "pass"):
        table = Table().trader("Ann", stack=stack, assistants=lying).arrives(11).do(word)
        assert (table["Ann"].stack, table["Ann"].assistants, table.mover) == (stack, lying, "Bob")
        assert table.told("turn_ended") == [{"seat": 1, "why": "assistant_declined"}]


@pytest.mark.rule("IST-076")
def test_cards_may_be_played_before_the_turn_is_given_up() -> None:
    """LIRA5 comes in although the turn then ends without an action."""
    table = Table().trader("Ann", stack=0, hand="lira5", goods="1 spice").arrives(11)
    assert table.choices() == ["end", "card lira"]

    table.do("card lira")

    assert (table["Ann"].lira, table.state.discards, table["Ann"].goods) == (5, ("lira5",), (0, 1, 0, 0))
    assert (table.mover, table.told("turn_ended")) == ("Bob", [{"seat": 1, "why": "no_assistant"}])


@pytest.mark.rule("IST-077")
def test_other_players_assistants_do_not_matter() -> None:
    """Ann leaves one beside Bob's; with an empty stack Bob's does not help her."""
    table = Table().trader("Ann", stack=1, goods="1 spice").trader("Bob", assistants=[11], stack=3).arrives(11)
    assert table.choices() == ["leave", "end"]
    table.do("leave")
    assert (table["Ann"].stack, table["Ann"].assistants, table["Bob"].assistants) == (0, (11,), (11,))

    alone = Table().trader("Ann", stack=0).trader("Bob", assistants=[11], stack=3).arrives(11)
    assert alone.mover == "Bob"


@pytest.mark.rule("IST-078")
def test_a_left_assistant_stays() -> None:
    """Three rounds later it still lies at 11."""
    table = Table().arrives(11).do("leave; end")
    table.pass_turns(12)

    assert 11 in table["Ann"].assistants


@pytest.mark.rule("IST-079")
def test_a_picked_up_assistant_travels_and_can_be_left_elsewhere() -> None:
    """Picked up at 11, left at 9."""
    table = Table().trader("Ann", stack=0, assistants=[11]).arrives(11).do("pick up; end")
    assert table["Ann"].stack == 1
    table.turn("Ann").do("move 9; leave")

    assert (table["Ann"].stack, table["Ann"].assistants) == (0, (9,))


@pytest.mark.rule("IST-080")
@pytest.mark.parametrize("players", [2, 5])
def test_a_player_always_has_five_assistants(players: int) -> None:
    """Stack and board make four, or five with the blue tile; no place holds two of a colour."""
    stream = Stream(b"assistants")
    state = start(ENGINE, NAMES[:players], {}, stream).state
    with_blue = 0
    for number in range(1500):
        for trader in state.traders:
            blue = 3 in trader.tiles
            with_blue += blue
            assert trader.stack + len(trader.assistants) == 4 + blue
            assert len(set(trader.assistants)) == len(trader.assistants)
        state = stepped(state, stream, number)
    assert with_blue > 0


def stepped(state, stream: Stream, number: int):
    """Return the state after one stand-in's order, mixed of greedy and hashed ones, and the chance after it."""
    seat = state.turn.seat
    if not ENGINE.legal(state, seat):
        return state
    state = ENGINE.apply(state, seat, ENGINE.stand_in(state, seat, 1 + (number % 7 > 0))).state
    while state.turn.chance:
        state = ENGINE.resolve(state, stream.draw(ENGINE.pending(state)).outcome).state
    return state


@pytest.mark.rule("IST-081")
def test_at_the_fountain_no_assistant_is_needed() -> None:
    """With an empty stack and none at 7 the Fountain's action is open."""
    table = Table().trader("Ann", stack=0, assistants=[2, 5, 9, 16]).arrives(7)

    assert table.mover == "Ann"
    assert table.choices() == ["return all", "fetch 2", "fetch 5", "fetch 9", "fetch 16", "skip"]
    assert table.do("fetch 5; done")["Ann"].stack == 1


@pytest.mark.rule("IST-082")
def test_at_the_fountain_the_assistant_step_may_be_skipped() -> None:
    """An order that does not name it skips it."""
    table = Table().trader("Ann", stack=2, assistants=[2, 5], hand="stay").arrives(7)
    assert table.choices()[:2] == ["leave", "return all"]

    table.do("return all")

    assert (table["Ann"].stack, table["Ann"].assistants) == (4, ())
    assert table.refused("leave").reason == "assistant_step_over"
    lying = Table().trader("Ann", stack=2, assistants=[7]).arrives(7)
    assert lying.choices() == ["pick up", "return all", "fetch 7", "skip"]


@pytest.mark.rule("IST-082")
def test_at_the_fountain_step_and_action_may_both_be_skipped() -> None:
    """`skip` leaves the stack and the board as they are."""
    table = Table().trader("Ann", stack=2, assistants=[2, 5]).arrives(7).do("skip")

    assert (table["Ann"].stack, table["Ann"].assistants, table.mover) == (2, (2, 5), "Bob")


@pytest.mark.rule("IST-083")
def test_an_assistant_left_at_the_fountain_can_be_returned_at_once() -> None:
    """Leaving and returning comes to the same as skipping."""
    table = Table().trader("Ann", stack=2, hand="stay").arrives(7).do("leave")
    assert (table["Ann"].stack, table["Ann"].assistants, table.stage) == (1, (7,), "action")

    table.do("return 7")

    assert (table["Ann"].stack, table["Ann"].assistants) == (2, ())
    kept = Table().trader("Ann", stack=2).arrives(7).do("leave; skip")
    assert (kept["Ann"].stack, kept["Ann"].assistants) == (1, (7,))


def test_orders_before_the_move_are_told_to_wait() -> None:
    """Steps, payments, actions and encounters come after the move."""
    table = Table().trader("Ann", lira=9)
    for order in ("leave", "pick up", "pay", "fill", "governor", "announce 5"):
        assert table.refused(order).reason == "move_first"
