"""The extractor of what a person typed: anchored on what only we know, and in doubt it asks."""

from __future__ import annotations

import pytest

from pbem.mail.typed import Ours, Typed, typed
from tests.pbem.mail.post import ADDRESSES, NAME, OURS, SENT_TEXT, SUBJECT, reads

ADDRESS = ADDRESSES.reply(42, 3, 7)
HEADER = f"From: {NAME} <{ADDRESS}>\nSent: Monday\nTo: Ayse\nSubject: {SUBJECT}\n\n"
QUOTE = "\n".join(f"> {line}" for line in SENT_TEXT.split("\n"))


def read(text: str, sent: str = SENT_TEXT, ours: Ours = OURS) -> Typed:
    """Return what was typed."""
    return typed(text, reads, sent, ours)


def test_a_mail_without_a_quote_is_typed_whole() -> None:
    """Nothing is subtracted, blank lines aside."""
    assert read("move 5\n\nfine weather\n") == Typed(("move 5", "fine weather"), sure=True)


def test_all_orders_of_our_last_mail_may_be_sent_again() -> None:
    """They stand in our mail, and were typed all the same, with a quote below them or without."""
    again = "MOVE 3\nTAKE 2 SPICE\nEND\nMOVE 2\nSELL FRUIT"

    assert read(again).lines == tuple(again.split("\n"))
    assert read(f"{again}\n\n{HEADER}{SENT_TEXT}").lines == tuple(again.split("\n"))
    assert read(f"{again}\n\nOn Monday {NAME} wrote:\n{QUOTE}").lines == tuple(again.split("\n"))


def test_an_order_may_be_typed_below_a_quote_without_marks() -> None:
    """Also one that stands in the quote as our example."""
    assert read(f"{HEADER}{SENT_TEXT}\n\nMOVE 3\n") == Typed(("MOVE 3",), sure=True)


def test_an_order_far_from_its_place_in_a_quote_without_marks_is_asked_about() -> None:
    """It stands long before the place where we wrote it: moved by the client, or typed?"""
    board = "\n".join(f"row {row} of the board, which is long" for row in range(20))
    sent = f"Your turn\n{board}\nFor example:\nSELL FRUIT"
    found = read(f"{HEADER}Your turn\nSELL FRUIT\n{board}\nFor example:\nSELL FRUIT", sent)

    assert (found.lines, found.sure, found.dropped) == ((), False, ("SELL FRUIT",))


def test_what_stands_below_the_last_line_of_our_mail_is_typed() -> None:
    """Also where the signature under it holds nothing but words that stand in our mail."""
    assert read(f"{HEADER}{SENT_TEXT}\n\nMOVE 3\nEND\n\nAyse, your turn\n").sure
    assert read(f"{HEADER}{SENT_TEXT}\n\nMOVE 3\nEND\n\nAyse, your turn\n").lines[:2] == ("MOVE 3", "END")


def test_an_order_within_a_quote_is_asked_about_also_beside_others() -> None:
    """It is not dropped in silence because others stand above the quote."""
    half = SENT_TEXT.index("  MOVE 3")
    found = read(f"MOVE 5\n\n{HEADER}{SENT_TEXT[:half]}\nTAKE 2 SPICE\n{SENT_TEXT[half:]}")

    assert (found.lines, found.sure) == (("MOVE 5",), False)
    assert "TAKE 2 SPICE" in found.dropped


TWIN = (
    "MAP\n1\nsell fruit\n2\nmove 3\nnowhere else does this line stand\nroads lead to Rome\nend\nthe rules are in here"
)
CELLS = TWIN.replace("\n", "\n\n")


@pytest.mark.parametrize("quote", [TWIN, CELLS, TWIN.replace("\n", "\t")])
def test_a_quote_may_be_made_from_the_html_of_our_mail(quote: str) -> None:
    """What was typed above and below it is read, and nothing of it is played or asked about."""
    ours = OURS._replace(twin=lambda: TWIN)

    assert read(f"move 5\n\n{HEADER}{quote}", ours=ours) == Typed(("move 5",), sure=True)
    assert read(f"{HEADER}{quote}\n\nmove 5\nend", ours=ours) == Typed(("move 5", "end"), sure=True)
    assert read(f"thanks\n\n{HEADER}{quote}", ours=ours) == Typed(("thanks",), sure=True)


def test_the_html_of_our_mail_is_made_only_where_the_text_does_not_explain_a_quote() -> None:
    """It takes longer than all the rest."""

    def twin() -> str:
        raise AssertionError

    ours = OURS._replace(twin=twin)
    for text in ("move 5", f"move 5\n\n{HEADER}{SENT_TEXT}", f"move 5\n\n{NAME} wrote:\n{QUOTE}"):
        assert read(text, ours=ours).lines == ("move 5",)


def test_lines_of_ours_that_stand_about_are_a_quote_too() -> None:
    """Without address, name and marks, and torn apart by the client."""
    sent = "\n".join(f"line {number} of what we wrote\nmove {number}" for number in range(8))
    torn = "\n".join(f"{line}\nadvertisement {number}" for number, line in enumerate(sent.split("\n")))

    assert read(f"end\n\n{torn}", sent).lines[0] == "end"
    assert not any(map(reads, read(f"end\n\n{torn}", sent).lines[1:]))


def test_an_answer_within_marked_lines_is_typed() -> None:
    """Below the line it answers."""
    half = QUOTE.index(">   MOVE 3")

    assert read(f"{NAME} wrote:\n{QUOTE[:half]}MOVE 5\n{QUOTE[half:]}").lines == ("MOVE 5",)


def test_the_rest_of_a_quoted_line_that_was_too_long_is_not_typed() -> None:
    """A client that wraps quoted lines leaves their ends without a mark."""
    sent = "Write one order per line, for example take 1 fruit, and no more"
    quote = "> Write one order per line, for example\ntake 1 fruit\n"

    assert read(f"end\n\n{NAME} wrote:\n{quote}", sent).lines == ("end",)
    assert read(f"end\n\n{NAME} wrote:\n{quote}\nand no more", sent).lines == ("end", "and no more")


def test_a_quoted_line_may_be_broken_more_than_once() -> None:
    """Each piece of it is known."""
    sent = "Write one order per line, for example take 1 fruit or end, or move 5"
    quote = "> Write one order per line, for example\ntake 1 fruit\nor end, or\nmove 5\n"

    assert read(f"end\n\n{NAME} wrote:\n{quote}", sent) == Typed(("end",), sure=True)


def test_an_order_directly_below_a_quoted_line_is_typed() -> None:
    """Also where it happens to be the next word of our mail; then it is asked about."""
    sent = "Here you may end\nmove 5 is a long way, and nobody knows whether it leads anywhere at all\n"

    assert read(f"{NAME} wrote:\n> Here you may end\nend\n", sent) == Typed(("end",), sure=True)
    found = read(f"{NAME} wrote:\n> Here you may\nend\n", "Here you may end or stay")
    assert (found.lines, found.sure, found.dropped) == ((), False, ("end",))


def test_an_unknown_quote_below_our_address_is_asked_about() -> None:
    """It is not the mail that we know; an order in it may be typed or old."""
    found = read(f"Hello\n\n{HEADER}Something else entirely\nmove 9\nand more\nof this\nkind\n")

    assert (found.lines, found.sure, found.dropped) == (("Hello",), False, ("move 9",))


def test_orders_above_an_unknown_quote_are_sure_where_we_know_no_mail() -> None:
    """A reply to a mail that is no longer kept plays all the same."""
    assert read(f"move 5\n\n{HEADER}old text\nmove 9\n", sent="") == Typed(("move 5",), sure=True)


def test_a_greeting_by_name_is_no_quote() -> None:
    """People write to the robot as to a person."""
    assert read(f"Dear {NAME}, here are my 2 orders:\nmove 5\nend").lines[1:] == ("move 5", "end")


@pytest.mark.parametrize("mark", ["-- ", "--"])
def test_a_signature_is_left_out(mark: str) -> None:
    """With its space or without."""
    assert read(f"move 5\n{mark}\nAyse\n555 0100\n").lines == ("move 5",)


def test_dashes_between_orders_divide_a_mail() -> None:
    """Only what follows the last order is a signature."""
    assert read("move 5\n--\nend\n--\nAyse").lines == ("move 5", "--", "end")


def test_an_order_below_a_signature_mark_is_asked_about() -> None:
    """Nobody writes orders into his signature, and nobody should lose one."""
    found = read("move 5\n-- \nend\nAyse")

    assert (found.lines, found.sure, found.dropped) == (("move 5",), False, ("end",))


def test_a_number_that_fell_out_of_a_board_is_no_choice() -> None:
    """Where orders stand above the quote, a lonely number within it is not read."""
    found = read(f"move 5\n\n{HEADER}{SENT_TEXT[:200]}\n12\n{SENT_TEXT[200:]}")

    assert found == Typed(("move 5",), sure=True)


def test_a_wrapped_address_is_an_anchor_too() -> None:
    """A client may wrap within the address itself."""
    local, _, domain = ADDRESS.partition("@")

    assert read(f"move 5\n\nOn Monday <{local}\n@{domain}> wrote:\n\n{SENT_TEXT}").lines == ("move 5",)


def test_a_renamed_sender_leaves_no_remark() -> None:
    """The line that ends in a colon before marked lines introduces them, whoever stands in it."""
    assert read(f"move 5\n\nOp maandag 30 november schreef\nRobbie:\n{QUOTE}").lines == ("move 5",)


def test_a_run_of_sent_lines_is_a_quote_without_any_anchor() -> None:
    """Address and name gone, marks gone, header gone: the text itself is known."""
    assert read(f"move 5\n\n{SENT_TEXT}").lines == ("move 5",)
    assert read(f"{SENT_TEXT}\n\nmove 5").lines == ("move 5",)


@pytest.mark.parametrize(
    "change", [str.upper, lambda text: text.replace(" ", "\u00a0"), lambda text: text.replace("  ", " ")]
)
def test_a_changed_quote_is_known(change) -> None:
    """Spaces and case may differ."""
    assert read(f"move 5\n\n{HEADER}{change(SENT_TEXT)}").lines == ("move 5",)


def test_history_below_the_quote_is_not_played() -> None:
    """An older mail of the same thread, quoted without marks below ours."""
    old = "From: Ayse\nTo: Robot\n\nI said\nhello\n"

    assert read(f"move 5\n\n{HEADER}{SENT_TEXT}\n{old}").lines[0] == "move 5"
    assert not any(map(reads, read(f"move 5\n\n{HEADER}{SENT_TEXT}\n{old}").lines[1:]))


def test_stuffed_lines_of_flowed_text_are_no_quotes() -> None:
    """The mail itself says so."""
    assert read("\u2060>5 is my number\nmove 5").lines == (">5 is my number", "move 5")
