"""Playing Leadersheep by keys and mouse: which cards and players are picked, as pure functions."""

from dataclasses import replace

from sheep_common.games.leadersheep import LeadersheepView
from sheep_common.games.leadersheep.cards import colour_of, is_scandal

from sheep_client.game_api.screen import Pressed
from sheep_client.game_api.text import Scene
from sheep_client.games.leadersheep.screen.picking import Picking
from sheep_client.i18n import N_, _, ngettext

MOST_PROMISES = 3


def press(state: Picking, scene: Scene, key: str) -> Pressed[Picking] | None:
    """Return what a key does; None where it means nothing here."""
    view: LeadersheepView = scene.view
    if not scene.legal:
        return _look(state, view, key)
    if view.phase in ("gift-ask", "answer"):
        return _press_list(state, scene, key)
    if view.phase == "scandals":
        if state.done and key == "enter":
            return Pressed(state, "done")
        return _press_scandal(replace(state, done=False), scene, key)
    return _press_cards(state, scene, key)


def _look(state: Picking, view: LeadersheepView, key: str) -> Pressed[Picking] | None:
    if key in ("left", "right", "h", "l") and view.hand:
        return Pressed(_step(state, len(view.hand), key))
    return None


def _step(state: Picking, count: int, key: str) -> Picking:
    step = 1 if key in ("right", "l", "down", "j", "tab") else -1
    return replace(state, cursor=(min(state.cursor, count - 1) + step) % count if count else 0)


# --- a list: who gives, what is answered ----------------------------------------------------------


def choices(scene: Scene) -> list[str]:
    """Return the actions of a list in the order in which they are shown."""
    view: LeadersheepView = scene.view
    if view.phase == "gift-ask":
        return sorted(scene.legal, key=lambda action: int(action.split()[1]))
    held = view.regions[scene.seat] if scene.seat is not None else ()
    return ["accept", *(f"trade {region}" for region in held)]


def _press_list(state: Picking, scene: Scene, key: str) -> Pressed[Picking] | None:
    found = choices(scene)
    at = min(state.target, len(found) - 1)
    if key in ("up", "down", "left", "right", "tab", "s-tab", "j", "k"):
        step = 1 if key in ("down", "right", "tab", "j") else -1
        return Pressed(replace(state, target=(at + step) % len(found)))
    if len(key) == 1 and key.isdigit() and 1 <= int(key) <= len(found):
        return Pressed(replace(state, target=int(key) - 1))
    if key.startswith("choose:"):
        chosen = int(key.removeprefix("choose:"))
        if chosen == at:
            return Pressed(state, found[at])
        return Pressed(replace(state, target=chosen))
    return Pressed(state, found[at]) if key == "enter" else None


# --- scandals -----------------------------------------------------------------------------------


def targets(scene: Scene) -> list[int]:
    """Return the seats at which a scandal can be thrown."""
    return [seat for seat in range(len(scene.names)) if seat != scene.seat]


def _press_scandal(state: Picking, scene: Scene, key: str) -> Pressed[Picking] | None:
    if state.aiming:
        return _aim(state, scene, key)
    if key == "d" or (key == "enter" and not any(map(is_scandal, scene.view.hand))):
        return Pressed(state, "done")
    chosen, moved = _picked_card(state, scene, key)
    if chosen is None:
        return moved
    card = scene.view.hand[chosen]
    if not is_scandal(card):
        return Pressed(replace(state, cursor=chosen), note=_("That is a promise: they are laid later."))
    found = targets(scene)
    target = state.target if state.target in found else found[0]
    return Pressed(replace(state, cursor=chosen, aiming=True, target=target))


def _aim(state: Picking, scene: Scene, key: str) -> Pressed[Picking] | None:
    found = targets(scene)
    at = found.index(state.target) if state.target in found else 0
    if key == "escape":
        return Pressed(replace(state, aiming=False))
    if key in ("up", "down", "left", "right", "tab", "s-tab", "j", "k"):
        step = 1 if key in ("down", "right", "tab", "j") else -1
        return Pressed(replace(state, target=found[(at + step) % len(found)]))
    if key.startswith("seat:"):
        seat = int(key.removeprefix("seat:"))
        if seat not in found:
            return Pressed(state, note=_("Choose another player."))
        state = replace(state, target=seat)
        return Pressed(state, _throw(state, scene)) if seat == found[at] else Pressed(state)
    if key.startswith("card:"):
        return _press_scandal(replace(state, aiming=False), scene, key)
    return Pressed(state, _throw(state, scene)) if key == "enter" else None


def _throw(state: Picking, scene: Scene) -> str:
    return f"scandal {colour_of(scene.view.hand[state.cursor])} {state.target}"


# --- cards: gifts and promises --------------------------------------------------------------------


def _picked_card(state: Picking, scene: Scene, key: str) -> tuple[int | None, Pressed[Picking] | None]:
    """Return the card that a key picks, or what else it does."""
    hand = scene.view.hand
    if key in ("left", "right", "h", "l", "tab", "s-tab") and hand:
        return None, Pressed(_step(state, len(hand), key))
    if key.startswith("card:"):
        key = str(int(key.removeprefix("card:")) + 1)
    elif key in ("enter", " ") and hand:
        key = str(min(state.cursor, len(hand) - 1) + 1)
    if key.isdigit():
        number = (int(key) or 10) - 1
        return (
            (number, None) if number < len(hand) else (None, Pressed(state, note=_("You have no such card.")))
        )
    return None, None


def _press_cards(state: Picking, scene: Scene, key: str) -> Pressed[Picking] | None:
    view: LeadersheepView = scene.view
    if scene.legal == ("pass",):
        return Pressed(state, "pass") if key == "enter" else _look(state, view, key)
    if key == "enter" and state.picked:
        return _send(state, scene)
    if key == "escape" and state.picked:
        return Pressed(replace(state, picked=frozenset()))
    chosen, moved = _picked_card(state, scene, key)
    if chosen is None:
        return moved
    state = replace(state, cursor=chosen)
    if chosen in state.picked:
        return Pressed(replace(state, picked=state.picked - {chosen}))
    problem = _pick_problem(state, scene, view.hand[chosen])
    return (
        Pressed(state, note=problem) if problem else Pressed(replace(state, picked=state.picked | {chosen}))
    )


def needed(scene: Scene) -> int:
    """Return how many cards are to be given."""
    return len(scene.legal[0].split()) - 1 if scene.legal else 0


def _pick_problem(state: Picking, scene: Scene, card: str) -> str:
    view: LeadersheepView = scene.view
    if view.phase == "gift-give":
        return (
            "" if len(state.picked) < needed(scene) else _("Those are enough; pick one again to put it back.")
        )
    if is_scandal(card):
        return _(NO_PROMISE)
    if card in blocked(scene):
        return _("A scandal keeps you from promising that colour.")
    if card in (view.hand[other] for other in state.picked):
        return _("Each promise must be of another colour.")
    return "" if len(state.picked) < MOST_PROMISES else _("Three promises are the most.")


NO_PROMISE = N_("That is a scandal: only promises are laid now.")


def blocked(scene: Scene) -> frozenset[str]:
    """Return the colours that scandals keep the player from promising."""
    view: LeadersheepView = scene.view
    return frozenset(view.before[scene.seat]) if scene.seat is not None else frozenset()


def _send(state: Picking, scene: Scene) -> Pressed[Picking]:
    view: LeadersheepView = scene.view
    cards = [view.hand[number] for number in sorted(state.picked)]
    verb = "give" if view.phase == "gift-give" else "promise"
    action = " ".join([verb, *cards])
    if view.phase == "gift-give" and len(cards) != needed(scene):
        n = needed(scene) - len(cards)
        return Pressed(state, note=ngettext("Pick {n} more card.", "Pick {n} more cards.", n).format(n=n))
    return Pressed(state, action)


def votes(state: Picking, scene: Scene) -> int:
    """Return the votes that the picked promises bring in the region in play."""
    view: LeadersheepView = scene.view
    if not view.row:
        return 0
    sheep = next((region.sheep for region in view.deck.regions if region.id == view.row[0]), ())
    worth = dict(zip(view.deck.colours, sheep, strict=False))
    return sum(worth.get(view.hand[number], 0) for number in state.picked if number < len(view.hand))


# --- hints ----------------------------------------------------------------------------------------


def follow(state: Picking, scene: Scene, action: str, asked: Picking | None) -> Picking:
    """Lay a hint where Enter follows it; who has gone on with their cards keeps them."""
    return pick(scene, action) if asked is None or asked == state else state


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
        found = choices(scene)
        return Picking(target=found.index(action) if action in found else 0)
    picked: list[int] = []
    for word in words if verb in ("give", "promise") else ():
        picked += [n for n, card in enumerate(hand) if card == word and n not in picked][:1]
    return Picking(cursor=picked[-1] if picked else 0, picked=frozenset(picked))
