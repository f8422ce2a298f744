"""When a bot may act. Loads no engine: `sheep_client.thinking` does the thinking."""

from sheep_common.games import GAMES
from sheep_common.messages import TableInfo

FOLLOWED = (0.8, 1.2)
"""Seconds that a bot waits at least where a person sits or watches, who is to follow what happens."""
ALONE = (0.1, 0.3)
"""The same at a table of bots that nobody watches."""

Waits = tuple[float, float]
"""The shortest and the longest wait, in seconds; neither depends on what there is to choose (L11)."""


def shows_time(game: str) -> bool:
    """Tell whether acting sooner when there is no choice would show others what the seat holds (L11)."""
    return game not in GAMES or not GAMES[game].undoable


def waits(info: TableInfo, delay: float | None) -> Waits:
    """Return how long a bot waits at a table; `delay` is what the owner asked for, None for nothing."""
    if delay is not None:
        return delay, delay
    people = any(seat is not None and seat.bot is None and seat.here for seat in info.seats)
    return FOLLOWED if people or info.watchers else ALONE
