"""The turn: its steps, who may move what, laying cards."""

from __future__ import annotations

from itertools import combinations

import pytest

from engines.silkroad import ENGINE
from tests.engines.silkroad.silkroad_table import BOARD, Table


@pytest.mark.rule("SLK-021")
def test_a_turn_has_five_steps_in_order() -> None:
    """Lay, move, draw, action, refill; then the next player is asked."""
    table = Table("AB").hand("A", "2 silk").open("silk ivory spices").top("tea, porcelain")

    assert table.prompt() == "lay"
    table.do("A", "lay 2 silk")
    assert (table.display_of("A"), table.prompt()) == ({"silk": 2}, "move")
    table.do("A", "move 2 leh")
    assert (table.place_of(2), table.prompt()) == ("Leh", "draw")
    table.do("A", "draw spices")

    assert table.hand_of("A") == {"spices": 1}
    assert table.kinds() == ["laid", "moved", "drew", "void", "refilled", "turn_began"]
    assert table.told("void") == [{"seat": 1, "action": "small_ivory", "place": "Leh", "why": "not_carried"}]
    assert table.told("refilled")[0]["goods"] == ["tea"]
    assert table.open_cards() == ["silk", "ivory", "tea"]
    assert (table.asked(), table.prompt()) == ("B", "lay")


@pytest.mark.rule("SLK-022")
def test_a_player_with_cards_must_move_one_caravan_and_only_one() -> None:
    """Neither passing nor a second move with the other good is possible."""
    table = Table("AB").hand("A", "3 silk, tea")

    assert table.refused("A", "pass").reason == "cannot_pass"
    table.do("A", "move 1 otrar 1 silk")
    refusal = table.refused("A", "move 2 lahore 1 tea")
    assert (refusal.code, refusal.reason, refusal.facts) == ("illegal", "not_now", {"verb": "move", "asked": "draw"})
    table.do("A", "draw pile")
    assert (table.place_of(1), table.place_of(2), table.asked()) == ("Otrar", "Amritsa", "B")


@pytest.mark.rule("SLK-023")
def test_everybody_may_move_any_caravan() -> None:
    """On the first turn one silk moves caravan 1 to Otrar, 2 to Lahore or 3 to Lanzhou."""
    table = Table("ABCD").hand("A", "silk")

    assert table.choices("A") == ["lay 1 silk"]
    assert [table.ends(size, 1) for size in (1, 2, 3)] == [["Otrar"], ["Lahore"], ["Lanzhou"]]
    assert table.do("A", "lay 1 silk").choices("A") == ["move 1 otrar", "move 2 lahore", "move 3 lanzhou"]


@pytest.mark.rule("SLK-024")
def test_turns_pass_clockwise_and_wrap_around() -> None:
    """With A4 B2 C5 D1 E3 six turns are D, E, A, B, C, D."""
    table = Table.fresh("ABCDE", cameleers=[4, 2, 5, 1, 3])
    turns = ""
    while len(turns) < 6:
        if table.prompt() == "lay":
            turns += table.asked()
        table.do(table.asked(), table.choices(table.asked())[-1])

    assert turns == "DEABCD"


@pytest.mark.rule("SLK-025")
def test_one_card_always_has_an_end() -> None:
    """Wherever a caravan is on its way and whichever two villages ahead of it are occupied, one card moves it."""
    for destination in range(BOARD.cities):
        starts = [
            place for place in range(len(BOARD.names)) if place != destination and BOARD.steps[destination][place]
        ]
        for start in starts:
            layers = BOARD.reaches((start, destination, -1, -1, -1, -1))[0][:4]
            ahead = sorted({place for layer in layers for place in layer if place != destination})
            for one, two in combinations([*ahead, -1, -1], 2):
                ends = BOARD.reaches((start, destination, one, destination, two, destination))[0]
                assert ends[0]
                assert not {one, two, start} & set(ends[0])


@pytest.mark.rule("SLK-031")
@pytest.mark.parametrize(("number", "place"), [(1, "Lanzhou"), (2, "Jiayuguan"), (3, "Dunhuang"), (4, "Khotan")])
def test_a_caravan_moves_one_field_a_card(number: int, place: str) -> None:
    """Caravan 3 from Chang'an stops on Lanzhou, Jiayuguan, Dunhuang or Khotan with 1 to 4 silk."""
    table = Table("AB").hand("A", "4 silk")

    assert table.ends(3, number) == [place]
    table.do("A", f"move 3 {place} {number} silk")
    assert table.place_of(3) == place
    assert table.display_of("A") == {"silk": number}


@pytest.mark.rule("SLK-032")
def test_all_cards_laid_show_the_same_good() -> None:
    """A silk and a tea together are refused, two silk are accepted."""
    table = Table("AB").hand("A", "2 silk, 2 tea")
    refusal = table.refused("A", "lay 1 silk 1 tea")

    assert (refusal.code, refusal.reason, refusal.facts) == ("illegal", "mixed_goods", {"goods": ["silk", "tea"]})
    assert table.choices("A") == ["lay 1 silk", "lay 2 silk", "lay 1 tea", "lay 2 tea"]
    assert table.do("A", "lay 2 silk").display_of("A") == {"silk": 2}


@pytest.mark.rule("SLK-033")
def test_example_gerd_hits_samarkand_with_exactly_two_silk() -> None:
    """Rulebook, Place card(s): two fields before Samarkand three silk are too many, two bring the caravan in."""
    table = Table("GKHS").hand("G", "3 silk, ivory, porcelain").caravan(2, [9, 7], at="merw", to="samarkand")
    refusal = table.refused("G", "move 2 samarkand 3 silk")

    assert refusal.reason == "wrong_distance"
    assert refusal.facts == {
        "caravan": 2,
        "place": "Samarkand",
        "destination": "Samarkand",
        "cards": 3,
        "needs": [2],
    }
    table.do("G", "move 2 samarkand 2 silk")
    assert table.place_of(2) == "Samarkand"
    assert table.hand_of("G") == {"silk": 1, "ivory": 1, "porcelain": 1}
    assert table.display_of("G") == {"silk": 2}


@pytest.mark.rule("SLK-034")
def test_example_katharina_lays_three_spices_to_the_two_in_her_display() -> None:
    """Rulebook, Place card(s): display 5 spices; 1 spices and 1 tea stay in hand."""
    table = Table("KGHS").hand("K", "4 spices, tea").display("K", "2 spices, silk")
    table.do("K", "lay 3 spices")

    assert table.display_of("K") == {"silk": 1, "spices": 5}
    assert table.hand_of("K") == {"spices": 1, "tea": 1}
    assert table.view()["players"][0]["display"] == {"silk": 1, "spices": 5}


@pytest.mark.rule("SLK-035")
def test_at_least_one_card_has_to_be_laid() -> None:
    """Moving with 0 cards is refused."""
    table = Table("AB").hand("A", "2 silk, 2 tea")

    assert table.refused("A", "move 1 otrar 0 silk").reason == "nothing_laid"
    assert table.refused("A", "lay 0 silk").reason == "nothing_laid"
    assert "lay 0 silk" not in table.choices("A")


@pytest.mark.rule("SLK-036")
def test_cards_on_display_do_not_pay_for_a_move() -> None:
    """With 1 silk in hand and 5 on display one field is the most."""
    table = Table("AB").hand("A", "silk").display("A", "5 silk")
    refusal = table.refused("A", "move 1 kaschgar 2 silk")

    assert (refusal.reason, refusal.facts) == ("not_enough_cards", {"good": "silk", "asked": 2, "have": 1})
    assert table.choices("A") == ["lay 1 silk"]


@pytest.mark.rule("SLK-037")
def test_any_good_may_pay_for_a_move() -> None:
    """Two silk move caravan 2 although it carries spices and porcelain."""
    table = Table("AB").hand("A", "2 silk").caravan(2, [9, 7], at="amritsa", to="samarkand")

    assert table.do("A", "move 2 leh 2 silk").place_of(2) == "Leh"


@pytest.mark.rule("SLK-038")
def test_five_of_six_tea_may_be_laid_at_once() -> None:
    """Hand and distance are the only limits: 5 tea take caravan 2 from Samarkand to Tashkent, 6 are too many."""
    table = Table("AB").hand("A", "6 tea").caravan(2, [7, 6], at="samarkand", to="tashkent")
    table.caravan(1, [9], at="yazd", to="yspahan").caravan(3, [10, 3, 1], at="palmyra", to="byzanz")

    refusal = table.refused("A", "lay 6 tea")
    assert (refusal.reason, refusal.facts) == ("too_far", {"asked": 6, "most": 5})
    assert table.choices("A") == [f"lay {number} tea" for number in range(1, 6)]
    assert table.do("A", "move 2 tashkent 5 tea").place_of(2) == "Tashkent"
    assert table.hand_of("A") == {"tea": 1}


@pytest.mark.rule("SLK-039")
def test_cards_laid_count_at_the_market_of_the_same_turn() -> None:
    """With 1 tea on display against 2, laying 2 more wins the sale in Yspahan: 2 discarded, 1 kept."""
    table = Table("AB").hand("A", "2 tea").lay_out(A="tea", B="2 tea")
    table.caravan(1, [5], at="kerman", to="yspahan", jewels="red")
    table.do("A", "move 1 yspahan 2 tea", "draw pile", "pass")

    assert table.asked() == "A"
    assert (table.view()["market"]["cards"], table.view()["market"]["discards"]) == (3, 2)
    table.do("A", "sell")
    assert table.laid_out("tea") == "A1 B2"
    assert table.jewels_of("A") == {"red": 1}


def test_a_whole_turn_goes_into_one_mail() -> None:
    """Move, draw and sale are one line each, all given before any answer."""
    table = Table("AB").hand("A", "2 tea, silk").lay_out(A="2 tea", B="tea").cameleers("A1 B2")
    table.caravan(3, [5, 6, 1], at="antiochia", to="byzanz", jewels="red blue green")
    table.do("A", "move 3 byzanz 2 tea; draw silk pile; sell blue; sell red")

    assert table.jewels_of("A") == {"blue": 1, "red": 1}
    assert (table.asked(), table.prompt()) == ("B", "lay")


def test_only_the_seat_on_turn_may_lay() -> None:
    """Another seat's order is refused as not its turn, whatever it says."""
    refusal = Table("ABC").refused("B", "lay 1 silk")

    assert (refusal.code, refusal.reason, refusal.facts) == (
        "not_your_turn",
        "not_your_turn",
        {"asked": [1], "turn": 1},
    )
    assert ENGINE.legal(Table("ABC").ready(), 2) == ()


def test_where_every_caravan_is_one_field_from_its_city_one_card_is_the_most() -> None:
    """Two cards are refused as too far, one is taken."""
    table = Table("AB").hand("A", "3 silk").caravan(1, [9], at="yazd", to="yspahan")
    table.caravan(2, [7, 6], at="termes", to="samarkand").caravan(3, [10, 3, 1], at="ankyra", to="byzanz")

    assert table.choices("A") == ["lay 1 silk"]
    assert table.refused("A", "lay 2 silk").facts == {"asked": 2, "most": 1}


def test_a_caravan_starts_from_byzanz_like_from_any_city() -> None:
    """Caravan 3 standing in Byzanz moves to Ankyra."""
    table = Table("AB").hand("A", "silk").caravan(3, [10, 3, 1], at="byzanz", to="changan")

    assert table.ends(3, 1) == ["Ankyra"]
    assert table.do("A", "move 3 ankyra 1 silk").place_of(3) == "Ankyra"


def test_no_draw_is_left_over_when_the_drawing_is_done() -> None:
    """Neither after the last card nor after a card that was left."""
    table = Table("AB").hand("A", "2 spices").lay_out(B="tea").do("A", "move 1 otrar 1 spices", "draw silk")
    assert table.view()["draws"] == 1

    assert table.do("A", "pass").view()["draws"] == 0
    table = Table("AB").hand("A", "2 spices").lay_out(B="tea").do("A", "move 1 otrar 1 spices", "draw silk ivory")
    assert table.view()["draws"] == 0
