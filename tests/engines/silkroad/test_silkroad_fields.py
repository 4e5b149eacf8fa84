"""The other action fields: camels, customs, sandstorm, bazaar and baksheesh."""

from __future__ import annotations

import pytest

from tests.engines.silkroad.silkroad_table import Table


def camel_field(size: int, place: str) -> Table:
    """Return a table where A has laid one card that was not carried and holds 3 after the normal draw."""
    table = Table("AB").hand("A", "2 silk").open("silk tea ivory").stopped(size, place, laid="silk")
    return table.do("A", "draw silk")


def assert_serves(size: int, place: str) -> None:
    """Assert that one more card may be taken, from the open cards or the pile, and no second one."""
    table = camel_field(size, place)
    assert (table.hand_sizes(), table.prompt(), table.asked()) == ("A3 B5", "camel", "A")
    assert table.choices("A") == ["draw ivory", "draw tea", "draw pile", "pass"]
    table.do("A", "draw tea")
    assert (table.hand_sizes(), table.asked()) == ("A4 B5", "B")
    assert camel_field(size, place).do("A", "draw pile").hand_sizes() == "A4 B5"


def assert_serves_not(size: int, place: str, field: str) -> None:
    """Assert that the field is void: the hand stays 3."""
    table = camel_field(size, place)
    assert (table.hand_sizes(), table.asked(), table.prompt()) == ("A3 B5", "B", "lay")
    assert [(event["action"], event["why"]) for event in table.told("void")] == [(field, "too_many_camels")]


@pytest.mark.rule("SLK-201")
def test_one_camel_serves_the_caravan_of_one() -> None:
    """Caravan 1 on Termes: hand 4."""
    assert_serves(1, "termes")


@pytest.mark.rule("SLK-202")
def test_one_camel_is_void_for_the_caravan_of_two() -> None:
    """Caravan 2 on Termes: hand 3."""
    assert_serves_not(2, "termes", "camels_1")


@pytest.mark.rule("SLK-203")
def test_one_camel_is_void_for_the_caravan_of_three() -> None:
    """Caravan 3 on Termes: hand 3."""
    assert_serves_not(3, "termes", "camels_1")


@pytest.mark.rule("SLK-211")
def test_two_camels_serve_the_caravan_of_one() -> None:
    """Caravan 1 on Herat: hand 4."""
    assert_serves(1, "herat")


@pytest.mark.rule("SLK-212")
def test_two_camels_serve_the_caravan_of_two() -> None:
    """Caravan 2 on Herat: hand 4."""
    assert_serves(2, "herat")


@pytest.mark.rule("SLK-213")
def test_two_camels_are_void_for_the_caravan_of_three() -> None:
    """Caravan 3 on Herat: hand 3."""
    assert_serves_not(3, "herat", "camels_2")


@pytest.mark.rule("SLK-221")
def test_three_camels_serve_the_caravan_of_one() -> None:
    """Caravan 1 on Buchara: hand 4."""
    assert_serves(1, "buchara")


@pytest.mark.rule("SLK-222")
def test_three_camels_serve_the_caravan_of_two() -> None:
    """Caravan 2 on Buchara: hand 4."""
    assert_serves(2, "buchara")


@pytest.mark.rule("SLK-223")
def test_three_camels_serve_the_caravan_of_three() -> None:
    """Caravan 3 on Buchara: hand 4."""
    assert_serves(3, "buchara")


@pytest.mark.rule("SLK-224")
def test_a_camel_field_adds_to_the_draw_without_a_refill() -> None:
    """A laid a tea that is carried and takes three open cards: 0 are left, then 3 are refilled."""
    table = Table("AB").hand("A", "tea").open("silk ivory porcelain").caravan(1, [5], at="merw", to="yspahan")
    table.do("A", "move 1 buchara 1 tea", "draw silk", "draw ivory")
    assert (table.open_cards(), table.prompt()) == (["porcelain"], "camel")
    table.do("A", "draw porcelain")

    assert table.hand_of("A") == {"silk": 1, "ivory": 1, "porcelain": 1}
    assert [len(event["goods"]) for event in table.told("refilled")] == [3]
    assert len(table.open_cards()) == 3


def test_all_three_cards_of_a_camel_field_go_into_one_line() -> None:
    """The draw step and the camel field behind it may be drawn for in one order, and no more."""
    table = Table("AB").hand("A", "tea").open("silk ivory porcelain").caravan(1, [5], at="merw", to="yspahan")
    table.do("A", "move 1 buchara 1 tea")

    assert table.refused("A", "draw silk ivory porcelain pile").facts == {"asked": 4, "allowed": 3}
    assert table.do("A", "draw silk ivory pile").asked() == "B"


def test_a_camel_field_is_void_without_any_card_to_draw() -> None:
    """No source is left after the draw."""
    table = Table("AB").hand("A", "tea").open("silk").pile("").discards("").stopped(1, "buchara").do("A", "draw silk")

    assert [event["why"] for event in table.told("void")] == ["no_cards"]
    assert table.asked() == "B"


@pytest.mark.rule("SLK-231")
def test_customs_cuts_the_other_hands_to_four() -> None:
    """A6 B6 C4 D5: B discards 2, D 1; no display changes."""
    table = Table("ABCD").hands(A="5 silk", B="6 tea", C="4 tea", D="5 tea").lay_out(A="tea", B="tea", C="tea", D="tea")
    table.stopped(1, "dunhuang").act()
    assert (table.hand_sizes(), table.asked(), table.prompt()) == ("A6 B6 C4 D5", "BD", "customs")
    assert table.view()["owed"] == [{"seat": 2, "count": 2}, {"seat": 4, "count": 1}]
    table.do("B", "discard tea", "discard tea").do("D", "discard tea")

    assert table.hand_sizes() == "A6 B4 C4 D4"
    assert table.laid_out("tea") == "A1 B1 C1 D1"
    assert table.discarded() == ["tea", "tea", "tea"]
    assert table.told("customs_came") == [{"seat": 1, "seats": [2, 4]}]
    assert (table.asked(), table.prompt()) == ("B", "lay")


@pytest.mark.rule("SLK-232")
def test_customs_asks_nobody_with_four_cards_or_fewer() -> None:
    """A3 B4 C0 D2: nobody discards and nobody is asked."""
    table = Table("ABCD").hands(A="2 silk", B="4 tea", C="", D="2 tea").stopped(2, "dunhuang").act()

    assert table.hand_sizes() == "A3 B4 C0 D2"
    assert [(event["action"], event["why"]) for event in table.told("void")] == [("customs", "nobody")]
    assert (table.asked(), table.prompt()) == ("B", "lay")
    assert table.discarded() == []


@pytest.mark.rule("SLK-233")
def test_customs_in_a_match_of_two() -> None:
    """A5 B7: B discards 3 of his choice; A keeps 5."""
    table = Table("AB").hands(A="4 silk", B="3 tea, 2 silk, 2 ivory").stopped(3, "dunhuang").act()
    assert table.asked() == "B"
    table.do("B", "discard tea ivory silk")

    assert table.hand_sizes() == "A5 B4"
    assert table.hand_of("B") == {"silk": 1, "ivory": 1, "tea": 2}


@pytest.mark.rule("SLK-234")
@pytest.mark.parametrize("order", ["EABC", "CBAE", "ACEB"])
def test_customs_discards_lie_clockwise_from_the_movers_left(order: str) -> None:
    """E, A, B, C discard 1 each; C's card is on top whoever answers first; D keeps 5."""
    table = Table("ABCDE").hands(A="5 silk", B="5 ivory", C="5 porcelain", D="4 tea", E="5 spices").turn("D")
    table.stopped(1, "dunhuang").act()
    assert table.asked() == "EABC"
    goods = {"E": "spices", "A": "silk", "B": "ivory", "C": "porcelain"}
    for letter in order:
        table.do(letter, f"discard {goods[letter]}")

    assert table.discarded() == ["spices", "silk", "ivory", "porcelain"]
    assert table.hand_sizes() == "A4 B4 C4 D5 E4"
    assert table.asked() == "E"


@pytest.mark.rule("SLK-235")
def test_each_player_picks_the_cards_to_give_up() -> None:
    """Of 3 silk, 2 tea, 1 ivory two go: silk+silk, silk+tea, silk+ivory, tea+tea or tea+ivory."""
    pairs = set()
    for first in ("silk", "ivory", "tea"):
        table = Table("AB").hands(A="silk", B="3 silk, 2 tea, ivory").stopped(1, "dunhuang").act()
        assert table.choices("B") == ["discard silk", "discard ivory", "discard tea"]
        for second in table.do("B", f"discard {first}").choices("B"):
            pairs.add(tuple(sorted((first, second.removeprefix("discard ")))))

    assert pairs == {("silk", "silk"), ("silk", "tea"), ("ivory", "silk"), ("tea", "tea"), ("ivory", "tea")}


def test_a_discard_cannot_be_refused_at_customs_and_no_more_is_taken_than_owed() -> None:
    """B owes 2: passing and three cards are refused."""
    table = Table("AB").hands(A="silk", B="6 tea").stopped(1, "dunhuang").act()

    assert table.refused("B", "pass").facts == {"asked": "customs"}
    assert table.refused("B", "discard 3 tea").facts == {"asked": 3, "owed": 2}
    assert table.refused("A", "discard silk").reason == "not_your_turn"


@pytest.mark.rule("SLK-241")
def test_sandstorm_takes_one_card_from_the_other_displays() -> None:
    """A3 B4 C1 D2: displays A3 B3 C0 D1, discard pile +3, hands unchanged."""
    table = Table("ABCD").lay_out(A="3 tea", B="4 tea", C="tea", D="2 tea").stopped(1, "hamadan").act()
    hands = table.hand_sizes()
    assert (table.asked(), table.prompt()) == ("BCD", "sandstorm")
    for letter in "BCD":
        table.do(letter, "discard tea")

    assert table.laid_out("tea") == "A3 B3 C0 D1"
    assert table.discarded() == ["tea"] * 3
    assert table.hand_sizes() == hands
    assert table.told("sandstorm_came") == [{"seat": 1, "seats": [2, 3, 4]}]
    assert (table.asked(), table.prompt()) == ("B", "lay")


@pytest.mark.rule("SLK-242")
def test_sandstorm_skips_an_empty_display() -> None:
    """A5 B0 C2: only C is asked and discards 1."""
    table = Table("ABC").lay_out(A="5 tea", C="2 tea").stopped(2, "hamadan").act()
    assert table.asked() == "C"
    table.do("C", "discard tea")

    assert table.laid_out("tea") == "A5 B0 C1"
    assert table.discarded() == ["tea"]
    assert table.asked() == "B"


@pytest.mark.rule("SLK-243")
def test_sandstorm_takes_even_the_only_card() -> None:
    """In a match of two B discards the tea; A loses nothing."""
    table = Table("AB").lay_out(B="tea").stopped(3, "hamadan").act()
    assert table.asked() == "B"
    table.do("B", "discard tea")

    assert table.displays() == {"A": {}, "B": {}}
    assert table.discarded() == ["tea"]


def test_sandstorm_is_void_where_no_other_display_holds_a_card() -> None:
    """Only A has cards laid out."""
    table = Table("AB").lay_out(A="5 tea").stopped(3, "hamadan").act()

    assert [(event["action"], event["why"]) for event in table.told("void")] == [("sandstorm", "nobody")]
    assert table.laid_out("tea") == "A5 B0"


@pytest.mark.rule("SLK-244")
@pytest.mark.parametrize("order", ["DEAB", "BAED", "AEBD"])
def test_sandstorm_discards_lie_clockwise_with_the_last_on_top(order: str) -> None:
    """C moved: D silk, E tea, A ivory, B spices; spices on top whoever answers first."""
    table = Table("ABCDE").lay_out(A="ivory", B="spices", C="tea", D="silk", E="tea").turn("C")
    table.stopped(1, "hamadan").act()
    assert table.asked() == "DEAB"
    goods = {"D": "silk", "E": "tea", "A": "ivory", "B": "spices"}
    for letter in order:
        table.do(letter, f"discard {goods[letter]}")

    assert table.discarded() == ["silk", "tea", "ivory", "spices"]
    assert table.asked() == "D"


@pytest.mark.rule("SLK-245")
def test_each_player_picks_the_card_for_the_sandstorm_and_has_to_give_one() -> None:
    """Silk or tea; refusing is not possible."""
    table = Table("AB").lay_out(B="2 silk, tea").stopped(1, "hamadan").act()

    assert table.choices("B") == ["discard silk", "discard tea"]
    assert table.refused("B", "pass").facts == {"asked": "sandstorm"}
    assert table.refused("B", "discard ivory").facts == {"good": "ivory"}
    assert table.do("B", "discard silk").display_of("B") == {"silk": 1, "tea": 1}


@pytest.mark.rule("SLK-271")
def test_example_helmut_trades_three_goods_for_a_colourless_jewel() -> None:
    """Rulebook, Bazaar: porcelain, silk and tea go; display empty, discard pile +3."""
    table = Table("HG").lay_out(H="porcelain, silk, tea").stopped(1, "palmyra").act()
    assert table.choices("H") == ["bazaar silk porcelain tea", "pass"]
    table.do("H", "bazaar porcelain silk tea")

    assert table.display_of("H") == {}
    assert table.discarded() == ["porcelain", "silk", "tea"]
    assert (table.colourless(), table.view()["colourless"]) == ("H1 G0", 9)
    assert table.asked() == "G"


@pytest.mark.rule("SLK-272")
def test_the_bazaar_is_voluntary() -> None:
    """A declines: display unchanged, no jewel."""
    table = Table("AB").lay_out(A="2 silk, 2 tea, ivory").stopped(2, "palmyra").act().do("A", "pass")

    assert table.display_of("A") == {"silk": 2, "ivory": 1, "tea": 2}
    assert (table.colourless(), table.discarded(), table.asked()) == ("A0 B0", [], "B")


@pytest.mark.rule("SLK-273")
def test_with_four_goods_the_mover_picks_which_three() -> None:
    """Silk, tea, ivory and spices on Lanzhou: 4 ways to discard, or none."""
    table = Table("AB").lay_out(A="silk, tea, ivory, spices").stopped(3, "lanzhou").act()

    assert table.choices("A") == [
        "bazaar silk ivory spices",
        "bazaar silk ivory tea",
        "bazaar silk spices tea",
        "bazaar ivory spices tea",
        "pass",
    ]


@pytest.mark.rule("SLK-274")
def test_the_bazaar_is_void_with_fewer_than_three_goods() -> None:
    """5 silk and 4 tea: no choice is offered."""
    table = Table("AB").lay_out(A="5 silk, 4 tea").stopped(1, "palmyra").act()

    assert [(event["action"], event["why"]) for event in table.told("void")] == [("bazaar", "too_few_goods")]
    assert table.asked() == "B"


@pytest.mark.rule("SLK-275")
def test_one_stop_gives_one_exchange() -> None:
    """2 silk, 2 tea, 2 ivory: one of each goes, +1 colourless, then B's turn."""
    table = Table("AB").lay_out(A="2 silk, 2 tea, 2 ivory").stopped(1, "palmyra").act().do("A", "bazaar silk tea ivory")

    assert table.display_of("A") == {"silk": 1, "ivory": 1, "tea": 1}
    assert (table.colourless(), table.asked(), table.prompt()) == ("A1 B0", "B", "lay")


@pytest.mark.rule("SLK-276")
def test_only_the_mover_trades_and_only_from_the_display() -> None:
    """A's ivory in hand does not count, and B with three goods is not asked."""
    table = Table("AB").hand("A", "ivory").lay_out(A="silk, tea", B="silk, tea, ivory").stopped(3, "lanzhou").act()

    assert [event["why"] for event in table.told("void")] == ["too_few_goods"]
    assert (table.asked(), table.prompt()) == ("B", "lay")
    assert table.display_of("B") == {"silk": 1, "ivory": 1, "tea": 1}


@pytest.mark.rule("SLK-281")
def test_example_katharina_takes_baksheesh() -> None:
    """Rulebook, Baksheesh: display 4 silk, hand empty, open 1 tea before the refill, tea on top of the discards."""
    table = Table("KG").hand("K", "3 silk").open("silk tea tea").caravan(1, [2], at="tashkent", to="yspahan")
    table.pile("3 ivory")
    table.do("K", "move 1 turfan 3 silk", "draw tea")
    assert (table.prompt(), table.open_cards()) == ("baksheesh", ["silk", "tea"])
    table.do("K", "baksheesh silk")
    assert (table.prompt(), table.open_cards(), table.display_of("K")) == ("pay", ["tea"], {"silk": 4})
    table.do("K", "pay tea")

    assert (table.display_of("K"), table.hand_of("K")) == ({"silk": 4}, {})
    assert table.discarded() == ["tea"]
    assert table.told("refilled") == [{"goods": ["ivory", "ivory"], "pile": 1}]
    assert table.open_cards() == ["tea", "ivory", "ivory"]


@pytest.mark.rule("SLK-282")
def test_baksheesh_with_a_caravan_of_two() -> None:
    """A takes ivory and pays 1 silk."""
    table = Table("AB").hand("A", "silk").open("silk ivory tea").stopped(2, "turfan").do("A", "draw silk")
    assert table.choices("A") == ["baksheesh ivory", "baksheesh tea"]
    table.do("A", "baksheesh ivory pay silk")

    assert (table.display_of("A"), table.hand_of("A")) == ({"ivory": 1}, {"silk": 1})
    assert table.discarded() == ["silk"]


@pytest.mark.rule("SLK-283")
def test_baksheesh_with_a_caravan_of_three_and_a_single_open_card() -> None:
    """A takes the tea and pays any 1 of the 4; open 0 before the refill, hand 3."""
    table = Table("AB").hand("A", "silk, ivory").open("porcelain spices tea").stopped(3, "turfan")
    table.state = table.state._replace(draws=2)
    table.do("A", "draw porcelain spices", "baksheesh tea")

    assert table.choices("A") == ["pay silk", "pay ivory", "pay spices", "pay porcelain"]
    assert table.open_cards() == []
    table.do("A", "pay ivory")
    assert (table.display_of("A"), table.hand_sizes()[:2]) == ({"tea": 1}, "A3")
    assert len(table.told("refilled")[0]["goods"]) == 3


@pytest.mark.rule("SLK-284")
def test_baksheesh_is_compulsory() -> None:
    """With open cards and hand cards neither the card nor the payment can be skipped."""
    table = Table("AB").hand("A", "2 silk").open("silk ivory tea").stopped(2, "turfan").do("A", "draw silk")

    assert table.refused("A", "pass").facts == {"asked": "baksheesh"}
    table.do("A", "baksheesh ivory")
    assert table.refused("A", "pass").facts == {"asked": "pay"}


@pytest.mark.rule("SLK-285")
def test_baksheesh_is_void_without_an_open_card() -> None:
    """The piles ran out: display and hand unchanged."""
    table = Table("AB").hand("A", "2 silk").open("tea").pile("").discards("").stopped(1, "turfan").do("A", "draw tea")

    assert [event["why"] for event in table.told("void")] == ["no_open_card"]
    assert (table.display_of("A"), table.hand_of("A")) == ({}, {"silk": 2, "tea": 1})


@pytest.mark.rule("SLK-286")
def test_baksheesh_is_void_where_the_draw_took_the_last_open_card() -> None:
    """A laid the only card and draws the only open one: hand 1, open 0, nothing is paid."""
    table = Table("AB").hand("A", "silk").open("tea").pile("").discards("")
    table.caravan(1, [5], at="kaschgar", to="yspahan").do("A", "move 1 turfan 1 silk", "draw tea")

    assert (table.hand_of("A"), table.open_cards()) == ({"tea": 1}, [])
    assert [event["why"] for event in table.told("void")] == ["no_open_card"]
    assert table.asked() == "B"


@pytest.mark.rule("SLK-287")
def test_the_payment_may_be_any_hand_card() -> None:
    """The ivory or the tea just drawn."""
    table = Table("AB").hand("A", "ivory").open("silk spices tea").stopped(1, "turfan").do("A", "draw tea")

    assert table.do("A", "baksheesh silk").choices("A") == ["pay ivory", "pay tea"]
    assert table.do("A", "pay tea").discarded() == ["tea"]


def test_baksheesh_may_take_a_good_like_the_one_just_drawn() -> None:
    """Of two open tea one is drawn and the other taken by baksheesh."""
    table = Table("AB").hand("A", "ivory").open("tea tea silk").stopped(1, "turfan").do("A", "draw tea")

    assert table.do("A", "baksheesh tea pay tea").display_of("A") == {"tea": 1}


@pytest.mark.rule("SLK-432")
def test_the_card_named_last_lies_on_top() -> None:
    """B names silk, then tea for customs; robbers next: the top discard is tea."""
    table = Table("AB").hands(A="silk", B="6 silk, tea").lay_out(A="ivory").stopped(1, "dunhuang").act()
    table.do("B", "discard silk silk tea")
    assert table.discarded() == ["silk", "silk", "tea"]

    table.hand("B", "silk").caravan(2, [7, 6], at="leh", to="amritsa").stopped(2, "lahore").act()
    table.do("B", "rob A ivory")
    assert table.told("replaced") == [{"seat": 1, "good": "tea", "source": "discards"}]


@pytest.mark.rule("SLK-432")
def test_the_bazaar_keeps_the_order_in_which_goods_are_named() -> None:
    """Tea, silk, ivory: ivory lies on top."""
    table = Table("AB").lay_out(A="silk, ivory, tea").stopped(1, "palmyra").act().do("A", "bazaar tea silk ivory")

    assert table.discarded() == ["tea", "silk", "ivory"]
