"""The state of a match: an immutable tree of named tuples."""

from __future__ import annotations

from typing import Final, NamedTuple

from engines.api import Seat
from engines.istanbul.terms import CAPACITY, CARD_RANK, NO_GOODS, Goods

# The stages of a turn: where in it a seat is asked.
MOVE: Final = "move"
ASSISTANT: Final = "assistant"
PAY_MERCHANTS: Final = "pay"
ACTION: Final = "action"
SALE: Final = "sale"
DRAWING: Final = "draw"
DISCARDING: Final = "discard"
DICE: Final = "dice"
GAINING: Final = "gain"
FETCHING: Final = "fetch"
AFTER: Final = "after"
ENCOUNTERS: Final = "encounters"
PAY_GOVERNOR: Final = "pay_governor"
PAY_SMUGGLER: Final = "pay_smuggler"
LEFTOVER: Final = "leftover"
SETUP: Final = "setup"
OVER: Final = "over"


class Trader(NamedTuple):
    """What one seat owns.

    Attributes:
        place: where the merchant stands.
        stack: the assistants under the merchant.
        assistants: the places where the seat's other assistants lie, ascending.
        family: where the family member stands.
        goods: the number of each good on the wheelbarrow.
        tiles: the colours of the mosque tiles, ascending.
        hand: the bonus cards, in the order of `terms.CARDS`.
    """

    place: int
    stack: int
    assistants: tuple[int, ...]
    family: int
    lira: int
    goods: Goods = NO_GOODS
    extensions: int = 0
    tiles: tuple[int, ...] = ()
    rubies: int = 0
    hand: tuple[str, ...] = ()


class Market(NamedTuple):
    """The demand tiles in the order in which they come up for ever, and how many sales have turned one."""

    tiles: tuple[Goods, ...] = ()
    sales: int = 0


class Bazaar(NamedTuple):
    """What belongs to nobody.

    Attributes:
        governor, smuggler: the place of each token.
        neutrals: the places of the neutral merchants, in the order of their colours.
        post: the mail indicators in the lower row.
        mosques: for each tile colour the numbers on the stack's tiles, top first.
        wainwright, palace, small_mosque, great_mosque, dealer: the rubies there.
    """

    governor: int
    smuggler: int
    neutrals: tuple[int, ...]
    post: int
    large: Market
    small: Market
    mosques: tuple[tuple[int, ...], ...]
    wainwright: int
    palace: int
    small_mosque: int
    great_mosque: int
    dealer: int


class Work(NamedTuple):
    """The step in progress.

    Attributes:
        basket: the goods of the sale so far.
        any_goods: True where the sale needs no demand tile.
        announced: the number announced at the Tea House.
        dice: the faces that the red tile may still change.
        gained: True where the Black Market's good was taken before the roll.
        drawn: the cards taken at the Caravansary so far.
        neutrals: the neutral merchants, by index, that were paid and must be rolled for.
    """

    basket: Goods = NO_GOODS
    any_goods: bool = False
    announced: int = 0
    dice: tuple[int, ...] = ()
    gained: bool = False
    drawn: int = 0
    neutrals: tuple[int, ...] = ()


NO_WORK: Final = Work()


class Turn(NamedTuple):
    """How far the present turn has come.

    Attributes:
        seat: whose turn it is; 0 during the setup.
        stage: where in the turn the seat is asked.
        chance: the purpose of the roll or shuffle that must come first, or "".
        acting: the place whose action is meant: the merchant's, or the one the family member was sent to.
        acted: True once that action was carried out.
        extra: True while the green tile may still add a good.
        yellow, governor, smuggler: True once used in this turn.
        work: the step in progress.
    """

    seat: Seat
    stage: str
    chance: str = ""
    acting: int = 0
    acted: bool = False
    extra: bool = False
    yellow: bool = False
    governor: bool = False
    smuggler: bool = False
    work: Work = NO_WORK


class State(NamedTuple):
    """A whole match.

    Attributes:
        labels: the seat labels given at the setup.
        option: the name of the layout option.
        layout: the place on each cell, row by row.
        start: the start player.
        round: the number of the round, from 1.
        pile: the bonus cards to draw, top first.
        discards: the used bonus cards, top first.
    """

    labels: tuple[str, ...]
    option: str
    layout: tuple[int, ...]
    start: Seat
    round: int
    pile: tuple[str, ...]
    discards: tuple[str, ...]
    bazaar: Bazaar
    traders: tuple[Trader, ...]
    turn: Turn


def mover(state: State) -> Trader:
    """Return what the seat whose turn it is owns."""
    return state.traders[state.turn.seat - 1]


def with_mover(state: State, trader: Trader) -> State:
    """Return the state with what the mover owns changed."""
    traders, seat = state.traders, state.turn.seat
    # Traders and turn stand last, so that these two changes, the most frequent by far, need no `_replace`.
    return State(*state[:-2], (*traders[: seat - 1], trader, *traders[seat:]), state.turn)


def with_mover_and_turn(state: State, trader: Trader, turn: Turn) -> State:
    """Return the state with both changed."""
    traders, seat = state.traders, turn.seat
    return State(*state[:-2], (*traders[: seat - 1], trader, *traders[seat:]), turn)


def with_turn(state: State, turn: Turn) -> State:
    """Return the state with its turn changed."""
    return State(*state[:-1], turn)


def with_stage(state: State, stage: str) -> State:
    """Return the state at another stage of the same turn."""
    turn = state.turn
    return State(*state[:-1], Turn(turn[0], stage, *turn[2:]))


def capacity(trader: Trader) -> int:
    """Return the room for each good ("Rulebook, Places: Wainwright")."""
    return CAPACITY + trader.extensions


def with_good(trader: Trader, good: int, number: int) -> Goods:
    """Return the goods after gaining some of one; what finds no room is lost."""
    goods = trader.goods
    held = min(goods[good] + number, CAPACITY + trader.extensions)
    return (*goods[:good], held, *goods[good + 1 :])


def plus(goods: Goods, good: int, number: int) -> Goods:
    """Return the goods with a number added to one of them."""
    return (*goods[:good], goods[good] + number, *goods[good + 1 :])


def minus(goods: Goods, paid: Goods) -> Goods:
    """Return what is left of goods."""
    return tuple(held - less for held, less in zip(goods, paid, strict=True))


def with_card(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Return a hand with a card sorted in."""
    return tuple(sorted((*hand, card), key=CARD_RANK.__getitem__))


def spent(state: State, card: str) -> State:
    """Put a card that the mover holds on top of the discard pile ("Rulebook, Bonus Cards")."""
    trader = mover(state)
    at = trader.hand.index(card)
    state = with_mover(state, trader._replace(hand=trader.hand[:at] + trader.hand[at + 1 :]))
    return state._replace(discards=(card, *state.discards))


def seats_from(state: State, first: Seat) -> tuple[Seat, ...]:
    """Return all seats in turn order, beginning with one."""
    count = len(state.traders)
    return tuple((first - 1 + step) % count + 1 for step in range(count))


def in_force(market: Market) -> Goods:
    """Return the demand tile on top."""
    return market.tiles[market.sales % len(market.tiles)]
