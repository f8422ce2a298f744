"""The laws of `sheep_client.laws`, for every game that there is at the client, in games at random."""

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from time import process_time
from typing import Any

import pytest
from sheep_client import game_registry, i18n
from sheep_client.game_api.game import ClientGame
from sheep_client.laws import engine_laws, screen_laws, text_laws
from sheep_client.laws.scenes import scenes_of
from sheep_common.game import Game
from sheep_common.games import GAMES
from sheep_common.laws.near_misses import near_misses
from sheep_common.laws.play import Move, Table, play, random_table
from sheep_common.laws.tiny_game import GAME as TINY_RULES
from sheep_support.games import tiny

RULES: dict[str, Game[Any]] = {**GAMES, "tiny": TINY_RULES}
STATES = 12


def record(name: str) -> ClientGame:
    """Return a game's record."""
    found = tiny.GAME if name == "tiny" else game_registry.client_game(name)
    assert found is not None
    return found


@cache
def played(name: str, seed: int) -> tuple[Table[Any], list[Move[Any]]]:
    """Return a game that was played at random, the same each time."""
    rng = Random(seed)
    table = random_table(RULES[name], rng)
    return table, list(play(table, rng))


def states(name: str, seed: int) -> Iterator[tuple[Table[Any], Any]]:
    """Give some states of a game, the first and the last among them."""
    table, moves = played(name, seed)
    yield table, table.start()
    for move in Random(seed).sample(moves, min(STATES, len(moves))):
        yield table, move.state
    yield table, moves[-1].step.state


@pytest.fixture(params=i18n.LANGUAGES)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Hold the laws in each language."""
    i18n.use(request.param)
    yield request.param
    i18n.use("en")


games = pytest.mark.parametrize("name", sorted(RULES))
seeds = pytest.mark.parametrize("seed", range(3))
TextLaw = Callable[[Any, Table[Any], Any], None]


@games
def test_a_text_is_whole(name: str, language: str) -> None:
    text = record(name).text()
    text_laws.it_is_of_its_game(text, RULES[name])
    text_laws.options_have_words(text, RULES[name])


@games
@seeds
def test_every_state_is_shown_and_every_action_read(name: str, seed: int, language: str) -> None:
    text, rng = record(name).text(), Random(seed)
    for table, state in states(name, seed):
        text_laws.a_state_is_shown(text, table, state)
        text_laws.actions_are_read_and_said(text, table, state, rng)
        text_laws.the_end_has_words(text, table, state)
        text_laws.refusals_have_words(text, table, state, rng)
        for scene in scenes_of(text, table, state):
            text_laws.anything_may_be_typed(text, scene, near_misses(RULES[name], state, rng))


@games
def test_every_event_has_words(name: str, language: str) -> None:
    text_laws.events_have_words(record(name).text(), [played(name, seed) for seed in range(6)])


@games
@seeds
def test_a_screen_paints_at_every_size(name: str, seed: int) -> None:
    game = record(name)
    screen = game.screen()
    assert screen is not None
    screen_laws.styles_are_its_own(screen)
    for table, state in states(name, seed):
        screen_laws.it_paints_at_every_size(screen, game.text(), table, state)


@games
@seeds
def test_keys_do_what_they_say_and_send_what_is_legal(name: str, seed: int) -> None:
    game, rng = record(name), Random(seed)
    screen = game.screen()
    assert screen is not None
    for table, state in states(name, seed):
        screen_laws.keys_do_what_they_say(screen, game.text(), table, state)
        screen_laws.any_keys_are_taken(screen, game.text(), table, state, rng)
        screen_laws.the_end_is_played_in_time(screen, game.text(), table, state, process_time)


@games
@seeds
def test_enter_follows_each_hint(name: str, seed: int) -> None:
    game, rng = record(name), Random(seed)
    screen = game.screen()
    assert screen is not None
    for table, state in states(name, seed):
        screen_laws.enter_follows_each_hint(screen, game.text(), table, state, rng)


@games
def test_what_is_told_slowly_has_steps(name: str) -> None:
    game = record(name)
    screen = game.screen()
    assert screen is not None
    table, moves = played(name, 1)
    for move in moves:
        screen_laws.what_is_told_slowly_has_steps(screen, game.text(), table, move)


@games
def test_bots_choose_as_the_record_says(name: str) -> None:
    game, rng = record(name), Random(2)
    engine_laws.levels_are_as_the_record_says(game)
    table, _ = played(name, 2)
    for engine in game.engines():
        engine_laws.choices_are_legal_and_repeatable(engine, game.text(), table, rng, seconds=0.003)
