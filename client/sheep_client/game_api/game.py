"""What a game brings to the client besides its rules, in one record. Knows no game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sheep_client.game_api.bot import Engine

if TYPE_CHECKING:  # who thinks loads no screen and no words
    from sheep_client.game_api.screen import Screen
    from sheep_client.game_api.text import GameText


def _no_screen() -> None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientGame:
    """A game at the client; a distribution names it in the entry point group `sheep.client_games`.

    The parts are functions, so that each process loads only what it needs: who thinks no screen, who
    shows no engine.
    """

    name: str
    """As the rules have it (`sheep_common.game.Game.name`)."""
    text: "Callable[[], GameText]"
    screen: "Callable[[], Screen[Any] | None]" = _no_screen
    """None: the screen is made of the text."""
    engines: Callable[[], Sequence[Engine]] = tuple
    """The levels of its bots. Every game has the level `easy`, also without one here: any legal action."""
    levels: Mapping[str, float] = field(default_factory=dict)
    """The levels that `engines` has besides `easy`, of `sheep_common.messages.LEVELS`, known without loading
    them: each with the seconds that it thinks at full time."""
