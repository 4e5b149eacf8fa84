"""Bonus cards in general, and GOOD, LIRA5 and FAMILY, which may be played between any two steps."""

from __future__ import annotations

from collections import Counter

import pytest

from engines.api import Shuffle
from engines.istanbul.terms import CARDS, DECK
from tests.engines.istanbul.istanbul_table import AS_LISTED, Table

FREE_CARDS = {"card lira": "lira5", "card good spice": "good", "card family lira": "family"}


def piles(table: Table) -> tuple[int, int]:
    """Return the sizes of draw pile and discard pile."""
    return len(table.state.pile), len(table.state.discards)


@pytest.mark.rule("IST-341")
def test_any_number_of_cards_may_be_played_in_a_turn() -> None:
    """10 Lira, a good, no card left."""
    table = Table().trader("Ann", hand="lira5 lira5 good").do("card lira; card good jewellery; card lira")

    assert (table["Ann"].lira, table.goods("Ann"), table["Ann"].hand) == (10, "1 jewellery", ())
    assert (table.stage, table.mover, table["Ann"].place) == ("move", "Ann", 7)


@pytest.mark.rule("IST-342")
def test_a_used_card_lies_on_top_of_the_discard_pile() -> None:
    """LIRA5 on STAY; a discarded card goes on top of both."""
    table = Table().trader("Ann", hand="lira5 good").discards("stay").governor(11).encounters(11).do("card lira")
    assert (table.state.discards, table["Ann"].hand) == (("lira5", "stay"), ("good",))
    assert table.view()["cards"]["top"] == "lira5"

    table.do("governor; discard good", [[1, 1]])
    assert table.state.discards == ("good", "lira5", "stay")


@pytest.mark.rule("IST-343")
def test_a_played_card_is_discarded_before_its_effect() -> None:
    """FAMILY is among the three cards of the new draw pile."""
    table = Table().trader("Ann", hand="family", family=5).discards("stay", "good").pile("gem2")
    table.do("card family card", [["good", "family", "stay"]])

    assert table.asked == [Shuffle(("family", "good", "stay"), "reshuffle")]
    assert (table.state.pile, table.state.discards) == (("good", "family", "stay"), ())
    assert table["Ann"].hand == ("gem2",)


@pytest.mark.rule("IST-344")
def test_the_discards_are_shuffled_as_soon_as_the_last_card_is_drawn() -> None:
    """The Governor's payment comes after it and lies alone on the discard pile."""
    seven = ["good", "good", "stay", "stay", "gem2", "gem2", "post2"]
    table = Table().trader("Ann", lira=2, hand="family").discards(*seven).pile("move34").governor(11).encounters(11)
    table.do("governor", [AS_LISTED])
    assert table.asked == [Shuffle(tuple(sorted(seven)), "reshuffle")]
    assert (piles(table), table.stage) == ((7, 0), "pay_governor")
    assert table.told("reshuffled") == [{"cards": 7}]
    table.do("discard family", [[3, 4]])

    assert (piles(table), table.state.discards) == ((7, 1), ("family",))
    assert (table["Ann"].hand, table.state.pile) == (("move34",), tuple(sorted(seven)))


@pytest.mark.rule("IST-345")
def test_with_nothing_to_shuffle_the_next_draw_shuffles() -> None:
    """LIRA5 lies alone on the discard pile until Bob draws it."""
    table = Table().trader("Ann", hand="lira5").pile().rest_to("Cem").governor(11)
    table.do("card lira; move 12; end")
    assert (piles(table), table.mover) == ((0, 1), "Bob")
    table.trader("Bob", lira=2).encounters(11).do("governor", [AS_LISTED])

    assert table.asked == [Shuffle(("lira5",), "reshuffle and draw")]
    assert (table["Bob"].hand, piles(table)) == (("lira5",), (0, 0))
    assert table.choices() == ["pay", "discard lira"]
    assert table.do("pay", [[1, 1]])["Bob"].lira == 0


@pytest.mark.rule("IST-345")
def test_the_last_card_is_drawn_without_a_shuffle_where_nothing_is_discarded() -> None:
    """Neither a shuffle nor a roll comes before the payment."""
    table = Table().trader("Ann", lira=2).pile("stay").rest_to("Bob").governor(11).encounters(11).do("governor")

    assert (table.asked, piles(table), table["Ann"].hand) == ([], (0, 0), ("stay",))


@pytest.mark.rule("IST-346")
def test_with_both_piles_empty_nothing_is_drawn() -> None:
    """The reward is 3 Lira and the Governor is not met."""
    table = Table().trader("Bob", family=11).pile().rest_to("Cem").governor(11).encounters(11)
    assert table.choices() == ["catch green lira"]
    assert table.refused("catch bob card").reason == "no_card_left"
    assert table.refused("governor").reason == "no_card_left"
    table.do("catch bob lira")

    assert (table["Ann"].lira, table["Bob"].family, table["Ann"].hand) == (3, 12, ())
    assert (table.state.bazaar.governor, table.mover) == (11, "Bob")


@pytest.mark.rule("IST-343", "IST-345")
def test_with_both_piles_empty_the_family_card_itself_is_drawn() -> None:
    """It reached the discard pile before its reward is taken."""
    table = Table().trader("Ann", hand="family", family=5).pile().rest_to("Cem")
    assert table.choices()[-2:] == ["card family lira", "card family card"]
    table.do("card family card", [AS_LISTED])

    assert table.asked == [Shuffle(("family",), "reshuffle and draw")]
    assert (table["Ann"].hand, table["Ann"].family, piles(table)) == (("family",), 12, (0, 0))


@pytest.mark.rule("IST-347")
def test_there_is_no_hand_limit() -> None:
    """A tenth card is kept."""
    hand = "good good good good lira5 lira5 lira5 lira5 stay"
    table = Table().trader("Ann", lira=2, hand=hand).pile("gem2", size=17).governor(11).encounters(11)
    table.do("governor; pay; end", [[1, 1]])

    assert (len(table["Ann"].hand), table.mover, piles(table)) == (10, "Bob", (16, 0))


@pytest.mark.rule("IST-348")
def test_the_deck_has_26_cards_of_ten_kinds() -> None:
    """Four of GOOD, LIRA5 and MOVE34, two of each other kind."""
    assert len(DECK) == 26
    assert Counter(DECK) == {card: 4 if card in ("good", "lira5", "move34") else 2 for card in CARDS}
    assert set(CARDS) == {
        *("good", "lira5", "move34", "sultan2", "post2", "gem2", "family", "stay", "assist", "anygoods")
    }


def inside_steps() -> dict[str, Table]:
    """Return a table inside each step that is begun and not complete."""

    def ann(**more) -> Table:
        return Table().trader("Ann", hand="good lira5 family", family=5, **more)

    return {
        "draw": ann().acts(6).do("draw"),
        "discard": ann().acts(6).do("draw; draw"),
        "gain": ann().acts(8).do("roll", [[3, 4]]),
        "dice": ann(tiles="red").acts(9).do("announce 9", [[3, 4]]),
        "sale": ann(goods="1 spice 1 fruit").acts(11).do("add spice"),
        "fetch": ann(stack=2, assistants=[2, 3]).acts(7).do("fetch 2"),
        "pay_governor": ann(lira=2).governor(11).encounters(11).do("governor"),
        "pay_smuggler": ann(lira=2).smuggler(11).encounters(11).do("smuggler spice"),
    }


@pytest.mark.rule("IST-349")
@pytest.mark.parametrize("order", FREE_CARDS)
def test_free_cards_are_refused_inside_a_step(order: str) -> None:
    """Between two cards at the Caravansary, between roll and good at the Black Market, and in every other step."""
    for step, table in inside_steps().items():
        refusal = table.refused(order)
        assert (step, refusal.reason, refusal.facts) == (step, "finish_first", {"step": step})
        assert order not in table.choices()


@pytest.mark.rule("IST-349")
def test_free_cards_are_open_again_after_the_step() -> None:
    """After the discard at the Caravansary and after the good of the Black Market."""
    caravansary = Table().trader("Ann", hand="good lira5").pile("stay", "gem2", size=24).acts(6)
    caravansary.do("draw; draw; discard stay; card lira; card good spice")
    assert (caravansary["Ann"].lira, caravansary.goods("Ann"), caravansary["Ann"].hand) == (5, "1 spice", ("gem2",))

    market = Table().trader("Ann", hand="good lira5 stay").acts(8).do("roll", [[1, 1]])
    market.do("gain fruit; card lira; card good spice")
    assert (market["Ann"].lira, market.goods("Ann")) == (5, "1 spice 1 fruit")


@pytest.mark.rule("IST-351")
@pytest.mark.parametrize("good", ["fabric", "spice", "fruit", "jewellery"])
def test_good_gives_one_good_of_any_kind(good: str) -> None:
    """The card lies on the discard pile."""
    table = Table().trader("Ann", hand="good").do(f"card good {good}")

    assert (table.goods("Ann"), table["Ann"].hand, table.state.discards) == (f"1 {good}", (), ("good",))
    assert table["Ann"].lira == 0
    assert table.told("played_good") == [{"seat": 1, "good": good, "gained": 1}]


@pytest.mark.rule("IST-352")
def test_good_before_the_action_can_make_it_possible() -> None:
    """The fourth good for a delivery of four, played on arrival or before the move."""
    hand = {"goods": "1 fabric 1 spice 1 fruit", "hand": "good"}
    here = Table().trader("Ann", **hand).acts(13)
    assert here.refused("deliver").reason == "delivery_short"
    here.do("card good jewellery; deliver")
    before = Table().trader("Ann", at=8, **hand).do("card good jewellery; move 13; leave; deliver")

    for table in (here, before):
        assert (table["Ann"].rubies, table.goods("Ann"), table["Ann"].hand) == (1, "", ())


@pytest.mark.rule("IST-353")
def test_lira5_may_be_played_in_every_phase() -> None:
    """Before the move, after it, after the action and after phase 4."""
    table = Table().trader("Ann", at=7, hand="lira5 lira5 lira5 lira5").trader("Bob", family=9)
    stages = []
    for line, outcomes in (("move 9", []), ("leave; announce 3", [[1, 1]]), ("catch bob lira", []), ("", [])):
        stages.append(table.stage)
        table.do("card lira")
        assert table.told("played_lira") == [{"seat": 1, "lira": 5}]
        table.do(line, outcomes)

    assert stages == ["move", "assistant", "after", "encounters"]
    assert (table["Ann"].lira, table["Ann"].hand, table.mover) == (20 + 2 + 3, (), "Bob")
    assert table.state.discards == ("lira5",) * 4


def test_lira5_may_be_played_before_the_payment_and_before_the_action() -> None:
    """The two stages that the other test passes over."""
    table = Table().trader("Ann", hand="lira5 lira5").trader("Bob", at=2).arrives(2).do("leave")
    assert table.stage == "pay"
    table.do("card lira; pay")
    assert table.stage == "action"
    table.do("card lira; fill")

    assert (table["Ann"].lira, table["Bob"].lira) == (8, 2)


@pytest.mark.rule("IST-371")
def test_family_returns_the_own_family_member_for_3_lira() -> None:
    """From 5 to the Police Station."""
    table = Table().trader("Ann", family=5, hand="family").trader("Bob", family=5).do("card family lira")

    assert (table["Ann"].family, table["Ann"].lira, table["Ann"].hand) == (12, 3, ())
    assert (table["Bob"].family, piles(table), table.state.discards) == (5, (25, 1), ("family",))
    assert table.told("played_family") == [{"seat": 1, "origin": 5, "reward": "lira"}]


@pytest.mark.rule("IST-371")
def test_family_returns_the_own_family_member_for_a_card() -> None:
    """From the draw pile, not from the discard pile."""
    table = Table().trader("Ann", family=5, hand="family").discards("gem2").pile("stay", size=20).do("card family card")

    assert (table["Ann"].family, table["Ann"].lira, table["Ann"].hand) == (12, 0, ("stay",))
    assert (piles(table), table.state.discards) == ((19, 2), ("family", "gem2"))
    assert table.told("played_family") == [{"seat": 1, "origin": 5, "reward": "card"}]


@pytest.mark.rule("IST-372")
def test_family_is_refused_while_the_family_member_is_at_the_police_station() -> None:
    """The card stays in hand."""
    table = Table().trader("Ann", family=12, hand="family").trader("Bob", family=5)
    refusal = table.refused("card family lira")

    assert (refusal.reason, refusal.facts) == ("family_at_home", {"place": 12})
    assert (table["Ann"].hand, [text for text in table.choices() if "card" in text]) == (("family",), [])


@pytest.mark.rule("IST-373")
@pytest.mark.parametrize(
    ("stage", "lines"),
    [
        ("move", ""),
        ("assistant", "move 9"),
        ("pay", "move 9; leave"),
        ("action", "move 9; leave; pay"),
        ("after", "move 9; leave; pay; announce 12"),
        ("encounters", "move 9; leave; pay; announce 12; catch cem lira"),
    ],
)
def test_family_may_be_played_in_every_phase(stage: str, lines: str) -> None:
    """Before the move, after it, after the action and after phase 4."""
    table = Table().trader("Ann", lira=2, family=5, hand="family").trader("Bob", at=9).trader("Cem", family=9)
    table.do(lines, [[1, 1]] if "announce" in lines else [])
    lira = table["Ann"].lira
    assert table.stage == stage
    assert table.choices()[-2:] == ["card family lira", "card family card"]
    table.do("card family lira")

    assert (table["Ann"].family, table["Ann"].lira, table["Ann"].hand) == (12, lira + 3, ())


@pytest.mark.rule("IST-374")
def test_family_before_the_action_opens_the_police_station() -> None:
    """3 Lira, then the family member is sent to 4 and fills up."""
    table = Table().trader("Ann", family=5, hand="family").arrives(12).do("leave")
    assert "send family to 4" not in table.choices()
    table.do("card family lira; send family to 4; fill")

    assert (table["Ann"].lira, table.goods("Ann"), table["Ann"].family) == (3, "2 fruit", 4)
    assert (table["Ann"].place, table["Ann"].hand) == (12, ())


@pytest.mark.rule("IST-375")
def test_family_does_not_give_the_police_stations_action_again() -> None:
    """The card is accepted after the family member's action, the second send is refused."""
    table = Table().trader("Ann", hand="family stay").sent(5).do("collect; card family lira")
    assert (table["Ann"].family, table["Ann"].lira) == (12, 5)

    assert table.refused("send family to 2").reason == "action_over"
    assert table.choices() == ["end"]


def test_family_is_refused_while_the_family_member_is_at_work() -> None:
    """Sending and acting are one action of the Police Station."""
    table = Table().trader("Ann", hand="family").sent(5)
    refusal = table.refused("card family lira")

    assert (refusal.reason, refusal.facts) == ("family_at_work", {"place": 5})
    assert table.choices() == ["collect", "skip"]


@pytest.mark.parametrize(
    "order", [*FREE_CARDS, "card stay", "card move3 to 16", "card any", "card gem", "card assist 2"]
)
def test_a_card_must_be_held_to_be_played(order: str) -> None:
    """The refusal names the card."""
    refusal = Table().trader("Ann", family=5, stack=3, assistants=[2]).refused(order)

    assert (refusal.reason, refusal.facts["hand"]) == ("card_not_held", ())
