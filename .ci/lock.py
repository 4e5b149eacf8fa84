"""Works out the lock files: every release by the hashes of its files, for every Python we run on, no index named."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADER = "# Made by `make lock` from pyproject.toml. Every file is known by its hash; no index is named.\n"
LOCKS = {
    "requirements.lock": ("test", "dev", "dkim", "outlook"),
    "requirements-bench.lock": ("bench", "test"),
}


def compiled(extras: tuple[str, ...]) -> str:
    """Return the pinned and hashed requirements of pbem with these extras."""
    command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11"]
    command += ["--generate-hashes", "--no-emit-index-url", "--no-header", "--no-annotate"]
    command += [part for extra in extras for part in ("--extra", extra)]
    done = subprocess.run([*command, "pyproject.toml"], cwd=ROOT, check=True, capture_output=True, text=True)
    return HEADER + done.stdout


def main() -> None:
    """Write every lock file."""
    for name, extras in LOCKS.items():
        text = compiled(extras)
        if "://" in text:
            sys.exit(f"{name} would name an index")
        (ROOT / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
