"""A Dovecot of our own: IMAP, LMTP delivery and logins on loopback, all its files in one folder."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from tests.pbem.transport.relay import CERTIFICATE
from tests.programs import program
from tests.real.folder import free_port, listens, run, wait_until

MAIL = 8
"""The number of Debian's user and group `mail`; Dovecot refuses to act for root."""
PASSWORD = "s3cret"

CONFIG = """
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/dovecot.log
info_log_path = {folder}/dovecot.log
instance_name = pbem-test
listen = 127.0.0.1
protocols = imap lmtp
ssl = yes
ssl_cert = <{folder}/cert.pem
ssl_key = <{folder}/cert.pem
disable_plaintext_auth = no
auth_mechanisms = plain login
mail_uid = mail
mail_gid = mail
first_valid_uid = 8
first_valid_gid = 8
mail_location = maildir:~/Maildir
recipient_delimiter = +
auth_username_format = %n
lmtp_save_to_detail_mailbox = no
passdb {{
  driver = passwd-file
  args = username_format=%n {folder}/users
}}
userdb {{
  driver = passwd-file
  args = username_format=%n {folder}/users
}}
namespace inbox {{
  inbox = yes
  separator = {separator}
  prefix = {prefix}
}}
service imap-login {{
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = {imaps}
    ssl = yes
  }}
  chroot =
}}
service lmtp {{
  inet_listener lmtp {{
    address = 127.0.0.1
    port = {lmtp}
  }}
}}
service auth {{
  inet_listener sasl {{
    address = 127.0.0.1
    port = {auth}
  }}
}}
service anvil {{
  chroot =
}}
service stats {{
  unix_listener stats-writer {{
    mode = 0666
  }}
}}
"""


@dataclass
class Dovecot:
    """A running server.

    Attributes:
        folder: where all its files lie.
        imap, imaps, lmtp, auth: its ports.
        cert: its certificate, for clients.
    """

    folder: Path
    users: tuple[str, ...] = ("turns", "ann", "bob", "cem")
    separator: str = "."
    prefix: str = ""

    def start(self) -> None:
        """Write the configuration and start."""
        self.imap, self.imaps, self.lmtp, self.auth = (free_port() for _ in range(4))
        for each in ("run", "state", "home"):
            (self.folder / each).mkdir(parents=True)
        self.cert = Path(shutil.copy(CERTIFICATE, self.folder / "cert.pem"))
        for user in self.users:
            (self.folder / "home" / user).mkdir()
        for each in (self.folder / "home", *(self.folder / "home").iterdir()):
            shutil.chown(each, MAIL, MAIL)
        (self.folder / "users").write_text("".join(self._line(user) for user in self.users))
        settings = {name: getattr(self, name) for name in ("folder", "separator", "prefix")}
        ports = {name: getattr(self, name) for name in ("imap", "imaps", "lmtp", "auth")}
        (self.folder / "dovecot.conf").write_text(CONFIG.format(**settings, **ports))
        self._run()
        for port in ports.values():
            wait_until(lambda port=port: listens(port), f"dovecot listening on {port}")

    def stop(self) -> None:
        """Stop, whatever the state."""
        self._run("stop", check=False)

    def log(self) -> str:
        """Return what it has logged."""
        path = self.folder / "dovecot.log"
        return path.read_text() if path.exists() else ""

    def maildir(self, user: str) -> Path:
        """Return where a user's mails lie."""
        return self.folder / "home" / user / "Maildir"

    def _line(self, user: str) -> str:
        return f"{user}:{{PLAIN}}{PASSWORD}:{MAIL}:{MAIL}::{self.folder}/home/{user}::\n"

    def _run(self, *arguments: str, check: bool = True) -> None:
        run([str(program("dovecot")), "-c", str(self.folder / "dovecot.conf"), *arguments], check)
