"""Battle Sheep for people: the board as a map, and what happens as sentences. Reads nothing that is typed."""

from collections.abc import Hashable, Sequence
from types import MappingProxyType
from typing import NamedTuple

from sheep_common.games.battle_sheep import BattleSheepView
from sheep_common.games.battle_sheep.board import gaps_outside
from sheep_common.games.battle_sheep.hexes import Hex, by_row
from sheep_common.messages import Plain

from sheep_client.game_api.text import GameText, Scene
from sheep_client.games.battle_sheep import choices, reason_text
from sheep_client.games.battle_sheep.choices import field_of, stack_letters
from sheep_client.games.battle_sheep.hex_text import Field, picture
from sheep_client.i18n import N_, _, ngettext

FREE, HOLE, CHOICE = ".", "( )", "+"


# --- the board ----------------------------------------------------------------------------------


def board(scene: Scene) -> list[str]:
    """Draw the map, and below it who holds what."""
    view: BattleSheepView = scene.view
    field = field_of(scene)
    cells = dict.fromkeys(holes(view.pastures), HOLE)
    cells |= dict.fromkeys(view.pastures, FREE)
    cells |= dict.fromkeys(choices.anchors(scene), CHOICE)
    marks = stack_letters(scene.names)
    cells |= {Hex(stack.q, stack.r): f"{marks[stack.seat]}{stack.sheep}" for stack in view.stacks}
    lines = picture(field, cells, scene.width) if cells else []
    return [*lines, *standings(scene)]


def holes(pastures: Sequence[Hex]) -> list[Hex]:
    """Return the gaps that pastures enclose."""
    ground = frozenset(pastures)
    if not ground:
        return []
    out = gaps_outside(ground)
    west, east = min(at.q for at in ground), max(at.q for at in ground)
    north, south = min(at.r for at in ground), max(at.r for at in ground)
    every = (Hex(q, r) for r in range(north, south + 1) for q in range(west, east + 1))
    return [at for at in every if at not in ground and at not in out]


def standings(scene: Scene) -> list[str]:
    """Say of each player what they hold."""
    view: BattleSheepView = scene.view
    marks = stack_letters(scene.names)
    lines = []
    for seat in range(len(view.scores)):
        text = f"{marks[seat]}  {scene.listed(seat)}"
        if view.phase == "tiles":
            left = view.tiles_left[seat]
            text += ", " + ngettext("{n} tile left", "{n} tiles left", left).format(n=left)
        else:
            text += ", " + _holding(view, seat)
        if seat in view.out:
            text += ", " + _("blocked")
        lines.append(text)
    return lines


def _holding(view: BattleSheepView, seat: int) -> str:
    held, herd = view.scores[seat], view.herds[seat]
    text = ngettext("{n} pasture", "{n} pastures", held).format(n=held)
    return text + ", " + _("largest herd {n}").format(n=herd)


def words(scene: Scene) -> list[str]:
    """Say the board row by row, for those who do not see the map."""
    view: BattleSheepView = scene.view
    if not view.pastures:
        return [_("No tile lies yet.")]
    field = field_of(scene)
    stacks = {Hex(stack.q, stack.r): stack for stack in view.stacks}
    gaps = set(holes(view.pastures))
    rows: dict[int, list[_Run]] = {}
    for at in sorted({*view.pastures, *gaps}, key=by_row):
        if at in stacks:
            owner, sheep = scene.name(stacks[at].seat), stacks[at].sheep
            what = ngettext("{name} {n} sheep", "{name} {n} sheep", sheep).format(name=owner, n=sheep)
        else:
            what = _("hole") if at in gaps else _("free")
        runs = rows.setdefault(at.r, [])
        if runs and runs[-1].what == what and runs[-1].last.q + 1 == at.q and at not in stacks:
            runs[-1] = runs[-1]._replace(last=at)
        else:
            runs.append(_Run(what, at, at))
    lines = [
        _("Row {row}: {cells}.").format(
            row=r - field.north + 1, cells=", ".join(_run_in_words(field, run) for run in runs)
        )
        for r, runs in rows.items()
    ]
    return [*lines, *standings(scene)]


class _Run(NamedTuple):
    """Cells beside each other of which the same is to be said."""

    what: str
    first: Hex
    last: Hex


def _run_in_words(field: Field, run: _Run) -> str:
    first, last = field.name(run.first), field.name(run.last)
    if first == last:
        return f"{first} {run.what}"
    return _("{first} to {last} {what}").format(first=first, last=last, what=run.what)


def mark(scene: Scene) -> Hashable:
    """Return what the map shows: every step changes it."""
    view: BattleSheepView = scene.view
    return (view.phase, view.pastures, view.stacks, view.to_act)


# --- what happens -------------------------------------------------------------------------------


def sentences(event: Plain, scene: Scene) -> list[str]:
    """Put an event into words."""
    field = field_of(scene)
    match event:
        case {"type": "tile", "seat": int(seat)}:
            return [scene.who(seat, _("You lay a tile."), _("{name} lays a tile."))]
        case {"type": "start", "seat": seat, "at": at}:
            you, other = _("You put your stack on {at}."), _("{name} puts the whole stack on {at}.")
            return [scene.who(seat, you, other, at=_cell(field, at))]
        case {"type": "split", "seat": seat, "count": n}:
            you = ngettext(
                "You move {n} sheep {direction}, from {at} to {to}.",
                "You move {n} sheep {direction}, from {at} to {to}.",
                n,
            )
            other = ngettext(
                "{name} moves {n} sheep {direction}, from {at} to {to}.",
                "{name} moves {n} sheep {direction}, from {at} to {to}.",
                n,
            )
            at, to = _cell(field, event["at"]), _cell(field, event["to"])
            direction = _(choices.DIRECTION_WORDS[event["direction"]])
            return [scene.who(seat, you, other, n=n, direction=direction, at=at, to=to)]
        case {"type": "out", "seat": seat}:
            you = _("You cannot split any more. Your pastures still count.")
            return [scene.who(seat, you, _("{name} cannot split any more; the pastures still count."))]
        case {"type": "passed", "seat": seat}:
            return [scene.who(seat, _("You are passed over."), _("{name} is passed over."))]
        case {"type": "over"}:
            return [_("The game is over.")]
    return []


def _cell(field: Field, at: Sequence[int]) -> str:
    return field.name(Hex(*at))


def ending(scene: Scene, outcome: Plain) -> list[str]:
    """Say who has won, by what."""
    ranks = sorted(
        zip(outcome["scores"], outcome["tiebreaks"], range(len(outcome["scores"])), strict=True),
        key=lambda rank: (-rank[0], -rank[1], rank[2]),
    )
    lines = []
    for score, herd, seat in ranks:
        held = ngettext("{n} pasture", "{n} pastures", score).format(n=score)
        lines.append(_("{name}: {held}, largest herd {herd}.").format(
            name=scene.name(seat), held=held, herd=herd))  # fmt: skip
    several, you, other = _("Several win: {names}."), _("You win!"), _("{name} wins.")
    return [*lines, scene.winners(outcome["winners"], several, you, other)]


# --- help ---------------------------------------------------------------------------------------


def rules() -> list[str]:
    """Tell the rules in short."""
    return [
        _("Battle Sheep: whoever holds the most pastures at the end wins."),
        _("1. In turn, everybody lays their four tiles of four pastures, each against one that lies."),
        _("2. In turn, everybody puts their stack of 16 sheep on the rim of the board."),
        _(
            "3. In turn, split one of your stacks: at least one sheep stays, the others go in a straight line"
            " as far as they can, up to the rim, a hole or a stack."
        ),
        _("Who cannot split any more is passed over. The game ends when nobody can."),
        _("Same number of pastures: the largest herd wins, the biggest group of pastures side by side."),
    ]


def title() -> str:
    """Return the game's name."""
    return "Battle Sheep"


REASONS = MappingProxyType({
    "wrong-phase": N_("That is not what is to be done now."),
    "first-tile": N_("The first tile lies in the middle."),
    "overlap": N_("There is a tile already."),
    "not-touching": N_("A tile must touch one that lies, side to side."),
    "no-pasture": N_("There is no pasture there."),
    "taken": N_("There is a stack already."),
    "not-rim": N_("A stack starts on the rim of the board."),
    "no-stack": N_("There is no stack there."),
    "not-your-stack": N_("That stack is not yours."),
    "one-sheep": N_("A single sheep cannot split."),
    "too-many": N_("At least one sheep must stay."),
    "no-room": N_("There is no free pasture in that direction."),
})  # fmt: skip

OPTIONS = MappingProxyType({
    "end": N_("the game ends"),
    "starts": N_("stacks begin"),
    "board": N_("the board"),
    "position": N_("the position"),
})  # fmt: skip

VALUES = MappingProxyType({
    ("end", "all-blocked"): N_("when nobody can split"),
    ("end", "one-left"): N_("when only one can split"),
    ("starts", "outer-rim"): N_("on the outer rim"),
    ("starts", "any-rim"): N_("on the rim, holes' too"),
    ("board", "players"): N_("laid by the players"),
    ("board", "random"): N_("laid by chance"),
})  # fmt: skip

TEXT = GameText(
    game="battle-sheep",
    view_type=BattleSheepView,
    title=title,
    verbs=frozenset({"tile", "start", "split"}),
    seat_words=frozenset(),
    board=board,
    words=words,
    mark=mark,
    sentences=sentences,
    menu=choices.menu,
    read=choices.read,
    ending=ending,
    rules=rules,
    typing=choices.typing,
    reasons=REASONS,
    example="/new battle-sheep 2",
    options=OPTIONS,
    values=VALUES,
    completions=choices.completions,
    suggestion=reason_text.suggestion,
    why=reason_text.why,
)
