"""What a painter is: pure functions from a seat's view to lines of text, and from what is typed to an action.

Knows no game and no terminal. Everything is in the language chosen with `i18n.use`.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sheep_common.messages import Plain
from sheep_common.names import clean

from sheep_client.i18n import _


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A game as one receiver sees it, with what the rules do not know: the names."""

    view: Any
    """The game's own view type; a map where there is no painter."""
    seat: int | None
    names: tuple[str, ...]
    """One a seat, cleaned."""
    legal: tuple[str, ...] = ()
    width: int = 80
    notes: tuple[str, ...] = ()
    """One a seat: that a bot plays there, and of which level; empty for people."""

    def mine(self, seat: int | None) -> bool:
        """Tell whether a seat is one's own."""
        return seat is not None and seat == self.seat

    def name(self, seat: int) -> str:
        """Return the name of who sits there."""
        return self.names[seat] if 0 <= seat < len(self.names) else str(seat)

    def who(self, seat: int, you: str, other: str, **values: object) -> str:
        """Return what somebody does: `you` where it is oneself, else `other` with a `{name}`."""
        return (you if self.mine(seat) else other).format(name=self.name(seat), **values)

    def winners(self, seats: Sequence[int], several: str, you: str, other: str) -> str:
        """Return who has won; `several` has `{names}`."""
        if len(seats) > 1:
            return several.format(names=", ".join(self.name(seat) for seat in seats))
        return self.who(seats[0], you, other)

    def note(self, seat: int) -> str:
        """Return what is to be said beside the name, empty where there is nothing."""
        return self.notes[seat] if 0 <= seat < len(self.notes) else ""

    def listed(self, seat: int) -> str:
        """Return the name as lists of players have it: with whether it is oneself, or a bot."""
        name = self.name(seat) + (" " + _("(you)") if self.mine(seat) else "")
        return f"{name} ({self.note(seat)})" if self.note(seat) else name


@dataclass(frozen=True, slots=True)
class Menu:
    """What a player may do: what is asked, and the choices as they are typed."""

    asked: tuple[str, ...]
    """Sentences."""
    choices: tuple[str, ...] = ()
    """Lines to be shown as they are, the numbers in front."""
    everything: tuple[str, ...] = ()
    """All choices, where `choices` leaves some out."""


@dataclass(frozen=True, slots=True)
class Play:
    """What was typed is this action, to be sent to the host, who says whether it may be."""

    action: str


@dataclass(frozen=True, slots=True)
class Hint:
    """What was typed is the beginning of something: sentences that say how to go on."""

    lines: tuple[str, ...]


Reading = Play | Hint | None
"""None: the painter makes nothing of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameText:
    """A game for people."""

    game: str
    view_type: Any
    title: Callable[[], str]
    verbs: frozenset[str]
    """The first words of the game's actions."""
    seat_words: frozenset[str]
    """Those of which the last word is a seat."""
    board: Callable[[Scene], list[str]]
    """A picture: lines to be shown as they are."""
    words: Callable[[Scene], list[str]]
    """The same in sentences."""
    mark: Callable[[Scene], Hashable]
    """What the picture is of: where it is another than at the last turn, it is shown again."""
    sentences: Callable[[Plain, Scene], list[str]]
    """An event in sentences, none for what need not be said."""
    menu: Callable[[Scene], Menu]
    read: Callable[[Scene, str], Reading]
    ending: Callable[[Scene, Plain], list[str]]
    """An outcome in sentences."""
    rules: Callable[[], list[str]]
    typing: Callable[[], list[str]]
    """What one may type when it is one's turn."""
    reasons: Mapping[str, str]
    """The game's own refusals, as texts marked for translation."""
    example: str
    """The line that opens a table of it: `/new`, its name, and how many play."""
    options: Mapping[str, str] = field(default_factory=dict)
    """The names of its options, marked for translation."""
    values: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """Values of them, by option and value, marked for translation; others are shown as they are written."""
    translate: Callable[[str], str] = _
    """Looks up what is marked: a guest's own (`i18n.catalogue`)."""
    completions: Callable[[Scene], list[str]]
    """Words worth completing while it is one's turn."""
    suggestion: Callable[[str, Scene], str] = lambda action, scene: clean(action)
    """An action as advice, without a stop; of whom else it may be depends on the sentence around it."""
    why: Callable[[str, Mapping[str, int | str], Scene], str] = lambda code, values, scene: ""
    """An engine's reason, a code with its values, as a sentence about the action; empty where it has none."""
