"""What the full screen itself remembers between two keys, beside the core's model. Decides nothing."""

from dataclasses import dataclass, field
from typing import NamedTuple

from sheep_common.messages import Clocks, Plain, Update

from sheep_client.games.battle_sheep.screen.board import Sight
from sheep_client.games.battle_sheep.screen.controls import Herding

LOG_LINES = 600
"""How many sentences are kept to be scrolled back to."""
PAST = 400
"""How many earlier views are kept to be looked at again."""


class Entry(NamedTuple):
    """A sentence of the log; its kind is a style: `log`, `chat`, `news`, `note`."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Picking:
    """Where the player is with their cards: the cursor, the cards picked, the scandal that is being aimed."""

    cursor: int = 0
    picked: frozenset[int] = frozenset()
    aiming: bool = False
    target: int = 0
    done: bool = False
    """Whether Enter says that no more scandals are thrown: a hint was to do so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A table that is being opened: the line that is on, and what was chosen."""

    line: int = 0
    game: int = 0
    seats: int = 2
    chosen: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ui:
    """The state of the full screen."""

    log: tuple[Entry, ...] = ()
    back: int = 0
    """How many rows the log is scrolled back."""
    overlay: str | None = None
    """What lies over the screen, by the names that `overlays.title` knows."""
    top: int = 0
    """The first line of it, or the choice that is on."""
    note: Entry | None = None
    """What was wrong with the last key, until the next one."""
    cut: bool = False
    typing: bool = False
    """Whether keys go to the prompt."""
    draft: str = ""
    """What stands at the prompt when it opens."""
    sent: bool = False
    """An action is on its way."""

    table: str | None = None
    """The table that all below belongs to."""
    herding: Herding = field(default_factory=Herding)
    sight: Sight = field(default_factory=Sight)
    picking: Picking = field(default_factory=Picking)
    asked: tuple[Herding, Picking] | None = None
    """Where the player was with their move when they asked for a hint, until it comes."""
    recent: tuple[Plain, ...] = ()
    """What the others did since the player's own last action."""
    counted: Plain | None = None
    """The last count, while it is told; `top` is how much of it."""
    held: int = 0
    """How many of the newest entries of the log came since it began: what would tell its end is not shown."""
    past: tuple[Update, ...] = ()
    looking: int | None = None
    """Which of `past` is looked at, None for the game as it is."""
    outcome: Plain | None = None
    broken_off: bool = False
    clocks: Clocks | None = None
    clocks_at: float = 0.0
    """When they came, on the clock of `Look.now`."""
    moved_at: float = 0.0
    """When the game last went on, on that clock."""
    finishing: bool = False
    """Whether the player's last splits are made for them."""

    invitation: tuple[str, ...] = ()
    """How others join, at the host's own screen."""
    line: int = 0
    """The line that is on in the lobby."""
    form: Form = field(default_factory=Form)


@dataclass(frozen=True, slots=True)
class Result:
    """What a key did: the next state, and lines for the core."""

    ui: Ui
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Look:
    """How the screen is: its size, and whether it has colours."""

    width: int
    height: int
    colour: bool = True
    now: float = 0.0
    """Seconds, for clocks and for what turns."""


class Ask(NamedTuple):
    """What the player is asked, and the buttons beside it as (key, text)."""

    text: str
    buttons: tuple[tuple[str, str], ...] = ()


Keys = list[tuple[str, str]]
"""Keys that work now and what they do, the most useful first; the names are as pressed."""
