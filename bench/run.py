"""Measure the bars: `make bench` prints JSON and writes bench/RESULTS.md."""

from __future__ import annotations

import json
import os
import platform
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import idle, mailbox, parts, pipeline, rules, scale, start  # noqa: E402
from bench.measure import Row  # noqa: E402

RESULTS = ROOT / "bench" / "RESULTS.md"
SECTIONS: tuple[Callable[[], Iterable[Row]], ...] = (
    pipeline.rows,
    parts.rows,
    scale.rows,
    rules.rows,
    start.rows,
    idle.rows,
    mailbox.rows,
)


def main() -> None:
    """Measure everything, or the sections named on the command line."""
    wanted = sys.argv[1:]
    rows = [row for rows in SECTIONS if not wanted or rows.__module__.rpartition(".")[2] in wanted for row in rows()]
    json.dump([{**row._asdict(), "verdict": row.verdict} for row in rows], sys.stdout, indent=1)
    print()
    if not wanted:
        RESULTS.write_text(table(rows) + _others(), encoding="utf-8")


def _others() -> str:
    """Return the sections of the page that other programs have written."""
    before = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else ""
    _, heading, rest = before.partition("\n## ")
    return heading + rest


def table(rows: Sequence[Row]) -> str:
    """Return the results as a page."""
    head = (
        "# Results\n\n"
        f"Written by `make bench` under Python {platform.python_version()} on {os.cpu_count()} cores. "
        "Figures are ratios within the run; what each row means stands in docs/performance.md.\n\n"
        "| # | what | figure | goal | stretch | |\n|---|---|---|---|---|---|\n"
    )
    return head + "".join(_line(row) for row in rows)


def _line(row: Row) -> str:
    figure = "" if row.figure is None else f"{row.figure:.2f}"
    stretch = "" if row.stretch is None else f"{row.stretch:g}"
    verdict = row.verdict + (f": {row.note}" if row.note else "")
    return f"| {row.number} | {row.what} | {figure} | {row.goal:g} | {stretch} | {verdict} |\n"


if __name__ == "__main__":
    main()
