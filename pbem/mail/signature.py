"""Checks DKIM signatures ourselves, where the receiving server says nothing and the host asks for it.

Only a signature that covers the whole mail and its only From field counts; whatever else happens, nothing is vouched
for. The look-up of keys is handed in, since nothing here touches the network.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from pbem.errors import Unreadable
from pbem.mail import mime

KeyLookup: TypeAlias = Callable[[str], bytes | None]
"""Returns the TXT record of a name, or None."""

MOST_SIGNATURES = 5
LARGEST_MAIL = 1024 * 1024
"""Octets; checking a signature takes copies of the mail."""

_TAG = re.compile(r"\s*([a-z]{1,10})\s*=\s*([^;]*?)\s*", re.IGNORECASE)
_ONCE = ("from", "sender", "subject", "date", "message-id", "to")


def signers(raw: bytes, lookup: KeyLookup) -> tuple[str, ...]:
    """Return the domains, in lower case, whose valid signatures cover the whole mail. Nothing is raised."""
    try:
        found = mime.structure(raw) if len(raw) <= LARGEST_MAIL else None
    except Unreadable:
        found = None
    if found is None or _ambiguous(found):
        return ()
    signatures = [field.value for field in found.fields if field.name == "dkim-signature"][:MOST_SIGNATURES]
    domains = (_domain(value) for value in signatures)
    return tuple(
        dict.fromkeys(domain for at, domain in enumerate(domains) if domain and _valid(found.raw, at, domain, lookup))
    )


def _ambiguous(found: mime.Structure) -> bool:
    """Tell whether a field stands twice of which a signature may cover one and a reader may show the other."""
    names = [field.name for field in found.fields]
    return "from" not in names or any(names.count(name) > 1 for name in _ONCE)


def _domain(value: str) -> str:
    """Return the domain of a signature that covers the From field and is not limited in length, else ""."""
    matches = [_TAG.fullmatch(piece) for piece in value.split(";") if piece.strip()]
    tags = {found[1].casefold(): found[2] for found in matches if found}
    signed = [name.strip().casefold() for name in tags.get("h", "").split(":")]
    # Whatever stands behind the first l= octets could have been added by anybody.
    if not all(matches) or len(tags) != len(matches) or "l" in tags or "from" not in signed:
        return ""
    return tags.get("d", "").casefold()


def _valid(raw: bytes, at: int, domain: str, lookup: KeyLookup) -> bool:
    def text_record(name: bytes | str, timeout: int = 5) -> bytes | None:
        return lookup(name.decode("ascii") if isinstance(name, bytes) else name)

    try:
        # An extra: whoever does not ask for this check does not need the library.
        import dkim

        checked = dkim.DKIM(raw)
        return bool(checked.verify(idx=at, dnsfunc=text_record)) and checked.domain.decode().casefold() == domain
    except Exception:
        # The library raises much more than its own errors, failures of the look-up among it.
        return False
