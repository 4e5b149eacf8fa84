"""The addresses that pbem is reached at: signed reply, confirming and bounce addresses, and the one for first mails.

A reply address is all the proof that a player needs, so it cannot be guessed, survives clients that change the case
of letters, and says by itself which game, seat and phase it belongs to:

    turns+g12.s3.p17.<key id><mac>@play.example.org
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import unicodedata
from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from pbem.errors import Misconfigured
from pbem.mail.charset import lowered

LONGEST_LOCAL_PART = 40
"""Octets; the standard allows 64, but long addresses make clients wrap the line that introduces a quote."""

LONGEST_ADDRESS = 254

_MAC_OCTETS = 10
_KEY_IDS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")
_NUMBER = r"([1-9][0-9]{0,11})"
_SIGNATURE = r"([a-z0-9])[a-z2-7]{16}"
_SIGNED = (
    ("reply", re.compile(rf"g{_NUMBER}\.s{_NUMBER}\.p(0|[1-9][0-9]{{0,11}})\.{_SIGNATURE}", re.ASCII)),
    ("confirm", re.compile(rf"c{_NUMBER}\.{_SIGNATURE}", re.ASCII)),
    ("bounce", re.compile(rf"b{_NUMBER}\.{_SIGNATURE}", re.ASCII)),
    ("unsubscribe", re.compile(rf"u{_NUMBER}\.{_SIGNATURE}", re.ASCII)),
)
_JOIN = "join"
_ONE_MAILBOX = {"googlemail.com": "gmail.com", "gmail.com": "gmail.com"}


class Reply(NamedTuple):
    """The place that a reply address belongs to."""

    game: int
    seat: int
    phase: int


class Confirm(NamedTuple):
    """The question, by its number, that a confirming mail put."""

    number: int


class Bounce(NamedTuple):
    """The sent mail, by its number, whose failure is told to this address."""

    number: int


class Unsubscribe(NamedTuple):
    """The address, by its number, that wants no more mails."""

    number: int


class Join(NamedTuple):
    """The address for first mails; it proves nothing."""


class Forged(NamedTuple):
    """A tag that looks signed, or is unknown, and that no key of ours has signed."""


Tag: TypeAlias = Reply | Confirm | Bounce | Unsubscribe | Join | Forged


_NUMBERED: Mapping[str, type[Confirm] | type[Bounce] | type[Unsubscribe]] = {
    "confirm": Confirm,
    "bounce": Bounce,
    "unsubscribe": Unsubscribe,
}


class Keys(NamedTuple):
    """The secrets that sign addresses.

    Attributes:
        secrets: for each one-character key id its secret; all of them are accepted.
        current: the id of the key that signs new addresses.
    """

    secrets: Mapping[str, bytes]
    current: str


class Addresses:
    """Mints the addresses of one mailbox, and tells what a recipient's address means.

    Args:
        address: the mailbox, "turns@play.example.org".
        keys: the secrets that sign.
        plus: False where the plus part of an address gets lost on its way here; then all of ours are the mailbox alone,
            and what a mail belongs to is known by the Message-ID that it answers.

    Raises:
        Misconfigured: for an address or keys that cannot be used.
    """

    def __init__(self, address: str, keys: Keys, *, plus: bool = True) -> None:
        local, at, domain = address.rpartition("@")
        if not at or not local or "+" in local or not domain:
            raise Misconfigured(f"{address!r} is no mail address.", "Set [mail] address to a plain local@domain.")
        _check(keys)
        self.address = address
        self.mailbox = mailbox(address)
        self._local = local
        self._domain = domain
        self._keys = keys
        self.plus = plus

    def reply(self, game: int, seat: int, phase: int) -> str:
        """Return the address at which a seat answers in one phase.

        Raises:
            Misconfigured: where it would be longer than `LONGEST_LOCAL_PART`.
        """
        return self._address(self._signed(f"g{game}.s{seat}.p{phase}", "reply", self._keys.current))

    def confirm(self, number: int) -> str:
        """Return the address that answers the confirming mail of this number; it belongs to no phase."""
        return self._address(self._signed(f"c{number}", "confirm", self._keys.current))

    def bounce(self, number: int) -> str:
        """Return the envelope sender of the sent mail of this number, so that its failure names it."""
        return self._address(self._signed(f"b{number}", "bounce", self._keys.current))

    def unsubscribe(self, number: int) -> str:
        """Return the address at which the address of this number says that it wants no more mails."""
        return self._address(self.leaving_code(number))

    def leaving_code(self, number: int) -> str:
        """Return what names the address of this number where no mail address can: in a link, in a subject."""
        return self._signed(f"u{number}", "unsubscribe", self._keys.current)

    def who_leaves(self, code: str) -> int | None:
        """Return the number of the address that a code of ours names; None where it is none of ours."""
        tag = self.read(f"{self._local}+{code}@{self._domain}")
        return tag.number if isinstance(tag, Unsubscribe) else None

    @property
    def join(self) -> str:
        """The address for first mails."""
        return self._address(_JOIN)

    def owns(self, address: str) -> bool:
        """Tell whether the address is this mailbox, with or without a tag."""
        return mailbox(address) == self.mailbox

    def read(self, address: str) -> Tag | None:
        """Return what the tag of one of our addresses means; None where there is no tag or the address is not ours."""
        local = address.casefold().rpartition("@")[0]
        _, plus, tag = local.partition("+")
        if not plus or not self.owns(address):
            return None
        if tag == _JOIN:
            return Join()
        for kind, pattern in _SIGNED:
            if found := pattern.fullmatch(tag):
                *numbers, key_id = found.groups()
                return self._verified(kind, local, [int(number) for number in numbers], key_id)
        return Forged()

    def _verified(self, kind: str, local: str, numbers: list[int], key_id: str) -> Tag:
        if key_id not in self._keys.secrets:
            return Forged()
        place = "g{}.s{}.p{}" if kind == "reply" else kind[0] + "{}"
        expected = f"{self._local}+{self._signed(place.format(*numbers), kind, key_id)}".casefold()
        # The whole local part is compared, so nothing may stand before or behind what was signed. A provider that
        # ignores dots may have dropped or added some before the tag; our own mailbox counts in any of its forms.
        given = f"{self._local.casefold()}+{local.partition('+')[2]}"
        if not hmac.compare_digest(given.encode(), expected.encode()):
            return Forged()
        if kind == "reply":
            return Reply(*numbers)
        return _NUMBERED[kind](*numbers)

    def _signed(self, place: str, kind: str, key_id: str) -> str:
        message = f"{kind}-v1|{place}".encode()
        mac = hmac.digest(self._keys.secrets[key_id], message, hashlib.sha256)[:_MAC_OCTETS]
        return f"{place}.{key_id}{base64.b32encode(mac).decode().lower()}"

    def _address(self, tag: str) -> str:
        if not self.plus:
            return self.address
        local = f"{self._local}+{tag}"
        if len(local.encode()) > LONGEST_LOCAL_PART:
            raise Misconfigured(
                f"The reply address {local}@{self._domain} is longer than {LONGEST_LOCAL_PART} octets before the @.",
                "Use a mailbox with a shorter name.",
            )
        return f"{local}@{self._domain}"


def mailbox(address: str) -> str:
    """Return the normal form that all spellings of one mailbox share: no case, no +tag, one name for Google's.

    >>> mailbox("Ann.Bell+games@GoogleMail.com")
    'annbell@gmail.com'
    """
    local, _, domain = sendable(lowered(address.strip()).rstrip(".")).rpartition("@")
    local = unicodedata.normalize("NFC", local.strip('"'))
    local = local.partition("+")[0] or local
    if domain in _ONE_MAILBOX:
        return f"{local.replace('.', '')}@{_ONE_MAILBOX[domain]}"
    return f"{local}@{domain}"


def sendable(address: str) -> str:
    """Return an address with its domain as the DNS knows it (IDNA 2008); one that the DNS cannot know stays as it is.

    >>> sendable("ann@bücher.example.org")
    'ann@xn--bcher-kva.example.org'
    """
    local, at, domain = address.rpartition("@")
    if domain.isascii():
        return address
    # Hardly anybody has such an address, and the tables of the library take time to load.
    import idna

    try:
        return f"{local}{at}{idna.encode(domain, uts46=True).decode()}"
    except idna.IDNAError:
        return address


def looks_signed(address: str) -> bool:
    """Tell whether an address is one that a service like this one signs, be it ours or another's."""
    tag = address.casefold().rpartition("@")[0].partition("+")[2]
    return any(pattern.fullmatch(tag) for _, pattern in _SIGNED)


def _check(keys: Keys) -> None:
    if keys.current not in keys.secrets:
        raise Misconfigured("The key that signs reply addresses is missing.", "Restore the secrets file.")
    for key_id, secret in keys.secrets.items():
        if key_id not in _KEY_IDS:
            raise Misconfigured(f"{key_id!r} is no key id.", "Use one lower-case letter or digit.")
        if len(secret) < _MAC_OCTETS:
            raise Misconfigured(f"The secret of key {key_id!r} is too short.", "Use 32 random bytes.")
