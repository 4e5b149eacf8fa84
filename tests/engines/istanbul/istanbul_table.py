"""A table on which tests lay out any situation, give orders, and look at what came of them.

    table = Table().trader("Ann", stack=2, lira=5).trader("Bob", at=11).arrives(11)
    table.do("leave; pay")
    assert table["Ann"].lira == 3

Nothing stands anywhere but what is named: merchants wait at the Fountain, family members at the Police Station, and
the two tokens and the neutral merchants beside the board (place 0). All 26 cards that are not named lie in the pile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from engines.api import Ask, Event, Illegal, Over, Refusal, Roll, Shuffle
from engines.chance import Draw
from engines.istanbul import ENGINE
from engines.istanbul.board import board_of
from engines.istanbul.flow import settle
from engines.istanbul.state import (
    ACTION,
    ENCOUNTERS,
    MOVE,
    State,
    Trader,
    Turn,
    seats_from,
)
from engines.istanbul.story import Story
from engines.istanbul.terms import CARD_RANK, DECK, DEMAND_ITEMS, GOODS, LARGE_MARKET, TILES, demand, demand_item
from engines.play import play

NAMES = ("Ann", "Bob", "Cem", "Dia", "Eli")
AS_LISTED = None
"""The outcome of a shuffle that leaves the items in the order in which they are listed."""


class Outcomes:
    """A script of outcomes; AS_LISTED stands for a shuffle that changes nothing."""

    def __init__(self, outcomes: Iterable[Sequence | None]) -> None:
        self.left = list(outcomes)
        self.counter = 0
        self.asked: list[Roll | Shuffle] = []

    def draw(self, wanted: Roll | Shuffle) -> Draw:
        """Return the next outcome; a test that scripts too few fails here."""
        self.asked.append(wanted)
        if not self.left:
            raise AssertionError(f"no outcome left for {wanted.purpose}")
        outcome = self.left.pop(0)
        self.counter += 1
        return Draw(self.counter - 1, list(wanted.items if outcome is AS_LISTED else outcome))


def goods(text: str = "") -> tuple[int, ...]:
    """Read "2 fabric 1 jewellery" as goods."""
    words = text.split()
    counts = dict.fromkeys(GOODS, 0)
    for number, name in zip(words[::2], words[1::2], strict=True):
        counts[name] += int(number)
    return tuple(counts.values())


def set_up(players: int = 4, layout: str | None = None, **outcomes: Sequence) -> Table:
    """Set a game up through its own rolls and shuffles; what is not given by purpose comes as listed, or as ones.

    Purposes: spot, others, start, deal, large, small, governor, smuggler. A deal, large or small names the top items.
    """
    purposes = {
        "fountain and dice places": "spot",
        "other places": "others",
        "start player": "start",
        "bonus cards": "deal",
        "large market": "large",
        "small market": "small",
        "governor start": "governor",
        "smuggler start": "smuggler",
    }
    state = ENGINE.setup(NAMES[:players], {"layout": layout} if layout else {})
    events: list[Event] = []
    while isinstance(pending := ENGINE.pending(state), Roll | Shuffle):
        given = outcomes.get(purposes[pending.purpose])
        if isinstance(pending, Shuffle):
            step = ENGINE.resolve(state, _topped(pending.items, given or ()))
        else:
            step = ENGINE.resolve(state, given or [1] * pending.dice)
        state = step.state
        events += step.events
    table = Table(players)
    table.state, table.events = state, tuple(events)
    return table


def _topped(items: Sequence, top: Sequence) -> list:
    """Return the items with some of them moved to the top."""
    rest = Counter(items) - Counter(top)
    return [*top, *(item for item in items if rest[item] > 0 and not rest.subtract([item]))]


class Table:
    """A situation under test; every method that changes it returns the table itself."""

    def __init__(self, players: int = 4, layout: str = "short") -> None:
        self.names = NAMES[:players]
        state = ENGINE.setup(self.names, {"layout": layout})
        trader = state.traders[0]
        bazaar = state.bazaar._replace(neutrals=(0,) * len(state.bazaar.neutrals))
        self.state: State = state._replace(
            traders=(trader,) * players, bazaar=bazaar, turn=Turn(1, MOVE), pile=DECK, discards=()
        )
        self.events: tuple[Event, ...] = ()
        self.entries: tuple = ()
        self.asked: list[Roll | Shuffle] = []
        self._fixed_pile = False
        self.demand(10).demand(11)

    # ---- laying out ----

    def trader(
        self,
        name: str,
        *,
        at: int | None = None,
        stack: int | None = None,
        assistants: Iterable[int] | None = None,
        family: int | None = None,
        lira: int | None = None,
        goods: str | tuple[int, ...] | None = None,
        extensions: int | None = None,
        tiles: str | None = None,
        rubies: int | None = None,
        hand: str | None = None,
    ) -> Table:
        """Give a trader what is named; goods read "2 fabric 1 spice", tiles "red blue", hands "good lira5"."""
        changes: dict = {
            "place": at,
            "stack": stack,
            "assistants": None if assistants is None else tuple(sorted(assistants)),
            "family": family,
            "lira": lira,
            "goods": _goods_given(goods),
            "extensions": extensions,
            "tiles": None if tiles is None else tuple(sorted(TILES.index(colour) for colour in tiles.split())),
            "rubies": rubies,
            "hand": None if hand is None else tuple(sorted(hand.split(), key=CARD_RANK.__getitem__)),
        }
        changes = {field: value for field, value in changes.items() if value is not None}
        return self._with_trader(name, self[name]._replace(**changes))._restocked()

    def turn(self, name: str, round_number: int | None = None) -> Table:
        """Begin the turn of a seat."""
        self.state = self.state._replace(turn=Turn(self.seat(name), MOVE), round=round_number or self.state.round)
        return self

    def start(self, name: str) -> Table:
        """Give the start player's marker to a seat."""
        self.state = self.state._replace(start=self.seat(name))
        return self

    def governor(self, place: int) -> Table:
        """Put the Governor on a place."""
        return self._bazaar(governor=place)

    def smuggler(self, place: int) -> Table:
        """Put the Smuggler on a place."""
        return self._bazaar(smuggler=place)

    def neutrals(self, *places: int) -> Table:
        """Put neutral merchants on places: the red, the yellow and the white one; the rest stay off the board."""
        return self._bazaar(neutrals=(*places, 0, 0, 0)[:3])

    def post(self, down: int) -> Table:
        """Put this many mail indicators in the lower row."""
        return self._bazaar(post=down)

    def rubies(self, **left: int) -> Table:
        """Leave this many rubies at wainwright, palace, small_mosque, great_mosque or dealer."""
        return self._bazaar(**left)

    def mosque(self, colour: str, *needs: int) -> Table:
        """Lay out a mosque stack, top first; no numbers leave it empty."""
        stacks = list(self.state.bazaar.mosques)
        stacks[TILES.index(colour)] = needs
        return self._bazaar(mosques=tuple(stacks))

    def demand(self, place: int, *top: str, sales: int = 0) -> Table:
        """Lay the demand tiles of a market with these on top, written fabric/spice/fruit/jewellery."""
        tiles = tuple(demand(item) for item in _topped(DEMAND_ITEMS[place], top))
        market = self.state.bazaar.large._replace(tiles=tiles, sales=sales)
        return self._bazaar(large=market) if place == LARGE_MARKET else self._bazaar(small=market)

    def pile(self, *cards: str, size: int | None = None) -> Table:
        """Make this the draw pile, top first; with a size, only so many of the cards that are not elsewhere."""
        self._fixed_pile = True
        if size is not None:
            cards = (*cards, *list((Counter(self._left_over()) - Counter(cards)).elements()))[:size]
        self.state = self.state._replace(pile=tuple(cards))
        return self

    def discards(self, *cards: str) -> Table:
        """Make this the discard pile, top first."""
        self.state = self.state._replace(discards=tuple(cards))
        return self._restocked()

    def rest_to(self, name: str) -> Table:
        """Give all cards that are nowhere else to a seat's hand."""
        missing = Counter(DECK) - Counter(self.cards())
        hand = tuple(sorted([*self[name].hand, *missing.elements()], key=CARD_RANK.__getitem__))
        return self._with_trader(name, self[name]._replace(hand=hand))

    # ---- getting into a turn ----

    def arrives(self, place: int, outcomes: Iterable[Sequence | None] = ()) -> Table:
        """Let the mover arrive at a place by an ordinary move from a neighbouring one."""
        self.from_beside(place)
        return self.do(f"move {place}", outcomes)

    def from_beside(self, place: int) -> Table:
        """Put the mover on the lowest place one or two steps away."""
        origin = board_of(self.state.layout).near[place][0]
        return self._with_trader(self.mover, self[self.mover]._replace(place=origin))

    def acts(self, place: int) -> Table:
        """Bring the mover to phase 3 at a place, the earlier phases having been gone through."""
        return self._at(place, ACTION, acted=False)

    def encounters(self, place: int) -> Table:
        """Bring the mover to phase 4 at a place."""
        return self._at(place, ENCOUNTERS, acted=False)

    def sent(self, place: int) -> Table:
        """Bring the mover to the Police Station and send the family member from there."""
        self.trader(self.mover, family=12)
        return self.acts(12).do(f"send family to {place}")

    def _at(self, place: int, stage: str, *, acted: bool) -> Table:
        self._with_trader(self.mover, self[self.mover]._replace(place=place))
        turn = Turn(self.state.turn.seat, stage, acting=place, acted=acted)
        story = Story()
        self.state = settle(self.state._replace(turn=turn), story)
        self.events = tuple(story)
        return self

    # ---- playing ----

    def do(self, lines: str, outcomes: Iterable[Sequence | None] = (), by: str | None = None) -> Table:
        """Play order lines, parted by ";" or new lines, as the mover or another seat; each must be carried out."""
        played = self._play(lines, outcomes, by)
        for line in played.lines:
            assert line.result == "done", (line.text, line.result, line.why)
        return self

    def _play(self, lines: str, outcomes: Iterable[Sequence | None], by: str | None):
        texts = [text.strip() for text in lines.replace("\n", ";").split(";") if text.strip()]
        source = Outcomes(outcomes)
        # Nobody answers in advance, so that the end window is asked.
        answers = {seat: {"leftover": "ask"} for seat in range(1, len(self.names) + 1)}
        seat = self.seat(by) if by else self.state.turn.seat
        played = play(ENGINE, self.state, seat, texts, source, answers)
        self.state, self.entries, self.asked = played.state, played.entries, source.asked
        self.events = tuple(event for entry in played.entries for event in entry.events)
        return played

    def pass_turns(self, count: int = 1) -> Table:
        """Let so many seats in turn step to the Fountain or beside it and end their turns."""
        for _ in range(count):
            seat = self.state.turn.seat
            place = self.state.traders[seat - 1].place
            self.do(f"move {7 if place != 7 else 12}")
            if self.state.turn.seat == seat and self.stage == MOVE:
                raise AssertionError("the turn did not begin")
            if self.state.turn.seat == seat:
                self.do("end")
        return self

    def refused(self, text: str, by: str | None = None) -> Refusal:
        """Return why a line is refused; nothing may change by it."""
        before = self.state
        seat = self.seat(by) if by else self.state.turn.seat
        try:
            steps = ENGINE.parse(self.state, seat, text)
        except Illegal as illegal:
            assert self.state == before
            return illegal.refusal
        raise AssertionError(f"{text!r} was read as {[ENGINE.format(step) for step in steps]}")

    def choices(self, by: str | None = None) -> list[str]:
        """Return what a seat may do now, as order lines."""
        seat = self.seat(by) if by else self.state.turn.seat
        return [ENGINE.format(order) for order in ENGINE.legal(self.state, seat)]

    # ---- looking ----

    def seat(self, name: str) -> int:
        """Return the seat of a name."""
        return self.names.index(name) + 1

    def __getitem__(self, name: str) -> Trader:
        """Return what a seat owns."""
        return self.state.traders[self.seat(name) - 1]

    def goods(self, name: str) -> str:
        """Return a seat's goods as "2 fabric 1 jewellery"."""
        return " ".join(f"{held} {good}" for good, held in zip(GOODS, self[name].goods, strict=True) if held)

    @property
    def mover(self) -> str:
        """The name of the seat whose turn it is."""
        return self.names[self.state.turn.seat - 1]

    @property
    def stage(self) -> str:
        """The stage of the turn, which is also the prompt."""
        return self.state.turn.stage

    @property
    def pending(self) -> Ask | Roll | Shuffle | Over:
        """What the game waits for."""
        return ENGINE.pending(self.state)

    def tile(self, place: int) -> str:
        """Return the demand tile in force at a market."""
        market = self.state.bazaar.large if place == LARGE_MARKET else self.state.bazaar.small
        return demand_item(market.tiles[market.sales % 5])

    def tiles(self, place: int) -> list[str]:
        """Return the demand stack of a market, top first."""
        market = self.state.bazaar.large if place == LARGE_MARKET else self.state.bazaar.small
        top = market.sales % 5
        return [demand_item(tile) for tile in (*market.tiles[top:], *market.tiles[:top])]

    def cards(self) -> list[str]:
        """Return all cards in hands and piles."""
        hands = [card for trader in self.state.traders for card in trader.hand]
        return [*hands, *self.state.pile, *self.state.discards]

    def view(self, name: str | None = None) -> dict:
        """Return the view of a seat, or of an onlooker."""
        return ENGINE.view(self.state, self.seat(name) if name else None)

    def seen_by(self, name: str | None) -> list[Event]:
        """Return the events of the last orders as one seat, or an onlooker, is shown them."""
        seat = self.seat(name) if name else None
        shown: list[Event] = []
        for event in self.events:
            if event.seen_by is None:
                shown.append(event)
            elif event.seen_by == seat:
                shown[-1] = event
        return shown

    def told(self, kind: str, name: str | None = None) -> list[dict]:
        """Return the data of all events of a kind from the last orders, as a seat is shown them."""
        return [dict(event.data) for event in self.seen_by(name) if event.kind == kind]

    def kinds(self) -> list[str]:
        """Return the kinds of the public events of the last orders."""
        return [event.kind for event in self.events if event.seen_by is None]

    def turn_order(self) -> list[str]:
        """Return the names in turn order."""
        return [self.names[seat - 1] for seat in seats_from(self.state, self.state.start)]

    # ---- inside ----

    def _with_trader(self, name: str, trader: Trader) -> Table:
        traders = list(self.state.traders)
        traders[self.seat(name) - 1] = trader
        self.state = self.state._replace(traders=tuple(traders))
        return self

    def _bazaar(self, **changes) -> Table:
        self.state = self.state._replace(bazaar=self.state.bazaar._replace(**changes))
        return self

    def _left_over(self) -> list[str]:
        hands = Counter(card for trader in self.state.traders for card in trader.hand)
        return list((Counter(DECK) - hands - Counter(self.state.discards)).elements())

    def _restocked(self) -> Table:
        if not self._fixed_pile:
            self.state = self.state._replace(pile=tuple(self._left_over()))
        return self


def _goods_given(given: str | tuple[int, ...] | None) -> tuple[int, ...] | None:
    return goods(given) if isinstance(given, str) else given
