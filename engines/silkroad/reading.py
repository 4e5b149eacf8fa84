"""Reads orders as people write them: shortened words, free order of arguments, several steps in one line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from engines import words
from engines.api import Seat
from engines.silkroad import actions, faults, journeys, market, phases, refusals, robberies, spoken
from engines.silkroad.actions import Good
from engines.silkroad.choices import choices
from engines.silkroad.faults import Fault
from engines.silkroad.fields import draws_to_come
from engines.silkroad.names import CUSTOMS_LIMIT, GOODS
from engines.silkroad.orders import VERBS, write
from engines.silkroad.position import player
from engines.silkroad.state import State

_PILE = ("pile", "deck")
_SYNONYMS = {"take": "draw"}

Steps = tuple[actions.Action, ...]


def read(state: State, seat: Seat, text: str) -> Steps:
    """Return the steps of one order.

    Raises:
        Illegal: where the seat is not asked, or the text is unreadable, ambiguous or not legal now.
    """
    refusals.check_asked(state, seat)
    for action in choices(state, seat):
        if write(action) == text:
            return (action,)
    given = spoken.spoken_words(text)
    meant = ""
    try:
        meant = _verb(given)
        return _READERS[meant](state, seat, given[1:])
    except Fault as fault:
        raise refusals.refused(state, seat, fault, meant, text) from fault


def _verb(given: Sequence[str]) -> str:
    if not given:
        raise Fault("unreadable", "empty_order")
    first = given[0]
    meant = words.named(_SYNONYMS.get(first, first), VERBS)
    if not meant:
        raise Fault("unreadable", "unknown_order", word=spoken.shown(first))
    if len(meant) > 1:
        raise Fault("ambiguous", "which_order", word=first, orders=meant)
    return meant[0]


def _read_draw(state: State, seat: Seat, given: list[str]) -> Steps:
    """Read "draw silk pile" or "draw 2"; without a word the pile is meant."""
    faults.check_kind(state, actions.Draw)
    wanted = list(islice(_sources(given or ["pile"]), spoken.LARGEST_NUMBER))
    allowed = draws_to_come(state)
    if len(wanted) > allowed:
        raise Fault("illegal", "too_many_draws", asked=len(wanted), allowed=allowed)
    left = list(state.open)
    blind = len(state.pile) + len(state.discards)
    for good in wanted:
        if good == actions.PILE:
            if not blind:
                raise Fault("illegal", "pile_empty")
            blind -= 1
        elif good not in left:
            raise Fault("illegal", "not_open", good=GOODS[good], open=tuple(GOODS[card] for card in left))
        else:
            left.remove(good)
    return tuple(actions.Draw(good) for good in wanted)


def _sources(given: Sequence[str]) -> Iterable[Good]:
    times = 1
    for position, word in enumerate(given):
        if spoken.is_number(word):
            times = min(spoken.number(word), spoken.LARGEST_NUMBER)
            if position + 1 == len(given):
                yield from [actions.PILE] * times
            continue
        good = actions.PILE if words.named(word, _PILE) else spoken.good(word)
        if good is None:
            raise Fault("unreadable", "unknown_good", word=spoken.shown(word))
        yield from [good] * times
        times = 1


def _read_sell(state: State, _seat: Seat, given: list[str]) -> Steps:
    """Read "sell", "sell red", "sell 2 silk for red"."""
    faults.check_kind(state, actions.Sell)
    good = market.good_offered(state)
    size = (player(state, _seat).display[good] + 1) // 2
    colour = actions.ANY
    for word in given:
        if spoken.is_number(word):
            if spoken.number(word) != size:
                raise Fault("illegal", "sale_size", asked=spoken.number(word), discards=size)
        elif (named := spoken.good(word)) is not None:
            if named != good:
                raise Fault("illegal", "not_offered", good=GOODS[named], offered=GOODS[good])
        elif word != "jewel":
            colour = spoken.colour(word)
    if colour == actions.ANY:
        return (actions.Sell(actions.ANY),)
    faults.check_jewel(state, colour)
    return (actions.Sell(colour if market.jewels_to_choose(state) else actions.ANY),)


def _read_jewel(state: State, _seat: Seat, given: list[str]) -> Steps:
    faults.check_kind(state, actions.Jewel)
    if len(given) != 1:
        raise Fault("unreadable", "one_colour", given=len(given))
    colour = spoken.colour(given[0])
    faults.check_jewel(state, colour)
    return (actions.Jewel(colour),)


def _read_discard(state: State, seat: Seat, given: list[str]) -> Steps:
    """Read "discard silk tea": for customs up to the number owed, in a sandstorm one card."""
    faults.check_kind(state, actions.Discard)
    goods = spoken.read_cards(given).goods
    if not goods:
        raise Fault("unreadable", "which_card_to_give")
    giver = player(state, seat)
    customs = state.phase == phases.CUSTOMS
    owed = sum(giver.hand) - CUSTOMS_LIMIT if customs else 1
    held = giver.hand if customs else giver.display
    for good in goods:
        faults.check_holds(held, good, in_hand=customs)
        if goods.count(good) > held[good]:
            raise Fault("illegal", "not_enough_cards", good=GOODS[good], asked=goods.count(good), have=held[good])
    if len(goods) > owed:
        raise Fault("illegal", "too_many_discards", asked=len(goods), owed=owed)
    return tuple(actions.Discard(good) for good in goods)


def _read_bazaar(state: State, seat: Seat, given: list[str]) -> Steps:
    faults.check_kind(state, actions.Trade)
    goods = spoken.read_cards(given).goods
    faults.check_trade(state, seat, goods)
    return (actions.Trade(goods),)


def _read_baksheesh(state: State, seat: Seat, given: list[str]) -> Steps:
    """Read "baksheesh silk", also with the payment: "baksheesh silk pay tea"."""
    faults.check_kind(state, actions.Baksheesh)
    goods = spoken.read_cards(word for word in given if word != "pay").goods
    if len(goods) not in (1, 2):
        raise Fault("unreadable", "one_card", given=len(goods))
    if goods[0] not in state.open:
        raise Fault("illegal", "not_open", good=GOODS[goods[0]], open=tuple(GOODS[card] for card in state.open))
    if len(goods) == 1:
        return (actions.Baksheesh(goods[0]),)
    faults.check_holds(player(state, seat).hand, goods[1], in_hand=True)
    return (actions.Baksheesh(goods[0]), actions.Pay(goods[1]))


def _read_pay(state: State, seat: Seat, given: list[str]) -> Steps:
    faults.check_kind(state, actions.Pay)
    goods = spoken.read_cards(given).goods
    if len(goods) != 1:
        raise Fault("unreadable", "one_card", given=len(goods))
    faults.check_holds(player(state, seat).hand, goods[0], in_hand=True)
    return (actions.Pay(goods[0]),)


def _read_pass(state: State, _seat: Seat, given: list[str]) -> Steps:
    faults.check_kind(state, actions.Pass)
    if given:
        raise Fault("unreadable", "extra_words", words=spoken.shown(" ".join(given)))
    return (actions.Pass(),)


_READERS: dict[str, Callable[[State, Seat, list[str]], Steps]] = {
    "lay": journeys.read_lay,
    "move": journeys.read_move,
    "draw": _read_draw,
    "sell": _read_sell,
    "jewel": _read_jewel,
    "rob": robberies.read_rob,
    "bazaar": _read_bazaar,
    "baksheesh": _read_baksheesh,
    "pay": _read_pay,
    "discard": _read_discard,
    "pass": _read_pass,
}
