"""What the four mosque tiles do for their owners."""

from __future__ import annotations

import pytest

from engines.api import Roll
from tests.engines.istanbul.istanbul_table import Table

EXTRAS = ["extra fabric", "extra spice", "extra fruit", "extra jewellery"]


@pytest.mark.rule("IST-411")
def test_red_sets_a_die_to_4_at_the_tea_house() -> None:
    """6+3 becomes 10, as announced; without the tile it is 9 and pays 2."""
    table = Table().trader("Ann", tiles="red").acts(9).do("announce 10", [[6, 3]])
    assert (table.stage, table["Ann"].lira) == ("dice", 0)
    table.do("turn 3 to 4")

    assert table["Ann"].lira == 10
    assert table.told("turned_die") == [{"seat": 1, "face": 3, "dice": [6, 4], "total": 10}]
    assert table.told("tea_paid") == [{"seat": 1, "announced": 10, "total": 10, "lira": 10, "won": True}]
    assert Table().acts(9).do("announce 10", [[6, 3]])["Ann"].lira == 2


@pytest.mark.rule("IST-412")
@pytest.mark.parametrize(("face", "jewellery"), [(2, 1), (3, 0)])
@pytest.mark.parametrize("first", ["gain fruit", "roll"])
def test_red_sets_a_die_to_4_at_the_black_market(face: int, jewellery: int, first: str) -> None:
    """2+3 becomes 7 for one jewellery, or 6 for none; the good comes before or after it."""
    table = Table().trader("Ann", tiles="red").acts(8).do(first, [[2, 3]])
    assert table.choices() == ["skip", "turn 2 to 4", "turn 3 to 4", "roll again"]
    table.do(f"turn {face}")
    if first == "roll":
        assert table.choices() == ["gain fabric", "gain spice", "gain fruit"]
        table.do("gain fruit")

    assert (table["Ann"].goods, table.mover) == ((0, 0, 1, jewellery), "Bob")


@pytest.mark.rule("IST-413")
def test_red_rolls_both_dice_again_once() -> None:
    """The choices after 6+1, and a second roll that stands."""
    table = Table().trader("Ann", tiles="red").acts(9).do("announce 8", [[6, 1]])
    assert table.choices() == ["skip", "turn 6 to 4", "turn 1 to 4", "roll again"]
    assert [table.state.turn.work.dice, table["Ann"].lira] == [(6, 1), 0]
    table.do("roll again", [[2, 3]])

    assert table.asked == [Roll(2, 6, "tea house")]
    assert (table["Ann"].lira, table.mover) == (2, "Bob")
    assert table.kinds() == ["rolls_again", "rolled", "tea_paid", "turn_ended", "turn_began"]


@pytest.mark.rule("IST-413")
@pytest.mark.parametrize(("order", "lira"), [("skip", 2), ("turn 6", 2), ("turn 1", 8)])
def test_what_each_choice_after_6_and_1_pays(order: str, lira: int) -> None:
    """7 and 5 are less than 8; 10 pays the 8."""
    table = Table().trader("Ann", tiles="red").acts(9).do("announce 8", [[6, 1]]).do(order)

    assert (table["Ann"].lira, table.asked) == (lira, [])


@pytest.mark.rule("IST-413")
def test_one_die_alone_is_not_rolled_again() -> None:
    """Nor a die turned after the second roll, at the Black Market either."""
    table = Table().trader("Ann", tiles="red", hand="stay").acts(8).do("gain fruit", [[6, 1]])
    for text in ("roll 6", "roll again 1", "roll one"):
        assert table.refused(text).code == "unreadable"
    table.do("roll again", [[6, 5]])

    assert (table["Ann"].goods, table.choices()) == ((0, 0, 1, 2), ["end"])
    assert table.told("gained_jewellery") == [{"seat": 1, "total": 11, "number": 3, "gained": 2}]
    assert (table.refused("turn 5").reason, table.refused("roll again").reason) == ("no_dice_to_change",) * 2


@pytest.mark.rule("IST-414")
def test_red_is_used_once_per_roll() -> None:
    """1+5 becomes 9 and pays; a second use is refused."""
    table = Table().trader("Ann", tiles="red", hand="stay").acts(9).do("announce 9", [[1, 5]]).do("turn 1")
    assert table["Ann"].lira == 9

    assert (table.refused("turn 5").reason, table.refused("roll again").reason) == ("no_dice_to_change",) * 2
    assert table.choices() == ["end"]


@pytest.mark.rule("IST-414")
def test_red_need_not_be_used() -> None:
    """1+5 as it is pays 2; no other use is open after that."""
    table = Table().trader("Ann", tiles="red", hand="stay").acts(9).do("announce 9", [[1, 5]]).do("skip")

    assert (table["Ann"].lira, table.choices(), table.refused("turn 1").reason) == (2, ["end"], "no_dice_to_change")
    assert table.told("kept_dice") == [{"seat": 1, "dice": (1, 5)}]


def test_a_die_that_was_not_rolled_cannot_be_turned() -> None:
    """Nor one that shows 4 already."""
    table = Table().trader("Ann", tiles="red").acts(9).do("announce 9", [[4, 2]])

    assert table.choices() == ["skip", "turn 2 to 4", "roll again"]
    assert (table.refused("turn 5").reason, table.refused("turn 5").facts) == (
        "die_not_rolled",
        {"face": 5, "dice": [4, 2]},
    )
    assert table.refused("turn 4").reason == "die_shows_it"


@pytest.mark.parametrize(("number", "lira"), [(7, 7), (8, 2)])
def test_of_two_equal_dice_one_is_turned(number: int, lira: int) -> None:
    """3+3 becomes 7, not 8, and it is offered once."""
    table = Table().trader("Ann", tiles="red").acts(9).do(f"announce {number}", [[3, 3]])
    assert table.choices() == ["skip", "turn 3 to 4", "roll again"]
    table.do("turn 3")

    assert table["Ann"].lira == lira
    assert table.told("turned_die") == [{"seat": 1, "face": 3, "dice": [4, 3], "total": 7}]


@pytest.mark.rule("IST-415")
def test_red_does_not_touch_other_rolls() -> None:
    """Governor, Smuggler and neutral merchants go where the first roll sends them."""
    table = Table(2).trader("Ann", tiles="red", lira=6, hand="stay").neutrals(11).governor(11).smuggler(11)
    table.pile("stay", size=20).arrives(11).do("leave; pay", [[1, 3]])
    assert (table.stage, table.state.bazaar.neutrals[0]) == ("action", 4)
    table.do("skip; governor; pay", [[1, 2]])
    assert table.state.bazaar.governor == 3
    assert not [text for text in table.choices() if text.startswith(("turn", "roll"))]
    assert table.refused("turn 1").reason == "no_dice_to_change"
    table.do("smuggler red; pay red", [[1, 1]])

    assert (table.state.bazaar.smuggler, table.choices()) == (2, ["end"])


@pytest.mark.rule("IST-421")
def test_green_adds_a_good_at_a_warehouse() -> None:
    """Fabric 2, jewellery 1, 1 Lira left of 3."""
    table = Table().trader("Ann", tiles="green", lira=3).acts(2).do("fill")
    assert table.choices() == [*EXTRAS, "end"]
    table.do("extra jewellery")

    assert (table.goods("Ann"), table["Ann"].lira, table.mover) == ("2 fabric 1 jewellery", 1, "Bob")
    assert table.told("bought_extra") == [{"seat": 1, "good": "jewellery", "gained": 1, "price": 2}]


@pytest.mark.rule("IST-421")
@pytest.mark.parametrize(("place", "filled"), [(2, 0), (3, 1), (4, 2)])
@pytest.mark.parametrize("good", [0, 1, 2, 3])
def test_green_adds_any_good_at_each_warehouse(place: int, filled: int, good: int) -> None:
    """The extra good may be the warehouse's own, which is then full."""
    table = Table().trader("Ann", tiles="green", lira=2).acts(place).do("fill").do(EXTRAS[good])
    expected = [0, 0, 0, 0]
    expected[good] += 1
    expected[filled] = 2

    assert (list(table["Ann"].goods), table["Ann"].lira) == (expected, 0)


@pytest.mark.rule("IST-422")
def test_green_adds_one_good_per_visit() -> None:
    """The second is refused; 6 of 8 Lira are left."""
    table = Table().trader("Ann", tiles="green", lira=8, hand="stay").acts(3).do("fill; extra fruit")

    assert (table.refused("extra fruit").reason, table.choices()) == ("extra_after_filling", ["end"])
    assert (table["Ann"].lira, table.goods("Ann")) == (6, "2 spice 1 fruit")


@pytest.mark.rule("IST-423")
def test_green_works_where_the_warehouses_good_was_full() -> None:
    """Spice stays 2, fruit comes."""
    table = Table().trader("Ann", tiles="green", lira=2, goods="2 spice").acts(3).do("fill; extra fruit")

    assert (table.goods("Ann"), table["Ann"].lira) == ("2 spice 1 fruit", 0)


@pytest.mark.rule("IST-424")
def test_green_needs_2_lira_and_a_warehouse() -> None:
    """Refused with 1 Lira at place 2, and with 9 at place 5."""
    poor = Table().trader("Ann", tiles="green", lira=1, hand="stay").acts(2).do("fill")
    refusal = poor.refused("extra jewellery")
    assert (refusal.reason, refusal.facts, poor.choices()) == ("too_dear", {"price": 2, "lira": 1}, ["end"])
    assert Table().trader("Ann", tiles="green", lira=1).acts(2).do("fill").mover == "Bob"

    post = Table().trader("Ann", tiles="green", lira=9, hand="stay").acts(5)
    assert post.refused("extra jewellery").reason == "extra_after_filling"
    post.do("collect")
    assert (post.refused("extra jewellery").reason, post.choices()) == ("extra_after_filling", ["end"])


def test_green_belongs_to_using_the_warehouse() -> None:
    """Not before it is filled, not where it is declined, not after the first encounter, not without the tile."""
    before = Table().trader("Ann", tiles="green", lira=9, hand="stay").acts(2)
    assert before.refused("extra fruit").reason == "extra_after_filling"
    assert before.do("skip").refused("extra fruit").reason == "extra_after_filling"

    for meeting in ("catch bob lira", "governor; pay", "smuggler red; pay"):
        met = Table().trader("Ann", tiles="green", lira=9, hand="stay").trader("Bob", family=2).governor(2).smuggler(2)
        met.acts(2).do("fill")
        assert met.choices()[:4] == EXTRAS
        met.do(meeting, [] if "catch" in meeting else [[1, 3]])
        assert met.refused("extra fruit").reason == "extra_after_filling"
        assert "extra fruit" not in met.choices()

    none = Table().trader("Ann", tiles="red yellow blue", lira=9, hand="stay").acts(2).do("fill")
    assert (none.refused("extra fruit").reason, none.choices()) == ("tile_missing", ["end"])


def test_green_waits_for_lira_that_cards_bring() -> None:
    """LIRA5 between filling and the extra good."""
    table = Table().trader("Ann", tiles="green", hand="lira5").acts(4).do("fill; card lira; extra spice")

    assert (table.goods("Ann"), table["Ann"].lira) == ("1 spice 2 fruit", 3)


@pytest.mark.rule("IST-431")
def test_blue_puts_the_fifth_assistant_under_the_merchant() -> None:
    """Stack 3, nothing in reserve."""
    table = Table().trader("Ann", stack=2, assistants=[2, 3], goods="2 jewellery").acts(15)
    assert table.view()["seats"][0]["reserve"] == 1
    table.do("tile blue")
    seat = table.view()["seats"][0]

    assert (seat["stack"], seat["reserve"], seat["assistants"]) == (3, 0, [2, 3])
    assert table.told("fifth_assistant") == [{"seat": 1, "stack": 3}]
    assert table.view()["seats"][1]["reserve"] == 1


@pytest.mark.rule("IST-432")
def test_with_blue_all_five_assistants_come_back() -> None:
    """From five places to the Fountain."""
    table = Table().trader("Ann", tiles="blue", stack=0, assistants=[2, 3, 5, 11, 16]).acts(7).do("return all")

    assert (table["Ann"].stack, table["Ann"].assistants) == (5, ())


@pytest.mark.rule("IST-433")
def test_yellow_returns_one_assistant_for_2_lira_once_a_turn() -> None:
    """From 16; the one at 2 has to wait until the next turn."""
    table = Table().trader("Ann", tiles="yellow", lira=5, stack=1, assistants=[2, 9, 16])
    assert table.choices()[10:] == ["yellow 2", "yellow 9", "yellow 16"]
    table.do("yellow 16")
    assert (table["Ann"].stack, table["Ann"].assistants, table["Ann"].lira) == (2, (2, 9), 3)
    assert table.told("used_yellow") == [{"seat": 1, "place": 16, "price": 2, "stack": 2}]

    for line in ("", "move 12", "leave"):
        refusal = table.do(line).refused("yellow 2")
        assert (refusal.reason, refusal.facts) == ("tile_used", {"tile": "yellow"})
        assert "yellow 2" not in table.choices()
    table.do("skip").pass_turns(3)
    assert (table.mover, table.do("yellow 2")["Ann"].lira) == ("Ann", 1)


@pytest.mark.rule("IST-433")
def test_yellow_before_stay_is_used_for_the_whole_turn() -> None:
    """Also after a card instead of the move, and in phase 4."""
    table = Table().trader("Ann", at=5, tiles="yellow", lira=9, stack=1, assistants=[2, 9, 16], hand="stay good")
    table.do("yellow 16; card stay; leave; collect")

    assert table.stage == "after"
    assert (table.refused("yellow 2").reason, table["Ann"].lira) == ("tile_used", 9 - 2 + 2)


@pytest.mark.rule("IST-434")
def test_yellow_works_after_the_action() -> None:
    """At the Post Office."""
    table = Table().trader("Ann", tiles="yellow", stack=1, assistants=[2]).acts(5).do("collect")
    assert (table["Ann"].lira, table.choices()) == (2, ["end", "yellow 2"])
    table.do("yellow 2")

    assert (table["Ann"].stack, table["Ann"].assistants, table["Ann"].lira, table.mover) == (2, (), 0, "Bob")


@pytest.mark.rule("IST-434")
@pytest.mark.parametrize(
    ("stage", "lines"),
    [
        ("move", ""),
        ("assistant", "move 11"),
        ("pay", "move 11; leave"),
        ("action", "move 11; leave; pay"),
        ("after", "move 11; leave; pay; sell spice"),
        ("encounters", "move 11; leave; pay; sell spice; catch cem lira"),
    ],
)
def test_yellow_works_in_every_phase(stage: str, lines: str) -> None:
    """Between any two steps."""
    table = Table().trader("Ann", tiles="yellow", lira=9, stack=1, assistants=[2], goods="1 spice")
    table.trader("Bob", at=11).trader("Cem", family=11).do(lines)
    lira, stack = table["Ann"].lira, table["Ann"].stack
    assert (table.stage, table.choices()[-1]) == (stage, "yellow 2")
    table.do("yellow 2")

    assert (table["Ann"].stack, table["Ann"].lira, 2 in table["Ann"].assistants) == (stack + 1, lira - 2, False)


def test_yellow_is_refused_inside_a_step() -> None:
    """Between the two cards of the Caravansary."""
    table = Table().trader("Ann", tiles="yellow", lira=9, stack=1, assistants=[2]).acts(6).do("draw")

    assert (table.refused("yellow 2").facts, "yellow 2" in table.choices()) == ({"step": "draw"}, False)


@pytest.mark.rule("IST-435")
def test_yellow_returns_an_assistant_from_another_place() -> None:
    """The one just left beside the merchant stays."""
    table = Table().trader("Ann", at=7, tiles="yellow", lira=2, stack=2, assistants=[2], goods="1 spice")
    table.do("move 11; leave")
    assert [text for text in table.choices() if "yellow" in text] == ["yellow 2"]
    assert table.view()["turn"]["yellow_from"] == [2]
    refusal = table.refused("yellow 11")
    assert (refusal.reason, refusal.facts) == ("assistant_beside_merchant", {"place": 11})

    alone = Table().trader("Ann", at=7, tiles="yellow", lira=2, stack=2, goods="1 spice").do("move 11; leave; skip")
    assert alone.mover == "Bob"


@pytest.mark.rule("IST-436")
def test_yellow_can_save_a_turn() -> None:
    """With an empty stack the returned assistant is left at 11."""
    table = Table().trader("Ann", at=7, tiles="yellow", lira=2, stack=0, assistants=[2], goods="1 spice").do("move 11")
    assert (table.stage, table.choices()) == ("assistant", ["end", "yellow 2"])
    table.do("yellow 2; leave")

    assert (table["Ann"].stack, table["Ann"].assistants, table["Ann"].lira) == (0, (11,), 0)
    assert (table.mover, table.stage) == ("Ann", "action")
    poor = Table().trader("Ann", at=7, tiles="yellow", lira=1, stack=0, assistants=[2], goods="1 spice").do("move 11")
    assert poor.mover == "Bob"


@pytest.mark.rule("IST-437")
def test_yellow_needs_2_lira_and_an_assistant_elsewhere() -> None:
    """Refused with 1 Lira, and with all assistants in the stack."""
    poor = Table().trader("Ann", tiles="yellow", lira=1, stack=3, assistants=[2])
    assert (poor.refused("yellow 2").reason, poor.refused("yellow 2").facts) == ("too_dear", {"price": 2, "lira": 1})

    none = Table().trader("Ann", tiles="yellow", lira=9, stack=4)
    assert (none.refused("yellow 2").reason, none.refused("yellow 2").facts) == ("no_assistant_on_board", {"stack": 4})
    for table in (poor, none):
        assert len(table.choices()) == 10
    other = Table().trader("Ann", tiles="red green blue", lira=9, stack=3, assistants=[2])
    assert (other.refused("yellow 2").reason, len(other.choices())) == ("tile_missing", 10)


@pytest.mark.rule("IST-438")
def test_a_tile_taken_this_turn_works_at_once() -> None:
    """Yellow, after the visit to the mosque."""
    table = Table().trader("Ann", lira=2, stack=1, assistants=[2], goods="2 fruit").acts(15).do("tile yellow")
    assert table.choices() == ["end", "yellow 2"]
    table.do("yellow 2")

    assert (table["Ann"].lira, table["Ann"].stack, table["Ann"].assistants) == (0, 2, ())


@pytest.mark.rule("IST-438")
def test_yellow_taken_with_an_empty_purse_waits_for_nothing() -> None:
    """With 1 Lira and no card the turn is over."""
    table = Table().trader("Ann", lira=1, stack=1, assistants=[2], goods="2 fruit").acts(15).do("tile yellow")

    assert (table.mover, table["Ann"].assistants) == ("Bob", (2,))
