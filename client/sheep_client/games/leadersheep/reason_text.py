"""Leadersheep's actions as advice, and why the bots' engines choose them, in sentences. Knows no engine."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from sheep_client.game_api.text import Scene
from sheep_client.games.leadersheep.words import cards, colour, promises, region_name, scandal
from sheep_client.i18n import _, ngettext

Values = Mapping[str, int | str]


# --- actions ------------------------------------------------------------------------------------


def suggestion(action: str, scene: Scene) -> str:
    """Say an action as what is to be done, without a stop: it goes on from `Hint:`."""
    verb, *words = action.split(" ")
    say = _ACTIONS.get(verb)
    return action if say is None else say(words, scene)


def _ask(words: list[str], scene: Scene) -> str:
    return _("ask {giver} for two cards").format(giver=scene.name(int(words[0])))


def _give(words: list[str], scene: Scene) -> str:
    leader = "" if scene.view.leader is None else scene.name(scene.view.leader)
    return _("give {leader}: {cards}").format(leader=leader, cards=cards(words))


def _scandal(words: list[str], scene: Scene) -> str:
    text = _("throw a {scandal} at {target}")
    return text.format(scandal=scandal(words[0]), target=scene.name(int(words[1])))


def _accept(words: list[str], scene: Scene) -> str:
    del words
    pending = scene.view.pending
    return _("accept the {scandal}").format(scandal="" if pending is None else scandal(pending.colour))


def _trade(words: list[str], scene: Scene) -> str:
    pending = scene.view.pending
    thrower = "" if pending is None else scene.name(pending.thrower)
    text = _("give {thrower} {region} to be rid of the scandal")
    return text.format(thrower=thrower, region=region_name(scene.view, words[0]))


def _done(words: list[str], scene: Scene) -> str:
    del words, scene
    return _("throw no more")


def _promise(words: list[str], scene: Scene) -> str:
    del scene
    return _("lay face down: {cards}").format(cards=promises(words))


def _pass(words: list[str], scene: Scene) -> str:
    del words, scene
    return _("pass")


_ACTIONS: Mapping[str, Callable[[list[str], Scene], str]] = MappingProxyType({
    "ask": _ask, "give": _give, "scandal": _scandal, "accept": _accept, "trade": _trade, "done": _done,
    "promise": _promise, "pass": _pass,
})  # fmt: skip


# --- reasons ------------------------------------------------------------------------------------


def why(code: str, values: Values, scene: Scene) -> str:
    """Say a reason of the engines in a sentence; nothing for a code that is not known."""
    tell = _TELLERS.get(code)
    return "" if tell is None else tell(values, scene)


def _told(values: Values, scene: Scene) -> dict[str, str | int]:
    """Return what most sentences have in them, in words."""
    found: dict[str, str | int] = {}
    for name in ("region", "traded"):
        if name in values:
            found[name] = region_name(scene.view, str(values[name]))
    if "colour" in values:
        found["colour"] = colour(str(values["colour"]))
    if "seat" in values:
        found["name"] = scene.name(int(values["seat"]))
    if "chance" in values:
        # Translators: a chance in percent.
        found["chance"] = _("{n}%").format(n=values["chance"])
    return found


def _said(text: Callable[[], str]) -> Callable[[Values, Scene], str]:
    """Make the teller of a sentence without numbers; a function, so that it is looked up when it is said."""
    return lambda values, scene: text().format(**_told(values, scene))


def _voted(text: Callable[[int], str]) -> Callable[[Values, Scene], str]:
    """Make the teller of a sentence whose form depends on votes."""

    def tell(values: Values, scene: Scene) -> str:
        n = int(values["votes"])
        return text(n).format(n=n, **_told(values, scene))

    return tell


def _aimed(you: Callable[[], str], other: Callable[[], str]) -> Callable[[Values, Scene], str]:
    """Make the teller of a sentence about somebody, who may be the reader."""

    def tell(values: Values, scene: Scene) -> str:
        text = you() if scene.mine(int(values["seat"])) else other()
        return text.format(**_told(values, scene))

    return tell


def _discards(values: Values, scene: Scene) -> str:
    n = int(values["cards"])
    text = ngettext(
        "Nothing can be won in {region}: {n} promise that brings no votes there goes.",
        "Nothing can be won in {region}: {n} promises that bring no votes there go.",
        n,
    )
    return text.format(n=n, **_told(values, scene))


def _keeps_scandals(values: Values, scene: Scene) -> str:
    del scene
    n = int(values["scandals"])
    text = ngettext(
        "{n} scandal in hand does more in a later round.",
        "{n} scandals in hand do more in a later round.",
        n,
    )
    return text.format(n=n)


def _gives_least(values: Values, scene: Scene) -> str:
    del scene
    n = int(values["cards"])
    return ngettext("That card can be spared most.", "Those cards can be spared most.", n)


_TELLERS: Mapping[str, Callable[[Values, Scene], str]] = MappingProxyType({
    "any": _said(lambda: _("One choice is as good as another.")),
    "only-move": _said(lambda: _("There is no other choice.")),
    "wins-region": _voted(lambda n: ngettext(
        "With {n} vote the chance to win {region} is {chance}.",
        "With {n} votes the chance to win {region} is {chance}.", n)),
    "cheap-win": _voted(lambda n: ngettext(
        "{n} vote is enough for {region} ({chance}): the other promises are kept for later.",
        "{n} votes are enough for {region} ({chance}): the other promises are kept for later.", n)),
    "tries-region": _voted(lambda n: ngettext(
        "{region} is worth a try: with {n} vote the chance is {chance}.",
        "{region} is worth a try: with {n} votes the chance is {chance}.", n)),
    "saves-cards": _said(lambda: _(
        "{region} is hard to win ({chance}): promises are kept for the next regions.")),
    "best-left": _voted(lambda n: ngettext(
        "{region} is hard to win ({chance}), but {n} vote is the most there is.",
        "{region} is hard to win ({chance}), but {n} votes are the most there are.", n)),
    "discards": _discards,
    "nothing-to-promise": _said(lambda: _("There is no promise that may be laid.")),
    "blocks-leader": _aimed(
        lambda: _("You lead, and {colour} brings votes in {region}."),
        lambda: _("{name} leads, and {colour} brings votes in {region}.")),
    "blocks-strongest": _aimed(
        lambda: _("You have the most sheep, and {colour} brings votes in {region}."),
        lambda: _("{name} has the most sheep, and {colour} brings votes in {region}.")),
    "blocks-rival": _aimed(
        lambda: _("You could win {region}, where {colour} brings votes."),
        lambda: _("{name} could win {region}, where {colour} brings votes.")),
    "clears-hand": _said(lambda: _(
        "No votes hang on {colour} in this round, but the hand gets room for a new card.")),
    "keeps-scandals": _keeps_scandals,
    "no-scandal": _said(lambda: _("There is no scandal to throw.")),
    "harmless": _said(lambda: _("It does no harm: the best promises for {region} do without {colour}.")),
    "dodge-too-dear": _said(lambda: _(
        "Giving a region away costs more than doing without {colour} for {region}.")),
    "dodge-worth-it": _said(lambda: _(
        "To do without {colour} for {region} would cost more than giving {traded}.")),
    "takes-from-strongest": _aimed(
        lambda: _("You have the most sheep of the others: it weakens you most."),
        lambda: _("{name} has the most sheep of the others: it weakens them most.")),
    "takes-cards": _aimed(
        lambda: _("The most is to be hoped for from your cards."),
        lambda: _("The most is to be hoped for from the cards of {name}.")),
    "gives-least": _gives_least,
})  # fmt: skip
