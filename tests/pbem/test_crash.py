"""Whatever moment the plug is pulled at, each order is played once, and each mail goes out under one Message-ID."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FEWEST_KILLS = 60


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, object]]:
    """Return the outcome of a kill at every touch of the store and the files; the last one is an undisturbed pass."""
    folder = tmp_path_factory.mktemp("crash")
    command = [sys.executable, "-m", "tests.pbem.crash", str(folder)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=300)
    return [json.loads(line) for line in run.stdout.splitlines()]


def test_every_step_of_the_way_is_hit(outcomes: list[dict[str, object]]) -> None:
    """There are many places to die at, and the last run dies at none."""
    assert len(outcomes) > FEWEST_KILLS
    assert [outcome["died"] for outcome in outcomes] == [True] * (len(outcomes) - 1) + [False]


@pytest.mark.parametrize("what", ["orders", "draws", "press", "inbox", "outbox", "mails", "ids"])
def test_a_killed_pass_ends_like_an_undisturbed_one(outcomes: list[dict[str, object]], what: str) -> None:
    """Orders, draws, words, inbox, outbox and the mails that people get are the same wherever the plug was pulled."""
    expected = outcomes[-1][what]

    assert {outcome["kill_at"]: outcome[what] for outcome in outcomes if outcome[what] != expected} == {}


def test_a_mail_is_doubled_only_under_its_own_message_id(outcomes: list[dict[str, object]]) -> None:
    """A mail sent just before the plug was pulled may come again; then it is the same mail, never a second one."""
    assert all(outcome["copies"] - outcome["ids"] <= 4 for outcome in outcomes)
    assert outcomes[-1]["copies"] == outcomes[-1]["ids"]
