"""Laws of a game's text: states, events, actions, options and refusals have words; what is typed is read."""

from collections.abc import Iterable
from random import Random
from typing import Any, TypeVar

import msgspec
from sheep_common.errors import NotationError, RuleError
from sheep_common.game import Game
from sheep_common.laws.laws import hold, receivers
from sheep_common.laws.near_misses import near_misses
from sheep_common.laws.play import Move, Table

from sheep_client.game_api.text import GameText, Hint, Play, Scene
from sheep_client.laws.scenes import events_of, printable, scene_of, scenes_of

S = TypeVar("S")


def it_is_of_its_game(text: GameText, game: Game[Any]) -> None:
    """See that it names its game, tells its rules and how to type, and opens a table with its example."""
    hold(text.game == game.name, "a text of another game", text.game)
    hold(bool(text.title().strip()), "no title")
    printable([text.title()], "the title")
    for lines, what in ((text.rules(), "the rules"), (text.typing(), "what can be typed")):
        hold(bool(lines), f"nothing is said of {what}")
        printable(lines, what)
    words = text.example.split()
    hold(words[:2] == ["/new", game.name], "the example opens no table of it", text.example)
    hold(len(words) > 2 and int(words[2]) in game.seats, "the example is for no such number", text.example)


def options_have_words(text: GameText, game: Game[Any]) -> None:
    """Every option but `first`, and every value that is listed, can be said."""
    for option in game.options:
        if option.name == "first":
            continue
        hold(option.name in text.options, "an option without words", option.name)
        printable([text.translate(text.options[option.name])], "an option")
        for value in option.values:
            said = isinstance(value, int) or (option.name, value) in text.values
            hold(said, "a value without words", option.name, value)
    printable([text.translate(each) for each in text.values.values()], "a value")


def a_state_is_shown(text: GameText, table: Table[S], state: S) -> None:
    """Whoever looks sees a picture and reads words; who is to act is asked, and can choose by number."""
    for scene in scenes_of(text, table, state):
        hash(text.mark(scene))
        for lines, what in ((text.board(scene), "the picture"), (text.words(scene), "the words")):
            hold(bool(lines), f"{what} is empty", scene.seat)
            printable(lines, what)
        hold(text.board(scene) == text.board(scene), "the same scene, another picture", scene.seat)
        if scene.legal:
            menu = text.menu(scene)
            hold(bool(menu.asked), "who is to act is not asked", scene.seat)
            printable([*menu.asked, *menu.choices, *menu.everything], "the choices")
            printable(text.completions(scene), "what Tab offers")


def actions_are_read_and_said(text: GameText, table: Table[S], state: S, rng: Random, most: int = 8) -> None:
    """See that a legal action is itself when it is typed, is known by its verb, and can be advised."""
    for seat in sorted(table.game.to_act(state)):
        scene = scene_of(text, table, state, seat)
        for action in rng.sample(scene.legal, min(most, len(scene.legal))):
            read = text.read(scene, action)
            hold(isinstance(read, Play), "a legal action is not read", action, read)
            typed = read.action if isinstance(read, Play) else ""
            hold(table.game.canonical(state, typed) == action, "it is read as another", action, typed)
            hold(not text.verbs or action.split()[0] in text.verbs, "not among the verbs", action)
            said = text.suggestion(action, scene)
            hold(bool(said.strip()) and not said.endswith("."), "advice is a phrase without a stop", said)
            printable([said], "advice")


def anything_may_be_typed(text: GameText, scene: Scene, lines: Iterable[str]) -> None:
    """Nothing that is typed is a fault; a hint has words."""
    for line in lines:
        read = text.read(scene, line)
        if isinstance(read, Hint):
            hold(bool(read.lines), "a hint without words", line)
            printable(list(read.lines), "a hint")
        else:
            hold(read is None or isinstance(read, Play), "nothing that is known", line, read)


def events_have_words(text: GameText, games: Iterable[tuple[Table[S], list[Move[S]]]]) -> None:
    """In some games each type of event is told to somebody at some time; whatever is told can be shown."""
    silent, told = set[str](), set[str]()
    for table, moves in games:
        for move in moves:
            for seat in receivers(table.seats):
                scene = scene_of(text, table, move.step.state, seat)
                for event in events_of(move, seat):
                    said = text.sentences(event, scene)
                    printable(said, "a sentence")
                    (told if said else silent).add(str(event.get("type")))
    hold(silent <= told, "an event that is never told", *sorted(silent - told))


def the_end_has_words(text: GameText, table: Table[S], state: S) -> None:
    """Who won is said to all, with their names."""
    outcome = table.game.outcome(state)
    if outcome is None:
        return
    for scene in scenes_of(text, table, state):
        lines = text.ending(scene, msgspec.to_builtins(outcome))
        hold(bool(lines), "the end is not told", scene.seat)
        printable(lines, "the end")


def refusals_have_words(text: GameText, table: Table[S], state: S, rng: Random) -> None:
    """See that the rules' own reasons to refuse an action can be said."""
    for actor in [*range(table.seats)]:
        for action in near_misses(table.game, state, rng):
            try:
                table.game.apply(state, actor, action)
            except RuleError as error:
                hold(
                    error.reason is None or error.reason in text.reasons,
                    "a reason without words",
                    error.reason,
                )
            except NotationError:
                pass
    printable([text.translate(each) for each in text.reasons.values()], "a reason")
