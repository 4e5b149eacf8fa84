"""Reading of payments, assistants, family members and encounters."""

from __future__ import annotations

from itertools import zip_longest

from engines.api import Seat
from engines.istanbul.arguments import (
    Line,
    Steps,
    ambiguous,
    good_named,
    is_number,
    only_word,
    place_named,
    places_named,
    reward_named,
    seat_named,
    unreadable,
)
from engines.istanbul.options import catchable, merchants_here, payment_due
from engines.istanbul.order import (
    DISCARDS,
    FETCHES,
    GOVERNOR,
    PAY,
    PAY_GOODS,
    RETURN_ALL,
    SENDS,
    SKIP,
    SMUGGLES,
    YELLOWS,
    Order,
)
from engines.istanbul.read_cards import begins_discard, card_words
from engines.istanbul.state import (
    PAY_MERCHANTS,
    mover,
)
from engines.istanbul.story import refusal
from engines.istanbul.terms import (
    TOKEN_PRICE,
)


def pay(line: Line) -> Steps:
    """Read a payment to merchants, or to a token in Lira or with a good."""
    line = line.without("lira", "coins", "each")
    if not line.words:
        return (PAY,)
    state, stage = line.state, line.state.turn.stage
    if stage == PAY_MERCHANTS and not is_number(line.words[0]):
        return _pay_by_name(line)
    due = payment_due(state) if stage == PAY_MERCHANTS else TOKEN_PRICE
    if len(line.words) == 1 and is_number(line.words[0]):
        if int(line.words[0]) != due:
            raise refusal("wrong_amount", amount=int(line.words[0]), due=due)
        return (PAY,)
    return (PAY_GOODS[good_named(line, only_word(line.without("1")), "pay_good")],)


def _pay_by_name(line: Line) -> Steps:
    """Read "pay bob": all merchants here are paid, or none (facts A11)."""
    state = line.state
    named = {seat_named(state, word) for word in line.words if word != "all"}
    here = merchants_here(state)
    if named and named != set(here):
        raise refusal("all_or_none", due=payment_due(state), seats=here)
    return (PAY,)


def back(line: Line) -> Steps:
    """Read which assistants the Fountain returns."""
    line = line.without("assistants", "assistant")
    if line.words == ("all",):
        return (RETURN_ALL,)
    if line.words in (("none",), ("nothing",), ("0",)):
        return (SKIP,)
    if not line.words:
        lying = mover(line.state).assistants
        if len(lying) > 1:
            raise ambiguous("which_assistants", places=lying)
        return (RETURN_ALL,)
    return tuple(FETCHES[place] for place in places_named(line, "fetch"))


def fountain(line: Line) -> Steps:
    """Read "fountain": all assistants come back, or those that are named."""
    return back(line) if line.words else (RETURN_ALL,)


def fetch(line: Line) -> Steps:
    """Read one assistant of the Fountain."""
    return (FETCHES[place_named(line, "fetch")],)


def send(line: Line) -> Steps:
    """Read where the family member is sent."""
    return (SENDS[place_named(line.without("family", "member"), "send")],)


def catch(line: Line) -> Steps:
    """Read pairs of a seat and a reward; a reward alone is for the next family member."""
    due = catchable(line.state)
    pairs, who = _rewards_named(line, due)
    if not due:
        raise refusal("nobody_to_catch", seat=who, place=mover(line.state).place, seats=[])
    if who is not None or not pairs:
        raise ambiguous("which_reward", seats=due)
    steps: list[Order] = []
    for victim, reward in pairs:
        steps.append(Order("catch", victim or _next_due(due, steps), reward))
    return tuple(steps)


def _rewards_named(line: Line, due: list[Seat]) -> tuple[list[tuple[Seat | None, str]], Seat | None]:
    """Return the rewards, each with its seat where one is named, and a seat that is named without a reward."""
    pairs: list[tuple[Seat | None, str]] = []
    who: Seat | None = None
    for word in _catch_words(line, due):
        reward = reward_named(word)
        if reward is None:
            who = seat_named(line.state, word)
        else:
            pairs.append((who, reward))
            who = None
    return pairs, who


def _catch_words(line: Line, due: list[Seat]) -> list[str]:
    """Leave out the number of "3 lira", unless it is a seat to be caught."""
    words = line.without("family", "bonus").words
    return [
        word
        for word, following in zip_longest(words, words[1:])
        if not (word == "3" and following == "lira" and 3 not in due)
    ]


def _next_due(due: list[Seat], steps: list[Order]) -> Seat:
    caught = {step.value for step in steps}
    left = [seat for seat in due if seat not in caught]
    return left[0] if left else due[0]


def any_reward(line: Line) -> Steps:
    """Read "reward lira card": one reward for each family member in turn."""
    return catch(line.without("3"))


def governor(line: Line) -> Steps:
    """Read the visit to the Governor, with its payment if that is named."""
    if not line.words:
        return (GOVERNOR,)
    if begins_discard(line.words[0]):
        return GOVERNOR, DISCARDS[card_words(line._replace(words=line.words[1:]))]
    if line.words in (("pay",), ("pay", "2"), ("pay", "2", "lira"), ("pay", "lira")):
        lira = mover(line.state).lira
        if GOVERNOR in line.legal and lira < TOKEN_PRICE:
            raise refusal("too_dear", price=TOKEN_PRICE, lira=lira)
        return GOVERNOR, PAY
    raise unreadable("unknown_words", words=" ".join(line.words))


def smuggler(line: Line) -> Steps:
    """Read the good of the Smuggler, with its payment if that is named."""
    if not line.words:
        raise unreadable("words_missing")
    gained, *rest = line.words
    steps: Steps = (SMUGGLES[good_named(line, gained, "smuggler")],)
    paid = line._replace(words=tuple(word for word in rest if word not in ("lira", "1")))
    if not rest:
        return steps
    if rest[0] != "pay":
        raise unreadable("unknown_words", words=" ".join(rest))
    if paid.words in (("pay",), ("pay", "2")):
        return (*steps, PAY)
    word = only_word(paid.without("pay"))
    if is_number(word):
        raise refusal("wrong_amount", amount=int(word), due=TOKEN_PRICE)
    return (*steps, PAY_GOODS[good_named(line, word)])


def yellow(line: Line) -> Steps:
    """Read the place that the yellow tile fetches an assistant from."""
    return (YELLOWS[place_named(line.without("tile"), "yellow")],)
