"""Reads an order: exact texts at once, everything else word by word with the steps tried out as they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engines import words
from engines.api import Illegal, Seat
from engines.yspahan import course, supervisor
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
from engines.yspahan.board import (
    ARMS,
    BUILDING,
    CAMEL,
    CARDS,
    NEIGHBOURHOODS,
    ROAD,
    SALES,
    SHOP,
    SHOPS,
    SOUK,
    SQUARE,
    SQUARES,
    WAIVERS,
    Souk,
)
from engines.yspahan.buildings import NO_CAMELS, NO_GOLD, build
from engines.yspahan.caravan import question
from engines.yspahan.nearest import with_nearest
from engines.yspahan.orders import ACTIONS, VERBS
from engines.yspahan.refusals import ambiguous, illegal, unreadable
from engines.yspahan.state import State, is_variant

_LONGEST = 400
_FILLERS = frozenset(
    ("with", "the", "a", "an", "to", "in", "on", "from", "of", "and", "using", "dice", "die", "group", "for", "into")
)
_ALIASES = {"camels": "camel", "centre": "c", "center": "c", "no_camels": NO_CAMELS, "no_gold": NO_GOLD}
_SQUARE_ORDERS = TakeStock | OpenPlacing | CallSupervisor | DrawCard | SetAside
_ENDS = frozenset({"en", "end"})
_KINDS = ("camels", "gold")
_ROADS = {name.casefold(): number for number, name in enumerate(ROAD)}
_DOTLESS = {name.replace(".", ""): name for name in SHOPS}


def parse(state: State, seat: Seat, text: str) -> tuple[Action, ...]:
    """Read one order; a compact line gives all its steps, and an "end" behind a turn that ended by itself gives none.

    Raises:
        Illegal: with the nearest legal orders.
    """
    action = ACTIONS.get(text.casefold())
    legal = course.legal(state, seat)
    if action is not None and action in legal:
        return (action,)
    if _has_passed(state, seat) and words.fold(text[:_LONGEST]) in _ENDS:
        return ()
    if not legal:
        raise _not_asked(state, seat, text)
    try:
        return tuple(_Reader(state, seat, text).read())
    except Illegal as refused:
        raise with_nearest(state, seat, text, refused.refusal) from None


def _has_passed(state: State, seat: Seat) -> bool:
    """Tell whether the seat's turn ended by itself and the seat on turn, if any, cannot end its own yet."""
    return state.passed is not None and state.passed.seat == seat and state.phase != "finish"


def _not_asked(state: State, seat: Seat, text: str) -> Illegal:
    """Return why a seat that is not asked gives no order; whose turn has just passed hears what is wrong with it."""
    refusal = course.not_asked(state).refusal
    if state.passed is None or not _has_passed(state, seat) or state.phase == "over":
        return Illegal(refusal.code, refusal.reason, refusal.facts, _verb(text))
    before = state._replace(order=(seat,), turn=0, phase="finish", built=state.passed.built, strikes=(), due=None)
    try:
        _Reader(before, seat, text).read()
    except Illegal as refused:
        return Illegal(refusal.code, refused.reason, refused.facts, refused.meant)
    return Illegal(refusal.code, refusal.reason, refusal.facts, _verb(text))


def _verb(text: str) -> str:
    found = words.named(words.fold(text[:_LONGEST]).partition(" ")[0], VERBS)
    return found[0] if len(found) == 1 else ""


class _Reader:
    """The working copy of one reading: the words left, the table so far, the steps found."""

    def __init__(self, state: State, seat: Seat, text: str) -> None:
        self.state = state
        self.seat = seat
        self.steps: list[Action] = []
        self.verb = ""
        cleaned = words.fold(text[:_LONGEST]).replace(",", " ").replace("-", "_")
        self.words = cleaned.split()

    def read(self) -> list[Action]:
        """Return the steps of the order."""
        if not self.words:
            raise unreadable("unknown_order", word="")
        word = self.words.pop(0)
        found = words.named(word, VERBS)
        if not found:
            raise unreadable("unknown_order", word=word)
        if len(found) > 1:
            raise ambiguous("ambiguous_word", "", word=word, choices=[*found])
        self.verb = found[0]
        self.words = [_ALIASES.get(word, word) for word in self.words if word not in _FILLERS]
        _READERS[self.verb](self)
        if self.words:
            raise unreadable("too_many_words", self.verb, word=self.words[0])
        return self.steps

    def do(self, action: Action) -> None:
        """Take a step and try it out; it is the same pure call that the game makes."""
        self.state = course.apply(self.state, self.seat, action).state
        self.steps.append(action)

    def can(self) -> tuple[Action, ...]:
        """Return the steps open at this point of the reading."""
        return course.legal(self.state, self.seat)

    def next(self, expected: str) -> str:
        """Take the next word, or say what is missing."""
        if not self.words:
            raise unreadable("missing_word", self.verb, expected=expected)
        return self.words.pop(0)

    def chosen(self, word: str, expected: str, names: Iterable[str], open_now: Iterable[str] = ()) -> str:
        """Return the name that the word is or shortens: of those open now, else of all."""
        names = tuple(names)
        if word in names:
            return word
        for choices in (tuple(open_now), names):
            found = words.named(word, choices)
            if len(found) == 1:
                return found[0]
            if found:
                raise ambiguous("ambiguous_word", self.verb, word=word, choices=[*found])
        raise unreadable("unknown_word", self.verb, word=word, expected=expected)

    def square(self, expected: str = "square") -> int:
        """Take a Tower square."""
        open_now = {SQUARES[action.square] for action in self.can() if isinstance(action, _SQUARE_ORDERS)}
        return SQUARE[self.chosen(self.next(expected), expected, SQUARES, sorted(open_now, key=SQUARE.__getitem__))]

    def card(self, expected: str = "card") -> str:
        """Take a kind of card; those in the seat's own hand come first."""
        hand = self.state.players[self.seat - 1].hand
        return self.chosen(self.next(expected), expected, CARDS, [card for card in CARDS if card in hand])

    def number(self) -> int:
        """Take a number."""
        word = self.next("number")
        if not (word.isascii() and word.isdigit() and len(word) < 6):
            raise unreadable("unknown_word", self.verb, word=word, expected="number")
        return int(word)

    def extras(self) -> None:
        """Lay down the cards behind the word "extra"."""
        while "extra" in self.words:
            place = self.words.index("extra")
            self.words, behind = self.words[:place], self.words[place + 1 :]
            rest, self.words = self.words, behind
            card = self.card()
            self.words = rest + self.words
            self.do(AddExtraDie(card))


def _roll(reader: _Reader) -> None:
    reader.words = [word for word in reader.words if not words.named(word, ("yellow",))]
    reader.do(RollDice(reader.number() if reader.words else 0))


def _take(reader: _Reader) -> None:
    if reader.words and reader.words[0] == "card":
        reader.words.pop(0)
        return _draw(reader)
    reader.extras()
    square = reader.square("camel_or_gold")
    if reader.words:
        reader.do(AddExtraDie(reader.card()))
    return reader.do(TakeStock(square))


def _draw(reader: _Reader) -> None:
    reader.extras()
    reader.do(DrawCard(reader.square()))


def _extra(reader: _Reader) -> None:
    reader.do(AddExtraDie(reader.card()))


def _aside(reader: _Reader) -> None:
    reader.do(SetAside(reader.square()))


def _place(reader: _Reader) -> None:
    reader.extras()
    targets = [_target(reader, reader.next("shop"))]
    while reader.words:
        targets.append(_target(reader, reader.next("shop")))
    if isinstance(targets[0], int) and len(targets) == 1:
        return reader.do(OpenPlacing(targets[0]))
    if reader.state.phase not in ("place", "shop"):
        reader.do(OpenPlacing(_square_of(reader, targets[0])))
    for placed, target in enumerate(targets):
        if reader.state.phase not in ("place", "shop"):
            raise illegal("too_many_cubes", "place", named=len(targets), cubes=placed)
        reader.do(PlaceCube(_shop(reader, target)))
    return None


def _target(reader: _Reader, word: str) -> int | str:
    """Return the number of a neighbourhood, or the name of a souk or shop."""
    word = _DOTLESS.get(word, word)
    open_now = [SHOPS[action.shop] for action in reader.can() if isinstance(action, PlaceCube)]
    names = (*(SQUARES[square] for square in NEIGHBOURHOODS), *SOUK, *SHOPS)
    name = reader.chosen(word, "shop", (*SQUARES, *names), open_now)
    return SQUARE.get(name, name)


def _square_of(reader: _Reader, target: int | str) -> int:
    if isinstance(target, int):
        return target
    return SOUK[target.partition(".")[0]].square


def _shop(reader: _Reader, target: int | str) -> int:
    """Return the shop meant: a souk fills from the shop farthest from the road."""
    if isinstance(target, int):
        raise unreadable("unknown_word", "place", word=SQUARES[target], expected="shop")
    if target in SHOP:
        return SHOP[target]
    souk: Souk = SOUK[target]
    shops = range(souk.first, souk.first + souk.size)
    free = [shop for shop in shops if not reader.state.shops[shop]]
    if not free:
        raise illegal("souk_full", "place", souk=souk.name, owner=reader.state.shops[souk.first])
    return free[-1]


def _supervisor(reader: _Reader) -> None:
    roads: list[int] = []
    shops: list[int] = []
    reader.extras()
    last = reader.words[-1] if reader.words else ""
    called: list[int] = []
    for word in [word for word in reader.words if word != "first"]:
        if word in _ROADS:
            roads.append(_ROADS[word])
        elif _DOTLESS.get(word, word) in SHOP:
            shops.append(SHOP[_DOTLESS.get(word, word)])
        else:
            called.append(_called(reader, word))
    reader.words = []
    if not (roads or called):
        raise unreadable("missing_word", "supervisor", expected="road_square")
    if len(roads) > 1 or len(called) > 1 or len(shops) > 1:
        raise unreadable("too_many_words", "supervisor", word=last)
    _move(reader, roads, called, shops)


def _called(reader: _Reader, word: str) -> int:
    arm = word[0].upper()
    if arm in ARMS and word[1:].isdigit():
        raise illegal("road_ends", "supervisor", square=word.upper()[:8], end=f"{arm}{ARMS[arm]}")
    expected = "square" if reader.state.phase in ("choose", "extra") else "road_square"
    return SQUARE[reader.chosen(word, expected, SQUARES)]


def _move(reader: _Reader, roads: list[int], called: list[int], shops: list[int]) -> None:
    if reader.state.phase != "supervisor":
        reader.do(CallSupervisor(called[0] if called else _cheapest(reader, roads[0])))
    elif called and called[0] != reader.state.task.square:
        reader.do(CallSupervisor(called[0]))
    if not roads:
        if reader.steps and not shops:
            return
        raise unreadable("missing_word", "supervisor", expected="road_square")
    struck = supervisor.struck(reader.state, roads[0])
    reader.do(MoveSupervisor(roads[0]))
    for shop in shops:
        if shop not in struck:
            raise illegal("not_struck", "supervisor", shop=SHOPS[shop], shops=[SHOPS[other] for other in struck])
        if len(struck) > 1:
            reader.do(SendFirst(shop))


def _cheapest(reader: _Reader, road: int) -> int:
    """Return the group that reaches a road square for least gold and least change; two equal ones must be named."""
    state, seat = reader.state, reader.seat
    if state.phase != "choose":
        return CAMEL
    gold, squares = supervisor.best_groups(state, seat, road)
    if len(squares) > 1 and gold <= state.players[seat - 1].gold:
        raise ambiguous("several_groups", "supervisor", to=ROAD[road], squares=[SQUARES[square] for square in squares])
    return squares[0]


def _first(reader: _Reader) -> None:
    open_now = [SHOPS[action.shop] for action in reader.can() if isinstance(action, SendFirst)]
    word = reader.next("shop")
    reader.do(SendFirst(SHOP[reader.chosen(_DOTLESS.get(word, word), "shop", SHOPS, open_now)]))


def _card(reader: _Reader) -> None:
    card = reader.card()
    reader.do(PlayCard(card))
    if not reader.words:
        return
    if card == "cube_to_shop":
        reader.do(PlaceCube(_shop(reader, _target(reader, reader.next("shop")))))
    elif card in SALES or card == "swap":
        _give(reader)


def _give(reader: _Reader) -> None:
    amount = reader.number()
    kind = _kind(reader)
    if reader.words and reader.words[0].isdigit():
        raise illegal("one_direction", "give")
    reader.do(Give(amount, kind))


def _kind(reader: _Reader) -> str:
    if reader.words:
        return reader.chosen(reader.next("kind"), "kind", _KINDS)
    sale = SALES.get(reader.state.task.card)
    if sale is not None:
        return sale.pays
    if reader.state.phase != "amount":
        return "gold"
    raise ambiguous("camels_or_gold", reader.verb)


def _build(reader: _Reader) -> None:
    building, squares, cards = "", list[int](), list[str]()
    for word in reader.words:
        name = reader.chosen(word, "building", (*BUILDING, *SQUARES, *WAIVERS.values()), _open_builds(reader))
        if name in SQUARE:
            squares.append(SQUARE[name])
        elif name in BUILDING and not building:
            building = name
        elif name in BUILDING:
            raise unreadable("too_many_words", "build", word=word)
        else:
            cards.append(name)
    reader.words = []
    if not building:
        raise unreadable("missing_word", "build", expected="building")
    order = Build(building, NO_CAMELS in cards, NO_GOLD in cards)
    if squares:
        _give_up(reader, squares[0], order)
    reader.do(order)


def _open_builds(reader: _Reader) -> list[str]:
    return list(dict.fromkeys(action.building for action in reader.can() if isinstance(action, Build)))


def _give_up(reader: _Reader, square: int, order: Build) -> None:
    """Set the group aside, but first tell what is wrong with the building itself."""
    if is_variant(reader.state) and reader.state.phase == "choose":
        build(reader.state, reader.seat, order, [])
    reader.do(SetAside(square))


def _answer(reader: _Reader) -> None:
    reader.words = [word for word in reader.words if word not in ("camel", "1")]
    struck = question(reader.state, reader.seat)
    if reader.words and struck is not None:
        word = reader.next("shop")
        shop = SHOP[reader.chosen(_DOTLESS.get(word, word), "shop", SHOPS, [SHOPS[struck.shop]])]
        if shop != struck.shop:
            raise illegal("other_shop_asked", reader.verb, shop=SHOPS[shop], asked=SHOPS[struck.shop])
    reader.do(AnswerCamel(reader.verb == "pay"))


def _end(reader: _Reader) -> None:
    reader.do(EndTurn())


_READERS: dict[str, Callable[[_Reader], None]] = {
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
