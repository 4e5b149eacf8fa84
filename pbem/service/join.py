"""How people come to a seat: invitations, first contact, the confirming mail, and its answer."""

from __future__ import annotations

import orjson

from engines import words
from pbem.errors import Refused, present
from pbem.mail import layout
from pbem.mail.address import mailbox, sendable
from pbem.mail.compose import Notice, Page
from pbem.service import alarm, create, limits, post
from pbem.service.match import engine_of
from pbem.service.office import Office
from pbem.store import games, mails, people
from pbem.store.database import Unit
from pbem.store.records import AddressRow, GameRow, HoldRow, SeatRow

DAY = 86_400
JOIN = "join"
INVITATION = "invitation"
UNKNOWN_CODE = "join_unknown_code"
_LONGEST_NUMBER = 9


def invite(office: Office, unit: Unit, number: int, address: str, now: int) -> SeatRow:
    """Invite somebody to an open seat by mail; he takes it with "accept".

    Raises:
        Refused: where the match has no open seat, or the address is our own, banned or already at the table.
    """
    game, seats = games.find_game(unit, number), games.seats(unit, number)
    seat = _open_seat(game, seats)
    if office.addresses.owns(address):
        raise Refused(f"{address} is the address of the service itself.", "Invite another address.")
    row = people.ensure_address(unit, sendable(address), mailbox(address))
    if _is_banned(unit, row):
        raise Refused(f"{address} is banned.", "`pbem player ban --lift` lets him again.")
    if row.person_id is not None and any(seat.person_id == row.person_id for seat in seats):
        raise Refused(f"{address} has a seat in game {number} already.", "Invite another address.")
    hold = mails.add_hold(
        unit, kind=INVITATION, address_id=row.id, game_id=number, seat=seat.seat, details="{}", made=now
    )
    others = [seat.name for seat in seats if not seat.open]
    facts = {"others": others, "commitment": create.commitment(game.seed)}
    _ask(office, unit, row, game, hold, Notice("invited", facts), now)
    return seat


def _open_seat(game: GameRow, seats: list[SeatRow]) -> SeatRow:
    seat = next((seat for seat in seats if seat.open), None)
    if game.state != "open" or seat is None:
        raise Refused(f"Game {game.id} has no open seat.", "`pbem game new --seats` makes a game with open seats.")
    return seat


def _ask(office: Office, unit: Unit, row: AddressRow, game: GameRow, hold: int, notice: Notice, now: int) -> None:
    title = engine_of(office.engines, game.engine).title
    facts = {"title": title, "game": game.id, **notice.facts}
    told = alarm.note(office, [Notice(notice.key, facts)], kind="confirm")
    post.send(office, unit, told, row, now=now, reply_to=office.addresses.confirm(hold), hold=hold, urgent=True)


def ask_to_join(
    office: Office, unit: Unit, sender: str, name: str, code: str, phrase: str, now: int, inbox: int
) -> str:
    """Answer a first mail that asks for a seat with one confirming mail a day; return the name of what was done.

    Nothing exists for the sender until he has answered it; a wrong code is met with silence, so that none is guessed.
    """
    seat = games.seat_by_code(unit, code.casefold()) or _free_seat(office, unit, code)
    if seat is None:
        return UNKNOWN_CODE
    row = people.ensure_address(unit, sendable(sender), mailbox(sender))
    if _is_banned(unit, row):
        return "join_banned"
    if now - row.confirmed_on < DAY:
        return "join_asked_today"
    if not limits.may_answer(office, unit, limits.of(row.id, row.address), now):
        return "answer_withheld"
    people.set_address(unit, row.id, confirmed_on=now)
    details = orjson.dumps({"name": name, "phrase": phrase}).decode()
    hold = mails.add_hold(
        unit,
        kind=JOIN,
        address_id=row.id,
        inbox_id=inbox,
        game_id=seat.game_id,
        seat=seat.seat,
        details=details,
        made=now,
    )
    _ask(office, unit, row, games.find_game(unit, seat.game_id), hold, Notice("confirm_join"), now)
    return "join_asked"


def _free_seat(office: Office, unit: Unit, number: str) -> SeatRow | None:
    """Return an open seat of the match of this number, where the host lets strangers in."""
    if not office.config.signup.open or not number.isdecimal() or len(number) > _LONGEST_NUMBER:
        return None
    waiting = [game.id for game in games.all_games(unit, "open") if game.id == int(number)]
    return next((seat for game in waiting for seat in games.seats(unit, game) if seat.open), None)


def _is_banned(unit: Unit, address: AddressRow) -> bool:
    return address.person_id is not None and people.find_person(unit, address.person_id).banned


def take_seat(office: Office, unit: Unit, hold: HoldRow, name: str, phrase: str, now: int, in_reply_to: str) -> None:
    """Give the seat to whoever has confirmed his address; the match starts with its last seat taken."""
    address = people.find_address(unit, hold.address_id)
    number = present(hold.game_id)
    game, seats = games.find_game(unit, number), games.seats(unit, number)
    seat = None if _is_banned(unit, address) else _seat_for(hold, game, seats, address)
    if seat is None:
        mails.close_hold(unit, hold.id, "late")
        told = alarm.note(office, [Notice("seat_gone")])
        post.send(office, unit, told, address, now=now, reply_to=office.addresses.join, in_reply_to=in_reply_to)
        return
    mails.close_hold(unit, hold.id, "accepted")
    details = orjson.loads(hold.details)
    person = create.ensure_person(unit, _name(name, address.address, []), address.address, now)
    # Whoever takes a seat wants to hear of it.
    people.set_person(unit, person, mails=True)
    seated = seat._replace(
        name=_name(name or details.get("name", ""), address.address, [other.name for other in seats]),
        person_id=person,
        code="",
        phrase=layout.clean(phrase or details.get("phrase", ""), create.LONGEST_PHRASE).strip(),
    )
    games.save_seats(unit, [seated])
    _welcome(office, unit, game, seated, sum(other.open for other in seats) - 1, now, in_reply_to)
    if sum(other.open for other in seats) == 1:
        create.start(office, unit, game.id, now)


def _seat_for(hold: HoldRow, game: GameRow, seats: list[SeatRow], address: AddressRow) -> SeatRow | None:
    taken = address.person_id is not None and any(seat.person_id == address.person_id for seat in seats)
    if game.state != "open" or taken:
        return None
    wished = next((seat for seat in seats if seat.seat == hold.seat and seat.open), None)
    return wished or next((seat for seat in seats if seat.open), None)


def _name(wished: str, address: str, taken: list[str]) -> str:
    """Return a name for the table: the wished one, else that of the mailbox; numbered where somebody has it.

    Many mail programs put the address where the name should be; the others at the table shall not read it.
    """
    told = " ".join(word for word in layout.clean(wished).split() if "@" not in word)
    plain = told[: create.LONGEST_NAME - 3].strip()
    base = plain or address.partition("@")[0][: create.LONGEST_NAME - 3].capitalize()
    names = [base, *(f"{base} {number}" for number in range(2, 100))]
    folded = [words.fold(name) for name in taken]
    return next(name for name in names if words.fold(name) not in folded)


def _welcome(
    office: Office, unit: Unit, game: GameRow, seat: SeatRow, still_open: int, now: int, in_reply_to: str
) -> None:
    engine = engine_of(office.engines, game.engine)
    facts = {"seat": seat.seat, "name": seat.name, "title": engine.title, "game": game.id, "open": still_open}
    told = Page(
        kind="note",
        engine=engine.name,
        title=engine.title,
        game=game.id,
        move=0,
        names={seat.seat: seat.name},
        you=seat.seat,
        notices=[Notice("seated", facts)],
    )
    address = people.addresses_of(unit, present(seat.person_id))[0]
    reply_to = office.addresses.reply(game.id, seat.seat, seat.phase)
    post.send(office, unit, told, address, now=now, reply_to=reply_to, seat=seat, in_reply_to=in_reply_to)


def decline(office: Office, unit: Unit, hold: HoldRow, now: int, in_reply_to: str) -> None:
    """Leave the seat to somebody else."""
    mails.close_hold(unit, hold.id, "declined")
    address = people.find_address(unit, hold.address_id)
    told = alarm.note(office, [Notice("declined")])
    post.send(office, unit, told, address, now=now, reply_to=office.addresses.join, in_reply_to=in_reply_to)


def ask_again(office: Office, unit: Unit, hold: HoldRow, now: int, in_reply_to: str) -> None:
    """Answer a mail that neither accepts nor declines."""
    address = people.find_address(unit, hold.address_id)
    told = alarm.note(office, [Notice("accept_or_decline")])
    reply_to = office.addresses.confirm(hold.id)
    if limits.may_answer(office, unit, limits.of(address.id, address.address), now, idle=True):
        post.send(office, unit, told, address, now=now, reply_to=reply_to, in_reply_to=in_reply_to, hold=hold.id)
