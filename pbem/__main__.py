"""`python -m pbem` is the command `pbem`."""

from __future__ import annotations

from pbem.cli.main import run

if __name__ == "__main__":
    run()
