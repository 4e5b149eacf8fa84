"""No mail raises anything but Unreadable, takes a second, or needs much more memory than itself.

Time is measured by work, not by a clock that a busy machine would spoil: function calls are counted.
"""

from __future__ import annotations

import random
import sys
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pbem.errors import Unreadable
from pbem.mail import bounce, gate, letter, orderform
from pbem.mail.letter import Letter
from tests.pbem.mail.hostile import ALL, HEAD, multipart, text, written_out
from tests.pbem.mail.post import EXPECTED, GRAMMAR, OURS, SENT_TEXT, Office, sample

HOSTILE = Path(__file__).parents[2] / "hostile"
SPARE_MEMORY = 64 * 1024 * 1024
MEGABYTE = 1024 * 1024
MOST_STEPS = 2_000_000
"""Python function calls; each takes about a quarter of a microsecond."""


def process(raw: bytes) -> Letter | None:
    """Take a mail through everything that reads it; None where it is unreadable."""
    letter.content_digest(raw)
    bounce.read(raw)
    try:
        found = letter.read(raw)
    except Unreadable:
        return None
    gate.judge(found, Office())
    form = orderform.read(found.text, GRAMMAR, SENT_TEXT, OURS, found.subject)
    # What is kept must go into a database and into a mail.
    repr((found, form)).encode("utf-8")
    "".join((found.text, found.subject, found.sender_name)).encode("utf-8")
    return found


def steps(raw: bytes) -> int:
    """Return how many function calls the processing of a mail takes."""
    calls = 0

    def counted(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        process(raw)
    finally:
        sys.setprofile(before)
    return calls


@pytest.mark.parametrize("name", ALL)
def test_a_hostile_mail_costs_little(name: str) -> None:
    """Nothing but Unreadable is raised, and the work stays below a second's."""
    assert steps(ALL[name]) < MOST_STEPS


@pytest.mark.parametrize("path", sorted(HOSTILE.glob("*.eml")), ids=lambda path: path.name)
def test_the_hostile_corpus_is_read_or_refused(path: Path) -> None:
    """The same as files, for everything that reads a folder of mails."""
    process(path.read_bytes())


def test_the_hostile_corpus_holds_every_short_one() -> None:
    """The folder is written from the table, so that both say the same."""
    assert {path.name: path.read_bytes() for path in HOSTILE.glob("*.eml")} == written_out()


LINES = b"QUJD" * 19 + b"\r\n"
HUGE = {
    "attachment": multipart("--b\r\n\r\nmove 5\r\n--b\r\nContent-Type: image/png\r\n\r\n") + LINES * 330_000,
    "text": text("move 5\n" * 3_600_000),
    "bare carriage returns": text("move 5\n" * 3_600_000).replace(b"\r\n", b"\r").replace(b"\n", b"\r"),
    "base64": text("", more="Content-Transfer-Encoding: base64\r\n") + LINES * 330_000,
    "html": text("<b>x</b>" * 3_000_000, "text/html"),
    "almost boundaries": multipart("--bx\r\n" * 4_000_000),
    "one header": (HEAD + "X-A: ").encode() + b"a" * 25_000_000,
}


@pytest.mark.parametrize("name", HUGE)
def test_25_megabytes_need_little_more_memory_than_themselves(name: str) -> None:
    """At most 64 MB beyond the mail's own size."""
    raw = HUGE[name]
    tracemalloc.start()
    try:
        process(raw)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()

    assert len(raw) > 20 * MEGABYTE
    assert peak < SPARE_MEMORY


@given(st.binary(max_size=2_000))
@example(b"From: a@b\r\nContent-Type: multipart/mixed; boundary=\r\n\r\n--\r\n--\r\n")
@example(b"From: =?utf-8?q?=ff=fe?= <a@b.org>\r\nSubject: =?utf-16?b?AA==?=\r\n\r\n")
def test_any_bytes_are_read_or_unreadable(raw: bytes) -> None:
    """Whatever arrives."""
    process(raw)


@given(st.sampled_from(sorted(EXPECTED)), st.randoms(use_true_random=False))
def test_a_mutated_sample_is_read_or_unreadable(name: str, rng: random.Random) -> None:
    """Bits flipped, pieces cut out, doubled and swapped."""
    process(mutated(sample(name)[:20_000], rng))


@pytest.mark.soak
def test_ten_thousand_mutated_mails_are_read_or_unreadable() -> None:
    """The same, 10,000 times."""
    rng = random.Random(20261130)
    names = sorted(EXPECTED)
    for _ in range(10_000):
        process(mutated(sample(rng.choice(names)), rng))


def mutated(raw: bytes, rng: random.Random) -> bytes:
    """Return the mail with some damage."""
    data = bytearray(raw)
    for _ in range(rng.randrange(1, 8)):
        at = rng.randrange(len(data) + 1)
        to = min(len(data), at + rng.randrange(1, 200))
        match rng.randrange(5):
            case 0:
                data[at:to] = b""
            case 1:
                data[at:at] = data[at:to] * rng.randrange(1, 4)
            case 2:
                data[at:at] = rng.randbytes(rng.randrange(1, 20))
            case 3:
                data[at:to] = bytes(byte ^ (1 << rng.randrange(8)) for byte in data[at:to])
            case 4:
                data[at:at] = rng.choice(
                    [b"\r\n\r\n", b"--=_b1\r\n", b'"', b"<", b"=?", b"\r", b"\0", b";", b"(", b"> "]
                )
    return bytes(data)
