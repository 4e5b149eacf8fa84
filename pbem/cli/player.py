"""`pbem player`: who plays, and at which addresses."""

from __future__ import annotations

from typing import Annotated

import typer

from pbem.cli import out, typed, wiring
from pbem.cli.options import AsJson

app = typer.Typer()
Player = Annotated[str, typer.Argument(metavar="PLAYER", help="A number, an address, or a name that only one has.")]


@app.command("list")
def list_players(context: typer.Context, as_json: AsJson = False) -> None:
    """List everybody."""
    from pbem.service import roster

    with wiring.office(context) as office, office.database.read() as unit:
        found = roster.everybody(unit)
    if as_json:
        out.data(found)
        return
    rows = [(row["player"], row["name"], ", ".join(row["addresses"]), "banned" * row["banned"]) for row in found]
    out.table(("player", "name", "addresses", ""), rows)


@app.command()
def show(context: typer.Context, player: Player, as_json: AsJson = False) -> None:
    """Show a player: his addresses, and where he sits."""
    from pbem.service import roster

    with wiring.office(context) as office, office.database.read() as unit:
        shown = roster.one(office, unit, roster.find(unit, player))
    if as_json:
        out.data(shown)
        return
    out.line(f"Player {shown['player']}, {shown['name']}" + (", banned" if shown["banned"] else ""))
    for address in shown["addresses"]:
        out.line(f"  {address}")
    if shown["bounces"]:
        out.line(f"  {shown['bounces']} mails came back" + ("" if shown["reachable"] else "; no mail reaches him"))
    if not shown["mails"]:
        out.line("  wants no mails but answers")
    rows = [(row["game"], row["title"], row["state"], row["seat"], "asked" * row["asked"]) for row in shown["seats"]]
    out.table(("game", "title", "state", "seat", ""), rows)


@app.command()
def add(
    context: typer.Context,
    player: Annotated[str, typer.Argument(metavar="'NAME <ADDRESS>'", help="Name and mail address.")],
) -> None:
    """Register somebody, whose address counts as verified. The last line is the number."""
    from pbem.service import roster

    newcomer = typed.player(player)
    with wiring.office(context) as office, office.database.write() as unit:
        number = roster.add(office, unit, newcomer, wiring.now())
    out.line(str(number))


@app.command()
def address(
    context: typer.Context,
    player: Player,
    address: Annotated[str, typer.Argument(metavar="ADDRESS", help="The address.")],
    also: Annotated[bool, typer.Option("--also", help="Take mails from it, but write where we did.")] = False,
    remove: Annotated[bool, typer.Option("--remove", help="Take nothing more from it.")] = False,
) -> None:
    """Write to another address from now on; the old ones are still taken from."""
    from pbem.service import roster

    if also and remove:
        raise typer.BadParameter("Give either --also or --remove.")
    wanted = typed.player(address).address
    with wiring.office(context) as office, office.database.write() as unit:
        person = roster.find(unit, player)
        if remove:
            roster.remove_address(unit, person, wanted)
        else:
            roster.set_address(office, unit, person, wanted, wiring.now(), preferred=not also)


@app.command()
def forget(context: typer.Context, player: Player) -> None:
    """Erase a player's name, addresses and mails for good; finished games stay, without him."""
    from pbem.service import roster

    with wiring.office(context) as office, office.database.write() as unit:
        roster.forget(unit, roster.find(unit, player))


@app.command()
def ban(
    context: typer.Context,
    player: Player,
    lift: Annotated[bool, typer.Option("--lift", help="Let him take seats again.")] = False,
) -> None:
    """Bar a player from taking seats; games at play go on."""
    from pbem.service import roster

    with wiring.office(context) as office, office.database.write() as unit:
        roster.ban(unit, roster.find(unit, player), banned=not lift)


@app.command()
def unsubscribe(
    context: typer.Context,
    reader: Annotated[str, typer.Argument(metavar="READER", help="The code in the address of your page.")],
) -> None:
    """Send no more mails but answers to the reader who clicked on "unsubscribe"; for the page that takes the click."""
    from pbem.service import preferences

    with wiring.office(context) as office, office.database.write() as unit:
        preferences.unsubscribe_by_code(office, unit, reader, wiring.now())
