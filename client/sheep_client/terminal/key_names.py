"""The names that screens have for keys, from those of prompt_toolkit."""

from prompt_toolkit.keys import Keys

NAMES: dict[str, str] = {
    Keys.Up: "up",
    Keys.Down: "down",
    Keys.Left: "left",
    Keys.Right: "right",
    Keys.ControlM: "enter",
    Keys.ControlJ: "enter",
    Keys.ControlI: "tab",
    Keys.BackTab: "s-tab",
    Keys.Escape: "escape",
    Keys.PageUp: "pageup",
    Keys.PageDown: "pagedown",
    Keys.Home: "home",
    Keys.End: "end",
    Keys.ControlH: "backspace",
    Keys.F1: "f1",
    Keys.F2: "f2",
    Keys.F10: "f10",
    Keys.Delete: "backspace",
}


def name(key: Keys | str) -> str | None:
    """Return the name of a key; None for one that means nothing on any screen."""
    if key in NAMES:
        return NAMES[key]
    if isinstance(key, Keys) or len(key) != 1 or not key.isprintable():
        return None
    return key
