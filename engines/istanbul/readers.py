"""The readers: for each order word, what its words mean as steps."""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest
from typing import Final, TypeAlias

from engines.api import Seat
from engines.istanbul.arguments import (
    Line,
    ambiguous,
    card_named,
    chosen,
    counted_goods,
    good_named,
    is_number,
    nothing_more,
    number,
    only_word,
    place_named,
    places_named,
    seat_named,
    unreadable,
)
from engines.istanbul.flow import at_place
from engines.istanbul.markets import market_at
from engines.istanbul.options import catchable, deliveries, merchants_here, payment_due
from engines.istanbul.order import (
    ADDS,
    ANY_CARD,
    ASSISTS,
    BUY_RUBY,
    COLLECT,
    DISCARDS,
    DONE,
    DRAW,
    END,
    EXTEND,
    EXTRAS,
    FAMILIES,
    FETCHES,
    FILL,
    GAINS,
    GEM_CARD,
    GOOD_CARDS,
    GOVERNOR,
    LEAVE,
    LIRA_CARD,
    LONG_MOVES,
    MOVES,
    PAY,
    PAY_GOODS,
    PICK_UP,
    POST_CARD,
    RETURN_ALL,
    REWARDS,
    ROLL,
    ROLL_AGAIN,
    SENDS,
    SKIP,
    SMUGGLES,
    STAY_CARD,
    TAKES,
    TILE_ORDERS,
    YELLOWS,
    Order,
)
from engines.istanbul.rubies import named_goods
from engines.istanbul.state import (
    DICE,
    LEFTOVER,
    PAY_MERCHANTS,
    SALE,
    capacity,
    in_force,
    mover,
)
from engines.istanbul.story import refusal
from engines.istanbul.terms import (
    ANYGOODS,
    ASSIST,
    DEALER,
    DELIVERIES,
    FABRIC_WAREHOUSE,
    FAMILY,
    GEM2,
    GOOD,
    GOODS,
    LARGE_MARKET,
    LIRA5,
    MOST_SOLD,
    MOVE34,
    NO_GOODS,
    POST2,
    SMALL_MARKET,
    STAY,
    SULTAN2,
    TOKEN_PRICE,
    WAINWRIGHT,
    WAREHOUSES,
)
from engines.istanbul.wording import TILE_NAMES

Steps: TypeAlias = tuple[Order, ...]
Reader: TypeAlias = Callable[[Line], Steps]


def _plain(order: Order, *ignored: str) -> Reader:
    """Return the reader of an order that has no arguments."""

    def read(line: Line) -> Steps:
        nothing_more(line.without(*ignored))
        return (order,)

    return read


def _move(line: Line) -> Steps:
    return (MOVES[place_named(line, "move")],)


def _pay(line: Line) -> Steps:
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


def _skip(line: Line) -> Steps:
    nothing_more(line)
    return (SKIP,) if SKIP in line.legal else _end(line)


def _end(line: Line) -> Steps:
    nothing_more(line.without("turn", "my"))
    turn = line.state.turn
    if turn.stage == LEFTOVER:
        return (DONE,)
    return (SKIP, END) if SKIP in line.legal and turn.stage != DICE else (END,)


def _buy(line: Line) -> Steps:
    if line.words:
        return (EXTEND,) if chosen(only_word(line), _PURCHASES) == WAINWRIGHT else (BUY_RUBY,)
    at_place(line.state, WAINWRIGHT, DEALER)
    return (EXTEND,) if line.state.turn.acting == WAINWRIGHT else (BUY_RUBY,)


_PURCHASES: Final = {
    "extension": WAINWRIGHT,
    "wheelbarrow": WAINWRIGHT,
    "ruby": DEALER,
    "gem": DEALER,
    "gemstone": DEALER,
}


def _fill(line: Line) -> Steps:
    if line.words and line.words[0] == "extra":
        return (FILL, EXTRAS[good_named(line, only_word(line.without("extra")))])
    if line.words:
        good = good_named(line, only_word(line))
        at_place(line.state, *WAREHOUSES)
        if good != line.state.turn.acting - FABRIC_WAREHOUSE:
            raise refusal("other_good_here", good=GOODS[good], here=GOODS[line.state.turn.acting - FABRIC_WAREHOUSE])
    return (FILL,)


def _extra(line: Line) -> Steps:
    return (EXTRAS[good_named(line, only_word(line.without("1")), "extra")],)


def _draw(line: Line) -> Steps:
    """Read the sources one after the other, then a discard."""
    words, steps = list(line.words), list[Order]()
    while words and not _begins_discard(words[0]):
        steps += _drawn(line, words.pop(0))
    steps = steps or [DRAW]
    if words:
        steps.append(DISCARDS[card_named(only_word(line._replace(words=tuple(words[1:]))))])
    return tuple(steps)


def _begins_discard(word: str) -> bool:
    return word in ("discard", "discarding")


def _drawn(line: Line, word: str) -> list[Order]:
    if is_number(word):
        if word not in ("1", "2"):
            raise unreadable("number_expected", word=word)
        available = len(line.state.pile) + len(line.state.discards)
        return [DRAW] * max(1, min(int(word), available))
    if word in ("pile", "card", "cards", "deck"):
        return [DRAW]
    return [TAKES[card_named(word)]]


def _discard(line: Line) -> Steps:
    return (DISCARDS[_card_words(line)],)


def _card_words(line: Line) -> str:
    return card_named(only_word(line.without("5", "3-4", "card")))


def _return(line: Line) -> Steps:
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


def _fountain(line: Line) -> Steps:
    return _return(line) if line.words else (RETURN_ALL,)


def _fetch(line: Line) -> Steps:
    return (FETCHES[place_named(line, "fetch")],)


def _gain(line: Line) -> Steps:
    return (GAINS[good_named(line, only_word(line.without("1")), "gain")],)


def _roll(line: Line) -> Steps:
    again = bool({"again", "both"} & set(line.words)) or line.state.turn.stage == DICE
    nothing_more(line.without("again", "both", "dice"))
    return (ROLL_AGAIN if again else ROLL,)


def _turn(line: Line) -> Steps:
    line = line.without("die", "one")
    if len(line.words) == 2 and line.words[1] == "4":
        line = line._replace(words=line.words[:1])
    return (Order("turn", number(only_word(line))),)


def _announce(line: Line) -> Steps:
    return (Order("announce", number(only_word(line))),)


def _sell(line: Line) -> Steps:
    """Read a whole sale; the closing step is added where it is needed."""
    if not line.words:
        raise unreadable("words_missing")
    asked = None if line.words in _WHOLE_SALES else _asked(line)
    if line.state.turn.stage != SALE:
        at_place(line.state, LARGE_MARKET, SMALL_MARKET)
    wanted = _whole_sale(line) if asked is None else _checked_sale(line, asked)
    return tuple(ADDS[good] for good, count in enumerate(wanted) for _ in range(count))


def _limits(line: Line) -> tuple[int, ...]:
    """Return how many of each good may still be sold."""
    turn, trader = line.state.turn, mover(line.state)
    demand = in_force(market_at(line.state.bazaar, turn.acting))
    most = trader.goods if turn.work.any_goods else demand
    basket = turn.work.basket
    return tuple(min(held, limit) - sold for held, limit, sold in zip(trader.goods, most, basket, strict=True))


def _whole_sale(line: Line) -> tuple[int, ...]:
    limits = _limits(line)
    if sum(limits) + sum(line.state.turn.work.basket) > MOST_SOLD:
        raise refusal("most_sold", most=MOST_SOLD)
    if not sum(limits):
        raise refusal("no_goods_in_demand")
    return limits


def _asked(line: Line) -> tuple[int, ...]:
    return NO_GOODS if line.words in _NO_SALES else counted_goods(line.without("goods"), "add")


_WHOLE_SALES: Final = (("all",), ("everything",))
_NO_SALES: Final = (("nothing",), ("none",), ("0",))


def _checked_sale(line: Line, asked: tuple[int, ...]) -> tuple[int, ...]:
    turn, trader = line.state.turn, mover(line.state)
    demand = in_force(market_at(line.state.bazaar, turn.acting))
    if not sum(asked):
        raise refusal("sale_of_nothing")
    for good, count in enumerate(asked):
        count += turn.work.basket[good] if count else 0
        if count > trader.goods[good]:
            raise refusal("goods_short", good=GOODS[good], needs=count, have=trader.goods[good])
        if not turn.work.any_goods and count > demand[good]:
            raise refusal(
                "not_in_demand", good=GOODS[good], asked=count, wanted=demand[good], demand=named_goods(demand)
            )
    if sum(asked) > MOST_SOLD:
        raise refusal("most_sold", most=MOST_SOLD)
    return asked


def _add(line: Line) -> Steps:
    return (ADDS[good_named(line, only_word(line.without("1")), "add")],)


def _send(line: Line) -> Steps:
    return (SENDS[place_named(line.without("family", "member"), "send")],)


def _deliver(line: Line) -> Steps:
    return (Order("deliver", goods=_free_goods(line)),)


def _free_goods(line: Line) -> tuple[int, ...]:
    """Return the goods for the free spaces; a whole delivery may be named too, or nothing where one way is left."""
    state = line.state
    if not line.words:
        ways = deliveries(state, mover(state))
        if len(ways) > 1:
            choices = sorted({GOODS[good] for way in ways for good in way})
            raise ambiguous("which_goods", free=len(ways[0]), choices=choices)
        return ways[0] if ways else ()
    named = counted_goods(line, "")
    fixed, free = DELIVERIES[state.bazaar.palace]
    if sum(named) == sum(fixed) + free and all(count >= less for count, less in zip(named, fixed, strict=True)):
        named = tuple(count - less for count, less in zip(named, fixed, strict=True))
    if sum(named) > len(GOODS) * capacity(mover(state)):
        raise refusal("free_goods_wrong", free=free, given=list(named_goods(named)))
    return tuple(good for good, count in enumerate(named) for _ in range(count))


def _tile(line: Line) -> Steps:
    open_now = {order.value for order in line.legal if order.kind == "tile"}
    return (TILE_ORDERS[chosen(only_word(line.without("tile")), TILE_NAMES, open_now)],)


def _catch(line: Line) -> Steps:
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
        reward = _reward(word)
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


def _reward(word: str) -> str | None:
    found = [reward for reward in REWARDS if reward.startswith(word)]
    return found[0] if len(found) == 1 else None


def _next_due(due: list[Seat], steps: list[Order]) -> Seat:
    caught = {step.value for step in steps}
    left = [seat for seat in due if seat not in caught]
    return left[0] if left else due[0]


def _any_reward(line: Line) -> Steps:
    """Read "reward lira card": one reward for each family member in turn."""
    return _catch(line.without("3"))


def _governor(line: Line) -> Steps:
    if not line.words:
        return (GOVERNOR,)
    if _begins_discard(line.words[0]):
        return GOVERNOR, DISCARDS[_card_words(line._replace(words=line.words[1:]))]
    if line.words in (("pay",), ("pay", "2"), ("pay", "2", "lira"), ("pay", "lira")):
        lira = mover(line.state).lira
        if GOVERNOR in line.legal and lira < TOKEN_PRICE:
            raise refusal("too_dear", price=TOKEN_PRICE, lira=lira)
        return GOVERNOR, PAY
    raise unreadable("unknown_words", words=" ".join(line.words))


def _smuggler(line: Line) -> Steps:
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


def _card(line: Line) -> Steps:
    if len(line.words) > 1 and line.words[0] == "5":
        line = line._replace(words=line.words[1:])
    if not line.words:
        raise unreadable("words_missing")
    card = card_named(line.words[0])
    return _CARD_READERS[card](line._replace(words=line.words[1:]))


def _card_good(line: Line) -> Steps:
    return (GOOD_CARDS[good_named(line, only_word(line.without("1")))],)


def _card_long_move(line: Line) -> Steps:
    if len(line.words) > 1 and line.words[0] in ("3", "4", "3-4"):
        line = line._replace(words=line.words[1:])
    return (LONG_MOVES[place_named(line, MOVE34)],)


def _card_sultan(line: Line) -> Steps:
    return (Order(SULTAN2, goods=_free_goods(line)),)


def _card_family(line: Line) -> Steps:
    reward = _reward(only_word(line.without("3", "bonus")))
    if reward is None:
        raise unreadable("unknown_words", words=" ".join(line.words))
    return (FAMILIES[reward],)


def _card_assist(line: Line) -> Steps:
    return (ASSISTS[place_named(line, ASSIST)],)


def _card_any(line: Line) -> Steps:
    """Read the card with the sale that it makes possible, if one is named."""
    line = line.without("goods", "sell")
    asked = counted_goods(line, "")
    if sum(asked) > MOST_SOLD:
        raise refusal("most_sold", most=MOST_SOLD)
    for good, count in enumerate(asked):
        held = mover(line.state).goods[good]
        if ANY_CARD in line.legal and count > held:
            raise refusal("goods_short", good=GOODS[good], needs=count, have=held)
    return (ANY_CARD, *(ADDS[good] for good, count in enumerate(asked) for _ in range(count)))


_CARD_READERS: dict[str, Reader] = {
    GOOD: _card_good,
    LIRA5: _plain(LIRA_CARD),
    MOVE34: _card_long_move,
    SULTAN2: _card_sultan,
    POST2: _plain(POST_CARD),
    GEM2: _plain(GEM_CARD),
    FAMILY: _card_family,
    STAY: _plain(STAY_CARD),
    ASSIST: _card_assist,
    ANYGOODS: _card_any,
}


def _yellow(line: Line) -> Steps:
    return (YELLOWS[place_named(line.without("tile"), "yellow")],)


READERS: Final[dict[str, Reader]] = {
    "move": _move,
    "leave": _plain(LEAVE, "one", "assistant", "1", "an"),
    "pick": _plain(PICK_UP, "up", "one", "assistant", "1", "an"),
    "pay": _pay,
    "buy": _buy,
    "fill": _fill,
    "extra": _extra,
    "collect": _plain(COLLECT, "post"),
    "draw": _draw,
    "discard": _discard,
    "return": _return,
    "fountain": _fountain,
    "fetch": _fetch,
    "gain": _gain,
    "roll": _roll,
    "turn": _turn,
    "announce": _announce,
    "sell": _sell,
    "add": _add,
    "done": _plain(DONE),
    "send": _send,
    "deliver": _deliver,
    "tile": _tile,
    "catch": _catch,
    "reward": _any_reward,
    "governor": _governor,
    "smuggler": _smuggler,
    "card": _card,
    "yellow": _yellow,
    "skip": _skip,
    "pass": _skip,
    "end": _end,
}
"""The reader of each order word."""
