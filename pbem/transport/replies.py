"""What a mail server's refusal means: about one recipient, about us as a whole, or only for now."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from pbem.transport.base import Result

Stage: TypeAlias = Literal["login", "mail", "rcpt", "data"]

_ENHANCED = re.compile(r"\b([245]\.\d{1,3}\.\d{1,3})\b")
# Refusals of a sender's account, whatever stage they come at. RFC 3463, RFC 7372 (authentication of the sending
# domain), and what big providers say of quotas and reputation.
_ACCOUNT = re.compile(
    r"""
    [45]\.4\.5            # the day's quota is used up
    | 5\.1\.8             # the sender's system is refused
    | [45]\.7\.(8|9|14)   # login wanted, too weak, or refused
    | 5\.7\.2[0-9]        # the sending domain does not pass the checks
    | 5\.7\.(5|7)\d\d     # reputation of the tenant
    """,
    re.VERBOSE,
)
# A server that wants a login from us says so of the recipient.
_OUR_LACK = re.compile(r"relay|access denied", re.IGNORECASE)


def result(stage: Stage, code: int, text: str) -> Result:
    """Return what becomes of a mail that a server did not take.

    Args:
        stage: the command that was refused.
        code: the reply code, 400 to 599.
        text: the server's words, the enhanced status code among them where it sends one.
    """
    if _is_account(stage, code, text):
        return "account"
    return "refused" if code >= 500 else "later"


def _is_account(stage: Stage, code: int, text: str) -> bool:
    enhanced = match[1] if (match := _ENHANCED.search(text)) else ""
    if stage == "login" or code in (530, 534, 535, 538):
        return True
    if code == 421:
        return enhanced.startswith("4.7.")
    if _ACCOUNT.fullmatch(enhanced):
        return True
    if code >= 500 and enhanced in ("", "5.7.1") and _OUR_LACK.search(text):
        return True
    # A sender refused for good is refused for every mail; only a mail's size or its form is that mail's own matter.
    return stage == "mail" and code >= 500 and code != 552 and not enhanced.startswith(("5.3.", "5.6."))
