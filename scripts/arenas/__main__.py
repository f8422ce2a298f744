"""Let levels of bots play each other, on all cores or a cluster; see scripts/arena and docs/bots.md."""

import argparse
import json
import os
from collections.abc import Sequence
from functools import partial
from typing import Any

from sheep_common.errors import OptionError
from sheep_common.games import GAMES
from sheep_common.streams import say, settled

from . import pairs, rates
from .cluster import Cluster, ClusterError
from .code import fingerprint
from .play import CLOCKS, engine_of
from .run import Arena, workers
from .table import table


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, show how far it is on stderr, print the table or one JSON object on stdout."""
    chosen = _parser().parse_args(arguments)
    levels = [level for level in chosen.levels.split(",") if level]
    options = dict(each.partition("=")[::2] for each in chosen.option)
    problem = _problem(chosen, levels, options)
    if problem:
        return _refuse(problem)
    todo = pairs.tasks(
        levels,
        chosen.seats,
        chosen.games,
        chosen.seed,
        game=chosen.game,
        options=options,
        time_scale=chosen.time_scale,
        clock=chosen.clock,
        starts=chosen.starts,
    )
    arena = Arena(todo, levels[0], _question(chosen.sprt), fingerprint())
    try:
        _play(arena, chosen)
    except ClusterError as error:
        return _refuse(str(error))
    if arena.results:
        found = _found(chosen, arena, levels)
        print(json.dumps(found) if chosen.json else table(found))
    return 130 if arena.interrupted else 0


def _play(arena: Arena, chosen: argparse.Namespace) -> None:
    if not chosen.cluster:
        arena.run(partial(workers, chosen.workers))
        return
    cluster = Cluster(chosen.cluster)
    try:
        arena.run(cluster.executor)
    finally:
        cluster.close()


def _found(chosen: argparse.Namespace, arena: Arena, levels: Sequence[str]) -> dict[str, Any]:
    return {
        "game": chosen.game,
        "seed": chosen.seed,
        "time_scale": chosen.time_scale,
        **rates.summary(arena.results, levels),
        "pairs": pairs.summary(arena.results, levels[0], arena.question),
    }


def _refuse(problem: str) -> int:
    say(f"arena: {problem}\n")
    return 2


def _question(text: str) -> pairs.Question | None:
    if not text:
        return None
    low, _, high = text.partition(",")
    return pairs.Question(float(low), float(high))


def _problem(chosen: argparse.Namespace, levels: Sequence[str], options: dict[str, str]) -> str:
    if chosen.game not in GAMES:
        return f"no game {chosen.game}; there are {', '.join(GAMES)}"
    if not 1 <= len(levels) <= chosen.seats:
        return f"name 1 to {chosen.seats} levels, not {len(levels)}"
    try:
        GAMES[chosen.game].resolve(chosen.seats, options)
        for level in [*levels, *[chosen.starts][: bool(chosen.starts)]]:
            engine_of(chosen.game, level)
    except OptionError as error:
        return str(error)
    except KeyError as error:
        return f"{chosen.game} has no level {error.args[0][-1]}"
    except ImportError as error:
        return f"{error}: the opponents need pip install 'sheepfold[arena]'"
    if chosen.games < 1 or chosen.workers < 1 or chosen.time_scale <= 0:
        return "--games, --workers and --time-scale are above 0"
    return _question_problem(chosen.sprt)


def _question_problem(text: str) -> str:
    try:
        question = _question(text)
    except ValueError:
        question = pairs.Question(1, 0)
    if question and not 0 <= question.low < question.high <= 1:
        return f"--sprt {text}: it takes two rates, the lower one first, as in 0.5,0.55"
    return ""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="arena", description="Let levels of bots play each other.")
    add = parser.add_argument
    add("game", metavar="GAME", help=", ".join(GAMES))
    add("--seats", type=int, required=True, metavar="N")
    add("--levels", required=True, metavar="A,B[,...]", help="the last fills the other seats")
    add("--games", type=int, required=True, metavar="N", help="two are a pair: one start, seats turned")
    add("--seed", type=int, default=1, metavar="N", help="the same seed, the same games")
    add("--time-scale", type=float, default=1.0, metavar="X", help="1: full time to think")
    add("--option", action="append", default=[], metavar="KEY=VALUE", help="of the game")
    add("--starts", default="", metavar="LEVEL", help="lays tiles and puts whole stacks for all seats")
    add(
        "--sprt",
        default="",
        metavar="LOW,HIGH",
        help="stop when the first level's rate is rather one of these",
    )
    add("--workers", type=int, default=os.cpu_count() or 1, metavar="N", help="processes of this machine")
    add("--cluster", default="", metavar="ADDRESS", help="a scheduler of Dask, tcp://HOST:PORT, instead")
    add("--clock", choices=sorted(CLOCKS), default="units", help="what engines think by; units: work alone")
    add("--json", action="store_true", help="one JSON object")
    return parser


if __name__ == "__main__":
    raise SystemExit(settled("scripts/arena", main))
