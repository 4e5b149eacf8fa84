"""A newcomer with mutt: he joins with the code of an invitation and plays up to his second turn."""

from __future__ import annotations

import re
import sys
from email import message_from_bytes, policy
from pathlib import Path

import pexpect
import pytest

from tests.pbem.by_mail import furnish, pbem, serving
from tests.real.folder import free_port, open_folder, wait_until

pytestmark = pytest.mark.needs("mutt")

ANN = "ann@example.org"
PATIENCE = 60

# The editor stands for the person: it puts the orders on top and leaves the quote below.
EDITOR = """#!{python}
import pathlib, sys
mail = pathlib.Path(sys.argv[1])
mail.write_text(pathlib.Path("{orders}").read_text() + "\\n" + mail.read_text())
"""

MUTTRC = """set from="{address}" realname="Ann" use_from=yes hostname="example.org"
set mbox_type=Maildir folder="{folder}" spoolfile="{mailbox}" record="" copy=no
set smtp_url="smtp://127.0.0.1:{port}" ssl_starttls=no ssl_force_tls=no
set reply_to=yes editor="{editor}" edit_headers=no include=yes fast_reply=yes abort_unmodified=no abort_nosubject=no
set sort=date-received wait_key=no sleep_time=0 confirmcreate=no mark_old=no quit=yes move=no beep=no
set send_charset="utf-8" charset="utf-8"
"""


class Mutt:
    """Debian's mutt with a mailbox, driven through a terminal."""

    def __init__(self, folder: Path, mailbox: Path, port: int) -> None:
        self.folder = folder
        self.mailbox = mailbox
        self.orders = folder / "orders.txt"
        editor = folder / "editor"
        editor.write_text(EDITOR.format(python=sys.executable, orders=self.orders))
        editor.chmod(0o755)
        settings = {"address": ANN, "mailbox": mailbox, "folder": folder, "port": port, "editor": editor}
        (folder / "muttrc").write_text(MUTTRC.format(**settings))

    def write(self, to: str, subject: str, text: str) -> None:
        """Write a fresh mail and send it."""
        self._send(["-s", subject, to], text, keys="")

    def reply(self, text: str, subject: str) -> None:
        """Reply to the newest mail that has these words in its subject."""
        self._send(["-f", str(self.mailbox)], text, keys=f"l{subject}\r*r")

    def _send(self, arguments: list[str], text: str, keys: str) -> None:
        self.orders.write_text(text)
        command = ["-n", "-F", str(self.folder / "muttrc"), *arguments]
        terminal = pexpect.spawn("mutt", command, dimensions=(24, 80), timeout=PATIENCE, env=self._environment())
        try:
            if keys:
                terminal.expect("Msgs:")
                terminal.send(keys)
            # A fresh mail is asked for its recipient and subject, which stand there already.
            while terminal.expect(["y:Send", "To: ", "Subject: "]):
                terminal.send("\r")
            terminal.send("y")
            if keys:
                terminal.expect("Mail sent")
                terminal.send("q")
            terminal.expect(pexpect.EOF)
        finally:
            terminal.close(force=True)

    def _environment(self) -> dict[str, str]:
        return {"TERM": "xterm", "HOME": str(self.folder), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}

    def turns(self) -> int:
        """Return how many mails have asked for orders."""
        return sum("YOU CAN NOW" in text for text in self.texts())

    def texts(self) -> list[str]:
        """Return the plain text of every mail in the mailbox, oldest first."""
        found = (*self.mailbox.glob("new/*"), *self.mailbox.glob("cur/*"))
        paths = sorted(found, key=lambda path: path.stat().st_mtime_ns)
        mails = [message_from_bytes(path.read_bytes(), policy=policy.default) for path in paths]
        return [str(mail.get_body(("plain",)).get_content()) for mail in mails]


def test_mutt_plays_from_join_to_the_second_turn() -> None:
    """Join, confirm, one whole turn from the mail's own example, and the mail of the second turn."""
    with open_folder() as folder:
        port = free_port()
        house = furnish(folder / "house", {"inbound.smtp": f"127.0.0.1:{port}", "mail.address": "turns@example.org"})
        pbem(house, "game", "new", "istanbul", "--seats", "2", "--bot", "Robo:1", "--seed", "5e" * 32)
        invitation = pbem(house, "game", "invite", "1", "--print")
        code = re.search(r"join[ %20]+([0-9a-z]+)", invitation)
        assert code
        mailbox = house / "outbound" / ANN
        mutt = Mutt(folder, mailbox, port)
        with serving(house):
            wait_until(lambda: b"listening" in (house / "serve.log").read_bytes(), "the start", PATIENCE)
            mutt.write("turns+join@example.org", f"join {code[1]}", f"join {code[1]}")
            wait_until(lambda: any("accept" in text for text in mutt.texts()), "the question", PATIENCE)

            mutt.reply("accept", "note from the game")
            wait_until(lambda: any("YOU CAN NOW" in text for text in mutt.texts()), "the first turn", PATIENCE)

            first = next(text for text in mutt.texts() if "YOU CAN NOW" in text)
            example = re.search(r"^For example:  (.+)$", first, re.MULTILINE)
            assert example
            mutt.reply(example[1], "your move")
            wait_until(lambda: mutt.turns() > 1, "the second turn", PATIENCE)

        answers = [text for text in mutt.texts() if "YOUR ORDERS" in text]
        assert len(answers) == 1
        assert "not done" not in answers[0]
        assert re.search(r"Your move, .*Ann", mutt.texts()[-1])
