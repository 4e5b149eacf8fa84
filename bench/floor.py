"""The floor under row 2: the least that any program must do for an order mail, and nothing else."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Sequence
from email import message_from_bytes
from email.utils import parseaddr
from pathlib import Path

import orjson

SCHEMA = """
CREATE TABLE inbox (id INTEGER PRIMARY KEY, digest TEXT UNIQUE, arrived INTEGER, raw BLOB, state TEXT);
CREATE TABLE game (id INTEGER PRIMARY KEY, version INTEGER, snapshot BLOB);
CREATE TABLE entry (game INTEGER, number INTEGER, seat INTEGER, text TEXT, PRIMARY KEY (game, number));
CREATE TABLE outbox (id INTEGER PRIMARY KEY, message_id TEXT UNIQUE, recipient TEXT, raw BLOB, state TEXT);
"""


class Floor:
    """A bare database and the loop over it."""

    def __init__(self, path: Path, games: int, snapshot: bytes) -> None:
        self._db = sqlite3.connect(path, isolation_level=None)
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=FULL")
        self._db.executescript(SCHEMA)
        self._db.executemany("INSERT INTO game VALUES (?, 0, ?)", [(game, snapshot) for game in range(1, games + 1)])
        self._done = 0

    def work(self, raws: Sequence[bytes], answers: int) -> None:
        """Take in a batch of order mails, one for each game, and leave so many mails for each in the outbox."""
        db = self._db
        db.execute("BEGIN IMMEDIATE")
        for raw in raws:
            digest = hashlib.sha256(raw).hexdigest()
            db.execute("INSERT INTO inbox VALUES (NULL, ?, 0, ?, 'new')", (digest, raw))
        db.execute("COMMIT")
        db.execute("BEGIN IMMEDIATE")
        for game, raw in enumerate(raws, 1):
            self._done += 1
            self._one(db, game, raw, answers)
        db.execute("COMMIT")

    def _one(self, db: sqlite3.Connection, game: int, raw: bytes, answers: int) -> None:
        mail = message_from_bytes(raw)
        sender = parseaddr(mail["From"])[1]
        text = _typed(mail)
        (snapshot,) = db.execute("SELECT snapshot FROM game WHERE id = ?", (game,)).fetchone()
        state = orjson.loads(snapshot)
        db.execute("INSERT INTO entry VALUES (?, ?, 1, ?)", (game, self._done, text))
        db.execute("UPDATE game SET version = version + 1, snapshot = ? WHERE id = ?", (orjson.dumps(state), game))
        for number in range(answers):
            name = f"{self._done}.{number}@example.org"
            answer = _mail(name, sender, str(mail["Message-ID"]), _board(state, text))
            db.execute("INSERT INTO outbox VALUES (NULL, ?, ?, ?, 'waiting')", (name, sender, answer))
        db.execute("UPDATE inbox SET state = 'done' WHERE id = ?", (self._done,))


def _typed(mail: object) -> str:
    for part in mail.walk():  # type: ignore[attr-defined]
        if part.get_content_type() == "text/plain":
            lines = part.get_payload(decode=True).decode("utf-8", "replace").splitlines()
            return "\n".join(line for line in lines if not line.startswith(">"))[:80]
    return ""


def _board(state: dict[str, object], text: str) -> str:
    head = "+----------------+----------------+----------------+----------------+\n"
    row = "".join(f"| {name[:14]:<14} " for name in [*state, "", "", "", ""][:4]) + "|\n"
    return f"You wrote: {text}\n\n" + (head + row * 4) * 4 + head


def _mail(name: str, recipient: str, answered: str, board: str) -> bytes:
    return (
        f"From: pbem <turns@example.org>\r\nTo: {recipient}\r\n"
        "Reply-To: turns+g1.s1.p1.a0123456789abcdef@example.org\r\n"
        f"Subject: your move\r\nDate: Fri, 04 Dec 2026 20:00:00 +0000\r\nMessage-ID: <{name}>\r\n"
        f"In-Reply-To: {answered}\r\nReferences: {answered}\r\nAuto-Submitted: auto-replied\r\nMIME-Version: 1.0\r\n"
        f'Content-Type: multipart/alternative; boundary="{name}"\r\n\r\n'
        f"--{name}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{board}\r\n"
        f"--{name}\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<pre>{board}</pre>\r\n--{name}--\r\n"
    ).encode()
