"""`pbem game`: making matches, looking at them, and moderating them."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from pbem.cli import moderation, out, typed, wiring
from pbem.cli.options import AsJson, Game

app = typer.Typer()


class WithGames(TyperCommand):
    """Names in its help the games that are installed."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help, with the games below."""
        from engines import discover

        games = (f"{name} ({game.seats[0]} to {game.seats[-1]})" for name, game in discover().items())
        self.epilog = f"Games and their numbers of players: {', '.join(games)}."
        super().format_help(ctx, formatter)


@app.command(cls=WithGames)
def new(
    context: typer.Context,
    engine: Annotated[str, typer.Argument(metavar="ENGINE", help="Which game is played; they are listed below.")],
    players: Annotated[
        list[str] | None, typer.Option("--player", metavar="'NAME <ADDRESS>'", help="Takes the next seat.")
    ] = None,
    bots: Annotated[
        list[str] | None,
        typer.Option("--bot", metavar="NAME[:LEVEL]", help="A stand-in behind the players; level 0, 1 or 2 (default)."),
    ] = None,
    seats: Annotated[int, typer.Option(help="Seats in all; those left over are open for invitations.")] = 0,
    seed: Annotated[str, typer.Option(metavar="HEX", help="64 hex digits, for dice that rest on your word.")] = "",
    options: Annotated[
        list[str] | None,
        typer.Option("--option", metavar="K=V", help="What the game lets you choose; K=@FILE takes a file's text."),
    ] = None,
    deadline: Annotated[str, typer.Option(metavar="SPAN", help="Time for a move, as 48h, 2d or 90m.")] = "",
    policy: Annotated[str, typer.Option(help="When it has passed: wait, remind or stand-in.")] = "",
) -> None:
    """Make a game; it starts at once where every seat is taken. The last line is its number."""
    from pbem.service.create import Plan, new_game

    seated = [typed.player(text) for text in players or ()]
    standing_in = [typed.bot(text) for text in bots or ()]
    chosen = typed.options(options or [])
    span = typed.seconds(deadline) if deadline else None
    with wiring.office(context) as office:
        default = office.config.games
        time = int(default.deadline.total_seconds()) if span is None else span
        plan = Plan(engine, seated, standing_in, seats, seed, chosen, time, policy or default.policy)
        with office.database.write() as unit:
            number = new_game(office, unit, plan, wiring.now())
        _tell(wiring.report(office, number))
    out.line(str(number))


def _tell(made: dict[str, Any]) -> None:
    free = sum(seat["kind"] == "open" for seat in made["seats"])
    out.line(f"{made['title']}, game {made['game']}. Its dice are sealed as {made['commitment']}.")
    if free:
        out.line(f"{free} of {len(made['seats'])} seats are open: pbem game invite {made['game']} --print")


@app.command("list")
def list_games(
    context: typer.Context,
    state: Annotated[list[str] | None, typer.Option(help="Only these: open, running, paused, over, cancelled.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the games."""
    from pbem.service.report import all_games

    with wiring.office(context) as office, office.database.read() as unit:
        found = all_games(office, unit, *(state or ()))
    if as_json:
        out.data(found)
        return
    rows = [(row["game"], row["title"], row["state"], _names(row["players"]), _waiting(row)) for row in found]
    out.table(("game", "title", "state", "players", "waits for"), rows)


@app.command()
def show(context: typer.Context, game: Game, as_json: AsJson = False) -> None:
    """Show how a game stands, and whom it waits for."""
    with wiring.office(context) as office:
        shown = wiring.report(office, game)
    if as_json:
        out.data(shown)
        return
    out.line(f"{shown['title']}, game {shown['game']}: {shown['state']}, {shown['turns']} turns")
    out.line(f"Dice sealed as {shown['commitment']}")
    if shown["seed"]:
        out.line(f"Seed {shown['seed']}")
    out.line("")
    due = {row["seat"]: f"asked, by {out.moment(row['due'])}".removesuffix(", by ") for row in shown["waiting"]}
    rows = [(seat["seat"], seat["name"], _who(seat), due.get(seat["seat"], "")) for seat in shown["seats"]]
    out.table(("seat", "name", "who", "now"), rows)
    if shown["standings"]:
        out.line("")
        out.table(("rank", "name", "score"), [(row["rank"], row["name"], row["score"]) for row in shown["standings"]])
    for act in shown["acts"]:
        out.line(f"{out.moment(act['made'])}  {act['what']}" + (f" ({act['reason']})" if act["reason"] else ""))


def _who(seat: dict[str, Any]) -> str:
    """Return what sits there, and whether our mails go there."""
    remark = "" if seat["reachable"] else ", no mail reaches him"
    return f"{seat['kind']}{remark or ('' if seat['mails'] else ', wants no mails')}"


def _names(players: list[str]) -> str:
    return ", ".join(name or "(open)" for name in players)


def _waiting(row: dict[str, Any]) -> str:
    return ", ".join(seat["name"] for seat in row["waiting"])


moderation.register(app)
