"""What every use case needs at hand; made once by `pbem.app.build`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import tzinfo

from engines.api import Engine
from pbem.config import Config
from pbem.mail.address import Addresses
from pbem.mail.render import Renderer
from pbem.mail.signature import KeyLookup
from pbem.store.database import Database

BATCH = 64
"""The most mails processed in one transaction."""


@dataclass(frozen=True, slots=True)
class Office:
    """The service's tools and its standing rules.

    Attributes:
        config: the operator's wishes.
        database: where everything is kept.
        engines: the games by name.
        renderer: the words.
        addresses: our mailbox, and the addresses that it signs.
        zone: the zone in which times are shown.
        message_id: mints the Message-ID of a new mail; it cannot be guessed.
        token: mints secrets of so many octets: codes of invitations, seeds of matches.
        lookup: asks the DNS for keys of signatures; None where we check no signatures ourselves.
    """

    config: Config
    database: Database
    engines: Mapping[str, Engine]
    renderer: Renderer
    addresses: Addresses
    zone: tzinfo
    message_id: Callable[[], str]
    token: Callable[[int], bytes]
    lookup: KeyLookup | None = None
