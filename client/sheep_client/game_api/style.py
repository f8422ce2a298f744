"""The colours of the full screen, and what stands for them where there are none. Names of styles only.

Most terminals take the nearest of 256 colours: a dark one must be strong enough not to become a grey.
"""

from types import MappingProxyType

SEATS = (
    ("#c62f2f", "#ffffff", "#7d3a36"),
    ("#2459c4", "#ffffff", "#38507f"),
    ("#8a3fc4", "#ffffff", "#74487c"),
    ("#f1efe4", "#1b1b1f", "#a9a998"),
    ("#17a2a2", "#08201f", "#1f6a6a"),
    ("#d9822b", "#1b1b1f", "#8a6238"),
)
"""A seat's colour, what is written on it, and its colour when nothing can move there any more."""

GRASS = ("#4f8f43", "#5f9e50", "#427d38")

CARDS = MappingProxyType({
    "red": ("#b92c2c", "#ffffff"),
    "blue": ("#2459c4", "#ffffff"),
    "green": ("#1f7d2b", "#ffffff"),
    "yellow": ("#e0b622", "#1b1b1f"),
    "black": ("#2a2a2e", "#ffffff"),
})  # fmt: skip

_GROUNDS = {
    **{f"grass{number}": (colour, "#2c5226") for number, colour in enumerate(GRASS)},
    **{f"stack{seat}": (back, front) for seat, (back, front, _) in enumerate(SEATS)},
    **{f"blocked{n}": (dim, "#3a3a36" if n == 3 else "#d8d8d0") for n, (_, _, dim) in enumerate(SEATS)},
    "hole": ("#15191a", "#5c6a66"),
    "rim": ("#b7a63a", "#3c3608"),
    "ghost": ("#9be07f", "#12300b"),
    "wrong": ("#a8404a", "#ffffff"),
    "here": ("#f4d35e", "#1b1b1f"),
    "void": ("#2a2a2e", "#f4d35e"),
    "landing": ("#d6ef6b", "#12300b"),
    "aim": ("#ffb000", "#1b1b1f"),
    "chosen": ("#ffd75f", "#1b1b1f"),
    "way": ("#8fbf57", "#12300b"),
}  # fmt: skip

_BLANKS = {"nbsp": "nounderline"}
"""prompt_toolkit underlines no-break spaces, and French has one before each colon."""

_PLAIN = {
    "header": "bg:#26352b #e8ece4",
    "turn": "bg:#f4d35e #1b1b1f bold",
    "ruler": "#8a9488",
    "name": "nobold #2f4a2a",
    "cursor": "#1b1b1f bold",
    "log": "",
    "dim": "#8a9488",
    "chat": "#7fc4e8",
    "note": "#ffb000 bold",
    "hint": "#9be07f",
    "wrong-note": "#ff6b6b bold",
    "ask": "bold",
    "key": "bg:#3a4a40 #f4d35e bold",
    "footer": "bg:#26352b #c9d2c6",
    "button": "bg:#f4d35e #1b1b1f bold",
    "button-off": "bg:#3a4a40 #c9d2c6",
    "title": "#f4d35e bold",
    "border": "#6b7a6e",
    "active": "bold",
    "picked": "#f4d35e bold",
    "struck": "strike",
    "over": "bg:#1c2621 #e8ece4",
    "news": "#b9c4b4",
    "banner": "bg:#a8404a #ffffff bold",
    "win": "#f4d35e bold",
    "prompt": "",
    "row": "bg:#f4d35e #1b1b1f",
}  # fmt: skip

_MONO = {
    **{f"stack{seat}": "reverse bold" for seat in range(len(SEATS))},
    **{f"blocked{seat}": "" for seat in range(len(SEATS))},
    "header": "reverse", "turn": "bold underline", "here": "bold", "cursor": "bold", "landing": "bold",
    "aim": "reverse bold", "chosen": "reverse bold underline", "ghost": "reverse", "wrong": "underline",
    "note": "bold", "wrong-note": "bold", "ask": "bold", "key": "reverse", "footer": "", "news": "",
    "button": "reverse bold", "button-off": "", "title": "bold", "active": "bold", "over": "",
    "picked": "bold reverse", "struck": "strike",
    "banner": "reverse bold", "win": "bold", "row": "reverse",
}  # fmt: skip


def colours() -> dict[str, str]:
    """Return the styles of a screen in colour."""
    styles = _BLANKS | _PLAIN
    for name, (back, front) in _GROUNDS.items():
        bold = " bold" if name.startswith(("stack", "aim", "chosen", "landing", "here")) else ""
        styles[name] = f"bg:{back} {front}{bold}"
        styles[f"{name}-ink"] = f"nobold {back}"
    for seat, (back, front, _) in enumerate(SEATS):
        styles[f"path{seat}"] = f"{'#f7f7ee' if seat != 3 else '#ffffff'} bold"
        styles[f"seat{seat}"] = f"bg:{back} {front} bold"
    for name, (back, front) in CARDS.items():
        styles[f"card-{name}"] = f"bg:{back} {front}"
    styles["card-other"] = "bg:#3a4a40 #ffffff"
    return styles


def shades() -> dict[str, str]:
    """Return the styles of a screen without colours."""
    styles = dict.fromkeys(colours(), "") | _MONO
    return styles | _BLANKS | {f"seat{seat}": "reverse" for seat in range(len(SEATS))}
