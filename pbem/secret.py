"""What must never be seen: passwords and signing keys, in a file of mode 0600 beside the configuration."""

from __future__ import annotations

import os
import stat
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pbem.errors import Misconfigured

FILE = "secrets.toml"
_KEY_OCTETS = 32
_PASSWORDS = ("imap", "smtp")


class Secret:
    """A text that shows itself to nobody by accident: not in a log, a traceback or a table."""

    __slots__ = ("_text",)

    def __init__(self, text: str = "") -> None:
        self._text = text

    def reveal(self) -> str:
        """Return the text itself."""
        return self._text

    def __repr__(self) -> str:
        return "Secret(***)" if self._text else "Secret()"

    __str__ = __repr__

    def __bool__(self) -> bool:
        return bool(self._text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and self._text == other._text

    def __hash__(self) -> int:
        return hash((Secret, self._text))


@dataclass(frozen=True, slots=True)
class Secrets:
    """The content of `secrets.toml`.

    Attributes:
        current: the id, one character, of the key that signs new reply addresses.
        keys: every key that an address may still be signed with, by its id, in hexadecimal.
        imap: the password of the mailbox that is read.
        smtp: the password of the server that sends.
    """

    current: str
    keys: Mapping[str, Secret] = field(default_factory=dict)
    imap: Secret = field(default_factory=Secret)
    smtp: Secret = field(default_factory=Secret)

    def signing_keys(self) -> dict[str, bytes]:
        """Return the keys as bytes, by their ids."""
        return {name: bytes.fromhex(key.reveal()) for name, key in self.keys.items()}

    def signing_key(self) -> bytes:
        """Return the key that signs new reply addresses."""
        return bytes.fromhex(self.keys[self.current].reveal())


def fresh(imap: str = "", smtp: str = "") -> Secrets:
    """Return secrets with a new random signing key."""
    from secrets import token_hex

    return Secrets("a", {"a": Secret(token_hex(_KEY_OCTETS))}, Secret(imap), Secret(smtp))


def load(path: Path) -> Secrets:
    """Return the secrets in a file.

    Raises:
        Misconfigured: where it is missing, open to others, or not to be read.
    """
    try:
        _refuse_open(path)
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise Misconfigured(f"There is no {path}.", "Make a new folder with `pbem init`.") from error
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise Misconfigured(f"{path} cannot be read: {_reason(error)}.", "Restore it from a backup.") from error
    return _secrets(path, table)


def save(path: Path, secrets: Secrets) -> None:
    """Write the secrets to a file that only its owner can read; an old one is replaced whole."""
    draft = path.with_name(path.name + ".new")
    draft.unlink(missing_ok=True)
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, stat.S_IRUSR | stat.S_IWUSR)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(_rendered(secrets))
    draft.replace(path)


def _refuse_open(path: Path) -> None:
    mode = path.stat().st_mode
    if os.name != "nt" and mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise Misconfigured(f"{path} can be read by others.", f"Run: chmod 600 {path}")


def _reason(error: Exception) -> str:
    # A decoder's message may quote the line at fault, and with it a password.
    return type(error).__name__ if not isinstance(error, OSError) else str(error.strerror)


def _secrets(path: Path, table: Mapping[str, object]) -> Secrets:
    passwords = _texts(path, table, "passwords")
    if unknown := sorted(set(passwords) - set(_PASSWORDS)):
        raise Misconfigured(f"{path} holds an unknown password, {unknown[0]}.", "The known ones are imap and smtp.")
    keys = _texts(path, table, "keys")
    current = keys.pop("current", "")
    for name, key in keys.items():
        if len(name) != 1 or not name.isalnum() or not _is_key(key):
            raise Misconfigured(f"The signing key {name} in {path} is not one.", "Restore the file from a backup.")
    if current not in keys:
        raise Misconfigured(f"{path} names no current signing key.", "Set `current` to the id of one of its keys.")
    hidden = {name: Secret(key) for name, key in keys.items()}
    return Secrets(current, hidden, Secret(passwords.get("imap", "")), Secret(passwords.get("smtp", "")))


def _texts(path: Path, table: Mapping[str, object], name: str) -> dict[str, str]:
    section = table.get(name, {})
    if not isinstance(section, dict) or not all(isinstance(text, str) for text in section.values()):
        raise Misconfigured(f"[{name}] in {path} holds something that is no text.", "Put its values into quotes.")
    return dict(section)


def _is_key(text: str) -> bool:
    try:
        return len(bytes.fromhex(text)) >= _KEY_OCTETS
    except ValueError:
        return False


def _rendered(secrets: Secrets) -> str:
    keys = "".join(f'{name} = "{key.reveal()}"\n' for name, key in secrets.keys.items())
    return (
        "# Keep this file to yourself, and keep a copy: with another key, no reply to an old mail is understood.\n"
        f'\n[keys]\ncurrent = "{secrets.current}"\n{keys}'
        f"\n[passwords]\nimap = {_quoted(secrets.imap.reveal())}\nsmtp = {_quoted(secrets.smtp.reveal())}\n"
    )


def _quoted(text: str) -> str:
    import json

    # A JSON string is a TOML basic string too, once DEL is escaped.
    return json.dumps(text).replace("\x7f", "\\u007f")
