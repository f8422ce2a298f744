"""What happens in a campaign, in sentences: one teller for each event of Leadersheep."""

from types import MappingProxyType

from sheep_common.games.leadersheep import LeadersheepView
from sheep_common.messages import Plain

from sheep_client.game_api.text import Scene
from sheep_client.games.leadersheep.words import (
    cards,
    colour,
    promises,
    region_name,
    scandal,
    sheep_by_colour,
)
from sheep_client.i18n import _, ngettext


def sentences(event: Plain, scene: Scene) -> list[str]:
    """Put an event into words."""
    tell = _TELLERS.get(event.get("type", ""))
    return [] if tell is None else tell(event, scene)


def _dealt(event: Plain, scene: Scene) -> list[str]:
    del event, scene
    return [_("The cards are dealt: six each.")]


def _begun(event: Plain, scene: Scene) -> list[str]:
    text = _("--- Round {round} ---").format(round=event["round"])
    leader = event["leader"]
    if leader is None:
        return [text + " " + scene.who(event["starter"], _("You start."), _("{name} starts."))]
    return [text + " " + scene.who(leader, _("You are the leader."), _("{name} is the leader."))]


def _drew(event: Plain, scene: Scene) -> list[str]:
    n = event["count"]
    you = ngettext("You draw {n} card.", "You draw {n} cards.", n)
    other = ngettext("{name} draws {n} card.", "{name} draws {n} cards.", n)
    return [scene.who(event["seat"], you, other, n=n)]


def _recycled(event: Plain, scene: Scene) -> list[str]:
    del scene
    if event["how"] == "turn-over":
        return [_("The draw pile is empty: the trash is turned over.")]
    return [_("The draw pile is empty: the trash is shuffled.")]


def _asked(event: Plain, scene: Scene) -> list[str]:
    leader, giver = event["leader"], event["giver"]
    if scene.mine(leader):
        return [_("You ask {giver} for two cards.").format(giver=scene.name(giver))]
    if scene.mine(giver):
        return [_("{leader} asks you for two cards.").format(leader=scene.name(leader))]
    text = _("{leader} asks {giver} for two cards.")
    return [text.format(leader=scene.name(leader), giver=scene.name(giver))]


def _gave(event: Plain, scene: Scene) -> list[str]:
    giver, leader, n = event["giver"], event["leader"], event["count"]
    names = {"giver": scene.name(giver), "leader": scene.name(leader)}
    if event["cards"] is not None and scene.mine(leader):
        return [_("{giver} gives you: {cards}.").format(cards=cards(event["cards"]), **names)]
    if event["cards"] is not None and scene.mine(giver):
        return [_("You give {leader}: {cards}.").format(cards=cards(event["cards"]), **names)]
    text = ngettext("{giver} gives {leader} {n} card.", "{giver} gives {leader} {n} cards.", n)
    return [text.format(n=n, **names)]


def _thrown(event: Plain, scene: Scene) -> list[str]:
    thrower, target = event["thrower"], event["target"]
    values = {
        "thrower": scene.name(thrower),
        "target": scene.name(target),
        "scandal": scandal(event["colour"]),
        "colour": colour(event["colour"]),
    }
    if scene.mine(thrower):
        text = _("You throw a {scandal} at {target}.")
    elif scene.mine(target):
        text = _("{thrower} throws a {scandal} at you.")
    else:
        text = _("{thrower} throws a {scandal} at {target}.")
    return [text.format(**values)]


def _accepted(event: Plain, scene: Scene) -> list[str]:
    you = _("You accept it: no {colour} from you this round.")
    other = _("{name} accepts it: no {colour} from them this round.")
    return [scene.who(event["target"], you, other, colour=colour(event["colour"]))]


def _traded(event: Plain, scene: Scene) -> list[str]:
    target, thrower = event["target"], event["thrower"]
    values = {
        "target": scene.name(target),
        "thrower": scene.name(thrower),
        "region": region_name(scene.view, event["region"]),
    }
    if scene.mine(target):
        text = _("You give {thrower} {region} and are rid of the scandal.")
    elif scene.mine(thrower):
        text = _("{target} gives you {region} and is rid of the scandal.")
    else:
        text = _("{target} gives {thrower} {region} and is rid of the scandal.")
    return [text.format(**values)]


def _done(event: Plain, scene: Scene) -> list[str]:
    return [scene.who(event["seat"], _("You throw no more."), _("{name} throws no more."))]


def _laid(event: Plain, scene: Scene) -> list[str]:
    n = event["count"]
    if event["cards"] is not None and scene.mine(event["seat"]):
        return [_("You lay face down: {cards}.").format(cards=promises(event["cards"]))]
    text = ngettext("{name} lays {n} promise face down.", "{name} lays {n} promises face down.", n)
    return [text.format(name=scene.name(event["seat"]), n=n)]


def _passed(event: Plain, scene: Scene) -> list[str]:
    you, other = _("You have no promise to lay."), _("{name} has no promise to lay and passes.")
    return [scene.who(event["seat"], you, other)]


def _counted(event: Plain, scene: Scene) -> list[str]:
    view: LeadersheepView = scene.view
    region = event["region"]
    lines = [
        _("The count for {region} ({sheep}):").format(
            region=region_name(view, region), sheep=sheep_by_colour(view, region)
        )
    ]
    for seat, (shown, votes) in enumerate(zip(event["shown"], event["votes"], strict=True)):
        text = ngettext("{name}: {cards}: {n} vote.", "{name}: {cards}: {n} votes.", votes)
        what = promises(shown) if shown else _("no promise")
        lines.append(text.format(name=scene.name(seat), cards=what, n=votes))
    winner = event["winner"]
    if winner is None:
        return [*lines, _("Nobody promised anything: {region} leaves the game.").format(
            region=region_name(view, region))]  # fmt: skip
    n = sum(next((r.sheep for r in view.deck.regions if r.id == region), ()))
    you = ngettext("You win {region} and {n} sheep!", "You win {region} and {n} sheep!", n)
    other = ngettext("{name} wins {region} and {n} sheep.", "{name} wins {region} and {n} sheep.", n)
    return [*lines, scene.who(winner, you, other, region=region_name(view, region), n=n)]


def _over(event: Plain, scene: Scene) -> list[str]:
    del event, scene
    return [_("The campaign is over.")]


_TELLERS = MappingProxyType({
    "dealt": _dealt, "round": _begun, "drew": _drew, "recycled": _recycled, "asked": _asked, "gave": _gave,
    "scandal": _thrown, "accepted": _accepted, "traded": _traded, "done": _done, "laid": _laid,
    "passed": _passed, "count": _counted, "over": _over,
})  # fmt: skip
