"""Phase 4: family members, Governor and Smuggler."""

from __future__ import annotations

from itertools import permutations

import pytest

from engines.api import Ask, Roll
from engines.istanbul import ENGINE
from tests.engines.istanbul.istanbul_table import Table

SMUGGLED = ["smuggler fabric", "smuggler spice", "smuggler fruit", "smuggler jewellery"]
CARD_GOOD = ["card good fabric", "card good spice", "card good fruit", "card good jewellery"]


def tokens(table: Table) -> tuple[int, int]:
    """Return where Governor and Smuggler stand."""
    return table.state.bazaar.governor, table.state.bazaar.smuggler


@pytest.mark.rule("IST-301")
def test_encounters_come_in_any_order() -> None:
    """All three are offered first, and every order of them leads to the same."""
    met = {"catch cem lira": [], "governor; pay": [[1, 2]], "smuggler spice; pay": [[1, 3]]}
    for order in permutations(met):
        table = Table().trader("Ann", lira=4).trader("Cem", family=11).governor(11).smuggler(11).encounters(11)
        assert table.choices() == ["catch red lira", "catch red card", "governor", *SMUGGLED]
        for lines in order:
            table.do(lines, met[lines])

        assert (table["Ann"].lira, len(table["Ann"].hand), table.goods("Ann")) == (3, 1, "1 spice")
        assert (table["Cem"].family, tokens(table)) == (12, (3, 4))


@pytest.mark.rule("IST-302")
def test_each_encounter_is_finished_before_the_next() -> None:
    """After the Governor's card comes its payment and the roll, then the Smuggler."""
    table = Table().trader("Ann", lira=2, goods="1 fabric").trader("Cem", family=11).governor(11).smuggler(11)
    table.encounters(11).pile("good", size=26).do("governor")
    assert (table.stage, table.choices()) == ("pay_governor", ["pay", "discard good"])
    for text in ("smuggler spice", "catch cem lira", "end", "skip", "governor", "card good spice"):
        assert table.refused(text).facts == {"step": "pay_governor"}
    table.do("pay", [[1, 2]])
    assert table.choices() == ["catch red lira", "catch red card", *SMUGGLED, *CARD_GOOD]

    table.do("smuggler spice")
    assert (table.stage, table.choices()) == ("pay_smuggler", ["pay fabric", "pay spice"])
    for text in ("catch cem lira", "end", "governor", "card good spice"):
        assert table.refused(text).facts == {"step": "pay_smuggler"}


@pytest.mark.rule("IST-303")
def test_what_one_encounter_brings_pays_for_the_next() -> None:
    """3 Lira for a catch, 2 of them for the Governor's card."""
    table = Table().trader("Bob", family=11).governor(11).encounters(11)
    table.do("catch bob lira; governor; pay", [[3, 4]])

    assert (table["Ann"].lira, len(table["Ann"].hand), table["Bob"].family) == (1, 1, 12)
    assert tokens(table)[0] == 7


@pytest.mark.rule("IST-304")
def test_phase_4_takes_place_at_the_fountain() -> None:
    """Bob's family member is caught and the Smuggler is offered."""
    table = Table().trader("Bob", family=7).smuggler(7).arrives(7).do("skip")
    assert table.choices() == ["catch green lira", "catch green card", *SMUGGLED]
    assert table.refused("end").reason == "must_catch"
    table.do("catch bob lira")

    assert (table["Bob"].family, table["Ann"].lira) == (12, 3)
    assert table.choices() == [*SMUGGLED, "end"]


@pytest.mark.rule("IST-305")
def test_many_may_share_a_place_and_do_nothing_to_each_other() -> None:
    """The Smuggler comes to a merchant, a family member and the Governor at 11."""
    table = Table().trader("Bob", at=11, lira=4).trader("Cem", family=11, lira=4).governor(11).smuggler(9)
    table.encounters(9).do("smuggler spice; pay spice", [[5, 6]])
    place = table.view()["places"]["11"]

    assert (place["merchants"], place["families"], place["governor"], place["smuggler"]) == ([2], [3], True, True)
    assert [table[name].lira for name in table.names] == [0, 4, 4, 0]
    assert [table[name].hand for name in table.names] == [()] * 4
    assert (table["Bob"].place, table["Cem"].family, tokens(table)) == (11, 11, (11, 11))
    assert table.kinds() == ["met_smuggler", "paid_token", "token_moved", "turn_ended", "turn_began"]


@pytest.mark.rule("IST-311")
def test_a_caught_family_member_brings_3_lira() -> None:
    """It goes to the Police Station."""
    table = Table().trader("Ann", lira=1).trader("Bob", family=11).encounters(11).do("catch bob lira")

    assert (table["Bob"].family, table["Ann"].lira, table["Ann"].hand) == (12, 4, ())
    assert (len(table.state.pile), table.state.discards) == (26, ())
    assert table.told("caught") == [{"seat": 1, "victim": 2, "place": 11, "reward": "lira"}]


@pytest.mark.rule("IST-311")
def test_a_caught_family_member_brings_a_card() -> None:
    """The top one of the pile."""
    table = Table().trader("Ann", lira=1).trader("Bob", family=11).pile("gem2", size=26).encounters(11)
    table.do("catch bob card")

    assert (table["Bob"].family, table["Ann"].lira, table["Ann"].hand) == (12, 1, ("gem2",))
    assert len(table.state.pile) == 25
    assert table.told("caught") == [{"seat": 1, "victim": 2, "place": 11, "reward": "card"}]
    assert table.told("drew", "Ann") == [{"seat": 1, "cards": 1, "card": "gem2"}]


@pytest.mark.rule("IST-312")
def test_catching_is_a_duty() -> None:
    """The turn cannot be ended before it, neither after the action nor in the middle of the encounters."""
    table = Table().trader("Ann", goods="1 spice", hand="stay").trader("Bob", family=11).smuggler(11).acts(11)
    due = {"place": 11, "seats": [2]}
    assert (table.refused("end").reason, table.refused("end").facts) == ("must_catch", due)
    table.do("skip")
    assert "end" not in table.choices()
    assert table.refused("end").facts == due
    table.do("smuggler spice; pay spice", [[1, 1]])
    assert (table.stage, table.choices()) == ("encounters", ["catch green lira", "catch green card"])
    assert table.refused("end").facts == due
    table.do("catch bob lira")
    assert table.choices() == ["end"]

    assert table.do("end").mover == "Bob"


@pytest.mark.rule("IST-313")
@pytest.mark.parametrize(
    ("lines", "lira", "cards"),
    [
        ("catch bob lira; catch cem lira", 6, 0),
        ("catch bob lira; catch cem card", 3, 1),
        ("catch cem lira; catch bob card", 3, 1),
        ("catch bob card; catch cem card", 0, 2),
    ],
)
def test_rewards_are_chosen_one_by_one(lines: str, lira: int, cards: int) -> None:
    """For Bob's and Cem's family members; Dia's is elsewhere."""
    table = Table().trader("Bob", family=11).trader("Cem", family=11).trader("Dia", family=10).encounters(11)
    assert table.choices() == ["catch green lira", "catch green card", "catch red lira", "catch red card"]
    first, second = lines.split("; ")
    table.do(first)
    assert table.refused("end").reason == "must_catch"
    table.do(second)

    assert [table[name].family for name in ("Bob", "Cem", "Dia")] == [12, 12, 10]
    assert (table["Ann"].lira, len(table["Ann"].hand), table.mover) == (lira, cards, "Ann" if cards else "Bob")


@pytest.mark.rule("IST-314")
def test_nobody_is_caught_at_the_police_station() -> None:
    """Neither a catch nor a reward."""
    table = Table().trader("Ann", family=5, hand="stay").encounters(12)
    assert (table.choices(), table.refused("catch bob lira").reason) == (["end"], "nobody_to_catch")
    assert table.view()["turn"]["to_catch"] == []
    table.do("end")

    assert (table["Ann"].lira, table["Ann"].hand) == (0, ("stay",))
    assert [table[name].family for name in table.names] == [5, 12, 12, 12]


@pytest.mark.rule("IST-315")
def test_the_own_family_member_is_never_caught() -> None:
    """It stays at 5."""
    table = Table().trader("Ann", family=5, hand="stay").encounters(5)
    assert table.choices() == ["end"]
    refusal = table.refused("catch ann lira")
    assert (refusal.reason, refusal.facts["seats"]) == ("nobody_to_catch", [])
    table.do("end")

    assert (table["Ann"].family, table["Ann"].lira, table["Ann"].hand) == (5, 0, ("stay",))


@pytest.mark.rule("IST-316")
@pytest.mark.parametrize("reward", ["lira", "card"])
def test_whoever_is_caught_receives_nothing(reward: str) -> None:
    """Bob's Lira, cards and goods stay as they were."""
    table = Table().trader("Bob", family=11, lira=7, hand="stay good", goods="1 fruit").encounters(11)
    bob = table["Bob"]
    table.do(f"catch bob {reward}")

    assert table["Bob"] == bob._replace(family=12)


@pytest.mark.rule("IST-317")
def test_a_reward_is_always_taken() -> None:
    """A card or 3 Lira, nothing else."""
    table = Table().trader("Ann", hand="stay").trader("Bob", family=11).encounters(11)

    assert table.choices() == ["catch green lira", "catch green card"]
    for text in ("catch bob", "catch bob nothing", "catch bob none"):
        assert table.refused(text).code in ("unreadable", "ambiguous")


@pytest.mark.rule("IST-318")
def test_a_reward_card_comes_from_the_draw_pile() -> None:
    """LIRA5 stays on the discard pile."""
    table = Table().trader("Bob", family=11).discards("lira5", "stay").pile("gem2", "good").encounters(11)
    table.do("catch bob card")

    assert (table["Ann"].hand, table.state.discards, table.state.pile) == (("gem2",), ("lira5", "stay"), ("good",))


@pytest.mark.rule("IST-321")
def test_the_governor_gives_a_card_for_2_lira_or_a_card() -> None:
    """From 5 Lira and 1 card to 3 and 2, or 5 and 1."""
    lira = Table().trader("Ann", lira=5, hand="stay").governor(11).pile("gem2", size=25).encounters(11)
    assert lira.choices() == ["governor", "end"]
    lira.do("governor; pay", [[3, 4]])
    assert (lira["Ann"].lira, lira["Ann"].hand, lira.state.discards) == (3, ("gem2", "stay"), ())
    assert lira.told("met_governor") == [{"seat": 1}]
    assert lira.told("paid_token") == [{"seat": 1, "token": "governor", "lira": 2, "good": None}]

    card = Table().trader("Ann", lira=5, hand="stay").governor(11).pile("gem2", size=25).encounters(11)
    card.do("governor; discard stay", [[3, 4]])
    assert (card["Ann"].lira, card["Ann"].hand, card.state.discards) == (5, ("gem2",), ("stay",))
    assert card.told("discarded", "Bob") == [{"seat": 1, "card": "stay"}]
    assert [table.state.bazaar.governor for table in (lira, card)] == [7, 7]
    assert len(card.state.pile) == 24


@pytest.mark.rule("IST-322")
def test_the_governors_payment_is_chosen_after_the_card_is_seen() -> None:
    """2 Lira, STAY, or the GOOD that was drawn."""
    table = Table().trader("Ann", lira=5, hand="stay").governor(11).pile("good", size=25).encounters(11)
    table.do("governor")
    assert table.told("drew", "Ann") == [{"seat": 1, "cards": 1, "card": "good"}]
    assert table.choices() == ["pay", "discard good", "discard stay"]
    table.do("discard good", [[1, 1]])

    assert (table["Ann"].hand, table["Ann"].lira, table.state.discards) == (("stay",), 5, ("good",))


@pytest.mark.rule("IST-323")
def test_the_governor_needs_no_lira_beforehand() -> None:
    """With 1 Lira the drawn card must be discarded; with 2 they may be paid."""
    table = Table().trader("Ann", lira=1).governor(11).pile("good", size=26).encounters(11).do("governor")
    assert table.choices() == ["discard good"]
    assert (table.refused("pay").reason, table.refused("pay").facts) == ("too_dear", {"price": 2, "lira": 1})
    table.do("discard good", [[6, 6]])
    assert (table["Ann"].lira, table["Ann"].hand, table.state.bazaar.governor) == (1, (), 12)
    assert table.asked == [Roll(2, 6, "governor")]

    two = Table().trader("Ann", lira=2).governor(11).pile("good", size=26).encounters(11).do("governor")
    assert two.choices() == ["pay", "discard good"]
    assert two.do("pay", [[1, 1]])["Ann"].lira == 0


@pytest.mark.rule("IST-324")
def test_the_smuggler_gives_any_good_for_2_lira() -> None:
    """Jewellery too."""
    table = Table().trader("Ann", lira=2).smuggler(11).encounters(11)
    assert table.choices() == [*SMUGGLED, "end"]
    table.do("smuggler jewellery; pay", [[1, 3]])

    assert (table.goods("Ann"), table["Ann"].lira, table.state.bazaar.smuggler) == ("1 jewellery", 0, 4)
    assert table.told("met_smuggler") == [{"seat": 1, "good": "jewellery", "gained": 1}]
    assert table.told("paid_token") == [{"seat": 1, "token": "smuggler", "lira": 2, "good": None}]
    assert table.asked == [Roll(2, 6, "smuggler")]


@pytest.mark.rule("IST-325")
def test_any_good_pays_the_smuggler() -> None:
    """The one held or the one just gained."""
    left = {}
    for paid in ("fabric", "jewellery"):
        table = Table().trader("Ann", goods="1 fabric").smuggler(11).encounters(11).do("smuggler jewellery")
        assert table.choices() == ["pay fabric", "pay jewellery"]
        assert table.refused("pay spice").facts == {"good": "spice", "needs": 1, "have": 0}
        assert table.refused("pay").facts == {"price": 2, "lira": 0}
        table.do(f"pay {paid}", [[1, 1]])
        assert table.told("paid_token") == [{"seat": 1, "token": "smuggler", "lira": 0, "good": paid}]
        left[paid] = table.goods("Ann")

    assert left == {"fabric": "1 jewellery", "jewellery": "1 fabric"}


@pytest.mark.rule("IST-326")
def test_the_smuggler_can_be_used_with_nothing() -> None:
    """The good itself is paid, and he is rolled for."""
    table = Table().smuggler(11).encounters(11).do("smuggler spice")
    assert table.choices() == ["pay spice"]
    table.do("pay spice", [[2, 6]])

    assert (table.goods("Ann"), table["Ann"].lira, table.state.bazaar.smuggler) == ("", 0, 8)
    assert table.asked == [Roll(2, 6, "smuggler")]


@pytest.mark.rule("IST-327")
def test_a_good_without_room_is_lost_and_paid_for() -> None:
    """Jewellery 2 of 2 stays 2 for 2 Lira."""
    table = Table().trader("Ann", lira=3, goods="2 jewellery").smuggler(11).encounters(11)
    table.do("smuggler jewellery; pay", [[1, 1]])

    assert (table.goods("Ann"), table["Ann"].lira, table.state.bazaar.smuggler) == ("2 jewellery", 1, 2)
    assert table.told("met_smuggler") == [{"seat": 1, "good": "jewellery", "gained": 0}]


@pytest.mark.rule("IST-328")
def test_a_used_token_is_rolled_for_after_the_payment() -> None:
    """No roll before it; 6+4 puts the Governor on 10."""
    table = Table().trader("Ann", lira=2).governor(11).encounters(11).do("governor")
    assert isinstance(table.pending, Ask)
    assert (table.asked, table.state.bazaar.governor) == ([], 11)

    paid = ENGINE.apply(table.state, 1, ENGINE.parse(table.state, 1, "pay")[0]).state
    assert ENGINE.pending(paid) == Roll(2, 6, "governor")
    table.do("pay", [[6, 4]])

    assert table.state.bazaar.governor == 10
    assert table.kinds() == ["paid_token", "token_moved"]
    assert table.told("token_moved") == [{"token": "governor", "dice": (6, 4), "place": 10}]


@pytest.mark.rule("IST-329")
def test_a_declined_token_stays() -> None:
    """Both stay without a roll; the one that is used alone moves."""
    both = Table().trader("Ann", lira=4).governor(11).smuggler(11).encounters(11).do("end")
    assert (tokens(both), both.asked, both.mover, both["Ann"].lira) == ((11, 11), [], "Bob", 4)

    one = Table().trader("Ann", lira=4).governor(11).smuggler(11).encounters(11)
    one.do("smuggler spice; pay; end", [[1, 1]])
    assert (tokens(one), len(one.asked), one.mover) == ((11, 2), 1, "Bob")
    other = Table().trader("Ann", lira=4).governor(11).smuggler(11).encounters(11)
    other.do("governor; pay; end", [[1, 1]])
    assert (tokens(other), len(other.asked), other.mover) == ((2, 11), 1, "Bob")


@pytest.mark.rule("IST-330")
def test_both_tokens_have_their_own_rolls() -> None:
    """4 Lira for a card and a good; they go to 3 and 8."""
    table = Table().trader("Ann", lira=4).governor(11).smuggler(11).encounters(11)
    table.do("governor; pay; smuggler spice; pay", [[1, 2], [5, 3]])

    assert (table["Ann"].lira, len(table["Ann"].hand), table.goods("Ann")) == (0, 1, "1 spice")
    assert tokens(table) == (3, 8)
    assert table.asked == [Roll(2, 6, "governor"), Roll(2, 6, "smuggler")]


@pytest.mark.rule("IST-331")
@pytest.mark.parametrize(("lines", "token"), [("governor; pay", "governor"), ("smuggler spice; pay", "smuggler")])
def test_a_token_rolled_back_is_not_met_again(lines: str, token: str) -> None:
    """Once per turn each; next turn it may be met again."""
    table = Table().trader("Ann", lira=6, hand="stay").governor(11).smuggler(11).encounters(11).do(lines, [[5, 6]])
    offered = [text for text in table.choices() if text.startswith(token)]
    refusal = table.refused(lines.split(";")[0])

    assert (tokens(table), offered) == ((11, 11), [])
    assert (refusal.reason, refusal.facts) == ("token_used", {"token": token})
    table.do("end").turn("Ann").encounters(11)
    assert [text for text in table.choices() if text.startswith(token)]


def test_tokens_elsewhere_are_not_met() -> None:
    """The refusal says where they are."""
    table = Table().trader("Ann", lira=4, hand="stay").governor(5).smuggler(3).encounters(11)

    assert table.choices() == ["end"]
    assert table.refused("governor").facts == {"token": "governor", "at": 5, "place": 11}
    assert table.refused("smuggler red").facts == {"token": "smuggler", "at": 3, "place": 11}


@pytest.mark.parametrize("token", ["governor", "smuggler"])
def test_a_token_goes_to_the_place_with_the_number_of_the_roll(token: str) -> None:
    """All totals from 2 to 12."""
    for total in range(2, 13):
        table = Table().trader("Ann", lira=2).governor(16).smuggler(16).encounters(16)
        dice = [total // 2, total - total // 2]
        table.do("governor; pay" if token == "governor" else "smuggler spice; pay", [dice])
        assert tokens(table) == ((total, 16) if token == "governor" else (16, total))
