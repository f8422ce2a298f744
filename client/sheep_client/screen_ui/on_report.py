"""What the full screen does with what the core tells: the log grows, the move begins anew, the bell rings."""

from dataclasses import dataclass, replace

from sheep_common.messages import Clocks, New, Over, Plain, Update

from sheep_client.core import reports
from sheep_client.core.model import Model
from sheep_client.game_api.text import GameText, Scene
from sheep_client.game_registry import screen_of
from sheep_client.i18n import _
from sheep_client.screen_ui import hints, history
from sheep_client.screen_ui import seen as scenes
from sheep_client.screen_ui.state import LOG_LINES, PAST, STEPS, Entry, Ui, with_state
from sheep_client.text_ui.line_view import PlainFace

_KINDS: dict[type[reports.Told], str] = {reports.Said: "chat", reports.Denied: "note"}
_ENDLESS = 100_000
"""A width at which sentences are not broken: the screen breaks them anew at every size."""


@dataclass(frozen=True, slots=True)
class Heard:
    """The next state, and whether the player is to be called: it has become their turn."""

    ui: Ui
    call: bool = False
    lines: tuple[str, ...] = ()
    """Lines for the core that follow by themselves: who opens a table sits down at it."""


def tell(ui: Ui, news: reports.Told, model: Model) -> Heard:
    """Return what becomes of the screen."""
    match news:
        case reports.Updated():
            return _updated(ui, news, model)
        case reports.Pondering() | reports.Advised():
            return Heard(_hinted(ui, news, model))
        case reports.Wanted(name):
            return Heard(_wanted(ui, name))
        case reports.Listed() | reports.Timed():
            return Heard(_clocked(ui, news))
        case reports.Paged(message) if not any(step.events for step in message.steps):
            return Heard(ui)
        case reports.Cut() | reports.Welcomed():
            ui = replace(ui, cut=isinstance(news, reports.Cut))
        case reports.Denied():
            ui = replace(ui, sent=False, finishing=False)
        case reports.Finished(message):
            return Heard(_finished(ui, message, model))
        case reports.Changed(message) if message.table.state == "open":
            ui = replace(ui, outcome=None, broken_off=False, past=(), looking=None, recent=(), told=None)
    return Heard(_say(ui, news, model), lines=_follow(news))


def _follow(news: reports.Told) -> tuple[str, ...]:
    if isinstance(news, reports.Changed) and isinstance(news.request, New):
        return (f"/sit {news.message.table.id}",)
    return ()


def _say(ui: Ui, news: reports.Told, model: Model) -> Ui:
    """Put the plain face's sentences into the log; what was refused is shown beside the prompt too."""
    lines = [line for line in PlainFace(_ENDLESS, keyed=True).tell(news, model).lines if line.strip()]
    kind = _KINDS.get(type(news), "news")
    ui = log(ui, kind, lines)
    return replace(ui, note=Entry("wrong-note", lines[0])) if kind == "note" and lines else ui


def log(ui: Ui, kind: str, lines: list[str]) -> Ui:
    """Add sentences to the log; who has scrolled back stays where they are."""
    added = tuple(Entry(kind, line) for line in lines)
    back = ui.back + len(added) if ui.back else 0
    held = ui.held + len(added) if ui.overlay == STEPS else 0
    return replace(ui, log=(*ui.log, *added)[-LOG_LINES:], back=back, held=held)


def _clocked(ui: Ui, news: reports.Listed | reports.Timed) -> Ui:
    return replace(ui, clocks=_running(news.message.clocks)) if isinstance(news, reports.Timed) else ui


def _hinted(ui: Ui, news: reports.Pondering | reports.Advised, model: Model) -> Ui:
    """Show a hint, in the log once; who has scrolled it back comes to its end again."""
    if isinstance(news, reports.Pondering):
        found = scenes.shown(ui, model)
        return ui if found is None else hints.begun(ui, found[0])
    painter, scene = scenes.made_of(news.message, model.info(news.message.table))
    ui, said = hints.come(ui, news, painter, scene)
    if ui.log[-1:] != (said,):
        ui = log(ui, said.kind, [said.text])
    return replace(ui, back=0)


def _finished(ui: Ui, message: Over, model: Model) -> Ui:
    if message.table != model.current:
        return ui
    ui = replace(ui, outcome=message.outcome, broken_off=message.outcome is None, finishing=False)
    at = model.tables.get(message.table)
    if message.outcome is None or at is None or at.update is None:
        return log(ui, "win", [_("The game was broken off.")])
    painter, scene = scenes.made_of(at.update, at.info)
    return log(ui, "win", painter.ending(scene, message.outcome))


def _wanted(ui: Ui, name: str) -> Ui:
    return replace(ui, overlay={"rules": "rules"}.get(name, "keys"), top=0)


def _updated(ui: Ui, news: reports.Updated, model: Model) -> Heard:
    update = news.message
    if update.table != model.current:
        return Heard(ui)
    painter, scene = scenes.made_of(update, model.info(update.table))
    before = news.before
    fresh = before is None or ui.table != update.table
    if fresh:
        ui = replace(ui, table=update.table, recent=(), past=(), looking=None, told=None, sent=False)
    moved = fresh or before is None or before.version != update.version
    ui = _told(ui, news, painter, scene)
    if moved:
        ui = _begin(ui, update, painter, scene)
    ui = replace(ui, sent=False, clocks=_running(update.clocks))
    was = before is not None and bool(before.legal)
    call = bool(update.legal) and (not was or fresh or _own_came_back(news))
    unheard = not any(entry.kind == "log" for entry in ui.log)
    missed = fresh and unheard and before is None and update.version > len(news.fresh) and model.linked
    return Heard(ui, call, ("/history 64",) if missed else ())


def _running(clocks: Clocks | None) -> Clocks | None:
    """Return clocks that show any time at all."""
    timed = clocks is not None and (clocks.move_ms is not None or clocks.account_ms is not None)
    return clocks if timed else None


def _own_came_back(news: reports.Updated) -> bool:
    """Tell whether others acted in between, so that this is another turn and not the same one still."""
    return any(news.message.seat != event.get("seat", news.message.seat) for event in _events(news))


def _events(news: reports.Updated) -> list[Plain]:
    return [event for step in news.fresh for event in step.events]


def _told(ui: Ui, news: reports.Updated, painter: GameText, scene: Scene) -> Ui:
    screen = screen_of(painter)
    for event in _events(news):
        said = painter.sentences(event, scene)
        ui = log(ui, "log", said)
        if event.get("type") in screen.marks:
            ui = replace(ui, recent=_recent(ui.recent, event, scene))
        if event.get("type") in screen.slowly and ui.overlay in (None, STEPS):
            # A menu or a text that is open stays: what is told slowly is in the log too.
            ui = replace(ui, told=event, overlay=STEPS, top=0, held=len(said))
    return ui


def _recent(recent: tuple[Plain, ...], event: Plain, scene: Scene) -> tuple[Plain, ...]:
    """Keep the last action of everybody else since the player's own."""
    doer = history.doer(event)
    if scene.seat is not None and doer == scene.seat:
        return ()
    others = tuple(old for old in recent if history.doer(old) != doer)
    return (*others, event)[-(max(1, len(scene.names) - 1)) :]


def _begin(ui: Ui, update: Update, painter: GameText, scene: Scene) -> Ui:
    """Begin the player's move anew at each step."""
    screen = screen_of(painter)
    state = screen.begin(scenes.state_of(ui, painter.game, screen), scene)
    ui = replace(ui, past=(*ui.past, update)[-PAST:], note=None, asked=None)
    return with_state(ui, painter.game, state)
