"""Mails built to hang, blow up or break a reader; each is a fault that some library or service really had."""

from __future__ import annotations

from itertools import count

HEAD = "From: Ayse <ayse@example.org>\r\nTo: turns@play.example.org\r\nSubject: x\r\n"
BOARD_ROW = "<tr><td>a</td><td>b</td></tr>"


def text(body: str, content_type: str = "text/plain; charset=utf-8", more: str = "") -> bytes:
    """Return a mail with this body."""
    return f"{HEAD}{more}Content-Type: {content_type}\r\n\r\n{body}".encode()


def fields(*lines: str) -> bytes:
    """Return a mail of these header fields."""
    return ("\r\n".join(lines) + "\r\n\r\nmove 5\r\n").encode()


def nested(levels: int) -> bytes:
    """Return a tree of this depth."""
    head = "".join(f"Content-Type: multipart/mixed; boundary=n{n}\r\n\r\n--n{n}\r\n" for n in range(levels))
    return (HEAD + head + "\r\nmove 5\r\n").encode()


def multipart(inner: str) -> bytes:
    """Return a multipart mail with the boundary b."""
    return text(inner, "multipart/mixed; boundary=b")


# Regular expressions of reply libraries that take seconds for 4 KB, and of our own that might.
BLOW_UPS = {
    "on": text("On " * 1_333),
    "on, a megabyte": text("On " * 333_333),
    "am schrieb": text("Am schrieb " * 363),
    "am schrieb, a megabyte": text("Am schrieb " * 90_000),
    "dashes": text("-" * 100_000),
    "lines of dashes": text("-----\n" * 100_000),
    "our name on every line": text("Istanbul Turn Robot 5:\n" * 2_000),
    "our address on every line": text("turns+g42.s3.p7.x@play.example.org wrote:\nmove 5\n" * 1_000),
    "semicolons": text("a;" * 128_000),
    "typos": text("mvoe 5 \u00e9;" * 30_000),
    "one word": text("\u00e9" * 128_000),
    "labels": text("From: a\n" * 2_000),
    "quote marks": text(">" * 250_000),
    "quoted and not": text("> a\nb\n" * 1_000),
    "signatures": text("--\nmove 5\n" * 1_000),
    "prose": text("mvoes over the land of 5 things and more\n" * 2_000),
    "trailing text": text("take 1 of the many things that are here to be had by you\n" * 2_000),
    "our mail two hundred times": text("Game 42, turn 7. Orders are due Tue 01 Dec 2026 20:00 UTC.\n" * 2_000),
    "say": text("say " + "x" * 250_000),
    "invisible": text("\u200b" * 80_000 + "move 5"),
    "controls": text("\x00\x01\x0b" * 80_000),
    "flowed": text("> a \n" * 50_000, "text/plain; format=flowed"),
    "join on every line": text("join x\n" * 2_000),
}

# What Python's own parser raises on, or takes seconds for.
BREAKERS = {
    "megabyte subject": fields("From: a@b.org", "Subject: " + "word " * 200_000),
    "encoded words": fields("From: a@b.org", "Subject: " + "=?utf-8?q?a?= " * 560),
    "prefixes": fields("From: a@b.org", "Subject: " + "Re: " * 2_000),
    "brackets": fields("From: a@b.org", "Subject: " + "[" * 8_000),
    "open bracket": fields("From: <a@[>"),
    "lone quote": fields('From: "', 'To: "', "Message-ID: <[x]>"),
    "line break in a name": fields("From: =?utf-8?q?a=0Ab?= <a@b.org>"),
    "comments": fields("From: " + "(" * 8_000),
    "angles": fields("From: " + "<" * 8_000),
    "escapes": fields('From: "' + "\\" * 8_000),
    "hyphens": fields("From: a@" + "a-" * 4_000),
    "parameters": fields("From: a@b.org", "Content-Type: text/plain" + "; a=b" * 13_000),
    "open parameters": fields("From: a@b.org", "Content-Type: text/plain" + ';a="' * 2_000),
    "received": fields(*["Received: x"] * 100_000),
    "recipients": fields("From: a@b.org", *["To: " + "turns+g1.s1.p1.aaaaaaaaaaaaaaaaa@play.example.org, " * 150] * 7),
    "references": fields("From: a@b.org", *["References: " + "<a@b> " * 1_300] * 7),
    "authentication": fields("From: ayse@example.org", "Authentication-Results: mx.play.example.org; " + "(" * 7_900),
    "nested": nested(2_000),
    "parts": multipart("--b\r\n\r\nhi\r\n" * 20_000),
    "parts with parameters": multipart(("--b\r\nContent-Type: text/plain" + ';a="' * 2_000 + "\r\n\r\nhi\r\n") * 100),
    "almost boundaries": multipart("--bx\r\n" * 200_000),
    "punycode": text("a" * 400_000, "text/plain; charset=punycode"),
    "idna": text("a" * 250_000, "text/plain; charset=idna"),
    "utf-7": text("+AE0-" * 50_000, "text/plain; charset=utf-7"),
    "lone surrogate": text("+2AA-move 5", "text/plain; charset=utf-7"),
    "hz": text("~{" * 100_000, "text/plain; charset=hz"),
    "escape sequences": text("\x1b$B" * 80_000, "text/plain; charset=iso-2022-jp"),
    "utf-16": text("a" * 250_000, "text/plain; charset=utf-16"),
    "odd base64": text("QUJDR", more="Content-Transfer-Encoding: base64\r\n"),
    "broken quoted-printable": text("=\r=\n=4=XX=", more="Content-Transfer-Encoding: quoted-printable\r\n"),
    "html cells": text("<table><tr>" + "<td>a</td>" * 25_000, "text/html"),
    "html rows": text("<table>" + BOARD_ROW * 8_000, "text/html"),
    "html wide cell": text(f"<table><tr><td>{'x' * 100_000}</td></tr>{BOARD_ROW * 5_000}", "text/html"),
    "html tables in tables": text("<table><tr><td>" * 15_000, "text/html"),
    "html quotes in quotes": text("<blockquote type=cite>a" * 11_000, "text/html"),
    "html quotes": text("<blockquote type=cite>a</blockquote>" * 7_000, "text/html"),
    "html deep": text("<div>" * 200 + "<p>a</p>" * 30_000, "text/html"),
    "html comments": text("<!-- a -->a" * 20_000, "text/html"),
    "html hidden": text("<b hidden>a</b>a" * 16_000, "text/html"),
    "html angles": text("<" * 250_000, "text/html"),
    "html attributes": text("<a " + "b=c " * 60_000, "text/html"),
    "bounce without end": fields(
        "From: MAILER-DAEMON@x.org", "Subject: failure notice", "", "<a@b.org>:\n550 5.1.1\n" * 20_000
    ),
    "nothing": b"",
    "one line": b"\r\n",
    "nul": b"\0" * 1_000,
}

ALL = BLOW_UPS | BREAKERS


def written_out() -> dict[str, bytes]:
    """Return the short ones under file names, for programs that read a folder of mails."""
    short = ((name, raw) for name, raw in ALL.items() if len(raw) < 10_000)
    number = count(1)
    return {f"{next(number):02}_{name.replace(' ', '_').replace(',', '')}.eml": raw for name, raw in short}
