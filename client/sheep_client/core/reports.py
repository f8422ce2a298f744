"""What the core has to tell; the faces make sentences or JSON of it. `line` is the line it answers."""

import msgspec
from sheep_common.messages import (
    Chat,
    ClockNews,
    Closed,
    HistoryPage,
    Message,
    Over,
    Refused,
    Steps,
    Table,
    TableInfo,
    TableList,
    Update,
    Welcome,
)

from sheep_client.core.events import Trouble
from sheep_client.game_api.bot import Choice


class Welcomed(msgspec.Struct, frozen=True):
    """The host knows us; `again` after a lost connection."""

    message: Welcome
    again: bool = False


class Listed(msgspec.Struct, frozen=True):
    """The tables that were asked for."""

    message: TableList
    line: int | None = None


class Changed(msgspec.Struct, frozen=True):
    """A table as it is now, and as it was before where that is known."""

    message: Table
    before: TableInfo | None = None
    line: int | None = None
    request: Message | None = None


class Updated(msgspec.Struct, frozen=True):
    """The game as it is now; `fresh` has the steps that were not told yet."""

    message: Update
    before: Update | None = None
    fresh: tuple[Steps, ...] = ()
    line: int | None = None


class Paged(msgspec.Struct, frozen=True):
    """A page of what happened earlier."""

    message: HistoryPage
    line: int | None = None


class Denied(msgspec.Struct, frozen=True):
    """A request, or a line that was answered here, was refused; `request` is None for the latter.

    What is refused here has `words`, a text marked for translation, and the `values` to fill in.
    """

    message: Refused
    line: int | None = None
    request: Message | None = None
    words: str | None = None
    values: dict[str, str | int] = {}


class Done(msgspec.Struct, frozen=True):
    """Done, with nothing more to tell."""

    line: int | None = None
    request: Message | None = None


class Said(msgspec.Struct, frozen=True):
    """Somebody said something."""

    message: Chat


class Finished(msgspec.Struct, frozen=True):
    """A game has ended."""

    message: Over


class Timed(msgspec.Struct, frozen=True):
    """The clocks changed, or time is nearly up."""

    message: ClockNews


class Shut(msgspec.Struct, frozen=True):
    """The host stops, or a table is gone."""

    message: Closed


class Cut(msgspec.Struct, frozen=True):
    """The connection is lost and being made again."""


class Troubled(msgspec.Struct, frozen=True):
    """There is no connection, or no way in, and this is why; it is tried on."""

    trouble: Trouble


class Pondering(msgspec.Struct, frozen=True):
    """A hint is being thought of."""

    line: int


class Advised(msgspec.Struct, frozen=True):
    """A hint for the choice of an update; no thought: none came."""

    message: Update
    thought: Choice | None
    line: int | None = None


class Wanted(msgspec.Struct, frozen=True):
    """The player wants something of the face itself: help, the board, a list of options."""

    name: str
    rest: str
    line: int


Told = (
    Welcomed | Listed | Changed | Updated | Paged | Denied | Done | Said | Finished
    | Timed | Shut | Cut | Troubled | Pondering | Advised | Wanted
)  # fmt: skip
