"""Orders as people say them, and the table of order words."""

from __future__ import annotations

import pytest

from engines.api import Illegal, OrderHelp
from engines.istanbul import ENGINE
from tests.engines.istanbul.istanbul_table import Table


def read(table: Table, text: str) -> list[str]:
    """Return the steps of a line as texts."""
    return [ENGINE.format(step) for step in ENGINE.parse(table.state, table.state.turn.seat, text)]


def rich() -> Table:
    """Return a table where Ann can do a lot."""
    table = Table().trader("Ann", lira=9, stack=2, assistants=[3, 5], family=5, goods="2 fabric 1 jewellery")
    return table.trader("Ann", hand="good lira5 move34 family stay assist anygoods", tiles="yellow")


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("move 5", "move 5"),
        ("move tea house", "move 9"),
        ("MOVE  to the Tea-House!", "move 9"),
        ("mo tea", "move 9"),
        ("move to fountian store", None),
        ("move sultans palace", None),
        ("move post", "move 5"),
        ("move polcie", "move 12"),
        ("card move3 to 13", "card move3 to 13"),
        ("card move34 13", "card move3 to 13"),
        ("card move 3-4 to palace", "card move3 to 13"),
        ("card stay", "card stay"),
        ("card good jewellery", "card good jewellery"),
        ("card good blue", "card good jewellery"),
        ("card good jewelry", "card good jewellery"),
        ("card lira", "card lira"),
        ("card 5 lira", "card lira"),
        ("card lira5", "card lira"),
        ("card family lira", "card family lira"),
        ("card family for 3 lira", "card family lira"),
        ("card family card", "card family card"),
        ("card assist 5", "card assist 5"),
        ("card assistant from post office", "card assist 5"),
        ("yellow 3", "yellow 3"),
        ("yellow tile from 3", "yellow 3"),
    ],
)
def test_orders_before_the_move(text: str, steps: str | None) -> None:
    """Names, numbers, colours and shortenings."""
    if steps is None:
        assert rich().refused(text).code in ("unreadable", "illegal")
    else:
        assert read(rich(), text) == [steps]


@pytest.mark.parametrize(
    ("place", "text", "steps"),
    [
        (10, "sell 2 red 1 blue", ["add fabric", "add fabric", "add jewellery"]),
        (10, "sell 2 fabric, 1 jewellery", ["add fabric", "add fabric", "add jewellery"]),
        (10, "sell 2red 1blue", ["add fabric", "add fabric", "add jewellery"]),
        (10, "sell red", ["add fabric", "done"]),
        (10, "sell all", ["add fabric", "add fabric", "add jewellery"]),
        (10, "sell 2 r and 1 b", ["add fabric", "add fabric", "add jewellery"]),
        (11, "card any 1 blue", ["card any", "add jewellery", "done"]),
        (11, "card anygoods", ["card any"]),
        (9, "announce 8", ["announce 8"]),
        (9, "8", ["announce 8"]),
        (9, "anounce 8", None),
        (7, "return 3 5", ["fetch 3", "fetch 5"]),
        (7, "return post office", ["fetch 5", "done"]),
        (7, "return spice 5", ["fetch 3", "fetch 5"]),
        (7, "return all", ["return all"]),
        (7, "fountain", ["return all"]),
        (7, "return none", ["skip"]),
        (8, "gain yellow", ["gain fruit"]),
        (8, "roll", ["roll"]),
        (2, "fill", ["fill"]),
        (2, "pass", ["skip"]),
        (2, "skip", ["skip"]),
        (2, "end", ["skip", "end"]),
        (6, "draw 2", ["draw", "draw"]),
        (6, "draw 2 discard good", ["draw", "draw", "discard good"]),
        (1, "buy", ["buy extension"]),
        (1, "buy wheelbarrow", ["buy extension"]),
    ],
)
def test_orders_of_the_places(place: int, text: str, steps: list[str] | None) -> None:
    """A compact line gives all its steps; a closing step only where it is needed."""
    table = rich().demand(10, "2/1/0/2").acts(place)
    if steps is None:
        assert table.refused(text).reason == "unknown_order"
    else:
        assert read(table, text) == steps


@pytest.mark.parametrize("text", ["send family to 10", "send to 10", "send 10", "send large market", "sen family 10"])
def test_the_family_member_is_sent_in_many_words(text: str) -> None:
    """By number or name, with or without "family"."""
    assert read(Table().acts(12), text) == ["send family to 10"]


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("governor", ["governor"]),
        ("governor pay", ["governor", "pay"]),
        ("governor pay 2 lira", ["governor", "pay"]),
        ("governor discard good", ["governor", "discard good"]),
        ("gov pay", ["governor", "pay"]),
        ("smuggler blue", ["smuggler jewellery"]),
        ("smuggler blue pay 2", ["smuggler jewellery", "pay"]),
        ("smuggler blue pay red", ["smuggler jewellery", "pay fabric"]),
        ("smuggler jewellery pay 1 jewellery", ["smuggler jewellery", "pay jewellery"]),
        ("reward card", ["catch green card"]),
        ("reward lira", ["catch green lira"]),
        ("reward 3 lira", ["catch green lira"]),
        ("catch bob lira", ["catch green lira"]),
        ("catch cem card", ["catch red card"]),
        ("catch 3 lira", ["catch red lira"]),
        ("catch red lira green card", ["catch red lira", "catch green card"]),
        ("reward lira card", ["catch green lira", "catch red card"]),
    ],
)
def test_orders_of_the_encounters(text: str, steps: list[str]) -> None:
    """Payments in the same line; rewards by name, colour, seat or in turn."""
    table = Table().trader("Ann", lira=4, goods="1 fabric", hand="good").trader("Bob", family=11)
    table.trader("Cem", family=11).governor(11).smuggler(11).encounters(11)

    assert read(table, text) == steps


def test_a_players_name_never_stands_for_another_seats_colour() -> None:
    """`catch red lira` is about the red seat, although Bob calls himself Red."""
    table = Table().trader("Cem", family=11).turn("Dia").encounters(11)
    table.state = table.state._replace(labels=("Green", "Red", "Cem", "Dia"))

    assert read(table, "catch red lira") == ["catch red lira"]
    assert read(table, "catch cem lira") == ["catch red lira"]


def test_a_reward_has_to_be_named() -> None:
    """`catch` alone, and a name alone, could mean two things."""
    table = Table().trader("Bob", family=11).encounters(11)
    for text in ("catch", "catch bob", "reward"):
        refusal = table.refused(text)
        assert (refusal.code, refusal.reason, refusal.facts) == ("ambiguous", "which_reward", {"seats": [2]})
    assert table.refused("catch cem lira").facts == {"seat": 3, "place": 11, "seats": [2]}


def test_dice_are_changed_in_words() -> None:
    """A die is turned by its face; both are rolled again."""
    table = Table().trader("Ann", tiles="red").acts(9).do("announce 9", [[2, 5]])

    assert table.choices() == ["skip", "turn 2 to 4", "turn 5 to 4", "roll again"]
    for text, step in (
        ("turn 2", "turn 2 to 4"),
        ("turn 2 to 4", "turn 2 to 4"),
        ("roll", "roll again"),
        ("pass", "skip"),
    ):
        assert read(table, text) == [step]


def test_a_whole_turn_fits_in_one_mail() -> None:
    """Move, assistant, sale, end."""
    table = Table().trader("Ann", at=11, goods="2 fabric 1 jewellery", hand="stay").demand(10, "2/1/0/2")
    table.do("move 10; leave; sell 2 red 1 blue; end")

    assert (table.mover, table["Ann"].lira, table["Ann"].assistants) == ("Bob", 12, (10,))


def test_compact_lines_are_the_same_as_their_steps() -> None:
    """`governor pay` and `smuggler blue pay red` play like their single orders."""
    table = Table().trader("Ann", lira=2, goods="1 fabric").governor(11).smuggler(11).encounters(11)
    table.do("governor pay; smuggler blue pay red", [[1, 1], [1, 2]])

    assert (table["Ann"].lira, len(table["Ann"].hand), table.goods("Ann")) == (0, 1, "1 jewellery")
    assert (table.state.bazaar.governor, table.state.bazaar.smuggler) == (2, 3)


def test_the_governor_is_not_met_for_money_that_is_missing() -> None:
    """A line that would fail after the draw is refused before it."""
    table = Table().trader("Ann", lira=1, hand="stay").governor(11).encounters(11)
    refusal = table.refused("governor pay")

    assert (refusal.reason, refusal.facts) == ("too_dear", {"price": 2, "lira": 1})


@pytest.mark.parametrize("row", ENGINE.orders, ids=lambda row: row.verb)
def test_every_example_reads_as_its_order_word(row: OrderHelp) -> None:
    """No example is unreadable, whatever the moment."""
    assert code_of(rich(), row.example) in ("read", "illegal", "ambiguous")


def code_of(table: Table, text: str) -> str:
    """Return the code of a line's refusal, or "read"."""
    try:
        ENGINE.parse(table.state, 1, text)
    except Illegal as illegal:
        return illegal.code
    return "read"


def test_order_words_can_be_shortened_to_what_is_unique() -> None:
    """Three letters tell all order words apart, and two tell most."""
    verbs = [row.verb for row in ENGINE.orders]

    assert len({verb[:3] for verb in verbs}) == len(verbs)
    assert read(rich().acts(2), "fil") == ["fill"]
    assert rich().acts(2).refused("f").reason == "unknown_order"


@pytest.mark.parametrize(
    ("place", "text", "code", "reason"),
    [
        (10, "sell", "unreadable", "words_missing"),
        (10, "sell 2 3 red", "unreadable", "good_expected"),
        (10, "sell red 2", "unreadable", "good_missing"),
        (10, "sell 999999999 red", "illegal", "goods_short"),
        (10, "sell 9999999999 red", "unreadable", "unknown_words"),
        (11, "card any 3 red 3 blue", "illegal", "most_sold"),
        (11, "card any 3 red", "illegal", "goods_short"),
        (7, "return", "ambiguous", "which_assistants"),
        (7, "return 9", "illegal", "no_assistant_there"),
        (7, "fetch", "unreadable", "words_missing"),
        (6, "draw 3", "unreadable", "number_expected"),
        (6, "draw camel", "unreadable", "unknown_words"),
        (6, "discard", "unreadable", "words_missing"),
        (8, "gain f", "ambiguous", "ambiguous_word"),
        (13, "deliver 30 red", "illegal", "delivery_short"),
        (3, "fill extra blue", "illegal", "tile_missing"),
        (3, "extra blue", "illegal", "tile_missing"),
        (9, "turn 3", "illegal", "tile_missing"),
        (9, "roll", "illegal", "wrong_place"),
        (9, "card family silver", "unreadable", "unknown_words"),
        (9, "card", "unreadable", "words_missing"),
        (9, "smuggler", "unreadable", "words_missing"),
        (9, "smuggler red buys", "unreadable", "unknown_words"),
        (9, "governor dances", "unreadable", "unknown_words"),
        (9, "yellow 2", "illegal", "no_assistant_there"),
        (9, "done", "illegal", "nothing_to_close"),
        (9, "pay fabric", "illegal", "no_good_due"),
    ],
)
def test_lines_are_refused_for_what_is_wrong_with_them(place: int, text: str, code: str, reason: str) -> None:
    """Missing words, too many of them, numbers out of place, and rules."""
    refusal = rich().demand(10, "2/1/0/2").acts(place).refused(text)

    assert (refusal.code, refusal.reason) == (code, reason)


def test_a_shortening_means_what_is_open_now() -> None:
    """Of fabric and fruit only fruit can be sold."""
    table = Table().trader("Ann", goods="1 fruit 1 spice").demand(11, "1/2/1/1").acts(11)

    assert read(table, "add f") == ["add fruit"]


def test_everything_is_sold_only_where_it_is_clear_what_that_is() -> None:
    """With nothing in demand and with too much for one sale `sell all` is refused; else it adds up with the basket."""
    none = Table().trader("Ann", goods="1 fruit", hand="stay").demand(10, "2/1/0/2").acts(10)
    assert none.refused("sell all").reason == "no_goods_in_demand"

    many = Table().trader("Ann", goods="2 fabric 2 spice 2 fruit", hand="anygoods").acts(11).do("card any")
    assert many.choices() == ["add fabric", "add spice", "add fruit"]
    assert many.refused("done").reason == "sale_of_nothing"
    assert many.refused("sell all").facts == {"most": 5}
    many.do("add fabric; add fabric; add spice")
    assert many.refused("sell 1 spice 2 fruit").facts == {"most": 5}
    assert many.do("sell 1 spice 1 fruit")["Ann"].lira == 20


def test_a_delivery_of_too_much_is_refused_with_what_was_given() -> None:
    """However large the number is."""
    table = Table().trader("Ann", goods="2 fabric 1 spice 1 fruit 1 jewellery").rubies(palace=6).acts(13)

    assert table.refused("deliver 999999999 red").facts == {"free": 1, "given": ["fabric"] * 3}
    assert table.refused("deliver 2 red").facts == {"free": 1, "given": ["fabric"] * 2}
