"""Battle Sheep's actions as advice, and why the bots' engines choose them, in sentences. Knows no engine."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from sheep_common.games.battle_sheep.actions import Split, Start, Tile
from sheep_common.games.battle_sheep.view import aims

from sheep_client.game_api.text import Scene
from sheep_client.games.battle_sheep.choices import DIRECTION_WORDS, field_of
from sheep_client.i18n import _, ngettext

Values = Mapping[str, int | str]


def suggestion(action: str, scene: Scene) -> str:
    """Say an action as what is to be done, without a stop: it goes on from `Hint:`."""
    field = field_of(scene)
    verb = action.partition(" ")[0]
    if verb == "tile":
        tile = Tile.parse(action)
        text = _("lay the tile with its star on {at}, in shape {shape}")
        return text.format(at=field.name(tile.at), shape=tile.orientation)
    if verb == "start":
        return _("put your stack on {at}").format(at=field.name(Start.parse(action).at))
    split = Split.parse(action)
    to = next((aim.to for aim in aims(scene.view, split.at) if aim.direction == split.direction), split.at)
    text = ngettext(
        "move {n} sheep {direction}, from {at} to {to}",
        "move {n} sheep {direction}, from {at} to {to}",
        split.count,
    )
    direction = _(DIRECTION_WORDS[split.direction])
    return text.format(n=split.count, direction=direction, at=field.name(split.at), to=field.name(to))


def why(code: str, values: Values, scene: Scene) -> str:
    """Say a reason of the engines in a sentence; nothing for a code that is not known."""
    tell = _TELLERS.get(code)
    return "" if tell is None else tell(values, scene)


def _any(values: Values, scene: Scene) -> str:
    del values, scene
    return _("One choice is as good as another.")


def _only_move(values: Values, scene: Scene) -> str:
    del values, scene
    return _("There is no other choice.")


def _wins(values: Values, scene: Scene) -> str:
    del scene
    n = int(values["lead"])
    text = ngettext("It wins for certain, {n} pasture ahead.", "It wins for certain, {n} pastures ahead.", n)
    return text.format(n=n)


def _blocks(values: Values, scene: Scene) -> str:
    n, seat = int(values["sheep"]), int(values["seat"])
    if scene.mine(seat):
        return ngettext("It shuts in {n} of your sheep.", "It shuts in {n} of your sheep.", n).format(n=n)
    text = ngettext("It shuts in {n} sheep of {name}.", "It shuts in {n} sheep of {name}.", n)
    return text.format(n=n, name=scene.name(seat))


def _frees(values: Values, scene: Scene) -> str:
    del scene
    n = int(values["sheep"])
    text = ngettext(
        "The stack has a single way out: {n} sheep takes it while it is open.",
        "The stack has a single way out: {n} sheep take it while it is open.",
        n,
    )
    return text.format(n=n)


def _fills(values: Values, scene: Scene) -> str:
    del scene
    n, sheep = int(values["pastures"]), int(values["sheep"])
    text = _("Nobody else can come there: {sheep} can settle on {pastures}.")
    return text.format(
        sheep=ngettext("{n} sheep", "{n} sheep", sheep).format(n=sheep),
        pastures=ngettext("{n} pasture", "{n} pastures", n).format(n=n),
    )


def _takes(values: Values, scene: Scene) -> str:
    n, seat = int(values["pastures"]), int(values["seat"])
    if scene.mine(seat):
        text = ngettext(
            "It takes {n} pasture that you would have come to.",
            "It takes {n} pastures that you would have come to.",
            n,
        )
        return text.format(n=n)
    text = ngettext(
        "It takes {n} pasture that {name} would have come to.",
        "It takes {n} pastures that {name} would have come to.",
        n,
    )
    return text.format(n=n, name=scene.name(seat))


def _claims(values: Values, scene: Scene) -> str:
    del scene
    n = int(values["pastures"])
    text = ngettext("It secures {n} more pasture.", "It secures {n} more pastures.", n)
    return text.format(n=n)


def _keeps(values: Values, scene: Scene) -> str:
    del scene
    n = int(values["ways"])
    return ngettext("It leaves {n} way open.", "It leaves {n} ways open.", n).format(n=n)


def _room(values: Values, scene: Scene) -> str:
    del scene
    n = int(values["pastures"])
    text = ngettext(
        "From there {n} pasture is in reach of a split.",
        "From there {n} pastures are in reach of a split.",
        n,
    )
    return text.format(n=n)


def _opens(values: Values, scene: Scene) -> str:
    del values, scene
    return _("It keeps the board open: that is good for who splits first.")


def _closes(values: Values, scene: Scene) -> str:
    del values, scene
    return _("It keeps the board tight: that is good for who splits later.")


_TELLERS: Mapping[str, Callable[[Values, Scene], str]] = MappingProxyType({
    "any": _any, "only-move": _only_move, "wins": _wins, "blocks-opponent": _blocks, "frees-stack": _frees,
    "fills-region": _fills, "takes-land": _takes, "claims-territory": _claims, "keeps-options": _keeps,
    "start-with-room": _room, "opens-board": _opens, "closes-board": _closes,
})  # fmt: skip
