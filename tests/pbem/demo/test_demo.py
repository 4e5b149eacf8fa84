"""`pbem demo` and `pbem play` as anyone runs them: a real processor, real mails, clients in processes of their own."""

from __future__ import annotations

import io
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from rich.console import Console

from engines import discover
from pbem.demo import seat, show
from pbem.errors import TryLater

SEED = "5e" * 32
GAMES = sorted(discover())


def pbem(*arguments: str, cwd: Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command of pbem from some folder."""
    command = [sys.executable, "-m", "pbem", *arguments]
    return subprocess.run(command, cwd=cwd, input=typed, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("game", GAMES)
def test_three_clients_play_a_game_to_its_end(game: str, tmp_path: Path) -> None:
    """The demo ends well: final board, standings, and an archive that can be opened."""
    done = pbem("demo", game, "--dir", "house", "--seed", SEED, cwd=tmp_path)

    assert (done.returncode, done.stderr) == (0, "")
    assert "Final standings" in done.stdout
    assert all(name in done.stdout for name in ("Ann", "Bob", "Cem"))
    (archive,) = (tmp_path / "house").glob("*.zip")
    assert zipfile.ZipFile(archive).testzip() is None


def test_a_game_that_does_not_end_is_a_failure(tmp_path: Path) -> None:
    """Where the time is up before the end, the demo says so."""
    with pytest.raises(TryLater, match="did not end in time"):
        show.demo(GAMES[0], tmp_path / "house", Console(file=io.StringIO()), seed=SEED, limit=0.0)


def test_an_unknown_game_is_refused_with_the_names_of_those_there_are(tmp_path: Path) -> None:
    """The command line says what is wrong, and what would do."""
    done = pbem("demo", "draughts", "--dir", "house", cwd=tmp_path)

    assert done.returncode == 1
    assert GAMES[0] in done.stderr


def test_you_can_play_from_a_pipe(tmp_path: Path) -> None:
    """Each block of lines goes out as a mail, and its answer appears; at the end of input you leave."""
    done = pbem("play", GAMES[0], "--dir", "house", "--seed", SEED, cwd=tmp_path, typed="board\n\n1\n\nhelp\n")

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("Ann") > 3
    assert "YOU CAN NOW" in done.stdout
    assert "You left" in done.stdout


def test_letters_are_what_stands_between_empty_lines() -> None:
    """Lines belong together until an empty one; `quit` and the end of input leave."""
    letters = seat.letters(io.StringIO("move 5\nleave\n\n\nsay hello\n"))

    assert list(letters) == ["move 5\nleave", "say hello", seat.LEAVE]
    assert list(seat.letters(io.StringIO("1\n\nquit\nmove 3\n"))) == ["1", seat.LEAVE]
