"""Mails that the host must look at: shown, let through once the cause is mended, or given up."""

from __future__ import annotations

from typing import Any

from pbem.errors import NotFound, Refused, present
from pbem.mail import layout
from pbem.mail.compose import Notice
from pbem.service import post, process, report
from pbem.service.office import Office
from pbem.store import games, mails, people
from pbem.store.database import Unit
from pbem.store.records import DeadRow, InboxRow, SeatRow

_KEPT = process.KEPT
WAITING = (_KEPT, "held")
_SHOWN = 20_000


def waiting(unit: Unit, *states: str) -> list[dict[str, Any]]:
    """Return the mails in these states in short; by default those that wait for somebody's word."""
    return [_told(row) for state in states or WAITING for row in mails.mails_in(unit, state)]


def one(unit: Unit, mail: int) -> dict[str, Any]:
    """Return a mail with its text as it came in, harmless to a terminal.

    Raises:
        NotFound: where there is none of this number.
    """
    row = mails.find_mail(unit, mail)
    text = layout.clean(row.raw.decode("utf-8", "replace").replace("\r\n", "\n"), _SHOWN)
    return {**_told(row), "error": row.error, "recipient": row.recipient, "octets": len(row.raw), "text": text}


def replay(office: Office, unit: Unit, mail: int, now: int) -> str:
    """Process a mail of the quarantine once more, and return what is wrong with it still, or nothing.

    Raises:
        Refused: where it is not in quarantine.
    """
    row = _kept(unit, mail)
    seat = _seat(unit, row)
    process.handle(office, unit, row, now)
    again = mails.find_mail(unit, mail)
    if again.state == _KEPT:
        return again.error.strip().rpartition("\n")[2]
    _let_the_clock_run(unit, seat, now)
    return ""


def drop(office: Office, unit: Unit, mail: int, now: int) -> None:
    """Give a mail up; its player, where he is known, is told, and his deadline goes on.

    Raises:
        Refused: where it is not in quarantine.
    """
    row = _kept(unit, mail)
    mails.mark(unit, mail, "dropped", row.rule, row.game_id, row.seat, row.error)
    seat = _seat(unit, row)
    _let_the_clock_run(unit, seat, now)
    if seat is not None:
        post.to_person(office, unit, seat, [Notice("given_up")], now)


def raw(unit: Unit, mail: int) -> bytes:
    """Return a mail's bytes as they came in.

    Raises:
        NotFound: where there is none of this number.
        Refused: where it has served its time and was emptied.
    """
    row = mails.find_mail(unit, mail)
    if not row.raw:
        raise Refused(f"The bytes of mail {mail} are kept no longer.", "[retention] days says for how long they are.")
    return row.raw


def letters(unit: Unit) -> list[dict[str, Any]]:
    """Return the mails of ours that were given up, in short; no address is in it."""
    return [_letter(unit, row) for row in mails.dead(unit)]


def retry(unit: Unit, letter: int, now: int) -> None:
    """Let a mail of ours that was given up be sent again.

    Raises:
        NotFound: where there is none of this number.
    """
    if not mails.revive(unit, letter, now):
        raise NotFound(f"There is no letter {letter} that was given up.", "`pbem mail list --dead` shows them.")


def _letter(unit: Unit, row: DeadRow) -> dict[str, Any]:
    name = "" if row.person_id is None else people.find_person(unit, row.person_id).name
    return {
        "letter": row.id,
        "to": name,
        "player": row.person_id,
        "kind": row.kind,
        "game": row.game_id,
        "seat": row.seat,
        "made": report.stamp(row.made),
        "attempts": row.attempts,
        "reason": row.error,
    }


def _kept(unit: Unit, mail: int) -> InboxRow:
    row = mails.find_mail(unit, mail)
    if row.state != _KEPT:
        raise Refused(f"Mail {mail} is not in quarantine: it is {row.state}.", "`pbem mail list` shows those that are.")
    return row


def _seat(unit: Unit, row: InboxRow) -> SeatRow | None:
    if row.game_id is None or row.seat is None:
        return None
    return games.find_seat(unit, row.game_id, row.seat)


def _let_the_clock_run(unit: Unit, seat: SeatRow | None, now: int) -> None:
    """Let a deadline go on that stood still for the mail, unless the player has moved or another mail holds it."""
    if seat is None or games.find_game(unit, seat.game_id).state != "running":
        return
    newest = present(games.find_seat(unit, seat.game_id, seat.seat))
    if newest.asked and newest.left is not None and not mails.quarantined(unit, seat.game_id, seat.seat):
        due = now + newest.left
        games.save_seats(unit, [newest._replace(due=due, alarm=due, left=None)])


def _told(row: InboxRow) -> dict[str, Any]:
    return {
        "mail": row.id,
        "state": row.state,
        "rule": row.rule,
        "game": row.game_id,
        "seat": row.seat,
        "arrived": report.stamp(row.arrived),
        "source": row.source,
        "reason": row.error.strip().rpartition("\n")[2],
    }
