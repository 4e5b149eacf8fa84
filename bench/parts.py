"""Rows 5, 7 and 17: single steps of a mail's way against the standard library, or against the whole way."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from email import message_from_bytes
from email.header import decode_header, make_header
from email.message import Message
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from email.utils import format_datetime, formataddr, getaddresses, parseaddr
from pathlib import Path

from bench.measure import ROUNDS, Row, alternated, seconds
from bench.pipeline import NOW, OCTETS, OLDER, House, taken_in, work
from pbem.cli import log
from pbem.mail import compose, letter
from pbem.mail.compose import Envelope, Written

PAGES = 64


def rows() -> Iterator[Row]:
    """Measure reading, writing, and the second copy of a mail."""
    log.configure()
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        raws = house.replies()
        longer = [raw + OLDER * (9 * OCTETS // len(OLDER)) for raw in raws]
        written = _written(house)
        yield Row(
            "5", "parse / compat32 + utils", alternated(lambda: _read(raws), lambda: _read_plainly(raws)), 2.5, 1.5
        )
        yield Row("5", "parse 100 KB / 10 KB", alternated(lambda: _read(longer), lambda: _read(raws)), 12.0)
        figure = alternated(lambda: _build(written), lambda: _build_plainly(written))
        yield Row("7", "reply build / MIMEMultipart of the same parts", figure, 1.2)
        yield Row("17", "a mail already done is skipped / one is processed", _skipped(house), 1 / 5, 1 / 9)
        house.office.database.close()


def _read(raws: Sequence[bytes]) -> float:
    return seconds(lambda: [letter.read(raw) for raw in raws])


def _read_plainly(raws: Sequence[bytes]) -> float:
    return seconds(lambda: [_parsed(message_from_bytes(raw)) for raw in raws])


def _parsed(mail: Message) -> tuple[object, ...]:
    """Return what any reader of mail needs of one."""
    texts = [part for part in mail.walk() if part.get_content_type() == "text/plain"]
    return (
        parseaddr(mail["From"]),
        getaddresses(mail.get_all("To", [])),
        str(make_header(decode_header(mail["Subject"]))),
        f"{mail['In-Reply-To']} {mail['References']}".split(),
        [bytes(part.get_payload(decode=True)).decode("utf-8", "replace") for part in texts],  # type: ignore[arg-type]
    )


def _written(house: House) -> list[tuple[Written, Envelope]]:
    """Return pages to send, with the words of a real mail in both parts."""
    mail: Message = message_from_bytes(house.newest())
    plain, html = (bytes(part.get_payload(decode=True)).decode() for part in mail.walk() if not part.is_multipart())  # type: ignore[arg-type]
    page = Written(str(mail["Subject"]), plain, html)
    return [(page, _envelope(f"{number:020x}@example.org")) for number in range(PAGES)]


def _envelope(message_id: str) -> Envelope:
    address = "turns+g1.s1.p1.a0123456789abcdef@example.org"
    return Envelope(
        sender_name="pbem",
        sender="turns@example.org",
        recipient="ann@example.org",
        recipient_name="",
        reply_to=address,
        message_id=message_id,
        in_reply_to=message_id,
        made=datetime.fromtimestamp(NOW, UTC),
        automatic="auto-replied",
        unsubscribe=address,
    )


def _build(pages: Sequence[tuple[Written, Envelope]]) -> float:
    return seconds(lambda: [compose.build(*page) for page in pages])


def _build_plainly(pages: Sequence[tuple[Written, Envelope]]) -> float:
    return seconds(lambda: [_multipart(*page) for page in pages])


def _multipart(written: Written, envelope: Envelope) -> bytes:
    """Return a mail of the same headers and parts, built as the library's documentation builds one."""
    mail = MIMEMultipart("alternative")
    mail["From"] = formataddr((envelope.sender_name, envelope.sender))
    mail["To"] = envelope.recipient
    mail["Reply-To"] = envelope.reply_to
    mail["Subject"] = written.subject
    mail["Date"] = format_datetime(envelope.made)
    mail["Message-ID"] = f"<{envelope.message_id}>"
    mail["In-Reply-To"] = mail["References"] = f"<{envelope.in_reply_to}>"
    mail["Auto-Submitted"] = envelope.automatic
    mail["X-Loop"] = envelope.sender
    mail["X-Auto-Response-Suppress"] = "All"
    mail["List-Unsubscribe"] = f"<mailto:{envelope.unsubscribe}>"
    mail.attach(MIMEText(written.text, "plain", "utf-8"))
    mail.attach(MIMEText(written.html, "html", "utf-8"))
    return mail.as_bytes()


def _skipped(house: House) -> float:
    """Return what a second copy of each mail costs, as a share of what the first did."""
    again, first = [], []
    for number in range(ROUNDS):
        raws = house.replies()
        first.append(seconds(lambda raws=raws, number=number: work(house.office, raws, number)))
        again.append(seconds(lambda raws=raws, number=number: taken_in(house.office, raws, number)))
    return sorted(one / other for one, other in zip(again, first, strict=True))[ROUNDS // 2]
