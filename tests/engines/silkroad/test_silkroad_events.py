"""What is told: the data of every kind of event, and who sees it."""

from __future__ import annotations

from tests.engines.silkroad.silkroad_situations import SITUATIONS
from tests.engines.silkroad.silkroad_table import Table

Told = list[tuple[str, dict[str, object]]]


def told(table: Table, letter: str | None = None) -> Told:
    """Return the news of a seat, or of an onlooker."""
    return table.news(None if letter is None else table.seat(letter))


def test_the_setup_is_told_in_full() -> None:
    """Camels, cameleers, jewels, cards and open cards, then the first turn."""
    news = told(Table.fresh("AB", cameleers=[5, 3, 1, 2, 4]))

    assert news == [
        (
            "camels_dealt",
            {
                "caravans": [
                    {"caravan": 1, "camels": [1], "place": "Tashkent"},
                    {"caravan": 2, "camels": [3, 2], "place": "Amritsa"},
                    {"caravan": 3, "camels": [6, 5, 4], "place": "Chang'an"},
                ],
                "row": [7, 8, 9, 10],
            },
        ),
        ("cameleers_dealt", {"cameleers": [{"seat": 1, "cameleer": 5}, {"seat": 2, "cameleer": 3}]}),
        (
            "jewels_placed",
            {
                "destinations": [
                    {"caravan": 1, "place": "Yspahan", "jewels": ["blue"]},
                    {"caravan": 2, "place": "Samarkand", "jewels": ["blue", "blue"]},
                    {"caravan": 3, "place": "Byzanz", "jewels": ["blue", "yellow", "yellow"]},
                ],
                "bag": 14,
            },
        ),
        ("cards_dealt", {"seat": 1, "count": 4}),
        ("cards_dealt", {"seat": 2, "count": 4}),
        ("open_cards_turned", {"open": ["silk", "silk", "silk"], "pile": 59}),
        ("turn_began", {"seat": 2}),
    ]


def test_a_turn_is_told_in_full() -> None:
    """Laid, moved, drew, left, refilled, and whose turn it is; the drawer sees his card."""
    table = Table("ABC").hand("B", "2 silk").turn("B").open("silk tea ivory").pile("spices, 9 porcelain")
    table.caravan(2, [10, 6], at="amritsa", to="samarkand").do("B", "move 2 leh 2 silk", "draw pile", "pass")

    assert told(table) == [
        ("laid", {"seat": 2, "good": "silk", "count": 2}),
        (
            "moved",
            {
                "seat": 2,
                "caravan": 2,
                "start": "Amritsa",
                "place": "Leh",
                "fields": 2,
                "action": "small_ivory",
                "carried": True,
            },
        ),
        ("drew", {"seat": 2, "source": "pile"}),
        ("card_left", {"seat": 2}),
        ("void", {"seat": 2, "action": "small_ivory", "place": "Leh", "why": "not_carried"}),
        ("turn_began", {"seat": 3}),
    ]
    assert told(table, "B")[2] == ("drew", {"seat": 2, "source": "pile", "good": "spices"})
    assert told(table, "C") == told(table)


def test_a_large_market_is_told_in_full() -> None:
    """Opened, sold, jewel, swap, declined, unsold, removed, started."""
    table = Table("ABC").lay_out(B="3 silk", C="3 silk, tea").cameleers("A1 B5 C2").hand("A", "tea")
    table.caravan(2, [10, 6], at="samarkand", to="samarkand", jewels="blue red").bag("violet, green, yellow, blue")
    table.caravan(1, [9], at="kaschgar", to="yspahan").caravan(3, [7, 4, 2], at="kabul", to="byzanz").row(1, 3, 5, 8)
    table.open("silk silk silk").arrived(2).act().do("B", "sell blue").do("C", "pass")

    assert told(table)[1:] == [
        (
            "market_opened",
            {
                "seat": 1,
                "market": "large",
                "caravan": 2,
                "place": "Samarkand",
                "camels": [10, 6],
                "goods": ["silk", "tea"],
                "jewels": ["blue", "red"],
            },
        ),
        (
            "sold",
            {"seat": 2, "camel": 10, "good": "silk", "discarded": 2, "kept": 1, "market": "large"},
        ),
        ("jewel_taken", {"seat": 2, "colour": "blue", "place": "Samarkand", "left": 1}),
        ("cameleers_swapped", {"seat": 2, "cameleer": 2, "partner": 3, "partner_cameleer": 5}),
        ("declined", {"seat": 3, "camel": 6, "good": "tea"}),
        ("unsold", {"market": "large", "camel": 6, "good": "tea", "declined": [3]}),
        ("jewels_removed", {"place": "Samarkand", "jewels": ["red"]}),
        (
            "caravan_started",
            {
                "caravan": 2,
                "camels": [1, 3],
                "goods": ["silk", "ivory"],
                "place": "Samarkand",
                "destination": "Chang'an",
                "jewels": ["green", "violet"],
                "bag": 2,
            },
        ),
        ("turn_began", {"seat": 2}),
    ]


def test_a_small_market_is_told_in_full() -> None:
    """Opened, sold, colourless jewel or marker, camels exchanged."""
    table = SITUATIONS["black_market"]().do("A", "sell")
    assert told(table)[1:] == [
        (
            "market_opened",
            {
                "seat": 1,
                "market": "black",
                "caravan": 1,
                "place": "Kabul",
                "camels": [9],
                "goods": ["spices"],
                "jewels": [],
            },
        ),
        ("sold", {"seat": 1, "camel": 9, "good": "spices", "discarded": 2, "kept": 1, "market": "black"}),
        ("colourless_taken", {"seat": 1}),
        ("camels_exchanged", {"caravan": 1, "left": 9, "joined": 5}),
        ("turn_began", {"seat": 2}),
    ]

    table = Table("AB").lay_out(B="spices").owns("B", colourless=2).stopped(1, "kabul").act().do("B", "sell")
    assert ("marker_taken", {"seat": 2}) in told(table)


def test_the_other_fields_are_told_in_full() -> None:
    """Customs, sandstorm, robbers, bazaar and baksheesh."""
    table = SITUATIONS["customs"]().do("C", "discard ivory").do("B", "discard silk tea")
    assert told(table)[1:] == [
        ("customs_came", {"seat": 1, "seats": [2, 3]}),
        ("discarded", {"seat": 3, "good": "ivory", "action": "customs"}),
        ("discarded", {"seat": 2, "good": "silk", "action": "customs"}),
        ("discarded", {"seat": 2, "good": "tea", "action": "customs"}),
        ("turn_began", {"seat": 2}),
    ]
    table = SITUATIONS["sandstorm"]().do("B", "discard tea")
    assert told(table)[1:] == [
        ("sandstorm_came", {"seat": 1, "seats": [2]}),
        ("discarded", {"seat": 2, "good": "tea", "action": "sandstorm"}),
        ("turn_began", {"seat": 2}),
    ]
    table = SITUATIONS["robbed"]().do("B", "rob C tea")
    assert told(table)[1:] == [
        ("robbers_came", {"seat": 1}),
        ("robbed", {"seat": 1, "victim": 2, "good": "silk"}),
        ("robbed", {"seat": 2, "victim": 3, "good": "tea"}),
        ("replaced", {"seat": 3, "good": "ivory", "source": "discards"}),
        ("turn_began", {"seat": 2}),
    ]
    table = SITUATIONS["bazaar"]().do("A", "bazaar silk ivory tea")
    assert told(table)[1:3] == [
        ("traded", {"seat": 1, "goods": ["silk", "ivory", "tea"]}),
        ("colourless_taken", {"seat": 1}),
    ]
    assert told(SITUATIONS["bazaar"]().do("A", "pass"))[1] == ("bazaar_left", {"seat": 1})
    table = SITUATIONS["payment"]().top("silk, tea").do("A", "pay silk")
    assert told(table)[1:3] == [
        ("baksheesh_taken", {"seat": 1, "good": "tea"}),
        ("paid", {"seat": 1, "good": "silk"}),
    ]
