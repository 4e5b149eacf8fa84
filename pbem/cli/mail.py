"""`pbem mail`: mails that wait for the host."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from pbem.cli import out, wiring
from pbem.cli.options import AsJson

app = typer.Typer()
Mail = Annotated[int, typer.Argument(metavar="MAIL", help="The mail's number.")]


@app.command("list")
def list_mails(
    context: typer.Context,
    state: Annotated[
        list[str] | None,
        typer.Option(help="Only these: new, done, held, quarantined, dropped. By default held and quarantined."),
    ] = None,
    dead: Annotated[bool, typer.Option("--dead", help="Instead, the mails of ours that could not be sent.")] = False,
    as_json: AsJson = False,
) -> None:
    """List the mails in quarantine, those held until their sender is confirmed, or those that we could not send."""
    from pbem.service import quarantine

    with wiring.office(context) as office, office.database.read() as unit:
        letters = quarantine.letters(unit)
        found = letters if dead else quarantine.waiting(unit, *(state or ()))
    if as_json:
        out.data(found)
        return
    if dead:
        _show_letters(letters)
        return
    rows = [
        (row["mail"], row["state"], row["game"], row["seat"], out.moment(row["arrived"]), row["reason"] or row["rule"])
        for row in found
    ]
    out.table(("mail", "state", "game", "seat", "arrived", "why"), rows)
    if letters:
        out.line(f"\nCould not be sent: {len(letters)}; see pbem mail list --dead")


def _show_letters(letters: list[dict[str, Any]]) -> None:
    rows = [
        (row["letter"], row["to"], row["kind"], row["game"], out.moment(row["made"]), row["reason"]) for row in letters
    ]
    out.table(("letter", "to", "kind", "game", "written", "why"), rows)


@app.command()
def show(
    context: typer.Context,
    mail: Mail,
    raw: Annotated[bool, typer.Option("--raw", help="Write its bytes as they came in, and nothing else.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show a mail as it came in, and what was wrong with it."""
    from pbem.service import quarantine

    if raw:
        with wiring.office(context) as office, office.database.read() as unit:
            typer.get_binary_stream("stdout").write(quarantine.raw(unit, mail))
        return
    with wiring.office(context) as office, office.database.read() as unit:
        shown = quarantine.one(unit, mail)
    if as_json:
        out.data(shown)
        return
    out.line(f"Mail {mail}: {shown['state']} ({shown['rule'] or 'no rule yet'}), {out.moment(shown['arrived'])}")
    if shown["game"] is not None:
        out.line(f"Game {shown['game']}, seat {shown['seat']}")
    if shown["error"]:
        out.line(f"\n{shown['error'].rstrip()}")
    out.line(f"\n{shown['text'].rstrip()}")


@app.command()
def replay(context: typer.Context, mail: Mail) -> None:
    """Process a mail of the quarantine once more, as if it came in now."""
    from pbem.errors import Refused
    from pbem.service import quarantine

    with wiring.office(context) as office, office.database.write() as unit:
        wrong = quarantine.replay(office, unit, mail, wiring.now())
    if wrong:
        raise Refused(f"Mail {mail} failed again: {wrong}.", f"`pbem mail drop {mail}` gives it up.")


@app.command()
def drop(context: typer.Context, mail: Mail) -> None:
    """Give up a mail of the quarantine; its player is told, and his deadline goes on."""
    from pbem.service import quarantine

    with wiring.office(context) as office, office.database.write() as unit:
        quarantine.drop(office, unit, mail, wiring.now())


@app.command()
def retry(
    context: typer.Context, letter: Annotated[int, typer.Argument(metavar="LETTER", help="The letter's number.")]
) -> None:
    """Send a mail of ours again that was given up; `pbem mail list --dead` shows those."""
    from pbem.service import quarantine

    with wiring.office(context) as office, office.database.write() as unit:
        quarantine.retry(unit, letter, wiring.now())
