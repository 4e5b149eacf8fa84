"""`pbem init`: a folder with a configuration, secrets and an empty database."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli import out

if TYPE_CHECKING:
    from pbem.config import Config
    from pbem.secret import Secrets


def init(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="The folder; it is made where it is missing.")],
    address: Annotated[str, typer.Option(help="The address that players write to, short before the @.")] = "",
    name: Annotated[str, typer.Option(help="The name that players see beside the address.")] = "",
    moderator: Annotated[str, typer.Option(metavar="ADDRESS", help="Who is told of trouble.")] = "",
    zone: Annotated[str, typer.Option(help="The time zone for dates, like Europe/Berlin.")] = "",
    dedicated: Annotated[
        bool, typer.Option("--dedicated", help="The mailbox is ours alone: every mail in it is read and moved.")
    ] = False,
    provider: Annotated[
        str, typer.Option(help="A mail provider: gmail, fastmail or other. Without one, mails stay on this machine.")
    ] = "",
    user: Annotated[str, typer.Option(help="The provider's login; by default the address.")] = "",
    imap: Annotated[str, typer.Option(metavar="HOST", help="The server that is read, for another provider.")] = "",
    smtp: Annotated[str, typer.Option(metavar="HOST", help="The server that sends, for another provider.")] = "",
    password_stdin: Annotated[
        bool,
        typer.Option("--password-stdin", help="Read the mailbox's password from the first line of standard input."),
    ] = False,
) -> None:
    """Make a folder with a configuration, secrets and a database; at a terminal it asks for what was not given."""
    from dataclasses import replace
    from datetime import UTC, datetime

    from pbem.config import FILE, Config, load
    from pbem.initial import for_provider, write_initial

    if (directory / FILE).exists():
        _bring_up_to_date(directory / FILE)
        return
    asks = sys.stdin.isatty() and sys.stdout.isatty()
    password = sys.stdin.readline().strip() if password_stdin else ""
    if asks and not provider:
        provider = typer.prompt("Mail provider (gmail, fastmail, other; empty: this machine alone)", "", type=str)
    default = Config()
    config = replace(
        default,
        mail=replace(
            default.mail,
            address=address or _asked(asks, "Address that players write to", default.mail.address),
            name=name or _asked(asks, "Name that players see", default.mail.name),
            moderator=moderator or _asked(asks, "Address to tell of trouble (may be empty)", ""),
            dedicated=dedicated,
        ),
        games=replace(default.games, zone=zone or _asked(asks, "Time zone", default.games.zone)),
    )
    if provider:
        config = for_provider(config, provider, user, imap, smtp)
    kept = _secrets(password, asks=asks and bool(provider) and not password)
    path = write_initial(directory, _checked(config), kept, datetime.now(UTC))
    _finish(load(path), path, bool(provider) and not kept.imap.reveal())


def _asked(asks: bool, question: str, default: str) -> str:
    return str(typer.prompt(question, default, type=str)) if asks else default


def _secrets(password: str, *, asks: bool) -> Secrets:
    """Return fresh secrets with the mailbox's password, which is asked for, and never shown, where it is missing."""
    from pbem.secret import fresh

    if asks:
        question = "Password of the mailbox (an app password, where the provider has such)"
        password = str(typer.prompt(question, "", hide_input=True, show_default=False, type=str))
    return fresh(password, password)


def _checked(config: Config) -> Config:
    """Refuse, before anything is written, what could not be loaded afterwards."""
    import tomllib

    from pbem.app import check_address
    from pbem.config import Config as Whole
    from pbem.errors import Refused
    from pbem.initial import text
    from pbem.mail.address import mailbox
    from pbem.tables import Where, read

    read(Whole, tomllib.loads(text(config)), Where(Path("what was given")))
    check_address(config.mail.address)
    if mailbox(config.mail.moderator) == mailbox(config.mail.address):
        reason = f"{config.mail.moderator} is the address of the service itself; you would never see what it tells you."
        raise Refused(reason, "Give an address of your own, also for the seat you play from.")
    return config


def _finish(config: Config, path: Path, wants_password: bool) -> None:
    from pbem.app import furnish

    furnish(config)
    out.line(f"Made {path}: every key of it is explained there.")
    if wants_password:
        out.line(f"Write the mailbox's password into {path.with_name('secrets.toml')}.")
    out.line(f"Go on with: cd {path.parent}; pbem game new --help; pbem serve")


def _bring_up_to_date(path: Path) -> None:
    """Make the tables that an existing configuration lacks.

    Raises:
        Refused: where it lacks none, so that there was nothing to do.
    """
    from pbem.app import furnish
    from pbem.config import load
    from pbem.errors import Refused

    if not furnish(load(path)):
        raise Refused(f"There is a configuration in {path.parent} already.", "Take another folder, or edit the file.")
    out.line(f"{path} was left as it is; its database is up to date now.")
