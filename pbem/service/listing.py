"""A player's games, as `list` shows them."""

from __future__ import annotations

from pbem.service.create import commitment
from pbem.service.office import Office
from pbem.store import games
from pbem.store.database import Unit


def games_of(office: Office, unit: Unit, person: int) -> list[dict[str, object]]:
    """Return the games in which a person has a seat, newest first, each with the address to write to."""
    rows: list[dict[str, object]] = []
    for seat in games.seats_of_person(unit, person):
        game = games.find_game(unit, seat.game_id)
        engine = office.engines.get(game.engine)
        rows.append(
            {
                "game": game.id,
                "title": game.engine if engine is None else engine.title,
                "state": game.state,
                "asked": bool(seat.asked),
                "commitment": commitment(game.seed),
                "address": office.addresses.reply(game.id, seat.seat, seat.phase),
            }
        )
    return rows
