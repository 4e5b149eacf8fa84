"""The course of a turn: its phases in order, what is passed over, and when it ends."""

from __future__ import annotations

import pytest

from tests.engines.istanbul.istanbul_table import Table


@pytest.mark.rule("IST-051")
def test_turns_go_round_clockwise() -> None:
    """After Ann comes Bob; after Dia it is Ann's turn in the next round."""
    table = Table().pass_turns()
    assert (table.mover, table.state.round) == ("Bob", 1)
    table.pass_turns(2)
    assert (table.mover, table.state.round) == ("Dia", 1)

    table.pass_turns()

    assert (table.mover, table.state.round) == ("Ann", 2)


@pytest.mark.rule("IST-052")
def test_the_decisions_of_a_turn_come_in_the_order_of_its_phases() -> None:
    """Assistant step, payment, sale, then the encounters."""
    table = Table().trader("Ann", lira=5, stack=2, goods="1 spice").trader("Bob", at=11).trader("Cem", family=11)
    table.governor(11).demand(11, "1/2/1/1").arrives(11)

    assert table.choices() == ["leave", "end"]
    table.do("leave")
    assert table.choices() == ["pay", "end"]
    table.do("pay")
    assert table.choices() == ["add spice", "skip"]
    table.do("add spice")
    assert table.choices() == ["catch red lira", "catch red card", "governor"]
    table.do("catch red lira")
    assert table.choices() == ["governor", "end"]
    table.do("governor; pay", [[1, 1]])
    assert table.stage == "encounters"
    assert table.choices()[0] == "end"


@pytest.mark.rule("IST-053")
def test_phases_with_nothing_to_do_are_passed_over() -> None:
    """At a lonely warehouse Ann leaves an assistant, fills up, and her turn is over."""
    table = Table().arrives(2).do("leave")
    assert table.stage == "action"

    table.do("fill")

    assert table.kinds() == ["filled", "turn_ended", "turn_began"]
    assert table.told("turn_ended") == [{"seat": 1, "why": "all_done"}]
    assert table.mover == "Bob"


@pytest.mark.rule("IST-054")
def test_no_phase_can_be_reopened() -> None:
    """After the Tea House neither a move nor an assistant step is possible."""
    table = Table().trader("Ann", hand="lira5", lira=4).arrives(9).do("leave; announce 3", [[3, 4]])

    assert table.stage == "after"
    assert (table.refused("move 3").reason, table.refused("move 3").facts) == ("already_moved", {"place": 9})
    assert table.refused("leave").reason == "assistant_step_over"
    assert table.refused("pick up").reason == "assistant_step_over"
    assert table.refused("pay").reason == "nothing_to_pay"
    assert table.refused("announce 5").reason == "action_over"


@pytest.mark.rule("IST-055")
def test_moving_is_compulsory() -> None:
    """Without STAY one of the ten places within two steps has to be named."""
    table = Table()
    refusal = table.refused("end")

    assert (refusal.code, refusal.reason) == ("illegal", "must_move")
    assert refusal.facts == {"places": (1, 2, 3, 4, 5, 6, 9, 11, 12, 14)}
    assert table.refused("skip").reason == "must_move"
    assert len(table.choices()) == 10


@pytest.mark.rule("IST-056")
def test_cards_and_tile_powers_belong_to_the_own_turn() -> None:
    """Bob can use neither in Ann's turn."""
    table = Table().trader("Bob", hand="lira5", tiles="yellow", lira=4, stack=3, assistants=[2])

    for order in ("card lira", "yellow 2"):
        refusal = table.refused(order, by="Bob")
        assert (refusal.code, refusal.facts) == ("not_your_turn", {"seat": 1})
    assert table.choices(by="Bob") == []
    assert (table["Bob"].lira, table["Bob"].hand) == (4, ("lira5",))


@pytest.mark.rule("IST-057")
def test_cards_may_still_be_played_after_phase_4() -> None:
    """LIRA5 after the encounters, then the turn is ended."""
    table = Table().trader("Ann", hand="lira5 stay", lira=1).trader("Bob", family=2).acts(2)
    table.do("fill; catch green lira")
    assert table.stage == "encounters"

    table.do("card lira")
    assert (table["Ann"].lira, table.mover) == (1 + 3 + 5, "Ann")
    table.do("end")

    assert table.mover == "Bob"


@pytest.mark.rule("IST-058")
def test_phase_4_follows_a_declined_action() -> None:
    """At the Post Office Ann takes nothing and is offered the Governor."""
    table = Table().trader("Ann", lira=1).governor(5).acts(5).do("skip")

    assert (table["Ann"].goods, table["Ann"].lira, table.state.bazaar.post) == ((0, 0, 0, 0), 1, 0)
    assert table.choices() == ["governor", "end"]
    assert table.told("declined") == [{"seat": 1, "place": 5}]


@pytest.mark.rule("IST-058")
def test_phase_4_follows_an_impossible_action() -> None:
    """With 5 Lira nothing can be bought at 16, but Bob's family member is caught."""
    table = Table().trader("Ann", lira=5).trader("Bob", family=16).acts(16)

    assert table.choices() == ["catch green lira", "catch green card"]
    assert table.refused("buy ruby").reason == "action_over"
    table.do("catch green lira")
    assert (table["Bob"].family, table["Ann"].lira, table["Ann"].rubies) == (12, 8, 0)


@pytest.mark.rule("IST-059")
def test_a_turn_that_ended_in_phase_1_has_no_action_and_no_phase_4() -> None:
    """Without an assistant everything at 11 stays as it is."""
    table = Table().trader("Ann", stack=0, goods="1 spice").trader("Bob", family=11).governor(11).arrives(11)

    assert table.mover == "Bob"
    assert (table["Ann"].goods, table["Bob"].family, table.state.bazaar.governor) == ((0, 1, 0, 0), 11, 11)
    assert table.told("turn_ended") == [{"seat": 1, "why": "no_assistant"}]


def test_a_seat_with_any_card_is_asked_before_its_turn_ends() -> None:
    """Whether a card could still be played is hidden, so the hand's size alone decides."""
    for card in ("stay", "lira5"):
        table = Table().trader("Ann", hand=card).acts(2).do("fill")
        assert (table.mover, table.stage) == ("Ann", "after")
    assert Table().acts(2).do("fill").mover == "Bob"


def test_an_end_behind_a_turn_that_ended_by_itself_does_nothing() -> None:
    """The same line of orders works with and without cards in hand."""
    with_card = Table().trader("Ann", hand="stay").do("move 2; leave; fill; end")
    without = Table().do("move 2; leave; fill; end")

    assert (with_card.mover, without.mover) == ("Bob", "Bob")
    assert without.do("end", by="Ann").mover == "Bob"
    assert without.refused("end", by="Cem").code == "not_your_turn"
    assert without.do("move 3").refused("end", by="Ann").code == "not_your_turn"


def test_ending_in_phase_3_declines_the_action() -> None:
    """`end` before the action is two steps; `skip` is one and leaves the turn open."""
    table = Table().trader("Ann", hand="stay").acts(5)
    table.do("end")
    assert [entry.order for entry in table.entries] == ["skip", "end"]
    assert table.mover == "Bob"

    assert Table().acts(5).do("end").mover == "Bob"


def test_encounters_wait_for_the_action() -> None:
    """Nobody loses the action by naming an encounter too early."""
    table = Table().trader("Ann", lira=3).governor(5).acts(5)
    refusal = table.refused("governor pay")

    assert (refusal.reason, refusal.meant) == ("action_first", "governor")
    assert refusal.facts == {"place": 5, "due": 0, "lira": 3}
    assert set(refusal.nearest) == {"collect", "skip"}


def test_what_is_to_be_paid_or_left_is_implied_by_an_order_of_phase_3() -> None:
    """A sale ordered on arrival takes the assistant step and the payment along."""
    table = Table().trader("Ann", lira=2, stack=2, goods="1 spice").trader("Bob", at=11).demand(11, "1/2/1/1")
    table.arrives(11).do("sell 1 spice")

    assert [entry.order for entry in table.entries] == ["leave", "pay", "add spice"]
    assert (table["Ann"].lira, table["Bob"].lira) == (2, 2)


def test_nothing_is_implied_for_an_order_that_would_then_fail() -> None:
    """The refusal says what would be wrong, and nothing is left or paid."""
    table = Table().trader("Ann", lira=2, stack=2, goods="1 spice").trader("Bob", at=11).arrives(11)
    refusal = table.refused("sell 2 spice")

    assert (refusal.reason, refusal.facts) == ("goods_short", {"good": "spice", "needs": 2, "have": 1})
    assert table.stage == "assistant"
