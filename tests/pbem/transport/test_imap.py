"""A mailbox over IMAP: ours are stored and moved, nobody else's is touched, and nothing is lost."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta

import pytest

from pbem.errors import AccountRefused, TryLater, Unreachable
from pbem.transport.imap import ImapSource
from pbem.transport.imap_client import Mailbox
from pbem.transport.imap_ours import Whose
from pbem.transport.imap_watch import ImapWatcher
from pbem.transport.maildir import BEGINNING
from pbem.transport.memory import MemoryMarks
from tests.pbem.transport.imap_server import PASSWORD, USER, Hand, running
from tests.pbem.transport.mails import BIG, NOON, OURS, Inbox, mail, ours

pytest.importorskip("pymap", reason="the in-memory IMAP server is not installed")
LATER = NOON + timedelta(hours=1)
SENT = "<0123456789abcdef@example.org>"


@pytest.fixture(scope="module")
def port():
    """The server's port."""
    with running() as port:
        yield port


@pytest.fixture
def hand(port):
    """A person at an empty mailbox."""
    person = Hand(Mailbox("127.0.0.1", port, "none", USER, PASSWORD, timeout=5))
    person.empty()
    yield person
    person.close()


@pytest.fixture
def marks():
    """No folder was read yet."""
    return MemoryMarks()


def whose(**changes: object) -> Whose:
    """Return whose mails are ours: those to a plus part of our address, or in reply to what we sent, since noon."""
    usual = Whose(NOON, False, lambda address: ours(address) and "+" in address, lambda found: found == SENT)
    return usual._replace(**changes)


def source(
    hand: Hand, marks: MemoryMarks, max_size: int = BIG, mailbox: Mailbox | None = None, **changes
) -> ImapSource:
    """Return a source that reads a person's mailbox."""
    return ImapSource(mailbox or hand.mailbox, marks, max_size, whose(**changes))


def test_our_mail_is_handed_over_and_moved(hand, marks):
    """Its arrival is the server's, and it is not marked as read."""
    hand.put(mail(), LATER)
    inbox = Inbox()

    assert source(hand, marks).fetch(inbox) == 1
    (kept,) = inbox.kept
    assert (kept.raw, kept.arrived, kept.source, kept.cut_from) == (mail(), LATER, "imap", None)
    assert hand.see() == []
    assert hand.see("Processed") == [(mail(), ())]


def test_a_second_fetch_finds_nothing(hand, marks):
    """The mark says how far the folder was read."""
    hand.put(mail(), LATER)
    reader = source(hand, marks)

    assert [reader.fetch(Inbox()), reader.fetch(Inbox())] == [1, 0]


@pytest.mark.parametrize(
    "raw",
    [
        mail(to="turns@example.org"),
        mail(to="Bob <bob@example.org>"),
        mail(to="turns+g1@example.com"),
        mail(to="bob@example.org", extra="In-Reply-To: <somebody.else@example.org>"),
        mail(to="bob@example.org", extra=f"Subject: {OURS}"),
        mail(f"please write to {OURS}", to="bob@example.org"),
        b"no header",
    ],
)
def test_a_stranger_s_mail_is_not_touched(hand, marks, raw):
    """It is neither handed over nor moved nor flagged."""
    hand.put(raw, LATER)
    before, inbox = hand.see(), Inbox()

    assert source(hand, marks).fetch(inbox) == 0
    assert (inbox.called, hand.see()) == (0, before)


@pytest.mark.parametrize(
    "raw",
    [
        mail(to=OURS),
        mail(to=f"Bob <bob@example.org>,\r\n Turns <{OURS.upper()}>"),
        mail(to="bob@example.org", extra=f"Cc: {OURS}"),
        mail(to="undisclosed-recipients:;", extra=f"Delivered-To: {OURS}"),
        mail(to="undisclosed-recipients:;", extra=f"X-Original-To: {OURS}"),
        mail(to="turns@example.org", extra=f"In-Reply-To: {SENT}"),
        mail(to="turns@example.org", extra=f"References: <x@example.com>\r\n\t{SENT} <y@example.com>"),
    ],
)
def test_a_mail_to_our_plus_part_or_in_reply_to_ours_is_ours(hand, marks, raw):
    """Wherever the address or the Message-ID stands."""
    hand.put(raw, LATER)

    assert source(hand, marks).fetch(Inbox()) == 1


def test_a_mail_from_before_the_service_is_not_touched(hand, marks):
    """Even where it is to us; one of the very moment is ours."""
    hand.put(mail("before"), NOON - timedelta(seconds=1))
    hand.put(mail("at once"), NOON)
    inbox = Inbox()

    source(hand, marks).fetch(inbox)

    assert (inbox.raws, hand.raws()) == ([mail("at once")], [mail("before")])


def test_in_a_dedicated_mailbox_every_mail_is_ours(hand, marks):
    """Also older ones, and those to nobody."""
    hand.put(mail(to="bob@example.org"), NOON - timedelta(days=400))

    assert source(hand, marks, since=None, everything=True).fetch(Inbox()) == 1


def test_in_a_folder_of_our_own_every_mail_is_ours(hand, marks):
    """A person's rule has sorted them there."""
    hand.client.create_folder("Games")
    hand.put(mail(to="bob@example.org"), LATER, "Games")
    hand.put(mail(), LATER)

    count = source(hand, marks, mailbox=hand.mailbox._replace(folder="Games"), everything=True).fetch(Inbox())

    assert (count, hand.raws(), hand.raws("Games")) == (1, [mail()], [])


def test_a_mail_that_a_person_marked_as_deleted_is_neither_read_nor_expunged(hand, marks):
    """Moving ours takes nothing else away."""
    hand.put(mail("deleted by hand"), LATER, flags=(b"\\Deleted",))
    hand.put(mail(to="bob@example.org"), LATER, flags=(b"\\Deleted",))
    hand.put(mail("ours"), LATER)
    inbox = Inbox()

    source(hand, marks).fetch(inbox)

    assert inbox.raws == [mail("ours")]
    assert hand.raws() == [mail("deleted by hand"), mail(to="bob@example.org")]


def test_a_mail_that_a_person_has_read_is_ours_all_the_same(hand, marks):
    """People open the box."""
    hand.put(mail(), LATER, flags=(b"\\Seen", b"\\Flagged"))

    assert source(hand, marks).fetch(Inbox()) == 1


def test_a_mail_that_could_not_be_stored_stays_and_comes_again(hand, marks):
    """What was stored before it is moved all the same."""
    for number in range(3):
        hand.put(mail(f"move {number}"), LATER)
    reader, stored = source(hand, marks), Inbox()

    def accept(received) -> None:
        if b"move 1" in received.raw and len(stored.kept) == 1:
            stored.kept.append(None)
            raise TryLater("The database is busy.")
        stored(received)

    with pytest.raises(TryLater):
        reader.fetch(accept)
    assert (hand.raws(), hand.raws("Processed")) == ([mail("move 1"), mail("move 2")], [mail("move 0")])

    assert reader.fetch(accept) == 2
    assert hand.raws() == []


def test_a_fetch_that_broke_off_before_the_move_hands_over_again(hand, marks):
    """The mark was not set: the store tells by its digest that it is the same."""
    hand.put(mail(), LATER)
    twice = Inbox()

    def accept(received) -> None:
        twice(received)
        raise KeyboardInterrupt

    reader = source(hand, marks)
    with pytest.raises(KeyboardInterrupt):
        reader.fetch(accept)
    reader.fetch(twice)

    assert twice.raws == [mail(), mail()]


def test_mails_are_handed_over_in_the_order_of_arrival_whatever_their_number(hand, marks):
    """Several batches, strangers' mails between ours."""
    wanted = [mail(f"move {number}") for number in range(70)]
    for number, raw in enumerate(wanted):
        hand.put(raw, LATER)
        if number % 30 == 0:
            hand.put(mail(to="bob@example.org"), LATER)
    inbox = Inbox()

    assert source(hand, marks).fetch(inbox) == 70
    assert (inbox.raws, len(hand.raws())) == (wanted, 3)


def test_of_a_mail_over_the_limit_only_the_beginning_is_fetched(hand, marks):
    """Its true size is told."""
    raw = mail("x" * 70 + "\r\n" + ("y" * 70 + "\r\n") * 5_000)
    hand.put(raw, LATER)
    hand.put(mail(), LATER)
    inbox = Inbox()

    source(hand, marks, max_size=len(raw) - 1).fetch(inbox)

    assert [(kept.raw, kept.cut_from) for kept in inbox.kept] == [(raw[:BEGINNING], len(raw)), (mail(), None)]


def test_the_envelope_is_read_from_the_trace(hand, marks):
    """IMAP tells none."""
    hand.put(f"Return-Path: <ann@example.org>\r\nDelivered-To: {OURS}\r\n".encode() + mail(), LATER)
    inbox = Inbox()

    source(hand, marks).fetch(inbox)

    assert (inbox.kept[0].recipient, inbox.kept[0].sender) == (OURS, "ann@example.org")


def test_a_folder_made_anew_is_read_anew(hand, marks):
    """Its UIDVALIDITY has changed, and old UIDs mean nothing."""
    hand.put(mail("one"), LATER)
    reader = source(hand, marks)
    reader.fetch(Inbox())
    (name, mark), *_ = marks.kept.items()
    marks.kept[name] = mark._replace(validity=mark.validity + 1, uid=10_000)
    hand.put(mail("two"), LATER)
    inbox = Inbox()

    assert (reader.fetch(inbox), inbox.raws) == (1, [mail("two")])


def test_a_mailbox_with_nothing_of_ours_is_searched_only_once(hand, marks):
    """The mark passes over strangers' mails too."""
    hand.put(mail(to="bob@example.org"), LATER)
    source(hand, marks).fetch(Inbox())

    assert next(iter(marks.kept.values())).uid >= 1


def test_a_wrong_password_is_told_with_a_remedy(hand, marks):
    """A fetch is unreachable, a check says it is the account; neither shows the password."""
    reader = source(hand, marks, mailbox=hand.mailbox._replace(password="swordfish"))

    with pytest.raises(Unreachable, match="app password") as fetched:
        reader.fetch(Inbox())
    with pytest.raises(AccountRefused, match="app password") as checked:
        reader.check()
    assert "swordfish" not in f"{fetched.value} {checked.value} {reader._mailbox!r}"


def test_a_refused_login_is_not_tried_again_for_a_while(hand, marks):
    """Many in a row make a provider lock the account; the reason is told each time."""
    moment = [0.0]
    wrong = hand.mailbox._replace(password="swordfish")
    with between(hand, lambda data: data) as (port, fronts):
        reader = ImapSource(wrong._replace(port=port), marks, BIG, whose(), lambda: moment[0])
        for moment[0] in (0.0, 60.0, 599.0, 601.0, 1200.0):
            with pytest.raises(Unreachable, match="app password"):
                reader.fetch(Inbox())

        assert len(fronts) == 2


@pytest.mark.parametrize("words", [b"[UNAVAILABLE] Try again", b"[LIMIT] Too many connections"])
def test_a_login_that_fails_only_now_is_tried_again_at_once(hand, marks, words):
    """It says nothing about the password."""
    refuse = lambda data: re.sub(rb"(?m)^(\w+) OK .*(?=LOGIN|Logged|Authent).*$", rb"\1 NO " + words, data)  # noqa: E731
    hand.put(mail(), LATER)
    with between(hand, refuse, lambda data: data) as (port, _):
        reader = source(hand, marks, mailbox=hand.mailbox._replace(port=port))
        with pytest.raises(Unreachable, match="takes no login now"):
            reader.fetch(Inbox())

        assert reader.fetch(Inbox()) == 1


def test_a_password_beyond_ascii_is_said_too(marks):
    """In UTF-8."""
    with running("pässwört") as port:
        mailbox = Mailbox("127.0.0.1", port, "none", USER, "pässwört", timeout=5)
        person = Hand(mailbox._replace(password="pässwört"))
        person.put(mail(), LATER)

        assert source(person, marks).fetch(Inbox()) == 1
        person.close()


def test_news_of_other_mails_among_the_answers_do_no_harm(hand, marks):
    """Somebody reads the same mailbox meanwhile: the server tells of it whenever it likes."""
    hand.put(mail("one"), LATER)
    news = b"* 7 FETCH (UID 4711 FLAGS (\\Seen))\r\n* 8 FETCH (FLAGS (\\Seen))\r\n* 1 FETCH"
    inbox = Inbox()
    with between(hand, lambda data: data.replace(b"* 1 FETCH", news)) as (port, _):
        found = source(hand, marks, mailbox=hand.mailbox._replace(port=port)).fetch(inbox)

    assert (found, inbox.raws) == (1, [mail("one")])


@pytest.mark.parametrize("at", [b"OK [READ-WRITE]", b"* 1 FETCH", b"OK UID FETCH"])
def test_a_server_that_says_bye_at_any_moment_loses_nothing(hand, marks, at):
    """The mail is handed over by the next fetch, or by this one."""
    hand.put(mail(), LATER)
    inbox = Inbox()
    bye = lambda data: b"* BYE Shutting down\r\n" if at in data else data  # noqa: E731
    with between(hand, bye, lambda data: data) as (port, _):
        reader = source(hand, marks, mailbox=hand.mailbox._replace(port=port, timeout=2))
        with suppress(Unreachable):
            reader.fetch(inbox)
        reader.fetch(inbox)

    assert set(inbox.raws) == {mail()}


def test_a_missing_folder_is_told(hand, marks):
    """The reason holds the server's words."""
    with pytest.raises(Unreachable, match=r"\[inbound.imap\]"):
        source(hand, marks, mailbox=hand.mailbox._replace(folder="Gamse")).fetch(Inbox())


def test_a_good_mailbox_passes_the_check(hand, marks):
    """And nothing in it is touched."""
    hand.put(mail(), LATER)
    source(hand, marks).check()

    assert hand.see() == [(mail(), ())]


def test_a_server_that_does_not_answer_is_unreachable_within_the_timeout(hand, marks):
    """Whether it refuses the connection or stays silent."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        mute = hand.mailbox._replace(port=silent.getsockname()[1], timeout=0.3)
        with pytest.raises(Unreachable):
            source(hand, marks, mailbox=mute).fetch(Inbox())
    with pytest.raises(Unreachable):
        source(hand, marks, mailbox=mute).fetch(Inbox())


def test_a_watcher_wakes_at_once_when_mail_comes(hand):
    """It wakes at its start too, since something may have come before."""
    woken = threading.Semaphore(0)
    watcher = ImapWatcher(hand.mailbox)
    watcher.start(woken.release)
    assert woken.acquire(timeout=5)

    hand.put(mail(), LATER)

    assert woken.acquire(timeout=5)
    watcher.stop()


@pytest.mark.parametrize("tail", [b"* 9 EXISTS\r\n", b"* 9 EXISTS\r\n* 1 RECENT\r\n"])
def test_news_told_together_with_the_go_ahead_are_not_overlooked(hand, tail):
    """What came while IDLE was said anew: it is read along with the server's first word, and nothing follows it."""
    woken = threading.Semaphore(0)
    ahead = [True]

    def together(data: bytes) -> bytes:
        return data + tail if data.startswith(b"+ ") and ahead and ahead.pop(0) else data

    with between(hand, together) as (port, _):
        watcher = ImapWatcher(hand.mailbox._replace(port=port))
        watcher.start(woken.release)
        assert woken.acquire(timeout=5)  # At its start.

        assert woken.acquire(timeout=10)
        watcher.stop()


def test_a_watcher_outlives_a_fault_nobody_foresaw(hand, caplog):
    """Else mail would only be polled from then on, and nobody would know."""
    woken = threading.Semaphore(0)
    faults = [RuntimeError("a fault of ours")]

    def wake() -> None:
        woken.release()
        if faults:
            raise faults.pop()

    watcher = ImapWatcher(hand.mailbox)
    watcher.start(wake)
    assert woken.acquire(timeout=5)
    assert woken.acquire(timeout=10)
    watcher.stop()
    assert "a fault of ours" in caplog.text


@contextmanager
def between(hand: Hand, *changed: Callable[[bytes], bytes]) -> Iterator[tuple[int, list[socket.socket]]]:
    """Stand between clients and the server: what it says to the n-th connection is changed; the last one stays."""
    with socket.create_server(("127.0.0.1", 0)) as gate:
        fronts: list[socket.socket] = []

        def let_through() -> None:
            with suppress(OSError):
                while True:
                    front, _ = gate.accept()
                    back = socket.create_connection(("127.0.0.1", hand.mailbox.port))
                    change = changed[min(len(fronts), len(changed) - 1)]
                    fronts.append(front)
                    threading.Thread(target=pump, args=(front, back), daemon=True).start()
                    threading.Thread(target=pump, args=(back, front, change), daemon=True).start()

        threading.Thread(target=let_through, daemon=True).start()
        yield gate.getsockname()[1], fronts
        for front in fronts:
            front.close()


def test_a_watcher_comes_back_after_a_lost_connection(hand):
    """It wakes then, since something may have come meanwhile."""
    with between(hand, lambda data: data) as (port, fronts):
        woken = threading.Semaphore(0)
        watcher = ImapWatcher(hand.mailbox._replace(port=port))
        watcher.start(woken.release)
        assert woken.acquire(timeout=5)

        fronts[0].shutdown(socket.SHUT_RDWR)

        assert woken.acquire(timeout=10)
        watcher.stop()


def pump(source: socket.socket, target: socket.socket, changed: Callable[[bytes], bytes] = lambda data: data) -> None:
    """Carry bytes one way until the source ends."""
    try:
        while data := source.recv(65_536):
            target.sendall(changed(data))
        target.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass
    finally:
        source.close()
