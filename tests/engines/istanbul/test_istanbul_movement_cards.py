"""Cards of phase 1: STAY, MOVE34 and ASSIST."""

from __future__ import annotations

import pytest

from tests.engines.istanbul.istanbul_table import Table


def people(table: Table, name: str = "Ann") -> tuple[int, tuple[int, ...]]:
    """Return a seat's stack and the places of its other assistants."""
    return table[name].stack, table[name].assistants


@pytest.mark.rule("IST-381")
def test_stay_replaces_the_move() -> None:
    """The merchant remains at 5, the card is discarded, and the assistant step is next."""
    table = Table().trader("Ann", at=5, stack=2, assistants=[5], hand="stay").do("card stay")

    assert (table["Ann"].place, table["Ann"].hand, table.state.discards) == (5, (), ("stay",))
    assert (table.stage, table.choices()) == ("assistant", ["pick up", "end"])
    assert table.told("stayed") == [{"seat": 1, "place": 5}]


@pytest.mark.rule("IST-382")
def test_the_assistant_step_after_stay_is_as_usual() -> None:
    """Pick up, leave, or the turn is over; so it is if the step is declined."""
    there = Table().trader("Ann", at=5, stack=2, assistants=[5], hand="stay").do("card stay; pick up")
    assert (people(there), there.stage, there.mover) == ((3, ()), "action", "Ann")

    none = Table().trader("Ann", at=5, stack=2, hand="stay").do("card stay; leave")
    assert (people(none), none.stage, none.mover) == ((1, (5,)), "action", "Ann")

    nobody = Table().trader("Ann", at=5, stack=0, assistants=[2], hand="stay").do("card stay")
    assert (people(nobody), nobody.mover) == ((0, (2,)), "Bob")
    assert nobody.told("turn_ended") == [{"seat": 1, "why": "no_assistant"}]

    declined = Table().trader("Ann", at=5, stack=2, assistants=[5], hand="stay").do("card stay; end")
    assert (people(declined), declined.mover) == ((2, (5,)), "Bob")
    assert declined.told("turn_ended") == [{"seat": 1, "why": "assistant_declined"}]


@pytest.mark.rule("IST-383")
def test_after_stay_merchants_are_paid() -> None:
    """Bob gets 2 Lira; had he not been paid, the turn would be over."""
    table = Table().trader("Ann", at=11, lira=5, hand="stay", goods="1 spice").trader("Bob", at=11)
    table.do("card stay; leave; pay")
    assert (table["Ann"].lira, table["Bob"].lira, table.stage) == (3, 2, "action")

    unpaid = Table().trader("Ann", at=11, lira=5, hand="stay", goods="1 spice").trader("Bob", at=11)
    unpaid.do("card stay; leave; end")
    assert (unpaid["Ann"].lira, unpaid["Bob"].lira, unpaid.mover) == (5, 0, "Bob")


@pytest.mark.rule("IST-383")
def test_after_stay_neutral_merchants_are_paid_and_rolled_for() -> None:
    """1+3 puts him on 4; unpaid he stays and the turn is over."""
    table = Table(2).trader("Ann", at=11, lira=5, hand="stay", goods="1 spice").neutrals(11)
    table.do("card stay; leave; pay", [[1, 3]])
    assert (table["Ann"].lira, table.state.bazaar.neutrals[0], table.stage) == (3, 4, "action")

    unpaid = Table(2).trader("Ann", at=11, lira=5, hand="stay", goods="1 spice").neutrals(11)
    unpaid.do("card stay; leave; end")
    assert (unpaid["Ann"].lira, unpaid.state.bazaar.neutrals[0], unpaid.mover) == (5, 11, "Bob")


@pytest.mark.rule("IST-384")
def test_stay_may_be_played_at_the_fountain() -> None:
    """Both assistants come back."""
    table = Table().trader("Ann", at=7, stack=2, assistants=[2, 11], hand="stay").do("card stay; return all")

    assert (people(table), table["Ann"].place) == ((4, ()), 7)


@pytest.mark.rule("IST-385")
@pytest.mark.parametrize(("assistants", "step"), [([], "leave"), ([5], "pick up")])
def test_after_stay_phase_4_is_as_usual(assistants: list[int], step: str) -> None:
    """Bob's family member came to 5 since Ann's last turn and is caught."""
    table = Table().trader("Ann", at=5, stack=2, assistants=assistants, hand="stay").trader("Bob", family=5)
    table.do(f"card stay; {step}; skip")
    assert table.choices() == ["catch green lira", "catch green card"]

    assert table.do("catch bob lira")["Bob"].family == 12


@pytest.mark.rule("IST-386")
@pytest.mark.parametrize(("origin", "reached"), [(7, [8, 10, 13, 15, 16]), (15, [3, 6, 7, 10, 11, 13, 14])])
def test_move34_goes_three_or_four_places(origin: int, reached: list[int]) -> None:
    """No nearer and no farther."""
    table = Table().trader("Ann", at=origin, hand="move34")
    offered = [int(text.split()[-1]) for text in table.choices() if text.startswith("card")]
    assert offered == reached

    for place in {*range(1, 17)} - {*reached}:
        refusal = table.refused(f"card move3 to {place}")
        assert (refusal.reason, refusal.facts["reach"]) == ("out_of_card_reach", tuple(reached))
    assert table.do(f"card move3 to {reached[0]}")["Ann"].place == reached[0]


@pytest.mark.rule("IST-386")
def test_move34_reaches_no_place_that_is_five_or_six_steps_away() -> None:
    """From one corner of the short layout, 15, to the other, 16, it is six."""
    refusal = Table().trader("Ann", at=15, hand="move34").refused("card move3 to 16")

    assert refusal.facts == {"place": 16, "origin": 15, "steps": 6, "reach": (3, 6, 7, 10, 11, 13, 14)}


@pytest.mark.rule("IST-387")
def test_after_move34_everything_is_as_after_any_move() -> None:
    """Ann leaves her last assistant at 16 and pays Bob."""
    table = Table().trader("Ann", stack=1, lira=2, hand="move34").trader("Bob", at=16, family=16).governor(16)
    table.do("card move3 to 16")
    assert table.told("moved") == [{"seat": 1, "origin": 7, "place": 16, "card": "move34"}]
    assert (table["Ann"].hand, table.state.discards, table.choices()) == ((), ("move34",), ["leave", "end"])
    table.do("leave; pay")

    assert (people(table), table["Ann"].lira, table["Bob"].lira) == ((0, (16,)), 0, 2)
    assert table.choices() == ["catch green lira", "catch green card", "governor"]


@pytest.mark.rule("IST-388")
def test_one_movement_card_is_played_per_turn() -> None:
    """After MOVE34 neither STAY nor the other MOVE34, before and after the assistant step."""
    table = Table().trader("Ann", hand="move34 move34 stay").do("card move3 to 8")
    for line in ("", "leave", "roll", "gain fruit"):
        table.do(line, [[1, 1]] if line == "roll" else [])
        for order in ("card stay", "card move3 to 7", "move 13"):
            assert table.refused(order).reason in ("already_moved", "finish_first")
        assert not [text for text in table.choices() if text.startswith(("card", "move"))]

    assert (table["Ann"].hand, table["Ann"].place) == (("move34", "stay"), 8)


@pytest.mark.rule("IST-388")
def test_after_stay_no_other_movement_card_is_played() -> None:
    """Nor is there an ordinary move."""
    table = Table().trader("Ann", at=5, hand="move34 stay stay").do("card stay")
    for order in ("card stay", "card move3 to 9", "move 7"):
        assert (table.refused(order).reason, table.refused(order).facts) == ("already_moved", {"place": 5})

    assert table["Ann"].hand == ("move34", "stay")


@pytest.mark.rule("IST-389")
def test_movement_cards_are_refused_after_the_ordinary_move() -> None:
    """From 7 to 11."""
    table = Table().trader("Ann", at=7, hand="move34 stay").do("move 11")
    for order in ("card stay", "card move3 to 15"):
        assert table.refused(order).reason == "already_moved"

    assert (table.choices(), table["Ann"].hand) == (["leave", "end"], ("move34", "stay"))


@pytest.mark.rule("IST-390")
def test_assist_returns_an_assistant_before_the_move() -> None:
    """From 16; then there is one to leave at 11."""
    table = Table().trader("Ann", at=7, stack=0, assistants=[2, 5, 9, 16], hand="assist")
    assert table.choices()[10:] == ["card assist 2", "card assist 5", "card assist 9", "card assist 16"]
    table.do("card assist 16")
    assert table.told("played_assist") == [{"seat": 1, "place": 16, "stack": 1}]
    table.do("move 11")
    assert (people(table), table.choices()) == ((1, (2, 5, 9)), ["leave", "end"])
    table.do("leave")

    assert (people(table), table.state.discards) == ((0, (2, 5, 9, 11)), ("assist",))


@pytest.mark.rule("IST-391")
def test_assist_may_be_played_while_the_assistant_step_is_open() -> None:
    """On arrival at 11 with an empty stack; the turn goes on."""
    table = Table().trader("Ann", at=7, stack=0, assistants=[2, 5, 9, 16], hand="assist", goods="1 spice")
    table.do("move 11")
    assert (table.stage, table.mover) == ("assistant", "Ann")
    table.do("card assist 2; leave")

    assert (people(table), table.mover, table.stage) == ((0, (5, 9, 11, 16)), "Ann", "action")


@pytest.mark.rule("IST-392")
def test_stay_and_assist_may_be_combined() -> None:
    """In either order."""
    for line in ("card stay; card assist 2; leave", "card assist 2; card stay; leave"):
        table = Table().trader("Ann", at=11, stack=0, assistants=[2], hand="stay assist", goods="1 spice").do(line)

        assert (people(table), table.mover, table.stage, table["Ann"].hand) == ((0, (11,)), "Ann", "action", ())


@pytest.mark.rule("IST-393")
def test_assist_is_refused_after_phase_1() -> None:
    """In the payment, before and after the action, and in phase 4."""
    table = Table().trader("Ann", at=7, lira=2, stack=1, assistants=[2], hand="assist", goods="1 spice")
    table.trader("Bob", at=11, family=11).do("move 11")
    for line in ("leave", "pay", "sell spice", "catch bob lira"):
        table.do(line)
        assert table.refused("card assist 2").reason == "assistant_step_over"
        assert "card assist 2" not in table.choices()

    assert (people(table), table["Ann"].hand, table.stage) == ((0, (2, 11)), ("assist",), "encounters")


@pytest.mark.rule("IST-394")
def test_assist_needs_an_assistant_on_the_board() -> None:
    """The fifth one in the supply does not count."""
    table = Table().trader("Ann", stack=4, hand="assist")
    refusal = table.refused("card assist 2")

    assert table.view()["seats"][0]["reserve"] == 1
    assert (refusal.reason, refusal.facts) == ("no_assistant_on_board", {"stack": 4})
    assert (table["Ann"].hand, len(table.choices())) == (("assist",), 10)


def test_assist_returns_an_own_assistant_only() -> None:
    """Bob's stays where it lies."""
    table = Table().trader("Ann", stack=3, assistants=[2], hand="assist").trader("Bob", stack=2, assistants=[2, 3])
    assert table.refused("card assist 3").facts == {"place": 3, "assistants": (2,)}
    table.do("card assist 2")

    assert (people(table), people(table, "Bob")) == ((4, ()), (2, (2, 3)))
