"""Reply addresses: signed, bound to game, seat and phase, proof against clients, and never longer than 40 octets."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.errors import Misconfigured
from pbem.mail.address import Addresses, Bounce, Confirm, Forged, Join, Keys, Reply, mailbox
from tests.pbem.mail.post import ADDRESSES, KEYS

NUMBERS = st.integers(1, 9999)


def test_a_reply_address_is_written_as_documented() -> None:
    """Local part, game, seat, phase, key id and 16 characters of base32 stand in their places."""
    address = ADDRESSES.reply(12, 3, 17)

    assert re.fullmatch(r"turns\+g12\.s3\.p17\.a[a-z2-7]{16}@play\.example\.org", address)


def test_the_mac_is_80_bits_of_hmac_sha256() -> None:
    """The signature can be computed anew by anybody who has the key."""
    mac = hmac.new(KEYS.secrets["a"], b"reply-v1|g12.s3.p17", hashlib.sha256).digest()[:10]

    assert ADDRESSES.reply(12, 3, 17).endswith(f".a{base64.b32encode(mac).decode().lower()}@play.example.org")


@given(NUMBERS, st.integers(1, 9), NUMBERS)
def test_what_was_minted_is_read(game: int, seat: int, phase: int) -> None:
    """An address says its place again, in capitals too."""
    address = ADDRESSES.reply(game, seat, phase)

    assert ADDRESSES.read(address) == Reply(game, seat, phase)
    assert ADDRESSES.read(address.upper()) == Reply(game, seat, phase)


@given(st.integers(0, 32), st.sampled_from("abcdefghijklmnopqrstuvwxyz234567.+-"))
def test_no_character_can_be_changed(at: int, character: str) -> None:
    """With any one character of its local part changed an address is forged, or none of ours."""
    address = ADDRESSES.reply(12, 3, 17)
    changed = address[:at] + character + address[at + 1 :]

    if changed != address:
        assert ADDRESSES.read(changed) in (Forged(), None)


@pytest.mark.parametrize(
    "change", [lambda local: local + "a", lambda local: local.replace("+", "+x"), lambda _: "turns+"]
)
def test_the_whole_local_part_counts(change) -> None:
    """Nothing may stand before or behind what was signed."""
    local, _, domain = ADDRESSES.reply(12, 3, 17).partition("@")

    assert ADDRESSES.read(f"{change(local)}@{domain}") == Forged()


@pytest.mark.parametrize("tag", ["g012.s3.p17", "g12.s3.p017", "g12.s03.p17"])
def test_a_number_has_one_spelling(tag: str) -> None:
    """Leading zeros are refused although they name the same place."""
    signed = ADDRESSES.reply(12, 3, 17).replace("g12.s3.p17", tag)

    assert ADDRESSES.read(signed) == Forged()


def test_a_key_is_changed_without_breaking_older_addresses() -> None:
    """An address of last year's key is read as long as the key is kept, and forged afterwards."""
    old = Addresses("turns@play.example.org", Keys(KEYS.secrets, "b")).reply(12, 3, 17)
    dropped = Addresses("turns@play.example.org", Keys({"a": KEYS.secrets["a"]}, "a"))

    assert ADDRESSES.read(old) == Reply(12, 3, 17)
    assert dropped.read(old) == Forged()


def test_one_kind_of_address_cannot_stand_for_another() -> None:
    """Confirming and bounce addresses are signed apart, each for its own use."""
    assert ADDRESSES.read(ADDRESSES.confirm(5)) == Confirm(5)
    assert ADDRESSES.read(ADDRESSES.bounce(5)) == Bounce(5)
    assert ADDRESSES.read(ADDRESSES.confirm(5).replace("+c", "+b")) == Forged()
    assert ADDRESSES.read(ADDRESSES.join) == Join()


@pytest.mark.parametrize(
    "address", ["turns@play.example.org", "turns+g1.s1.p1.x@elsewhere.org", "other+join@play.example.org", "", "+@"]
)
def test_other_addresses_say_nothing(address: str) -> None:
    """An address without a tag, or of somebody else, is neither ours nor forged."""
    assert ADDRESSES.read(address) is None


def test_an_address_over_40_octets_is_refused_when_it_is_minted() -> None:
    """40 octets before the @ are allowed, 41 are not."""
    roomy = Addresses("twelve-chars@play.example.org", KEYS)

    assert len(roomy.reply(1, 1, 12).partition("@")[0]) == 40
    with pytest.raises(Misconfigured, match="longer than 40 octets"):
        roomy.reply(1, 1, 123)


def test_dots_that_google_ignores_do_not_matter_before_the_tag() -> None:
    """A provider or a person may write our own mailbox in another of its spellings."""
    ours = Addresses("my.games@gmail.com", KEYS)
    tag = ours.reply(1, 2, 3).partition("+")[2].partition("@")[0]

    assert ours.read(f"MyGames+{tag}@GoogleMail.com") == Reply(1, 2, 3)


@pytest.mark.parametrize(
    "address", ["Ann.Bell@gmail.com", "annbell@googlemail.com", "a.n.n.bell+games@GMAIL.com", " annbell@gmail.com. "]
)
def test_all_spellings_of_a_google_mailbox_are_one(address: str) -> None:
    """gmail and googlemail, dots and tags make no difference."""
    assert mailbox(address) == "annbell@gmail.com"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ann@bücher.example.org", "ANN@xn--bcher-kva.EXAMPLE.org"),
        ('"ann"@example.org', "ann@example.org"),
        ("zo\u00eb@example.org", "Zoe\u0308@example.org"),
    ],
)
def test_spellings_of_one_address_are_one(one: str, other: str) -> None:
    """A domain as people and as the DNS write it, needless quotes, letters put together or taken apart."""
    assert mailbox(one) == mailbox(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("straße@example.org", "strasse@example.org"),
        ("ann@straße.example.org", "ann@strasse.example.org"),
        ("\u212aim@example.org", "kim@example.org"),
        ('"ann b"@example.org', "ann@example.org"),
    ],
)
def test_addresses_that_folding_would_make_one_are_two(one: str, other: str) -> None:
    """They may belong to two people."""
    assert mailbox(one) != mailbox(other)


def test_dots_count_elsewhere() -> None:
    """Only the tag and the case are left out where dots name another person."""
    assert mailbox("Ann.Bell+games@Example.org") == "ann.bell@example.org"


@pytest.mark.parametrize(
    ("address", "keys"),
    [
        ("turns", KEYS),
        ("turns+x@play.example.org", KEYS),
        ("turns@play.example.org", Keys({}, "a")),
        ("turns@play.example.org", Keys({"aa": b"x" * 32}, "aa")),
        ("turns@play.example.org", Keys({"a": b"short"}, "a")),
    ],
)
def test_what_cannot_be_used_is_refused_at_once(address: str, keys: Keys) -> None:
    """A broken address or key is found when the service starts, with a remedy."""
    with pytest.raises(Misconfigured) as refused:
        Addresses(address, keys)

    assert refused.value.remedy
