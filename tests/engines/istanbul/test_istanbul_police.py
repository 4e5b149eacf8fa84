"""The family member's errands from the Police Station."""

from __future__ import annotations

import pytest

from tests.engines.istanbul.istanbul_table import Table


@pytest.mark.rule("IST-441")
def test_the_family_member_pays_no_merchant() -> None:
    """Bob's merchant at 4 gets nothing of Ann."""
    table = Table().trader("Bob", at=4).sent(4)
    assert (table.stage, table.choices()) == ("action", ["fill", "skip"])
    table.do("fill")

    assert (table.goods("Ann"), table["Ann"].lira, table["Bob"].lira) == ("2 fruit", 0, 0)
    assert table.kinds() == ["filled", "turn_ended", "turn_began"]


@pytest.mark.rule("IST-441")
def test_the_family_member_pays_no_neutral_merchant() -> None:
    """He stays at 4, and nothing is rolled."""
    table = Table(2).neutrals(4).sent(4).do("fill")

    assert (table.goods("Ann"), table["Ann"].lira) == ("2 fruit", 0)
    assert (table.state.bazaar.neutrals[0], table.asked) == (4, [])


@pytest.mark.rule("IST-442")
def test_the_family_member_meets_neither_token() -> None:
    """Both stay at 5."""
    table = Table().trader("Ann", hand="stay").governor(5).smuggler(5).sent(5).do("collect")
    assert (table.stage, table.choices()) == ("after", ["end"])
    assert table.refused("governor").facts == {"token": "governor", "at": 5, "place": 12}
    assert table.refused("smuggler red").facts == {"token": "smuggler", "at": 5, "place": 12}
    table.do("end")

    assert (table.state.bazaar.governor, table.state.bazaar.smuggler, table.asked) == (5, 5, [])


@pytest.mark.rule("IST-443")
def test_the_family_member_neither_catches_nor_is_caught() -> None:
    """With Bob's family member and Cem's merchant at 11."""
    table = Table().trader("Ann", goods="1 spice", hand="stay").trader("Bob", family=11).trader("Cem", at=11)
    table.demand(11, "1/2/1/1").sent(11).do("sell spice")
    assert table.choices() == ["end"]
    assert table.refused("catch bob lira").reason == "nobody_to_catch"
    table.do("end")

    assert (table["Ann"].family, table["Bob"].family, table["Cem"].family) == (11, 11, 12)
    assert [table[name].lira for name in table.names] == [2, 0, 0, 0]
    assert [len(table[name].hand) for name in table.names] == [1, 0, 0, 0]


@pytest.mark.rule("IST-444")
def test_the_family_members_action_needs_no_assistant() -> None:
    """The one at 2 still lies there and the stack is as it was."""
    table = Table().trader("Ann", at=7, stack=3, assistants=[2]).do("move 12; leave; send family to 2; fill")
    assert (table.goods("Ann"), table["Ann"].stack, table["Ann"].assistants) == ("2 fabric", 2, (2, 12))

    empty = Table().trader("Ann", stack=0, assistants=[3, 5, 12]).sent(2).do("fill")
    assert (empty.goods("Ann"), empty["Ann"].stack, empty["Ann"].assistants) == ("2 fabric", 0, (3, 5, 12))


@pytest.mark.rule("IST-445")
def test_the_merchant_keeps_his_encounters_at_the_police_station() -> None:
    """The Governor at 12 is offered after the Tea House."""
    table = Table().trader("Ann", lira=2).trader("Bob", at=9).governor(12).sent(9).do("announce 3", [[3, 4]])
    assert table.choices() == ["governor", "end"]
    table.do("governor; pay", [[1, 1]])

    assert (table["Ann"].lira, len(table["Ann"].hand), table.state.bazaar.governor) == (3, 1, 2)
    assert (table["Ann"].place, table["Ann"].family) == (12, 9)


@pytest.mark.rule("IST-446")
def test_an_errand_may_lead_to_an_impossible_action() -> None:
    """With 0 Lira at 16: no ruby, no payment, and the family member is there."""
    table = Table().sent(16)

    assert (table["Ann"].family, table["Ann"].rubies, table["Ann"].lira) == (16, 0, 0)
    assert (table.mover, table.state.bazaar.dealer) == ("Bob", 12)


@pytest.mark.rule("IST-446")
def test_an_errands_action_may_be_declined() -> None:
    """Nothing is filled at 2, and phase 4 follows."""
    table = Table().governor(12).sent(2).do("skip")

    assert (table["Ann"].family, table.goods("Ann"), table.choices()) == (2, "", ["governor", "end"])
    assert table.told("declined") == [{"seat": 1, "place": 2}]
    assert Table().sent(2).do("end").mover == "Bob"


@pytest.mark.rule("IST-447")
def test_the_family_member_at_the_fountain_returns_assistants() -> None:
    """Those from 2 and 12; the one at 9 stays."""
    table = Table().trader("Ann", stack=1, assistants=[2, 9, 12]).sent(7)
    assert table.choices() == ["return all", "fetch 2", "fetch 9", "fetch 12", "skip"]
    table.do("return 2 12")

    assert (table["Ann"].stack, table["Ann"].assistants, table["Ann"].place) == (3, (9,), 12)


@pytest.mark.rule("IST-448")
def test_the_places_costs_and_rewards_are_the_usual_ones() -> None:
    """The third extension at 1 for 7 of 9 Lira brings a ruby."""
    table = Table().trader("Ann", lira=9, extensions=2).sent(1).do("buy extension")

    assert (table["Ann"].lira, table["Ann"].extensions, table["Ann"].rubies) == (2, 3, 1)
    assert table.view()["wainwright"] == {"rubies": 3, "extensions": 9, "price": 7}


@pytest.mark.rule("IST-449")
def test_the_family_member_at_the_caravansary_takes_from_either_pile() -> None:
    """GEM2 from the discard pile and one card from the draw pile."""
    table = Table().discards("gem2", "good").pile("stay", size=20).sent(6)
    assert table.choices() == ["draw", "draw gem", "skip"]
    table.do("draw gem; draw; discard gem")

    assert (table["Ann"].hand, table["Ann"].family) == (("stay",), 6)
    assert (table.state.discards, len(table.state.pile)) == (("gem2", "good"), 19)


@pytest.mark.rule("IST-450")
def test_post2_works_with_the_family_members_action() -> None:
    """Two collections at 5."""
    table = Table().trader("Ann", hand="post2").sent(5).do("collect; card post")

    assert (table["Ann"].lira, table.goods("Ann"), table.state.bazaar.post) == (4, "1 fabric 1 spice 2 fruit", 2)


@pytest.mark.rule("IST-450")
def test_gem2_works_with_the_family_members_action() -> None:
    """25 Lira for two rubies at 16."""
    table = Table().trader("Ann", lira=25, hand="gem2").sent(16).do("buy ruby; card gem")

    assert (table["Ann"].lira, table["Ann"].rubies, table["Ann"].hand) == (0, 2, ())


@pytest.mark.rule("IST-450")
def test_sultan2_works_with_the_family_members_action() -> None:
    """Deliveries of four and five."""
    table = Table().trader("Ann", goods="3 fabric 2 spice 2 fruit 2 jewellery", extensions=1, hand="sultan2").sent(13)
    table.do("deliver; card sultan")

    assert (table.goods("Ann"), table["Ann"].rubies, table["Ann"].hand) == ("", 2, ())


@pytest.mark.rule("IST-451")
def test_anygoods_works_with_the_family_members_action() -> None:
    """Two jewellery at 11 for 5 Lira, although the tile asks for none."""
    table = Table().trader("Ann", goods="2 jewellery", hand="anygoods").demand(11, "1/2/2/0", "1/1/2/1").sent(11)
    table.do("card any; sell 2 blue")

    assert (table["Ann"].lira, table.goods("Ann"), table.tile(11)) == (5, "", "1/1/2/1")


@pytest.mark.rule("IST-452")
def test_red_works_with_the_family_members_action() -> None:
    """6+1 becomes 10 at 9."""
    table = Table().trader("Ann", tiles="red green", lira=2).sent(9).do("announce 10", [[6, 1]])
    assert table.choices() == ["skip", "turn 6 to 4", "turn 1 to 4", "roll again"]
    table.do("turn 1")

    assert table["Ann"].lira == 12


@pytest.mark.rule("IST-452")
def test_green_works_with_the_family_members_action() -> None:
    """Spice is filled and a fruit bought at 3."""
    table = Table().trader("Ann", tiles="red green", lira=2).sent(3).do("fill; extra fruit")

    assert (table.goods("Ann"), table["Ann"].lira) == ("2 spice 1 fruit", 0)


@pytest.mark.rule("IST-453")
def test_the_family_member_may_take_the_blue_tile() -> None:
    """The fifth assistant joins the merchant at 12."""
    table = Table().trader("Ann", stack=1, assistants=[2, 9, 12], goods="2 jewellery").sent(15).do("tile blue")
    seat = table.view()["seats"][0]

    assert (table.goods("Ann"), seat["stack"], seat["place"], seat["reserve"]) == ("1 jewellery", 2, 12, 0)
    assert (seat["tiles"], seat["family"], seat["assistants"]) == (["blue"], 15, [2, 9, 12])


@pytest.mark.rule("IST-461")
def test_the_family_member_stays_until_it_is_caught() -> None:
    """Three rounds at 5, then Ann's own visit, then Bob's catch; from 12 it can be sent again."""
    table = Table().sent(5).do("collect")
    for _ in range(3):
        table.pass_turns(3)
        assert (table.mover, table["Ann"].family) == ("Ann", 5)
        table.do("move 7; end" if table["Ann"].place != 7 else "move 12; end")
    table.pass_turns(3)
    table.trader("Ann", at=12, stack=4).do("move 5; leave; collect")
    assert (table["Ann"].family, table.mover, table["Ann"].lira) == (5, "Bob", 2 + 2)

    table.trader("Ann", at=7).trader("Bob", at=12).do("move 5; leave; collect")
    assert table.choices() == ["catch blue lira", "catch blue card"]
    table.do("catch ann lira")
    assert table["Ann"].family == 12
    table.pass_turns(2).do("move 12; leave; pay")
    assert "send family to 5" in table.choices()


@pytest.mark.rule("IST-461")
def test_a_family_member_away_gives_no_errand() -> None:
    """As long as it is at 5 the Police Station has no action."""
    table = Table().trader("Ann", family=5, hand="stay").acts(12)

    assert table.choices() == ["skip"]


@pytest.mark.rule("IST-462")
def test_a_merchant_moving_away_does_not_catch_the_newcomer() -> None:
    """Ann sends hers to 2, where Bob's merchant stands; he moves to 7."""
    table = Table().trader("Bob", at=2).sent(2).do("fill")
    assert (table["Ann"].family, table.mover) == (2, "Bob")
    table.do("move 7; skip")

    assert (table["Ann"].family, table["Bob"].lira, table["Bob"].hand) == (2, 0, ())


@pytest.mark.rule("IST-462")
def test_a_merchant_staying_catches_the_newcomer() -> None:
    """With STAY, in phase 4."""
    table = Table().trader("Bob", at=2, hand="stay").sent(2).do("fill")
    table.do("card stay; leave; fill")
    assert table.choices() == ["catch blue lira", "catch blue card"]
    table.do("catch ann lira")

    assert (table["Ann"].family, table["Bob"].lira) == (12, 3)


def test_a_turn_that_ends_in_phase_1_catches_nobody() -> None:
    """Bob stays with STAY and declines the assistant step."""
    table = Table().trader("Bob", at=2, hand="stay").sent(2).do("fill").do("card stay; end")

    assert (table["Ann"].family, table["Bob"].lira) == (2, 0)


def test_the_family_member_is_sent_from_the_police_station_only_once_a_turn() -> None:
    """Neither before nor after its action."""
    table = Table().trader("Ann", hand="stay").sent(5)
    assert table.refused("send family to 2").facts == {"place": 5, "places": (12,)}
    assert table.do("collect").refused("send family to 2").reason == "action_over"
