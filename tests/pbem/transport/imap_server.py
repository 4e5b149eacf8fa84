"""A small real IMAP server in memory, and a hand that puts mails into it and looks at what is there."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime

from imapclient import IMAPClient

from pbem.transport.imap_client import Mailbox

USER, PASSWORD = "turns", "s3cret"


@contextmanager
def running(password: str = PASSWORD) -> Iterator[int]:
    """Run the server on a free port; it has one mailbox."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = ["--host", "127.0.0.1", "--port", str(port), "--no-tls", "--no-service", "admin"]
    command = [sys.executable, "-c", "from pymap.main import main; main()", *options]
    command += ["--no-service", "managesieve", "dict", "--demo-user", USER, "--demo-password", password]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for(port)
        yield port
    finally:
        process.terminate()
        process.wait(10)


def wait_for(port: int, seconds: float = 15) -> None:
    """Wait until something listens on a port."""
    until = time.monotonic() + seconds
    while True:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        if time.monotonic() > until:
            raise TimeoutError(f"nothing listens on port {port}")
        time.sleep(0.05)


class Hand:
    """A person's own mail program on the same mailbox."""

    def __init__(self, mailbox: Mailbox) -> None:
        self.mailbox = mailbox
        self.client = IMAPClient(mailbox.host, mailbox.port, ssl=False, timeout=10)
        login = self.client.login if mailbox.password.isascii() else self.client.plain_login
        login(mailbox.user, mailbox.password)
        self.client.normalise_times = False

    def put(self, raw: bytes, when: datetime | None = None, folder: str = "INBOX", flags: tuple = ()) -> None:
        """Lay a mail into a folder, delivered at a time."""
        self.client.append(folder, raw, flags, when)

    def see(self, folder: str = "INBOX") -> list[tuple[bytes, tuple[bytes, ...]]]:
        """Return each mail in a folder with its flags, in the order of arrival."""
        if not self.client.folder_exists(folder):
            return []
        self.client.select_folder(folder, readonly=True)
        found = self.client.fetch(self.client.search("ALL"), ["BODY.PEEK[]", "FLAGS"])
        hidden = (b"\\Recent",)
        return [
            (found[uid][b"BODY[]"], tuple(f for f in found[uid][b"FLAGS"] if f not in hidden)) for uid in sorted(found)
        ]

    def raws(self, folder: str = "INBOX") -> list[bytes]:
        """Return the mails in a folder."""
        return [raw for raw, _ in self.see(folder)]

    def empty(self) -> None:
        """Take everything away."""
        for flags, _, folder in self.client.list_folders():
            if b"\\Noselect" in flags:
                continue
            self.client.select_folder(folder)
            self.client.delete_messages(self.client.search("ALL"))
            self.client.expunge()
            if folder != "INBOX":
                self.client.close_folder()
                self.client.delete_folder(folder)

    def close(self) -> None:
        """Leave."""
        with suppress(Exception):
            self.client.logout()
