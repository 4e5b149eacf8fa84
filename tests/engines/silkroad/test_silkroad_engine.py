"""The engine's other calls: saving, hints, the view that boards are drawn from, and what is refused."""

from __future__ import annotations

import json

import pytest

from engines.silkroad import ENGINE, fields
from engines.silkroad.draft import Draft
from tests.engines.silkroad.silkroad_situations import SITUATIONS
from tests.engines.silkroad.silkroad_table import Table


def hint(table: Table, letter: str, order: str) -> dict[str, object]:
    """Return the hint beside a choice."""
    (action,) = ENGINE.parse(table.ready(), table.seat(letter), order)
    return dict(ENGINE.describe(table.state, table.seat(letter), action))


def test_the_engine_names_itself() -> None:
    """Name, title and rules version."""
    assert (ENGINE.name, ENGINE.title, ENGINE.rules_version) == ("silkroad", "Silk Road", 1)


@pytest.mark.parametrize("situation", SITUATIONS)
def test_every_situation_is_saved_and_loaded(situation: str) -> None:
    """Through JSON text, with schema and rules version."""
    state = SITUATIONS[situation]().ready()
    data = json.loads(json.dumps(ENGINE.dump(state)))

    assert ENGINE.load(data) == state
    assert (data["schema"], data["rules_version"], data["map"]) == (1, 1, "")


def test_an_unknown_schema_is_not_loaded() -> None:
    """A state of another schema is no state of this version."""
    data = dict(ENGINE.dump(Table("AB").ready()))
    with pytest.raises(ValueError, match="schema"):
        ENGINE.load({**data, "schema": 2})


def test_an_outcome_that_the_shuffle_cannot_have_is_refused() -> None:
    """Other items are no shuffle, and where nothing is shuffled there is no outcome."""
    state = ENGINE.setup(["Ann", "Bob"], {})
    with pytest.raises(ValueError, match="camels"):
        ENGINE.resolve(state, [1, 2, 3])
    with pytest.raises(ValueError, match="camels"):
        ENGINE.resolve(state, [1, 1, 3, 4, 5, 6, 7, 8, 9, 10])
    with pytest.raises(ValueError, match="no shuffle"):
        ENGINE.resolve(Table("AB").ready(), [])


def test_setup_reveals_what_is_dealt_and_a_shuffle_in_the_game_does_not() -> None:
    """Each shuffle of the setup shows something; the reshuffle before a card is drawn by itself would not."""
    assert Table.fresh("AB", {"actions": "shuffled"}).reveals == [True] * 5

    table = Table("AB").hand("A", "silk, tea").open("silk tea ivory").pile("").discards("3 tea").stopped(1, "khotan")
    table.act()
    assert table.reveals == [False, True]


@pytest.mark.rule("SLK-286")
def test_baksheesh_without_a_hand_card_is_void() -> None:
    """Open cards alone are not enough: nothing is taken and nothing is paid."""
    table = Table("AB").hand("A", "").open("tea").stopped(1, "turfan")
    draft = Draft(table.ready())
    fields.perform(draft)

    assert [event.data["why"] for event in draft.events] == ["no_hand_card"]
    assert draft.open == table.state.open


HINTS = {
    ("drawing", "A", "draw pile"): {"verb": "draw", "source": "pile", "pile": 51, "discards": 0},
    ("drawing", "A", "draw tea"): {"verb": "draw", "source": "open", "good": "tea", "hand": 2, "display": 0},
    ("second_card", "A", "pass"): {"verb": "pass", "what": "card"},
    ("bazaar", "A", "pass"): {"verb": "pass", "what": "bazaar"},
    ("market", "B", "pass"): {"verb": "pass", "what": "sale", "good": "silk"},
    ("market", "B", "sell red"): {
        "verb": "sell",
        "good": "silk",
        "camel": 10,
        "cards": 3,
        "discards": 2,
        "swaps_with": 0,
        "colour": "red",
        "gain": 1,
    },
    ("market", "B", "sell"): {
        "verb": "sell",
        "good": "silk",
        "camel": 10,
        "cards": 3,
        "discards": 2,
        "swaps_with": 0,
        "colour": "",
        "gain": 1,
    },
    ("black_market", "A", "sell"): {
        "verb": "sell",
        "good": "spices",
        "camel": 9,
        "cards": 3,
        "discards": 2,
        "swaps_with": 0,
        "colour": "",
        "gain": 2,
    },
    ("jewel", "B", "jewel blue"): {"verb": "jewel", "colour": "blue", "gain": 1, "have": 0},
    ("robbers", "A", "rob 3 tea"): {"verb": "rob", "victim": 3, "good": "tea", "theirs": 1, "yours": 1},
    ("customs", "B", "discard tea"): {"verb": "discard", "good": "tea", "action": "customs", "have": 2},
    ("sandstorm", "B", "discard silk"): {"verb": "discard", "good": "silk", "action": "sandstorm", "have": 2},
    ("bazaar", "A", "bazaar silk ivory tea"): {
        "verb": "bazaar",
        "goods": ["silk", "ivory", "tea"],
        "left": [1, 0, 0],
        "gain": 2,
    },
    ("baksheesh", "A", "baksheesh tea"): {"verb": "baksheesh", "good": "tea", "display": 0},
    ("payment", "A", "pay silk"): {"verb": "pay", "good": "silk", "have": 2},
    ("laid", "A", "move 2 leh"): {
        "verb": "move",
        "caravan": 2,
        "place": 24,
        "name": "Leh",
        "word": "leh",
        "action": "small_ivory",
        "carried": False,
        "goods": ["porcelain", "tea"],
    },
}


@pytest.mark.parametrize(("case", "data"), HINTS.items(), ids=lambda part: str(part)[:40])
def test_a_hint_tells_what_a_choice_leads_to(case: tuple[str, str, str], data: dict[str, object]) -> None:
    """As far as its seat can know."""
    situation, letter, order = case

    assert hint(SITUATIONS[situation](), letter, order) == data


def test_the_hint_of_laying_tells_where_the_caravans_could_go() -> None:
    """For each caravan that can go so far the ends with their actions, and whether a second card is earned."""
    table = Table("AB").hand("A", "4 spices").lay_out(A="spices").caravan(1, [9], at="kerman", to="yspahan")
    table.caravan(2, [7, 6], at="merw", to="samarkand").caravan(3, [10, 3, 2], at="dunhuang", to="byzanz")
    data = hint(table, "A", "lay 2 spices")

    assert (data["good"], data["count"], data["left"], data["display"]) == ("spices", 2, 2, 3)
    assert [(move["caravan"], move["carried"], [end["word"] for end in move["ends"]]) for move in data["moves"]] == [
        (1, True, ["yspahan"]),
        (2, False, ["samarkand"]),
        (3, True, ["kabul", "leh"]),
    ]
    assert data["moves"][0]["ends"][0]["action"] == "large_market"
    assert [move["caravan"] for move in hint(table, "A", "lay 3 spices")["moves"]] == [3]


def test_the_hint_of_a_sale_counts_the_set_it_makes() -> None:
    """A second colour is worth 2 points, a second jewel of the same 1; with a tie the partner is named."""
    table = Table("AB").lay_out(A="2 silk", B="2 silk").cameleers("A5 B1").owns("A", "blue")
    table.caravan(2, [10, 6], at="samarkand", to="samarkand", jewels="blue red").row(1, 2, 3, 4, 5, 7, 8, 9)
    table.arrived(2).act()

    assert hint(table, "A", "sell blue")["gain"] == 1
    assert hint(table, "A", "sell red")["gain"] == 2
    assert hint(table, "A", "sell")["gain"] == 2
    assert hint(table, "A", "sell red")["swaps_with"] == 2


def test_the_view_tells_where_each_caravan_can_stop_and_what_waits_there() -> None:
    """For each number of cards the ends with name, order word and action."""
    table = Table("AB").caravan(1, [9], at="kerman", to="yspahan", jewels="red")
    caravan = table.view()["caravans"][0]

    assert caravan["reach"] == [
        {
            "cards": 1,
            "ends": [{"place": 27, "name": "Yazd", "word": "yazd", "action": "small_porcelain"}],
        },
        {"cards": 2, "ends": [{"place": 5, "name": "Yspahan", "word": "yspahan", "action": "large_market"}]},
    ]
    assert (caravan["name"], caravan["destination_name"], caravan["jewels"]) == ("Kerman", "Yspahan", ["red"])


def test_the_view_draws_the_road_system() -> None:
    """Places with zone, signpost and coordinates, the ring, a branch for each city and all lines."""
    view = Table("AB").view()
    places = view["places"]

    assert len(places) == 28
    assert places[6] == {
        "place": 6,
        "name": "Palmyra",
        "word": "palmyra",
        "zone": "ring",
        "signpost": "Byzanz",
        "x": 297,
        "y": 389,
        "action": "bazaar",
        "caravan": 0,
        "jewels": [],
    }
    assert places[3]["caravan"] == 3
    assert [places[place]["name"] for place in view["ring"]][:3] == ["Palmyra", "Trapezunt", "Merw"]
    assert [(places[one["city"]]["name"], len(one["villages"])) for one in view["branches"]] == [
        ("Byzanz", 2),
        ("Samarkand", 1),
        ("Tashkent", 1),
        ("Chang'an", 2),
        ("Amritsa", 2),
        ("Yspahan", 2),
    ]
    assert len(view["lines"]) == 34
    assert view["box"] == [1000, 700]


VIEWS = {
    "laid": {"laid": {"good": "silk", "count": 2}, "moved": 0, "phase": "move"},
    "drawing": {"laid": {"good": "silk", "count": 2}, "moved": 2, "draws": 1},
    "second_card": {"moved": 1, "draws": 1, "phase": "extra"},
    "robbed": {"robbed": [2], "victims": [3], "asked": [2], "turn": 1},
    "customs": {"owed": [{"seat": 2, "count": 2}, {"seat": 3, "count": 1}], "asked": [2, 3]},
    "sandstorm": {"owed": [{"seat": 2, "count": 1}]},
    "start": {"market": None, "laid": None, "owed": [], "given": [], "victims": [], "standings": []},
}


@pytest.mark.parametrize("situation", VIEWS)
def test_the_view_holds_what_a_prompt_needs(situation: str) -> None:
    """The same for the seat that is asked and for an onlooker."""
    table = SITUATIONS[situation]()
    for reader in (None, table.asked()[0]):
        view = table.view(reader)
        assert {key: view[key] for key in VIEWS[situation]} == VIEWS[situation]


def test_the_view_of_a_market_tells_what_is_on_offer() -> None:
    """Camel, good, seller, price, jewels and what comes after."""
    assert SITUATIONS["market"]().view()["market"] == {
        "kind": "large",
        "place": "Byzanz",
        "camel": 10,
        "good": "silk",
        "declined": [],
        "seller": 2,
        "partner": 0,
        "cards": 3,
        "discards": 2,
        "jewels": ["blue", "red", "red"],
        "to_come": [{"number": 6, "good": "tea"}, {"number": 3, "good": "ivory"}],
    }
    assert SITUATIONS["black_market"]().view()["market"]["jewels"] == []
    assert SITUATIONS["jewel"]().view()["market"]["seller"] == 2


def test_cards_given_up_are_shown_while_others_still_choose() -> None:
    """B has given a silk for customs, C has not: the silk is in nobody's hand and not on the pile yet."""
    table = SITUATIONS["customs"]().do("B", "discard silk tea")

    assert table.view()["given"] == [{"seat": 2, "good": "silk"}, {"seat": 2, "good": "tea"}]
    assert (table.view()["discards"], table.asked()) == ([], "C")
    assert table.view()["players"][1]["hand"] == 4
