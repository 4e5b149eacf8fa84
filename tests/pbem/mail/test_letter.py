"""A mail of any shape is read: who, to whom, in answer to what, and its text; or it is Unreadable, and nothing else."""

from __future__ import annotations

import pytest

from pbem.errors import Unreadable
from pbem.mail.letter import HTML_OCTETS, TEXT_LINES, TEXT_OCTETS, content_digest, read
from tests.pbem.mail.post import mail, sample

HEAD = b"From: Ayse <ayse@example.org>\r\nSubject: x\r\n"


def parts(*bodies: tuple[str, str], kind: str = "mixed") -> bytes:
    """Return a multipart mail of these parts: header lines and body each."""
    inner = "".join(f"--b\r\n{head}\r\n\r\n{body}\r\n" for head, body in bodies)
    return HEAD + f'Content-Type: multipart/{kind}; boundary="b"\r\n\r\n{inner}--b--\r\n'.encode()


PLAIN = "Content-Type: text/plain"
HTML = "Content-Type: text/html"


def test_recipients_come_in_the_order_in_which_they_are_believed() -> None:
    """Envelope, then what delivery noted, then To and Cc; each once, in lower case."""
    raw = b"Cc: c@x.org\r\nTo: T@x.org, c@x.org\r\nX-Original-To: o@x.org\r\nDelivered-To: D@x.org\r\n\r\n"

    assert read(raw, "E@x.org").recipients == ("e@x.org", "d@x.org", "o@x.org", "t@x.org", "c@x.org")


def test_references_come_nearest_first() -> None:
    """The mail answered stands before its forebears."""
    raw = b"References: <1@x> <2@x>\r\n <3@x>\r\nIn-Reply-To: <3@x>\r\n\r\n"

    assert read(raw).references == ("3@x", "2@x", "1@x")


@pytest.mark.parametrize(
    ("field", "address", "name"),
    [
        ("Ayse <Ayse@Example.org>", "ayse@example.org", "Ayse"),
        ("ayse@example.org (Ayse)", "ayse@example.org", ""),
        ('"Bell, Ayse" <ayse@example.org>', "ayse@example.org", "Bell, Ayse"),
        ("=?utf-8?q?bob=40example=2Eorg?= <forger@evil.org>", "forger@evil.org", "bob@example.org"),
        ('"bob@example.org" <forger@evil.org>', "forger@evil.org", "bob@example.org"),
        ("Ayse ayse@example.org", "", ""),
        ("<ayse@[>", "", ""),
        ("<a@b.org> <c@d.org>", "", ""),
        ("a@b.org, c@d.org", "", ""),
        ("a@b@c.org", "", ""),
        ("", "", ""),
    ],
)
def test_only_a_plain_address_counts_as_the_sender(field: str, address: str, name: str) -> None:
    """The address decides, never the name beside it; what is doubtful is nobody."""
    found = read(f"From: {field}\r\n\r\nx".encode())

    assert (found.sender, found.sender_name) == (address, name)


def test_the_null_sender_is_told_from_an_unknown_one() -> None:
    """An empty Return-Path means a machine, a missing one means nothing."""
    assert read(b"Return-Path: <>\r\n\r\n").return_path == ""
    assert read(HEAD + b"\r\n").return_path is None


@pytest.mark.parametrize(
    ("subject", "decoded", "bare"),
    [
        ("=?utf-8?B?UmU6IFrD?=\r\n =?utf-8?B?vGdlIFtnNDJd?=", "Re: Züge [g42]", "Züge"),
        ("AW: SV: Re[2]: RE : [g42] Your turn", "AW: SV: Re[2]: RE : [g42] Your turn", "Your turn"),
        ("回复：[g42] Your turn", "回复：[g42] Your turn", "Your turn"),
        ("=?x-klingon?Q?move_5?=", "move 5", "move 5"),
        ("=?utf-8?B?!!!?= move 5", "=?utf-8?B?!!!?= move 5", "=?utf-8?B?!!!?= move 5"),
        ("say: hello", "say: hello", "say: hello"),
    ],
)
def test_a_subject_is_decoded_and_freed_of_prefixes(subject: str, decoded: str, bare: str) -> None:
    """Characters cut across encoded words are whole again, and prefixes and our tag are off."""
    found = read(f"Subject: {subject}\r\n\r\n".encode())

    assert (found.subject, found.bare_subject) == (decoded, bare)


def test_plain_text_goes_before_its_html_twin() -> None:
    """In an alternative that has both, the HTML is not read a second time."""
    raw = parts((PLAIN, "move 5"), (HTML, "<p>move 5"), kind="alternative")

    assert read(raw).text.split() == ["move", "5"]


def test_html_counts_where_only_a_footer_is_plain() -> None:
    """The footer that a mailing list adds does not hide the HTML above it."""
    raw = parts((HTML, "<p>move 5"), (PLAIN, "list footer"))

    assert read(raw).text.split() == ["move", "5", "list", "footer"]


def test_attachments_and_enclosed_mails_are_not_read() -> None:
    """What was attached or forwarded was not typed."""
    attached = "Content-Type: text/plain\r\nContent-Disposition: attachment"
    raw = parts((PLAIN, "move 5"), (attached, "move 6"), ("Content-Type: message/rfc822", "Subject: a\r\n\r\nmove 7"))
    found = read(raw)

    assert found.text.strip() == "move 5"
    assert found.unread == ("attachment",)


def test_a_wrong_boundary_is_found_out() -> None:
    """Where no line has the boundary that the header names, the first that looks like one divides the mail."""
    raw = HEAD + b'Content-Type: multipart/mixed; boundary="other"\r\n\r\n--b\r\n\r\nmove 5\r\n--b--\r\n'

    assert read(raw).text.strip() == "move 5"


def test_a_missing_blank_line_hides_no_text() -> None:
    """A line that is no header field begins the body."""
    assert read(HEAD + b"move 5\r\nend\r\n").text.split("\n")[:2] == ["move 5", "end"]


def test_a_boundary_that_begins_another_one_does_not_divide_it() -> None:
    """b and b1 are two boundaries."""
    raw = HEAD + b'Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n\r\nmove 5\r\n--b1\r\nend\r\n--b--\r\n'

    assert read(raw).text.split() == ["move", "5", "--b1", "end"]


def test_flowed_text_is_joined_and_stuffed_lines_are_no_quotes() -> None:
    """Soft breaks go, quotes keep their marks, and the signature line its space."""
    body = "a long \nline\n> quoted \n> on\n >not quoted\n-- \nAyse"
    raw = HEAD + b"Content-Type: text/plain; format=flowed\r\n\r\n" + body.encode()

    assert read(raw).text == "a long line\n> quoted on\n\u2060>not quoted\n-- \nAyse"


def test_two_deliveries_of_a_mail_have_one_digest() -> None:
    """Trace headers and line ends differ between deliveries; the digest does not."""
    again = b"Received: from b\r\nDelivered-To: x@y.org\r\nX-Spam-Level: **\r\n" + HEAD + b"\r\nmove 5\r\n"
    first = HEAD.replace(b"\r\n", b"\n") + b"\nmove 5\n"

    assert content_digest(again) == content_digest(first)
    assert content_digest(first) != content_digest(first.replace(b"5", b"6"))


def test_the_digest_of_an_unreadable_mail_exists() -> None:
    """A mail is stored, and known again, before anybody can read it."""
    assert len(content_digest(sample("52_deeply_nested_multipart.eml"))) == 64


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"=?", ""),
        (b"TU9WRSA1DQpUQUtFIDEgRlJVSVQNC", ""),
        (b"TU9WRSA1", "MOVE 5"),
        (b"TU9W\r\nRSA1\r\n", "MOVE 5"),
        (b"TU9WRSA1LCA", "MOVE 5, "),
    ],
)
def test_base64_that_may_have_lost_octets_is_not_read(raw: bytes, text: str) -> None:
    """Missing padding does no harm; a gap could make one order another."""
    assert read(HEAD + b"Content-Transfer-Encoding: base64\r\n\r\n" + raw).text == text


def test_text_is_cut_at_its_caps_and_says_so() -> None:
    """2,000 lines and 256 KB are read; what lies beyond is noted."""
    assert read(mail("a\n" * (TEXT_LINES - 1))).unread == ()
    long = read(mail("a\n" * TEXT_LINES))
    wide = read(mail("a" * (TEXT_OCTETS + 1)))

    assert (long.unread, long.text.count("\n")) == (("cut",), TEXT_LINES - 1)
    assert (wide.unread, len(wide.text)) == (("cut",), TEXT_OCTETS)


def test_what_was_typed_above_a_huge_html_quote_is_read() -> None:
    """The cap of an HTML part cuts its end, not its beginning."""
    raw = HEAD + b"Content-Type: text/html\r\n\r\n<p>move 5</p>" + b"<p>quoted</p>" * (HTML_OCTETS // 10)
    found = read(raw)

    assert found.text.startswith("move 5")
    assert "cut" in found.unread


@pytest.mark.parametrize("size", [64 * 1024, 200_000])
def test_headers_over_64_kb_are_unreadable(size: int) -> None:
    """Nobody writes such headers; the mail is kept for the moderator."""
    with pytest.raises(Unreadable, match="longer than 65536"):
        read(b"X-A: b\r\n" * (size // 8 + 1) + HEAD + b"\r\nx")


def test_a_field_over_8_kb_is_cut() -> None:
    """The rest of the mail is read all the same."""
    found = read(HEAD + b"References: " + b"<a@b> " * 2000 + b"\r\n\r\nmove 5")

    assert (found.text, found.unread) == ("move 5", ("header_cut",))


@pytest.mark.parametrize(("levels", "readable"), [(20, True), (21, False)])
def test_trees_are_read_down_to_20_levels(levels: int, readable: bool) -> None:
    """Level 20 is read, level 21 makes the mail unreadable."""
    head = b"".join(b"Content-Type: multipart/mixed; boundary=b%d.\r\n\r\n--b%d.\r\n" % (n, n) for n in range(levels))
    raw = HEAD + head + b"\r\nmove 5\r\n"

    if readable:
        assert read(raw).text.strip() == "move 5"
    else:
        with pytest.raises(Unreadable, match="deeper than 20"):
            read(raw)


def test_a_hundred_parts_are_read() -> None:
    """What lies behind the hundredth is noted."""
    few = read(parts(*[(PLAIN, "a")] * 99))
    many = read(parts(*[(PLAIN, "a")] * 100))

    assert (few.text.count("a"), few.unread) == (99, ())
    assert (many.text.count("a"), many.unread) == (99, ("parts_cut",))


@pytest.mark.parametrize(
    ("head", "note"),
    [
        ("Content-Type: application/ms-tnef", "winmail"),
        ("Content-Type: application/octet-stream; name=winmail.dat", "winmail"),
        ("Content-Type: application/pkcs7-mime", "smime"),
        ("Content-Type: application/pgp-encrypted", "encrypted"),
        ("Content-Type: message/rfc822", "attachment"),
    ],
)
def test_what_only_another_program_can_open_is_noted(head: str, note: str) -> None:
    """The answer can say what to do about it."""
    found = read(parts((head, "x")))

    assert (found.text.strip(), found.unread) == ("", (note,))


def test_a_calendar_answer_and_a_reaction_are_seen() -> None:
    """Both are told apart from mails by what their parts are."""
    calendar = read(parts((PLAIN, ""), ("Content-Type: text/calendar; method=REPLY", "BEGIN:VCALENDAR")))
    thumb = read(parts((PLAIN, "x"), ("Content-Type: text/plain\r\nContent-Disposition: reaction", "+")))

    assert (calendar.calendar_method, calendar.reaction) == ("reply", False)
    inside = read(parts((PLAIN, ""), ("Content-Type: text/calendar", "BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\n")))
    assert inside.calendar_method == "reply"
    assert (thumb.reaction, thumb.text.strip()) == (True, "x")
