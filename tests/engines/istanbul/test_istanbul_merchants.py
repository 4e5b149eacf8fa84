"""Phase 2: payments to other merchants, and the neutral ones."""

from __future__ import annotations

from itertools import product

import pytest

from engines.api import Roll
from tests.engines.istanbul.istanbul_table import Table


def lira(table: Table, *names: str) -> list[int]:
    """Return the Lira of some seats."""
    return [table[name].lira for name in names]


@pytest.mark.rule("IST-091")
def test_another_players_merchant_is_paid_2_lira() -> None:
    """Ann pays Bob and goes on to phase 3."""
    table = Table().trader("Ann", lira=5, goods="1 spice").trader("Bob", at=11, lira=3).arrives(11).do("leave; pay")

    assert lira(table, "Ann", "Bob") == [3, 5]
    assert (table.mover, table.stage) == ("Ann", "action")
    assert table.told("paid_merchants") == [{"seat": 1, "lira": 2, "each": 2, "seats": [2], "neutrals": []}]


@pytest.mark.rule("IST-092")
def test_every_other_merchant_is_paid() -> None:
    """Two merchants cost 4 Lira, four cost 8."""
    table = Table().trader("Ann", lira=6).trader("Bob", at=11).trader("Cem", at=11, lira=1).arrives(11)
    table.do("leave; pay")
    assert lira(table, "Ann", "Bob", "Cem", "Dia") == [2, 2, 3, 0]

    five = Table(5).turn("Eli").trader("Eli", lira=9)
    for name in ("Ann", "Bob", "Cem", "Dia"):
        five.trader(name, at=5)
    five.arrives(5).do("leave; pay")
    assert lira(five, "Eli", "Ann", "Bob", "Cem", "Dia") == [1, 2, 2, 2, 2]


@pytest.mark.rule("IST-093")
def test_who_cannot_pay_pays_nothing_and_the_turn_ends() -> None:
    """1 Lira is too little."""
    table = Table().trader("Ann", lira=1, goods="1 spice").trader("Bob", at=11).arrives(11).do("leave")

    assert lira(table, "Ann", "Bob") == [1, 0]
    assert (table.mover, table["Ann"].goods) == ("Bob", (0, 1, 0, 0))
    assert table.told("turn_ended") == [{"seat": 1, "why": "cannot_pay"}]


def test_who_cannot_pay_but_holds_a_card_is_told_what_is_missing() -> None:
    """With a card in hand the turn waits; paying costs 2 and Ann has 1."""
    table = Table().trader("Ann", lira=1, hand="stay").trader("Bob", at=11).arrives(11).do("leave")
    refusal = table.refused("pay")

    assert (refusal.reason, refusal.facts) == ("too_dear", {"price": 2, "lira": 1})
    assert table.choices() == ["end"]


@pytest.mark.rule("IST-094")
def test_payment_may_be_declined() -> None:
    """8 Lira are kept and the turn is over."""
    for word in ("end", "skip"):
        table = Table().trader("Ann", lira=8).trader("Bob", at=11).arrives(11).do(f"leave; {word}")

        assert (lira(table, "Ann", "Bob"), table.mover) == ([8, 0], "Bob")
        assert table.told("turn_ended") == [{"seat": 1, "why": "payment_declined"}]


@pytest.mark.rule("IST-095")
def test_all_merchants_are_paid_or_none() -> None:
    """3 Lira do not pay one of two merchants; with 4 both are paid together."""
    table = Table().trader("Ann", lira=3, hand="stay").trader("Bob", at=11).trader("Cem", at=11).arrives(11)
    table.do("leave")
    assert table.refused("pay bob").facts == {"due": 4, "seats": [2, 3]}
    assert table.refused("pay 2").reason == "wrong_amount"
    assert table.refused("pay").facts == {"price": 4, "lira": 3}

    empty = Table().trader("Ann", lira=3).trader("Bob", at=11).trader("Cem", at=11).arrives(11).do("leave")
    assert (lira(empty, "Ann", "Bob", "Cem"), empty.mover) == ([3, 0, 0], "Bob")
    enough = Table().trader("Ann", lira=4).trader("Bob", at=11).trader("Cem", at=11).arrives(11).do("leave; pay 4")
    assert lira(enough, "Ann", "Bob", "Cem") == [0, 2, 2]


@pytest.mark.rule("IST-096")
def test_the_assistant_step_is_not_undone_when_payment_fails() -> None:
    """The assistant stays at 11."""
    table = Table().trader("Ann", lira=0, stack=2).trader("Bob", at=11).arrives(11).do("leave")

    assert (table["Ann"].stack, table["Ann"].assistants, table.mover) == (1, (11,), "Bob")


@pytest.mark.rule("IST-097")
def test_at_the_fountain_nobody_is_paid() -> None:
    """Three merchants there cost nothing."""
    table = Table().trader("Ann", assistants=[2], stack=3)
    for name in ("Bob", "Cem", "Dia"):
        table.trader(name, at=7)
    table.arrives(7)
    assert table.choices() == ["leave", "return all", "fetch 2", "skip"]
    table.do("return all")
    assert lira(table, "Ann", "Bob", "Cem", "Dia") == [0, 0, 0, 0]

    left = Table().trader("Ann", lira=5, assistants=[2], stack=3).trader("Bob", at=7).arrives(7).do("leave")
    assert (left.stage, lira(left, "Ann", "Bob")) == ("action", [5, 0])


@pytest.mark.rule("IST-098")
def test_only_the_arriving_merchant_pays() -> None:
    """Bob leaves Cem behind at 11 and no money changes hands."""
    table = Table().turn("Bob").trader("Bob", at=11, lira=4).trader("Cem", at=11, lira=4).do("move 9")

    assert lira(table, "Bob", "Cem") == [4, 4]


@pytest.mark.rule("IST-099")
def test_only_merchants_are_paid() -> None:
    """Assistants, family members and tokens cost nothing."""
    table = Table().trader("Ann", goods="1 spice").trader("Bob", assistants=[11]).trader("Cem", family=11)
    table.smuggler(11).arrives(11).do("leave")

    assert (table.stage, table.mover, lira(table, "Ann", "Bob", "Cem")) == ("action", "Ann", [0, 0, 0])


@pytest.mark.rule("IST-100")
def test_a_card_may_bring_the_money_for_the_payment() -> None:
    """LIRA5 between arriving and paying."""
    table = Table().trader("Ann", hand="lira5", goods="1 spice").trader("Bob", at=11).arrives(11)
    table.do("leave; card lira; pay")

    assert lira(table, "Ann", "Bob") == [3, 2]
    assert (table.mover, table.stage) == ("Ann", "action")


@pytest.mark.rule("IST-101")
def test_payment_is_due_before_an_action_that_is_skipped() -> None:
    """Ann pays, sells nothing, and catches Cem's family member."""
    table = Table().trader("Ann", lira=4, goods="1 spice").trader("Bob", at=11).trader("Cem", family=11).arrives(11)
    table.do("leave; pay; skip")
    assert lira(table, "Ann", "Bob") == [2, 2]
    table.do("catch cem card")

    assert (table["Cem"].family, table["Ann"].goods) == (12, (0, 1, 0, 0))


@pytest.mark.rule("IST-102")
def test_a_turn_that_ended_in_phase_2_has_no_phase_4() -> None:
    """Cem's family member and the Governor stay, and Ann gets nothing."""
    table = Table().trader("Ann", goods="1 spice").trader("Bob", at=11).trader("Cem", family=11).governor(11)
    table.arrives(11).do("leave")

    assert (table["Cem"].family, table.state.bazaar.governor, table.mover) == (11, 11, "Bob")
    assert (table["Ann"].lira, table["Ann"].hand, table["Ann"].goods) == (0, (), (0, 1, 0, 0))


@pytest.mark.rule("IST-103")
def test_a_neutral_merchant_is_paid_to_the_supply() -> None:
    """Bob gets nothing of it."""
    table = Table(2).trader("Ann", lira=4).trader("Bob", lira=3).neutrals(16).arrives(16)
    table.do("leave; pay", [[3, 6]])

    assert lira(table, "Ann", "Bob") == [2, 3]
    assert table.told("paid_merchants") == [{"seat": 1, "lira": 2, "each": 2, "seats": [], "neutrals": ["red"]}]


@pytest.mark.rule("IST-104")
def test_a_paid_neutral_merchant_is_moved_before_the_action() -> None:
    """3+6 puts him on 9; then Ann can buy at 16."""
    table = Table(2).trader("Ann", lira=17).neutrals(16).arrives(16).do("leave; pay", [[3, 6]])

    assert table.state.bazaar.neutrals[0] == 9
    assert table.told("neutral_moved") == [
        {"colour": "red", "dice": (3, 6), "origin": 16, "place": 9},
    ]
    assert (table.stage, table.choices()) == ("action", ["buy ruby", "skip"])
    assert table.asked == [Roll(2, 6, "neutral")]


@pytest.mark.rule("IST-104")
def test_a_moved_neutral_merchant_never_returns_to_14_15_or_16() -> None:
    """All 36 rolls lead to places 2 to 12."""
    places = set()
    for dice in product(range(1, 7), repeat=2):
        table = Table(2).trader("Ann", lira=2).neutrals(16).arrives(16).do("leave; pay", [dice])
        places.add(table.state.bazaar.neutrals[0])

    assert places == set(range(2, 13))


@pytest.mark.rule("IST-105")
def test_an_unpaid_neutral_merchant_stays() -> None:
    """With 1 Lira the turn is over without a roll."""
    table = Table(2).trader("Ann", lira=1, goods="2 fabric").neutrals(14).arrives(14).do("leave")

    assert (table.mover, table.state.bazaar.neutrals[0], table.asked) == ("Bob", 14, [])
    assert (table["Ann"].lira, table["Ann"].tiles) == (1, ())


@pytest.mark.rule("IST-106")
def test_several_neutral_merchants_are_paid_and_rolled_for_one_by_one() -> None:
    """4 Lira for two; the first roll is for the first."""
    table = Table(2).trader("Ann", lira=5).neutrals(8, 8).arrives(8).do("leave; pay", [[2, 2], [6, 5]])

    assert lira(table, "Ann") == [1]
    assert table.state.bazaar.neutrals == (4, 11, 0)
    assert [told["colour"] for told in table.told("neutral_moved")] == ["red", "yellow"]
    assert table.stage == "action"


@pytest.mark.rule("IST-107")
def test_a_neutral_and_a_players_merchant_are_paid_together() -> None:
    """4 Lira pay both and the neutral one is rolled for."""
    table = Table(2).trader("Ann", lira=4).trader("Bob", at=8).neutrals(8).arrives(8).do("leave; pay", [[1, 1]])

    assert (lira(table, "Ann", "Bob"), table.state.bazaar.neutrals[0]) == ([0, 2], 2)


@pytest.mark.rule("IST-107")
def test_a_neutral_and_a_players_merchant_are_paid_together_or_not_at_all() -> None:
    """3 Lira pay nobody and the turn is over."""
    table = Table(2).trader("Ann", lira=3).trader("Bob", at=8).neutrals(8).arrives(8).do("leave")

    assert (lira(table, "Ann", "Bob"), table.state.bazaar.neutrals[0], table.mover) == ([3, 0], 8, "Bob")


@pytest.mark.rule("IST-108")
def test_a_neutral_merchant_at_the_fountain_is_left_alone() -> None:
    """Neither paid nor moved."""
    table = Table(2).trader("Ann", lira=4, stack=3, assistants=[2]).neutrals(7).arrives(7).do("leave; return all")

    assert (lira(table, "Ann"), table.state.bazaar.neutrals[0], table.asked) == ([4], 7, [])


@pytest.mark.rule("IST-109")
def test_a_neutral_merchant_may_be_rolled_back_to_his_place() -> None:
    """2+4 at place 6: he is not paid again."""
    table = Table(2).trader("Ann", lira=6).neutrals(6).arrives(6).do("leave; pay", [[2, 4]])

    assert (table.state.bazaar.neutrals[0], lira(table, "Ann")) == (6, [4])
    assert (table.mover, table.stage) == ("Ann", "action")


@pytest.mark.rule("IST-110")
def test_a_neutral_merchant_rolled_onto_a_player_costs_nothing() -> None:
    """He stands at 9 with Bob, whose Lira do not change."""
    table = Table(2).trader("Ann", lira=4).trader("Bob", at=9, lira=5).neutrals(16).arrives(16)
    table.do("leave; pay", [[4, 5]])

    assert (table.state.bazaar.neutrals[0], lira(table, "Bob")) == (9, [5])
    assert table.view()["places"]["9"]["merchants"] == [2]
    assert table.view()["places"]["9"]["neutrals"] == ["red"]
