"""What a host does with a match: each act is one unit of work, stands in the audit, and the players are told of it."""

from __future__ import annotations

from collections.abc import Sequence

from engines import play
from engines.play import Line
from pbem.errors import Refused
from pbem.mail import compose, layout
from pbem.mail.compose import Notice
from pbem.service import commands, create, post
from pbem.service.acts import Request, begin, finish, show, write_down, wrong_state
from pbem.service.match import Match
from pbem.service.office import Office
from pbem.service.report import ENDED, find_seat
from pbem.store import games, mails
from pbem.store.database import Unit


def pause(request: Request) -> None:
    """Stop every deadline of a running match; orders are not taken until it goes on.

    Raises:
        Refused: where it does not run.
    """
    match = begin(request, "running")
    match.game = match.game._replace(state="paused")
    finish(request, match, "paused", _to_all(match, Notice("paused", {"reason": request.reason})))


def resume(request: Request) -> None:
    """Let a paused match go on: each deadline has what was left of it.

    Raises:
        Refused: where it is not paused.
    """
    match = begin(request, "paused")
    match.game = match.game._replace(state="running")
    for number, seat in match.seats.items():
        # A deadline that stands still because of a mail in quarantine waits for that mail, not for us.
        if seat.left is not None and not mails.quarantined(request.unit, request.game, number):
            due = request.now + seat.left
            match.change(number, due=due, alarm=due, left=None)
    finish(request, match, "resumed", _to_all(match, Notice("resumed", {"reason": request.reason})))


def cancel(request: Request) -> None:
    """Call a match off for good.

    Raises:
        Refused: where it has ended already.
    """
    notice = Notice("cancelled", {"reason": request.reason})
    if games.find_game(request.unit, request.game).state == "open":
        seats = [seat._replace(code="") for seat in games.seats(request.unit, request.game)]
        games.set_game(request.unit, request.game, state="cancelled", ended=request.now)
        games.save_seats(request.unit, seats)
        for seat in seats:
            post.to_person(request.office, request.unit, seat, [notice], request.now)
        write_down(request, "cancelled")
        return
    match = begin(request, "running", "paused")
    match.game = match.game._replace(state="cancelled", ended=request.now)
    for number in match.seats:
        match.change(number, asked=False, due=None, alarm=None, left=None, kept="[]")
    finish(request, match, "cancelled", _to_all(match, notice))


def deadline(request: Request, seconds: int, player: str = "") -> None:
    """Give everybody, now and for every later move, or one player, now, so many seconds.

    Raises:
        Refused: where the match has ended, the time is too short, or the player is not asked.
    """
    if seconds < create.SHORTEST_DEADLINE:
        raise Refused("A deadline of less than a minute cannot be kept by mail.", "Give a longer one.")
    game = games.find_game(request.unit, request.game)
    if player:
        _deadline_for_one(request, seconds, player)
        return
    if game.state in ENDED:
        raise wrong_state(request.game, game.state)
    games.set_game(request.unit, request.game, deadline=seconds)
    notice = Notice("deadline_for_all", {"span": span(seconds), "reason": request.reason})
    what = f"deadline {span(seconds)}"
    if game.state == "open":
        write_down(request, what)
        return
    match = begin(request, "running", "paused")
    asked = [number for number in match.asked() if match.seats[number].played_by_person]
    for number in asked:
        _give(match, number, seconds)
    show(request, notice)
    finish(request, match, what, {number: [] for number in asked})


def _deadline_for_one(request: Request, seconds: int, player: str) -> None:
    match = begin(request, "running", "paused")
    seat = find_seat(list(match.seats.values()), player)
    if not (seat.asked and seat.played_by_person):
        raise Refused(f"{seat.name} is not asked now.", "`pbem game show` tells whom the game waits for.")
    _give(match, seat.seat, seconds)
    facts = {"name": seat.name, "span": span(seconds), "reason": request.reason}
    show(request, Notice("deadline_for_one", facts))
    finish(request, match, f"deadline {span(seconds)} for {seat.name}", {seat.seat: []})


def policy(request: Request, wanted: str) -> None:
    """Change what happens when a deadline passes.

    Raises:
        Refused: for a policy that there is not, or where the match has ended.
    """
    if wanted not in create.POLICIES:
        raise Refused(f"There is no policy {wanted!r}.", f"Choose one of {', '.join(create.POLICIES)}.")
    state = games.find_game(request.unit, request.game).state
    if state in ENDED:
        raise wrong_state(request.game, state)
    games.set_game(request.unit, request.game, policy=wanted)
    show(request, Notice("policy_changed", {"policy": wanted, "reason": request.reason}))
    write_down(request, f"policy {wanted}")


def order(request: Request, player: str, text: str) -> tuple[Line, ...]:
    """Play orders for a seat, as its own mail would, and return what became of each line.

    Raises:
        Refused: where nothing could be played; then nothing is changed.
    """
    match = begin(request, "running", "paused")
    seat = find_seat(list(match.seats.values()), player)
    lines = [line.strip() for line in text.replace("\n", ";").split(";") if line.strip()]
    if not lines:
        raise Refused("There is no order in that.", "Write the orders as the player would, with ; between them.")
    match.drop_kept(seat.seat)
    played = match.order(seat.seat, lines, by="moderator")
    if not match.added:
        raise _in_words(request.office, match, played)
    match.advance()
    done = [line.text for line in played if line.result in ("done", "waits")]
    notice = Notice("ordered", {"name": seat.name, "orders": done, "reason": request.reason})
    if done:
        show(request, notice)
    finish(request, match, f"ordered for {seat.name}: {'; '.join(lines)}", {seat.seat: []} if done else {})
    return played


def _in_words(office: Office, match: Match, played: Sequence[Line]) -> Refused:
    text, why = next((line.text, line.why) for line in played if line.why is not None)
    nearest = f"Nearest to it: {'; '.join(why.nearest)}." if why.nearest else ""
    return Refused(f"{text}: {compose.reason(office.renderer, match.engine.name, why, match.names)}", nearest)


def reason_of(office: Office, unit: Unit, game: int, line: Line) -> str:
    """Return in words why a line of an order was not carried out; empty where it was."""
    if line.why is None:
        return ""
    names = {seat.seat: seat.name for seat in games.seats(unit, game)}
    return compose.reason(office.renderer, games.find_game(unit, game).engine, line.why, names)


def undo(request: Request) -> list[str]:
    """Take back the last order of a person, beyond a reveal too, and return what was taken back, newest first.

    Raises:
        Refused: where there is none, or the match has ended, since its seed is known then.
    """
    match = begin(request, "running", "paused")
    taken = [f"{match.names[seat]}: {text}" for seat, text in match.take_back()]
    if not taken:
        raise Refused("No player has given an order yet.", "There is nothing to take back.")
    match.advance()
    notice = Notice("undone", {"orders": taken, "reason": request.reason})
    finish(request, match, f"{play.UNDO}: {', '.join(taken)}", _to_all(match, notice))
    return taken


def press(request: Request, text: str, player: str = "") -> None:
    """Say something to all players of a match, or to one; it stands in their next mails.

    Raises:
        Refused: where nothing is said.
    """
    games.find_game(request.unit, request.game)
    said = layout.clean(text, commands.LONGEST_SAYING).strip()
    if not said:
        raise Refused("There is nothing in that text.", "Say something.")
    to = find_seat(games.seats(request.unit, request.game), player) if player else None
    games.add_press(request.unit, request.game, None, None if to is None else to.seat, said, request.now)
    write_down(request, "press" if to is None else f"press to {to.name}")


def span(seconds: int) -> str:
    """Return a length of time as people write it: 2d, 48h, 90m."""
    for unit, length in (("d", 86_400), ("h", 3_600), ("m", 60)):
        if seconds % length == 0 and (unit != "d" or seconds > 2 * length):
            return f"{seconds // length}{unit}"
    return f"{seconds}s"


def _give(match: Match, number: int, seconds: int) -> None:
    due = match.now + seconds
    match.change(number, due=due, alarm=due, left=None)


def _to_all(match: Match, notice: Notice) -> dict[int, list[Notice]]:
    return {number: [notice] for number in match.seats}
