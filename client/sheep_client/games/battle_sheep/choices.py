"""What a player of Battle Sheep may do, as numbered choices, and what is typed, as an action."""

import unicodedata
from types import MappingProxyType
from typing import NamedTuple

from sheep_common.games.battle_sheep import BattleSheepView
from sheep_common.games.battle_sheep.actions import Split, Start, Tile
from sheep_common.games.battle_sheep.hexes import Hex, by_row
from sheep_common.games.battle_sheep.splits import default_split
from sheep_common.games.battle_sheep.view import aims

from sheep_client.game_api.text import Hint, Menu, Play, Reading, Scene
from sheep_client.games.battle_sheep.hex_text import Field
from sheep_client.i18n import N_, _, ngettext
from sheep_client.text_layout import columns

DIRECTION_WORDS = MappingProxyType({
    "E": N_("east"),
    "NE": N_("north-east"),
    "NW": N_("north-west"),
    "W": N_("west"),
    "SW": N_("south-west"),
    "SE": N_("south-east"),
})  # fmt: skip

_TYPED = MappingProxyType({
    "e": "E", "ne": "NE", "nw": "NW", "w": "W", "sw": "SW", "se": "SE", "no": "NW", "o": "W", "so": "SW",
})  # fmt: skip
"""Directions as they are typed, in English and in French."""

SHAPES = (
    "0:  * o     1:   * o    2:   *",
    "     o o        o o         o o",
    "                             o",
)


class Way(NamedTuple):
    """A stack and a direction in which it can be split."""

    at: Hex
    sheep: int
    direction: str
    to: Hex


def stack_letters(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return a letter for each seat's stacks: the names' initials where they differ, else from A on."""
    initials = [unicodedata.normalize("NFKD", name[:1]).upper()[:1] for name in names]
    if len(set(initials)) == len(names) and all(c.isascii() and c.isalpha() for c in initials):
        return tuple(initials)
    return tuple(chr(65 + seat) for seat in range(len(names)))


def field_of(scene: Scene) -> Field:
    """Return the field in which cells have names: the board, and while one lays a tile all that it needs."""
    view: BattleSheepView = scene.view
    return Field.around([*view.pastures, *anchors(scene)])


def anchors(scene: Scene) -> list[Hex]:
    """Return the cells that can be named now to lay a tile or to put a stack."""
    view: BattleSheepView = scene.view
    if view.phase == "tiles":
        return sorted({Tile.parse(action).at for action in scene.legal}, key=by_row)
    if view.phase == "starts":
        return sorted((Start.parse(action).at for action in scene.legal), key=by_row)
    return []


def ways(scene: Scene) -> list[Way]:
    """Return every stack with every direction, in reading order; their place in the list is their number."""
    view: BattleSheepView = scene.view
    if view.phase != "splits" or not scene.legal:
        return []
    own = [stack for stack in view.stacks if stack.seat == scene.seat and stack.sheep > 1]
    return [
        Way(Hex(stack.q, stack.r), stack.sheep, aim.direction, aim.to)
        for stack in own
        for aim in aims(view, Hex(stack.q, stack.r))
    ]


def tiles(scene: Scene) -> list[Tile]:
    """Return every way to lay a tile, by cell and shape."""
    return sorted(map(Tile.parse, scene.legal), key=lambda tile: (by_row(tile.at), tile.orientation))


# --- the menu -----------------------------------------------------------------------------------


def menu(scene: Scene) -> Menu:
    """Say what may be done now."""
    view: BattleSheepView = scene.view
    if view.phase == "tiles":
        return _tile_menu(scene)
    if view.phase == "starts":
        return _start_menu(scene)
    return _split_menu(scene)


def _tile_menu(scene: Scene) -> Menu:
    found, field = tiles(scene), field_of(scene)
    texts = [f"{number:>3} {field.name(tile.at)} {tile.orientation}" for number, tile in enumerate(found, 1)]
    cell = field.name(found[0].at)
    asked = [_("Your turn: lay a tile. Type the cell of its star and its shape, such as {example}.").format(
        example=f"{cell} {found[0].orientation}")]  # fmt: skip
    if len(found) <= 3:
        return Menu(tuple(asked), (*SHAPES, *columns(texts, scene.width)))
    asked.append(
        _(
            "{count} places are possible, the cells marked {mark}; a cell alone says what fits there,"
            " /options lists them all."
        ).format(count=len(found), mark="+")
    )
    return Menu(tuple(asked), SHAPES, (*SHAPES, *columns(texts, scene.width)))


def _start_menu(scene: Scene) -> Menu:
    field = field_of(scene)
    cells = [f"{number:>3} {field.name(at)}" for number, at in enumerate(anchors(scene), 1)]
    asked = _("Your turn: put your stack on the rim, on a cell marked {mark}. Type a number or the cell.")
    return Menu((asked.format(mark="+"),), tuple(columns(cells, scene.width)))


def _split_menu(scene: Scene) -> Menu:
    found, field = ways(scene), field_of(scene)
    lines: dict[Hex, list[str]] = {}
    for number, way in enumerate(found, 1):
        choice = _("{number} {direction} to {to}").format(
            number=number, direction=_(DIRECTION_WORDS[way.direction]), to=field.name(way.to)
        )
        lines.setdefault(way.at, []).append(choice.replace(" ", "\N{NO-BREAK SPACE}"))
    first = found[0]
    asked = (
        _("Your turn: split a stack. Type a number and how many sheep go, such as {one} or {other}.").format(
            one=f"1 {default_split(first.sheep)}",
            other=f"{field.name(first.at)} {_typed_direction(first.direction)} {default_split(first.sheep)}",
        ),
        _("Without a count half of them go."),
    )
    sheep = {way.at: way.sheep for way in found}
    choices = [
        ngettext("{at}, {n} sheep: {ways}", "{at}, {n} sheep: {ways}", sheep[at]).format(
            at=field.name(at), n=sheep[at], ways=", ".join(texts)
        )
        for at, texts in lines.items()
    ]
    return Menu(asked, tuple(choices))


def _typed_direction(direction: str) -> str:
    """Return how a direction is typed in the player's language."""
    # Translators: the directions as one types them, in lower case, in the order E NE NW W SW SE.
    return dict(zip(DIRECTION_WORDS, _("e ne nw w sw se").split(), strict=True))[direction]


# --- what is typed ------------------------------------------------------------------------------


def read(scene: Scene, text: str) -> Reading:
    """Make an action of what was typed; cells, numbers and directions in any case."""
    words = text.lower().split()
    if not words or not scene.legal:
        return None
    if words[0] in ("tile", "start", "split") and "," in text:
        return Play(text)
    if words[0] in ("tile", "start", "split"):
        words = words[1:] or ["?"]
    view: BattleSheepView = scene.view
    if view.phase == "tiles":
        return _read_tile(scene, words)
    if view.phase == "starts":
        return _read_start(scene, words)
    return _read_split(scene, words)


def _read_tile(scene: Scene, words: list[str]) -> Reading:
    found = tiles(scene)
    if len(words) == 1 and words[0].isdigit():
        return _numbered([str(tile) for tile in found], words[0])
    field = field_of(scene)
    at = field.at(words[0])
    if at is None:
        return None
    if len(words) == 2 and words[1] in ("0", "1", "2"):
        return Play(str(Tile(at=at, orientation=int(words[1]))))
    shapes = ", ".join(str(tile.orientation) for tile in found if tile.at == at)
    if not shapes:
        return Hint((_("No tile fits there. {mark} marks where one does.").format(mark="+"),))
    example = f"{words[0]} {shapes[0]}"
    return Hint(
        (_("Shapes that fit there: {shapes}. Type {example}.").format(shapes=shapes, example=example),)
    )


def _read_start(scene: Scene, words: list[str]) -> Reading:
    if len(words) != 1:
        return None
    if words[0].isdigit():
        return _numbered([str(Start(at=at)) for at in anchors(scene)], words[0])
    at = field_of(scene).at(words[0])
    return None if at is None else Play(str(Start(at=at)))


def _numbered(actions: list[str], word: str) -> Reading:
    number = int(word[:6])
    if 1 <= number <= len(actions):
        return Play(actions[number - 1])
    return Hint((_("There is no choice {number}.").format(number=number),))


def _read_split(scene: Scene, words: list[str]) -> Reading:
    """Read `3`, `3 7`, `d4 ne`, `d4 ne 7`, `d4 f2` or `d4 f2 7`."""
    found = ways(scene)
    if words[0].isdigit():
        number = int(words[0][:6])
        if not 1 <= number <= len(found):
            return Hint((_("There is no choice {number}.").format(number=number),))
        return _split(found[number - 1], words[1:])
    at = field_of(scene).at(words[0])
    if at is None:
        return None
    mine = [way for way in found if way.at == at]
    if not mine:
        return Hint((_("You have no stack on {cell} that can be split.").format(cell=words[0]),))
    if len(words) == 1:
        return Hint((_ways_of(scene, mine),))
    chosen = [way for way in mine if _points(scene, way, words[1])]
    if not chosen:
        return Hint((_ways_of(scene, mine),))
    return _split(chosen[0], words[2:])


def _points(scene: Scene, way: Way, word: str) -> bool:
    """Tell whether a word names a way's direction or the cell it leads to."""
    if word in _TYPED:
        return _TYPED[word] == way.direction
    if word in (DIRECTION_WORDS[way.direction], _(DIRECTION_WORDS[way.direction])):
        return True
    return field_of(scene).at(word) == way.to


def _ways_of(scene: Scene, mine: list[Way]) -> str:
    field = field_of(scene)
    texts = [f"{_typed_direction(way.direction)} ({field.name(way.to)})" for way in mine]
    return _("From {cell} sheep can go: {ways}.").format(cell=field.name(mine[0].at), ways=", ".join(texts))


def _split(way: Way, rest: list[str]) -> Reading:
    if not rest:
        return Play(str(Split(at=way.at, direction=way.direction, count=default_split(way.sheep))))
    if len(rest) > 1 or not rest[0].isdigit() or not 1 <= int(rest[0][:6]) < way.sheep:
        most = way.sheep - 1
        return Hint((_("How many sheep go? From 1 to {most}.").format(most=most),))
    return Play(str(Split(at=way.at, direction=way.direction, count=int(rest[0]))))


def typing() -> list[str]:
    """Tell what can be typed."""
    return [
        _("To lay a tile: the cell of its star and its shape, 0, 1 or 2, such as d4 1."),
        _("To put your stack: a cell, such as a3, or its number."),
        _(
            "To split: a number and how many sheep go, such as 3 7; or a cell, a direction or the cell where"
            " they land, and how many: d4 ne 7, d4 f2 7. Without a count half of them go."
        ),
        _("The map: capitals and a number are sheep, . is a free pasture, ( ) is a hole."),
    ]


def completions(scene: Scene) -> list[str]:
    """Return what can be typed next: cells, and directions behind them."""
    field = field_of(scene)
    if found := ways(scene):
        return [f"{field.name(way.at)} {_typed_direction(way.direction)}" for way in found]
    if scene.view.phase == "tiles":
        return [f"{field.name(tile.at)} {tile.orientation}" for tile in tiles(scene)]
    return [field.name(at) for at in anchors(scene)]
