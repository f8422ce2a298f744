"""The arena's yardstick: it plays by the rules, searches as much as it says, and keeps its tree."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import msgspec
import numpy as np
import pytest
from sheep_common.games.battle_sheep import GAME, State

SCRIPTS = Path(__file__).parents[3] / "scripts"


@pytest.fixture(scope="module")
def mcts() -> Iterator[ModuleType]:
    sys.path.insert(0, str(SCRIPTS))
    yield importlib.import_module("opponents.plain_mcts")
    sys.path.remove(str(SCRIPTS))


def plain(state: State) -> dict[str, Any]:
    view: dict[str, Any] = msgspec.to_builtins(GAME.view(state, None))
    return view


def at_splits(seats: int, rng: Random, end: str = "all-blocked") -> State:
    state = GAME.initial(seats, {"board": "random", "end": end})
    while state.phase != "splits":
        action = GAME.chance(state, rng)
        seat = None if action else state.turn
        state = GAME.apply(state, seat, action or rng.choice(GAME.legal_actions(state, state.turn))).state
    return state


@pytest.mark.parametrize(("seats", "end"), [(2, "all-blocked"), (3, "one-left"), (4, "all-blocked")])
def test_its_board_keeps_the_rules(mcts: ModuleType, seats: int, end: str) -> None:
    """In whole games: the splits, whose turn it is, and pastures and herds are those of the rules."""
    rng = Random(seats)
    state = at_splits(seats, rng, end)
    player = mcts.Player(0, one_left=end == "one-left")
    ends = np.zeros((seats, 2), np.int64)
    into = np.zeros(1000, np.int64)
    while GAME.outcome(state) is None:
        owner, sheep = player._stand(plain(state))
        number = mcts.list_splits(player.near, owner, sheep, state.turn, into)
        legal = {player._text(int(split)): int(split) for split in into[:number]}
        assert sorted(legal) == list(GAME.legal_actions(state, state.turn))
        action = rng.choice(sorted(legal))
        mcts.carry_out(player.near, owner, sheep, legal[action])
        turn = mcts.following(player.near, owner, sheep, state.turn, seats, player.one_left)
        state = GAME.apply(state, state.turn, action).state
        after = player._stand(plain(state))
        assert (owner.tolist(), sheep.tolist()) == (after[0].tolist(), after[1].tolist())
        assert turn == (-1 if GAME.outcome(state) else state.turn)
    mcts.count_ends(player.near, owner, ends)
    end_ = GAME.outcome(state)
    assert end_ is not None
    assert ends.tolist() == [list(pair) for pair in zip(end_.scores, end_.tiebreaks, strict=True)]


def test_it_searches_so_many_playouts_and_keeps_those_of_the_split_played(mcts: ModuleType) -> None:
    """All of them pass through the root; what lay behind the split that was played is there next time."""
    rng = Random(5)
    state = at_splits(2, rng)
    player = mcts.Player(state.turn, one_left=False)
    action = player.choose(plain(state), rng, 300, 0.1)
    assert player.tree.visits[player.root] == 300
    follow(player, GAME.apply(state, state.turn, action))
    kept = int(player.tree.visits[player.root])
    assert 1 < kept < 300
    player.seat = 1 - player.seat
    assert player.choose(plain(GAME.apply(state, state.turn, action).state), rng, 200, 0.1)
    assert player.tree.visits[player.root] == kept + 200


def follow(player: Any, step: Any) -> None:
    for event in step.seen_by(0):
        player.follow(msgspec.to_builtins(event))


def test_it_finds_what_fills_most(mcts: ModuleType) -> None:
    """Red's three sheep have three pastures: two that go west, or three that go east, are shut in."""
    position = "0,0 1,0:0x4 2,0 3,0 4,0:1x2 4,1:1x1 5,0"
    player = mcts.Player(0, one_left=False)
    chosen = player.choose(plain(GAME.initial(2, {"position": position, "first": 0})), Random(1), 400, 0.1)
    assert chosen in ("split 1,0 W 1", "split 1,0 E 1", "split 1,0 E 2")
