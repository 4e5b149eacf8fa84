"""Golden matches: a folder holds the mails that came in, and all that each player was sent because of them.

    about.txt      what the match shows, then `key: value` lines: game, players, seed, options
    in/NNN-name.eml  the mails in their order
    out-name.txt   every mail to that player: its headers and its text

`python -m tests.golden.record` plays new matches; `pytest --accept` writes what is sent now. Nothing needs to be
normalised, since the clock, the Message-IDs and the keys of the house are fixed.
"""

from __future__ import annotations

import re
from email.message import EmailMessage
from pathlib import Path

from tests.pbem.house import House, address, text_of

GOLDEN = Path(__file__).parent
SHOWN = ("From", "To", "Reply-To", "Subject", "Date", "Message-ID", "In-Reply-To", "Auto-Submitted")


def folders() -> list[Path]:
    """Return every golden match."""
    return sorted(path.parent for path in GOLDEN.glob("*/*/about.txt"))


def about(folder: Path) -> dict[str, str]:
    """Return the settings of a match."""
    text = (folder / "about.txt").read_text(encoding="utf-8")
    return dict(re.findall(r"^(\w+): (.+)$", text, re.MULTILINE))


def opened(settings: dict[str, str], place: Path) -> House:
    """Return a house in which the match has just begun."""
    house = House(place)
    options = dict(pair.split("=") for pair in settings.get("options", "").split())
    house.new_game(*settings["players"].split(), engine=settings["game"], options=options, seed=settings["seed"])
    return house


def incoming(folder: Path) -> list[bytes]:
    """Return the mails that came in, in order."""
    return [path.read_bytes() for path in sorted(folder.glob("in/*.eml"))]


def play_in(house: House, raw: bytes) -> None:
    """Let one mail come in an hour after the last, and be processed."""
    house.clock.pass_by(hours=1)
    to = re.search(rb"^To: (.*?)\r?$", raw, re.MULTILINE)
    assert to
    house.accept(raw, to[1].decode())
    house.app.tick()


def sent_to(house: House, name: str) -> str:
    """Return every mail that a player got, as one text."""
    return "\n".join(_shown(mail) for mail in house.mails(name))


def _shown(mail: EmailMessage) -> str:
    headers = [f"{name}: {mail[name]}" for name in SHOWN if mail[name]]
    return "\n".join(["=" * 72, *headers, "-" * 72, text_of(mail)])


def written_by(house: House, name: str, text: str, number: int) -> bytes:
    """Return a player's plain reply to the newest mail."""
    newest = house.newest(name)
    lines = [
        f"From: {name} <{address(name)}>",
        f"To: {newest['Reply-To']}",
        f"Subject: Re: {newest['Subject']}",
        f"Message-ID: <golden-{number}@example.org>",
        f"In-Reply-To: {newest['Message-ID']}",
        "",
        text,
        "",
    ]
    return "\r\n".join(lines).encode()
