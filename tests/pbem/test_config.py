"""The configuration: each key has a default and a meaning, and each slip of the pen a remedy."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem.config import Config, Place, Size, load
from pbem.errors import Misconfigured, NotFound
from pbem.initial import text

ROOT = Path(__file__).parents[2]


def write(folder: Path, content: str) -> Path:
    """Write a configuration file."""
    path = folder / "config.toml"
    path.write_text(content, encoding="utf-8")
    return path


def test_the_documented_file_is_the_dataclasses_in_words():
    """Every key, its default and its one line of meaning."""
    assert text(Config()) == (ROOT / "config.toml").read_text(encoding="utf-8")


def test_the_documented_file_loads_to_the_defaults(tmp_path):
    """Only the paths differ: they are made absolute."""
    documented = load(write(tmp_path, text(Config())))
    empty = load(write(tmp_path, ""))

    assert empty == documented


def every_key(kind: object, path: str = "") -> list[tuple[str, object]]:
    """Return all keys of a configuration with their fields."""
    found = []
    for spot in fields(kind):
        name = f"{path}.{spot.name}".strip(".")
        inner = getattr(kind, spot.name)
        found += every_key(inner, name) if is_dataclass(inner) else [(name, spot)]
    return [(name, spot) for name, spot in found if name != "directory"]


def test_each_key_has_one_line_of_meaning():
    """It fits beside the value."""
    abouts = {name: spot.metadata["about"] for name, spot in every_key(Config())}

    assert len(abouts) > 40
    assert [name for name, about in abouts.items() if not 10 < len(about) < 90] == []


def test_paths_are_relative_to_the_file(tmp_path):
    """So a folder can be moved whole."""
    config = load(
        write(
            tmp_path, '[inbound]\nmaildir = "in"\n[outbound]\nmaildir = "/srv/out"\n[outbound.smtp]\nca_file = "ca.pem"'
        )
    )

    assert tmp_path / "in" == config.inbound.maildir
    assert Path("/srv/out") == config.outbound.maildir
    assert tmp_path / "ca.pem" == config.outbound.smtp.ca_file
    assert f"sqlite:///{tmp_path}/pbem.sqlite" == config.database.url
    assert tmp_path == config.directory


@pytest.mark.parametrize(
    "url", ["sqlite:////srv/games.sqlite", "sqlite:///:memory:", "sqlite://", "postgresql://db/pbem"]
)
def test_a_url_that_is_not_a_relative_file_is_left_as_it_is(tmp_path, url):
    """Only a relative SQLite file lies beside the configuration."""
    assert url == load(write(tmp_path, f'[database]\nurl = "{url}"')).database.url


@pytest.mark.parametrize(
    ("line", "section", "name", "value"),
    [
        ('[inbound]\nmaildir = ""', "inbound", "maildir", None),
        ('[inbound]\nsmtp = "localhost:0"', "inbound", "smtp", Place("localhost", 0)),
        ('[inbound]\nsmtp = "[::1]:2525"', "inbound", "smtp", Place("::1", 2525)),
        ('[inbound]\nlmtp = "127.0.0.1:24"', "inbound", "lmtp", Place("127.0.0.1", 24)),
        ("[inbound]\nmax_size = 1000", "inbound", "max_size", Size(1000)),
        ('[inbound]\nmax_size = "10MB"', "inbound", "max_size", Size(10_000_000)),
        ('[inbound]\nmax_size = "500 kB"', "inbound", "max_size", Size(500_000)),
        ('[inbound]\npoll = "5s"', "inbound", "poll", timedelta(seconds=5)),
        ('[games]\ndeadline = "7d"', "games", "deadline", timedelta(days=7)),
        ('[games]\nzone = "Europe/Berlin"', "games", "zone", "Europe/Berlin"),
        ("[mail]\nsince = 2026-11-30T12:00:00Z", "mail", "since", datetime(2026, 11, 30, 12, tzinfo=UTC)),
        ("[mail]\nsince = 2026-11-30T13:00:00+01:00", "mail", "since", datetime(2026, 11, 30, 12, tzinfo=UTC)),
        ('[mail]\nsince = ""', "mail", "since", None),
        ('[mail]\nmoderator = "ann+games@example.org"', "mail", "moderator", "ann+games@example.org"),
    ],
)
def test_values_are_read_as_people_write_them(tmp_path, line, section, name, value):
    """Spans, sizes, places and times have forms of their own."""
    assert value == getattr(getattr(load(write(tmp_path, line)), section), name)


@pytest.mark.parametrize(
    ("line", "reason", "remedy"),
    [
        ('[mail]\nadress = "a@b"', r"no key adress at \[mail\]", "Did you mean address"),
        ('[male]\naddress = "a@b"', "no key male", "Did you mean mail"),
        ("[inbound.imap]\nhots = 1", r"no key hots at \[inbound.imap\]", "Did you mean host"),
        ("[signup]\nqqqq = 1", "no key qqqq", "known keys are open"),
        ('[signup]\nopen = "yes"', "open = 'yes'.*true or false", "The default is false"),
        ("[outbox]\nbatch = true", "batch = True.*whole number", "one connection"),
        ("[outbox]\nbatch = 0", "at least 1", "64"),
        ("[outbox]\nmax_per_day = -1", "at least 0", "no limit"),
        ("[mail]\nname = 5", "a text in quotes", "pbem"),
        ('[mail]\naddress = "turns"', "an address like", "turns@example.org"),
        ('[mail]\naddress = "turns+x@example.org"', "without a plus part", "turns@example.org"),
        ('[mail]\nunsubscribe_url = "https://play.example.org/leave"', "{reader}", "one-click"),
        ('[mail]\nunsubscribe_url = "http://play.example.org/{reader}"', "https://", "one-click"),
        ('[mail]\nmoderator = "Ann"', "an address like", "who is told"),
        ('[mail]\nsince = "yesterday"', "a date and time", "pbem init"),
        ('[inbound]\nsmtp = "2525"', "127.0.0.1:2525", "host:port"),
        ('[inbound]\nsmtp = "localhost:70000"', "127.0.0.1:2525", "host:port"),
        ("[inbound]\nsmtp = 2525", "127.0.0.1:2525", "host:port"),
        ('[inbound]\npoll = "soon"', '"48h"', "deadlines"),
        ('[inbound]\npoll = "0s"', "at least 1s", "deadlines"),
        ("[inbound]\nmaildir = 1", "a path", "Maildir"),
        ('[inbound]\nmax_size = "big"', "30 MB", "quarantined"),
        ('[inbound.imap]\nhost = "imap..example.org"', "a server's name", "no IMAP"),
        ('[inbound.imap]\nhost = "imap example"', "a server's name", "no IMAP"),
        (f'[outbound.smtp]\nhost = "{"a" * 64}.example.org"', "a server's name", "no Maildir"),
        ("[inbound.imap]\nport = 99999", "from 1 to 65535", "993"),
        ("[outbound.smtp]\nport = 0", "from 1 to 65535", "587"),
        ("[inbound]\nimap = 1", "inbound.imap is no table", r"\[inbound.imap\]"),
        ('[games]\npolicy = "hurry"', "one of wait, remind, stand-in", "remind"),
        ('[games]\nzone = "Mars/Olympus"', "a time zone", "UTC"),
        ('[games]\nzone = "../etc/passwd"', "a time zone", "UTC"),
        ('[outbound.smtp]\nsecurity = "ssl"', "one of tls, starttls, none", "starttls"),
        ('directory = "x"', "no key directory", "known keys"),
        ("[mail\n", "cannot be read", "config.toml"),
        ("mail = 3", "mail is no table", r"\[mail\]"),
    ],
)
def test_what_cannot_be_used_is_named_with_the_remedy(tmp_path, line, reason, remedy):
    """The operator sees the key, the file, what it takes, and what to do."""
    path = write(tmp_path, line)

    with pytest.raises(Misconfigured, match=reason) as refused:
        load(path)

    assert str(path) in refused.value.reason + refused.value.remedy or "no table" in refused.value.reason
    assert [part for part in [remedy.replace("\\", "")] if part not in refused.value.remedy] == []


def test_a_size_is_a_plain_number_to_everybody_else():
    """A listener tells it to other servers, which know no units."""
    size = Config().inbound.max_size

    assert (f"{size}", str(size), "%s" % size) == ("30000000",) * 3  # noqa: UP031


def test_a_missing_file_says_how_to_make_one(tmp_path):
    """The first thing that a newcomer meets."""
    with pytest.raises(NotFound, match="pbem init"):
        load(tmp_path / "config.toml")


def test_a_file_that_is_no_text_is_refused(tmp_path):
    """Whatever its bytes are."""
    (tmp_path / "config.toml").write_bytes(b"\xff\xfe")

    with pytest.raises(Misconfigured, match="cannot be read"):
        load(tmp_path / "config.toml")


def test_reading_the_configuration_loads_the_standard_library_only():
    """Every command reads it, `--help` too."""
    code = (
        "import sys, pbem.config; print([m for m in ('pydantic','sqlmodel','jinja2','aiosmtpd') if m in sys.modules])"
    )

    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"
    )


def test_vouching_that_nobody_could_do_is_refused(tmp_path):
    """Else every mail would be held, and nobody would know why."""
    with pytest.raises(Misconfigured, match="require_pass is true, and nothing is set") as refused:
        load(write(tmp_path, "[mail]\nrequire_pass = true\n"))

    assert "authserv_id" in refused.value.remedy
    assert load(write(tmp_path, '[mail]\nrequire_pass = true\nauthserv_id = "mx.example.org"\n')).mail.require_pass
    assert load(write(tmp_path, "[mail]\nrequire_pass = true\ncheck_dkim = true\n")).mail.require_pass
