"""The vocabulary of the game: goods, places, cards and the figures of the printed components."""

from __future__ import annotations

from typing import Final, TypeAlias

from engines.data import read

Goods: TypeAlias = tuple[int, ...]
"""Four numbers, one for each good, in the order fabric, spice, fruit, jewellery."""

DATA: Final = read(__package__)

TITLE: Final[str] = DATA["title"]
COLOURS: Final[tuple[str, ...]] = tuple(DATA["colours"])
"""The colour of each seat from the first on; in a game of two the rest are neutral."""

GOODS: Final[tuple[str, ...]] = tuple(DATA["goods"])
FABRIC, SPICE, FRUIT, JEWELLERY = range(4)
NO_GOODS: Final[Goods] = (0, 0, 0, 0)

TILES: Final[tuple[str, ...]] = tuple(DATA["good_colours"])
"""The colours of the mosque tiles; a tile stands at the index of the good that it asks for."""

RED, GREEN, YELLOW, BLUE = range(4)

PLACES: Final[tuple[str, ...]] = ("", *DATA["places"])
"""The name of each place at its own number."""

(
    WAINWRIGHT,
    FABRIC_WAREHOUSE,
    SPICE_WAREHOUSE,
    FRUIT_WAREHOUSE,
    POST_OFFICE,
    CARAVANSARY,
    FOUNTAIN,
    BLACK_MARKET,
    TEA_HOUSE,
    LARGE_MARKET,
    SMALL_MARKET,
    POLICE_STATION,
    PALACE,
    SMALL_MOSQUE,
    GREAT_MOSQUE,
    DEALER,
) = range(1, 17)
WAREHOUSES: Final = (FABRIC_WAREHOUSE, SPICE_WAREHOUSE, FRUIT_WAREHOUSE)
ALL_PLACES: Final = tuple(range(1, 17))

CARDS: Final[tuple[str, ...]] = tuple(DATA["cards"])
"""The kinds of bonus cards, in the order in which hands and menus list them."""

DECK: Final[tuple[str, ...]] = tuple(card for card, number in DATA["cards"].items() for _ in range(number))
CARD_RANK: Final[dict[str, int]] = {card: rank for rank, card in enumerate(CARDS)}

GOOD, LIRA5, MOVE34, SULTAN2, POST2 = "good", "lira5", "move34", "sultan2", "post2"
GEM2, FAMILY, STAY, ASSIST, ANYGOODS = "gem2", "family", "stay", "assist", "anygoods"
LEFTOVER_CARDS: Final = (GOOD, LIRA5)
LIRA_OF_CARD: Final = 5

ASSISTANTS: Final[int] = DATA["trader"]["assistants"]
RESERVE: Final[int] = DATA["trader"]["reserve"]
FIRST_LIRA: Final[int] = DATA["trader"]["first_lira"]
CAPACITY: Final[int] = DATA["trader"]["capacity"]

MERCHANT_PRICE: Final[int] = DATA["merchants"]["price"]
NEUTRAL_PLACES: Final[tuple[int, ...]] = tuple(DATA["merchants"]["neutral_places"])

EXTENSION_PRICE: Final[int] = DATA["wainwright"]["price"]
EXTENSIONS: Final[int] = DATA["wainwright"]["extensions"]

CARAVANSARY_CARDS: Final[int] = DATA["caravansary"]["cards"]

BLACK_MARKET_GOODS: Final[tuple[int, ...]] = tuple(GOODS.index(good) for good in DATA["black_market"]["goods"])

LOWEST_ANNOUNCED: Final[int] = DATA["tea_house"]["lowest"]
HIGHEST_ANNOUNCED: Final[int] = DATA["tea_house"]["highest"]
CONSOLATION: Final[int] = DATA["tea_house"]["consolation"]

PRICES: Final[dict[int, tuple[int, ...]]] = {
    LARGE_MARKET: (0, *DATA["large_market"]["prices"]),
    SMALL_MARKET: (0, *DATA["small_market"]["prices"]),
}
"""For each market what 0 to 5 goods bring."""

MOST_SOLD: Final = 5
DEMAND_ITEMS: Final[dict[int, tuple[str, ...]]] = {
    LARGE_MARKET: tuple(DATA["large_market"]["tiles"]),
    SMALL_MARKET: tuple(DATA["small_market"]["tiles"]),
}

DEALER_TRACK: Final[tuple[int, ...]] = tuple(DATA["dealer"]["track"])
PALACE_TRACK: Final[tuple[str, ...]] = tuple(DATA["palace"]["track"])

TILE_PRICE: Final[int] = DATA["mosques"]["price"]
MOSQUE_TILES: Final[dict[int, tuple[int, ...]]] = {
    SMALL_MOSQUE: tuple(TILES.index(colour) for colour in DATA["mosques"]["small"]),
    GREAT_MOSQUE: tuple(TILES.index(colour) for colour in DATA["mosques"]["great"]),
}
DIE_FACE: Final[int] = DATA["mosque_tiles"]["die_face"]
EXTRA_PRICE: Final[int] = DATA["mosque_tiles"]["extra_price"]
RETURN_PRICE: Final[int] = DATA["mosque_tiles"]["return_price"]

CATCH_LIRA: Final[int] = DATA["encounters"]["catch_lira"]
TOKEN_PRICE: Final[int] = DATA["encounters"]["token_price"]

PLAYER_COUNTS: Final = {int(count): figures for count, figures in DATA["players"].items()}
"""For each player count its rubies, mosque stacks and target."""


def _jewellery_of_roll(total: int) -> int:
    return max((number for least, number in DATA["black_market"]["jewellery"] if total >= least), default=0)


JEWELLERY_OF_ROLL: Final = tuple(_jewellery_of_roll(total) for total in range(13))
"""What the Black Market adds for each total of two dice ("Rulebook, Places: Black Market")."""


def _post_office(down: int) -> tuple[Goods, int]:
    """Return what the uncovered spaces bring with this many indicators in the lower row."""
    post = DATA["post_office"]
    rows = ["upper"] * down + ["lower"] * (4 - down)
    found = [post[f"{row}_goods"][column] for column, row in enumerate(rows)]
    lira = sum(post[f"{row}_lira"][column] for column, row in enumerate(rows))
    return tuple(found.count(good) for good in GOODS), lira


POST: Final = tuple(_post_office(down) for down in range(5))
"""For 0 to 4 indicators in the lower row: goods and Lira to be had ("Rulebook, Places: Post Office")."""


def _delivery(spaces: int) -> tuple[Goods, int]:
    """Return the goods asked for by the first spaces of the Sultan's track, and how many more may be any."""
    open_spaces = PALACE_TRACK[:spaces]
    return tuple(open_spaces.count(good) for good in GOODS), open_spaces.count("any")


DELIVERIES: Final = tuple(_delivery(len(PALACE_TRACK) + 1 - rubies) for rubies in range(len(PALACE_TRACK) + 2))
"""For each number of rubies left on the Sultan's track: the fixed goods of the next delivery and its free ones."""

DEALER_PRICES: Final = (0, *reversed(DEALER_TRACK))
"""For each number of rubies left on the Dealer's track: the price of the next one; the last costs most."""


def demand(item: str) -> Goods:
    """Return the goods that a demand tile written fabric/spice/fruit/jewellery asks for."""
    return tuple(int(number) for number in item.split("/"))


def demand_item(goods: Goods) -> str:
    """Write a demand tile as fabric/spice/fruit/jewellery."""
    return "/".join(map(str, goods))
