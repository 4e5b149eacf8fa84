"""The real programs that some tests start, and which of them are missing here."""

from __future__ import annotations

import os
import shutil

SBIN = "/usr/sbin:/sbin"
PROGRAMS = {
    "dovecot": ("dovecot",),
    "postfix": ("postfix", "postmap"),
    "mutt": ("mutt",),
    "chromium": ("chromium",),
}


def program(name: str) -> str | None:
    """Return where a program lies, administrators' folders included."""
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:{SBIN}")


def missing(group: str) -> str:
    """Return why a group cannot run, or nothing."""
    absent = [name for name in PROGRAMS[group] if program(name) is None]
    if absent:
        return f"{', '.join(absent)} is not installed"
    return (
        "" if group == "mutt" or group == "chromium" or os.geteuid() == 0 else "the servers want to be started by root"
    )


def all_missing() -> str:
    """Return the groups that cannot run here, each with its reason, on one line; empty where all can."""
    reasons = {group: missing(group) for group in PROGRAMS}
    return "; ".join(f"{group} ({reason})" for group, reason in reasons.items() if reason)
