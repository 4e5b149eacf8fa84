"""Whole matches by mail: what every player is sent is what was looked at and accepted."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

from pbem.store import mails
from tests.golden.golden import about, folders, incoming, opened, play_in, sent_to

FOLDERS = folders()


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: f"{folder.parent.name}-{folder.name}")
def test_the_mails_of_a_golden_match(folder: Path, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """The same mails in give the same mails out, the match ends, and nothing is quarantined."""
    settings = about(folder)
    house = opened(settings, tmp_path)
    for raw in incoming(folder):
        play_in(house, raw)
    with house.office.database.read() as unit:
        assert mails.mails_in(unit, "quarantined") == []
    assert house.match().over

    for name in settings["players"].split():
        path, sent = folder / f"out-{name.lower()}.txt", sent_to(house, name)
        if request.config.getoption("--accept"):
            path.write_text(sent, encoding="utf-8")
        expected = path.read_text(encoding="utf-8")
        changed = "\n".join(difflib.unified_diff(expected.splitlines(), sent.splitlines(), "accepted", "now", n=2))
        assert sent == expected, f"read the change; if it is meant: pytest --accept\n{changed[:4000]}"


def test_every_game_has_a_golden_match() -> None:
    """No game is without one."""
    from engines import discover

    assert {folder.parent.name for folder in FOLDERS} >= set(discover())
