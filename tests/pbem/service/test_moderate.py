"""What a host does with a match: it is done whole, stands in the audit, and the players are told."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from engines import play
from engines.play import Entry
from pbem.errors import NotFound, Refused
from pbem.service import moderate, record, takeover
from pbem.service.acts import Request
from pbem.service.create import Bot, Player
from pbem.service.deliver import deliver
from pbem.store import games, mails, people
from tests.pbem.house import SERVICE, House, flat, text_of

NAMES = ("Ann", "Bob", "Cem")
HOURS = 3600
ELI = Player("Eli", "eli@example.org")


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Return a house with a running game of three; Ann is asked, for 48 hours."""
    house = House(tmp_path)
    house.new_game(*NAMES)
    return house


def act(house: House, what: Callable[..., object], *arguments: object, game: int = 1, reason: str = "") -> object:
    """Do something as the host, and send the mails it leads to."""
    with house.office.database.write() as unit:
        done = what(Request(house.office, unit, game, house.now, reason), *arguments)
    deliver(house.office, house.sink, house.now)
    return done


def refused(house: House, what: Callable[..., object], *arguments: object, game: int = 1) -> Refused:
    """Return the refusal of an act, which must have changed nothing."""
    before = everything(house)
    with pytest.raises(Refused) as caught:
        act(house, what, *arguments, game=game)
    assert before == everything(house)
    return caught.value


def everything(house: House) -> tuple[object, ...]:
    """Return all that an act may change."""
    with house.office.database.read() as unit:
        return (
            games.all_games(unit),
            [games.seats(unit, game.id) for game in games.all_games(unit)],
            entries(house),
            mails.outbox_counts(unit),
            people.acts(unit, 1),
            games.press(unit, 1),
            people.all_people(unit),
        )


def entries(house: House) -> list[Entry]:
    """Return the record of the first game."""
    with house.office.database.read() as unit:
        return [record.from_row(row) for row in games.entries(unit, 1)]


def audit(house: House) -> list[tuple[str, str]]:
    """Return what stands in the audit, each act with its reason."""
    with house.office.database.read() as unit:
        return [(what, reason) for _, what, reason in people.acts(unit, 1)]


def seat(house: House, number: int) -> object:
    """Return a seat as it is stored."""
    with house.office.database.read() as unit:
        return games.seats(unit, 1)[number - 1]


def state(house: House, game: int = 1) -> str:
    """Return the state of a match."""
    with house.office.database.read() as unit:
        return games.find_game(unit, game).state


def test_a_pause_stops_the_clock_and_tells_all(house: House) -> None:
    """What was left is kept, nobody is late, and no order is taken."""
    house.clock.pass_by(hours=10)
    act(house, moderate.pause, reason="holidays")

    assert "paused" == state(house)
    assert (None, None, 38 * HOURS) == (seat(house, 1).due, seat(house, 1).alarm, seat(house, 1).left)
    assert [("paused", "holidays")] == audit(house)
    for name in NAMES:
        assert "The game is paused (holidays); no deadline runs" in flat(house.newest(name))
    house.clock.pass_by(days=30)
    assert 0 == house.app.tick().expired
    assert "not done" in flat(house.reply("Ann", "draw"))
    assert 1 == len(entries(house))


def test_a_resumed_game_has_what_was_left(house: House) -> None:
    """The deadline goes on, and orders are taken from the newest mail."""
    house.clock.pass_by(hours=10)
    act(house, moderate.pause)
    house.clock.pass_by(days=30)
    act(house, moderate.resume)

    assert "running" == state(house)
    assert (house.now + 38 * HOURS, None) == (seat(house, 1).due, seat(house, 1).left)
    assert seat(house, 1).due == seat(house, 1).alarm
    assert "in 38 hours" in flat(house.newest("Ann"))
    assert "done" in flat(house.reply("Ann", "draw"))
    assert ["paused", "resumed"] == [what for what, _ in audit(house)]


def test_a_deadline_that_waits_for_a_mail_in_quarantine_is_not_resumed(house: House) -> None:
    """It stands still until that mail is let through or dropped."""
    with house.office.database.write() as unit:
        mails.add_mail(unit, "d", "", house.now, "test", b"x", "quarantined", "broken")
        mails.mark(unit, 1, "quarantined", "quarantined", 1, 1, "broken")
    act(house, moderate.pause)
    act(house, moderate.resume)

    assert (None, 48 * HOURS) == (seat(house, 1).due, seat(house, 1).left)


def test_only_a_paused_game_goes_on_and_only_a_running_one_is_paused(house: House) -> None:
    """The reason says how the game stands."""
    assert "is running" in refused(house, moderate.resume).reason
    act(house, moderate.pause)
    assert "is paused" in refused(house, moderate.pause).reason


def test_a_cancelled_game_is_over_for_all(house: House) -> None:
    """Nobody is asked any more, all are told why, and nothing can be done with it."""
    act(house, moderate.cancel, reason="no time")

    assert "cancelled" == state(house)
    assert not seat(house, 1).asked
    for name in NAMES:
        assert "called off: no time" in flat(house.newest(name))
        assert "Your move" not in text_of(house.newest(name))
    assert "not done" in flat(house.reply("Ann", "draw"))
    for what in (moderate.pause, moderate.resume, moderate.cancel, moderate.undo):
        assert "was called off" in refused(house, what).reason
    assert "was called off" in refused(house, moderate.deadline, HOURS).reason
    assert "was called off" in refused(house, moderate.policy, "wait").reason
    assert "was called off" in refused(house, moderate.order, "Ann", "draw").reason
    assert "was called off" in refused(house, takeover.replace, "Ann", ELI).reason


def test_a_game_that_has_not_begun_can_be_cancelled(house: House) -> None:
    """Its invitations lead nowhere, and those who have a seat are told."""
    number = house.new_game("Ann", seats=2)
    act(house, moderate.cancel, game=number)
    with house.office.database.read() as unit:
        codes = [seat.code for seat in games.seats(unit, number)]

    assert ("cancelled", ["", ""]) == (state(house, number), codes)
    assert "called off" in flat(house.newest("Ann"))


def test_a_new_deadline_is_for_all_from_now_on(house: House) -> None:
    """Who is asked has the new time from now, is told, and so has everybody after him."""
    house.clock.pass_by(hours=40)
    act(house, moderate.deadline, 72 * HOURS, reason="Bob travels")

    assert house.now + 72 * HOURS == seat(house, 1).due == seat(house, 1).alarm
    assert "it is 3d from now on (Bob travels)" in flat(house.newest("Ann"))
    assert "in 72 hours" in flat(house.newest("Ann"))
    assert 1 == len(house.mails("Bob"))
    house.reply("Ann", "draw")
    assert house.now + 72 * HOURS == seat(house, 2).due
    assert "it is 3d from now on" in flat(house.newest("Bob"))
    assert [("deadline 3d", "Bob travels")] == audit(house)


def test_one_player_may_get_more_time(house: House) -> None:
    """Only for his present move; only who is asked can get it."""
    act(house, moderate.deadline, 90 * 60, "ann")

    assert house.now + 90 * 60 == seat(house, 1).due
    assert "given Ann 90m from now" in flat(house.newest("Ann"))
    house.reply("Ann", "draw")
    assert house.now + 48 * HOURS == seat(house, 2).due
    assert "Cem is not asked" in refused(house, moderate.deadline, HOURS, "Cem").reason
    assert [("deadline 90m for Ann", "")] == audit(house)


def test_a_deadline_needs_a_minute(house: House) -> None:
    """A shorter one cannot be kept by mail; a minute can."""
    assert "minute" in refused(house, moderate.deadline, 59).reason
    act(house, moderate.deadline, 60)

    assert house.now + 60 == seat(house, 1).due


def test_a_deadline_of_a_paused_game_runs_from_when_it_goes_on(house: House) -> None:
    """It is what is left then."""
    act(house, moderate.pause)
    act(house, moderate.deadline, 5 * HOURS)
    house.clock.pass_by(hours=50)
    act(house, moderate.resume)

    assert house.now + 5 * HOURS == seat(house, 1).due


def test_an_open_game_has_its_deadline_when_it_starts(house: House) -> None:
    """The change is for what will come."""
    number = house.new_game("Ann", seats=2)
    act(house, moderate.deadline, 5 * HOURS, game=number)
    with house.office.database.read() as unit:
        assert 5 * HOURS == games.find_game(unit, number).deadline


def test_a_policy_can_be_changed(house: House) -> None:
    """From now on a stand-in plays when the deadline has passed; everybody reads it."""
    act(house, moderate.policy, "stand-in")
    house.clock.pass_by(hours=49)
    house.app.tick()

    assert "stand-in" == entries(house)[-1].by
    assert "a stand-in plays the mildest order" in flat(house.newest("Bob"))
    assert "no policy 'wish'" in refused(house, moderate.policy, "wish").reason


def test_another_person_takes_a_seat(house: House) -> None:
    """He is asked anew, with the hand; the old one is thanked, and what he sends is no longer taken."""
    old_mail, old_phase = house.newest("Ann"), seat(house, 1).phase
    act(house, takeover.replace, "Ann", ELI, reason="moved house")

    assert ("Eli", old_phase + 1, True) == (seat(house, 1).name, seat(house, 1).phase, seat(house, 1).asked)
    assert house.now + 48 * HOURS == seat(house, 1).due
    assert "in place of Ann" in flat(house.newest("Eli"))
    assert "Your hand: " in text_of(house.newest("Eli"))
    assert "Draw a card or lay one." in flat(house.newest("Eli"))
    assert "Eli has taken your seat in Pebbles, game 1 (moved house)" in flat(house.newest("Ann"))
    house.reply("Ann", "draw", to=old_mail)
    assert 1 == len(entries(house))
    assert "done" in flat(house.reply("Eli", "draw"))
    assert "Eli takes the seat of Ann (moved house)." in flat(house.newest("Bob"))
    assert [("replaced Ann by Eli", "moved house")] == audit(house)


def test_a_seat_that_is_not_asked_gets_a_new_address_too(house: House) -> None:
    """The old player's newest token is dead from then on."""
    before = seat(house, 2)
    act(house, takeover.replace, "2", ELI)

    assert (before.phase + 1, False, None) == (seat(house, 2).phase, seat(house, 2).asked, seat(house, 2).due)
    assert "in place of Bob" in flat(house.newest("Eli"))
    house.reply("Ann", "draw")
    assert "Your move, Eli" in flat(house.newest("Eli"))
    assert "Your move" not in flat(house.newest("Bob"))


def test_nothing_of_the_old_player_is_left_to_the_new_one(house: House) -> None:
    """Notes, standing answers and lines that wait were his."""
    house.reply("Bob", "note wants the three\nstanding toll give")
    assert "three" in seat(house, 2).note
    act(house, takeover.replace, "Bob", ELI)

    assert ("", "{}", "[]") == (seat(house, 2).note, seat(house, 2).standing, seat(house, 2).kept)
    assert "three" not in text_of(house.newest("Eli"))


def test_a_stand_in_takes_a_seat(house: House) -> None:
    """Where it is asked it plays at once, and the next player is mailed."""
    act(house, takeover.replace, "Ann", Bot("Robo", 0))

    assert ("Robo", 0, None) == (seat(house, 1).name, seat(house, 1).level, seat(house, 1).person_id)
    assert "stand-in" == entries(house)[-1].by
    assert "Your move" in flat(house.newest("Bob"))


def test_a_person_takes_the_seat_of_a_stand_in(house: House) -> None:
    """From then on he is asked."""
    act(house, takeover.replace, "Bob", Bot("Robo", 2))
    act(house, takeover.replace, "Robo", ELI)
    house.reply("Ann", "draw")

    assert "Your move, Eli" in flat(house.newest("Eli"))
    assert 2 == len(entries(house))


@pytest.mark.parametrize(
    ("newcomer", "told"),
    [
        (Player("Bob", "eli@example.org"), "called Bob"),
        (Player("Eli", "bob@example.org"), "has a seat"),
        (Player("Eli", SERVICE), "service itself"),
        (Player("Eli", "eli"), "no mail address"),
        (Player("", "eli@example.org"), "name"),
        (Bot("cem", 1), "called cem"),
    ],
)
def test_who_cannot_sit_here_is_refused(house: House, newcomer: Player | Bot, told: str) -> None:
    """Nothing of it is half done: nobody is registered either."""
    assert told in refused(house, takeover.replace, "Ann", newcomer).reason


def test_a_banned_player_takes_no_seat(house: House) -> None:
    """The ban is for new seats."""
    act(house, takeover.replace, "Ann", ELI)
    with house.office.database.write() as unit:
        people.set_person(unit, seat(house, 1).person_id, banned=True)
    act(house, takeover.replace, "Eli", Player("Fay", "fay@example.org"))

    assert "banned" in refused(house, takeover.replace, "Bob", ELI).reason


def test_the_last_open_seat_can_be_filled_and_the_game_starts(house: House) -> None:
    """A host may seat a friend himself."""
    number = house.new_game("Ann", seats=2)
    act(house, takeover.replace, "2", ELI, game=number)

    assert "running" == state(house, number)
    assert "game 2" in flat(house.newest("Eli"))


def test_a_seat_of_an_open_game_changes_hands_before_it_begins(house: House) -> None:
    """The game stays open where others are missing."""
    number = house.new_game("Ann", seats=3)
    act(house, takeover.replace, "Ann", ELI, game=number)

    assert "open" == state(house, number)
    assert "Eli has taken your seat" in flat(house.newest("Ann"))


def test_orders_for_a_player_are_played_and_told(house: House) -> None:
    """The record says who gave them, the player gets them with the board, the others with their next mail."""
    lines = act(house, moderate.order, "Ann", "draw", reason="phoned me")
    (entry,) = entries(house)[1:]

    assert ["done"] == [line.result for line in lines]
    assert (1, "draw", "moderator") == (entry.seat, entry.order, entry.by)
    assert "The host has given orders for Ann: draw (phoned me)." in flat(house.newest("Ann"))
    assert "The host has given orders for Ann: draw (phoned me)." in flat(house.newest("Bob"))
    assert "Your move, Bob" in flat(house.newest("Bob"))
    assert [("ordered for Ann: draw", "phoned me")] == audit(house)


def test_a_whole_turn_can_be_ordered_in_short_words(house: House) -> None:
    """As a player would write it, in the letters he would use; lines behind a question wait for its answer."""
    card = house.match().engine.view(house.match().state, 1)["hand"][0]
    lines = act(house, moderate.order, "1", f"la {card}; stop")

    assert ["done", "waits"] == [line.result for line in lines]
    assert "Give a pebble, or keep yours?" in flat(house.newest("Bob"))
    house.reply("Bob", "keep")
    assert "Your move, Bob" in flat(house.newest("Bob"))


@pytest.mark.parametrize(
    ("player", "text", "told"),
    [
        ("Ann", "fly", "do not know"),
        ("Ann", "lay 99", "lay 99"),
        ("Bob", "draw", "not asked"),
        ("Ann", " ; ", "no order"),
    ],
)
def test_orders_that_cannot_be_played_change_nothing(house: House, player: str, text: str, told: str) -> None:
    """The reason is the one that the player would read."""
    assert told in refused(house, moderate.order, player, text).reason


def test_a_refusal_offers_the_nearest_orders(house: House) -> None:
    """As in a player's receipt."""
    assert "Nearest to it: draw" in refused(house, moderate.order, "Ann", "drew cards").remedy


def test_what_was_played_before_a_reveal_stands_where_a_later_order_fails(house: House) -> None:
    """The rest is reported; the player is told what was played."""
    lines = act(house, moderate.order, "Ann", "draw; draw")

    assert ["done", "refused"] == [line.result for line in lines]
    assert "draw" == entries(house)[-1].order
    assert "The host has given orders for Ann: draw." in flat(house.newest("Ann"))


def test_a_player_who_is_not_there_is_refused_with_those_who_are(house: House) -> None:
    """By name or by seat."""
    with pytest.raises(NotFound) as caught:
        act(house, moderate.order, "Zoe", "draw")

    assert "1 Ann, 2 Bob, 3 Cem" in caught.value.remedy


def test_an_undo_goes_beyond_a_reveal(house: House) -> None:
    """The position is the one before, the entries stay, and the prompt of the other is called back."""
    before = play.fingerprint(house.match().engine, house.match().state)
    bobs = [house.reply("Ann", "draw"), house.newest("Bob")][1]
    taken = act(house, moderate.undo, reason="wrong button")

    assert ["Ann: draw"] == taken
    assert before == play.fingerprint(house.match().engine, house.match().state)
    assert ["draw", "undo"] == [entry.order for entry in entries(house)[1:]]
    assert ("moderator", 1) == (entries(house)[-1].by, entries(house)[-1].seat)
    assert "The host has taken back Ann: draw (wrong button)" in flat(house.newest("Ann"))
    assert "Your move, Ann" in flat(house.newest("Ann"))
    assert "Your move" not in flat(house.newest("Bob"))
    house.reply("Bob", "draw", to=bobs)
    assert "undo" == entries(house)[-1].order
    assert "done" in flat(house.reply("Ann", "draw"))
    assert [("undo: Ann: draw", "wrong button")] == audit(house)


def test_after_an_undo_no_old_mail_is_played(house: House) -> None:
    """Also not from the seat that is asked again."""
    old = house.newest("Ann")
    house.reply("Ann", "draw")
    act(house, moderate.undo)
    answer = house.reply("Ann", "draw", to=old)

    assert "not done" in flat(answer)
    assert "undo" == entries(house)[-1].order


def test_no_die_is_thrown_twice(house: House) -> None:
    """The counter of draws goes on, and the whole record replays to the position."""
    for _ in range(2):
        card = house.match().engine.view(house.match().state, 1)["hand"][0]
        act(house, moderate.order, "Ann", f"lay {card}; roll")
        house.reply("Bob", "keep")
        for _ in range(3):
            act(house, moderate.undo)
    draws = [entry.draw for entry in entries(house) if entry.draw is not None]
    match = house.match()
    replayed = play.replay(match.engine, ["1", "2", "3"], {}, entries(house))

    assert [0, 1, 2] == draws
    assert 3 == match.game.counter
    assert match.state == replayed


def test_what_stand_ins_and_standing_answers_did_is_taken_back_too(tmp_path: Path) -> None:
    """They would only do it again."""
    house = House(tmp_path)
    house.new_game("Ann", bots=(Bot("Robo", 2),))
    house.reply("Ann", "draw")
    taken = act(house, moderate.undo)

    assert "Ann: draw" == taken[-1]
    assert len(taken) > 1
    assert 1 == house.match().asked()[0]


def test_there_must_be_something_to_take_back(house: House) -> None:
    """A fresh game has no order, and one that is over gives its seed away."""
    assert "No player has given an order" in refused(house, moderate.undo).reason
    with house.office.database.write() as unit:
        games.set_game(unit, 1, state="over")
    assert "is over" in refused(house, moderate.undo).reason


def test_the_host_speaks_to_all_or_to_one(house: House) -> None:
    """It stands in their next mails, cleaned of what could disturb a mail."""
    act(house, moderate.press, "Good luck\u202e, all!")
    act(house, moderate.press, "Mind the toll", "Bob")
    house.reply("Ann", "draw")

    assert "The host: Good luck, all!" in flat(house.newest("Ann"))
    assert "The host: Good luck, all!" in flat(house.newest("Bob"))
    assert "The host, to you alone: Mind the toll" in flat(house.newest("Bob"))
    assert "toll" not in flat(house.newest("Ann"))
    assert ["press", "press to Bob"] == [what for what, _ in audit(house)]
    assert "nothing in that" in refused(house, moderate.press, " \u202e ").reason


def test_spans_are_written_as_people_do() -> None:
    """Days only where they are whole and many."""
    spans = [timedelta(days=3), timedelta(hours=48), timedelta(minutes=90), timedelta(seconds=61)]

    assert ["3d", "48h", "90m", "61s"] == [moderate.span(int(span.total_seconds())) for span in spans]
