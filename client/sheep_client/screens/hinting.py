"""Hints on the full screen: the key, the wait, the suggestion laid where Enter follows it. Thinks of none."""

from dataclasses import replace

from sheep_common.games.battle_sheep.actions import Split, Start, Tile

from sheep_client.core import advice, told
from sheep_client.core.model import Model
from sheep_client.faces import hints
from sheep_client.game_api.text import GameText, Scene
from sheep_client.games.battle_sheep.screen import controls as herding
from sheep_client.games.battle_sheep.screen.controls import Herding
from sheep_client.games.leadersheep.screen import controls as campaigning
from sheep_client.i18n import _
from sheep_client.screens.ui import Entry, Keys, Picking, Result, Ui

KEY = "H"
_FIRST = 3
"""How many keys of the game come before it: on a narrow screen the last ones are not shown."""


def waits(model: Model) -> bool:
    """Tell whether a hint is being thought of."""
    return model.advice is not None and model.advice.thought is None


def among(model: Model, keys: Keys) -> Keys:
    """Return the keys that work now, with the one to ask for a hint, or to wait for it no more."""
    if waits(model):
        return [("escape", _("no hint")), *(pair for pair in keys if pair[0] != "escape")]
    if not model.thinks or advice.problem(model) is not None:
        return keys
    return [*keys[:_FIRST], (KEY, _("hint")), *keys[_FIRST:]]


def note(model: Model) -> Entry | None:
    """Say that a hint is being thought of."""
    if model.advice is None or not waits(model):
        return None
    return Entry("note", hints.thinking(model.advice.ticks))


def press(ui: Ui, model: Model, key: str) -> Result | None:
    """Return what a key does about hints; also where there is none, which the core says."""
    if key == KEY:
        return Result(ui, ("/hint",))
    return Result(ui, ("/hint no",)) if key == "escape" and waits(model) else None


def begun(ui: Ui) -> Ui:
    """Remember where the player is with their move, who asks for a hint."""
    return replace(ui, asked=(ui.herding, ui.picking))


def come(ui: Ui, news: told.Advised, painter: GameText, scene: Scene) -> tuple[Ui, Entry]:
    """Lay a hint where Enter follows it, unless the player has gone on meanwhile; return what to say."""
    said = hints.hint(news.thought, painter, scene)
    if news.thought is None:
        return replace(ui, asked=None, note=Entry("wrong-note", said)), Entry("note", said)
    same = ui.asked is None or ui.asked == (ui.herding, ui.picking)
    ui = replace(ui, asked=None, note=None)
    if not ui.sent:
        ui = _laid(ui, news.thought.action, painter, scene, same=same)
    return ui, Entry("hint", said)


def _laid(ui: Ui, action: str, painter: GameText, scene: Scene, *, same: bool) -> Ui:
    """Put cursor and choices on an action; where that is not wished for, mark it at least."""
    if painter.game == "battle-sheep":
        aimed = aim(ui.herding, scene, action)
        return replace(ui, herding=aimed if same else replace(ui.herding, advised=aimed.advised))
    if painter.game == "leadersheep" and same:
        return replace(ui, picking=pick(scene, action))
    return ui


def aim(state: Herding, scene: Scene, action: str) -> Herding:
    """Return the state from which Enter does this action."""
    verb = action.partition(" ")[0]
    fresh = Herding(cursor=state.cursor, shape=state.shape)
    if verb == "tile":
        tile = Tile.parse(action)
        return replace(fresh, cursor=tile.at, shape=tile.orientation)
    if verb == "start":
        at = Start.parse(action).at
        return replace(fresh, cursor=at, advised=frozenset({at}))
    split = Split.parse(action)
    ways = herding.ways_from(scene, split.at)
    way = next((way for way in ways if way.direction == split.direction), None)
    if way is None:
        return state
    marks = frozenset({way.at, way.to})
    return replace(fresh, cursor=way.to, chosen=way.at, way=way, count=split.count, advised=marks)


def pick(scene: Scene, action: str) -> Picking:
    """Return the cards and players picked from which Enter does this action."""
    verb, *words = action.split(" ")
    hand = list(scene.view.hand)
    if verb == "scandal":
        card = f"{words[0]}!"
        at = hand.index(card) if card in hand else 0
        return Picking(cursor=at, aiming=True, target=int(words[1]))
    if verb == "done":
        return Picking(done=True)
    if verb in ("ask", "accept", "trade"):
        found = campaigning.choices(scene)
        return Picking(target=found.index(action) if action in found else 0)
    picked: list[int] = []
    for word in words if verb in ("give", "promise") else ():
        picked += [n for n, card in enumerate(hand) if card == word and n not in picked][:1]
    return Picking(cursor=picked[-1] if picked else 0, picked=frozenset(picked))
