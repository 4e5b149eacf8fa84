"""What is typed into replies of all kinds reaches the game, and what could not be read is told in plain words."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.mail.html import html_text
from tests.pbem.house import House, address, flat, html_of, reply_to, text_of


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A house with a game of the toy, in which Ann is asked."""
    house = House(tmp_path)
    house.new_game("Ann", "Bob")
    return house


def arrive(house: House, name: str, text: str, sender: str = "", kind: str = "plain") -> EmailMessage | None:
    """Let a reply arrive whose whole text is given, and return the answer."""
    asked = house.newest(name)
    before = len(house.mails(name))
    mail = EmailMessage()
    mail["From"], mail["To"] = sender or address(name), str(asked["Reply-To"])
    mail["Subject"], mail["Message-ID"] = f"Re: {asked['Subject']}", f"<{hash((name, text))}@example.org>"
    mail["In-Reply-To"] = str(asked["Message-ID"])
    mail.set_content(text, subtype=kind)
    house.accept(mail.as_bytes(), str(mail["To"]))
    house.app.tick()
    mails = house.mails(name)
    return mails[before] if len(mails) > before else None


def header(asked: EmailMessage) -> str:
    """Return the block that Outlook puts above what it quotes."""
    return f"From: pbem <{asked['Reply-To']}>\nSent: Tuesday\nTo: Ann\nSubject: {asked['Subject']}\n\n"


def test_orders_below_a_quote_of_our_html_are_played(tmp_path: Path) -> None:
    """Outlook makes its quote from the HTML: other lines than in the text, and orders among them."""
    house = House(tmp_path)
    house.new_game("Ann", "Bob", engine="yspahan")
    asked = house.newest("Ann")
    cells = "\n".join(cell for line in html_text(html_of(asked)).split("\n") for cell in line.split("  "))

    answer = arrive(house, "Ann", f"{header(asked)}{cells}\n\nroll\n\nAnn\n")

    assert "done" in text_of(answer)
    assert house.match().game.last_entry > 3


def test_in_doubt_nothing_is_played_and_it_is_asked(house: House) -> None:
    """Also where all that was typed is in doubt."""
    answer = arrive(house, "Ann", f"{header(house.newest('Ann'))}Some mail that we never wrote\nin many words\ndraw\n")

    assert "I could not tell for certain what you typed" in flat(answer)
    assert "draw" in text_of(answer)
    assert "I found no order" not in flat(answer)


WRAPPED = {
    "application/ms-tnef; name=winmail.dat": "Outlook rich text (winmail.dat)",
    "application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m": "S/MIME",
    "application/pgp-encrypted": "It is encrypted",
    "text/plain; name=orders.txt": "Attachments are not opened",
}


def wrapped(house: House, kind: str, text: str) -> EmailMessage | None:
    """Let Ann send a text and something wrapped, and return the answer."""
    before = len(house.mails("Ann"))
    asked = house.newest("Ann")
    raw = (
        f"From: ann@example.org\r\nTo: {asked['Reply-To']}\r\nSubject: Re: {asked['Subject']}\r\n"
        f"In-Reply-To: {asked['Message-ID']}\r\nMessage-ID: <w@example.org>\r\n"
        f"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n{text}\r\n"
        f"--b\r\nContent-Type: {kind}\r\nContent-Disposition: attachment\r\n\r\nrubbish\r\n--b--\r\n"
    )
    house.accept(raw.encode(), str(asked["Reply-To"]))
    house.app.tick()
    return house.mails("Ann")[before]


@pytest.mark.parametrize("kind", WRAPPED)
@pytest.mark.parametrize("text", ["", "-- \r\nScanned by a virus scanner", "Scanned for viruses."])
def test_what_could_not_be_read_is_told_exactly(house: House, kind: str, text: str) -> None:
    """Also where the mail holds a text that somebody else has put in."""
    told = flat(wrapped(house, kind, text))

    assert WRAPPED[kind] in told
    assert "as plain text" in told
    assert "could not read all" not in told


def test_an_attachment_beside_orders_is_not_worth_a_word(house: House) -> None:
    """Many a company adds one to every mail; what is wrapped up may hold more orders."""
    assert "could not read" not in flat(wrapped(house, "text/plain; name=disclaimer.txt", "draw"))
    assert "could not read all" in flat(wrapped(house, "application/pkcs7-mime; name=smime.p7m", "board"))


def test_no_quoted_order_is_held_for_a_player(house: House) -> None:
    """What he is asked about is what was typed elsewhere, not what our own mail offers."""
    asked = house.newest("Ann")

    question = arrive(house, "Ann", f"draw\n\n{header(asked)}{text_of(asked)}", sender="ann@work.example.org")

    assert 'address: draw. If you sent them, answer "yes"' in flat(question)


def test_an_answer_may_stand_below_the_question_without_marks(house: House) -> None:
    """The question names every answer itself."""
    arrive(house, "Ann", "draw", sender="ann@work.example.org")
    question = house.newest("Ann")
    answer = reply_to(question, "ann@example.org", "", "yes1@example.org")
    answer.set_content(f"{header(question)}{text_of(question)}\n\nyes\n")
    house.accept(answer.as_bytes(), str(answer["To"]))

    house.app.tick()

    assert "are played now" in flat(house.newest("Ann"))


def test_an_order_in_the_subject_above_a_signature_is_named(house: House) -> None:
    """Every phone adds one; the player is told why nothing was played, and how it will be."""
    told = flat(house.reply("Ann", "Sent from my phone", Subject="Re: draw"))

    assert 'Your subject reads like an order ("draw")' in told
    assert "I found no order in your mail" in flat(house.reply("Ann", "Sent from my phone", Subject="Re: a question"))
    assert "> draw done" in flat(house.reply("Ann", "", Subject="Re: draw"))
