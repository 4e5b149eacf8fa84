"""A Maildir of our own: nothing is lost, nothing is left, and a killed fetch repeats itself at worst."""

from __future__ import annotations

import mailbox
import os
import subprocess
import sys
import threading
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.errors import TryLater, Unreachable
from pbem.transport.maildir import BEGINNING, MaildirSource, MaildirWatcher, waiting
from tests.pbem.transport.mails import BIG, NOON, OURS, Inbox, mail


def put(path: Path, name: str, raw: bytes, folder: str = "new", delivered: float | None = None) -> Path:
    """Lay a mail into a Maildir."""
    (path / folder).mkdir(parents=True, exist_ok=True)
    file = path / folder / name
    file.write_bytes(raw)
    when = NOON.timestamp() if delivered is None else delivered
    os.utime(file, (when, when))
    return file


def names(path: Path, folder: str) -> list[str]:
    """Return the names in a folder of a Maildir."""
    return sorted(os.listdir(path / folder))


def test_all_mails_are_handed_over_in_the_order_of_delivery(tmp_path):
    """The time of delivery decides, not the name."""
    put(tmp_path, "1.a", mail("second"), delivered=200)
    put(tmp_path, "2.b", mail("first"), delivered=100)
    inbox = Inbox()

    assert MaildirSource(tmp_path, BIG).fetch(inbox) == 2
    assert [mail("first"), mail("second")] == inbox.raws


def test_arrival_is_the_time_of_delivery(tmp_path):
    """It is the file's own time, an aware one."""
    put(tmp_path, "1.a", mail())
    inbox = Inbox()

    MaildirSource(tmp_path, BIG).fetch(inbox)

    assert (inbox.kept[0].arrived, inbox.kept[0].source, inbox.kept[0].cut_from) == (NOON, "maildir", None)


def test_a_mail_that_python_s_own_mailbox_delivered_is_read(tmp_path):
    """The folder needs no colon in names and no form of names of ours."""
    mailbox.Maildir(tmp_path / "box", create=True).add(mail("hello"))
    inbox = Inbox()

    assert MaildirSource(tmp_path / "box", BIG).fetch(inbox) == 1
    assert b"hello" in inbox.raws[0]


def test_the_envelope_is_read_from_the_topmost_trace(tmp_path):
    """Delivered-To and Return-Path stand where the delivering server put them."""
    put(tmp_path, "1.a", f"Return-Path: <>\nDelivered-To: {OURS}\nDelivered-To: x@example.org\n".encode() + mail())
    inbox = Inbox()

    MaildirSource(tmp_path, BIG).fetch(inbox)

    assert (inbox.kept[0].recipient, inbox.kept[0].sender) == (OURS, "")


def test_a_mail_without_trace_has_no_envelope(tmp_path):
    """A Delivered-To in the body is nobody's."""
    put(tmp_path, "1.a", mail(f"\r\nDelivered-To: {OURS}"))
    inbox = Inbox()

    MaildirSource(tmp_path, BIG).fetch(inbox)

    assert (inbox.kept[0].recipient, inbox.kept[0].sender) == (None, None)


def test_what_was_handed_over_lies_in_processed_under_a_name_without_colon(tmp_path):
    """The second fetch finds nothing."""
    put(tmp_path, "1.a:2,S", mail())
    source = MaildirSource(tmp_path, BIG)

    assert (source.fetch(Inbox()), source.fetch(Inbox())) == (1, 0)
    assert (names(tmp_path, "new"), names(tmp_path, ".Processed/cur")) == ([], ["1.a"])


def test_two_mails_under_one_name_are_both_kept(tmp_path):
    """A name used again overwrites nothing."""
    source = MaildirSource(tmp_path, BIG)
    for body in ("one", "two", "three"):
        put(tmp_path, "same", mail(body))
        source.fetch(Inbox())

    assert names(tmp_path, ".Processed/cur") == ["same", "same.2", "same.3"]


def test_a_mail_that_could_not_be_stored_stays(tmp_path):
    """The next fetch hands it over again."""
    put(tmp_path, "1.a", mail())
    source, inbox = MaildirSource(tmp_path, BIG), Inbox(failures=1)

    with pytest.raises(TryLater):
        source.fetch(inbox)

    assert names(tmp_path, "new") == ["1.a"]
    assert source.fetch(inbox) == 1


def test_a_mail_that_a_person_looked_at_is_read_all_the_same(tmp_path):
    """A mail program moves it to cur; what is older than the service, or trashed, is left alone."""
    put(tmp_path, "seen:2,S", mail("seen"), "cur")
    put(tmp_path, "old:2,S", mail("old"), "cur", delivered=(NOON - timedelta(days=1)).timestamp())
    put(tmp_path, "trashed:2,ST", mail("trashed"), "cur")
    inbox = Inbox()

    MaildirSource(tmp_path, BIG, since=NOON).fetch(inbox)

    assert [mail("seen")] == inbox.raws
    assert names(tmp_path, "cur") == ["old:2,S", "trashed:2,ST"]


def test_of_a_mail_over_the_limit_only_the_beginning_is_handed_over(tmp_path):
    """Its true size is told."""
    raw = mail("x" * 400_000)
    put(tmp_path, "1.a", raw)
    put(tmp_path, "2.b", mail())
    inbox = Inbox()

    MaildirSource(tmp_path, max_size=len(raw) - 1).fetch(inbox)

    assert (raw[:BEGINNING], len(raw)) == (inbox.kept[0].raw, inbox.kept[0].cut_from)
    assert None is inbox.kept[1].cut_from


def test_a_mail_of_exactly_the_limit_is_whole(tmp_path):
    """The limit itself is allowed."""
    put(tmp_path, "1.a", mail())
    inbox = Inbox()

    MaildirSource(tmp_path, max_size=len(mail())).fetch(inbox)

    assert (mail(), None) == (inbox.kept[0].raw, inbox.kept[0].cut_from)


def test_hidden_files_and_folders_are_no_mails(tmp_path):
    """Mail programs keep things of their own there."""
    put(tmp_path, ".lock", b"")
    (tmp_path / "new" / "folder").mkdir()

    assert MaildirSource(tmp_path, BIG).fetch(Inbox()) == 0


def test_a_missing_maildir_is_made(tmp_path):
    """The first fetch makes it."""
    assert MaildirSource(tmp_path / "a" / "b", BIG).fetch(Inbox()) == 0
    assert (tmp_path / "a" / "b" / "new").is_dir()


def test_a_maildir_that_cannot_be_made_is_unreachable(tmp_path):
    """The reason names the path."""
    (tmp_path / "file").write_text("")

    with pytest.raises(Unreachable, match="file"):
        MaildirSource(tmp_path / "file", BIG).fetch(Inbox())


def test_waiting_tells_whether_a_mail_lies_there(tmp_path):
    """A missing Maildir has none."""
    assert not waiting(tmp_path / "missing")
    source = MaildirSource(tmp_path, BIG)
    put(tmp_path, "1.a", mail())
    assert source.waiting()
    source.fetch(Inbox())
    assert not source.waiting()


def test_a_watcher_wakes_when_a_mail_comes(tmp_path):
    """It does so within its interval, and ends when told."""
    woken = threading.Event()
    watcher = MaildirWatcher(tmp_path, every=0.02)
    watcher.start(woken.set)

    assert not woken.wait(0.1)
    put(tmp_path, "1.a", mail())
    assert woken.wait(5)
    watcher.stop()


FETCH_AND_DIE = """
import os, sys
from pathlib import Path
from pbem.transport.maildir import MaildirSource
store = Path(sys.argv[2])
def accept(received):
    (store / str(len(list(store.iterdir())))).write_bytes(received.raw)
    if len(list(store.iterdir())) == int(sys.argv[3]):
        os.kill(os.getpid(), 9)
MaildirSource(Path(sys.argv[1]), 10**9).fetch(accept)
"""


@pytest.mark.parametrize("kill_after", [1, 3, 5])
def test_a_fetch_killed_between_storing_and_moving_loses_nothing(tmp_path, kill_after):
    """The mail in hand comes a second time; the store tells by its digest that it is the same."""
    maildir, store = tmp_path / "in", tmp_path / "store"
    store.mkdir()
    mails = [mail(f"move {number}") for number in range(5)]
    for number, raw in enumerate(mails):
        put(maildir, f"{number}.a", raw, delivered=number)

    command = [sys.executable, "-c", FETCH_AND_DIE, str(maildir), str(store)]
    killed = subprocess.run([*command, str(kill_after)], check=False, timeout=60)
    second = subprocess.run([*command, "0"], check=False, timeout=60)

    stored = [file.read_bytes() for file in sorted(store.iterdir())]
    assert (killed.returncode, second.returncode) == (-9, 0)
    assert len(stored) == 6
    assert set(mails) == set(stored)


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="no file here that refuses to be read")
def test_a_mail_that_cannot_be_read_is_told_after_the_others_were_handed_over(tmp_path):
    """The pass is not complete, so no deadline is judged in it."""
    put(tmp_path, "1.a", mail("one"), delivered=1)
    (tmp_path / "new" / "2.b").symlink_to("/proc/self/mem")
    put(tmp_path, "3.c", mail("three"), delivered=3)
    inbox = Inbox()

    with pytest.raises(Unreachable, match=r"2\.b"):
        MaildirSource(tmp_path, BIG).fetch(inbox)

    assert inbox.raws == [mail("one"), mail("three")]


def test_a_mail_that_another_process_took_is_passed_over(tmp_path):
    """Two services may look into one Maildir."""
    first, second = put(tmp_path, "1.a", mail("one"), delivered=1), put(tmp_path, "2.b", mail("two"), delivered=2)
    taken: list[bytes] = []

    def accept(received) -> None:
        taken.append(received.raw)
        first.unlink(missing_ok=True)
        second.unlink(missing_ok=True)

    assert MaildirSource(tmp_path, BIG).fetch(accept) == 1
    assert taken == [mail("one")]
