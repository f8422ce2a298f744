"""Clocks in words: how long somebody has for what they are to do. Lets no time run itself."""

from sheep_common.messages import Clocks

from sheep_client.i18n import ngettext


def left(clocks: Clocks, seat: int | None) -> int | None:
    """Return the seconds left to a seat, or to whoever has the least where none or another's runs."""
    running = [seat] if seat in clocks.running else list(clocks.running)
    times = [] if clocks.move_ms is None or not running else [clocks.move_ms]
    if clocks.account_ms is not None:
        times += [clocks.account_ms[each] for each in running if each < len(clocks.account_ms)]
    return round(min(times) / 1000) if times else None


def sentences(clocks: Clocks | None, own: int | None, names: tuple[str, ...]) -> list[str]:
    """Say how much time is left, and to whom; nothing without clocks."""
    n = None if clocks is None else left(clocks, own)
    if clocks is None or n is None:
        return []
    who = ", ".join(names[seat] for seat in clocks.running if seat < len(names))
    if own in clocks.running or not who:
        return [ngettext("{n} second left for this move.", "{n} seconds left for this move.", n).format(n=n)]
    return [
        ngettext("{n} second left for {names}.", "{n} seconds left for {names}.", n).format(n=n, names=who)
    ]
