"""A mail client that plays: it reads its Maildir, takes what the mail offers, and replies as people's programs do.

It stands alone, on the standard library: it knows a port and a folder, and nothing of the games.

    python client.py --port 2525 --folder outbox/ann@example.org --address ann@example.org --name Ann --style gmail

For each reply it prints a line: name, subject and orders, with tabs between them.
"""

from __future__ import annotations

import argparse
import html
import re
import smtplib
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import format_datetime, localtime, make_msgid, parseaddr
from pathlib import Path
from typing import NamedTuple

POLL_SECONDS = 0.01
CHOICES_HEAD = "YOU CAN NOW"
EXAMPLE_HEAD = "For example:"
CHOICE = re.compile(r"\s{0,4}(\d{1,3})\s+(\S.*)")


class Offer(NamedTuple):
    """What a mail offers: its numbered choices, each with its hint, and its example."""

    choices: tuple[tuple[str, str], ...]
    example: str


NOTHING = Offer((), "")


class Writer(NamedTuple):
    """Whom the client plays for, and which mail program it behaves like."""

    name: str
    address: str
    style: str


def unread(folder: Path) -> Iterator[EmailMessage]:
    """Yield the new mails of a Maildir in the order of their delivery, and mark each as read."""
    new = folder / "new"
    if not new.is_dir():
        return
    for path in sorted(new.iterdir(), key=lambda path: (path.stat().st_mtime_ns, path.name)):
        mail = message_from_bytes(path.read_bytes(), policy=policy.default)
        (folder / "cur").mkdir(exist_ok=True)
        path.rename(folder / "cur" / path.name)
        yield mail


def plain_text(mail: EmailMessage) -> str:
    """Return the plain part of a mail."""
    part = mail.get_body(("plain",))
    return str(part.get_content()) if part is not None else ""


def offer(text: str) -> Offer:
    """Read what a mail offers.

    >>> offer("YOU CAN NOW\\n  1  move 10   Large Market\\n  2  end\\nFor example:  move 10; leave\\n")
    Offer(choices=(('1', 'move 10   Large Market'), ('2', 'end')), example='move 10; leave')
    """
    lines = text.splitlines()
    heads = [number for number, line in enumerate(lines) if line.startswith(CHOICES_HEAD)]
    listed = lines[heads[-1] + 1 :] if heads else []
    examples = [line.removeprefix(EXAMPLE_HEAD).strip() for line in listed if line.startswith(EXAMPLE_HEAD)]
    choices = [found.groups() for line in listed if (found := CHOICE.fullmatch(line.rstrip()))]
    return Offer(tuple((number, words) for number, words in choices), examples[0] if examples else "")


class Chooser:
    """Chooses what to reply: the example, and where that was of no use, one number after the other."""

    def __init__(self) -> None:
        self._before = NOTHING
        self._fruitless = 0

    def choose(self, offered: Offer) -> str:
        """Return the orders of the next mail, or "" where the mail asks for nothing."""
        self._fruitless = self._fruitless + 1 if offered == self._before else 0
        self._before = offered
        if offered.example and not self._fruitless:
            return offered.example
        if offered.choices:
            return offered.choices[self._fruitless % len(offered.choices)][0]
        return offered.example


def gmail(writer: Writer, orders: str, heading: str, original: str) -> EmailMessage:
    """Write above the quoted mail, as most people do."""
    mail = EmailMessage()
    mail.set_content(f"{orders}\n\n-- \n{writer.name}\nSent from a demo\n\n{heading}\n\n{quoted(original)}")
    return mail


def mutt(writer: Writer, orders: str, heading: str, original: str) -> EmailMessage:
    """Write below the quoted mail, as people of the old school do."""
    mail = EmailMessage()
    mail.set_content(f"{heading}\n{quoted(original)}\n{orders}\n\n-- \n{writer.name}, who still quotes first\n")
    mail["User-Agent"] = "Mutt/2.2.9"
    return mail


def html_only(writer: Writer, orders: str, heading: str, original: str) -> EmailMessage:
    """Send no plain part at all, as some phones do."""
    typed = "".join(f"<div>{html.escape(line)}</div>" for line in orders.splitlines())
    before = html.escape(original).replace("\n", "<br>")
    mail = EmailMessage()
    mail.set_content(
        f'<html><body><div dir="ltr">{typed}</div><br><div>{html.escape(writer.name)}</div>'
        f'<div class="gmail_quote"><div class="gmail_attr">{html.escape(heading)}<br></div>'
        f'<blockquote class="gmail_quote" style="border-left:1px solid #ccc">{before}</blockquote></div></body></html>',
        subtype="html",
    )
    return mail


STYLES: dict[str, Callable[[Writer, str, str, str], EmailMessage]] = {
    "gmail": gmail,
    "mutt": mutt,
    "html": html_only,
}


def quoted(text: str) -> str:
    """Return a text as quoted text."""
    return "".join(f"> {line}".rstrip() + "\n" for line in text.splitlines())


def reply(writer: Writer, mail: EmailMessage, orders: str) -> EmailMessage:
    """Write the reply to a mail as the writer's program would."""
    name, address = parseaddr(str(mail["From"]))
    heading = f"On {mail['Date']}, {name or address} <{address}> wrote:"
    answer = STYLES[writer.style](writer, orders, heading, plain_text(mail))
    subject = str(mail["Subject"])
    answer["From"] = f"{writer.name} <{writer.address}>"
    answer["To"] = str(mail["Reply-To"] or mail["From"])
    answer["Subject"] = subject if subject.casefold().startswith("re:") else f"Re: {subject}"
    answer["Date"] = format_datetime(localtime())
    answer["Message-ID"] = make_msgid(domain=parseaddr(writer.address)[1].rpartition("@")[2])
    if mail["Message-ID"]:
        answer["In-Reply-To"] = str(mail["Message-ID"])
        answer["References"] = f"{mail['References'] or ''} {mail['Message-ID']}".strip()
    return answer


def send(mail: EmailMessage, port: int) -> None:
    """Hand a mail to the server on this machine."""
    with smtplib.SMTP("127.0.0.1", port, timeout=30) as server:
        server.send_message(mail)


def play(writer: Writer, folder: Path, port: int, patience: float) -> int:
    """Answer every mail that asks for something until nothing has come for `patience` seconds; return the replies."""
    chooser = Chooser()
    replies = 0
    last = time.monotonic()
    while time.monotonic() - last < patience:
        for mail in unread(folder):
            last = time.monotonic()
            orders = chooser.choose(offer(plain_text(mail)))
            if orders:
                send(reply(writer, mail, orders), port)
                replies += 1
            report(writer.name, str(mail["Subject"]), orders)
        time.sleep(POLL_SECONDS)
    return replies


def report(*fields: str) -> None:
    """Tell whoever watches what was done."""
    sys.stdout.write("\t".join(" ".join(field.split()) for field in fields) + "\n")
    sys.stdout.flush()


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, required=True, help="the SMTP port on this machine")
    parser.add_argument("--folder", type=Path, required=True, help="the Maildir that the mails come to")
    parser.add_argument("--address", required=True, help="the address to write from")
    parser.add_argument("--name", required=True, help="the name to write under")
    parser.add_argument("--style", choices=sorted(STYLES), default="gmail", help="the mail program to behave like")
    parser.add_argument("--patience", type=float, default=60.0, help="seconds without a mail before it leaves")
    given = parser.parse_args(arguments)
    play(Writer(given.name, given.address, given.style), given.folder, given.port, given.patience)


if __name__ == "__main__":
    main()
