"""The player's side of the full screen: what is shown, and what keys, mouse and lines do. No terminal here.

It is loaded when the first frame is up: with it come the games, their painters and all screens.
"""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import count

from sheep_client.core import Model
from sheep_client.core.events import Goodbye, Line
from sheep_client.core.events import Look as LookAgain
from sheep_client.core.reports import Told
from sheep_client.game_api.canvas import Frame, Mouse
from sheep_client.game_api.screen import Look
from sheep_client.i18n import _
from sheep_client.screen_ui import controls, on_report, seen
from sheep_client.screen_ui.state import Entry, Result, Ui
from sheep_client.session import Session
from sheep_client.system.threads import in_thread
from sheep_client.terminal.turn_alert import Caller
from sheep_client.text_ui.line_view import Page, PlainFace

HALL_SECONDS = 2
"""How often a player at no table looks at the tables again."""
FINISH_SECONDS = 3.0
"""How long a game may choose the player's next action for them."""
_ENDLESS = 100_000


@dataclass(frozen=True, slots=True)
class Doors:
    """What a desk needs of its terminal."""

    refresh: Callable[[], None]
    look: Callable[[], Look]
    typing: Callable[[str | None], None]
    """Open the prompt with a text, or close it (None)."""
    caller: Caller


class Desk:
    """One player's screen."""

    def __init__(self, session: Session, doors: Doors) -> None:
        self.ui = Ui()
        self.session = session
        self._doors = doors
        self._numbers = count(1)
        self._begun = session.model
        """What was known when the prompt was opened."""
        self._frame = Frame(())
        self._drawn: tuple[Ui, Model, Look] | None = None
        self._title = ""
        self._seconds = 0
        self._finishing: asyncio.Task[None] | None = None

    @property
    def model(self) -> Model:
        """Return what the client knows."""
        return self.session.model

    def tell(self, told: Told, model: Model) -> None:
        """Show what the core tells."""
        heard = on_report.tell(self.ui, told, model)
        fresh = heard.ui.clocks is not None and heard.ui.clocks is not self.ui.clocks
        moved = heard.ui.past is not self.ui.past
        self.ui = replace(heard.ui, clocks_at=now()) if fresh else heard.ui
        self.ui = replace(self.ui, moved_at=now()) if moved else self.ui
        if heard.call:
            self._doors.caller.call()
        self._name_window(model)
        self._post(heard.lines)
        self._go_on()
        self._doors.refresh()

    def log(self, lines: Iterable[str]) -> None:
        """Add lines to the log."""
        self.ui = on_report.log(self.ui, "news", [line for line in lines if line.strip()])
        self._doors.refresh()

    def invite(self, lines: Iterable[str]) -> None:
        """Say how others join, for as long as somebody is missing."""
        self.ui = replace(self.ui, invitation=tuple(lines))

    def second(self) -> None:
        """Let a second pass."""
        self._seconds += 1
        before, self.ui = self.ui, controls.tick(self.ui, self.model)
        hall = seen.place(self.model) == "hall"
        if hall and self._seconds % HALL_SECONDS == 0:
            self.session.feed(LookAgain())
        if hall or self.ui is not before or self._counts():
            self._doors.refresh()

    # --- painting -------------------------------------------------------------------------------

    def paint(self, look: Look) -> Frame:
        """Return the frame; the last one where nothing has changed."""
        look = replace(look, now=now()) if self._counts() else look
        drawn = self._drawn
        if drawn is None or drawn[0] is not self.ui or drawn[1] is not self.model or drawn[2] != look:
            self._frame = controls.paint(self.ui, self.model, look, "" if self.ui.typing else None)
            self._drawn = (self.ui, self.model, look)
        return self._frame

    def _counts(self) -> bool:
        """Tell whether the screen shows seconds that pass."""
        return self.ui.clocks is not None or bool(
            controls.thinking(self.model) or controls.hint_waits(self.model)
        )

    def _name_window(self, model: Model) -> None:
        turn, title = controls.turn(self.ui, model), controls.title(self.ui, model)
        mark = "● " if seen.my_turn(model) else ""
        text = f"{mark}{turn} - {title}" if turn else title
        if text != self._title:
            self._title = text
            self._doors.caller.title(text)

    # --- keys, mouse, lines -----------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Let a key be pressed."""
        self._do(controls.press(self.ui, self.model, self._doors.look(), key))

    def mouse(self, event: Mouse) -> None:
        """Let the mouse do something; a click beside the prompt closes it."""
        if not self.ui.typing:
            self._do(controls.mouse(self.ui, self.model, self._doors.look(), self._frame, event))
        elif event.kind == "click":
            self.press("escape")

    def open_prompt(self, draft: str) -> None:
        """Let the player type, from a text on, whatever lies over the screen."""
        self.ui = replace(self.ui, overlay=None, note=None, typing=True, draft=draft)
        self._begin_line(draft)
        self._doors.refresh()

    def _begin_line(self, draft: str) -> None:
        self._begun = self.model
        self._doors.typing(draft)

    def accept(self, text: str) -> None:
        """Take the line that was typed, as on the plain face."""
        self.press("escape")
        if not text.strip() or text.strip() == "/say":
            return
        meant = PlainFace(_ENDLESS).meant(text, self.model, self._begun)
        if not isinstance(meant, Page):
            self._post([meant])
            return
        lines = [line for line in meant.lines if line.strip()]
        note = Entry("wrong-note", lines[0]) if lines else None
        self.ui = replace(on_report.log(self.ui, "note", lines), note=note)

    def _do(self, result: Result) -> None:
        before, self.ui = self.ui, result.ui
        if self.ui.typing and not before.typing:
            self._begin_line(self.ui.draft)
        elif before.typing and not self.ui.typing:
            self._doors.typing(None)
        self._post(result.lines)
        self._go_on()
        if self.ui is not before:
            self._name_window(self.model)
            self._doors.refresh()

    def _go_on(self) -> None:
        """Play the player's last actions for them, where they have asked for it."""
        choose = None if self._finishing else controls.to_finish(self.ui, self.model)
        if choose is not None:
            self._finishing = asyncio.ensure_future(self._finish(choose))

    async def _finish(self, choose: Callable[[], str | None]) -> None:
        """Let a game choose beside the screen; what takes it too long, or fails, is dropped."""
        at, action, failed = self.model.at, None, False
        try:
            action = await asyncio.wait_for(in_thread(choose), FINISH_SECONDS)
        except Exception:  # noqa: BLE001 - a fault of a game's must not end the screen
            failed = True
        self._finishing = None
        if self.model.at is not at or controls.to_finish(self.ui, self.model) is None:
            self._go_on()  # something has happened meanwhile
            return
        result = controls.finish(self.ui, action)
        self.ui = result.ui
        if failed:
            note = _("Nothing was chosen for you in time: the rest is yours.")
            self.ui = replace(self.ui, note=Entry("wrong-note", note))
        self._post(result.lines)
        self._doors.refresh()

    def _post(self, lines: Iterable[str]) -> None:
        """Give lines to the core, after what is being done now."""
        for text in lines:
            asyncio.get_running_loop().call_soon(self._feed, text)

    def _feed(self, text: str) -> None:
        self.session.feed(Goodbye() if text == "/quit" else Line(next(self._numbers), text))
        self._go_on()
        self._doors.refresh()


def now() -> float:
    """Return the seconds of the loop's clock."""
    return asyncio.get_running_loop().time()
