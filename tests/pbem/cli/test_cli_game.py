"""`pbem game new, list, show`, and the board."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

import pytest

from tests.pbem.cli.shell import ANN, BOB, SEED, Shell

USAGE = 2


def test_the_number_stands_alone_on_the_last_line(shell: Shell) -> None:
    """Scripts take the last line; the seal of the dice stands above it."""
    done = shell.run("game", "new", "toy", "--player", ANN, "--player", BOB)

    assert (0, "") == (done.code, done.err)
    assert "1" == done.out.splitlines()[-1]
    assert shell.data("game", "show", "1")["commitment"] in done.out


def test_with_all_seats_filled_it_starts(shell: Shell) -> None:
    """Players sit in order, bots behind them, and the first player is asked."""
    shell.run("game", "new", "toy", "--player", ANN, "--bot", "Robo:1", "--player", BOB, "--deadline", "90m")
    shown = shell.data("game", "show", "1")
    (waiting,) = shown["waiting"]
    started = datetime.fromisoformat(shown["started"])

    assert (1, "toy", "running", []) == tuple(shown[name] for name in ("game", "engine", "state", "standings"))
    assert [("Ann", "player", None), ("Bob", "player", None), ("Robo", "stand-in", 1)] == [
        (seat["name"], seat["kind"], seat["level"]) for seat in shown["seats"]
    ]
    assert (1, "Ann", 1) == (waiting["seat"], waiting["name"], waiting["phase"])
    assert 90 * 60 == (datetime.fromisoformat(waiting["due"]) - started).total_seconds()


def test_a_bot_plays_at_level_two_unless_told_otherwise(shell: Shell) -> None:
    """NAME alone is greedy, and a game of bots alone is over at once."""
    shell.run("game", "new", "toy", "--bot", "Una", "--bot", "Duo:0")
    shown = shell.data("game", "show", "1")

    assert [2, 0] == [seat["level"] for seat in shown["seats"]]
    assert ("over", []) == (shown["state"], shown["waiting"])
    assert {"rank", "seat", "name", "score", "tie_breaks"} == set(shown["standings"][0])


def test_with_seats_left_it_is_open(shell: Shell) -> None:
    """It waits for its players, and the way to invite them is named."""
    done = shell.run("game", "new", "toy", "--player", ANN, "--seats", "3")
    shown = shell.data("game", "show", "1")

    assert ("open", []) == (shown["state"], shown["waiting"])
    assert "2 of 3 seats are open" in done.out
    assert ["player", "open", "open"] == [seat["kind"] for seat in shown["seats"]]


def test_seed_options_and_policy_are_taken(shell: Shell) -> None:
    """What was asked for stands in the game."""
    shell.new_game("--option", "deck=long", "--policy", "stand-in")
    shown = shell.data("game", "show", "1")

    assert ({"deck": "long"}, "stand-in", None) == (shown["options"], shown["policy"], shown["seed"])


def test_an_option_may_come_from_a_file(shell: Shell, tmp_path: Path) -> None:
    """K=@FILE takes the text of the file."""
    (tmp_path / "deck.txt").write_text("long", encoding="utf-8")
    shell.new_game("--option", f"deck=@{tmp_path / 'deck.txt'}")

    assert {"deck": "long"} == shell.data("game", "show", "1")["options"]


def test_the_configuration_gives_deadline_and_policy(shell: Shell) -> None:
    """Without options a game has what the host has set."""
    shell.set("games.deadline", "3d")
    shell.set("games.policy", "wait")
    shell.new_game()
    shown = shell.data("game", "show", "1")

    assert (3 * 86_400, "wait") == (shown["deadline_seconds"], shown["policy"])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["draughts", "--bot", "A", "--bot", "B"], "toy"),
        (["toy", "--bot", "A"], "2 to 4"),
        (["toy", "--bot", "A", "--bot", "B", "--seats", "1"], "--seats"),
        (["toy", "--bot", "A", "--bot", "a"], "name of its own"),
        (["toy", "--bot", "A", "--bot", "B", "--seed", "12"], "64"),
        (["toy", "--bot", "A", "--bot", "B", "--policy", "wish"], "remind"),
        (["toy", "--bot", "A", "--bot", "B", "--deadline", "5s"], "minute"),
        (["toy", "--bot", "A", "--bot", "B", "--option", "dek=long"], "deck"),
        (["toy", "--bot", "A", "--bot", "B", "--option", "deck=huge"], "short, long"),
        (["toy", "--player", ANN, "--player", "Dia <ann@example.org>"], "two seats"),
        (["toy", "--player", ANN, "--player", "X <turns@example.org>"], "service itself"),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_remedy(shell: Shell, arguments: list[str], told: str) -> None:
    """Exit code 1, words on standard error, nothing on standard output, and no game."""
    done = shell.run("game", "new", *arguments)

    assert (1, "") == (done.code, done.out)
    assert told in done.err
    assert "Traceback" not in done.err
    assert [] == shell.data("game", "list")


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["toy", "--player", "Ann"],
        ["toy", "--player", "Ann <ann@>"],
        ["toy", "--bot", "A:3"],
        ["toy", "--bot", "A:"],
        ["toy", "--deadline", "soon"],
        ["toy", "--option", "deck"],
        ["toy", "--option", "deck=short", "--option", "deck=long"],
        ["toy", "--option", "deck=@/nowhere/at/all"],
        ["toy", "--seats", "three"],
        ["toy", "--colour", "red"],
    ],
)
def test_what_cannot_be_read_is_a_usage_error(shell: Shell, arguments: list[str]) -> None:
    """Exit code 2, and standard output stays empty."""
    done = shell.run("game", "new", *arguments)

    assert (USAGE, "") == (done.code, done.out)
    assert done.err


def test_a_bare_address_gives_its_own_name(shell: Shell) -> None:
    """The part before the @ is the name at the table."""
    shell.run("game", "new", "toy", "--player", "ann@example.org", "--bot", "B")

    assert "Ann" == shell.data("game", "show", "1")["seats"][0]["name"]


def test_help_names_the_games_that_are_installed(shell: Shell) -> None:
    """An outside game is listed with its numbers of players."""
    done = shell.run("game", "new", "--help")

    assert 0 == done.code
    assert "toy (2 to 4)" in " ".join(done.out.replace("│", "").split())


def test_the_list_can_be_narrowed(shell: Shell) -> None:
    """By state, and as data or as columns."""
    shell.new_game()
    shell.run("game", "new", "toy", "--seats", "2")

    assert [1] == [row["game"] for row in shell.data("game", "list", "--state", "running")]
    assert [1, 2] == [row["game"] for row in shell.data("game", "list")]
    head, first, second = shell.run("game", "list").out.splitlines()
    assert ["game", "title", "state", "players", "waits", "for"] == head.split()
    assert ["1", "Pebbles", "running", "Ann,", "Bob,", "Cem", "Ann"] == first.split()
    assert "(open), (open)" in second


def test_a_game_is_shown_for_people(shell: Shell) -> None:
    """Who sits where, who is asked, and until when; and what the host did."""
    shell.new_game()
    shell.run("game", "pause", "1", "--reason", "holidays")
    lines = shell.run("game", "show", "1").out.splitlines()

    assert "Pebbles, game 1: paused, 1 turns" == lines[0]
    assert any(line.split() == ["1", "Ann", "player", "asked"] for line in lines)
    assert lines[-1].endswith("paused (holidays)")


def test_the_seed_is_shown_only_at_the_end(shell: Shell) -> None:
    """Whoever knows it knows the dice."""
    shell.new_game()
    shell.run("game", "new", "toy", "--bot", "A", "--bot", "B", "--seed", SEED)

    assert SEED not in shell.run("game", "show", "1").out
    assert SEED in shell.run("game", "show", "2").out


@pytest.mark.parametrize("command", [["game", "show"], ["board"], ["game", "pause"], ["game", "start"]])
def test_a_game_that_is_not_there_is_refused(shell: Shell, command: list[str]) -> None:
    """The reason says so, and how to find those there are."""
    done = shell.run(*command, "7")

    assert (1, "") == (done.code, done.out)
    assert "There is no game 7." in done.err
    assert "pbem game list" in done.err


def test_the_board_shows_hidden_things_to_their_owner_only(shell: Shell) -> None:
    """An onlooker sees no hand, a player his own."""
    shell.new_game()

    assert "Your hand" not in shell.run("board", "1").out
    assert "Your hand: " in shell.run("board", "1", "--as", "Ann").out
    assert shell.run("board", "1", "--as", "bo").out == shell.run("board", "1", "--as", "2").out


def test_the_board_comes_as_a_page_and_as_data(shell: Shell) -> None:
    """HTML is a whole page; JSON is the view itself."""
    shell.new_game()
    page = shell.run("board", "1", "--html").out

    assert page.startswith("<!DOCTYPE html>")
    assert "<td>Ann</td>" in page
    assert None is shell.data("board", "1")["hand"]
    assert 1 == len(json.loads(shell.run("board", "1", "--as", "Cem", "--json").out)["hand"])


@pytest.mark.parametrize("reader", ["Zoe", "9", ""])
def test_a_reader_who_does_not_play_is_refused(shell: Shell, reader: str) -> None:
    """The seats there are stand in the remedy; no name at all is an onlooker."""
    shell.new_game()
    done = shell.run("board", "1", "--as", reader)

    assert (1 if reader else 0) == done.code
    assert ("1 Ann, 2 Bob, 3 Cem" in done.err) is bool(reader)


def test_a_game_that_has_not_begun_has_no_board(shell: Shell) -> None:
    """It is refused, with the reason."""
    shell.run("game", "new", "toy", "--seats", "2")
    done = shell.run("board", "1")

    assert (1, "") == (done.code, done.out)
    assert "has not started yet" in done.err
