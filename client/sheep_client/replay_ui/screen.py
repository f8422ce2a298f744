"""A record on the full screen: which step is shown, from whose eyes, and whether it plays by itself. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec
from sheep_common.messages import SeatInfo, Steps, TableInfo, Update
from sheep_common.names import clean
from sheep_common.records import Action, Undo
from sheep_common.replay import Reached

from sheep_client.core.model import At, Model
from sheep_client.core.reports import Updated
from sheep_client.game_api.canvas import SMALLEST, Canvas, Frame
from sheep_client.game_api.screen import Ask, Keys, Look, Screen
from sheep_client.game_registry import fallback_text, levels_of, screen_of, text_of
from sheep_client.i18n import _
from sheep_client.replay_ui import analysis_text as words
from sheep_client.replay_ui import losses_panel
from sheep_client.replay_ui.analysis_text import Analysis
from sheep_client.screen_ui import controls, history, on_report
from sheep_client.screen_ui import paint as showing
from sheep_client.screen_ui import seen as scenes
from sheep_client.screen_ui.frame import paint_ask, paint_footer, paint_header, paint_log
from sheep_client.screen_ui.overlays.overlay import paint as paint_overlay
from sheep_client.screen_ui.overlays.overlay import press as press_overlay
from sheep_client.screen_ui.state import Ui

TABLE = "record"
SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0)
"""Seconds a step, the fastest first."""
FAR = 10
STEPS = {
    "right": 1, "l": 1, " ": 1, "enter": 1, "left": -1, "h": -1, "backspace": -1, "down": FAR, "up": -FAR,
    "pagedown": FAR, "pageup": -FAR, "home": -(10**6), "end": 10**6,
}  # fmt: skip
"""How far a key goes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """Where a reader is in a record."""

    reached: tuple[Reached[Any], ...]
    seat: int | None = None
    fixed: bool = False
    """Whether only this seat may be looked at."""
    at: int = 0
    playing: bool = False
    speed: int = 2
    digits: str = ""
    analysis: Analysis | None = None
    """What is known of the turns where most was lost; None until the reader asks."""
    listing: bool = False
    """Whether they are asked for, and shown."""
    chosen: int = 0
    """The step of the one that is on; the first where there is none of it."""
    ui: Ui = field(default_factory=Ui)
    """How the reader looks at it: sizes, overlays."""

    @property
    def last(self) -> int:
        """Return the number of the last step."""
        return len(self.reached) - 1

    @property
    def pause(self) -> float:
        """Return the seconds a step is shown while it plays."""
        return SPEEDS[self.speed]


def begin(reached: Sequence[Reached[Any]], seat: int | None) -> Walk:
    """Begin at the start of a record; with a seat only what it saw is shown."""
    return Walk(reached=tuple(reached), seat=seat, fixed=seat is not None)


def told(walk: Walk) -> tuple[Ui, Model]:
    """Return the screen and the model of a client that has been told all up to the step."""
    ui, model, before = Ui(), _model(walk), None
    for reached in walk.reached[: walk.at + 1]:
        events = tuple(msgspec.to_builtins(event) for event in reached.seen_by(walk.seat))
        steps = (Steps(version=reached.number, events=events),) if events else ()
        view = msgspec.to_builtins(reached.game.view(reached.state, walk.seat))
        update = Update(table=TABLE, version=reached.number, seat=walk.seat, view=view, steps=steps)
        at = At(info=model.tables[TABLE].info, seat=walk.seat, update=update)
        model = msgspec.structs.replace(model, tables={TABLE: at})
        if isinstance(reached.entry, Undo):
            ui = on_report.log(replace(ui, recent=()), "news", [_taken_back(reached.entry)])
        ui = on_report.tell(ui, Updated(update, before, steps), model).ui
        before = update
    if (
        not ui.recent and before is not None
    ):  # nothing is to be chosen here: the seat's own marks are shown too
        ui = replace(ui, recent=history.marks(before, _screen(walk).marks)[-1:])
    outcome = walk.reached[walk.at].game.outcome(walk.reached[walk.at].state)
    if outcome is not None:
        ui = replace(ui, outcome=msgspec.to_builtins(outcome))
        at = msgspec.structs.replace(model.tables[TABLE], over=True)
        model = msgspec.structs.replace(model, tables={TABLE: at})
    return replace(ui, overlay=walk.ui.overlay, top=walk.ui.top, states=walk.ui.states), model


def _screen(walk: Walk) -> Screen[Any]:
    game = walk.reached[0].header.game
    return screen_of(text_of(game) or fallback_text(game))


def _model(walk: Walk) -> Model:
    header = walk.reached[0].header
    seats = tuple(SeatInfo(name=name, here=True, ready=True) for name in header.seats)
    options = {name: value for name, value in header.options.items() if name != "deck"}
    info = TableInfo(id=TABLE, game=header.game, options=options, owner=None, state="playing", seats=seats)
    at = At(info=info, seat=walk.seat)
    return Model(name="", tables={TABLE: at}, current=TABLE, greeted=True, linked=True)


def _taken_back(entry: Undo) -> str:
    return _("{n} taken back.").format(n=entry.undo)


# --- painting -----------------------------------------------------------------------------------


def paint(walk: Walk, look: Look) -> Frame:
    """Paint the step."""
    ui, model = told(walk)
    canvas = Canvas(look.width, look.height)
    if look.width < SMALLEST[0] or look.height < SMALLEST[1]:
        return controls.paint(ui, model, look)
    where = showing.paint_place(canvas, ui, model, look)
    step = _("Step {n} of {last}").format(n=walk.at, last=walk.last)
    paint_header(canvas, step, walk.playing, controls.title(ui, model), _eyes(walk))
    paint_log(canvas, where.log, ui)
    paint_ask(canvas, where.ask, Ask(_asked(walk)), None, None)
    paint_footer(canvas, where.foot, keys(walk))
    if walk.ui.overlay is not None:
        paint_overlay(canvas, ui, model, look)
    elif walk.listing and walk.analysis is not None:
        losses_panel.paint(canvas, walk.analysis, walk.chosen, walk.reached, look)
    return canvas.done()


def _eyes(walk: Walk) -> str:
    if walk.seat is None:
        return _("as a spectator sees it")
    return _("as {name} saw it").format(name=clean(walk.reached[0].header.seats[walk.seat]))


def _asked(walk: Walk) -> str:
    if walk.digits:
        return _("To step {n}: Enter").format(n=walk.digits)
    loss = None if walk.analysis is None else walk.analysis.of(walk.at + 1)
    if loss is not None:
        return words.warning(loss, walk.reached)
    entry = walk.reached[walk.at].entry
    if not isinstance(entry, Action) or walk.fixed:
        return ""  # an action's text could say more than the seat was to know
    if entry.seat is None:
        return ""
    return words.done(walk.at, entry.seat, entry.action, walk.reached)


def can_be_analysed(walk: Walk) -> bool:
    """Tell whether the game has bots that think."""
    return bool(levels_of(walk.reached[0].header.game))


def keys(walk: Walk) -> Keys:
    """Return the keys that work now."""
    if walk.ui.overlay is not None:
        return [("escape", _("close"))]
    if walk.listing and walk.analysis is not None:
        return losses_panel.keys(walk.analysis)
    play = _("stop") if walk.playing else _("play")
    found: Keys = [("leftright", _("step")), ("p", play), ("q", _("leave"))]
    found += [("a", _("analysis"))] if can_be_analysed(walk) else []
    found.append(("past", _("speed")))
    found += [] if walk.fixed else [("tab", _("whose eyes"))]
    return [*found, ("updown", _("ten steps")), ("digits", _("to a step")), ("f2", _("rules"))]


# --- keys ---------------------------------------------------------------------------------------


def press(walk: Walk, key: str, look: Look) -> Walk | None:
    """Return what a key does; None ends the walk."""
    if walk.ui.overlay is not None:
        ui, model = told(walk)
        return replace(walk, ui=replace(press_overlay(ui, model, key, look).ui, log=(), past=()))
    if walk.listing:
        return _listed(walk, key)
    if key in ("q", "escape") and not walk.digits:
        return None
    if len(key) == 1 and key.isascii() and key.isdigit():
        return replace(walk, digits=(walk.digits + key)[-5:], playing=False)
    if walk.digits:
        there = int(walk.digits) if key == "enter" else walk.at
        return replace(walk, digits="", at=min(walk.last, there))
    if key in STEPS:
        return replace(walk, at=max(0, min(walk.last, walk.at + STEPS[key])), playing=False)
    if key in ("p", "wheel-up", "wheel-down"):
        return _played(walk, key)
    return _looked(walk, key, look)


def _listed(walk: Walk, key: str) -> Walk | None:
    """Return what a key does in the list of losses."""
    if key == "q":
        return None
    if key in ("escape", "a") or walk.analysis is None:
        return replace(walk, listing=False)
    loss = losses_panel.meant(walk.analysis, walk.chosen, key)
    if loss is None:
        return walk
    if key == "enter" or (key.startswith("line:") and loss.number == walk.chosen):
        return replace(walk, listing=False, at=loss.number - 1, seat=loss.seat, chosen=loss.number)
    return replace(walk, chosen=loss.number)


def _played(walk: Walk, key: str) -> Walk:
    if key == "p":
        at = 0 if walk.at == walk.last and not walk.playing else walk.at
        return replace(walk, playing=not walk.playing, at=at)
    step = 1 if key == "wheel-down" else -1
    return replace(walk, at=max(0, min(walk.last, walk.at + step)), playing=False)


def _looked(walk: Walk, key: str, look: Look) -> Walk:
    if key in ("<", ">"):
        return replace(walk, speed=max(0, min(len(SPEEDS) - 1, walk.speed + (1 if key == "<" else -1))))
    if key == "tab" and not walk.fixed:
        seats = [None, *range(len(walk.reached[0].header.seats))]
        return replace(walk, seat=seats[(seats.index(walk.seat) + 1) % len(seats)])
    if key in ("f1", "f2", "?"):
        return replace(walk, ui=replace(walk.ui, overlay="rules" if key == "f2" else "walk", top=0))
    if key == "a" and can_be_analysed(walk):
        return replace(walk, listing=True, playing=False)
    ui, model = told(walk)
    playing = scenes.playing(ui, model, look)
    if playing is not None and key in _offered(playing.screen.keys(playing.shown)):
        after = controls.press(ui, model, look, key).ui
        return replace(walk, ui=replace(walk.ui, states=after.states, overlay=after.overlay))
    return walk


def _offered(keys: Keys) -> set[str]:
    """Return the keys with which a game lets one look around, but for those that go through it."""
    return {one for key, _text in keys for one in _ALIKE.get(key, (key,))}


_ALIKE: Mapping[str, tuple[str, ...]] = {"plus": ("+", "=", "-", "_"), "walk": ()}
"""Names of several keys."""


def tick(walk: Walk) -> Walk:
    """Go on by a step while it plays."""
    if not walk.playing:
        return walk
    at = min(walk.last, walk.at + 1)
    return replace(walk, at=at, playing=at < walk.last)


def place(walk: Walk) -> str:
    """Say what is shown, for the title of the window."""
    return scenes.place(told(walk)[1])
