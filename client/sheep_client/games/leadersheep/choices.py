"""What a player of Leadersheep may do, and what is typed as an action: cards by their numbers in the hand."""

from sheep_common.games.leadersheep import LeadersheepView
from sheep_common.games.leadersheep.cards import colour_of, is_scandal
from sheep_common.names import fold

from sheep_client.game_api.text import Hint, Menu, Play, Reading, Scene
from sheep_client.games.leadersheep.words import (
    card,
    colour,
    colour_word,
    region_name,
    scandal,
    sheep_by_colour,
)
from sheep_client.i18n import _, ngettext
from sheep_client.text_layout import columns

VERBS = frozenset({"ask", "give", "scandal", "accept", "trade", "done", "promise", "pass"})


def hand(scene: Scene) -> list[str]:
    """Show one's own cards, numbered."""
    view: LeadersheepView = scene.view
    if scene.seat is None:
        return []
    if not view.hand:
        return [_("Your hand is empty.")]
    texts = [f"{number:>3} {card(text)}" for number, text in enumerate(view.hand, 1)]
    return [_("Your hand:"), *columns(texts, scene.width)]


# --- the menu -----------------------------------------------------------------------------------


def menu(scene: Scene) -> Menu:
    """Say what may be done now."""
    view: LeadersheepView = scene.view
    return {
        "gift-ask": _ask_menu,
        "gift-give": _give_menu,
        "scandals": _scandal_menu,
        "answer": _answer_menu,
        "promises": _promise_menu,
    }[view.phase](scene)


def _ask_menu(scene: Scene) -> Menu:
    view: LeadersheepView = scene.view
    choices = []
    for number, seat in enumerate(_givers(scene), 1):
        n = view.hands[seat]
        text = ngettext("{name}, {n} card", "{name}, {n} cards", n).format(name=scene.name(seat), n=n)
        choices.append(f"{number:>3} {text}")
    asked = _("Your turn: you are the leader. Who is to give you two cards? Type a number or a name.")
    return Menu((asked,), tuple(choices))


def _givers(scene: Scene) -> list[int]:
    return sorted(int(action.split()[1]) for action in scene.legal)


def _give_menu(scene: Scene) -> Menu:
    view: LeadersheepView = scene.view
    leader = "" if view.leader is None else scene.name(view.leader)
    n = len(scene.legal[0].split()) - 1
    asked = ngettext(
        "Your turn: give {leader} {n} card. Type its number in your hand.",
        "Your turn: give {leader} {n} cards. Type their numbers in your hand, such as 1 2.",
        n,
    )
    return Menu((asked.format(leader=leader, n=n),), tuple(hand(scene)))


def _scandal_menu(scene: Scene) -> Menu:
    view: LeadersheepView = scene.view
    numbers = [number for number, text in enumerate(view.hand, 1) if is_scandal(text)]
    if not numbers:
        asked = _("Your turn: you hold no scandal. Type done.")
    else:
        other = next(seat for seat in range(len(scene.names)) if not scene.mine(seat))
        asked = _("Your turn: throw a scandal, by its number and a name, such as {example}; or type done.")
        asked = asked.format(example=f"{numbers[0]} {scene.name(other)}")
    return Menu((asked,), tuple(hand(scene)))


def _answer_menu(scene: Scene) -> Menu:
    view: LeadersheepView = scene.view
    pending = view.pending
    if pending is None:
        return Menu(())
    asked = _("Your turn: {thrower} throws a {scandal} at you. Type a number.").format(
        thrower=scene.name(pending.thrower), scandal=scandal(pending.colour)
    )
    accept = _("accept it: no {colour} from you this round").format(colour=colour(pending.colour))
    choices = [f"  1 {accept}"]
    for number, action in enumerate(_answers(scene)[1:], 2):
        region = action.split()[1]
        text = _("give them {region} ({sheep})").format(
            region=region_name(view, region), sheep=sheep_by_colour(view, region)
        )
        choices.append(f"{number:>3} {text}")
    return Menu((asked,), tuple(choices))


def _answers(scene: Scene) -> list[str]:
    """Return `accept` and then the trades, in the order in which the regions came."""
    view: LeadersheepView = scene.view
    held = view.regions[scene.seat] if scene.seat is not None else ()
    return ["accept", *(f"trade {region}" for region in held)]


def _promise_menu(scene: Scene) -> Menu:
    view: LeadersheepView = scene.view
    blocked = view.before[scene.seat] if scene.seat is not None else ()
    asked = []
    if blocked:
        colours = ", ".join(colour(c) for c in dict.fromkeys(blocked))
        asked.append(_("Scandals keep you from promising: {colours}.").format(colours=colours))
    if scene.legal == ("pass",):
        asked.append(_("Your turn: you have no promise to lay. Type pass."))
    else:
        asked.append(
            _(
                "Your turn: lay 1 to 3 promises of different colours. Type their numbers, such as {example}."
            ).format(example=_example(scene))
        )
    return Menu(tuple(asked), tuple(hand(scene)))


def _example(scene: Scene) -> str:
    """Return the numbers of the first promises that may be laid together, two at most."""
    view: LeadersheepView = scene.view
    colours = max(scene.legal, key=lambda action: (len(action.split()) <= 3, len(action.split()))).split()[1:]
    return " ".join(str(view.hand.index(c) + 1) for c in colours)


# --- what is typed ------------------------------------------------------------------------------


def read(scene: Scene, text: str) -> Reading:
    """Make an action of what was typed: a number, numbers of cards, colours, or the action itself."""
    view: LeadersheepView = scene.view
    words = text.split()
    if not words or not scene.legal:
        return None
    verb = words[0].lower()
    if verb in ("accept", "done", "pass", "ask", "trade"):
        return Play(" ".join([verb, *words[1:]]))
    given = words[1:] if verb in VERBS else words
    if view.phase == "answer":
        return _numbered(_answers(scene), given)
    if view.phase == "gift-ask":
        return _read_giver(scene, given)
    if view.phase == "scandals" and verb in ("scandal", verb):
        return _read_scandal(scene, given)
    found = [_card_of(scene, word) for word in given]
    if isinstance(wrong := next((c for c in found if not isinstance(c, str)), None), Hint) or None in found:
        return wrong
    verb = "give" if view.phase == "gift-give" else "promise"
    return Play(" ".join([verb, *(c for c in found if isinstance(c, str))]))


def _numbered(actions: list[str], words: list[str]) -> Reading:
    if len(words) != 1 or not words[0].isdigit():
        return None
    number = int(words[0][:6])
    return Play(actions[number - 1]) if 1 <= number <= len(actions) else _no_choice(number)


def _no_choice(number: int) -> Hint:
    return Hint((_("There is no choice {number}.").format(number=number),))


def _read_giver(scene: Scene, words: list[str]) -> Reading:
    name = " ".join(words)
    for seat in _givers(scene):
        if fold(scene.name(seat)) == fold(name):
            return Play(f"ask {seat}")
    return _numbered([f"ask {seat}" for seat in _givers(scene)], words)


def _read_scandal(scene: Scene, words: list[str]) -> Reading:
    """Read `4 Bo`, `red Bo`, or with the seat's number."""
    if not words:
        return None
    thrown = _card_of(scene, words[0])
    if not isinstance(thrown, str):
        return thrown
    if words[0].isdigit() and not is_scandal(thrown):
        return Hint((_("Card {number} is no scandal: {card}.").format(number=words[0], card=card(thrown)),))
    name = " ".join(words[1:])
    others = [seat for seat in range(len(scene.names)) if not scene.mine(seat)]
    if not name:
        names = ", ".join(scene.name(seat) for seat in others)
        return Hint((_("At whom? Type {number} and a name: {names}.").format(number=words[0], names=names),))
    for seat in others:
        if fold(scene.name(seat)) == fold(name):
            return Play(f"scandal {colour_of(thrown)} {seat}")
    if name.isdigit():
        return Play(f"scandal {colour_of(thrown)} {int(name[:6])}")
    return Hint((_("Nobody here is called {name}.").format(name=name),))


def _card_of(scene: Scene, word: str) -> str | Hint | None:
    """Return the card that a word names: its number in the hand, or its colour, with ! for a scandal."""
    view: LeadersheepView = scene.view
    if word.isdigit():
        number = int(word[:6])
        if 1 <= number <= len(view.hand):
            return view.hand[number - 1]
        return Hint((_("You have no card {number}.").format(number=number),))
    found = colour_word(view, word.rstrip("!").lower())
    return None if found is None else found + ("!" if word.endswith("!") else "")


def typing() -> list[str]:
    """Tell what can be typed."""
    return [
        _("Cards are chosen by their numbers in your hand."),
        _("As the leader: the name of who gives you cards. As the giver: two numbers, such as 2 5."),
        _("A scandal: its number and a name, such as 4 Bo; done when you throw no more."),
        _("To answer a scandal: accept, or the number of the region you give."),
        _("Promises: one to three numbers, such as 1 3; pass when you hold none that you may lay."),
    ]


def completions(scene: Scene) -> list[str]:
    """Return what can be typed next."""
    view: LeadersheepView = scene.view
    if view.phase == "scandals":
        others = [scene.name(seat) for seat in range(len(scene.names)) if not scene.mine(seat)]
        numbers = [n for n, text in enumerate(view.hand, 1) if is_scandal(text)]
        return ["done", *(f"{number} {name}" for number in numbers for name in others)]
    if view.phase == "gift-ask":
        return [scene.name(seat) for seat in _givers(scene)]
    if view.phase in ("gift-give", "promises"):
        return [*(colour(c) for c in view.deck.colours), *(["pass"] if scene.legal == ("pass",) else [])]
    return list(scene.legal)
