"""Standing answers: what seats settle in advance for other seats' turns."""

from __future__ import annotations

import pytest

from engines import play
from engines.api import Ask, Illegal, Over
from engines.chance import Stream
from engines.silkroad import ENGINE
from tests.engines.silkroad.silkroad_table import Table

ALL_ANSWERED = {"sell": "always"}


def answer(table: Table, letter: str, **answers: str) -> str | None:
    """Return what a seat's standing answers say now, as an order."""
    action = ENGINE.standing(table.ready(), table.seat(letter), answers)
    return None if action is None else ENGINE.format(action)


def sale(jewels: str = "blue red", letters: str = "AB") -> Table:
    """Return a table where A has brought in caravan 2 and B may sell silk for one of two jewels."""
    table = Table(letters).lay_out(B="2 silk").caravan(2, [10, 6], at="samarkand", to="samarkand", jewels=jewels)
    return table.row(1, 2, 3, 4, 5, 7, 8, 9).arrived(2).act()


def test_there_are_four_questions_with_their_defaults() -> None:
    """A sale is asked for; jewels, discards and robberies are the engine's choice."""
    defaults = {question.name: question.default for question in ENGINE.questions}

    assert defaults == {"jewel": "any", "sell": "ask", "discard": "any", "rob": "any"}
    assert {question.name: question.answers for question in ENGINE.questions} == {
        "jewel": ("COLOUR ...", "any", "ask"),
        "sell": ("always", "ask"),
        "discard": ("GOOD ...", "any", "ask"),
        "rob": ("GOOD ...", "any", "ask"),
    }


def test_a_sale_is_asked_for_unless_the_seat_always_sells() -> None:
    """The default asks; `always` sells and takes the jewel wanted most of those that lie there."""
    assert answer(sale(), "B") is None
    assert answer(sale(), "B", sell="ask", jewel="red") is None
    assert answer(sale(), "B", sell="always", jewel="red blue") == "sell red"
    assert answer(sale(), "B", sell="always", jewel="violet, bl red") == "sell blue"
    assert answer(sale(), "B", sell="always", jewel="ask") == "sell"
    assert answer(sale("red red"), "B", sell="always", jewel="blue") == "sell"


def test_without_a_wish_the_engine_takes_the_jewel_worth_most() -> None:
    """The colour that completes a larger set, else the first one."""
    assert answer(sale(), "B", sell="always") == "sell blue"
    assert answer(sale().owns("B", "blue"), "B", sell="always") == "sell red"
    assert answer(sale().owns("B", "blue, blue, red"), "B", sell="always", jewel="violet") == "sell red"


def test_a_jewel_left_open_is_chosen_by_the_standing_answer() -> None:
    """After a plain `sell` the colours are tried in order; `ask` asks."""
    table = sale().do("B", "sell")
    assert table.prompt() == "jewel"

    assert answer(table, "B") == "jewel blue"
    assert answer(table, "B", jewel="green red") == "jewel red"
    assert answer(table, "B", jewel="ask") is None


def test_customs_and_sandstorm_discard_by_the_standing_answer() -> None:
    """The first good listed that is there; without a list the good the seat has least of; `ask` asks."""
    customs = Table("AB").hands(A="silk", B="3 silk, 2 tea, ivory").display("B", "4 ivory").stopped(1, "dunhuang").act()
    assert answer(customs, "B") == "discard tea"
    assert answer(customs, "B", discard="porcelain silk tea") == "discard silk"
    assert answer(customs, "B", discard="porcelain") == "discard tea"
    assert answer(customs, "B", discard="ask") is None

    storm = Table("AB").hand("B", "6 tea").lay_out(B="tea, 3 silk").stopped(1, "hamadan").act()
    assert answer(storm, "B") == "discard silk"
    assert answer(storm, "B", discard="tea silk") == "discard tea"


def test_a_robbed_seat_robs_by_the_standing_answer() -> None:
    """The first good listed that somebody has; without a list the good the seat has most of; `ask` asks."""
    table = Table("ABCD").lay_out(B="2 silk, tea", C="silk, ivory", D="tea").stopped(2, "lahore").act()
    table.do("A", "rob B tea")

    assert table.asked() == "B"
    assert answer(table, "B") == "rob 3 silk"
    assert answer(table, "B", rob="tea") == "rob 4 tea"
    assert answer(table, "B", rob="porcelain ivory") == "rob 3 ivory"
    assert answer(table, "B", rob="ask") is None


def test_a_single_possibility_out_of_turn_is_not_asked_for() -> None:
    """One good to give, or one card to rob, needs no mail even where the seat wants to be asked; a sale does."""
    storm = Table("AB").lay_out(B="2 tea").stopped(1, "hamadan").act()
    assert answer(storm, "B", discard="ask") == "discard tea"

    table = Table("ABC").lay_out(B="2 silk", C="tea").stopped(2, "lahore").act().do("A", "rob B silk")
    assert answer(table, "B", rob="ask") == "rob 3 tea"
    assert answer(sale("red red"), "B") is None


def test_standing_answers_act_in_other_seats_turns_only() -> None:
    """The mover is always asked, and so is nobody else out of turn."""
    table = Table("AB").lay_out(A="2 silk").caravan(2, [10, 6], at="samarkand", to="samarkand", jewels="blue red")
    table.row(1, 2, 3, 4, 5, 7, 8, 9).arrived(2).act()
    assert table.asked() == "A"

    assert answer(table, "A", sell="always") is None
    assert answer(table, "B", sell="always") is None
    assert answer(Table("AB").lay_out(A="silk").stopped(1, "merw").act(), "A", discard="tea") is None


@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        ({"jewel": "pink"}, "unknown_answer"),
        ({"jewel": ""}, "unknown_answer"),
        ({"jewel": "red any"}, "unknown_answer"),
        ({"jewel": "silk"}, "unknown_answer"),
        ({"sell": "never"}, "unknown_answer"),
        ({"sell": "always ask"}, "unknown_answer"),
        ({"discard": "tea red"}, "unknown_answer"),
        ({"rob": "bob"}, "unknown_answer"),
        ({"camel": "keep 2"}, "unknown_question"),
    ],
)
def test_an_answer_that_cannot_be_read_is_refused_even_where_it_does_not_matter_now(
    answers: dict[str, str], reason: str
) -> None:
    """Every text is read when it is set, whoever is asked."""
    with pytest.raises(Illegal) as caught:
        ENGINE.standing(Table("AB").ready(), 2, answers)

    assert (caught.value.code, caught.value.reason, caught.value.meant) == ("unreadable", reason, "standing")


def test_a_plain_sale_by_mail_takes_the_jewel_by_standing_answer() -> None:
    """B answers "sell"; the driver lets the standing answer choose red, and the turn goes on."""
    table = sale()
    played = play.play(ENGINE, table.ready(), 2, ["sell"], Stream(b"k" * 32), {2: {"jewel": "red"}})

    assert [line.result for line in played.lines] == ["done"]
    assert [(entry.order, entry.by) for entry in played.entries] == [("sell", "seat"), ("jewel red", "standing")]
    assert played.state.players[1].jewels == (0, 0, 0, 1, 0)


def test_a_sale_with_its_colour_by_mail_is_one_step() -> None:
    """The standing answer for jewels does not come in between."""
    played = play.play(ENGINE, sale().ready(), 2, ["sell red"], Stream(b"k" * 32), {2: {"jewel": "blue"}})

    assert [(entry.order, entry.by) for entry in played.entries] == [("sell red", "seat")]


def test_lines_behind_a_question_to_another_seat_wait() -> None:
    """A moves caravan 3 into Byzanz; B is asked first, so A's own sale waits."""
    table = Table("AB").hand("A", "silk, ivory").lay_out(A="ivory", B="3 silk").open("tea tea tea")
    table.caravan(3, [10, 3, 6], at="ankyra", to="byzanz", jewels="blue red green").row(1, 2, 4, 5, 7, 8, 9)
    lines = ["move 3 byzanz 1 ivory", "draw tea", "pass", "sell blue"]
    played = play.play(ENGINE, table.ready(), 1, lines, Stream(b"k" * 32))
    pending = ENGINE.pending(played.state)

    assert [line.result for line in played.lines] == ["done", "done", "done", "waits"]
    assert pending == Ask((2,), "sell", 1)
    always = play.play(ENGINE, table.ready(), 1, lines, Stream(b"k" * 32), {2: {"sell": "always", "jewel": "red"}})
    assert [line.result for line in always.lines] == ["done"] * 4
    assert [one.jewels for one in always.state.players] == [(1, 0, 0, 0, 0), (0, 0, 0, 1, 0)]


def test_customs_with_defaults_needs_no_mail() -> None:
    """Three hands are cut by the engine's choice in the mover's own mail."""
    table = Table("ABCD").hands(A="silk", B="6 tea", C="5 ivory", D="7 silk").open("tea tea tea")
    table.caravan(1, [5], at="turfan", to="yspahan")
    played = play.play(ENGINE, table.ready(), 1, ["move 1 dunhuang 1 silk", "draw tea"], Stream(b"k" * 32))

    assert [sum(one.hand) for one in played.state.players] == [1, 4, 4, 4]
    assert ENGINE.pending(played.state) == Ask((2,), "lay", 2)
    assert [entry.by for entry in played.entries].count("standing") == 6


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_games_with_standing_answers_rarely_wait_for_another_seat(players: int) -> None:
    """At most 0.1 waits for a seat not on turn, per turn."""
    waits = turns = 0
    for seed in range(3):
        stream = Stream(bytes([seed]) * 32)
        standing = dict.fromkeys(range(1, players + 1), ALL_ANSWERED)
        state = play.start(ENGINE, ["Ann", "Bob", "Cem", "Dia", "Eli"][:players], {}, stream).state
        while not isinstance(pending := ENGINE.pending(state), Over):
            assert isinstance(pending, Ask)
            seat = pending.seats[0]
            waits += seat != pending.turn
            turns += pending.prompt in ("lay", "empty_hand")
            order = ENGINE.format(ENGINE.stand_in(state, seat, 1))
            state = play.play(ENGINE, state, seat, [order], stream, standing).state

    assert waits <= 0.1 * turns
