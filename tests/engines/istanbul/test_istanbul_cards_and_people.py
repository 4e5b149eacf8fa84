"""Caravansary, Fountain and Police Station."""

from __future__ import annotations

import pytest

from engines.api import Shuffle
from tests.engines.istanbul.istanbul_table import AS_LISTED, Table


def piles(table: Table) -> tuple[int, int]:
    """Return the sizes of draw pile and discard pile."""
    return len(table.state.pile), len(table.state.discards)


@pytest.mark.rule("IST-171")
def test_the_caravansary_gives_two_cards_for_one_discard() -> None:
    """Hand 2, draw pile 8, discard pile 6."""
    table = Table().trader("Ann", hand="stay").discards(*["lira5"] * 4, "gem2").pile(size=10).acts(6)
    table.do("draw; draw; discard stay")

    assert (len(table["Ann"].hand), piles(table)) == (2, (8, 6))
    assert table.state.discards[0] == "stay"


@pytest.mark.rule("IST-172")
def test_cards_may_come_from_the_top_of_the_discard_pile() -> None:
    """LIRA5, then STAY below it; STAY goes back."""
    table = Table().discards("lira5", "stay", "good").acts(6).do("draw lira; draw stay; discard stay")

    assert (table["Ann"].hand, table.state.discards) == (("lira5",), ("stay", "good"))
    assert [told["card"] for told in table.told("took_discard", "Bob")] == ["lira5", "stay"]


@pytest.mark.rule("IST-173")
def test_one_card_may_come_from_each_pile() -> None:
    """In either order; then one of the two is discarded."""
    table = Table().discards("gem2").pile("post2", size=10).acts(6).do("draw gem; draw")
    assert (table["Ann"].hand, piles(table)) == (("post2", "gem2"), (9, 0))
    assert table.choices() == ["discard post", "discard gem"]

    other = Table().discards("gem2").pile("post2", size=10).acts(6).do("draw; draw gem; discard post")
    assert (other["Ann"].hand, piles(other)) == (("gem2",), (9, 1))


@pytest.mark.rule("IST-174")
def test_only_the_top_of_the_discard_pile_can_be_taken() -> None:
    """STAY lies on LIRA5."""
    table = Table().discards("stay", "lira5").acts(6)
    refusal = table.refused("draw lira")

    assert (refusal.reason, refusal.facts) == ("not_on_top", {"card": "lira5", "top": "stay"})
    assert table.choices() == ["draw", "draw stay", "skip"]
    assert table.do("draw stay").choices() == ["draw", "draw lira"]


@pytest.mark.rule("IST-175")
def test_the_second_source_is_chosen_after_the_first_card_is_seen() -> None:
    """Both piles are still open."""
    table = Table().discards("stay").pile("post2", size=10).acts(6).do("draw")

    assert table.told("drew", "Ann") == [{"seat": 1, "cards": 1, "card": "post2"}]
    assert table.choices() == ["draw", "draw stay"]


@pytest.mark.rule("IST-176")
def test_any_card_of_the_hand_may_be_discarded() -> None:
    """Old or new."""
    table = Table().trader("Ann", hand="good").pile("stay", "gem2", size=10).acts(6).do("draw 2")

    assert table.choices() == ["discard good", "discard gem", "discard stay"]
    assert table.refused("discard post").facts == {"card": "post2", "hand": ("good", "gem2", "stay")}


@pytest.mark.rule("IST-177")
def test_the_discard_comes_last() -> None:
    """After one card the second must be taken first."""
    table = Table().trader("Ann", hand="lira5").pile(size=10).acts(6).do("draw")
    refusal = table.refused("discard lira")

    assert (refusal.reason, refusal.facts) == ("draw_first", {"left": 1})
    assert table.choices() == ["draw"]
    assert table.do("draw").refused("draw").reason == "discard_now"


@pytest.mark.rule("IST-178")
def test_the_caravansary_may_be_declined() -> None:
    """Hand and piles stay."""
    table = Table().trader("Ann", hand="good stay").pile(size=10).acts(6).do("skip")

    assert (table["Ann"].hand, piles(table)) == (("good", "stay"), (10, 0))


@pytest.mark.rule("IST-179")
def test_the_caravansary_once_begun_is_played_to_its_end() -> None:
    """Neither stopping nor ending the turn is possible until a card is discarded."""
    table = Table().trader("Ann", hand="good").acts(6).do("draw")
    for order in ("skip", "end", "done"):
        assert (table.refused(order).reason, table.refused(order).facts) == ("finish_first", {"step": "draw"})
    table.do("draw")
    for order in ("skip", "end", "done"):
        assert (table.refused(order).reason, table.refused(order).facts) == ("finish_first", {"step": "discard"})

    assert table.do("discard good; end").mover == "Bob"


@pytest.mark.rule("IST-180")
def test_an_emptied_draw_pile_is_reshuffled_before_the_second_card() -> None:
    """The three discards become the draw pile, so that the second card comes from there."""
    table = Table().discards("stay", "lira5", "gem2").pile("post2").acts(6).do("draw", [["gem2", "stay", "lira5"]])
    assert table.asked == [Shuffle(("gem2", "lira5", "stay"), "reshuffle")]
    assert (piles(table), table.choices()) == ((3, 0), ["draw"])
    assert table.told("reshuffled") == [{"cards": 3}]
    table.do("draw; discard post")

    assert (table["Ann"].hand, piles(table)) == (("gem2",), (2, 1))


@pytest.mark.rule("IST-181")
def test_with_one_card_left_one_is_taken_and_one_discarded() -> None:
    """The other 24 cards are in other hands."""
    table = Table().trader("Ann", hand="good").pile("stay").rest_to("Bob").acts(6).do("draw")
    assert (table.stage, table.choices()) == ("discard", ["discard good", "discard stay"])
    table.do("discard good")

    assert (table["Ann"].hand, piles(table)) == (("stay",), (0, 1))


def test_with_no_card_to_be_had_only_a_discard_is_left_at_the_caravansary() -> None:
    """With both piles empty the player takes what there is, nothing, and may discard one."""
    table = Table().trader("Ann", hand="good stay").pile().rest_to("Bob").acts(6)
    assert table.choices()[:3] == ["discard good", "discard stay", "skip"]

    assert table.refused("draw").reason == "no_card_left"
    assert table.do("discard stay")["Ann"].hand == ("good",)


def test_a_whole_visit_fits_in_one_line() -> None:
    """Two cards and a discard, and one from each pile."""
    table = Table().trader("Ann", hand="stay").discards("gem2").acts(6).do("draw gem pile discard stay")
    assert [entry.order for entry in table.entries] == ["draw gem", "draw", "discard stay"]
    assert table.state.discards == ("stay",)


@pytest.mark.rule("IST-191")
def test_the_fountain_returns_assistants_from_any_distance() -> None:
    """All three come back."""
    table = Table().trader("Ann", stack=1, assistants=[2, 11, 16]).acts(7).do("return all")

    assert (table["Ann"].stack, table["Ann"].assistants) == (4, ())
    assert table.told("returned") == [{"seat": 1, "places": (2, 11, 16), "stack": 4}]


@pytest.mark.rule("IST-192")
def test_the_player_chooses_which_assistants_come_back() -> None:
    """One of three, or none; then phase 4 follows."""
    one = Table().trader("Ann", stack=1, assistants=[2, 11, 16]).governor(7).acts(7).do("return 16")
    assert (one["Ann"].stack, one["Ann"].assistants, one.stage) == (2, (2, 11), "after")
    assert [entry.order for entry in one.entries] == ["fetch 16", "done"]

    none = Table().trader("Ann", stack=1, assistants=[2, 11, 16]).governor(7).acts(7).do("return none")
    assert (none["Ann"].stack, none["Ann"].assistants, none.stage) == (1, (2, 11, 16), "after")
    assert none.choices() == ["governor", "end"]


def test_assistants_can_be_fetched_one_by_one() -> None:
    """After the first the rest, all of them or a stop are offered."""
    table = Table().trader("Ann", stack=1, assistants=[2, 11, 16]).acts(7).do("fetch 11")
    assert table.choices() == ["fetch 2", "fetch 16", "return all", "done"]
    assert table.refused("end").reason == "finish_first"
    assert table.refused("return 11").facts == {"place": 11, "assistants": (2, 16)}

    assert table.do("return all")["Ann"].stack == 4
    assert Table().trader("Ann", stack=2, assistants=[2, 11]).acts(7).do("return 2 11")["Ann"].stack == 4


@pytest.mark.rule("IST-193")
def test_only_the_own_assistants_on_the_board_come_back() -> None:
    """Bob's stays and the reserve too."""
    table = Table().trader("Ann", stack=3, assistants=[2]).trader("Bob", stack=3, assistants=[2]).acts(7)
    table.do("return 2")

    assert (table["Ann"].stack, table.view()["seats"][0]["reserve"]) == (4, 1)
    assert (table["Bob"].stack, table["Bob"].assistants) == (3, (2,))


@pytest.mark.rule("IST-241")
def test_the_family_member_is_sent_to_any_other_place_and_acts_there() -> None:
    """At any distance; the merchant stays at 12."""
    table = Table().acts(12)
    assert table.choices() == [f"send family to {place}" for place in (*range(1, 12), *range(13, 17))] + ["skip"]

    table.do("send family to 2; fill")

    assert (table["Ann"].family, table["Ann"].place, table.goods("Ann")) == (2, 12, "2 fabric")
    assert table.told("sent_family") == [{"seat": 1, "place": 2}]


@pytest.mark.rule("IST-242")
def test_the_family_member_cannot_be_sent_to_the_police_station() -> None:
    """It is there already."""
    refusal = Table().acts(12).refused("send family to 12")

    assert (refusal.reason, refusal.facts) == ("family_there_already", {"place": 12})


@pytest.mark.rule("IST-243")
def test_without_the_family_member_the_police_station_has_no_action() -> None:
    """Phase 4 still takes place."""
    table = Table().trader("Ann", family=5).governor(12).acts(12)
    assert (table.stage, table.choices()) == ("after", ["governor", "end"])

    refusal = Table().trader("Ann", family=5, hand="stay").acts(12).refused("send family to 2")
    assert (refusal.reason, refusal.facts) == ("family_away", {"place": 5})


def test_a_lazy_shuffle_comes_before_the_draw_that_needs_it() -> None:
    """With an empty pile the discards are shuffled when the next card is drawn."""
    table = Table().trader("Ann", hand="good").pile().discards("stay", "gem2").acts(6)
    table.do("draw", [AS_LISTED])

    assert table.asked == [Shuffle(("gem2", "stay"), "reshuffle and draw")]
    assert (table["Ann"].hand, table.state.pile, table.state.discards) == (("good", "gem2"), ("stay",), ())


def test_the_family_member_at_work_is_not_called_home() -> None:
    """Sending it and the action there are one action; before and after it FAMILY may be played."""
    table = Table().trader("Ann", hand="family").sent(5)
    assert table.choices() == ["collect", "skip"]
    refusal = table.refused("card family lira")
    assert (refusal.reason, refusal.facts) == ("family_at_work", {"place": 5})

    assert table.do("collect; card family lira")["Ann"].lira == 2 + 3


def test_other_cards_may_be_played_before_the_family_members_action() -> None:
    """LIRA5 brings the money for the ruby."""
    table = Table().trader("Ann", lira=7, hand="lira5").sent(16).do("card lira; buy ruby")

    assert (table["Ann"].lira, table["Ann"].rubies, table["Ann"].family) == (0, 1, 16)


def test_the_fountain_has_no_action_while_all_assistants_are_in_the_stack() -> None:
    """Neither all nor one can be returned; phase 4 follows."""
    table = Table().trader("Ann", hand="stay").acts(7)

    assert table.choices() == ["skip"]
    for text in ("return all", "fetch 2", "fountain"):
        assert (table.refused(text).reason, table.refused(text).facts) == ("no_assistant_on_board", {"stack": 4})
    assert Table().acts(7).mover == "Bob"
