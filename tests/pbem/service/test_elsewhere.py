"""Orders from an address that is not the player's: asked about once, played only as they were shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.service import roster, takeover
from pbem.service.acts import Request
from pbem.service.create import Player
from pbem.store import games, mails, people
from tests.pbem.house import House, configured, flat

WORK = "ann@work.example.org"


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Return a house with a game that waits for Ann."""
    house = House(tmp_path)
    house.new_game("Ann", "Bob")
    return house


def from_work(house: House, text: str) -> None:
    """Let orders come to Ann's newest address from her work."""
    house.reply(WORK, text, to=[mail for mail in house.mails("Ann") if "+g" in str(mail["Reply-To"])][-1])


def fates(house: House) -> list[tuple[str, str]]:
    """Return what became of every mail: its state and the rule."""
    with house.office.database.read() as unit:
        rows = [mails.find_mail(unit, number) for number in range(1, mails.newest_number(unit) + 1)]
    return [(row.state, row.rule) for row in rows]


def is_anns(house: House) -> bool:
    """Tell whether the address at work counts as Ann's."""
    with house.office.database.read() as unit:
        row = people.by_mailbox(unit, WORK)
    return row is not None and row.person_id == 1


def test_orders_of_a_phase_that_has_gone_do_not_stand_in_the_way(house: House) -> None:
    """Whoever has not answered the question about them is asked about the next ones."""
    from_work(house, "draw")
    house.reply("Ann", "draw", to=house.mails("Ann")[0])
    house.reply("Bob", "draw")
    from_work(house, "draw")

    assert "Orders for you came from another address: draw" in flat(house.newest("Ann"))
    assert ("done", "orders_too_late") == fates(house)[0]
    assert 1 == sum(state == "held" for state, _ in fates(house))
    house.reply("Ann", "yes")
    assert (2,) == house.match().asked()


def test_a_second_mail_waits_for_the_answer_about_the_first(house: House) -> None:
    """After "always" it is played like any other, after "yes" it is asked about, after "no" never again."""
    for text in ("help", "board", "draw"):
        from_work(house, text)
    assert [("held", "live_from_elsewhere"), ("held", "held_behind_another"), ("held", "held_behind_another")] == fates(
        house
    )
    house.reply("Ann", "yes")
    house.app.tick()
    assert "came from another address: board" in flat(house.newest("Ann"))
    house.reply("Ann", "always")
    house.app.tick()

    assert ("done", "live_address") in fates(house)
    assert (2,) == house.match().asked()
    assert [] == [rule for state, rule in fates(house) if state == "held"]


def test_after_a_no_nothing_more_from_there_is_asked_about(house: House) -> None:
    """In this phase; and a mail that asks nothing is done with."""
    from_work(house, "draw")
    from_work(house, "resign")
    house.reply("Ann", "no")
    house.app.tick()
    count = len(house.mails("Ann"))
    from_work(house, "draw")

    assert "are not played" in flat(house.newest("Ann"))
    assert count == len(house.mails("Ann"))
    assert [("done", "orders_refused"), ("done", "held_refused_before")] == fates(house)[:2]
    assert (1,) == house.match().asked()


def test_nothing_is_played_that_was_not_shown(house: House) -> None:
    """All lines stand in the question, and a mail with too many is not asked about."""
    from_work(house, "\n".join(["help"] * 12 + ["resign"]))
    assert "help; resign." in flat(house.newest("Ann"))
    house.reply("Ann", "no")
    house.clock.pass_by(minutes=1)
    count = len(house.mails("Ann"))
    house.reply("eve@example.org", "\n".join(["help"] * 40 + ["resign"]), to=house.mails("Ann")[0])

    assert count == len(house.mails("Ann"))
    assert ("done", "held_too_long") == fates(house)[-1]


def test_an_unclear_answer_is_asked_again(house: House) -> None:
    """And the orders still wait."""
    from_work(house, "draw")
    answer = house.reply("Ann", "What is this?")
    assert 'answer "yes" to play' in flat(answer)
    house.reply("Ann", "yes")

    assert (2,) == house.match().asked()


def test_the_new_address_is_told_and_can_say_no(house: House) -> None:
    """Nobody makes a stranger's address his own in silence."""
    from_work(house, "draw")
    house.reply("Ann", "always")
    assert is_anns(house)
    (told,) = house.mails(WORK)
    assert "Ann, who plays here, has called this address" in flat(told)
    assert None is told["List-Unsubscribe"]
    house.reply("Ann", "no", to=told)
    assert is_anns(house)
    house.reply(WORK, "no", to=told)

    assert not is_anns(house)


def test_another_players_address_does_not_become_ones_own(house: House) -> None:
    """The orders are played, since their player wants them, and he learns that no more comes of it."""
    house.reply("Bob", "draw", to=house.newest("Ann"))
    answer = house.reply("Ann", "always")

    assert "cannot be taken for yours" in flat(answer)
    assert (2,) == house.match().asked()
    with house.office.database.read() as unit:
        assert 2 == roster.find(unit, "bob@example.org").id


def test_before_the_game_has_begun_nothing_is_held(tmp_path: Path) -> None:
    """Nothing can be ordered yet, and nothing broke."""
    house = House(tmp_path, configured(moderator="host@example.org"))
    house.new_game("Ann", seats=3)
    house.write("eve@example.org", house.office.addresses.reply(1, 1, 0), "draw")

    assert [("done", "held_before_the_game")] == fates(house)
    assert [] == house.sink.sent


def test_an_address_of_an_open_seat_dies_when_it_changes_hands(tmp_path: Path) -> None:
    """Its number is not used again, though the game has not begun."""
    house = House(tmp_path)
    house.new_game("Ann", seats=3)
    old = house.office.addresses.reply(1, 1, 0)
    with house.office.database.write() as unit:
        takeover.replace(Request(house.office, unit, 1, house.now), "Ann", Player("Eli", "eli@example.org"))
    house.write("eli@example.org", old, "say hello")

    assert [("done", "not_started")] == fates(house)
    with house.office.database.read() as unit:
        assert 1 == games.seats(unit, 1)[0].phase
