"""Mails from plain data: what a reader is told becomes text and HTML of equal content, and these become a mail."""

from __future__ import annotations

import binascii
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import datetime, tzinfo
from email.mime.nonmultipart import MIMENonMultipart
from email.policy import Compat32
from email.utils import format_datetime, formataddr
from typing import Any, NamedTuple
from urllib.parse import quote

from engines.api import Json, Refusal, Standing
from engines.play import Line
from pbem.mail import layout
from pbem.mail.news import News
from pbem.mail.render import Renderer

_WIDEST_SUBJECT = 900
_STAND_IN = "letters-outside-ascii@address.invalid"
_LINE = 78
"""Octets of a header line; RFC 5322 (2.1.1) asks for no more."""

LARGEST_HTML = 96_000
"""Octets as sent; Gmail clips a mail near 102 kB, and the end, where the question stands, would be lost."""

_PLAIN = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2013": "-", "\u2014": "-", "\u2026": "..."}
    | {
        "ß": "ss",
        "æ": "ae",
        "Æ": "AE",
        "ø": "o",
        "Ø": "O",
        "œ": "oe",
        "Œ": "OE",
        "ł": "l",
        "Ł": "L",
        "đ": "d",
        "ı": "i",
    }
)


class _ShortAsTheyAre(Compat32):
    """The mail library's policy, which would look at each header for places to fold and words to encode."""

    def fold_binary(self, name: str, value: Any) -> bytes:
        """Return a header as bytes; one that fits on its line in plain ASCII is all that it needs to be."""
        line = f"{name}: {value}"
        if len(line) <= _LINE and line.isascii() and line.isprintable():
            return line.encode("ascii") + b"\n"
        return super().fold_binary(name, value)


_POLICY = _ShortAsTheyAre()


class Notice(NamedTuple):
    """Something that the service itself says: a key of common/notices.txt and its facts."""

    key: str
    facts: Mapping[str, Any] = {}


class Word(NamedTuple):
    """A word of the press: who speaks (None: the moderator), to whom (None: all), and what."""

    seat: int | None
    to_seat: int | None
    text: str


class Choice(NamedTuple):
    """One legal order and the data of its hint."""

    text: str
    hint: Mapping[str, Json]


class Section(NamedTuple):
    """A piece of reference that was asked for (help, rules, history): its heading and its text."""

    heading: str
    text: str


class Due(NamedTuple):
    """A deadline, in the reader's zone."""

    moment: datetime
    hours: int


class Page(NamedTuple):
    """What one mail tells one reader; a text and an HTML page are made of it.

    Attributes:
        kind: turn, answer, reminder, withdrawn, over or note.
        engine: the game's name, whose templates put it into words.
        title: the game's title.
        game: the match's number.
        move: how many turns were begun.
        names: the players' names by seat.
        you: the reader's seat; None for an onlooker.
        view: what the reader may know of the board; None where no board is shown.
        receipt: the reader's own lines with their fate.
        notices: what the service says.
        news: what happened since the last mail.
        press: what was said since the last mail.
        prompt: the key of what the reader is asked; None where he is not asked.
        choices: the reader's legal orders.
        numbered: False where the choices are numbers themselves.
        due: when the answer is due.
        sections: references that were asked for.
        standings: the final standings; empty before the end.
        trial: True where the board shows a trial.
        waiting: the names of those the game waits for.
        note: the reader's note to himself.
        reply_to: the address that the page's links write to.
        reply_only: True where a mail is understood only as the answer to one of ours, so that there are no links.
    """

    kind: str
    engine: str
    title: str
    game: int
    move: int
    names: Mapping[int, str]
    you: int | None
    view: Mapping[str, Json] | None = None
    receipt: Sequence[Line] = ()
    notices: Sequence[Notice] = ()
    news: Sequence[News] = ()
    press: Sequence[Word] = ()
    prompt: str | None = None
    choices: Sequence[Choice] = ()
    numbered: bool = True
    due: Due | None = None
    sections: Sequence[Section] = ()
    standings: Sequence[Standing] = ()
    trial: bool = False
    waiting: Sequence[str] = ()
    note: str = ""
    reply_to: str = ""
    reply_only: bool = False


class Written(NamedTuple):
    """A page in words."""

    subject: str
    text: str
    html: str


class Envelope(NamedTuple):
    """The headers that carry a page.

    Attributes:
        sender_name: the name beside our address.
        sender: the address in From.
        recipient: the reader's address.
        recipient_name: the reader's name.
        reply_to: where answers go.
        message_id: that of the mail, without angle brackets.
        in_reply_to: that of the mail it follows, or "".
        made: when it was written, in the reader's zone.
        automatic: auto-generated or auto-replied (RFC 3834).
        loop: our mailbox, by which we know our own mails again.
        references: further Message-IDs of the thread, oldest first.
        unsubscribe: the address that says "no more mails"; "" for none.
        unsubscribe_code: what says it in the subject of a mail to a plain address, which names nobody.
        unsubscribe_url: a page that does the same with one click (RFC 8058); "" for none.
        ascii: True where the mail holds nothing but ASCII.
    """

    sender_name: str
    sender: str
    recipient: str
    recipient_name: str
    reply_to: str
    message_id: str
    in_reply_to: str
    made: datetime
    automatic: str
    loop: str = ""
    references: tuple[str, ...] = ()
    unsubscribe: str = ""
    unsubscribe_code: str = ""
    unsubscribe_url: str = ""
    ascii: bool = False


def write(renderer: Renderer, page: Page) -> Written:
    """Put a page into words, as plain text of 72 columns and as HTML of the same content."""
    words = _words(renderer, page)
    subject = " ".join(renderer.fill("common/subject.txt", **words).split())
    text = renderer.fill("common/mail.txt", **words, board=_board(renderer, page, words, "txt"))
    html = renderer.fill("common/mail.html", **words, board=_board(renderer, page, words, "html"))
    return Written(subject, _tidy(text), html)


def _words(renderer: Renderer, page: Page) -> dict[str, Any]:
    """Return the context of the mail's templates: every key already put into words."""
    marks = layout.marks(page.names)
    return {
        "page": page,
        "names": page.names,
        "you": page.you,
        "marks": marks,
        "view": page.view,
        "receipt": [_receipt_line(renderer, page, line) for line in page.receipt],
        "notices": [renderer.say(page.engine, "notices", note.key, note.facts) for note in page.notices],
        "news": [
            (renderer.say(page.engine, "news", item.kind, item.data, page.names, page.you, marks), item.draw)
            for item in page.news
        ],
        "press": [_spoken(page, word) for word in page.press],
        "ask": _ask(renderer, page),
        "choices": [_choice(renderer, page, choice) for choice in page.choices],
        "example": _example(renderer, page),
        "due": None if page.due is None else _due(page.due),
        "final": _final(renderer, page),
    }


class _Fate(NamedTuple):
    """A line of the receipt, in words."""

    text: str
    result: str
    why: str
    nearest: Sequence[str]


def _receipt_line(renderer: Renderer, page: Page, line: Line) -> _Fate:
    if line.why is None:
        return _Fate(line.text, line.result, "", ())
    why = reason(renderer, page.engine, line.why, page.names, page.you)
    return _Fate(line.text, line.result, why, line.why.nearest)


def reason(
    renderer: Renderer, engine: str, refusal: Refusal, names: Mapping[int, str] | None = None, you: int | None = None
) -> str:
    """Return the sentence of a refusal."""
    return renderer.say(engine, "errors", refusal.reason, refusal.facts, names or {}, you)


class _Spoken(NamedTuple):
    """A word of the press with its speaker's name; "" for the moderator's."""

    speaker: str
    private: bool
    text: str


def _spoken(page: Page, word: Word) -> _Spoken:
    return _Spoken("" if word.seat is None else page.names[word.seat], word.to_seat is not None, word.text)


def _ask(renderer: Renderer, page: Page) -> str:
    if page.prompt is None:
        return ""
    return renderer.say(page.engine, "prompt", page.prompt, page.view, page.names, page.you)


def _choice(renderer: Renderer, page: Page, choice: Choice) -> tuple[str, str]:
    return choice.text, renderer.say(page.engine, "prompt", "hint", choice.text, choice.hint, page.names, page.you)


def _example(renderer: Renderer, page: Page) -> str:
    if page.prompt is None:
        return ""
    example = renderer.say(page.engine, "prompt", "example", page.view, page.names, page.you)
    return example or (page.choices[0].text if page.choices else "")


def _final(renderer: Renderer, page: Page) -> str:
    if not page.standings:
        return ""
    return renderer.say(page.engine, "final", "final", page.view, page.standings, page.names, page.you)


def _board(renderer: Renderer, page: Page, words: Mapping[str, Any], ending: str) -> str:
    if page.view is None:
        return ""
    context = {name: words[name] for name in ("view", "names", "you", "marks")}
    return renderer.fill(f"{page.engine}/board.{ending}", **context)


def _due(due: Due) -> dict[str, Any]:
    zone = due.moment.tzname() or "UTC"
    return {"day": f"{due.moment:%a} {due.moment.day} {due.moment:%b}", "time": f"{due.moment:%H:%M}", "zone": zone} | {
        "hours": due.hours
    }


def due(moment: int, now: int, zone: tzinfo) -> Due:
    """Return a deadline for a reader in this zone; hours left are rounded down, and never negative."""
    return Due(datetime.fromtimestamp(moment, zone), max(0, (moment - now) // 3600))


def _tidy(text: str) -> str:
    """Return the text without trailing blanks and without more than one empty line in a row."""
    lines: list[str] = []
    for line in text.split("\n"):
        line = line.rstrip()
        if line or (lines and lines[-1]):
            lines.append(line)
    return "\n".join(lines).strip("\n") + "\n"


def in_ascii(text: str) -> str:
    """Return a text in ASCII: accents are dropped, and what has no likeness becomes a question mark.

    >>> in_ascii("Zoë – “hi”")
    'Zoe - "hi"'
    """
    apart = unicodedata.normalize("NFKD", text.translate(_PLAIN))
    letters = "".join(character for character in apart if not unicodedata.combining(character))
    return letters.encode("ascii", "replace").decode("ascii")


def _text_in_ascii(text: str) -> str:
    """Return a page's text in ASCII; a line that has grown too wide by it is broken anew."""
    lines = in_ascii(text).split("\n")
    return "\n".join(
        line if len(line) <= layout.WIDTH else layout.wrap(line.strip(), indent=" " * (len(line) - len(line.lstrip())))
        for line in lines
    )


def build(written: Written, envelope: Envelope) -> bytes:
    """Return the mail as bytes: multipart/alternative, quoted-printable, no line over 76 octets in its bodies.

    Where the HTML would be so large that a mail program cuts it, the text goes alone: it says the same.
    """
    boundary = f"=_{envelope.message_id.partition('@')[0]}"
    mail = MIMENonMultipart("multipart", "alternative", boundary=boundary)
    for name, value in _headers(written, envelope):
        mail[name] = value
    # The two parts have the same two headers in every mail, so they are written as they stand: building them as
    # messages of their own costs more than all the rest.
    parts = [_part(boundary, "plain", _text_in_ascii(written.text) if envelope.ascii else written.text, envelope)]
    html = _part(boundary, "html", written.html, envelope)
    if len(html) <= LARGEST_HTML:
        parts.append(html)
    mail.set_payload("".join((*parts, f"--{boundary}--\n")))
    raw = mail.as_bytes(policy=_POLICY)
    if envelope.recipient.isascii():
        return raw
    return raw.replace(_STAND_IN.encode(), envelope.recipient.encode(), 1)


def _in_header(address: str) -> str:
    """Return what stands for an address until the header is written: an encoded word would be no address any more."""
    return address if address.isascii() else _STAND_IN


def _headers(written: Written, envelope: Envelope) -> list[tuple[str, str]]:
    plain = in_ascii if envelope.ascii else str
    return [
        ("From", formataddr((plain(envelope.sender_name), envelope.sender))),
        ("To", formataddr((plain(envelope.recipient_name), _in_header(envelope.recipient)))),
        ("Reply-To", envelope.reply_to),
        ("Subject", plain(written.subject)[:_WIDEST_SUBJECT]),
        ("Date", format_datetime(envelope.made)),
        ("Message-ID", f"<{envelope.message_id}>"),
        *_threading(envelope),
        ("Auto-Submitted", envelope.automatic),
        ("X-Loop", envelope.loop or envelope.sender),
        ("X-Auto-Response-Suppress", "All"),
        *_leaving(envelope),
    ]


def _threading(envelope: Envelope) -> list[tuple[str, str]]:
    # A foreign id beyond ASCII would turn the whole field, ours in it too, into an encoded word that no program reads.
    chain = dict.fromkeys((*envelope.references, envelope.in_reply_to))
    sayable = [f"<{message_id}>" for message_id in chain if message_id and message_id.isascii()]
    parent = f"<{envelope.in_reply_to}>"
    answers = [("In-Reply-To", parent)] if parent in sayable else []
    return [*answers, *([("References", " ".join(sayable))] if sayable else [])]


def _leaving(envelope: Envelope) -> list[tuple[str, str]]:
    """Return the headers by which a mail program offers to unsubscribe (RFC 2369, RFC 8058)."""
    if not envelope.unsubscribe:
        return []
    # A signed address says it all; and a line that need not be folded is read by every mail program.
    subject = "" if "+" in envelope.unsubscribe else f"?subject=unsubscribe%20{envelope.unsubscribe_code}"
    by_mail = f"<mailto:{quote(envelope.unsubscribe, safe='@+')}{subject}>"
    if not envelope.unsubscribe_url:
        return [("List-Unsubscribe", by_mail)]
    ways = f"<{envelope.unsubscribe_url}>, {by_mail}"
    return [("List-Unsubscribe", ways), ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")]


def _part(boundary: str, subtype: str, text: str, envelope: Envelope) -> str:
    # In HTML a letter outside ASCII is written by its number; in the text it was made plain before.
    octets = text.encode("ascii", "xmlcharrefreplace") if envelope.ascii else text.encode()
    charset = "us-ascii" if envelope.ascii else "utf-8"
    body = binascii.b2a_qp(octets, istext=True).decode("ascii")
    head = f'Content-Type: text/{subtype}; charset="{charset}"\nContent-Transfer-Encoding: quoted-printable\n'
    return f"--{boundary}\n{head}\n{body}\n"
