"""Decides what a mail is and what it may do: an ordered list of small rules, the first that hits names itself.

Machines are told from people first, then who is it: the signed address, else our own Message-ID, else the receiving
server's word for the sender's domain. Whoever fails is met with the same silence, whatever the reason.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from itertools import islice
from typing import Literal, NamedTuple, Protocol, TypeAlias

from pbem.mail import machines
from pbem.mail.address import Addresses, Bounce, Confirm, Forged, Join, Reply, Tag, Unsubscribe, looks_signed, mailbox
from pbem.mail.authentication import passes
from pbem.mail.letter import Letter

Kind: TypeAlias = Literal[
    "loop",
    "bounce",
    "unsubscription",
    "automatic",
    "ignored",
    "rejected",
    "seat",
    "held",
    "confirmation",
    "person",
    "first_contact",
]
Allows: TypeAlias = Literal["everything", "questions", "hold", "confirm", "silence"]

_LOOP = "x-loop"
_MOST_CODES = 5
"""Of one mail; codes of invitations are not to be tried by the thousand."""

_JOIN_LINE = re.compile(r"^[\s>*\"'-]{0,8}join[:\s]+\"?([\w-]{1,40})", re.IGNORECASE | re.MULTILINE)
_LEAVING = re.compile(r"unsubscribe (u[\w.]{1,40})\s*$", re.IGNORECASE)
_FIRST_LINE = re.compile(r"^[\s*\"'-]{0,8}(?:join|new)\b", re.IGNORECASE | re.MULTILINE)


class Sent(NamedTuple):
    """A mail of ours: the seat it went to, the phase in which, and the question that it put; each None without one."""

    game: int | None
    seat: int | None
    phase: int | None
    hold: int | None = None


class Known(Protocol):
    """What the gate must look up."""

    @property
    def addresses(self) -> Addresses:
        """Our mailbox and its keys."""

    @property
    def authserv_id(self) -> str:
        """The name under which our server writes Authentication-Results; "" where none is trusted."""

    @property
    def requires_authentication(self) -> bool:
        """Whether the host wants a pass for mails to a live address, too."""

    @property
    def open_to_strangers(self) -> bool:
        """Whether anybody may sign up."""

    def newest_phase(self, game: int, seat: int) -> int | None:
        """Return the phase of the newest mail to a seat; None where there is no such seat."""

    def mailboxes(self, game: int, seat: int) -> Collection[str]:
        """Return the player's registered addresses in the normal form of `address.mailbox`."""

    def sent(self, message_id: str) -> Sent | None:
        """Return the mail of ours that has this Message-ID."""

    def is_player(self, address: str) -> bool:
        """Tell whether an address, in its normal form, is registered with anybody."""

    def is_invitation(self, code: str) -> bool:
        """Tell whether this is the code of an open invitation."""


class Verdict(NamedTuple):
    """What a mail is, by which rule, and what it may do.

    Attributes:
        kind: loop, bounce, automatic, ignored and rejected mails get no answer. "seat" comes from a player to a game;
            "held" to a seat, but from elsewhere; "confirmation" answers a confirming mail; "person" is a player
            without a seat's address; "first_contact" wants to join; "unsubscription" wants no more mails.
        rule: the name of the rule that hit, for the log.
        allows: "everything"; "questions" (help, rules, board, history, list, say ...; anything else is answered, not
            applied); "hold" (ask the registered address); "confirm" (one confirming mail); "silence".
        game, seat, phase: whom the mail belongs to, where known.
        number: that of the confirming mail, or of the address that a mail bounced from or that wants no more mails.
        by_message_id: the signed address was lost on the way.
    """

    kind: Kind
    rule: str
    allows: Allows
    game: int | None = None
    seat: int | None = None
    phase: int | None = None
    number: int | None = None
    by_message_id: bool = False


Rule: TypeAlias = "Callable[[Letter, Known], Verdict | None]"


def judge(letter: Letter, known: Known) -> Verdict:
    """Return the verdict of the first rule that hits."""
    return next(verdict for rule in RULES if (verdict := rule(letter, known)) is not None)


def concerns_us(letter: Letter, known: Known) -> bool:
    """Tell whether a mail in a shared mailbox is ours to touch: to one of our tags, or in reply to a mail of ours."""
    if any(known.addresses.read(recipient) is not None for recipient in letter.recipients):
        return True
    return any(known.sent(message_id) is not None for message_id in letter.references)


def _silent(kind: Kind, rule: str) -> Verdict:
    return Verdict(kind, rule, "silence")


def own_mail(letter: Letter, known: Known) -> Verdict | None:
    """Our own mail has come back: by forwarding, or because two services write to each other."""
    looped = any(known.addresses.owns(value) for value in letter.headers.get(_LOOP, ()))
    returned = bool(letter.message_id) and known.sent(letter.message_id) is not None
    ours = bool(letter.sender) and known.addresses.owns(letter.sender)
    return _silent("loop", "own_mail") if looped or returned or ours else None


def bounce(letter: Letter, known: Known) -> Verdict | None:
    """A mail server tells that a mail of ours did not arrive."""
    number = next((tag.number for tag in _tags(letter, known) if isinstance(tag, Bounce)), None)
    if machines.reports_failure(letter) or (number is not None and machines.resembles_failure(letter)):
        return Verdict("bounce", "bounce", "silence", number=number)
    # Automatic answers go to the envelope sender, too (RFC 3834): whoever is away must not be taken for dead.
    return None if number is None else _silent("automatic", "not_a_bounce")


def unsubscription(letter: Letter, known: Known) -> Verdict | None:
    """A mail program, or a person, has used the address that says "no more mails"; only its owner was sent it."""
    number = next((tag.number for tag in _tags(letter, known) if isinstance(tag, Unsubscribe)), None)
    if number is None and (found := _LEAVING.match(letter.bare_subject)):
        # Where plus parts get lost, the signed code of the address stands in the subject.
        number = known.addresses.who_leaves(found[1])
    return None if number is None else Verdict("unsubscription", "unsubscription", "silence", number=number)


def receipt(letter: Letter, known: Known) -> Verdict | None:
    """A mail program tells that a mail was opened, or a provider that it was called spam."""
    return _silent("ignored", "receipt") if machines.reports_reading(letter) else None


def automatic(letter: Letter, known: Known) -> Verdict | None:
    """A machine answers (RFC 3834)."""
    sign = machines.sign(letter) or ("turn_processor" if _from_another_service(letter, known) else "")
    if sign == "no_reply_sender" and known.is_player(mailbox(letter.sender)):
        return None
    return _silent("automatic", sign) if sign else None


def calendar(letter: Letter, known: Known) -> Verdict | None:
    """Somebody accepted or declined the date in our mail; that is no order."""
    return _silent("ignored", "calendar") if letter.calendar_method in ("reply", "counter") else None


def reaction(letter: Letter, known: Known) -> Verdict | None:
    """Somebody sent an emoji instead of an answer."""
    return _silent("ignored", "reaction") if letter.reaction else None


def no_sender(letter: Letter, known: Known) -> Verdict | None:
    """There is nobody who could be answered, or it is not clear who: no From field, a broken one, or several."""
    if letter.from_fields > 1:
        return _silent("rejected", "two_from_fields")
    return None if letter.sender else _silent("rejected", "no_sender")


def confirmation(letter: Letter, known: Known) -> Verdict | None:
    """The answer to a confirming mail of ours; whoever has its address was sent it."""
    tag = _tag(letter, known)
    return Verdict("confirmation", "confirmation", "confirm", number=tag.number) if isinstance(tag, Confirm) else None


def forged(letter: Letter, known: Known) -> Verdict | None:
    """The address looks signed, and is not."""
    return _silent("rejected", "forged_address") if isinstance(_tag(letter, known), Forged) else None


def signed_address(letter: Letter, known: Known) -> Verdict | None:
    """The mail goes to a seat's signed address."""
    tag = _tag(letter, known)
    if not isinstance(tag, Reply):
        return None
    newest = known.newest_phase(tag.game, tag.seat)
    if newest is None:
        return _silent("rejected", "no_such_seat")
    if mailbox(letter.sender) not in known.mailboxes(tag.game, tag.seat):
        # An old address may have been forwarded to anybody; only a live one is worth a question.
        live = tag.phase == newest
        return _seat("held", "live_from_elsewhere", "hold", tag) if live else _silent("rejected", "old_from_elsewhere")
    return _of_player(letter, known, tag, "live_address", "old_address")


def message_id(letter: Letter, known: Known) -> Verdict | None:
    """The tag was lost on the way; the mail names one of ours that only its recipient has, and comes from him."""
    for reference in letter.references:
        sent = known.sent(reference)
        if sent is not None and sent.hold is not None:
            return Verdict("confirmation", "confirmation_by_message_id", "confirm", number=sent.hold)
        if sent is None or sent.game is None or sent.seat is None or sent.phase is None:
            continue
        tag = Reply(sent.game, sent.seat, sent.phase)
        if mailbox(letter.sender) not in known.mailboxes(tag.game, tag.seat):
            return None
        return _of_player(letter, known, tag, "message_id", "old_message_id")._replace(by_message_id=True)
    return None


def no_answer_wanted(letter: Letter, known: Known) -> Verdict | None:
    """Nothing proves who writes, and the mail forbids automatic answers, as lists and bulk mailers do."""
    return _silent("ignored", "no_answer_wanted") if machines.wants_no_answer(letter) else None


def authenticated_player(letter: Letter, known: Known) -> Verdict | None:
    """A player writes without any address of a game, and the receiving server vouches for his domain."""
    if known.is_player(mailbox(letter.sender)) and _vouched(letter, known):
        return Verdict("person", "authenticated_player", "questions")
    return None


def invitation(letter: Letter, known: Known) -> Verdict | None:
    """Somebody wants to join with the code of an invitation."""
    codes = (found[1] for found in _JOIN_LINE.finditer(f"{letter.text}\n{letter.bare_subject}"))
    if any(known.is_invitation(code) for code in islice(codes, _MOST_CODES)):
        return Verdict("first_contact", "invitation", "confirm")
    return None


def sign_up(letter: Letter, known: Known) -> Verdict | None:
    """Somebody wants to join, and sign-up is open."""
    if known.open_to_strangers and _FIRST_LINE.search(f"{letter.text}\n{letter.bare_subject}"):
        return Verdict("first_contact", "sign_up", "confirm")
    return None


def unknown(letter: Letter, known: Known) -> Verdict | None:
    """All else is met with silence."""
    player = known.is_player(mailbox(letter.sender))
    return _silent("rejected", "not_authenticated" if player else "stranger")


RULES: tuple[Rule, ...] = (
    own_mail,
    bounce,
    unsubscription,
    receipt,
    automatic,
    calendar,
    reaction,
    no_sender,
    confirmation,
    forged,
    signed_address,
    message_id,
    invitation,
    no_answer_wanted,
    authenticated_player,
    sign_up,
    unknown,
)


def _tags(letter: Letter, known: Known) -> list[Tag]:
    tags = (known.addresses.read(recipient) for recipient in letter.recipients)
    return [tag for tag in tags if tag is not None]


def _tag(letter: Letter, known: Known) -> Tag | None:
    """Return the first tag that says something; the order of recipients decides: envelope first, Cc last."""
    tags = _tags(letter, known)
    return next((tag for tag in tags if not isinstance(tag, Join)), None)


def _vouched(letter: Letter, known: Known) -> bool:
    """Tell whether our server, or a signature that we have checked, vouches for the sender's domain."""
    if letter.sender.rpartition("@")[2] in letter.signed_by:
        return True
    return passes(letter.headers.get("authentication-results", ()), known.authserv_id, letter.sender)


def _from_another_service(letter: Letter, known: Known) -> bool:
    """Tell whether the mail comes from a service like this one, whatever a relay has taken out of its header."""
    senders = (letter.sender, letter.reply_to, letter.return_path or "")
    return any(looks_signed(sender) and not known.addresses.owns(sender) for sender in senders)


def _of_player(letter: Letter, known: Known, tag: Reply, live_rule: str, old_rule: str) -> Verdict:
    """Return what the player of a seat may do: everything in its present phase, else only ask."""
    live = tag.phase == known.newest_phase(tag.game, tag.seat)
    if known.requires_authentication and not _vouched(letter, known):
        # An older address may be in anybody's hands, and so may the name of its owner.
        not_vouched = "live_not_authenticated" if live else "old_not_authenticated"
        return _seat("held", not_vouched, "hold", tag) if live else _silent("rejected", not_vouched)
    return _seat("seat", live_rule, "everything", tag) if live else _seat("seat", old_rule, "questions", tag)


def _seat(kind: Kind, rule: str, allows: Allows, tag: Reply) -> Verdict:
    return Verdict(kind, rule, allows, tag.game, tag.seat, tag.phase)
