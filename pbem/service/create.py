"""Makes matches and starts them once every seat is taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import orjson

from engines import play, words
from engines.api import Engine, Illegal
from engines.chance import Stream
from pbem.errors import Refused
from pbem.mail import compose, layout
from pbem.mail.address import mailbox, sendable
from pbem.mail.compose import Notice
from pbem.service import fairness, post
from pbem.service.match import Match, engine_of, labels
from pbem.service.office import Office
from pbem.store import games, people
from pbem.store.database import Unit
from pbem.store.records import SeatRow

POLICIES = ("wait", "remind", "stand-in")
SHORTEST_DEADLINE = 60
LONGEST_NAME = 24
LONGEST_PHRASE = 200
_SEED_OCTETS = 32
_CODE_OCTETS = 5


class Player(NamedTuple):
    """Somebody who is given a seat at once: the name at the table and the mail address."""

    name: str
    address: str


class Bot(NamedTuple):
    """A stand-in that plays from the start, at its level."""

    name: str
    level: int


class Plan(NamedTuple):
    """What a host asks for.

    Attributes:
        engine: the game's name.
        players: the people with their addresses, in seat order.
        bots: the stand-ins, which sit behind the players.
        seats: how many seats there are; 0 for as many as players and bots.
        seed: 64 hexadecimal digits, or empty for a new one.
        options: what the printed game lets the host choose.
        deadline: seconds for an answer.
        policy: wait, remind or stand-in.
    """

    engine: str
    players: Sequence[Player]
    bots: Sequence[Bot] = ()
    seats: int = 0
    seed: str = ""
    options: Mapping[str, str] = {}
    deadline: int = 48 * 3600
    policy: str = "remind"


def new_game(office: Office, unit: Unit, plan: Plan, now: int) -> int:
    """Make a match and return its number; it starts at once where every seat is taken.

    Raises:
        Refused: for a plan that the game, or the house, does not allow.
    """
    engine = engine_of(office.engines, plan.engine)
    count = plan.seats or len(plan.players) + len(plan.bots)
    _check(office, engine, plan, count)
    seed = bytes.fromhex(plan.seed) if plan.seed else office.token(_SEED_OCTETS)
    number = games.add_game(
        unit,
        {
            "engine": engine.name,
            "options": orjson.dumps(dict(plan.options)).decode(),
            "seat_count": count,
            "state": "open",
            "rules_version": engine.rules_version,
            "version": 0,
            "snapshot": b"",
            "last_entry": 0,
            "turns": 0,
            "seed": seed.hex(),
            "key": "",
            "counter": 0,
            "deadline": plan.deadline,
            "policy": plan.policy,
            "created": now,
            "standings": "[]",
        },
    )
    games.add_seats(unit, _seats(office, unit, number, plan, count, now))
    if count == len(plan.players) + len(plan.bots):
        start(office, unit, number, now)
    return number


def commitment(seed: str) -> str:
    """Return what is shown of a seed before the game."""
    return fairness.commitment(bytes.fromhex(seed))


def _check(office: Office, engine: Engine, plan: Plan, count: int) -> None:
    taken = len(plan.players) + len(plan.bots)
    if count < taken:
        raise Refused(f"{taken} players and bots do not fit into {count} seats.", "Give more --seats.")
    if count not in engine.seats:
        spread = f"{engine.seats[0]} to {engine.seats[-1]}"
        raise Refused(f"{engine.title} is played by {spread}, not by {count}.", "Give other players, bots or --seats.")
    if plan.policy not in POLICIES:
        raise Refused(f"There is no policy {plan.policy!r}.", f"Choose one of {', '.join(POLICIES)}.")
    if plan.deadline < SHORTEST_DEADLINE:
        raise Refused("A deadline of less than a minute cannot be kept by mail.", "Give a longer --deadline.")
    if plan.seed and not _is_seed(plan.seed):
        raise Refused("A seed has 64 hexadecimal digits.", "Leave --seed out for a seed nobody knows.")
    _check_names(plan)
    _check_addresses(office, plan)
    _check_options(office, engine, plan, count)


def _is_seed(text: str) -> bool:
    return len(text) == 2 * _SEED_OCTETS and all(digit in "0123456789abcdefABCDEF" for digit in text)


def _check_names(plan: Plan) -> None:
    names = [player.name for player in plan.players] + [bot.name for bot in plan.bots]
    for name in names:
        check_name(name)
    folded = [words.fold(name) for name in names]
    for name in names:
        if folded.count(words.fold(name)) > 1:
            raise Refused(f"Two players are called {name}.", "Give each a name of its own.")


def check_name(name: str) -> None:
    """Refuse a name that other players could not read in a line of the board.

    Raises:
        Refused: for an empty or overlong name, or one with control characters, or one that looks like an address.
    """
    if "@" in name:
        reason = f"{name!r} cannot be a player's name: everybody at the table would read that address."
        raise Refused(reason, 'Write --player "Ann <ann@example.org>".')
    if not name.strip() or len(name) > LONGEST_NAME or layout.clean(name) != name or "\n" in name:
        raise Refused(f"{name!r} cannot be a player's name.", f"Use 1 to {LONGEST_NAME} plain characters.")


def _check_addresses(office: Office, plan: Plan) -> None:
    boxes = [mailbox(player.address) for player in plan.players]
    for player, box in zip(plan.players, boxes, strict=True):
        check_address(office, player.address)
        if boxes.count(box) > 1:
            raise Refused(f"{player.address} would have two seats.", "Give each player an address of his own.")


def check_address(office: Office, address: str) -> None:
    """Refuse what cannot be a player's address.

    Raises:
        Refused: for a text that is no address, or the service's own.
    """
    if address.count("@") != 1 or " " in address:
        raise Refused(f"{address!r} is no mail address.", 'Write --player "Ann <ann@example.org>".')
    if office.addresses.owns(address):
        reason = f"{address} is the address of the service itself; its own mails would come back as orders."
        raise Refused(reason, "Give the player another address.")


def _check_options(office: Office, engine: Engine, plan: Plan, count: int) -> None:
    known = {option.name: option for option in engine.options}
    for name, value in plan.options.items():
        if name not in known:
            near = words.nearest(name, list(known), 1)
            remedy = f"Did you mean {near[0]}?" if near else f"{engine.title} has no options."
            raise Refused(f"{engine.title} has no option {name!r}.", remedy)
        if known[name].values and value not in known[name].values:
            values = ", ".join(known[name].values)
            raise Refused(f"{name} cannot be {value!r}.", f"Choose one of {values}.")
    try:
        engine.setup(labels(count), plan.options)
    except Illegal as illegal:
        raise Refused(compose.reason(office.renderer, engine.name, illegal.refusal)) from illegal


def _seats(office: Office, unit: Unit, game: int, plan: Plan, count: int, now: int) -> list[SeatRow]:
    people_ids = [ensure_person(unit, player.name, player.address, now) for player in plan.players]
    seats = [
        SeatRow(game, number, player.name, person)
        for number, (player, person) in enumerate(zip(plan.players, people_ids, strict=True), 1)
    ]
    for bot in plan.bots:
        seats.append(SeatRow(game, len(seats) + 1, bot.name, level=bot.level))
    while len(seats) < count:
        seats.append(SeatRow(game, len(seats) + 1, code=office.token(_CODE_OCTETS).hex()))
    return seats


def ensure_person(unit: Unit, name: str, address: str, now: int) -> int:
    """Return the person behind an address, adding one where it is new; the address counts as verified."""
    row = people.ensure_address(unit, sendable(address), mailbox(address))
    person = row.person_id if row.person_id is not None else people.add_person(unit, name, now)
    if people.find_person(unit, person).banned:
        raise Refused(f"{address} is banned.", "`pbem player show` tells more.")
    people.set_address(unit, row.id, person_id=person, verified=True)
    return person


def start(office: Office, unit: Unit, number: int, now: int) -> None:
    """Start a match whose seats are all taken: the first shuffles and rolls, and the first mails.

    Raises:
        Refused: where a seat is open, or the match has begun.
    """
    game = games.find_game(unit, number)
    seats = games.seats(unit, number)
    if game.state != "open":
        raise Refused(f"Game {number} has begun already.", "`pbem game show` tells how it stands.")
    if any(seat.open for seat in seats):
        raise Refused(f"Game {number} has open seats.", "`pbem game invite` makes invitations to them.")
    engine = engine_of(office.engines, game.engine)
    key = fairness.key(bytes.fromhex(game.seed), [seat.phrase for seat in seats])
    stream = Stream(key)
    started = play.start(engine, labels(len(seats)), orjson.loads(game.options), stream)
    games.set_game(unit, number, state="running", started=now, key=key.hex())
    match = _begun(unit, engine, number, started, stream, now)
    match.settle()
    match.advance()
    match.save()
    _announce(office, match)
    match.save_seats()


def _begun(unit: Unit, engine: Engine, number: int, started: play.Played, stream: Stream, now: int) -> Match:
    match = Match(unit, engine, games.find_game(unit, number), games.seats(unit, number), now)
    match.state = started.state
    match.added = list(started.entries)
    match.stream = stream
    return match


def _announce(office: Office, match: Match) -> None:
    phrases = [seat.phrase or "(none)" for seat in match.seats.values()]
    for number, seat in match.seats.items():
        if seat.played_by_person and post.wants_mail(match, number):
            facts = {"seat": number, "commitment": commitment(match.game.seed), "phrases": phrases}
            kind = "over" if match.over else "turn" if seat.asked else "start"
            told = post.page(office, match, number, kind, notices=[Notice("game_starts", facts)])
            post.to_seat(office, match, told)
