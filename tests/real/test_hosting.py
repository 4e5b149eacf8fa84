"""The recipes of docs/hosting.md that need a mail server: each is run as it stands, with a whole game on one."""

from __future__ import annotations

import os
import shutil
import smtplib
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.pbem.by_mail import ROOT, clients, finished, furnish, pbem, seat, serving
from tests.pbem.recipes import filled, recipe
from tests.real.dovecot import MAIL, Dovecot
from tests.real.folder import free_port, open_folder, wait_until
from tests.real.postfix import Postfix

pytestmark = pytest.mark.needs("postfix", "dovecot")
PLAYERS = "/^(ann|bob|cem)(\\+.*)?@example\\.org$/ OK\n"


@pytest.fixture(scope="module")
def dovecot(folder):
    """The players' mailboxes."""
    server = Dovecot(folder / "dovecot")
    try:
        server.start()
        yield server
    finally:
        server.stop()


def keys(name: str, **values: object) -> dict[str, object]:
    """Return a recipe's keys with their values, those of a test's own among them."""
    tables = tomllib.loads(recipe(name))
    flat: dict[str, object] = {}

    def flatten(table: dict[str, object], path: str) -> None:
        for key, value in table.items():
            if isinstance(value, dict):
                flatten(value, f"{path}{key}.")
            else:
                flat[path + key] = value

    flatten(tables, "")
    for key, value in values.items():
        assert key.replace("__", ".") in flat
        flat[key.replace("__", ".")] = value
    return flat


def beside_players(main: str, dovecot: Dovecot) -> str:
    """Add the players' domain to a recipe's main.cf; their mails go to Dovecot."""
    players = f"transport_maps = inline:{{ example.org=lmtp:inet:127.0.0.1:{dovecot.lmtp} }}\n"
    return main.replace("= play.example.org", "= play.example.org example.org") + players


def mailboxes(dovecot: Dovecot, *names: str) -> dict[str, Path]:
    """Return where the players' mails lie."""
    return {name: dovecot.maildir(name.lower()) for name in names}


def mails(folder: Path) -> list[EmailMessage]:
    """Return the mails in a Maildir, oldest first."""
    paths = [path for sub in ("new", "cur") for path in (folder / sub).glob("*")]
    ordered = sorted(paths, key=lambda path: path.stat().st_mtime_ns)
    return [message_from_bytes(path.read_bytes(), policy=policy.default) for path in ordered]


def answer(mail: EmailMessage, address: str, orders: str) -> EmailMessage:
    """Return a player's reply."""
    reply = EmailMessage()
    reply["From"], reply["To"], reply["Subject"] = address, str(mail["Reply-To"]), f"Re: {mail['Subject']}"
    reply["In-Reply-To"] = reply["References"] = str(mail["Message-ID"])
    reply.set_content(orders)
    return reply


@pytest.fixture(scope="module")
def by_lmtp(folder, dovecot):
    """The recipe with Postfix and LMTP: the server, and the service's folder."""
    port = free_port()
    main = filled(recipe("main.cf"), place=("/etc/postfix/pbem", "{folder}/pbem"), port=(":2424", f":{port}"))
    postfix = Postfix(
        folder / "lmtp",
        settings="\n" + beside_players(main, dovecot),
        files={"pbem": recipe("pbem") + PLAYERS},
    )
    try:
        postfix.start()
        house = furnish(
            folder / "games",
            keys("postfix", inbound__lmtp=f"127.0.0.1:{port}", outbound__smtp__port=postfix.smtp),
        )
        yield postfix, house
    finally:
        postfix.stop()


def test_a_whole_game_is_played_through_postfix_and_dovecot(by_lmtp, dovecot):
    """Three mail programs, one of them HTML only; every mail of the service reaches its player by LMTP."""
    postfix, house = by_lmtp
    names = ("Ann", "Bob", "Cem")
    with serving(house), clients(postfix.smtp, mailboxes(dovecot, *names)):
        game = seat(house, *names)
        shown = finished(house, game, 900)

    assert len(shown["standings"]) == 3
    assert "bounced" not in postfix.log()
    assert "Traceback" not in (house / "serve.log").read_text()


def test_what_comes_while_the_service_is_stopped_is_answered_afterwards(by_lmtp, dovecot):
    """Postfix keeps it."""
    postfix, house = by_lmtp
    ann = dovecot.maildir("ann")
    shutil.rmtree(ann, ignore_errors=True)
    seat(house, "Ann", "Bob")
    pbem(house, "tick")
    wait_until(lambda: mails(ann), "the first mail")
    with smtplib.SMTP("127.0.0.1", postfix.smtp) as server:
        server.send_message(answer(mails(ann)[-1], "ann@example.org", "board"))
    wait_until(lambda: "Connection refused" in postfix.log(), "the first attempt")

    with serving(house):
        wait_until(lambda: len(mails(ann)) == 2, "the answer", 60)


@pytest.fixture
def by_pipe(dovecot) -> Iterator[tuple[Postfix, Path, list[str]]]:
    """The recipe with Postfix and a pipe: the server, the service's folder, and the program as its user runs it."""
    with open_folder() as folder:
        python = sys.executable if Path(sys.executable).resolve().is_relative_to("/usr") else "/usr/bin/python3"
        libraries = f"PYTHONPATH={ROOT}:{sysconfig.get_path('purelib')}"
        program = ["/usr/bin/env", libraries, "PYTHONDONTWRITEBYTECODE=1", python, "-m", "pbem"]
        house = folder / "games"
        service = filled(
            recipe("master.cf"),
            program=("/srv/pbem/venv/bin/pbem", " ".join(program)),
            config=("/srv/pbem/config.toml", house / "config.toml"),
            user=("user=pbem", "user=mail"),
        )
        main = filled(recipe("pipe.cf"), place=("/etc/postfix/pbem", "{folder}/pbem"))
        postfix = Postfix(
            folder / "pipe",
            settings="\n" + beside_players(main, dovecot),
            services=service,
            files={"pbem": recipe("pbem") + PLAYERS},
        )
        try:
            postfix.start()
            changes = keys("postfix", outbound__smtp__port=postfix.smtp) | {"inbound.lmtp": None}
            furnish(house, changes)
            for path in (house, *house.rglob("*")):
                shutil.chown(path, MAIL, MAIL)
            yield postfix, house, program
        finally:
            postfix.stop()


def as_mail(program: list[str], house: Path, *arguments: str) -> str:
    """Run a command as the user that the pipe runs as."""
    command = [*program, "--config", str(house / "config.toml"), *arguments]
    done = subprocess.run(
        command,
        user=MAIL,
        group=MAIL,
        extra_groups=[],
        cwd=house,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_reply_through_the_pipe_is_answered_by_the_next_pass(by_pipe, dovecot):
    """The seat is known by the address that the pipe was told."""
    postfix, house, program = by_pipe
    ann = dovecot.maildir("ann")
    shutil.rmtree(ann, ignore_errors=True)
    people = ("--player", "Ann <ann@example.org>", "--player", "Bob <bob@example.org>")
    as_mail(program, house, "game", "new", "istanbul", *people)
    as_mail(program, house, "tick")
    wait_until(lambda: mails(ann), "the first mail")
    with smtplib.SMTP("127.0.0.1", postfix.smtp) as server:
        server.send_message(answer(mails(ann)[-1], "ann@example.org", "board"))
    wait_until(lambda: "relay=pbem" in postfix.log() and "status=sent" in postfix.log(), "the pipe's run", 60)

    as_mail(program, house, "tick")

    wait_until(lambda: len(mails(ann)) == 2, "the answer", 60)


def test_a_bounce_through_the_pipe_has_an_empty_sender(by_pipe):
    """It is stored, and answered by nobody."""
    postfix, house, program = by_pipe
    with smtplib.SMTP("127.0.0.1", postfix.smtp) as server:
        server.sendmail("", ["turns@play.example.org"], b"Subject: Undelivered\r\n\r\nYour mail came back.\r\n")
    wait_until(lambda: "delivered via pbem" in postfix.log(), "the pipe's run", 60)
    as_mail(program, house, "tick")

    assert "status=deferred" not in postfix.log()
    assert not os.path.exists(house / "outbound" / "mailer-daemon@mail.example.org")


def test_a_pipe_that_cannot_store_makes_postfix_keep_the_mail(by_pipe):
    """Here the configuration has a slip; when it is mended, the mail comes through."""
    postfix, house, _ = by_pipe
    good = (house / "config.toml").read_text()
    (house / "config.toml").write_text(good + "\n[mial]\n")
    with smtplib.SMTP("127.0.0.1", postfix.smtp) as server:
        server.sendmail("ann@example.org", ["turns+join@play.example.org"], b"Subject: hello\r\n\r\nhelp\r\n")
    wait_until(lambda: "status=deferred" in postfix.log(), "the first attempt", 60)

    (house / "config.toml").write_text(good)
    wait_until(lambda: "delivered via pbem" in postfix.log(), "the second attempt", 60)
    assert "status=bounced" not in postfix.log()
