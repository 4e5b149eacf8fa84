"""Count how well replies are read, beside the libraries that do it: `python bench/accuracy.py`.

Each library gets an environment of its own below .venv-bench-replies, all get the same mails in the same run, and what
they return is judged alike: are the order-shaped lines exactly those that the person typed? The result is a section of
bench/RESULTS.md, every miss named.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
import venv
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from pbem.errors import Unreadable  # noqa: E402
from pbem.mail.letter import read  # noqa: E402
from pbem.mail.typed import Ours, Typed, typed  # noqa: E402

SAMPLES = ROOT / "tests" / "samples"
RESULTS = ROOT / "bench" / "RESULTS.md"
ENVIRONMENTS = ROOT / ".venv-bench-replies"
HEADING = "## Reading replies\n"
OURS = Ours("turns@play.example.org", "Istanbul Turn Robot", "[g42] Turn 7: your orders, please")
TIMEOUT = 300

_ORDER = re.compile(r"(?:MOVE|TAKE|GIFT|SELL|END|FROM:? \d)\b.*", re.IGNORECASE)
_LIST_MARK = re.compile(r"^\s*(?:[-*]|\d+[.)])\s+")
# What each library is called with; every script reads the mails as JSON and writes what was typed, mail by mail.
_FRAME = """
import json, sys
{setup}
mails = json.load(sys.stdin)
json.dump([({call}) or "" for mail in mails], sys.stdout)
"""


class Mail(NamedTuple):
    """A reply: its name, its text, the mail it answers, and the orders that were typed."""

    name: str
    text: str
    parent: str
    orders: list[str]


class Library(NamedTuple):
    """A way to find what was typed: the package it comes in, and how it is called."""

    name: str
    package: str
    setup: str
    call: str


class Score(NamedTuple):
    """How a library did.

    Attributes:
        name: the library and how it was used.
        right: mails whose orders are exactly those that were typed.
        played: mails of which a quoted order would have been played.
        lost: mails of which a typed order was lost.
        asked: mails that are not played but asked back about; None where a library cannot be in doubt.
        milliseconds: for each mail, the start of a process left out.
    """

    name: str
    right: int
    played: list[str]
    lost: list[str]
    asked: list[str] | None
    milliseconds: float


LANGUAGES = "list(__import__('mailparser_reply.constants', fromlist=['x']).MAIL_LANGUAGES)"
LIBRARIES = (
    Library(
        "mail-parser-reply, content",
        "mail-parser-reply",
        f"from mailparser_reply import EmailReplyParser\nparser = EmailReplyParser(languages={LANGUAGES})",
        "parser.read(mail['text']).latest_reply",
    ),
    Library(
        "mail-parser-reply, English only",
        "mail-parser-reply",
        "from mailparser_reply import EmailReplyParser\nparser = EmailReplyParser(languages=['en'])",
        "parser.read(mail['text']).latest_reply",
    ),
    Library(
        "email-reply-extractor",
        "email-reply-extractor",
        "from email_reply_extractor import extract_new_text",
        "extract_new_text(mail['text']).text",
    ),
    Library(
        "email-reply-extractor, with the parent",
        "email-reply-extractor",
        "from email_reply_extractor import extract_new_text",
        "extract_new_text(mail['text'], mail['parent']).text",
    ),
    Library(
        "quotequail",
        "quotequail",
        "import quotequail",
        "chr(10).join(text for shown, text in quotequail.quote(mail['text']) if shown)",
    ),
)


def main() -> None:
    """Score everything and write the section."""
    mails = [*replies(), *samples()]
    asked = [mail.name for mail in mails if not understood(mail).sure]
    scores = [score("pbem", lambda: [ours(mail) for mail in mails], mails)._replace(asked=asked)]
    for library in LIBRARIES:
        python = environment(library.package)
        scores.append(score(library.name, partial(run, library, python, mails), mails))
    section = HEADING + "\n" + page(scores, len(mails))
    print(section)
    before = RESULTS.read_text(encoding="utf-8").partition(HEADING)[0].rstrip() if RESULTS.exists() else "# Results"
    RESULTS.write_text(f"{before}\n\n{section}", encoding="utf-8")


def replies() -> list[Mail]:
    """Return the replies of twenty mail programs."""
    rows = json.loads((SAMPLES / "replies.json").read_text(encoding="utf-8"))
    return [Mail(row["id"], row["text"], row["parent"], [bare(order) for order in row["orders"]]) for row in rows]


def samples() -> list[Mail]:
    """Return the text of the sample mails that give orders."""
    expected = json.loads((SAMPLES / "expected.json").read_text(encoding="utf-8"))
    parent = replies()[0].parent
    found = []
    for name, row in expected.items():
        orders = [bare(order) for order in row["orders"] if _ORDER.fullmatch(order)]
        if row["kind"] != "orders" or not orders or "typo" in name:
            continue
        try:
            text = read((SAMPLES / name).read_bytes()).text
        except Unreadable:
            continue
        found.append(Mail(name, text, parent, orders))
    return found


def bare(line: str) -> str:
    """Return an order as it is compared: no list mark, single spaces, one case."""
    plain = re.sub("[\u200b\ufeff]", "", line)
    return " ".join(_LIST_MARK.sub("", plain).split()).casefold()


def orders_in(text: str) -> list[str]:
    """Return the order-shaped lines of a text."""
    return [line for line in map(bare, text.split("\n")) if _ORDER.fullmatch(line)]


def ours(mail: Mail) -> str:
    """Return what pbem takes for typed."""
    return "\n".join(understood(mail).lines)


def understood(mail: Mail) -> Typed:
    """Return the same with what is in doubt."""
    return typed(mail.text, lambda line: bool(orders_in(line)), mail.parent, OURS)


def environment(package: str) -> Path:
    """Return the Python of an environment that holds the package, made where it is missing."""
    folder = ENVIRONMENTS / package
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", package], check=True)
    return python


def run(library: Library, python: Path, mails: Sequence[Mail]) -> list[str]:
    """Return what a library takes for typed."""
    script = _FRAME.format(setup=library.setup, call=library.call)
    data = json.dumps([mail._asdict() for mail in mails])
    done = subprocess.run(
        [python, "-c", script], input=data, capture_output=True, text=True, timeout=TIMEOUT, check=True
    )
    return list(json.loads(done.stdout))


def score(name: str, read_all: Callable[[], list[str]], mails: Sequence[Mail]) -> Score:
    """Judge a library by the order-shaped lines that it leaves."""
    start = time.perf_counter()
    texts = read_all()
    spent = time.perf_counter() - start
    found = [orders_in(text) for text in texts]
    right = sum(orders == mail.orders for orders, mail in zip(found, mails, strict=True))
    played = [mail.name for orders, mail in zip(found, mails, strict=True) if set(orders) - set(mail.orders)]
    lost = [mail.name for orders, mail in zip(found, mails, strict=True) if set(mail.orders) - set(orders)]
    return Score(name, right, played, lost, None, spent / len(mails) * 1000)


def page(scores: Sequence[Score], total: int) -> str:
    """Return the section: a table, and every miss by name."""
    lines = [
        f"Written by `python bench/accuracy.py`: {total} mails, the same for all. Right: the order-shaped lines",
        "that are left are exactly those that were typed. Our extractor was built with these mails at hand, so that",
        "100 % is a floor and no claim about the world. Times of the libraries hold the start of a process.",
        "",
        "| | right | of | a quoted order played | a typed order lost | asked back | ms a mail |",
        "|---|---|---|---|---|---|---|",
    ]
    for one in scores:
        asked = "" if one.asked is None else str(len(one.asked))
        figures = f"{one.right} | {total} | {len(one.played)} | {len(one.lost)} | {asked} | {one.milliseconds:.2f}"
        lines.append(f"| {one.name} | {figures} |")
    for one in scores:
        misses = (("plays quoted orders of", one.played), ("loses orders of", one.lost), ("asks about", one.asked))
        for what, names in misses:
            if names:
                lines += ["", f"**{one.name}** {what}: " + ", ".join(names) + "."]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
