"""Lines of the plain face: sentences are wrapped, pictures are left as they are. Remembers nothing."""

from collections.abc import Iterable
from typing import NamedTuple

from sheep_common.messages import Update

from sheep_client.game_api.text import GameText, Scene
from sheep_client.i18n import _
from sheep_client.text_layout import wrap
from sheep_client.text_ui import table_text


class Page(NamedTuple):
    """Lines to be printed; `bell`: it has become the player's turn."""

    lines: list[str]
    bell: bool = False


def wrapped(sentences: Iterable[str], width: int) -> list[str]:
    """Wrap sentences; one that goes on in another line is indented there."""
    return [line for sentence in sentences for line in wrap(sentence, width - 1, "  ")]


def fitting(lines: Iterable[str], width: int) -> list[str]:
    """Keep lines that are laid out; only what is too wide is broken."""
    return [part for line in lines for part in wrap(line, width - 1, "    ")]


def menu(painter: GameText, scene: Scene, width: int, *, everything: bool = False) -> list[str]:
    """Say what is asked of the player, and the choices; nothing for who is not to act."""
    if not scene.legal:
        return []
    found = painter.menu(scene)
    choices = found.everything if everything and found.everything else found.choices
    return [*wrapped(found.asked, width), *fitting(choices, width)]


def waiting(update: Update, scene: Scene) -> list[str]:
    """Say who is to act, or that bots think."""
    seats = update.view.get("to_act", ())
    if seats and all(map(scene.note, seats)):
        return [table_text.thinking([scene.listed(seat) for seat in seats])]
    names = ", ".join(scene.name(seat) for seat in seats)
    return [_("Waiting for {names}.").format(names=names)] if names else []
