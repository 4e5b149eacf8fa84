"""Row 16: how long the command line takes to come up."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.measure import Row, alternated, seconds

BARE = """
import typer
app = typer.Typer()
@app.command()
def one() -> None:
    "Do one thing."
@app.command()
def other() -> None:
    "Do another."
app()
"""


def rows() -> Iterator[Row]:
    """Measure `pbem --help` and an empty `pbem tick` against a bare program of two commands."""
    with tempfile.TemporaryDirectory() as folder:
        house = Path(folder) / "house"
        _run(["-m", "pbem", "init", str(house)])
        tick = ["-m", "pbem", "--config", str(house / "config.toml"), "tick"]
        yield Row("16", "`pbem --help` / a bare Typer program's", _against_bare(["-m", "pbem", "--help"]), 1.2, 1.05)
        yield Row("16", "empty `pbem tick` / a bare Typer program's --help", _against_bare(tick), 2.0, 1.5)


def _against_bare(arguments: Sequence[str]) -> float:
    return alternated(lambda: seconds(lambda: _run(arguments)), lambda: seconds(lambda: _run(["-c", BARE, "--help"])))


def _run(arguments: Sequence[str]) -> None:
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
