"""Random play: every game ends, and nothing is lost or made on the way."""

from __future__ import annotations

import random
from itertools import pairwise, product

import pytest

from engines.api import Ask, Over, Shuffle
from engines.silkroad import ENGINE
from engines.silkroad.names import COLOURS, GOODS
from engines.silkroad.state import State


def states(players: int, actions: str, seed: int) -> list[State]:
    """Return every state of a random game."""
    rng = random.Random(seed)
    state = ENGINE.setup(["Ann", "Bob", "Cem", "Dia", "Eli"][:players], {"actions": actions})
    found = [state]
    while not isinstance(pending := ENGINE.pending(state), Over):
        if isinstance(pending, Ask):
            seat = rng.choice(pending.seats)
            state = ENGINE.apply(state, seat, rng.choice(list(ENGINE.legal(state, seat)))).state
        else:
            assert isinstance(pending, Shuffle)
            items = list(pending.items)
            rng.shuffle(items)
            state = ENGINE.resolve(state, items).state
        found.append(state)
    return found


def cards_of(state: State, good: int) -> int:
    """Return how many cards of a good are in the game."""
    held = sum(one.hand[good] + one.display[good] for one in state.players)
    lying = (*state.pile, *state.discards, *state.open, *(given for _, given in state.given))
    return held + lying.count(good)


def jewels_of(state: State, colour: int) -> int:
    """Return how many jewels of a colour are in the game."""
    lying = (*state.bag, *(one for caravan in state.caravans for one in caravan.jewels))
    return sum(one.jewels[colour] for one in state.players) + lying.count(colour)


tables = pytest.mark.parametrize(("players", "actions"), list(product([2, 3, 4, 5], ["printed", "shuffled"])))


@tables
@pytest.mark.rule("SLK-002", "SLK-026")
def test_200_random_games_end_and_conserve_cards_camels_and_jewels(players: int, actions: str) -> None:
    """Every game ends; 14 cards a good and ten camels all the while; jewels only ever leave; at most 14 starts."""
    for seed in range(25):
        assert_conserved(states(players, actions, seed))


@tables
@pytest.mark.soak
def test_2000_random_games_end_and_conserve_cards_camels_and_jewels(players: int, actions: str) -> None:
    """As above, with ten times as many games."""
    for seed in range(1000, 1250):
        assert_conserved(states(players, actions, seed))


def assert_conserved(game: list[State]) -> None:
    """Assert for all states of a game that nothing is lost or made."""
    dealt = [state for state in game if state.phase not in ("camels", "tiles", "cameleers", "jewels", "cards")]
    jewels = [4] * len(COLOURS)
    for state in dealt:
        assert [cards_of(state, good) for good in range(len(GOODS))] == [14] * len(GOODS)
        camels = [*state.row, *(camel for caravan in state.caravans for camel in caravan.camels)]
        assert sorted(camels) == list(range(1, 11))
        now = [jewels_of(state, colour) for colour in range(len(COLOURS))]
        assert all(after <= before for after, before in zip(now, jewels, strict=True))
        jewels = now
        assert sum(one.colourless for one in state.players) <= 10

    bags = [len(state.bag) for state in dealt]
    assert bags[0] == 14
    assert sum(after < before for before, after in pairwise(bags)) <= 14
    assert dealt[-1].phase == "over"
