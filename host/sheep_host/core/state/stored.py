"""A table to its stored row and back."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from sheep_common.game import Game

from sheep_host.core.state import options
from sheep_host.core.state.effects import DropTable, Effect, SaveTable, SeatRow, TableRow
from sheep_host.core.state.events import TableId
from sheep_host.core.state.limits import Limits
from sheep_host.core.state.values import Seat, State, Table

BROKEN = ("damaged", "fault")
"""Reasons for which a campaign is not played again: its lines, or its game's code, are at fault."""


def row_of(table: Table) -> TableRow:
    """Return what is stored of a table."""
    return TableRow(
        id=table.id,
        game=table.game,
        options=dict(table.options),
        state=table.state,
        seats=tuple(None if seat is None else _seat_row(seat) for seat in table.seats),
        owner=table.owner,
        owner_name=table.owner_name,
        house=table.house,
        campaign=table.campaign,
        base=table.base,
        first=table.first,
        series=table.series,
        reason=table.reason,
        banned=table.banned,
        left=tuple(sorted(table.left)),
    )


def changes(
    touched: Iterable[TableId], before: Mapping[TableId, Table], after: Mapping[TableId, Table]
) -> list[Effect]:
    """Return what is to be stored of tables that may have changed."""
    found: list[Effect] = []
    for table_id in touched:
        old, new = before.get(table_id), after.get(table_id)
        if new is None:
            found += [] if old is None else [DropTable(table_id)]
        elif old is None or not _is_same(old, new):
            row = row_of(new)
            if old is None or row_of(old) != row:
                found.append(SaveTable(row))
    return found


def table_of(
    row: TableRow,
    lines: Sequence[str],
    games: Mapping[str, Game[Any]],
    limits: Limits,
    now: float,
    number: int = 0,
) -> Table:
    """Return a stored table as it is after a restart: nobody is here yet, and its game sleeps.

    Raise ValueError (`OptionError` is one) for a row that this host cannot take.
    """
    if row.game not in games:
        raise ValueError(f"the game {row.game} is not installed")
    if row.state not in ("open", "playing", "over"):
        raise ValueError("unknown state")
    if not lines and row.state == "playing":
        raise ValueError("its record is lost")
    sleeps = row.state != "open" and row.reason not in BROKEN
    return Table(
        id=row.id,
        game=row.game,
        options=row.options,
        settings=options.read(games[row.game], row.options),
        seats=tuple(None if seat is None else _seat(seat, now, limits.bot_back) for seat in row.seats),
        state=cast("State", row.state),
        owner=row.owner,
        owner_name=row.owner_name,
        house=row.house,
        campaign=row.campaign,
        base=row.base,
        first=row.first,
        series=row.series,
        reason=row.reason,
        banned=row.banned,
        left=frozenset(row.left),
        asleep=tuple(lines) if sleeps else None,
        entered=now,
        owner_away=None if row.owner is None else now,
        lonely=now,
        number=number,
    )


def _seat_row(seat: Seat) -> SeatRow:
    return SeatRow(**{name: getattr(seat, name) for name in SeatRow.__struct_fields__})


def _seat(row: SeatRow, now: float, bot_back: float) -> Seat:
    has_bot = row.bot is not None or row.stand_in is not None
    stored = {name: getattr(row, name) for name in SeatRow.__struct_fields__}
    return Seat(**stored, away=now, wanted=now + bot_back if has_bot else None, bot_since=now)


def _is_same(before: Table, after: Table) -> bool:
    """Tell at a glance where nothing has changed that is stored: an action is a line, and no row."""
    return all(getattr(before, name) is getattr(after, name) for name in TableRow.__struct_fields__)
