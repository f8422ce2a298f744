"""A table's options in words, for lobbies; an option without words here is shown as it is written."""

from types import MappingProxyType

from sheep_common.messages import TableInfo
from sheep_common.names import clean

from sheep_client.i18n import N_, _, labelled, ngettext

OPTIONS = MappingProxyType({
    "first": N_("who starts"),
    "end": N_("the game ends"),
    "starts": N_("stacks begin"),
    "board": N_("the board"),
    "trash": N_("an empty draw pile"),
    "deck": N_("deck"),
    "move-time": N_("time for a move"),
    "clock": N_("time for the game"),
    "watchers": N_("watchers"),
    "hints": N_("hints"),
    "private": N_("private"),
})  # fmt: skip

VALUES = MappingProxyType({
    ("first", "random"): N_("chance decides"),
    ("first", "youngest"): N_("the youngest"),
    ("end", "all-blocked"): N_("when nobody can split"),
    ("end", "one-left"): N_("when only one can split"),
    ("starts", "outer-rim"): N_("on the outer rim"),
    ("starts", "any-rim"): N_("on the rim, holes' too"),
    ("board", "players"): N_("laid by the players"),
    ("board", "random"): N_("laid by chance"),
    ("trash", "shuffle"): N_("the trash is shuffled"),
    ("trash", "turn-over"): N_("the trash is turned over"),
    ("hints", "on"): N_("for who asks for one"),
    ("hints", "off"): N_("none, it was agreed"),
    ("watchers", "on"): N_("welcome"),
    ("watchers", "off"): N_("not let in"),
})  # fmt: skip

FIRST = ("random", "youngest")
"""What a lobby offers for who starts; a seat's number does as well."""


def option(name: str) -> str:
    """Name an option."""
    return _(OPTIONS[name]) if name in OPTIONS else clean(name)


def value(name: str, chosen: str | int) -> str:
    """Say a value of an option."""
    if (name, chosen) in VALUES:
        return _(VALUES[name, str(chosen)])
    if name == "first" and str(chosen).isdigit():
        return _("seat {number}").format(number=chosen)
    if name in ("move-time", "clock") and str(chosen) == "0":
        return _("as long as you like")
    if name in ("move-time", "clock") and str(chosen).isdigit():
        return ngettext("{n} second", "{n} seconds", int(chosen)).format(n=chosen)
    text = clean(str(chosen), 60)
    return text if len(text) < 30 else text[:29] + "…"


def options(info: TableInfo) -> list[str]:
    """Say a table's options, a line each."""
    return [labelled(option(name), value(name, chosen)) for name, chosen in sorted(info.options.items())]
