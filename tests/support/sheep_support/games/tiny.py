"""The tiny game of `sheep_common.laws` at the client: all that a guest can bring, in one record."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from sheep_client.game_api.bot import Choice, Engine, Options, Plain, TimeLimit
from sheep_client.game_api.canvas import Canvas
from sheep_client.game_api.game import ClientGame
from sheep_client.game_api.screen import Ask, Finish, Keys, Panel, Pressed, Screen, Shown, Slowly
from sheep_client.game_api.style import Style
from sheep_client.game_api.text import GameText, Hint, Menu, Play, Reading, Scene
from sheep_common.laws.tiny_game import TinyView

# --- text -------------------------------------------------------------------------------------------


def _board(scene: Scene) -> list[str]:
    view: TinyView = scene.view
    heap = "The heap is not drawn yet." if view.heap is None else f"The heap has {view.heap}."
    return [heap, *(f"{scene.listed(seat)}: {score}" for seat, score in enumerate(view.scores))]


def _sentences(event: Plain, scene: Scene) -> list[str]:
    match event:
        case {"type": "drawn", "heap": heap}:
            return [f"A heap of {heap}."]
        case {"type": "bidden", "seat": seat}:
            return [scene.who(seat, "You bid.", "{name} bids.")]
        case {"type": "shown", "bids": bids}:
            return [f"All bids: {', '.join(map(str, bids))}."]
    return []


def _menu(scene: Scene) -> Menu:
    return Menu(("Bid 1, 2 or 3.",), tuple(f"  {action.split()[1]}" for action in scene.legal))


def _read(scene: Scene, text: str) -> Reading:
    if not scene.legal or not text.split():
        return None
    word = text.split()[-1]
    return Play(f"bid {word}") if word in ("1", "2", "3") else Hint(("Bid 1, 2 or 3.",))


def _ending(scene: Scene, outcome: Plain) -> list[str]:
    return [scene.winners(outcome["winners"], "{names} win.", "You win.", "{name} wins.")]


TEXT = GameText(
    game="tiny",
    view_type=TinyView,
    title=lambda: "Tiny",
    verbs=frozenset({"bid"}),
    seat_words=frozenset(),
    board=_board,
    words=_board,
    mark=lambda scene: (scene.view.heap, scene.view.scores),
    sentences=_sentences,
    menu=_menu,
    read=_read,
    ending=_ending,
    rules=lambda: ["Bid what the heap can bear."],
    typing=lambda: ["A number from 1 to 3."],
    reasons={"bad-bid": "A bid is 1 to 3."},
    example="/new tiny 2",
    options={"heap": "the heap"},
    values={("heap", "small"): "a small one", ("heap", "big"): "a big one"},
    completions=lambda scene: ["1", "2", "3"],
    suggestion=lambda action, scene: f"bid {action.split()[1]}",
    why=lambda code, values, scene: "It is modest." if code == "modest" else "",
)


# --- screen -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class State:
    """The bid that is on."""

    bid: int = 1


def _paint(canvas: Canvas, shown: Shown[State]) -> None:
    body = shown.where.body
    canvas.block(body, _board(shown.scene))
    if shown.scene.legal:
        canvas.put(body.x, body.end - 1, f"> {shown.state.bid} <", "class:tiny-bid")
        canvas.click(body, "board")


def _ask(shown: Shown[State]) -> Ask:
    return Ask(f"Bid {shown.state.bid}?", (("enter", "bid"),)) if shown.scene.legal else Ask("Wait.")


def _keys(shown: Shown[State]) -> Keys:
    return (
        [("enter", "bid"), ("updown", "more, less"), ("S", "scores")]
        if shown.scene.legal
        else [("S", "scores")]
    )


def _press(shown: Shown[State], key: str) -> Pressed[State] | None:
    state = shown.state
    if key == "S":
        return Pressed(state, panel="scores")
    if not shown.scene.legal:
        return None
    if key in ("up", "down"):
        bid = state.bid + (1 if key == "up" else -1)
        return Pressed(replace(state, bid=bid)) if bid in (1, 2, 3) else Pressed(state, note="From 1 to 3.")
    return Pressed(state, action=f"bid {state.bid}") if key == "enter" else None


def _point(shown: Shown[State], x: int, y: int, click: bool) -> Pressed[State] | None:
    del x, y
    return Pressed(State(3)) if click and shown.scene.legal else None


def _follow(state: State, scene: Scene, action: str, asked: State | None) -> State:
    del scene
    return State(int(action.split()[1])) if asked is None or asked == state else state


SCREEN = Screen(
    start=State(),
    title=lambda scene: f"Tiny, heap {scene.view.heap}",
    paint=_paint,
    ask=_ask,
    keys=_keys,
    press=_press,
    point=_point,
    begin=lambda state, scene: State(),
    follow=_follow,
    marks=frozenset({"bidden"}),
    slowly={"shown": Slowly(title=lambda: "The bids", steps=lambda event, scene: [*map(str, event["bids"])])},
    panels={"scores": Panel(title=lambda: "The scores", lines=lambda scene: [*map(str, scene.view.scores)])},
    finish=Finish(
        label=lambda: "Bid one to the end",
        able=lambda scene: len(scene.names) == 1,
        choose=lambda scene: "bid 1",
    ),
    help=lambda: ["Up and down: the bid."],
    styles={"tiny-bid": Style("bg:#ffffff #000000", "reverse")},
)


# --- bots -------------------------------------------------------------------------------------------


def _begin(seat: int, options: Options) -> int:
    del options
    return seat


def _remember(memory: int, view: Plain, events: Sequence[Plain]) -> int:
    del view, events
    return memory


def _choose(memory: int, view: Plain, legal: Sequence[str], time: TimeLimit, rng: Random) -> Choice:
    del memory, view, time, rng
    return Choice(action=legal[0], reason="modest")


MODEST = Engine(game="tiny", level="hard", begin=_begin, remember=_remember, choose=_choose, seconds=0.1)


GAME = ClientGame(
    name="tiny",
    text=lambda: TEXT,
    screen=lambda: SCREEN,
    engines=lambda: [MODEST],
    levels={"hard": 0.1},
)
