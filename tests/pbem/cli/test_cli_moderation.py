"""A host's commands: what they print, and what they come to; what they do stands in the tests of the service."""

from __future__ import annotations

import re
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.pbem.cli.shell import ANN, Shell

USAGE = 2
SILENT = (0, "", "")


def test_a_game_is_paused_resumed_and_cancelled(shell: Shell) -> None:
    """Without a word, and with the reason in the audit."""
    shell.new_game()

    assert SILENT == shell.run("game", "pause", "1", "--reason", "holidays")
    assert ("paused", None) == (shell.data("game", "show", "1")["state"], _waiting(shell)["due"])
    assert SILENT == shell.run("game", "resume", "1")
    assert "running" == shell.data("game", "show", "1")["state"]
    assert SILENT == shell.run("game", "cancel", "1", "--reason", "no time")
    assert ("cancelled", []) == tuple(shell.data("game", "show", "1")[name] for name in ("state", "waiting"))
    acts = [(act["what"], act["reason"]) for act in shell.data("game", "show", "1")["acts"]]
    assert [("paused", "holidays"), ("resumed", ""), ("cancelled", "no time")] == acts


def _waiting(shell: Shell) -> dict[str, str]:
    (waiting,) = shell.data("game", "show", "1")["waiting"]
    return waiting


def _hours_left(shell: Shell) -> float:
    return (datetime.fromisoformat(_waiting(shell)["due"]) - datetime.now(UTC)).total_seconds() / 3600


def test_deadlines_are_moved(shell: Shell) -> None:
    """For all, for one, and what happens afterwards."""
    shell.new_game()

    assert SILENT == shell.run("game", "deadline", "1", "5d", "--policy", "wait")
    assert (5 * 86_400, "wait") == tuple(shell.data("game", "show", "1")[n] for n in ("deadline_seconds", "policy"))
    assert round(_hours_left(shell)) == 120
    assert SILENT == shell.run("game", "deadline", "1", "90m", "--player", "Ann")
    assert round(_hours_left(shell) * 2) == 3
    assert SILENT == shell.run("game", "deadline", "1", "--policy", "remind")


def test_two_changes_of_a_deadline_are_made_together_or_not_at_all(shell: Shell) -> None:
    """A policy that is taken stays as it was where the time is refused."""
    shell.new_game()
    done = shell.run("game", "deadline", "1", "5s", "--policy", "wait")

    assert (1, "") == (done.code, done.out)
    assert "remind" == shell.data("game", "show", "1")["policy"]


def test_a_seat_changes_hands(shell: Shell) -> None:
    """To a person, then to a stand-in."""
    shell.new_game()

    assert SILENT == shell.run("game", "replace", "1", "bob", "--by", "Eli <eli@example.org>")
    assert SILENT == shell.run("game", "replace", "1", "Ann", "--bot", "Robo:0")
    seats = shell.data("game", "show", "1")["seats"]
    assert [("Robo", "stand-in"), ("Eli", "player"), ("Cem", "player")] == [(s["name"], s["kind"]) for s in seats]


def test_orders_are_given_and_told_line_by_line(shell: Shell) -> None:
    """Where a later one fails, the exit code is 1 and what was played stands."""
    shell.new_game()

    assert (0, "done: draw\n", "") == shell.run("game", "order", "1", "Ann", "draw")
    done = shell.run("game", "order", "1", "Bob", "draw; draw")
    assert (1, "done: draw") == (done.code, done.out.splitlines()[0])
    assert done.out.splitlines()[1].startswith("refused: draw (")
    assert "what was played stands" in done.err


def test_orders_that_cannot_be_played_are_refused_in_words(shell: Shell) -> None:
    """With the orders nearest to it."""
    shell.new_game()
    done = shell.run("game", "order", "1", "Ann", "fly")

    assert (1, "") == (done.code, done.out)
    assert done.err.startswith("fly: ")
    assert "Nearest to it: " in done.err


def test_an_order_is_taken_back(shell: Shell) -> None:
    """What was taken back is printed."""
    shell.new_game()
    shell.run("game", "order", "1", "Ann", "draw")

    assert (0, "taken back: Ann: draw\n", "") == shell.run("game", "undo", "1")
    done = shell.run("game", "undo", "1")
    assert (1, "") == (done.code, done.out)


def test_the_text_for_a_chat_holds_a_link_for_each_open_seat(shell: Shell) -> None:
    """The link writes to the address of first mails, with the code in subject and body."""
    shell.run("game", "new", "toy", "--player", ANN, "--seats", "3")
    done = shell.run("game", "invite", "1", "--print")
    links = [urlsplit(link) for link in re.findall(r"^mailto:.*$", done.out, re.MULTILINE)]

    assert (0, "") == (done.code, done.err)
    assert ["turns+join@example.org"] * 2 == [link.path for link in links]
    words = [parse_qs(link.query) for link in links]
    assert all(word["subject"] == word["body"] for word in words)
    assert 2 == len({word["body"][0] for word in words})
    assert all(re.fullmatch(r"join [0-9a-f]{10}", word["body"][0]) for word in words)
    assert all(f"says: {word['body'][0]})" in done.out for word in words)
    assert "Pebbles by e-mail with Ann" in done.out


def test_the_friend_who_follows_the_link_gets_the_seat(shell: Shell) -> None:
    """He writes, is asked to confirm, and once he has, the game starts."""
    shell.run("game", "new", "toy", "--player", ANN, "--seats", "2")
    text = shell.run("game", "invite", "1", "--print").out
    code = re.search(r"says: (join \w+)", text)
    assert code
    mail = f"From: Dia <dia@example.org>\r\nTo: turns+join@example.org\r\nSubject: {code[1]}\r\n"
    shell.run("receive", typed=f"{mail}Message-ID: <1@example.org>\r\n\r\n{code[1]}\r\n".encode())
    shell.run("tick")
    shell.run("receive", typed=shell.reply("Dia", "accept"))
    shell.run("tick")

    assert "running" == shell.data("game", "show", "1")["state"]
    assert "Dia" == shell.data("game", "show", "1")["seats"][1]["name"]


def test_an_invitation_goes_out_by_mail(shell: Shell) -> None:
    """To the address, once a pass is made."""
    shell.run("game", "new", "toy", "--player", ANN, "--seats", "2")
    done = shell.run("game", "invite", "1", "dia@example.org")
    shell.run("tick")

    assert (0, "The invitation to seat 2 goes out with the next pass.\n", "") == done
    assert "You are invited to Pebbles" in " ".join(shell.mails("Dia")[0].split())


@pytest.mark.parametrize("how", [["--print"], ["dia@example.org"]])
def test_no_seat_is_open(shell: Shell, how: list[str]) -> None:
    """The remedy is a game with more seats."""
    shell.new_game()
    done = shell.run("game", "invite", "1", *how)

    assert (1, "") == (done.code, done.out)
    assert "--seats" in done.err


def test_a_game_starts_by_itself_so_start_has_nothing_to_do(shell: Shell) -> None:
    """A running game is refused, and so is one with open seats."""
    shell.new_game()
    shell.run("game", "new", "toy", "--seats", "2")

    assert "begun already" in shell.run("game", "start", "1").err
    assert "open seats" in shell.run("game", "start", "2").err


def test_the_host_speaks(shell: Shell) -> None:
    """It stands in the next mails."""
    shell.new_game()

    assert SILENT == shell.run("press", "1", "Good luck, all!")
    assert SILENT == shell.run("press", "1", "Mind the toll", "--to", "Bob")
    shell.run("game", "order", "1", "Ann", "draw")
    shell.run("tick")
    assert "Good luck, all!" in shell.mails("Ann")[-1]
    assert "Mind the toll" in shell.mails("Bob")[-1]
    assert "Mind the toll" not in shell.mails("Ann")[-1]


def test_an_archive_is_written(shell: Shell, tmp_path: Path) -> None:
    """Of a running game with a warning on standard error; the same bytes each time, also over an older one."""
    shell.new_game()
    done = shell.run("export", "1", "--out", str(tmp_path / "a.zip"))
    (tmp_path / "b.zip").write_text("older")
    shell.run("export", "1", "--out", str(tmp_path / "b.zip"))

    assert (0, f"Wrote {tmp_path / 'a.zip'}.\n") == (done.code, done.out)
    assert "for the host alone" in done.err
    assert None is zipfile.ZipFile(tmp_path / "a.zip").testzip()
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()
    assert ["a.zip", "b.zip"] == sorted(path.name for path in tmp_path.glob("*.zip*"))


def test_an_archive_of_a_finished_game_comes_without_a_warning(shell: Shell, tmp_path: Path) -> None:
    """It may be passed on."""
    shell.run("game", "new", "toy", "--bot", "A", "--bot", "B")

    assert "" == shell.run("export", "1", "--out", str(tmp_path / "a.zip")).err


def test_an_archive_that_cannot_be_written_is_refused(shell: Shell, tmp_path: Path) -> None:
    """The reason names the file."""
    shell.new_game()
    done = shell.run("export", "1", "--out", str(tmp_path / "nowhere" / "a.zip"))

    assert (1, "") == (done.code, done.out)
    assert "a.zip" in done.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["game", "invite", "1"],
        ["game", "invite", "1", "dia@example.org", "--print"],
        ["game", "invite", "1", "dia"],
        ["game", "deadline", "1"],
        ["game", "deadline", "1", "soon"],
        ["game", "deadline", "1", "--player", "Ann", "--policy", "wait"],
        ["game", "replace", "1", "Ann"],
        ["game", "replace", "1", "Ann", "--bot", "A", "--by", ANN],
        ["game", "replace", "1", "Ann", "--by", "Eli"],
        ["game", "order", "1", "Ann"],
        ["game", "pause", "first"],
        ["press", "1"],
        ["export", "1"],
        ["game", "rewind", "1"],
    ],
)
def test_what_cannot_be_read_is_a_usage_error(shell: Shell, arguments: list[str]) -> None:
    """Exit code 2, nothing on standard output, and nothing done."""
    shell.new_game()
    done = shell.run(*arguments)

    assert (USAGE, "") == (done.code, done.out)
    assert done.err
    assert [] == shell.data("game", "show", "1")["acts"]
