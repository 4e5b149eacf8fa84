"""Who is mailed after something happened: those newly asked, those no longer asked, and all at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.mail.compose import Notice
from pbem.service import post
from pbem.service.match import Match
from pbem.service.office import Office

_NOBODY: Mapping[int, Sequence[Notice]] = {}


def tell(
    office: Office,
    match: Match,
    *,
    answered: Sequence[int] = (),
    also: Mapping[int, Sequence[Notice]] = _NOBODY,
    all_notices: Sequence[Notice] = (),
) -> None:
    """Mail every seat that must hear of what happened; the match must have been saved.

    Args:
        office: the service's tools.
        match: the match after the orders.
        answered: seats that are told by an answer of their own.
        also: further seats to be told, with what the service says to them.
        all_notices: what the service says to everybody that is mailed.
    """
    withdrawn, asked = match.withdrawn(), match.newly_asked()
    for number, seat in match.seats.items():
        if number in answered or not (seat.played_by_person and post.wants_mail(match, number)):
            continue
        notices = [*also.get(number, ()), *all_notices]
        if match.game.state == "over":
            told = post.page(office, match, number, "over", notices=[*notices, over(match)])
        elif number in asked:
            told = post.page(office, match, number, "turn", notices=notices)
        elif number in withdrawn and number not in also:
            told = post.page(office, match, number, "withdrawn", notices=[*notices, Notice("withdrawn")])
        elif notices or number in also:
            told = post.page(office, match, number, "note", notices=notices)
        else:
            continue
        post.to_seat(office, match, told)


def over(match: Match) -> Notice:
    """Return what everybody is told at the end: the seed of the dice."""
    return Notice("game_over", {"seed": match.game.seed})
