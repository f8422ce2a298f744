"""A table's options in words, for lobbies: the host's and its game's; others are shown as written."""

from types import MappingProxyType

from sheep_common.messages import TableInfo
from sheep_common.names import clean

from sheep_client.game_registry import text_of
from sheep_client.i18n import N_, _, labelled, ngettext

OPTIONS = MappingProxyType({
    "first": N_("who starts"),
    "move-time": N_("time for a move"),
    "clock": N_("time for the game"),
    "watchers": N_("watchers"),
    "hints": N_("hints"),
    "private": N_("private"),
})  # fmt: skip

VALUES = MappingProxyType({
    ("first", "random"): N_("chance decides"),
    ("first", "youngest"): N_("the youngest"),
    ("hints", "on"): N_("for who asks for one"),
    ("hints", "off"): N_("none, it was agreed"),
    ("watchers", "on"): N_("welcome"),
    ("watchers", "off"): N_("not let in"),
})  # fmt: skip

FIRST = ("random", "youngest")
"""What a lobby offers for who starts; a seat's number does as well."""


def option(game: str, name: str) -> str:
    """Name an option of a table of a game."""
    painter = text_of(game)
    if name in OPTIONS:
        return _(OPTIONS[name])
    if painter is not None and name in painter.options:
        return painter.translate(painter.options[name])
    return clean(name)


def value(game: str, name: str, chosen: str | int) -> str:
    """Say a value of an option."""
    painter, pair = text_of(game), (name, str(chosen))
    if pair in VALUES:
        return _(VALUES[pair])
    if name == "first" and str(chosen).isdigit():
        return _("seat {number}").format(number=chosen)
    if name in ("move-time", "clock") and str(chosen) == "0":
        return _("as long as you like")
    if name in ("move-time", "clock") and str(chosen).isdigit():
        return ngettext("{n} second", "{n} seconds", int(chosen)).format(n=chosen)
    if painter is not None and pair in painter.values:
        return painter.translate(painter.values[pair])
    text = clean(str(chosen), 60)
    return text if len(text) < 30 else text[:29] + "…"


def options(info: TableInfo) -> list[str]:
    """Say a table's options, a line each."""
    chosen = sorted(info.options.items())
    return [labelled(option(info.game, name), value(info.game, name, found)) for name, found in chosen]
