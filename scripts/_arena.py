"""Let levels of bots play each other, on all cores; see scripts/arena and docs/bots.md."""

import argparse
import json
import os
import signal
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from _arena_count import summary
from _arena_play import CLOCKS, Result, Task, engine_of, play
from sheep_common.errors import OptionError
from sheep_common.games import GAMES
from sheep_common.streams import say, settled


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, show how far it is on stderr, print the table or one JSON object on stdout."""
    chosen = _parser().parse_args(arguments)
    levels = [level for level in chosen.levels.split(",") if level]
    options = dict(each.partition("=")[::2] for each in chosen.option)
    problem = _problem(chosen, levels, options)
    if problem:
        say(f"arena: {problem}\n")
        return 2
    todo = tasks(chosen, levels, options)
    results = run(todo, chosen.jobs)
    found = {
        "game": chosen.game,
        "seed": chosen.seed,
        "time_scale": chosen.time_scale,
        **summary(results, levels),
    }
    if results:
        print(json.dumps(found) if chosen.json else table(found))
    return 0 if len(results) == len(todo) else 130


def tasks(chosen: argparse.Namespace, levels: Sequence[str], options: dict[str, str]) -> list[Task]:
    """Seat the levels anew for each game: the last fills up, and all move on by one seat a game."""
    seated = [*levels, *[levels[-1]] * (chosen.seats - len(levels))]
    return [
        Task(
            game=chosen.game,
            number=number,
            seed=chosen.seed,
            levels=tuple(seated[(seat - number) % chosen.seats] for seat in range(chosen.seats)),
            options=options,
            time_scale=chosen.time_scale,
            clock=chosen.clock,
        )
        for number in range(chosen.games)
    ]


def run(todo: Sequence[Task], jobs: int) -> list[Result]:
    """Play all games in processes of their own; the results are in the order of the games.

    Interrupted, it returns those of the games that were played until then.
    """
    start = time.monotonic()
    results: list[Result] = []
    with ProcessPoolExecutor(max_workers=jobs, initializer=_leave_interrupts_to_the_parent) as pool:
        try:
            for number, result in enumerate(pool.map(play, todo), 1):
                results.append(result)
                took = time.monotonic() - start
                left = took / number * (len(todo) - number)
                line = f"\rarena: {number} of {len(todo)} games, {took:.0f} s, about {left:.0f} s to go "
                say(line)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            say("\narena: interrupted; this is what was played")
    say("\n")
    return results


def table(found: dict[str, Any]) -> str:
    """Write the result for people."""
    head = f"{'level':10} {'games':>6} {'rate':>7} {'95 %':>15} {'Elo':>6} {'points':>7}"
    lines = [f"{head} {'ms p50':>8} {'p99':>8}"]
    for name, level in found["levels"].items():
        interval = f"{level['low']:.1%} - {level['high']:.1%}"
        lines.append(
            f"{name:10} {level['games']:6} {level['rate']:7.1%} {interval:>15} {level['elo']:6}"
            f" {level['points']:7.2f} {level['ms_p50']:8.1f} {level['ms_p99']:8.1f}"
        )
    seats = ", ".join(f"{seat['seat']}: {seat['rate']:.1%}" for seat in found["seats"])
    lines.append(f"wins by seat: {seats}")
    if found["hurried"]:
        lines.append(f"the clock ended {found['hurried']} thoughts: another run may differ")
    return "\n".join(lines)


def _problem(chosen: argparse.Namespace, levels: Sequence[str], options: dict[str, str]) -> str:
    if chosen.game not in GAMES:
        return f"no game {chosen.game}; there are {', '.join(GAMES)}"
    if not 1 <= len(levels) <= chosen.seats:
        return f"name 1 to {chosen.seats} levels, not {len(levels)}"
    try:
        GAMES[chosen.game].resolve(chosen.seats, options)
        for level in levels:
            engine_of(chosen.game, level)
    except OptionError as error:
        return str(error)
    except KeyError as error:
        return f"{chosen.game} has no level {error.args[0][-1]}"
    if chosen.games < 1 or chosen.jobs < 1 or chosen.time_scale <= 0:
        return "--games, --jobs and --time-scale are above 0"
    return ""


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="arena", description="Let levels of bots play each other.")
    parser.add_argument("game", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--seats", type=int, required=True, metavar="N")
    parser.add_argument("--levels", required=True, metavar="A,B[,...]", help="the last fills the other seats")
    parser.add_argument("--games", type=int, required=True, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the same seed, the same games")
    parser.add_argument("--time-scale", type=float, default=1.0, metavar="X", help="1: full time to think")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="of the game")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes")
    parser.add_argument("--clock", choices=sorted(CLOCKS), default="cpu", help="what engines think by")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    return parser


if __name__ == "__main__":
    raise SystemExit(settled("scripts/arena", main))
