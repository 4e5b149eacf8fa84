"""The end of the game: what triggers it, the last round, the end window and the ranking."""

from __future__ import annotations

import pytest

from engines.api import Over
from engines.istanbul import ENGINE
from tests.engines.istanbul.istanbul_table import NAMES, Table


def standings(table: Table) -> list[tuple[str, int]]:
    """Return names and ranks, best first, of a game that is over."""
    over = table.pending
    assert isinstance(over, Over)
    return [(table.names[row.seat - 1], row.rank) for row in over.standings]


def finished(*traders: dict, players: int = 4) -> Table:
    """Return a game just ended in which each seat owns what is given for it."""
    table = Table(players)
    for name, owns in zip(NAMES, traders, strict=False):
        table.trader(name, **owns)
    last = NAMES[players - 1]
    table.turn(last).pass_turns()
    while table.stage == "leftover":
        table.do("done")
    return table


@pytest.mark.rule("IST-471")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_fifth_ruby_triggers_the_end_with_three_or_more(players: int) -> None:
    """The last round is on from then."""
    table = Table(players).trader("Ann", rubies=3, lira=99).acts(16).do("buy ruby")
    assert (table["Ann"].rubies, table.view()["last_round"], table.told("end_triggered")) == (4, False, [])
    assert table.view()["target"] == 5

    table.turn("Ann").acts(16).do("buy ruby")
    assert (table["Ann"].rubies, table.view()["last_round"]) == (5, True)
    assert table.told("end_triggered") == [{"seat": 1, "rubies": 5}]
    table.pass_turns(players - 1)
    assert isinstance(table.pending, Over)


@pytest.mark.rule("IST-471")
@pytest.mark.parametrize(
    ("place", "order", "owns"),
    [
        (1, "buy extension", {"extensions": 2, "lira": 7}),
        (13, "deliver", {"goods": "2 fabric 1 spice 1 fruit 1 jewellery"}),
        (14, "tile green", {"tiles": "red", "goods": "2 spice"}),
        (15, "tile blue", {"tiles": "yellow", "goods": "2 jewellery"}),
        (16, "buy ruby", {"lira": 14}),
    ],
)
def test_every_ruby_counts_towards_the_end(place: int, order: str, owns: dict) -> None:
    """Wainwright, Sultan's Palace, both mosques and the Gemstone Dealer; three players."""
    table = Table(3).trader("Ann", rubies=4, **owns).acts(place).do(order)

    assert (table["Ann"].rubies, table.view()["last_round"]) == (5, True)
    assert table.told("end_triggered") == [{"seat": 1, "rubies": 5}]


@pytest.mark.rule("IST-472")
def test_the_sixth_ruby_triggers_the_end_with_two() -> None:
    """After the fifth nothing happens, and the game goes on into the next round."""
    table = Table(2).trader("Ann", rubies=4, lira=99).acts(16).do("buy ruby")
    assert (table["Ann"].rubies, table.view()["last_round"], table.view()["target"]) == (5, False, 6)
    assert table.told("end_triggered") == []
    table.pass_turns()
    assert (table.mover, table.state.round) == ("Ann", 2)

    table.acts(16).do("buy ruby")
    assert (table["Ann"].rubies, table.view()["last_round"]) == (6, True)
    assert table.told("end_triggered") == [{"seat": 1, "rubies": 6}]
    table.pass_turns()
    assert isinstance(table.pending, Over)


@pytest.mark.rule("IST-473")
def test_the_triggering_turn_is_played_to_its_end() -> None:
    """Bob's family member at 16 is still caught."""
    table = Table().trader("Ann", rubies=4, lira=12).trader("Bob", family=16).acts(16).do("buy ruby")
    assert (table.mover, table.choices()) == ("Ann", ["catch green lira", "catch green card"])
    table.do("catch bob lira")

    assert (table["Bob"].family, table["Ann"].lira, table.mover) == (12, 3, "Bob")


@pytest.mark.rule("IST-474")
def test_the_round_is_completed_up_to_the_player_before_the_start_player() -> None:
    """Bob triggers; Cem and Dia have one more turn, Ann and Bob none."""
    table, movers = Table().turn("Bob").trader("Bob", rubies=4, lira=12).acts(16).do("buy ruby"), []
    while not isinstance(table.pending, Over):
        movers.append(table.mover)
        table.pass_turns()

    assert movers == ["Cem", "Dia"]
    assert table.kinds()[-3:] == ["turn_ended", "last_round_ended", "game_ended"]
    assert table.told("last_round_ended") == [{"round": 1}]


@pytest.mark.rule("IST-474")
def test_the_round_ends_before_the_start_player_wherever_he_sits() -> None:
    """Cem starts and Dia triggers: Ann and Bob have one more turn."""
    table, movers = Table().start("Cem").turn("Dia").trader("Dia", rubies=4, lira=12).acts(16).do("buy ruby"), []
    while not isinstance(table.pending, Over):
        movers.append(table.mover)
        table.pass_turns()

    assert movers == ["Ann", "Bob"]


@pytest.mark.rule("IST-475")
def test_if_the_start_player_triggers_all_others_have_one_more_turn() -> None:
    """Five players; all have had equally many turns."""
    table, movers = Table(5).trader("Ann", rubies=4, lira=12).acts(16).do("buy ruby"), ["Ann"]
    while not isinstance(table.pending, Over):
        movers.append(table.mover)
        table.pass_turns()

    assert movers == list(NAMES)


@pytest.mark.rule("IST-476")
def test_if_the_last_player_triggers_no_turn_follows() -> None:
    """The end window opens at once."""
    table = Table().trader("Ann", hand="lira5").turn("Dia").trader("Dia", rubies=4, lira=12).acts(16).do("buy ruby")

    assert (table.mover, table.stage) == ("Ann", "leftover")
    assert table.kinds()[-2:] == ["turn_ended", "last_round_ended"]


@pytest.mark.rule("IST-477")
def test_further_triggers_do_not_lengthen_the_game() -> None:
    """Ann triggers, then Cem reaches 5 too; after Dia's turn the window opens."""
    table = Table().trader("Ann", rubies=4, lira=12, hand="lira5").acts(16).do("buy ruby; end").pass_turns()
    table.trader("Cem", rubies=4, lira=13).acts(16).do("buy ruby")
    assert (table["Cem"].rubies, table.told("end_triggered"), table.mover) == (5, [], "Dia")
    table.pass_turns()

    assert (table.mover, table.stage, table.state.round) == ("Ann", "leftover", 1)


@pytest.mark.rule("IST-478")
def test_more_rubies_than_the_target_may_be_won() -> None:
    """Cem buys twice, with GEM2."""
    table = Table().turn("Cem").trader("Cem", rubies=4, lira=25, hand="gem2").acts(16).do("buy ruby")
    assert table.told("end_triggered") == [{"seat": 3, "rubies": 5}]
    table.do("card gem")

    assert (table["Cem"].rubies, table["Cem"].lira, table.told("end_triggered")) == (6, 0, [])


@pytest.mark.rule("IST-479")
def test_most_rubies_win_not_the_first_to_reach_the_target() -> None:
    """Ann triggered with 5, Cem ends with 6."""
    table = finished({"rubies": 5, "lira": 50, "goods": "2 fabric"}, {}, {"rubies": 6}, {"rubies": 1})

    assert standings(table) == [("Cem", 1), ("Ann", 2), ("Dia", 3), ("Bob", 4)]
    assert table.told("game_ended") == [{"winners": (3,)}]


@pytest.mark.rule("IST-480")
@pytest.mark.parametrize(
    ("start", "last", "order"),
    [("Ann", "Dia", ["Ann", "Bob", "Cem", "Dia"]), ("Cem", "Bob", ["Cem", "Dia", "Ann", "Bob"])],
)
def test_leftover_cards_are_used_in_turn_order(start: str, last: str, order: list[str]) -> None:
    """From the start player on."""
    table, asked = Table().start(start).trader("Ann", rubies=5), []
    for name in table.names:
        table.trader(name, hand="lira5")
    table.turn(last).pass_turns()
    while table.stage == "leftover":
        asked.append(table.mover)
        for other in set(table.names) - {table.mover}:
            assert table.refused("card lira", by=other).code == "not_your_turn"
        table.do("card lira")

    assert (asked, [table[name].lira for name in table.names]) == (order, [5, 5, 5, 5])
    assert isinstance(table.pending, Over)


@pytest.mark.rule("IST-481")
def test_only_good_and_lira5_are_used_in_the_end_window() -> None:
    """Neither FAMILY nor POST2, although the family member is at 5."""
    table = Table(2).trader("Ann", rubies=6, family=5, hand="good lira5 family post2").turn("Bob").pass_turns()

    assert (table.mover, table.stage) == ("Ann", "leftover")
    assert table.choices() == [
        *("card good fabric", "card good spice", "card good fruit", "card good jewellery"),
        *("card lira", "done"),
    ]
    assert table.refused("card family lira").reason == "leftover_cards_only"
    assert table.refused("card post").reason == "leftover_cards_only"
    assert table.refused("card post").facts == {"cards": ("good", "lira5")}


@pytest.mark.rule("IST-481")
def test_no_other_card_is_used_in_the_end_window() -> None:
    """Each of the eight other kinds is refused, and so is the yellow tile."""
    table = Table(2).trader("Ann", rubies=6, lira=9, family=5, tiles="yellow", stack=3, assistants=[2])
    table.trader("Ann", hand="move34 sultan2 post2 gem2 family stay assist anygoods").turn("Bob").pass_turns()
    assert table.choices() == ["done"]

    for order in ("move3 to 13", "sultan", "post", "gem", "family lira", "stay", "assist 2", "any"):
        assert table.refused(f"card {order}").reason == "leftover_cards_only"
    for order in ("yellow 2", "move 2", "leave"):
        assert table.refused(order).reason == "leftover_cards_only"


@pytest.mark.rule("IST-482")
def test_leftover_cards_need_not_be_used() -> None:
    """One LIRA5 of two, and GOOD is kept."""
    table = Table(2).trader("Ann", rubies=6, lira=5, hand="lira5 lira5 good").turn("Bob").pass_turns()
    table.do("card lira")
    assert (table.mover, table.stage) == ("Ann", "leftover")
    table.do("done")

    assert (table["Ann"].lira, table["Ann"].hand) == (10, ("good", "lira5"))
    assert table.told("leftovers_done") == [{"seat": 1, "cards": 2}]
    assert isinstance(table.pending, Over)


@pytest.mark.rule("IST-482")
def test_any_number_of_leftover_cards_may_be_used() -> None:
    """All three, and then the seat is not asked again."""
    table = Table(2).trader("Ann", rubies=6, lira=5, hand="lira5 lira5 good").turn("Bob").pass_turns()
    table.do("card lira; card good spice; card lira")

    assert (table["Ann"].lira, table.goods("Ann"), table["Ann"].hand) == (15, "1 spice", ())
    assert isinstance(table.pending, Over)


@pytest.mark.rule("IST-483")
@pytest.mark.parametrize(("extensions", "goods"), [(0, "2 fabric 2 spice 2 fruit 2 jewellery"), (1, None)])
def test_good_in_the_end_window_is_limited_by_capacity(extensions: int, goods: str | None) -> None:
    """Eight goods stay eight and the card is gone; with room there are nine."""
    table = Table(2).trader("Ann", rubies=6, goods=(2, 2, 2, 2), extensions=extensions, hand="good")
    table.turn("Bob").pass_turns().do("card good jewellery")

    assert table.goods("Ann") == (goods or "2 fabric 2 spice 2 fruit 3 jewellery")
    assert (table["Ann"].hand, table.state.discards) == ((), ("good",))
    assert table.told("played_good") == [{"seat": 1, "good": "jewellery", "gained": extensions}]


@pytest.mark.rule("IST-484")
def test_a_tie_in_rubies_goes_to_the_most_lira_after_the_end_window() -> None:
    """11 to 9; with the card kept it would be 6 to 9."""
    traders = {"rubies": 6, "lira": 6, "hand": "lira5"}, {"rubies": 6, "lira": 9, "goods": "2 fabric"}
    used = Table(2).trader("Ann", **traders[0]).trader("Bob", **traders[1]).turn("Bob").pass_turns().do("card lira")
    assert standings(used) == [("Ann", 1), ("Bob", 2)]
    assert used.told("game_ended") == [{"winners": (1,)}]

    kept = finished(*traders, players=2)
    assert standings(kept) == [("Bob", 1), ("Ann", 2)]


@pytest.mark.rule("IST-485")
def test_a_tie_in_lira_goes_to_the_most_goods() -> None:
    """Five to four, all kinds counted alike; cards come after goods."""
    table = finished(
        {"rubies": 5, "lira": 7, "goods": "3 fabric 1 jewellery", "extensions": 1, "hand": "stay stay gem2"},
        {"rubies": 5, "lira": 7, "goods": "2 fabric 3 spice", "extensions": 1},
        players=3,
    )

    assert standings(table) == [("Bob", 1), ("Ann", 2), ("Cem", 3)]
    over = table.pending
    assert [(row.score, row.tie_breaks) for row in over.standings] == [(5, (7, 5, 0)), (5, (7, 4, 3)), (0, (0, 0, 0))]


@pytest.mark.rule("IST-486")
def test_a_tie_in_goods_goes_to_the_most_cards_left() -> None:
    """Two to one after the end window."""
    owns = {"rubies": 5, "lira": 7, "goods": "2 fabric 2 spice"}
    table = finished({**owns, "hand": "stay gem2"}, {**owns, "hand": "stay"}, players=3)
    assert standings(table) == [("Ann", 1), ("Bob", 2), ("Cem", 3)]

    used = Table(3).trader("Ann", **owns, hand="stay").trader("Bob", **{**owns, "goods": "2 fabric 1 spice"})
    used.trader("Bob", hand="gem2 good").turn("Cem").pass_turns().do("done").do("card good spice; done")
    assert standings(used) == [("Ann", 1), ("Bob", 1), ("Cem", 3)]


@pytest.mark.rule("IST-487")
def test_equals_in_all_four_share_the_win() -> None:
    """Ann and Cem; seat order decides nothing."""
    best = {"rubies": 5, "lira": 7, "goods": "2 fabric 2 spice", "hand": "stay"}
    table = finished(best, {"rubies": 4}, {**best, "goods": "1 fruit 1 fabric 2 jewellery"}, {"rubies": 4, "lira": 1})

    assert standings(table) == [("Ann", 1), ("Cem", 1), ("Dia", 3), ("Bob", 4)]
    assert table.told("game_ended") == [{"winners": (1, 3)}]
    assert [row["rank"] for row in table.view()["standings"]] == [1, 1, 3, 4]
    assert [seat for seat in (1, 2, 3, 4) if ENGINE.legal(table.state, seat)] == []


def test_all_may_share_the_win() -> None:
    """Five equals are five winners."""
    table = finished(*[{"rubies": 5, "lira": 3}] * 5, players=5)

    assert table.told("game_ended") == [{"winners": (1, 2, 3, 4, 5)}]


def test_the_end_comes_when_the_round_is_over() -> None:
    """Not in the middle of it, however many rubies there are."""
    table = Table(3).trader("Ann", rubies=5).turn("Bob").pass_turns()
    assert (table.mover, table.state.round, table.view()["last_round"]) == ("Cem", 1, True)

    assert isinstance(table.pass_turns().pending, Over)


def test_seats_without_cards_are_passed_over_in_the_end_window() -> None:
    """Bob and Dia alone are asked."""
    table = Table().trader("Ann", rubies=5).trader("Bob", hand="stay").trader("Dia", hand="good")
    table.turn("Dia").pass_turns()
    assert (table.mover, table.choices()) == ("Bob", ["done"])
    table.do("done")
    assert table.mover == "Dia"

    assert isinstance(table.do("done").pending, Over)
