"""The toy game goes from mail to mail through the whole house."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from engines import play
from pbem.config import Config, Signup
from pbem.service import record
from pbem.service.create import Bot
from pbem.store import games, mails
from pbem.transport.base import Accept, Received
from pbem.transport.memory import MemorySource
from tests.pbem.house import SERVICE, Clock, House, flat, html_of, reply_to, text_of

NAMES = ("Ann", "Bob", "Cem")


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Return a fresh house."""
    return House(tmp_path)


def receipt(answer: object) -> str:
    """Return the part of an answer that tells what became of the lines."""
    return " ".join(text_of(answer).partition("YOUR ORDERS")[2].partition("\n\n")[0].split())


def take_turns(house: House, turns: int = 60) -> None:
    """Let whoever is asked reply with the example of the newest mail, until the game is over."""
    for _ in range(turns):
        match = house.match()
        if match.over:
            return
        name = match.names[match.asked()[0]]
        found = re.search(r"^For example:  (.*)$", text_of(house.newest(name)), re.MULTILINE)
        assert found
        house.reply(name, found[1])
    raise AssertionError("the game does not end")


def quarantined(house: House) -> list[str]:
    """Return the errors of all mails in quarantine."""
    with house.office.database.read() as unit:
        return [row.error for row in mails.mails_in(unit, "quarantined")]


def entries(house: House, game: int = 1) -> list[play.Entry]:
    """Return a match's record."""
    with house.office.database.read() as unit:
        return [record.from_row(row) for row in games.entries(unit, game)]


def test_a_whole_game_by_mail(house: House) -> None:
    """Three players reply until the end; everybody gets the final board, and the record replays to the same state."""
    house.new_game(*NAMES)
    take_turns(house)

    match = house.match()
    assert quarantined(house) == []
    assert match.over
    assert play.replay(match.engine, ["seat 1", "seat 2", "seat 3"], {}, entries(house)) == match.state
    for name in NAMES:
        assert "The game is over." in flat(house.newest(name))
        assert "5e" * 32 in flat(house.newest(name))


def test_every_mail_gets_exactly_one_answer(house: House) -> None:
    """The sender gets one mail; those newly asked get one; nobody else gets any."""
    house.new_game(*NAMES)
    before = {name: len(house.mails(name)) for name in NAMES}
    house.reply("Ann", "draw")

    assert {name: len(house.mails(name)) - before[name] for name in NAMES} == {"Ann": 1, "Bob": 1, "Cem": 0}


def test_lines_left_wait_for_the_other_seat(house: House) -> None:
    """A line behind a question to Bob is kept, named, and played after his answer without another mail."""
    house.new_game(*NAMES)
    answer = house.reply("Ann", "lay 3\nstop")

    assert "waits for another player's answer" in receipt(answer)
    assert "These lines of yours wait for Bob: stop" in flat(answer)

    house.reply("Bob", "keep")

    assert house.match().asked() == (2,)
    assert [entry.order for entry in entries(house)[1:]] == ["lay 3", "keep", "stop"]


def test_new_orders_take_the_place_of_waiting_lines(house: House) -> None:
    """Whoever writes again while waiting gives up the lines that were kept, and is told."""
    house.new_game(*NAMES)
    house.reply("Ann", "lay 3; stop")
    answer = house.reply("Ann", "roll")

    assert "given up: stop" in flat(answer)
    assert "wait for Bob: roll" in flat(answer)


def test_a_standing_answer_spares_the_wait(house: House) -> None:
    """An answer given in advance is played at once and counts as its seat's own."""
    house.new_game(*NAMES)
    answer = house.reply("Bob", "standing toll keep")
    assert "standing toll keep" in receipt(answer)

    house.reply("Ann", "lay 3; stop")

    assert [(entry.order, entry.by) for entry in entries(house)[1:]] == [
        ("lay 3", "seat"),
        ("keep", "standing"),
        ("stop", "seat"),
    ]


def test_a_standing_answer_that_cannot_be_read_is_refused(house: House) -> None:
    """The line is refused with the answers there are, and nothing is stored."""
    house.new_game(*NAMES)
    answer = house.reply("Bob", "standing toll perhaps")

    assert "give, keep, ask" in receipt(answer)
    assert house.match().standing_of(2) == {}


def test_undo_calls_the_next_prompt_back(house: House) -> None:
    """Before anybody has seen anything new an order is taken back, and the seat that was asked is told."""
    house.new_game(*NAMES)
    house.reply("Ann", "lay 3")
    phase = house.match().seats[2].phase
    answer = house.reply("Ann", "undo")

    assert "done" in receipt(answer)
    assert "you are no longer asked" in flat(house.newest("Bob"))
    assert house.match().seats[2].phase == phase
    assert not house.match().seats[2].asked

    house.reply("Ann", "lay 3")
    assert house.match().seats[2].phase == phase + 1


def test_undo_is_refused_after_a_reveal(house: House) -> None:
    """A drawn card stays drawn."""
    house.new_game(*NAMES)
    house.reply("Ann", "draw")
    answer = house.reply("Ann", "undo")

    assert "cannot be taken back" in receipt(answer)


def test_try_plays_nothing(house: House) -> None:
    """A trial shows what would be and leaves record, counter and seats as they were."""
    house.new_game(*NAMES)
    before = house.match()
    answer = house.reply("Ann", "try\nlay 3")

    assert "WHAT WAS TRIED" in flat(answer)
    assert "nothing was played" in flat(answer)
    assert house.match().state == before.state
    assert house.match().game.counter == before.game.counter
    assert len(entries(house)) == 1


def test_a_reply_to_an_old_mail_is_answered_and_not_played(house: House) -> None:
    """Orders in answer to an earlier move change nothing; a question is still answered."""
    house.new_game(*NAMES)
    old = house.newest("Ann")
    house.reply("Ann", "draw")
    house.reply("Bob", "draw")
    house.reply("Cem", "draw")
    before = house.match()
    answer = house.reply("Ann", "draw\nrules goal", to=old)

    assert "answers an earlier move" in flat(answer)
    assert "fifteen pebbles" in flat(answer)
    assert house.match().state == before.state


def test_a_second_mail_to_the_same_prompt_plays_on(house: House) -> None:
    """Within one phase a second reply goes on where the first stopped."""
    house.new_game(*NAMES)
    prompt = house.newest("Ann")
    house.reply("Bob", "standing toll keep")
    house.reply("Ann", "lay 3", to=prompt)
    assert house.match().asked() == (1,)
    house.reply("Ann", "stop")

    assert house.match().asked() == (2,)


def test_the_same_mail_twice_is_played_once(house: House) -> None:
    """A duplicate is counted and gets no answer."""
    house.new_game(*NAMES)
    prompt = house.newest("Ann")
    raw = (
        f"From: ann@example.org\r\nTo: {prompt['Reply-To']}\r\nMessage-ID: <same@example.org>\r\n"
        "Subject: x\r\n\r\ndraw\r\n"
    ).encode()
    for trace in (b"Received: from a\r\n", b"Received: from b\r\n"):
        house.accept(trace + raw, str(prompt["Reply-To"]))
        house.app.tick()

    assert [entry.order for entry in entries(house)[1:]] == ["draw"]
    assert len(house.mails("Ann")) == 2


def test_a_bare_number_picks_from_the_list_that_is_answered(house: House) -> None:
    """2 is the second choice of the mail; once something was played the list is out of date."""
    house.new_game(*NAMES)
    prompt = house.newest("Ann")
    house.reply("Ann", "2", to=prompt)
    assert [entry.order for entry in entries(house)[1:]] == ["lay 3"]

    house.reply("Bob", "keep")
    answer = house.reply("Ann", "1", to=prompt)

    assert "out of date" in receipt(answer) or "earlier move" in receipt(answer)
    assert [entry.order for entry in entries(house)[1:]] == ["lay 3", "keep"]


def test_a_number_beyond_the_list_is_refused(house: House) -> None:
    """The answer names the numbers there are."""
    house.new_game(*NAMES)

    assert "1 to 2" in receipt(house.reply("Ann", "7"))


def test_say_reaches_the_others_with_their_next_mail(house: House) -> None:
    """A word to all and a word to one; no mail of their own is sent for them."""
    house.new_game(*NAMES)
    count = len(house.mails("Bob"))
    house.reply("Ann", "say hello; all\nsay to Cem a secret")

    assert len(house.mails("Bob")) == count
    house.reply("Ann", "draw")
    assert "Ann: hello; all" in flat(house.newest("Bob"))
    assert "a secret" not in flat(house.newest("Bob"))
    house.reply("Bob", "draw")
    assert "Ann, to you alone: a secret" in flat(house.newest("Cem"))


def test_resigning_hands_the_seat_to_a_stand_in(house: House) -> None:
    """The stand-in plays on at once, the others hear of it, and the seat ranks last."""
    house.new_game(*NAMES)
    house.reply("Ann", "resign")
    assert house.match().seats[1].resigned
    assert "Ann has resigned" in flat(house.newest("Bob"))

    take_turns(house)
    assert house.match().standings()[-1].seat == 1


def test_a_deadline_reminds_daily_and_plays_nothing(house: House) -> None:
    """With the policy `remind` the seat is told when its deadline has passed, then once a day."""
    house.new_game(*NAMES)
    before = house.match()
    count = len(house.mails("Ann"))
    house.clock.pass_by(hours=49)
    house.app.tick()
    house.app.tick()
    assert len(house.mails("Ann")) == count + 1
    house.clock.pass_by(hours=25)
    house.app.tick()

    assert len(house.mails("Ann")) == count + 2
    assert "deadline for your move has passed" in flat(house.newest("Ann"))
    assert house.match().state == before.state


def test_a_question_out_of_turn_takes_its_default(house: House) -> None:
    """Silence keeps the pebbles, whatever the policy, and the mover goes on."""
    house.new_game(*NAMES)
    house.reply("Ann", "lay 3")
    house.clock.pass_by(hours=49)
    house.app.tick()

    assert [(entry.order, entry.by) for entry in entries(house)[1:]] == [("lay 3", "seat"), ("keep", "stand-in")]
    assert "answered for you: keep" in flat(house.newest("Bob"))
    assert house.match().asked() == (1,)


def test_a_stand_in_plays_for_a_late_seat(house: House) -> None:
    """With the policy `stand-in` the mildest order is played and the next seat is asked."""
    house.new_game(*NAMES, policy="stand-in")
    house.clock.pass_by(hours=49)
    house.app.tick()

    assert entries(house)[1].by == "stand-in"
    assert "a stand-in played for you" in flat(house.newest("Ann"))


def test_bots_play_at_once(house: House) -> None:
    """A stand-in at the table needs no mail, and a game of one person and a bot comes to its end."""
    house.new_game("Ann", bots=(Bot("Robo", 2),))
    take_turns(house)

    assert house.match().over


def test_orders_from_elsewhere_are_held_until_the_player_says_yes(house: House) -> None:
    """The sender hears nothing; the registered address is asked once; "yes" plays the lines."""
    house.new_game(*NAMES)
    to = str(house.newest("Ann")["Reply-To"])
    house.write("ann@work.example.org", to, "draw")
    house.write("ann@work.example.org", to, "draw please")

    assert house.mails("ann@work.example.org") == []
    question = house.newest("Ann")
    assert "came from another address: draw" in flat(question)
    assert len(house.mails("Ann")) == 2
    assert len(entries(house)) == 1

    house.reply("Ann", "yes", to=question)
    assert [entry.order for entry in entries(house)[1:]] == ["draw"]


def test_always_accepts_the_other_address_for_good(house: House) -> None:
    """After "always" orders from there are played without a question."""
    house.new_game(*NAMES)
    house.write("ann@work.example.org", str(house.newest("Ann")["Reply-To"]), "standing toll keep")
    house.reply("Ann", "always")
    house.write("ann@work.example.org", str(house.newest("Ann")["Reply-To"]), "draw")

    assert [entry.order for entry in entries(house)[1:]] == ["draw"]


def test_held_orders_are_not_played_by_anybody_else(house: House) -> None:
    """Only the registered player can let held orders through."""
    house.new_game(*NAMES)
    house.write("eve@example.org", str(house.newest("Ann")["Reply-To"]), "draw")
    question = house.newest("Ann")
    house.reply("eve@example.org", "yes", to=question)

    assert len(entries(house)) == 1
    assert house.mails("eve@example.org") == []


@pytest.mark.parametrize(
    ("sender", "to"),
    [
        ("ann@example.org", SERVICE),
        ("stranger@example.org", SERVICE),
        ("stranger@example.org", "turns+join@play.example.org"),
        ("ann@example.org", "turns+g1.s1.p1.kaaaaaaaaaaaaaaaa@play.example.org"),
        ("ann@example.org", "turns+g1.s9.p1.kaaaaaaaaaaaaaaaa@play.example.org"),
    ],
)
def test_mail_without_proof_is_met_with_silence(house: House, sender: str, to: str) -> None:
    """No token, a forged token, a stranger: nothing is played, nothing answered, nothing stored but the mail."""
    house.new_game(*NAMES)
    sent = len(house.sink.sent)
    house.write(sender, to, "draw")

    assert len(house.sink.sent) == sent
    assert len(entries(house)) == 1
    assert quarantined(house) == []


def test_a_newcomer_joins_with_the_code_of_an_invitation(house: House) -> None:
    """He writes first, confirms once, has his seat, and the game begins with the last one."""
    game = house.new_game("Ann", seats=2)
    with house.office.database.read() as unit:
        code = games.seats(unit, game)[1].code
    house.write("Zoe Z <zoe@example.org>", "turns+join@play.example.org", f"join {code} blue elephants")
    house.write("Zoe Z <zoe@example.org>", "turns+join@play.example.org", f"join {code}")
    assert len(house.mails("zoe@example.org")) == 1
    with house.office.database.read() as unit:
        assert games.seats(unit, game)[1].open

    house.reply("zoe@example.org", "accept")

    match = house.match(game)
    assert match.game.state == "running"
    assert match.names == {1: "Ann", 2: "Zoe Z"}
    assert match.seats[2].phrase == "blue elephants"
    assert "Phrases, by seat: (none), blue elephants" in flat(house.newest("zoe@example.org"))


def test_a_wrong_code_is_met_with_silence(house: House) -> None:
    """Nobody can find out codes by trying."""
    house.new_game("Ann", seats=2)
    house.write("eve@example.org", "turns+join@play.example.org", "join zzzz")

    assert house.mails("eve@example.org") == []


def test_a_fault_of_ours_keeps_the_mail_and_tells_the_player(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mail that breaks the engine is quarantined whole, the next is played, the deadline of the seat stops."""
    house.new_game(*NAMES)

    class Broken(type(house.office.engines["toy"])):
        def apply(self, state, seat, action):
            raise ZeroDivisionError("a planted fault")

    engine = house.office.engines["toy"]
    house.office.engines["toy"] = Broken()
    answer = house.reply("Ann", "draw")

    assert "kept, but it could not be played" in flat(answer)
    assert "a planted fault" in quarantined(house)[0]
    assert house.match().seats[1].due is None
    assert len(entries(house)) == 1

    house.office.engines["toy"] = engine
    house.reply("Ann", "draw")
    assert [entry.order for entry in entries(house)[1:]] == ["draw"]


def test_no_mail_holds_another_players_address(house: House) -> None:
    """Headers and bodies of every mail name nobody's address but the recipient's and ours."""
    house.new_game(*NAMES)
    take_turns(house)
    for parcel in house.sink.sent:
        raw = parcel.raw.decode()
        for name in NAMES:
            if parcel.recipient != f"{name.casefold()}@example.org":
                assert f"{name.casefold()}@example.org" not in raw.casefold()


@pytest.mark.parametrize("shown", ["zoe.z@example.org", "'zoe.z@example.org'", "zoe.z@example.org (zoe.z@example.org)"])
def test_who_shows_an_address_as_a_name_is_called_by_its_first_part(house: House, shown: str) -> None:
    """Many mail programs write it so; the others at the table never read the address."""
    game = house.new_game("Ann", seats=2)
    with house.office.database.read() as unit:
        code = games.seats(unit, game)[1].code
    sender = f'"{shown}" <zoe.z@example.org>'
    house.write(sender, "turns+join@play.example.org", f"join {code}")
    house.write(sender, str(house.newest("zoe.z@example.org")["Reply-To"]), "accept")

    assert {1: "Ann", 2: "Zoe.z"} == house.match(game).names
    assert all("zoe.z@" not in text_of(mail) + html_of(mail) for mail in house.mails("Ann"))


def test_an_empty_mail_is_answered_and_plays_nothing(house: House) -> None:
    """Nothing typed: the answer says so and shows the board."""
    house.new_game(*NAMES)
    answer = house.reply("Ann", "")

    assert "found no order" in flat(answer)
    assert "Deck 9 cards" in flat(answer)


def test_a_source_with_a_fault_keeps_nothing_else_waiting(house: House) -> None:
    """The other ways in are read, what came is played and answered; no deadline is judged in that pass."""
    house.new_game(*NAMES)
    mail = reply_to(house.newest("Ann"), "ann@example.org", "board", "b@example.org")
    good = MemorySource([Received(mail.as_bytes(), str(mail["To"]), None, house.clock(), "test")])

    class Broken(MemorySource):
        def fetch(self, accept: Accept) -> int:
            raise KeyError("a fault nobody foresaw")

    house.app.sources = [Broken(), good]
    house.clock.pass_by(hours=49)
    passed = house.app.tick()

    assert (1, 1, 0, False) == (passed.fetched, passed.processed, passed.expired, passed.complete)
    assert "board" in flat(house.newest("Ann"))


def test_the_clock_is_the_services_not_the_mails(house: House) -> None:
    """A Date header in the past or future changes no deadline."""
    house.new_game(*NAMES)
    due = house.match().seats[1].due
    house.reply("Ann", "board", Date="Fri, 1 Jan 2100 00:00:00 +0000")

    assert house.match().seats[1].due == due
    assert isinstance(house.clock, Clock)


def test_mail_before_the_game_has_begun_is_answered(house: House) -> None:
    """A seated player may ask for the rules while the game waits for others; orders are not played."""
    game = house.new_game("Ann", seats=2)
    with house.office.database.read() as unit:
        code = games.seats(unit, game)[1].code
    house.new_game("Ann", seats=3)
    house.write("Zoe <zoe@example.org>", "turns+join@play.example.org", f"join {code}")
    with house.office.database.read() as unit:
        other = games.seats(unit, 2)[1].code
    house.reply("zoe@example.org", "accept")
    house.clock.pass_by(days=1)
    house.write("Zoe <zoe@example.org>", "turns+join@play.example.org", f"join {other}")
    welcome = house.reply("zoe@example.org", "accept")
    answer = house.reply("zoe@example.org", "draw\nrules goal", to=welcome)

    assert "has not begun" in flat(answer)
    assert "fifteen pebbles" in flat(answer)
    assert quarantined(house) == []


def test_numbers_are_values_only_where_the_choices_are_numbers(tmp_path: Path) -> None:
    """At the Tea House 8 announces 8, at any other place a number picks from the list, whatever was asked before."""
    from tests.engines.istanbul.istanbul_table import Table

    house = House(tmp_path)
    house.new_game("Ann", "Bob", engine="istanbul")
    for place, numbers in ((12, False), (9, True), (2, False), (9, True)):
        table = Table(players=2).acts(place)
        match = house.match()
        match.state = table.state
        assert match.asks_numbers(1, match.choices(1)) == numbers, place


def test_orders_for_two_games_play_only_for_the_one_that_is_answered(house: House) -> None:
    """The lines of the other game are not played there, and the answer names its address."""
    house.new_game(*NAMES)
    other = house.new_game("Ann", "Bob", engine="istanbul")
    before = entries(house, other)
    answer = house.reply("Ann", "draw\nmove 5", to=house.mails("Ann")[0])

    assert [entry.order for entry in entries(house)[1:]] == ["draw"]
    assert entries(house, other) == before
    assert f"Istanbul, game {other}" in flat(answer)
    assert f"+g{other}.s1." in flat(answer)


def test_where_sign_up_is_open_a_stranger_joins_by_the_number_of_a_game(tmp_path: Path) -> None:
    """He is asked to confirm like anybody else; where it is closed there is silence."""
    for open_to_all in (True, False):
        config = replace(Config(), signup=Signup(open=open_to_all))
        house = House(tmp_path / str(open_to_all), config)
        game = house.new_game("Ann", seats=2)
        house.write("Zoe <zoe@example.org>", "turns+join@play.example.org", f"join {game}")
        assert bool(house.mails("zoe@example.org")) == open_to_all

        if open_to_all:
            house.reply("zoe@example.org", "accept")
            assert house.match(game).names == {1: "Ann", 2: "Zoe"}
