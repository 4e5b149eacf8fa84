"""The question `leftover`: the end window answered in advance."""

from __future__ import annotations

import pytest

from engines.api import Illegal, Over
from engines.istanbul import ENGINE
from engines.play import play
from tests.engines.istanbul.istanbul_table import Outcomes, Table


def at_window(**ann) -> Table:
    """Return a table in Ann's end window: she has the rubies and Bob, the last, has just ended his turn."""
    table = Table(2).trader("Ann", rubies=6, **ann).turn("Bob").do("move 2; leave; fill; end")
    assert table.stage == "leftover"
    return table


def answer(table: Table, **answers: str) -> str | None:
    """Return what Ann's standing answer says now."""
    order = ENGINE.standing(table.state, 1, answers)
    return None if order is None else ENGINE.format(order)


def test_the_question_has_three_answers() -> None:
    """Use is what silence means."""
    (question,) = ENGINE.questions

    assert (question.name, question.answers, question.default) == ("leftover", ("use", "keep", "ask"), "use")


def test_silence_uses_the_cards_that_help() -> None:
    """LIRA5 first, then GOOD while a good fits; what does not help is kept."""
    table = at_window(hand="good good lira5 stay", goods="2 fabric 2 spice 2 fruit 1 jewellery")
    played = []
    while table.stage == "leftover":
        played.append(answer(table))
        table.do(played[-1])

    assert played == ["card lira", "card good jewellery", "done"]
    assert table["Ann"].hand == ("good", "stay")
    assert isinstance(table.pending, Over)


@pytest.mark.parametrize(("text", "expected"), [("use", "card lira"), ("keep", "done"), ("ask", None), ("KE", "done")])
def test_each_answer_says_what_it_means(text: str, expected: str | None) -> None:
    """Keep plays none, ask leaves it to a mail; answers may be shortened."""
    assert answer(at_window(hand="lira5"), leftover=text) == expected


def test_an_answer_says_nothing_outside_the_window() -> None:
    """In a turn, and in another seat's window."""
    assert answer(Table(2).trader("Ann", hand="lira5"), leftover="use") is None
    assert ENGINE.standing(at_window(hand="lira5").state, 2, {}) is None


@pytest.mark.parametrize("answers", [{"leftover": "perhaps"}, {"leftover": ""}, {"weather": "use"}])
def test_answers_that_cannot_be_read_are_refused_at_once(answers: dict[str, str]) -> None:
    """Also while the seat is not asked."""
    with pytest.raises(Illegal) as refused:
        ENGINE.standing(Table(2).state, 2, answers)

    assert refused.value.code == "unreadable"


def test_the_window_needs_no_mail_unless_a_seat_wants_one() -> None:
    """The last order of the game settles the windows of both seats."""
    table = Table(2).trader("Ann", rubies=6, hand="lira5").trader("Bob", hand="lira5 good").turn("Bob").acts(2)
    played = play(ENGINE, table.state, 2, ["fill", "end"], Outcomes([]))

    assert isinstance(ENGINE.pending(played.state), Over)
    assert [(entry.seat, entry.order, entry.by) for entry in played.entries[2:]] == [
        (1, "card lira", "standing"),
        (2, "card lira", "standing"),
        (2, "card good spice", "standing"),
    ]


def test_empty_hands_are_passed_over() -> None:
    """Whoever has no card is not asked, and an end behind the last turn does no harm."""
    table = Table(2).trader("Ann", rubies=6).turn("Bob").do("move 2; leave; fill; end")

    assert isinstance(table.pending, Over)
    assert table.told("game_ended") == [{"winners": (1,)}]
    assert table.state == table.do("end", by="Bob").state


def test_a_stand_in_does_what_silence_does() -> None:
    """At the mildest level and at the greedy one."""
    table = at_window(hand="lira5 stay")

    assert [ENGINE.format(ENGINE.stand_in(table.state, 1, level)) for level in (0, 2)] == ["card lira", "card lira"]


def test_end_closes_the_own_window() -> None:
    """`end` is read as `done` there."""
    table = at_window(hand="lira5 stay")

    assert [ENGINE.format(step) for step in ENGINE.parse(table.state, 1, "end")] == ["done"]
    assert table.refused("move 3").reason == "leftover_cards_only"
    assert table.choices() == ["card lira", "done"]
