"""A short run of each bench: it measures something, and says it in the form that others read."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "scripts"
sys.path.insert(0, str(SCRIPTS))

from benches import figures, hosts, load  # noqa: E402 - the benches are scripts and no package
from benches.figures import Figure  # noqa: E402


def run(folder: Path, *arguments: str) -> list[dict[str, object]]:
    command = [sys.executable, "-m", "benches", *arguments, "--quick", "--json", "--data", str(folder)]
    done = subprocess.run(command, cwd=SCRIPTS, capture_output=True, text=True, timeout=110, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize(
    ("subject", "some"),
    [
        ("play", "battle-sheep 1x2, other's wait"),
        ("link", "durable echo, 50 in flight, rate"),
        ("scale", "restart with 1000 steps, first touch"),
        ("rules", "battle-sheep perft, nodes"),
        ("where", "battle-sheep 50x2, legal actions"),
        pytest.param(
            "startup",
            "sheep-join to its first frame",
            marks=pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal"),
        ),
        ("screen", "screen 80x24"),
        ("bots", "wait beside bots, hard, p50"),
    ],
)
def test_each_bench_measures(subject: str, some: str, tmp_path: Path) -> None:
    found = {str(figure["name"]): figure for figure in run(tmp_path, subject)}
    assert found[some].keys() >= {"name", "value", "unit", "limit", "ratio"}
    unmeasured = {name for name, figure in found.items() if figure["value"] == 0}
    # Too short for a game to end, or a clock too coarse for what takes less than a microsecond.
    assert {name for name in unmeasured if "record file" not in name and "chance" not in name} == set()


def test_another_commits_host_runs_from_its_own_files(tmp_path: Path) -> None:
    with hosts.checked_out("HEAD") as tree:
        assert tree.path != ROOT
        with hosts.host(tmp_path, tree) as server:
            run = load.measure(server, kind="play", game="battle-sheep", tables=1, seats=2, seconds=0.3)
    assert run.done > 0
    assert not tree.path.exists()


def test_the_products_client_can_be_the_load(tmp_path: Path) -> None:
    with hosts.host(tmp_path) as server:
        run = load.measure(
            server,
            kind="play",
            game="leadersheep",
            tables=1,
            seats=4,
            seconds=0.3,
            warm=0.1,
            client="product",
        )
    assert run.done > 0


def test_a_limit_is_of_the_ratio_where_there_is_one() -> None:
    assert Figure("x", 5.0, "µs", limit=2.0).keeps is False
    assert Figure("x", 5.0, "µs", limit=2.0, ratio=1.5).keeps is True
    assert Figure("x", 5.0, "1/s", limit=0.1, ratio=0.09, better="more").keeps is False
    assert Figure("x", 5.0, "µs").keeps is None


def test_comparing_with_an_earlier_run() -> None:
    before = [Figure("a", 10.0, "µs").as_line(), Figure("b", 1.0, "ms").as_line()]
    now = [Figure("a", 5.0, "µs"), Figure("b", 3.0, "µs"), Figure("c", 1.0, "µs")]
    assert figures.compare(now, before) == [
        "a: 10 -> 5 µs, 0.50 times",
        "b: 1.0 ms before, not to be compared",
        "c: new",
    ]


def test_the_median_of_alternations_is_that_of_the_pairs() -> None:
    # The machine slowed down in the middle: each pair still says 2.
    assert figures.ratio([20.0, 2.0, 18.0], [10.0, 1.0, 9.0]) == 2.0
    assert figures.middle("x", "µs", [3.0, 1.0, 2.0]).value == 2.0
    assert figures.middle("x", "µs", [3.0, 1.0, 2.0]).spread == (1.0, 3.0)
