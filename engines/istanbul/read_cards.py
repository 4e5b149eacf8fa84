"""Reading of bonus cards: playing, drawing and discarding them."""

from __future__ import annotations

from engines.istanbul.arguments import (
    Line,
    Reader,
    Steps,
    card_named,
    counted_goods,
    good_named,
    is_number,
    only_word,
    place_named,
    plain,
    reward_named,
    unreadable,
)
from engines.istanbul.order import (
    ADDS,
    ANY_CARD,
    ASSISTS,
    DISCARDS,
    DRAW,
    FAMILIES,
    GEM_CARD,
    GOOD_CARDS,
    LIRA_CARD,
    LONG_MOVES,
    POST_CARD,
    STAY_CARD,
    TAKES,
    Order,
)
from engines.istanbul.read_trade import free_goods
from engines.istanbul.state import (
    mover,
)
from engines.istanbul.story import refusal
from engines.istanbul.terms import (
    ANYGOODS,
    ASSIST,
    FAMILY,
    GEM2,
    GOOD,
    GOODS,
    LIRA5,
    MOST_SOLD,
    MOVE34,
    POST2,
    STAY,
    SULTAN2,
)


def draw(line: Line) -> Steps:
    """Read the sources one after the other, then a discard."""
    words, steps = list(line.words), list[Order]()
    while words and not begins_discard(words[0]):
        steps += _drawn(line, words.pop(0))
    steps = steps or [DRAW]
    if words:
        steps.append(DISCARDS[card_named(only_word(line._replace(words=tuple(words[1:]))))])
    return tuple(steps)


def _drawn(line: Line, word: str) -> list[Order]:
    if is_number(word):
        if word not in ("1", "2"):
            raise unreadable("number_expected", word=word)
        available = len(line.state.pile) + len(line.state.discards)
        return [DRAW] * max(1, min(int(word), available))
    if word in ("pile", "card", "cards", "deck"):
        return [DRAW]
    return [TAKES[card_named(word)]]


def begins_discard(word: str) -> bool:
    """Tell whether the rest of a line is about a discard."""
    return word in ("discard", "discarding")


def discard(line: Line) -> Steps:
    """Read the card to be discarded."""
    return (DISCARDS[card_words(line)],)


def card_words(line: Line) -> str:
    """Return the one card that the words name."""
    return card_named(only_word(line.without("5", "3-4", "card")))


def card(line: Line) -> Steps:
    """Read a card to be played, with what it needs."""
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
    return (Order(SULTAN2, goods=free_goods(line)),)


def _card_family(line: Line) -> Steps:
    reward = reward_named(only_word(line.without("3", "bonus")))
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
    LIRA5: plain(LIRA_CARD),
    MOVE34: _card_long_move,
    SULTAN2: _card_sultan,
    POST2: plain(POST_CARD),
    GEM2: plain(GEM_CARD),
    FAMILY: _card_family,
    STAY: plain(STAY_CARD),
    ASSIST: _card_assist,
    ANYGOODS: _card_any,
}
