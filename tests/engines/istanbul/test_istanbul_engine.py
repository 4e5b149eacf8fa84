"""What holds in every state: orders, records, views and stand-ins."""

from __future__ import annotations

import json
import random
from collections import Counter
from functools import cache
from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.api import Ask, Illegal, Over, Shuffle
from engines.istanbul import ENGINE
from engines.istanbul.order import Order
from engines.istanbul.state import State
from engines.istanbul.terms import CARDS, DECK
from engines.istanbul.wording import ORDERS
from tests.engines.istanbul.istanbul_table import NAMES, Table

RUBIES = {2: 21, 3: 25, 4: 31, 5: 32}
LEVELS = (0, 1, 2)


def every_order() -> list[Order]:
    """Return every order that there is in any state."""
    places = [
        Order(kind, place) for kind in ("move", "move34", "assist", "yellow", "fetch", "send") for place in range(1, 17)
    ]
    goods = ("good", "extra", "gain", "add", "smuggler", "pay_good", "tile")
    found = places + [Order(kind, good) for kind in goods for good in range(4)]
    found += [Order("announce", number) for number in range(1, 15)] + [Order("turn", face) for face in range(1, 7)]
    found += [Order(kind, word=card) for kind in ("discard", "take") for card in CARDS]
    found += [Order("catch", seat, reward) for seat in range(1, 6) for reward in ("lira", "card")]
    found += [Order("family", word=reward) for reward in ("lira", "card")]
    plain = (
        "leave pick_up pay skip end done extend buy_ruby fill collect draw roll roll_again return_all governor "
        "lira5 stay post2 gem2 anygoods"
    )
    found += [Order(kind) for kind in plain.split()]
    free = [choice for number in range(3) for choice in combinations_with_replacement(range(4), number)]
    return found + [Order(kind, goods=choice) for kind in ("deliver", "sultan2") for choice in free]


@cache
def game(players: int, seed: int = 1, plies: int = 700) -> tuple[State, ...]:
    """Return the asked states of a game on a random board, played mostly by greedy seats and partly at random."""
    rng = random.Random(seed * 10 + players)
    state = ENGINE.setup(NAMES[:players], {"layout": "random"})
    asked: list[State] = []
    while len(asked) < plies:
        pending = ENGINE.pending(state)
        if isinstance(pending, Over):
            break
        if isinstance(pending, Ask):
            asked.append(state)
            orders = ENGINE.legal(state, pending.seats[0])
            wild = rng.random() < 0.3
            order = rng.choice(orders) if wild else ENGINE.stand_in(state, pending.seats[0], 2)
            state = ENGINE.apply(state, pending.seats[0], order).state
        elif isinstance(pending, Shuffle):
            state = ENGINE.resolve(state, rng.sample(pending.items, len(pending.items))).state
        else:
            state = ENGINE.resolve(state, [rng.randint(1, pending.sides) for _ in range(pending.dice)]).state
    return (*asked, state)


def applicable(state: State, order: Order) -> bool:
    """Tell whether an order is carried out."""
    try:
        ENGINE.apply(state, state.turn.seat, order)
    except Illegal:
        return False
    return True


@pytest.mark.parametrize("players", RUBIES)
def test_the_legal_orders_are_those_that_can_be_carried_out(players: int) -> None:
    """Of all orders there are, `apply` accepts exactly those that `legal` lists, each once."""
    for state in game(players)[:-1:5]:
        legal = ENGINE.legal(state, state.turn.seat)

        assert {order for order in every_order() if applicable(state, order)} == set(legal)
        assert len(set(legal)) == len(legal) <= 60


@pytest.mark.rule("IST-348", "IST-502")
@pytest.mark.parametrize("players", RUBIES)
def test_cards_and_rubies_are_never_lost(players: int) -> None:
    """26 cards by kind in hands and piles; 21, 25, 31 or 32 rubies on the board and the wheelbarrows."""
    for state in game(players):
        table = Table(players)
        table.state = state
        on_board = sum(place["rubies"] or 0 for place in table.view()["places"].values())
        held = sum(trader.rubies for trader in state.traders)

        assert Counter(table.cards()) == Counter(DECK)
        assert on_board + held == RUBIES[players]


@pytest.mark.parametrize("players", RUBIES)
def test_a_state_comes_back_from_json(players: int) -> None:
    """Dump and load are a pair at every ply."""
    for state in game(players):
        data = json.loads(json.dumps(ENGINE.dump(state)))

        assert ENGINE.load(data) == state
        assert (data["schema"], data["rules_version"]) == (1, 1)


def test_a_state_of_another_schema_is_not_loaded() -> None:
    """Nothing is guessed from unknown data."""
    with pytest.raises(ValueError, match="schema"):
        ENGINE.load({**ENGINE.dump(Table().state), "schema": 99})


@pytest.mark.parametrize("players", RUBIES)
def test_no_view_names_what_its_seat_may_not_know(players: int) -> None:
    """Hands are counted, the own one is named; the onlooker sees none."""
    for state in game(players)[::25]:
        for seat in (None, *range(1, players + 1)):
            view = ENGINE.view(state, seat)
            assert json.loads(json.dumps(view)) == view
            assert view["hand"] == (None if seat is None else list(state.traders[seat - 1].hand))
            assert [row["cards"] for row in view["seats"]] == [len(trader.hand) for trader in state.traders]


@pytest.mark.parametrize("players", RUBIES)
def test_a_new_deal_of_the_hidden_cards_changes_nothing_for_the_seat(players: int) -> None:
    """View, orders and what is shown of an order that reveals nothing are equal, for the mover and for others."""
    rng = random.Random(7)
    for state in game(players)[:-1:40]:
        mover = state.turn.seat
        for seat in range(1, players + 1):
            other = ENGINE.resample(state, seat, rng)
            assert ENGINE.view(other, seat) == ENGINE.view(state, seat)
            assert ENGINE.legal(other, seat) == ENGINE.legal(state, seat)
            for order in set(ENGINE.legal(state, mover)) & set(ENGINE.legal(other, mover)):
                one, two = ENGINE.apply(state, mover, order), ENGINE.apply(other, mover, order)
                assert one.reveals == two.reveals
                if not one.reveals:
                    assert [e for e in one.events if e.seen_by is None] == [e for e in two.events if e.seen_by is None]


def test_a_new_deal_really_deals() -> None:
    """Another seat's hand, the pile and the unseen tiles change; the own hand, the discards and the seen tile stay."""
    table = Table().trader("Ann", hand="good stay").trader("Bob", hand="gem2 post2 assist").discards("lira5", "family")
    dealt = [ENGINE.resample(table.state, 1, random.Random(seed)) for seed in range(20)]

    assert len({state.traders[1].hand for state in dealt}) > 5
    assert len({state.bazaar.large.tiles for state in dealt}) > 5
    assert {state.traders[0].hand for state in dealt} == {("good", "stay")}
    assert {state.discards for state in dealt} == {("lira5", "family")}
    assert {state.bazaar.small.tiles[0] for state in dealt} == {table.state.bazaar.small.tiles[0]}
    for state in dealt:
        table.state = state
        assert Counter(table.cards()) == Counter(DECK)


def test_seats_that_do_not_exist_are_refused() -> None:
    """With the number of seats there are."""
    state = Table(3).state
    for call in (ENGINE.view, ENGINE.legal):
        for seat in (0, 4, -1):
            with pytest.raises(Illegal) as refused:
                call(state, seat)
            assert refused.value.refusal[:3] == ("no_such_seat", "no_such_seat", {"seat": seat, "seats": 3})


def test_a_finished_game_takes_no_more_orders() -> None:
    """After the last turn every order is refused."""
    table = Table(2).trader("Ann", rubies=6).turn("Bob").do("move 2; leave; fill; end")

    assert isinstance(table.pending, Over)
    assert table.choices() == []
    for seat in (1, 2):
        with pytest.raises(Illegal) as refused:
            ENGINE.parse(table.state, seat, "move 5")
        assert (refused.value.code, refused.value.reason) == ("not_your_turn", "game_over")
        with pytest.raises(Illegal):
            ENGINE.stand_in(table.state, seat, 0)


def duel(levels: tuple[int, ...], seed: int) -> tuple[int, ...]:
    """Return the ranks of stand-ins of these levels after a game."""
    rng = random.Random(seed)
    state = ENGINE.setup(NAMES[: len(levels)], {"layout": "random"})
    for _ in range(20_000):
        pending = ENGINE.pending(state)
        if isinstance(pending, Over):
            return tuple(row.rank for row in sorted(pending.standings))
        if isinstance(pending, Ask):
            seat = pending.seats[0]
            state = ENGINE.apply(state, seat, ENGINE.stand_in(state, seat, levels[seat - 1])).state
        elif isinstance(pending, Shuffle):
            state = ENGINE.resolve(state, rng.sample(pending.items, len(pending.items))).state
        else:
            state = ENGINE.resolve(state, [rng.randint(1, pending.sides) for _ in range(pending.dice)]).state
    raise AssertionError("the game does not end")


def test_the_greedy_stand_in_beats_the_hashed_one() -> None:
    """Ten games, the seats alternating."""
    ranks = [duel((2, 1), seed)[0] for seed in range(5)] + [duel((1, 2), seed)[1] for seed in range(5)]

    assert ranks == [1] * 10


@pytest.mark.parametrize("players", RUBIES)
def test_stand_ins_choose_legal_orders(players: int) -> None:
    """At every level, in every state of a wild game; and twice the same."""
    for state in game(players, seed=2)[:-1]:
        seat = state.turn.seat
        for level in LEVELS:
            choice = ENGINE.stand_in(state, seat, level)
            assert choice in ENGINE.legal(state, seat)
            assert choice == ENGINE.stand_in(state, seat, level)


def test_the_mildest_stand_in_moves_and_ends_its_turn() -> None:
    """It gives nothing away: no payment, no assistant left."""
    table = Table().trader("Ann", lira=9, hand="good").trader("Bob", at=2)
    orders = []
    while table.mover == "Ann":
        order = ENGINE.format(ENGINE.stand_in(table.state, 1, 0))
        orders.append(order)
        table.do(order)

    assert orders == ["move 1", "end"]
    assert (table["Ann"].lira, table["Ann"].stack, table["Ann"].hand) == (9, 4, ("good",))


words = st.sampled_from(
    [row.verb for row in ORDERS]
    + [
        "lira",
        "card",
        "red",
        "blue",
        "jewellery",
        "fruit",
        "all",
        "none",
        "2",
        "3",
        "13",
        "1",
        "0",
        "to",
        "4",
        "tea",
        "house",
        "market",
        "bob",
        "green",
        "pay",
        "discard",
        "extra",
        "again",
        "move3",
        "5",
    ]
)


@given(st.lists(words, min_size=1, max_size=6), st.integers(0, 10_000))
def test_no_line_breaks_the_reading(line: list[str], at: int) -> None:
    """A line is read, and then its first step can be carried out, or it is refused with legal orders beside it."""
    states = game(3)[:-1]
    state = states[at % len(states)]
    seat = state.turn.seat
    refusal, steps = None, ()
    try:
        steps = ENGINE.parse(state, seat, " ".join(line))
    except Illegal as illegal:
        refusal = illegal.refusal
    if refusal is None:
        assert ENGINE.apply(state, seat, steps[0]).state != state
    else:
        assert set(refusal.nearest) <= {ENGINE.format(order) for order in ENGINE.legal(state, seat)}
        assert json.dumps(refusal.facts)
