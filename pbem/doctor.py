"""`pbem doctor`: looks at everything that a service needs, and says what to do where something is wrong."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, Protocol, runtime_checkable

from pbem.app import App, build, check_address, furnished
from pbem.config import Config, load
from pbem.errors import AccountRefused, Misconfigured, PbemError
from pbem.service import wording
from pbem.tables import Place
from pbem.transport.base import Listener

_SECONDS = 2.0
_STEPS = 80
"""Orders played in each trial game; whoever makes templates tries more in his tests."""


_APP_PASSWORDS = {
    "gmail.com": "Google takes no ordinary password here: turn on 2-step verification, make an app password at "
    "https://myaccount.google.com/apppasswords, and write it into secrets.toml.",
    "fastmail.com": "Fastmail takes no ordinary password here: make an app password in its settings, under Privacy & "
    "Security, and write it into secrets.toml.",
}


def password_remedy(host: str) -> str:
    """Return what to do where a server refuses the login or the account."""
    own = next((remedy for domain, remedy in _APP_PASSWORDS.items() if host.endswith(domain)), None)
    return own or (
        "Check user and password in config.toml and secrets.toml; many providers want an app password, which their "
        "settings make. Where the words are of a limit, wait a day and lower [outbox] max_per_day."
    )


class Finding(NamedTuple):
    """What was looked at, whether it is well, what was found, and the remedy where it is not."""

    what: str
    well: bool
    found: str = ""
    remedy: str = ""


@runtime_checkable
class _Checkable(Protocol):
    """A way in or out that can be tried without a mail."""

    def check(self) -> None: ...


def examine(path: Path, *, words: bool = True) -> Iterator[Finding]:
    """Yield one finding after the other; what rests on something broken is left out."""
    try:
        config = load(path)
    except PbemError as failure:
        yield _bad("configuration", failure)
        return
    yield Finding("configuration", True, str(path))
    yield _tried("address", config.mail.address, lambda: check_address(config.mail.address))
    secrets = _tried("secrets", "readable by you alone", config.secrets)
    yield secrets
    yield _tried("database", "up to date", lambda: furnished(config))
    if secrets.well:
        app = build(config)
        try:
            yield from _ways(config, app)
            yield from _games(app, words=words)
        finally:
            app.close()


def _tried(what: str, found: str, trial: Callable[[], object]) -> Finding:
    try:
        trial()
    except PbemError as failure:
        return _bad(what, failure)
    except OSError as failure:
        return Finding(what, False, str(failure), "Look at its owner and its rights.")
    return Finding(what, True, found)


def _logged_in(what: str, host: str, trial: Callable[[], object]) -> Finding:
    """Try a way that asks for a password; where that is refused, say what this provider wants."""
    try:
        trial()
    except AccountRefused as refused:
        return Finding(what, False, refused.reason, password_remedy(host))
    except PbemError as failure:
        return _bad(what, failure)
    return Finding(what, True, host)


def _bad(what: str, failure: PbemError) -> Finding:
    return Finding(what, False, failure.reason, failure.remedy)


def _ways(config: Config, app: App) -> Iterator[Finding]:
    """Yield a finding for each way in and out."""
    if config.inbound.maildir is not None:
        yield _tried("in: Maildir", str(config.inbound.maildir), lambda: _writable(config.inbound.maildir))
    places = [(name, place) for name, place in (("SMTP", config.inbound.smtp), ("LMTP", config.inbound.lmtp)) if place]
    for (name, place), listener in zip(places, app.listeners, strict=True):
        yield _listens(f"in: {name}", place, listener)
    for source in app.sources:
        if isinstance(source, _Checkable):
            yield _logged_in("in: IMAP", config.inbound.imap.host, source.check)
    if not (app.sources or app.listeners):
        yield Finding("ways in", True, "none but `pbem receive`")
    if app.sink is None:
        yield Finding("ways out", False, "No mail can leave.", "Set [outbound] maildir or [outbound.smtp] host.")
    elif isinstance(app.sink, _Checkable):
        yield _logged_in("out: SMTP", config.outbound.smtp.host, app.sink.check)
    else:
        yield _tried("out: Maildir", str(config.outbound.maildir), lambda: _writable(config.outbound.maildir))


def _writable(folder: Path | None) -> None:
    """Refuse a folder that cannot be written; one that is missing is made when it is needed."""
    there = folder
    while there is not None and not there.exists():
        there = there.parent
    if there is None or not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        raise Misconfigured(f"{folder} cannot be written.", "Give it to the user that runs pbem.")


def _listens(what: str, place: Place, listener: Listener) -> Finding:
    """Try to listen; where somebody does already, that is most likely `pbem serve` itself."""
    if place.port and _answers(place):
        return Finding(what, True, f"{place} answers; pbem serve is running, it seems")
    try:
        listener.start(lambda _: None)
    except PbemError as failure:
        return _bad(what, failure)
    listener.stop()
    return Finding(what, True, f"{place} is free")


def _answers(place: Place) -> bool:
    try:
        with socket.create_connection((place.host, place.port), _SECONDS):
            return True
    except OSError:
        return False


def _games(app: App, *, words: bool) -> Iterator[Finding]:
    office = app.office
    for engine in office.engines.values() if words else ():
        gaps = wording.missing(office.renderer, engine, _STEPS)
        found = "; ".join(gaps[:3]) + (f"; and {len(gaps) - 3} more" if len(gaps) > 3 else "")
        what = f"words of {engine.title}"
        remedy = "Its templates do not fit its rules: install both anew, in the same version."
        yield Finding(what, False, found, remedy) if gaps else Finding(what, True, "complete")
    if not office.engines:
        yield Finding("games", False, "No game is installed.", "Install pbem anew.")
