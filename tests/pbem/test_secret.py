"""Passwords and keys: readable for one, shown to nobody."""

from __future__ import annotations

import os
import stat

import pytest

from pbem import secret
from pbem.errors import Misconfigured
from pbem.secret import Secret, Secrets


def written(folder, content, mode=0o600):
    """Write a secrets file."""
    path = folder / "secrets.toml"
    path.write_text(content)
    path.chmod(mode)
    return path


def test_what_was_saved_is_loaded_again(tmp_path):
    """Whatever characters a password has."""
    secrets = secret.fresh('pass"wörd\\\x7f', "other\n")
    secret.save(tmp_path / "secrets.toml", secrets)

    assert secrets == secret.load(tmp_path / "secrets.toml")


def test_the_file_is_its_owner_s_alone(tmp_path):
    """Also where an older one was open."""
    path = written(tmp_path, "", 0o644)
    secret.save(path, secret.fresh())

    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600


def test_each_fresh_key_is_another_and_has_256_bits():
    """It is random, and its id is one character."""
    first, second = secret.fresh(), secret.fresh()

    assert first.signing_key() != second.signing_key()
    assert (len(first.signing_key()), len(first.current)) == (32, 1)


@pytest.mark.parametrize("shown", [repr, str, "{}".format, "{!r}".format])
def test_a_secret_never_shows_itself(shown):
    """Neither alone nor inside of what holds it."""
    secrets = Secrets("a", {"a": Secret("00" * 32)}, Secret("swordfish"), Secret("swordfish"))

    assert "swordfish" not in shown(secrets) + shown(secrets.imap)
    assert "0000" not in shown(secrets)


def test_an_empty_secret_is_false():
    """So one asks whether there is a password."""
    assert (bool(Secret()), bool(Secret("x"))) == (False, True)


def test_an_old_key_stays_readable_beside_the_current_one(tmp_path):
    """Replies to older mails are signed with it."""
    path = written(tmp_path, f'[keys]\ncurrent = "b"\na = "{"00" * 32}"\nb = "{"11" * 32}"\n')
    secrets = secret.load(path)

    assert secrets.signing_keys() == {"a": b"\x00" * 32, "b": b"\x11" * 32}
    assert secrets.signing_key() == b"\x11" * 32


@pytest.mark.skipif(os.name == "nt", reason="no such modes there")
@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o666])
def test_a_file_open_to_others_is_refused(tmp_path, mode):
    """The remedy is the command."""
    path = written(tmp_path, "", mode)

    with pytest.raises(Misconfigured, match=f"chmod 600 {path}"):
        secret.load(path)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[keys]",
        '[keys]\ncurrent = "a"',
        '[keys]\ncurrent = "a"\na = "swordfish"',
        '[keys]\ncurrent = "a"\na = "0011"',
        f'[keys]\ncurrent = "b"\na = "{"00" * 32}"',
        f'[keys]\ncurrent = "ab"\nab = "{"00" * 32}"',
        "[keys]\ncurrent = 5",
        "keys = 5",
        f'[keys]\ncurrent = "a"\na = "{"00" * 32}"\n[passwords]\nimpa = "swordfish"',
        f'[keys]\ncurrent = "a"\na = "{"00" * 32}"\n[passwords]\nimap = 5',
        '[passwords]\nimap = "swordfish',
    ],
)
def test_a_file_that_cannot_be_used_is_refused_without_showing_what_it_holds(tmp_path, content):
    """A traceback may end up in a bug report."""
    with pytest.raises(Misconfigured) as refused:
        secret.load(written(tmp_path, content))

    assert "swordfish" not in str(refused.value)
    assert refused.value.remedy


def test_a_missing_file_says_how_to_make_one(tmp_path):
    """The remedy is `pbem init`."""
    with pytest.raises(Misconfigured, match="pbem init"):
        secret.load(tmp_path / "secrets.toml")
