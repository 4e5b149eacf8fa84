"""Who may do what: machines are told from people, players from strangers, and every refusal is the same silence."""

from __future__ import annotations

import pytest

from pbem.mail import gate
from pbem.mail.gate import Verdict, concerns_us, judge
from pbem.mail.letter import Letter, read
from tests.pbem.mail.post import ADDRESSES, SENT_ID, Office, mail

LIVE = ADDRESSES.reply(42, 3, 7)
OLD = ADDRESSES.reply(42, 3, 6)
BARE = ADDRESSES.address
PASS = "Authentication-Results: mx.play.example.org; dmarc=pass header.from=example.org\r\n"
OTHER = "Cem <cem@example.net>"


def letter(body: str = "move 5\n", **how: str) -> Letter:
    """Return a mail, read."""
    return read(mail(body, **how))


def verdict(body: str = "move 5\n", office: Office | None = None, **how: str) -> Verdict:
    """Return the verdict over a mail."""
    return judge(letter(body, **how), office or Office())


def test_the_newest_address_allows_everything() -> None:
    """The player, from his registered address, to the newest address of his seat."""
    assert verdict() == Verdict("seat", "live_address", "everything", 42, 3, 7)


def test_an_older_address_only_asks() -> None:
    """Nothing of an older phase is applied to the present one."""
    assert verdict(to=OLD) == Verdict("seat", "old_address", "questions", 42, 3, 6)


@pytest.mark.parametrize("sender", ["AYSE@EXAMPLE.ORG", "Ayse <ayse+games@example.org>"])
def test_a_player_is_known_in_every_spelling_of_his_address(sender: str) -> None:
    """Case and tags make no other person."""
    assert verdict(sender=sender).allows == "everything"


def test_a_live_address_from_elsewhere_is_held() -> None:
    """The registered address is asked; nothing is played yet."""
    assert verdict(sender=OTHER) == Verdict("held", "live_from_elsewhere", "hold", 42, 3, 7)


def test_an_old_address_from_elsewhere_is_met_with_silence() -> None:
    """A forwarded old mail is worth nothing."""
    assert verdict(sender=OTHER, to=OLD).rule == "old_from_elsewhere"


def test_a_host_may_want_authentication_beside_the_address() -> None:
    """Then a mail without a pass is held, and one with a pass plays."""
    strict = Office(requires_authentication=True)

    assert verdict(office=strict).rule == "live_not_authenticated"
    assert verdict(office=strict, more=PASS).allows == "everything"


@pytest.mark.parametrize(("phase", "rule"), [(7, "live_not_authenticated"), (8, "old_not_authenticated")])
def test_authentication_is_wanted_on_every_way_to_a_seat(phase: int, rule: str) -> None:
    """By its address or by our Message-ID, and an old one is worth nothing then: anybody may have been sent it."""
    strict = Office(requires_authentication=True, phases={(42, 3): phase})
    answer = f"In-Reply-To: <{SENT_ID}>\r\n"

    assert verdict(office=strict).rule == rule
    assert verdict(office=strict, to=BARE, more=answer).rule == rule
    assert verdict(office=strict, to=BARE, more=f"{answer}{PASS}").by_message_id


def test_a_seat_that_does_not_exist_is_met_with_silence() -> None:
    """A well signed address of a game that is gone plays nothing."""
    assert verdict(to=ADDRESSES.reply(99, 1, 1)).rule == "no_such_seat"


@pytest.mark.parametrize(
    "to", [LIVE.replace("g42", "g43"), LIVE.replace("+g", "+q"), f"turns+x@{BARE.partition('@')[2]}"]
)
def test_a_forged_tag_is_met_with_silence(to: str) -> None:
    """Also where the mail names one of ours."""
    assert verdict(to=to, more=f"In-Reply-To: <{SENT_ID}>\r\n{PASS}").rule == "forged_address"


def test_a_lost_tag_is_made_up_for_by_our_message_id() -> None:
    """Our own unguessable Message-ID, together with the player's address."""
    found = verdict(to=BARE, more=f"References: <x@y> <{SENT_ID}>\r\n")

    assert found == Verdict("seat", "message_id", "everything", 42, 3, 7, by_message_id=True)


def test_the_message_id_of_an_older_mail_only_asks() -> None:
    """What holds for addresses holds for Message-IDs."""
    later = Office(phases={(42, 3): 8})

    assert verdict(office=later, to=BARE, more=f"In-Reply-To: <{SENT_ID}>\r\n").allows == "questions"


@pytest.mark.parametrize("reference", [SENT_ID, f"x{SENT_ID}", "g42.s3.p7.aaaaaaaaaaaaaaaa@play.example.org"])
def test_a_message_id_alone_proves_nothing(reference: str) -> None:
    """Known to somebody else, or guessed, it is worth nothing."""
    assert verdict(to=BARE, sender=OTHER, more=f"In-Reply-To: <{reference}>\r\n").rule == "stranger"


def test_a_player_without_an_address_of_a_game_may_ask_where_the_server_vouches() -> None:
    """Without the word of our own server there is silence."""
    assert verdict(to=BARE, more=PASS) == Verdict("person", "authenticated_player", "questions")
    assert verdict(to=BARE).rule == "not_authenticated"
    assert verdict(to=BARE, more=PASS, office=Office(authserv_id="")).rule == "not_authenticated"


def test_an_invitation_opens_the_door_a_little() -> None:
    """Its code brings one confirming mail; a wrong one brings silence."""
    asked = {"to": ADDRESSES.join, "sender": OTHER}

    assert verdict("Hello!\njoin K7M2 a phrase\n", **asked).rule == "invitation"
    assert verdict("", subject="join k7m2", **asked).allows == "confirm"
    assert verdict("join K7M3\n", **asked).rule == "stranger"


def test_strangers_may_sign_up_only_where_that_is_open() -> None:
    """And only by asking for it."""
    asked = {"to": ADDRESSES.join, "sender": OTHER}
    open_office = Office(open_to_strangers=True)

    assert verdict("new istanbul 3\n", **asked).rule == "stranger"
    assert verdict("new istanbul 3\n", open_office, **asked).rule == "sign_up"
    assert verdict("hello\n", open_office, **asked).rule == "stranger"


def test_codes_are_not_tried_by_the_thousand() -> None:
    """Only the first few of a mail are looked up."""
    codes = "".join(f"join k{number}\n" for number in range(1000))

    assert verdict(f"join K7M3\njoin K7M2\n{codes}", to=ADDRESSES.join, sender=OTHER).rule == "invitation"
    assert verdict(f"{codes}join K7M2\n", to=ADDRESSES.join, sender=OTHER).rule == "stranger"


@pytest.mark.parametrize(
    "field",
    [
        "Precedence: bulk",
        "Precedence: list",
        "List-Id: <x>",
        "X-Auto-Response-Suppress: DR, AutoReply",
        "List-Post: NO",
    ],
)
def test_what_forbids_automatic_answers_is_heeded_where_nothing_proves_who_writes(field: str) -> None:
    """A player by his server's word, or a stranger, is not answered then; an invitation is proof enough."""
    more, asked = f"{field}\r\n", {"to": ADDRESSES.join, "sender": OTHER}

    assert verdict(to=BARE, more=f"{PASS}{more}").rule == "no_answer_wanted"
    assert verdict("new istanbul\n", Office(open_to_strangers=True), **asked, more=more).rule == "no_answer_wanted"
    assert verdict("join K7M2\n", **asked, more=more).rule == "invitation"


def test_the_envelope_decides_between_two_of_our_addresses() -> None:
    """A mail delivered to two games is judged for each by itself."""
    raw = mail("move 5\n", more=f"Cc: {ADDRESSES.reply(43, 1, 2)}\r\n")

    assert judge(read(raw), Office()).game == 42
    assert judge(read(raw, ADDRESSES.reply(43, 1, 2)), Office()).game == 43


def test_a_confirming_address_names_its_question() -> None:
    """Whoever answers it was sent it."""
    assert verdict("yes\n", to=ADDRESSES.confirm(12), sender=OTHER).number == 12


@pytest.mark.parametrize(
    ("how", "rule"),
    [
        ({"more": "X-Loop: turns@play.example.org\r\n"}, "own_mail"),
        ({"sender": f"Robot <{LIVE}>"}, "own_mail"),
        ({"more": "Auto-Submitted: auto-replied (vacation)\r\n"}, "auto_submitted"),
        ({"more": "Auto-Submitted: auto-generated; x=y\r\n"}, "auto_submitted"),
        ({"more": "X-Autoreply: yes\r\n"}, "vacation_field"),
        ({"more": "Precedence: auto_reply\r\n"}, "precedence"),
        ({"sender": "No-Reply <no-reply@shop.example.org>"}, "no_reply_sender"),
        ({"sender": "donotreply@shop.example.org"}, "no_reply_sender"),
        ({"sender": "MAILER-DAEMON@mail.example.org", "subject": "Undeliverable: x"}, "bounce"),
        ({"subject": "Automatische Antwort: Turn 7"}, "away_subject"),
        ({"subject": "Re: Abwesenheitsnotiz: Turn 7"}, "away_subject"),
        ({"to": ADDRESSES.bounce(5), "subject": "Undelivered Mail"}, "bounce"),
        ({"to": ADDRESSES.bounce(5), "more": "Auto-Submitted: auto-replied\r\n"}, "not_a_bounce"),
        ({"to": ADDRESSES.bounce(5)}, "not_a_bounce"),
        ({"more": "Reply-To: games+g1.s2.p3.kabcdefghijklmnop@other.example.org\r\n"}, "turn_processor"),
        ({"sender": "games+b12.kabcdefghijklmnop@other.example.org"}, "turn_processor"),
    ],
)
def test_machines_are_never_answered(how: dict[str, str], rule: str) -> None:
    """Each is told by its own sign, and met with silence."""
    found = verdict(**how)

    assert (found.rule, found.allows) == (rule, "silence")


@pytest.mark.parametrize(
    "field",
    ["Auto-Submitted: no", "Precedence: list", "Precedence: bulk", "List-Id: <x>", "X-Auto-Response-Suppress: All"],
)
def test_what_only_forbids_automatic_answers_does_not_make_a_machine(field: str) -> None:
    """A company's server stamps such fields on mails of people."""
    assert verdict(more=f"{field}\r\n").allows == "everything"


def test_the_null_sender_is_a_machine() -> None:
    """No person writes with an empty envelope sender."""
    raw = mail("move 5\n").replace(b"Return-Path: <ayse@example.org>", b"Return-Path: <>")

    assert judge(read(raw), Office()).rule == "null_sender"


@pytest.mark.parametrize("sender", ["ann", "ann@[192.0.2.1]", '"ann b"@example.org', f"{'a' * 300}@example.org"])
def test_an_envelope_sender_that_we_could_not_write_to_is_a_sender(sender: str) -> None:
    """A user of this machine, say; only nothing at all is the null sender."""
    raw = mail("move 5\n").replace(b"Return-Path: <ayse@example.org>", f"Return-Path: <{sender}>".encode())

    assert judge(read(raw), Office()).allows == "everything"


@pytest.mark.parametrize("sender", [b"", b"<MAILER-DAEMON>", b"< >"])
def test_the_null_sender_is_known_in_every_spelling(sender: bytes) -> None:
    """Some servers put a name in its place."""
    raw = mail("move 5\n").replace(b"<ayse@example.org>", sender, 1)

    assert judge(read(raw), Office()).rule == "null_sender"


def test_a_person_who_sends_a_bounce_on_is_a_person() -> None:
    """What a mail server says is worth nothing inside of somebody's mail."""
    part = b"--b\r\nContent-Type: message/delivery-status\r\n\r\nStatus: 5.1.1\r\n--b--\r\n"
    raw = mail("--b\r\n\r\nmove 5\r\n").replace(b"text/plain; charset=utf-8", b"multipart/mixed; boundary=b") + part

    assert judge(read(raw), Office()).allows == "everything"


def test_a_receipt_is_no_mail() -> None:
    """That somebody opened a mail is nobody's order."""
    raw = mail("x").replace(b"text/plain", b"multipart/report; report-type=disposition-notification; boundary=b")

    assert judge(read(raw), Office()).rule == "receipt"


def test_two_services_that_write_to_each_other_stop() -> None:
    """What such a service sends says that it is automatic, and one that does not comes back with our X-Loop."""
    theirs = verdict(sender="Robot <robot@other.example.org>", more="Auto-Submitted: auto-generated\r\n")
    returned = verdict(sender="Robot <robot@other.example.org>", more=f"X-Loop: {BARE}\r\n")

    assert (theirs.kind, returned.kind) == ("automatic", "loop")


def test_only_what_concerns_us_is_touched_in_a_shared_mailbox() -> None:
    """To a tag of ours, or in reply to a mail of ours."""
    office = Office()

    assert concerns_us(letter(), office)
    assert concerns_us(letter(to=ADDRESSES.join), office)
    assert concerns_us(letter(to=BARE, more=f"In-Reply-To: <{SENT_ID}>\r\n"), office)
    assert not concerns_us(letter(to=BARE), office)
    assert not concerns_us(letter(to="ann@example.org"), office)


def test_some_rule_always_hits() -> None:
    """The last one has an answer for everything."""
    assert gate.unknown(letter(), Office()) is not None
    assert judge(read(b""), Office()).rule == "no_sender"
