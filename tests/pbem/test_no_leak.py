"""Whole mails tell nothing that their reader may not know: dealt again behind his back, they stay the same."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engines import discover
from engines.api import Ask, Engine, State
from pbem.mail import compose
from pbem.mail.compose import Written
from pbem.service import post
from pbem.service.match import Match, load
from pbem.store.database import Unit
from tests.pbem.house import House
from tests.toy import ENGINE as TOY

ENGINES = {"toy": TOY, **discover()}
TABLES = [(name, players) for name, engine in ENGINES.items() for players in engine.seats]
NAMES = ("Ann", "Bob", "Cem", "Dia", "Eli")
GAMES = 5
LOOKS = 4
"""How many moments of a game are looked at, spread over it."""


class Undone(Exception):
    """Takes back what was only tried."""


def mails_after(house: House, state: State, orders: list[str], mover: int) -> dict[int, Written]:
    """Return what every seat would be mailed after the orders, played from the given state; nothing is kept.

    Nobody is mailed where something was revealed.
    """
    written: dict[int, Written] = {}

    def tried(unit: Unit) -> None:
        match = load(unit, house.office.engines, 1, house.now)
        match.state = state
        match.order(mover, orders)
        if any(entry.reveals for entry in match.added):
            # A standing answer has followed at once and shown something: from here on mails may differ.
            raise Undone
        match.save()
        for seat in match.seats:
            told = post.page(house.office, match, seat, "turn")
            written[seat] = compose.write(house.office.renderer, told)
        raise Undone

    try:
        with house.office.database.write() as unit:
            tried(unit)
    except Undone:
        pass
    return written


def quiet_orders(match: Match) -> list[tuple[int, str]]:
    """Return the orders open now that show nobody anything new."""
    engine, state = match.engine, match.state
    pending = engine.pending(state)
    quiet: list[tuple[int, str]] = []
    for seat in pending.seats if isinstance(pending, Ask) else ():
        for action in engine.legal(state, seat):
            step = engine.apply(state, seat, action)
            if not step.reveals and isinstance(engine.pending(step.state), Ask):
                quiet.append((seat, engine.format(action)))
    return quiet


def open_to(engine: Engine, state: State, seat: int) -> list[str]:
    """Return the texts of a seat's legal orders."""
    return [engine.format(action) for action in engine.legal(state, seat)]


def advance(house: House, orders: int) -> bool:
    """Play some orders as stand-ins would and store them; return False at the end of the game."""
    with house.office.database.write() as unit:
        match = load(unit, house.office.engines, 1, house.now)
        for _ in range(orders):
            if not (asked := match.asked()):
                return False
            action = match.engine.stand_in(match.state, asked[0], 2)
            match.order(asked[0], [match.engine.format(action)])
        match.save()
        match.save_seats()
    return not match.over


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_mail_stays_the_same_when_hidden_things_are_dealt_again(
    game: str, players: int, seed: int, tmp_path: Path
) -> None:
    """Text and HTML to a seat are equal over all that it cannot know, now and after any order that reveals nothing."""
    house = House(tmp_path, engines={game: ENGINES[game]})
    house.new_game(*NAMES[:players], engine=game, seed=f"{seed:064x}")
    rng = random.Random(seed)
    for _ in range(LOOKS):
        match = house.match()
        found = quiet_orders(match)
        quiet = [(1, ""), *rng.sample(found, min(2, len(found)))]
        for seat in match.seats:
            other = match.engine.resample(match.state, seat, rng)
            for mover, order in quiet:
                if order and order not in open_to(match.engine, other, mover):
                    continue
                orders = [order] if order else []
                one = mails_after(house, match.state, orders, mover).get(seat)
                assert one == mails_after(house, other, orders, mover).get(seat), (seat, order)
        if not advance(house, 17):
            break
