"""What the gate must know of the store, looked up within one unit of work."""

from __future__ import annotations

from collections.abc import Collection

from pbem.mail import gate
from pbem.mail.address import Addresses
from pbem.service.office import Office
from pbem.store import games, mails, people
from pbem.store.database import Unit
from pbem.store.records import AddressRow, SeatRow, SentRow


class Knowledge:
    """The gate's look-ups, each made once a mail."""

    def __init__(self, office: Office, unit: Unit) -> None:
        self._office = office
        self._unit = unit
        self._seats: dict[int, list[SeatRow]] = {}
        self._addresses: dict[int, list[AddressRow]] = {}
        self._sent: dict[str, SentRow | None] = {}

    @property
    def addresses(self) -> Addresses:
        """Our mailbox and its keys."""
        return self._office.addresses

    @property
    def authserv_id(self) -> str:
        """The server whose Authentication-Results are believed."""
        return self._office.config.mail.authserv_id

    @property
    def requires_authentication(self) -> bool:
        """Whether a live address alone is not enough."""
        return self._office.config.mail.require_pass

    @property
    def open_to_strangers(self) -> bool:
        """Whether anybody may sign up."""
        return self._office.config.signup.open

    def newest_phase(self, game: int, seat: int) -> int | None:
        """Return the phase of the newest mail to a seat."""
        row = self._seat(game, seat)
        return None if row is None or row.person_id is None else row.phase

    def mailboxes(self, game: int, seat: int) -> Collection[str]:
        """Return the player's verified addresses in their normal form."""
        row = self._seat(game, seat)
        if row is None or row.person_id is None:
            return ()
        return [address.mailbox for address in self._addresses_of(row.person_id) if address.verified]

    def sent(self, message_id: str) -> gate.Sent | None:
        """Return the mail of ours that has this Message-ID."""
        row = self.mail(message_id)
        return None if row is None else gate.Sent(row.game_id, row.seat, row.phase, row.hold_id)

    def is_player(self, address: str) -> bool:
        """Tell whether a verified player has this address."""
        row = people.by_mailbox(self._unit, address)
        return row is not None and row.person_id is not None and row.verified

    def is_invitation(self, code: str) -> bool:
        """Tell whether this is the code of an open seat."""
        return games.seat_by_code(self._unit, code.casefold()) is not None

    def mail(self, message_id: str) -> SentRow | None:
        """Return the whole of what is known of the mail of ours that has this Message-ID."""
        if message_id not in self._sent:
            self._sent[message_id] = mails.sent(self._unit, message_id)
        return self._sent[message_id]

    def seats(self, game: int) -> list[SeatRow]:
        """Return the seats of a match."""
        if game not in self._seats:
            self._seats[game] = games.seats(self._unit, game)
        return self._seats[game]

    def sender(self, mailbox: str) -> AddressRow | None:
        """Return the address that a mail comes from, where we know it."""
        known = (row for rows in self._addresses.values() for row in rows if row.mailbox == mailbox)
        return next(known, None) or people.by_mailbox(self._unit, mailbox)

    def forget_seats(self) -> None:
        """Look seats up anew, since something has changed them."""
        self._seats.clear()

    def _seat(self, game: int, seat: int) -> SeatRow | None:
        return next((row for row in self.seats(game) if row.seat == seat), None)

    def _addresses_of(self, person: int) -> list[AddressRow]:
        if person not in self._addresses:
            self._addresses[person] = people.addresses_of(self._unit, person)
        return self._addresses[person]
