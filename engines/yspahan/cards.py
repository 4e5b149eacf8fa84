"""The cards: drawing them, playing them, and what they give."""

from __future__ import annotations

from functools import lru_cache

from engines.api import Event, Json, Seat
from engines.yspahan.actions import Give, PlayCard
from engines.yspahan.board import CARD_CAMELS, CARD_GOLD, CARDS, SALES, SQUARES, WAIVERS
from engines.yspahan.caravan import Cube, load
from engines.yspahan.refusals import illegal
from engines.yspahan.souks import open_anywhere
from engines.yspahan.state import NO_TASK, Due, Events, Phase, Player, State, Task, with_player

_PLAYS = {card: PlayCard(card) for card in CARDS}
_RANK = {card: number for number, card in enumerate(CARDS)}
_WAIVING = frozenset(WAIVERS.values())


@lru_cache(maxsize=1 << 14)
def kinds(hand: tuple[str, ...]) -> tuple[str, ...]:
    """Return the kinds of card in a hand, in the order of the card list."""
    return tuple(card for card in CARDS if card in hand)


def sorted_hand(hand: tuple[str, ...]) -> tuple[str, ...]:
    """Return a hand in the order of the card list, so that it never shows in which order cards were drawn."""
    return tuple(sorted(hand, key=_RANK.__getitem__))


def without(player: Player, card: str, meant: str) -> Player:
    """Return the player with one card less.

    Raises:
        Illegal: where the player does not hold it.
    """
    if card not in player.hand:
        raise illegal("card_not_held", meant, card=card)
    place = player.hand.index(card)
    return player.with_hand((*player.hand[:place], *player.hand[place + 1 :]))


def options(state: State, seat: Seat) -> tuple[PlayCard, ...]:
    """Return the cards that the seat can play for their effect, in the order of the card list."""
    player = state.players[seat - 1]
    hand = player.hand
    if not hand:
        return ()
    shop_open = "cube_to_shop" in hand and bool(open_anywhere(state.shops, seat))
    return _playable(hand, player.gold > 0, player.camels > 0, shop_open)


@lru_cache(maxsize=1 << 14)
def _playable(hand: tuple[str, ...], has_gold: bool, has_camels: bool, shop_open: bool) -> tuple[PlayCard, ...]:
    closed = set(_WAIVING)
    if not has_gold:
        closed.add("gold_to_vp")
    if not has_camels:
        closed.add("camels_to_vp")
    if not (has_gold or has_camels):
        closed.add("swap")
    if not shop_open:
        closed.add("cube_to_shop")
    return tuple(_PLAYS[card] for card in kinds(hand) if card not in closed)


def stock(player: Player, kind: str) -> int:
    """Return how much of "gold" or "camels" the player has."""
    return player.gold if kind == "gold" else player.camels


def play(state: State, seat: Seat, action: PlayCard, events: Events) -> State:
    """Play a card for its effect (facts 4.1); where it needs an amount or a shop the seat is asked for it.

    Raises:
        Illegal: for a card that is not held, that belongs to a building, or that would have no effect.
    """
    card = action.card
    player = without(state.players[seat - 1], card, "card")
    _check_effect(state, seat, card)
    used = (*state.used, card)
    if card in ("cube_to_shop", "swap") or card in SALES:
        phase: Phase = "shop" if card == "cube_to_shop" else "amount"
        task = Task(card=card, back=state.phase)
        return state._replace(phase=phase, players=with_player(state, seat, player), task=task, used=used)
    events.append(Event("card_played", {"seat": seat, "card": card}))
    if card == "cube_to_caravan":
        return load(state._replace(used=used), events, Cube(seat, player))
    player = player.with_camels(CARD_CAMELS) if card == "camels_3" else player.with_gold(CARD_GOLD)
    return state._replace(players=with_player(state, seat, player), used=used)


def _check_effect(state: State, seat: Seat, card: str) -> None:
    if card in _WAIVING:
        # Facts 8.19: it is played as part of a building and leaves no credit.
        raise illegal("card_needs_building", "card", card=card)
    if _PLAYS[card] not in options(state, seat):
        raise illegal("no_open_shop_anywhere" if card == "cube_to_shop" else "nothing_to_give", "card", card=card)


def amounts(state: State, seat: Seat) -> tuple[Give, ...]:
    """Return what can go into the card under way: gold or camels from 1 up; for the swap camels first, then gold."""
    player = state.players[seat - 1]
    sale = SALES.get(state.task.card)
    if sale is not None:
        return _gives(sale.pays, min(sale.most, stock(player, sale.pays)))
    return _gives("camels", player.camels) + _gives("gold", player.gold)


@lru_cache(maxsize=1 << 10)
def _gives(kind: str, most: int) -> tuple[Give, ...]:
    return tuple(Give(amount, kind) for amount in range(1, most + 1))


def give(state: State, seat: Seat, action: Give, events: Events) -> State:
    """Turn gold or camels into points, or exchange them one for one (facts 4.1, cards 7 to 9).

    Raises:
        Illegal: for nothing, more than the seat has, more than the card takes, or the wrong kind.
    """
    card, player = state.task.card, state.players[seat - 1]
    sale = SALES.get(card)
    if sale is not None and action.kind != sale.pays:
        raise illegal("wrong_kind", "give", card=card, kind=sale.pays)
    have = stock(player, action.kind)
    most = have if sale is None else min(sale.most, have)
    if not 1 <= action.amount <= most:
        limit = None if sale is None else sale.most
        facts: dict[str, Json] = {"card": card, "kind": action.kind, "asked": action.amount, "have": have}
        raise illegal("wrong_amount", "give", **facts, limit=limit)
    points = sale.points * action.amount if sale else 0
    got = 0 if sale else action.amount
    if action.kind == "gold":
        player = player.with_gold(-action.amount).with_camels(got).with_points(points)
    else:
        player = player.with_gold(got).with_camels(-action.amount).with_points(points)
    data: dict[str, Json] = {"seat": seat, "card": card, "gave": action.kind, "amount": action.amount, "points": points}
    events.append(Event("card_exchanged", data))
    return state._replace(players=with_player(state, seat, player), phase=state.task.back, task=NO_TASK)


def must_shuffle(state: State) -> bool:
    """Tell whether the discards must be shuffled before the card that is due (facts 4.2)."""
    return not state.deck and bool(state.discards)


def draw(state: State, due: Due, events: Events) -> State:
    """Draw the card that is due; where deck and discards are empty there is none (facts 4.2)."""
    square = None if due.square < 0 else SQUARES[due.square]
    data: dict[str, Json] = {"seat": due.seat, "reason": due.reason, "square": square}
    if not state.deck:
        events.append(Event("no_card_drawn", data))
        return state._replace(due=None)
    card, *_ = state.deck
    player = state.players[due.seat - 1]
    player = player.with_hand(sorted_hand((*player.hand, card)))
    events += (Event("card_drawn", data), Event("card_drawn", {**data, "card": card}, due.seat))
    return state._replace(deck=state.deck[1:], players=with_player(state, due.seat, player), due=None)
