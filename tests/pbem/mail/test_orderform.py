"""Typed lines become orders, commands, numbers and remarks; what is no order stops nothing."""

from __future__ import annotations

import pytest

from pbem.mail.commands import COMMANDS, CONFIRMATIONS, VERBS, Grammar, clashes
from pbem.mail.orderform import MOST_ITEMS, Form, Item, completed, items_of, own_subject, read
from pbem.mail.typed import Ours
from tests.pbem.mail.post import GRAMMAR, ORDERS, OURS, SUBJECT, reads


def items(*lines: str, grammar: Grammar = GRAMMAR) -> list[tuple[str, str]]:
    """Return kind and text of each item."""
    return [(item.kind, item.text) for item in items_of(lines, grammar)[0]]


def one(line: str) -> Item:
    """Return the only item of a line."""
    ((item,), _) = items_of([line], GRAMMAR)
    return item


@pytest.mark.parametrize(
    "line",
    [
        "move 5", "MOVE 5", "  Move   5  ", "- move 5", "-move 5", "* move 5", "+ move 5", "\u2022 move 5",
        "\u2013 move 5",
        "1. move 5", "1) move 5", "(1) move 5", "a) move 5", "3 move 5", "**move 5**", "_move 5_", "`move 5`",
        "\u201cmove\u201d 5", "MOVE\u3000\uff15", "\ufeffmove\u00a05", "move\u200b 5", "move: 5", "move 5.",
        "move 5!", "mvoe 5",
        "mo 5", "mov 5", "Mvoe 5.",
    ],
)  # fmt: skip
def test_an_order_may_be_written_in_many_ways(line: str) -> None:
    """Case, spaces, list marks, emphasis, quotes, full width, abbreviations and typos make no difference."""
    item = one(line)

    assert (item.kind, item.text, item.trailing) == ("order", "move 5", "")


@pytest.mark.parametrize(
    "line",
    [
        "Sent from my iPhone", "Love, Ann", "Love", "Tak", "Hi", "Hi all", "On this turn I go to the mosque:",
        "Thanks!",
        "he is right", "no idea", "Sad to hear that", "enjoy your turn", "Mover and shaker", "Re: your mail", "2026",
        "moves like that", "Gif me a break", "Ended badly", "---", "", "Orders:", "Try again later", "resi", "sa hello",
        "Selling 2 fruit would be nice", "Verstuurd vanaf mijn iPhone", "t", "m 5", "mo", "1,000",
    ],
)  # fmt: skip
def test_prose_is_a_remark(line: str) -> None:
    """Only what can be meant as an order is one."""
    assert {kind for kind, _ in items(line)} <= {"unread"}


@pytest.mark.parametrize(
    ("line", "text", "trailing"),
    [
        ("move 5 please", "move 5", "please"),
        ("Take 1 fruit \u2013 please\u2026", "take 1 fruit", "- please"),
        ("end of my turn", "end", "of my turn"),
        ("move 5, then home", "move 5", "then home"),
        ("move five", "move five", ""),
        ("move", "move", ""),
        ("take care", "take care", ""),
    ],
)
def test_text_behind_a_complete_order_is_not_read(line: str, text: str, trailing: str) -> None:
    """Where no front of the line is an order, all of it goes to the engine, which says best what is wrong."""
    item = one(line)

    assert (item.kind, item.text, item.trailing, item.raw) == ("order", text, trailing, line)


def test_a_line_may_hold_several_orders() -> None:
    """Semicolons divide them, full-width ones too; remarks in between do no harm."""
    assert items("move 5; take 1 fruit ;end", "Sorry for the delay\uff1b end;;") == [
        ("order", "move 5"),
        ("order", "take 1 fruit"),
        ("order", "end"),
        ("unread", "Sorry for the delay"),
        ("order", "end"),
    ]


def test_rules_and_smiles_are_no_remarks() -> None:
    """What holds no letter and no digit is not worth a word in the answer."""
    assert items("_____", "***", "\U0001f44d", ";;", "move 5; ---") == [("order", "move 5")]


def test_say_and_note_take_the_rest_of_their_line() -> None:
    """As it was typed, semicolons and all."""
    assert items("move 5; say caf\u00e9 \u201cx\u201d; end", "\u201cSAY\u201d hello", "Note: buy blue") == [
        ("order", "move 5"),
        ("command", "say caf\u00e9 \u201cx\u201d; end"),
        ("command", "say hello"),
        ("command", "note buy blue"),
    ]


@pytest.mark.parametrize(
    ("line", "text", "trailing"),
    [
        ("help", "help", ""),
        ("hel", "help", ""),
        ("hlep", "help", ""),
        ("help move", "help move", ""),
        ("Help!", "help", ""),
        ("help flying", "help flying", ""),
        ("rules mosque", "rules mosque", ""),
        ("board", "board", ""),
        ("board looks great", "board", "looks great"),
        ("undo", "undo", ""),
        ("undo ALL", "undo ALL", ""),
        ("undo, please", "undo", "please"),
        ("history 5", "history 5", ""),
        ("join K7M2 open sesame", "join K7M2 open sesame", ""),
        ("standing mosque keep 2", "standing mosque keep 2", ""),
    ],
)
def test_commands_are_read(line: str, text: str, trailing: str) -> None:
    """With their arguments; what cannot be one is not read."""
    item = one(line)

    assert (item.kind, item.text, item.trailing) == ("command", text, trailing)


@pytest.mark.parametrize(
    ("line", "number"), [("3", "3"), ("3.", "3"), ("#3", "3"), ("(3)", "3"), ("\uff13", "3"), ("07", "7")]
)
def test_a_bare_number_is_a_choice(line: str, number: str) -> None:
    """However it is marked."""
    assert items(line) == [("number", number)]


@pytest.mark.parametrize("lines", [("try", "move 5"), ("try move 5",), ("move 5", "try end"), ("TRY: move 5",)])
def test_try_makes_all_a_trial(lines: tuple[str, ...]) -> None:
    """Alone on a line, or before any order."""
    found, trial = items_of(lines, GRAMMAR)

    assert trial
    assert ("order", "move 5") in [(item.kind, item.text) for item in found]


def test_an_ambiguous_abbreviation_is_a_remark() -> None:
    """Two verbs that begin alike need more letters."""
    grammar = Grammar([*ORDERS, ORDERS[0]._replace(verb="mount")], lambda text: True)

    assert items("mo 5", grammar=grammar) == [("unread", "mo 5")]
    assert items("mov 5", grammar=grammar) == [("order", "move 5")]


@pytest.mark.parametrize("line", ["Enda", "ENDA.", "End", "- Enda", "Enda Bell"])
def test_the_writers_name_alone_is_a_signature(line: str) -> None:
    """Whatever verb it resembles; but a verb written out that is legal now is an order."""
    grammar = Grammar(ORDERS, reads, legal=lambda text: text == "end", writer="Enda End Bell")

    assert items(line, grammar=grammar)[0][0] == ("order" if line == "End" else "unread")


@pytest.mark.parametrize("line", ["Regards", "Wend", "Bnd", "Well home", "Send regards", "Gft regards", "En route"])
def test_what_is_not_legal_now_needs_more_likeness(line: str) -> None:
    """An engine may refuse an order before its turn without having looked at all of it."""
    grammar = Grammar([*ORDERS, ORDERS[0]._replace(verb="reward")], lambda text: True, legal=lambda text: False)

    assert items(line, grammar=grammar) == [("unread", line)]


@pytest.mark.parametrize(
    ("line", "text"), [("edn", "end"), ("se 2 fruit", "sell 2 fruit"), ("gfit 2 lira", "gift 2 lira")]
)
def test_an_order_for_later_in_the_turn_is_understood_now(line: str, text: str) -> None:
    """It becomes legal through the orders before it."""
    grammar = Grammar(ORDERS, lambda text: True, legal=lambda text: False)

    assert items(line, grammar=grammar) == [("order", text)]


def test_an_abbreviation_must_be_unique_among_commands_too() -> None:
    """A game that has "hire" leaves "hi" to nobody, and "his" to history."""
    grammar = Grammar([ORDERS[0]._replace(verb="hire")], lambda text: True)

    assert items("his", grammar=grammar) == [("command", "history")]
    assert items("hir 2", grammar=grammar) == [("order", "hire 2")]


def test_answers_to_a_confirming_mail_are_ordinary_words_elsewhere() -> None:
    """ "No" begins many sentences."""
    confirming = Grammar(confirming=True)

    assert items("Yes!", "no thanks", "Always.", grammar=confirming) == [
        ("command", "yes"),
        ("command", "no"),
        ("command", "always"),
    ]
    assert items("yes", "no thanks", "always") == [("unread", "yes"), ("unread", "no thanks"), ("unread", "always")]


def test_orders_in_the_subject_count_where_the_body_is_empty() -> None:
    """And where the subject is not ours."""
    assert read("", GRAMMAR, "", OURS, "move 5; end").of("order")[0].text == "move 5"
    assert read("end", GRAMMAR, "", OURS, "move 5").of("order")[0].text == "end"
    assert read("Thanks", GRAMMAR, "", OURS, "move 5").of("order") == ()
    assert read("", GRAMMAR, "", OURS, f"AW: {SUBJECT}") == Form()
    assert read("", GRAMMAR, "", Ours(subject="move 5"), "Re: [g42] move 5") == Form()


@pytest.mark.parametrize(
    ("subject", "own"),
    [(f"Re: {SUBJECT}", ""), (f"[SPAM?] {SUBJECT} (fwd)", ""), ("Re: move 5", "move 5"), ("", ""), ("[g42]", "")],
)
def test_our_own_subject_is_known_under_what_others_add(subject: str, own: str) -> None:
    """Prefixes, tags and additions do not make it the player's."""
    assert own_subject(subject, SUBJECT) == own


def test_a_long_mail_costs_no_more() -> None:
    """No turn needs more than 200 items, and no order is longer than 400 characters."""
    assert len(items_of(["move 5"] * 1000, GRAMMAR)[0]) == MOST_ITEMS
    assert len(one("move " + "x " * 10_000).text) == 400


def test_the_longest_front_wins() -> None:
    """What can be read further is read further."""
    assert completed("sell 2 fruit now", reads) == ("sell 2 fruit", "now")
    assert completed("nonsense", reads) == ("nonsense", "")


def test_the_command_table_is_sound() -> None:
    """Each verb once; examples read as what they are examples of; what may come unsigned is known."""
    assert len(set(VERBS)) == len(COMMANDS)
    assert [one(command.example).verb for command in COMMANDS if command.verb != "try"] == [
        v for v in VERBS if v != "try"
    ]
    assert {row.verb for row in COMMANDS if row.unsigned} == {"help", "list", "join", "unsubscribe"}
    stale = {"help", "rules", "board", "history", "orders", "say", "unsubscribe"}
    assert {row.verb for row in COMMANDS if row.stale} == stale


def test_no_game_may_take_a_word_of_the_table() -> None:
    """Commands, confirmations and words kept for later."""
    taken = [*VERBS, *(row.verb for row in CONFIRMATIONS), "away"]

    assert clashes(["move", *taken]) == tuple(taken)
