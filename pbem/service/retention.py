"""Once a day what is kept no longer is emptied: raw mails that have served their time."""

from __future__ import annotations

import structlog

from pbem.service.limits import HOUR
from pbem.service.office import Office
from pbem.service.report import ENDED
from pbem.store import mails, people

DAY = 86_400
_DONE_ON = "emptied"

log = structlog.get_logger()


def empty(office: Office, now: int) -> int:
    """Empty the raw mails older than the host wants to keep, at most once a day, and return how many there were.

    Mails of unfinished games stay, and so do those that wait in quarantine. What was
    written and what was done with it stays on the record; only the bytes as they came in or went out are gone.
    """
    with office.database.read() as unit:
        last = people.setting(unit, _DONE_ON)
    if last is not None and now - int(last) < DAY:
        return 0
    with office.database.write() as unit:
        emptied = mails.empty_old(unit, now - office.config.retention.days * DAY, ENDED)
        people.forget_counts(unit, now // HOUR - 1)
        people.set_setting(unit, _DONE_ON, str(now))
    if emptied:
        log.info("old mails emptied", mails=emptied)
    return emptied
