"""`--plain`: what is told as lines of text, one after another, for any terminal and for screen readers.

It keeps what it has shown, so as not to show it twice, and prints nothing itself.
"""

from collections.abc import Callable, Hashable
from typing import Any

from msgspec import UNSET
from sheep_common import messages as m
from sheep_common.names import clean

from sheep_client.core import reports
from sheep_client.core.model import Model
from sheep_client.game_api.text import GameText, Scene
from sheep_client.game_registry import game_texts
from sheep_client.i18n import _, alternatives
from sheep_client.text_ui import answers, clocks, code_text, hint_text, host_status, page, table_text, typed
from sheep_client.text_ui.page import Page
from sheep_client.text_ui.scene import scene_of


class PlainFace:
    """The plain face: `tell` what happened, `meant` by what is typed."""

    def __init__(self, width: int = 80, *, console: bool = False, keyed: bool = False) -> None:
        self.width = width
        self.console = console
        self.keyed = keyed
        """Whether a screen shows which keys there are: what might be typed is not said then."""
        self.standing: host_status.Standing | None = None
        """How the host stands, where this is its console and it was said."""
        self._shown: dict[str, Hashable] = {}
        """What the last picture of each table was of."""
        self._awaited: dict[str, tuple[int, ...]] = {}
        self._asked: dict[str, int] = {}
        """The version at which the player was asked last, a table."""

    def tell(self, news_: reports.Told, model: Model) -> Page:
        """Return the lines for something that the core tells."""
        page = _TELLERS[type(news_)](self, news_, model)
        return page if isinstance(page, Page) else Page(self._wrapped(page))

    def _wrapped(self, sentences: list[str]) -> list[str]:
        return page.wrapped(sentences, self.width)

    # --- the host -------------------------------------------------------------------------------

    def _welcomed(self, news_: reports.Welcomed, model: Model) -> list[str]:
        if news_.again:
            return [_("The connection is back.")]
        host, name = clean(news_.message.host), clean(news_.message.name)
        return [_("You are {name}, and this is {host}. /help tells what you can type.").format(
            name=name, host=host)]  # fmt: skip

    def _cut(self, news_: reports.Cut, model: Model) -> list[str]:
        return [_("The connection to the host is lost; trying to get it back…")]

    def _troubled(self, news_: reports.Troubled, model: Model) -> list[str]:
        text = code_text.trouble(news_.trouble)
        return [text] if self.keyed else [f"{text} {_('/quit leaves.')}"]

    def _shut(self, news_: reports.Shut, model: Model) -> list[str]:
        text = code_text.closed(news_.message.reason)
        if news_.message.table is None and news_.message.reason == "stopping":
            return [text, _("Waiting for it; /quit leaves.")]
        return [text]

    def _said(self, news_: reports.Said, model: Model) -> list[str]:
        chat = news_.message
        text = clean(chat.text) if chat.text is not None else code_text.phrase(chat.phrase or "")
        return [_("{name} says: {text}").format(name=clean(chat.sender), text=text)]

    def _denied(self, news_: reports.Denied, model: Model) -> list[str]:
        if news_.words is not None:
            values = {key: clean(str(value)) for key, value in news_.values.items()}
            return [_(news_.words).format(**values)]
        table = getattr(news_.request, "table", None)
        info = model.info(table if isinstance(table, str) else model.current)
        lines = [code_text.refusal(news_.message, None if info is None else info.game)]
        if isinstance(news_.request, m.Act) and news_.message.code in ("illegal", "notation"):
            lines.append(_("/options lists what you may do."))
        return lines

    def _done(self, news_: reports.Done, model: Model) -> list[str]:
        if isinstance(news_.request, m.Leave):
            return [_("You have left the table.")]
        return []

    # --- tables ---------------------------------------------------------------------------------

    def _listed(self, news_: reports.Listed, model: Model) -> list[str]:
        tables = news_.message.tables
        if not tables:
            return [
                _("There is no table here yet. Open one with /new, such as {examples}.").format(
                    examples=alternatives([painter.example for painter in game_texts().values()])
                )
            ]
        lines = [table_text.table(info) for info in tables]
        if not self.console and model.at is None:
            lines.append(_("/sit TABLE takes a seat, /watch TABLE watches."))
        return lines

    def _changed(self, news_: reports.Changed, model: Model) -> list[str]:
        info, own = news_.message.table, news_.message.seat
        if news_.before is not None and not isinstance(news_.request, m.Sit | m.Watch):
            if info.state != news_.before.state:
                self._forget(info.id)
            return table_text.changes(news_.before, info, own, keyed=self.keyed)
        lines = [table_text.table(info)]
        if options := table_text.options(info):
            lines.append(options)
        if info.options.get("hints") == "off":
            lines.append(_("At this table it was agreed to play without hints."))
        if own is None:
            lines.append(_("You are watching."))
        elif own is not UNSET:
            lines.append(_("You have seat {number}.").format(number=own))
        elif isinstance(news_.request, m.New):
            lines.append(
                _("The table is open and yours to run; /sit {id} takes a seat at it.").format(id=info.id)
            )
        if info.state == "open" and not self.keyed:
            seat = info.seats[own] if isinstance(own, int) else None
            lines += self._before_the_game(info, model, unready=seat is not None and not seat.ready)
        return lines

    def _before_the_game(self, info: m.TableInfo, model: Model, *, unready: bool) -> list[str]:
        lines = []
        if unready:
            lines.append(
                _("Type /ready when you are ready: the game begins when every seat is filled and ready.")
            )
        name = None if model.welcome is None else model.welcome.name
        free = next((number for number, seat in enumerate(info.seats) if seat is None), None)
        if free is not None and name is not None and info.owner == name:
            lines.append(_("/bot {number} puts a bot on a free seat.").format(number=free))
        return lines

    def _forget(self, table: str) -> None:
        for memory in (self._shown, self._awaited, self._asked):
            memory.pop(table, None)

    # --- the game -------------------------------------------------------------------------------

    def _updated(self, news_: reports.Updated, model: Model) -> Page:
        update = news_.message
        painter, scene = scene_of(update, model.info(update.table), self.width - 1)
        said = [
            sentence
            for step in news_.fresh
            for event in step.events
            for sentence in painter.sentences(event, scene)
        ]
        if update.legal:
            return self._asked_of_player(update, painter, scene, self._wrapped(said))
        self._asked.pop(update.table, None)
        waiting = self._waiting(update, scene)
        if self._wants_picture(update, painter, scene):
            picture = self._picture(update.table, painter, scene)
            return Page([*self._wrapped(said), *picture, *self._wrapped(waiting)])
        if said and waiting:
            said, waiting = [*said[:-1], f"{said[-1]} {waiting[0]}"], []
        return Page(self._wrapped([*said, *waiting]))

    def _asked_of_player(self, update: m.Update, painter: GameText, scene: Scene, lines: list[str]) -> Page:
        if self._shown.get(update.table) != painter.mark(scene):
            lines += self._picture(update.table, painter, scene)
        lines += page.menu(painter, scene, self.width)
        lines += self._wrapped(clocks.sentences(update.clocks, update.seat, scene.names))
        bell = self._asked.get(update.table) is None
        self._asked[update.table] = update.version
        self._awaited.pop(update.table, None)
        return Page(lines, bell)

    def _wants_picture(self, update: m.Update, painter: GameText, scene: Scene) -> bool:
        """Tell whether those who are not to act see the picture: spectators, and all at the end."""
        if update.table not in self._shown:
            return True
        over = update.view.get("phase") == "over"
        return (scene.seat is None or over) and self._shown[update.table] != painter.mark(scene)

    def _picture(self, table: str, painter: GameText, scene: Scene) -> list[str]:
        self._shown[table] = painter.mark(scene)
        return ["", *page.fitting(painter.board(scene), self.width), ""]

    def _waiting(self, update: m.Update, scene: Scene) -> list[str]:
        """Say who is to act, where that was not said already."""
        seats = tuple(update.view.get("to_act", ()))
        if self._awaited.get(update.table) == seats:
            return []
        self._awaited[update.table] = seats
        return page.waiting(update, scene)

    def _finished(self, news_: reports.Finished, model: Model) -> list[str]:
        over = news_.message
        at = model.tables.get(over.table)
        if over.outcome is None:
            lines = [_("The game was broken off.")]
        elif at is None or at.update is None:
            lines = [_("The game is over.")]
        else:
            painter, scene = scene_of(at.update, at.info, self.width - 1)
            lines = ["", *painter.ending(scene, over.outcome)]
        if at is not None and at.seat is not None and at.seat is not UNSET:
            lines.append(_("/rematch plays again with the same seats, /quit leaves."))
        return lines

    def _paged(self, news_: reports.Paged, model: Model) -> list[str]:
        at = model.tables.get(news_.message.table)
        if at is None or at.update is None:
            return []
        painter, scene = scene_of(at.update, at.info, self.width - 1)
        found = [
            sentence
            for step in news_.message.steps
            for event in step.events
            for sentence in painter.sentences(event, scene)
        ]
        return found or [_("Nothing has happened yet.")]

    def _timed(self, news_: reports.Timed, model: Model) -> list[str]:
        at = model.tables.get(news_.message.table)
        info = None if at is None else at.info
        own = at.seat if at is not None and isinstance(at.seat, int) else None
        return clocks.sentences(
            news_.message.clocks, own, () if info is None else table_text.seat_names(info)
        )

    def _pondering(self, news_: reports.Pondering, model: Model) -> list[str]:
        seconds = 0 if model.advice is None else model.advice.ticks
        return [hint_text.thinking(seconds) + " " + _("/hint no stops it.")]

    def _advised(self, news_: reports.Advised, model: Model) -> list[str]:
        update = news_.message
        return [hint_text.hint(news_.thought, *scene_of(update, model.info(update.table), self.width - 1))]

    # --- what the player asks and types ---------------------------------------------------------

    def _wanted(self, news_: reports.Wanted, model: Model) -> Page:
        at = model.at
        if news_.name == "board" and at is not None and at.update is not None:
            painter, scene = scene_of(at.update, at.info, self.width - 1)
            picture = self._picture(at.update.table, painter, scene)
            return Page([*picture, *page.menu(painter, scene, self.width)])
        return Page(answers.answer(news_.name, model, self.width, console=self.console))

    def meant(self, text: str, model: Model, begun: Model | None = None) -> str | Page:
        """Return the line for the core, or what is said at once; `begun`: the model when it was begun."""
        if self.console and text.strip() == "/status":
            return Page(self._wrapped(host_status.sentences(self.standing)))
        return typed.meant(text, model, self.width, begun)

    def kept(self, model: Model) -> Page:
        """Say that a line waits, where there is no connection to send it on."""
        return Page(typed.kept(model))

    def prompt(self, model: Model) -> str:
        """Return what stands before the line that is typed."""
        return typed.prompt(model)


_Teller = Callable[[PlainFace, Any, Model], list[str] | Page]
_TELLERS: dict[type[reports.Told], _Teller] = {
    reports.Welcomed: PlainFace._welcomed,
    reports.Listed: PlainFace._listed,
    reports.Changed: PlainFace._changed,
    reports.Updated: PlainFace._updated,
    reports.Paged: PlainFace._paged,
    reports.Denied: PlainFace._denied,
    reports.Done: PlainFace._done,
    reports.Said: PlainFace._said,
    reports.Finished: PlainFace._finished,
    reports.Timed: PlainFace._timed,
    reports.Shut: PlainFace._shut,
    reports.Cut: PlainFace._cut,
    reports.Troubled: PlainFace._troubled,
    reports.Pondering: PlainFace._pondering,
    reports.Advised: PlainFace._advised,
    reports.Wanted: PlainFace._wanted,
}

__all__ = ["Page", "PlainFace"]
