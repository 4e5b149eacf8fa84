"""Dice that anyone can check: the promise made before the game and the key of its draws."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Sequence


def commitment(seed: bytes) -> str:
    """Return the promise that is shown before any phrase is accepted: SHA-256 of the seed, in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def key(seed: bytes, phrases: Sequence[str]) -> bytes:
    """Return the key of a match's draws: SHA-256 over the seed and one phrase a seat, in seat order.

    Each of them stands after its length in 4 bytes, big-endian; a phrase is UTF-8 in NFC, empty where there is none.
    """
    digest = hashlib.sha256()
    for part in (seed, *(unicodedata.normalize("NFC", phrase).encode() for phrase in phrases)):
        digest.update(len(part).to_bytes(4, "big") + part)
    return digest.digest()
