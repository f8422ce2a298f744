"""The laws of `sheep_common.laws.laws`, for every game there is, in games at random.

`scripts/laws --examples N` tries more of them, and `scripts/test --all` twice as many. A failure says
how the game began and the record so far.
"""

import json
import os
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st
from sheep_common.game import Game, OptionValue
from sheep_common.games import GAMES
from sheep_common.laws import laws
from sheep_common.laws.play import BOUND, Move, Table, play, random_table, record_of
from sheep_common.laws.tiny_game import GAME as TINY

EXAMPLES = int(os.environ.get("SHEEP_LAW_EXAMPLES", "10"))
STATES = 30
"""At so many states of a game, chosen at random, a law is looked at."""

LAWS = settings(max_examples=EXAMPLES, deadline=None)
SEEDS = st.integers(0, 2**64 - 1)
every_game = pytest.mark.parametrize("game", [*GAMES.values(), TINY], ids=lambda game: game.name)


def deck(colours: int, promises: int, scandals: int, regions: int) -> str:
    """Return a deck as an option has it; with one promise a colour every card is a canary."""
    names = [f"c{colour}" for colour in range(colours)]
    places = [
        {"id": f"r{n}", "name": f"R {n}", "sheep": {names[n % colours]: 2, names[-1 - n % colours]: 1}}
        for n in range(regions)
    ]
    cards = {"promises_per_colour": promises, "scandals_per_colour": scandals}
    return json.dumps({"name": "test", "colours": names, "cards": cards, "regions": places})


MORE: dict[str, dict[str, tuple[OptionValue, ...]]] = {
    "battle-sheep": {
        "position": (
            "0,0:0x16 1,0 2,0 0,1 1,1 0,2:1x16 1,2 2,2",
            "0,0:0x2 1,0",
            "0,0 5,5",
            " ".join(f"{q},{r}" for q in range(6) for r in range(6) if (q, r) != (2, 2)) + " 9,9:1x40 9,8",
        )
    },
    "leadersheep": {"deck": ("france", deck(3, 9, 5, 3), deck(40, 1, 0, 4), deck(4, 5, 6, 6))},
}
"""Values for options that list none. The decks: small (the trash comes back), canaries, many scandals."""


class Played:
    """A game played at random from a seed, and a choice of its states."""

    def __init__(self, game: Game[Any], seed: int) -> None:
        self.rng = Random(seed)
        self.table: Table[Any] = random_table(game, self.rng, MORE.get(game.name))
        self.moves: list[Move[Any]] = list(play(self.table, self.rng))
        self.last = self.moves[-1].step.state if self.moves else self.table.start()

    def some_moves(self) -> list[Move[Any]]:
        return self.rng.sample(self.moves, min(STATES, len(self.moves)))

    def some_states(self) -> list[Any]:
        """Return states, the first and the last among them."""
        return [self.table.start(), *(move.state for move in self.some_moves()), self.last]

    def hold(self, law: Callable[[Any], None], over: list[Any]) -> None:
        """Look at a law at each of these states or moves; note the game where it is broken."""
        for one in over:
            try:
                law(one)
            except BaseException:
                states = [move.state for move in self.moves]
                state = one.state if isinstance(one, Move) else one
                until = states.index(state) if state in states else len(states)
                note("\n".join(record_of(self.table, self.moves[: until + 1])))
                raise


@every_game
@given(seed=SEEDS)
@LAWS
def test_the_game_ends(game: Game[Any], seed: int) -> None:
    """In fewer steps than any game may take, with an outcome."""
    played = Played(game, seed)
    assert len(played.moves) < BOUND
    assert game.outcome(played.last) is not None


@every_game
@given(seed=SEEDS)
@LAWS
def test_somebody_acts_while_it_runs(game: Game[Any], seed: int) -> None:
    """Seats or the table, until there is an outcome."""
    played = Played(game, seed)
    states = [*(move.state for move in played.moves), played.last]
    played.hold(lambda state: laws.somebody_acts_while_it_runs(played.table, state), states)


@every_game
@given(seed=SEEDS)
@LAWS
def test_constants_stay(game: Game[Any], seed: int) -> None:
    """What is said once is so all along, and for everybody."""
    played = Played(game, seed)
    played.hold(lambda state: laws.constants_stay(played.table, state), played.some_states())


@every_game
@given(seed=SEEDS)
@LAWS
def test_lists_are_in_order(game: Game[Any], seed: int) -> None:
    """Legal actions are sorted, without doubles, in the one form, and somebody's who is to act."""
    played = Played(game, seed)
    played.hold(lambda state: laws.lists_are_in_order(played.table, state, played.rng), played.some_states())


@every_game
@given(seed=SEEDS)
@LAWS
def test_the_listed_apply(game: Game[Any], seed: int) -> None:
    """Each with one result."""
    played = Played(game, seed)
    played.hold(lambda state: laws.the_listed_apply(played.table, state, played.rng), played.some_states())


@every_game
@given(seed=SEEDS)
@LAWS
def test_the_unlisted_are_refused(game: Game[Any], seed: int) -> None:
    """Near misses, actions of other phases, of other seats, garbage; and the state is the same."""
    played = Played(game, seed)
    seen = [move.action for move in played.moves]
    played.hold(
        lambda state: laws.the_unlisted_are_refused(played.table, state, played.rng, seen),
        played.some_states(),
    )


@every_game
@given(seed=SEEDS)
@LAWS
def test_all_is_plain(game: Game[Any], seed: int) -> None:
    """Hashable, writable, and the same after a way over the wire."""
    played = Played(game, seed)
    laws.all_is_plain(played.table, played.table.start())
    played.hold(lambda move: laws.all_is_plain(played.table, move.step.state, move.step), played.some_moves())


@every_game
@given(seed=SEEDS)
@LAWS
def test_nothing_leaks(game: Game[Any], seed: int) -> None:
    """Deal again what each seat and a spectator cannot see: they see, are told and may do the same."""
    played = Played(game, seed)
    played.hold(lambda move: laws.nothing_leaks(played.table, move, played.rng), played.moves)


@every_game
@given(seed=SEEDS)
@LAWS
def test_a_record_replays(game: Game[Any], seed: int) -> None:
    """To the same states and events; also one that breaks off."""
    played = Played(game, seed)
    laws.a_record_replays(played.table, played.moves)
    laws.a_record_replays(played.table, played.moves[: len(played.moves) // 2])


@every_game
@given(seed=SEEDS)
@LAWS
def test_options_resolve(game: Game[Any], seed: int) -> None:
    """To one whole form that stays; wrong ones are refused."""
    laws.options_resolve(random_table(game, Random(seed), MORE.get(game.name)))


@every_game
def test_every_seat_count_can_be_played(game: Game[Any]) -> None:
    """What the lobby offers is a part of what the rules take."""
    assert set(game.offered) <= set(game.seats)
    for seats in game.seats:
        state = game.initial(seats, {})
        assert [len(game.view(state, seat).scores) for seat in laws.receivers(seats)] == [seats] * (seats + 1)


@every_game
def test_what_an_option_lists_is_taken(game: Game[Any]) -> None:
    """Each value, by each name, and the default is the first of them."""
    for option in game.options:
        assert not option.values or option.values[0] == option.default
        for value in option.values:
            assert game.resolve(game.seats[-1], {option.name: value})[option.name] == value


def test_games_have_their_names() -> None:
    """The registry's name is the game's own."""
    assert {name: game.name for name, game in GAMES.items()} == {name: name for name in GAMES}
    assert {"battle-sheep", "leadersheep"} <= GAMES.keys()
