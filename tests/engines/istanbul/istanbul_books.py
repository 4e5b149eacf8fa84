"""The books of a match: what must be there in every state, and what events say that every seat gains and pays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engines.api import Event
from engines.istanbul.state import State
from engines.istanbul.terms import BLUE, CATCH_LIRA, DECK, DEMAND_ITEMS, GOODS, demand

RUBIES = {2: 21, 3: 25, 4: 31, 5: 32}
STACKS = {2: (2, 4), 3: (2, 3, 4), 4: (2, 3, 4, 5), 5: (2, 3, 4, 5)}
COLUMNS = ("lira", "rubies", "cards", *GOODS)
Account = tuple[int, ...]


def complete(state: State) -> None:
    """Assert that cards, rubies, tiles, assistants and demand tiles are all there, and goods within capacity."""
    bazaar, traders = state.bazaar, state.traders
    hands = [card for trader in traders for card in trader.hand]
    assert Counter([*hands, *state.pile, *state.discards]) == Counter(DECK)
    on_board = bazaar.wainwright, bazaar.palace, bazaar.small_mosque, bazaar.great_mosque, bazaar.dealer
    assert min(on_board) >= 0
    assert sum(on_board) + sum(trader.rubies for trader in traders) == RUBIES[len(traders)]
    for tile, stack in enumerate(bazaar.mosques):
        all_tiles = STACKS[len(traders)]
        taken = sum(tile in trader.tiles for trader in traders)
        assert (all_tiles[taken:], taken + len(stack)) == (stack, len(all_tiles))
    for trader in traders:
        assert trader.stack + len(trader.assistants) == 4 + (BLUE in trader.tiles)
        assert len(set(trader.assistants)) == len(trader.assistants)
        assert len(set(trader.tiles)) == len(trader.tiles)
        assert all(0 <= held <= 2 + trader.extensions for held in trader.goods)
        assert 0 <= trader.extensions <= 3
        assert trader.lira >= 0
        assert {trader.place, trader.family, *trader.assistants} <= set(range(1, 17))
    for place, market in ((10, bazaar.large), (11, bazaar.small)):
        assert sorted(market.tiles) == sorted(map(demand, DEMAND_ITEMS[place]))
    assert {bazaar.governor, bazaar.smuggler} <= set(range(2, 13))
    assert set(bazaar.neutrals) <= {*range(2, 13), 14, 15, 16}
    assert 0 <= bazaar.post <= 4


def accounts(state: State) -> list[Account]:
    """Return what each seat has of `COLUMNS`."""
    return [(trader.lira, trader.rubies, len(trader.hand), *trader.goods) for trader in state.traders]


def booked(before: list[Account], events: Iterable[Event]) -> list[Account]:
    """Return what each seat must have after events that everybody was told."""
    books: Counter[tuple[int, str]] = Counter()
    for event in events:
        if event.seen_by is None:
            _book(books, event.kind, event.data)
    return [
        tuple(had + books[seat, column] for had, column in zip(account, COLUMNS, strict=True))
        for seat, account in enumerate(before, 1)
    ]


CARDS_GONE = ("discarded", "stayed", "played_good", "played_lira", "played_family", "played_assist", "played_repeat")
CARDS_COME = ("drew", "took_discard")
GIVEN = ("filled", "bought_extra", "gained_good", "met_smuggler", "played_good")


def _book(books: Counter[tuple[int, str]], kind: str, data: dict) -> None:
    seat = data.get("seat", 0)
    books[seat, "cards"] += (kind in CARDS_COME) - (kind in CARDS_GONE) - (kind == "played_any_goods")
    books[seat, "cards"] -= kind == "moved" and data["card"] is not None
    books[seat, "rubies"] += kind == "ruby_gained"
    books[seat, "lira"] -= data.get("price", 0)
    if kind in GIVEN:
        books[seat, data["good"]] += data["gained"]
    elif kind in ("collected", "tea_paid", "sold", "played_lira"):
        books[seat, "lira"] += data["lira"]
    elif kind == "paid_merchants":
        books[seat, "lira"] -= data["lira"]
        for other in data["seats"]:
            books[other, "lira"] += data["each"]
    elif kind in ("caught", "played_family"):
        books[seat, "lira"] += CATCH_LIRA * (data["reward"] == "lira")
    elif kind == "gained_jewellery":
        books[seat, "jewellery"] += data["gained"]
    elif kind == "took_tile":
        books[seat, data["paid"]] -= 1
    elif kind == "paid_token":
        books[seat, "lira"] -= data["lira"]
        books[seat, data["good"]] -= data["good"] is not None
    for good, number in data.get("goods", {}).items():
        books[seat, good] += number if kind == "collected" else -number
