"""Two turn processors that write to each other stop at once."""

from __future__ import annotations

from pathlib import Path

from pbem.mail.address import Addresses, Keys
from tests.pbem.house import House, read

OTHER = "games@other.example.org"


def other_house(folder: Path) -> House:
    """Return a second service, at another address, with keys of its own."""
    house = House(folder, first_id=1_000_000)
    addresses = Addresses(OTHER, Keys({"o": b"o" * 32}, "o"))
    config = house.office.config
    mail = type(config.mail)(address=OTHER, name="other")
    changes = {"addresses": addresses, "config": type(config)(mail=mail, directory=config.directory)}
    house.office = type(house.office)(**{**{n: getattr(house.office, n) for n in house.office.__slots__}, **changes})
    house.app.office = house.office
    return house


def exchange(one: House, other: House, rounds: int = 5) -> None:
    """Carry every mail between the two services, several times to and fro."""
    seen = {id(one): 0, id(other): 0}
    for _ in range(rounds):
        for source, target in ((one, other), (other, one)):
            new = source.sink.sent[seen[id(source)] :]
            seen[id(source)] = len(source.sink.sent)
            for parcel in new:
                target.accept(parcel.raw, parcel.recipient, parcel.sender)
            target.app.tick()


def test_two_services_that_have_each_other_as_players_stop_after_one_mail_each(tmp_path: Path) -> None:
    """Each asks the other for its move, and takes the other's mail for what a machine has written."""
    one, other = House(tmp_path / "one"), other_house(tmp_path / "other")
    one.new_game(OTHER, "Ann")
    other.new_game("turns@play.example.org", "Bob")
    exchange(one, other)

    assert 1 == len([parcel for parcel in one.sink.sent if parcel.recipient == OTHER])
    assert 1 == len([parcel for parcel in other.sink.sent if parcel.recipient == "turns@play.example.org"])
    assert 1 == one.match().game.last_entry


def test_a_forwarder_that_sends_all_back_to_us_stops_at_once(tmp_path: Path) -> None:
    """Our own mail, whatever it was wrapped in on the way, is answered by nobody."""
    house = House(tmp_path)
    house.new_game("Ann", "Bob")
    for parcel in list(house.sink.sent):
        house.accept(parcel.raw, str(read(parcel.raw)["Reply-To"]), "ann@example.org")
    before = len(house.sink.sent)
    house.app.tick()

    assert before == len(house.sink.sent)
