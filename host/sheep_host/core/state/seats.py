"""Who sits where: questions about a table's seats. Changes nothing."""

from collections.abc import Iterator

from sheep_host.core.state.events import Key
from sheep_host.core.state.values import Proposal, Seat, Table


def taken(table: Table) -> Iterator[tuple[int, Seat]]:
    """Give the taken seats, in order."""
    for number, seat in enumerate(table.seats):
        if seat is not None:
            yield number, seat


def keys_at(table: Table) -> set[Key]:
    """Return the keys that have or play at a seat."""
    return {key for _, seat in taken(table) for key in (seat.key, seat.stand_key) if key is not None}


def holders(table: Table) -> list[Key | None]:
    """Return the keys of the people who have seats at a table, and of who commands it."""
    return [*(seat.key for _, seat in taken(table) if seat.bot is None), table.owner]


def seat_of(table: Table, key: Key) -> int | None:
    """Return the seat that a key holds, as a person or as its bot."""
    return next((number for number, seat in taken(table) if seat.key == key), None)


def played_by(table: Table, key: Key) -> int | None:
    """Return the seat that a key may act for: its own, or one that it stands in for."""
    found = (number for number, seat in taken(table) if key in (seat.key, seat.stand_key))
    return next(found, None)


def eyes_of(table: Table, seat: int | None) -> int | None:
    """Return the seat whose secrets the player at a seat may see, None for none.

    Who took the seat of a game that is over was not in it.
    """
    if seat is None or (table.state != "playing" and seat in table.left and is_person(table.seats[seat])):
        return None
    return seat


def is_person(seat: Seat | None) -> bool:
    """Tell whether a person has the seat, here or not."""
    return seat is not None and seat.bot is None


def people(table: Table) -> list[int]:
    """Return the seats that people have, who sits longest first."""
    found = [(seat.since, number) for number, seat in taken(table) if seat.bot is None]
    return [number for _, number in sorted(found)]


def free_seat(table: Table) -> int | None:
    """Return the first free seat."""
    return next((number for number, seat in enumerate(table.seats) if seat is None), None)


def is_full(table: Table) -> bool:
    """Tell whether every seat is filled."""
    return free_seat(table) is None


def next_since(table: Table) -> int:
    """Return a mark later than that of everyone who sits."""
    return 1 + max((seat.since for _, seat in taken(table)), default=0)


def heir(table: Table) -> int | None:
    """Return the seat that would command the table if its owner did not: somebody here before others."""
    seats = people(table)
    here = [number for number in seats if is_present(table.seats[number])]
    return next(iter(here or seats), None)


def is_present(seat: Seat | None) -> bool:
    """Tell whether whoever has the seat is here."""
    return seat is not None and seat.away is None


def voters(table: Table, proposal: Proposal) -> list[int]:
    """Return the seats whose players a ballot asks: people who are here, or for whom no bot plays.

    The proposer is one of them. A bot may play for somebody who is here and was too slow: nobody decides
    over their head.
    """
    asked = [number for number in people(table) if number != proposal.seat]
    return sorted(n for n in asked if is_present(table.seats[n]) or not has_stand_in(table.seats[n]))


def has_stand_in(seat: Seat | None) -> bool:
    """Tell whether a bot plays for the person who has the seat."""
    return seat is not None and seat.stand_in is not None
