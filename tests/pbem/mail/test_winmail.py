"""What Outlook hides in winmail.dat is read, and no such file costs more than its time."""

from __future__ import annotations

import base64
import time

import pytest

from pbem.mail import letter, winmail
from pbem.mail.letter import Letter
from pbem.mail.winmail import winmail_text
from tests.pbem.mail import outlook

ORDERS = "move 5\ntake 1 fruit"
HTML = b"<html><body><p>move 5</p><p>take 1 fruit</p></body></html>"
FILES = {
    "rich": {outlook.RTF: outlook.rich(ORDERS)},
    "html": {outlook.HTML: HTML},
    "plain": {outlook.BODY: ORDERS.encode()},
    "plain before rich": {outlook.RTF: outlook.rich("another text"), outlook.BODY: ORDERS.encode()},
}


def mail(data: bytes, kind: str = "application/ms-tnef; name=winmail.dat", before: str = "") -> Letter:
    """Return a mail that holds a file, perhaps behind a text."""
    text = f"--b\r\n\r\n{before}\r\n" if before else ""
    head = f"From: ann@example.org\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n{text}--b\r\n"
    coded = base64.encodebytes(data).decode()
    body = f"Content-Type: {kind}\r\nContent-Transfer-Encoding: base64\r\n\r\n{coded}\r\n--b--\r\n"
    return letter.read((head + body).encode())


@pytest.mark.parametrize("kind", FILES)
def test_the_text_is_read_whatever_form_it_has(kind: str) -> None:
    """Rich, HTML or plain: the same lines."""
    found = mail(outlook.file(FILES[kind]))

    assert ["move 5", "take 1 fruit"] == [line.strip() for line in found.text.split("\n") if line.strip()]
    assert found.unread == ()


def test_a_file_is_known_by_its_name_too() -> None:
    """Gateways change its type."""
    found = mail(outlook.file(FILES["rich"]), "application/octet-stream; name=WINMAIL.DAT")

    assert "move 5" in found.text


def test_a_large_attachment_behind_the_text_is_left_out() -> None:
    """The text stands in front."""
    assert "move 5" in mail(outlook.file(FILES["rich"], attached=b"x" * 3_000_000)).text


def test_a_text_beside_the_file_says_the_same() -> None:
    """Exchange sends both; the orders are not played twice."""
    found = mail(outlook.file(FILES["rich"]), before="move 5")

    assert found.text.strip() == "move 5"
    assert found.unread == ("winmail",)


@pytest.mark.parametrize("at", [40, 80, 120])
def test_a_damaged_text_is_not_read(at: int) -> None:
    """One bit may make another order of it."""
    whole = bytearray(outlook.file(FILES["plain"]))
    whole[min(at, len(whole) - 3)] ^= 1

    found = mail(bytes(whole))

    assert (found.text.strip(), found.unread) == ("", ("winmail",))


ENDLESS = {
    "properties": b"\xff\xff\xff\xff",
    "values": b"\x01\0\0\0\x02\x10\x01\x00\xff\xff\xff\x7f" + b"\0" * 50,
    "strings": b"\x01\0\0\0\x1e\x00\x01\x00\xff\xff\xff\x7f" + b"\0" * 50,
}
BROKEN = {name: outlook.SIGNATURE + outlook.thing(0x9003, content) for name, content in ENDLESS.items()} | {
    "fonts": outlook.file({outlook.RTF: outlook.rich(r"{\fonttbl" + r"\f0 a" * 60_000)}),
    "nothing": b"",
    "rubbish": b"x" * 2_000_000,
    "no size": outlook.file({outlook.RTF: b"\xff\xff\xff\xff"}),
    "rich rubbish": outlook.file({outlook.RTF: outlook.rich("}" * 100 + "\\u-99999 \\'zz{\\bin9999 ")}),
}


@pytest.mark.parametrize("name", BROKEN)
def test_no_file_holds_anybody_up(name: str) -> None:
    """Counts that no file could hold are what the libraries fall for: the process is stopped."""
    start = time.monotonic()

    found = mail(BROKEN[name])

    assert (found.text.strip(), found.unread) == ("", ("winmail",))
    # The limit itself, and room for a busy machine.
    assert time.monotonic() - start < winmail.SECONDS + 1


def test_one_file_a_mail_is_opened() -> None:
    """A hundred of them would take a hundred times as long."""
    part = f"--b\r\nContent-Type: application/ms-tnef\r\n\r\n{'x' * 100}\r\n"
    start = time.monotonic()

    found = letter.read(f"From: a@example.org\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n{part * 90}".encode())

    assert found.unread == ("winmail",)
    assert time.monotonic() - start < winmail.SECONDS + 1


def test_without_the_extra_the_mail_is_named_unreadable(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is a convenience; nobody must install it."""
    monkeypatch.setattr(winmail, "_LIBRARIES", ("no_such_library",))

    assert winmail_text(outlook.file(FILES["rich"])) == ("", "")
    assert mail(outlook.file(FILES["rich"])).unread == ("winmail",)
