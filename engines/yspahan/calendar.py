"""Turns, days and weeks: who acts when, and what happens when a day, a week and the game end."""

from __future__ import annotations

from engines.api import Event, Json, Seat, Standing
from engines.yspahan.board import BAZAAR_POINTS, CENTRE, DAYS, WEEKS
from engines.yspahan.caravan import counted
from engines.yspahan.souks import complete
from engines.yspahan.state import EMPTY_CITY, EMPTY_TOWER, Due, Events, Group, Passed, Phase, State
from engines.yspahan.tower import groups, white_only, yellow_count


def opening(state: State, tower: tuple[Group | None, ...], turn: int) -> tuple[Phase, Due | None]:
    """Return how a turn of today begins: with a choice, or where no group is left with a card as its dice action.

    Rulebook, Impossible actions.
    """
    if groups(state, tower, turn):
        return "choose", None
    return "finish", Due(state.order[turn], "forced")


def end_turn(state: State, events: Events, *, by_itself: bool = False) -> State:
    """Close the turn: used cards are discarded, yellow dice leave after the first player, the next seat acts.

    Rulebook, Yellow dice. Facts 7: with two players they stay, and the first player acts twice.
    """
    tower, turn = state.tower, state.turn + 1
    if turn == 1 and len(state.players) > 2 and (yellow := yellow_count(tower)):
        events.append(Event("yellow_removed", {"dice": yellow}))
        tower = white_only(tower)
    discards = state.discards + state.used
    passed = Passed(state.order[state.turn], state.built) if by_itself else None
    if turn == len(state.order):
        return _end_day(state._replace(discards=discards, used=(), built=False, passed=passed), events)
    phase, due = opening(state, tower, turn)
    return state._replace(
        tower=tower, discards=discards, used=(), built=False, turn=turn, phase=phase, due=due, passed=passed
    )


def _end_day(state: State, events: Events) -> State:
    """Clear the Tower and go on to the next day, or close the week (Rulebook, End of the day)."""
    if state.day < DAYS:
        return begin_day(state, events, next_order(state, state.day + 1), day=state.day + 1)
    state = _end_week(state, events)
    if state.week < WEEKS:
        state = state._replace(week=state.week + 1, supervisor=CENTRE)
        return begin_day(state, events, next_order(state, 1), day=1)
    ranks: list[Json] = [{"seat": s.seat, "rank": s.rank, "points": s.score} for s in standings(state)]
    events.append(Event("game_ended", {"standings": ranks}))
    return state._replace(tower=EMPTY_TOWER, phase="over")


def begin_day(state: State, events: Events, order: tuple[Seat, ...], day: int) -> State:
    """Open a day; a first player without gold and cards has nothing to decide before the roll."""
    first = state.players[order[0] - 1]
    seats: list[Json] = [*order]
    events.append(Event("day_begun", {"week": state.week, "day": day, "first": order[0], "order": seats}))
    phase: Phase = "supply" if first.gold or first.hand else "roll"
    return state._replace(order=order, turn=0, day=day, tower=EMPTY_TOWER, phase=phase)


def next_order(state: State, day: int) -> tuple[Seat, ...]:
    """Return who acts on the coming day, turn by turn.

    Rulebook, End of the day: the player to the left of the first player becomes first player. 4-player game and facts
    7: on the very last day the scores decide.
    """
    first = state.order[0]
    last_day = state.week == WEEKS and day == DAYS
    if last_day and len(state.players) == 4:
        return _by_rising_score(state, first)
    if last_day and len(state.players) == 2:
        one, other = state.players
        if one.points != other.points:
            return order_from(1 if one.points < other.points else 2, 2)
    return order_from(first % len(state.players) + 1, len(state.players))


def order_from(first: Seat, seats: int) -> tuple[Seat, ...]:
    """Return the turns of a normal day: clockwise; with two players the first player acts first and third (facts 7)."""
    clockwise = tuple((first + step - 1) % seats + 1 for step in range(seats))
    return (*clockwise, first) if seats == 2 else clockwise


def _by_rising_score(state: State, first: Seat) -> tuple[Seat, ...]:
    """Return the last day of four players: lowest score first; of equals the one farthest clockwise from `first`."""
    seats = len(state.players)

    def place(seat: Seat) -> tuple[int, int]:
        return state.players[seat - 1].points, -((seat - first) % seats)

    return tuple(sorted(range(1, seats + 1), key=place))


def _end_week(state: State, events: Events) -> State:
    """Score the souks, clear the city and count the caravan, which stays loaded (Rulebook, End of the week)."""
    players = list(state.players)
    scores: list[Json] = []
    for seat in dict.fromkeys(state.order):
        souks, bonus = _souk_points(state, seat)
        points = bonus + sum(worth for _, worth in souks)
        players[seat - 1] = players[seat - 1].with_points(points)
        rows: list[Json] = [{"souk": name, "points": worth} for name, worth in souks]
        scores.append({"seat": seat, "souks": rows, "bazaar": bonus, "points": points})
    events.append(Event("souks_scored", {"week": state.week, "scores": scores}))
    returned: list[Json] = [{"seat": seat, "cubes": state.shops.count(seat)} for seat in sorted(set(state.shops) - {0})]
    events.append(Event("city_cleared", {"returned": returned}))
    return counted(state._replace(players=tuple(players), shops=EMPTY_CITY), events, "week")


def _souk_points(state: State, seat: Seat) -> tuple[list[tuple[str, int]], int]:
    """Return the seat's complete souks with their values, and what the Bazaar adds."""
    souks = [(souk.name, souk.points) for souk in complete(state.shops, seat)]
    bazaar = "bazaar" in state.players[seat - 1].buildings
    return souks, BAZAAR_POINTS * len(souks) if bazaar else 0


def standings(state: State) -> tuple[Standing, ...]:
    """Return the final places: most points first, ties share a place (Rulebook, End of the game)."""
    points = [player.points for player in state.players]
    rows = [Standing(seat, 1 + sum(other > mine for other in points), mine) for seat, mine in enumerate(points, 1)]
    return tuple(sorted(rows, key=lambda row: row.rank))
