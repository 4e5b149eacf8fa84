"""The map table, and map files handed over as an option."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib.resources import files

import pytest

from engines.api import Illegal
from engines.silkroad import ENGINE, maps
from engines.silkroad.names import FIELDS, GOODS
from tests.engines.silkroad.silkroad_table import BOARD, Table

TEXT = files("engines.silkroad").joinpath("map.toml").read_text(encoding="utf-8")
PAIRS = [(start, end) for start in range(6) for end in range(6) if start != end]


def ways(start: int, destination: int) -> Iterator[tuple[int, ...]]:
    """Yield every way from a place to its destination, the start included."""
    if start == destination:
        yield (start,)
    for step in BOARD.steps[destination][start]:
        for rest in ways(step, destination):
            yield (start, *rest)


def distances(start: str, end: str) -> list[int]:
    """Return the lengths of all ways between two places."""
    return [len(way) - 1 for way in ways(BOARD.place(start), BOARD.place(end))]


def lines(arrow: bool) -> list[tuple[str, str]]:
    """Return the lines with, or without, an arrow."""
    return [(line.start, line.end) for line in BOARD.roads.lines if line.arrow == arrow]


@pytest.mark.rule("SLK-411")
def test_six_cities_lie_clockwise() -> None:
    """Byzanz, Samarkand, Tashkent, Chang'an, Amritsa, Yspahan, and Byzanz again."""
    assert BOARD.names[: BOARD.cities] == ("Byzanz", "Samarkand", "Tashkent", "Chang'an", "Amritsa", "Yspahan")
    table = Table("AB").caravan(1, [9], at="yspahan", to="yspahan").caravan(3, [10, 3, 1], at="changan", to="tashkent")
    table.caravan(2, [7, 6], at="amritsa", to="samarkand").row(2, 4, 5, 8).arrived(1).act()
    assert table.bound_for(1) == "Byzanz"


@pytest.mark.rule("SLK-412")
def test_the_map_has_22_villages_and_34_lines() -> None:
    """28 different ids and names, 14 kinds of action; arrows: 12 on the ring, 6 off it, 6 back; 10 lines without."""
    places = BOARD.roads.places
    ring = {village.id for village in BOARD.roads.villages if village.zone == "ring"}
    arrows = lines(arrow=True)

    assert (len(BOARD.roads.villages), len(BOARD.roads.cities), len(BOARD.roads.lines)) == (22, 6, 34)
    assert len({place.id for place in places}) == len({place.name for place in places}) == 28
    assert {village.action for village in BOARD.roads.villages} == set(FIELDS)
    assert len(FIELDS) == 14
    assert sum(start in ring and end in ring for start, end in arrows) == 12
    assert sum(start in ring and end not in ring for start, end in arrows) == 6
    assert sum(start not in ring and end in ring for start, end in arrows) == 6
    assert (len(arrows), len(lines(arrow=False))) == (24, 10)


@pytest.mark.rule("SLK-413")
def test_the_printed_actions() -> None:
    """Each village has the action of the map table."""
    assert {village.name: village.action for village in BOARD.roads.villages} == {
        **dict.fromkeys(("Palmyra", "Lanzhou"), "bazaar"),
        **dict.fromkeys(("Kabul", "Ankyra"), "black_market"),
        **dict.fromkeys(("Otrar", "Lahore"), "robbers"),
        **dict.fromkeys(("Kaschgar", "Kerman"), "small_silk"),
        **dict.fromkeys(("Trapezunt", "Leh"), "small_ivory"),
        **dict.fromkeys(("Kokand", "Antiochia"), "small_spices"),
        **dict.fromkeys(("Khotan", "Yazd"), "small_porcelain"),
        **dict.fromkeys(("Merw", "Jiayuguan"), "small_tea"),
        "Termes": "camels_1",
        "Herat": "camels_2",
        "Buchara": "camels_3",
        "Dunhuang": "customs",
        "Hamadan": "sandstorm",
        "Turfan": "baksheesh",
    }


@pytest.mark.rule("SLK-414")
def test_twelve_villages_form_a_clockwise_ring() -> None:
    """r01 to r02 and so on to r12 and back to r01, all with arrows."""
    ring = [f"r{number:02}" for number in range(1, 13)]

    assert {pair for pair in lines(arrow=True) if set(pair) <= set(ring)} == set(
        zip(ring, [*ring[1:], ring[0]], strict=True)
    )
    drawn = Table("AB").view()["ring"]
    assert [BOARD.roads.places[place].id for place in drawn] == ring


@pytest.mark.rule("SLK-415")
def test_the_branch_of_yspahan() -> None:
    """Herat to Kerman and Kerman to Hamadan with arrows; Kerman-Yazd and Yazd-Yspahan both ways."""
    branch = {"g_ysp", "o_ysp", "yspahan"}
    arrows = {pair for pair in lines(arrow=True) if branch & set(pair)}
    both = {pair for pair in lines(arrow=False) if branch & set(pair)}

    assert arrows == {("r11", "g_ysp"), ("g_ysp", "r12")}
    assert both == {("g_ysp", "o_ysp"), ("o_ysp", "yspahan")}
    assert [BOARD.names[BOARD.place(name)] for name in ("herat", "kerman", "yazd", "hamadan")]
    drawn = next(one for one in Table("AB").view()["branches"] if BOARD.names[one["city"]] == "Yspahan")
    assert BOARD.names[drawn["signpost"]] == "Herat"
    assert [BOARD.names[village] for village in drawn["villages"]] == ["Kerman", "Yazd"]


@pytest.mark.rule("SLK-416")
def test_each_city_has_one_signpost_on_the_ring() -> None:
    """Palmyra, Merw, Kokand, Turfan, Khotan and Herat show the way to the six cities."""
    signposts = {village.name: village for village in BOARD.roads.villages if village.signpost}

    assert {name: village.signpost for name, village in signposts.items()} == {
        "Palmyra": "byzanz",
        "Merw": "samarkand",
        "Kokand": "tashkent",
        "Turfan": "changan",
        "Khotan": "amritsa",
        "Herat": "yspahan",
    }
    assert {village.zone for village in signposts.values()} == {"ring"}


@pytest.mark.rule("SLK-417")
@pytest.mark.parametrize(("start", "end"), PAIRS)
def test_the_only_way_into_a_city_leads_past_its_signpost(start: int, end: int) -> None:
    """Every way passes the signpost village, and behind it villages of that branch only."""
    signpost = next(
        place
        for place, village in enumerate(BOARD.roads.villages, BOARD.cities)
        if village.signpost == BOARD.roads.cities[end].id
    )
    branch = next(one for one in Table("AB").view()["branches"] if one["city"] == end)
    for way in ways(start, end):
        assert way[way.index(signpost) + 1 :] == (*branch["villages"], end)


@pytest.mark.rule("SLK-418")
@pytest.mark.parametrize(("start", "end"), PAIRS)
def test_no_way_ends_dead_or_runs_in_a_circle(start: int, end: int) -> None:
    """Every way ends in the destination and visits no place twice."""
    reached = {start}
    for way in ways(start, end):
        assert way[-1] == end
        assert len(set(way)) == len(way)
        reached |= set(way)
    assert all(BOARD.steps[end][place] for place in reached - {end})


@pytest.mark.rule("SLK-419")
def test_distances_from_byzanz() -> None:
    """6, 8, 11, 13 and 15 fields to the cities clockwise."""
    cities = ("samarkand", "tashkent", "changan", "amritsa", "yspahan")

    assert [min(distances("byzanz", city)) for city in cities] == [6, 8, 11, 13, 15]


@pytest.mark.rule("SLK-420")
def test_the_three_opening_journeys() -> None:
    """10 to 12, 10 to 12 and 11 to 13 fields, 4 ways each."""
    journeys = [distances("tashkent", "yspahan"), distances("amritsa", "samarkand"), distances("changan", "byzanz")]

    assert [(min(journey), max(journey), len(journey)) for journey in journeys] == [
        (10, 12, 4),
        (10, 12, 4),
        (11, 13, 4),
    ]


@pytest.mark.rule("SLK-421")
def test_palmyra_is_a_village() -> None:
    """Village r01 with a bazaar; it is no city and so never counted."""
    palmyra = BOARD.roads.villages[0]

    assert (palmyra.id, palmyra.name, palmyra.action) == ("r01", "Palmyra", "bazaar")
    assert BOARD.place("palmyra") >= BOARD.cities


OTHER_EDITION = {1: "silk", 2: "porcelain", 3: "spices", 4: "ivory", 5: "tea", 6: "tea", 7: "ivory", 8: "spices"} | {
    9: "porcelain",
    10: "silk",
}


def with_camels(goods: dict[int, str]) -> str:
    """Return the bundled map with another camel table."""
    head, _, rest = TEXT.partition("camel = [")
    rows = "".join(f'  {{ number = {number}, good = "{good}" }},\n' for number, good in goods.items())
    return f"{head}camel = [\n{rows}]{rest.partition(']')[2]}"


@pytest.mark.rule("SLK-004")
def test_a_map_file_can_bring_another_editions_camels() -> None:
    """Silk 10 and 1, ivory 7 and 4, spices 8 and 3, porcelain 9 and 2, tea 6 and 5; each sum is 11."""
    text = with_camels(OTHER_EDITION)
    table = Table.fresh("AB", {"map": text}, camels=[9, 7, 4, 10, 3, 1, 5, 8, 6, 2])
    goods = table.board.goods
    found = {
        good: sorted(camel for camel in range(1, 11) if goods[camel] == number) for number, good in enumerate(GOODS)
    }

    assert found == {"silk": [1, 10], "ivory": [4, 7], "spices": [3, 8], "porcelain": [2, 9], "tea": [5, 6]}
    assert {sum(camels) for camels in found.values()} == {11}
    assert table.view()["caravans"][0]["camels"] == [{"number": 9, "good": "porcelain"}]
    assert [camel["good"] for camel in table.view()["caravans"][1]["camels"]] == ["ivory", "ivory"]
    assert table.state.board.text == text
    assert ENGINE.load(ENGINE.dump(table.state)) == table.state
    assert ENGINE.dump(table.state)["map"] == text


@pytest.mark.parametrize("text", ["", "printed"])
def test_no_map_file_means_the_bundled_map(text: str) -> None:
    """Neither an empty text nor "printed" changes anything; the option lists no values."""
    assert ENGINE.setup(["Ann", "Bob"], {"map": text}) == ENGINE.setup(["Ann", "Bob"], {})
    option = next(one for one in ENGINE.options if one.name == "map")
    assert (option.default, option.values) == ("printed", ())


def test_the_bundled_map_handed_over_as_a_file_plays_alike() -> None:
    """Its own text gives the same roads."""
    assert maps.read(TEXT).roads == BOARD.roads
    assert maps.read(TEXT).steps == BOARD.steps


CAMELS = {number: GOODS[BOARD.goods[number]] for number in range(1, 11)}
BROKEN = {
    "no_toml": ("[[village", "", {}),
    "missing": ("schema = 1\n", "", {}),
    "schema": ("schema = 1", "schema = 2", {"schema": "2"}),
    "city_order": ('"changan", "amritsa", "yspahan"]', '"changan", "amritsa"]', {}),
    "action": ('action = "customs"', 'action = "casino"', {"village": "r08", "action": "casino"}),
    "zone": ('zone = "ring"', 'zone = "moon"', {"village": "r01", "zone": "moon"}),
    "same_id": ('id = "r02", name', 'id = "r01", name', {}),
    "name": ('name = "Trapezunt"', 'name = "Palmyra"', {"name": "Palmyra"}),
    "line": ('from = "r01", to = "r02"', 'from = "r01", to = "r99"', {"start": "r01", "end": "r99"}),
    "signposts": ('signpost = "byzanz"', 'signpost = "samarkand"', {}),
    "start": ('from = "tashkent", to = "yspahan"', 'from = "tashkent", to = "tashkent"', {}),
    "camels": ('number = 10, good = "silk"', 'number = 10, good = "tea"', {"good": "silk"}),
    "dead_end": (
        '{ from = "o_byz", to = "byzanz", arrow = false }',
        '{ from = "byzanz", to = "o_byz", arrow = true }',
        {"start": "Samarkand", "end": "Byzanz", "at": "Samarkand"},
    ),
    "circle": (
        '{ from = "r11", to = "g_ysp", arrow = true }',
        '{ from = "r11", to = "g_ysp", arrow = false }',
        {},
    ),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_map_file_that_cannot_be_played_is_refused(fault: str) -> None:
    """The refusal names what is wrong with the file."""
    old, new, facts = BROKEN[fault]
    text = old if fault == "no_toml" else TEXT.replace(old, new, 1)
    assert text != TEXT
    with pytest.raises(Illegal) as caught:
        ENGINE.setup(["Ann", "Bob"], {"map": text})

    assert (caught.value.code, caught.value.reason) == ("illegal", "map_wrong")
    assert caught.value.facts["fault"] == fault
    assert facts.items() <= caught.value.facts.items()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("x" * 100_001, "too_long"),
        ("[[[[", "no_toml"),
        ("schema = 1", "missing"),
        (TEXT.replace('name = "Palmyra"', "name = 7"), "missing"),
        (TEXT.replace("x = 297", 'x = "left"', 1), "missing"),
        (TEXT.replace('name = "Palmyra"', 'name = "Tea"'), "name"),
        (TEXT.replace('name = "Palmyra"', 'name = "7"'), "name"),
        (TEXT.replace("arrow = true", 'arrow = "yes"', 1), "missing"),
        (TEXT.replace('name = "Palmyra"', 'name = "Card"'), "name"),
        (TEXT.replace('name = "Palmyra"', 'name = "Two"'), "name"),
        (TEXT.replace('name = "Palmyra"', 'name = "Move"'), "name"),
        (TEXT.replace('good = "silk"', 'good = "wool"', 1), "missing"),
        (TEXT.replace("number = 1,", "number = 11,"), "missing"),
    ],
)
def test_a_text_that_is_no_map_is_refused(text: str, fault: str) -> None:
    """Too long, no TOML, missing or mistyped parts, and names that orders could not use."""
    with pytest.raises(Illegal) as caught:
        ENGINE.setup(["Ann", "Bob"], {"map": text})

    assert caught.value.facts["fault"] == fault


def test_a_map_of_too_few_cities_or_villages_is_refused() -> None:
    """Six cities are needed, and at least one village."""
    table = tomllib.loads(TEXT)
    rows = "\n".join(
        f'[[city]]\nid = "{city["id"]}"\nname = "{city["name"]}"' for city in table["city"] if city["id"] != "byzanz"
    )
    order = ", ".join(f'"{city}"' for city in table["city_order"] if city != "byzanz")
    text = f"schema = 1\ncity_order = [{order}]\nvillage = []\nlink = []\n{TEXT[TEXT.index('camel = [') :]}\n{rows}"
    with pytest.raises(Illegal) as caught:
        ENGINE.setup(["Ann", "Bob"], {"map": text})

    assert caught.value.facts == {"fault": "places", "villages": 0, "cities": 5}


def test_a_map_of_too_many_cities_is_refused() -> None:
    """Twelve cities are the most."""
    names = [f"Town {chr(97 + number)}" for number in range(7)]
    rows = "".join(f'  {{ id = "{name}", name = "{name}" }},\n' for name in names)
    text = TEXT.replace("city = [\n", f"city = [\n{rows}", 1)
    order = ", ".join(f'"{name}"' for name in names)
    with pytest.raises(Illegal) as caught:
        ENGINE.setup(["Ann", "Bob"], {"map": text.replace("city_order = [", f"city_order = [{order}, ", 1)})

    assert caught.value.facts == {"fault": "places", "villages": 22, "cities": 13}


def test_a_map_with_names_of_several_words_is_played() -> None:
    """A village called Old Leh is oldleh in orders, and may be written as two words or shortened."""
    text = TEXT.replace('name = "Leh"', 'name = "Old Leh"')
    table = Table("AB", map_text=text).hand("A", "2 silk")

    assert table.do("A", "lay 2 silk").choices("A")[1] == "move 2 oldleh"
    for order in ("move 2 old leh", "move 2 oldleh", "move 2 Old-Leh", "move 2 old"):
        (action,) = ENGINE.parse(table.state, 1, order)
        assert ENGINE.format(action) == "move 2 oldleh"
    assert table.do("A", "move 2 old leh").place_of(2) == "Old Leh"
