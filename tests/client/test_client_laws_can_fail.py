"""Each law of the client catches a record that breaks it: a law that cannot fail shows nothing."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from sheep_client.game_api.bot import Choice
from sheep_client.game_api.screen import Ask, Pressed, Slowly
from sheep_client.game_api.style import Style
from sheep_client.game_api.text import GameText, Hint, Menu, Play
from sheep_client.laws import engine_laws, screen_laws, text_laws
from sheep_client.laws.scenes import scenes_of
from sheep_common.laws.laws import LawError
from sheep_common.laws.play import Table, play
from sheep_common.laws.tiny_game import GAME as RULES
from sheep_support.games.tiny import GAME, MODEST, SCREEN, TEXT, State

TABLE: Table[Any] = Table(RULES, 2, {"heap": "small"})
MOVES = list(play(TABLE, Random(1)))
BIDDING = MOVES[1].state
OVER = MOVES[-1].step.state


TEXTS: list[tuple[dict[str, Any], Callable[[GameText], None]]] = [
    ({"game": "other"}, lambda text: text_laws.it_is_of_its_game(text, RULES)),
    ({"title": lambda: " "}, lambda text: text_laws.it_is_of_its_game(text, RULES)),
    ({"rules": list}, lambda text: text_laws.it_is_of_its_game(text, RULES)),
    ({"typing": lambda: ["a\nb"]}, lambda text: text_laws.it_is_of_its_game(text, RULES)),
    ({"example": "/new tiny"}, lambda text: text_laws.it_is_of_its_game(text, RULES)),
    ({"example": "/new tiny 9"}, lambda text: text_laws.it_is_of_its_game(text, RULES)),
    ({"options": {}}, lambda text: text_laws.options_have_words(text, RULES)),
    ({"values": {("heap", "big"): "big"}}, lambda text: text_laws.options_have_words(text, RULES)),
    ({"translate": lambda text: "\x1b[0m"}, lambda text: text_laws.options_have_words(text, RULES)),
    ({"board": lambda scene: []}, lambda text: text_laws.a_state_is_shown(text, TABLE, BIDDING)),
    ({"words": lambda scene: ["\u2028"]}, lambda text: text_laws.a_state_is_shown(text, TABLE, BIDDING)),
    ({"board": lambda scene: [str(object())]}, lambda text: text_laws.a_state_is_shown(text, TABLE, BIDDING)),
    ({"menu": lambda scene: Menu(())}, lambda text: text_laws.a_state_is_shown(text, TABLE, BIDDING)),
    (
        {"read": lambda scene, typed: None},
        lambda text: text_laws.actions_are_read_and_said(text, TABLE, BIDDING, Random(1)),
    ),
    (
        {"read": lambda scene, typed: Play("bid 1")},
        lambda text: text_laws.actions_are_read_and_said(text, TABLE, BIDDING, Random(1)),
    ),
    (
        {"verbs": frozenset({"ask"})},
        lambda text: text_laws.actions_are_read_and_said(text, TABLE, BIDDING, Random(1)),
    ),
    (
        {"suggestion": lambda action, scene: "Bid more."},
        lambda text: text_laws.actions_are_read_and_said(text, TABLE, BIDDING, Random(1)),
    ),
    (
        {"read": lambda scene, typed: Hint(())},
        lambda text: text_laws.anything_may_be_typed(text, next(scenes_of(TEXT, TABLE, BIDDING)), ["x"]),
    ),
    (
        {"read": lambda scene, typed: "bid 1"},
        lambda text: text_laws.anything_may_be_typed(text, next(scenes_of(TEXT, TABLE, BIDDING)), ["x"]),
    ),
    (
        {"sentences": lambda event, scene: []},
        lambda text: text_laws.events_have_words(text, [(TABLE, MOVES)]),
    ),
    ({"ending": lambda scene, outcome: []}, lambda text: text_laws.the_end_has_words(text, TABLE, OVER)),
    ({"reasons": {}}, lambda text: text_laws.refusals_have_words(text, TABLE, BIDDING, Random(1))),
]


@pytest.mark.parametrize(
    ("changes", "law"), TEXTS, ids=[f"{n}-{next(iter(c))}" for n, (c, _) in enumerate(TEXTS)]
)
def test_a_text_that_breaks_a_law_is_caught(changes: dict[str, Any], law: Callable[[GameText], None]) -> None:
    law(TEXT)
    with pytest.raises(LawError):
        law(replace(TEXT, **changes))


def odd_style(canvas: Any, shown: Any) -> None:
    canvas.put(0, 0, "x", "class:no-such-style")


def illegal(shown: Any, key: str) -> Pressed[State] | None:
    return Pressed(shown.state, action="bid 9")


SCREENS: list[tuple[dict[str, Any], Callable[[Any], None]]] = [
    ({"paint": odd_style}, lambda screen: screen_laws.it_paints_at_every_size(screen, TEXT, TABLE, BIDDING)),
    (
        {"title": lambda scene: "a\tb"},
        lambda screen: screen_laws.it_paints_at_every_size(screen, TEXT, TABLE, BIDDING),
    ),
    (
        {"ask": lambda shown: Ask("\n")},
        lambda screen: screen_laws.it_paints_at_every_size(screen, TEXT, TABLE, BIDDING),
    ),
    ({"styles": {"title": Style("bold")}}, screen_laws.styles_are_its_own),
    (
        {"keys": lambda shown: [("Z", "nothing")]},
        lambda screen: screen_laws.keys_do_what_they_say(screen, TEXT, TABLE, BIDDING),
    ),
    ({"panels": {}}, lambda screen: screen_laws.keys_do_what_they_say(screen, TEXT, TABLE, BIDDING)),
    ({"press": illegal}, lambda screen: screen_laws.keys_do_what_they_say(screen, TEXT, TABLE, BIDDING)),
    (
        {"press": illegal},
        lambda screen: screen_laws.any_keys_are_taken(screen, TEXT, TABLE, BIDDING, Random(1)),
    ),
    (
        {"follow": lambda state, scene, action, asked: state},
        lambda screen: screen_laws.enter_follows_each_hint(screen, TEXT, TABLE, BIDDING, Random(1)),
    ),
    (
        {"slowly": {"shown": Slowly(title=str, steps=lambda event, scene: [])}},
        lambda screen: [
            screen_laws.what_is_told_slowly_has_steps(screen, TEXT, TABLE, each) for each in MOVES
        ],
    ),
    (
        {"finish": replace(SCREEN.finish, able=lambda scene: True, choose=lambda scene: "bid 9")},  # type: ignore[type-var]
        lambda screen: screen_laws.the_end_is_played_in_time(screen, TEXT, TABLE, BIDDING, lambda: 0.0),
    ),
]


@pytest.mark.parametrize(
    ("changes", "law"), SCREENS, ids=[f"{n}-{next(iter(c))}" for n, (c, _) in enumerate(SCREENS)]
)
def test_a_screen_that_breaks_a_law_is_caught(changes: dict[str, Any], law: Callable[[Any], None]) -> None:
    law(SCREEN)
    with pytest.raises(LawError):
        law(replace(SCREEN, **changes))


def test_an_end_that_is_chosen_too_slowly_is_caught() -> None:
    screen = replace(SCREEN, finish=replace(SCREEN.finish, able=lambda scene: True))  # type: ignore[type-var]
    clock = iter([0.0, 3.1])
    with pytest.raises(LawError, match="slowly"):
        screen_laws.the_end_is_played_in_time(screen, TEXT, TABLE, BIDDING, lambda: next(clock))


@pytest.mark.parametrize(
    "changes",
    [
        {"levels": {}},
        {"levels": {"hard": 2.0}},
        {"levels": {"godly": 0.1}, "engines": lambda: [replace(MODEST, level="godly")]},
        {"engines": lambda: [MODEST, MODEST]},
        {"engines": lambda: [replace(MODEST, game="other")]},
    ],
)
def test_a_record_that_says_other_levels_is_caught(changes: dict[str, Any]) -> None:
    engine_laws.levels_are_as_the_record_says(GAME)
    with pytest.raises(LawError):
        engine_laws.levels_are_as_the_record_says(replace(GAME, **changes))


def spoiling(memory: Any, view: dict[str, Any], legal: Any, time: Any, rng: Random) -> Choice:
    view["heap"] = -1
    return Choice(action=legal[0], reason="modest")


@pytest.mark.parametrize(
    "choose",
    [
        lambda *given: Choice(action="bid 9", reason="modest"),
        lambda *given: Choice(action=given[2][0], reason="unheard-of"),
        lambda *given: Choice(action=Random().choice(given[2]), reason="modest"),
        spoiling,
    ],
)
def test_an_engine_that_breaks_a_law_is_caught(choose: Any) -> None:
    engine_laws.choices_are_legal_and_repeatable(MODEST, TEXT, TABLE, Random(1))
    with pytest.raises(LawError):
        engine_laws.choices_are_legal_and_repeatable(replace(MODEST, choose=choose), TEXT, TABLE, Random(1))
