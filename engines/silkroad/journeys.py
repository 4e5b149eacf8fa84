"""Reads the laying of cards and the move, apart or in one line, with whatever goes without saying left out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import NamedTuple

from engines import words
from engines.api import Seat
from engines.silkroad import actions, faults, phases, refusals, spoken
from engines.silkroad.board import Place
from engines.silkroad.choices import choices
from engines.silkroad.faults import Fault
from engines.silkroad.names import GOODS
from engines.silkroad.orders import write
from engines.silkroad.position import reach
from engines.silkroad.state import State


class Journey(NamedTuple):
    """The arguments of a move: any of them may be left out where only one thing is meant."""

    caravan: int | None
    places: tuple[str, ...]
    cards: tuple[str, ...]


def _journey(given: Sequence[str], places_known: tuple[str, ...]) -> Journey:
    """Sort the words of a move: a number before a good counts cards, another one names the caravan.

    Args:
        given: the words behind the verb.
        places_known: the places that a shortened word means rather than a good.
    """
    caravan: int | None = None
    places: list[str] = []
    cards: list[str] = []
    counting = False
    for word, following in zip_longest(given, given[1:], fillvalue=""):
        if counting or _is_card(word, places_known):
            cards.append(word)
            counting = False
        elif spoken.is_number(word) and _counts(following, caravan, places_known):
            cards.append(word)
            counting = True
        elif spoken.is_number(word):
            if caravan is not None:
                raise Fault("unreadable", "extra_words", words=word)
            caravan = spoken.number(word)
        elif word != spoken.ONE_OF_THEM:
            places.append(word)
    return Journey(caravan, tuple(places), tuple(cards))


def _counts(following: str, caravan: int | None, places_known: tuple[str, ...]) -> bool:
    """Tell whether a number counts the word behind it: a card, or once the caravan is named whatever may be one."""
    return _is_card(following, () if caravan is not None else places_known)


def _is_card(word: str, places_known: tuple[str, ...]) -> bool:
    """Tell whether a word means a good rather than a place; a full name beats a shortened one."""
    return word in GOODS or (spoken.good(word) is not None and not words.named(word, places_known))


def _place(state: State, given: Sequence[str], legal: Iterable[str]) -> Place:
    """Return the place that the words name, shortened to what is unique among the legal ones now."""
    word = "".join(given)
    found = words.named(word, sorted(set(legal))) or words.named(word, state.board.tokens)
    if not found and words.nearly(word, GOODS):
        raise Fault("unreadable", "unknown_good", word=spoken.shown(word))
    if not found:
        raise Fault("unreadable", "unknown_place", word=spoken.shown(word))
    if len(found) > 1:
        names = tuple(state.board.names[state.board.place(name)] for name in found)
        raise Fault("ambiguous", "which_place", places=names)
    return state.board.place(found[0])


def read_lay(state: State, seat: Seat, given: list[str]) -> tuple[actions.Action, ...]:
    """Read "lay 2 silk", also with the move behind it."""
    faults.check_kind(state, actions.Lay)
    journey = _journey([word for word in given if word != "move"], ())
    if journey.places and journey.caravan is None and not words.named("".join(journey.places), state.board.tokens):
        raise Fault("unreadable", "unknown_good", word=spoken.shown(journey.places[0]))
    if journey.caravan is not None and not journey.places and not journey.cards:
        raise Fault("unreadable", "which_good", number=journey.caravan)
    if journey.caravan is not None or journey.places:
        return _whole_move(state, seat, journey)
    goods = spoken.read_cards(journey.cards).goods
    if not goods:
        raise Fault("illegal", "nothing_laid")
    good = spoken.one_good(goods)
    faults.check_lay(state, seat, good, len(goods))
    return (actions.Lay(good, len(goods)),)


def read_move(state: State, seat: Seat, given: list[str]) -> tuple[actions.Action, ...]:
    """Read "move 2 leh", before cards are laid with the cards: "move 2 leh 2 silk"."""
    journey = _journey([word for word in given if word != "lay"], state.board.tokens)
    if state.phase == phases.LAY:
        return _whole_move(state, seat, journey)
    faults.check_kind(state, actions.Move)
    if journey.cards:
        _check_laid(state, spoken.read_cards(journey.cards))
    moves = [move for move in choices(state, seat) if isinstance(move, actions.Move)]
    return (_chosen_move(state, journey, moves, state.laid[1]),)


def _check_laid(state: State, cards: spoken.Cards) -> None:
    """Refuse other cards than those that lie there already."""
    good, count = state.laid
    if set(cards.goods) != {good} or (cards.counted and len(cards.goods) != count):
        raise Fault("illegal", "already_laid", good=GOODS[good], count=count)


def _whole_move(state: State, seat: Seat, journey: Journey) -> tuple[actions.Action, ...]:
    cards = spoken.read_cards(journey.cards)
    whole = refusals.whole_moves(state, seat)
    if journey.cards:
        if not cards.goods:
            raise Fault("illegal", "nothing_laid")
        good = spoken.one_good(cards.goods)
        faults.check_lay(state, seat, good, len(cards.goods))
        whole = [(lay, move) for lay, move in whole if lay.good == good]
        if cards.counted or any(lay.number == 1 and _fits(state, journey, move, whole) for lay, move in whole):
            ready = state._replace(phase=phases.MOVE, laid=(good, len(cards.goods)))
            moves = [move for lay, move in whole if lay.number == len(cards.goods)]
            return (actions.Lay(good, len(cards.goods)), _chosen_move(ready, journey, moves, len(cards.goods)))
    move = _chosen_move(state, journey, [move for _, move in whole], len(cards.goods))
    lays = [lay for lay, one in whole if one == move]
    if len(lays) > 1:
        paid = tuple(f"{lay.number} {GOODS[lay.good]}" for lay in lays)
        raise Fault("ambiguous", "which_cards", tuple(f"{write(move)} {text}" for text in paid), cards=paid)
    return (lays[0], move)


def _fits(
    state: State, journey: Journey, move: actions.Move, whole: Sequence[tuple[actions.Lay, actions.Move]]
) -> bool:
    """Tell whether a move is what the journey's caravan and place say."""
    if journey.caravan not in (None, move.caravan):
        return False
    if not journey.places:
        return True
    legal = [one.place for _, one in whole if journey.caravan in (None, one.caravan)]
    return state.board.place(move.place) == _place(state, journey.places, legal)


def _chosen_move(state: State, journey: Journey, moves: Sequence[actions.Move], count: int) -> actions.Move:
    """Return the one move that is meant.

    Args:
        state: the position.
        journey: the caravan and place as far as they are given.
        moves: the legal moves with the cards meant.
        count: how many cards are laid, 0 where that is open.
    """
    if journey.caravan is not None:
        faults.check_caravan(state, journey.caravan)
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
    found: list[Fault] = []
    for number in meant:
        try:
            faults.check_move(state, number, place, count)
        except Fault as fault:
            found.append(fault)
    raise min(found, key=lambda fault: _TELLING.index(fault.reason))


_TELLING = ("wrong_distance", "occupied", "already_there", "no_way", "wrong_city", "caravan_retired", "no_such_caravan")
