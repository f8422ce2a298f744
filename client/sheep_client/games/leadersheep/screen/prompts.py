"""The screen of Leadersheep: what a player is asked, which keys there are, and what they do at the table."""

from sheep_common.games.leadersheep import LeadersheepView
from sheep_common.games.leadersheep.cards import is_scandal

from sheep_client.game_api.screen import Ask, Keys, Panel, Pressed, Screen, Shown, Slowly
from sheep_client.game_api.text import Scene
from sheep_client.games.leadersheep.screen import controls, count_steps, table
from sheep_client.games.leadersheep.screen.picking import Picking, begin
from sheep_client.games.leadersheep.screen.styles import STYLES
from sheep_client.games.leadersheep.words import card, cards, scandal
from sheep_client.i18n import _, ngettext

# --- what is asked ------------------------------------------------------------------------------


def ask(shown: Shown[Picking]) -> Ask:
    """Say what the player may do now."""
    scene = shown.scene
    view: LeadersheepView = scene.view
    if not scene.legal:
        return Ask(_waiting(scene))
    return {
        "gift-ask": _ask_giver,
        "gift-give": _ask_gift,
        "scandals": _ask_scandal,
        "answer": _ask_answer,
        "promises": _ask_promises,
    }.get(view.phase, _ask_nothing)(shown.state, scene)


def _ask_nothing(picking: Picking, scene: Scene) -> Ask:
    del picking, scene
    return Ask("")


def _ask_giver(picking: Picking, scene: Scene) -> Ask:
    del picking, scene
    return Ask(_("You lead: choose who gives you two cards."), (("enter", _("ask")),))


def _ask_gift(picking: Picking, scene: Scene) -> Ask:
    n, name = controls.needed(scene), scene.name(scene.view.leader or 0)
    text = ngettext("Pick {n} card for {name}, who leads.", "Pick {n} cards for {name}, who leads.", n)
    buttons = (("enter", _("give")),) if len(picking.picked) == n else ()
    return Ask(text.format(n=n, name=name), buttons)


def _ask_scandal(picking: Picking, scene: Scene) -> Ask:
    if picking.aiming and picking.cursor < len(scene.view.hand):
        thrown = card(scene.view.hand[picking.cursor])
        text = _("At whom? {scandal} → {name}").format(scandal=thrown, name=scene.name(picking.target))
        return Ask(text, (("escape", _("back")), ("enter", _("throw"))))
    if picking.done:
        return Ask(_("Throw no more scandals?"), (("enter", _("done")),))
    if not any(map(is_scandal, scene.view.hand)):
        return Ask(_("You hold no scandal to throw."), (("d", _("done")),))
    return Ask(_("Pick a scandal to throw, or be done."), (("d", _("done")),))


def _ask_answer(picking: Picking, scene: Scene) -> Ask:
    del picking
    pending = scene.view.pending
    if pending is None:
        return Ask("")
    text = _("{thrower} throws a {scandal} at you. What do you do?")
    text = text.format(thrower=scene.name(pending.thrower), scandal=scandal(pending.colour))
    return Ask(text, (("enter", _("answer")),))


def _ask_promises(picking: Picking, scene: Scene) -> Ask:
    if scene.legal == ("pass",):
        return Ask(_("You hold no promise that you may lay."), (("enter", _("pass")),))
    if not picking.picked:
        return Ask(_("Pick 1 to 3 promises of different colours."))
    n = controls.votes(picking, scene)
    text = ngettext(
        "With these you would get {n} vote here.", "With these you would get {n} votes here.", n
    ).format(n=n)
    return Ask(text, (("escape", _("back")), ("enter", _("lay"))))


def _waiting(scene: Scene) -> str:
    view: LeadersheepView = scene.view
    if view.phase == "over":
        return _("The campaign is over.")
    names = ", ".join(scene.name(seat) for seat in view.to_act)
    doing = {
        "gift-ask": _("Waiting for {names} to ask for cards."),
        "gift-give": _("Waiting for {names} to give cards."),
        "scandals": _("Waiting for {names} to throw scandals."),
        "answer": _("Waiting for {names} to answer a scandal."),
        "promises": _("Waiting for {names} to lay promises."),
    }.get(view.phase)
    return "" if doing is None or not names else doing.format(names=names)


def keys(shown: Shown[Picking]) -> Keys:
    """Return the keys that work now."""
    scene, picking = shown.scene, shown.state
    view: LeadersheepView = scene.view
    if not scene.legal:
        return [("T", _("trash"))]
    if view.phase in ("gift-ask", "answer"):
        return [("updown", _("choose")), ("enter", _("answer") if view.phase == "answer" else _("ask"))]
    if view.phase == "scandals":
        if picking.aiming:
            return [("updown", _("at whom")), ("enter", _("throw")), ("escape", _("back"))]
        if picking.done:
            return [("enter", _("done")), ("digits", _("pick")), ("leftright", _("card")), ("T", _("trash"))]
        return [("digits", _("pick")), ("leftright", _("card")), ("d", _("done")), ("T", _("trash"))]
    if scene.legal == ("pass",):
        return [("enter", _("pass")), ("T", _("trash"))]
    enter = _("pick")
    if picking.picked:
        enter = _("give") if view.phase == "gift-give" else _("lay")
    return [
        ("digits", _("pick")),
        ("leftright", _("card")),
        ("enter", enter),
        ("T", _("trash")),
    ]


# --- keys and mouse -----------------------------------------------------------------------------


def press(shown: Shown[Picking], key: str) -> Pressed[Picking] | None:
    """Return what a key does at the table."""
    scene, picking = shown.scene, shown.state
    if key == "T":
        return Pressed(picking, panel="trash")
    if key.startswith("seat:") and scene.legal and scene.view.phase == "gift-ask":
        action = f"ask {key.removeprefix('seat:')}"
        found = controls.choices(scene)
        if action not in found:
            return Pressed(picking, note=_("Choose another player."))
        key = f"choose:{found.index(action)}"
    return controls.press(picking, scene, key)


# --- what lies over it ------------------------------------------------------------------------------


def trash(scene: Scene) -> list[str]:
    """List the trash."""
    lying = scene.view.trash
    if not lying:
        return [_("The trash is empty.")]
    return [_("All that lies there:"), cards(sorted(lying)), "", _("The newest on top:"), *(
        cards([one]) for one in reversed(lying))]  # fmt: skip


SCREEN = Screen(
    start=Picking(),
    title=table.title,
    paint=table.paint,
    ask=ask,
    keys=keys,
    press=press,
    begin=begin,
    follow=controls.follow,
    slowly={"count": Slowly(title=lambda: _("The count"), steps=count_steps.count)},
    panels={"trash": Panel(title=lambda: _("The trash"), lines=trash)},
    walk_help=lambda: [("T", _("the trash"))],
    styles=STYLES,
)
