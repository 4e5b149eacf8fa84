"""A Maildir for each recipient: whole mails only, under names that every system takes."""

from __future__ import annotations

import mailbox
import os

import pytest

from pbem.transport.maildir_out import MaildirSink, mailbox_name
from tests.pbem.transport.mails import NOON, at, parcel


def test_a_mail_lies_in_new_of_its_address_in_lower_case(tmp_path):
    """Any mail program can read it there."""
    sink = MaildirSink(tmp_path, at())

    results = list(sink.send([parcel(7, "Ann@Example.ORG")]))

    assert [(each.key, each.result) for each in results] == [(7, "sent")]
    assert os.listdir(tmp_path) == ["ann@example.org"]
    stored = next(iter(mailbox.Maildir(tmp_path / "ann@example.org", create=False)))
    assert stored["Message-ID"] == "<m7@example.org>"


def test_the_name_begins_with_the_time_and_holds_no_colon(tmp_path):
    """Readers sort by it; some systems refuse a colon."""
    list(MaildirSink(tmp_path, at()).send([parcel(7)]))

    (name,) = os.listdir(tmp_path / "ann@example.org" / "new")
    assert str(int(NOON.timestamp())) == name.partition(".")[0]
    assert ":" not in name
    assert os.listdir(tmp_path / "ann@example.org" / "tmp") == []


def test_two_mails_of_one_moment_are_two_files(tmp_path):
    """The outbox row's number tells them apart."""
    list(MaildirSink(tmp_path, at()).send([parcel(1), parcel(2)]))

    assert len(os.listdir(tmp_path / "ann@example.org" / "new")) == 2


def test_lines_end_as_in_a_file(tmp_path):
    """A Maildir holds the local form of a line's end."""
    list(MaildirSink(tmp_path, at()).send([parcel(1)]))

    (path,) = (tmp_path / "ann@example.org" / "new").iterdir()
    assert b"\r" not in path.read_bytes()


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("Ann@Example.ORG", "ann@example.org"),
        ("a/b@example.org", "a%2Fb@example.org"),
        ("a%2Fb@example.org", "a%252fb@example.org"),
        ("a:b\\c@example.org", "a%3Ab%5Cc@example.org"),
        ("../../etc@example.org", None),
        (".@example.org", None),
        ("", None),
        ("a" * 250 + "@example.org", None),
    ],
)
def test_no_address_leads_out_of_the_folder(address, name):
    """What a file system does not take is written otherwise, or refused."""
    assert name == mailbox_name(address)


def test_an_address_without_a_folder_is_refused_and_the_rest_goes_on(tmp_path):
    """One bad address blocks nobody."""
    results = list(MaildirSink(tmp_path, at()).send([parcel(1, "../x@example.org"), parcel(2)]))

    assert [each.result for each in results] == ["refused", "sent"]


def test_a_disk_that_takes_nothing_puts_the_mail_off(tmp_path):
    """It is tried again later, under the same Message-ID."""
    (tmp_path / "ann@example.org").write_text("in the way")

    assert [each.result for each in MaildirSink(tmp_path, at()).send([parcel(1)])] == ["later"]
