"""The in-memory twins keep the promises of the real ones."""

from __future__ import annotations

import pytest

from pbem.errors import TryLater, Unreachable
from pbem.transport.base import Delivery, Received
from pbem.transport.memory import MemoryListener, MemorySink, MemorySource, MemoryWatcher
from tests.pbem.transport.mails import NOON, Inbox, mail, parcel

ONE = Received(mail("move 1"), None, None, NOON, "memory")
TWO = Received(mail("move 2"), None, None, NOON, "memory")


def test_a_source_hands_over_all_in_order_and_only_once():
    """A second fetch finds nothing."""
    source, inbox = MemorySource([ONE, TWO]), Inbox()

    assert (source.fetch(inbox), source.fetch(inbox)) == (2, 0)
    assert inbox.kept == [ONE, TWO]


def test_a_mail_that_could_not_be_stored_stays_with_its_source():
    """The next fetch hands it over again."""
    source, inbox = MemorySource([ONE, TWO]), Inbox(failures=1)

    with pytest.raises(TryLater):
        source.fetch(inbox)

    assert source.fetch(inbox) == 2
    assert inbox.kept == [ONE, TWO]


def test_a_source_that_is_down_is_unreachable():
    """No deadline may be judged in such a pass."""
    source = MemorySource([ONE])
    source.down = True

    with pytest.raises(Unreachable):
        source.fetch(Inbox())


def test_a_listener_says_250_only_after_the_mail_was_stored():
    """Before that, and when it does not listen, it says 451."""
    listener, inbox = MemoryListener(), Inbox(failures=1)

    assert listener.deliver(ONE) == 451
    listener.start(inbox)
    assert (listener.deliver(ONE), listener.deliver(ONE)) == (451, 250)
    listener.stop()
    assert listener.deliver(TWO) == 451
    assert inbox.kept == [ONE]


def test_a_watcher_passes_on_each_ring_while_it_watches():
    """Rings before and after are nobody's."""
    rings: list[str] = []
    watcher = MemoryWatcher()

    watcher.ring()
    watcher.start(lambda: rings.append("ring"))
    watcher.ring()
    watcher.stop()
    watcher.ring()

    assert rings == ["ring"]


def test_a_sink_sends_in_order_and_answers_for_each_parcel():
    """An address may have an answer laid down; the rest is sent."""
    sink = MemorySink({"bob@example.org": Delivery(0, "refused", 550, "no such user")})
    parcels = [parcel(1), parcel(2, "bob@example.org"), parcel(3)]

    results = list(sink.send(parcels))

    assert [(each.key, each.result) for each in results] == [(1, "sent"), (2, "refused"), (3, "sent")]
    assert [each.key for each in sink.sent] == [1, 3]


def test_a_sink_tries_nothing_more_after_an_account_refusal():
    """The rest of the batch is answered for, and not sent."""
    sink = MemorySink({"ann@example.org": Delivery(0, "account", 535, "bad login")})

    results = list(sink.send([parcel(1), parcel(2, "bob@example.org")]))

    assert [(each.key, each.result) for each in results] == [(1, "account"), (2, "account")]
    assert sink.sent == []


def test_a_sink_that_is_down_puts_everything_off():
    """Nothing is raised for it."""
    sink = MemorySink()
    sink.down = True

    assert [each.result for each in sink.send([parcel(1), parcel(2)])] == ["later", "later"]
