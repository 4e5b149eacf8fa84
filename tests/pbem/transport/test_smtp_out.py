"""Sending over SMTP: one connection a batch, and each refusal taken for what it is."""

from __future__ import annotations

import socket
import threading

import pytest
import stamina

from pbem.errors import AccountRefused, Unreachable
from pbem.transport.smtp_out import Server, SmtpSink
from tests.pbem.transport.mails import parcel
from tests.pbem.transport.relay import CERTIFICATE, Relay, context, running


@pytest.fixture(autouse=True)
def _no_waiting():
    """Try again at once."""
    with stamina.set_testing(True, attempts=2):
        yield


def sink(relay: Relay, **changes: object) -> SmtpSink:
    """Return a sink that sends through a relay."""
    settings = {"security": "none", "timeout": 5.0, **changes}
    return SmtpSink(Server("127.0.0.1", relay.port, **settings))


def results(sink: SmtpSink, *parcels: object) -> list[tuple[int, str]]:
    """Send and return what became of each."""
    return [(each.key, each.result) for each in sink.send(parcels)]


def test_a_batch_goes_over_one_connection():
    """Each mail with its own envelope, byte for byte."""
    with running(Relay()) as relay:
        sent = results(sink(relay), parcel(1), parcel(2, "bob@example.org"), parcel(3, "cem@example.org"))

    assert sent == [(1, "sent"), (2, "sent"), (3, "sent")]
    assert relay.connections == 1
    assert [each.rcpt_tos for each in relay.mails] == [["ann@example.org"], ["bob@example.org"], ["cem@example.org"]]
    assert parcel(1).raw == relay.mails[0].content
    assert relay.mails[0].mail_from == "turns@example.org"


def test_an_empty_batch_opens_no_connection():
    """There is nothing to say."""
    with running(Relay()) as relay:
        assert results(sink(relay)) == []
    assert relay.connections == 0


def test_lines_end_as_the_protocol_wants():
    """A mail stored with bare line feeds is sent with both octets."""
    with running(Relay()) as relay:
        results(sink(relay), parcel(1)._replace(raw=b"Subject: x\n\n.dot\nend"))

    assert relay.mails[0].content == b"Subject: x\r\n\r\n.dot\r\nend\r\n"


def test_the_null_sender_is_sent_as_such():
    """Automatic answers go out so."""
    with running(Relay()) as relay:
        results(sink(relay), parcel(1)._replace(sender=""))

    assert relay.mails[0].mail_from in ("", "<>")


def test_a_refused_recipient_touches_only_that_mail():
    """The next ones go out over the same connection."""
    relay = Relay(says={"bob@example.org": "550 5.1.1 No such user", "cem@example.org": "450 4.2.1 Mailbox busy"})
    with running(relay):
        sent = results(sink(relay), parcel(1, "bob@example.org"), parcel(2, "cem@example.org"), parcel(3))

    assert sent == [(1, "refused"), (2, "later"), (3, "sent")]
    assert relay.connections == 1


def test_the_reply_is_kept_with_its_code():
    """The operator reads it in the list."""
    relay = Relay(says={"bob@example.org": "550 5.1.1 No such user"})
    with running(relay):
        (delivery,) = sink(relay).send([parcel(1, "bob@example.org")])

    assert (delivery.code, delivery.text) == (550, "5.1.1 No such user")


@pytest.mark.parametrize("reply", ["550 5.4.5 Daily user sending limit exceeded", "421 4.7.28 Unusual rate of mail"])
def test_after_an_account_refusal_nothing_more_is_tried(reply):
    """The rest of the batch is answered for."""
    relay = Relay(data_says=[reply])
    with running(relay):
        sent = results(sink(relay), parcel(1), parcel(2), parcel(3))

    assert sent == [(1, "account"), (2, "account"), (3, "account")]
    assert relay.mails == []


def test_a_refused_mail_does_not_stop_the_batch():
    """A refusal of the content is about that mail."""
    relay = Relay(data_says=["554 5.6.0 Content rejected", "451 4.3.0 Try again"])
    with running(relay):
        sent = results(sink(relay), parcel(1), parcel(2), parcel(3))

    assert sent == [(1, "refused"), (2, "later"), (3, "sent")]


def test_a_connection_lost_after_the_mail_is_later_and_the_message_id_stays():
    """The mail may have gone out: it comes again, and the receiver sees by its id that it is the same."""
    with running(Relay(drop_after=1)) as relay:
        way = sink(relay)
        first = results(way, parcel(1), parcel(2))
        second = results(way, parcel(1))

    assert first == [(1, "later"), (2, "sent")]
    assert second == [(1, "sent")]
    copies = [each.content for each in relay.mails if b"<m1@example.org>" in each.content]
    assert [parcel(1).raw] * 2 == copies


def test_after_a_second_lost_connection_the_rest_waits():
    """A server that breaks off again and again is left alone until the next pass."""
    with running(Relay(drop_after=9)) as relay:
        sent = results(sink(relay), parcel(1), parcel(2), parcel(3), parcel(4))

    assert sent == [(1, "later"), (2, "later"), (3, "later"), (4, "later")]
    assert relay.connections == 2


def test_a_server_that_does_not_answer_puts_everything_off():
    """Nothing is raised."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        way = SmtpSink(Server("127.0.0.1", taken.getsockname()[1], "none", timeout=1))

        assert results(way, parcel(1), parcel(2)) == [(1, "later"), (2, "later")]


def test_a_silent_server_is_waited_for_no_longer_than_the_timeout():
    """It accepts the connection and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        way = SmtpSink(Server("127.0.0.1", silent.getsockname()[1], "none", timeout=0.2))

        assert results(way, parcel(1)) == [(1, "later")]


def test_a_refused_connection_for_our_sake_is_the_account_s():
    """Some servers say it in their greeting."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def greet() -> None:
            connection, _ = server.accept()
            connection.sendall(b"554 5.7.1 Your address is on a list\r\n")
            connection.recv(100)
            connection.close()

        greeter = threading.Thread(target=greet)
        greeter.start()
        sent = results(SmtpSink(Server("127.0.0.1", server.getsockname()[1], "none", timeout=5)), parcel(1))
        greeter.join()

    assert sent == [(1, "account")]


def test_a_connection_that_fails_once_is_tried_again():
    """The first one is cut, the second one carries the mail."""
    with running(Relay()) as relay, socket.create_server(("127.0.0.1", 0)) as gate:

        def cut_then_pass() -> None:
            gate.accept()[0].close()
            front, _ = gate.accept()
            back = socket.create_connection(("127.0.0.1", relay.port))
            pumps = [threading.Thread(target=pump, args=pair) for pair in ((front, back), (back, front))]
            for each in pumps:
                each.start()
            for each in pumps:
                each.join()
            front.close()
            back.close()

        helper = threading.Thread(target=cut_then_pass)
        helper.start()
        sent = results(SmtpSink(Server("127.0.0.1", gate.getsockname()[1], "none", timeout=5)), parcel(1))
        helper.join()

    assert sent == [(1, "sent")]


def pump(source: socket.socket, target: socket.socket) -> None:
    """Carry bytes one way until the source ends."""
    while data := source.recv(4096):
        target.sendall(data)
    target.shutdown(socket.SHUT_WR)


@pytest.mark.parametrize("address", ["ann@example.org\r\nRCPT TO:<eve@example.com>", "jürgen@example.org\udcff"])
def test_an_address_that_cannot_be_said_is_refused_and_the_rest_goes_on(address):
    """No command can be smuggled in."""
    with running(Relay()) as relay:
        sent = results(sink(relay), parcel(1, address), parcel(2))

    assert sent == [(1, "refused"), (2, "sent")]
    assert [each.rcpt_tos for each in relay.mails] == [["ann@example.org"]]


def test_an_address_beyond_ascii_is_sent_where_the_server_takes_it():
    """Otherwise it is refused."""
    with running(Relay(), enable_SMTPUTF8=True) as able:
        taken = results(sink(able), parcel(1, "jürgen@example.org"))
    with running(Relay(), enable_SMTPUTF8=False) as unable:
        refused = results(sink(unable), parcel(1, "jürgen@example.org"), parcel(2))

    assert taken == [(1, "sent")]
    assert able.mails[0].rcpt_tos == ["jürgen@example.org"]
    assert refused == [(1, "refused"), (2, "sent")]


def with_login(relay: Relay, **options: object) -> object:
    """Run a relay that wants STARTTLS and a login."""
    wants = {"tls_context": context(), "require_starttls": True, "auth_required": True, "authenticator": relay.login}
    return running(relay, **wants, **options)


def test_starttls_and_login():
    """The certificate is checked, and the password is right."""
    relay = Relay()
    with with_login(relay):
        way = sink(relay, security="starttls", user="turns", password="s3cret", ca_file=CERTIFICATE)
        assert results(way, parcel(1)) == [(1, "sent")]
        way.check()


@pytest.mark.parametrize(("password", "result"), [("pässwört", "sent"), ("päßwort", "account")])
def test_a_password_beyond_ascii_is_said_in_utf_8(password, result):
    """Right or wrong."""
    relay = Relay(password="pässwört")
    with with_login(relay):
        way = sink(relay, security="starttls", user="turns", password=password, ca_file=CERTIFICATE)
        assert results(way, parcel(1)) == [(1, result)]


def test_a_wrong_password_is_the_account_s_matter():
    """The outbox is held; `check` says it with a remedy."""
    relay = Relay()
    with with_login(relay):
        way = sink(relay, security="starttls", user="turns", password="wrong", ca_file=CERTIFICATE)
        assert results(way, parcel(1), parcel(2)) == [(1, "account"), (2, "account")]
        with pytest.raises(AccountRefused, match="app password") as refused:
            way.check()

    assert "wrong" not in str(refused.value)


def test_tls_from_the_first_octet():
    """As on port 465."""
    relay = Relay()
    with running(relay, ssl_context=context()):
        assert results(sink(relay, security="tls", ca_file=CERTIFICATE), parcel(1)) == [(1, "sent")]


def test_a_certificate_that_nobody_vouches_for_sends_nothing():
    """Not even a password."""
    relay = Relay()
    with with_login(relay):
        way = sink(relay, security="starttls", user="turns", password="s3cret")
        assert results(way, parcel(1)) == [(1, "later")]
        with pytest.raises(Unreachable, match="certificate"):
            way.check()


def test_a_server_without_starttls_is_told_no_password():
    """Somebody between us may have taken the offer out."""
    with running(Relay()) as relay:
        way = sink(relay, security="starttls", user="turns", password="s3cret")

        assert results(way, parcel(1)) == [(1, "account")]
    assert relay.mails == []


def test_a_password_is_not_shown():
    """Neither in a log nor in a traceback."""
    assert "s3cret" not in repr(Server("mail.example.org", 587, "starttls", "turns", "s3cret"))
