"""The first configuration of a new folder (`pbem init`), and later changes of single keys."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from pbem import config as configuration
from pbem import secret
from pbem.config import Config
from pbem.errors import Misconfigured, Refused
from pbem.secret import Secrets
from pbem.tables import render, written

_HEAD = (
    "# The configuration of pbem: every key, its value and its meaning. Paths are relative to this file.",
    "# Passwords and signing keys stand in secrets.toml beside it, which nobody else may read.",
)


class _Provider(NamedTuple):
    """A provider's servers, and a number of mails a day that stays below what it allows."""

    imap: str = ""
    smtp: str = ""
    per_day: int = 0


_PROVIDERS: Mapping[str, _Provider] = {
    "gmail": _Provider("imap.gmail.com", "smtp.gmail.com", 400),
    "fastmail": _Provider("imap.fastmail.com", "smtp.fastmail.com", 3000),
    "other": _Provider(),
}
PROVIDERS = tuple(_PROVIDERS)


def text(config: Config) -> str:
    """Return a configuration as the text of its file."""
    return "\n".join((*_HEAD, *render(config))) + "\n"


def for_provider(config: Config, provider: str, user: str = "", imap: str = "", smtp: str = "") -> Config:
    """Return the configuration with a provider's servers for both ways, over TLS, and no way in but IMAP.

    Args:
        config: what to start from.
        provider: one of `PROVIDERS`.
        user: the login; by default our address.
        imap: the server that is read; needed for "other".
        smtp: the server that sends; needed for "other".

    Raises:
        Refused: for a provider that is not known, or without its servers.
    """
    if provider not in _PROVIDERS:
        raise Refused(f"The provider {provider} is not known.", f"Take one of {', '.join(PROVIDERS)}.")
    known = _PROVIDERS[provider]
    reads, sends, user = imap or known.imap, smtp or known.smtp, user or config.mail.address
    if not reads or not sends:
        raise Refused("A provider of another name needs its servers.", "Name its IMAP server and its SMTP server.")
    mailbox = replace(config.inbound.imap, host=reads, port=993, security="tls", user=user)
    sender = replace(config.outbound.smtp, host=sends, port=465, security="tls", user=user)
    return replace(
        config,
        inbound=replace(config.inbound, maildir=None, smtp=None, imap=mailbox),
        outbound=replace(config.outbound, smtp=sender),
        outbox=replace(config.outbox, max_per_day=known.per_day),
    )


def write_initial(directory: Path, config: Config, secrets: Secrets, now: datetime) -> Path:
    """Write `config.toml` and `secrets.toml` into a folder, made where it is missing, and return the former's path.

    The inbound Maildir is made too, so that mail can be delivered at once.

    Raises:
        Refused: where a configuration is there already; nothing is overwritten.
    """
    path = directory / configuration.FILE
    if path.exists() or (directory / secret.FILE).exists():
        raise Refused(f"There is a configuration in {directory} already.", "Take another folder, or edit the file.")
    try:
        directory.mkdir(parents=True, exist_ok=True)
        secret.save(directory / secret.FILE, secrets)
        with path.open("x", encoding="utf-8") as file:
            file.write(text(replace(config, mail=replace(config.mail, since=now))))
        if config.inbound.maildir is not None:
            for folder in ("tmp", "new", "cur"):
                (directory / config.inbound.maildir / folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(f"{directory} cannot be written: {error}.", "Take a folder of your own.") from error
    return path


def change(path: Path, key: str, value: object) -> None:
    """Set one key in a configuration file and leave every other character as it is.

    Args:
        path: the file.
        key: the key with its section, as "mail.plus".
        value: the new value.

    Raises:
        Misconfigured: where the file would not be readable afterwards.
    """
    section, _, name = key.rpartition(".")
    before = path.read_text(encoding="utf-8")
    after = _changed(before, section, name, written(value))
    draft = path.with_name(path.name + ".new")
    draft.write_text(after, encoding="utf-8")
    try:
        configuration.load(draft)
    except Misconfigured:
        draft.unlink()
        raise
    draft.replace(path)


def _changed(before: str, section: str, name: str, value: str) -> str:
    """Return the text with one key set: in its own line where there is one, else behind its section's head."""
    lines = before.splitlines()
    head = f"[{section}]"
    start = next((at for at, line in enumerate(lines) if line.split("#")[0].strip() == head), None)
    if start is None:
        return "\n".join((*lines, "", head, f"{name} = {value}")) + "\n"
    ends = (at for at in range(start + 1, len(lines)) if lines[at].startswith("["))
    end = next(ends, len(lines))
    for at in range(start + 1, end):
        if re.match(rf"\s*{re.escape(name)}\s*=", lines[at]):
            # A comment behind a value is kept; values of ours hold no number sign.
            comment = re.search(r"\s#.*$", lines[at])
            lines[at] = f"{name} = {value}".ljust(40) + (f"  {comment[0].strip()}" if comment else "")
            return "\n".join(lines) + "\n"
    lines.insert(start + 1, f"{name} = {value}")
    return "\n".join(lines) + "\n"
