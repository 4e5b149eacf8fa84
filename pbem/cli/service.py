"""`pbem init`, `serve`, `tick`, `receive`: the service itself."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli import log, out, wiring
from pbem.cli.init import init

if TYPE_CHECKING:
    from pbem.config import Config

_PANEL = "The service"
_INCOMPLETE = 75


def serve(context: typer.Context) -> None:
    """Take mails in and send them out until stopped (Ctrl-C, SIGTERM)."""
    config = wiring.configured(context)
    with wiring.application(config, logging.INFO) as app:
        from pbem.schedule import Service, handle_signals

        service = Service(app)
        handle_signals(service)
        service.run(lambda ports: out.line(_listening(config, ports)))


def _listening(config: Config, ports: list[int]) -> str:
    ways = {"smtp": config.inbound.smtp, "lmtp": config.inbound.lmtp}
    hosts = [(name, place.host) for name, place in ways.items() if place is not None]
    if not hosts:
        return "listening: nowhere; mails are fetched"
    shown = (f"{name} {host}:{port}" for (name, host), port in zip(hosts, ports, strict=True))
    return f"listening: {', '.join(shown)}"


def tick(context: typer.Context) -> None:
    """Make one whole pass: fetch, process, deadlines, send. For cron, where `pbem serve` does not run."""
    config = wiring.configured(context)
    from pbem import probe

    if not probe.anything_due(config, wiring.now()):
        return
    with wiring.application(config) as app:
        passed = app.tick()
    counts = f"{passed.fetched} fetched, {passed.processed} processed, {passed.expired} overdue, {passed.sent} sent"
    out.line(counts)
    if not passed.complete:
        typer.echo("Not every mail could be fetched, so no deadline was judged.", err=True)
        raise typer.Exit(_INCOMPLETE)


def receive(
    context: typer.Context,
    recipient: Annotated[str, typer.Option(metavar="ADDRESS", help="The envelope recipient.")] = "",
    sender: Annotated[str | None, typer.Option(metavar="ADDRESS", help="The envelope sender; empty: a bounce.")] = None,
) -> None:
    """Take one mail from standard input, as a mail server's pipe delivers it."""
    from pbem.errors import PbemError, TryLater

    try:
        config = wiring.configured(context)
        from pbem.app import receive as take_in

        log.configure()
        code = take_in(config, sys.stdin.buffer, recipient or None, sender)
    except PbemError as failure:
        # The mail server would bounce a player's mail for a slip in our configuration; it shall keep it instead.
        raise TryLater(failure.reason, failure.remedy) from failure
    raise typer.Exit(code)


def register(app: typer.Typer) -> None:
    """Add the commands of the service."""
    for command in (init, serve, tick, receive):
        app.command(rich_help_panel=_PANEL)(command)
