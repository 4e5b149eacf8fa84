"""The IMAP server tells of new mail itself (IDLE): on a connection of its own, made anew whenever it breaks."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from selectors import EVENT_READ, DefaultSelector
from ssl import SSLWantReadError

from imapclient import IMAPClient

from pbem.errors import AccountRefused, PbemError
from pbem.transport.imap_client import REFUSED_WAIT, Mailbox, connected

# A peer that has gone silent is noticed only when it is asked something.
_REISSUE = 240.0
_LOOK = 1.0
_FIRST_WAIT = 1.0
_LONGEST_WAIT = 60.0

_log = logging.getLogger(__name__)


class ImapWatcher:
    """Waits in IDLE and wakes whoever fetches; where the server has no IDLE, polling must do.

    Args:
        mailbox: where to wait.
        reissue: after how many seconds IDLE is said anew.
    """

    def __init__(self, mailbox: Mailbox, reissue: float = _REISSUE) -> None:
        self._mailbox = mailbox
        self._reissue = reissue
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, wake: Callable[[], None]) -> None:
        """Call `wake` whenever mail may have come, after each reconnect too."""
        self._stopped.clear()
        self._thread = threading.Thread(target=self._run, args=(wake,), name="imap-watcher", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop waiting; it takes a second, or the timeout where the server is silent."""
        self._stopped.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self, wake: Callable[[], None]) -> None:
        wait = _FIRST_WAIT
        while not self._stopped.is_set():
            try:
                with connected(self._mailbox) as client:
                    wait = _FIRST_WAIT
                    if not self._watch(client, wake):
                        return
            except Exception as error:
                # Whatever a server may say, the thread lives on; what nobody foresaw is told in full.
                if not isinstance(error, PbemError):
                    _log.exception("a fault while mail was waited for")
                wait = REFUSED_WAIT if isinstance(error, AccountRefused) else wait
                _log.warning("waiting for mail is interrupted for %.0f s: %s", wait, error)
                self._stopped.wait(wait)
                wait = min(2 * wait, _LONGEST_WAIT)

    def _watch(self, client: IMAPClient, wake: Callable[[], None]) -> bool:
        """Wait until told to stop; return False where the server has no IDLE."""
        if not client.has_capability("IDLE"):
            _log.info("%s has no IDLE; the mailbox is polled", self._mailbox.host)
            return False
        client.select_folder(self._mailbox.folder, readonly=True)
        wake()  # Something may have come while nobody waited.
        while not self._stopped.is_set():
            client.idle()
            self._wait(client)
            _, answers = client.idle_done()
            if any(map(_is_news, answers)):
                wake()
        return True

    def _wait(self, client: IMAPClient) -> None:
        """Wait until the server says something; what it is, is read when IDLE has ended and whole lines have come."""
        with DefaultSelector() as selector:
            selector.register(client.socket(), EVENT_READ)
            for _ in range(max(1, int(self._reissue / _LOOK))):
                if self._stopped.is_set() or _holds_more(client) or selector.select(_LOOK):
                    return


def _holds_more(client: IMAPClient) -> bool:
    """Return whether something was read ahead, or unpacked by TLS, that nobody has looked at yet.

    What came between two IDLEs is told right behind the server's go-ahead, and is read together with it; the
    connection itself does not show it any more.
    """
    connection = client.socket()
    patience = connection.gettimeout()
    connection.setblocking(False)
    try:
        return bool(client._imap.file.peek(1))
    except SSLWantReadError:
        return False
    finally:
        connection.settimeout(patience)


def _is_news(answer: object) -> bool:
    return isinstance(answer, tuple) and len(answer) > 1 and answer[1] in (b"EXISTS", b"RECENT")
