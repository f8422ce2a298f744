"""What a bot's level means for its time. Loads no mind: `sheep_client.minds` does the thinking."""

from sheep_common.games import GAMES

SECONDS = {"normal": 0.0, "hard": 1.0, "expert": 3.0}
"""Seconds of thinking an action; `easy` needs none and takes any legal action."""


def seconds_of(game: str, level: str) -> float | None:
    """Return how long a level thinks, None where nobody thinks: `easy`, or a game without minds."""
    return SECONDS.get(level) if game in {"battle-sheep", "leadersheep"} else None


def shows_time(game: str) -> bool:
    """Tell whether acting sooner when there is no choice would show others what the seat holds (L11)."""
    return game not in GAMES or not GAMES[game].undoable
