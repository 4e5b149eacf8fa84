"""Authentication-Results are read strictly: only our server's topmost field, only by the grammar, else not at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.authentication import passes, trusted_results

OURS = "mx.play.example.org"
SENDER = "ayse@example.org"
PASS = f"{OURS}; dmarc=pass header.from=example.org"
FAIL = f"{OURS}; dmarc=fail header.from=example.org"


@pytest.mark.parametrize(
    "field",
    [
        PASS,
        f"{OURS.upper()} 1; DMARC=Pass (p=none) header.from=Example.org",
        f"{OURS}; spf=pass (a (nested) comment \\) here) smtp.mailfrom=x; dmarc=pass header.from=example.org;",
        f'{OURS}; dkim=pass header.b="a;b=c" header.i=@example.org; dmarc=pass header.from=example.org',
        f"{OURS}; dkim=pass header.i=@example.org header.b=Ab/c+d==; dmarc/1=pass header.from=example.org",
        f'(comment) {OURS}; dmarc=pass reason="x" header.from="example.org"',
    ],
)
def test_a_pass_of_our_server_is_believed(field: str) -> None:
    """In every form that the grammar allows."""
    assert passes([field], OURS, SENDER)


@pytest.mark.parametrize(
    "field",
    [
        "",
        OURS,
        f"{OURS}; none",
        FAIL,
        "other.example.org; dmarc=pass header.from=example.org",
        f"{OURS}.evil.org; dmarc=pass header.from=example.org",
        f"{OURS}; dmarc=pass header.from=evil.org",
        f"{OURS}; dmarc=pass header.from=sub.example.org",
        f"{OURS}; dmarc=pass",
        f"{OURS}; dkim=pass header.d=example.org; spf=pass smtp.mailfrom=example.org",
        f"{OURS}; dmarc=pass header.from=example.org; dmarc=fail header.from=example.org",
        f"{OURS}; dmarc=fail header.from=example.org header.from=example.org",
        f"{OURS}; spf=pass (x dmarc=pass header.from=example.org",
        f'{OURS}; spf=pass smtp.mailfrom="x; dmarc=pass header.from=example.org',
        f'{OURS}; spf=pass smtp.mailfrom="a) ; dmarc=pass header.from=example.org (b"@evil.org',
        f"{OURS}; spf=pass (a ) dmarc=pass header.from=example.org) smtp.mailfrom=x",
        f"{OURS}; x=(dmarc=pass) dmarc=pass header.from=example.org",
        f"{OURS} dmarc=pass header.from=example.org",
        "spf=pass (sender IP is 192.0.2.7) smtp.mailfrom=example.org; dmarc=pass header.from=example.org",
    ],
)
def test_anything_else_is_not(field: str) -> None:
    """Missing, failing, of another domain or server, twice, or broken: no pass."""
    assert not passes([field], OURS, SENDER)


def test_only_the_topmost_field_counts() -> None:
    """What stands below ours was there before our server looked."""
    assert not passes([FAIL, PASS], OURS, SENDER)
    assert passes([PASS, FAIL], OURS, SENDER)
    assert passes(["relay.example.net; spf=pass smtp.mailfrom=x", PASS], OURS, SENDER)


def test_below_a_broken_field_of_ours_nothing_is_trusted() -> None:
    """A spoilt field does not hand its trust to a forged one."""
    assert not passes([f"{OURS}; dmarc=fail (", PASS], OURS, SENDER)


def test_without_a_configured_name_nobody_is_trusted() -> None:
    """An empty authserv-id trusts no field."""
    assert trusted_results([PASS, "; dmarc=pass header.from=example.org"], "") == ()


@given(st.text(alphabet='ab=;"()\\@. dmarcpsheofx', max_size=80))
def test_text_that_a_sender_controls_never_makes_a_pass(evil: str) -> None:
    """Whatever he puts into a comment or a quoted value, the verdict of our server stands."""
    quoted = evil.replace("\\", "\\\\").replace('"', '\\"')
    comment = evil.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    field = f'{OURS}; spf=pass ({comment}) smtp.mailfrom="{quoted}"@evil.org; dmarc=fail header.from=example.org'

    assert not passes([field], OURS, SENDER)
    assert [result.result for result in trusted_results([field], OURS)] == ["pass", "fail"]
