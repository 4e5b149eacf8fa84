"""Every mail of whole games with as many as can play: how it is built, and that it tells nobody another's address."""

from __future__ import annotations

import email
import email.policy
from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from email.utils import parsedate_to_datetime
from pathlib import Path

import pytest

from engines import discover
from pbem.mail.compose import LARGEST_HTML
from pbem.mail.layout import WIDTH, width
from pbem.service.create import Plan, Player, new_game
from pbem.transport.base import Parcel
from tests.pbem.house import SEED, House, address, html_of, text_of

NAMES = ("東京都庁山田太郎さん", "Ünal Çağlar-Öztürk", "김철수 이영희", 'Zoë <b>& "x"', "O'Neill-Maximilian")
MAILBOXES = ("ann", "bob", "cem", "dia", "eli")
WORDS = "你好世界我们玩游戏吧一起去市场 " * 8 + "https://example.com/" + "y" * 90 + " …ß" * 30
ASKED = ("help", "rules", "history", "list", "board", "set")


def sent(game: str, folder: Path) -> list[Parcel]:
    """Play a whole game with much said between the orders, everything asked at its end, and return its mails."""
    house = House(folder, engines=discover())
    seats = house.office.engines[game].seats[-1]
    people = [Player(NAMES[seat], address(MAILBOXES[seat])) for seat in range(seats)]
    with house.office.database.write() as unit:
        new_game(house.office, unit, Plan(engine=game, players=people, seed=SEED), house.now)
    house.app.tick()
    house.reply("bob", "set ascii on\nset zone Asia/Tokyo")
    house.reply("cem", "set threads off")
    turn = 0
    while asked := house.match().asked():
        turn += 1
        play(house, turn, asked[0])
    for box in MAILBOXES[:seats]:
        house.reply(box, "\n".join(ASKED))
    return house.sink.sent


def play(house: House, turn: int, seat: int) -> None:
    """Let a seat play as a stand-in would; now and then its player says something, or errs."""
    match = house.match()
    lines = [match.engine.format(match.engine.stand_in(match.state, seat, 2))]
    if turn % 9 == 0:
        lines += [f"say {WORDS}", "say to 1: psst"]
    if turn % 14 == 0:
        lines += ["board 東京都庁山田太郎", "try " + lines[0]]
    house.reply(MAILBOXES[seat - 1], "\n".join(lines))


def faults(parcel: Parcel, mail: EmailMessage, set_up: bool) -> Iterator[str]:
    """Name what is wrong with a mail.

    Args:
        parcel: the mail as it was sent.
        mail: the same, read.
        set_up: whether Bob and Cem have said how they like their mails.
    """
    text, html = text_of(mail), html_of(mail)
    told = "\n".join([*(f"{name}: {value}" for name, value in mail.items()), text, html]).casefold()
    for box in MAILBOXES:
        if address(box) != parcel.recipient and address(box) in told:
            yield f"it names {address(box)}"
    if max(map(len, parcel.raw.split(b"\n"))) > 998 or not parcel.raw.isascii():
        yield "a line is too long, or beyond ASCII"
    yield from (f"untidy: {line}" for line in text.split("\n") if width(line) > WIDTH or line != line.rstrip())
    if len(parcel.raw) > LARGEST_HTML or mail.defects or len(list(mail.iter_parts())) != 2:
        yield "it is too large, broken, or no pair of twins"
    if set_up:
        yield from disliked(parcel, mail, text)


def disliked(parcel: Parcel, mail: EmailMessage, text: str) -> Iterator[str]:
    """Name what is not as its reader likes it: Bob wants ASCII and lives in Tokyo, Cem wants no threads."""
    bobs, cems = (parcel.recipient == address(box) for box in ("bob", "cem"))
    offset = parsedate_to_datetime(str(mail["Date"])).utcoffset()
    if offset != timedelta(hours=9 if bobs else 0):
        yield f"the date is in another zone: {mail['Date']}"
    if bobs and not text.isascii():
        yield "more than ASCII"
    answers = mail["Auto-Submitted"] == "auto-replied"
    if (answers or not cems) != (mail["In-Reply-To"] is not None):
        yield "it stands in the wrong thread"


@pytest.mark.parametrize("game", sorted(discover()))
def test_no_mail_of_a_whole_game_has_a_fault(game: str, tmp_path: Path) -> None:
    """From the first to the answers after the end; each has an id of its own."""
    parcels = sent(game, tmp_path)
    mails = [email.message_from_bytes(parcel.raw, policy=email.policy.default) for parcel in parcels]
    found = [
        fault for number, pair in enumerate(zip(parcels, mails, strict=True)) for fault in faults(*pair, number > 9)
    ]

    assert [] == found
    assert len(mails) == len({str(mail["Message-ID"]) for mail in mails})
