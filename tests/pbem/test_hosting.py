"""The recipes of docs/hosting.md that need no mail server: each is run as it stands."""

from __future__ import annotations

import configparser
import os
import re
import shlex
import shutil
import signal
import smtplib
import subprocess
import sys
import time
import tomllib
from email import message_from_bytes, policy
from email.message import EmailMessage
from operator import attrgetter
from pathlib import Path

import pytest

from pbem.config import Config, load
from pbem.initial import change, for_provider, text
from tests.pbem.recipes import HOSTING, commands, filled, names, recipe

ROOT = Path(__file__).parents[2]
PROGRAM = "/srv/pbem/venv/bin/pbem"
HERE = {**os.environ, "PYTHONPATH": str(ROOT)}


def pbem(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder."""
    command = [sys.executable, "-m", "pbem", *arguments]
    return subprocess.run(command, cwd=folder, env=HERE, capture_output=True, text=True, timeout=60, check=True)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The folder that the laptop's recipe makes, its game begun."""
    folder = tmp_path_factory.mktemp("laptop")
    for line in commands("A laptop with a Maildir"):
        words = shlex.split(line)
        if words[0] == "cd":
            folder = folder / words[1]
        elif words != ["pbem", "serve"]:
            assert words[0] == "pbem"
            pbem(folder, *words[1:])
    return folder


@pytest.fixture
def laptop(made, tmp_path):
    """A copy of that folder; the listener takes a free port."""
    folder = Path(shutil.copytree(made, tmp_path / "games"))
    change(folder / "config.toml", "inbound.smtp", "127.0.0.1:0")
    return folder


def mails(folder: Path, address: str) -> list[EmailMessage]:
    """Return a player's mails, oldest first."""
    paths = [path for sub in ("new", "cur") for path in (folder / "outbound" / address / sub).glob("*")]
    ordered = sorted(paths, key=lambda path: path.stat().st_mtime_ns)
    return [message_from_bytes(path.read_bytes(), policy=policy.default) for path in ordered]


def answer(mail: EmailMessage, address: str, orders: str) -> EmailMessage:
    """Return a player's reply."""
    reply = EmailMessage()
    reply["From"], reply["To"], reply["Subject"] = address, str(mail["Reply-To"]), f"Re: {mail['Subject']}"
    reply["In-Reply-To"] = reply["References"] = str(mail["Message-ID"])
    reply.set_content(orders)
    return reply


def wanted(folder: Path, address: str, count: int) -> list[EmailMessage]:
    """Wait for a number of mails to a player."""
    until = time.monotonic() + 30
    while len(found := mails(folder, address)) < count and time.monotonic() < until:
        time.sleep(0.05)
    return found


def test_a_laptop_takes_a_reply_from_its_maildir_by_tick(laptop):
    """What is put into inbound/new is played and answered, and lies in Processed afterwards."""
    pbem(laptop, "tick")
    (first,) = mails(laptop, "ann@example.org")
    draft = laptop / "inbound" / "tmp" / "reply"
    draft.write_bytes(answer(first, "ann@example.org", "board").as_bytes())
    draft.rename(laptop / "inbound" / "new" / "reply")

    pbem(laptop, "tick")

    assert len(mails(laptop, "ann@example.org")) == 2
    assert os.listdir(laptop / "inbound" / ".Processed" / "cur") == ["reply"]


@pytest.fixture
def serving(laptop):
    """The laptop's service, started by the unit's own command line, and the port that it tells."""
    unit = configparser.ConfigParser(interpolation=None)
    unit.optionxform = str
    unit.read_string(recipe("pbem.service"))
    service = dict(unit["Service"])
    assert service["WorkingDirectory"] == service["ReadWritePaths"] == "/srv/pbem"
    line = filled(
        service["ExecStart"],
        program=(PROGRAM, f"{sys.executable} -m pbem"),
        config=("/srv/pbem/config.toml", laptop / "config.toml"),
    )
    with (laptop / "log").open("w") as log:
        process = subprocess.Popen(shlex.split(line), env=HERE, stdout=subprocess.PIPE, stderr=log, text=True)
        try:
            yield process, int(process.stdout.readline().rpartition(":")[2])
        finally:
            process.kill()
            process.wait()
            process.stdout.close()


def test_the_service_of_the_unit_answers_a_mail_by_smtp_within_two_seconds(laptop, serving):
    """And stops cleanly when it is told to."""
    process, port = serving
    (first,) = wanted(laptop, "ann@example.org", 1)
    with smtplib.SMTP("127.0.0.1", port, timeout=20) as server:
        server.send_message(answer(first, "ann@example.org", "board"))
    sent = time.monotonic()

    assert len(wanted(laptop, "ann@example.org", 2)) == 2
    assert time.monotonic() - sent < 2 or os.environ.get("CI")
    process.send_signal(signal.SIGTERM)
    assert process.wait(20) == 0


def test_the_service_answers_a_mail_in_its_maildir_too(laptop, serving):
    """Within two seconds, without waiting for the next poll."""
    (first,) = wanted(laptop, "ann@example.org", 1)
    (laptop / "inbound" / "new" / "reply").write_bytes(answer(first, "ann@example.org", "board").as_bytes())

    assert len(wanted(laptop, "ann@example.org", 2)) == 2


def test_the_line_for_cron_makes_a_pass(laptop):
    """Any shell runs it, and it says nothing where nothing is wrong."""
    schedule, line = recipe("crontab").strip().split(" ", 5)[:5], recipe("crontab").strip().split(" ", 5)[5]
    assert schedule == ["*"] * 5
    command = filled(
        line,
        program=(PROGRAM, f"{sys.executable} -m pbem"),
        config=("/srv/pbem/config.toml", laptop / "config.toml"),
    )
    done = subprocess.run(command, shell=True, env=HERE, capture_output=True, text=True, timeout=60, check=True)

    assert done.stdout + done.stderr == ""
    assert len(mails(laptop, "ann@example.org")) == 1


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_finds_no_fault_in_the_unit(tmp_path):
    """Apart from the program, which does not lie in /srv here."""
    unit = tmp_path / "pbem.service"
    unit.write_text(filled(recipe("pbem.service"), program=(PROGRAM, sys.executable), user=("User=pbem\n", "")))
    environment = {**os.environ, "SYSTEMD_UNIT_PATH": f"{tmp_path}:"}
    done = subprocess.run(
        ["systemd-analyze", "verify", str(unit)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert [line for line in done.stderr.splitlines() if "pbem.service" in line] == []


def test_a_provider_s_configuration_is_what_init_writes(tmp_path):
    """The document shows the keys that differ from the defaults, and their values."""
    (tmp_path / "config.toml").write_text(recipe("provider"))
    shown = load(tmp_path / "config.toml")
    start = Config(mail=shown.mail)
    (tmp_path / "config.toml").write_text(
        text(for_provider(start, "other", imap="imap.example.org", smtp="smtp.example.org"))
    )
    change(tmp_path / "config.toml", "outbox.max_per_day", 400)

    assert load(tmp_path / "config.toml") == shown


@pytest.mark.parametrize("name", ["provider", "postfix"])
def test_a_recipe_s_configuration_can_be_loaded(tmp_path, name):
    """Each of its keys is known."""
    (tmp_path / "config.toml").write_text(recipe(name))

    assert load(tmp_path / "config.toml").inbound.maildir is None


def test_the_passwords_are_known_ones():
    """As `secrets.toml` has them."""
    assert list(tomllib.loads(recipe("passwords"))["passwords"]) == ["imap", "smtp"]


def test_every_file_that_the_document_shows_is_used_by_a_test():
    """A recipe that nobody tries is soon wrong."""
    tests = [*Path(__file__).parent.glob("test_hosting.py"), *(ROOT / "tests" / "real").glob("*.py")]
    used = "".join(path.read_text(encoding="utf-8") for path in tests)

    assert [name for name in names() if f'"{name}"' not in used] == []


def test_every_key_that_the_document_names_is_one():
    """Written as `[section] key`."""
    document = HOSTING.read_text(encoding="utf-8")
    named = re.findall(r"`\[([a-z.]+)\] ([a-z_]+)", document)

    assert len(named) > 5
    for section, key in named:
        assert hasattr(attrgetter(section)(Config()), key), f"[{section}] {key}"
