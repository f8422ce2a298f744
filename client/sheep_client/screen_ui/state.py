"""What the full screen itself remembers between two keys, beside the core's model. Decides nothing."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from sheep_common.messages import Clocks, Plain, Update

from sheep_client.game_api.screen import Pressed

LOG_LINES = 600
"""How many sentences are kept to be scrolled back to."""
PAST = 400
"""How many earlier views are kept to be looked at again."""
STEPS = "steps"
"""The overlay in which an event is told slowly."""
PANEL = "panel:"
"""What the name of an overlay begins with that is a game's panel."""


class Entry(NamedTuple):
    """A sentence of the log; its kind is a style: `log`, `chat`, `news`, `note`."""

    kind: str
    text: str


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
    states: Mapping[str, Any] = field(default_factory=dict)
    """What each game's screen remembers, by the game's name: a game never sees another's."""
    asked: Any = None
    """The game's state when the player asked for a hint, until it comes."""
    recent: tuple[Plain, ...] = ()
    """What the others did since the player's own last action."""
    told: Plain | None = None
    """The last event that is told slowly, while it is; `top` is how much of it."""
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
    """Whether the player's last actions are played for them."""

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


def with_state(ui: Ui, game: str, state: Any) -> Ui:
    """Remember a game's own state."""
    return replace(ui, states={**ui.states, game: state})


def taken(ui: Ui, game: str, pressed: Pressed[Any]) -> Result:
    """Do what a game makes of a key; an action is not sent while another is on its way."""
    note = Entry("wrong-note", pressed.note) if pressed.note else None
    ui = replace(with_state(ui, game, pressed.state), note=note)
    if pressed.panel is not None:
        ui = replace(ui, overlay=PANEL + pressed.panel, top=0)
    if pressed.draft is not None:
        ui = replace(ui, typing=True, draft=pressed.draft)
    if pressed.action is not None and not ui.sent:
        return Result(replace(ui, sent=True), (pressed.action,))
    return Result(ui)
