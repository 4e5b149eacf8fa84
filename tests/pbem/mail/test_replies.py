"""Replies of some twenty mail programs in many languages: no order lost, no quoted order played."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from pbem.mail import orderform
from pbem.mail.orderform import Form
from pbem.mail.typed import Ours
from tests.pbem.mail.post import NAME, OURS, REPLIES, ROAD_GRAMMAR

ADDRESS = "turns+g42.p3.t7.k9x2h5mzq7wd@play.example.org"
MOST_ASKED = len(REPLIES) * 2 // 100


def wanted(reply: dict) -> list[str]:
    """Return the typed orders as the form gives them."""
    return [re.sub(r"^- ", "", order).replace("FROM:", "from").casefold() for order in reply["orders"]]


def read(reply: dict, change: Callable[[str], str], sent: bool = True, ours: Ours = OURS) -> Form:
    """Read one reply, changed on its way to us."""
    return orderform.read(change(reply["text"]), ROAD_GRAMMAR, reply["parent"] if sent else "", ours)


def cut_in_half(text: str) -> str:
    """Leave out the second half of the quote, where something was typed above it."""
    lines = text.split("\n")
    return "\n".join(lines[: len(lines) * 2 // 3]) if lines[0].startswith(("MOVE", "- MOVE", "FROM")) else text


def without_address(text: str) -> str:
    """Put a name from an address book in the place of our address."""
    return text.replace(f" <{ADDRESS}>", "").replace(f" <\n{ADDRESS}>", "").replace(ADDRESS, "robot")


CHANGES: dict[str, Callable[[str], str]] = {
    "as it came": lambda text: text,
    "renamed in the address book": lambda text: text.replace(NAME, "Robbie"),
    "without our address": without_address,
    "with no-break spaces": lambda text: text.replace(" ", "\u00a0"),
    "with the quote cut in half": cut_in_half,
    "with two lines of the quote joined": lambda text: text.replace("MOVE 3\n", "MOVE 3 ", 1).replace("> TAKE", "TAKE"),
    "with spaces squeezed": lambda text: re.sub(r"(?<=\S)  +", " ", text),
    "with an empty line after each": lambda text: text.replace("\n", "\n\n"),
    "neither name nor address": lambda text: without_address(text).replace(NAME, "Robbie"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_exactly_what_was_typed_is_read(change: str) -> None:
    """Each reply gives the orders that its writer typed, also where his mail program changed the quote."""
    wrong = {}
    asked = []
    for reply in REPLIES:
        form = read(reply, CHANGES[change])
        given = [item.text.casefold() for item in form.of("order")]
        if not form.sure:
            asked.append(reply["id"])
        elif given != wanted(reply):
            wrong[reply["id"]] = given

    assert wrong == {}
    assert len(asked) <= MOST_ASKED, asked


@pytest.mark.parametrize(("sent", "ours"), [(False, OURS), (True, Ours())])
def test_no_quoted_order_is_played_where_less_is_known(sent: bool, ours: Ours) -> None:
    """Without the sent mail, or without our name and address, still nothing quoted is played."""
    wrong = {}
    for reply in REPLIES:
        form = read(reply, lambda text: text, sent, ours)
        given = [item.text.casefold() for item in form.of("order")]
        if form.sure and given != wanted(reply):
            wrong[reply["id"]] = given

    assert wrong == {}
