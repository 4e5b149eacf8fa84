"""`pbem serve`: passes at once when mail comes, and every so often by the scheduler, until it is told to stop."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType

import structlog
from apscheduler.schedulers.background import BackgroundScheduler

from pbem.app import App, stop_all
from pbem.errors import PbemError
from pbem.probe import Neighbours
from pbem.transport.base import Listener, Received, Watcher

_LOOK_SECONDS = 0.5

log = structlog.get_logger()


class Service:
    """A running service: listeners push, watchers ring, the scheduler polls, and all of them only ask for a pass."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.ports: list[int] = []
        self._wake = threading.Event()
        self._stopping = threading.Event()
        self._neighbours = Neighbours(app.office.config)
        self._scheduler = BackgroundScheduler(timezone="UTC")

    def run(self, ready: Callable[[list[int]], None] = lambda ports: None) -> None:
        """Serve until `stop` is called, then finish the pass at work and let go of everything.

        Args:
            ready: called with the bound ports once mail is taken.
        """
        started = self._start()
        try:
            ready(self.ports)
            self._wake.set()
            while not self._stopping.is_set():
                self._wake.wait()
                self._wake.clear()
                if not self._stopping.is_set():
                    self._pass()
        finally:
            self._scheduler.shutdown(wait=True)
            self._neighbours.close()
            stop_all(started)
            self.app.close()
            log.info("stopped")

    def stop(self, *_: int | FrameType | None) -> None:
        """Ask the service to stop; also a signal handler."""
        self._stopping.set()
        self._wake.set()

    def wake(self) -> None:
        """Ask for a pass as soon as possible."""
        self._wake.set()

    def _start(self) -> list[Listener | Watcher]:
        started: list[Listener | Watcher] = []
        try:
            for listener in self.app.listeners:
                self.ports.append(listener.start(self._accept))
                started.append(listener)
            for watcher in self.app.watchers:
                watcher.start(self.wake)
                started.append(watcher)
        except PbemError:
            stop_all(started)
            raise
        every = self.app.office.config.inbound.poll.total_seconds()
        self._scheduler.add_job(
            self.wake, "interval", seconds=every, misfire_grace_time=None, coalesce=True, max_instances=1
        )
        self._scheduler.add_job(
            self._look, "interval", seconds=_LOOK_SECONDS, misfire_grace_time=None, coalesce=True, max_instances=1
        )
        self._scheduler.start()
        log.info("serving", ports=self.ports)
        return started

    def _look(self) -> None:
        """Make a pass at once where another process has left us something to do."""
        if self._neighbours.wrote(self.app.now()):
            self.wake()

    def _accept(self, received: Received) -> None:
        self.app.accept(received)
        self.wake()

    def _pass(self) -> None:
        try:
            passed = self.app.tick()
        except PbemError as failure:
            log.warning("pass failed", reason=failure.reason)
        except Exception:
            # The loop outlives whatever a pass stumbles over; the mails are stored and the next pass tries again.
            log.exception("pass failed")
        else:
            if passed.fetched or passed.processed or passed.expired or passed.sent:
                log.info(
                    "passed",
                    fetched=passed.fetched,
                    processed=passed.processed,
                    expired=passed.expired,
                    sent=passed.sent,
                )


def handle_signals(service: Service) -> None:
    """Stop cleanly on SIGTERM and on Ctrl-C."""
    signal.signal(signal.SIGTERM, service.stop)
    signal.signal(signal.SIGINT, service.stop)
