"""The arena: what it counts, and that a seed makes the same games again, wherever they are played."""

import importlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType

import pytest

SCRIPTS = Path(__file__).parents[3] / "scripts"


@pytest.fixture(scope="module")
def scripts() -> Iterator[None]:
    sys.path.insert(0, str(SCRIPTS))
    yield
    sys.path.remove(str(SCRIPTS))


@pytest.fixture(scope="module")
def rates(scripts: None) -> ModuleType:
    return importlib.import_module("arenas.rates")


@pytest.fixture(scope="module")
def pairs(scripts: None) -> ModuleType:
    return importlib.import_module("arenas.pairs")


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "arenas", *arguments]


def arena(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*arguments), check=False, capture_output=True, text=True, timeout=100, cwd=SCRIPTS
    )


def test_the_interval_is_wilsons(rates: ModuleType) -> None:
    """Against published values; it stays within 0 and 1 and is open to both sides without games."""
    assert rates.wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-3)
    assert rates.wilson(0, 20)[0] == 0.0
    assert rates.wilson(0, 0) == (0.0, 1.0)


def test_elo_is_what_the_wins_say(rates: ModuleType) -> None:
    """Three of four between two is 191 points; as many at a table of four is more."""
    duel = [result(rates, ("a", "b"), (1.0, 0.0))] * 75 + [result(rates, ("a", "b"), (0.0, 1.0))] * 25
    assert rates.elo(duel, ["a", "b"])["a"] == pytest.approx(191, abs=5)
    levels = ("a", "b", "b", "b")
    crowd = [result(rates, levels, (1.0, 0.0, 0.0, 0.0))] * 75
    crowd += [result(rates, levels, (0.0, 1.0, 0.0, 0.0))] * 25
    assert rates.elo(crowd, ["a", "b"])["a"] == pytest.approx(382, abs=10)


def test_a_shared_win_counts_as_its_share(rates: ModuleType) -> None:
    """And a level with two seats has played twice in a game."""
    found = rates.summary([result(rates, ("a", "b", "b"), (0.5, 0.5, 0.0))], ["a", "b"])
    assert (found["levels"]["a"]["games"], found["levels"]["a"]["wins"]) == (1, 0.5)
    assert (found["levels"]["b"]["games"], found["levels"]["b"]["rate"]) == (2, 0.25)


def result(
    module: ModuleType,
    levels: tuple[str, ...],
    shares: tuple[float, ...],
    points: tuple[int, ...] | None = None,
) -> object:
    return module.Result(
        levels=levels,
        points=points or (0,) * len(levels),
        tiebreaks=(0,) * len(levels),
        shares=shares,
        thinking=[[] for _ in levels],
    )


def test_both_games_of_a_pair_have_one_start_with_the_seats_turned(pairs: ModuleType) -> None:
    """Half way round: with four seats who sat first sits third; the next pair begins a seat further."""
    rest = {"game": "battle-sheep", "options": {}, "time_scale": 1.0, "clock": "units"}
    todo = pairs.tasks(["a", "b"], 4, 4, 7, **rest)
    assert [task.levels.index("a") for task in todo] == [0, 2, 1, 3]
    assert [task.dice for task in todo] == ["7/0", "7/0", "7/1", "7/1"]
    assert [task.levels for task in pairs.tasks(["a", "b"], 2, 2, 7, **rest)] == [("a", "b"), ("b", "a")]


@pytest.mark.parametrize(
    ("shares", "fair", "kind"),
    [
        ((1.0, 1.0), 0.5, "both won"),
        ((1.0, 0.5), 0.5, "better"),
        ((1.0, 0.0), 0.5, "even"),
        ((0.0, 0.5), 0.5, "worse"),
        ((0.0, 0.0), 0.5, "both lost"),
        ((1.0, 0.0), 0.25, "better"),
        ((0.5, 0.0), 0.25, "even"),
        ((1.0, 0.0), 0.75, "worse"),
    ],
)
def test_a_pair_is_judged_beside_a_fair_share(
    pairs: ModuleType, shares: tuple[float, float], fair: float, kind: str
) -> None:
    """One win of two is even between two, better than fair for one of four, worse for three of four."""
    assert pairs.kind(sum(shares) / 2, fair) == kind


def test_an_interval_over_pairs_knows_what_the_start_decides(pairs: ModuleType) -> None:
    """Pairs of one win each say surely that both are as good; so many single games would not."""
    even, mixed = [0.5] * 50, [0.0, 1.0] * 25
    low, high = pairs.interval(even)
    assert 0.45 < low < 0.5 < high < 0.55
    assert pairs.interval(mixed) == pytest.approx((0.36, 0.64), abs=0.01)
    assert pairs.interval([1.0] * 4)[0] < 0.95  # no certainty from four pairs alike


def test_a_sequential_test_stops_at_walds_bound(pairs: ModuleType) -> None:
    """At the first pair whose ratio leaves the bounds, and not from a handful."""
    question = pairs.Question(0.4, 0.6)
    assert question.answer([1.0] * (pairs.FEWEST - 1)) == ""
    assert question.answer([1.0] * 20) == "high"
    assert question.answer([0.0] * 20) == "low"
    assert question.answer([0.5] * 500) == ""


def test_tops_that_are_tied_are_counted_with_an_even_share(pairs: ModuleType) -> None:
    """Two of the level among three at the top have two thirds; a top of one level alone is no tie."""
    levels = ("a", "b", "a", "b")
    games = [
        result(pairs, levels, (0.0, 1.0, 0.0, 0.0), (9, 9, 9, 8)),
        result(pairs, levels, (1.0, 0.0, 0.0, 0.0), (9, 7, 9, 8)),
    ]
    assert pairs.ties(games, "a") == {"tied": 1, "tied_won": 0.0, "tied_even": 0.67}


def test_a_seed_makes_the_same_games_on_any_number_of_cores() -> None:
    """All but the times is the same; the last level fills the seats."""
    common = ("battle-sheep", "--seats", "3", "--levels", "normal,easy", "--games", "4", "--json")
    runs = [timeless(arena(*common, "--workers", workers).stdout) for workers in ("1", "2")]
    assert runs[0] == runs[1]
    assert set(runs[0]["levels"]) == {"normal", "easy"}
    assert runs[0]["levels"]["normal"]["games"] == 4
    assert runs[0]["levels"]["easy"]["games"] == 8
    assert runs[0]["pairs"]["pairs"] == 2


def timeless(output: str) -> dict[str, dict[str, dict[str, float]]]:
    """Return an arena's JSON object without what differs from run to run."""
    found: dict[str, dict[str, dict[str, float]]] = json.loads(output)
    for level in found["levels"].values():
        assert {"games", "wins", "rate", "low", "high", "points", "ms_p50", "ms_p99"} <= set(level)
        del level["ms_p50"], level["ms_p99"]
    return found


def test_a_sequential_test_ends_a_run_when_it_is_answered() -> None:
    """With the pairs that it took, in the order of the games."""
    done = arena(
        *("battle-sheep", "--seats", "2", "--levels", "normal,easy", "--games", "200", "--json"),
        *("--sprt", "0.5,0.9", "--workers", "2"),
    )
    pairs = json.loads(done.stdout)["pairs"]
    assert pairs["answer"] == "high"
    assert 8 <= pairs["pairs"] < 100


def test_one_level_puts_the_stacks_of_all_seats() -> None:
    """So that two levels which put theirs otherwise have one start; what they play then is their own."""
    common = ("battle-sheep", "--seats", "2", "--games", "2", "--time-scale", "0.02", "--json")
    runs = [
        timeless(arena(*common, "--levels", "easy", *more).stdout) for more in ((), ("--starts", "normal"))
    ]
    assert runs[0]["seats"] != runs[1]["seats"] or runs[0]["levels"] != runs[1]["levels"]


def test_it_knows_any_game_by_its_registry() -> None:
    """The other game is played with the same command."""
    done = arena(
        "leadersheep", "--seats", "3", "--levels", "easy", "--games", "1", "--json", "--workers", "1"
    )
    assert json.loads(done.stdout)["levels"]["easy"]["games"] == 3


@pytest.mark.parametrize(
    "arguments",
    [
        ("chess", "--seats", "2", "--levels", "easy", "--games", "1"),
        ("battle-sheep", "--seats", "2", "--levels", "easy,genius", "--games", "1"),
        ("battle-sheep", "--seats", "2", "--levels", "easy,easy,easy", "--games", "1"),
        ("battle-sheep", "--seats", "9", "--levels", "easy", "--games", "1"),
        ("battle-sheep", "--seats", "2", "--levels", "easy", "--games", "0"),
        ("battle-sheep", "--seats", "2", "--levels", "easy", "--games", "2", "--sprt", "0.6,0.5"),
        ("battle-sheep", "--seats", "2", "--levels", "easy", "--games", "2", "--starts", "genius"),
        ("battle-sheep", "--seats", "2", "--levels", "easy", "--games", "2", "--cluster", "nowhere"),
        (
            "battle-sheep",
            "--seats",
            "2",
            "--levels",
            "easy",
            "--games",
            "2",
            "--cluster",
            "tcp://127.0.0.1:1",
        ),
    ],
)
def test_what_it_cannot_play_is_one_line(arguments: tuple[str, ...]) -> None:
    """It says what is wrong and leaves with status 2."""
    done = arena(*arguments)
    assert done.returncode == 2, done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("arena: ")


@pytest.mark.skipif(sys.platform == "win32", reason="a worker is killed by a signal")
def test_a_cluster_plays_the_same_games_though_a_worker_is_killed(tmp_path: Path) -> None:
    """Two workers on this machine; one dies in the middle, and its games are played by the other."""
    wanted = ("battle-sheep", "--seats", "2", "--levels", "normal,easy", "--games", "40", "--json")
    with ExitStack() as stack:
        address, workers = cluster(stack, tmp_path, 2)
        progress = stack.enter_context((tmp_path / "progress").open("w"))
        run = stack.enter_context(
            subprocess.Popen(
                command(*wanted, "--cluster", address),
                cwd=SCRIPTS,
                stdout=subprocess.PIPE,
                stderr=progress,
                text=True,
            )
        )
        stack.callback(run.kill)
        await_text(tmp_path / "progress", "arena: 2 of 40 games", 60)
        workers[0].send_signal(signal.SIGKILL)
        output, _ = run.communicate(timeout=60)
    assert run.returncode == 0
    assert "arena: 40 of 40 games" in (tmp_path / "progress").read_text()
    assert timeless(output) == timeless(arena(*wanted, "--workers", "1").stdout)


def cluster(stack: ExitStack, folder: Path, number: int) -> tuple[str, list[subprocess.Popen[bytes]]]:
    """Start a scheduler and workers of one thread, on the loopback; return its address and them."""
    file = folder / "scheduler.json"
    common = ["--no-dashboard", "--scheduler-file", str(file)]
    scheduler = [*("scheduler", "--host", "127.0.0.1", "--port", "0"), *common]
    worker = [*("worker", "--host", "127.0.0.1", "--nthreads", "1", "--no-nanny"), *common]
    start_dask(stack, folder, scheduler)
    await_text(file, "address", 60)
    address = json.loads(file.read_text())["address"]
    return address, [start_dask(stack, folder, worker) for _ in range(number)]


def start_dask(stack: ExitStack, folder: Path, arguments: list[str]) -> subprocess.Popen[bytes]:
    with (folder / "dask.log").open("ab") as log:
        made = subprocess.Popen(
            [sys.executable, "-m", "dask", *arguments],
            cwd=folder,
            stdout=log,
            stderr=log,
            env={**os.environ, "DASK_TEMPORARY_DIRECTORY": str(folder)},
        )
    stack.callback(made.wait)
    stack.callback(made.kill)
    return made


def await_text(file: Path, text: str, seconds: float) -> None:
    """Wait until a file has a text."""
    end = time.monotonic() + seconds
    while not (file.exists() and text in file.read_text()):
        assert time.monotonic() < end, f"no {text!r} in {file.name}"
        threading.Event().wait(0.05)
