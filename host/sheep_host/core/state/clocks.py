"""Clocks: whose time runs, how much is left, and until when. Changes nothing.

Time is milliseconds of play: it stands still while the host is down or asleep, and can be read off a
record again, so nothing of it is stored.
"""

from collections.abc import Mapping
from math import floor

from sheep_common.messages import Clocks

from sheep_host.core.state.limits import Limits
from sheep_host.core.state.values import Play, Table


def elapsed(play: Play, now: float) -> int:
    """Return the milliseconds of play that have passed."""
    return play.ms + floor((now - play.at) * 1000)


def run_on(
    acting: Mapping[int, int], to_act: frozenset[int], actor: int | None, ms: int, *, undone: bool = False
) -> dict[int, int]:
    """Return who is to act after a step at `ms`, each with the time since when; the actor begins anew."""
    kept = {} if undone else {seat: since for seat, since in acting.items() if seat != actor}
    return {seat: kept.get(seat, ms) for seat in sorted(to_act)}


def charge(
    accounts: tuple[int, ...], before: Mapping[int, int], after: Mapping[int, int], ms: int
) -> tuple[int, ...]:
    """Take off each account what its seat used, if its time stopped or began anew at `ms`."""
    if not any(accounts):
        return accounts
    return tuple(
        max(0, left - (ms - before[seat])) if seat in before and after.get(seat) != before[seat] else left
        for seat, left in enumerate(accounts)
    )


def given(table: Table, limits: Limits, seat: int) -> int | None:
    """Return the milliseconds that a seat which is to act had when its time began; None without a clock."""
    times = []
    if table.settings.move_time:
        times.append(table.settings.move_time * 1000)
    if table.settings.clock and table.play:
        times.append(max(table.play.accounts[seat], round(limits.empty_account * 1000)))
    return min(times, default=None)


def moments(table: Table, limits: Limits) -> dict[int, tuple[float, float]]:
    """Return when each seat that is to act is warned, and when its time is over."""
    play = table.play
    if play is None or table.state != "playing" or not table.settings.timed:
        return {}
    found = {}
    for seat, since in play.acting.items():
        time = given(table, limits, seat)
        if time is not None:
            begin, end = (play.at + (ms - play.ms) / 1000 for ms in (since, since + time))
            found[seat] = (end - min(limits.warning, (end - begin) / 2), end)
    return found


def shown(table: Table, now: float) -> Clocks | None:
    """Return the clocks as everyone may see them, None without any."""
    play, settings = table.play, table.settings
    if play is None or not settings.timed:
        return None
    running = dict(play.acting) if table.state == "playing" else {}
    ms = elapsed(play, now)
    move = None
    if settings.move_time and running:
        move = max(0, settings.move_time * 1000 - (ms - min(running.values())))
    accounts = None
    if settings.clock:
        used = {seat: ms - since for seat, since in running.items()}
        accounts = tuple(max(0, left - used.get(seat, 0)) for seat, left in enumerate(play.accounts))
    return Clocks(move_ms=move, account_ms=accounts, running=tuple(running))
