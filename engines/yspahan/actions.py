"""The atomic orders. Each carries its own `step` name, so that two orders of different kinds are never equal."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias


class RollDice(NamedTuple):
    """Roll the white dice and this many yellow ones."""

    yellow: int
    step: Literal["roll"] = "roll"


class TakeStock(NamedTuple):
    """Take camels or gold with the group on the camel or gold square."""

    square: int
    step: Literal["take"] = "take"


class OpenPlacing(NamedTuple):
    """Use a neighbourhood's group to place cubes; the shops follow one by one."""

    square: int
    step: Literal["open"] = "open"


class PlaceCube(NamedTuple):
    """Place one cube in a shop."""

    shop: int
    step: Literal["place"] = "place"


class CallSupervisor(NamedTuple):
    """Use a group to move the Supervisor; the road square follows."""

    square: int
    step: Literal["call"] = "call"


class MoveSupervisor(NamedTuple):
    """Move the Supervisor to a road square."""

    road: int
    step: Literal["move"] = "move"


class SendFirst(NamedTuple):
    """Say which of two struck cubes is dealt with first."""

    shop: int
    step: Literal["first"] = "first"


class DrawCard(NamedTuple):
    """Use a group to take a card."""

    square: int
    step: Literal["draw"] = "draw"


class AddExtraDie(NamedTuple):
    """Discard a card to count one die more in the camels, gold or cubes that are taken next."""

    card: str
    step: Literal["extra"] = "extra"


class PlayCard(NamedTuple):
    """Play a card; where it needs an amount or a shop, that follows."""

    card: str
    step: Literal["card"] = "card"


class Give(NamedTuple):
    """Say how much gold or how many camels go into the card just played."""

    amount: int
    kind: str
    step: Literal["give"] = "give"


class SetAside(NamedTuple):
    """Give a group up, unused, for a building (two players)."""

    square: int
    step: Literal["aside"] = "aside"


class Build(NamedTuple):
    """Construct a building, with or without cards that waive its camels or its gold."""

    building: str
    no_camels: bool = False
    no_gold: bool = False
    step: Literal["build"] = "build"


class AnswerCamel(NamedTuple):
    """Pay a camel so that the struck cube stays, or keep the camel."""

    pays: bool
    step: Literal["answer"] = "answer"


class EndTurn(NamedTuple):
    """End the turn."""

    step: Literal["end"] = "end"


Action: TypeAlias = (
    RollDice
    | TakeStock
    | OpenPlacing
    | PlaceCube
    | CallSupervisor
    | MoveSupervisor
    | SendFirst
    | DrawCard
    | AddExtraDie
    | PlayCard
    | Give
    | SetAside
    | Build
    | AnswerCamel
    | EndTurn
)
