"""The arena: what it counts, and that a seed makes the same games again."""

import importlib
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def count() -> ModuleType:
    sys.path.insert(0, str(ROOT / "scripts"))
    try:
        return importlib.import_module("_arena_count")
    finally:
        sys.path.remove(str(ROOT / "scripts"))


def arena(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "_arena.py"), *arguments],
        check=False,
        capture_output=True,
        text=True,
        timeout=100,
    )


def test_the_interval_is_wilsons(count: ModuleType) -> None:
    """Against published values; it stays within 0 and 1 and is open to both sides without games."""
    assert count.wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-3)
    assert count.wilson(0, 20)[0] == 0.0
    assert count.wilson(0, 0) == (0.0, 1.0)


def test_elo_is_what_the_wins_say(count: ModuleType) -> None:
    """Three of four between two is 191 points; as many at a table of four is more."""
    duel = [result(count, ("a", "b"), (1.0, 0.0))] * 75 + [result(count, ("a", "b"), (0.0, 1.0))] * 25
    assert count.elo(duel, ["a", "b"])["a"] == pytest.approx(191, abs=5)
    levels = ("a", "b", "b", "b")
    crowd = [result(count, levels, (1.0, 0.0, 0.0, 0.0))] * 75
    crowd += [result(count, levels, (0.0, 1.0, 0.0, 0.0))] * 25
    assert count.elo(crowd, ["a", "b"])["a"] == pytest.approx(382, abs=10)


def test_a_shared_win_counts_as_its_share(count: ModuleType) -> None:
    """And a level with two seats has played twice in a game."""
    found = count.summary([result(count, ("a", "b", "b"), (0.5, 0.5, 0.0))], ["a", "b"])
    assert (found["levels"]["a"]["games"], found["levels"]["a"]["wins"]) == (1, 0.5)
    assert (found["levels"]["b"]["games"], found["levels"]["b"]["rate"]) == (2, 0.25)


def result(count: ModuleType, levels: tuple[str, ...], shares: tuple[float, ...]) -> object:
    return count.Result(
        levels=levels, points=(0,) * len(levels), shares=shares, thinking=[[] for _ in levels]
    )


def test_a_seed_makes_the_same_games_on_any_number_of_cores() -> None:
    """All but the times is the same; the last level fills the seats and the levels move on by one a game."""
    common = ("battle-sheep", "--seats", "3", "--levels", "normal,easy", "--games", "3", "--json")
    runs = [json.loads(arena(*common, "--jobs", jobs).stdout) for jobs in ("1", "2")]
    for run in runs:
        assert set(run["levels"]) == {"normal", "easy"}
        for level in run["levels"].values():
            assert {"games", "wins", "rate", "low", "high", "points", "ms_p50", "ms_p99"} <= set(level)
            del level["ms_p50"], level["ms_p99"]
    assert runs[0] == runs[1]
    assert runs[0]["levels"]["normal"]["games"] == 3
    assert runs[0]["levels"]["easy"]["games"] == 6


def test_it_knows_any_game_by_its_registry() -> None:
    """The other game is played with the same command."""
    done = arena("leadersheep", "--seats", "3", "--levels", "easy", "--games", "1", "--json", "--jobs", "1")
    assert json.loads(done.stdout)["levels"]["easy"]["games"] == 3


@pytest.mark.parametrize(
    "arguments",
    [
        ("chess", "--seats", "2", "--levels", "easy", "--games", "1"),
        ("battle-sheep", "--seats", "2", "--levels", "easy,genius", "--games", "1"),
        ("battle-sheep", "--seats", "2", "--levels", "easy,easy,easy", "--games", "1"),
        ("battle-sheep", "--seats", "9", "--levels", "easy", "--games", "1"),
        ("battle-sheep", "--seats", "2", "--levels", "easy", "--games", "0"),
    ],
)
def test_what_it_cannot_play_is_one_line(arguments: tuple[str, ...]) -> None:
    """It says what is wrong and leaves with status 2."""
    done = arena(*arguments)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("arena: ")
