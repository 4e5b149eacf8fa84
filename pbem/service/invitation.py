"""The text of an invitation for any chat: the friend writes first, so that our answer is expected and no spam."""

from __future__ import annotations

from urllib.parse import quote

from pbem.errors import Refused
from pbem.mail.render import COMMON
from pbem.service.create import commitment
from pbem.service.match import engine_of
from pbem.service.office import Office
from pbem.store import games
from pbem.store.database import Unit


def text(office: Office, unit: Unit, number: int) -> str:
    """Return a text with a link for each open seat of a match; each works once.

    Raises:
        Refused: where no seat is open.
    """
    game, seats = games.find_game(unit, number), games.seats(unit, number)
    free = [seat for seat in seats if seat.open]
    if game.state != "open" or not free:
        raise Refused(f"Game {number} has no open seat.", "`pbem game new --seats` makes a game with open seats.")
    facts = {
        "title": engine_of(office.engines, game.engine).title,
        "game": number,
        "others": [seat.name for seat in seats if not seat.open],
        "commitment": commitment(game.seed),
        "address": office.addresses.join,
        "seats": [{"code": seat.code, "link": _link(office.addresses.join, seat.code)} for seat in free],
    }
    return office.renderer.say(COMMON, "invitation", "for_chat", facts)


def _link(address: str, code: str) -> str:
    words = quote(f"join {code}")
    return f"mailto:{quote(address, safe='@+')}?subject={words}&body={words}"
