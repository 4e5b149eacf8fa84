"""Mail for a match that has not begun: the rules are explained, everything else waits for the last seat."""

from __future__ import annotations

from pbem.errors import present
from pbem.mail.commands import Grammar
from pbem.mail.compose import Notice, Page, Section
from pbem.mail.gate import Verdict
from pbem.mail.letter import Letter
from pbem.service import limits, post
from pbem.service.desk import answered, form_of
from pbem.service.knowledge import Knowledge
from pbem.service.match import engine_of
from pbem.service.office import Office
from pbem.store import games, people
from pbem.store.database import Unit


def answer_early(office: Office, unit: Unit, read: Letter, verdict: Verdict, known: Knowledge, now: int) -> str:
    """Answer a seated player whose match waits for others; return the rule for the log."""
    game = games.find_game(unit, present(verdict.game))
    engine, seats = engine_of(office.engines, game.engine), known.seats(game.id)
    seat = next(row for row in seats if row.seat == verdict.seat)
    topics = office.renderer.topics(engine.name)
    grammar = Grammar(engine.orders, known=frozenset(topics))
    asked = [
        item.rest
        for item in form_of(office, unit, read, grammar, answered(known, read, game.id, seat.seat)).of("command")
    ]
    wanted = [topic for topic in topics if any(not rest or topic == rest for rest in asked)]
    told = Page(
        kind="answer",
        engine=engine.name,
        title=engine.title,
        game=game.id,
        move=0,
        names={row.seat: row.name for row in seats if not row.open},
        you=seat.seat,
        notices=[Notice("not_started", {"open": sum(row.open for row in seats)})],
        sections=[Section(f"rules {topic}", office.renderer.say(engine.name, "rules", topic)) for topic in wanted],
    )
    address = people.addresses_of(unit, present(seat.person_id))[0]
    if not limits.may_answer(office, unit, limits.of(address.id, address.address), now, idle=True):
        return "answer_withheld"
    reply_to = office.addresses.reply(game.id, seat.seat, seat.phase)
    post.send(office, unit, told, address, now=now, reply_to=reply_to, seat=seat, in_reply_to=read.message_id)
    return "not_started"
