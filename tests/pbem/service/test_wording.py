"""Templates that lack a word are found before a player is left without it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pbem.mail.render import Renderer
from pbem.service import wording
from tests.pbem.house import TOY_TEMPLATES
from tests.toy import ENGINE


def test_complete_templates_have_no_gap() -> None:
    """Every word of the toy game is there."""
    assert [] == wording.missing(Renderer([TOY_TEMPLATES]), ENGINE)


@pytest.mark.parametrize(
    ("file", "key"),
    [
        ("help.txt", "order_lay"),
        ("help.txt", "option_deck"),
        ("help.txt", "question_toll"),
        ("prompt.txt", "toll"),
        ("prompt.txt", "hint"),
        ("prompt.txt", "example"),
        ("news.txt", "rolled"),
        ("errors.txt", "usage"),
        ("errors.txt", "not_now"),
        ("rules.txt", "turn"),
        ("final.txt", "final"),
    ],
)
def test_each_word_that_is_missing_is_found(tmp_path: Path, file: str, key: str) -> None:
    """By its key."""
    path = _copied(tmp_path) / file
    path.write_text(path.read_text().replace(f"macro {key}(", "macro other("))
    (gap, *_) = wording.missing(Renderer([tmp_path]), ENGINE)

    assert key in gap


@pytest.mark.parametrize("file", ["board.txt", "board.html", "rules.txt", "final.txt"])
def test_a_missing_file_is_found(tmp_path: Path, file: str) -> None:
    """By its name."""
    (_copied(tmp_path) / file).unlink()

    assert any(file in gap and "toy" in gap for gap in wording.missing(Renderer([tmp_path]), ENGINE))


def test_a_template_that_asks_for_what_is_not_there_is_found(tmp_path: Path) -> None:
    """In the board as in a sentence."""
    path = _copied(tmp_path) / "board.txt"
    path.write_text(path.read_text() + "{{ view.weather }}")

    assert any("weather" in gap for gap in wording.missing(Renderer([tmp_path]), ENGINE))


def _copied(folder: Path) -> Path:
    shutil.copytree(TOY_TEMPLATES / "toy", folder / "toy")
    return folder / "toy"
