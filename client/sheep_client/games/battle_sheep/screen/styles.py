"""The colours of the board: grass, stacks, and where sheep may go."""

from sheep_client.game_api.style import SEATS, Style, Styles

_GRASS = ("#4f8f43", "#5f9e50", "#427d38")

_GROUNDS = {
    **{f"grass{number}": (colour, "#2c5226") for number, colour in enumerate(_GRASS)},
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
"""What a hex lies on, and what is written on it."""

_BOLD = ("stack", "aim", "chosen", "landing", "here")

_BARE = {
    **{f"stack{seat}": "reverse bold" for seat in range(len(SEATS))},
    "here": "bold", "landing": "bold", "aim": "reverse bold", "chosen": "reverse bold underline",
    "ghost": "reverse", "wrong": "underline",
}  # fmt: skip


def _styles() -> Styles:
    found = {
        "ruler": Style("#8a9488"),
        "name": Style("nobold #2f4a2a"),
        "cursor": Style("#1b1b1f bold", "bold"),
    }
    for name, (back, front) in _GROUNDS.items():
        bold = " bold" if name.startswith(_BOLD) else ""
        found[name] = Style(f"bg:{back} {front}{bold}", _BARE.get(name, ""))
        found[f"{name}-ink"] = Style(f"nobold {back}")
    for seat in range(len(SEATS)):
        found[f"path{seat}"] = Style(f"{'#f7f7ee' if seat != 3 else '#ffffff'} bold")
    return found


STYLES = _styles()
