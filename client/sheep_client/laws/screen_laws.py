"""Laws of a game's screen: it paints at every size, its keys do what they say, Enter follows each hint."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, TypeVar

from sheep_common.laws.laws import hold
from sheep_common.laws.play import Move, Table

from sheep_client.game_api.canvas import SMALLEST, Canvas
from sheep_client.game_api.screen import Look, Pressed, Screen, Shown
from sheep_client.game_api.style import STYLES
from sheep_client.game_api.text import GameText, Scene
from sheep_client.laws.scenes import events_of, printable, scene_of, scenes_of
from sheep_client.screen_ui.frame import parts

S = TypeVar("S")

SIZES = (SMALLEST, (60, 20), (80, 24), (99, 30), (100, 30), (120, 40), (200, 60))
ALIKE = {
    "walk": ("up", "down", "left", "right"),
    "updown": ("up", "down"),
    "leftright": ("left", "right"),
    "digits": tuple("123456789"),
    "plus": ("+", "-"),
}
"""Names that stand for several keys."""
KEYS = (
    *("up", "down", "left", "right", "tab", "s-tab", "enter", "escape", " ", "+", "-", "backspace"),
    *("wheel-up", "wheel-down", *"0123456789", *"abdhjklnruwxyRST"),
)
FINISH_SECONDS = 3.0


def shown_of(
    screen: Screen[Any],
    scene: Scene,
    state: Any = None,
    size: tuple[int, int] = (80, 24),
    *,
    colour: bool = True,
) -> Shown[Any]:
    """Return what a screen is shown of a scene, with a state of its own or that of a new turn."""
    look = Look(*size, colour)
    state = screen.begin(screen.start, scene) if state is None else state
    return Shown(scene, state, parts(look, aside=screen.beside(scene) is not None), look)


def it_paints_at_every_size(screen: Screen[Any], text: GameText, table: Table[S], state: S) -> None:
    """Whoever looks, with colours and without: with styles that there are, and words that can be shown."""
    known = {*STYLES, *screen.styles}
    for scene in scenes_of(text, table, state):
        printable([screen.title(scene)], "the title")
        for size in SIZES:
            for colour in (True, False):
                shown = shown_of(screen, scene, size=size, colour=colour)
                canvas = Canvas(*size)
                screen.paint(canvas, shown)
                used = {part for row in canvas.done().rows for style, _ in row for part in style.split()}
                named = {part.removeprefix("class:") for part in used if part.startswith("class:")}
                hold(named <= known, "styles that there are not", *sorted(named - known))
                ask = screen.ask(shown)
                printable([ask.text, *(word for _, word in ask.buttons)], "what is asked")


def styles_are_its_own(screen: Screen[Any]) -> None:
    """No game changes how the screens of others look."""
    hold(not set(screen.styles) & set(STYLES), "a style of every screen", *set(screen.styles) & set(STYLES))


def keys_do_what_they_say(screen: Screen[Any], text: GameText, table: Table[S], state: S) -> None:
    """Each key that is offered, and each button, means something; what they open is there."""
    for scene in scenes_of(text, table, state):
        shown = shown_of(screen, scene)
        offered = [*screen.keys(shown), *screen.ask(shown).buttons]
        printable([word for _, word in offered], "what a key does")
        for key, _word in offered:
            if key == ":":  # the prompt's, everywhere
                continue
            pressed = [screen.press(shown, one) for one in ALIKE.get(key, (key,))]
            hold(any(each is not None for each in pressed), "a key that does nothing", key, scene.seat)
            for each in pressed:
                _possible(screen, scene, each)
        for panel in screen.panels.values():
            printable([panel.title(), *panel.lines(scene)], "a panel")


def any_keys_are_taken(
    screen: Screen[Any], text: GameText, table: Table[S], state: S, rng: Random, most: int = 40
) -> None:
    """Keys and clicks in any order are no fault, and send nothing that the rules do not take."""
    for scene in scenes_of(text, table, state):
        shown = shown_of(screen, scene)
        for _ in range(most):
            pressed = _anything(screen, shown, rng)
            _possible(screen, scene, pressed)
            if pressed is not None:
                shown = Shown(scene, pressed.state, shown.where, shown.look)
                screen.paint(Canvas(80, 24), shown)


def _anything(screen: Screen[Any], shown: Shown[Any], rng: Random) -> Pressed[Any] | None:
    if screen.point is not None and rng.random() < 0.2:
        body = shown.where.body
        x, y = body.x + rng.randrange(body.width), body.y + rng.randrange(body.height)
        return screen.point(shown, x, y, rng.random() < 0.5)
    return screen.press(shown, rng.choice(KEYS))


def _possible(screen: Screen[Any], scene: Scene, pressed: Pressed[Any] | None) -> None:
    if pressed is None:
        return
    printable([pressed.note], "a note")
    hold(pressed.panel is None or pressed.panel in screen.panels, "no such panel", pressed.panel)
    hold(pressed.action is None or pressed.action in scene.legal, "not legal, and sent", pressed.action)


def enter_follows_each_hint(
    screen: Screen[Any], text: GameText, table: Table[S], state: S, rng: Random, most: int = 8
) -> None:
    """Laid over any state, a hint is what Enter does, within a few presses."""
    for seat in sorted(table.game.to_act(state)):
        scene = scene_of(text, table, state, seat)
        for action in rng.sample(scene.legal, min(most, len(scene.legal))):
            begun = screen.begin(screen.start, scene)
            shown = shown_of(screen, scene, screen.follow(begun, scene, action, None))
            sent = next(_entered(screen, shown), None)
            hold(sent == action, "Enter does not follow the hint", action, sent)


def _entered(screen: Screen[Any], shown: Shown[Any]) -> Iterator[str]:
    for _ in range(3):
        pressed = screen.press(shown, "enter")
        if pressed is None:
            return
        if pressed.action is not None:
            yield pressed.action
        shown = Shown(shown.scene, pressed.state, shown.where, shown.look)


def what_is_told_slowly_has_steps(
    screen: Screen[Any], text: GameText, table: Table[S], move: Move[S]
) -> None:
    """Each such event has a sentence at least, for everybody who is told of it."""
    for scene in scenes_of(text, table, move.step.state):
        for event in events_of(move, scene.seat):
            slowly = screen.slowly.get(event.get("type", ""))
            if slowly is not None:
                steps = slowly.steps(event, scene)
                hold(bool(steps), "told slowly, and nothing is said", event)
                printable([slowly.title(), *steps], "a step")


def the_end_is_played_in_time(
    screen: Screen[Any], text: GameText, table: Table[S], state: S, clock: Callable[[], float]
) -> None:
    """See that what is chosen for the player at the end is legal, and chosen in good time."""
    for seat in sorted(table.game.to_act(state)):
        scene = scene_of(text, table, state, seat)
        if screen.finish is None or not screen.finish.able(scene):
            continue
        started = clock()
        action = screen.finish.choose(scene)
        hold(action is None or action in scene.legal, "not legal, and chosen", action)
        hold(clock() - started < FINISH_SECONDS, "chosen too slowly", action)
