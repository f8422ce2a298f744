"""Paint every screen: golden files for the tests (text and styles), and pictures (SVG) for the README.

scripts/screens [NAME…] [--show]
"""

import argparse
from html import escape
from pathlib import Path

from prompt_toolkit.styles import Attrs, Style
from sheep_client import game_registry, i18n
from sheep_client.game_api import style
from sheep_client.game_api.canvas import Frame
from sheep_client.text_layout import width_of
from sheep_common.streams import say, settled
from sheep_support.screens.golden import written
from sheep_support.screens.pictures import SCREENS
from sheep_support.screens.stage import SIZES, at_size

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = ROOT / "tests" / "client" / "golden" / "screens"
PICTURES = ROOT / "docs" / "pictures"
SHOWN = {
    "battle-sheep": ("splits-aimed", 120, 40),
    "laying-tiles": ("tiles", 80, 24),
    "leadersheep": ("promises", 80, 24),
    "lobby": ("table", 80, 24),
}
"""The pictures: which screen, and how large."""

CELL_WIDTH, CELL_HEIGHT, BASE = 9, 18, 14
INK, PAPER = "d8ddd6", "14191a"


def main() -> int:
    """Write what was asked for."""
    parser = argparse.ArgumentParser(prog="scripts/screens", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(SCREENS)}")
    parser.add_argument("--show", action="store_true", help="print the screens and write nothing")
    chosen = parser.parse_args()
    if unknown := set(chosen.names) - set(SCREENS):
        say(f"scripts/screens: no screen {min(unknown)}\n")
        return 2
    for language in i18n.LANGUAGES:
        i18n.use(language)
        for name in chosen.names or SCREENS:
            _golden(name, language, show=chosen.show)
    i18n.use("en")
    for picture, (name, width, height) in SHOWN.items() if not chosen.names else ():
        PICTURES.mkdir(parents=True, exist_ok=True)
        (PICTURES / f"{picture}.svg").write_text(svg(at_size(SCREENS[name](), width, height)))
    return 0


def _golden(name: str, language: str, *, show: bool) -> None:
    stage = SCREENS[name]()
    parts = []
    for width, height in SIZES:
        parts.append(f"=== {width} x {height}\n{written(at_size(stage, width, height))}")
    if show:
        print(f"##### {name} {language}\n" + "\n".join(parts))
        return
    GOLDEN.mkdir(parents=True, exist_ok=True)
    (GOLDEN / f"{name}.{language}.txt").write_text("\n".join(parts), encoding="utf-8")


def svg(frame: Frame) -> str:
    """Draw a frame as a picture, every character in its cell."""
    styles = Style.from_dict(style.colours(*game_registry.styles()))
    width = sum(width_of(text) for _, text in frame.rows[0]) * CELL_WIDTH
    height = len(frame.rows) * CELL_HEIGHT
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}">',
        f'<rect width="{width}" height="{height}" fill="#{PAPER}"/>',
        '<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="15">',
    ]
    for y, row in enumerate(frame.rows):
        x = 0
        for name, text in row:
            out += _run(x, y, text, styles.get_attrs_for_style_str(name))
            x += width_of(text)
    return "\n".join([*out, "</g>", "</svg>"]) + "\n"


def _run(x: int, y: int, text: str, attrs: Attrs) -> list[str]:
    left, top, wide = x * CELL_WIDTH, y * CELL_HEIGHT, width_of(text) * CELL_WIDTH
    ink, paper = attrs.color or INK, attrs.bgcolor or ""
    out = []
    if paper:
        out.append(f'<rect x="{left}" y="{top}" width="{wide}" height="{CELL_HEIGHT}" fill="#{paper}"/>')
    weight = ' font-weight="bold"' if attrs.bold else ""
    line = ' text-decoration="line-through"' if attrs.strike else ""
    column = x
    for character in text:
        if character in "▐▌":
            at = column * CELL_WIDTH + (CELL_WIDTH / 2 if character == "▐" else 0)
            out.append(
                f'<rect x="{at}" y="{top}" width="{CELL_WIDTH / 2}" height="{CELL_HEIGHT}" fill="#{ink}"/>'
            )
        elif character != " ":
            at = column * CELL_WIDTH
            out.append(
                f'<text x="{at}" y="{top + BASE}" fill="#{ink}"{weight}{line}>{escape(character)}</text>'
            )
        column += width_of(character)
    return out


if __name__ == "__main__":
    raise SystemExit(settled("scripts/screens", main))
