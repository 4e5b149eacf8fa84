"""The caravan and the camel that an owner may pay: ledger rows YSP-131 to YSP-147."""

from __future__ import annotations

import pytest

from engines.api import Illegal
from engines.yspahan import ENGINE
from engines.yspahan.actions import AnswerCamel
from tests.engines.yspahan.yspahan_table import Table, table


def beside(square: str, seat: str, *shops: str, camels: int = 0, players: int = 4) -> Table:
    """Return a table where A can move the Supervisor from the centre to a square beside this seat's cubes."""
    value = int(square[1:])
    start = table(players).tower(f"sack 2x{value}", "gold 1x6")
    return start.cubes(seat, *shops).stock(seat, camels=camels)


def struck(camels: int = 0) -> Table:
    """Return a table where A can move beside B's cube in sack3.a."""
    return beside("W3", "B", "sack3.a", camels=camels)


def count(start: Table) -> dict[int, int]:
    """Return the points of the last count by seat."""
    (counted,) = start.told("caravan_counted")
    return {row["seat"]: row["points"] for row in counted["scores"]}


@pytest.mark.rule("YSP-131")
def test_cubes_fill_the_caravan_camel_by_camel() -> None:
    """The sixth cube takes slot 6, and slots 1 to 5 stay."""
    after = struck().caravan("AACDD").do("A", "supervisor W3")

    assert after.loaded() == "AACDDB"
    assert after.told("cube_sent")[0]["slot"] == 6
    slots = after.view("A")["caravan"]["slots"]
    assert [slot["owner"] for slot in slots] == [1, 1, 3, 4, 4, 2, *[None] * 6]


@pytest.mark.rule("YSP-132")
@pytest.mark.parametrize(
    ("slot", "line", "points"), [(1, 1, 2), (4, 1, 2), (5, 2, 1), (8, 2, 1), (9, 3, 0), (12, 3, 0)]
)
def test_twelve_camels_in_three_lines_are_worth_two_one_and_no_points(slot: int, line: int, points: int) -> None:
    """The points fall due when the cube is loaded."""
    after = struck().caravan("C" * (slot - 1)).do("A", "supervisor W3")
    (sent,) = after.told("cube_sent")

    assert (sent["slot"], sent["line"], sent["points"]) == (slot, line, points)
    assert after.points("B") == points + (3 if slot == 12 else 0)
    assert after.view("A")["caravan"]["size"] == 12


@pytest.mark.rule("YSP-133")
def test_the_points_go_to_the_owner_of_the_cube() -> None:
    """B scores two, the mover nothing."""
    after = struck().do("A", "supervisor W3")

    assert (after.points("B"), after.points("A")) == (2, 0)


@pytest.mark.rule("YSP-134")
def test_a_count_gives_cubes_times_the_highest_line() -> None:
    """A 2 x 2, B 1 x 1, C 2 x 1, D nothing without a cube."""
    last = table().caravan("ABCCA").day(1, 7).order("BCDA").turn(3).tower("gold 1x6")
    after = last.do("A", "take gold")

    assert count(after) == {1: 4, 2: 1, 3: 2, 4: 0}
    assert after.told("caravan_counted")[0]["scores"] == [
        {"seat": 2, "cubes": 1, "line": 1, "points": 1},
        {"seat": 3, "cubes": 2, "line": 1, "points": 2},
        {"seat": 4, "cubes": 0, "line": 0, "points": 0},
        {"seat": 1, "cubes": 2, "line": 2, "points": 4},
    ]
    assert [after.points(seat) for seat in "ABCD"] == [4, 1, 2, 0]


@pytest.mark.rule("YSP-135", "YSP-136")
def test_a_full_caravan_is_counted_at_once_and_emptied() -> None:
    """D's cube takes slot 12 for nothing; then 6, 9, 12 and 6 points, and all cubes go back."""
    start = beside("W3", "D", "sack3.a").day(1, 3).caravan("AABCABCCBCD")
    after = start.do("A", "supervisor W3")
    kinds = [kind for kind in after.kinds() if kind.startswith(("cube", "caravan"))]

    assert kinds == ["cube_sent", "caravan_counted", "caravan_emptied"]
    assert after.told("cube_sent")[0]["points"] == 0
    assert after.told("caravan_counted")[0]["occasion"] == "full"
    assert count(after) == {1: 6, 2: 9, 3: 12, 4: 6}
    assert [after.points(seat) for seat in "ABCD"] == [6, 9, 12, 6]
    assert after.loaded() == ""
    assert after.told("caravan_emptied")[0]["returned"] == [
        {"seat": 1, "cubes": 3},
        {"seat": 2, "cubes": 3},
        {"seat": 3, "cubes": 4},
        {"seat": 4, "cubes": 2},
    ]


@pytest.mark.rule("YSP-137")
def test_an_emptied_caravan_fills_again_from_the_first_slot() -> None:
    """The first cube after the count takes slot 1 for two points."""
    full = beside("W3", "D", "sack3.a").caravan("C" * 11).do("A", "supervisor W3")
    after = full.cubes("B", "sack5.b").tower("sack 1x2", "gold 1x6").do("B", "supervisor W5 with sack")

    assert after.loaded() == "B"
    assert after.told("cube_sent")[0]["slot"] == 1
    assert after.points("B") == 2


@pytest.mark.rule("YSP-138", "YSP-139")
def test_the_owner_may_pay_a_camel_or_let_the_cube_go() -> None:
    """Either way a cube of B travels for two points; only a paid camel keeps the shop."""
    asked = struck(camels=2).do("A", "supervisor W3")
    paid, kept = asked.do("B", "pay camel"), asked.do("B", "keep camel")

    assert (asked.asked(), asked.prompt(), asked.legal("B")) == ("B", "camel", ["pay camel", "keep camel"])
    assert (paid.city(), paid.loaded(), paid.camels("B"), paid.points("B")) == ({"sack3.a": "B"}, "B", 1, 2)
    assert (kept.city(), kept.loaded(), kept.camels("B"), kept.points("B")) == ({}, "B", 2, 2)
    assert paid.told("cube_sent")[0]["paid_camel"] is True
    assert kept.told("cube_sent")[0]["paid_camel"] is False


@pytest.mark.rule("YSP-140")
def test_without_a_camel_there_is_nothing_to_decide() -> None:
    """The cube goes at once and the turn passes on."""
    after = struck().do("A", "supervisor W3")

    assert (after.city(), after.loaded()) == ({}, "B")
    assert after.prompt() != "camel"
    assert after.told("camel_answered") == []


@pytest.mark.rule("YSP-141")
def test_the_owner_alone_decides_and_play_waits() -> None:
    """A is refused; after B's answer A's turn goes on, and A's further lines wait for it."""
    start = struck(camels=1).stock("A", camels=2)
    asked = start.do("A", "supervisor W3")

    assert asked.refusal("A", "pay camel").code == "not_your_turn"
    with pytest.raises(Illegal) as refused:
        ENGINE.apply(asked.state, 1, AnswerCamel(True))
    assert refused.value.facts == {"asked": [2]}
    assert asked.refusal("A", "end").facts == {"asked": [2]}
    after = asked.do("B", "pay")
    assert (after.asked(), after.prompt()) == ("A", "finish")
    waiting = start.attempt("A", "supervisor W3; build paddock; end")
    assert [line.result for line in waiting.lines] == ["done", "waits", "waits"]


@pytest.mark.rule("YSP-142")
def test_one_camel_saves_one_cube() -> None:
    """B pays for the first cube, the other goes without a question."""
    start = beside("E1", "B", "vase1.a", "barrel2.a", camels=1)
    after = start.do("A", "supervisor E1 first vase1.a").do("B", "pay camel")
    other = start.do("A", "supervisor E1 first barrel2.a").do("B", "keep camel").do("B", "pay camel")

    assert (after.city(), after.loaded(), after.points("B"), after.camels("B")) == ({"vase1.a": "B"}, "BB", 4, 0)
    assert (other.city(), other.loaded(), other.points("B"), other.camels("B")) == ({"vase1.a": "B"}, "BB", 4, 0)


@pytest.mark.rule("YSP-143")
def test_two_camels_save_both_cubes() -> None:
    """B is asked twice and pays twice, in one mail."""
    start = beside("E1", "B", "vase1.a", "barrel2.a", camels=2)
    after = start.do("A", "supervisor E1 first vase1.a").do("B", "pay; pay")

    assert after.city() == {"vase1.a": "B", "barrel2.a": "B"}
    assert (after.loaded(), after.points("B"), after.camels("B")) == ("BB", 4, 0)


@pytest.mark.rule("YSP-144")
def test_the_mover_may_protect_own_cubes() -> None:
    """A pays a camel in A's own move."""
    start = beside("W3", "A", "sack3.a", camels=1)
    after = start.do("A", "supervisor W3; pay camel")

    assert start.do("A", "supervisor W3").asked() == "A"
    assert (after.city(), after.loaded(), after.camels("A"), after.points("A")) == ({"sack3.a": "A"}, "A", 0, 2)


@pytest.mark.rule("YSP-145")
def test_the_camel_paid_goes_back_to_the_stock() -> None:
    """Nobody gains it, and it takes no place in the caravan."""
    after = struck(camels=1).do("A", "supervisor W3").do("B", "pay")

    assert [after.camels(seat) for seat in "ABCD"] == [0, 0, 0, 0]
    assert after.loaded() == "B"


@pytest.mark.rule("YSP-146")
def test_the_cube_from_stock_fills_the_caravan_like_any_other() -> None:
    """It takes slot 12, and the caravan is counted and emptied."""
    after = struck(camels=1).caravan("C" * 11).do("A", "supervisor W3").do("B", "pay")

    assert after.told("cube_sent")[0]["slot"] == 12
    assert count(after) == {1: 0, 2: 3, 3: 33, 4: 0}
    assert (after.loaded(), after.city()) == ("", {"sack3.a": "B"})


@pytest.mark.rule("YSP-147")
def test_a_protected_cube_is_not_struck_twice_in_one_move() -> None:
    """With three camels one is paid and the move is over."""
    after = beside("E1", "B", "vase1.a", camels=3).do("A", "supervisor E1").do("B", "pay")

    assert (after.city(), after.camels("B"), after.loaded()) == ({"vase1.a": "B"}, 2, "B")
    assert after.prompt() != "camel"
    assert after.state.strikes == ()


def test_both_owners_are_asked_at_once_and_their_cubes_go_in_the_mover_s_order() -> None:
    """C may answer before B, but B's cube, named first, is dealt with first."""
    start = beside("E1", "B", "vase1.a", camels=1).cubes("C", "barrel2.a").stock("C", camels=1)
    asked = start.do("A", "supervisor E1 first vase1.a")
    early = asked.do("C", "pay")
    after = early.do("B", "keep")

    assert asked.asked() == "BC"
    assert (early.asked(), early.loaded(), early.camels("C")) == ("B", "", 1)
    assert early.legal("C") == []
    assert early.told("camel_answered") == [{"seat": 3, "shop": "barrel2.a", "paid": True}]
    assert (after.loaded(), after.city()) == ("BC", {"barrel2.a": "C"})
    assert (after.camels("B"), after.camels("C")) == (1, 0)


def test_an_owner_without_a_camel_does_not_hold_up_the_other() -> None:
    """B's cube goes at once; only C is asked."""
    start = beside("E1", "B", "vase1.a").cubes("C", "barrel2.a").stock("C", camels=1)
    asked = start.do("A", "supervisor E1 first vase1.a")

    assert (asked.asked(), asked.loaded()) == ("C", "B")
    assert asked.refused("C", "pay vase1.a") == "other_shop_asked"
    assert asked.do("C", "pay barrel2.a").city() == {"barrel2.a": "C"}


def test_nobody_can_answer_or_play_on_while_another_question_is_open() -> None:
    """The asked owner can only answer; without a question there is nothing to answer."""
    asked = struck(camels=1).stock("B", cards="gold_3").do("A", "supervisor W3")

    assert asked.refused("B", "card gold_3") == "camel_question_first"
    assert struck(camels=1).refused("A", "pay camel") == "nothing_to_answer"
    assert struck(camels=1).refused("A", "keep camel") == "nothing_to_answer"
