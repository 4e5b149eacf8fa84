"""DKIM signatures are believed only where they cover the whole mail and its only From field."""

from __future__ import annotations

from textwrap import wrap

import dkim
import pytest

from pbem.mail.gate import judge
from pbem.mail.letter import read
from pbem.mail.signature import MOST_SIGNATURES, signers
from tests.pbem.mail.post import ADDRESSES, Office, mail

# Made for this test and good for nothing else.
KEY = (
    "MIICWwIBAAKBgQDBqh1YJrAEQN7s16y9yGNybDaWa9Ul1RMFb8B+DX1dzSGn5uAJuDBIz4SjBbbdVX0+reDkLnIR4IG9A7ZHe9Vf"
    "d0Ozh3wPhSISGD6gItJxuxiHfQGwpL60QdBKHNbNa42SvQFaDN5VO7SnC24VczpMjmMfkS1UQDoe+H4M6/82XwIDAQABAoGANzP/"
    "g1YbzEqVgNuFgN9zAXW5Ja19J3iSIHWXYBcGSkujsVGNQRgAo3CLtVB2rKamucwkk8Zte40MTk2VktDIpBtqYmx37V1MrNUD5Rta"
    "UAVEryXkrPcJGCsN4KEcg/l6jh6ZsdByuzN4rTrWvMpG75srGkWg/UMYRvf9iIcgxXkCQQDxH8mfGARFF7Ej0J08BTz4z7f8k6by"
    "yZabPKApE+q6Kj5zL2NovPyuKkP+CMgoxSLlkSUt2rlRE7r3nhBmVCAbAkEAzZzE9uX1OaBrX7hhRqdWZMmlyxAdPZyZtXVeg1xr"
    "2p2I3hjxeQ1GUvjs8jw8oHrddxDbzgtD0XXRGGzCEQgPDQJAZkvyIgjyZs2yXVt4GaqvP3AAwqtxvLdBqgKCgGruvqSFciC8sAbd"
    "vJY52mCnaoSYVYTKnTWaQYd5Xuw0UPWH2QJANMbGr/E6zr3kkb9MCMyvGlPAIK1UNBpcQf2Mcv9oF8dT+F5CrSXBJU8L0umvTin7"
    "arKDGRI/KCarsy9HaQO+iQJASIgyLYfub8wWfD6mBeURmzdeM+S1YDWhq6tLh99evUOwYuV20oISKONcja3vENmsr7QCdGpMFPEd"
    "iktG720VSA=="
)
PUBLIC = (
    "MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDBqh1YJrAEQN7s16y9yGNybDaWa9Ul1RMFb8B+DX1dzSGn5uAJuDBIz4SjBbbd"
    "VX0+reDkLnIR4IG9A7ZHe9Vfd0Ozh3wPhSISGD6gItJxuxiHfQGwpL60QdBKHNbNa42SvQFaDN5VO7SnC24VczpMjmMfkS1UQDoe"
    "+H4M6/82XwIDAQAB"
)
PEM = "\n".join(["-----BEGIN RSA PRIVATE KEY-----", *wrap(KEY, 64), "-----END RSA PRIVATE KEY-----"]).encode()
RECORDS = {"s1._domainkey.example.org.": f"v=DKIM1; k=rsa; p={PUBLIC}".encode()}


def signed(raw: bytes, domain: bytes = b"example.org", **how: object) -> bytes:
    """Return a mail with a signature on top."""
    how = {"include_headers": [b"from", b"to", b"subject"], **how}
    return dkim.sign(raw, b"s1", domain, PEM, **how) + raw


LETTER = mail("move 5\r\n", to=ADDRESSES.address)


def test_a_valid_signature_vouches_for_its_domain() -> None:
    """Its key is looked up by name."""
    assert signers(signed(LETTER), RECORDS.get) == ("example.org",)


@pytest.mark.parametrize(
    "raw",
    [
        LETTER,
        signed(LETTER) + b"end\r\n",
        signed(LETTER).replace(b"move 5", b"move 9"),
        signed(LETTER).replace(b"From: Ayse <ayse@", b"From: Ayse <bob@"),
        signed(LETTER, length=True),
        signed(LETTER, length=True) + b"move 9\r\n",
        b"From: forger@evil.example.org\r\n" + signed(LETTER),
        b"Subject: another\r\n" + signed(LETTER),
        signed(LETTER, domain=b"unknown.example.org"),
        signed(LETTER).replace(b"; s=s1;", b"; d=evil.example.org; s=s1;"),
        b"DKIM-Signature: v=1; nonsense\r\n" + LETTER,
        b"DKIM-Signature: \xff\xfe=;;;\r\n" + LETTER,
        signed(LETTER) + b"x" * 1024 * 1024,
        b"",
    ],
)
def test_anything_else_vouches_for_nothing(raw: bytes) -> None:
    """Missing, broken, limited in length, with a field twice, of an unknown key, too large."""
    assert signers(raw, RECORDS.get) == ()


def test_a_failing_look_up_vouches_for_nothing() -> None:
    """The network is no reason to believe anybody."""

    def fails(name: str) -> bytes:
        raise OSError(name)

    assert signers(signed(LETTER), fails) == ()


def test_only_the_first_signatures_are_checked() -> None:
    """A mail with a thousand of them costs no more than one with five."""
    looked_up: list[str] = []
    many = LETTER
    for _ in range(MOST_SIGNATURES + 3):
        many = signed(many, domain=b"unknown.example.org")

    assert signers(many, lambda name: looked_up.append(name)) == ()
    assert len(looked_up) == MOST_SIGNATURES


def test_a_checked_signature_counts_like_the_word_of_our_server() -> None:
    """For the sender's own domain, and for no other."""
    found = read(LETTER)

    assert judge(found, Office()).rule == "not_authenticated"
    assert judge(found._replace(signed_by=("example.org",)), Office()).rule == "authenticated_player"
    assert judge(found._replace(signed_by=("evil.example.org",)), Office()).rule == "not_authenticated"
