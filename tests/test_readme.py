"""Every command of the README does what it says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.source import ROOT

BLOCKS = re.findall(r"```sh\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
COMMANDS = [line for block in BLOCKS for line in block.splitlines()]
MADE = [line.removeprefix("make ") for line in COMMANDS if line.startswith("make ")]
NOT_WITHIN_THE_SUITE = {"test", "check"}
"""These run the suite, or are run beside it."""


def make(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run make in the checkout."""
    command = ["make", "--silent", *arguments]
    return subprocess.run(command, cwd=ROOT, input=typed, capture_output=True, text=True, check=False)


def test_make_demo() -> None:
    """`make demo` plays a game to its end."""
    done = make("demo")

    assert "demo" in MADE
    assert (done.returncode, done.stderr) == (0, "")
    assert "Final standings" in done.stdout


def test_make_play() -> None:
    """`make play` seats you as Ann."""
    done = make("play", typed="1\n\nquit\n")

    assert "play" in MADE
    assert (done.returncode, done.stderr) == (0, "")
    assert "You are Ann" in done.stdout


def test_every_other_target_is_there() -> None:
    """What is not run here is at least a target."""
    others = set(MADE) - {"demo", "play"}

    assert others == NOT_WITHIN_THE_SUITE
    assert make("--dry-run", *sorted(others)).returncode == 0


def test_hosting_and_moderating(tmp_path: Path) -> None:
    """The commands of pbem work one after the other, in a folder of their own, beside a serving processor."""
    script = ["set -e"]
    for line in COMMANDS:
        if line.startswith("make "):
            continue
        script.append(f"{line} &\nserver=$!\ntrap 'kill $server; wait $server' EXIT" if line == "pbem serve" else line)
        if line.startswith("pbem init "):
            # The port of the README may be taken on this machine.
            script.append(f"sed -i 's/127.0.0.1:2525/127.0.0.1:0/' {line.split()[-1]}/config.toml")
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", "\n".join(script)],
        cwd=tmp_path,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert "mailto:" in done.stdout
    assert (tmp_path / "friends" / "outbound" / "ann@example.org" / "new").is_dir()
