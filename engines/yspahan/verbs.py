"""How the words behind each order verb are read; every word is read before the first step is tried."""

from __future__ import annotations

from collections.abc import Callable

from engines import words
from engines.yspahan import supervisor
from engines.yspahan.actions import (
    Action,
    AddExtraDie,
    AnswerCamel,
    Build,
    CallSupervisor,
    DrawCard,
    EndTurn,
    Give,
    MoveSupervisor,
    OpenPlacing,
    PlaceCube,
    PlayCard,
    RollDice,
    SendFirst,
    SetAside,
    TakeStock,
)
from engines.yspahan.board import ARMS, BUILDING, CAMEL, ROAD, SALES, SHOP, SHOPS, SOUK, SQUARE, SQUARES, WAIVERS, Souk
from engines.yspahan.buildings import NO_CAMELS, NO_GOLD, build
from engines.yspahan.caravan import question
from engines.yspahan.reader import DOTLESS, Reader
from engines.yspahan.refusals import ambiguous, illegal, unreadable
from engines.yspahan.state import is_variant

_KINDS = ("camels", "gold")
_ROADS = {name.casefold(): number for number, name in enumerate(ROAD)}
_PLACES = (*SQUARES, *SOUK, *SHOPS)


def _roll(reader: Reader) -> None:
    reader.words = [word for word in reader.words if not words.named(word, ("yellow",))]
    yellow = reader.number() if reader.words else 0
    reader.finish()
    reader.do(RollDice(yellow))


def _take(reader: Reader) -> None:
    if reader.words and reader.words[0] == "card":
        reader.words.pop(0)
        return _draw(reader)
    extras = reader.extras()
    square = reader.square("camel_or_gold")
    if reader.words:
        extras.append(reader.card())
    return _with_extras(reader, extras, TakeStock(square))


def _draw(reader: Reader) -> None:
    extras = reader.extras()
    _with_extras(reader, extras, DrawCard(reader.square()))


def _with_extras(reader: Reader, extras: list[str], action: Action) -> None:
    """Lay down the cards named as extra dice, then take the step."""
    reader.finish()
    for card in extras:
        reader.do(AddExtraDie(card))
    reader.do(action)


def _extra(reader: Reader) -> None:
    card = reader.card()
    reader.finish()
    reader.do(AddExtraDie(card))


def _aside(reader: Reader) -> None:
    square = reader.square()
    reader.finish()
    reader.do(SetAside(square))


def _place(reader: Reader) -> None:
    extras = reader.extras()
    targets = [_target(reader)]
    while reader.words:
        targets.append(_target(reader))
    if len(targets) == 1 and isinstance(targets[0], int):
        return _with_extras(reader, extras, OpenPlacing(targets[0]))
    if any(isinstance(target, int) for target in targets):
        raise unreadable("too_many_words", "place", word=next(SQUARES[t] for t in targets if isinstance(t, int)))
    shops = [target for target in targets if isinstance(target, str)]
    if reader.state.phase not in ("place", "shop"):
        _with_extras(reader, extras, OpenPlacing(SOUK[shops[0].partition(".")[0]].square))
    for placed, shop in enumerate(shops):
        if reader.state.phase not in ("place", "shop"):
            raise illegal("too_many_cubes", "place", named=len(shops), cubes=placed)
        reader.do(PlaceCube(_shop(reader, shop)))
    return None


def _target(reader: Reader) -> int | str:
    """Take the next word: the number of a Tower square, or the name of a souk or shop."""
    word = reader.next("shop")
    open_now = [SHOPS[action.shop] for action in reader.can() if isinstance(action, PlaceCube)]
    name = reader.chosen(DOTLESS.get(word, word), "shop", _PLACES, open_now)
    return SQUARE.get(name, name)


def _shop(reader: Reader, target: str) -> int:
    """Return the shop meant: a souk fills from the shop farthest from the road."""
    if target in SHOP:
        return SHOP[target]
    souk: Souk = SOUK[target]
    free = [shop for shop in range(souk.first, souk.first + souk.size) if not reader.state.shops[shop]]
    if not free:
        raise illegal("souk_full", "place", souk=souk.name, owner=reader.state.shops[souk.first])
    return free[-1]


def _supervisor(reader: Reader) -> None:
    roads: list[int] = []
    shops: list[int] = []
    called: list[int] = []
    extras = reader.extras()
    line, reader.words = [word for word in reader.words if word != "first"], []
    for word in line:
        if word in _ROADS:
            roads.append(_ROADS[word])
        elif DOTLESS.get(word, word) in SHOP:
            shops.append(SHOP[DOTLESS.get(word, word)])
        else:
            called.append(_called(reader, word))
    if not (roads or called):
        raise unreadable("missing_word", "supervisor", expected="road_square")
    if max(len(roads), len(called), len(shops)) > 1:
        raise unreadable("too_many_words", "supervisor", word=line[-1])
    if called and not roads and not shops:
        return _with_extras(reader, extras, CallSupervisor(called[0]))
    return _move(reader, extras, roads, called, shops)


def _called(reader: Reader, word: str) -> int:
    arm = word[0].upper()
    if arm in ARMS and word[1:].isdigit():
        raise illegal("road_ends", "supervisor", square=word.upper()[:8], end=f"{arm}{ARMS[arm]}")
    expected = "square" if reader.state.phase in ("choose", "extra") else "road_square"
    return SQUARE[reader.chosen(word, expected, SQUARES)]


def _move(reader: Reader, extras: list[str], roads: list[int], called: list[int], shops: list[int]) -> None:
    if not roads:
        raise unreadable("missing_word", "supervisor", expected="road_square")
    if reader.state.phase != "supervisor":
        square = called[0] if called else _cheapest(reader, roads[0])
        _with_extras(reader, extras, CallSupervisor(square))
    elif called and called[0] != reader.state.task.square:
        reader.do(CallSupervisor(called[0]))
    struck = supervisor.struck(reader.state, roads[0])
    reader.do(MoveSupervisor(roads[0]))
    for shop in shops:
        if shop not in struck:
            raise illegal("not_struck", "supervisor", shop=SHOPS[shop], shops=[SHOPS[other] for other in struck])
        if len(struck) > 1:
            reader.do(SendFirst(shop))


def _cheapest(reader: Reader, road: int) -> int:
    """Return the group that reaches a road square for least gold and least change; two equal ones must be named."""
    state, seat = reader.state, reader.seat
    if state.phase != "choose":
        return CAMEL
    gold, squares = supervisor.best_groups(state, seat, road)
    if len(squares) > 1 and gold <= state.players[seat - 1].gold:
        raise ambiguous("several_groups", "supervisor", to=ROAD[road], squares=[SQUARES[square] for square in squares])
    return squares[0]


def _first(reader: Reader) -> None:
    open_now = [SHOPS[action.shop] for action in reader.can() if isinstance(action, SendFirst)]
    shop = _named_shop(reader, open_now)
    reader.finish()
    reader.do(SendFirst(shop))


def _named_shop(reader: Reader, open_now: list[str]) -> int:
    word = reader.next("shop")
    return SHOP[reader.chosen(DOTLESS.get(word, word), "shop", SHOPS, open_now)]


def _card(reader: Reader) -> None:
    card = reader.card()
    if card == "cube_to_shop" and reader.words:
        return _card_to_shop(reader, card)
    given = _amount(reader, card) if reader.words and (card in SALES or card == "swap") else None
    reader.finish()
    reader.do(PlayCard(card))
    return reader.do(given) if given else None


def _card_to_shop(reader: Reader, card: str) -> None:
    target = _target(reader)
    if isinstance(target, int):
        raise unreadable("unknown_word", "card", word=SQUARES[target], expected="shop")
    reader.finish()
    reader.do(PlayCard(card))
    reader.do(PlaceCube(_shop(reader, target)))


def _give(reader: Reader) -> None:
    given = _amount(reader, reader.state.task.card)
    reader.finish()
    reader.do(given)


def _amount(reader: Reader, card: str) -> Give:
    """Take a number and, where the card leaves it open, camels or gold."""
    amount = reader.number()
    sale = SALES.get(card)
    if reader.words:
        kind = reader.chosen(reader.next("kind"), "kind", _KINDS)
    elif sale is None and (card == "swap" or not card):
        raise ambiguous("camels_or_gold", reader.verb)
    else:
        kind = sale.pays if sale else _KINDS[0]
    if reader.words and reader.words[0].isdigit():
        raise illegal("one_direction", reader.verb)
    return Give(amount, kind)


def _build(reader: Reader) -> None:
    named: list[str] = []
    open_now = dict.fromkeys(action.building for action in reader.can() if isinstance(action, Build))
    while reader.words:
        names = (*BUILDING, *SQUARES, *WAIVERS.values())
        named.append(reader.chosen(reader.next("building"), "building", names, open_now))
    buildings = [name for name in named if name in BUILDING]
    squares = [name for name in named if name in SQUARE]
    if not buildings:
        raise unreadable("missing_word", "build", expected="building")
    if len(buildings) > 1 or len(squares) > 1:
        raise unreadable("too_many_words", "build", word=named[-1])
    order = Build(buildings[0], NO_CAMELS in named, NO_GOLD in named)
    if squares:
        _give_up(reader, SQUARE[squares[0]], order)
    reader.do(order)


def _give_up(reader: Reader, square: int, order: Build) -> None:
    """Set the group aside, but first tell what is wrong with the building itself."""
    if is_variant(reader.state) and reader.state.phase == "choose":
        build(reader.state, reader.seat, order, [])
    reader.do(SetAside(square))


def _answer(reader: Reader) -> None:
    reader.words = [word for word in reader.words if word not in ("camel", "1")]
    struck = question(reader.state, reader.seat)
    asked = SHOPS[struck.shop] if struck else ""
    shop = SHOPS[_named_shop(reader, [asked] if asked else [])] if reader.words else asked
    reader.finish()
    if asked and shop != asked:
        raise illegal("other_shop_asked", reader.verb, shop=shop, asked=asked)
    reader.do(AnswerCamel(reader.verb == "pay"))


def _end(reader: Reader) -> None:
    reader.finish()
    reader.do(EndTurn())


READERS: dict[str, Callable[[Reader], None]] = {
    "roll": _roll,
    "take": _take,
    "place": _place,
    "supervisor": _supervisor,
    "draw": _draw,
    "extra": _extra,
    "card": _card,
    "give": _give,
    "build": _build,
    "aside": _aside,
    "first": _first,
    "pay": _answer,
    "keep": _answer,
    "end": _end,
}
