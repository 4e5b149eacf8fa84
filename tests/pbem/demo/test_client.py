"""The demo's mail client: it knows nothing but what a mail offers, and replies as people's programs do."""

from __future__ import annotations

import os
import sys
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.demo import client
from tests.source import imports, modules

TURN = """Istanbul, game 12, move 17

Your move, Ann.

YOU CAN NOW   (reply with words or a number; a whole turn in one mail)
  1  move 10   Large Market    leave one; you could sell 1J 2F for 12
  2  move 8    Black Market    leave one; the Governor is there
                               and so is Bob
 10  end
For example:  move 10; leave

help   rules   board
"""


def turn_mail() -> EmailMessage:
    """Return a turn mail as it comes from the processor."""
    mail = EmailMessage()
    mail["From"] = "The bazaar <turns@example.org>"
    mail["To"] = "Ann <ann@example.org>"
    mail["Reply-To"] = "turns+g12.s1.p4.a0123456789abcdef@example.org"
    mail["Subject"] = "[g12] Istanbul: your move 17"
    mail["Date"] = "Fri, 04 Dec 2026 20:00:00 +0000"
    mail["Message-ID"] = "<m17@example.org>"
    mail["References"] = "<m16@example.org>"
    mail.set_content(TURN)
    return message_from_bytes(mail.as_bytes(), policy=policy.default)


def replied(style: str) -> EmailMessage:
    """Return the reply of a client of this style, as it goes over the wire."""
    answer = client.reply(client.Writer("Bob", "bob@example.org", style), turn_mail(), "move 10\nleave")
    return message_from_bytes(answer.as_bytes(), policy=policy.default)


def test_the_client_stands_alone() -> None:
    """It imports the standard library and nothing else."""
    (source,) = [module for module in modules("pbem") if module.path == "pbem/demo/client.py"]

    assert {name.partition(".")[0] for name in imports(source.tree)} <= {*sys.stdlib_module_names}


def test_an_offer_is_the_numbered_list_and_the_example() -> None:
    """Choices keep their numbers and hints; the example stands below them."""
    offered = client.offer(TURN)

    assert [number for number, _ in offered.choices] == ["1", "2", "10"]
    assert offered.choices[2][1] == "end"
    assert offered.example == "move 10; leave"


def test_a_mail_that_asks_for_nothing_offers_nothing() -> None:
    """Numbers on a board are no choices."""
    assert client.offer("  1  Wainwright\n  2  Fabric Warehouse\n") == client.NOTHING


def test_the_same_offer_once_more_is_met_with_numbers() -> None:
    """An example that led nowhere is not sent twice; the numbers are tried one after the other."""
    chooser, offered = client.Chooser(), client.offer(TURN)

    assert [chooser.choose(offered) for _ in range(4)] == ["move 10; leave", "2", "10", "1"]


def test_nothing_is_answered_to_nothing() -> None:
    """A mail without a question gets no reply."""
    assert client.Chooser().choose(client.NOTHING) == ""


@pytest.mark.parametrize("style", client.STYLES)
def test_replies_go_where_the_mail_asks_and_continue_its_thread(style: str) -> None:
    """Reply-To, Subject, In-Reply-To and References are as in any real client."""
    answer = replied(style)

    assert answer["To"] == "turns+g12.s1.p4.a0123456789abcdef@example.org"
    assert answer["From"] == "Bob <bob@example.org>"
    assert answer["Subject"] == "Re: [g12] Istanbul: your move 17"
    assert answer["In-Reply-To"] == "<m17@example.org>"
    assert answer["References"] == "<m16@example.org> <m17@example.org>"
    assert answer["Message-ID"].endswith("@example.org>")


def test_one_quotes_below_its_orders() -> None:
    """Orders first, then signature, attribution and quote."""
    lines = replied("gmail").get_content().splitlines()

    assert lines[:2] == ["move 10", "leave"]
    assert "On Fri, 04 Dec 2026 20:00:00 +0000, The bazaar <turns@example.org> wrote:" in lines
    assert "> For example:  move 10; leave" in lines
    assert lines.index("-- ") < lines.index("> Your move, Ann.")


def test_one_quotes_above_its_orders() -> None:
    """Attribution and quote first, then orders and signature."""
    lines = replied("mutt").get_content().splitlines()

    assert lines.index("> Your move, Ann.") < lines.index("move 10") < lines.index("-- ")


def test_one_sends_html_alone() -> None:
    """There is no plain part, and the quote stands in a blockquote."""
    answer = replied("html")

    assert answer.get_content_type() == "text/html"
    assert "<div>move 10</div><div>leave</div>" in answer.get_content()
    assert answer.get_content().index("move 10") < answer.get_content().index("<blockquote")


def test_mails_are_read_once_in_the_order_of_their_delivery(tmp_path: Path) -> None:
    """A read mail moves from new to cur."""
    (tmp_path / "new").mkdir()
    for name in ("b", "a"):
        mail = EmailMessage()
        mail["Subject"] = name
        (tmp_path / "new" / name).write_bytes(mail.as_bytes())
    os.utime(tmp_path / "new" / "b", (1, 1))

    assert [str(mail["Subject"]) for mail in client.unread(tmp_path)] == ["b", "a"]
    assert list(client.unread(tmp_path)) == []
    assert {path.name for path in (tmp_path / "cur").iterdir()} == {"a", "b"}


def test_a_folder_that_is_not_there_yet_holds_no_mail(tmp_path: Path) -> None:
    """The first mail makes the folder; until then there is none."""
    assert list(client.unread(tmp_path / "ann@example.org")) == []
