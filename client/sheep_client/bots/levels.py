"""When a bot may act. Loads no mind: `sheep_client.minds` does the thinking."""

from sheep_common.games import GAMES


def shows_time(game: str) -> bool:
    """Tell whether acting sooner when there is no choice would show others what the seat holds (L11)."""
    return game not in GAMES or not GAMES[game].undoable
