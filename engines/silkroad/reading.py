"""Reads orders as people write them: shortened words, free order of arguments, several steps in one line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import NamedTuple

from engines import words
from engines.api import Seat
from engines.silkroad import market, refusals, robbers
from engines.silkroad.board import Place, token
from engines.silkroad.choices import choices
from engines.silkroad.fields import draws_to_come
from engines.silkroad.names import BAZAAR_GOODS, COLOURS, CUSTOMS_LIMIT, GOODS
from engines.silkroad.orders import VERBS, write
from engines.silkroad.refusals import Fault
from engines.silkroad.state import (
    ANY,
    CUSTOMS,
    LAY,
    MOVE,
    PILE,
    Action,
    Baksheesh,
    Discard,
    Draw,
    Good,
    Jewel,
    Lay,
    Move,
    Pass,
    Pay,
    Rob,
    Sell,
    State,
    Trade,
    player,
    reach,
)

_WORD = re.compile(r"\d+|[^\W\d_]+(?:['\u2019`-][^\W\d_]+)*")
_LARGEST_NUMBER = 9999
_PILE = ("pile", "deck")
_SYNONYMS = {"take": "draw"}
_ARTICLES = ("a", "an", "the")
_LINKS = ("and", "by", "for", "from", "in", "into", "of", "to", "with", "x")
_KINDS = ("caravan", "card", "cards", "seat")
_FILLERS = frozenset((*_ARTICLES, *_LINKS, *_KINDS))

Steps = tuple[Action, ...]


def read(state: State, seat: Seat, text: str) -> Steps:
    """Return the steps of one order.

    Raises:
        Illegal: where the seat is not asked, or the text is unreadable, ambiguous or not legal now.
    """
    refusals.check_asked(state, seat)
    for action in choices(state, seat):
        if write(action) == text:
            return (action,)
    spoken = [token(word) or word for word in _WORD.findall(text.casefold())]
    meant = ""
    try:
        meant = _verb(spoken)
        return _READERS[meant](state, seat, [word for word in spoken[1:] if word not in _FILLERS])
    except Fault as fault:
        raise refusals.refused(state, seat, fault, meant, text) from fault


def _verb(spoken: Sequence[str]) -> str:
    if not spoken:
        raise Fault("unreadable", "empty_order")
    first = spoken[0]
    meant = words.named(_SYNONYMS.get(first, first), VERBS)
    if not meant:
        raise Fault("unreadable", "unknown_order", word=first[: words.LONGEST_WORD])
    if len(meant) > 1:
        raise Fault("ambiguous", "which_order", word=first, orders=meant)
    return meant[0]


class Cards(NamedTuple):
    """Cards as named in an order: goods one by one; `counted` where a number or a repetition says how many."""

    goods: tuple[Good, ...]
    counted: bool


def _number(word: str) -> int:
    return int(word) if len(word) <= len(str(_LARGEST_NUMBER)) else _LARGEST_NUMBER


def _is_number(word: str) -> bool:
    return word.isdecimal()


def _good(word: str) -> Good | None:
    """Return the good that a word names or shortens."""
    found = words.named(word, GOODS)
    return GOODS.index(found[0]) if len(found) == 1 else None


def _cards(spoken: Iterable[str]) -> Cards:
    """Read "2 silk tea" as two silk and a tea; every word has to belong to it."""
    goods: list[Good] = []
    times: int | None = None
    counted = False
    for word in spoken:
        if _is_number(word) and times is None:
            times, counted = _number(word), True
            continue
        good = _good(word)
        if good is None:
            raise Fault("unreadable", "unknown_good", word=word[: words.LONGEST_WORD])
        goods += [good] * (1 if times is None else times)
        times = None
        if len(goods) > _LARGEST_NUMBER:
            raise Fault("unreadable", "extra_words", words=word)
    if times is not None:
        raise Fault("unreadable", "which_good", number=times)
    return Cards(tuple(goods), counted or len(goods) > 1)


def _one_good(goods: Sequence[Good]) -> Good:
    if len(set(goods)) > 1:
        raise Fault("illegal", "mixed_goods", goods=tuple(GOODS[good] for good in sorted(set(goods))))
    return goods[0]


class Journey(NamedTuple):
    """The arguments of a move: any of them may be left out where only one thing is meant."""

    caravan: int | None
    places: tuple[str, ...]
    cards: tuple[str, ...]


def _journey(state: State, spoken: Sequence[str]) -> Journey:
    """Sort the words of a move: a number before a good counts cards, another one names the caravan."""
    caravan: int | None = None
    places: list[str] = []
    cards: list[str] = []
    for position, word in enumerate(spoken):
        following = spoken[position + 1] if position + 1 < len(spoken) else ""
        if _is_number(word) and following and _is_card(state, following):
            cards.append(word)
        elif _is_number(word):
            if caravan is not None:
                raise Fault("unreadable", "extra_words", words=word)
            caravan = _number(word)
        elif _is_card(state, word):
            cards.append(word)
        else:
            places.append(word)
    return Journey(caravan, tuple(places), tuple(cards))


def _is_card(state: State, word: str) -> bool:
    """Tell whether a word means a good rather than a place; a full name beats a shortened one."""
    return word in GOODS or (_good(word) is not None and not words.named(word, state.board.tokens))


def _place(state: State, spoken: Sequence[str], legal: Iterable[str]) -> Place:
    """Return the place that the words name, shortened to what is unique among the legal ones now."""
    word = "".join(spoken)
    found = words.named(word, sorted(set(legal))) or words.named(word, state.board.tokens)
    if not found:
        raise Fault("unreadable", "unknown_place", word=word[: words.LONGEST_WORD])
    if len(found) > 1:
        names = tuple(state.board.names[state.board.place(name)] for name in found)
        raise Fault("ambiguous", "which_place", places=names)
    return state.board.place(found[0])


def _read_lay(state: State, seat: Seat, spoken: list[str]) -> Steps:
    """Read "lay 2 silk", also with the move behind it."""
    refusals.check_kind(state, Lay)
    journey = _journey(state, [word for word in spoken if word != "move"])
    if journey.caravan is not None or journey.places:
        return _whole_move(state, seat, journey)
    goods = _cards(journey.cards).goods
    if not goods:
        raise Fault("illegal", "nothing_laid")
    good = _one_good(goods)
    refusals.check_lay(state, seat, good, len(goods))
    return (Lay(good, len(goods)),)


def _read_move(state: State, seat: Seat, spoken: list[str]) -> Steps:
    """Read "move 2 leh", before cards are laid with the cards: "move 2 leh 2 silk"."""
    journey = _journey(state, [word for word in spoken if word != "lay"])
    if state.phase == LAY:
        return _whole_move(state, seat, journey)
    refusals.check_kind(state, Move)
    if journey.cards:
        _check_laid(state, _cards(journey.cards))
    moves = [move for move in choices(state, seat) if isinstance(move, Move)]
    return (_chosen_move(state, journey, moves, state.laid[1]),)


def _check_laid(state: State, cards: Cards) -> None:
    """Refuse other cards than those that lie there already."""
    good, count = state.laid
    if set(cards.goods) != {good} or (cards.counted and len(cards.goods) != count):
        raise Fault("illegal", "already_laid", good=GOODS[good], count=count)


def _whole_move(state: State, seat: Seat, journey: Journey) -> Steps:
    cards = _cards(journey.cards)
    whole = refusals.whole_moves(state, seat)
    if journey.cards:
        if not cards.goods:
            raise Fault("illegal", "nothing_laid")
        good = _one_good(cards.goods)
        refusals.check_lay(state, seat, good, len(cards.goods))
        whole = [(lay, move) for lay, move in whole if lay.good == good]
        if cards.counted or any(lay.number == 1 and _fits(state, journey, move, whole) for lay, move in whole):
            ready = state._replace(phase=MOVE, laid=(good, len(cards.goods)))
            moves = [move for lay, move in whole if lay.number == len(cards.goods)]
            return (Lay(good, len(cards.goods)), _chosen_move(ready, journey, moves, len(cards.goods)))
    move = _chosen_move(state, journey, [move for _, move in whole], len(cards.goods))
    lays = [lay for lay, one in whole if one == move]
    if len(lays) > 1:
        raise Fault("ambiguous", "which_cards", cards=tuple(f"{lay.number} {GOODS[lay.good]}" for lay in lays))
    return (lays[0], move)


def _fits(state: State, journey: Journey, move: Move, whole: Sequence[tuple[Lay, Move]]) -> bool:
    """Tell whether a move is what the journey's caravan and place say."""
    if journey.caravan not in (None, move.caravan):
        return False
    if not journey.places:
        return True
    legal = [one.place for _, one in whole if journey.caravan in (None, one.caravan)]
    return state.board.place(move.place) == _place(state, journey.places, legal)


def _chosen_move(state: State, journey: Journey, moves: Sequence[Move], count: int) -> Move:
    """Return the one move that is meant.

    Args:
        state: the position.
        journey: the caravan and place as far as they are given.
        moves: the legal moves with the cards meant.
        count: how many cards are laid, 0 where that is open.
    """
    if journey.caravan is not None:
        refusals.check_caravan(state, journey.caravan)
    found = [move for move in moves if journey.caravan in (None, move.caravan)]
    if journey.places:
        place = _place(state, journey.places, [move.place for move in found])
        name = state.board.tokens[place]
        found = [move for move in found if move.place == name]
        if not found:
            _explain(state, journey.caravan, place, count)
    if len(set(found)) > 1:
        raise Fault("ambiguous", "which_move", moves=tuple(write(move) for move in dict.fromkeys(found)))
    if not found:
        raise Fault("illegal", "too_far", asked=count, most=len(reach(state, (journey.caravan or 1) - 1)))
    return found[0]


def _explain(state: State, caravan: int | None, place: Place, count: int) -> None:
    """Refuse a place, for the caravan meant or for the one that comes nearest to reaching it."""
    meant = (caravan,) if caravan else range(1, len(state.caravans) + 1)
    # A place that could be reached with enough cards is too far for the cards in this hand.
    ways = [reach(state, number - 1) for number in meant if 1 <= number <= len(state.caravans)]
    needs = [cards for ends in ways for cards, places in enumerate(ends, 1) if place in places]
    if needs and not count:
        raise Fault("illegal", "out_of_reach", place=state.board.names[place], needs=min(needs))
    faults = []
    for number in meant:
        try:
            refusals.check_move(state, number, place, count)
        except Fault as fault:
            faults.append(fault)
    raise min(faults, key=lambda fault: _TELLING.index(fault.reason))


_TELLING = ("wrong_distance", "occupied", "already_there", "no_way", "wrong_city", "caravan_retired", "no_such_caravan")


def _read_draw(state: State, seat: Seat, spoken: list[str]) -> Steps:
    """Read "draw silk pile" or "draw 2"; without a word the pile is meant."""
    refusals.check_kind(state, Draw)
    wanted = list(islice(_sources(spoken or ["pile"]), _LARGEST_NUMBER))
    allowed = draws_to_come(state)
    if len(wanted) > allowed:
        raise Fault("illegal", "too_many_draws", asked=len(wanted), allowed=allowed)
    left = list(state.open)
    blind = len(state.pile) + len(state.discards)
    for good in wanted:
        if good == PILE:
            if not blind:
                raise Fault("illegal", "pile_empty")
            blind -= 1
        elif good not in left:
            raise Fault("illegal", "not_open", good=GOODS[good], open=tuple(GOODS[card] for card in left))
        else:
            left.remove(good)
    return tuple(Draw(good) for good in wanted)


def _sources(spoken: Sequence[str]) -> Iterable[Good]:
    times = 1
    for position, word in enumerate(spoken):
        if _is_number(word):
            times = min(_number(word), _LARGEST_NUMBER)
            if position + 1 == len(spoken):
                yield from [PILE] * times
            continue
        good = PILE if words.named(word, _PILE) else _good(word)
        if good is None:
            raise Fault("unreadable", "unknown_good", word=word[: words.LONGEST_WORD])
        yield from [good] * times
        times = 1


def _read_sell(state: State, _seat: Seat, spoken: list[str]) -> Steps:
    """Read "sell", "sell red", "sell 2 silk for red"."""
    refusals.check_kind(state, Sell)
    good = market.good_offered(state)
    size = (player(state, _seat).display[good] + 1) // 2
    colour = ANY
    for word in spoken:
        if _is_number(word):
            if _number(word) != size:
                raise Fault("illegal", "sale_size", asked=_number(word), discards=size)
        elif (named := _good(word)) is not None:
            if named != good:
                raise Fault("illegal", "not_offered", good=GOODS[named], offered=GOODS[good])
        elif word != "jewel":
            colour = _colour(word)
    if colour == ANY:
        return (Sell(ANY),)
    refusals.check_jewel(state, colour)
    return (Sell(colour if market.jewels_to_choose(state) else ANY),)


def _colour(word: str) -> int:
    found = words.named(word, COLOURS)
    if not found:
        raise Fault("unreadable", "unknown_colour", word=word[: words.LONGEST_WORD])
    return COLOURS.index(found[0])


def _read_jewel(state: State, _seat: Seat, spoken: list[str]) -> Steps:
    refusals.check_kind(state, Jewel)
    if len(spoken) != 1:
        raise Fault("unreadable", "one_colour", given=len(spoken))
    colour = _colour(spoken[0])
    refusals.check_jewel(state, colour)
    return (Jewel(colour),)


def _read_rob(state: State, seat: Seat, spoken: list[str]) -> Steps:
    """Read "rob 2 silk" or "rob silk from Bob"; what only one thing can mean may be left out."""
    refusals.check_kind(state, Rob)
    goods = [good for word in spoken if (good := _good(word)) is not None and not _seat_named(state, [word])]
    names = [word for word in spoken if _good(word) is None or _seat_named(state, [word])]
    if len(goods) > 1:
        raise Fault("illegal", "one_card", given=len(goods))
    victim = _victim(state, seat, names) if names else None
    found = [
        rob
        for rob in choices(state, seat)
        if isinstance(rob, Rob) and victim in (None, rob.victim) and rob.good in (goods or range(len(GOODS)))
    ]
    if not found and victim is not None:
        raise Fault("illegal", "victim_lacks", victim=victim, good=GOODS[goods[0]])
    if not found:
        raise Fault("illegal", "nobody_has", good=GOODS[goods[0]])
    if len(found) > 1:
        raise Fault("ambiguous", "which_card", cards=tuple(write(rob) for rob in found))
    return (found[0],)


def _victim(state: State, seat: Seat, names: Sequence[str]) -> Seat:
    named = _seat_named(state, names)
    if not named and len(names) == 1 and _is_number(names[0]):
        named = (_number(names[0]),)
    if not named:
        raise Fault("unreadable", "unknown_player", word=" ".join(names)[: words.LONGEST_WORD])
    legal = [victim for victim in named if victim in robbers.victims(state)]
    if len(legal or named) > 1:
        raise Fault("ambiguous", "which_player", seats=tuple(legal or named))
    refusals.check_victim(state, seat, (legal or named)[0])
    return (legal or named)[0]


def _seat_named(state: State, names: Sequence[str]) -> tuple[Seat, ...]:
    """Return the seats whose label the words are, or shorten."""
    labels = [token(label) for label in state.labels]
    found = words.named("".join(names), dict.fromkeys(labels))
    return tuple(seat for seat, label in enumerate(labels, 1) if label in found and label)


def _read_discard(state: State, seat: Seat, spoken: list[str]) -> Steps:
    """Read "discard silk tea": for customs up to the number owed, in a sandstorm one card."""
    refusals.check_kind(state, Discard)
    goods = _cards(spoken).goods
    if not goods:
        raise Fault("unreadable", "which_card_to_give")
    giver = player(state, seat)
    customs = state.phase == CUSTOMS
    owed = sum(giver.hand) - CUSTOMS_LIMIT if customs else 1
    held = giver.hand if customs else giver.display
    for good in goods:
        refusals.check_holds(held, good, in_hand=customs)
        if goods.count(good) > held[good]:
            raise Fault("illegal", "not_enough_cards", good=GOODS[good], asked=goods.count(good), have=held[good])
    if len(goods) > owed:
        raise Fault("illegal", "too_many_discards", asked=len(goods), owed=owed)
    return tuple(Discard(good) for good in goods)


def _read_bazaar(state: State, seat: Seat, spoken: list[str]) -> Steps:
    refusals.check_kind(state, Trade)
    goods = _cards(spoken).goods
    for good in goods:
        refusals.check_holds(player(state, seat).display, good, in_hand=False)
    if len(goods) != BAZAAR_GOODS or len(set(goods)) != BAZAAR_GOODS:
        raise Fault("illegal", "not_three_goods", given=len(goods), different=len(set(goods)))
    return (Trade(tuple(sorted(goods))),)


def _read_baksheesh(state: State, seat: Seat, spoken: list[str]) -> Steps:
    """Read "baksheesh silk", also with the payment: "baksheesh silk pay tea"."""
    refusals.check_kind(state, Baksheesh)
    goods = _cards(word for word in spoken if word != "pay").goods
    if len(goods) not in (1, 2):
        raise Fault("unreadable", "one_card", given=len(goods))
    if goods[0] not in state.open:
        raise Fault("illegal", "not_open", good=GOODS[goods[0]], open=tuple(GOODS[card] for card in state.open))
    if len(goods) == 1:
        return (Baksheesh(goods[0]),)
    refusals.check_holds(player(state, seat).hand, goods[1], in_hand=True)
    return (Baksheesh(goods[0]), Pay(goods[1]))


def _read_pay(state: State, seat: Seat, spoken: list[str]) -> Steps:
    refusals.check_kind(state, Pay)
    goods = _cards(spoken).goods
    if len(goods) != 1:
        raise Fault("unreadable", "one_card", given=len(goods))
    refusals.check_holds(player(state, seat).hand, goods[0], in_hand=True)
    return (Pay(goods[0]),)


def _read_pass(state: State, _seat: Seat, spoken: list[str]) -> Steps:
    refusals.check_kind(state, Pass)
    if spoken:
        raise Fault("unreadable", "extra_words", words=" ".join(spoken)[: words.LONGEST_WORD])
    return (Pass(),)


_READERS: dict[str, Callable[[State, Seat, list[str]], Steps]] = {
    "lay": _read_lay,
    "move": _read_move,
    "draw": _read_draw,
    "sell": _read_sell,
    "jewel": _read_jewel,
    "rob": _read_rob,
    "bazaar": _read_bazaar,
    "baksheesh": _read_baksheesh,
    "pay": _read_pay,
    "discard": _read_discard,
    "pass": _read_pass,
}
