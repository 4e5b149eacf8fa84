"""A Postfix of our own, beside any of the host's: its queue, its log and its ports in one folder, nothing leaves it."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from pathlib import Path

from tests.programs import program
from tests.real.folder import free_port, listens, run, wait_until

MAIN = """
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
meta_directory = {folder}/etc
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file = {folder}/log/postfix.log
maillog_file_prefixes = {folder}
maillog_file_permissions = 0644
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mail.example.org
mydestination =
mynetworks = 127.0.0.0/8
alias_maps =
alias_database =
local_recipient_maps =
recipient_delimiter = +
always_add_missing_headers = yes
message_size_limit = 40000000
mailbox_size_limit = 0
default_transport = error:5.4.4 nothing leaves this test
relay_transport = error:5.4.4 nothing leaves this test
disable_dns_lookups = yes
smtp_host_lookup = native
lmtp_host_lookup = native
minimal_backoff_time = 1s
maximal_backoff_time = 2s
queue_run_delay = 1s
transport_retry_time = 1s
smtpd_peername_lookup = no
"""

MASTER = """
127.0.0.1:{smtp} inet n - n - - smtpd
127.0.0.1:{submission} inet n - n - - smtpd
  -o syslog_name=postfix/submission
  -o smtpd_tls_security_level={submission_tls}
  -o smtpd_sasl_auth_enable={submission_auth}
  -o smtpd_relay_restrictions={submission_restrictions}
127.0.0.1:{smtps} inet n - n - - smtpd
  -o syslog_name=postfix/smtps
  -o smtpd_tls_wrappermode={wrapped}
  -o smtpd_sasl_auth_enable={submission_auth}
  -o smtpd_relay_restrictions={submission_restrictions}
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 1 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
proxywrite unix - - n - 1 proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
virtual unix - n n - - virtual
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
{services}
"""


@dataclass
class Postfix:
    """A running server.

    Attributes:
        folder: where all its files lie.
        settings: lines for main.cf beyond the usual ones.
        services: lines for master.cf beyond the usual ones.
        files: tables by their names; `{folder}` in settings is the folder they lie in.
        smtp, submission, smtps: its ports; the second wants STARTTLS and a login where `auth` is a port of a
            Dovecot, and the third begins with TLS.
    """

    folder: Path
    settings: str = ""
    services: str = ""
    files: dict[str, str] = field(default_factory=dict)
    auth: int = 0
    cert: Path | None = None

    def start(self) -> None:
        """Write the configuration and start."""
        self.smtp, self.submission, self.smtps = free_port(), free_port(), free_port()
        for each in ("etc", "queue", "data", "log"):
            (self.folder / each).mkdir(parents=True)
        shutil.chown(self.folder / "data", "postfix")
        for each in ("postfix-files", "dynamicmaps.cf"):
            shutil.copy(f"/etc/postfix/{each}", self.folder / "etc")
        for each in ("postfix-files.d", "dynamicmaps.cf.d"):
            (self.folder / "etc" / each).mkdir()
        for name, content in self.files.items():
            (self.folder / "etc" / name).write_text(content)
        (self.folder / "etc" / "main.cf").write_text(self._main())
        (self.folder / "etc" / "master.cf").write_text(self._master())
        self.command("start")
        for port in (self.smtp, self.submission):
            wait_until(lambda port=port: listens(port), f"postfix listening on {port}")

    def stop(self) -> None:
        """Stop, whatever the state."""
        self.command("stop", check=False)

    def command(self, *arguments: str, check: bool = True) -> None:
        """Give the server a command: start, stop, flush."""
        run([str(program("postfix")), "-c", str(self.folder / "etc"), *arguments], check)

    def log(self) -> str:
        """Return what it has logged."""
        path = self.folder / "log" / "postfix.log"
        return path.read_text() if path.exists() else ""

    def _main(self) -> str:
        tls = f"\nsmtpd_tls_cert_file = {self.cert}\nsmtpd_tls_key_file = {self.cert}" if self.cert else ""
        sasl = f"\nsmtpd_sasl_type = dovecot\nsmtpd_sasl_path = inet:127.0.0.1:{self.auth}" if self.auth else ""
        own = self.settings.replace("{folder}", str(self.folder / "etc"))
        return MAIN.format(folder=self.folder) + own + tls + sasl + "\n"

    def _master(self) -> str:
        closed = {"submission_tls": "encrypt", "submission_auth": "yes", "wrapped": "yes"}
        opened = {"submission_tls": "none", "submission_auth": "no", "wrapped": "no"}
        restrictions = "permit_sasl_authenticated,reject" if self.auth else "permit_mynetworks,reject"
        ports = {"smtp": self.smtp, "submission": self.submission, "smtps": self.smtps}
        return MASTER.format(
            services=self.services, submission_restrictions=restrictions, **ports, **(closed if self.auth else opened)
        )
