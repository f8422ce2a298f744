"""What a game's full screen is: pure functions from what is shown to what is painted, asked and done.

Knows no game. A game sees of the screen what is shown to it, and says with `Pressed` what a key is to do.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from sheep_common.messages import Plain

from sheep_client.game_api.canvas import Box, Canvas
from sheep_client.game_api.style import Styles
from sheep_client.game_api.text import Scene

S = TypeVar("S")
"""What a game's screen remembers between two keys: frozen."""


class Ask(NamedTuple):
    """What the player is asked, and the buttons beside it as (key, text)."""

    text: str
    buttons: tuple[tuple[str, str], ...] = ()


Keys = list[tuple[str, str]]
"""Keys that work now and what they do, the most useful first; the names are as pressed.

Several that do much alike have one name: `walk`, `updown`, `leftright`, `digits`, `plus` (+ and -).
"""


@dataclass(frozen=True, slots=True)
class Look:
    """How the screen is: its size, and whether it has colours."""

    width: int
    height: int
    colour: bool = True
    now: float = 0.0
    """Seconds, for clocks and for what turns."""


@dataclass(frozen=True, slots=True)
class Parts:
    """Where things are: the game, what stands beside it, the log, and the two lines at the bottom."""

    body: Box
    side: Box | None
    log: Box
    ask: int
    foot: int


@dataclass(frozen=True, slots=True)
class Shown(Generic[S]):
    """All that a game's screen is made of."""

    scene: Scene
    """The running game or an earlier view of it; `legal` is empty where there is nothing to choose."""
    state: S
    where: Parts
    look: Look
    recent: tuple[Plain, ...] = ()
    """Events of `Screen.marks`: what the others did last, or what led to the earlier view."""


@dataclass(frozen=True, slots=True)
class Pressed(Generic[S]):
    """What a key or the mouse did: the next state, and what the screen is to do about it."""

    state: S
    action: str | None = None
    """Sent to the host."""
    note: str = ""
    """Said beside what is asked, until the next key: what was wrong with this one."""
    panel: str | None = None
    """Laid over the screen: one of `Screen.panels`."""
    draft: str | None = None
    """Opens the prompt, with this in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """Lines that lie over the screen for a while; too long ones are broken."""

    title: Callable[[], str]
    lines: Callable[[Scene], list[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Slowly:
    """An event that is told over the screen, a step a second or a key."""

    title: Callable[[], str]
    steps: Callable[[Plain, Scene], list[str]]
    """Sentences; the log tells its end no sooner than the last one is here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish:
    """Playing the player's last actions for them, once they have asked for it in the menu."""

    label: Callable[[], str]
    able: Callable[[Scene], bool]
    """Whether all that is left is the player's alone; asked anew before each action."""
    choose: Callable[[Scene], str | None]
    """The next action, None to leave it to the player; in half a second: what takes far longer is dropped."""


def _same(state: S, scene: Scene) -> S:
    del scene
    return state


def _unmoved(state: S, scene: Scene, action: str, asked: S | None) -> S:
    del scene, action, asked
    return state


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen(Generic[S]):
    """A game on the full screen.

    Keys are named as in `Keys`; a place painted with `Canvas.click` is the key that is put there, and
    `board` there makes the mouse go to `point`. Wheels come as `wheel-up` and `wheel-down`.
    """

    start: S
    """The state before anything was seen."""
    title: Callable[[Scene], str]
    """What is played, and how far it has come."""
    paint: Callable[[Canvas, Shown[S]], None]
    """Paints `where.body`, and `where.side` where there is one."""
    ask: Callable[[Shown[S]], Ask]
    keys: Callable[[Shown[S]], Keys]
    press: Callable[[Shown[S], str], Pressed[S] | None]
    """What a key does; None where it means nothing here. Without a choice one may still look around."""
    point: Callable[[Shown[S], int, int, bool], Pressed[S] | None] | None = None
    """`point(shown, x, y, click)`: the mouse on a place whose key is `board`."""
    begin: Callable[[S, Scene], S] = _same
    """The state with which a step of the game begins."""
    follow: Callable[[S, Scene, str, S | None], S] = _unmoved
    """`follow(state, scene, action, asked)`: the state in which Enter does the action of a hint.

    `asked` is the state in which the player asked; who has gone on with their move since keeps it.
    """
    beside: Callable[[Scene], int | None] = lambda scene: None
    """How many rows it has to show beside its board; None where it has nothing."""
    marks: frozenset[str] = frozenset()
    """The types of the events that are a player's action, or the table's, and are given back as `recent`."""
    slowly: Mapping[str, Slowly] = field(default_factory=dict)
    """By type of event."""
    panels: Mapping[str, Panel] = field(default_factory=dict)
    finish: Finish | None = None
    help: Callable[[], list[str]] = list
    """Sentences on keys that are always there, for the help."""
    walk_help: Callable[[], list[tuple[str, str]]] = list
    """Keys that work in a walk through a record too, and what they do; they are among `keys` then."""
    styles: Styles = field(default_factory=dict)
    """The style classes that only this game paints with."""
