"""`pbem status` and `doctor`: whether anything needs the host."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.cli import log, out, wiring
from pbem.cli.options import AsJson

if TYPE_CHECKING:
    from pbem.doctor import Finding


def status(context: typer.Context, as_json: AsJson = False) -> None:
    """Show queues, mails that are stuck, and who is late."""
    from pbem.service import report

    with wiring.office(context) as office, office.database.read() as unit:
        found = report.status(office, unit, wiring.now())
    if as_json:
        out.data(found)
        return
    out.table(("what", "how many"), list(_counts(found)))
    if found["unreached_since"]:
        out.line(
            f"\nMails cannot be fetched since {out.moment(found['unreached_since'])}: {found['unreached_because']}"
        )
    if found["outbox_held_until"]:
        until, because = out.moment(found["outbox_held_until"]), found["outbox_held_because"]
        out.line(f"\nThe outbox is held until {until}: the server refused our account ({because}).")
    for lost in found["unreachable"]:
        out.line(f"\nNo mail reaches {lost['name']}: pbem player address {lost['player']} ADDRESS")
    if found["overdue"]:
        out.line("")
        rows = [(late["game"], late["name"], out.moment(late["due"])) for late in found["overdue"]]
        out.table(("game", "late", "since"), rows)


def _counts(found: dict[str, Any]) -> list[tuple[str, int]]:
    games = [(f"games {state}", number) for state, number in sorted(found["games"].items())]
    return [
        *(games or [("games", 0)]),
        ("mails to process", found["inbox"]["new"]),
        ("mails held until confirmed", found["inbox"]["held"]),
        ("mails in quarantine", found["quarantine"]),
        ("mails to send", found["outbox"]["waiting"]),
        ("mails given up", found["outbox"]["dead"]),
    ]


def doctor(
    context: typer.Context,
    as_json: AsJson = False,
    quick: Annotated[bool, typer.Option("--quick", help="Leave out the words of the games.")] = False,
    round_trip: Annotated[
        bool, typer.Option("--round-trip", help="Mail ourselves, see what arrives, and set the keys that it decides.")
    ] = False,
    wait: Annotated[float, typer.Option(metavar="SECONDS", help="How long the mail is waited for.")] = 120.0,
) -> None:
    """Examine configuration, secrets, database, ways in and out, and the words of every game."""
    from pbem.doctor import examine

    log.configure()
    found = [_shown(finding, as_json=as_json) for finding in examine(context.obj, words=not (quick or round_trip))]
    if round_trip and all(finding.well for finding in found):
        from pbem import roundtrip

        found += [_shown(finding, as_json=as_json) for finding in roundtrip.make(context.obj, wait)]
    if as_json:
        out.data([finding._asdict() for finding in found])
    if not all(finding.well for finding in found):
        raise typer.Exit(1)


def _shown(finding: Finding, *, as_json: bool) -> Finding:
    """Print a finding as soon as there is one, and return it."""
    if not as_json:
        out.line(f"{'ok  ' if finding.well else 'BAD '} {finding.what}: {finding.found}")
        if finding.remedy:
            out.line(f"     {finding.remedy}")
    return finding


def register(app: typer.Typer) -> None:
    """Add the commands that look after the service."""
    for command in (status, doctor):
        app.command(rich_help_panel="The service")(command)
