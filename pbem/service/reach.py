"""Notes since when mails cannot be fetched, so that the host learns it from `pbem status` and not from his players."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.service.office import Office
from pbem.store import people

UNREACHED_SINCE = "no mails fetched since"
UNREACHED_BECAUSE = "no mails fetched because"


def note_fetch(office: Office, reasons: Sequence[str], now: int) -> None:
    """Write down why mails could not be fetched in this pass, and since when; nothing where all is as before.

    Args:
        office: the service's tools.
        reasons: one for each place that could not be read; empty where all could.
        now: the time, in Unix seconds.
    """
    because = "; ".join(reasons)
    with office.database.read() as unit:
        before = people.setting(unit, UNREACHED_BECAUSE) or ""
    if because == before:
        return
    with office.database.write() as unit:
        people.set_setting(unit, UNREACHED_BECAUSE, because)
        if not before:
            people.set_setting(unit, UNREACHED_SINCE, str(now))
