"""Replies to our own mails, quoted in the ways of the mail programs: only what was typed is read."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

import pytest

import engines
import templates
from engines.api import Ask, Illegal
from engines.chance import Stream
from engines.play import start
from pbem.mail.commands import Grammar
from pbem.mail.compose import Choice, Page, Written, write
from pbem.mail.html import html_text
from pbem.mail.orderform import Form, read
from pbem.mail.render import Renderer
from pbem.mail.typed import Ours
from tests.pbem.mail.post import ADDRESSES, NAME

FOLDER = Path(str(templates.__file__)).parent
GAMES = sorted(name for name in engines.discover() if (FOLDER / name / "board.html").exists())
PLAYERS = ("Ann", "Bob", "Cem")
ADDRESS = ADDRESSES.reply(42, 1, 7)
RENDERER = Renderer()


class Turn(NamedTuple):
    """A turn mail as it was sent, what its answer may hold, and one legal order."""

    written: Written
    grammar: Grammar
    order: str


@cache
def turn(name: str) -> Turn:
    """Return the first turn mail of a match."""
    engine = engines.discover()[name]
    state = start(engine, PLAYERS, {option.name: option.default for option in engine.options}, Stream(b"s" * 32)).state
    asked = engine.pending(state)
    assert isinstance(asked, Ask)
    seat = asked.seats[0]
    choices = [Choice(engine.format(one), engine.describe(state, seat, one)) for one in engine.legal(state, seat)]
    page = Page(
        kind="turn",
        engine=name,
        title=engine.title,
        game=42,
        move=3,
        names=dict(enumerate(PLAYERS, 1)),
        you=seat,
        view=engine.view(state, seat),
        prompt=asked.prompt,
        choices=choices,
        reply_to=ADDRESS,
    )

    def legal(text: str) -> bool:
        try:
            engine.parse(state, seat, text)
        except Illegal:
            return False
        return True

    return Turn(write(RENDERER, page), Grammar(engine.orders, legal), choices[-1].text)


def marked(text: str) -> str:
    """Return a text with quote marks."""
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


def fields(written: Written) -> str:
    """Return the fields that Outlook puts above a quote."""
    return f"Von: {NAME} <{ADDRESS}>\nGesendet: Montag, 30. November 2026 18:16\nAn: Ann\nBetreff: {written.subject}"


def html_fields(written: Written) -> str:
    """Return the same in HTML."""
    return "<hr><div>" + "<br>".join(f"<b>{escape(line)}</b>" for line in fields(written).split("\n")) + "</div>"


def html(typed: str, rest: str) -> str:
    """Return the text of an HTML mail with some lines typed at its top."""
    return html_text("".join(f"<div>{escape(line)}</div>" for line in typed.split("\n")) + rest)


WROTE = f"On Mon, Nov 30, 2026 at 6:16 PM {NAME} <{ADDRESS}> wrote:"
STYLES: dict[str, Callable[[str, Written], str]] = {
    "no quote": lambda typed, ours: typed,
    "marked, below": lambda typed, ours: f"{typed}\n\n{WROTE}\n\n{marked(ours.text)}",
    "marked, above": lambda typed, ours: f"{WROTE}\n{marked(ours.text)}\n\n{typed}",
    "unmarked, below": lambda typed, ours: f"{typed}\n\n{fields(ours)}\n\n{ours.text}",
    "unmarked, above": lambda typed, ours: f"{fields(ours)}\n\n{ours.text}\n\n{typed}",
    "without anything but the text": lambda typed, ours: f"{typed}\n\n{ours.text}",
    "html, a quote with its class": lambda typed, ours: html(
        typed, f"<div class=gmail_attr>{escape(WROTE)}</div><blockquote class=gmail_quote>{ours.html}</blockquote>"
    ),
    "html, a quote by its type": lambda typed, ours: html(
        typed, f"<blockquote type=cite>{escape(WROTE)}</blockquote><blockquote type=cite>{ours.html}</blockquote>"
    ),
    "html, no quote": lambda typed, ours: html(typed, html_fields(ours) + ours.html),
    "html, above": lambda typed, ours: html(WROTE, f"<blockquote type=cite>{ours.html}</blockquote>" + escape(typed)),
}


def answered(name: str, style: str, typed: str) -> Form:
    """Return what is read in an answer to a turn mail."""
    sent = turn(name)
    text = STYLES[style](typed, sent.written)
    return read(text, sent.grammar, sent.written.text, Ours(ADDRESSES.address, NAME, sent.written.subject))


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", GAMES)
def test_only_the_typed_order_is_read(name: str, style: str) -> None:
    """Nothing of our mail, its menu and its example least of all; and the order is not lost."""
    order = turn(name).order
    form = answered(name, style, order)

    assert form.sure
    assert [item.text for item in form.of("order", "command", "number")] == [order]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", GAMES)
def test_a_number_from_the_list_is_read(name: str, style: str) -> None:
    """A single digit is all that some players type."""
    form = answered(name, style, "3")

    assert form.sure
    assert [item.text for item in form.of("order", "command", "number")] == ["3"]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", GAMES)
def test_thanks_alone_play_nothing(name: str, style: str) -> None:
    """Where nothing was typed that is an order, nothing is played."""
    form = answered(name, style, "Thanks")

    assert form.of("order", "command", "number") == ()
