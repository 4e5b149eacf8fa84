"""People and their addresses, settings, and the moderators' acts."""

from __future__ import annotations

from sqlalchemy import bindparam, case, delete, insert, select, update

from pbem.errors import NotFound, present
from pbem.store import tables
from pbem.store.database import Prepared, Unit, table, where
from pbem.store.records import AddressRow, PersonRow, ReaderRow

_PERSON, _ADDRESS, _SETTING, _ACT = map(table, (tables.Person, tables.Address, tables.Setting, tables.Act))
_TALLY = table(tables.Tally)

MOST_HARD = 3
"""After so many hard failures in a row an address is taken for dead."""

# A dead address is written to only where there is no other.
_FIRST_CHOICE = (case((_ADDRESS.c.hard_bounces >= MOST_HARD, 1), else_=0), _ADDRESS.c.preferred.desc(), _ADDRESS.c.id)

_BY_MAILBOX = where(_ADDRESS, AddressRow, _ADDRESS.c.mailbox == bindparam("wanted"))
_OF_PERSON = Prepared(
    select(*(_ADDRESS.c[name] for name in AddressRow._fields))
    .where(_ADDRESS.c.person_id == bindparam("person"))
    .order_by(*_FIRST_CHOICE)
)
_READER = Prepared(
    select(
        _ADDRESS.c.id.label("address_id"),
        *(_ADDRESS.c[name] for name in ("address", "hard_bounces", "person_id")),
        *(_PERSON.c[name] for name in ("zone", "threads", "ascii", "mails")),
    )
    .join(_PERSON, _PERSON.c.id == _ADDRESS.c.person_id)
    .where(_ADDRESS.c.person_id == bindparam("person"))
    .order_by(*_FIRST_CHOICE)
    .limit(1)
)
_COUNTED = Prepared(
    select(_TALLY.c.number).where(_TALLY.c.name == bindparam("wanted"), _TALLY.c.hour == bindparam("of"))
)
_COUNT_ON = Prepared(
    update(_TALLY)
    .where(_TALLY.c.name == bindparam("wanted"), _TALLY.c.hour == bindparam("of"))
    .values(number=_TALLY.c.number + 1)
)
_COUNT_FIRST = Prepared(
    insert(_TALLY).values(name=bindparam("wanted"), hour=bindparam("of"), number=bindparam("first"))
)


def add_person(unit: Unit, name: str, now: int) -> int:
    """Add somebody who plays and return the number."""
    values = {"name": name, "created": now, "banned": False}
    values |= {"zone": "", "threads": True, "ascii": False, "mails": True}
    return int(unit.execute(insert(_PERSON).values(values).returning(_PERSON.c.id)).scalar_one())


def find_person(unit: Unit, person: int) -> PersonRow:
    """Return a person.

    Raises:
        NotFound: where there is none of this number.
    """
    columns = [_PERSON.c[name] for name in PersonRow._fields]
    row = unit.execute(select(*columns).where(_PERSON.c.id == person)).first()
    if row is None:
        raise NotFound(f"There is no player {person}.", "`pbem player list` shows the players there are.")
    return PersonRow._make(row)


def all_people(unit: Unit) -> list[PersonRow]:
    """Return everybody, in order of registration."""
    columns = [_PERSON.c[name] for name in PersonRow._fields]
    return [PersonRow._make(row) for row in unit.execute(select(*columns).order_by(_PERSON.c.id))]


def set_person(unit: Unit, person: int, **values: object) -> None:
    """Change single columns of a person."""
    unit.execute(update(_PERSON).where(_PERSON.c.id == person).values(**values))


def by_mailbox(unit: Unit, mailbox: str) -> AddressRow | None:
    """Return the address that has this normal form."""
    row = unit.one(_BY_MAILBOX, wanted=mailbox)
    return None if row is None else AddressRow._make(row)


def addresses_of(unit: Unit, person: int) -> list[AddressRow]:
    """Return a person's addresses, the one to write to first."""
    return [AddressRow._make(row) for row in unit.all(_OF_PERSON, person=person)]


def reader(unit: Unit, person: int) -> ReaderRow | None:
    """Return where a person's mails go, and how he likes them; None where he has no address."""
    row = unit.one(_READER, person=person)
    return None if row is None else ReaderRow._make(row)


def unreachable(unit: Unit) -> list[PersonRow]:
    """Return the players all of whose addresses are dead."""
    query = select(_ADDRESS.c.person_id).where(_ADDRESS.c.hard_bounces >= MOST_HARD, _ADDRESS.c.person_id.is_not(None))
    suspects = sorted({int(row[0]) for row in unit.execute(query)})
    return [find_person(unit, person) for person in suspects if is_unreachable(unit, person)]


def is_unreachable(unit: Unit, person: int) -> bool:
    """Tell whether all addresses of a player are dead."""
    found = reader(unit, person)
    return found is not None and found.hard_bounces >= MOST_HARD


def counted(unit: Unit, name: str, hour: int) -> int:
    """Return how often something was counted in an hour."""
    row = unit.one(_COUNTED, wanted=name, of=hour)
    return 0 if row is None else int(row[0])


def count(unit: Unit, name: str, hour: int) -> None:
    """Count something once more."""
    if not unit.change(_COUNT_ON, wanted=name, of=hour):
        unit.change(_COUNT_FIRST, wanted=name, of=hour, first=1)


def forget_counts(unit: Unit, before: int) -> None:
    """Forget what was counted before an hour."""
    unit.execute(delete(_TALLY).where(_TALLY.c.hour < before))


def find_address(unit: Unit, address: int) -> AddressRow:
    """Return an address by its number."""
    columns = [_ADDRESS.c[name] for name in AddressRow._fields]
    row = unit.execute(select(*columns).where(_ADDRESS.c.id == address)).one()
    return AddressRow._make(row)


def ensure_address(unit: Unit, address: str, mailbox: str) -> AddressRow:
    """Return the row of an address, adding one that belongs to nobody where it is new."""
    found = by_mailbox(unit, mailbox)
    if found is not None:
        return found
    values = {
        "address": address,
        "mailbox": mailbox,
        "verified": False,
        "preferred": False,
        "hard_bounces": 0,
        "soft_bounces": 0,
        "bounced": 0,
        "confirmed_on": 0,
    }
    unit.execute(insert(_ADDRESS).values(values))
    return present(by_mailbox(unit, mailbox))


def set_address(unit: Unit, address: int, /, **values: object) -> None:
    """Change single columns of an address."""
    unit.execute(update(_ADDRESS).where(_ADDRESS.c.id == address).values(**values))


def setting(unit: Unit, name: str) -> str | None:
    """Return a setting, or None where it was never made."""
    value = unit.execute(select(_SETTING.c.value).where(_SETTING.c.name == name)).scalar()
    return None if value is None else str(value)


def set_setting(unit: Unit, name: str, value: str) -> None:
    """Make or change a setting."""
    changed = unit.execute(update(_SETTING).where(_SETTING.c.name == name).values(value=value)).rowcount
    if not changed:
        unit.execute(insert(_SETTING).values(name=name, value=value))


def add_act(unit: Unit, game: int | None, now: int, what: str, reason: str = "") -> None:
    """Write down what a moderator did."""
    unit.execute(insert(_ACT).values(game_id=game, made=now, what=what, reason=reason))


def acts(unit: Unit, game: int) -> list[tuple[int, str, str]]:
    """Return (time, what, reason) of the moderators' acts in a match."""
    query = select(_ACT.c.made, _ACT.c.what, _ACT.c.reason).where(_ACT.c.game_id == game).order_by(_ACT.c.id)
    return [tuple(row) for row in unit.execute(query)]
