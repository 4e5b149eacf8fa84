"""`pbem player`, `mail`, `status` and `doctor`."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import pytest

from pbem.service import process
from tests.pbem.cli.shell import ANN, Shell

SILENT = (0, "", "")
USAGE = 2


def broken(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a mail of Ann's break the rules."""

    def fail(_: object) -> None:
        raise ZeroDivisionError("a fault of ours")

    shell.new_game()
    with monkeypatch.context() as patch:
        patch.setattr(process, "submit", fail)
        shell.run("receive", typed=shell.reply("Ann", "draw"))
        shell.run("tick")


def test_players_are_listed_and_shown(shell: Shell) -> None:
    """With numbers, addresses and seats."""
    shell.new_game()
    head, first, *_ = shell.run("player", "list").out.splitlines()

    assert ["player", "name", "addresses"] == head.split()
    assert ["1", "Ann", "ann@example.org"] == first.split()
    assert [1, 2, 3] == [row["player"] for row in shell.data("player", "list")]
    shown = shell.run("player", "show", "ann")
    assert ["Player 1, Ann", "  ann@example.org"] == shown.out.splitlines()[:2]
    assert ["1", "Pebbles", "running", "1", "asked"] == shown.out.splitlines()[-1].split()
    assert [1] == [seat["game"] for seat in shell.data("player", "show", "Ann")["seats"]]


def test_a_player_is_added_moved_barred_and_forgotten(shell: Shell) -> None:
    """One command after the other."""
    assert (0, "1\n", "") == shell.run("player", "add", "Dia <dia@example.org>")
    assert SILENT == shell.run("player", "address", "Dia", "dia@example.net")
    assert SILENT == shell.run("player", "address", "Dia", "dia@example.com", "--also")
    assert ["dia@example.net", "dia@example.org", "dia@example.com"] == shell.data("player", "show", "1")["addresses"]
    assert SILENT == shell.run("player", "address", "Dia", "dia@example.org", "--remove")
    assert SILENT == shell.run("player", "ban", "Dia")
    assert "Player 1, Dia, banned" in shell.run("player", "show", "1").out
    done = shell.run("game", "new", "toy", "--player", "Dia <dia@example.net>", "--bot", "B")
    assert (1, "") == (done.code, done.out)
    assert SILENT == shell.run("player", "ban", "Dia", "--lift")
    assert SILENT == shell.run("player", "forget", "Dia")
    assert [("(forgotten)", [])] == [(row["name"], row["addresses"]) for row in shell.data("player", "list")]


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["show", "Zoe"], 1, "Zoe"),
        (["forget", "Ann"], 1, "still plays"),
        (["add", "Dia <ann@example.org>"], 1, "address of Ann"),
        (["address", "Ann", "bob@example.org"], 1, "address of Bob"),
        (["address", "Ann", "ann@example.org", "--remove"], 1, "only address"),
        (["add", "Dia"], USAGE, "Dia"),
        (["address", "Ann", "a@example.org", "--also", "--remove"], USAGE, "--also"),
    ],
)
def test_what_cannot_be_done_with_a_player(shell: Shell, arguments: list[str], code: int, told: str) -> None:
    """The reason, on standard error."""
    shell.new_game()
    done = shell.run("player", *arguments)

    assert (code, "") == (done.code, done.out)
    assert told in done.err
    assert 3 == len(shell.data("player", "list"))


def test_a_mail_in_quarantine_is_listed_shown_and_let_through(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its reason is its last line; afterwards it is played."""
    broken(shell, monkeypatch)
    head, row = shell.run("mail", "list").out.splitlines()

    assert ["mail", "state", "game", "seat", "arrived", "why"] == head.split()
    assert row.split()[:4] == ["1", "quarantined", "1", "1"]
    assert row.endswith("ZeroDivisionError: a fault of ours")
    assert [1] == [mail["mail"] for mail in shell.data("mail", "list", "--state", "quarantined")]
    shown = shell.run("mail", "show", "1").out
    assert "Game 1, seat 1" in shown
    assert "Traceback" in shown
    assert shown.endswith("draw\n")
    assert "draw" in shell.data("mail", "show", "1")["text"]
    assert SILENT == shell.run("mail", "replay", "1")
    assert [] == shell.data("mail", "list")
    assert "Bob" == shell.data("game", "show", "1")["waiting"][0]["name"]


def test_a_mail_that_fails_again_is_refused(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stays in quarantine, and the way out is named."""
    broken(shell, monkeypatch)

    def fail(_: object) -> None:
        raise ZeroDivisionError("still at fault")

    with monkeypatch.context() as patch:
        patch.setattr(process, "submit", fail)
        done = shell.run("mail", "replay", "1")

    assert (1, "") == (done.code, done.out)
    assert "Mail 1 failed again: ZeroDivisionError: still at fault." in done.err
    assert "pbem mail drop 1" in done.err
    assert [1] == [mail["mail"] for mail in shell.data("mail", "list")]


def test_a_page_lets_a_reader_leave(shell: Shell) -> None:
    """By the code in its address; a wrong one is refused."""
    shell.new_game()
    code = re.search(r"mailto:turns\+(u1\.[a-z0-9]{17})@", shell.mails("Ann")[-1].replace("\n ", ""))[1]

    assert (0, "") == shell.run("player", "unsubscribe", code)[:2]
    assert not shell.data("player", "show", "Ann")["mails"]
    assert "is no reader's code" in shell.run("player", "unsubscribe", f"{code[:-1]}1").err


def test_a_mail_is_given_up(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its player is told; a second time is refused."""
    broken(shell, monkeypatch)

    assert SILENT == shell.run("mail", "drop", "1")
    shell.run("tick")
    assert "given it up" in " ".join(shell.mails("Ann")[-1].replace("=\n", "").split())
    assert "it is dropped" in shell.run("mail", "drop", "1").err
    assert "There is no mail 9." in shell.run("mail", "show", "9").err


def test_the_status_counts_what_waits(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games by state, queues, quarantine, who is late, and a held outbox."""
    broken(shell, monkeypatch)
    shell.run("game", "new", "toy", "--player", ANN, "--player", "Bob <bob@example.org>")
    found = shell.data("status")

    assert {"running": 2} == found["games"]
    assert (0, 1, 2, []) == (found["inbox"]["new"], found["quarantine"], found["outbox"]["waiting"], found["overdue"])
    lines = shell.run("status").out.splitlines()
    assert ["games", "running", "2"] == lines[1].split()
    assert ["mails", "in", "quarantine", "1"] in [line.split() for line in lines]


def test_the_status_names_who_is_late(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """And since when."""
    shell.new_game()
    now = 3_000_000_000
    monkeypatch.setattr("pbem.cli.wiring.now", lambda: now)

    assert [(1, "Ann")] == [(late["game"], late["name"]) for late in shell.data("status")["overdue"]]
    assert "late" in shell.run("status").out


def test_the_doctor_finds_a_fresh_house_well(shell: Shell) -> None:
    """Everything is looked at, one line each."""
    done = shell.run("doctor", "--quick")

    assert (0, "") == (done.code, done.err)
    assert {"ok"} == {line.split()[0] for line in done.out.splitlines()}
    assert ["configuration", "address", "secrets", "database", "in: Maildir", "out: Maildir"] == [
        finding["what"] for finding in shell.data("doctor", "--quick")
    ]


def test_the_doctor_looks_at_listeners(shell: Shell) -> None:
    """A free port is well, and so is one where pbem serves already."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        shell.set("inbound.smtp", f"127.0.0.1:{port}")
        assert f"127.0.0.1:{port} answers" in shell.run("doctor", "--quick").out
    assert f"127.0.0.1:{port} is free" in shell.run("doctor", "--quick").out


def test_the_doctor_tries_to_log_in(shell: Shell) -> None:
    """A server that does not answer is bad."""
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    shell.set("outbound.smtp.host", "127.0.0.1")
    shell.set("outbound.smtp.port", port)
    done = shell.run("doctor", "--quick")

    assert 1 == done.code
    assert "BAD  out: SMTP: The mail server" in done.out


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (lambda folder: (folder / "secrets.toml").chmod(0o644), "chmod 600"),
        (lambda folder: (folder / "pbem.sqlite").unlink(), "pbem init"),
        (lambda folder: (folder / "pbem.sqlite").write_bytes(b"no database" * 999), "database"),
        (lambda folder: (folder / "config.toml").write_text("[mail]\naddres = 'x'\n"), "address"),
        (lambda folder: (folder / "config.toml").write_text("[outbound]\nmaildir = ''\n"), "No mail can leave"),
        (lambda folder: (folder / "outbound").write_text(""), "cannot be written"),
    ],
)
def test_the_doctor_names_what_is_wrong_with_its_remedy(shell: Shell, harm: object, told: str) -> None:
    """Exit code 1, and the finding is marked."""
    harm(shell.folder)
    done = shell.run("doctor", "--quick")

    assert 1 == done.code
    assert "BAD " in done.out
    assert told in done.out


def test_the_doctor_tries_the_words_of_every_game(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A template that lacks a word is found."""
    toy = {"toy": __import__("tests.toy", fromlist=["ENGINE"]).ENGINE}
    monkeypatch.setattr("pbem.app.discover", lambda: toy)
    assert "words of Pebbles: complete" in shell.run("doctor").out
    news = shell.site / "pebbles_templates" / "toy" / "news.txt"
    text = news.read_text()
    try:
        news.write_text(text.replace("macro rolled", "macro other"))
        done = shell.run("doctor")
    finally:
        news.write_text(text)

    assert 1 == done.code
    assert "BAD  words of Pebbles" in done.out
    assert "rolled" in done.out
