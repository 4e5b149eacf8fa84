"""The HTML of a turn mail in a browser, as wide as a phone and as wide as a desk."""

from __future__ import annotations

import html
import json
import re
import subprocess
from pathlib import Path

import pytest

from engines import discover
from tests.golden.record import turn_of
from tests.pbem.house import House, html_of
from tests.programs import program

pytestmark = pytest.mark.needs("chromium")

WIDTHS = (360, 1200)
MAILS = 14
QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--virtual-time-budget=3000",
)
MEASURE = """<!DOCTYPE html><meta charset="utf-8"><body style="margin:0">%s<script>
window.onload = () => {
  const sizes = [...document.querySelectorAll("iframe")].map(frame => {
    const page = frame.contentDocument, cells = [...page.querySelectorAll("td")];
    return {width: page.documentElement.scrollWidth, cells: cells.length,
            bare: cells.filter(cell => cell.style.backgroundColor && !cell.style.color).length};
  });
  document.title = JSON.stringify(sizes);
};
</script></body>"""


def a_turn_mail(game: str, folder: Path) -> str:
    """Return the HTML of a mail in the middle of a game."""
    house = House(folder)
    house.new_game("Ann", "Bob", "Cem", engine=game)
    name = "Ann"
    for _ in range(MAILS):
        match = house.match()
        seat = match.asked()[-1]
        name = match.names[seat]
        house.reply(name, turn_of(match, seat))
    return html_of(house.newest(name))


def measured(page: str, folder: Path) -> list[dict[str, int]]:
    """Return what a browser makes of a page at each width."""
    frames = (f'<iframe width="{width}" height="2000" srcdoc="{html.escape(page)}"></iframe>' for width in WIDTHS)
    path = folder / "page.html"
    path.write_text(MEASURE % "".join(frames), encoding="utf-8")
    command = [str(program("chromium")), *QUIET, f"--user-data-dir={folder / 'profile'}", "--dump-dom", path.as_uri()]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    found = re.search(r"<title>(.*?)</title>", run.stdout, re.DOTALL)
    assert found, run.stderr[-2000:]
    sizes: list[dict[str, int]] = json.loads(html.unescape(found[1]))
    return sizes


@pytest.mark.parametrize("game", discover())
def test_a_mail_fits_a_phone_and_a_desk(game: str, tmp_path: Path) -> None:
    """Nothing sticks out at 360 or 1200 pixels, and no coloured cell leaves its text colour to chance."""
    sizes = measured(a_turn_mail(game, tmp_path / "house"), tmp_path)

    assert [size["width"] <= width for size, width in zip(sizes, WIDTHS, strict=True)] == [True, True], sizes
    assert [size["bare"] for size in sizes] == [0, 0]
    assert all(size["cells"] > 10 for size in sizes)
