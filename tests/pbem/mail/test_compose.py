"""What our mails look like on the wire: sizes, line lengths, headers, and plain ASCII where it is wanted."""

from __future__ import annotations

import email
import email.policy
from datetime import UTC, datetime
from email.message import EmailMessage

from pbem.mail.compose import LARGEST_HTML, Envelope, Written, build, in_ascii

ENVELOPE = Envelope(
    sender_name="Ünter Spiel",
    sender="turns@play.example.org",
    recipient="ann@example.org",
    recipient_name="Änn " * 40,
    reply_to="turns+g1.s1.p1.kaaaaaaaaaaaaaaaa@play.example.org",
    message_id="00000000000000000001@play.example.org",
    in_reply_to="one@example.org",
    made=datetime(2026, 12, 1, 12, 0, tzinfo=UTC),
    automatic="auto-replied",
    unsubscribe="turns+u1.kaaaaaaaaaaaaaaaa@play.example.org",
    unsubscribe_url="https://play.example.org/" + "leave/" * 20,
)


def built(written: Written, envelope: Envelope = ENVELOPE) -> tuple[bytes, EmailMessage]:
    """Return a mail as bytes and as it is read."""
    raw = build(written, envelope)
    mail = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(mail, EmailMessage)
    return raw, mail


def test_no_line_is_too_long() -> None:
    """Whatever stands in text, subject, names or addresses: bodies of 76 octets, headers below 998."""
    raw, mail = built(
        Written("wörter " * 400 + "x" * 3000, "wort " * 500 + "\nö" * 2000 + "x" * 5000, "<p>" + "é" * 9000)
    )
    head, _, body = raw.partition(b"\n\n")

    assert 998 > max(map(len, head.split(b"\n")))
    assert 76 >= max(map(len, body.split(b"\n")))
    assert mail.defects == []


def test_a_mail_that_would_be_clipped_goes_as_text_alone() -> None:
    """The end of a mail is where the question stands; the twin of plain text says the same."""
    small = Written("s", "hello\n", "<p>" + "x" * 60_000 + "</p>")
    large = Written("s", "hello\n", "<p>" + "ö" * 20_000 + "</p>")
    _, two = built(small)
    raw, one = built(large)

    assert ["text/plain", "text/html"] == [part.get_content_type() for part in two.iter_parts()]
    assert ["text/plain"] == [part.get_content_type() for part in one.iter_parts()]
    assert LARGEST_HTML > len(raw)


def test_the_ways_to_leave_survive_the_folding_of_lines() -> None:
    """No encoded words in them."""
    raw, mail = built(Written("s", "t\n", "h\n"))

    unfolded = " ".join(str(mail["List-Unsubscribe"]).split())
    assert f"<{ENVELOPE.unsubscribe_url}>, <mailto:{ENVELOPE.unsubscribe}>" == unfolded
    assert b"List-Unsubscribe=One-Click" in raw
    by_mail, _ = built(Written("s", "t\n", "h\n"), ENVELOPE._replace(unsubscribe_url=""))
    assert b"\nList-Unsubscribe: <mailto:turns+u1.kaaaaaaaaaaaaaaaa@play.example.org>\n" in by_mail


def test_without_plus_parts_the_subject_says_it() -> None:
    """A mail to the plain address means nothing by itself."""
    plain = {"unsubscribe": "turns@example.org", "unsubscribe_code": "u1.kaaaaaaaaaaaaaaaa", "unsubscribe_url": ""}
    _, mail = built(Written("s", "t\n", "h\n"), ENVELOPE._replace(**plain))

    by_mail = "".join(str(mail["List-Unsubscribe"]).split())
    assert "<mailto:turns@example.org?subject=unsubscribe%20u1.kaaaaaaaaaaaaaaaa>" == by_mail


def test_a_thread_names_each_mail_once() -> None:
    """The oldest first, and the one that is answered last."""
    envelope = ENVELOPE._replace(references=("root@play.example.org", "one@example.org"))
    _, mail = built(Written("s", "t\n", "h\n"), envelope)

    assert "<root@play.example.org> <one@example.org>" == str(mail["References"])
    assert "<one@example.org>" == str(mail["In-Reply-To"])


def test_a_mail_in_ascii_holds_nothing_else() -> None:
    """Neither headers nor twins, and no encoded words."""
    raw, mail = built(Written("Zug für Zoë", "Zoë – „hi“ 你\n", "<p>Zoë</p>"), ENVELOPE._replace(ascii=True))

    assert raw.isascii()
    assert b"=?" not in raw
    assert "Zug fur Zoe" == str(mail["Subject"])
    assert "<p>Zo&#235;</p>" in mail.get_body(("html",)).get_content()


def test_a_line_that_grows_in_ascii_is_broken_anew() -> None:
    """Some letters have likes of two or three; the others keep their places, and the indent stays."""
    text = "BOARD  |x|\n   " + "Straße… " * 9 + "\nend\n"
    _, mail = built(Written("s", text, "h\n"), ENVELOPE._replace(ascii=True))
    lines = mail.get_body(("plain",)).get_content().splitlines()

    assert 72 >= max(map(len, lines))
    assert ["BOARD  |x|", "end"] == [lines[0], lines[-1]]
    assert ["   Strasse..."] * (len(lines) - 2) == [line[:13] for line in lines[1:-1]]


def test_an_id_beyond_ascii_leaves_the_thread_alone() -> None:
    """What no header can hold as it stands is left out; ours is still read."""
    envelope = ENVELOPE._replace(references=("ours@example.org",), in_reply_to="für-ann@example.org")
    raw, mail = built(Written("s", "t\n", "h\n"), envelope)

    assert b"\nReferences: <ours@example.org>\n" in raw
    assert mail["In-Reply-To"] is None


def test_letters_outside_ascii_become_their_likes() -> None:
    """What has none becomes a question mark, and as many columns as before where it can."""
    assert 'Strasse, Lodz, Oresund, "x" - ? ...' == in_ascii("Straße, Łódź, Øresund, “x” – 你 …")
